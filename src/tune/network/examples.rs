//! Positions as lists of features.

use super::super::reading::{DatasetError, for_each_game};
use super::super::sampling::{Sampled, Sampling, is_held_out, quiet_positions};
use super::labels::Labels;
use super::variations::variations;
use crate::arena::record::{GameRecord, RecordError};
use crate::eval::network::{NetworkShape, Views, bucket, pieces_at_start};
use crate::eval::{family, is_of_family, share};
use crate::position::{Position, with_position};
use crate::variant::{self, Seat, Variant};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Positions to train on.
#[derive(Clone, Debug, Default)]
pub struct Examples {
    /// For each position the features in the view of the player to move, then as many in the
    /// other's.
    features: Vec<u16>,
    /// Where the features of a position end.
    ends: Vec<usize>,
    /// The expectation of the player to move; no number where nobody has found one.
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

    /// Only those of which it is known what to expect.
    fn known(&self) -> Examples {
        let mut known = Examples { games: self.games, ..Examples::default() };
        for i in (0..self.len()).filter(|&i| !self.targets[i].is_nan()) {
            let Example { views: [own, other], target, .. } = self.get(i);
            known.features.extend(own);
            known.features.extend(other);
            known.ends.push(known.features.len());
            known.targets.push(target);
            known.buckets.push(self.buckets[i]);
        }
        known
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

/// What is known of a game: what its moves and its end say of its positions.
pub(super) struct Judged {
    first: Seat,
    /// What scores make the player who moves first expect at every ply.
    expected: Vec<f64>,
    /// What that player got in the end.
    result: f64,
    /// How much scores count against the result.
    share: f64,
}

impl Judged {
    /// Without scores the result alone counts.
    pub(super) fn of(record: &GameRecord, sampling: &Sampling) -> Result<Judged, RecordError> {
        let first = record.opening_game()?.position().turn();
        let expected = expected(record, first, sampling.ahead);
        let result = 2.0 - record.places[first as usize];
        Ok(Judged { first, expected, result, share: sampling.score_share })
    }

    /// What the player to move may expect.
    pub(super) fn target(&self, sampled: &Sampled) -> f32 {
        let target = self.share * self.expected[sampled.ply] + (1.0 - self.share) * self.result;
        let ours = with_position!(&sampled.position, p => p.turn() == self.first);
        (if ours { target } else { 1.0 - target }) as f32
    }
}

/// The positions of a game.
fn take(record: &GameRecord, views: &Views, sampling: &Sampling) -> Result<Examples, RecordError> {
    let mut examples = Examples::default();
    let judged = Judged::of(record, sampling)?;
    for sampled in quiet_positions(record, sampling)? {
        let target = judged.target(&sampled);
        with_position!(&sampled.position, p => examples.push(p, views, target));
        for varied in variations(&sampled.position, sampling.variations) {
            with_position!(&varied, p => examples.push(p, views, f32::NAN));
        }
    }
    Ok(examples)
}

/// By game, the shape of the family that is wanted, or of its own.
pub(super) fn shapes(wanted: Option<&str>) -> HashMap<&'static str, NetworkShape> {
    variant::ids()
        .filter_map(variant::find)
        .filter(|game: &&Variant| game.seats() == 2)
        .filter_map(|game| {
            let own = wanted.filter(|name| is_of_family(game.id, name)).unwrap_or(family(game.id));
            Some((game.id, NetworkShape::of_family(own)?))
        })
        .collect()
}

/// Refuses a game of another family.
pub(super) fn check_family(
    shape: &NetworkShape,
    family: &str,
    path: &Path,
    line: usize,
    game: &str,
) -> Result<(), DatasetError> {
    if shape.family == family {
        return Ok(());
    }
    Err(DatasetError::Family {
        path: path.to_path_buf(),
        line,
        other: shape.family.clone(),
        family: family.to_string(),
        game: game.to_string(),
    })
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
/// none is given. With labels those to train on have these for targets, and variations are
/// taken too; those held out keep what their games say. `heard` is told the number of games after each.
///
/// # Errors
/// If a file cannot be read, or holds what is no record, against the rules, or of other games; or if
/// there are not as many labels as positions.
pub fn read(
    files: &[PathBuf],
    sampling: &Sampling,
    wanted: Option<&str>,
    labels: Option<&Labels>,
    mut heard: impl FnMut(usize),
) -> Result<NetworkData, DatasetError> {
    let mut data = NetworkData::default();
    let (mut games, mut positions) = (0, 0);
    // Made once, asked for by all threads.
    let views: HashMap<&str, (NetworkShape, Views)> = shapes(wanted)
        .into_iter()
        .filter_map(|(id, shape)| {
            let views = Views::new(variant::find(id)?, &shape)?;
            Some((id, (shape, views)))
        })
        .collect();
    for_each_game(
        files,
        |record| match views.get(record.game.as_str()) {
            Some((_, views)) => take(record, views, sampling),
            None => Err(RecordError::Shape(format!("`{}` is not a game for two", record.game))),
        },
        |path, line, record, mut taken| -> Result<(), DatasetError> {
            let this = &views[record.game.as_str()].0;
            let shape = data.shape.get_or_insert_with(|| this.clone());
            check_family(this, wanted.unwrap_or(&shape.family), path, line, &record.game)?;
            let held_out = is_held_out(&record, sampling);
            let count = taken.len();
            let labels = labels.filter(|_| !held_out).and_then(|all| all.of(positions, count));
            if let Some(labels) = labels {
                taken.targets.copy_from_slice(labels);
            }
            positions += count;
            let set = if held_out { &mut data.held_out } else { &mut data.training };
            set.add(&taken.known());
            games += 1;
            heard(games);
            Ok(())
        },
    )?;
    match labels {
        Some(labels) if labels.len() != positions => {
            Err(DatasetError::Labels { labels: labels.len(), positions })
        }
        _ => Ok(data),
    }
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
