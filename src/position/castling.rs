//! Castling: the King and its partner in one move.

use super::attacks::Force;
use super::{Move, MoveFlag, MoveSink, Position};
use crate::geometry::CellSet;

impl<const W: usize> Position<W> {
    /// The legal castling moves of the mover.
    pub(super) fn castling_moves<S: MoveSink<W>>(
        &self,
        enemies: &Force<W>,
        occupied: &CellSet<W>,
        sink: &mut S,
    ) {
        for (i, castle) in self.tables.castles.iter().enumerate() {
            let spec = &castle.spec;
            if self.castling >> i & 1 != 0
                && spec.seat == self.turn
                && !castle.empty.intersects(occupied)
                && !spec.safe.iter().any(|&cell| self.attacked(cell, enemies, occupied))
            {
                sink.one(Move::flagged(spec.king.0, spec.king.1, MoveFlag::Castle));
            }
        }
    }

    /// Drops the rights of every castling whose King or partner leaves home or is captured.
    #[inline]
    pub(super) fn update_castling(&mut self, mv: Move) {
        if self.castling == 0 {
            return;
        }
        let mut rights = self.castling;
        for (i, castle) in self.tables.castles.iter().enumerate() {
            let (king, rook) = (castle.spec.king.0, castle.spec.rook.0);
            if [mv.from(), mv.to()].iter().any(|&c| c == king || c == rook) {
                rights &= !(1 << i);
            }
        }
        self.set_castling(rights);
    }
}
