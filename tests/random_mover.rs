//! The engine against movers that pick any legal move, from every start position.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use simurgh::engine::Engine;
use simurgh::position::{Game, Outcome};
use simurgh::search::{Control, Limits};
use simurgh::variant::{self, Seat};

/// Nodes per move: a small fraction of a second, and the same game on every machine.
const NODES: u64 = 2500;
const GAMES: u64 = 10;
/// Far more than the engine ever needed.
const LONGEST: usize = 1200;

/// One game of the engine in a seat (with its ally in team games) against random movers.
fn play(id: &'static str, seat: Seat, seed: u64) -> Result<(Outcome, usize), String> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let engine = Engine::new(1).expect("a small table");
    let mut game = Game::start(variant::find(id).expect(id));
    let teams = game.variant().rules.teams;
    let ours = |s: Seat| teams.map_or(s == seat, |t| t[s as usize] == t[seat as usize]);
    for ply in 0..LONGEST {
        if let Some(outcome) = game.outcome() {
            return Ok((outcome, ply));
        }
        let moves = game.position().legal_moves();
        let mv = if ours(game.position().turn()) {
            let limits = Limits { nodes: Some(NODES), ..Limits::default() };
            let report = engine.search(&game, &limits, &Control::new(false), |_| ());
            report.best.ok_or("no move where there is one")?
        } else {
            moves[random.random_range(0..moves.len())]
        };
        if !moves.contains(&mv) {
            return Err(format!("{id} seed {seed} ply {ply}: illegal {mv:?}"));
        }
        game.play(mv);
    }
    Err(format!("{id} seed {seed}: no end in {LONGEST} plies"))
}

#[test]
fn wins_every_game_against_random_movers() {
    let pairings: Vec<(&str, u64)> =
        variant::ids().flat_map(|id| (0..GAMES).map(move |seed| (id, seed))).collect();
    let faults: Vec<String> = pairings
        .into_par_iter()
        .filter_map(|(id, seed)| {
            let seats = variant::find(id).expect(id).seats() as u64;
            let seat = (seed % seats) as Seat;
            match play(id, seat, seed) {
                Err(fault) => Some(fault),
                Ok((outcome, plies)) => {
                    if std::env::var_os("SIMURGH_SHOW_GAMES").is_some() {
                        eprintln!("{id} {seed} {plies} {outcome:?}");
                    }
                    (outcome.utility(seat) < 1.0).then(|| {
                        format!("{id} seed {seed}: {} after {plies} plies", outcome.reason)
                    })
                }
            }
        })
        .collect();
    assert!(faults.is_empty(), "{} games not won:\n{}", faults.len(), faults.join("\n"));
}
