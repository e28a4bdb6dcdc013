//! Flights of a King in games for three, while all are left: cells around it with no own piece that
//! no enemy attacks. Who has few of them falls first, whatever the material.

use super::{Entry, Scope, Tally, Term};
use crate::position::Position;
use crate::variant::Seat;

/// The fewest flights of each slot.
const FROM: [usize; 7] = [0, 1, 2, 3, 4, 6, 9];

pub(super) const TERM: Term = Term {
    name: "flight",
    scope: Scope::Names(&["0", "1", "2", "3", "4", "6", "9"]),
    derived: |_, _| [0.0; 2],
    placed: None,
};

#[inline]
pub(super) fn tally<const W: usize, T: Tally>(position: &Position<W>, entry: &mut Entry<'_, T>) {
    let seats = position.tables().variant.seats();
    let counts = seats == 3 && position.survivors() == 3;
    // To find them takes a tenth of the time of a search or more.
    if !counts || !(0..FROM.len()).any(|slot| entry.matters(slot)) {
        return;
    }
    for seat in 0..seats as Seat {
        let flights = position.flights(seat).count();
        let slot = FROM.iter().rposition(|&from| flights >= from).unwrap_or(0);
        entry.add(seat, slot, 1);
    }
}
