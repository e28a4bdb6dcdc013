//! Positions as lists of features.

use super::super::reading::{DatasetError, for_each_game};
use super::super::sampling::{Sampling, is_held_out, quiet_positions};
use crate::arena::record::{GameRecord, RecordError};
use crate::eval::network::{NetworkShape, Views, bucket, pieces_at_start};
use crate::eval::{family, share};
use crate::position::{Position, with_position};
use crate::variant::{self, Variant};
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

/// The positions of a game. Without a score the result alone counts.
fn take(record: &GameRecord, views: &Views, sampling: &Sampling) -> Result<Examples, RecordError> {
    let mut examples = Examples::default();
    for sampled in quiet_positions(record, sampling)? {
        with_position!(&sampled.position, p => {
            let result = 2.0 - record.places[p.turn() as usize];
            let score = sampled.score.map_or(result, |s| share(s.centipawns().into()));
            let target = sampling.score_share * score + (1.0 - sampling.score_share) * result;
            examples.push(p, views, target as f32);
        });
    }
    Ok(examples)
}

/// Takes positions from files of records of games for two of one family. `heard` is told the
/// number of games after each.
///
/// # Errors
/// If a file cannot be read, or holds what is no record, against the rules, or of other games.
pub fn read(
    files: &[PathBuf],
    sampling: &Sampling,
    mut heard: impl FnMut(usize),
) -> Result<NetworkData, DatasetError> {
    let mut data = NetworkData::default();
    let mut games = 0;
    // By game, for those whose shape has been looked up: made once, asked for by all threads.
    let views: HashMap<&str, (NetworkShape, Views)> = variant::ids()
        .filter_map(variant::find)
        .filter(|game: &&Variant| game.seats() == 2)
        .filter_map(|game| {
            let shape = NetworkShape::of_family(family(game.id))?;
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
            let other = family(&record.game);
            let shape = data.shape.get_or_insert_with(|| views[record.game.as_str()].0.clone());
            if shape.family != other {
                return Err(DatasetError::Family {
                    path: path.to_path_buf(),
                    line,
                    other: other.to_string(),
                    family: shape.family.clone(),
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
