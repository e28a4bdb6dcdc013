//! The best ordered moves of an opponent who does not reply freely (BRS+).
//!
//! They are a part of what a position is worth, so they must depend on nothing but the position: not
//! on histories or the table. A capture that gains by exchange comes first, the greatest gain
//! before all; then the move that improves the mover's own placement most.

use super::super::exchange::gains_at_least;
use super::super::picker::{Ranked, is_noisy, material_gain};
use crate::eval::Strength;
use crate::position::{Move, Position};
use smallvec::SmallVec;

/// A capture that does not lose material is worth so much more than a quiet move, in hundredths of
/// a pawn.
const CAPTURE: i32 = 10_000;

/// The `count` best ordered of some moves, in compact form; equal ones in the order of generation.
pub(super) fn best<const W: usize>(
    position: &Position<W>,
    strength: &Strength<'_>,
    moves: &[Ranked],
    count: usize,
) -> SmallVec<[u32; 4]> {
    let mut found: SmallVec<[(i32, u32); 5]> = SmallVec::new();
    for &Ranked { mv, .. } in moves {
        let worth = worth(position, strength, mv);
        if found.len() == count && found.last().is_some_and(|&(least, _)| least >= worth) {
            continue;
        }
        let at = found.iter().position(|&(w, _)| w < worth).unwrap_or(found.len());
        found.insert(at, (worth, mv.compact()));
        found.truncate(count);
    }
    found.into_iter().map(|(_, compact)| compact).collect()
}

fn worth<const W: usize>(position: &Position<W>, strength: &Strength<'_>, mv: Move) -> i32 {
    let placed = strength.improvement(position, mv);
    if !is_noisy(position, mv) {
        return placed;
    }
    let gain = material_gain(position, strength.weights(), mv);
    // Everyone else may recapture.
    let own = 1 << position.turn();
    if gains_at_least(position, strength.weights(), mv, 1, own) {
        CAPTURE + gain * 8 + placed
    } else {
        placed - CAPTURE
    }
}
