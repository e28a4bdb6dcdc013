//! Measures how strong the levels of the handicap are: `cargo run --release --example ladder --
//! GAMES [ID ..]` plays matches of each level against the next in every game (or the games named)
//! and prints the table `tuning/handicap.tsv`.
//!
//! Openings are random plies by seed; in games for many one seat at a time plays the stronger
//! level, and a game counts by the share of the others that it leaves behind.

use indicatif::{ProgressBar, ProgressStyle};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use simurgh::engine::Engine;
use simurgh::eval::{Strength, expectation};
use simurgh::handicap::{LEVELS, LOWEST_RATING, Level};
use simurgh::position::{Game, with_position};
use simurgh::search::{Control, Limits};
use simurgh::variant::{self, Seat};

/// Random plies before the players take over, per player.
const OPENING_ROUNDS: usize = 2;
/// Games longer than this, in rounds, are scored by what the evaluation expects: weak players
/// rarely finish a game on the large boards.
const LONGEST_ROUNDS: usize = 80;

/// The stack of every worker, in bytes: one that waits for others begins further games meanwhile,
/// each with positions of its own on the stack.
const STACK: usize = 64 << 20;

/// The share, from 0 to 1, that the stronger level makes against the weaker in one game.
fn play(id: &str, strong: Level, weak: Level, seat: Seat, seed: u64) -> f64 {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = Game::start(variant::find(id).expect("a registered game"));
    let seats = game.variant().seats();
    let teams = game.variant().rules.teams;
    let is_strong =
        |s: Seat| teams.map_or(s == seat, |teams| teams[s as usize] == teams[seat as usize]);
    // Players that shared a table would know what the stronger of them has found.
    let engines = [(); 2].map(|()| Engine::new(2).expect("a small table"));
    for ply in 0..LONGEST_ROUNDS * seats {
        if let Some(outcome) = game.outcome() {
            return outcome.utility(seat);
        }
        let moves = game.position().legal_moves();
        let is_strong = is_strong(game.position().turn());
        let level = if is_strong { strong } else { weak };
        let slip = level.slip(&game, &mut random);
        let mv = if ply < OPENING_ROUNDS * seats {
            moves[random.random_range(0..moves.len())]
        } else if let Some(mv) = slip {
            mv
        } else {
            let limits = Limits { nodes: Some(level.nodes), ..Limits::default() };
            let report = engines[usize::from(is_strong)].search(
                &game,
                &limits,
                &Control::new(false),
                |_| (),
            );
            report.best.expect("there are legal moves")
        };
        game.play(mv);
    }
    let weights = engines[0].weights(game.position());
    with_position!(game.position(), p => {
        expectation(p, &Strength::of(p, &weights))[seat as usize]
    })
}

/// The difference of ratings that a score stands for; a score of all or nothing as if one game
/// in twice as many had gone the other way.
fn difference(score: f64, games: u64) -> f64 {
    let margin = 0.5 / games as f64;
    let score = score.clamp(margin, 1.0 - margin);
    400.0 * (score / (1.0 - score)).log10()
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let games: u64 = arguments.next().and_then(|a| a.parse().ok()).unwrap_or(40);
    let named: Vec<String> = arguments.collect();
    let ids: Vec<&str> =
        variant::ids().filter(|id| named.is_empty() || named.iter().any(|n| n == id)).collect();
    let pool =
        rayon::ThreadPoolBuilder::new().stack_size(STACK).build().expect("a pool of threads");
    let bar = ProgressBar::new(ids.len() as u64 * (LEVELS.len() as u64 - 1) * games);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} {elapsed} eta {eta}") {
        bar.set_style(style);
    }
    println!("# rating of every level of the handicap, weakest first, by {games} games a step");
    for id in ids {
        let seats = variant::find(id).expect("a registered game").seats() as u64;
        let mut ratings = vec![f64::from(LOWEST_RATING)];
        for pair in LEVELS.windows(2) {
            let one = |i: u64| {
                // Every opening once with each seat in turn as the stronger.
                let score = play(id, pair[1], pair[0], (i % seats) as Seat, i / seats);
                bar.inc(1);
                score
            };
            let total: f64 = pool.install(|| (0..games).into_par_iter().map(one).sum());
            let step = difference(total / games as f64, games).max(1.0);
            ratings.push(ratings[ratings.len() - 1] + step);
        }
        let row: Vec<String> = ratings.iter().map(|r| format!("{r:.0}")).collect();
        println!("{id}\t{}", row.join("\t"));
    }
    bar.finish_and_clear();
}
