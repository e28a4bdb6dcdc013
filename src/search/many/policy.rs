//! The best ordered moves of an opponent who does not reply freely (BRS+).
//!
//! They are a part of what a position is worth, so they must depend on nothing but the position: not
//! on histories or the table. A capture that gains by exchange comes first, the greatest gain
//! before all; then the quiet move that improves the mover's own placement most; captures that gain
//! nothing come last.

use super::super::exchange::gains_at_least;
use super::super::picker::{is_noisy, material_gain};
use crate::eval::{Placement, Strength};
use crate::geometry::{Cell, CellSet};
use crate::position::{Move, MoveSink, Position, Scope};
use smallvec::SmallVec;

/// The `count` best ordered legal moves; equal ones in the order of generation.
pub(super) fn best<const W: usize>(
    position: &Position<W>,
    strength: &Strength<'_>,
    count: usize,
) -> SmallVec<[Move; 4]> {
    let weights = strength.weights();
    let mut offers = Offers {
        position,
        placement: strength.placement(position),
        captures: SmallVec::new(),
        quiet: Best::new(count),
    };
    position.generate(Scope::All, &mut offers);
    let Offers { placement, mut captures, quiet, .. } = offers;
    for (number, offered) in captures.iter_mut().enumerate() {
        offered.placed = placement.improvement(offered.mv);
        offered.promise = material_gain(position, weights, offered.mv) * 8 + offered.placed;
        offered.number = number;
    }
    // Exchanges are played out from the greatest gain on, until enough of them are good.
    captures.sort_unstable_by_key(|c| (-c.promise, c.number));
    // Everyone else may recapture.
    let own = 1 << position.turn();
    let mut found: SmallVec<[Move; 4]> = SmallVec::new();
    let mut bad = Best::new(count);
    for &Offered { placed, mv, .. } in &captures {
        if found.len() == count {
            return found;
        }
        if gains_at_least(position, weights, mv, 1, own) {
            found.push(mv);
        } else {
            bad.offer(placed, mv);
        }
    }
    let rest = quiet.moves().chain(bad.moves()).take(count - found.len());
    found.extend(rest);
    found
}

/// Takes moves without making a list of the quiet ones, which are many.
struct Offers<'p, const W: usize> {
    position: &'p Position<W>,
    placement: Placement<'p, W>,
    captures: SmallVec<[Offered; 32]>,
    quiet: Best,
}

impl<const W: usize> MoveSink<W> for Offers<'_, W> {
    #[inline]
    fn targets(&mut self, from: Cell, targets: CellSet<W>) {
        let occupied = self.position.occupied();
        for to in targets & occupied {
            self.captures.push(Offered::of(Move::new(from, to)));
        }
        for (to, placed) in self.placement.improvements(from, targets & !occupied) {
            self.quiet.offer(placed, Move::new(from, to));
        }
    }

    #[inline]
    fn one(&mut self, mv: Move) {
        if is_noisy(self.position, mv) {
            self.captures.push(Offered::of(mv));
        } else {
            self.quiet.offer(self.placement.improvement(mv), mv);
        }
    }
}

/// A capture or promotion before its exchange is played out.
struct Offered {
    /// What it is worth if it loses nothing.
    promise: i32,
    number: usize,
    placed: i32,
    mv: Move,
}

impl Offered {
    /// A move of which nothing is known yet.
    fn of(mv: Move) -> Offered {
        Offered { promise: 0, number: 0, placed: 0, mv }
    }
}

/// The best of the moves offered, the best first; of equal ones those offered earlier.
struct Best {
    count: usize,
    found: SmallVec<[(i32, Move); 5]>,
    /// What a move must be worth more than to be one of them.
    bar: i32,
}

impl Best {
    fn new(count: usize) -> Best {
        Best { count, found: SmallVec::new(), bar: i32::MIN }
    }

    #[inline]
    fn offer(&mut self, worth: i32, mv: Move) {
        if worth > self.bar {
            self.take(worth, mv);
        }
    }

    fn take(&mut self, worth: i32, mv: Move) {
        let found = &mut self.found;
        let at = found.iter().position(|&(w, _)| w < worth).unwrap_or(found.len());
        found.insert(at, (worth, mv));
        found.truncate(self.count);
        if found.len() == self.count {
            self.bar = found.last().map_or(i32::MIN, |&(least, _)| least);
        }
    }

    fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.found.iter().map(|&(_, mv)| mv)
    }
}
