//! The weights of a game: what a kind is worth on a cell.

use super::mobility;
use super::pursuit::Distances;
use crate::geometry::Cell;
use crate::variant::{Kind, Tables};
use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

/// Values of pieces on cells, in hundredths of a pawn.
#[derive(Debug)]
pub struct Weights {
    /// Mean value by kind. Kings have none.
    value: Vec<i32>,
    /// Value by kind and cell.
    on_cell: Vec<Vec<i32>>,
    /// How far the cells lie apart.
    pub(super) distances: Distances,
}

/// A piece with mobility m is worth `SCALE * m ^ EXPONENT`: with these numbers FIDE's Knight, Bishop,
/// Rook and Queen come out at 2.65, 3.25, 4.72 and 8.64, a Pawn at 0.50 and what it gains on its way.
/// (Values from mobility with an exponent a little above one go
/// back to R. Betza; see also `psqt.cpp` of Fairy-Stockfish.)
const SCALE: f64 = 48.0;
const EXPONENT: f64 = 1.12;

/// How much of the value of the moves that a cell offers above the mean counts as placement.
const PLACEMENT_SHARE: f64 = 0.25;

/// What a pawn gains on its whole way to promotion.
const PAWN_WAY: f64 = 220.0;

/// A King prefers cells that few moves reach and leave.
const KING_SHARE: f64 = -2.0;

impl Weights {
    /// The weights of a game, derived from expected mobility when first asked for.
    #[must_use]
    pub fn of_game<const W: usize>(tables: &'static Tables<W>) -> &'static Weights {
        static DERIVED: Mutex<Option<HashMap<&'static str, &'static Weights>>> = Mutex::new(None);
        let mut derived = DERIVED.lock().unwrap_or_else(PoisonError::into_inner);
        derived
            .get_or_insert_default()
            .entry(tables.variant.id)
            .or_insert_with(|| Box::leak(Box::new(Self::derive(tables))))
    }

    fn derive<const W: usize>(tables: &Tables<W>) -> Weights {
        let expected = mobility::expected(tables.variant);
        let distances = Distances::new(tables);
        let mut weights = Weights { value: Vec::new(), on_cell: Vec::new(), distances };
        for (kind, cells) in expected.iter().enumerate() {
            let table = &tables.kinds[kind];
            let mean = mean_of_symbol(tables, &expected, kind);
            let value = if table.royal { 0.0 } else { SCALE * mean.powf(EXPONENT) };
            let way = distance_to_promotion(tables, kind as Kind);
            let on_cell = |(i, &m): (usize, &f64)| {
                let placement = match way.as_ref().map(|w| (w[i], w.iter().flatten().max())) {
                    Some((Some(left), Some(&longest))) => {
                        let done = 1.0 - left as f64 / longest.max(1) as f64;
                        PAWN_WAY * done * done
                    }
                    Some(_) => 0.0,
                    None if table.royal => KING_SHARE * (m - mean),
                    None => PLACEMENT_SHARE * value / mean.max(1.0) * (m - mean),
                };
                (value + placement).round() as i32
            };
            weights.on_cell.push(cells.iter().enumerate().map(on_cell).collect());
            weights.value.push(value.round() as i32);
        }
        weights
    }

    /// What a piece of a kind is worth on a cell.
    #[inline]
    #[must_use]
    pub fn of(&self, kind: Kind, cell: Cell) -> i32 {
        self.on_cell[kind as usize][cell.index()]
    }

    /// What a piece of a kind is worth on average.
    #[inline]
    #[must_use]
    pub fn value(&self, kind: Kind) -> i32 {
        self.value[kind as usize]
    }
}

/// The mean number of moves over all cells of the kinds with the symbol of a kind: pieces that
/// differ only by heading are worth the same, wherever they may go.
fn mean_of_symbol<const W: usize>(tables: &Tables<W>, expected: &[Vec<f64>], kind: usize) -> f64 {
    let pieces = &tables.variant.pieces;
    let alike = (0..pieces.len()).filter(|&k| pieces[k].symbol == pieces[kind].symbol);
    let (sum, count) =
        alike.flat_map(|k| &expected[k]).fold((0.0, 0u32), |(sum, count), m| (sum + m, count + 1));
    sum / f64::from(count)
}

/// For a pawn, the number of single steps from each cell to the nearest cell where it must or
/// may be promoted, `None` where no way leads there; `None` for other kinds.
fn distance_to_promotion<const W: usize>(
    tables: &Tables<W>,
    kind: Kind,
) -> Option<Vec<Option<usize>>> {
    let pawn = tables.kinds[kind as usize].pawn.as_ref()?;
    let goal = if pawn.fixed.is_empty() { pawn.forced } else { pawn.never_on };
    let cells = tables.variant.board.len();
    let mut before = vec![Vec::new(); cells];
    for (from, steps) in pawn.steps.iter().enumerate() {
        for (to, _) in &steps.steps[..steps.count as usize] {
            before[to.index()].push(from);
        }
    }
    let mut distance = vec![None; cells];
    let mut queue: VecDeque<usize> = goal.into_iter().map(Cell::index).collect();
    for &cell in &queue {
        distance[cell] = Some(0);
    }
    while let Some(cell) = queue.pop_front() {
        for &from in &before[cell] {
            if distance[from].is_none() {
                distance[from] = distance[cell].map(|d| d + 1);
                queue.push_back(from);
            }
        }
    }
    Some(distance)
}
