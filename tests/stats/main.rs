//! Statistics against published figures, other programs, and simulated matches whose truth is
//! known.

mod examples;
mod pool;
mod simulation;
