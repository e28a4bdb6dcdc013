//! Pieces that own pawns protect: pawns, and others.

use super::{Entry, Scope, Tally, Term};
use crate::eval::scene::Scene;

pub(super) const TERM: Term = Term {
    name: "chain",
    scope: Scope::Names(&["pawns", "pieces"]),
    derived: |_, _| [0.0; 2],
    placed: None,
};

#[inline]
pub(super) fn tally<const W: usize, T: Tally>(scene: &Scene<W>, entry: &mut Entry<'_, T>) {
    for seat in 0..2 {
        let protected = scene.by_pawns[seat] & scene.own[seat];
        let pawns = (protected & scene.pawns[seat]).count();
        entry.add(seat as u8, 0, pawns as i32);
        entry.add(seat as u8, 1, (protected.count() - pawns) as i32);
    }
}
