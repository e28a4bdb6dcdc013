//! Scores of a two-sided search.

use std::ops::{Add, Neg, Sub};

/// The deepest line, in plies.
pub const MAX_PLY: usize = 200;
/// The greatest depth that a search can be limited to, in plies.
pub const MAX_DEPTH: u32 = MAX_PLY as u32 - 1;

/// A value in hundredths of a pawn from the side to move's point of view, or the distance to a
/// decided end.
///
/// `30000 - n` is a win n plies from the root of the search; `-30000 + n` a loss. In games for
/// many a loss may still earn a better place than the last: each such place lifts it by 500, so
/// that among lost lines the better place is preferred and, for equal places, the longer line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(i32);

const MATE: i32 = 30_000;
const PLACE_STEP: i32 = 500;
/// Any value beyond this is a decided end: three places and the deepest line are within reach.
const DECIDED: i32 = MATE - 4 * PLACE_STEP;
/// The greatest value of an undecided position.
const MAX_VALUE: i32 = DECIDED - 1;

impl Score {
    /// Below every score.
    pub const MIN: Score = Score(-MATE - 1);
    /// Above every score.
    pub const MAX: Score = Score(MATE + 1);
    /// Even.
    pub const ZERO: Score = Score(0);

    /// The score of an evaluation.
    #[must_use]
    pub fn value(centipawns: i32) -> Score {
        Score(centipawns.clamp(-MAX_VALUE, MAX_VALUE))
    }

    /// A win after a number of plies.
    #[must_use]
    pub fn win(ply: usize) -> Score {
        Score(MATE - ply as i32)
    }

    /// A loss after a number of plies, with a number of players placed behind.
    #[must_use]
    pub fn loss(ply: usize, behind: usize) -> Score {
        Score(-MATE + ply as i32 + PLACE_STEP * behind as i32)
    }

    /// The number behind the score, for windows and tables.
    #[must_use]
    pub fn raw(self) -> i32 {
        self.0
    }

    /// Whether this is a decided end.
    #[must_use]
    pub fn is_decided(self) -> bool {
        self.0.abs() >= DECIDED
    }

    /// Whether this is better than every loss with at most so many players placed behind: something to
    /// fall back on.
    #[inline]
    #[must_use]
    pub fn is_above_losses(self, behind: usize) -> bool {
        self > Score::loss(MAX_PLY, behind)
    }

    /// The number of plies to a decided end: positive for a win, negative for a loss (a loss
    /// on the spot counts as one ply).
    #[must_use]
    pub fn plies_to_end(self) -> Option<i32> {
        if !self.is_decided() {
            None
        } else if self.0 > 0 {
            Some(MATE - self.0)
        } else {
            Some(-((self.0 + MATE) % PLACE_STEP).max(1))
        }
    }

    /// The score as kept in a table: ends are counted from the node, not from the root.
    #[must_use]
    pub fn to_table(self, ply: usize) -> i16 {
        let shift = if self.is_decided() { self.0.signum() * ply as i32 } else { 0 };
        (self.0 + shift) as i16
    }

    /// The inverse of [`Score::to_table`].
    #[must_use]
    pub fn from_table(stored: i16, ply: usize) -> Score {
        let score = Score(i32::from(stored));
        let shift = if score.is_decided() { score.0.signum() * ply as i32 } else { 0 };
        Score(score.0 - shift)
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;
    fn add(self, other: i32) -> Score {
        Score(self.0 + other)
    }
}

impl Sub<i32> for Score {
    type Output = Score;
    fn sub(self, other: i32) -> Score {
        Score(self.0 - other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_survive_the_table() {
        for ply in [0, 3, MAX_PLY] {
            for score in [Score::win(ply + 4), Score::loss(ply + 2, 2), Score::value(123)] {
                assert_eq!(Score::from_table(score.to_table(ply), ply), score);
            }
        }
        assert_eq!(Score::win(5).plies_to_end(), Some(5));
        assert_eq!(Score::loss(4, 3).plies_to_end(), Some(-4));
        assert_eq!(Score::value(100_000).plies_to_end(), None);
        assert!(Score::loss(7, 0) < Score::loss(1, 1));
        assert!(Score::loss(MAX_PLY, 3) < Score::value(-100_000));
        assert!(Score::value(-100_000).is_above_losses(3));
        assert!(
            !Score::loss(MAX_PLY, 0).is_above_losses(0) && Score::loss(1, 1).is_above_losses(0)
        );
    }
}
