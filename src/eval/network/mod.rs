//! A small network that judges games for two: which side is ahead, from what stands where.
//!
//! A player's *view* of a board is a list of features, one for every piece: whose it is, what it is
//! and where it stands, the board turned so that the player looks up it, and reflected so that
//! their King stands in the left half. What a feature adds depends on the zone in which that King
//! stands. A layer of weights turns either view into
//! numbers (256 for boards of 8x8), which are sums over features and so follow the board piece by piece; a
//! second layer, one of several by how full the board is, turns both into the expectation of the
//! player to move. (Efficiently updatable networks: Yu Nasu 2018; perspectives and reflection as
//! common in chess engines since Stockfish 12.)
//!
//! Owns: parameters, their file, features, and the sums. Invariants: whole numbers throughout, so
//! that sums followed move by move equal sums made afresh. Must not know: how parameters
//! are found (`tune`).

mod file;
mod shape;
mod sums;

pub use file::{NetworkError, NetworkFile};
pub use shape::{NetworkShape, Standpoint, Views};
pub(super) use sums::{Remembered, Sums};

use super::DECADE;
use crate::variant::{Tables, Variant};
use bytemuck::allocation::zeroed_slice_box;
use bytemuck::{Pod, Zeroable, cast_slice, cast_slice_mut};
use std::sync::Arc;

/// The most numbers that either player's view is turned into.
pub const MOST_HIDDEN: usize = 256;
/// Their number is a multiple of this.
pub const HIDDEN_STEP: usize = 32;
/// Whether a network may turn a view into so many numbers.
#[must_use]
pub fn is_hidden(number: usize) -> bool {
    (1..=MOST_HIDDEN).contains(&number) && number.is_multiple_of(HIDDEN_STEP)
}

/// Output layers: by the number of pieces on the board.
pub const BUCKETS: usize = 8;
/// What stands for 1 in the sums.
pub const ONE_HIDDEN: i32 = 255;
/// What stands for 1 in the weights of the output.
pub const ONE_OUTPUT: i32 = 64;

/// The output is a natural logarithm of odds, [`DECADE`] belongs to odds of ten to one: 1000 ln 10.
const LN_10_IN_THOUSANDTHS: i64 = 2303;

/// The parameters of a network in whole numbers, for all games of a family.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameters {
    /// Numbers that either player's view is turned into; see [`is_hidden`].
    pub hidden: usize,
    /// By feature, `hidden` numbers each: what it adds to the sums; [`ONE_HIDDEN`] is 1.
    pub features: Vec<i16>,
    /// Where sums begin, `hidden` numbers.
    pub bias: Vec<i16>,
    /// By bucket: `hidden` weights of the view of the player to move, then as many of the other;
    /// [`ONE_OUTPUT`] is 1.
    pub output: Vec<i16>,
    /// By bucket: where the output begins; `ONE_HIDDEN * ONE_OUTPUT` is 1.
    pub output_bias: Vec<i32>,
}

impl Parameters {
    /// What a feature adds to the sums.
    #[inline]
    #[must_use]
    pub fn feature(&self, feature: usize) -> &[i16] {
        &self.features[feature * self.hidden..][..self.hidden]
    }
}

/// As many numbers as fill a cache line.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C, align(64))]
struct Line([i16; HIDDEN_STEP]);

/// Numbers in memory that begins with a cache line, so that no step of a loop over them touches two.
fn aligned(numbers: &[i16]) -> Box<[Line]> {
    let mut lines = zeroed_slice_box(numbers.len().div_ceil(HIDDEN_STEP));
    cast_slice_mut::<Line, i16>(&mut lines)[..numbers.len()].copy_from_slice(numbers);
    lines
}

/// A network at work in one game.
#[derive(Debug)]
pub(super) struct Network {
    parameters: Arc<Parameters>,
    /// The features and the output of the parameters.
    features: Box<[Line]>,
    output: Box<[Line]>,
    views: Views,
    /// The most pieces that a full board has, for the choice of a bucket.
    pieces: usize,
    /// The kinds of Kings, a bit each.
    royal: u64,
}

impl Network {
    /// A network for a game, if the file knows all its pieces.
    pub(super) fn new<const W: usize>(tables: &Tables<W>, file: &NetworkFile) -> Option<Network> {
        let views = Views::new(tables.variant, &file.shape)?;
        let pieces = pieces_at_start(tables.variant);
        let parameters = Arc::clone(&file.parameters);
        let [features, output] = [&parameters.features, &parameters.output].map(|all| aligned(all));
        Some(Network { parameters, features, output, views, pieces, royal: tables.royal })
    }

    /// The numbers that either view is turned into.
    #[inline]
    fn hidden(&self) -> usize {
        self.parameters.hidden
    }

    /// What a feature adds to the sums.
    #[inline]
    fn feature(&self, feature: usize) -> &[i16] {
        let lines = self.hidden() / HIDDEN_STEP;
        cast_slice(&self.features[feature * lines..][..lines])
    }

    /// The expectation of the player to move, in hundredths of a pawn on the scale of
    /// [`super::share`], by the sums of both views and the number of pieces on the board.
    #[inline]
    pub(super) fn value(&self, [own, other]: [&[i16]; 2], pieces: usize) -> i32 {
        let bucket = bucket(pieces, self.pieces);
        let lines = self.hidden() / HIDDEN_STEP;
        let (ours, theirs) = self.output[2 * bucket * lines..][..2 * lines].split_at(lines);
        // Either sum nearly fills 32 bits if all numbers are as great as a file may have them.
        let sum = i64::from(squared(own, cast_slice(ours)))
            + i64::from(squared(other, cast_slice(theirs)));
        let unit = i64::from(ONE_HIDDEN * ONE_OUTPUT);
        let bias = i64::from(self.parameters.output_bias[bucket]);
        let value = sum / i64::from(ONE_HIDDEN) + bias;
        (value * (DECADE as i64) * 1000 / (unit * LN_10_IN_THOUSANDTHS)) as i32
    }
}

/// The output layer for a number of pieces on a board that begins with `full`.
#[must_use]
pub fn bucket(pieces: usize, full: usize) -> usize {
    (pieces.saturating_sub(1) * BUCKETS / full.max(1)).min(BUCKETS - 1)
}

/// The number of pieces at the start of a game.
#[must_use]
pub fn pieces_at_start(variant: &Variant) -> usize {
    let placement = variant.start.split_whitespace().next().unwrap_or("");
    placement.chars().filter(|c| c.is_ascii_alphabetic()).count()
}

/// The weighted sum of the squares of a layer cut off at 0 and 1.
#[inline]
fn squared(layer: &[i16], weights: &[i16]) -> i32 {
    let mut sum = 0;
    for (&value, &weight) in layer.iter().zip(weights) {
        let value = value.clamp(0, ONE_HIDDEN as i16);
        // Output weights are within 127, so the product fits.
        sum += i32::from(value * weight) * i32::from(value);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_begin_with_a_cache_line_and_stay_as_they_are() {
        for length in [0, 1, HIDDEN_STEP, 5 * HIDDEN_STEP + 3] {
            let numbers: Vec<i16> = (0..length as i16).map(|n| n - 7).collect();
            let lines = aligned(&numbers);
            assert_eq!(cast_slice::<Line, i16>(&lines)[..length], numbers);
            assert!(lines.as_ptr().addr().is_multiple_of(64));
        }
    }
}
