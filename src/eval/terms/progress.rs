//! The share of its way to promotion that a pawn has done; with [`super::advance`] a curve.

use super::{Scope, Term};

pub(super) const TERM: Term = Term {
    name: "progress",
    scope: Scope::Symbols(|survey, kind| survey.way[kind as usize].is_some()),
    derived: |_, _| [0.0; 2],
    placed: Some(|survey, _, kind, cell| {
        survey.way[kind as usize].as_ref().map_or(0.0, |way| way[cell.index()])
    }),
};
