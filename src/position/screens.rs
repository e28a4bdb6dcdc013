//! Pieces whose departure would open an enemy's line to a King, and moves that attack one.
//!
//! In games for many a line may be opened by anyone: a move of one player can leave the King of a
//! second to the Rook of a third.

use super::{Move, Position, bits};
use crate::geometry::{Cell, CellSet};
use crate::variant::Seat;

impl<const W: usize> Position<W> {
    /// The cells of all pieces that alone stand between a surviving King and an enemy rider. Only
    /// for games for many, none of which has hoppers.
    #[must_use]
    pub fn screens(&self) -> CellSet<W> {
        let mut found = CellSet::EMPTY;
        let occupied = self.occupied();
        for seat in bits(u64::from(self.alive)) {
            let enemies = self.force(self.living_enemies(seat));
            let riders = enemies.kinds & self.tables.riding;
            let nodes = self.tables.sight(self.kings[seat as usize]);
            let mut blocker = Cell::NONE;
            let mut shadow_end = 0;
            let mut i = 0;
            while let Some(node) = nodes.get(i) {
                if !occupied.contains(node.cell) {
                    i += 1;
                    continue;
                }
                if i >= shadow_end {
                    blocker = node.cell;
                    shadow_end = i + node.skip as usize;
                    i += 1;
                    continue;
                }
                if enemies.pieces.contains(node.cell)
                    && node.kinds & riders & 1 << self.kind_on(node.cell) != 0
                {
                    found.insert(blocker);
                }
                i += node.skip as usize;
            }
        }
        found
    }

    /// Whether a move attacks the King of an enemy, or leaves one of the `screens` of this position.
    #[inline]
    #[must_use]
    pub fn threatens_a_king(&self, mv: Move, screens: &CellSet<W>) -> bool {
        screens.contains(mv.from())
            || bits(u64::from(self.living_enemies(self.turn)))
                .any(|enemy| self.checks_directly(mv, enemy))
    }

    /// Whether a piece of some players, a bit per seat, attacks a cell.
    #[inline]
    #[must_use]
    pub fn any_attacks(&self, cell: Cell, seats: Seat) -> bool {
        self.attacked(cell, &self.force(seats), &self.occupied())
    }
}
