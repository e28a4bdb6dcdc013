//! Records of games: one game a line, as JSON.
//!
//! Owns: the format, which `tuning/README.md` documents. Invariants: a record is complete in itself,
//! so that files can be joined with `cat`; moves and result can be checked against the rules
//! ([`GameRecord::replay`]).

use crate::position::{Game, GameError, Outcome, Reason, with_position};
use crate::variant::{self, Seat};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// The version of the format that this program writes.
pub const FORMAT: u32 = 1;

/// The reason of a result that the referee decided before the game was over.
pub const ADJUDICATION: &str = "adjudication";

/// One game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// The version of the format.
    pub format: u32,
    /// What tells this game from all others: `MATCH/ENCOUNTER/BLOCK/NUMBER`, MATCH being
    /// [`super::runner::Plan::fingerprint`].
    pub id: String,
    /// The id of the game that was played, such as `chess`.
    pub game: String,
    /// The number of the opening, from 0. Games of one block share their opening.
    pub block: u64,
    /// The number of games of the block.
    pub block_games: u32,
    /// What was on the board before the players took over.
    pub opening: Opening,
    /// The engines of the encounter.
    pub engines: Vec<EngineNote>,
    /// The number of the engine, from 0, on every seat in turn order.
    pub seats: Vec<usize>,
    /// The moves after the opening; `resign` and `timeout` where a player left the game.
    pub moves: Vec<String>,
    /// The score that came with every move, from the mover's side; null if none came.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<Option<Evaluation>>,
    /// The depth of every move's search in plies, 0 if unknown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub depths: Vec<u32>,
    /// The nodes of every move's search, 0 if unknown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<u64>,
    /// The time taken for every move in milliseconds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<u64>,
    /// What was left on the mover's clock after every move, its increment included, in
    /// milliseconds; empty without clocks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clocks: Vec<u64>,
    /// The place of every seat: 1 is best, shared places are their mean.
    pub places: Vec<f64>,
    /// Why the game ended: a reason of the rules, or [`ADJUDICATION`].
    pub reason: String,
    /// What engines did wrong.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<FaultNote>,
    /// When the game began, in seconds since 1970.
    pub started: u64,
}

/// The position from which the players take over.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Opening {
    /// The position string; the start of the game if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// Moves from there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

/// An engine and how it played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EngineNote {
    /// Its name in the match.
    pub name: String,
    /// The program and its arguments; absent for this program's own engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// `greedy` for the player of this program who looks one ply ahead; absent for all others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The options that were set.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// Its time control, such as `tc=8+0.08` or `nodes=1000`.
    pub limit: String,
}

/// Something that an engine did wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FaultNote {
    /// The number of moves of the record that were played before, those of the opening left out.
    pub ply: usize,
    /// The seat it played on.
    pub seat: Seat,
    /// The kind, such as `crash` or `time`.
    pub fault: String,
    /// What was seen.
    pub detail: String,
}

/// A score as engines tell it, from the mover's side. Written as a number, in hundredths of a
/// pawn, or as `#N` and `#-N` for a win and a loss in N moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub enum Evaluation {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves to a win, or to a loss if negative.
    Mate(i32),
}

/// No greater score is believed, in hundredths of a pawn: those who tell of mates in such numbers use
/// lesser ones.
const LARGEST: i32 = 1_000_000;
/// No longer mate is believed, in moves: no game goes on for so many.
const LONGEST: i32 = 10_000;
/// What a win on the spot counts for, in hundredths of a pawn.
const DECIDED: i32 = 100_000;

/// A number within a bound on either side of zero.
fn within(number: i64, bound: i32) -> Option<i32> {
    i32::try_from(number).ok().filter(|n| (-bound..=bound).contains(n))
}

impl Evaluation {
    /// A score that was told in hundredths of a pawn, if it can be one.
    #[must_use]
    pub fn of_centipawns(told: i64) -> Option<Evaluation> {
        within(told, LARGEST).map(Evaluation::Centipawns)
    }

    /// A score that was told in moves to a win, or to a loss if negative, if it can be one.
    #[must_use]
    pub fn of_mate(told: i64) -> Option<Evaluation> {
        within(told, LONGEST).map(Evaluation::Mate)
    }

    /// Hundredths of a pawn, with decided games beyond all others.
    #[must_use]
    pub fn centipawns(self) -> i32 {
        const UNDECIDED: i32 = DECIDED - LONGEST - 1;
        match self {
            Evaluation::Centipawns(value) => value.clamp(-UNDECIDED, UNDECIDED),
            Evaluation::Mate(moves) if moves > 0 => DECIDED - moves.min(LONGEST),
            Evaluation::Mate(moves) => -DECIDED - moves.max(-LONGEST),
        }
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Evaluation::Centipawns(value) => write!(f, "{:+.2}", f64::from(*value) / 100.0),
            Evaluation::Mate(moves) => write!(f, "#{moves}"),
        }
    }
}

/// How an [`Evaluation`] is written.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Number(i64),
    Text(String),
}

impl From<Evaluation> for Written {
    fn from(score: Evaluation) -> Written {
        match score {
            Evaluation::Centipawns(value) => Written::Number(value.into()),
            Evaluation::Mate(_) => Written::Text(score.to_string()),
        }
    }
}

impl TryFrom<Written> for Evaluation {
    type Error = String;

    fn try_from(written: Written) -> Result<Evaluation, String> {
        match written {
            Written::Number(value) => {
                Evaluation::of_centipawns(value).ok_or_else(|| format!("`{value}` is not a score"))
            }
            Written::Text(text) => text
                .strip_prefix('#')
                .and_then(|moves| i64::from_str(moves).ok())
                .and_then(Evaluation::of_mate)
                .ok_or_else(|| format!("`{text}` is not a score")),
        }
    }
}

/// Why a record is wrong.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum RecordError {
    /// The line is no record.
    #[error("not a record: {0}")]
    Format(String),
    /// A later version of the format.
    #[error("format {0} is newer than {FORMAT}, which this program knows")]
    Version(u32),
    /// There is no such game.
    #[error("unknown game `{0}`")]
    Game(String),
    /// Numbers of engines, seats, places or moves that do not fit each other.
    #[error("{0}")]
    Shape(String),
    /// The opening or a move is not legal.
    #[error(transparent)]
    Moves(#[from] GameError),
    /// The result is not the one that the moves lead to.
    #[error("the result is recorded as {recorded}, but the rules say {right}")]
    Result {
        /// In the record.
        recorded: String,
        /// By the rules.
        right: String,
    },
}

impl GameRecord {
    /// Reads one line.
    ///
    /// # Errors
    /// If it is no record, or one whose parts do not fit each other.
    pub fn parse(line: &str) -> Result<GameRecord, RecordError> {
        let record: GameRecord =
            serde_json::from_str(line).map_err(|e| RecordError::Format(e.to_string()))?;
        if record.format > FORMAT {
            return Err(RecordError::Version(record.format));
        }
        record.check_shape()?;
        Ok(record)
    }

    /// The line, without a line break.
    ///
    /// # Panics
    /// Never: every record can be written.
    #[must_use]
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("a record can be written as JSON")
    }

    fn check_shape(&self) -> Result<(), RecordError> {
        let shape = |what: String| Err(RecordError::Shape(what));
        let variant =
            variant::find(&self.game).ok_or_else(|| RecordError::Game(self.game.clone()))?;
        let n = variant.seats();
        if self.seats.len() != n || self.places.len() != n {
            return shape(format!("{} has {n} players", self.game));
        }
        if let Some(&engine) = self.seats.iter().find(|&&e| e >= self.engines.len()) {
            return shape(format!("there is no engine {engine}"));
        }
        if !self.places.iter().all(|&p| (1.0..=n as f64).contains(&p)) {
            return shape(format!("places must be from 1 to {n}"));
        }
        let notes = [
            ("scores", self.scores.len()),
            ("depths", self.depths.len()),
            ("nodes", self.nodes.len()),
            ("times", self.times.len()),
            ("clocks", self.clocks.len()),
        ];
        for (name, len) in notes {
            if len != 0 && len != self.moves.len() {
                return shape(format!("{len} {name} for {} moves", self.moves.len()));
            }
        }
        Ok(())
    }

    /// The game from the opening on, no move of the players made yet.
    ///
    /// # Errors
    /// If the opening is against the rules.
    pub fn opening_game(&self) -> Result<Game, RecordError> {
        let variant =
            variant::find(&self.game).ok_or_else(|| RecordError::Game(self.game.clone()))?;
        Ok(Game::new(variant, self.opening.fen.as_deref(), &self.opening.moves)?)
    }

    /// All moves, those of the opening first.
    pub fn all_moves(&self) -> impl Iterator<Item = &str> {
        self.opening.moves.iter().chain(&self.moves).map(String::as_str)
    }

    /// Plays the record and checks moves and result against the rules.
    ///
    /// # Errors
    /// If a move is not legal, or the result is not what the rules say.
    pub fn replay(&self) -> Result<Game, RecordError> {
        let variant =
            variant::find(&self.game).ok_or_else(|| RecordError::Game(self.game.clone()))?;
        let game = Game::new(variant, self.opening.fen.as_deref(), self.all_moves())?;
        let recorded = format!("{} {}", show_places(&self.places), self.reason);
        let right = match game.outcome() {
            Some(outcome) => {
                format!("{} {}", show_places(&places(&game, &outcome)), outcome.reason)
            }
            None if self.reason == ADJUDICATION => {
                let outcome = adjudicated(&game);
                format!("{} {ADJUDICATION}", show_places(&places(&game, &outcome)))
            }
            None => "ongoing".to_string(),
        };
        if recorded == right { Ok(game) } else { Err(RecordError::Result { recorded, right }) }
    }

    /// Whether the game has two sides: games for two and team games.
    #[must_use]
    pub fn is_two_sided(&self) -> bool {
        self.seats.len() == 2 || self.teams().is_some()
    }

    fn teams(&self) -> Option<[u8; 4]> {
        variant::find(&self.game).and_then(|variant| variant.rules.teams)
    }

    /// A seat's place; in team games the sum of the places of its team.
    #[must_use]
    pub fn side_place(&self, seat: usize) -> f64 {
        match self.teams() {
            None => self.places[seat],
            Some(teams) => {
                let partners = (0..self.seats.len()).filter(|&s| teams[s] == teams[seat]);
                partners.map(|s| self.places[s]).sum()
            }
        }
    }

    fn seats_of(&self, engine: usize) -> impl Iterator<Item = usize> + Clone + '_ {
        (0..self.seats.len()).filter(move |&seat| self.seats[seat] == engine)
    }

    /// How an engine did against another, for each pair of one's seat and the other's seat: 1 for the
    /// better place, one half for a shared one, otherwise 0. In team games 1 for a win and one half
    /// for a draw. None if either had no seat.
    #[must_use]
    pub fn scores_between(&self, engine: usize, other: usize) -> Vec<f64> {
        let others = self.seats_of(other);
        let pairs = self.seats_of(engine).flat_map(|a| others.clone().map(move |b| (a, b)));
        pairs.map(|(a, b)| ahead(self.side_place(a), self.side_place(b))).collect()
    }

    /// The mean of [`GameRecord::scores_between`]. `None` if either had no seat.
    #[must_use]
    pub fn score_between(&self, engine: usize, other: usize) -> Option<f64> {
        let scores = self.scores_between(engine, other);
        (!scores.is_empty()).then(|| scores.iter().sum::<f64>() / scores.len() as f64)
    }

    /// The mean place of an engine's seats. `None` if it had none.
    #[must_use]
    pub fn mean_place(&self, engine: usize) -> Option<f64> {
        let (sum, count) = self
            .seats_of(engine)
            .fold((0.0, 0u32), |(sum, count), seat| (sum + self.places[seat], count + 1));
        (count > 0).then(|| sum / f64::from(count))
    }

    /// The share of an engine's seats in the first place.
    #[must_use]
    pub fn win_share(&self, engine: usize) -> f64 {
        let best = (0..self.seats.len()).map(|s| self.side_place(s)).fold(f64::INFINITY, f64::min);
        let first = |seat: &usize| self.side_place(*seat) <= best;
        let winners = (0..self.seats.len()).filter(first).count();
        self.seats_of(engine).filter(first).count() as f64 / winners as f64
    }
}

/// 1 if the first place is better than the second, one half if they are shared.
#[must_use]
pub fn ahead(a: f64, b: f64) -> f64 {
    match a.total_cmp(&b) {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 0.0,
    }
}

/// The places of all seats in an outcome.
#[must_use]
pub fn places(game: &Game, outcome: &Outcome) -> Vec<f64> {
    (0..game.variant().seats() as Seat).map(|seat| outcome.place(seat)).collect()
}

/// The outcome of a game that the referee ends: the survivors share their places, as if the move
/// count had drawn it.
#[must_use]
pub fn adjudicated(game: &Game) -> Outcome {
    with_position!(game.position(), p => p.outcome_by(Reason::MoveCount))
}

fn show_places(places: &[f64]) -> String {
    let texts: Vec<String> = places.iter().map(f64::to_string).collect();
    texts.join(",")
}
