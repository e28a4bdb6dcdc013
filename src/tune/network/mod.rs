//! Training a network (`eval/network`) on quiet positions of self-play.
//!
//! A position's target is a mixture of the score that the search found there and the result of the
//! game, both as expectations; the error is the mean square of the difference. Steps are those of
//! Adam with decay (Loshchilov and Hutter 2019) on batches, at a rate that falls along a cosine.

mod examples;
mod model;
mod optimizer;
mod training;

pub use examples::{Examples, NetworkData, read};
pub use training::{Settings, Trained, TrainingError, train};
