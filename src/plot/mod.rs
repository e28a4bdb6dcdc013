//! Pictures of measurements as SVG text: numbers in, a picture out.
//!
//! Every picture has a title, labelled axes with units, a white background of its own (readable in
//! a dark viewer too) and seven colours that can be told apart without seeing hues (Okabe and
//! Ito's); an eighth series has the first colour again.
//! Legends and names lie outside the axes and cover nothing; names that are too long are cut.
//! Nothing is read from the system, fonts included: widths of text are estimated.
//!
//! This module draws what it is told; it computes no statistics and writes no files.

mod elo;
mod expectation;
mod frame;
mod sprt;
#[cfg(test)]
mod tests;
mod weights;

pub use elo::elo;
pub use expectation::{Curve, expectation};
pub use sprt::sprt;
pub use weights::{Group, weights};

/// Why there is no picture.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlotError {
    /// Nothing to draw.
    #[error("there is nothing to draw")]
    Empty,
    /// More rows than a picture can hold.
    #[error("a picture holds at most {most} rows, not {asked}")]
    Rows {
        /// Rows asked for.
        asked: usize,
        /// The limit.
        most: usize,
    },
    /// NaN, infinite or beyond all bounds; what it was.
    #[error("{0} is not a number that can be drawn")]
    Number(&'static str),
    /// The drawing library failed.
    #[error("drawing failed: {0}")]
    Drawing(String),
}
