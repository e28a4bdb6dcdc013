//! Sets of cells as `W` machine words.

use super::Cell;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

/// The words of a set of cells of the largest board.
pub const MAX_WORDS: usize = 6;

/// A set of cells of a board with at most `64 * W` cells.
///
/// `W` is 1 for 64 cells, 4 for 180 to 250, 6 for 350. The complement ([`Not`]) sets the bits
/// beyond the last cell too, so it only ever appears as the operand of an intersection.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CellSet<const W: usize>(pub(crate) [u64; W]);

impl<const W: usize> CellSet<W> {
    /// The set without cells.
    pub const EMPTY: Self = CellSet([0; W]);
    /// The set of all bits: the neutral element of intersection.
    pub const ALL: Self = CellSet([u64::MAX; W]);

    /// The set with the first of some words.
    #[inline]
    #[must_use]
    pub(crate) fn of_words(words: &[u64; MAX_WORDS]) -> Self {
        CellSet(std::array::from_fn(|i| words[i]))
    }

    /// The set of one cell.
    #[inline]
    #[must_use]
    pub fn of(cell: Cell) -> Self {
        let mut set = Self::EMPTY;
        set.insert(cell);
        set
    }

    /// Whether the cell belongs to the set.
    #[inline]
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        let i = cell.index();
        self.0[if W == 1 { 0 } else { i >> 6 }] >> (i & 63) & 1 != 0
    }

    /// Adds a cell.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        let i = cell.index();
        self.0[if W == 1 { 0 } else { i >> 6 }] |= 1 << (i & 63);
    }

    /// Takes a cell out.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        let i = cell.index();
        self.0[if W == 1 { 0 } else { i >> 6 }] &= !(1 << (i & 63));
    }

    /// The set with one cell added.
    #[inline]
    #[must_use]
    pub fn with(mut self, cell: Cell) -> Self {
        self.insert(cell);
        self
    }

    /// The set with one cell taken out.
    #[inline]
    #[must_use]
    pub fn without(mut self, cell: Cell) -> Self {
        self.remove(cell);
        self
    }

    /// Whether the set has no cell.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |a, w| a | w) == 0
    }

    /// Whether the two sets share a cell.
    #[inline]
    #[must_use]
    pub fn intersects(&self, other: &Self) -> bool {
        !(*self & *other).is_empty()
    }

    /// The number of cells.
    #[inline]
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// The first cell in cell order, if any.
    #[inline]
    #[must_use]
    pub fn first(&self) -> Option<Cell> {
        self.0
            .iter()
            .enumerate()
            .find(|(_, w)| **w != 0)
            .map(|(i, w)| Cell::new(i * 64 + w.trailing_zeros() as usize))
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $assign:tt) => {
        impl<const W: usize> $trait for CellSet<W> {
            type Output = Self;
            #[inline]
            fn $method(mut self, other: Self) -> Self {
                for i in 0..W {
                    self.0[i] $assign other.0[i];
                }
                self
            }
        }
    };
}
operator!(BitAnd, bitand, &=);
operator!(BitOr, bitor, |=);
operator!(BitXor, bitxor, ^=);

impl<const W: usize> BitAndAssign for CellSet<W> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const W: usize> BitOrAssign for CellSet<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const W: usize> Not for CellSet<W> {
    type Output = Self;
    #[inline]
    fn not(mut self) -> Self {
        for w in &mut self.0 {
            *w = !*w;
        }
        self
    }
}

/// The cells of a set in cell order.
pub struct Cells<const W: usize> {
    words: [u64; W],
    at: usize,
}

impl<const W: usize> Iterator for Cells<W> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        while self.words[self.at] == 0 {
            if self.at + 1 >= W {
                return None;
            }
            self.at += 1;
        }
        let word = &mut self.words[self.at];
        let bit = word.trailing_zeros() as usize;
        *word &= *word - 1;
        Some(Cell::new(self.at * 64 + bit))
    }
}

impl<const W: usize> IntoIterator for CellSet<W> {
    type Item = Cell;
    type IntoIter = Cells<W>;

    #[inline]
    fn into_iter(self) -> Cells<W> {
        Cells { words: self.0, at: 0 }
    }
}

impl<const W: usize> FromIterator<Cell> for CellSet<W> {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        cells.into_iter().fold(Self::EMPTY, Self::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_come_back_in_order() {
        let cells: Vec<Cell> = [0, 5, 63, 64, 130, 349].map(Cell::new).to_vec();
        let set: CellSet<6> = cells.iter().copied().collect();
        assert_eq!(set.into_iter().collect::<Vec<_>>(), cells);
        assert_eq!(set.count(), 6);
        assert_eq!(set.first(), Some(Cell::new(0)));
        assert!(set.contains(Cell::new(130)) && !set.contains(Cell::new(131)));
        assert!(set.without(Cell::new(130)).intersects(&CellSet::of(Cell::new(349))));
        assert!((set & !set).is_empty());
        assert_eq!(CellSet::<4>::EMPTY.into_iter().count(), 0);
    }
}
