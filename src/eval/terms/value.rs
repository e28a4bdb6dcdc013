//! What a piece is worth wherever it stands.

use super::{Scope, Term};
use crate::variant::Kind;

pub(super) const TERM: Term = Term {
    name: "value",
    // Everyone always has one royal piece: only an Emperor can be worth more than a King.
    scope: Scope::Symbols(|survey, kind| {
        let piece = survey.piece(kind);
        !piece.royal || piece.promotee
    }),
    derived: |survey, kind| [survey.derived_value(kind as Kind); 2],
    placed: Some(|_, _, _, _| 1.0),
};
