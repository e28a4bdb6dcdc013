//! Positions as lists of features.

use super::super::reading::{DatasetError, for_each_game};
use super::super::sampling::{Sampling, is_held_out, quiet_positions};
use crate::arena::record::{GameRecord, RecordError};
use crate::eval::network::{NetworkShape, Views, bucket, pieces_at_start};
use crate::eval::{family, is_of_family, share};
use crate::position::{Position, with_position};
use crate::variant::{self, Seat, Variant};
use std::collections::HashMap;
use std::path::PathBuf;

/// Positions to train on.
#[derive(Clone, Debug, Default)]
pub struct Examples {
    /// For each position the features in the view of the player to move, then as many in the
    /// other's.
    features: Vec<u16>,
    /// Where the features of a position end.
    ends: Vec<usize>,
    /// The expectation of the player to move.
    targets: Vec<f32>,
    /// The output layer.
    buckets: Vec<u8>,
    /// Games that the positions are of.
    pub games: usize,
}

/// A position.
#[derive(Clone, Copy)]
pub(super) struct Example<'e> {
    /// Features in the view of the player to move and of the other.
    pub views: [&'e [u16]; 2],
    pub target: f32,
    pub bucket: usize,
}

impl Examples {
    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    pub(super) fn get(&self, i: usize) -> Example<'_> {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        let features = &self.features[start..self.ends[i]];
        let (own, other) = features.split_at(features.len() / 2);
        Example { views: [own, other], target: self.targets[i], bucket: self.buckets[i].into() }
    }

    fn add(&mut self, other: &Examples) {
        let before = self.features.len();
        self.features.extend(&other.features);
        self.ends.extend(other.ends.iter().map(|end| before + end));
        self.targets.extend(&other.targets);
        self.buckets.extend(&other.buckets);
        self.games += usize::from(!other.is_empty());
    }

    fn push<const W: usize>(&mut self, position: &Position<W>, views: &Views, target: f32) {
        let pieces = position.occupied();
        for viewer in [position.turn(), 1 - position.turn()] {
            let from = views.standpoint(viewer, position.king(viewer));
            for cell in pieces {
                if let Some(piece) = position.piece_on(cell) {
                    self.features.push(views.feature(piece, cell, viewer, from) as u16);
                }
            }
        }
        self.ends.push(self.features.len());
        self.targets.push(target);
        let full = pieces_at_start(position.tables().variant);
        self.buckets.push(bucket(pieces.count(), full) as u8);
    }
}

/// The positions of some records, those to train on and those held out.
#[derive(Clone, Debug, Default)]
pub struct NetworkData {
    /// What the features mean; none without games.
    pub shape: Option<NetworkShape>,
    /// To train on.
    pub training: Examples,
    /// Held out.
    pub held_out: Examples,
}

/// The positions of a game. Without scores the result alone counts.
fn take(record: &GameRecord, views: &Views, sampling: &Sampling) -> Result<Examples, RecordError> {
    let mut examples = Examples::default();
    let first = record.opening_game()?.position().turn();
    let expected = expected(record, first, sampling.ahead);
    for sampled in quiet_positions(record, sampling)? {
        with_position!(&sampled.position, p => {
            let result = 2.0 - record.places[first as usize];
            let share = sampling.score_share;
            let target = share * expected[sampled.ply] + (1.0 - share) * result;
            let target = if p.turn() == first { target } else { 1.0 - target };
            examples.push(p, views, target as f32);
        });
    }
    Ok(examples)
}

/// What scores make the player who moves first expect at every ply, the score of each later move
/// counting a share of the one before it, and the result as the last of them.
fn expected(record: &GameRecord, first: Seat, ahead: f64) -> Vec<f64> {
    let mut later = 2.0 - record.places[first as usize];
    let mut at: Vec<f64> = (0..record.moves.len())
        .map(|ply| {
            record.scores.get(ply).copied().flatten().map_or(f64::NAN, |score| {
                let expected = share(score.centipawns().into());
                if ply % 2 == 0 { expected } else { 1.0 - expected }
            })
        })
        .collect();
    for value in at.iter_mut().rev() {
        if !value.is_nan() {
            later = (1.0 - ahead) * *value + ahead * later;
        }
        *value = later;
    }
    at
}

/// Takes positions from files of records of games for two of one family: that of the first game, if
/// none is given. `heard` is told the number of games after each.
///
/// # Errors
/// If a file cannot be read, or holds what is no record, against the rules, or of other games.
pub fn read(
    files: &[PathBuf],
    sampling: &Sampling,
    wanted: Option<&str>,
    mut heard: impl FnMut(usize),
) -> Result<NetworkData, DatasetError> {
    let mut data = NetworkData::default();
    let mut games = 0;
    // By game, for those whose shape has been looked up: made once, asked for by all threads.
    let views: HashMap<&str, (NetworkShape, Views)> = variant::ids()
        .filter_map(variant::find)
        .filter(|game: &&Variant| game.seats() == 2)
        .filter_map(|game| {
            let own = wanted.filter(|name| is_of_family(game.id, name)).unwrap_or(family(game.id));
            let shape = NetworkShape::of_family(own)?;
            let views = Views::new(game, &shape)?;
            Some((game.id, (shape, views)))
        })
        .collect();
    for_each_game(
        files,
        |record| match views.get(record.game.as_str()) {
            Some((_, views)) => take(record, views, sampling),
            None => Err(RecordError::Shape(format!("`{}` is no game for two", record.game))),
        },
        |path, line, record, taken| {
            let this = &views[record.game.as_str()].0;
            let shape = data.shape.get_or_insert_with(|| this.clone());
            let family = wanted.unwrap_or(&shape.family);
            if this.family != family {
                return Err(DatasetError::Family {
                    path: path.to_path_buf(),
                    line,
                    other: this.family.clone(),
                    family: family.to_string(),
                    game: record.game,
                });
            }
            let held_out = is_held_out(&record, sampling);
            let set = if held_out { &mut data.held_out } else { &mut data.training };
            set.add(&taken);
            games += 1;
            heard(games);
            Ok(())
        },
    )?;
    Ok(data)
}

#[cfg(test)]
mod tests {
    use super::expected;
    use crate::arena::record::GameRecord;

    /// Scores from the mover's side of a game that the second player won.
    fn lost(scores: serde_json::Value) -> GameRecord {
        let moves = vec!["e2e4"; scores.as_array().map_or(0, Vec::len)];
        let record = serde_json::json!({
            "format": 1, "id": "0/0/0", "game": "chess", "block": 0, "block_games": 1,
            "opening": {}, "moves": moves, "scores": scores, "seats": [0, 0],
            "engines": [{"name": "any", "limit": "nodes=1"}],
            "places": [2.0, 1.0], "reason": "resignation", "started": 0,
        });
        serde_json::from_value(record).expect("a record")
    }

    #[test]
    fn later_scores_and_the_result_count_by_their_distance() {
        // Ten to one for whoever moves, then for the other.
        let record = lost(serde_json::json!([400, null, 0, 400]));
        let near = |found: Vec<f64>, wanted: [f64; 4]| {
            let close = found.iter().zip(wanted).all(|(f, w)| (f - w).abs() < 1e-9);
            assert!(close && found.len() == 4, "{found:?}, not {wanted:?}");
        };
        let (ten, one) = (10.0 / 11.0, 1.0 / 11.0);
        near(expected(&record, 0, 0.0), [ten, 0.5, 0.5, one]);
        near(expected(&record, 0, 1.0), [0.0; 4]);
        let last = 0.75 * one;
        let third = 0.75 * 0.5 + 0.25 * last;
        near(expected(&record, 0, 0.25), [0.75 * ten + 0.25 * third, third, third, last]);
        near(expected(&lost(serde_json::json!([null, null, null, null])), 0, 0.0), [0.0; 4]);
    }
}
