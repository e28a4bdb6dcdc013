//! The cells around the enemy King that a piece attacks.

use super::{Entry, Scope, Tally, Term};
use crate::eval::scene::Scene;

pub(super) const TERM: Term = Term {
    name: "siege",
    scope: Scope::Symbols(|survey, kind| survey.is_duel() && !survey.piece(kind).royal),
    derived: |_, _| [0.0; 2],
    placed: None,
};

#[inline]
pub(super) fn tally<const W: usize, T: Tally>(scene: &Scene<W>, entry: &mut Entry<'_, T>) {
    for worker in &scene.workers {
        let seat = worker.piece.seat() as usize;
        let near = worker.attacks & scene.rings[1 - seat];
        if !near.is_empty() {
            entry.add(seat as u8, worker.piece.kind().into(), near.count() as i32);
        }
    }
}
