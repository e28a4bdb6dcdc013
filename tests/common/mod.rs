//! Random games and positions for the tests: eventful rather than good.
#![allow(dead_code, reason = "no test uses all of it")]

pub mod records;

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use simurgh::geometry::Cell;
use simurgh::position::{AnyPosition, Game, Move, MoveFlag, Piece, with_position};
use simurgh::variant::{self, Elimination, Notation, Variant};
use std::collections::HashMap;
use std::fs;
use std::path::Path;

/// The same numbers for a game on every run.
pub fn generator(id: &str) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(id.bytes().map(u64::from).sum())
}

/// Whether a move takes something, charges aside.
pub fn is_capture(position: &AnyPosition, mv: Move) -> bool {
    match mv.flag() {
        MoveFlag::EnPassant => true,
        MoveFlag::Plain => with_position!(position, p => p.piece_on(mv.to()).is_some()),
        _ => false,
    }
}

/// Whether a player falls at the start of the turn after a move.
pub fn fells(position: &AnyPosition, mv: Move) -> bool {
    with_position!(position, p => p.after(mv).survivors() < p.survivors())
}

/// Whether somebody is in check after a move.
fn checks(position: &AnyPosition, mv: Move) -> bool {
    with_position!(position, p => {
        let after = p.after(mv);
        (0..4).any(|seat| after.is_alive(seat) && after.in_check(seat))
    })
}

/// Whether the next player can do nothing but pass, if anything, after a move.
fn leaves_no_move(position: &AnyPosition, mv: Move) -> bool {
    with_position!(position, p => p.after(mv).legal_moves().iter().all(|&next| next == Move::PASS))
}

/// A legal move for a random game: about half of the time a capture if there is one, and now and
/// then a move of a rarer sort, a check, or one that lets a player fall.
pub fn choose(rng: &mut Xoshiro256PlusPlus, position: &AnyPosition, moves: &[Move]) -> Move {
    let of_sort = |keep: &dyn Fn(Move) -> bool| -> Vec<Move> {
        moves.iter().copied().filter(|&mv| keep(mv)).collect()
    };
    let preferred = match rng.random_range(0..16) {
        0..7 => of_sort(&|mv| is_capture(position, mv)),
        7 => of_sort(&|mv| mv.flag() != MoveFlag::Plain || mv.promotion().is_some()),
        8..10 => of_sort(&|mv| matches!(mv.flag(), MoveFlag::EnPassant | MoveFlag::Castle)),
        10..12 => of_sort(&|mv| fells(position, mv)),
        12 => of_sort(&|mv| checks(position, mv)),
        13 => of_sort(&|mv| checks(position, mv) && leaves_no_move(position, mv)),
        _ => Vec::new(),
    };
    let from = if preferred.is_empty() { moves } else { &preferred };
    from[rng.random_range(0..from.len())]
}

/// A position in which pieces of a few kinds stand about at random, so that what never comes about
/// from the start does come about. The players, their number and the density vary; some symbols
/// may be asked for.
pub fn scattered(rng: &mut Xoshiro256PlusPlus, id: &str, symbols: &[&str]) -> String {
    let game = variant::find(id).expect("a registered game");
    loop {
        let fen = scattered_fen(rng, game, symbols);
        // Most often refused because the player who is not to move is in check. A few may be over
        // when their checkmates are resolved.
        if let Ok(position) = AnyPosition::read(game, &fen)
            && (rng.random_bool(0.1) || !position.legal_moves().is_empty())
        {
            return fen;
        }
    }
}

fn scattered_fen(rng: &mut Xoshiro256PlusPlus, game: &'static Variant, symbols: &[&str]) -> String {
    let seats = game.seats() as u8;
    let fewest = if seats == 2 { 2 } else { rng.random_range(2..=seats) };
    let mut players: Vec<u8> = (0..seats).collect();
    while players.len() > fewest as usize {
        players.remove(rng.random_range(0..players.len()));
    }
    let mut any_piece = |royal: bool, owner: u8| loop {
        let kind = rng.random_range(0..game.pieces.len());
        let piece = &game.pieces[kind];
        let owns = piece.heading.is_none_or(|h| h == owner)
            || game.rules.elimination == Elimination::Recruit;
        if piece.royal == royal && owns {
            break Piece::new(owner, kind as u8);
        }
    };
    let mut board: HashMap<Cell, Piece> = HashMap::new();
    let mut common = Vec::new();
    for &owner in &players {
        let wanted = symbols.iter().filter_map(|symbol| game.kind(symbol, owner));
        common.extend(wanted.map(|kind| Piece::new(owner, kind)));
        common.extend((0..2).map(|_| any_piece(false, owner)));
    }
    let kings: Vec<Piece> = players.iter().map(|&owner| any_piece(true, owner)).collect();
    let density = rng.random_range(0.03..0.4);
    for cell in game.board.cells() {
        let piece = common[rng.random_range(0..common.len())];
        let spec = &game.pieces[piece.kind() as usize];
        let never = spec.pawn.as_ref().is_some_and(|pawn| pawn.never_on.contains(&cell));
        if !never && rng.random_bool(density) {
            board.insert(cell, piece);
        }
    }
    for king in kings {
        let barred = &game.pieces[king.kind() as usize].barred_from;
        let free: Vec<Cell> = game
            .board
            .cells()
            .filter(|cell| !board.contains_key(cell) && !barred.contains(cell))
            .collect();
        board.insert(free[rng.random_range(0..free.len())], king);
    }
    let token = |piece: Piece| with_position!(AnyPosition::start(game), p => p.piece_token(piece));
    let fen = game.rules.notation == Notation::Fen;
    let separator = if fen { "" } else { "," };
    let placement = game.board.placement(separator, |cell| board.get(&cell).map(|&p| token(p)));
    let turn = game.letter(players[rng.random_range(0..players.len())]);
    if fen {
        return format!("{placement} {turn} - - 0 1");
    }
    let letters: String = players.iter().map(|&seat| game.letter(seat)).collect();
    let mut reserve = Vec::new();
    if game.id == "ninja" {
        reserve.extend(
            (0..rng.random_range(0..4))
                .map(|_| common[rng.random_range(0..common.len())])
                .filter(|piece| game.pieces[piece.kind() as usize].pawn.is_none())
                .map(token),
        );
    }
    let reserve = if reserve.is_empty() { "-".to_string() } else { reserve.join(",") };
    format!("{placement} {turn} {letters} - {reserve}")
}

/// A position string from pieces such as `rK:ec3` and all fields after the placement.
pub fn placed(id: &str, men: &str, rest: &str) -> String {
    let board = &variant::find(id).expect("a registered game").board;
    let men: Vec<(&str, Cell)> = men
        .split(' ')
        .filter_map(|man| man.split_once(':'))
        .map(|(token, name)| (token, board.find(name).expect("a cell of the board")))
        .collect();
    let token = |cell| men.iter().find(|man| man.1 == cell).map(|man| man.0.to_string());
    format!("{} {rest}", board.placement(",", token))
}

/// The position strings of a game's recorded playouts.
pub fn recorded(id: &str) -> Vec<String> {
    let name = format!("tests/data/playouts/{id}.jsonl");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.lines()
        .map(|line| {
            let step: serde_json::Value = serde_json::from_str(line).expect("playouts are JSON");
            step["fen"].as_str().expect("every step has a position").to_string()
        })
        .collect()
}

/// A game from a position string.
pub fn game_from(id: &str, fen: &str) -> Game {
    let game = variant::find(id).expect("a registered game");
    Game::new(game, Some(fen), &[] as &[&str]).unwrap_or_else(|e| panic!("{id}: {fen}: {e}"))
}

/// Shows the positions of random games that have not ended: as many from the start, from recorded
/// positions and from scattered pieces.
pub fn wander(id: &str, games: usize, plies: usize, mut visit: impl FnMut(&Game)) {
    let mut rng = generator(id);
    let start = &variant::find(id).expect("a registered game").start;
    let recorded = recorded(id);
    for i in 0..3 * games {
        let fen = match i % 3 {
            0 => start.clone(),
            1 => recorded[i * recorded.len() / (3 * games)].clone(),
            _ => scattered(&mut rng, id, &[]),
        };
        let mut game = game_from(id, &fen);
        for _ in 0..plies {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            visit(&game);
            let mv = choose(&mut rng, game.position(), &moves);
            game.play(mv);
        }
    }
}
