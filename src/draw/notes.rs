//! What stands under a drawn position.

use super::Pieces;
use super::labels::{Labels, Role, parts};
use crate::geometry::{Board, Tiling};
use crate::position::{AnyPosition, Piece};
use crate::variant::{Notation, Promotion, Seat, Variant};
use crate::with_position;

/// The notes, in lines of at most `width` columns where words allow it.
pub(super) fn notes(position: &AnyPosition, pieces: &Pieces, width: usize) -> Vec<String> {
    let variant = position.variant();
    let mut lines = fill(position.fen().split_inclusive([',', '/', '|', ' ']), width);
    lines.push(String::new());
    lines.extend(wrap(&turn(position), width));
    lines.extend(wrap(&players(position), width));
    for seat in living(position).filter(|&s| with_position!(position, p => p.in_check(s))) {
        lines.push(format!("{} is in check.", capital(variant.player_name(seat))));
    }
    if let Some(reserve) = reserve(position) {
        lines.extend(wrap(&reserve, width));
    }
    let naming = naming(&variant.board);
    if !naming.is_empty() {
        lines.push(String::new());
        lines.extend(wrap(&naming, width));
    }
    lines.push(String::new());
    lines.extend(table(&symbols(variant, pieces, position), width));
    lines
}

fn living(position: &AnyPosition) -> impl Iterator<Item = Seat> {
    let alive = with_position!(position, p => p.alive());
    (0..position.variant().seats() as Seat).filter(move |seat| alive >> seat & 1 != 0)
}

fn turn(position: &AnyPosition) -> String {
    match with_position!(position, p => p.finished()) {
        Some(outcome) => format!("The game is over: {}.", outcome.reason),
        None => format!("{} to move.", capital(position.variant().player_name(position.turn()))),
    }
}

/// Who is still in the game, and how to tell whose a piece is.
fn players(position: &AnyPosition) -> String {
    let variant = position.variant();
    if variant.rules.notation == Notation::Fen {
        let [upper, lower] = [0, 1].map(|seat| capital(variant.player_name(seat)));
        return format!("{upper} has the upper case letters, {lower} the lower case ones.");
    }
    let name = |seat: Seat| format!("{} {}", variant.letter(seat), variant.player_name(seat));
    let names = |keep: &dyn Fn(Seat) -> bool, of: &[Seat]| {
        of.iter().copied().filter(|&s| keep(s)).map(name).collect::<Vec<_>>().join(", ")
    };
    let alive: Vec<Seat> = living(position).collect();
    let playing = match variant.rules.teams {
        None => names(&|_| true, &alive),
        Some(teams) => {
            let team = |t| names(&|s| teams[s as usize] == t, &alive);
            let sides = [team(0), team(1)];
            sides.into_iter().filter(|s| !s.is_empty()).collect::<Vec<_>>().join("; against them ")
        }
    };
    let everyone: Vec<Seat> = (0..variant.seats() as Seat).collect();
    let out = names(&|s| !alive.contains(&s), &everyone);
    let out = if out.is_empty() { out } else { format!(" Out: {out}.") };
    format!("In the game: {playing}.{out}")
}

/// The captured pieces that pawns may become, in games that have such a rule.
fn reserve(position: &AnyPosition) -> Option<String> {
    let variant = position.variant();
    let pawns = variant.pieces.iter().filter_map(|p| p.pawn.as_ref());
    if !pawns.into_iter().any(|p| matches!(p.promotion, Promotion::Reserve { .. })) {
        return None;
    }
    let mut tokens = Vec::new();
    for seat in 0..variant.seats() as Seat {
        for kind in 0..variant.pieces.len() as u8 {
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
fn naming(board: &Board) -> String {
    let labels = Labels::of(board, 0);
    let hex = board.tiling() == Tiling::Hex;
    if !hex && board.level_names().len() == 1 {
        return String::new();
    }
    let word = |role: Role| match (role, hex) {
        (Role::Level, _) => "level",
        (Role::Column, _) => "column",
        (Role::Row, true) => "row",
        (Role::Line, true) => "slant",
        (Role::Row, false) => "rank",
        (Role::Line, false) => "file",
    };
    // An example teaches most if no two of its parts look the same.
    let middle = board.cells().skip(board.len() / 2);
    let mut candidates = middle.map(|c| board.name(c)).filter(|name| {
        let parts = parts(name);
        (1..parts.len()).all(|i| !parts[..i].contains(&parts[i]))
    });
    let example = candidates.next().unwrap_or_else(|| board.name(board.cells().next().unwrap()));
    let mut read: Vec<(Role, String)> = Vec::new();
    for (part, &role) in parts(example).into_iter().zip(&labels.roles) {
        match read.last_mut() {
            Some((last, text)) if *last == role => text.push_str(part),
            _ => read.push((role, part.to_string())),
        }
    }
    let order: Vec<&str> = read.iter().map(|&(role, _)| word(role)).collect();
    let spelt: Vec<String> =
        read.iter().map(|(role, part)| format!("{} {part}", word(*role))).collect();
    let mut text =
        format!("Names of cells: {}. {example} is {}.", order.join(", "), spelt.join(", "));
    if !labels.is_regular() {
        text += " The last picture shows the columns.";
    } else if hex {
        text += " A slant goes down to the left from its label.";
    }
    text
}

/// The symbols on the board and what they mean, in the order of the piece table.
fn symbols(variant: &Variant, pieces: &Pieces, position: &AnyPosition) -> Vec<String> {
    let mut entries: Vec<String> = Vec::new();
    for (kind, spec) in variant.pieces.iter().enumerate() {
        for seat in 0..variant.seats() as Seat {
            if with_position!(position, p => p.count(seat, kind as u8)) == 0 {
                continue;
            }
            let foreign = spec.heading.filter(|&h| h != seat);
            let entry = match foreign {
                None => format!("{} {}", spec.symbol, spec.name),
                Some(h) => format!(
                    "{}{} {} that walks like {}'s",
                    spec.symbol,
                    variant.letter(h),
                    spec.name,
                    variant.player_name(h)
                ),
            };
            if !entries.contains(&entry) {
                entries.push(entry);
            }
        }
    }
    let _ = pieces;
    entries
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
fn fill<'t>(pieces: impl Iterator<Item = &'t str>, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for piece in pieces {
        let line = lines.last_mut().expect("there is always a line");
        if !line.is_empty() && line.len() + piece.trim_end().len() > width {
            lines.push(piece.to_string());
        } else {
            line.push_str(piece);
        }
    }
    lines.iter().map(|line| line.trim_end().to_string()).collect()
}

fn wrap(text: &str, width: usize) -> Vec<String> {
    fill(text.split_inclusive(' '), width)
}

fn capital(name: &str) -> String {
    let (first, rest) = name.split_at(1);
    first.to_uppercase() + rest
}
