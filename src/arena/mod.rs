//! The match runner: games between engines, refereed by the rules of this library.
//!
//! Owns: engines as players, openings, schedules, the referee, and records. Invariants: whatever an
//! engine does costs it the game, never the match; a game depends only on the match's settings and
//! its number, not on what was played before or beside it. Must not know: how a search works.

mod greedy;
mod info;
pub mod journal;
mod local;
pub mod opening;
pub mod pgn;
pub mod player;
mod process;
pub mod record;
pub mod referee;
pub mod runner;
pub mod schedule;
pub mod spec;
pub mod standings;
