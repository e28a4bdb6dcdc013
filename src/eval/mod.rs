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
mod force;
mod library;
mod listing;
mod mobility;
pub mod network;
pub mod outlook;
mod pursuit;
mod scene;
mod sheet;
mod strength;
mod survey;
mod tapered;
mod terms;
mod trace;
mod weights;

pub use expectation::{DECADE, expectation, score_of_share, share, win_draw_loss};
pub use family::{family, is_of_family, network_family};
pub use file::{WeightFile, WeightFileError};
pub use library::{EvalFile, EvalFileError, Library, embedded, embedded_network};
pub use listing::listing;
pub use sheet::Sheet;
pub use strength::{Placement, Strength, StrengthMemory};
pub use tapered::FULL_PHASE;
pub use terms::is_on_cell;
pub use trace::Trace;
pub use weights::Weights;

use crate::position::Position;
use crate::variant::{MAX_SEATS, Seats};

/// What each player who fell before is worth to a survivor: a place that is safe.
const PLACE: i32 = 2000;

/// The most that an opponent left behind, or ahead, by any distance counts: a place gained is a
/// place, whoever far behind it was taken from. Half of it is reached at the same distance.
const FAR: i32 = 4000;

/// The seats that one side of a two-sided search counts as its own.
pub type Side = Seats;

/// The value of a position to a side, in hundredths of a pawn.
///
/// In games for two and in team games it is the difference of the sides. For a seat alone in a
/// game for many it is the mean of its distances to the living opponents, each with diminishing
/// returns (so that the one to weaken is who is near or ahead, not who is far behind), plus what
/// the safe places behind the fallen are worth; so a survivor whose opponents are as strong as
/// itself has the value of a draw, [`draw_value`]. Strengths count as far as games can be won with them
/// ([`Strength::prospects`]). Where the game is played with a network, that judges instead, but not of
/// what is known to checkmate a bare King, or not to: networks know how often weak players did, terms and
/// pursuit how to.
#[must_use]
pub fn evaluate<const W: usize>(position: &Position<W>, strength: &Strength, side: Side) -> i32 {
    if let Some(value) = strength.judged(position) {
        return if side >> position.turn() & 1 != 0 { value } else { -value };
    }
    let alive = position.alive();
    let seats = strength.prospects(position);
    let n = position.tables().variant.seats();
    let of = |seat: usize| side >> seat & 1 != 0;
    let ours: i32 = (0..n).filter(|&seat| of(seat)).map(|seat| seats[seat]).sum();
    let opponents = (0..n).filter(|&seat| !of(seat) && alive >> seat & 1 != 0);
    let ahead = if n > 2 && side.count_ones() == 1 {
        let count = opponents.clone().count().max(1) as i32;
        opponents.map(|seat| diminished(ours - seats[seat])).sum::<i32>() / count
    } else {
        ours - opponents.map(|seat| seats[seat]).sum::<i32>()
    };
    let hunt = pursuit::pursuit(position, strength, &seats, side);
    ahead + hunt + draw_value(position, side)
}

/// How much [`evaluate`] grows with the strength of every seat, by terms and as long as nobody is
/// helpless or hunted: what to learn weights by.
#[must_use]
pub fn slopes<const W: usize>(
    position: &Position<W>,
    strength: &Strength,
    side: Side,
) -> [f64; MAX_SEATS] {
    let n = position.tables().variant.seats();
    let of = |seat: usize| side >> seat & 1 != 0;
    let mut slopes = [0.0; MAX_SEATS];
    if n == 2 || side.count_ones() > 1 {
        (0..n).for_each(|seat| slopes[seat] = if of(seat) { 1.0 } else { -1.0 });
        return slopes;
    }
    let seats = strength.seats(position);
    let alive = |seat: usize| position.alive() >> seat & 1 != 0;
    let opponents = || (0..n).filter(|&seat| !of(seat) && alive(seat));
    let Some(own) = (0..n).find(|&seat| of(seat)) else { return slopes };
    for seat in opponents() {
        let distance = f64::from((seats[own] - seats[seat]).abs());
        let far = f64::from(FAR);
        let slope = (far / (far + distance)).powi(2) / opponents().count() as f64;
        slopes[own] += slope;
        slopes[seat] -= slope;
    }
    slopes
}

/// A distance with diminishing returns, within [`FAR`] of zero.
fn diminished(distance: i32) -> i32 {
    FAR * distance / (FAR + distance.abs())
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
