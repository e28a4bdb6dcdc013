//! A chess engine for games that have none: Chess with Different Armies on 8x8 and Charles
//! Gilman's three-dimensional games for two, three and four players.
pub mod geometry;
pub mod position;
pub mod variant;
