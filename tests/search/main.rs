//! The search from outside: mates and eliminations against brute force, repeatable results,
//! lines that can be played, scores within range, and the ways in which a search ends.

mod behaviour;
mod cases;
mod control;
mod decided;
mod elimination;
mod lead;
mod mates;
mod mirror;
mod random;
mod repetition;
mod rescue;
mod solver;

use simurgh::engine::Engine;
use simurgh::position::{AnyPosition, Game, Move};
use simurgh::search::{Control, Info, Limits, Report};
use simurgh::variant::{self, Notation, Variant};

/// One game of each family and of each number of players.
const FAMILIES: [&str; 8] =
    ["chess", "cwda-cn", "cwda-rf", "honeycomb", "wildhoney-double", "aof3", "guru-teams", "ninja"];

/// `honeycomb`: Red, with six Queens and two Rooks, has two bare Kings to hunt.
const HUNT: &str = "8/7/1,rK,rQ,rQ,2/2,rQ,2/4/3/2/1|8/7/6/5/1,rQ,2/3/2/1|8/7/1,rR,4/5/4/3/2/1|\
                    8/4,bK,2/6/rQ,rR,3/4/3/2/1|8/2,yK,4/6/5/3,rQ/3/1,rQ/1 r ryb - - 0 1";

/// What a search reported on its way, and its result.
struct Found {
    infos: Vec<Info>,
    report: Report,
}

impl Found {
    fn plies_to_end(&self) -> Option<i32> {
        self.report.score.plies_to_end()
    }

    /// The line of the last report for the best move.
    fn line(&self) -> &[Move] {
        let last = self.infos.iter().rev().find(|info| info.multipv == 1);
        last.map_or(&[], |info| &info.pv)
    }
}

fn engine(hash: usize) -> Engine {
    Engine::new(hash).expect("a small table")
}

/// An engine that leaves no move out: what lies within the depth of a search it finds.
fn full_width(hash: usize) -> Engine {
    let mut engine = engine(hash);
    engine.settings_mut().selective = false;
    engine
}

fn search(engine: &Engine, game: &Game, limits: &Limits) -> Found {
    let mut infos = Vec::new();
    let report = engine.search(game, limits, &Control::new(false), |info| infos.push(info));
    Found { infos, report }
}

fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn to_nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Searches to a depth with an engine that knows nothing yet and leaves nothing out.
fn search_afresh(game: &Game, depth: u32) -> Found {
    search(&full_width(1), game, &to_depth(depth))
}

fn game(id: &str, fen: &str) -> Game {
    Game::new(variant::find(id).expect(id), Some(fen), &[] as &[&str])
        .unwrap_or_else(|e| panic!("{id}: {fen}: {e}"))
}

/// The position string for pieces given as `token cell`, separated by commas.
fn string(id: &str, pieces: &str, turn: char, players: &str) -> String {
    let variant = variant::find(id).expect(id);
    let placed: Vec<(&str, &str)> =
        pieces.split(", ").map(|piece| piece.split_once(' ').expect("token and cell")).collect();
    for (_, cell) in &placed {
        assert!(variant.board.find(cell).is_some(), "{id} has no {cell}");
    }
    let on = |name: &str| placed.iter().find(|(_, cell)| *cell == name);
    compose(variant, turn, players, |name| on(name).map(|(token, _)| token.to_string()))
}

/// The position string in which every cell holds what a function says of its name.
fn compose(
    variant: &Variant,
    turn: char,
    players: &str,
    token: impl Fn(&str) -> Option<String>,
) -> String {
    let (separator, rest) = match variant.rules.notation {
        Notation::Fen => ("", "- - 0 1".to_string()),
        Notation::Levels => (",", format!("{players} - - 0 1")),
    };
    let placement = variant.board.placement(separator, |cell| token(variant.board.name(cell)));
    format!("{placement} {turn} {rest}")
}

/// Plays a line; the fault if one of its moves is not legal.
fn follow(position: &AnyPosition, line: &[Move]) -> Result<AnyPosition, String> {
    let mut at = position.clone();
    for (i, &mv) in line.iter().enumerate() {
        if !at.legal_moves().contains(&mv) {
            return Err(format!("move {} of {line:?} is not legal in {}", i + 1, at.fen()));
        }
        at.make(mv);
    }
    Ok(at)
}
