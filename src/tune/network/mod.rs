//! Training a network (`eval/network`) on quiet positions of self-play.
//!
//! A position's target is a mixture of the score that the search found there and the result of the
//! game, both as expectations; the error is the mean square of the difference. Steps are those of
//! Adam with decay (Loshchilov and Hutter 2019) on batches, at a rate that falls along a cosine.
//! Features of one piece share numbers (`sharing`), and on boards that look the same in more ways
//! than one all images of a position are trained on (`images`).
//!
//! A small network can also learn from a large one that is too slow to play with (distillation: Hinton,
//! Vinyals and Dean 2015): positions go out as `rows`, what the large one expects comes back as
//! `labels`, and since that costs no search, positions beside those of games (`variations`) are
//! taken too.

mod examples;
mod images;
mod labels;
mod model;
mod optimizer;
mod rows;
mod sharing;
mod training;
mod variations;

pub use examples::{Examples, NetworkData, read};
pub use labels::Labels;
pub use rows::{RowsError, write_rows};
pub use training::{Settings, Trained, TrainingError, train};
