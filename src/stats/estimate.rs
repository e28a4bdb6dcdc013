//! Point estimates with 95 % intervals.
//!
//! Intervals of means are Student's, from the sample variance of the blocks: at hundreds of blocks
//! they agree with the normal intervals of fishtest and fastchess, with ten they are as wide as
//! they have to be. Blocks that are all alike have no variance to build on; then the chance `q` of
//! anything else is what a run of `n` like blocks leaves open (Clopper and Pearson 1934): `q^n`
//! at 97.5 %, and the mean may be off by as much as that share of blocks at either end of what is
//! possible.

use super::Distribution;
use super::distribution::SAME;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};
use std::fmt;

/// Level of an interval: the chance left out on each side.
const TAIL: f64 = 0.025;
/// Up to so many observations Student's distribution is asked itself.
const FEW: u64 = 100;
/// Normal quantile of the upper end of an interval.
const Z: f64 = 1.959_963_984_540_054;
/// Normalised Elo per unit of t-value: 800 / ln 10.
pub(super) const NELO_PER_T: f64 = 347.435_585_522_601_46;

/// A value and its 95 % interval. Never NaN; infinite where the games set no limit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The best guess.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Estimate {
    /// A value that nothing is known about but itself.
    pub(super) fn unbounded(value: f64) -> Estimate {
        Estimate { value, low: f64::NEG_INFINITY, high: f64::INFINITY }
    }

    /// The same of a quantity that is never below `low` nor above `high`.
    #[must_use]
    pub fn within(self, low: f64, high: f64) -> Estimate {
        self.map(|x| x.max(low).min(high))
    }

    fn map(self, f: impl Fn(f64) -> f64) -> Estimate {
        Estimate { value: f(self.value), low: f(self.low), high: f(self.high) }
    }
}

/// `value [low, high]`, with one decimal unless a precision is asked for.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(1);
        // Adding zero turns -0 into 0.
        let [v, l, h] = [self.value, self.low, self.high].map(|x| x + 0.0);
        write!(f, "{v:.digits$} [{l:.digits$}, {h:.digits$}]")
    }
}

/// Logistic Elo difference that a score in 0..1 stands for; infinite at the ends.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// Expected score at a logistic Elo difference.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Student's quantile for the upper end of an interval from `n` observations; beyond [`FEW`] by its
/// expansion about the normal quantile (Abramowitz and Stegun 26.7.5).
fn quantile(n: u64) -> f64 {
    let freedom = n.saturating_sub(1) as f64;
    if n > FEW {
        let (first, second) = (Z.powi(3) + Z, 5.0 * Z.powi(5) + 16.0 * Z.powi(3) + 3.0 * Z);
        return Z + first / (4.0 * freedom) + second / (96.0 * freedom * freedom);
    }
    StudentsT::new(0.0, 1.0, freedom).map_or(f64::INFINITY, |t| t.inverse_cdf(1.0 - TAIL))
}

/// The interval of a mean within `least` and `most` of which all `n` observations were alike.
fn of_alike(value: f64, n: u64, least: f64, most: f64) -> Estimate {
    let other = 1.0 - TAIL.powf(1.0 / n as f64);
    let low = least + (value - least) * (1.0 - other);
    Estimate { value, low, high: value + (most - value) * other }
}

/// Mean of independent observations (places, shares of wins, block by block) that lie between
/// `least` and `most`, with its interval within these, which for one observation is all there is
/// between them. `None` without observations or if one is not finite.
#[must_use]
pub fn mean_interval(observations: &[f64], least: f64, most: f64) -> Option<Estimate> {
    let n = observations.len();
    if n == 0 || observations.iter().any(|x| !x.is_finite()) {
        return None;
    }
    let mean = observations.iter().sum::<f64>() / n as f64;
    if n == 1 {
        return Some(Estimate::unbounded(mean).within(least, most));
    }
    if observations.iter().all(|x| (x - mean).abs() < SAME) {
        return Some(of_alike(mean, n as u64, least, most).within(least, most));
    }
    let squares: f64 = observations.iter().map(|x| (x - mean).powi(2)).sum();
    let half = quantile(n as u64) * (squares / (n - 1) as f64 / n as f64).sqrt();
    Some(Estimate { value: mean, low: mean - half, high: mean + half }.within(least, most))
}

impl Distribution {
    /// Mean block score with its interval, within 0..1. `None` without blocks.
    #[must_use]
    pub fn score(&self) -> Option<Estimate> {
        let (value, variance, n) = (self.mean()?, self.variance()?, self.blocks());
        if variance == 0.0 {
            return Some(of_alike(value, n, 0.0, 1.0));
        }
        let half = quantile(n) * (variance / (n - 1) as f64).sqrt();
        Some(Estimate { value, low: (value - half).max(0.0), high: (value + half).min(1.0) })
    }

    /// Logistic Elo difference, the transform of [`Distribution::score`]. In games for three and
    /// four it is the difference of Plackett-Luce ratings, of which any pair of players is a
    /// logistic pair.
    #[must_use]
    pub fn elo(&self) -> Option<Estimate> {
        self.score().map(|s| s.map(elo_of_score))
    }

    /// Normalised Elo (M. Van den Bergh, "Normalized Elo", cantate.be/Fishtest): the mean's
    /// distance from 1/2 in standard deviations of one game, times 800 / ln 10, where the deviation
    /// of a game is that of a block times the root of the number of games. The interval is from
    /// the delta method with the skewness and kurtosis of the blocks; for many blocks and small
    /// differences it is fastchess's. Infinite if all blocks are alike and not even. `None` without blocks.
    #[must_use]
    pub fn nelo(&self) -> Option<Estimate> {
        let (mean, variance, n) = (self.mean()?, self.variance()?, self.blocks() as f64);
        if variance == 0.0 {
            let even = (mean - 0.5).abs() < 1e-9;
            return Some(Estimate::unbounded(if even {
                0.0
            } else {
                f64::INFINITY * (mean - 0.5)
            }));
        }
        let sigma = variance.sqrt();
        let t = (mean - 0.5) / sigma;
        let skewness = self.central_moment(3)? / sigma.powi(3);
        let kurtosis = self.central_moment(4)? / variance.powi(2);
        let spread = 1.0 - t * skewness + t * t * (kurtosis - 1.0) / 4.0;
        let half = quantile(self.blocks()) * (spread.max(0.0) / n).sqrt();
        let scale = NELO_PER_T / f64::from(self.games_per_block()).sqrt();
        Some(Estimate { value: t, low: t - half, high: t + half }.map(|t| t * scale))
    }

    /// Likelihood of superiority: how sure it is that the first engine is the stronger, 0..1. Up to
    /// a hundred blocks it is Student's, so that it exceeds 97.5 % where the interval of
    /// [`Distribution::score`] lies above 1/2; beyond, the normal approximation of other match runners. If
    /// all blocks are alike their distance from 1/2 stands in for the deviation, as in the formula
    /// (wins - losses) / sqrt(wins + losses). `None` without blocks.
    #[must_use]
    pub fn los(&self) -> Option<f64> {
        let (mean, variance, n) = (self.mean()?, self.variance()?, self.blocks());
        let distance = mean - 0.5;
        let deviation = if variance == 0.0 { distance.abs() } else { variance.sqrt() };
        if deviation < 1e-9 {
            return Some(0.5);
        }
        if variance > 0.0 && n <= FEW {
            let freedom = (n - 1) as f64;
            let student = StudentsT::new(0.0, 1.0, freedom).ok()?;
            return Some(student.cdf(distance / deviation * freedom.sqrt()));
        }
        Some(Normal::standard().cdf(distance / deviation * (n as f64).sqrt()))
    }
}

/// Wins, draws and losses in games (or pairs of players).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Scores above 1/2.
    pub wins: u64,
    /// Scores of 1/2.
    pub draws: u64,
    /// Scores below 1/2.
    pub losses: u64,
}

impl Tally {
    /// Counts a score in 0..1; anything that is not a number is ignored.
    pub fn add(&mut self, score: f64) {
        match score.partial_cmp(&0.5) {
            Some(std::cmp::Ordering::Greater) => self.wins += 1,
            Some(std::cmp::Ordering::Equal) => self.draws += 1,
            Some(std::cmp::Ordering::Less) => self.losses += 1,
            None => {}
        }
    }

    /// Number of scores.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// `+wins =draws -losses`
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "+{} ={} -{}", self.wins, self.draws, self.losses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_and_one_block() {
        let mut d = Distribution::new(14).unwrap();
        assert_eq!((d.score(), d.elo(), d.nelo(), d.los()), (None, None, None, None));
        d.add(0.75).unwrap();
        let score = d.score().unwrap();
        assert!(score.value == 0.75 && score.low < 0.1 && score.high > 0.9, "{score:?}");
        assert_eq!(d.nelo(), Some(Estimate::unbounded(f64::INFINITY)));
        assert!((d.los().unwrap() - 0.841).abs() < 1e-3);
    }

    #[test]
    fn all_won_all_lost_all_drawn() {
        let won = Distribution::from_pentanomial([0, 0, 0, 0, 10]);
        let elo = won.elo().unwrap();
        assert_eq!((elo.value, elo.high), (f64::INFINITY, f64::INFINITY));
        // Ten of ten: Clopper and Pearson's 0.6915.
        assert!((won.score().unwrap().low - 0.6915).abs() < 1e-4);
        assert_eq!(format!("{elo}"), "inf [140.2, inf]");
        assert!(won.los().unwrap() > 0.999);
        let lost = Distribution::from_pentanomial([10, 0, 0, 0, 0]);
        assert_eq!(lost.elo().unwrap().value, f64::NEG_INFINITY);
        assert_eq!(lost.nelo().unwrap().value, f64::NEG_INFINITY);
        let drawn = Distribution::from_pentanomial([0, 0, 10, 0, 0]);
        assert_eq!(drawn.elo().unwrap().value, 0.0);
        assert_eq!(drawn.nelo().unwrap().value, 0.0);
        assert_eq!(drawn.los(), Some(0.5));
    }

    /// Two blocks close together say little, however far they are from 1/2.
    #[test]
    fn few_blocks_make_nobody_sure() {
        let mut two = Distribution::new(6).unwrap();
        two.add(7.0 / 12.0).unwrap();
        two.add(8.0 / 12.0).unwrap();
        // Student's with one degree of freedom is Cauchy's: 1/2 + atan(3) / pi.
        assert!((two.los().unwrap() - 0.897_584).abs() < 1e-6, "{:?}", two.los());
        let (mut ours, mut theirs) = (Distribution::new(6).unwrap(), Distribution::new(6).unwrap());
        let mut sure = 0;
        for i in 0..FEW as usize {
            let score = [4.0, 9.0, 6.0, 8.0][i % 4] / 12.0;
            ours.add(score).unwrap();
            theirs.add(1.0 - score).unwrap();
            if i > 0 {
                let (score, los) = (ours.score().unwrap(), ours.los().unwrap());
                assert_eq!(score.low > 0.5, los > 1.0 - TAIL, "{score:?} {los} of {i}");
                assert!((theirs.los().unwrap() + los - 1.0).abs() < 1e-9, "{los} of {i}");
                sure += usize::from(los > 1.0 - TAIL);
            }
        }
        assert!((10..90).contains(&sure), "sure {sure} times");
    }

    #[test]
    fn plain_means() {
        let places = |observations: &[f64]| mean_interval(observations, 1.0, 9.0);
        assert_eq!(places(&[]), None);
        assert_eq!(places(&[1.0, f64::NAN]), None);
        assert_eq!(places(&[2.5]), Some(Estimate { value: 2.5, low: 1.0, high: 9.0 }));
        let share = mean_interval(&[0.9, 0.4], 0.0, 1.0).unwrap();
        assert_eq!(format!("{share:.2}"), "0.65 [0.00, 1.00]");
        // Student's quantile with 4 degrees of freedom is 2.7764.
        let e = places(&[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        let half = 2.776_445 * (2.5f64 / 5.0).sqrt();
        assert!((e.high - 3.0 - half).abs() < 1e-5 && (3.0 - e.low - half).abs() < 1e-5);
        assert!((quantile(10_000_000) - Z).abs() < 1e-5);
        assert!((quantile(100) - quantile(101) - 2e-4).abs() < 1e-4);
    }

    /// Means of blocks that are all alike are as unsure as scores of such blocks.
    #[test]
    fn means_of_what_is_alike() {
        let third = 1.0 / 3.0;
        for (n, value) in [(2, 1.0), (3, 1.0), (10, 1.0), (10, third), (10, 0.0)] {
            let mut blocks = Distribution::new(6).unwrap();
            (0..n).for_each(|_| blocks.add(value).unwrap());
            let (score, share) = (blocks.score().unwrap(), vec![value; n]);
            let share = mean_interval(&share, 0.0, 1.0).unwrap();
            assert!((share.low - score.low).abs() < 1e-9, "{share:?} {score:?}");
            assert!((share.high - score.high).abs() < 1e-9, "{share:?} {score:?}");
        }
        // Ten of ten: Clopper and Pearson's 0.6915 of the way to either end.
        let place = mean_interval(&[2.5; 10], 1.0, 4.0).unwrap();
        assert_eq!(format!("{place:.3}"), "2.500 [2.037, 2.963]");
    }

    #[test]
    fn tally_counts() {
        let mut tally = Tally::default();
        for score in [1.0, 0.75, 0.5, 0.0, f64::NAN] {
            tally.add(score);
        }
        assert_eq!((format!("{tally}").as_str(), tally.total()), ("+2 =1 -1", 4));
    }
}
