//! Measured mobility: how many moves a piece has on average, from which values are derived.

use crate::geometry::{Cell, CellSet};
use crate::variant::{Kind, Tables};
use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;

/// Random boards per measurement.
const SAMPLES: usize = 12;

/// Random boards on which a quarter of the cells are occupied, a middle-game density.
fn boards<const W: usize>(tables: &Tables<W>) -> Vec<CellSet<W>> {
    let mut random = SplitMix64::seed_from_u64(1986);
    (0..SAMPLES)
        .map(|_| tables.all.into_iter().filter(|_| random.next_u64().is_multiple_of(4)).collect())
        .collect()
}

/// The mean number of moves of every kind from every cell: quiet moves, and captures counted as
/// if half of the pieces met were hostile.
pub(super) fn measure<const W: usize>(tables: &Tables<W>) -> Vec<Vec<f64>> {
    let boards = boards(tables);
    let one = |kind: Kind, from: Cell| {
        let total: f64 =
            boards.iter().map(|occupied| moves(tables, kind, from, &occupied.without(from))).sum();
        total / boards.len() as f64
    };
    let cells: Vec<Cell> = tables.all.into_iter().collect();
    (0..tables.kinds.len() as Kind)
        .map(|kind| cells.iter().map(|&from| one(kind, from)).collect())
        .collect()
}

fn moves<const W: usize>(tables: &Tables<W>, kind: Kind, from: Cell, occupied: &CellSet<W>) -> f64 {
    let (mut quiet, captures) = tables.reach(kind, from, occupied);
    if let Some(pawn) = &tables.kinds[kind as usize].pawn {
        let steps = &pawn.steps[from.index()];
        quiet = steps.steps[..steps.count as usize].iter().map(|s| s.0).collect();
        // A pawn's threat to capture is worth something even where nobody stands.
        return (quiet & !*occupied).count() as f64 + captures.count() as f64 / 4.0;
    }
    (quiet & !*occupied).count() as f64 + (captures & *occupied).count() as f64 / 2.0
}
