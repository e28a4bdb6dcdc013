//! Positions of any width, and games: a position with its past.

use super::{FenError, Move, Outcome, Position, Reason};
use crate::variant::{Seat, Tables, Variant};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// A position of any game.
#[derive(Clone)]
#[expect(clippy::large_enum_variant, reason = "one is kept at a time, never many")]
pub enum AnyPosition {
    /// Up to 64 cells.
    W1(Position<1>),
    /// Up to 256 cells.
    W4(Position<4>),
    /// Up to 384 cells.
    W6(Position<6>),
}

/// Runs an expression on the position inside an [`AnyPosition`], once for each width.
#[macro_export]
macro_rules! with_position {
    ($any:expr, $position:ident => $body:expr) => {
        match $any {
            $crate::position::AnyPosition::W1($position) => $body,
            $crate::position::AnyPosition::W4($position) => $body,
            $crate::position::AnyPosition::W6($position) => $body,
        }
    };
}
pub use with_position;

#[derive(Clone, Copy)]
pub(super) enum AnyTables {
    W1(&'static Tables<1>),
    W4(&'static Tables<4>),
    W6(&'static Tables<6>),
}

/// The tables of a game, compiled when first asked for and kept for good.
pub(super) fn tables(variant: &'static Variant) -> AnyTables {
    static COMPILED: Mutex<Option<HashMap<&'static str, AnyTables>>> = Mutex::new(None);
    fn compile<const W: usize>(variant: &'static Variant) -> &'static Tables<W> {
        Box::leak(Box::new(Tables::new(variant)))
    }
    let mut compiled = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    *compiled.get_or_insert_default().entry(variant.id).or_insert_with(|| match variant.words() {
        1 => AnyTables::W1(compile(variant)),
        4 => AnyTables::W4(compile(variant)),
        _ => AnyTables::W6(compile(variant)),
    })
}

impl AnyPosition {
    /// Reads a position string of a game.
    ///
    /// # Errors
    /// If the string does not describe a position that the rules allow.
    pub fn read(variant: &'static Variant, text: &str) -> Result<AnyPosition, FenError> {
        Ok(match tables(variant) {
            AnyTables::W1(t) => AnyPosition::W1(Position::read(t, text)?),
            AnyTables::W4(t) => AnyPosition::W4(Position::read(t, text)?),
            AnyTables::W6(t) => AnyPosition::W6(Position::read(t, text)?),
        })
    }

    /// The start position of a game.
    ///
    /// # Panics
    /// If the game's definition has a wrong start position.
    #[must_use]
    pub fn start(variant: &'static Variant) -> AnyPosition {
        Self::read(variant, &variant.start).expect("start positions are valid")
    }

    /// The game.
    #[must_use]
    pub fn variant(&self) -> &'static Variant {
        with_position!(self, p => p.tables().variant)
    }

    /// The canonical position string.
    #[must_use]
    pub fn fen(&self) -> String {
        with_position!(self, p => p.fen())
    }

    /// The player to move.
    #[must_use]
    pub fn turn(&self) -> Seat {
        with_position!(self, p => p.turn())
    }

    /// The hash; see [`Position::hash`].
    #[must_use]
    pub fn hash(&self) -> u64 {
        with_position!(self, p => p.hash())
    }

    /// All legal moves, a pass included.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        with_position!(self, p => p.legal_moves())
    }

    /// A move as text.
    #[must_use]
    pub fn move_text(&self, mv: Move) -> String {
        with_position!(self, p => p.move_text(mv))
    }

    /// All legal moves with their texts; see [`Position::moves_by_text`].
    #[must_use]
    pub fn moves_by_text(&self) -> Vec<(String, Move)> {
        with_position!(self, p => p.moves_by_text())
    }

    /// The texts of all legal moves, in byte order.
    #[must_use]
    pub fn legal_texts(&self) -> Vec<String> {
        self.moves_by_text().into_iter().map(|(text, _)| text).collect()
    }

    /// The legal move that a text means; see [`Position::find_move`].
    #[must_use]
    pub fn find_move(&self, text: &str) -> Option<Move> {
        with_position!(self, p => p.find_move(text))
    }

    /// Whether somebody can still move.
    #[must_use]
    pub fn is_unfinished(&self) -> bool {
        with_position!(self, p => p.count_legal_moves() > 0)
    }

    /// Plays a legal move.
    pub fn make(&mut self, mv: Move) {
        with_position!(self, p => p.make(mv, &mut ()));
    }

    /// The result line of an outcome.
    #[must_use]
    pub fn result_line(&self, outcome: &Outcome) -> String {
        with_position!(self, p => p.result_line(outcome))
    }
}

/// Why a move was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("move {number} `{text}`: {reason}")]
pub struct MoveError {
    /// The number of the move in its list, from 1.
    pub number: usize,
    /// The text.
    pub text: String,
    /// What is wrong with it.
    pub reason: &'static str,
}

/// A position with the positions that led to it, for repetition.
#[derive(Clone)]
pub struct Game {
    position: AnyPosition,
    /// Hashes of all positions before the current one.
    past: Vec<u64>,
}

impl Game {
    /// A game from its start position.
    #[must_use]
    pub fn start(variant: &'static Variant) -> Game {
        Game { position: AnyPosition::start(variant), past: Vec::new() }
    }

    /// A game from a position string (`None`: the start) after moves.
    ///
    /// # Errors
    /// If the string is no position of the game, or a move is not legal where it stands.
    pub fn new(
        variant: &'static Variant,
        fen: Option<&str>,
        moves: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<Game, GameError> {
        let mut game = match fen {
            None => Game::start(variant),
            Some(fen) => Game { position: AnyPosition::read(variant, fen)?, past: Vec::new() },
        };
        for (i, text) in moves.into_iter().enumerate() {
            game.play_text(i + 1, text.as_ref())?;
        }
        Ok(game)
    }

    /// Plays the move with a number (from 1) of a list, or lets the player to move leave the game;
    /// the move that was played, if any.
    ///
    /// # Errors
    /// If the move is not legal; the game stays as it was.
    pub fn play_text(&mut self, number: usize, text: &str) -> Result<Option<Move>, MoveError> {
        if let Some(reason) = Self::leaving(text)
            && self.position.is_unfinished()
        {
            self.retire(reason);
            return Ok(None);
        }
        let Some(mv) = self.position.find_move(text) else {
            let over = !self.position.is_unfinished();
            let reason = if over { "the game is over" } else { "not a legal move here" };
            return Err(MoveError { number, text: text.to_string(), reason });
        };
        self.play(mv);
        Ok(Some(mv))
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        self.past.push(self.position.hash());
        self.position.make(mv);
    }

    /// What a word in place of a move says of the player to move: `resign` or `timeout`.
    #[must_use]
    pub fn leaving(text: &str) -> Option<Reason> {
        [("resign", Reason::Resignation), ("timeout", Reason::Timeout)]
            .into_iter()
            .find_map(|(word, reason)| text.eq_ignore_ascii_case(word).then_some(reason))
    }

    /// The player to move leaves the game by resigning or by running out of time. In games for
    /// two that ends it; elsewhere their pieces are removed, and places are those of a checkmate
    /// by whoever moves next.
    pub fn retire(&mut self, reason: Reason) {
        self.past.push(self.position.hash());
        with_position!(&mut self.position, p => p.retire(reason));
    }

    /// The current position.
    #[must_use]
    pub fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// Hashes of all positions before the current one, the latest last.
    #[must_use]
    pub fn past(&self) -> &[u64] {
        &self.past
    }

    /// The game's definition.
    #[must_use]
    pub fn variant(&self) -> &'static Variant {
        self.position.variant()
    }

    /// How the game has ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        with_position!(&self.position, p => {
            if let Some(outcome) = p.finished() {
                return Some(outcome);
            }
            // Nothing before the last capture, pawn move or elimination can recur.
            let since = self.past.len().saturating_sub(p.clock().into());
            let earlier = self.past[since..].iter().filter(|&&h| h == p.hash()).count();
            if earlier >= 2 {
                Some(p.outcome_by(Reason::Repetition))
            } else if p.move_count_reached() {
                Some(p.outcome_by(Reason::MoveCount))
            } else {
                None
            }
        })
    }

    /// The state in one line: `ongoing` or the result.
    #[must_use]
    pub fn state_line(&self) -> String {
        match self.outcome() {
            None => "ongoing".to_string(),
            Some(outcome) => self.position.result_line(&outcome),
        }
    }
}

/// Why a game could not be set up.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameError {
    /// The position string was refused.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move was refused.
    #[error(transparent)]
    Move(#[from] MoveError),
}
