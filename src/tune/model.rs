//! The model: of two sides whose strengths differ by D hundredths of a pawn the first comes out
//! ahead with the share [`crate::eval::share`] of D; its error is the cross entropy of targets.
//!
//! Sums run over chunks of a fixed size, one after the other, so that they are the same whatever
//! the number of threads.

use super::dataset::{Dataset, Sample, pairs};
use crate::eval::DECADE;
use rayon::prelude::*;

/// Positions in a chunk.
const CHUNK: usize = 1024;

/// Weights by number, middle game and endgame, in hundredths of a pawn.
pub(super) type Values = Vec<[f64; 2]>;

/// What turns hundredths of a pawn into natural logarithms of odds.
pub(super) const LOG_ODDS: f64 = std::f64::consts::LN_10 / DECADE;

/// The strength that a row has with some weights.
fn strength(row: &[(u16, f32)], phase: f64, values: &[[f64; 2]]) -> f64 {
    row.iter()
        .map(|&(weight, times)| {
            let [middle, end] = values[usize::from(weight)];
            f64::from(times) * (phase * middle + (1.0 - phase) * end)
        })
        .sum()
}

/// The difference of every pair of a position whose target is known, with the pair's number.
pub(super) fn differences(
    data: &Dataset,
    sample: &Sample,
    values: &[[f64; 2]],
) -> impl Iterator<Item = (usize, f64)> {
    let phase = f64::from(sample.phase);
    let strengths: Vec<f64> = data.rows(sample).map(|row| strength(row, phase, values)).collect();
    let first = sample.first_pair as usize;
    let of_pairs = pairs(strengths.len()).enumerate();
    of_pairs.map(move |(i, (a, b))| (first + i, strengths[a] - b.map_or(0.0, |b| strengths[b])))
}

/// ln(1 + e^x).
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

/// The mean error of all pairs in natural units; 0 without any.
pub(super) fn error(data: &Dataset, values: &[[f64; 2]]) -> f64 {
    let of_chunk = |chunk: &[Sample]| -> f64 {
        let pairs = chunk.iter().flat_map(|sample| differences(data, sample, values));
        let of_pair = |(pair, difference): (usize, f64)| {
            let target = f64::from(data.targets[pair]);
            let odds = difference * LOG_ODDS;
            if target.is_nan() { 0.0 } else { softplus(odds) - target * odds }
        };
        pairs.map(of_pair).sum()
    };
    let chunks: Vec<f64> = data.samples.par_chunks(CHUNK).map(of_chunk).collect();
    chunks.iter().sum::<f64>() / data.tally.pairs.max(1) as f64
}

/// The mean error of all pairs, as [`error`], and its gradient by the weights.
pub(super) fn gradient(data: &Dataset, values: &[[f64; 2]]) -> (f64, Values) {
    let of_chunk = |chunk: &[Sample]| {
        let mut errors = 0.0;
        let mut sum = vec![[0.0; 2]; values.len()];
        let mut pull = Vec::new();
        for sample in chunk {
            let rows = data.rows(sample);
            pull.clear();
            pull.resize(rows.len(), 0.0);
            let of_pairs = pairs(rows.len()).zip(differences(data, sample, values));
            for ((a, b), (pair, difference)) in of_pairs {
                let target = f64::from(data.targets[pair]);
                if target.is_nan() {
                    continue;
                }
                let odds = difference * LOG_ODDS;
                errors += softplus(odds) - target * odds;
                let slope = 1.0 / (1.0 + (-odds).exp()) - target;
                pull[a] += slope;
                if let Some(b) = b {
                    pull[b] -= slope;
                }
            }
            let phase = f64::from(sample.phase);
            for (row, pull) in rows.zip(&pull) {
                for &(weight, times) in row {
                    let slope = pull * f64::from(times);
                    let [middle, end] = &mut sum[usize::from(weight)];
                    *middle += slope * phase;
                    *end += slope * (1.0 - phase);
                }
            }
        }
        (errors, sum)
    };
    let chunks: Vec<(f64, Values)> = data.samples.par_chunks(CHUNK).map(of_chunk).collect();
    let share = 1.0 / data.tally.pairs.max(1) as f64;
    let mut errors = 0.0;
    let mut total = vec![[0.0; 2]; values.len()];
    for (error, slopes) in chunks {
        errors += error;
        for (total, part) in total.iter_mut().zip(slopes) {
            let part = part.map(|slope| slope * LOG_ODDS * share);
            *total = [total[0] + part[0], total[1] + part[1]];
        }
    }
    (errors * share, total)
}
