//! From files of records to positions.

use super::dataset::{Dataset, Numbering, Taken};
use super::sampling::{Sampling, is_held_out, take};
use crate::arena::journal::{JournalError, read_records};
use crate::arena::record::{GameRecord, RecordError};
use crate::eval::{Sheet, family};
use crate::position::{AnyPosition, with_position};
use crate::variant;
use rayon::prelude::*;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// The positions of some records.
#[derive(Clone, Debug, Default)]
pub(super) struct Collected {
    pub family: String,
    pub numbering: Numbering,
    pub training: Dataset,
    pub held_out: Dataset,
}

/// Why there is nothing to fit to.
#[derive(Debug, thiserror::Error)]
pub enum DatasetError {
    /// A file could not be read, or holds a line that is no record.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A record is against the rules.
    #[error("{path} line {line}: {error}")]
    Record {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: RecordError,
    },
    /// Games that have no weights in common.
    #[error("{path} line {line}: `{game}` belongs to the family {other}, not to {family}")]
    Family {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The game.
        game: String,
        /// Its family.
        other: String,
        /// The family of the games before, or the one asked for.
        family: String,
    },
    /// Labels that were made for other positions.
    #[error("the labels are of {labels} positions, the records have {positions}")]
    Labels {
        /// The number of labels.
        labels: usize,
        /// The number of positions.
        positions: usize,
    },
}

/// The positions of records, those to fit to and those held out.
#[derive(Clone, Debug, Default)]
pub struct Positions(pub(super) Collected);

impl Positions {
    /// The family of the games, empty if there are none.
    #[must_use]
    pub fn family(&self) -> &str {
        &self.0.family
    }

    /// The positions to fit to.
    #[must_use]
    pub fn training(&self) -> &Dataset {
        &self.0.training
    }

    /// The positions held out.
    #[must_use]
    pub fn held_out(&self) -> &Dataset {
        &self.0.held_out
    }

    /// Adds a record.
    ///
    /// # Errors
    /// If a move is against the rules, or there is no such game.
    pub fn add(&mut self, record: &GameRecord, sampling: &Sampling) -> Result<(), RecordError> {
        let taken = take(record, sampling)?;
        self.0.store(record, &taken, sampling);
        Ok(())
    }
}

impl Collected {
    fn store(&mut self, record: &GameRecord, taken: &[Taken], sampling: &Sampling) {
        // Reading has made sure that there is such a game.
        let Some(variant) = variant::find(&record.game) else { return };
        if self.family.is_empty() {
            self.family = family(&record.game).to_string();
        }
        let sheet = with_position!(AnyPosition::start(variant), p => Sheet::of_game(p.tables()));
        let numbers = self.numbering.of(sheet);
        let held_out = is_held_out(record, sampling);
        let set = if held_out { &mut self.held_out } else { &mut self.training };
        set.add(taken, &numbers);
    }
}

/// Games to take apart at a time.
const BATCH: usize = 512;

/// Takes positions from files of records. `heard` is told the number of games after each.
///
/// # Errors
/// If a file cannot be read, or holds what is no record, against the rules, or of another family.
pub fn read(
    files: &[PathBuf],
    sampling: &Sampling,
    mut heard: impl FnMut(usize),
) -> Result<Positions, DatasetError> {
    let mut positions = Positions::default();
    let mut games = 0;
    for_each_game(
        files,
        |record| take(record, sampling),
        |path, line, record, taken| {
            let other = family(&record.game);
            if !positions.family().is_empty() && positions.family() != other {
                return Err(DatasetError::Family {
                    path: path.to_path_buf(),
                    line,
                    other: other.to_string(),
                    family: positions.family().to_string(),
                    game: record.game,
                });
            }
            positions.0.store(&record, &taken, sampling);
            games += 1;
            heard(games);
            Ok(())
        },
    )?;
    Ok(positions)
}

/// Reads files of records and hands each game to `visit` in their order, with its file and line
/// and what `work` found in it; `work` is done for many games at a time, on all threads. A game that
/// comes twice counts once.
///
/// # Errors
/// If a file cannot be read, or holds what is no record, or for the first error of `work` or
/// `visit`; nothing is visited after it.
pub fn for_each_game<T: Send, E: From<DatasetError>>(
    files: &[PathBuf],
    work: impl Fn(&GameRecord) -> Result<T, RecordError> + Sync,
    mut visit: impl FnMut(&Path, usize, GameRecord, T) -> Result<(), E>,
) -> Result<(), E> {
    let mut seen = HashSet::new();
    for path in files {
        let mut batch: Vec<(usize, GameRecord)> = Vec::with_capacity(BATCH);
        let mut done = Ok(());
        let mut empty = |batch: &mut Vec<(usize, GameRecord)>| -> Result<(), E> {
            let found: Vec<_> = batch.par_iter().map(|(_, record)| work(record)).collect();
            for ((line, record), found) in batch.drain(..).zip(found) {
                let at = |error| DatasetError::Record { path: path.clone(), line, error };
                visit(path, line, record, found.map_err(at)?)?;
            }
            Ok(())
        };
        read_records(path, |line, record| {
            if done.is_ok() && seen.insert(record.id.clone()) {
                batch.push((line, record));
            }
            if batch.len() == BATCH {
                done = empty(&mut batch);
                batch.clear();
            }
        })
        .map_err(DatasetError::from)?;
        done?;
        empty(&mut batch)?;
    }
    Ok(())
}
