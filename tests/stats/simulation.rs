//! Simulated matches whose truth is known: how often tests err, and intervals miss.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus as Rng;
use rayon::prelude::*;
use simurgh::stats::{Decision, Distribution, Model, Sprt, score_of_elo};

/// Draws the score of one block of engines that are `elo` apart.
type Block = fn(&mut Rng, elo: f64) -> f64;

/// Blocks of one kind.
#[derive(Clone, Copy)]
struct Kind {
    block: Block,
    games: u32,
    /// A difference that tests look for.
    elo: f64,
}

const PAIRS: Kind = Kind { block: pair, games: 2, elo: 45.0 };
const THREE: Kind = Kind { block: table::<3>, games: 6, elo: 28.0 };
const FOUR: Kind = Kind { block: table::<4>, games: 14, elo: 20.0 };

/// Roughly normal, deviation 1.
fn normal(rng: &mut Rng) -> f64 {
    ((0..4).map(|_| rng.random::<f64>()).sum::<f64>() - 2.0) * 3f64.sqrt()
}

/// A pair of games with colours swapped. The opening favours White by 60 on average, more or less
/// so by opening; a player who is 240 ahead wins about every other game. About six in ten are drawn.
fn pair(rng: &mut Rng, elo: f64) -> f64 {
    let white = 60.0 + 100.0 * normal(rng);
    let mut game = |ahead: f64| {
        let at = rng.random::<f64>();
        if at < score_of_elo(ahead - 240.0) {
            1.0
        } else if at < score_of_elo(ahead + 240.0) {
            0.5
        } else {
            0.0
        }
    };
    (game(elo + white) + game(elo - white)) / 2.0
}

/// Mean pairwise score over all seatings of two engines at one table, places drawn by Plackett and
/// Luce. Some seats are better than others, and how much depends on the opening.
fn table<const N: usize>(rng: &mut Rng, elo: f64) -> f64 {
    let strength = |elo: f64| 10f64.powf(elo / 400.0);
    let seats: [f64; N] = std::array::from_fn(|i| strength(30.0 * (i as f64) + 80.0 * normal(rng)));
    let advantage = strength(elo);
    let mut sum = 0.0;
    for seating in 1..(1 << N) - 1u32 {
        let ours = |seat: usize| seating >> seat & 1 != 0;
        // First of an exponential race is Plackett and Luce's first, and so on.
        let times: [f64; N] = std::array::from_fn(|seat| {
            let rate = seats[seat] * if ours(seat) { advantage } else { 1.0 };
            -(1.0 - rng.random::<f64>()).ln() / rate
        });
        let (mut ahead, mut pairs) = (0, 0);
        for a in (0..N).filter(|&a| ours(a)) {
            for b in (0..N).filter(|&b| !ours(b)) {
                ahead += u32::from(times[a] < times[b]);
                pairs += 1;
            }
        }
        sum += f64::from(ahead) / f64::from(pairs);
    }
    sum / f64::from((1 << N) - 2)
}

impl Kind {
    fn sample(self, seed: u64, elo: f64, blocks: usize) -> Distribution {
        let mut rng = Rng::seed_from_u64(seed);
        let mut d = Distribution::new(self.games).unwrap();
        (0..blocks).for_each(|_| d.add((self.block)(&mut rng, elo)).unwrap());
        d
    }

    /// How many of 2,000 matches `elo` apart end with `decision`, if asked after every block.
    fn share(self, test: Sprt, elo: f64, decision: Decision) -> f64 {
        let matches = (1..=2000u64).into_par_iter().filter(|&seed| {
            let mut rng = Rng::seed_from_u64(seed);
            let mut d = Distribution::new(self.games).unwrap();
            loop {
                d.add((self.block)(&mut rng, elo)).unwrap();
                match test.decision(&d) {
                    Decision::Continue => assert!(d.blocks() < 100_000, "a test without end"),
                    found => return found == decision,
                }
            }
        });
        matches.count() as f64 / 2000.0
    }

    /// Tests of no difference against what `elo` is worth, by either model.
    fn errors_are_as_promised(self) {
        let many = self.sample(0, self.elo, 100_000);
        self.errors_of(Model::Normalized, many.nelo().unwrap().value);
        self.errors_of(Model::Logistic, many.elo().unwrap().value);
    }

    fn errors_of(self, model: Model, elo1: f64) {
        let test = Sprt::new(0.0, elo1, 0.05, 0.05, model).unwrap();
        let wrong = self.share(test, 0.0, Decision::AcceptH1);
        assert!(wrong <= 0.05, "{test:?} passes {wrong} of equal engines");
        assert!(wrong > 0.005, "{test:?} passes {wrong}, which is no test of a test");
        let missed = self.share(test, self.elo, Decision::AcceptH0);
        assert!(missed <= 0.055, "{test:?} misses {missed} of better engines");
    }

    /// Share of intervals that hold the truth, for score and normalised Elo.
    fn coverage(self, blocks: usize) -> [f64; 2] {
        let many = self.sample(0, self.elo, 100_000);
        let truth = [many.score().unwrap().value, many.nelo().unwrap().value];
        let inside: Vec<[bool; 2]> = (1..=3000)
            .into_par_iter()
            .map(|seed| {
                let d = self.sample(seed, self.elo, blocks);
                let found = [d.score().unwrap(), d.nelo().unwrap()];
                std::array::from_fn(|i| found[i].low <= truth[i] && truth[i] <= found[i].high)
            })
            .collect();
        [0, 1].map(|i| inside.iter().filter(|x| x[i]).count() as f64 / 3000.0)
    }
}

#[test]
fn tests_of_pairs() {
    PAIRS.errors_are_as_promised();
}

#[test]
fn tests_of_three_players() {
    THREE.errors_are_as_promised();
}

#[test]
fn tests_of_four_players() {
    FOUR.errors_are_as_promised();
}

#[test]
fn intervals_hold_the_truth() {
    for kind in [PAIRS, THREE, FOUR] {
        for blocks in [12, 50, 150] {
            for share in kind.coverage(blocks) {
                assert!(
                    (0.93..=0.97).contains(&share),
                    "{blocks} blocks of {} games: {share}",
                    kind.games
                );
            }
        }
    }
}
