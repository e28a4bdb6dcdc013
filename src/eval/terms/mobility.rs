//! The cells that a piece attacks, but for those with an own piece and those an enemy pawn attacks.

use super::{Entry, Scope, Tally, Term};
use crate::eval::scene::Scene;

pub(super) const TERM: Term = Term {
    name: "mobility",
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
        let seat = worker.piece.seat() as usize;
        let free = worker.attacks & !(scene.own[seat] | scene.by_pawns[1 - seat]);
        entry.add(seat as u8, worker.piece.kind().into(), free.count() as i32);
    }
}
