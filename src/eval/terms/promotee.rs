//! Promotees while three players are left: with one of them the next checkmate wins the game, in
//! games in which whoever checkmates is promoted.

use super::{Entry, Scope, Tally, Term};
use crate::position::Position;
use crate::variant::{Elimination, Kind, Seat};

/// Players left when a promotee's checkmate wins.
const LEFT: u32 = 3;

/// Hundredths of a pawn for the Emperor, and for every other promotee, before anything is fitted.
const DERIVED: [f64; 2] = [150.0, 100.0];

pub(super) const TERM: Term = Term {
    name: "promotee",
    scope: Scope::Names(&["royal", "piece"]),
    derived: |_, slot| [DERIVED[slot]; 2],
    placed: None,
};

#[inline]
pub(super) fn tally<const W: usize, T: Tally>(position: &Position<W>, entry: &mut Entry<'_, T>) {
    let tables = position.tables();
    let rules = &tables.variant.rules;
    if rules.elimination != Elimination::Promote
        || rules.teams.is_some()
        || position.survivors() != LEFT
    {
        return;
    }
    for (kind, table) in tables.kinds.iter().enumerate().filter(|(_, table)| table.promotee) {
        for seat in 0..tables.variant.seats() as Seat {
            let count = position.count(seat, kind as Kind);
            entry.add(seat, usize::from(!table.royal), count.into());
        }
    }
}
