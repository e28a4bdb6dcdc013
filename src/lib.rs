//! A chess engine for the games that have none: Chess with Different Armies on 8x8, and four
//! three-dimensional games by Charles Gilman for two, three and four players.
//!
//! The modules build on one another in this order, and nothing imports upwards: [`geometry`] (cells
//! and boards), [`variant`] (the games as data, tables), [`position`] (the rules in motion),
//! [`eval`], [`search`], [`handicap`], [`engine`] (the facade), [`signature`] (a number that
//! identifies the behaviour), [`draw`] (boards as text), [`protocol`] (the line protocol),
//! [`arena`] (the match runner), [`tune`] (fitting and tuning), `board` (the board for people, with
//! the feature `board`), [`cli`] (the command line). Beside them stand [`stats`] (evidence from
//! matches) and [`plot`] (pictures of it).
//!
//! ```
//! use simurgh::position::Game;
//! use simurgh::variant;
//!
//! let honeycomb = variant::find("honeycomb").expect("a registered game");
//! let game = Game::new(honeycomb, None, ["2b33b4"]).expect("a legal move");
//! assert_eq!(game.state_line(), "ongoing");
//! assert_eq!(game.position().legal_moves().len(), 46);
//! ```

pub mod arena;
#[cfg(feature = "board")]
pub mod board;
pub mod cli;
pub mod draw;
pub mod engine;
pub mod eval;
pub mod geometry;
pub mod handicap;
pub mod plot;
pub mod position;
pub mod protocol;
pub mod search;
pub mod signature;
pub mod stats;
pub mod tune;
pub mod variant;
