//! Counts of block scores. Cells are in ascending order, no two within [`SAME`] of each other, and
//! none is empty.

use super::StatsError;

/// Scores no further apart are one score, computed in different ways.
pub(super) const SAME: f64 = 1e-9;

/// How many blocks had a score.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cell {
    /// Block score, 0..1.
    pub score: f64,
    /// Number of blocks, at least 1.
    pub blocks: u64,
}

/// The block scores of an encounter, from the first engine's point of view.
#[derive(Clone, PartialEq, Debug)]
pub struct Distribution {
    games_per_block: u32,
    cells: Vec<Cell>,
}

impl Distribution {
    /// Without blocks yet.
    ///
    /// # Errors
    /// [`StatsError::NoGames`] for blocks of no games.
    pub fn new(games_per_block: u32) -> Result<Distribution, StatsError> {
        if games_per_block == 0 {
            return Err(StatsError::NoGames);
        }
        Ok(Distribution { games_per_block, cells: Vec::new() })
    }

    /// Pairs of games by the sum of their points: 0, 1/2, 1, 3/2, 2.
    #[must_use]
    pub fn from_pentanomial(pairs: [u64; 5]) -> Distribution {
        let cells = pairs.iter().enumerate().filter(|(_, n)| **n > 0);
        let cells = cells.map(|(i, &blocks)| Cell { score: i as f64 / 4.0, blocks }).collect();
        Distribution { games_per_block: 2, cells }
    }

    /// Counts one more block.
    ///
    /// # Errors
    /// [`StatsError::Score`] for a score outside 0..1 or NaN.
    pub fn add(&mut self, score: f64) -> Result<(), StatsError> {
        if !(-SAME..=1.0 + SAME).contains(&score) {
            return Err(StatsError::Score(score));
        }
        self.insert(Cell { score: score.clamp(0.0, 1.0), blocks: 1 });
        Ok(())
    }

    /// Adds the blocks of another distribution.
    ///
    /// # Errors
    /// [`StatsError::Mixed`] if its blocks have another number of games.
    pub fn merge(&mut self, other: &Distribution) -> Result<(), StatsError> {
        if self.games_per_block != other.games_per_block {
            return Err(StatsError::Mixed(self.games_per_block, other.games_per_block));
        }
        for &cell in &other.cells {
            self.insert(cell);
        }
        Ok(())
    }

    fn insert(&mut self, new: Cell) {
        let at = self.cells.partition_point(|c| c.score < new.score - SAME);
        match self.cells.get_mut(at).filter(|c| c.score <= new.score + SAME) {
            Some(cell) => cell.blocks = cell.blocks.saturating_add(new.blocks),
            None => self.cells.insert(at, new),
        }
    }

    /// Scores seen, lowest first.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Number of games in every block.
    #[must_use]
    pub fn games_per_block(&self) -> u32 {
        self.games_per_block
    }

    /// Number of blocks.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.cells.iter().fold(0, |sum, c| sum.saturating_add(c.blocks))
    }

    /// Number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.blocks().saturating_mul(u64::from(self.games_per_block))
    }

    /// Mean block score, if there are blocks.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let sum: f64 = self.cells.iter().map(|c| c.score * c.blocks as f64).sum();
        (!self.cells.is_empty()).then(|| sum / self.blocks() as f64)
    }

    /// Mean of a power of the deviation from the mean.
    pub(super) fn central_moment(&self, power: i32) -> Option<f64> {
        let mean = self.mean()?;
        let term = |c: &Cell| (c.score - mean).powi(power) * c.blocks as f64;
        Some(self.cells.iter().map(term).sum::<f64>() / self.blocks() as f64)
    }

    /// Mean square deviation of the block scores seen, if there are blocks; exactly 0 if all are
    /// alike.
    #[must_use]
    pub fn variance(&self) -> Option<f64> {
        if self.cells.len() == 1 { Some(0.0) } else { self.central_moment(2) }
    }

    /// Counts by score in steps of one half point, where every block has one or two games of two
    /// players: 3 or 5 of them.
    pub(super) fn lattice(&self) -> Option<Vec<u64>> {
        if self.games_per_block > 2 {
            return None;
        }
        let steps = 2 * self.games_per_block as usize;
        let mut counts = vec![0; steps + 1];
        for cell in &self.cells {
            let at = cell.score * steps as f64;
            if (at - at.round()).abs() > 1e-6 {
                return None;
            }
            counts[at.round() as usize] = cell.blocks;
        }
        Some(counts)
    }

    /// The pairs by the sum of their points (0, 1/2, 1, 3/2, 2), if blocks are pairs of games of
    /// two players.
    #[must_use]
    pub fn pentanomial(&self) -> Option<[u64; 5]> {
        self.lattice()?.try_into().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_scores_merge_in_order() {
        let mut d = Distribution::new(6).unwrap();
        for score in [2.0 / 3.0, 0.1 + 0.2, 0.3, 1.0 - 1.0 / 3.0, 1.0 + 1e-12] {
            d.add(score).unwrap();
        }
        let counts: Vec<u64> = d.cells().iter().map(|c| c.blocks).collect();
        assert_eq!(counts, [2, 2, 1]);
        assert!(d.cells().is_sorted_by(|a, b| a.score < b.score));
        assert_eq!((d.blocks(), d.games()), (5, 30));
        assert_eq!(d.pentanomial(), None);
    }

    #[test]
    fn pentanomial_round_trip_and_merge() {
        let counts = [3, 0, 7, 1, 0];
        let mut d = Distribution::from_pentanomial(counts);
        assert_eq!(d.pentanomial(), Some(counts));
        d.merge(&d.clone()).unwrap();
        d.add(1.0).unwrap();
        assert_eq!(d.pentanomial(), Some([6, 0, 14, 2, 1]));
        d.add(0.3).unwrap();
        assert_eq!(d.pentanomial(), None);
        let trinomial = Distribution::new(1).unwrap();
        assert_eq!(trinomial.pentanomial(), None);
    }

    #[test]
    fn moments() {
        let d = Distribution::from_pentanomial([1, 0, 2, 0, 1]);
        assert_eq!((d.mean(), d.variance()), (Some(0.5), Some(0.125)));
        let mut same = Distribution::new(14).unwrap();
        assert_eq!((same.mean(), same.variance()), (None, None));
        for _ in 0..9 {
            same.add(0.1).unwrap();
        }
        assert_eq!(same.variance(), Some(0.0));
    }

    #[test]
    fn refuses_bad_input() {
        assert_eq!(Distribution::new(0), Err(StatsError::NoGames));
        let mut d = Distribution::new(2).unwrap();
        for bad in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
            assert!(matches!(d.add(bad), Err(StatsError::Score(_))));
        }
        let other = Distribution::new(6).unwrap();
        assert_eq!(d.merge(&other), Err(StatsError::Mixed(2, 6)));
    }
}
