//! Playing below full strength: ratings, and the levels they stand for.
//!
//! A level limits the nodes of a search and lets some moves slip: they are picked at random from
//! all legal moves. How strong a level is was measured game by game, by matches of each level
//! against the next (`tuning/README.md`); a rating between two levels mixes their numbers.
//! Ratings count within a game: a player of random moves has [`LOWEST_RATING`] in every one.

use crate::position::{Game, Move};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The rating of a player of random moves.
pub const LOWEST_RATING: u32 = 400;
/// The highest rating that can be asked for; above the strongest level of a game there is no
/// difference any more.
pub const HIGHEST_RATING: u32 = 4000;

/// How a handicapped player plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// Nodes per move.
    pub nodes: u64,
    /// The share of moves picked at random.
    pub slips: f64,
}

/// The measured levels, weakest first.
pub const LEVELS: [Level; 8] = [
    Level { nodes: 30, slips: 1.0 },
    Level { nodes: 30, slips: 0.5 },
    Level { nodes: 60, slips: 0.25 },
    Level { nodes: 150, slips: 0.12 },
    Level { nodes: 400, slips: 0.05 },
    Level { nodes: 1200, slips: 0.02 },
    Level { nodes: 5000, slips: 0.005 },
    Level { nodes: 20_000, slips: 0.0 },
];

/// Ratings of the levels by game, as measured.
const MEASURED: &str = include_str!("../tuning/handicap.tsv");

fn ratings(id: &str) -> Option<&'static [u32]> {
    static BY_GAME: OnceLock<HashMap<&str, Vec<u32>>> = OnceLock::new();
    let by_game = BY_GAME.get_or_init(|| {
        let rows = MEASURED.lines().filter(|l| !l.starts_with('#'));
        rows.filter_map(|row| {
            let mut fields = row.split('\t');
            let id = fields.next()?;
            Some((id, fields.filter_map(|f| f.parse().ok()).collect()))
        })
        .collect()
    });
    by_game.get(id).map(Vec::as_slice).filter(|r| r.len() == LEVELS.len())
}

/// The rating of the strongest level of a game, if that was measured. Above it a rating limits no further.
#[must_use]
pub fn strongest_rating(id: &str) -> Option<u32> {
    ratings(id)?.last().copied()
}

impl Level {
    /// The level that plays at a rating in a game.
    #[must_use]
    pub fn of_rating(id: &str, rating: u32) -> Level {
        let Some(ratings) = ratings(id) else { return LEVELS[LEVELS.len() - 1] };
        let above = ratings.iter().position(|&r| r >= rating).unwrap_or(LEVELS.len() - 1);
        let below = above.saturating_sub(1);
        let gap = f64::from(ratings[above].saturating_sub(ratings[below]).max(1));
        let share = (f64::from(rating.saturating_sub(ratings[below])) / gap).clamp(0.0, 1.0);
        let (low, high) = (LEVELS[below], LEVELS[above]);
        let mix = |a: f64, b: f64| a + (b - a) * share;
        let nodes = mix((low.nodes as f64).ln(), (high.nodes as f64).ln()).exp();
        Level { nodes: nodes.round() as u64, slips: mix(low.slips, high.slips) }
    }

    /// A move picked at random, if this is one of those that slip.
    #[must_use]
    pub fn slip(&self, game: &Game, random: &mut impl Rng) -> Option<Move> {
        let moves = game.position().legal_moves();
        if moves.is_empty() || !random.random_bool(self.slips.clamp(0.0, 1.0)) {
            return None;
        }
        Some(moves[random.random_range(0..moves.len())])
    }
}

/// A generator that differs from run to run and move to move.
#[must_use]
pub fn random_source(game: &Game) -> impl Rng {
    use std::hash::{BuildHasher, RandomState};
    SplitMix64::seed_from_u64(RandomState::new().hash_one(game.position().hash()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant;

    #[test]
    fn every_game_is_measured_and_stronger_levels_have_higher_ratings() {
        for id in variant::ids() {
            let ratings = ratings(id).unwrap_or_else(|| panic!("{id} is not measured"));
            assert_eq!(ratings[0], LOWEST_RATING, "{id}");
            assert!(ratings.is_sorted_by(|a, b| a < b), "{id}: {ratings:?}");
            assert!(strongest_rating(id) <= Some(HIGHEST_RATING), "{id}: {ratings:?}");
        }
    }

    #[test]
    fn ratings_between_levels_mix_them() {
        for id in variant::ids() {
            assert_eq!(Level::of_rating(id, LOWEST_RATING), LEVELS[0]);
            assert_eq!(Level::of_rating(id, HIGHEST_RATING), LEVELS[LEVELS.len() - 1]);
            let mut last = Level::of_rating(id, LOWEST_RATING);
            for rating in (LOWEST_RATING..=HIGHEST_RATING).step_by(25) {
                let level = Level::of_rating(id, rating);
                assert!(level.nodes >= last.nodes && level.slips <= last.slips, "{id} {rating}");
                last = level;
            }
        }
    }
}
