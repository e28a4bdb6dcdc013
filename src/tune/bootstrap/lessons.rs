//! What searches have found of quiet positions, and what the evaluation makes of them.

use super::super::dataset::Numbering;
use super::super::sampling::{Sampling, is_held_out, scored_positions};
use super::super::{DatasetError, for_each_game};
use crate::arena::record::{GameRecord, RecordError};
use crate::eval::{Library, Sheet, Strength, Trace, draw_value, evaluate, family, slopes};
use crate::position::{AnyPosition, with_position};
use crate::variant;
use std::path::PathBuf;

/// A position with what a search found beyond its value.
#[derive(Clone, Debug)]
pub(super) struct Lesson {
    /// By how much the value grows with a weight, phases aside: weights by number, rising.
    pub counts: Vec<(u16, f32)>,
    /// The share of the middle game, from 0 to 1.
    pub phase: f32,
    /// The score that the search found less the value, in hundredths of a pawn.
    pub missed: f32,
    /// The number of its [`Lessons::kinds`].
    pub kind: usize,
}

/// Lessons of one family of games.
#[derive(Clone, Debug, Default)]
pub struct Lessons {
    pub(super) family: String,
    pub(super) numbering: Numbering,
    /// Games, and how many players were left: scores are off by a number of their own for each, since models
    /// of opponents see more to fear the deeper they look, and who is to move has more than the terms say.
    pub(super) kinds: Vec<(String, u32)>,
    /// Lessons to learn from, and those held out.
    pub(super) sets: [Vec<Lesson>; 2],
    pub(super) games: [usize; 2],
}

impl Lessons {
    /// The family of the games, empty if there are none.
    #[must_use]
    pub fn family(&self) -> &str {
        &self.family
    }

    /// How many games and positions there are to learn from, and how many are held out.
    #[must_use]
    pub fn counts(&self) -> [[usize; 2]; 2] {
        std::array::from_fn(|set| [self.games[set], self.sets[set].len()])
    }
}

/// A lesson before its game's weights have the numbers of the family.
struct Taken {
    counts: Vec<(usize, f64)>,
    phase: f64,
    missed: i32,
    survivors: u32,
}

/// Takes lessons from files of records, all of one family, whose players judged with the weights of
/// `library`. Positions are passed over where score and value together are further than `most` hundredths of
/// a pawn from a draw. `heard` is told the number of games after each.
///
/// # Errors
/// If a file cannot be read, or holds what is no record, against the rules, or of another family.
pub fn lessons(
    files: &[PathBuf],
    sampling: &Sampling,
    library: &Library,
    most: i32,
    mut heard: impl FnMut(usize),
) -> Result<Lessons, DatasetError> {
    let mut all = Lessons::default();
    for_each_game(
        files,
        |record| of_game(record, sampling, library, most),
        |path, line, record, taken| {
            let other = family(&record.game);
            if !all.family.is_empty() && all.family != other {
                return Err(DatasetError::Family {
                    path: path.to_path_buf(),
                    line,
                    other: other.to_string(),
                    family: all.family.clone(),
                    game: record.game,
                });
            }
            all.family = other.to_string();
            all.add(&record, taken, usize::from(is_held_out(&record, sampling)));
            heard(all.games.iter().sum());
            Ok(())
        },
    )?;
    Ok(all)
}

impl Lessons {
    fn add(&mut self, record: &GameRecord, taken: Vec<Taken>, set: usize) {
        // Reading has made sure that there is such a game.
        let Some(variant) = variant::find(&record.game) else { return };
        let sheet = with_position!(AnyPosition::start(variant), p => Sheet::of_game(p.tables()));
        let numbers = self.numbering.of(sheet);
        self.games[set] += usize::from(!taken.is_empty());
        for taken in taken {
            let kind = (record.game.clone(), taken.survivors);
            let known = self.kinds.iter().position(|other| *other == kind);
            let kind = known.unwrap_or_else(|| {
                self.kinds.push(kind);
                self.kinds.len() - 1
            });
            let counts = taken.counts.iter().map(|&(weight, n)| (numbers[weight], n as f32));
            let (phase, missed) = (taken.phase as f32, taken.missed as f32);
            self.sets[set].push(Lesson { counts: counts.collect(), phase, missed, kind });
        }
    }
}

fn of_game(
    record: &GameRecord,
    sampling: &Sampling,
    library: &Library,
    most: i32,
) -> Result<Vec<Taken>, RecordError> {
    let mut found = Vec::new();
    for sampled in scored_positions(record, sampling)? {
        let Some(score) = sampled.score.map(|score| score.centipawns()) else { continue };
        with_position!(&sampled.position, p => {
            let weights = library.weights(p.tables());
            let strength = Strength::of(p, &weights);
            let side = p.tables().allies[p.turn() as usize];
            let (value, draw) = (evaluate(p, &strength, side), draw_value(p, side));
            // Their mean: what is told by either alone leans to the other side.
            if ((score + value) / 2 - draw).abs() > most {
                continue;
            }
            let (trace, slopes) = (Trace::of(p), slopes(p, &strength, side));
            let mut dense = vec![0.0; weights.values().len()];
            for (seat, slope) in slopes.into_iter().enumerate() {
                trace.seats[seat].iter().for_each(|&(weight, times)| dense[weight] += slope * times);
            }
            let counts = dense.into_iter().enumerate().filter(|&(_, n)| n != 0.0).collect();
            let (phase, survivors) = (trace.phase, p.survivors());
            found.push(Taken { counts, phase, missed: score - value, survivors });
        });
    }
    Ok(found)
}
