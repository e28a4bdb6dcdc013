//! Reading position strings: every fault is named with its field and token.

mod epd;
mod placement;
mod rights;
mod vchess;

pub use epd::full_fen;
pub use placement::piece_token;

use super::{Position, Reason, bits};
use crate::variant::{Elimination, Notation, Seat, Tables, Variant};
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
            None => return fail(Field::Clock, fields.clock, "not a number from 0 to 65535"),
        };
        let first = u32::from(variant.rules.notation == Notation::Levels);
        position.round = match number::<u32>(fields.round) {
            Some(round) if round >= first && round < 1 << 30 => round.max(1),
            _ => return fail(Field::Round, fields.round, "not a number from 1 upwards"),
        };
        position.hash = position.computed_hash();
        position.settle(&fields)?;
        Ok(position)
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
                return fail(field, &token, format!("not a player of {}", variant.id));
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
            None => fail(Field::Turn, text, format!("not a player of {}", variant.id)),
            Some(seat) if !self.is_alive(seat) => {
                fail(Field::Turn, text, "this player is not among PLAYERS")
            }
            Some(seat) => {
                self.turn = seat;
                Ok(())
            }
        }
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
