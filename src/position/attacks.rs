//! Who attacks what.

use super::{Move, Position, bits};
use crate::geometry::{Cell, CellSet};
use crate::variant::{Kind, Seat, Seats};

/// Some pieces regarded as attackers.
#[derive(Clone, Copy)]
pub(super) struct Force<const W: usize> {
    /// The pieces.
    pub pieces: CellSet<W>,
    /// Their kinds, a bit per kind (more bits do no harm).
    pub kinds: u64,
    /// Whether Kings count as riders, for the rule that they may not face each other.
    pub facing: bool,
}

impl<const W: usize> Position<W> {
    /// The pieces of some players as attackers.
    #[inline]
    pub(super) fn force(&self, seats: Seats) -> Force<W> {
        let (pieces, kinds) = self.army(seats);
        Force { pieces, kinds, facing: false }
    }

    /// Calls `visit` for every piece of a force that attacks a cell, given what is occupied,
    /// until it says true; whether it did.
    #[inline]
    pub(super) fn visit_attackers(
        &self,
        target: Cell,
        force: &Force<W>,
        occupied: &CellSet<W>,
        mut visit: impl FnMut(Cell) -> bool,
    ) -> bool {
        let tables = self.tables;
        let pieces = &force.pieces;
        let leapers = tables.leapers_to(target);
        for kind in bits(force.kinds & tables.leaping) {
            for from in leapers[kind as usize] & self.by_kind[kind as usize] & *pieces {
                if visit(from) {
                    return true;
                }
            }
        }
        let riders = tables.riding | if force.facing { tables.facing } else { 0 };
        if force.kinds & riders != 0 {
            let origins = tables.riders_to(target);
            if W == 1 {
                for kind in bits(force.kinds & riders) {
                    for from in origins[kind as usize] & self.by_kind[kind as usize] & *pieces {
                        if !tables.between(target, from).intersects(occupied) && visit(from) {
                            return true;
                        }
                    }
                }
            } else {
                for kind in bits(force.kinds & riders) {
                    for from in origins[kind as usize] & self.by_kind[kind as usize] & *pieces {
                        if tables.sees(target, from, kind, occupied) && visit(from) {
                            return true;
                        }
                    }
                }
            }
        }
        if force.kinds & tables.hopping != 0 {
            for line in tables.hop_lines(target) {
                if line.kinds & force.kinds == 0 {
                    continue;
                }
                let mut met = line.cells.iter().filter(|&&c| occupied.contains(c));
                if let (Some(_), Some(&hopper)) = (met.next(), met.next())
                    && pieces.contains(hopper)
                    && line.kinds >> self.kind_on(hopper) & 1 != 0
                    && visit(hopper)
                {
                    return true;
                }
            }
        }
        false
    }

    /// Whether a force attacks a cell, given what is occupied.
    #[inline]
    pub(super) fn attacked(&self, target: Cell, by: &Force<W>, occupied: &CellSet<W>) -> bool {
        self.visit_attackers(target, by, occupied, |_| true)
    }

    /// The pieces of a player that attack a cell.
    #[must_use]
    pub fn attackers(&self, target: Cell, seat: Seat) -> CellSet<W> {
        let mut found = CellSet::EMPTY;
        self.visit_attackers(target, &self.force(1 << seat), &self.occupied(), |from| {
            found.insert(from);
            false
        });
        found
    }

    /// The pieces of some players on the cells of a set that would attack a cell if just those cells
    /// were occupied.
    #[must_use]
    pub fn attackers_within(
        &self,
        target: Cell,
        seats: Seats,
        occupied: &CellSet<W>,
    ) -> CellSet<W> {
        let mut force = self.force(seats);
        force.pieces &= *occupied;
        force.pieces.remove(target);
        let mut found = CellSet::EMPTY;
        self.visit_attackers(target, &force, occupied, |from| {
            found.insert(from);
            false
        });
        found
    }

    /// Whether the piece that a plain move brings to its target attacks the King of the player who
    /// moves next from there. Lines opened by the move do not count.
    #[inline]
    #[must_use]
    pub fn checks_directly(&self, mv: Move, enemy: Seat) -> bool {
        let Some(kind) = self.kind_after(mv) else { return false };
        let (to, king) = (mv.to(), self.king(enemy));
        let table = &self.tables.kinds[kind as usize];
        if table.leaps[to.index()].contains(king) {
            return true;
        }
        // Few moves end on a line to the King at all.
        let rides = self.tables.riders_to(king)[kind as usize].contains(to);
        let hops = table.has_hops && table.hoppers_to[king.index()].contains(to);
        if !rides && !hops {
            return false;
        }
        let occupied = self.occupied().without(mv.from()).with(to);
        if W == 1 && !hops {
            return !self.tables.between(to, king).intersects(&occupied);
        }
        self.tables.reach(kind, to, &occupied).1.contains(king)
    }

    /// The cells to which moves of a kind may check the King of the player who moves next directly:
    /// to no others do they ([`Position::checks_directly`]).
    #[inline]
    #[must_use]
    pub fn may_check_from(&self, kind: Kind, enemy: Seat) -> CellSet<W> {
        let (king, table) = (self.king(enemy), &self.tables.kinds[kind as usize]);
        if table.pawn.as_ref().is_some_and(|pawn| !pawn.fixed.is_empty() || !pawn.zone.is_empty()) {
            return CellSet::ALL;
        }
        let hops = if table.has_hops { table.hoppers_to[king.index()] } else { CellSet::EMPTY };
        let (leapers, riders) = (self.tables.leapers_to(king), self.tables.riders_to(king));
        leapers[kind as usize] | riders[kind as usize] | hops
    }

    /// The kind of the piece that a move other than a pass or a charge brings to its target: that of
    /// its mover, or what it is promoted to, by choice or by the cell; none if no piece moves.
    #[inline]
    #[must_use]
    pub fn kind_after(&self, mv: Move) -> Option<Kind> {
        let kind = self.piece_on(mv.from())?.kind();
        let fixed = || {
            let pawn = self.tables.kinds[kind as usize].pawn.as_ref()?;
            pawn.fixed.get(mv.to().index()).copied().flatten()
        };
        Some(mv.promotion().or_else(fixed).unwrap_or(kind))
    }

    /// Whether an enemy attacks a surviving player's King.
    #[inline]
    #[must_use]
    pub fn in_check(&self, seat: Seat) -> bool {
        let enemies = self.force(self.living_enemies(seat));
        self.attacked(self.king(seat), &enemies, &self.occupied())
    }
}
