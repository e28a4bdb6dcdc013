//! Fitting the outlook: the model that turns standings into expected results.
//!
//! Any position of a recorded game counts, not only quiet ones, since expectations are asked for
//! anywhere. The cross entropy of all pairs of parties by who came out ahead is convex in the numbers of
//! the model; it is minimised one number after the other by Newton's method within their bounds.

use super::sampling::{any_positions, is_held_out, is_telling};
use super::{DatasetError, Sampling, Tenth, for_each_game};
use crate::arena::record::{ADJUDICATION, GameRecord, RecordError};
use crate::eval::outlook::{Outlook, RISING, Row, SETTINGS, STAGES, Standing, TERMS, expected_by};
use crate::eval::{Library, Strength, family};
use crate::position::with_position;
use crate::variant::Seat;
use std::path::PathBuf;

/// A position of a game with what became of its parties.
#[derive(Clone, PartialEq, Debug)]
pub struct Observation {
    /// The standing.
    pub standing: Standing,
    /// Of the parties, who came out ahead of whom is the order of these; equal ones shared a place.
    pub places: Vec<f64>,
    /// Players out of the game before, and all players but one: they make utilities of shares.
    pub scale: [f64; 2],
    /// The game, by its number.
    pub game: usize,
    /// What the position counts for in a fit: all positions of a game together count for one, since
    /// they share a result.
    pub weight: f64,
    /// Whether its game is held out.
    pub held_out: bool,
}

/// What a fit found for a setting.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// The setting, a place in [`SETTINGS`].
    pub setting: usize,
    /// Positions fitted to.
    pub positions: usize,
    /// The numbers.
    pub row: Row,
}

/// An outlook and how it agrees with the games held out.
#[derive(Clone, PartialEq, Debug)]
pub struct Calibrated {
    /// What was fitted, setting by setting.
    pub found: Vec<Found>,
    /// All of them.
    pub outlook: Outlook,
    /// Expected utilities and results of the players alive, by tenths, over the games held out; over
    /// all games if none are.
    pub held_out: [Tenth; 10],
    /// The same over the games fitted to.
    pub training: [Tenth; 10],
}

/// The least that a lead counts: the stronger expect more, if only a little.
const LEAST_LEAD: f64 = 0.01;

/// Sweeps over all numbers.
const SWEEPS: usize = 200;

/// Half of what a number's distance from zero costs, squared, as an error of one game: enough to
/// keep numbers that hardly count from drifting.
const RIDGE: f64 = 0.1;

/// Reads the positions of files of records, all of one family, with the strengths that weights give
/// their players. The name of the family comes first.
///
/// # Errors
/// If a file cannot be read, or holds what is no record, against the rules, or of another family.
pub fn observe(
    files: &[PathBuf],
    sampling: &Sampling,
    library: &Library,
) -> Result<(String, Vec<Observation>), DatasetError> {
    let (mut all, mut name, mut games) = (Vec::new(), String::new(), 0);
    for_each_game(
        files,
        |record| of_game(record, sampling, library),
        |path, line, record, mut found| {
            let other = family(&record.game);
            if !name.is_empty() && name != other {
                return Err(DatasetError::Family {
                    path: path.to_path_buf(),
                    line,
                    other: other.to_string(),
                    family: name.clone(),
                    game: record.game,
                });
            }
            name = other.to_string();
            for observation in &mut found {
                observation.game = games;
            }
            games += 1;
            all.append(&mut found);
            Ok(())
        },
    )?;
    Ok((name, all))
}

/// The observations of a game; none if its result does not say what the play was worth, or the
/// referee made it.
fn of_game(
    record: &GameRecord,
    sampling: &Sampling,
    library: &Library,
) -> Result<Vec<Observation>, RecordError> {
    let variant = record.opening_game()?.variant();
    let two_sided = record.is_two_sided();
    if !is_telling(record) || record.reason == ADJUDICATION && !two_sided {
        return Ok(Vec::new());
    }
    let held_out = is_held_out(record, sampling);
    let observe = |sampled: super::Sampled| {
        with_position!(&sampled.position, p => {
            let tables = p.tables();
            let weights = library.weights(tables);
            let standing = Standing::of(p, &Strength::of(p, &weights));
            let n = variant.seats();
            let (places, scale) = if variant.rules.teams.is_some() {
                let of = |side: u8| (0..n).filter(move |s| side >> s & 1 != 0);
                let mean = |side: u8| of(side).map(|s| record.places[s]).sum::<f64>();
                let ours = tables.allies[0];
                (vec![mean(ours), mean(!ours)], [0.0, 1.0])
            } else {
                let living = (0..n).filter(|&s| p.is_alive(s as Seat));
                let fallen = p.fallen().len() as f64;
                (living.map(|s| record.places[s]).collect(), [fallen, (n - 1) as f64])
            };
            Observation { standing, places, scale, game: 0, weight: 1.0, held_out }
        })
    };
    let mut found: Vec<Observation> =
        any_positions(record, sampling)?.into_iter().map(observe).collect();
    let weight = 1.0 / found.len().max(1) as f64;
    for observation in &mut found {
        observation.weight = weight;
    }
    Ok(found)
}

/// How the first of two places compares: 1 ahead, one half shared, 0 behind.
fn ahead(a: f64, b: f64) -> f64 {
    if a < b {
        1.0
    } else if a > b {
        0.0
    } else {
        0.5
    }
}

/// A pair of parties: how often each number counts for the first more than for the second, and how
/// it came out.
struct Pair {
    counts: [f64; TERMS.len() * STAGES],
    target: f64,
    weight: f64,
    log: f64,
}

/// The model that explains some positions of one setting best.
#[must_use]
pub fn fit_row<'o>(observations: impl Iterator<Item = &'o Observation>) -> Row {
    let mut pairs = Vec::new();
    let mut positions = 0;
    for observation in observations {
        positions += 1;
        let standing = &observation.standing;
        let n = standing.parties.len();
        let counts: Vec<Row> = standing.parties.iter().map(|p| standing.counts(p)).collect();
        for a in 0..n {
            for b in a + 1..n {
                let (first, second) = (counts[a].as_flattened(), counts[b].as_flattened());
                pairs.push(Pair {
                    counts: std::array::from_fn(|i| first[i] - second[i]),
                    target: ahead(observation.places[a], observation.places[b]),
                    weight: observation.weight * 2.0 / (n * (n - 1)) as f64,
                    log: 0.0,
                });
            }
        }
    }
    let mut row: Row = Default::default();
    if positions == 0 {
        return row;
    }
    for _ in 0..SWEEPS {
        let mut moved = 0.0f64;
        for i in 0..TERMS.len() * STAGES {
            let number = row.as_flattened()[i];
            let (mut slope, mut bend) = (RIDGE * number, RIDGE);
            for pair in &pairs {
                let expected = 1.0 / (1.0 + (-pair.log).exp());
                slope += pair.weight * pair.counts[i] * (expected - pair.target);
                bend += pair.weight * pair.counts[i].powi(2) * expected * (1.0 - expected);
            }
            let least = match i / STAGES {
                0 => LEAST_LEAD,
                1..RISING => 0.0,
                _ => f64::NEG_INFINITY,
            };
            // A step of Newton's method, never a large one.
            let next = (number - (slope / bend).clamp(-1.0, 1.0)).max(least);
            let change = next - number;
            if change != 0.0 {
                row.as_flattened_mut()[i] = next;
                for pair in &mut pairs {
                    pair.log += change * pair.counts[i];
                }
            }
            moved = moved.max(change.abs());
        }
        if moved < 1e-5 {
            break;
        }
    }
    row
}

/// Fits a model for every setting that occurs; those of `before` stay where none does.
#[must_use]
pub fn calibrate(observations: &[Observation], before: &Outlook) -> Calibrated {
    let mut outlook = before.clone();
    let mut found = Vec::new();
    let training = |o: &&Observation| !o.held_out;
    for setting in 0..SETTINGS.len() {
        let of_setting =
            || observations.iter().filter(training).filter(|o| o.standing.setting == setting);
        let positions = of_setting().count();
        if positions > 0 {
            outlook.set(setting, &fit_row(of_setting()));
            let row = *outlook.get(setting).unwrap_or(&Row::default());
            found.push(Found { setting, positions, row });
        }
    }
    let any = observations.iter().any(|o| o.held_out);
    let held_out = tenths(observations.iter().filter(|o| o.held_out == any), &outlook);
    let training = tenths(observations.iter().filter(training), &outlook);
    Calibrated { found, outlook, held_out, training }
}

/// Expected utilities and results of the players alive by tenths, least first: a pair is a player
/// in a position.
#[must_use]
pub fn tenths<'o>(
    observations: impl Iterator<Item = &'o Observation>,
    outlook: &Outlook,
) -> [Tenth; 10] {
    let mut tenths = [Tenth::default(); 10];
    for observation in observations {
        let standing = &observation.standing;
        let Some(row) = outlook.get(standing.setting) else { continue };
        let shares = expected_by(row, standing);
        let [fallen, all] = observation.scale;
        let others = standing.parties.len().saturating_sub(1) as f64;
        for (i, (&place, share)) in observation.places.iter().zip(shares).enumerate() {
            let left = observation.places.iter().enumerate().filter(|&(j, _)| j != i);
            let behind: f64 = left.map(|(_, &other)| ahead(place, other)).sum();
            let expected = (fallen + others * share) / all;
            let tenth = &mut tenths[((expected * 10.0) as usize).min(9)];
            tenth.pairs += 1;
            tenth.expected += expected;
            tenth.result += (fallen + behind) / all;
        }
    }
    for tenth in &mut tenths {
        tenth.expected /= tenth.pairs.max(1) as f64;
        tenth.result /= tenth.pairs.max(1) as f64;
    }
    tenths
}
