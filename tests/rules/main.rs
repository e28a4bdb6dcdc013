//! Every rule of every game by a test of its own, on small positions set up by hand, through the
//! public interface only. One module per family; a test's name says the rule.

mod aof3;
mod common;
mod cwda;
mod guru;
mod honeycomb;
mod ninja;
#[path = "../support/mod.rs"]
mod support;

use simurgh::position::{Game, MoveFlag, Outcome, with_position};
use std::collections::BTreeSet;

/// A game under test.
pub struct Table(pub Game);

/// Sets up a position: pieces as in [`support::placement`], then the other fields of the string.
#[track_caller]
fn set(id: &str, pieces: &str, rest: &str) -> Table {
    let variant = support::variant(id);
    read(id, &format!("{} {rest}", support::placement(variant, pieces)))
}

/// Sets up a position from its string.
#[track_caller]
fn read(id: &str, fen: &str) -> Table {
    match Game::new(support::variant(id), Some(fen), [] as [&str; 0]) {
        Ok(game) => Table(game),
        Err(e) => panic!("{fen}: {e}"),
    }
}

/// Words as a sorted set.
fn words(text: &str) -> BTreeSet<String> {
    text.split_whitespace().map(String::from).collect()
}

impl Table {
    /// Plays moves, given as texts in a row.
    #[track_caller]
    fn play(mut self, moves: &str) -> Table {
        for text in moves.split_whitespace() {
            let Some(mv) = self.0.position().find_move(text) else {
                panic!("{text} is not legal in {}: {:?}", self.fen(), self.moves());
            };
            self.0.play(mv);
        }
        self
    }

    /// All legal moves as texts, sorted. No move may be listed twice.
    #[track_caller]
    fn moves(&self) -> Vec<String> {
        let position = self.0.position();
        let mut moves: Vec<String> =
            position.legal_moves().into_iter().map(|mv| position.move_text(mv)).collect();
        moves.sort();
        let count = moves.len();
        moves.dedup();
        assert_eq!(moves.len(), count, "a move is listed twice in {}", self.fen());
        moves
    }

    /// Whether a text is among the legal moves, spelt exactly so.
    #[track_caller]
    fn allows(&self, text: &str) -> bool {
        self.moves().iter().any(|m| m == text)
    }

    /// Where the piece on a cell may go: the legal moves from there without the origin, a
    /// promotion included, charges not.
    #[track_caller]
    fn targets(&self, from: &str) -> BTreeSet<String> {
        let position = self.0.position();
        let cell = position.variant().board.find(from).unwrap_or_else(|| panic!("no cell {from}"));
        let moves = position.legal_moves().into_iter();
        let plain =
            moves.filter(|m| m.from() == cell && m.flag() != MoveFlag::Pass && !self.is_charge(m));
        let texts: Vec<String> =
            plain.map(|mv| position.move_text(mv)[from.len()..].to_string()).collect();
        let targets: BTreeSet<String> = texts.iter().cloned().collect();
        assert_eq!(targets.len(), texts.len(), "a move is listed twice: {texts:?}");
        targets
    }

    fn is_charge(&self, mv: &simurgh::position::Move) -> bool {
        mv.flag() == MoveFlag::Charge
    }

    /// Checks where the piece on a cell may go.
    #[track_caller]
    fn check(&self, from: &str, wanted: &str) -> &Table {
        assert_eq!(self.targets(from), words(wanted), "from {from} in {}", self.fen());
        self
    }

    /// The charges among the legal moves, sorted.
    fn charges(&self) -> Vec<String> {
        self.moves().into_iter().filter(|m| m.contains(',')).collect()
    }

    fn fen(&self) -> String {
        self.0.position().fen()
    }

    /// A field of the position string, counted from 0.
    fn field(&self, i: usize) -> String {
        self.fen().split(' ').nth(i).expect("strings have six or seven fields").to_string()
    }

    fn turn(&self) -> String {
        self.field(1)
    }

    fn players(&self) -> String {
        self.field(2)
    }

    fn en_passant(&self) -> String {
        self.field(3)
    }

    fn reserve(&self) -> String {
        self.field(4)
    }

    /// CLOCK and ROUND.
    fn counters(&self) -> String {
        let fen = self.fen();
        let fields: Vec<&str> = fen.split(' ').collect();
        fields[fields.len() - 2..].join(" ")
    }

    /// The token of what stands on a cell, `-` if nothing does.
    #[track_caller]
    fn on(&self, name: &str) -> String {
        let position = self.0.position();
        let cell = position.variant().board.find(name).unwrap_or_else(|| panic!("no cell {name}"));
        with_position!(position, p => p
            .piece_on(cell)
            .map_or("-".to_string(), |piece| p.piece_token(piece)))
    }

    /// What stands on several cells, in their order.
    #[track_caller]
    fn all_on(&self, names: &str) -> String {
        names.split_whitespace().map(|n| self.on(n)).collect::<Vec<_>>().join(" ")
    }

    fn state(&self) -> String {
        self.0.state_line()
    }

    #[track_caller]
    fn outcome(&self) -> Outcome {
        self.0.outcome().expect("the game is over")
    }

    /// The canonical text of the move that a text means.
    fn spelt(&self, text: &str) -> Option<String> {
        let position = self.0.position();
        position.find_move(text).map(|mv| position.move_text(mv))
    }

    fn perft(&self, depth: u32) -> u64 {
        with_position!(self.0.position(), p => p.perft(depth))
    }
}
