//! What features have in common: those of one piece share a row of numbers, and so do those of
//! one piece on cells that have a coordinate in common. What a rare piece is worth on a cell where it was
//! hardly ever seen is then told by the cells around. (Factorised features: known from the
//! training of networks for shogi and chess.)

use crate::eval::network::NetworkShape;
use crate::geometry::Cell;
use crate::variant::{self, Variant};
use std::collections::HashMap;

/// The rows that features share.
pub(super) struct Sharing {
    /// The number of rows.
    pub rows: usize,
    /// By feature: the rows that count besides its own.
    of: Vec<Vec<usize>>,
}

impl Sharing {
    pub(super) fn new(shape: &NetworkShape) -> Sharing {
        let board = variant_of(shape).map(|variant| &variant.board);
        let mut rows = HashMap::new();
        let mut of = Vec::with_capacity(shape.features());
        for feature in 0..shape.features() {
            let (piece, cell) = (feature / shape.cells, feature % shape.cells);
            let at = board.map(|board| board.at(Cell::new(cell)));
            let places =
                at.into_iter().flat_map(|at| (0..3).map(move |axis| Some((axis, at[axis]))));
            let shared = std::iter::once(None).chain(places).map(|place| {
                let next = rows.len();
                *rows.entry((piece, place)).or_insert(next)
            });
            of.push(shared.collect());
        }
        Sharing { rows: rows.len(), of }
    }

    /// Adds what every feature's slopes are to the slopes of the rows that it shares.
    pub(super) fn gather(&self, slopes: &[f32], shared: &mut [f32], hidden: usize) {
        shared.fill(0.0);
        for (slopes, rows) in slopes.chunks_exact(hidden).zip(&self.of) {
            for &row in rows {
                let sums = &mut shared[row * hidden..][..hidden];
                sums.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
            }
        }
    }

    /// Adds to every feature's numbers what it shares.
    pub(super) fn spread(&self, shared: &[f32], values: &mut [f32], hidden: usize) {
        for (values, rows) in values.chunks_exact_mut(hidden).zip(&self.of) {
            for &row in rows {
                let shared = &shared[row * hidden..][..hidden];
                values.iter_mut().zip(shared).for_each(|(value, share)| *value += share);
            }
        }
    }
}

/// A game that a shape belongs to.
pub(super) fn variant_of(shape: &NetworkShape) -> Option<&'static Variant> {
    let of_family = |id: &&str| crate::eval::family(id) == shape.family;
    variant::ids().find(of_family).and_then(variant::find)
}
