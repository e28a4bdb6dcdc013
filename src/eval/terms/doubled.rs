//! Pawns with an own pawn on their way.

use super::{Entry, Scope, Tally, Term};
use crate::eval::scene::Scene;
use crate::eval::survey::Survey;
use crate::geometry::CellSet;

pub(super) const TERM: Term = Term {
    name: "doubled",
    scope: Scope::Names(&[""]),
    derived: |_, _| [0.0; 2],
    placed: None,
};

#[inline]
pub(super) fn tally<const W: usize, T: Tally>(
    scene: &Scene<W>,
    survey: &Survey,
    entry: &mut Entry<'_, T>,
) {
    for worker in &scene.workers {
        let Some(paths) = &survey.paths[worker.piece.kind() as usize] else { continue };
        let path = CellSet::of_words(&paths[worker.cell.index()]);
        let seat = worker.piece.seat();
        if path.intersects(&scene.pawns[seat as usize]) {
            entry.add(seat, 0, 1);
        }
    }
}
