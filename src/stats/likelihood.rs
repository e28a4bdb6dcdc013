//! Multinomial distributions of greatest likelihood under one constraint.
//!
//! Given what was observed, find the distribution on the same scores that explains it best and has
//! a prescribed mean (M. Van den Bergh, "Comparing the approximations for the generalized log
//! likelihood ratio of a multinomial distribution", proposition 1.1) or a prescribed t-value, the
//! mean's distance from 1/2 in standard deviations ("Comments on normalized Elo", section 4.1);
//! both at cantate.be/Fishtest.
//!
//! Both come down to `sum p phi = 0` for some `phi` by score; the solution is
//! `p / (1 + theta phi)` with the observed `p` and a `theta` that solves one equation. For
//! t-values `phi` depends on mean and deviation of the solution itself and is iterated. With few
//! blocks there can be several maxima, narrow distributions and wide ones, so the iteration starts
//! from several points and the best end counts. A solution exists if some `phi` are below and some
//! above zero, which scores of 0 and 1 of some probability guarantee; the callers see to these.

/// Observed probabilities by score, scores ascending from 0 to 1, all probabilities above zero.
pub(super) type Observed = [(f64, f64)];

/// What is prescribed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Constraint {
    /// The mean, inside 0..1.
    Mean(f64),
    /// The mean's distance from 1/2, in standard deviations.
    TValue(f64),
}

/// Iterations for t-values; a handful is usual.
const ITERATIONS: usize = 100;
/// Starts of the iteration at the observed deviation and its halves.
const NARROWER: u32 = 5;
/// Log likelihood per block, less the observed one, from which no other maximum is looked for.
const CLOSE: f64 = -0.01;
/// Change of mean and deviation at which an iteration has converged.
const CONVERGED: f64 = 1e-10;

/// The root of `sum p c / (1 + x c) = 0` that leaves all probabilities positive. The sum falls from
/// plus to minus infinity in between the poles, so a bracketed Newton iteration cannot miss.
fn secular(terms: impl Iterator<Item = (f64, f64)> + Clone) -> f64 {
    let (mut least, mut most) = (0f64, 0f64);
    for (_, c) in terms.clone() {
        least = least.min(c);
        most = most.max(c);
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut x = 0.0;
    for _ in 0..200 {
        let (mut value, mut slope) = (0.0, 0.0);
        for (p, c) in terms.clone() {
            let share = c / (1.0 + x * c);
            value += p * share;
            slope -= p * share * share;
        }
        if value > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let newton = x - value / slope;
        let next = if newton > low && newton < high { newton } else { low.midpoint(high) };
        if (next - x).abs() <= 1e-14 * (1.0 + x.abs()) {
            return next;
        }
        x = next;
    }
    x
}

/// The factor by score from observed to best probabilities.
fn factors(observed: &Observed, phi: impl Fn(f64) -> f64 + Clone) -> Vec<f64> {
    let theta = secular(observed.iter().map(|&(a, p)| (p, phi(a))));
    observed.iter().map(|&(a, _)| 1.0 / (1.0 + theta * phi(a))).collect()
}

/// Mean and standard deviation of scores with probabilities.
fn moments(weighted: impl Iterator<Item = (f64, f64)> + Clone) -> (f64, f64) {
    let mean: f64 = weighted.clone().map(|(a, p)| a * p).sum();
    let variance: f64 = weighted.map(|(a, p)| (a - mean).powi(2) * p).sum();
    (mean, variance.sqrt())
}

/// Mean and deviation of some distribution on the scores that has the t-value, or more of it: a
/// part spread evenly, the rest on the end that is favoured.
fn feasible(observed: &Observed, t: f64) -> (f64, f64) {
    let end = if t > 0.0 { observed.len() - 1 } else { 0 };
    let even = 1.0 / observed.len() as f64;
    let mixed =
        |part: f64| {
            moments(observed.iter().enumerate().map(move |(i, &(a, _))| {
                (a, part * even + if i == end { 1.0 - part } else { 0.0 })
            }))
        };
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        let (mean, deviation) = mixed(middle);
        if (mean - 0.5) * t.signum() > t.abs() * deviation { low = middle } else { high = middle }
    }
    mixed(high)
}

/// The factor by score from observed probabilities to those of greatest likelihood under the
/// constraint, which must be one that scores of 0 and 1 can meet.
pub(super) fn constrained(observed: &Observed, constraint: Constraint) -> Vec<f64> {
    let t = match constraint {
        Constraint::Mean(mean) => return factors(observed, |a| a - mean),
        Constraint::TValue(0.0) => return factors(observed, |a| a - 0.5),
        Constraint::TValue(t) => t,
    };
    let phi = |(mean, deviation): (f64, f64)| {
        move |a: f64| a - 0.5 - t * deviation * (1.0 + ((a - mean) / deviation).powi(2)) / 2.0
    };
    let signs = |phi: &dyn Fn(f64) -> f64| {
        observed.iter().any(|&(a, _)| phi(a) < 0.0) && observed.iter().any(|&(a, _)| phi(a) > 0.0)
    };
    let climb = |mut at: (f64, f64)| {
        let mut best = factors(observed, phi(at));
        for _ in 0..ITERATIONS {
            let next = moments(observed.iter().zip(&best).map(|(&(a, p), f)| (a, p * f)));
            let change = (next.0 - at.0).abs() + (next.1 - at.1).abs();
            if change < CONVERGED || !signs(&phi(next)) {
                break;
            }
            at = next;
            best = factors(observed, phi(at));
        }
        best
    };
    // From what was observed, moved to where the mean should be: all that many blocks need.
    let (mean, deviation) = moments(observed.iter().copied());
    // Or with the mean observed and the deviation that it should have.
    let widened = Some((mean, (mean - 0.5) / t)).filter(|c| c.1 > 0.0);
    let candidates = (0..NARROWER).map(|halvings| {
        let deviation = deviation / f64::from(1u32 << halvings);
        (0.5 + t * deviation, deviation)
    });
    let mut best: Option<(f64, Vec<f64>)> = None;
    for start in
        candidates.chain(widened).filter(|&c| signs(&phi(c))).chain([feasible(observed, t)])
    {
        let found = climb(start);
        let likelihood = log_likelihood(observed, &found);
        if best.as_ref().is_none_or(|b| likelihood > b.0) {
            best = Some((likelihood, found));
        }
        if likelihood > CLOSE {
            break;
        }
    }
    best.map_or_else(|| vec![1.0; observed.len()], |b| b.1)
}

/// Mean log likelihood of a block under observed probabilities times factors, less that under the
/// observed themselves.
pub(super) fn log_likelihood(observed: &Observed, factors: &[f64]) -> f64 {
    observed.iter().zip(factors).map(|((_, p), f)| p * f.ln()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn random(rng: &mut Xoshiro256PlusPlus) -> Vec<(f64, f64)> {
        let n = rng.random_range(2..30);
        let mut scores: Vec<f64> = (0..n).map(|_| rng.random::<f64>()).collect();
        scores.sort_by(f64::total_cmp);
        (scores[0], scores[n - 1]) = (0.0, 1.0);
        let weights: Vec<f64> = scores.iter().map(|_| rng.random::<f64>().powi(8) + 1e-6).collect();
        let sum: f64 = weights.iter().sum();
        scores.into_iter().zip(weights).map(|(a, w)| (a, w / sum)).collect()
    }

    /// Solutions are distributions, keep the constraint, and no small step that keeps it too is
    /// any better.
    #[test]
    fn constraints_hold_and_nothing_near_is_better() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for round in 0..3000 {
            let observed = random(&mut rng);
            let (constraint, target) = if round % 2 == 0 {
                let mean = rng.random_range(0.02..0.98);
                (Constraint::Mean(mean), mean)
            } else {
                let t = rng.random_range(-3.0..3.0);
                (Constraint::TValue(t), t)
            };
            let f = constrained(&observed, constraint);
            let p: Vec<f64> = observed.iter().zip(&f).map(|((_, p), f)| p * f).collect();
            assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{constraint:?} {observed:?}");
            let pairs = || observed.iter().zip(&p).map(|(&(a, _), &p)| (a, p));
            let (mean, deviation) = moments(pairs());
            let met = match constraint {
                Constraint::Mean(_) => mean,
                Constraint::TValue(_) => (mean - 0.5) / deviation,
            };
            assert!((met - target).abs() < 1e-6, "{constraint:?} gave {met} on {observed:?}");
            // A step along the constraint: three cells, sum and target unchanged to first order.
            if p.len() < 4 {
                continue;
            }
            let gradient = |a: f64| match constraint {
                Constraint::Mean(_) => a,
                Constraint::TValue(t) => a - t * (a - mean).powi(2) / (2.0 * deviation),
            };
            let [i, j, k] = [0, p.len() / 2, p.len() - 1];
            let [x, y, z] = [i, j, k].map(|c| gradient(observed[c].0));
            let step = [y - z, z - x, x - y];
            let slope: f64 =
                [i, j, k].iter().zip(step).map(|(&c, d)| observed[c].1 / p[c] * d).sum();
            assert!(slope.abs() < 1e-4, "{constraint:?} slope {slope} on {observed:?}");
        }
    }

    /// With three scores mean and deviation fix a distribution, so all that meet a t-value can be
    /// tried one by one.
    #[test]
    fn no_other_distribution_on_three_scores_is_better() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        for _ in 0..300 {
            let a = rng.random_range(0.05..0.95);
            let ends = 10f64.powf(rng.random_range(-4.0..0.0));
            let rest = ends * rng.random::<f64>();
            let sum = 1.0 + ends + rest;
            let observed = [(0.0, ends / sum), (a, 1.0 / sum), (1.0, rest / sum)];
            let t: f64 = rng.random_range(0.02..1.0);
            let got = log_likelihood(&observed, &constrained(&observed, Constraint::TValue(t)));
            let mut best = f64::NEG_INFINITY;
            for step in 1..200_000 {
                let mean = 0.5 + 0.5 * f64::from(step) / 200_000.0;
                let square = mean * mean + ((mean - 0.5) / t).powi(2);
                // p1 + p2 a = mean, p1 + p2 a a = square.
                let middle = (mean - square) / (a - a * a);
                let top = mean - middle * a;
                let p = [1.0 - middle - top, middle, top];
                if p.iter().all(|&p| p > 0.0) {
                    let terms = observed.iter().zip(p).map(|(o, p)| o.1 * (p / o.1).ln());
                    best = best.max(terms.sum());
                }
            }
            assert!(got > best - 1e-4 && got < best + 1e-2, "{got} {best} at {t} on {observed:?}");
        }
    }
}
