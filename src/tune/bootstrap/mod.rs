//! Bootstrapping: weights under which the evaluation says of quiet positions at once what searches with it
//! have found there. (RootStrap: J. Veness, D. Silver, W. Uther and A. Blair, "Bootstrapping from game
//! tree search", 2009.)
//!
//! A game says one thing of all its positions, who won, and where chance and other players have much to do
//! with that, it takes very many games to learn what a piece is worth. A search says of each position what
//! its terms overlooked. Least squares: the change of weights that explains best what scores have beyond
//! values, and that stays near the weights there are, the nearer the less of it shows in games held out.
//! Repeat it with games of the new weights.
//!
//! Searches see no further than their horizon, so what pays later than that, or is right for another reason
//! than the evaluation's, is not learnt. Matches have the last word.

mod lessons;

pub use lessons::{Lessons, lessons};

use super::cholesky::{cholesky, solve};
use super::fit::Fitted;
use crate::eval::{WeightFile, is_on_cell};
use lessons::Lesson;
use rayon::prelude::*;
use std::collections::BTreeSet;

/// How strongly weights may be drawn to where they began, for the one that does best on games held out: 1
/// believes that a weight is off by some pawn, and differently by [`APART`] in middle game and endgame.
const PULLS: [f64; 8] = [0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0];
/// By how much a weight is believed to be off, in hundredths of a pawn.
const OFF: f64 = 100.0;
/// By how much more in the middle game than in the endgame.
const APART: f64 = 60.0;
/// How much less weights on single cells are believed to be off, which only add to what other terms of
/// placement say.
const ON_CELLS: f64 = 0.5;

/// Lessons in a chunk: sums run over chunks one after the other, so that they are the same whatever the
/// number of threads.
const CHUNK: usize = 2048;
/// Chunks whose sums are kept at a time: with a weight for every piece on every cell they take 150 MB each.
const BATCH: usize = 4;

/// Root of the mean square of what scores have beyond values, in hundredths of a pawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Missed {
    /// Over the positions learnt from.
    pub training: f64,
    /// Over those held out.
    pub held_out: f64,
}

/// What was learnt.
#[derive(Clone, PartialEq, Debug)]
pub struct Bootstrapped {
    /// The file: every weight that counts in some position, and all of the starting file.
    pub file: WeightFile,
    /// Every weight that was free to change, sorted by name.
    pub weights: Vec<Fitted>,
    /// What the starting weights miss, but for a number for each game and number of players left.
    pub start: Missed,
    /// What the new ones miss, before all of them together are brought to their former size.
    pub learnt: Missed,
    /// The pull that did best on the games held out; none if all weights stay as they are, since nothing
    /// does better there.
    pub pull: Option<f64>,
}

/// Why nothing was learnt.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BootstrapError {
    /// Nothing to learn from, or to judge by.
    #[error("the records hold no quiet position with a score {0}")]
    NoPositions(&'static str),
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

/// The columns of the equations: two for every weight that is free to change, then one for each kind of
/// lesson.
struct Columns {
    /// By weight: its first column.
    of_weight: Vec<Option<usize>>,
    /// By weight that is free: how far off it is believed to be, against most others.
    loose: Vec<f64>,
    /// How many columns weights have.
    weights: usize,
    all: usize,
}

impl Columns {
    /// What counts in a lesson, by column.
    fn row<'l>(&'l self, lesson: &'l Lesson) -> impl Iterator<Item = (usize, f64)> + 'l {
        let phase = f64::from(lesson.phase);
        let of_weights = lesson.counts.iter().flat_map(move |&(weight, times)| {
            let first = self.of_weight[usize::from(weight)];
            let both = first.map(|first| [(first, phase), (first + 1, 1.0 - phase)]);
            both.into_iter()
                .flatten()
                .map(move |(column, share)| (column, share * f64::from(times)))
        });
        of_weights.chain([(self.weights + lesson.kind, 1.0)])
    }

    /// Root of the mean square of what some numbers, by column, leave of what was missed.
    fn left(&self, lessons: &[Lesson], numbers: &[f64]) -> f64 {
        let of_chunk = |chunk: &[Lesson]| -> f64 {
            let left = |lesson: &Lesson| {
                let told: f64 = self.row(lesson).map(|(column, n)| numbers[column] * n).sum();
                (f64::from(lesson.missed) - told).powi(2)
            };
            chunk.iter().map(left).sum()
        };
        let sums: Vec<f64> = lessons.par_chunks(CHUNK).map(of_chunk).collect();
        (sums.iter().sum::<f64>() / lessons.len().max(1) as f64).sqrt()
    }
}

/// The equations of least squares: a matrix, row by row, and the right side.
struct Equations {
    matrix: Vec<f64>,
    right: Vec<f64>,
}

impl Equations {
    fn of(columns: &Columns, lessons: &[Lesson]) -> Equations {
        let n = columns.all;
        let empty = || Equations { matrix: vec![0.0; n * n], right: vec![0.0; n] };
        let of_chunk = |chunk: &[Lesson]| {
            let mut sums = empty();
            for lesson in chunk {
                let row: Vec<(usize, f64)> = columns.row(lesson).collect();
                for &(i, a) in &row {
                    row.iter().for_each(|&(j, b)| sums.matrix[i * n + j] += a * b);
                    sums.right[i] += a * f64::from(lesson.missed);
                }
            }
            sums
        };
        let mut all = empty();
        for batch in lessons.chunks(CHUNK * BATCH) {
            let parts: Vec<Equations> = batch.par_chunks(CHUNK).map(of_chunk).collect();
            for part in parts {
                all.matrix.iter_mut().zip(part.matrix).for_each(|(sum, part)| *sum += part);
                all.right.iter_mut().zip(part.right).for_each(|(sum, part)| *sum += part);
            }
        }
        all
    }

    /// Their solution, with weights drawn to where they are: `variance` is that of what is missed.
    fn solve(&self, columns: &Columns, variance: f64, pull: f64) -> Option<Vec<f64>> {
        let n = columns.all;
        let mut matrix = self.matrix.clone();
        for (&loose, first) in columns.loose.iter().zip((0..columns.weights).step_by(2)) {
            let [off, apart] = [OFF, APART].map(|off| variance * pull / (off * loose).powi(2));
            for (i, j) in [(first, first + 1), (first + 1, first)] {
                matrix[i * n + i] += off + apart;
                matrix[i * n + j] -= apart;
            }
        }
        // A kind may occur among the games held out alone.
        (columns.weights..n).for_each(|kind| matrix[kind * n + kind] += 1e-3);
        Some(solve(&cholesky(&matrix, n)?, n, &self.right))
    }
}

/// Learns weights from lessons that were taken with those of `start`; the terms of `kept` stay as they are.
/// `pull` says how strongly the others are drawn to where they began, above 0: 1 believes that they are off by some
/// pawn. Unless given, it is the one of several that does best on the games held out.
///
/// # Errors
/// If there is nothing to learn from or no game held out, or the file is for other games.
pub fn bootstrap(
    lessons: &Lessons,
    start: &WeightFile,
    kept: &[String],
    pull: Option<f64>,
) -> Result<Bootstrapped, BootstrapError> {
    let [training, held_out] = &lessons.sets;
    if training.is_empty() {
        return Err(BootstrapError::NoPositions("to learn from"));
    }
    if held_out.is_empty() {
        return Err(BootstrapError::NoPositions("among the games held out"));
    }
    if start.family() != lessons.family {
        let (start, games) = (start.family().to_string(), lessons.family.clone());
        return Err(BootstrapError::Family { start, games });
    }
    let numbering = &lessons.numbering;
    let term_of = |name: &str| name.split('.').next().unwrap_or(name).to_string();
    let terms: BTreeSet<String> = numbering.names.iter().map(|name| term_of(name)).collect();
    if let Some(unknown) = kept.iter().find(|&term| !terms.contains(term)) {
        return Err(BootstrapError::Term(unknown.clone()));
    }
    let mut positions = vec![0; numbering.names.len()];
    for (weight, _) in training.iter().flat_map(|lesson| &lesson.counts) {
        positions[usize::from(*weight)] += 1;
    }
    let free: Vec<usize> = (0..numbering.names.len())
        .filter(|&i| {
            let name = &numbering.names[i];
            positions[i] > 0 && !start.lacks(name) && !kept.contains(&term_of(name))
        })
        .collect();
    let mut of_weight = vec![None; numbering.names.len()];
    free.iter().enumerate().for_each(|(i, &weight)| of_weight[weight] = Some(2 * i));
    let weights = 2 * free.len();
    let loose = |&i: &usize| if is_on_cell(&numbering.names[i]) { ON_CELLS } else { 1.0 };
    let loose = free.iter().map(loose).collect();
    let columns = Columns { of_weight, loose, weights, all: weights + lessons.kinds.len() };
    let begin: Vec<f64> = free
        .iter()
        .flat_map(|&i| start.get(&numbering.names[i]).unwrap_or(numbering.derived[i]))
        .collect();

    let missed = |numbers: &[f64]| Missed {
        training: columns.left(training, numbers),
        held_out: columns.left(held_out, numbers),
    };
    let equations = Equations::of(&columns, training);
    let variance = columns.left(training, &vec![0.0; columns.all]).powi(2);
    // Without any change of weights, but with what all lessons of a kind have in common.
    let mut fixed = vec![0.0; columns.all];
    for (column, mean) in fixed.iter_mut().enumerate().skip(weights) {
        let count = equations.matrix[column * columns.all + column];
        *mean = if count > 0.0 { equations.right[column] / count } else { 0.0 };
    }
    let before = missed(&fixed);
    let mut best = (before, fixed, None);
    let pulls = pull.as_ref().map_or(&PULLS[..], std::slice::from_ref);
    for &pull in pulls {
        let Some(numbers) = equations.solve(&columns, variance, pull) else { continue };
        let now = missed(&numbers);
        if now.held_out < best.0.held_out {
            best = (now, numbers, Some(pull));
        }
    }
    let (learnt, numbers, pull) = best;
    // Scores are seldom as far from even as values, which takes a little from all weights every time; but
    // other numbers go with their size.
    let slope = slope(&columns, training, &begin, &numbers);
    let mut file = start.clone();
    let mut weights: Vec<Fitted> = Vec::new();
    for (i, &weight) in free.iter().enumerate() {
        let name = numbering.names[weight].clone();
        let was = [begin[2 * i], begin[2 * i + 1]];
        if pull.is_some() {
            file.set(&name, [0, 1].map(|k| (was[k] + numbers[2 * i + k]) / slope));
        }
        let value = file.get(&name).unwrap_or(was);
        weights.push(Fitted { name, start: was, value, positions: positions[weight] });
    }
    weights.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(Bootstrapped { file, weights, start: before, learnt, pull })
}

/// By what factor values grow from some weights to those changed by `numbers`.
fn slope(columns: &Columns, lessons: &[Lesson], begin: &[f64], numbers: &[f64]) -> f64 {
    let of_chunk = |chunk: &[Lesson]| {
        chunk.iter().fold([0.0; 2], |[squares, products], lesson| {
            let (mut before, mut after) = (0.0, 0.0);
            for (column, n) in columns.row(lesson).take_while(|&(column, _)| column < begin.len()) {
                before += begin[column] * n;
                after += (begin[column] + numbers[column]) * n;
            }
            [squares + before * before, products + before * after]
        })
    };
    let sums: Vec<[f64; 2]> = lessons.par_chunks(CHUNK).map(of_chunk).collect();
    let [squares, products] = sums.iter().fold([0.0; 2], |[a, b], part| [a + part[0], b + part[1]]);
    if squares > 0.0 && products > 0.0 { products / squares } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Sheet;
    use crate::position::{AnyPosition, with_position};
    use crate::variant;

    #[test]
    fn what_no_game_to_learn_from_shows_is_no_obstacle() {
        let start = AnyPosition::start(variant::find("ninja").expect("a registered game"));
        let sheet = with_position!(&start, p => Sheet::of_game(p.tables()));
        let mut lessons = Lessons { family: "ninja".to_string(), ..Lessons::default() };
        let numbers = lessons.numbering.of(sheet);
        // Each more of the first piece is worth 50 more than the weights say.
        let lesson = |number: u16, kind| Lesson {
            counts: vec![(numbers[0], f32::from(number % 3) - 1.0)],
            phase: f32::from(number % 5) / 4.0,
            missed: 50.0 * (f32::from(number % 3) - 1.0) + if kind == 1 { 30.0 } else { 0.0 },
            kind,
        };
        lessons.kinds = vec![("ninja".to_string(), 2), ("ninja".to_string(), 3)];
        lessons.sets = [(0..300).map(|n| lesson(n, 0)).collect(), vec![lesson(2, 1)]];
        let learnt = bootstrap(&lessons, &WeightFile::new("ninja"), &[], Some(0.01));
        let learnt = learnt.expect("there are lessons");
        assert_eq!(learnt.pull, Some(0.01));
        assert!(learnt.learnt.training < 1.0, "{learnt:?}");
    }

    #[test]
    fn nothing_is_changed_for_the_worse() {
        let start = AnyPosition::start(variant::find("ninja").expect("a registered game"));
        let sheet = with_position!(&start, p => Sheet::of_game(p.tables()));
        let mut lessons = Lessons { family: "ninja".to_string(), ..Lessons::default() };
        let numbers = lessons.numbering.of(sheet);
        let lesson = |times: f32, missed| Lesson {
            counts: vec![(numbers[0], times)],
            phase: 0.5,
            missed,
            kind: 0,
        };
        lessons.kinds = vec![("ninja".to_string(), 2)];
        let taught = [lesson(1.0, 40.0), lesson(-1.0, -40.0)];
        lessons.sets = [taught.to_vec(), vec![lesson(1.0, -40.0), lesson(-1.0, 40.0)]];
        let begin = WeightFile::new("ninja");
        let learnt = bootstrap(&lessons, &begin, &[], Some(1.0)).expect("there are lessons");
        assert_eq!((learnt.pull, learnt.file), (None, begin));
        assert_eq!(learnt.learnt, learnt.start);
    }
}
