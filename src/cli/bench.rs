//! `simurgh bench`: a number of nodes that identifies the search's behaviour, and its speed.

use super::Result;
use crate::engine::Engine;
use crate::position::Game;
use crate::search::{Control, Limits};
use crate::variant;
use std::io::{self, Write};
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

pub(super) fn run(out: &mut impl Write) -> Result<()> {
    let engine = Engine::new(HASH).map_err(io::Error::other)?;
    let (mut nodes, mut spent) = (0, Duration::ZERO);
    for (id, plies, depth) in POSITIONS {
        let game = random_game(id, plies);
        engine.clear();
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let start = Instant::now();
        let report = engine.search(&game, &limits, &Control::new(false), |_| ());
        let time = start.elapsed();
        let best = report.best.map_or("-".to_string(), |mv| game.position().move_text(mv));
        writeln!(
            out,
            "{id:<20} ply {plies:>3} depth {depth} nodes {:>9} time {:>6} ms best {best}",
            report.nodes,
            time.as_millis()
        )?;
        nodes += report.nodes;
        spent += time;
    }
    let nps = (nodes as f64 / spent.as_secs_f64().max(1e-9)) as u64;
    writeln!(out, "{nodes} nodes {nps} nps")?;
    Ok(())
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
