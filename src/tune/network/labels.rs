//! Expectations that another judge has found for positions, to be learnt instead of scores and results.

use std::fs;
use std::io;
use std::path::Path;

/// What stands for certainty of winning.
const ONE: f32 = 65535.0;

/// What the player to move may expect in every position, in the order of
/// [`write_rows`](super::write_rows).
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Labels(Vec<f32>);

impl Labels {
    /// Reads a file of numbers of two bytes each, the lower byte first, of which 65,535 stands for 1.
    ///
    /// # Errors
    /// If the file cannot be read, or ends within a number.
    pub fn read(path: &Path) -> io::Result<Labels> {
        let bytes = fs::read(path)?;
        let (pairs, rest) = bytes.as_chunks::<2>();
        if !rest.is_empty() {
            return Err(io::Error::other("an odd number of bytes, where a label has two"));
        }
        Ok(Labels(pairs.iter().map(|&pair| f32::from(u16::from_le_bytes(pair)) / ONE).collect()))
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Those of so many positions; none if there are too few.
    pub(super) fn of(&self, from: usize, count: usize) -> Option<&[f32]> {
        self.0.get(from..from + count)
    }
}
