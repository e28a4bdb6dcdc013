//! How expectations agree with results, and how far from even draws reach.

use super::dataset::Dataset;
use super::model::differences;
use crate::eval::share;
use rayon::prelude::*;

/// Pairs of which a side was expected to come out ahead with a share within one tenth.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Tenth {
    /// How many.
    pub pairs: usize,
    /// The mean of what was expected, from 0 to 1; 0 without any.
    pub expected: f64,
    /// The mean result, from 0 to 1; 0 without any.
    pub result: f64,
}

/// The differences and results of all pairs whose result is known.
fn outcomes(data: &Dataset, values: &[[f64; 2]]) -> Vec<(f64, f64)> {
    let of_sample = |sample| {
        let pairs = differences(data, sample, values);
        pairs.map(|(pair, difference)| (difference, f64::from(data.results[pair])))
    };
    let all: Vec<Vec<_>> = data.samples.par_iter().map(|s| of_sample(s).collect()).collect();
    all.into_iter().flatten().filter(|outcome| !outcome.1.is_nan()).collect()
}

/// Expectations by tenths, least first.
pub(super) fn tenths(data: &Dataset, values: &[[f64; 2]]) -> [Tenth; 10] {
    let mut tenths = [Tenth::default(); 10];
    for (difference, result) in outcomes(data, values) {
        let expected = share(difference);
        let tenth = &mut tenths[((expected * 10.0) as usize).min(9)];
        tenth.pairs += 1;
        tenth.expected += expected;
        tenth.result += result;
    }
    for tenth in &mut tenths {
        tenth.expected /= tenth.pairs.max(1) as f64;
        tenth.result /= tenth.pairs.max(1) as f64;
    }
    tenths
}

/// No draw margin is greater, in hundredths of a pawn.
const WIDEST: f64 = 1000.0;

/// The draw margin, in hundredths of a pawn, with which wins, draws and losses as in
/// [`crate::eval::win_draw_loss`] explain results best; none without results.
pub(super) fn draw_margin(data: &Dataset, values: &[[f64; 2]]) -> Option<f64> {
    let outcomes = outcomes(data, values);
    let error = |margin: f64| -> f64 {
        let of_one = |&(difference, result): &(f64, f64)| {
            let (win, loss) = (share(difference - margin), share(-difference - margin));
            let seen = if result > 0.75 {
                win
            } else if result < 0.25 {
                loss
            } else {
                1.0 - win - loss
            };
            -seen.max(1e-9).ln()
        };
        outcomes.iter().map(of_one).sum()
    };
    if outcomes.is_empty() {
        return None;
    }
    Some(golden(0.0, WIDEST, 0.05, error))
}

/// Where a function with one valley is least, within a tolerance (golden section search).
pub(super) fn golden(
    mut low: f64,
    mut high: f64,
    tolerance: f64,
    function: impl Fn(f64) -> f64,
) -> f64 {
    let ratio = (5f64.sqrt() - 1.0) / 2.0;
    while high - low > tolerance {
        let (a, b) = (high - ratio * (high - low), low + ratio * (high - low));
        if function(a) <= function(b) { high = b } else { low = a }
    }
    (low + high) / 2.0
}
