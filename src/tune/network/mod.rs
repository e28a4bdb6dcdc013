//! Training a network (`eval/network`) on quiet positions of self-play.
//!
//! A position's target is a mixture of the score that the search found there and the result of the
//! game, both as expectations; the error is the mean square of the difference. Steps are those of
//! Adam with decay (Loshchilov and Hutter 2019) on batches, at a rate that falls along a cosine.
//! Features of one piece share numbers (`sharing`), and on boards that look the same in more ways
//! than one all images of a position are trained on (`images`).

mod examples;
mod images;
mod model;
mod optimizer;
mod sharing;
mod training;

pub use examples::{Examples, NetworkData, read};
pub use training::{Settings, Trained, TrainingError, train};
