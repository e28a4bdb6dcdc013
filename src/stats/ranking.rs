//! Rankings of single games, and the choices they stand for.
//!
//! A ranking without ties is a series of choices: the first of all, then the first of those behind
//! it, and so on. Players who share a place might have come in any order, and the average over all
//! of these orders counts. Of `k` players level with one another every subset of `j` is what is left
//! to choose from in one out of `C(k, j)` orders, and each of the `j` is then equally likely to be
//! chosen; so `2^k - 1` choices with such weights do instead of `k!` orders.
//!
//! Choices among seats of one engine alone are left out: they say nothing about the engine. (The
//! rest is a partial likelihood, as good as the whole one.)

use super::StatsError;

/// Places no further apart are shared.
const SAME: f64 = 1e-9;
/// Players that may share a place.
const MOST_SHARED: usize = 12;

/// One player of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Entry {
    /// Index of the engine; one engine may hold several seats of a game.
    pub engine: usize,
    /// Index of the seat. Allies who win and lose together are one entry with a seat of the team.
    pub seat: usize,
    /// Place, lower is better; only the order counts, equal places are shared.
    pub place: f64,
}

/// The result of one game: its players in any order.
pub type Ranking = Vec<Entry>;

/// Players to choose from, in order: engine and seat.
pub(super) type Players = Vec<(usize, usize)>;

/// One choice with its weight; `chosen` are equally likely.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Choice {
    pub(super) from: Players,
    pub(super) chosen: Players,
    pub(super) weight: f64,
}

fn binomial(n: usize, k: usize) -> f64 {
    (0..k).fold(1.0, |product, i| product * (n - i) as f64 / (i + 1) as f64)
}

/// The choices among different engines that a ranking stands for.
pub(super) fn choices(ranking: &[Entry]) -> Result<Vec<Choice>, StatsError> {
    if let Some(bad) = ranking.iter().find(|e| !e.place.is_finite()) {
        return Err(StatsError::Place(bad.place));
    }
    let mut order = ranking.to_vec();
    order.sort_by(|a, b| a.place.total_cmp(&b.place));
    let mut found = Vec::new();
    let mut start = 0;
    for group in order.chunk_by(|a, b| b.place - a.place <= SAME) {
        let k = group.len();
        if k > MOST_SHARED {
            return Err(StatsError::Shared(k, MOST_SHARED));
        }
        let players = |entries: &[Entry]| entries.iter().map(|e| (e.engine, e.seat)).collect();
        let behind: Players = players(&order[start + k..]);
        start += k;
        let level: Players = players(group);
        for subset in 1u32..1 << k {
            let chosen: Players =
                (0..k).filter(|i| subset >> i & 1 != 0).map(|i| level[i]).collect();
            let mut from = [chosen.as_slice(), &behind].concat();
            from.sort_unstable();
            if from[0].0 != from[from.len() - 1].0 {
                let weight = 1.0 / binomial(k, chosen.len());
                found.push(Choice { from, chosen, weight });
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranking(entries: &[(usize, f64)]) -> Ranking {
        let entry = |(seat, &(engine, place))| Entry { engine, seat, place };
        entries.iter().enumerate().map(entry).collect()
    }

    /// Log likelihood of choices under strengths by engine and seat.
    fn log_likelihood(choices: &[Choice], strength: impl Fn((usize, usize)) -> f64) -> f64 {
        let term = |c: &Choice| {
            let all: f64 = c.from.iter().map(|&p| strength(p)).sum();
            let chosen: f64 = c.chosen.iter().map(|&p| strength(p).ln()).sum();
            c.weight * (chosen / c.chosen.len() as f64 - all.ln())
        };
        choices.iter().map(term).sum()
    }

    #[test]
    fn ties_average_over_all_orders() {
        let strength = |(engine, seat): (usize, usize)| (1 + engine) as f64 + 0.3 * seat as f64;
        let tied = ranking(&[(3, 1.0), (0, 2.5), (1, 2.5), (4, 2.5), (2, 5.0)]);
        let got = log_likelihood(&choices(&tied).unwrap(), strength);
        let mut sum = 0.0;
        let orders = [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]];
        for order in orders {
            let mut strict = tied.clone();
            for (i, &who) in order.iter().enumerate() {
                strict[who].place = 2.0 + i as f64;
            }
            sum += log_likelihood(&choices(&strict).unwrap(), strength);
        }
        assert!((got - sum / 6.0).abs() < 1e-12, "{got} {}", sum / 6.0);
    }

    #[test]
    fn an_engine_against_itself_says_nothing() {
        assert_eq!(choices(&ranking(&[(0, 1.0), (0, 2.0)])).unwrap(), []);
        // Of A, A, B only the choices with B still there are left.
        let last = choices(&ranking(&[(0, 1.0), (0, 2.0), (1, 3.0)])).unwrap();
        assert_eq!(last.len(), 2);
        let first = choices(&ranking(&[(0, 2.0), (0, 3.0), (1, 1.0)])).unwrap();
        assert_eq!(first.len(), 1);
    }

    #[test]
    fn refuses_bad_places() {
        assert!(matches!(choices(&ranking(&[(0, f64::NAN), (1, 1.0)])), Err(StatsError::Place(_))));
        let crowd = ranking(&[(0, 1.0); 13]);
        assert_eq!(choices(&crowd), Err(StatsError::Shared(13, 12)));
        assert_eq!(choices(&[]), Ok(vec![]));
    }
}
