//! Pieces that stand where their own leap would take them from a Guru of their owner: they may go
//! round it.

use super::{Entry, Scope, Tally, Term};
use crate::position::Position;
use crate::variant::{Kind, Seat};

/// Hundredths of a pawn for each, before anything is fitted.
const EACH: f64 = 8.0;

pub(super) const TERM: Term = Term {
    name: "enlightened",
    scope: Scope::Names(&[""]),
    derived: |_, _| [EACH; 2],
    placed: None,
};

#[inline]
pub(super) fn tally<const W: usize, T: Tally>(position: &Position<W>, entry: &mut Entry<'_, T>) {
    let tables = position.tables();
    let Some(guru) = &tables.guru else { return };
    for seat in 0..tables.variant.seats() as Seat {
        for &enlightening in &guru.gurus {
            if position.count(seat, enlightening) == 0 {
                continue;
            }
            for at in position.of_kind(seat, enlightening) {
                for (kind, table) in tables.kinds.iter().enumerate() {
                    let kind = kind as Kind;
                    if table.pawn.is_some() || position.count(seat, kind) == 0 {
                        continue;
                    }
                    let near = table.leaps[at.index()] & position.of_kind(seat, kind);
                    entry.add(seat, 0, near.count() as i32);
                }
            }
        }
    }
}
