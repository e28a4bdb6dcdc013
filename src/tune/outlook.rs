//! Fitting the outlook: the model that turns standings into expected results.
//!
//! Any position of a recorded game counts, not only quiet ones, since expectations are asked for
//! anywhere. The cross entropy of the places, each given to one of the parties left, is convex in the
//! numbers of the model; it is minimised one number after the other by Newton's method within their
//! bounds.

use super::sampling::{any_positions, is_held_out, is_telling};
use super::{DatasetError, Sampling, Tenth, for_each_game};
use crate::arena::record::{ADJUDICATION, GameRecord, RecordError, ahead};
use crate::eval::outlook::{
    Model, Outlook, RISING, Row, SETTINGS, STAGES, Standing, TERMS, chances,
};
use crate::eval::{Library, Strength, family};
use crate::position::with_position;
use crate::variant::{MAX_SEATS, Seat};
use std::path::PathBuf;

/// A position of a game with what became of its parties.
#[derive(Clone, PartialEq, Debug)]
pub struct Observation {
    /// The standing.
    pub standing: Standing,
    /// The places of the parties: lower is better, equal values share a place.
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
    pub model: Model,
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

/// How often each number of a row counts for each of some parties.
type Counts = [[f64; TERMS.len() * STAGES]; MAX_SEATS];

/// One of the parties left, a bit each, had the next place.
struct Choice {
    counts: Counts,
    left: u32,
    chosen: usize,
    weight: f64,
    logs: [f64; MAX_SEATS],
}

/// Notes who of the parties left had the next place, and so on to the last, by the number of parties
/// left less two. Who share places had them in any order, all as likely.
fn note_choices(
    places: &[f64],
    left: u32,
    weight: f64,
    counts: &Counts,
    choices: &mut [Vec<Choice>; MAX_SEATS - 1],
) {
    let of_left = || (0..places.len()).filter(|i| left >> i & 1 != 0);
    let count = left.count_ones() as usize;
    if count < 2 {
        return;
    }
    let best = of_left().map(|i| places[i]).fold(f64::INFINITY, f64::min);
    let equal = of_left().filter(|&i| places[i] <= best).count() as f64;
    for chosen in of_left().filter(|&i| places[i] <= best) {
        let weight = weight / equal;
        let logs = [0.0; MAX_SEATS];
        choices[count - 2].push(Choice { counts: *counts, left, chosen, weight, logs });
        note_choices(places, left & !(1 << chosen), weight, counts, choices);
    }
}

/// The model that explains some positions of one setting best.
#[must_use]
pub fn fit_model<'o>(observations: impl Iterator<Item = &'o Observation>) -> Model {
    let mut choices: [Vec<Choice>; MAX_SEATS - 1] = Default::default();
    for observation in observations {
        let standing = &observation.standing;
        let mut counts = Counts::default();
        for (counts, party) in counts.iter_mut().zip(&standing.parties) {
            counts.copy_from_slice(standing.counts(party).as_flattened());
        }
        let all = (1 << observation.places.len()) - 1;
        note_choices(&observation.places, all, observation.weight, &counts, &mut choices);
    }
    choices.map(fit_row)
}

/// The numbers that explain some choices best.
fn fit_row(mut choices: Vec<Choice>) -> Row {
    let mut row: Row = Default::default();
    if choices.is_empty() {
        return row;
    }
    for _ in 0..SWEEPS {
        let mut moved = 0.0f64;
        for i in 0..TERMS.len() * STAGES {
            let number = row.as_flattened()[i];
            let (mut slope, mut bend) = (RIDGE * number, RIDGE);
            for choice in &choices {
                let chances = chances(&choice.logs, choice.left);
                let (mut mean, mut square) = (0.0, 0.0);
                for (chance, counts) in chances.iter().zip(&choice.counts) {
                    mean += chance * counts[i];
                    square += chance * counts[i] * counts[i];
                }
                slope += choice.weight * (mean - choice.counts[choice.chosen][i]);
                bend += choice.weight * (square - mean * mean).max(0.0);
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
                for choice in &mut choices {
                    for (log, counts) in choice.logs.iter_mut().zip(&choice.counts) {
                        *log += change * counts[i];
                    }
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

/// Fits a model for every setting that occurs; those of `before` stay where none does. `decade` is
/// the difference that stands for odds of ten to one in settings without a model.
#[must_use]
pub fn calibrate(observations: &[Observation], before: &Outlook, decade: f64) -> Calibrated {
    let mut outlook = before.clone();
    let mut found = Vec::new();
    let training = |o: &&Observation| !o.held_out;
    for setting in 0..SETTINGS.len() {
        let of_setting =
            || observations.iter().filter(training).filter(|o| o.standing.setting == setting);
        let positions = of_setting().count();
        if positions > 0 {
            outlook.set(setting, &fit_model(of_setting()));
            found.extend(outlook.get(setting).map(|model| Found { setting, positions, model }));
        }
    }
    let any = observations.iter().any(|o| o.held_out);
    let held_out = tenths(observations.iter().filter(|o| o.held_out == any), &outlook, decade);
    let training = tenths(observations.iter().filter(training), &outlook, decade);
    Calibrated { found, outlook, held_out, training }
}

/// Expected utilities and results of the players alive by tenths, least first: a pair is a player
/// in a position. `decade` is the difference that stands for odds of ten to one in settings without
/// a model.
#[must_use]
pub fn tenths<'o>(
    observations: impl Iterator<Item = &'o Observation>,
    outlook: &Outlook,
    decade: f64,
) -> [Tenth; 10] {
    let mut tenths = [Tenth::default(); 10];
    for observation in observations {
        let standing = &observation.standing;
        let shares = outlook.expected(standing, decade);
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
