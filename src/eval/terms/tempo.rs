//! Being on the move.

use super::{Entry, Scope, Tally, Term};
use crate::position::Position;

pub(super) const TERM: Term =
    Term { name: "tempo", scope: Scope::Names(&[""]), derived: |_, _| [10.0; 2], placed: None };

#[inline]
pub(super) fn tally<const W: usize, T: Tally>(position: &Position<W>, entry: &mut Entry<'_, T>) {
    entry.add(position.turn(), 0, 1);
}
