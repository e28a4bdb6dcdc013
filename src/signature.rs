//! The signature of a build: a number of nodes that identifies the behaviour of search and
//! evaluation, and the speed at which they were visited.

use crate::engine::Engine;
use crate::position::Game;
use crate::search::{Control, Limits, TableError};
use crate::variant;
use std::time::{Duration, Instant};

/// Games, plies played at random from the start, and depths. Every family is there, and both
/// the crowded start and positions in the middle of a game.
const POSITIONS: [(&str, usize, u32); 20] = [
    ("chess", 0, 7),
    ("chess", 24, 6),
    ("chess", 60, 7),
    ("cwda-fc", 16, 6),
    ("cwda-nr", 24, 6),
    ("cwda-cn", 40, 6),
    ("cwda-rf", 30, 6),
    ("honeycomb", 0, 4),
    ("honeycomb", 60, 3),
    ("honeycomb-double", 40, 3),
    ("wildhoney", 90, 3),
    ("wildhoney-pawnless", 30, 3),
    ("aof3", 0, 3),
    ("aof3", 80, 3),
    ("guru", 0, 4),
    ("guru", 100, 4),
    ("guru-teams", 60, 4),
    ("guru-teams", 140, 4),
    ("ninja", 0, 3),
    ("ninja", 50, 3),
];

/// Table size in MiB: part of what the number of nodes depends on.
const HASH: usize = 16;

/// The signature, and how long it took to find.
#[derive(Clone, Copy, Debug)]
pub struct Signature {
    /// Nodes visited: the same on every machine and run.
    pub nodes: u64,
    /// Time spent searching.
    pub time: Duration,
}

impl Signature {
    /// Nodes per second.
    #[must_use]
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

/// Searches fixed positions of every family to fixed depths on one thread. `report` gets a line
/// for people after each.
///
/// # Errors
/// If there is no memory for the table.
pub fn run(mut report: impl FnMut(String)) -> Result<Signature, TableError> {
    let mut engine = Engine::new(HASH)?;
    let mut signature = Signature { nodes: 0, time: Duration::ZERO };
    for (id, plies, depth) in POSITIONS {
        let game = random_game(id, plies);
        engine.clear();
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let start = Instant::now();
        let found = engine.search(&game, &limits, &Control::new(false), |_| ());
        let time = start.elapsed();
        let best = found.best.map_or("-".to_string(), |mv| game.position().move_text(mv));
        report(format!(
            "{id:<20} ply {plies:>3} depth {depth} nodes {:>9} time {:>6} ms best {best}",
            found.nodes,
            time.as_millis()
        ));
        signature.nodes += found.nodes;
        signature.time += time;
    }
    Ok(signature)
}

/// A game of moves chosen by a fixed rule that looks random: the same on every machine.
fn random_game(id: &str, plies: usize) -> Game {
    let mut game = Game::start(variant::find(id).expect("bench games are registered"));
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        game.play(moves[(state >> 33) as usize % moves.len()]);
    }
    game
}
