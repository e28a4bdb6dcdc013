//! The games: one short definition per game, and the tables that play code reads.
//!
//! The rules are those of the games' inventors, who are named in each file. What their texts leave
//! open this program decides; README.md lists the decisions under "Rules".
//!
//! Owns: the list of games, their pieces, start positions and rules as data, and the tables
//! compiled from them. Invariants: a definition is complete and consistent (checked when it is
//! compiled); tables never change. Must not know: positions, moves, search.

pub mod aof3;
pub mod cwda;
pub mod guru;
pub mod honeycomb;
pub mod ninja;
mod piece;
mod rules;
mod tables;

pub use piece::{Kind, Motion, PawnSpec, PieceSpec, Promotion, Seat, Seats};
pub use rules::{CastleSpec, Elimination, EnPassant, Guru, Notation, Rules};
pub use tables::{
    Castle, Chain, Enlighten, GuruTable, HopLine, KindTable, Leap, Line, MAX_KINDS, MAX_SEATS,
    PawnTable, SightNode, Steps, Tables,
};

use crate::geometry::Board;
use std::sync::OnceLock;

/// The complete definition of a game.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The id, as in `UCI_Variant`.
    pub id: &'static str,
    /// A title for people.
    pub title: String,
    /// The letters of the players in turn order.
    pub players: &'static str,
    /// The board.
    pub board: Board,
    /// The piece kinds in the order of the piece table; kinds of the same symbol that differ by
    /// heading stand together.
    pub pieces: Vec<PieceSpec>,
    /// The start position.
    pub start: String,
    /// The rules.
    pub rules: Rules,
}

impl Variant {
    /// The number of players.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.players.len()
    }

    /// A player's letter.
    #[must_use]
    pub fn letter(&self, seat: Seat) -> char {
        self.players.as_bytes()[seat as usize] as char
    }

    /// The player with a letter.
    #[must_use]
    pub fn seat(&self, letter: char) -> Option<Seat> {
        self.players.find(letter).map(|i| i as Seat)
    }

    /// A player's name for people, such as `red`.
    #[must_use]
    pub fn player_name(&self, seat: Seat) -> &'static str {
        match (self.letter(seat), self.seats()) {
            ('w', _) => "white",
            ('b', 2) => "black",
            ('b', _) => "blue",
            ('r', _) => "red",
            ('y', _) => "yellow",
            ('o', _) => "orange",
            _ => "green",
        }
    }

    /// The kind that a symbol means for an owner (or, if given, for a heading).
    #[must_use]
    pub fn kind(&self, symbol: &str, heading: Seat) -> Option<Kind> {
        self.pieces
            .iter()
            .position(|p| p.symbol == symbol && p.heading.is_none_or(|h| h == heading))
            .map(|i| i as Kind)
    }

    /// The number of 64-bit words of a cell set: 1, 4 or 6.
    #[must_use]
    pub fn words(&self) -> usize {
        match self.board.len() {
            0..=64 => 1,
            65..=256 => 4,
            _ => 6,
        }
    }
}

/// A registered game: its id and its definition, which is made when first asked for.
struct Entry {
    id: &'static str,
    make: fn(&'static str) -> Variant,
    cell: OnceLock<Variant>,
}

macro_rules! registry {
    ($($id:literal => $make:path),* $(,)?) => {
        [$(Entry { id: $id, make: $make, cell: OnceLock::new() }),*]
    };
}

static REGISTRY: [Entry; 29] = registry![
    "chess" => cwda::variant,
    "cwda-ff" => cwda::variant,
    "cwda-fc" => cwda::variant,
    "cwda-fn" => cwda::variant,
    "cwda-fr" => cwda::variant,
    "cwda-cf" => cwda::variant,
    "cwda-cc" => cwda::variant,
    "cwda-cn" => cwda::variant,
    "cwda-cr" => cwda::variant,
    "cwda-nf" => cwda::variant,
    "cwda-nc" => cwda::variant,
    "cwda-nn" => cwda::variant,
    "cwda-nr" => cwda::variant,
    "cwda-rf" => cwda::variant,
    "cwda-rc" => cwda::variant,
    "cwda-rn" => cwda::variant,
    "cwda-rr" => cwda::variant,
    "honeycomb" => honeycomb::variant,
    "honeycomb-pawnless" => honeycomb::variant,
    "honeycomb-double" => honeycomb::variant,
    "honeycomb-double-pawnless" => honeycomb::variant,
    "wildhoney" => honeycomb::variant,
    "wildhoney-pawnless" => honeycomb::variant,
    "wildhoney-double" => honeycomb::variant,
    "wildhoney-double-pawnless" => honeycomb::variant,
    "aof3" => aof3::variant,
    "guru" => guru::variant,
    "guru-teams" => guru::variant,
    "ninja" => ninja::variant,
];

/// The ids of all games. `chess` and `cwda-ff` name the same game.
pub fn ids() -> impl Iterator<Item = &'static str> {
    REGISTRY.iter().map(|e| e.id)
}

/// The game with an id.
#[must_use]
pub fn find(id: &str) -> Option<&'static Variant> {
    let entry = REGISTRY.iter().find(|e| e.id == id)?;
    Some(entry.cell.get_or_init(|| (entry.make)(entry.id)))
}
