//! The rules in which the games differ, as small closed types.

use super::Seat;
use crate::geometry::{Cell, Vec3};

/// What happens when a King is checkmated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Elimination {
    /// Games for two: the game ends.
    EndsGame,
    /// The fallen player's pieces go over to the player who checkmated (`honeycomb`).
    Recruit,
    /// The fallen player's pieces are removed; King and delivering piece of the other are
    /// promoted; a promotee that delivers among three wins at once (`aof3`, `guru`).
    Promote,
}

/// The text form of positions and promotions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// Six-field FEN, promotions as a lower-case letter.
    Fen,
    /// The seven fields that protocol.md describes, promotions as `=` and the symbol.
    Levels,
}

/// Which pawns may capture en passant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EnPassant {
    /// None.
    Never,
    /// Any enemy pawn, as long as the right is open.
    Any,
    /// As `Any`, but between the players `pairs[i]` only on the columns (x, y) given.
    Restricted(Vec<([Seat; 2], [i8; 2])>),
}

/// The Guru's own rules: symbols that enlighten, and the symbol that charges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guru {
    /// Symbols of the pieces that count as a Guru.
    pub gurus: &'static [&'static str],
    /// The symbol of the piece that may charge over its like.
    pub charger: &'static str,
    /// The most leaps of a charge.
    pub max_leaps: usize,
}

/// One castling move: the King and a partner change places in a fixed way.
#[derive(Clone, Debug)]
pub struct CastleSpec {
    /// The FEN letter of the right.
    pub letter: char,
    /// The player.
    pub seat: Seat,
    /// The King's origin and target.
    pub king: (Cell, Cell),
    /// The partner's origin and target.
    pub rook: (Cell, Cell),
    /// The partner's symbol.
    pub rook_symbol: &'static str,
    /// Cells that must be empty.
    pub empty: Vec<Cell>,
    /// Cells that no enemy may attack, the King's origin and target included.
    pub safe: Vec<Cell>,
}

/// Everything about a game that is neither board nor piece movement.
#[derive(Clone, Debug)]
pub struct Rules {
    /// What a checkmate does.
    pub elimination: Elimination,
    /// The team of every seat; `None` when everyone plays alone.
    pub teams: Option<[u8; 4]>,
    /// The text form.
    pub notation: Notation,
    /// En passant.
    pub en_passant: EnPassant,
    /// Castling moves.
    pub castling: Vec<CastleSpec>,
    /// Directions along which two Kings may not face each other.
    pub facing_kings: Vec<Vec3>,
    /// Enlightened moves and charges.
    pub guru: Option<Guru>,
    /// Plies without capture, pawn move or elimination after which the game is drawn.
    pub move_limit: u16,
    /// Symbols that, alone with the Kings, make a position dead in games for two. Bare Kings
    /// are always dead there.
    pub dead_with: &'static [&'static str],
}

impl Rules {
    /// Plain rules for two players.
    #[must_use]
    pub fn two_players(notation: Notation) -> Rules {
        Rules {
            elimination: Elimination::EndsGame,
            teams: None,
            notation,
            en_passant: EnPassant::Any,
            castling: Vec::new(),
            facing_kings: Vec::new(),
            guru: None,
            move_limit: 100,
            dead_with: &[],
        }
    }

    /// Plain rules for three or four players.
    #[must_use]
    pub fn many_players(elimination: Elimination, players: u16) -> Rules {
        Rules {
            elimination,
            en_passant: EnPassant::Never,
            move_limit: 50 * players,
            ..Rules::two_players(Notation::Levels)
        }
    }
}
