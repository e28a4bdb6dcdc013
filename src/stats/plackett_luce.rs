//! Ratings of a pool of engines from rankings of any number of players.
//!
//! The model is Plackett and Luce's: the first is chosen with a probability proportional to
//! strength, then the first of the rest, and so on; for two players it is Bradley and Terry's, that
//! is Elo's. Optionally strength is a product of that of the engine and that of its seat. The fit
//! maximises the likelihood by D. Hunter's MM iteration ("MM algorithms for generalized
//! Bradley-Terry models", 2004), by turns for engines and seats; ties and engines in several seats
//! are treated as `ranking.rs` says.
//!
//! A weak prior keeps ratings finite: every engine (and seat) has some virtual draws against an
//! average opponent.
//!
//! Why a batch fit: online updates such as TrueSkill's or Weng and Lin's follow players who change,
//! depend on the order of the games, and give an uncertainty that assumes all games to be
//! independent. Engines do not change; here every game counts alike, the order does not matter,
//! and intervals come from a bootstrap over whole blocks (see [`super`]), which are what is
//! independent. Where all resamples say the same, blocks are all alike and show nothing of how
//! different they could be: such an interval is infinite.

use super::StatsError;
use super::estimate::Estimate;
use super::ranking::{Choice, Players, Ranking, choices};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use std::collections::HashMap;

/// Change of a log strength in one iteration at which a fit has converged.
const CONVERGED: f64 = 1e-8;
/// Iterations after which a fit stops anyway.
const ITERATIONS: usize = 20_000;
/// Ratings of resamples no further apart, in Elo, are one rating: fits end a little beside it.
const SAME: f64 = 1e-4;

/// An engine whose rating is fixed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Anchor {
    /// Index of the engine.
    pub engine: usize,
    /// Its rating, Elo.
    pub rating: f64,
}

/// What to fit.
#[derive(Clone, PartialEq, Debug)]
pub struct FitOptions {
    /// Number of engines.
    pub engines: usize,
    /// Number of seats.
    pub seats: usize,
    /// Whether seats have strengths of their own.
    pub seat_term: bool,
    /// Virtual draws of every engine (and seat) against an average opponent, above 0.
    pub prior: f64,
    /// Where ratings are tied to; without it their mean is 0.
    pub anchor: Option<Anchor>,
    /// Resamples of the bootstrap; without any, intervals are infinite.
    pub resamples: usize,
    /// Seed of the bootstrap.
    pub seed: u64,
}

impl FitOptions {
    /// One virtual draw, no seat term, mean 0, 500 resamples.
    #[must_use]
    pub fn new(engines: usize, seats: usize) -> FitOptions {
        FitOptions {
            engines,
            seats,
            seat_term: false,
            prior: 1.0,
            anchor: None,
            resamples: 500,
            seed: 1,
        }
    }
}

/// A fitted pool. Ratings are in Elo: 400 points are ten to one.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// Rating by engine; one without games against others has an infinite interval, and so have all
    /// where blocks are all alike.
    pub engines: Vec<Estimate>,
    /// What each seat adds to a rating, mean 0; empty without seat term.
    pub seats: Vec<Estimate>,
    /// Games by engine, without those against itself alone.
    pub games: Vec<u64>,
    /// Whether games connect all engines. If not, ratings of engines that are not connected
    /// compare by nothing but the prior.
    pub connected: bool,
}

/// Sums over games that a likelihood depends on.
#[derive(Clone, Default)]
struct Evidence {
    /// Weight by set of players chosen from.
    weights: Vec<f64>,
    /// How often each engine was chosen.
    engines: Vec<f64>,
    /// How often each seat was chosen.
    seats: Vec<f64>,
}

/// A pool in the form the fit needs.
struct Pool<'a> {
    options: &'a FitOptions,
    /// All sets of players chosen from.
    sets: Vec<Players>,
    /// By block: sets with weights, and choices.
    blocks: Vec<Vec<(usize, Choice)>>,
}

/// Log strengths.
#[derive(Clone)]
struct Strengths {
    engines: Vec<f64>,
    seats: Vec<f64>,
}

/// Moves log strengths by what makes their virtual draws against strength 1 fair on average, the
/// best that a common factor can do.
fn centre(logs: &mut [f64]) {
    let mut shift = 0.0;
    for _ in 0..100 {
        let (mut excess, mut slope) = (0.0, 0.0);
        for &x in logs.iter() {
            let share = 1.0 / (1.0 + (-(x + shift)).exp());
            excess += share - 0.5;
            slope += share * (1.0 - share);
        }
        let step = (excess / slope.max(1e-300)).clamp(-1.0, 1.0);
        shift -= step;
        if step.abs() < 1e-13 {
            break;
        }
    }
    logs.iter_mut().for_each(|x| *x += shift);
}

impl Pool<'_> {
    fn evidence(&self, blocks: impl Iterator<Item = usize>) -> Evidence {
        let mut sum = Evidence {
            weights: vec![0.0; self.sets.len()],
            engines: vec![self.options.prior / 2.0; self.options.engines],
            seats: vec![self.options.prior / 2.0; self.options.seats],
        };
        for block in blocks {
            for (set, choice) in &self.blocks[block] {
                sum.weights[*set] += choice.weight;
                let each = choice.weight / choice.chosen.len() as f64;
                for &(engine, seat) in &choice.chosen {
                    sum.engines[engine] += each;
                    sum.seats[seat] += each;
                }
            }
        }
        sum
    }

    /// One MM step for engines, or for seats with `seats`; returns the largest change.
    fn step(&self, evidence: &Evidence, strengths: &mut Strengths, seats: bool) -> f64 {
        let exp = |logs: &[f64]| logs.iter().map(|x| x.exp()).collect::<Vec<f64>>();
        let (engine, seat) = (exp(&strengths.engines), exp(&strengths.seats));
        let (logs, own) =
            if seats { (&mut strengths.seats, &seat) } else { (&mut strengths.engines, &engine) };
        let mut expected: Vec<f64> = own.iter().map(|s| self.options.prior / (s + 1.0)).collect();
        for (set, &weight) in self.sets.iter().zip(&evidence.weights) {
            if weight > 0.0 {
                let total: f64 = set.iter().map(|&(e, s)| engine[e] * seat[s]).sum();
                for &(e, s) in set {
                    let (index, factor) = if seats { (s, engine[e]) } else { (e, seat[s]) };
                    expected[index] += weight * factor / total;
                }
            }
        }
        let chosen = if seats { &evidence.seats } else { &evidence.engines };
        let before = logs.clone();
        for ((log, chosen), expected) in logs.iter_mut().zip(chosen).zip(expected) {
            *log = (chosen / expected).ln();
        }
        centre(logs);
        before.iter().zip(logs.iter()).fold(0.0, |most, (b, a)| (b - a).abs().max(most))
    }

    fn fit(&self, evidence: &Evidence, mut strengths: Strengths) -> Strengths {
        for _ in 0..ITERATIONS {
            let mut change = self.step(evidence, &mut strengths, false);
            if self.options.seat_term {
                change = change.max(self.step(evidence, &mut strengths, true));
            }
            if change < CONVERGED {
                break;
            }
        }
        strengths
    }

    /// Ratings of engines, then what seats add, in Elo.
    fn scaled(&self, strengths: &Strengths) -> Vec<f64> {
        let elo = |logs: &[f64], fixed: Option<Anchor>| {
            let zero = match fixed {
                Some(a) => logs[a.engine] - a.rating * std::f64::consts::LN_10 / 400.0,
                None => logs.iter().sum::<f64>() / logs.len().max(1) as f64,
            };
            logs.iter().map(|x| (x - zero) * 400.0 / std::f64::consts::LN_10).collect::<Vec<_>>()
        };
        let seats = if self.options.seat_term { &strengths.seats[..] } else { &[] };
        [elo(&strengths.engines, self.options.anchor), elo(seats, None)].concat()
    }
}

/// The value at a share of sorted numbers, between neighbours in proportion.
fn percentile(sorted: &[f64], share: f64) -> f64 {
    let at = share * (sorted.len() - 1) as f64;
    let (low, high) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
    low + (high - low) * at.fract()
}

/// Whether games connect all engines, by merging groups.
fn connected(engines: usize, sets: &[Players]) -> bool {
    let mut group: Vec<usize> = (0..engines).collect();
    for set in sets {
        for pair in set.windows(2) {
            let (a, b) = (group[pair[0].0], group[pair[1].0]);
            if a != b {
                group.iter_mut().filter(|g| **g == a).for_each(|g| *g = b);
            }
        }
    }
    group.windows(2).all(|w| w[0] == w[1])
}

fn check(options: &FitOptions, blocks: &[Vec<Ranking>]) -> Result<(), StatsError> {
    if !(options.prior > 0.0 && options.prior.is_finite()) {
        return Err(StatsError::Prior(options.prior));
    }
    if let Some(anchor) = options.anchor {
        if anchor.engine >= options.engines {
            return Err(StatsError::Engine(anchor.engine, options.engines));
        }
        if !anchor.rating.is_finite() {
            return Err(StatsError::Anchor(anchor.rating));
        }
    }
    for entry in blocks.iter().flatten().flatten() {
        if entry.engine >= options.engines {
            return Err(StatsError::Engine(entry.engine, options.engines));
        }
        if entry.seat >= options.seats {
            return Err(StatsError::Seat(entry.seat, options.seats));
        }
    }
    Ok(())
}

/// Fits ratings to the games of blocks. The same input and seed give the same ratings on any
/// number of threads.
///
/// # Errors
/// If the games name engines or seats beyond the options, places are not finite, more than twelve
/// players share a place, or prior or anchor are no use.
pub fn plackett_luce(blocks: &[Vec<Ranking>], options: &FitOptions) -> Result<Ratings, StatsError> {
    check(options, blocks)?;
    let mut pool = Pool { options, sets: Vec::new(), blocks: Vec::new() };
    let mut known: HashMap<Players, usize> = HashMap::new();
    let mut games = vec![0; options.engines];
    for block in blocks {
        let mut all = Vec::new();
        for ranking in block {
            let found = choices(ranking)?;
            if !found.is_empty() {
                let mut present: Vec<usize> = ranking.iter().map(|e| e.engine).collect();
                present.sort_unstable();
                present.dedup();
                present.into_iter().for_each(|engine| games[engine] += 1);
            }
            for choice in found {
                let set = *known.entry(choice.from.clone()).or_insert_with(|| {
                    pool.sets.push(choice.from.clone());
                    pool.sets.len() - 1
                });
                all.push((set, choice));
            }
        }
        pool.blocks.push(all);
    }

    let even = Strengths { engines: vec![0.0; options.engines], seats: vec![0.0; options.seats] };
    let n = pool.blocks.len();
    let best = pool.fit(&pool.evidence(0..n), even);
    let resamples: Vec<Vec<f64>> = (0..if n > 1 { options.resamples } else { 0 })
        .into_par_iter()
        .map(|i| {
            let seed = options.seed ^ (i as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let drawn = (0..n).map(|_| rng.random_range(0..n));
            pool.scaled(&pool.fit(&pool.evidence(drawn), best.clone()))
        })
        .collect();
    let mut estimates = pool.scaled(&best).into_iter().enumerate().map(|(i, value)| {
        let mut sorted: Vec<f64> = resamples.iter().map(|r| r[i]).collect();
        if sorted.is_empty() || games.get(i) == Some(&0) {
            return Estimate::unbounded(value);
        }
        sorted.sort_by(f64::total_cmp);
        let anchored = options.anchor.is_some_and(|anchor| anchor.engine == i);
        if !anchored && sorted[sorted.len() - 1] - sorted[0] < SAME {
            return Estimate::unbounded(value);
        }
        let (low, high) = (percentile(&sorted, 0.025), percentile(&sorted, 0.975));
        Estimate { value, low: low.min(value), high: high.max(value) }
    });
    let engines = estimates.by_ref().take(options.engines).collect();
    let seats = estimates.collect();
    let connected = connected(options.engines, &pool.sets);
    Ok(Ratings { engines, seats, games, connected })
}
