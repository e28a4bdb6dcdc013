//! Enemy pieces that are attacked and not protected, by the piece.

use super::{Entry, Scope, Tally, Term};
use crate::eval::scene::Scene;

pub(super) const TERM: Term = Term {
    name: "hanging",
    scope: Scope::Symbols(|survey, kind| survey.is_duel() && !survey.piece(kind).royal),
    derived: |_, _| [0.0; 2],
    placed: None,
};

#[inline]
pub(super) fn tally<const W: usize, T: Tally>(scene: &Scene<W>, entry: &mut Entry<'_, T>) {
    for worker in &scene.workers {
        let seat = worker.piece.seat() as usize;
        let enemy = 1 - seat;
        if scene.attacked[enemy].contains(worker.cell)
            && !scene.attacked[seat].contains(worker.cell)
        {
            entry.add(enemy as u8, worker.piece.kind().into(), 1);
        }
    }
}
