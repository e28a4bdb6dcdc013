//! Own pawns around the King.

use super::{Entry, Scope, Tally, Term};
use crate::eval::scene::Scene;

pub(super) const TERM: Term = Term {
    name: "shelter",
    scope: Scope::Names(&["1", "2", "3"]),
    derived: |_, _| [0.0; 2],
    placed: None,
};

#[inline]
pub(super) fn tally<const W: usize, T: Tally>(scene: &Scene<W>, entry: &mut Entry<'_, T>) {
    for seat in 0..2 {
        let near = (scene.pawns[seat] & scene.rings[seat]).count();
        if let Some(slot) = near.min(3).checked_sub(1) {
            entry.add(seat as u8, slot, 1);
        }
    }
}
