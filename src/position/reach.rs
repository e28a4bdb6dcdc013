//! The reach of a single piece, for analysis: a board with nothing else on it, not even Kings.

use super::game::{AnyTables, tables};
use crate::geometry::{Cell, CellSet};
use crate::variant::{Kind, Seat, Tables, Variant};

/// The cells, in cell order, that one piece reaches in one move on the otherwise empty board.
///
/// Pawns make their quiet steps, the double step from its starting cells included; whether they
/// could be promoted there is not asked. Hoppers ride, as there is nothing to hop over. The owner
/// matters only through the kind, which has a heading where a direction matters.
#[must_use]
pub fn reach_on_empty_board(
    variant: &'static Variant,
    cell: Cell,
    seat: Seat,
    kind: Kind,
) -> Vec<Cell> {
    debug_assert!((seat as usize) < variant.seats());
    match tables(variant) {
        AnyTables::W1(t) => reach(t, cell, kind),
        AnyTables::W4(t) => reach(t, cell, kind),
        AnyTables::W6(t) => reach(t, cell, kind),
    }
}

fn reach<const W: usize>(tables: &Tables<W>, cell: Cell, kind: Kind) -> Vec<Cell> {
    let reached: CellSet<W> = match &tables.kinds[kind as usize].pawn {
        None => tables.reach(kind, cell, &CellSet::EMPTY).0,
        Some(pawn) => {
            let steps = &pawn.steps[cell.index()];
            let ways = steps.steps[..steps.count as usize].iter();
            ways.flat_map(|&(one, two)| [one, two]).filter(|c| c.is_some()).collect()
        }
    };
    reached.into_iter().collect()
}
