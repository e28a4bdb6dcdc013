//! Leaps of an Elephant over another: those that begin a charge.

use super::{Entry, Scope, Tally, Term};
use crate::position::Position;
use crate::variant::Seat;

/// Hundredths of a pawn for each, before anything is fitted.
const EACH: f64 = 6.0;

pub(super) const TERM: Term = Term {
    name: "charge",
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
    let Some(guru) = &position.tables().guru else { return };
    if position.count(seat, guru.charger) < 2 {
        return;
    }
    let chargers = position.of_kind(seat, guru.charger);
    let own = position.of_seat(seat);
    let mut open = 0;
    for from in chargers {
        for over in guru.leapt_over[from.index()] & chargers {
            open += i32::from(!own.contains(guru.landing(from, over)));
        }
    }
    entry.add(seat, 0, open);
}
