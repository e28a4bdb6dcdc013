//! The line protocol: UCI, and the same commands for games and boards that UCI does not know.
//! `protocol.md` is its description for clients.
//!
//! Owns: text, in both directions. Invariants: the thread that reads input never waits for a
//! search to end by itself; every `go` but `go perft` is answered by exactly one `bestmove`, in
//! order; a refused `position` leaves no position at all. Must not know: how searches work.

mod command;
mod describe;
mod genfens;
mod judge;
mod motions;
mod options;
mod server;
mod text;

pub use command::{Command, GoCommand, PositionCommand};
pub use options::Profile;
pub use server::serve;
pub use text::{info_line, line_text, score_text, score_value};
