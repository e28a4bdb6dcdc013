//! The sequential probability ratio test, generalised (GSPRT) to distributions known only from the
//! games themselves.
//!
//! The log likelihood ratio compares the best distribution of block scores under each hypothesis
//! (`likelihood.rs`). Wald's bounds then keep the errors near `alpha` and `beta` whatever the rate
//! of draws and however strongly the games of a block depend on one another. Scores that were not
//! seen get a little mass as in fishtest and fastchess: every empty cell of a pentanomial, the two
//! ends of any other distribution.
//!
//! The theory is of many blocks. In simulations (`tests/stats/simulation.rs`, and wider ones with
//! differences to be found from 10 to 200 Elo, 60 and 90 % of draws, two to four players) errors
//! also stayed below `alpha` and `beta` with few: overshoot and the mass of unseen scores make
//! short tests err less, not more. Still, [`MIN_BLOCKS`] guards against openings that happen to be
//! alike: no decision falls before. Blocks that are copies of one another, as openings that repeat
//! make them, it takes for evidence like all others.

use super::estimate::{NELO_PER_T, score_of_elo};
use super::likelihood::{Constraint, constrained, log_likelihood};
use super::{Distribution, StatsError};

/// Blocks before a test may decide.
pub const MIN_BLOCKS: u64 = 8;

/// Hypotheses lie between plus and minus this, in Elo of either model.
pub const MAX_ELO: f64 = 1000.0;

/// Mass of a score not seen, in blocks.
const UNSEEN: f64 = 1e-3;

/// What the hypotheses of a test measure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Model {
    /// Normalised Elo: differences in deviations of a game. The length of a test does not depend
    /// on draws or openings, nor on the number of players.
    Normalized,
    /// Logistic Elo: differences of ratings.
    Logistic,
}

/// What a test has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Nothing yet.
    Continue,
    /// The difference is rather `elo0`: a patch fails.
    AcceptH0,
    /// The difference is rather `elo1`: a patch passes.
    AcceptH1,
}

/// A test of `elo0` against `elo1`. Valid by construction.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

impl Sprt {
    /// A test that accepts `elo1` with a probability of about `alpha` if `elo0` is true, and
    /// `elo0` with one of about `beta` if `elo1` is true.
    ///
    /// # Errors
    /// For `elo0` not below `elo1`, either beyond [`MAX_ELO`], and probabilities outside the open
    /// interval from 0 to 1/2.
    pub fn new(
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
        model: Model,
    ) -> Result<Sprt, StatsError> {
        if !elo0.is_finite() || !elo1.is_finite() || elo0 >= elo1 {
            return Err(StatsError::Hypotheses(elo0, elo1));
        }
        if let Some(elo) = [elo0, elo1].into_iter().find(|e| e.abs() > MAX_ELO) {
            return Err(StatsError::Extreme(elo));
        }
        for (name, p) in [("alpha", alpha), ("beta", beta)] {
            if !(p > 0.0 && p < 0.5) {
                return Err(StatsError::Probability(name, p));
            }
        }
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }

    /// The difference under either hypothesis, in Elo of the model.
    #[must_use]
    pub fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// What the hypotheses measure.
    #[must_use]
    pub fn model(&self) -> Model {
        self.model
    }

    /// The log likelihood ratios at and below which `elo0`, at and above which `elo1` is accepted
    /// (Wald 1945).
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Log likelihood ratio of `elo1` to `elo0`; 0 without blocks.
    #[must_use]
    pub fn llr(&self, blocks: &Distribution) -> f64 {
        if blocks.blocks() == 0 {
            return 0.0;
        }
        let weights = regularised(blocks);
        let total: f64 = weights.iter().map(|w| w.1).sum();
        let observed: Vec<(f64, f64)> = weights.iter().map(|&(a, w)| (a, w / total)).collect();
        let games = f64::from(blocks.games_per_block());
        let best = |elo: f64| {
            let constraint = match self.model {
                Model::Logistic => Constraint::Mean(score_of_elo(elo)),
                Model::Normalized => Constraint::TValue(elo / NELO_PER_T * games.sqrt()),
            };
            constrained(&observed, constraint)
        };
        let (null, other) = (best(self.elo0), best(self.elo1));
        total * (log_likelihood(&observed, &other) - log_likelihood(&observed, &null))
    }

    /// What the blocks decide; always [`Decision::Continue`] before [`MIN_BLOCKS`].
    #[must_use]
    pub fn decision(&self, blocks: &Distribution) -> Decision {
        if blocks.blocks() < MIN_BLOCKS {
            return Decision::Continue;
        }
        let (llr, (lower, upper)) = (self.llr(blocks), self.bounds());
        if llr >= upper {
            Decision::AcceptH1
        } else if llr <= lower {
            Decision::AcceptH0
        } else {
            Decision::Continue
        }
    }
}

/// Scores and their weights, with some weight on the two ends at least.
fn regularised(blocks: &Distribution) -> Vec<(f64, f64)> {
    if let Some(counts) = blocks.lattice() {
        let steps = (counts.len() - 1) as f64;
        let weight = |n: u64| if n == 0 { UNSEEN } else { n as f64 };
        return counts.iter().enumerate().map(|(i, &n)| (i as f64 / steps, weight(n))).collect();
    }
    let mut weights: Vec<(f64, f64)> =
        blocks.cells().iter().map(|c| (c.score, c.blocks as f64)).collect();
    if weights.first().is_none_or(|w| w.0 > 0.0) {
        weights.insert(0, (0.0, UNSEEN));
    }
    if weights.last().is_none_or(|w| w.0 < 1.0) {
        weights.push((1.0, UNSEEN));
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn validation() {
        let new = |e0, e1, a, b| Sprt::new(e0, e1, a, b, Model::Normalized);
        assert!(new(0.0, 5.0, 0.05, 0.05).is_ok());
        assert_eq!(new(5.0, 5.0, 0.05, 0.05), Err(StatsError::Hypotheses(5.0, 5.0)));
        assert!(matches!(new(f64::NAN, 5.0, 0.05, 0.05), Err(StatsError::Hypotheses(..))));
        assert!(matches!(new(f64::NEG_INFINITY, 5.0, 0.05, 0.05), Err(StatsError::Hypotheses(..))));
        assert_eq!(new(0.0, 2000.0, 0.05, 0.05), Err(StatsError::Extreme(2000.0)));
        assert_eq!(new(0.0, 5.0, 0.0, 0.05), Err(StatsError::Probability("alpha", 0.0)));
        assert_eq!(new(0.0, 5.0, 0.05, 0.5), Err(StatsError::Probability("beta", 0.5)));
        let text = new(0.0, 5.0, 0.7, 0.5).unwrap_err().to_string();
        assert_eq!(text, "alpha must lie between 0 and 0.5, not at 0.7");
    }

    #[test]
    fn bounds_are_walds() {
        let test = Sprt::new(0.0, 5.0, 0.05, 0.1, Model::Logistic).unwrap();
        let (lower, upper) = test.bounds();
        assert!((lower - (0.1f64 / 0.95).ln()).abs() < 1e-12);
        assert!((upper - (0.9f64 / 0.05).ln()).abs() < 1e-12);
    }

    /// Every model, wide and narrow hypotheses, the strangest distributions: always a number, and
    /// of the right sign where all blocks say the same.
    #[test]
    fn never_nan() {
        for model in [Model::Normalized, Model::Logistic] {
            for (e0, e1) in [(0.0, 0.5), (0.0, 5.0), (-50.0, 50.0), (-1000.0, 1000.0)] {
                let test = Sprt::new(e0, e1, 0.05, 0.05, model).unwrap();
                for games in [1, 2, 6, 14] {
                    let mut blocks = Distribution::new(games).unwrap();
                    assert_eq!(test.llr(&blocks), 0.0);
                    for score in [0.0, 0.5, 1.0, 0.583, 1e-9] {
                        let mut same = Distribution::new(games).unwrap();
                        for n in [1, 5, 40] {
                            for _ in 0..n {
                                same.add(score).unwrap();
                                blocks.add(score).unwrap();
                            }
                            let llr = test.llr(&same);
                            assert!(llr.is_finite() && test.llr(&blocks).is_finite());
                            assert!(score < 1.0 || llr > 0.0);
                            assert!(score > 0.0 || llr < 0.0);
                        }
                    }
                }
            }
        }
    }

    /// Three blocks below even with little spread: the best narrow distribution at `elo1` is far
    /// worse than the best wide one.
    #[test]
    fn few_blocks_say_little() {
        let test = Sprt::new(0.0, 20.43, 0.05, 0.05, Model::Normalized).unwrap();
        let mut d = Distribution::new(14).unwrap();
        for score in [0.392_857, 0.458_333, 0.505_952] {
            d.add(score).unwrap();
        }
        let llr = test.llr(&d);
        assert!(-0.4 < llr && llr < 0.0, "{llr}");
    }
}
