//! The number of pieces, pawns left out, that attack cells around the enemy King: together they are
//! worth more than one by one.

use super::{Entry, Scope, Tally, Term};
use crate::eval::scene::Scene;

const NAMES: [&str; 7] = ["2", "3", "4", "5", "6", "7", "8"];

pub(super) const TERM: Term = Term {
    name: "assault",
    scope: Scope::Names(&NAMES),
    derived: |_, _| [0.0; 2],
    placed: None,
};

#[inline]
pub(super) fn tally<const W: usize, T: Tally>(scene: &Scene<W>, entry: &mut Entry<'_, T>) {
    let mut counts = [0; 2];
    for worker in &scene.workers {
        let seat = worker.piece.seat() as usize;
        let is_pawn = scene.pawns[seat].contains(worker.cell);
        counts[seat] += usize::from(!is_pawn && worker.attacks.intersects(&scene.rings[1 - seat]));
    }
    for (seat, count) in counts.into_iter().enumerate() {
        if let Some(slot) = count.min(NAMES.len() + 1).checked_sub(2) {
            entry.add(seat as u8, slot, 1);
        }
    }
}
