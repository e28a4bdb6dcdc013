//! A position and its moves in full: what a client needs to show a game without knowing its rules.

use crate::eval::{Strength, Weights, expectation};
use crate::geometry::Cell;
use crate::position::{AnyPosition, Game, Move, Position};
use crate::with_position;

fn list(items: impl IntoIterator<Item = String>) -> String {
    let items: Vec<String> = items.into_iter().collect();
    if items.is_empty() { "-".to_string() } else { items.join(",") }
}

fn cells<const W: usize>(position: &Position<W>, cells: &[Cell]) -> String {
    let board = &position.tables().variant.board;
    list(cells.iter().map(|&cell| board.name(cell).to_string()))
}

/// What a move does, in pairs of a word and its value.
fn move_words(position: &AnyPosition, mv: Move) -> String {
    with_position!(position, p => {
        let account = p.account(mv);
        let variant = p.tables().variant;
        let name = |cell| variant.board.name(cell);
        let first = account.leaps.first().and_then(|&(from, _)| p.piece_on(from));
        format!(
            "move {} piece {} path {} manner {} takes {} becomes {}",
            p.move_text(mv),
            first.map_or("-".to_string(), |piece| p.piece_token(piece)),
            list(account.leaps.iter().map(|&(a, b)| format!("{}-{}", name(a), name(b)))),
            account.manner.word(),
            cells(p, &account.takes),
            account.becomes.map_or("-", |kind| variant.pieces[kind as usize].symbol)
        )
    })
}

/// The expected utility of every player, per mille, as the evaluation sees a position, or what the
/// game brought them if it is over.
fn expected<const W: usize>(game: &Game, position: &Position<W>, weights: &Weights) -> String {
    let seats = position.tables().variant.seats();
    let of_seat: Vec<f64> = match game.outcome() {
        Some(outcome) => (0..seats as u8).map(|seat| outcome.utility(seat)).collect(),
        None => expectation(position, &Strength::of(position, weights))[..seats].to_vec(),
    };
    list(of_seat.iter().map(|utility| format!("{:.0}", utility * 1000.0)))
}

/// The state of a game, in pairs of a word and its value.
fn state_words(game: &Game, weights: &Weights) -> String {
    with_position!(game.position(), p => {
        let variant = p.tables().variant;
        let seats = 0..variant.seats() as u8;
        let alive = || seats.clone().filter(|&seat| p.is_alive(seat));
        let checked = alive().filter(|&seat| p.in_check(seat));
        let kings = checked.map(|seat| variant.board.name(p.king(seat)).to_string());
        let outcome = game.outcome();
        let places = outcome.as_ref().map(|outcome| {
            list(seats.clone().map(|s| format!("{}:{}", variant.letter(s), outcome.place(s))))
        });
        format!(
            "turn {} alive {} checks {} expectation {} clock {} round {} result {} reason {} fen {}",
            variant.letter(p.turn()),
            alive().map(|seat| variant.letter(seat)).collect::<String>(),
            list(kings),
            expected(game, p, weights),
            p.clock(),
            p.round(),
            places.unwrap_or("ongoing".to_string()),
            outcome.map_or("-", |outcome| outcome.reason.word()),
            p.fen()
        )
    })
}

/// The answer to `query state`.
pub(super) fn state(game: &Game, weights: &Weights) -> String {
    format!("state {}", state_words(game, weights))
}

/// The answers to `query moves`: the legal moves, sorted by their texts.
pub(super) fn moves(game: &Game) -> Vec<String> {
    let position = game.position();
    let described = position.moves_by_text().into_iter().map(|(_, mv)| move_words(position, mv));
    let mut lines = vec!["moves".to_string()];
    lines.extend(described);
    lines.push("moves end".to_string());
    lines
}

/// The answers to `query line`: what each move of a line does and the state after it. The game
/// itself goes on from where it is.
///
/// # Errors
/// If a move is not legal where it stands.
pub(super) fn line<'m>(
    game: &Game,
    weights: &Weights,
    moves: impl Iterator<Item = &'m str>,
) -> Result<Vec<String>, String> {
    let mut game = game.clone();
    let mut lines = vec!["line".to_string()];
    for (i, text) in moves.enumerate() {
        let before = game.position().clone();
        let mv = game.play_text(i + 1, text).map_err(|e| format!("query line: {e}"))?;
        let described = mv.map_or_else(
            || {
                let word = text.to_ascii_lowercase();
                format!("move {word} piece - path - manner {word} takes - becomes -")
            },
            |mv| move_words(&before, mv),
        );
        let mover = before.variant().letter(before.turn());
        let state = state_words(&game, weights);
        lines.push(format!("ply {} mover {mover} {described} {state}", i + 1));
    }
    lines.push("line end".to_string());
    Ok(lines)
}

/// The answer to `query sight CELL`.
///
/// # Errors
/// If there is no such cell, or no piece on it.
pub(super) fn sight(game: &Game, name: &str) -> Result<String, String> {
    let board = &game.variant().board;
    let cell = board
        .find(name)
        .ok_or_else(|| format!("query sight CELL `{name}`: the board has no such cell"))?;
    with_position!(game.position(), p => {
        let (goes, takes) =
            p.sight(cell).ok_or_else(|| format!("query sight CELL `{name}`: the cell is empty"))?;
        Ok(format!("sight {name} goes {} takes {}", cells(p, &goes), cells(p, &takes)))
    })
}
