//! What the referee asks of a player, and how a player can fail.

use super::record::Evaluation;
use super::spec::TimeControl;
use crate::position::Game;
use crate::search::Clock;
use std::fmt;
use std::time::Duration;

/// How an engine failed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FaultKind {
    /// It could not be started, did not answer to `uci`, or refuses the game or an option.
    Start,
    /// It ended, or closed its output, while it was needed.
    Crash,
    /// It did not answer at all.
    Hang,
    /// It answered too late.
    Time,
    /// Its move is not legal.
    IllegalMove,
    /// Its answer is no move.
    Garbage,
    /// It did not end when asked to and was killed. Costs no game.
    NoQuit,
}

impl FaultKind {
    /// All kinds, in the order of reports.
    pub const ALL: [FaultKind; 7] = [
        FaultKind::Start,
        FaultKind::Crash,
        FaultKind::Hang,
        FaultKind::Time,
        FaultKind::IllegalMove,
        FaultKind::Garbage,
        FaultKind::NoQuit,
    ];

    /// The word used in records and reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            FaultKind::Start => "start",
            FaultKind::Crash => "crash",
            FaultKind::Hang => "hang",
            FaultKind::Time => "time",
            FaultKind::IllegalMove => "illegal-move",
            FaultKind::Garbage => "garbage",
            FaultKind::NoQuit => "no-quit",
        }
    }
}

/// A failure of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The kind.
    pub kind: FaultKind,
    /// What was seen.
    pub detail: String,
}

impl Fault {
    /// A failure of a kind; what came from outside is shown without control characters and cut.
    #[must_use]
    pub fn new(kind: FaultKind, detail: &str) -> Fault {
        const LONGEST: usize = 200;
        let detail = detail.chars().take(LONGEST).collect::<String>();
        Fault { kind, detail: detail.replace(char::is_control, "?") }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.word(), self.detail)
    }
}

/// What a player is told when it is to move.
pub struct Turn<'a> {
    /// The game so far.
    pub game: &'a Game,
    /// The position string that the game began with; the start of the game if absent.
    pub fen: Option<&'a str>,
    /// All moves since.
    pub moves: &'a [String],
    /// The player's time control.
    pub limit: TimeControl,
    /// The clocks of all seats that have one.
    pub clocks: &'a [Option<Clock>],
    /// When the player has overstepped its time.
    pub allowed: Option<Duration>,
}

/// A player's move and what it said of it.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The move as it was written.
    pub text: String,
    /// The score, from the mover's side.
    pub score: Option<Evaluation>,
    /// The depth in plies, 0 if unknown.
    pub depth: u32,
    /// The nodes, 0 if unknown.
    pub nodes: u64,
    /// The time from question to answer.
    pub time: Duration,
}

/// A player of one seat.
pub trait Player: Send {
    /// Makes ready for a game; `seed` decides what the player leaves to chance.
    ///
    /// # Errors
    /// If the player is not ready for it.
    fn prepare(&mut self, game: &Game, seed: u64) -> Result<(), Fault>;

    /// Chooses a move.
    ///
    /// # Errors
    /// If there is no answer in time.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault>;

    /// Ends the player; says what went wrong with that.
    fn quit(self: Box<Self>) -> Option<Fault>;
}
