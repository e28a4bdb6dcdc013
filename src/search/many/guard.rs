//! The guard of `auto`: what BRS+ does not see is not walked into.
//!
//! Mates that take two opponents hardly ever happen, since who helps another to one gains nothing;
//! taken for certain they leave nothing to choose by. So they are not searched for, but a move that
//! allows one at once is played only if nothing else is left (`tuning/README.md`).

use super::super::kernel::{RootMove, Worker};
use super::super::picker::is_noisy;
use super::super::score::Score;
use super::danger::Dangers;
use super::node::Spot;
use super::{Model, Plan};
use crate::geometry::{Cell, CellSet};
use crate::position::{Move, MoveFlag, Position, Threats};
use crate::variant::Seat;

/// What is known of moves at the root after which opponents who work together could put its player
/// out at once.
#[derive(Default)]
pub(in crate::search) struct Perils {
    /// Moves after which they cannot.
    safe: Vec<Move>,
    /// Moves after which they could.
    deadly: Vec<Move>,
    /// The deadly ones that would have been played, no longer among the moves of the root.
    aside: Vec<RootMove>,
    /// Whether they could after every move.
    unavoidable: bool,
}

impl<const W: usize> Worker<'_, W> {
    /// Whether `auto` must not play a move, since opponents could work together and put the player at
    /// the root out at once. Asked only of moves that turn out best; each is searched once.
    pub(in crate::search) fn is_deadly(&mut self, depth: i32, mv: Move) -> bool {
        let lone = self.shared.model == Model::Auto && !self.duel && !self.exact;
        let in_sight = depth >= self.root.survivors() as i32;
        if !lone || !in_sight || self.perils.unavoidable || self.perils.safe.contains(&mv) {
            return false;
        }
        if self.perils.deadly.contains(&mv) {
            return true;
        }
        let survives = self.survives(mv);
        if self.aborted {
            return false;
        }
        let kind = if survives { &mut self.perils.safe } else { &mut self.perils.deadly };
        kind.push(mv);
        !survives
    }

    /// Takes a deadly move from those of the root. Where no other is left, all are back for good.
    pub(in crate::search) fn set_aside(&mut self, index: usize) {
        let deadly = self.root_moves.remove(index);
        self.perils.aside.push(deadly);
        if self.root_moves.is_empty() {
            self.perils.unavoidable = true;
            std::mem::swap(&mut self.root_moves, &mut self.perils.aside);
        }
    }

    /// A search that is cut off before it has another line falls back on the best move that it set
    /// aside.
    pub(in crate::search) fn fall_back(&mut self) {
        if self.root_moves[0].score == Score::MIN
            && let Some(best) = self.perils.aside.iter().max_by_key(|m| m.score.raw())
        {
            self.root_moves.insert(0, best.clone());
        }
    }

    /// Whether the opponents cannot together put the player at the root out at once after a move.
    fn survives(&mut self, mv: Move) -> bool {
        let plan = self.plan;
        self.adopt(Plan::TwoSided);
        let falls = self.may_fall(&self.root.after(mv), 1);
        self.adopt(plan);
        !falls
    }

    /// Whether opponents who work together can put the player at the root out before that player has
    /// another move. Only ends count and only what may bring them about is tried, so this takes a
    /// small part of the nodes of a search. Cut off, it says yes.
    fn may_fall(&mut self, position: &Position<W>, ply: usize) -> bool {
        self.count_node(ply);
        let seat = self.root.turn();
        if self.aborted || !position.is_alive(seat) {
            return true;
        }
        if position.ended().is_some() {
            return false;
        }
        if position.turn() == seat {
            return is_mated(position);
        }
        let checked = position.in_check(position.turn());
        // Whatever else somebody does, another may not need them.
        if !checked && self.may_fall(&position.after(Move::PASS), ply + 1) {
            return true;
        }
        let last = self.is_last(position);
        // Who falls to the player at the root may leave lines to that King.
        let all = checked || last && self.root_attacks(position, ply);
        let siege = last.then(|| Siege::new(position, seat));
        let mut dangers = Dangers::default();
        position.legal_moves().into_iter().any(|mv| {
            let matters = all
                || match &siege {
                    Some(siege) => siege.may_mate(position, mv),
                    None => self.may_prepare(position, mv, ply, &mut dangers),
                };
            matters && self.may_fall(&position.after(mv), ply + 1)
        })
    }

    /// Whether a move could leave the player at the root to a mate by somebody else.
    fn may_prepare(
        &self,
        position: &Position<W>,
        mv: Move,
        ply: usize,
        dangers: &mut Dangers<W>,
    ) -> bool {
        let node = Spot {
            depth: self.root.survivors() as i32 - ply as i32,
            alpha: Score::MIN,
            beta: Score::MAX,
            ply,
            checked: false,
            cut: false,
            replies: u8::MAX,
        };
        is_noisy(position, mv) || self.is_dangerous(position, mv, &node, dangers)
    }
}

/// A King as the last player sees it who moves before its owner.
struct Siege<const W: usize> {
    king: Cell,
    attacked: bool,
    flights: CellSet<W>,
    /// Pieces whose departure would deny it a flight.
    screens: CellSet<W>,
    threats: Threats<W>,
}

impl<const W: usize> Siege<W> {
    fn new(position: &Position<W>, seat: Seat) -> Self {
        let (king, flights) = (position.king(seat), position.flights(seat));
        Siege {
            king,
            attacked: position.any_attacks(king, position.living_enemies(seat)),
            flights,
            screens: position.screens_of(flights, seat),
            threats: position.threats(1 << seat),
        }
    }

    /// Whether the King may be without a flight and in check after a move.
    fn may_mate(&self, position: &Position<W>, mv: Move) -> bool {
        // What moves or takes more than one piece is not worth telling apart.
        if mv == Move::PASS || !matches!(mv.flag(), MoveFlag::Plain | MoveFlag::Double) {
            return true;
        }
        if !(self.attacked || position.threatens_a_king(mv, &self.threats)) {
            return false;
        }
        let flights = self.flights.without(mv.to());
        if flights.is_empty() || self.screens.contains(mv.from()) {
            return true;
        }
        let Some(kind) = position.kind_after(mv) else { return true };
        let occupied = position.occupied().without(mv.from()).with(mv.to()).without(self.king);
        let denied = position.tables().kinds[kind as usize].attacks(mv.to(), &occupied);
        (flights & !denied).is_empty()
    }
}

/// Whether the player to move is in check without a move and may be out before the next turn but
/// one.
fn is_mated<const W: usize>(position: &Position<W>) -> bool {
    let seat = position.turn();
    if !position.in_check(seat) || position.legal_moves() != [Move::PASS] {
        return false;
    }
    let passed = position.after(Move::PASS);
    !passed.is_alive(seat)
        || passed.legal_moves().into_iter().any(|mv| !passed.after(mv).is_alive(seat))
}
