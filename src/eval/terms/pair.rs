//! Having two or more of a kind: pairs of pieces bound to cells of one colour cover both.

use super::{Entry, Scope, Tally, Term};
use crate::position::Position;
use crate::variant::Seat;

pub(super) const TERM: Term = Term {
    name: "pair",
    scope: Scope::Symbols(|survey, kind| {
        let piece = survey.piece(kind);
        survey.is_duel() && !piece.royal && piece.pawn.is_none()
    }),
    derived: |_, _| [0.0; 2],
    placed: None,
};

#[inline]
pub(super) fn tally<const W: usize, T: Tally>(position: &Position<W>, entry: &mut Entry<'_, T>) {
    let tables = position.tables();
    if tables.variant.seats() != 2 {
        return;
    }
    for seat in 0..2 as Seat {
        for kind in position.kinds_of(seat, !(tables.pawns | tables.royal)) {
            if position.count(seat, kind) >= 2 {
                entry.add(seat, kind.into(), 1);
            }
        }
    }
}
