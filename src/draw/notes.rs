//! What stands under a drawn position.

use super::labels::{Labels, Role, parts};
use crate::geometry::{Board, Tiling};
use crate::position::{AnyPosition, Piece};
use crate::variant::{Kind, Notation, Promotion, Seat, Variant};
use crate::with_position;

/// The notes, in lines of at most `width` columns where words allow it.
pub(super) fn notes(position: &AnyPosition, width: usize) -> Vec<String> {
    let variant = position.variant();
    let mut lines = position_string(&position.fen(), width);
    lines.push(String::new());
    lines.extend(wrap(&turn(position), width));
    lines.extend(wrap(&players(position), width));
    let in_check = |&seat: &Seat| with_position!(position, p => p.in_check(seat));
    for seat in living(position).into_iter().filter(in_check) {
        lines.push(format!("{} is in check.", capital(variant.player_name(seat))));
    }
    if let Some(reserve) = reserve(position) {
        lines.extend(wrap(&reserve, width));
    }
    if let Some(naming) = naming(&variant.board) {
        lines.push(String::new());
        lines.extend(wrap(&naming, width));
    }
    lines.push(String::new());
    let (symbols, foreign) = symbols(position);
    lines.extend(table(&symbols, width));
    lines.extend(wrap(&foreign.join(" "), width));
    lines
}

/// The position string, broken after rows of the board, and within them only if it must be.
fn position_string(fen: &str, width: usize) -> Vec<String> {
    let (placement, rest) = fen.split_at(fen.find(' ').map_or(fen.len(), |blank| blank + 1));
    let rows = placement.split_inclusive(['/', '|']).chain([rest]);
    let mut pieces = Vec::new();
    for row in rows {
        if row.trim_end().len() > width {
            pieces.extend(row.split_inclusive([',', ' ']));
        } else {
            pieces.push(row);
        }
    }
    fill(pieces, width)
}

fn living(position: &AnyPosition) -> Vec<Seat> {
    let alive = with_position!(position, p => p.alive());
    seats(position.variant()).filter(|seat| alive >> seat & 1 != 0).collect()
}

fn seats(variant: &Variant) -> std::ops::Range<Seat> {
    0..variant.seats() as Seat
}

/// Whose turn it is, or how the game has ended.
fn turn(position: &AnyPosition) -> String {
    let variant = position.variant();
    let Some(outcome) = with_position!(position, p => p.finished()) else {
        return format!("{} to move.", capital(variant.player_name(position.turn())));
    };
    let reason = outcome.reason.word().replace('-', " ");
    let winners = seats(variant).filter(|&seat| outcome.utility(seat) == 1.0);
    let winners: Vec<_> = winners.map(|seat| variant.player_name(seat)).collect();
    if winners.is_empty() {
        format!("The game is drawn: {reason}.")
    } else {
        format!("The game is over, won by {}: {reason}.", winners.join(" and "))
    }
}

/// Who is still in the game, and how to tell whose a piece is.
fn players(position: &AnyPosition) -> String {
    let variant = position.variant();
    if variant.rules.notation == Notation::Fen {
        let [upper, lower] = [0, 1].map(|seat| capital(variant.player_name(seat)));
        return format!("{upper} has the upper case letters, {lower} the lower case ones.");
    }
    let names = |seats: &[Seat], between: &str| {
        let name = |&seat: &Seat| format!("{} {}", variant.letter(seat), variant.player_name(seat));
        seats.iter().map(name).collect::<Vec<_>>().join(between)
    };
    let (alive, out): (Vec<Seat>, Vec<Seat>) = {
        let living = living(position);
        seats(variant).partition(|seat| living.contains(seat))
    };
    let playing = match variant.rules.teams {
        None => names(&alive, ", "),
        Some(teams) => {
            let (first, second): (Vec<Seat>, Vec<Seat>) =
                alive.iter().partition(|&&seat| teams[seat as usize] == teams[0]);
            let sides = [names(&first, " and "), names(&second, " and ")];
            sides.into_iter().filter(|side| !side.is_empty()).collect::<Vec<_>>().join(" against ")
        }
    };
    let out = if out.is_empty() { String::new() } else { format!(" Out: {}.", names(&out, ", ")) };
    format!("In the game: {playing}.{out}")
}

/// The captured pieces that pawns may become, in games that have such a rule.
fn reserve(position: &AnyPosition) -> Option<String> {
    let variant = position.variant();
    let mut pawns = variant.pieces.iter().filter_map(|p| p.pawn.as_ref());
    if !pawns.any(|p| matches!(p.promotion, Promotion::Reserve { .. })) {
        return None;
    }
    let mut tokens = Vec::new();
    for seat in seats(variant) {
        for kind in 0..variant.pieces.len() as Kind {
            let (count, token) = with_position!(position, p => {
                (p.in_reserve(seat, kind), p.piece_token(Piece::new(seat, kind)))
            });
            match count {
                0 => {}
                1 => tokens.push(token),
                _ => tokens.push(format!("{count} {token}")),
            }
        }
    }
    let tokens = if tokens.is_empty() { "nothing".to_string() } else { tokens.join(", ") };
    Some(format!("In reserve: {tokens}."))
}

/// How the name of a cell is read; nothing where files and ranks say it all.
fn naming(board: &Board) -> Option<String> {
    let labels = Labels::of(board, 0);
    let hex = board.tiling() == Tiling::Hex;
    if !hex && board.level_names().len() == 1 {
        return None;
    }
    let word = |role: Role| match (role, hex) {
        (Role::Level, _) => "level",
        (Role::Column, _) => "column",
        (Role::Row, true) => "row",
        (Role::Line, true) => "slant",
        (Role::Row, false) => "rank",
        (Role::Line, false) => "file",
    };
    let example = example(board);
    let mut read: Vec<(Role, String)> = Vec::new();
    for (part, &role) in parts(example).into_iter().zip(&labels.roles) {
        match read.last_mut() {
            Some((last, text)) if *last == role => text.push_str(part),
            _ => read.push((role, part.to_string())),
        }
    }
    let list = |text: &dyn Fn(&(Role, String)) -> String| {
        read.iter().map(text).collect::<Vec<_>>().join(", ")
    };
    let order = list(&|(role, _)| word(*role).to_string());
    let spelt = list(&|(role, part)| format!("{} {part}", word(*role)));
    let mut text = format!("Names of cells: {order}. {example} is {spelt}.");
    if hex {
        text += " A slant goes down to the left from its label.";
    }
    if !labels.is_regular() {
        text += " A column is named by its row and its slant, in the order that the last picture \
                 shows.";
    }
    Some(text)
}

/// A cell whose name has no two equal parts, so that it shows which is which.
fn example(board: &Board) -> &str {
    let from_middle = board.cells().skip(board.len() / 2).chain(board.cells());
    let mut names = from_middle.map(|cell| board.name(cell));
    let differ = |name: &&str| {
        let parts = parts(name);
        (1..parts.len()).all(|i| !parts[..i].contains(&parts[i]))
    };
    names.find(differ).unwrap_or_default()
}

/// The symbols on the board and what they mean, in the order of the piece table, and then the
/// tokens of pawns that walk like another player's.
fn symbols(position: &AnyPosition) -> (Vec<String>, Vec<String>) {
    let variant = position.variant();
    let (mut plain, mut foreign): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for (kind, spec) in variant.pieces.iter().enumerate() {
        let kind = kind as Kind;
        for seat in seats(variant) {
            if with_position!(position, p => p.count(seat, kind)) == 0 {
                continue;
            }
            let entry = format!("{} {}", spec.symbol, spec.name);
            if !plain.contains(&entry) {
                plain.push(entry);
            }
            if let Some(heading) = spec.heading.filter(|&heading| heading != seat) {
                let token = with_position!(position, p => p.piece_token(Piece::new(seat, kind)));
                let [owner, like] = [seat, heading].map(|seat| variant.player_name(seat));
                foreign.push(format!("{token}: {owner}'s {}, heading like {like}'s.", spec.name));
            }
        }
    }
    (plain, foreign)
}

/// Entries in columns of equal width.
fn table(entries: &[String], width: usize) -> Vec<String> {
    let column = entries.iter().map(String::len).max().unwrap_or(0) + 2;
    let per_line = ((width + 2) / column).max(1);
    let line = |entries: &[String]| {
        let padded: String = entries.iter().map(|e| format!("{e:column$}")).collect();
        padded.trim_end().to_string()
    };
    entries.chunks(per_line).map(line).collect()
}

/// Fills lines with pieces of text that may not be divided.
fn fill<'t>(pieces: impl IntoIterator<Item = &'t str>, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for piece in pieces {
        let line = lines.last_mut().expect("there is always a line");
        if !line.is_empty() && line.len() + piece.trim_end().len() > width {
            lines.push(piece.to_string());
        } else {
            line.push_str(piece);
        }
    }
    lines.iter().map(|line| line.trim_end().to_string()).filter(|line| !line.is_empty()).collect()
}

fn wrap(text: &str, width: usize) -> Vec<String> {
    fill(text.split_inclusive(' '), width)
}

fn capital(name: &str) -> String {
    let (first, rest) = name.split_at(1);
    first.to_uppercase() + rest
}
