//! Positions as the fit sees them: how often each weight counts for each side, and which side
//! came out ahead.

use crate::arena::record::{ADJUDICATION, GameRecord, ahead};
use crate::eval::{Sheet, Trace};
use crate::variant::{Seat, Variant};
use std::collections::HashMap;

/// A shared place after the referee ended a game: says nothing about a pair.
pub(super) const UNKNOWN: f32 = f32::NAN;

/// A position of a game, taken apart: numbers of weights are those of the game's sheet.
#[derive(Clone, Debug)]
pub(super) struct Taken {
    pub phase: f32,
    /// In games for two and for teams the difference of the sides, the first player's first;
    /// elsewhere one row for each survivor.
    pub rows: Vec<Vec<(usize, f32)>>,
    /// For each pair of rows, in the order (0, 1), (0, 2) .. (1, 2) .., or for the only row
    /// itself: how the first came out against the second, from 0 to 1, or [`UNKNOWN`].
    pub results: Vec<f32>,
    /// The same as the fit shall explain it: results mixed with scores.
    pub targets: Vec<f32>,
}

impl Taken {
    /// A position's trace with what became of its players, of whom some are alive (a bit per
    /// seat). In a game for two or for teams `expected` is what the search expected for the first
    /// player's side, from 0 to 1, and counts for the share `mixed`.
    pub(super) fn new(
        trace: &Trace,
        alive: u8,
        record: &GameRecord,
        variant: &Variant,
        expected: Option<f64>,
        mixed: f64,
    ) -> Taken {
        let n = variant.seats();
        let phase = trace.phase as f32;
        let teams = variant.rules.teams.or((n == 2).then_some([0, 1, 0, 0]));
        let Some(teams) = teams else {
            let living: Vec<usize> = living(alive, variant).map(usize::from).collect();
            let row = |&seat: &usize| trace.seats[seat].iter().map(|&(w, t)| (w, t as f32));
            let rows = living.iter().map(|seat| row(seat).collect()).collect();
            let pairs = living.iter().enumerate().flat_map(|(i, &a)| {
                living[i + 1..].iter().map(move |&b| (record.places[a], record.places[b]))
            });
            let unknown = record.reason == ADJUDICATION;
            let result = |(a, b)| if unknown && a == b { UNKNOWN } else { ahead(a, b) as f32 };
            let results: Vec<f32> = pairs.map(result).collect();
            return Taken { phase, rows, targets: results.clone(), results };
        };
        let mut difference: HashMap<usize, f64> = HashMap::new();
        let mut places = [0.0; 2];
        for seat in 0..n {
            let first = teams[seat] == teams[0];
            places[usize::from(!first)] += record.places[seat];
            for &(weight, times) in &trace.seats[seat] {
                *difference.entry(weight).or_default() += if first { times } else { -times };
            }
        }
        let mut row: Vec<(usize, f32)> =
            difference.into_iter().filter(|d| d.1 != 0.0).map(|(w, t)| (w, t as f32)).collect();
        row.sort_by_key(|entry| entry.0);
        let result = ahead(places[0], places[1]) as f32;
        let target = expected.map_or(result, |expected| {
            (f64::from(result) * (1.0 - mixed) + expected * mixed) as f32
        });
        Taken { phase, rows: vec![row], results: vec![result], targets: vec![target] }
    }
}

/// A position in the store.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub phase: f32,
    /// The first of its rows, and how many they are.
    first_row: u32,
    rows: u8,
    /// The first of its results and targets, one for each pair.
    pub first_pair: u32,
}

/// The pairs of rows of a position, in the order of their results; a single row is a pair
/// with nothing.
pub(super) fn pairs(rows: usize) -> impl Iterator<Item = (usize, Option<usize>)> {
    let single = (rows == 1).then_some((0, None));
    single.into_iter().chain((0..rows).flat_map(move |a| (a + 1..rows).map(move |b| (a, Some(b)))))
}

/// How much there is of something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games.
    pub games: usize,
    /// Positions.
    pub positions: usize,
    /// Pairs of players whose order is to be explained.
    pub pairs: usize,
}

/// Positions of one family of games.
#[derive(Clone, Debug, Default)]
pub struct Dataset {
    pub(super) samples: Vec<Sample>,
    /// Where each row ends in `entries`; it begins where the one before ends.
    row_ends: Vec<u32>,
    entries: Vec<(u16, f32)>,
    pub(super) results: Vec<f32>,
    pub(super) targets: Vec<f32>,
    pub(super) tally: Tally,
    /// How many positions each weight counts in, by number.
    pub(super) occurrences: Vec<usize>,
}

impl Dataset {
    /// How much there is.
    #[must_use]
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Adds the positions of a game; `numbers` gives the family's number for each weight of
    /// the game's sheet. A game of which no position says anything is not counted.
    pub(super) fn add(&mut self, game: &[Taken], numbers: &[u16]) {
        self.tally.games += usize::from(!game.is_empty());
        let weights = numbers.iter().max().map_or(0, |&n| usize::from(n) + 1);
        if self.occurrences.len() < weights {
            self.occurrences.resize(weights, 0);
        }
        for taken in game {
            self.tally.positions += 1;
            self.tally.pairs += taken.targets.iter().filter(|t| !t.is_nan()).count();
            self.samples.push(Sample {
                phase: taken.phase,
                first_row: self.row_ends.len() as u32,
                rows: taken.rows.len() as u8,
                first_pair: self.targets.len() as u32,
            });
            self.results.extend(&taken.results);
            self.targets.extend(&taken.targets);
            let mut counted: Vec<u16> = Vec::new();
            for row in &taken.rows {
                let entries = row.iter().map(|&(weight, times)| (numbers[weight], times));
                counted.extend(entries.clone().map(|entry| entry.0));
                self.entries.extend(entries);
                self.row_ends.push(self.entries.len() as u32);
            }
            counted.sort_unstable();
            counted.dedup();
            for weight in counted {
                self.occurrences[usize::from(weight)] += 1;
            }
        }
    }

    /// The rows of a position.
    pub(super) fn rows(&self, sample: &Sample) -> impl ExactSizeIterator<Item = &[(u16, f32)]> {
        let first = sample.first_row as usize;
        (first..first + usize::from(sample.rows)).map(|row| {
            let start = if row == 0 { 0 } else { self.row_ends[row - 1] as usize };
            &self.entries[start..self.row_ends[row] as usize]
        })
    }
}

/// The weights of a family, numbered as games are met.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbering {
    pub names: Vec<String>,
    pub derived: Vec<[f64; 2]>,
    known: HashMap<String, u16>,
}

impl Numbering {
    /// The family's number for each weight of a sheet.
    pub(super) fn of(&mut self, sheet: &Sheet) -> Vec<u16> {
        let weights = sheet.names().iter().zip(sheet.derived());
        weights
            .map(|(name, &derived)| {
                *self.known.entry(name.clone()).or_insert_with(|| {
                    self.names.push(name.clone());
                    self.derived.push(derived);
                    (self.names.len() - 1) as u16
                })
            })
            .collect()
    }
}

/// The seats that are still in the game.
pub(super) fn living(alive: u8, variant: &Variant) -> impl Iterator<Item = Seat> {
    (0..variant.seats() as Seat).filter(move |&seat| alive >> seat & 1 != 0)
}
