//! The match runner: games between engines, refereed by the rules of this library.
//!
//! Owns: engines as players, openings, schedules, the referee, and records. Invariants: whatever an
//! engine does costs it the game, never the match; a game depends only on the match's settings and
//! its number, not on what was played before or beside it. Must not know: how a search works.

pub mod journal;
pub mod record;
