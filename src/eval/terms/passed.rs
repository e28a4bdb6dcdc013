//! Pawns that no enemy pawn can stop, by how far they have come; and those among them whose next
//! cells are neither occupied nor attacked by the enemy.

use super::{Entry, Scope, Tally, Term};
use crate::eval::scene::Scene;
use crate::eval::survey::Survey;
use crate::geometry::CellSet;

/// Sixths of the way, then those whose way is free.
const NAMES: [&str; 13] = [
    "0", "1", "2", "3", "4", "5", "6", "free0", "free1", "free2", "free3", "free4", "free5",
];
const FREE: usize = 7;

pub(super) const TERM: Term = Term {
    name: "passed",
    scope: Scope::Names(&NAMES),
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
        let (seat, kind) = (worker.piece.seat(), worker.piece.kind() as usize);
        let Some(way) = &survey.way[kind] else { continue };
        if !scene.is_passed(survey, worker) {
            continue;
        }
        let done = (way[worker.cell.index()] * (FREE - 1) as f64).round() as usize;
        entry.add(seat, done, 1);
        let Some(paths) = &survey.paths[kind] else { continue };
        let path = CellSet::of_words(&paths[worker.cell.index()]);
        let enemy = 1 - seat as usize;
        let obstacles = scene.own[0] | scene.own[1] | scene.attacked[enemy];
        if !path.intersects(&obstacles) {
            entry.add(seat, FREE + done.min(NAMES.len() - FREE - 1), 1);
        }
    }
}
