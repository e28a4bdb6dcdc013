//! Straight rides on a board of 64 cells.

use super::super::Motion;
use crate::geometry::{Board, Cell, CellSet, scale};

/// A line through a cell, in two halves: the cells numbered below it and above it. Either half
/// may be cut short or missing for riders of limited range or direction.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    lower: u64,
    upper: u64,
}

impl Line {
    /// The cells of the line reached through empty cells, the first occupied one on either side
    /// included.
    ///
    /// The nearest piece below is the highest bit of the lower half, the nearest above the lowest
    /// bit of the upper half; the bits from one to the other are twice the second less the first.
    /// (Obstruction difference, by M. Hoffmann, see the Chess Programming Wiki.)
    #[inline]
    pub(super) fn attacks(self, occupied: u64) -> u64 {
        let below = 1 << 63 >> ((self.lower & occupied) | 1).leading_zeros();
        let above = self.upper & occupied;
        let nearest_above = above & above.wrapping_neg();
        let span = nearest_above.wrapping_mul(2).wrapping_sub(below);
        (self.lower | self.upper) & span
    }
}

/// The lines of a kind: how many per cell, and all of them by cell. Opposite directions share
/// a line.
pub(super) fn build(board: &Board, rides: &[&Motion]) -> (usize, Vec<Line>) {
    // Directions with their ranges; those that are opposites of each other are paired below.
    let mut rays = Vec::new();
    for motion in rides {
        let Motion::Ride { steps, max } = motion else {
            panic!("boards of 64 cells have straight rides only");
        };
        rays.extend(steps.iter().map(|&v| (v, *max)));
    }
    let mut groups: Vec<Vec<_>> = Vec::new();
    for ray in rays {
        match groups.iter_mut().find(|g| g[0] == (scale(-1, ray.0), ray.1)) {
            Some(group) => group.push(ray),
            None => groups.push(vec![ray]),
        }
    }
    let mut lines = Vec::new();
    for from in board.cells() {
        for group in &groups {
            let mut line = Line { lower: 0, upper: 0 };
            for &(v, max) in group {
                for cell in board.ride(from, v).take(max as usize) {
                    let half = if cell < from { &mut line.lower } else { &mut line.upper };
                    *half |= 1 << cell.index();
                }
            }
            lines.push(line);
        }
    }
    (groups.len(), lines)
}

/// The cells strictly between any two cells on one orthogonal or diagonal line.
pub(super) fn between<const W: usize>(board: &Board) -> Vec<CellSet<W>> {
    let steps = crate::geometry::directions::permutations([1, 0, 0])
        .into_iter()
        .chain(crate::geometry::directions::permutations([1, 1, 0]))
        .collect::<Vec<_>>();
    let queen = Motion::ride(&steps);
    let mut between = vec![CellSet::EMPTY; 64 * 64];
    for from in board.cells() {
        for chain in queen.chains(board, from) {
            let mut passed = CellSet::EMPTY;
            for to in chain {
                between[64 * from.index() + Cell::index(to)] = passed;
                passed.insert(to);
            }
        }
    }
    between
}
