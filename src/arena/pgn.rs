//! Games on 8x8 boards as PGN (Portable Game Notation, S. Edwards 1994), moves in SAN.

use super::record::{ADJUDICATION, Evaluation, GameRecord, RecordError};
use crate::position::{AnyPosition, Game, Move, MoveFlag, Position, with_position};
use crate::variant::{self, Notation};
use std::fmt::Write;

/// Columns of the movetext.
const WIDTH: usize = 80;

/// The record as PGN; `None` if the game is not on an 8x8 board.
///
/// # Errors
/// If the record is against the rules.
pub fn pgn(record: &GameRecord) -> Result<Option<String>, RecordError> {
    let variant =
        variant::find(&record.game).ok_or_else(|| RecordError::Game(record.game.clone()))?;
    let mut game = Game::new(variant, record.opening.fen.as_deref(), [""; 0])?;
    if game.variant().rules.notation != Notation::Fen {
        return Ok(None);
    }
    let mut text = String::new();
    let result = result(record);
    let name = |seat: usize| record.engines[record.seats[seat]].name.clone();
    let mut tag = |key: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{key} \"{value}\"]");
    };
    tag("Event", &record.id);
    tag("Site", "?");
    tag("Date", &date(record.started));
    tag("Round", &(record.block + 1).to_string());
    tag("White", &name(0));
    tag("Black", &name(1));
    tag("Result", result);
    if record.game != "chess" {
        tag("Variant", &record.game);
    }
    let start = game.position().fen();
    if start != AnyPosition::start(game.variant()).fen() {
        tag("SetUp", "1");
        tag("FEN", &start);
    }
    tag("TimeControl", &record.engines[record.seats[0]].limit);
    tag("Termination", termination(record));
    text.push('\n');

    let mut words = Vec::new();
    let (mut number, mut black) =
        (with_position!(game.position(), p => p.round()), game.position().turn() == 1);
    let in_opening = record.opening.moves.len();
    for (i, mv) in record.all_moves().enumerate() {
        // Words for leaving the game are no moves: the result tells.
        let Some(found) = game.position().find_move(mv) else { break };
        if !black || i == 0 {
            words.push(format!("{number}{}", if black { "..." } else { "." }));
        }
        words.push(with_position!(game.position(), p => san(p, found)));
        match i.checked_sub(in_opening) {
            None => words.push("{book}".to_string()),
            Some(i) => words.extend(comment(record, i)),
        }
        number += u32::from(black);
        black = !black;
        game.play(found);
    }
    words.push(result.to_string());
    let mut column = 0;
    for word in words {
        if column > 0 && column + 1 + word.len() > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(&word);
        column += word.len();
    }
    text.push_str("\n\n");
    Ok(Some(text))
}

fn result(record: &GameRecord) -> &'static str {
    match record.places[0].total_cmp(&record.places[1]) {
        std::cmp::Ordering::Less => "1-0",
        std::cmp::Ordering::Equal => "1/2-1/2",
        std::cmp::Ordering::Greater => "0-1",
    }
}

fn termination(record: &GameRecord) -> &str {
    match record.faults.last().map(|fault| fault.fault.as_str()) {
        Some("time" | "hang") => "time forfeit",
        Some("illegal-move" | "garbage") => "rules infraction",
        Some(_) => "abandoned",
        None if record.reason == ADJUDICATION => "adjudication",
        None => "normal",
    }
}

/// Score, depth and time of a move, as match runners write them: `{+0.31/12 0.42s}`.
fn comment(record: &GameRecord, i: usize) -> Option<String> {
    let score = match record.scores.get(i).copied()?? {
        Evaluation::Mate(moves) if moves > 0 => format!("+M{moves}"),
        Evaluation::Mate(moves) => format!("-M{}", -moves),
        score @ Evaluation::Centipawns(_) => score.to_string(),
    };
    let depth = record.depths.get(i).copied().unwrap_or(0);
    let time = record.times.get(i).map_or(0.0, |&ms| ms as f64 / 1000.0);
    Some(format!("{{{score}/{depth} {time:.2}s}}"))
}

/// A move in Standard Algebraic Notation.
fn san<const W: usize>(position: &Position<W>, mv: Move) -> String {
    let tables = position.tables();
    let board = &tables.variant.board;
    let mover = position.piece_on(mv.from());
    let kind = mover.map_or(0, |piece| piece.kind());
    let spec = &tables.variant.pieces[kind as usize];
    let captures = position.piece_on(mv.to()).is_some() || mv.flag() == MoveFlag::EnPassant;
    let (from, to) = (board.name(mv.from()), board.name(mv.to()));
    let mut text = String::new();
    if mv.flag() == MoveFlag::Castle {
        text += if to > from { "O-O" } else { "O-O-O" };
    } else if spec.pawn.is_some() {
        if captures {
            text += &from[..1];
        }
    } else {
        text += spec.symbol;
        let rivals: Vec<Move> = position
            .legal_moves()
            .into_iter()
            .filter(|other| other.to() == mv.to() && other.from() != mv.from())
            .filter(|other| position.piece_on(other.from()) == mover)
            .collect();
        let shares = |part: &dyn Fn(&str) -> String| {
            rivals.iter().any(|other| part(board.name(other.from())) == part(from))
        };
        let file = |name: &str| name[..1].to_string();
        let rank = |name: &str| name[1..].to_string();
        if !rivals.is_empty() {
            match (shares(&file), shares(&rank)) {
                (false, _) => text += &file(from),
                (true, false) => text += &rank(from),
                (true, true) => text += from,
            }
        }
    }
    if mv.flag() != MoveFlag::Castle {
        if captures {
            text.push('x');
        }
        text += to;
        if let Some(promoted) = mv.promotion() {
            text.push('=');
            text += tables.variant.pieces[promoted as usize].symbol;
        }
    }
    let after = position.after(mv);
    if after.in_check(after.turn()) {
        text.push(if after.count_legal_moves() == 0 { '#' } else { '+' });
    }
    text
}

/// The day of a time in seconds since 1970, as PGN has it (civil calendar from a count of days:
/// H. Hinnant, "chrono-compatible low-level date algorithms").
fn date(seconds: u64) -> String {
    let days = seconds / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant;

    fn san_of(id: &str, fen: &str, text: &str) -> String {
        let variant = variant::find(id).expect("a registered game");
        let game = Game::new(variant, Some(fen), [""; 0]).expect("a position");
        let mv = game.position().find_move(text).expect("a legal move");
        with_position!(game.position(), p => san(p, mv))
    }

    #[test]
    fn moves_are_written_in_san() {
        let cases = [
            ("chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O"),
            ("chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-O"),
            ("chess", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "a1d1", "Rd1"),
            ("chess", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", "Rad1"),
            ("chess", "4k3/R7/8/8/8/8/4K3/R7 w - - 0 1", "a1a4", "R1a4"),
            ("chess", "1k6/8/8/8/Q6Q/8/8/Q5K1 w - - 0 1", "a4d1", "Q4d1"),
            ("chess", "1k6/8/8/8/Q6Q/8/8/Q5K1 w - - 0 1", "a4d4", "Qa4d4"),
            ("chess", "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "exd8=Q+"),
            ("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
            ("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"),
        ];
        for (id, fen, text, expected) in cases {
            assert_eq!(san_of(id, fen, text), expected, "{fen} {text}");
        }
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970.01.01");
        assert_eq!(date(951_782_400), "2000.02.29");
        assert_eq!(date(4_107_542_400), "2100.03.01");
    }
}
