//! Enemy pieces that a pawn attacks, by the piece that is attacked.

use super::{Entry, Scope, Tally, Term};
use crate::eval::scene::Scene;

pub(super) const TERM: Term = Term {
    name: "threat",
    scope: Scope::Symbols(|survey, kind| {
        let piece = survey.piece(kind);
        survey.is_duel() && !piece.royal && piece.pawn.is_none()
    }),
    derived: |_, _| [0.0; 2],
    placed: None,
};

#[inline]
pub(super) fn tally<const W: usize, T: Tally>(scene: &Scene<W>, entry: &mut Entry<'_, T>) {
    for worker in &scene.workers {
        let enemy = 1 - worker.piece.seat() as usize;
        if scene.by_pawns[enemy].contains(worker.cell) {
            entry.add(enemy as u8, worker.piece.kind().into(), 1);
        }
    }
}
