//! Positions by seeded chance.

use super::compose;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use simurgh::position::Game;
use simurgh::variant::{self, PieceSpec, Variant};
use std::collections::HashMap;

pub type Random = Xoshiro256PlusPlus;

pub fn seeded(seed: u64) -> Random {
    Random::seed_from_u64(seed)
}

/// A position of a game after a number of random moves, or the last before its end. It has no
/// past and a young clock, so that neither repetition nor the move count interferes.
pub fn played(id: &str, plies: usize, random: &mut Random) -> Game {
    let variant = variant::find(id).expect(id);
    let mut game = Game::start(variant);
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        let mut next = game.clone();
        next.play(moves[random.random_range(0..moves.len())]);
        if next.outcome().is_some() {
            break;
        }
        game = next;
    }
    young(&game)
}

/// The positions before the last moves of a game that the engine won against a random mover,
/// the last first: ends are certain there. Empty if it did not win soon.
pub fn before_a_win(id: &str, last: usize, random: &mut Random) -> Vec<Game> {
    let engine = super::engine(1);
    let mut games = vec![Game::start(variant::find(id).expect(id))];
    for ply in 0..300 {
        let game = games.last().expect("the start at least");
        let moves = game.position().legal_moves();
        let mv = if ply % 2 == 0 {
            super::search(&engine, game, &super::to_nodes(1000)).report.best.expect("a move")
        } else {
            moves[random.random_range(0..moves.len())]
        };
        let mut next = game.clone();
        next.play(mv);
        match next.outcome() {
            Some(outcome) if outcome.reason.is_draw() => break,
            Some(_) => return games.iter().rev().take(last).map(young).collect(),
            None => games.push(next),
        }
    }
    Vec::new()
}

/// The same position with its clock at zero and no past.
fn young(game: &Game) -> Game {
    let fen = game.position().fen();
    let mut fields: Vec<&str> = fen.split(' ').collect();
    let clock = fields.len() - 2;
    fields[clock] = "0";
    super::game(game.variant().id, &fields.join(" "))
}

/// A position in which every player of `players` has a King and a number of other pieces, none
/// of them Pawns, anywhere on the board: ends are near where there is so much room for attack.
pub fn scattered(id: &str, players: &str, pieces: &[usize], random: &mut Random) -> Game {
    let variant = variant::find(id).expect(id);
    loop {
        let fen = scattered_string(variant, players, pieces, random);
        // Kings may stand in check or face each other: another throw then.
        if let Ok(game) = Game::new(variant, Some(&fen), &[] as &[&str])
            && game.outcome().is_none()
        {
            return game;
        }
    }
}

fn scattered_string(
    variant: &Variant,
    players: &str,
    pieces: &[usize],
    random: &mut Random,
) -> String {
    let ordinary = |piece: &&PieceSpec| piece.heading.is_none() && piece.symbol.len() <= 2;
    let symbols: Vec<&str> = variant
        .pieces
        .iter()
        .filter(ordinary)
        .map(|piece| piece.symbol)
        .filter(|symbol| !["K", "Em", "P", "Y"].contains(symbol))
        .collect();
    let cells: Vec<&str> = variant.board.cells().map(|cell| variant.board.name(cell)).collect();
    let mut placed: HashMap<&str, String> = HashMap::new();
    for (player, &count) in players.chars().zip(pieces) {
        for i in 0..=count {
            let symbol = if i == 0 { "K" } else { symbols[random.random_range(0..symbols.len())] };
            let free = loop {
                let cell = cells[random.random_range(0..cells.len())];
                if !placed.contains_key(cell) {
                    break cell;
                }
            };
            let token = match variant.rules.notation {
                variant::Notation::Levels => format!("{player}{symbol}"),
                variant::Notation::Fen if player == 'w' => symbol.to_string(),
                variant::Notation::Fen => symbol.to_lowercase(),
            };
            placed.insert(free, token);
        }
    }
    let turn = players.chars().next().expect("a player");
    compose(variant, turn, players, |name| placed.get(name).cloned())
}
