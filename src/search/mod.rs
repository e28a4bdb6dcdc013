//! Search: one two-sided kernel for games for two, for teams, and for one player against all
//! others (paranoid search).
//!
//! Owns: limits, time, the tree, the shared table, and reports of what was found. Invariants:
//! a side is a set of seats, and a score changes sign when the side to move changes, not at every
//! ply; table keys tell apart searches whose values differ. Must not know: text, clients.

mod clock;
mod distance;
mod exchange;
mod exposure;
mod histories;
mod kernel;
mod many;
mod memory;
mod node;
mod pages;
mod parameters;
mod picker;
mod pool;
mod position_cache;
mod quiescence;
mod root;
mod score;
mod table;
mod trials;
mod worth;

pub use clock::{Clock, Control};
pub use distance::moves_to_end;
pub use exchange::gains_at_least;
pub use many::Model;
pub use memory::Memory;
pub use parameters::{PARAMETERS, Parameter, Parameters, parameter};
pub use pool::{Report, Settings, run};
pub use score::{MAX_DEPTH, MAX_PLY, Score};
pub use table::{Bound, TableError, TranspositionTable};

use crate::position::Move;
use std::time::Duration;

/// When a search ends. Without any limit it goes on until it is stopped.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes, over all threads.
    pub nodes: Option<u64>,
    /// Exactly this time.
    pub movetime: Option<Duration>,
    /// A win in this number of the mover's own moves is enough.
    pub mate: Option<u32>,
    /// The mover's clock.
    pub clock: Option<Clock>,
    /// Search only these moves; all if empty.
    pub searchmoves: Vec<Move>,
}

/// What is known about one line after an iteration.
#[derive(Clone, Debug)]
pub struct Info {
    /// The completed depth in plies.
    pub depth: u32,
    /// The greatest depth reached in plies.
    pub seldepth: u32,
    /// The number of the line, from 1.
    pub multipv: usize,
    /// The score from the side of the player to move.
    pub score: Score,
    /// What the score is a bound of, if it is not the score itself.
    pub bound: Bound,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// The share of the table in use by this search, in per mille.
    pub hashfull: usize,
    /// The line.
    pub pv: Vec<Move>,
}

/// What a search tells while it runs.
#[derive(Clone, Debug)]
pub enum Progress {
    /// A line was completed.
    Line(Info),
    /// A move at the root is being searched; told only in searches that take long.
    Move {
        /// The depth of the iteration.
        depth: u32,
        /// The move.
        mv: Move,
        /// Its number among the root moves, from 1.
        number: usize,
    },
}

impl Info {
    /// Nodes per second.
    #[must_use]
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}
