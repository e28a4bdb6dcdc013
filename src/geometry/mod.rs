//! Boards as data: cells, sets of cells, step vectors and the shapes of the five boards.
//!
//! Owns: what a cell is, how cells are named, ordered and drawn, and which step leads where.
//! Invariants: a [`Cell`] that is used with a board was handed out by that board; cells are
//! numbered in the *cell order* of the rules (the order of the position string); the bits of
//! a [`CellSet`] beyond the last cell stay zero.
//! Must not know: pieces, players, rules.

mod board;
mod cellset;
pub mod cube;
pub mod directions;
pub mod prism;
pub mod square;

pub use board::{Board, CellInfo, Tiling};
pub use cellset::{CellSet, MAX_WORDS};

/// A displacement or a coordinate `(x, y, level)`; its meaning belongs to the board's shape.
pub type Vec3 = [i8; 3];

/// 2^64 over the golden ratio: to multiply by it carries every bit of a number into the upper ones
/// (Knuth, The Art of Computer Programming 3, 6.4).
pub const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// The sum of two displacements.
#[must_use]
pub const fn add(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// A displacement taken `k` times.
#[must_use]
pub const fn scale(k: i8, a: Vec3) -> Vec3 {
    [k * a[0], k * a[1], k * a[2]]
}

/// The number of a cell on its board, counted in the board's cell order from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u16);

impl Cell {
    /// Stands for "no cell" in compact tables; no board has this cell.
    pub const NONE: Cell = Cell(u16::MAX);

    /// The cell with a given number. Only boards and sets make cells out of numbers.
    #[inline]
    pub(crate) const fn new(index: usize) -> Cell {
        Cell(index as u16)
    }

    /// The number of the cell in its board's cell order.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether this is a real cell, not [`Cell::NONE`].
    #[inline]
    #[must_use]
    pub const fn is_some(self) -> bool {
        self.0 != u16::MAX
    }
}
