//! The share of its way to promotion that a pawn has done, squared: the last steps count most.

use super::{Scope, Term};

/// What a pawn gains on its whole way before anything is fitted.
const WHOLE_WAY: f64 = 220.0;

pub(super) const TERM: Term = Term {
    name: "advance",
    scope: Scope::Symbols(|survey, kind| survey.way[kind as usize].is_some()),
    derived: |_, _| [WHOLE_WAY; 2],
    placed: Some(|survey, _, kind, cell| {
        survey.way[kind as usize].as_ref().map_or(0.0, |way| way[cell.index()].powi(2))
    }),
};
