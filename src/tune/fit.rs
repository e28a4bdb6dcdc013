//! The fit: weights under which the strengths of positions explain best what became of them.

use super::adam::Adam;
use super::calibration::{Tenth, draw_margin, golden, tenths};
use super::dataset::Dataset;
use super::model::{Values, error, gradient};
use super::reading::Positions;
use crate::eval::{DECADE, WeightFile, family, is_on_cell};
use crate::variant;
use std::collections::BTreeSet;

/// How to fit.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Steps over all positions.
    pub epochs: usize,
    /// The first step of every weight in hundredths of a pawn; later ones become smaller.
    pub rate: f64,
    /// What it costs a weight to be a pawn away from where it began, squared, as an error in natural
    /// units of one game (all positions of a game share a result, so games count, not positions).
    /// One half is the belief that a pawn is a likely distance.
    pub l2: f64,
    /// Steps without a better error on the games held out after which the fit ends.
    pub patience: usize,
    /// The difference of strengths that stands for odds of ten to one.
    pub decade: Decade,
    /// Terms whose weights stay as they are. Not all that goes with results can be sought: who is to
    /// move does better, but whoever moves is to move no more.
    pub kept: Vec<String>,
}

/// What difference of strengths, in hundredths of a pawn, stands for odds of ten to one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Decade {
    /// That of the starting file, [`DECADE`] if it has none. Weights grow or shrink until it fits.
    Kept,
    /// The one with which the starting weights explain the results best: then weights keep their
    /// size where results say little of strength, and with it all numbers that go with them.
    Found,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            epochs: 500,
            rate: 3.0,
            l2: 0.5,
            patience: 50,
            decade: Decade::Kept,
            kept: Vec::new(),
        }
    }
}

/// Mean errors of a pair in natural units: cross entropy of the expectation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Errors {
    /// Over the games fitted to.
    pub training: f64,
    /// Over the games held out, if there are any.
    pub held_out: Option<f64>,
}

/// A weight before and after.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitted {
    /// The name.
    pub name: String,
    /// Middle game and endgame before, in hundredths of a pawn.
    pub start: [f64; 2],
    /// And after.
    pub value: [f64; 2],
    /// In how many positions it counts: by results those held out included, by searches those learnt from.
    pub positions: usize,
}

/// What a fit found.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// The file: every weight that counts in some position, and all of the starting file.
    pub file: WeightFile,
    /// Every weight of the games, sorted by name.
    pub weights: Vec<Fitted>,
    /// Errors of the derived weights.
    pub derived: Errors,
    /// Errors of the weights that the fit began with.
    pub start: Errors,
    /// Errors of the fitted weights, as they are in the file.
    pub fitted: Errors,
    /// The step that they come from, from 0 for the start.
    pub epoch: usize,
    /// Expectations and results by tenths on the games held out; on all if none are.
    pub calibration: [Tenth; 10],
}

/// Why nothing was fitted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FitError {
    /// No quiet position with a result.
    #[error("the records hold no quiet position to fit to")]
    NoPositions,
    /// A term to be kept that the games do not have.
    #[error("{0} is not a term of these games")]
    Term(String),
    /// The starting weights are for other games.
    #[error("the starting weights are for the family {start}, the games are of {games}")]
    Family {
        /// Of the starting weights.
        start: String,
        /// Of the games.
        games: String,
    },
}

/// Fits weights to positions, from the weights of a file and derived ones on. `heard` is told the
/// number of every step with the errors so far.
///
/// # Errors
/// If there is no position, or the file is for other games.
pub fn fit(
    positions: &Positions,
    start: &WeightFile,
    settings: &Settings,
    mut heard: impl FnMut(usize, Errors),
) -> Result<Fit, FitError> {
    let (training, held_out) = (positions.training(), positions.held_out());
    if training.tally.pairs == 0 {
        return Err(FitError::NoPositions);
    }
    if start.family() != positions.family() {
        let (start, games) = (start.family().to_string(), positions.family().to_string());
        return Err(FitError::Family { start, games });
    }
    let numbering = &positions.0.numbering;
    let term_of = |name: &str| name.split('.').next().unwrap_or(name).to_string();
    let terms: BTreeSet<String> = numbering.names.iter().map(|name| term_of(name)).collect();
    if let Some(unknown) = settings.kept.iter().find(|&term| !terms.contains(term)) {
        return Err(FitError::Term(unknown.clone()));
    }
    // Results tell too little of single cells.
    let stays = |name: &str| {
        start.lacks(name) || is_on_cell(name) || settings.kept.contains(&term_of(name))
    };
    let begin: Values = (numbering.names.iter().zip(&numbering.derived))
        .map(|(name, &derived)| start.get(name).unwrap_or(derived))
        .collect();
    let decade = match settings.decade {
        Decade::Kept => start.decade().unwrap_or(DECADE),
        Decade::Found => best_decade(training, &begin),
    };
    // From here on weights are on the scale of the model, where the decade is always the same.
    let scale = DECADE / decade;
    let scaled = |values: &[[f64; 2]]| -> Values {
        values.iter().map(|pair| pair.map(|value| value * scale)).collect()
    };
    let unscaled = begin;
    let begin = scaled(&unscaled);
    let of_others = |values: &Values| (held_out.tally.pairs > 0).then(|| error(held_out, values));
    let errors =
        |values: &Values| Errors { training: error(training, values), held_out: of_others(values) };
    // What decides which step is best.
    let deciding = |e: Errors| e.held_out.unwrap_or(e.training);
    let mut values = begin.clone();
    let mut best = begin.clone();
    let (mut at_start, mut best_error, mut epoch) = (None, f64::INFINITY, 0);
    let l2 = settings.l2 / positions.training().tally.games.max(1) as f64;
    let mut adam = Adam::new(values.len());
    for step in 0..=settings.epochs {
        let (training, mut slopes) = gradient(training, &values);
        let now = Errors { training, held_out: of_others(&values) };
        at_start.get_or_insert(now);
        heard(step, now);
        if deciding(now) < best_error {
            (best_error, epoch) = (deciding(now), step);
            best.clone_from(&values);
        } else if step - epoch >= settings.patience {
            break;
        }
        let weights = slopes.iter_mut().zip(&values).zip(&begin).zip(&numbering.names);
        for (((slopes, value), begin), name) in weights {
            if stays(name) {
                *slopes = [0.0; 2];
            }
            for i in 0..2 {
                // The square counts in pawns of the file, slopes in scaled hundredths.
                slopes[i] += 2.0 * l2 * (value[i] - begin[i]) / (1e4 * scale * scale);
            }
        }
        let left = 1.0 - step as f64 / settings.epochs.max(1) as f64;
        adam.step(&mut values, &slopes, settings.rate * scale * left);
    }
    let at_start = at_start.unwrap_or_else(|| errors(&begin));
    let occurrences =
        |i: usize| [training, held_out].iter().filter_map(|d| d.occurrences.get(i)).sum::<usize>();
    let write = |values: &Values| {
        let mut file = start.clone();
        for (i, name) in numbering.names.iter().enumerate() {
            let unknown = is_on_cell(name) && start.get(name).is_none();
            if occurrences(i) > 0 && !start.lacks(name) && !unknown {
                file.set(name, values[i].map(|value| value / scale));
            }
        }
        let rounded: Values = (numbering.names.iter().zip(&unscaled))
            .map(|(name, &begin)| file.get(name).unwrap_or(begin))
            .collect();
        (file, scaled(&rounded))
    };
    let (mut file, mut rounded) = write(&best);
    let mut fitted = errors(&rounded);
    if deciding(fitted) > deciding(at_start) {
        // Nothing better was found than rounding takes away.
        (file, rounded, fitted, epoch) = (start.clone(), begin.clone(), at_start, 0);
    }
    if settings.decade == Decade::Found {
        file.set_decade(decade);
    }
    if is_for_two(positions.family())
        && let Some(margin) = draw_margin(training, &rounded)
    {
        file.set_draw_margin(margin);
    }
    let mut weights: Vec<Fitted> = (0..begin.len())
        .map(|i| Fitted {
            name: numbering.names[i].clone(),
            start: unscaled[i],
            value: rounded[i].map(|value| value / scale),
            positions: occurrences(i),
        })
        .collect();
    weights.sort_by(|a, b| a.name.cmp(&b.name));
    let judged = if held_out.tally.pairs > 0 { held_out } else { training };
    let calibration = tenths(judged, &rounded);
    let derived = errors(&scaled(&numbering.derived));
    Ok(Fit { file, weights, derived, start: at_start, fitted, epoch, calibration })
}

/// The decade with which weights explain results best.
fn best_decade(data: &Dataset, values: &[[f64; 2]]) -> f64 {
    // By the logarithm of the scale, from a fiftieth to five times.
    let error_at = |log: f64| {
        let scaled: Values = values.iter().map(|p| p.map(|v| v * log.exp())).collect();
        error(data, &scaled)
    };
    DECADE / golden(0.02f64.ln(), 5f64.ln(), 0.01, error_at).exp()
}

/// Whether the games of a family are for two players.
fn is_for_two(of: &str) -> bool {
    variant::ids()
        .filter(|id| family(id) == of)
        .filter_map(variant::find)
        .all(|game| game.seats() == 2)
}
