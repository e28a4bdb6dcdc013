//! Tuning: the weights of the evaluation by results of games or by searches, search parameters by matches.
//!
//! Owns: positions taken from records with what became of their players, the model that ties
//! strengths to results, methods of search for better numbers, and the files of their state.
//! Invariants: what is found depends on records, settings and seed, not on the number of threads;
//! fitted weights are never worse on the games held out than those the fit began with. Must not
//! know: text for people.

mod adam;
pub mod bootstrap;
mod calibration;
pub mod choices;
mod cholesky;
mod dataset;
pub mod fit;
mod model;
pub mod network;
pub mod outlook;
mod reading;
mod sampling;
pub mod spsa;

pub use calibration::Tenth;
pub use dataset::{Dataset, Tally};
pub use reading::{DatasetError, Positions, for_each_game, read};
pub use sampling::{Sampled, Sampling, sample};
