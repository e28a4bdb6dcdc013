//! Reading position strings: every fault is named with its field and token.

use super::{EnPassantRight, Piece, Position, Reason, bits, vchess};
use crate::geometry::Cell;
use crate::variant::{Elimination, Kind, Notation, Seat, Tables, Variant};
use std::fmt;

/// The fields of position strings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// The string as a whole: the number of its fields, or its form.
    Fen,
    /// What stands where.
    Placement,
    /// The player to move.
    Turn,
    /// The survivors.
    Players,
    /// Castling rights (FEN).
    Castling,
    /// En passant rights.
    EnPassant,
    /// The reserve.
    Reserve,
    /// Plies since the last capture, pawn move or elimination.
    Clock,
    /// The round.
    Round,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Field::Fen => "FEN",
            Field::Placement => "PLACEMENT",
            Field::Turn => "TURN",
            Field::Players => "PLAYERS",
            Field::Castling => "CASTLING",
            Field::EnPassant => "EP",
            Field::Reserve => "RESERVE",
            Field::Clock => "CLOCK",
            Field::Round => "ROUND",
        })
    }
}

/// Why a position string was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{field} `{token}`: {reason}")]
pub struct FenError {
    /// The field at fault.
    pub field: Field,
    /// The token at fault, shortened if it is very long.
    pub token: String,
    /// What is wrong with it.
    pub reason: String,
}

/// Longer tokens are cut in error messages.
const LONGEST_TOKEN: usize = 40;

impl FenError {
    pub(super) fn new(field: Field, token: &str, reason: impl Into<String>) -> FenError {
        let mut shown: String = token.chars().take(LONGEST_TOKEN).collect();
        if token.chars().nth(LONGEST_TOKEN).is_some() {
            shown.push_str("...");
        }
        FenError { field, token: shown, reason: reason.into() }
    }
}

type Result<T> = std::result::Result<T, FenError>;

fn fail<T>(field: Field, token: &str, reason: impl Into<String>) -> Result<T> {
    Err(FenError::new(field, token, reason))
}

/// A number written in digits only.
fn number<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?
}

/// The fields of a string, whichever of the two forms it has.
struct Fields<'a> {
    placement: &'a str,
    turn: &'a str,
    /// Missing in FEN, where both players are always there.
    players: Option<&'a str>,
    castling: &'a str,
    en_passant: &'a str,
    reserve: &'a str,
    clock: &'a str,
    round: &'a str,
}

impl<'a> Fields<'a> {
    fn split(variant: &Variant, text: &'a str) -> Result<Fields<'a>> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let word = |i: usize, or: &'a str| words.get(i).copied().unwrap_or(or);
        let (names, most): (&[&str], usize) = match variant.rules.notation {
            Notation::Fen => (&["PLACEMENT", "TURN", "CASTLING", "EP"], 6),
            Notation::Levels => (&["PLACEMENT", "TURN", "PLAYERS", "EP", "RESERVE"], 7),
        };
        if words.len() < names.len() {
            let reason = format!("the field {} is missing", names[words.len()]);
            return fail(Field::Fen, text, reason);
        }
        if words.len() > most {
            return fail(Field::Fen, words[most], format!("there are more than {most} fields"));
        }
        Ok(match variant.rules.notation {
            Notation::Fen => Fields {
                placement: words[0],
                turn: words[1],
                players: None,
                castling: words[2],
                en_passant: words[3],
                reserve: "-",
                clock: word(4, "0"),
                round: word(5, "1"),
            },
            Notation::Levels => Fields {
                placement: words[0],
                turn: words[1],
                players: Some(words[2]),
                castling: "-",
                en_passant: words[3],
                reserve: words[4],
                clock: word(5, "0"),
                round: word(6, "1"),
            },
        })
    }
}

/// A piece token of the seven-field form: owner, symbol and for recruited pawns the heading.
fn level_piece(variant: &Variant, token: &str, field: Field) -> Result<Piece> {
    let mut chars = token.chars();
    let owner = chars.next().unwrap_or(' ');
    let symbol = chars.as_str();
    let Some(seat) = variant.seat(owner) else {
        return fail(field, token, format!("`{owner}` is no player of {}", variant.id));
    };
    if let Some(kind) = variant.kind(symbol, seat) {
        return Ok(Piece::new(seat, kind));
    }
    if variant.rules.elimination == Elimination::Recruit
        && let Some((i, last)) = symbol.char_indices().next_back()
        && let Some(heading) = variant.seat(last).filter(|&h| h != seat)
        && let Some(kind) = variant.kind(&symbol[..i], heading)
        && variant.pieces[kind as usize].heading.is_some()
    {
        return Ok(Piece::new(seat, kind));
    }
    fail(field, token, format!("`{symbol}` is no piece of {}", variant.id))
}

/// The piece that a FEN letter means.
fn fen_piece(variant: &Variant, letter: char) -> Result<Piece> {
    let seat = Seat::from(letter.is_ascii_lowercase());
    let symbol = letter.to_ascii_uppercase().to_string();
    match variant.kind(&symbol, seat).filter(|_| letter.is_ascii_alphabetic()) {
        Some(kind) => Ok(Piece::new(seat, kind)),
        None => {
            let reason = format!("no piece of {} has this letter", variant.id);
            fail(Field::Placement, &letter.to_string(), reason)
        }
    }
}

/// What a row says from left to right: pieces and counts of empty cells.
enum Item {
    Empty(usize),
    Piece(Piece),
}

fn row_items(variant: &Variant, row: &str) -> Result<Vec<(String, Item)>> {
    if variant.rules.notation == Notation::Fen {
        return row
            .chars()
            .map(|c| {
                let item = match c.to_digit(10) {
                    Some(n) => Item::Empty(n as usize),
                    None => Item::Piece(fen_piece(variant, c)?),
                };
                Ok((c.to_string(), item))
            })
            .collect();
    }
    row.split(',')
        .map(|token| {
            let item = if token.starts_with(|c: char| c.is_ascii_digit()) {
                match token.parse::<u16>() {
                    Ok(n) if !token.starts_with('0') => Item::Empty(n.into()),
                    _ => return fail(Field::Placement, token, "this is no count of empty cells"),
                }
            } else {
                Item::Piece(level_piece(variant, token, Field::Placement)?)
            };
            Ok((token.to_string(), item))
        })
        .collect()
}

impl<const W: usize> Position<W> {
    /// Reads a position string of a game and resolves the checkmates its turn begins with.
    ///
    /// # Errors
    /// If the string does not describe a position that the rules allow.
    pub fn read(tables: &'static Tables<W>, text: &str) -> Result<Position<W>> {
        let variant = tables.variant;
        let converted;
        let text = match text.find('{') {
            Some(brace) if variant.rules.notation == Notation::Fen => {
                converted = vchess::to_fen(variant, &text[..brace], &text[brace..])?;
                &converted
            }
            _ => text,
        };
        let fields = Fields::split(variant, text)?;
        let mut position = Position::empty(tables);
        position.read_placement(fields.placement)?;
        position.read_players(&fields)?;
        position.read_turn(fields.turn)?;
        position.read_castling(fields.castling)?;
        match variant.rules.notation {
            Notation::Fen => position.read_en_passant_fen(fields.en_passant)?,
            Notation::Levels => position.read_en_passant(fields.en_passant)?,
        }
        position.read_reserve(fields.reserve)?;
        position.clock = match number(fields.clock) {
            Some(clock) => clock,
            None => return fail(Field::Clock, fields.clock, "this is no number from 0 to 65535"),
        };
        let first = u32::from(variant.rules.notation == Notation::Levels);
        position.round = match number::<u32>(fields.round) {
            Some(round) if round >= first && round < 1 << 30 => round.max(1),
            _ => return fail(Field::Round, fields.round, "this is no number from 1 on"),
        };
        position.hash = position.computed_hash();
        position.settle(&fields)?;
        Ok(position)
    }

    fn read_placement(&mut self, text: &str) -> Result<()> {
        let variant = self.tables.variant;
        let layout = variant.board.layout();
        let levels: Vec<&str> = text.split('|').collect();
        if levels.len() != layout.len() {
            let reason = format!("{} levels instead of {}", levels.len(), layout.len());
            return fail(Field::Placement, text, reason);
        }
        for (level, rows) in levels.iter().zip(layout) {
            let texts: Vec<&str> = level.split('/').collect();
            if texts.len() != rows.len() {
                let reason = format!("{} rows in a level instead of {}", texts.len(), rows.len());
                return fail(Field::Placement, level, reason);
            }
            for (row, cells) in texts.iter().zip(rows) {
                self.read_row(row, cells)?;
            }
        }
        Ok(())
    }

    fn read_row(&mut self, row: &str, cells: &[Cell]) -> Result<()> {
        let variant = self.tables.variant;
        let mut at = 0;
        let mut after_empty = false;
        for (token, item) in row_items(variant, row)? {
            match item {
                Item::Empty(0) => return fail(Field::Placement, &token, "a count starts at 1"),
                Item::Empty(_) if after_empty => {
                    return fail(Field::Placement, row, "two counts of empty cells in succession");
                }
                Item::Empty(n) => at += n,
                Item::Piece(piece) => {
                    let Some(&cell) = cells.get(at) else {
                        let reason = format!("the row has more than {} cells", cells.len());
                        return fail(Field::Placement, row, reason);
                    };
                    let table = &self.tables.kinds[piece.kind() as usize];
                    let spec = &variant.pieces[piece.kind() as usize];
                    let never = table.pawn.as_ref().is_some_and(|p| p.never_on.contains(cell))
                        || spec.barred_from.contains(&cell);
                    if never {
                        let name = variant.board.name(cell);
                        let reason = format!("a {} can never stand on {name}", spec.name);
                        return fail(Field::Placement, &token, reason);
                    }
                    self.put(piece.seat(), piece.kind(), cell);
                    at += 1;
                }
            }
            after_empty = matches!(item, Item::Empty(_));
        }
        if at != cells.len() {
            let reason = format!("the row has {at} cells instead of {}", cells.len());
            return fail(Field::Placement, row, reason);
        }
        Ok(())
    }

    fn read_players(&mut self, fields: &Fields<'_>) -> Result<()> {
        let variant = self.tables.variant;
        let (field, text) = match fields.players {
            Some(text) => (Field::Players, text),
            None => (Field::Placement, variant.players),
        };
        let mut last = None;
        for letter in text.chars() {
            let token = letter.to_string();
            let Some(seat) = variant.seat(letter) else {
                return fail(field, &token, format!("this is no player of {}", variant.id));
            };
            if last.is_some_and(|l| l >= seat) {
                return fail(field, text, "the players are not in turn order");
            }
            last = Some(seat);
            self.alive |= 1 << seat;
        }
        if variant.seats() == 2 && self.alive != 3 {
            return fail(field, text, "a game for two needs both players");
        }
        for seat in 0..variant.seats() as Seat {
            let letter = variant.letter(seat);
            let kings: u32 = bits(self.tables.royal).map(|k| u32::from(self.count(seat, k))).sum();
            if self.is_alive(seat) && kings != 1 {
                let reason =
                    format!("{} has {kings} Kings instead of one", variant.player_name(seat));
                return fail(field, &letter.to_string(), reason);
            }
            if !self.is_alive(seat) {
                if let Some(cell) = self.of_seat(seat).first() {
                    let name = variant.board.name(cell);
                    let player = variant.player_name(seat);
                    let reason = format!("{player} is not among them but has a piece on {name}");
                    return fail(field, text, reason);
                }
                self.fallen[self.fallen_count as usize] = seat;
                self.fallen_count += 1;
                self.missing += 1;
            }
        }
        Ok(())
    }

    fn read_turn(&mut self, text: &str) -> Result<()> {
        let variant = self.tables.variant;
        let mut chars = text.chars();
        let seat = chars.next().and_then(|c| variant.seat(c)).filter(|_| chars.next().is_none());
        match seat {
            None => fail(Field::Turn, text, format!("this is no player of {}", variant.id)),
            Some(seat) if !self.is_alive(seat) => {
                fail(Field::Turn, text, "this player is not among PLAYERS")
            }
            Some(seat) => {
                self.turn = seat;
                Ok(())
            }
        }
    }

    fn read_castling(&mut self, text: &str) -> Result<()> {
        if text == "-" {
            return Ok(());
        }
        for letter in text.chars() {
            let token = letter.to_string();
            let castles = self.tables.castles.iter().enumerate();
            let Some((i, castle)) = castles.into_iter().find(|(_, c)| c.spec.letter == letter)
            else {
                return fail(Field::Castling, &token, "this is no castling right");
            };
            if self.castling >> i & 1 != 0 {
                return fail(Field::Castling, &token, "this right is given twice");
            }
            let seat = castle.spec.seat;
            let partner = Some(Piece::new(seat, castle.rook_kind));
            if self.king(seat) != castle.spec.king.0 || self.piece_on(castle.spec.rook.0) != partner
            {
                let name = |cell| self.tables.variant.board.name(cell);
                let reason = format!(
                    "the King is not on {} or its partner not on {}",
                    name(castle.spec.king.0),
                    name(castle.spec.rook.0)
                );
                return fail(Field::Castling, &token, reason);
            }
            self.castling |= 1 << i;
        }
        Ok(())
    }

    /// The owner and origin of a double step over one cell to another by the pawn that stands
    /// there.
    fn double_step(&self, right: EnPassantRight) -> Option<(Seat, Cell)> {
        let piece = self.piece_on(right.pawn)?;
        let pawn = self.tables.kinds[piece.kind() as usize].pawn.as_ref()?;
        let origin = pawn.steps.iter().position(|entry| {
            entry.steps[..entry.count as usize].contains(&(right.skipped, right.pawn))
        })?;
        Some((piece.seat(), Cell::new(origin)))
    }

    fn read_en_passant_fen(&mut self, text: &str) -> Result<()> {
        if text == "-" {
            return Ok(());
        }
        let board = &self.tables.variant.board;
        let Some(skipped) = board.find(text) else {
            return fail(Field::EnPassant, text, "this is no square");
        };
        let owner = 1 - self.turn;
        let right = self.of_seat(owner).into_iter().find_map(|pawn| {
            let right = EnPassantRight { skipped, pawn };
            self.double_step(right).map(|(_, origin)| (right, origin))
        });
        match right {
            Some((right, origin))
                if self.piece_on(skipped).is_none() && self.piece_on(origin).is_none() =>
            {
                if self.can_capture_on(skipped, 1 << self.turn) {
                    self.en_passant[owner as usize] = right;
                }
                Ok(())
            }
            _ => fail(Field::EnPassant, text, "no double step can have passed this square"),
        }
    }

    fn read_en_passant(&mut self, text: &str) -> Result<()> {
        if text == "-" {
            return Ok(());
        }
        let variant = self.tables.variant;
        let n = variant.seats() as Seat;
        for token in text.split(',') {
            let cells = variant.board.split_name(token).and_then(|(skipped, rest)| {
                let (pawn, rest) = variant.board.split_name(rest)?;
                rest.is_empty().then_some(EnPassantRight { skipped, pawn })
            });
            let Some(right) = cells else {
                return fail(Field::EnPassant, token, "this is no pair of cells");
            };
            let Some((owner, origin)) = self.double_step(right) else {
                return fail(Field::EnPassant, token, "no double step can have left this pair");
            };
            if owner == self.turn {
                return fail(Field::EnPassant, token, "the right ended when this turn began");
            }
            if self.en_passant_right(owner).is_some() {
                return fail(Field::EnPassant, token, "a player has one such right at most");
            }
            // Only players who have moved since can stand where the pawn came by.
            let turns_after = |seat: Seat| (seat + n - owner) % n;
            let moved_since = |seat: Seat| (1..turns_after(self.turn)).contains(&turns_after(seat));
            for cell in [right.skipped, origin] {
                if self.piece_on(cell).is_some_and(|p| !moved_since(p.seat())) {
                    let reason =
                        format!("the piece on {} stands in the way", variant.board.name(cell));
                    return fail(Field::EnPassant, token, reason);
                }
            }
            self.en_passant[owner as usize] = right;
        }
        Ok(())
    }

    fn read_reserve(&mut self, text: &str) -> Result<()> {
        if text == "-" {
            return Ok(());
        }
        let tables = self.tables;
        if !tables.has_reserve {
            return fail(Field::Reserve, text, format!("{} has no reserve", tables.variant.id));
        }
        for token in text.split(',') {
            let piece = level_piece(tables.variant, token, Field::Reserve)?;
            let (seat, kind) = (piece.seat() as usize, piece.kind() as usize);
            if (tables.pawns | tables.royal) >> kind & 1 != 0 {
                return fail(Field::Reserve, token, "this piece never enters the reserve");
            }
            let count: &mut u8 = &mut self.reserve[seat][kind];
            match count.checked_add(1) {
                Some(more) => *count = more,
                None => return fail(Field::Reserve, token, "too many pieces of this kind"),
            }
        }
        Ok(())
    }

    /// The checks that need the whole position, and the checkmates its turn begins with.
    fn settle(&mut self, fields: &Fields<'_>) -> Result<()> {
        let variant = self.tables.variant;
        if variant.rules.elimination == Elimination::EndsGame {
            let waiting = 1 - self.turn;
            if self.in_check(waiting) {
                let reason =
                    format!("{} is in check but not to move", variant.player_name(waiting));
                return fail(Field::Turn, fields.turn, reason);
            }
            if self.tables.facing != 0 {
                let mut mover = self.force(1 << self.turn);
                mover.facing = true;
                if self.attacked(self.king(waiting), &mover, &self.occupied()) {
                    return fail(Field::Placement, fields.placement, "the Kings face each other");
                }
            }
            return Ok(());
        }
        if self.living_enemies(self.turn) == 0 {
            self.ended = Some(match variant.rules.teams {
                Some(_) => Reason::TeamOut,
                None => Reason::LastPlayer,
            });
        }
        self.resolve(&mut ());
        Ok(())
    }
}

/// The kind and owner that a token such as `wD`, `rM` or `rPy` names, in any game.
///
/// # Errors
/// If it names no piece of the game.
pub fn piece_token(variant: &Variant, token: &str) -> Result<(Seat, Kind)> {
    level_piece(variant, token, Field::Placement).map(|p| (p.seat(), p.kind()))
}
