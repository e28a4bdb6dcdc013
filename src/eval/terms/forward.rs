//! Distance from the own camp towards those of the others. Pawns have [`super::advance`].

use super::{Scope, Term};

pub(super) const TERM: Term = Term {
    name: "forward",
    scope: Scope::Symbols(|survey, kind| survey.piece(kind).pawn.is_none()),
    derived: |_, _| [0.0; 2],
    placed: Some(|survey, seat, _, cell| survey.forward[seat as usize][cell.index()]),
};
