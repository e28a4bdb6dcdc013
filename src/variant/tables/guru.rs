//! Tables for Enlightened moves and Elephant charges.

use super::super::{Guru, Kind, Motion, Variant};
use crate::geometry::{Cell, CellSet, Vec3, scale};

/// Cells of one riding direction, nearest first.
pub type Chain = Vec<Cell>;

/// How one kind moves relative to a Guru.
#[derive(Clone, Debug, Default)]
pub struct Enlighten<const W: usize> {
    /// Leaps grouped by length: for each length, the targets by origin.
    pub leaps: Vec<Vec<CellSet<W>>>,
    /// Rides: for each origin, the chains of all directions.
    pub rides: Vec<Vec<Chain>>,
    /// The origins of all these moves on an empty board, by target.
    pub origins: Vec<CellSet<W>>,
}

/// A leap of the charging piece over the cell in between.
#[derive(Clone, Copy, Debug)]
pub struct Leap {
    /// The cell in between.
    pub over: Cell,
    /// The target.
    pub to: Cell,
}

/// The tables of the Guru games.
#[derive(Clone, Debug)]
pub struct GuruTable<const W: usize> {
    /// Kinds that enlighten.
    pub gurus: Vec<Kind>,
    /// The kind that charges.
    pub charger: Kind,
    /// The most leaps of a charge.
    pub max_leaps: usize,
    /// Movement relative to a Guru by kind; empty for pawns.
    pub enlighten: Vec<Enlighten<W>>,
    /// The leaps of the charging kind by origin, in cell order of the target.
    pub leaps: Vec<Vec<Leap>>,
    /// The cells that these leaps go over, by origin.
    pub leapt_over: Vec<CellSet<W>>,
}

fn length_squared(v: Vec3) -> i32 {
    v.iter().map(|&x| i32::from(x) * i32::from(x)).sum()
}

impl<const W: usize> GuruTable<W> {
    /// Where a charging piece lands that leaps over a cell, one of [`GuruTable::leapt_over`].
    #[inline]
    #[must_use]
    pub fn landing(&self, from: Cell, over: Cell) -> Cell {
        Cell::new(2 * over.index() - from.index())
    }

    pub(super) fn new(variant: &Variant, guru: &Guru) -> Self {
        let board = &variant.board;
        let kind = |symbol: &str| variant.kind(symbol, 0).expect("a known symbol");
        let enlighten = variant
            .pieces
            .iter()
            .map(|piece| {
                let mut by_length: Vec<(i32, Vec<Vec3>)> = Vec::new();
                let mut rides: Vec<Vec<Chain>> = Vec::new();
                for motion in &piece.motions {
                    let Motion::Leap(vectors) = motion else {
                        rides = board.cells().map(|c| motion.chains(board, c)).collect();
                        continue;
                    };
                    for &v in vectors {
                        let length = length_squared(v);
                        match by_length.iter_mut().find(|g| g.0 == length) {
                            Some(group) => group.1.push(v),
                            None => by_length.push((length, vec![v])),
                        }
                    }
                }
                let targets = |(_, vectors): (i32, Vec<Vec3>)| {
                    let from = |c| vectors.iter().filter_map(|&v| board.step(c, v)).collect();
                    board.cells().map(from).collect()
                };
                let leaps: Vec<Vec<CellSet<W>>> = by_length.into_iter().map(targets).collect();
                let mut origins = vec![CellSet::EMPTY; board.len()];
                for from in board.cells() {
                    let leapt = leaps.iter().flat_map(|leaps| leaps[from.index()]);
                    let ridden = rides.get(from.index()).into_iter().flatten().flatten().copied();
                    leapt.chain(ridden).for_each(|to| origins[to.index()].insert(from));
                }
                Enlighten { leaps, rides, origins }
            })
            .collect();
        let charger = kind(guru.charger);
        let vectors: Vec<Vec3> = variant.pieces[charger as usize]
            .motions
            .iter()
            .filter_map(|m| if let Motion::Leap(v) = m { Some(v.clone()) } else { None })
            .flatten()
            .collect();
        let leaps: Vec<Vec<Leap>> = board
            .cells()
            .map(|from| {
                let mut leaps: Vec<Leap> = vectors
                    .iter()
                    .filter_map(|&v| {
                        let half = v.map(|x| x / 2);
                        debug_assert_eq!(scale(2, half), v, "charging leaps have a middle");
                        let (over, to) = (board.step(from, half)?, board.step(from, v)?);
                        let middle = (from.index() + to.index()) / 2;
                        assert_eq!(over.index(), middle, "rows of cells are numbered evenly");
                        Some(Leap { over, to })
                    })
                    .collect();
                leaps.sort_by_key(|l| l.to);
                leaps
            })
            .collect();
        GuruTable {
            gurus: guru.gurus.iter().map(|s| kind(s)).collect(),
            charger,
            max_leaps: guru.max_leaps,
            enlighten,
            leapt_over: leaps.iter().map(|l| l.iter().map(|leap| leap.over).collect()).collect(),
            leaps,
        }
    }
}
