//! Tuning: search parameters by matches.
//!
//! Owns: methods and the files of their state. Must not know: text for people.

pub mod spsa;
