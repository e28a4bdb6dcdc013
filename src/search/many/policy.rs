//! The best ordered moves of an opponent who does not reply freely (BRS+).
//!
//! They are a part of what a position is worth, so they must depend on nothing but the position: not
//! on histories or the table. A capture that gains by exchange comes first, the greatest gain
//! before all; then the quiet move that improves the mover's own placement most; captures that gain
//! nothing come last.

use super::super::exchange::gains_at_least;
use super::super::picker::{Ranked, is_noisy, material_gain};
use crate::eval::Strength;
use crate::position::{Move, Position};
use smallvec::SmallVec;

/// The `count` best ordered of some moves, in compact form; equal ones in the order of generation.
pub(super) fn best<const W: usize>(
    position: &Position<W>,
    strength: &Strength<'_>,
    moves: &[Ranked],
    count: usize,
) -> SmallVec<[u32; 4]> {
    let mut captures: SmallVec<[Offered; 32]> = SmallVec::new();
    let mut quiet = Best::new(count);
    for (number, &Ranked { mv, .. }) in moves.iter().enumerate() {
        let placed = strength.improvement(position, mv);
        if is_noisy(position, mv) {
            let gain = material_gain(position, strength.weights(), mv);
            captures.push(Offered { promise: gain * 8 + placed, number, placed, mv });
        } else {
            quiet.offer(placed, mv);
        }
    }
    // Exchanges are played out from the greatest gain on, until enough of them are good.
    captures.sort_unstable_by_key(|c| (-c.promise, c.number));
    // Everyone else may recapture.
    let own = 1 << position.turn();
    let mut found: SmallVec<[u32; 4]> = SmallVec::new();
    let mut bad = Best::new(count);
    for &Offered { placed, mv, .. } in &captures {
        if found.len() == count {
            return found;
        }
        if gains_at_least(position, strength.weights(), mv, 1, own) {
            found.push(mv.compact());
        } else {
            bad.offer(placed, mv);
        }
    }
    let rest = quiet.moves().chain(bad.moves()).take(count - found.len());
    found.extend(rest);
    found
}

/// A capture or promotion before its exchange is played out.
struct Offered {
    /// What it is worth if it loses nothing.
    promise: i32,
    number: usize,
    placed: i32,
    mv: Move,
}

/// The best of the moves offered, the best first; of equal ones those offered earlier.
struct Best {
    count: usize,
    found: SmallVec<[(i32, u32); 5]>,
}

impl Best {
    fn new(count: usize) -> Best {
        Best { count, found: SmallVec::new() }
    }

    fn offer(&mut self, worth: i32, mv: Move) {
        let found = &mut self.found;
        if found.len() == self.count && found.last().is_some_and(|&(least, _)| least >= worth) {
            return;
        }
        let at = found.iter().position(|&(w, _)| w < worth).unwrap_or(found.len());
        found.insert(at, (worth, mv.compact()));
        found.truncate(self.count);
    }

    fn moves(&self) -> impl Iterator<Item = u32> + '_ {
        self.found.iter().map(|&(_, compact)| compact)
    }
}
