//! What a position is worth, seat by seat.
//!
//! Owns: weights (files, embedded files, tables), the strength of every seat, followed move by move
//! where it can be, and the view that one side of a two-sided search takes of it. Invariants: a
//! seat's strength is linear in the weights, and [`Trace`] says how; weights never change, so a
//! search keeps those it began with; a [`Strength`] that has heard of every move equals one
//! computed afresh. Must not know: search.

mod expectation;
mod family;
mod file;
mod library;
mod listing;
mod mobility;
pub mod network;
mod pursuit;
mod scene;
mod sheet;
mod strength;
mod survey;
mod tapered;
mod terms;
mod trace;
mod weights;

pub use expectation::{DECADE, expectation, share, win_draw_loss};
pub use family::family;
pub use file::{WeightFile, WeightFileError};
pub use library::{EvalFile, Library, embedded, embedded_network};
pub use listing::listing;
pub use sheet::Sheet;
pub use strength::Strength;
pub use tapered::FULL_PHASE;
pub use trace::Trace;
pub use weights::Weights;

use crate::position::Position;
use crate::variant::Seat;

/// What each player who fell before is worth to a survivor: a place that is safe.
const PLACE: i32 = 500;

/// How much the strongest opponent counts against the mean of all, in percent.
const STRONGEST_SHARE: i32 = 50;

/// The seats that one side of a two-sided search counts as its own, a bit per seat.
pub type Side = u8;

/// The value of a position to a side, in hundredths of a pawn.
///
/// In games for two and in team games it is the difference of the sides. For a seat alone
/// against several it is its strength less a mean of the opponents' strengths in which the
/// strongest counts more, plus what the safe places behind the fallen are worth; so a survivor
/// whose opponents are as strong as itself has the value of a draw, [`draw_value`].
#[must_use]
pub fn evaluate<const W: usize>(position: &Position<W>, strength: &Strength, side: Side) -> i32 {
    if let Some(value) = strength.judged(position) {
        let ours = if side >> position.turn() & 1 != 0 { value } else { -value };
        let (seats, distances) =
            (strength.placed(position), &strength.weights().survey().distances);
        return ours + pursuit::pursuit(position, &seats, distances, side);
    }
    let alive = position.alive();
    let seats = strength.seats(position);
    let (mut ours, mut theirs, mut strongest, mut opponents) = (0, 0, i32::MIN, 0);
    for seat in 0..position.tables().variant.seats() as Seat {
        let value = seats[seat as usize];
        if side >> seat & 1 != 0 {
            ours += value;
        } else if alive >> seat & 1 != 0 {
            theirs += value;
            strongest = strongest.max(value);
            opponents += 1;
        }
    }
    let against = if side.count_ones() == 1 && opponents > 1 {
        (strongest * STRONGEST_SHARE + theirs / opponents * (100 - STRONGEST_SHARE)) / 100
    } else {
        theirs
    };
    let distances = &strength.weights().survey().distances;
    let hunt = pursuit::pursuit(position, &seats, distances, side);
    ours - against + hunt + draw_value(position, side)
}

/// The value to a side of a game that is drawn between the survivors here: never simply zero
/// in a game for many, where some places may be safe already.
#[must_use]
pub fn draw_value<const W: usize>(position: &Position<W>, side: Side) -> i32 {
    let n = position.tables().variant.seats() as u32;
    if n == 2 || side.count_ones() > 1 || position.alive() & side == 0 {
        return 0;
    }
    PLACE * (n - position.survivors()) as i32
}
