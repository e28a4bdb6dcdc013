//! What features have in common: those of one piece share a row of numbers, and so do those of
//! one piece on cells that have a coordinate in common, and those of one piece on one cell for all
//! zones of the King. What a rare piece is worth on a cell where it was hardly ever seen is then told
//! by the cells around. (Factorised features: known from the
//! training of networks for shogi and chess.)

use crate::eval::is_of_family;
use crate::eval::network::NetworkShape;
use crate::geometry::Cell;
use crate::variant::{self, Variant};
use rayon::prelude::*;
use std::collections::HashMap;

/// The places on which features of a piece share a row.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Place {
    Anywhere,
    /// Cells with this coordinate on this axis.
    Axis(usize, i8),
    /// A cell, whatever the zone of the King.
    Cell(usize),
}

/// The rows that features share.
pub(super) struct Sharing {
    /// The number of rows.
    pub rows: usize,
    /// By feature: the rows that count besides its own.
    of: Vec<Vec<usize>>,
    /// By row: the features that share it.
    by: Vec<Vec<usize>>,
}

impl Sharing {
    pub(super) fn new(shape: &NetworkShape) -> Sharing {
        let board = variant_of(shape).map(|variant| &variant.board);
        let of_zone = shape.features_of_zone();
        let mut rows = HashMap::new();
        let mut of: Vec<Vec<usize>> = Vec::with_capacity(shape.features());
        for feature in 0..shape.features() {
            let (piece, cell) = (feature % of_zone / shape.cells, feature % shape.cells);
            let at = board.map(|board| board.at(Cell::new(cell)));
            let axes =
                at.into_iter().flat_map(|at| (0..3).map(move |axis| Place::Axis(axis, at[axis])));
            let all_zones = (shape.zones > 1).then_some(Place::Cell(cell));
            let places = std::iter::once(Place::Anywhere).chain(axes).chain(all_zones);
            let shared = places.map(|place| {
                let next = rows.len();
                *rows.entry((piece, place)).or_insert(next)
            });
            of.push(shared.collect());
        }
        let mut by = vec![Vec::new(); rows.len()];
        for (feature, rows) in of.iter().enumerate() {
            rows.iter().for_each(|&row| by[row].push(feature));
        }
        Sharing { rows: rows.len(), of, by }
    }

    /// Adds what every feature's slopes are to the slopes of the rows that it shares.
    pub(super) fn gather(&self, slopes: &[f32], shared: &mut [f32], hidden: usize) {
        shared.par_chunks_exact_mut(hidden).zip(&self.by).for_each(|(sums, features)| {
            sums.fill(0.0);
            for &feature in features {
                let slopes = &slopes[feature * hidden..][..hidden];
                sums.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
            }
        });
    }

    /// Adds to every feature's numbers what it shares.
    pub(super) fn spread(&self, shared: &[f32], values: &mut [f32], hidden: usize) {
        values.par_chunks_exact_mut(hidden).zip(&self.of).for_each(|(values, rows)| {
            for &row in rows {
                let shared = &shared[row * hidden..][..hidden];
                values.iter_mut().zip(shared).for_each(|(value, share)| *value += share);
            }
        });
    }
}

/// A game that a shape belongs to.
pub(super) fn variant_of(shape: &NetworkShape) -> Option<&'static Variant> {
    let of_family = |id: &&str| is_of_family(id, &shape.family);
    variant::ids().find(of_family).and_then(variant::find)
}
