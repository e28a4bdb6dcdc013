//! Pieces that stand where their own leap would take them from a Guru of their owner: they may go
//! round it.

use super::{Entry, Scope, Tally, Term};
use crate::geometry::CellSet;
use crate::position::Position;
use crate::variant::Seat;

/// Hundredths of a pawn for each, before anything is fitted.
const EACH: f64 = 8.0;

pub(super) const TERM: Term = Term {
    name: "enlightened",
    scope: Scope::Names(&[""]),
    derived: |_, _| [EACH; 2],
    placed: None,
};

#[inline]
pub(super) fn tally<const W: usize, T: Tally>(
    position: &Position<W>,
    seat: Seat,
    entry: &mut Entry<'_, T>,
) {
    let tables = position.tables();
    let mut near = 0;
    for at in position.gurus(seat) {
        let mut pieces = CellSet::EMPTY;
        for kind in position.kinds_of(seat, tables.leaping & !tables.pawns) {
            let leaps = tables.kinds[kind as usize].leaps[at.index()];
            pieces |= leaps & position.of_kind(seat, kind);
        }
        near += pieces.count();
    }
    if near > 0 {
        entry.add(seat, 0, near as i32);
    }
}
