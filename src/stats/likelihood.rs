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
//! t-values `phi` depends on mean and deviation of the solution itself and is iterated. A solution
//! exists if some `phi` are below and some above zero, which scores of 0 and 1 of some
//! probability guarantee; the callers see to these.

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

/// Mean and deviation of some distribution on the scores that has the t-value: a part spread
/// evenly, the rest on the end that is favoured.
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
        if (mean - 0.5).abs() > t.abs() * deviation { low = middle } else { high = middle }
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
    // As observed, but moved to where the mean should be; elsewhere if that has no solution.
    let (_, deviation) = moments(observed.iter().copied());
    let mut start = (0.5 + t * deviation, deviation);
    let signs = |phi: &dyn Fn(f64) -> f64| {
        observed.iter().any(|&(a, _)| phi(a) < 0.0) && observed.iter().any(|&(a, _)| phi(a) > 0.0)
    };
    if !signs(&phi(start)) {
        start = feasible(observed, t);
    }
    let mut best = factors(observed, phi(start));
    for _ in 0..ITERATIONS {
        let next = moments(observed.iter().zip(&best).map(|(&(a, p), f)| (a, p * f)));
        let change = (next.0 - start.0).abs() + (next.1 - start.1).abs();
        if change < CONVERGED || !signs(&phi(next)) {
            break;
        }
        start = next;
        best = factors(observed, phi(start));
    }
    best
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

    fn log_likelihood(observed: &Observed, p: &[f64]) -> f64 {
        observed.iter().zip(p).map(|((_, q), p)| q * p.ln()).sum()
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
            assert!(log_likelihood(&observed, &p).is_finite());
        }
    }
}
