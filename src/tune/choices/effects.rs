//! What factors are worth, from trials of which each had them up or down at random.

use super::super::cholesky::{cholesky, solve};
use super::{Plan, Trial};

/// What a factor's way from down to up is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Effect {
    /// By how much the expected result grows, for every choice of the kind looked at.
    pub gain: f64,
    /// The standard error of that, as if trials were independent; the error of a judgement is in all trials
    /// that choose the same move, so it is somewhat more.
    pub error: f64,
}

/// The trials of each position as rows of a level for each factor (a half up, minus a half down) and the
/// worth, less their means: what a position is worth by itself says nothing. Trials of positions that the
/// plan does not have are passed over.
fn within_positions(plan: &Plan, trials: &[Trial], factors: usize) -> (Vec<Vec<f64>>, usize) {
    let mut groups: Vec<Vec<&Trial>> = vec![Vec::new(); plan.positions];
    for trial in trials {
        if let Some(group) = groups.get_mut(trial.position) {
            group.push(trial);
        }
    }
    groups.retain(|group| group.len() > 1);
    let mut rows = Vec::new();
    for group in &mut groups {
        // Sums must not depend on the order in which trials came in.
        group.sort_by_key(|trial| trial.number);
        let first = rows.len();
        rows.extend(group.iter().map(|trial| {
            let levels = plan.directions(trial.number).into_iter();
            let mut row: Vec<f64> = levels.map(|up| if up { 0.5 } else { -0.5 }).collect();
            row.push(trial.worth);
            row
        }));
        for column in 0..=factors {
            let sum: f64 = rows[first..].iter().map(|row| row[column]).sum();
            let mean = sum / group.len() as f64;
            rows[first..].iter_mut().for_each(|row| row[column] -= mean);
        }
    }
    (rows, groups.len())
}

/// What each factor of a plan is worth, the nodes first, then the parameters: by least squares within
/// positions. None as long as there are too few trials to tell.
#[must_use]
pub fn effects(plan: &Plan, trials: &[Trial]) -> Option<Vec<Effect>> {
    let n = super::OTHERS + plan.parameters.len();
    let (rows, positions) = within_positions(plan, trials, n);
    let free = rows.len().checked_sub(positions + n).filter(|&free| free > 0)?;
    let mut matrix = vec![0.0; n * n];
    let mut right = vec![0.0; n];
    for row in &rows {
        for i in 0..n {
            for j in 0..n {
                matrix[i * n + j] += row[i] * row[j];
            }
            right[i] += row[i] * row[n];
        }
    }
    let lower = cholesky(&matrix, n)?;
    let gains = solve(&lower, n, &right);
    let told =
        |row: &Vec<f64>| -> f64 { gains.iter().zip(row).map(|(gain, level)| gain * level).sum() };
    let residual: f64 = rows.iter().map(|row| (row[n] - told(row)).powi(2)).sum();
    let variance = residual / free as f64;
    let error = |i: usize| {
        let unit: Vec<f64> = (0..n).map(|k| f64::from(u8::from(k == i))).collect();
        (variance * solve(&lower, n, &unit)[i]).sqrt()
    };
    Some(gains.iter().enumerate().map(|(i, &gain)| Effect { gain, error: error(i) }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn plan() -> Plan {
        Plan {
            game: "chess".to_string(),
            nodes: 1000,
            judge: 4000,
            positions: 50,
            reach: 1.0,
            seed: 11,
            parameters: ["aspiration", "futility", "razoring"].map(String::from).to_vec(),
        }
    }

    /// Trials in which factors are worth what is given, positions differ much, and chance a little.
    fn trials(plan: &Plan, gains: [f64; 4], count: u64, seed: u64) -> Vec<Trial> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let trial = |number| {
            let position = plan.position_of(number);
            let levels = plan.directions(number).into_iter().map(|up| if up { 0.5 } else { -0.5 });
            let gained: f64 = levels.zip(gains).map(|(level, gain)| level * gain).sum();
            let chance = random.random_range(-0.02..0.02);
            let worth = position as f64 / 50.0 + gained + chance;
            Trial { number, position, choice: String::new(), worth }
        };
        (0..count).map(trial).collect()
    }

    #[test]
    fn what_was_put_in_is_found_within_its_error() {
        let plan = plan();
        let gains = [0.01, 0.0, -0.004, 0.002];
        let (mut beyond, mut all) = (0, 0);
        for seed in 0..40 {
            let found = effects(&plan, &trials(&plan, gains, 2000, seed)).expect("enough trials");
            for (effect, gain) in found.iter().zip(gains) {
                assert!((effect.gain - gain).abs() < 4.5 * effect.error, "{effect:?}, not {gain}");
                // Uniform within 0.02, 2,000 levels of a half.
                assert!((0.0004..0.0007).contains(&effect.error), "{effect:?}");
                beyond += usize::from((effect.gain - gain).abs() > 1.96 * effect.error);
                all += 1;
            }
        }
        assert!((1..=20).contains(&beyond), "{beyond} of {all} beyond two errors");
    }

    #[test]
    fn neither_the_order_of_trials_nor_positions_matter() {
        let plan = plan();
        let some = trials(&plan, [0.01, 0.0, 0.0, 0.0], 300, 5);
        let mut turned = some.clone();
        turned.reverse();
        assert_eq!(effects(&plan, &some), effects(&plan, &turned));
        let mut moved = some.clone();
        moved.iter_mut().for_each(|trial| trial.worth += trial.position as f64);
        for (a, b) in
            effects(&plan, &some).into_iter().flatten().zip(effects(&plan, &moved).expect("some"))
        {
            assert!((a.gain - b.gain).abs() < 1e-9 && (a.error - b.error).abs() < 1e-9);
        }
    }

    #[test]
    fn trials_that_are_too_few_or_foreign_tell_nothing() {
        let plan = plan();
        let some = trials(&plan, [0.01, 0.0, 0.0, 0.0], 300, 5);
        let foreign =
            some.iter().map(|trial| Trial { position: trial.position + 50, ..trial.clone() });
        let both: Vec<Trial> = some.iter().cloned().chain(foreign).collect();
        assert_eq!(effects(&plan, &both), effects(&plan, &some));
        for count in [0, 10, 50, 53] {
            assert_eq!(effects(&plan, &trials(&plan, [0.0; 4], count, 1)), None, "{count}");
        }
    }
}
