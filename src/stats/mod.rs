//! Statistics of matches: estimates with intervals, sequential tests, ratings of a pool.
//!
//! The unit of evidence is a *block*: all games of one opening in an encounter of two engines. In
//! games for two that is the pair with colours swapped, in games for three and four all seatings
//! of the two engines on one opening. Games of a block share their opening and are not
//! independent; blocks are. A *block score* is the mean over the games of a block of the mean score
//! of the first engine over its pairs with the second (1 ahead, 1/2 level, 0 behind), a number
//! from 0 to 1. For pairs of games that is the pentanomial model of fishtest.
//!
//! This module owns the arithmetic of [`Distribution`]s of such scores ([`Estimate`]), the test on
//! them ([`Sprt`]), and the batch fit of [`plackett_luce()`]. It knows nothing of boards, engines or
//! files, and its results never are NaN: where nothing is known an interval is infinite.
//!
//! ```
//! use simurgh::stats::{Decision, Distribution, Model, Sprt};
//!
//! let blocks = Distribution::from_pentanomial([34, 54, 85, 151, 31]);
//! assert_eq!(format!("{:.1}", blocks.elo().unwrap()), "44.8 [24.3, 65.6]");
//! let test = Sprt::new(0.0, 10.0, 0.05, 0.05, Model::Normalized)?;
//! assert_eq!(test.decision(&blocks), Decision::Continue);
//! # Ok::<(), simurgh::stats::StatsError>(())
//! ```

mod distribution;
mod estimate;
mod likelihood;
mod plackett_luce;
mod ranking;
mod sprt;

pub use distribution::{Cell, Distribution};
pub use estimate::{Estimate, Tally, elo_of_score, mean_interval, score_of_elo};
pub use plackett_luce::{Anchor, FitOptions, Ratings, plackett_luce};
pub use ranking::{Entry, Ranking};
pub use sprt::{Decision, MAX_ELO, MIN_BLOCKS, Model, Sprt};

/// What is wrong with numbers from outside.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum StatsError {
    /// A score outside 0..1.
    #[error("a score lies between 0 and 1, not at {0}")]
    Score(f64),
    /// Blocks of no games.
    #[error("a block has at least one game")]
    NoGames,
    /// Distributions that cannot be added up.
    #[error("blocks of {0} and of {1} games cannot be mixed")]
    Mixed(u32, u32),
    /// Hypotheses in the wrong order, equal or not finite.
    #[error("elo0 must be less than elo1, not {0} and {1}")]
    Hypotheses(f64, f64),
    /// A hypothesis that no match can test.
    #[error("hypotheses lie between -{MAX_ELO} and {MAX_ELO} Elo, not at {0}")]
    Extreme(f64),
    /// An error probability outside the open interval from 0 to 1/2.
    #[error("{0} must lie between 0 and 0.5, not at {1}")]
    Probability(&'static str, f64),
    /// A ranking that names an engine that does not exist.
    #[error("there is no engine {0} among {1}")]
    Engine(usize, usize),
    /// A ranking that names a seat that does not exist.
    #[error("there is no seat {0} among {1}")]
    Seat(usize, usize),
    /// A place that is not a number.
    #[error("a place is a finite number, not {0}")]
    Place(f64),
    /// More players level with one another than a game has seats.
    #[error("{0} players share a place, more than {1}")]
    Shared(usize, usize),
    /// A prior that leaves ratings undefined.
    #[error("the prior weight must be positive and finite, not {0}")]
    Prior(f64),
    /// An anchor that is not a number.
    #[error("the rating of an anchor must be finite, not {0}")]
    Anchor(f64),
}
