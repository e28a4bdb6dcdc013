//! Nearness to the centre of the board.

use super::{Scope, Term};

pub(super) const TERM: Term = Term {
    name: "centre",
    scope: Scope::Symbols(|_, _| true),
    derived: |_, _| [0.0; 2],
    placed: Some(|survey, _, _, cell| survey.centre[cell.index()]),
};
