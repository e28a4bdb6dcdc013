//! What every piece attacks, found once for all terms that ask.

use super::survey::Survey;
use crate::geometry::{Cell, CellSet};
use crate::position::{Piece, Position};
use smallvec::SmallVec;

/// A piece at work.
#[derive(Clone, Copy)]
pub(super) struct Worker<const W: usize> {
    pub piece: Piece,
    pub cell: Cell,
    /// The cells it attacks or protects.
    pub attacks: CellSet<W>,
}

/// The attacks in a position of a game for two.
pub(super) struct Scene<const W: usize> {
    /// All pieces but Kings.
    pub workers: SmallVec<[Worker<W>; 32]>,
    /// The pieces of either player.
    pub own: [CellSet<W>; 2],
    /// What either player's pieces attack, Kings included.
    pub attacked: [CellSet<W>; 2],
    /// What either player's pawns attack.
    pub by_pawns: [CellSet<W>; 2],
    /// The pawns of either player.
    pub pawns: [CellSet<W>; 2],
    /// Either King's cell and those it can step to.
    pub rings: [CellSet<W>; 2],
}

impl<const W: usize> Scene<W> {
    /// The attacks in a position. None in games for three and four: there are too many pieces for
    /// the time it takes, and no one opponent.
    pub(super) fn of(position: &Position<W>) -> Option<Scene<W>> {
        let tables = position.tables();
        if tables.variant.seats() != 2 {
            return None;
        }
        let empty = [CellSet::EMPTY; 2];
        let mut scene = Scene {
            workers: SmallVec::new(),
            own: [position.of_seat(0), position.of_seat(1)],
            attacked: empty,
            by_pawns: empty,
            pawns: empty,
            rings: empty,
        };
        let occupied = position.occupied();
        for cell in occupied {
            let Some(piece) = position.piece_on(cell) else { continue };
            let (seat, kind) = (piece.seat() as usize, piece.kind());
            let table = &tables.kinds[kind as usize];
            let attacks = if table.has_hops {
                tables.reach(kind, cell, &occupied).1
            } else {
                table.attacks(cell, &occupied)
            };
            scene.attacked[seat] |= attacks;
            if table.royal {
                scene.rings[seat] = table.leaps[cell.index()].with(cell);
                continue;
            }
            if table.pawn.is_some() {
                scene.by_pawns[seat] |= attacks;
                scene.pawns[seat].insert(cell);
            }
            scene.workers.push(Worker { piece, cell, attacks });
        }
        Some(scene)
    }

    /// Whether no pawn of the enemy's is in a pawn's way: none stands there, and none can come to
    /// capture there.
    pub(super) fn is_passed(&self, survey: &Survey, worker: &Worker<W>) -> bool {
        let Some(stoppers) = &survey.stoppers[worker.piece.kind() as usize] else { return false };
        let stoppers = CellSet::of_words(&stoppers[worker.cell.index()]);
        !stoppers.intersects(&self.pawns[1 - worker.piece.seat() as usize])
    }
}
