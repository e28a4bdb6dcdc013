//! Moves that no pruning leaves out in games for many: those that attack a King of the other side or
//! open a line to one, that end an attack, that keep a King from where it could flee, or that go back
//! to where the game has been.
//!
//! Whoever is attacked falls when the attacker's turn comes, and until then several players move. So
//! what one of them does may save a King or make its fall certain, and the search must see it
//! however unlikely the move looks. Attacks of one opponent on another help nobody on their side, but
//! for one who falls by them somebody else grows strong: those of the first round count if they leave
//! a King no flight.

use super::super::kernel::Worker;
use super::Plan;
use super::node::Spot;
use crate::geometry::CellSet;
use crate::position::{Move, MoveFlag, Position, Threats};
use crate::variant::{MAX_SEATS, Seat, Seats};

/// What is known of the dangers at a node, found when it is first asked for.
pub(super) struct Dangers<const W: usize> {
    threats: Option<Threats<W>>,
    /// Those of an opponent on Kings of other opponents.
    threats_on_others: Option<Threats<W>>,
    remedies: Option<CellSet<W>>,
    flights: Option<CellSet<W>>,
}

impl<const W: usize> Default for Dangers<W> {
    fn default() -> Self {
        Dangers { threats: None, threats_on_others: None, remedies: None, flights: None }
    }
}

/// The players of a set.
fn members(seats: Seats) -> impl Iterator<Item = Seat> {
    (0..MAX_SEATS as Seat).filter(move |&seat| seats >> seat & 1 != 0)
}

impl<const W: usize> Worker<'_, W> {
    /// Whether the player to move, who is in check, is attacked by the other side.
    pub(super) fn is_pressed(&self, position: &Position<W>) -> bool {
        let turn = position.turn();
        let enemies = position.living_enemies(turn) & self.other_side(position);
        position.any_attacks(position.king(turn), enemies)
    }

    /// Whether, at an opponent's turn in the first round, the player at the root attacks a King.
    pub(super) fn root_attacks(&self, position: &Position<W>, ply: usize) -> bool {
        let root = self.root.turn();
        self.is_first_round(ply)
            && !self.is_ours(position)
            && members(position.living_enemies(root))
                .any(|seat| position.any_attacks(position.king(seat), 1 << root))
    }

    /// Whether a move is to be searched however little it promises.
    pub(super) fn is_dangerous(
        &self,
        position: &Position<W>,
        mv: Move,
        node: &Spot,
        dangers: &mut Dangers<W>,
    ) -> bool {
        if mv == Move::PASS || mv.flag() == MoveFlag::Charge {
            return false;
        }
        let remedies = dangers.remedies.get_or_insert_with(|| self.remedies(position, node));
        if remedies.contains(mv.to())
            || position.threatens_a_king(mv, self.threats(position, dangers))
            || self.returns(position, mv, node.ply)
        {
            return true;
        }
        let flights = dangers.flights.get_or_insert_with(|| self.flights(position, node));
        let Some(kind) = position.kind_after(mv) else { return false };
        if flights.is_empty() {
            return false;
        }
        let occupied = position.occupied().without(mv.from()).with(mv.to());
        let attacks = position.tables().kinds[kind as usize].attacks(mv.to(), &occupied);
        attacks.intersects(flights)
    }

    /// Whether a move of the first round, or of the player at the root after it, goes back to where the
    /// game or the line has been. However little it promises, it may be a draw by repetition, and then
    /// all there is to hope for or to fear.
    fn returns(&self, position: &Position<W>, mv: Move, ply: usize) -> bool {
        let since = self.line.len().saturating_sub(position.clock().into());
        ply <= position.survivors() as usize
            && self.line[since..].contains(&position.guessed_hash(mv))
    }

    /// The threats of the player to move on Kings of the other side.
    pub(super) fn threats<'d>(
        &self,
        position: &Position<W>,
        dangers: &'d mut Dangers<W>,
    ) -> &'d Threats<W> {
        dangers.threats.get_or_insert_with(|| position.threats(self.other_side(position)))
    }

    /// Whether, when our side moves for the second time, one opponent attacks another: an army may be about
    /// to change hands, of which a static value knows nothing. Only where replies are taken for certain:
    /// who believes them by half wins more without (`tuning/log/search-many.md`).
    pub(super) fn opponents_clash(&self, position: &Position<W>, ply: usize) -> bool {
        !self.exact
            && self.plan.blend().is_none()
            && ply <= self.root.survivors() as usize
            && self.is_ours(position)
            && members(position.alive() & !self.side).any(|seat| {
                let enemies = position.living_enemies(seat) & !self.side;
                position.any_attacks(position.king(seat), enemies)
            })
    }

    /// Whether, in the first round, a move of an opponent threatens the King of another one.
    pub(super) fn threatens_another(
        &self,
        position: &Position<W>,
        mv: Move,
        node: &Spot,
        dangers: &mut Dangers<W>,
    ) -> bool {
        let concerned = !self.exact && self.is_first_round(node.ply) && !self.is_ours(position);
        if !concerned || mv == Move::PASS || mv.flag() == MoveFlag::Charge {
            return false;
        }
        let threats = dangers.threats_on_others.get_or_insert_with(|| position.threats(!self.side));
        position.threatens_a_king(mv, threats)
    }

    /// Whether an opponent who has just moved attacks the King of another one that has no flight.
    pub(super) fn corners_another(&self, next: &Position<W>, mover: Seat) -> bool {
        members(next.living_enemies(mover) & !self.side)
            .filter(|&seat| next.any_attacks(next.king(seat), 1 << mover))
            .any(|seat| next.flights(seat).is_empty())
    }

    /// The cells on which an opponent ends an attack of the player at the root, in the first round.
    fn remedies(&self, position: &Position<W>, node: &Spot) -> CellSet<W> {
        if self.is_first_round(node.ply) && !self.is_ours(position) {
            position.remedies(1 << self.root.turn(), !self.side)
        } else {
            CellSet::EMPTY
        }
    }

    /// The cells to which the King at the root could flee and which a move of an opponent in the
    /// first round could deny it: others may have a mate to add to such a move. None where the
    /// depth left would not show that mate, or the plan does not let them play together.
    fn flights(&self, position: &Position<W>, node: &Spot) -> CellSet<W> {
        let root = self.root.turn();
        let rest = self.root.survivors() as i32 - node.ply as i32;
        // In team games play may go on without the player at the root.
        let in_sight = self.plan == Plan::TwoSided
            && position.is_alive(root)
            && self.is_first_round(node.ply)
            && !self.is_ours(position)
            && node.depth >= rest;
        // The last to move before the player at the root has only checks of others to add to.
        let awaited = || {
            !self.is_last(position)
                || position.any_attacks(position.king(root), position.living_enemies(root))
        };
        if in_sight && awaited() { position.flights(root) } else { CellSet::EMPTY }
    }

    /// The seats that the player to move is not on the side of.
    fn other_side(&self, position: &Position<W>) -> Seats {
        if self.is_ours(position) { !self.side } else { self.side }
    }
}
