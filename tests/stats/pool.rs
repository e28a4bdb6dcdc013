//! Ratings of pools: closed forms, published fits, another implementation, simulated pools.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use simurgh::stats::{
    Anchor, Entry, FitOptions, Ranking, StatsError, elo_of_score, plackett_luce, score_of_elo,
};
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

fn ranking(entries: &[(usize, f64)]) -> Ranking {
    let entry = |(seat, &(engine, place))| Entry { engine, seat, place };
    entries.iter().enumerate().map(entry).collect()
}

fn near(got: f64, expected: f64, tolerance: f64) {
    assert!((got - expected).abs() <= tolerance, "{got} is not {expected}");
}

fn values(blocks: &[Vec<Ranking>], options: &FitOptions) -> Vec<f64> {
    let fitted = plackett_luce(blocks, options).unwrap();
    fitted.engines.iter().map(|e| e.value).collect()
}

/// Almost no prior, no intervals.
fn bare(engines: usize, seats: usize) -> FitOptions {
    FitOptions { prior: 1e-7, resamples: 0, ..FitOptions::new(engines, seats) }
}

/// Where comparisons form a tree, differences are the log odds of its edges; a draw is half of
/// each result.
#[test]
fn trees_have_a_closed_form() {
    let mut games = Vec::new();
    for (a, b, wins, draws, losses) in [(0, 1, 50, 30, 20), (1, 2, 10, 4, 6), (1, 3, 7, 0, 21)] {
        for (count, place) in [(wins, 1.0), (draws, 2.0), (losses, 3.0)] {
            (0..count).for_each(|_| games.push(vec![ranking(&[(a, place), (b, 2.0)])]));
        }
    }
    let options = FitOptions { anchor: Some(Anchor { engine: 1, rating: 1500.0 }), ..bare(4, 2) };
    let got = values(&games, &options);
    near(got[0], 1500.0 + elo_of_score(0.65), 1e-3);
    near(got[1], 1500.0, 1e-9);
    near(got[2], 1500.0 - elo_of_score(0.6), 1e-3);
    near(got[3], 1500.0 - elo_of_score(0.25), 1e-3);
}

/// A. Agresti, "Categorical Data Analysis", American League baseball 1987: differences to
/// Baltimore 1.581, 1.436, 1.294, 1.248, 1.108, 0.684.
#[test]
fn baseball_of_agresti() {
    let wins = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ];
    let mut games = Vec::new();
    for (i, row) in wins.iter().enumerate() {
        for (j, &n) in row.iter().enumerate() {
            (0..n).for_each(|_| games.push(vec![ranking(&[(i, 1.0), (j, 2.0)])]));
        }
    }
    let got = values(&games, &bare(7, 2));
    let natural = |elo: f64| elo * std::f64::consts::LN_10 / 400.0;
    for (i, expected) in [1.581, 1.436, 1.294, 1.248, 1.108, 0.684, 0.0].into_iter().enumerate() {
        near(natural(got[i] - got[6]), expected, 6e-4);
    }
    near(got.iter().sum(), 0.0, 1e-9);
}

/// Three players with ties, an engine in two seats, a seat term, prior 1: maximum found by scipy's
/// BFGS on the likelihood summed over all orders.
#[test]
fn small_pool_of_scipy() {
    let games: Vec<Vec<Ranking>> = [
        [(0, 1.0), (1, 2.0), (2, 3.0)],
        [(1, 1.0), (0, 2.5), (2, 2.5)],
        [(2, 1.0), (1, 1.0), (0, 1.0)],
        [(0, 1.0), (2, 2.0), (0, 3.0)],
        [(2, 2.0), (2, 3.0), (1, 1.0)],
        [(1, 2.0), (2, 1.0), (1, 3.0)],
        [(0, 3.0), (1, 1.0), (2, 2.0)],
    ]
    .iter()
    .map(|g| vec![ranking(g)])
    .collect();
    let mut options = FitOptions { resamples: 0, ..FitOptions::new(3, 3) };
    let plain = plackett_luce(&games, &options).unwrap();
    for (got, expected) in plain.engines.iter().zip([-53.6756, 90.6409, -36.9654]) {
        near(got.value, expected, 1e-3);
    }
    assert!(plain.seats.is_empty() && plain.connected);
    options.seat_term = true;
    let seated = plackett_luce(&games, &options).unwrap();
    for (got, expected) in seated.engines.iter().zip([-56.1625, 84.2849, -28.1224]) {
        near(got.value, expected, 1e-3);
    }
    for (got, expected) in seated.seats.iter().zip([39.4458, 15.4388, -54.8846]) {
        near(got.value, expected, 1e-3);
    }
}

/// Places drawn one after the other in proportion to strength.
fn play(
    rng: &mut Xoshiro256PlusPlus,
    engines: &[usize],
    elo: impl Fn(usize, usize) -> f64,
) -> Ranking {
    let mut left: Vec<usize> = (0..engines.len()).collect();
    let mut game = Ranking::new();
    while !left.is_empty() {
        let strength = |s: usize| 10f64.powf(elo(engines[s], s) / 400.0);
        let mut at = rng.random::<f64>() * left.iter().map(|&s| strength(s)).sum::<f64>();
        let picked = left.iter().position(|&s| {
            at -= strength(s);
            at <= 0.0
        });
        let seat = left.remove(picked.unwrap_or(left.len() - 1));
        game.push(Entry { engine: engines[seat], seat, place: game.len() as f64 + 1.0 });
    }
    game
}

const POOL: [f64; 5] = [150.0, 60.0, 0.0, -60.0, -150.0];
const SEATS: [f64; 4] = [40.0, 0.0, -10.0, -30.0];

fn simulated(seed: u64, blocks: usize) -> Vec<Vec<Ranking>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..blocks)
        .map(|_| {
            let (a, b) = (rng.random_range(0..5), rng.random_range(1..5));
            let b = (a + b) % 5;
            let seatings = [[a, a, b, b], [b, b, a, a], [a, b, a, b], [b, a, b, a]];
            seatings.iter().map(|s| play(&mut rng, s, |e, seat| POOL[e] + SEATS[seat])).collect()
        })
        .collect()
}

/// The truth lies in about 95 of 100 intervals, for engines and seats; and the order of a clear
/// pool is that of online ratings by skillratings.
#[test]
fn simulated_pools_are_recovered() {
    let (mut inside, mut total) = (0, 0);
    for seed in 0..40 {
        let games = simulated(seed, 150);
        let options = FitOptions { seat_term: true, resamples: 200, seed, ..FitOptions::new(5, 4) };
        let fitted = plackett_luce(&games, &options).unwrap();
        let truth = POOL.iter().chain(&SEATS);
        for (e, &t) in fitted.engines.iter().chain(&fitted.seats).zip(truth) {
            assert!(e.low <= e.value && e.value <= e.high && (e.value - t).abs() < 90.0);
            inside += usize::from(e.low <= t && t <= e.high);
            total += 1;
        }
    }
    let share = inside as f64 / total as f64;
    assert!((0.90..0.98).contains(&share), "{share} of {total} intervals hold the truth");
}

#[test]
fn same_order_as_skillratings() {
    let games = simulated(7, 600);
    let ours = values(&games, &FitOptions { resamples: 0, ..FitOptions::new(5, 4) });
    let mut theirs = [WengLinRating::new(); 5];
    for game in games.iter().flatten() {
        let teams: Vec<_> =
            game.iter().map(|e| (vec![theirs[e.engine]], e.place as usize)).collect();
        let teams: Vec<_> =
            teams.iter().map(|(t, p)| (&t[..], MultiTeamOutcome::new(*p))).collect();
        let after = weng_lin_multi_team(&teams, &WengLinConfig::new());
        for (e, new) in game.iter().zip(after) {
            theirs[e.engine] = new[0];
        }
    }
    assert!(ours.is_sorted_by(|a, b| a > b), "{ours:?}");
    assert!(theirs.is_sorted_by(|a, b| a.rating > b.rating), "{theirs:?}");
}

#[test]
fn threads_do_not_matter_and_seeds_do() {
    let games = simulated(3, 40);
    let options = FitOptions { resamples: 50, ..FitOptions::new(5, 4) };
    let fit = |threads: usize, seed| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| plackett_luce(&games, &FitOptions { seed, ..options.clone() }).unwrap())
    };
    assert_eq!(fit(1, 5), fit(3, 5));
    assert_ne!(fit(1, 5), fit(1, 6));
}

#[test]
fn the_edges() {
    // No games; one block; an engine that wins everything; one that never played.
    let none = plackett_luce(&[], &FitOptions::new(2, 2)).unwrap();
    assert_eq!((none.engines[0].value, none.connected), (0.0, false));
    let games = vec![vec![ranking(&[(0, 1.0), (1, 2.0)])]; 50];
    let one = plackett_luce(&games[..1], &FitOptions::new(3, 2)).unwrap();
    assert_eq!(one.engines[0].low, f64::NEG_INFINITY);
    let all = plackett_luce(&games, &FitOptions::new(3, 2)).unwrap();
    let gap = all.engines[0].value - all.engines[1].value;
    assert!(gap.is_finite() && score_of_elo(gap) > 0.95, "{gap}");
    // Blocks that are all alike say nothing of others that may come, but that the anchor is fixed.
    assert!(all.engines.iter().all(|e| (e.low, e.high) == (f64::NEG_INFINITY, f64::INFINITY)));
    let tied =
        FitOptions { anchor: Some(Anchor { engine: 1, rating: 9.0 }), ..FitOptions::new(2, 2) };
    let tied = plackett_luce(&games, &tied).unwrap().engines;
    assert_eq!(tied[0].high, f64::INFINITY);
    near(tied[1].high, 9.0, 1e-9);
    near(tied[1].low, 9.0, 1e-9);
    let mut other = games.clone();
    other.push(vec![ranking(&[(0, 2.0), (1, 1.0)])]);
    let other = plackett_luce(&other, &FitOptions::new(2, 2)).unwrap().engines[0];
    assert!(other.low.is_finite() && other.high.is_finite(), "{other:?}");
    assert_eq!(all.games, [50, 50, 0]);
    assert!(!all.connected && all.engines[2].high == f64::INFINITY);
    assert_eq!(plackett_luce(&[], &FitOptions::new(0, 0)).unwrap().engines, []);
    let selfish = vec![vec![ranking(&[(0, 1.0), (0, 2.0)])]; 5];
    assert_eq!(plackett_luce(&selfish, &FitOptions::new(1, 2)).unwrap().games, [0]);

    let wrong = |o: FitOptions| plackett_luce(&games, &o).unwrap_err();
    assert_eq!(wrong(FitOptions::new(1, 2)), StatsError::Engine(1, 1));
    assert_eq!(wrong(FitOptions::new(2, 1)), StatsError::Seat(1, 1));
    let prior = FitOptions { prior: 0.0, ..FitOptions::new(2, 2) };
    assert_eq!(wrong(prior), StatsError::Prior(0.0));
    let anchor = Some(Anchor { engine: 2, rating: 0.0 });
    assert_eq!(wrong(FitOptions { anchor, ..FitOptions::new(2, 2) }), StatsError::Engine(2, 2));
}
