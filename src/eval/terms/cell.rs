//! What a piece is worth on one cell more than on others: a number for each, beyond what the other terms
//! of placement say. Cells that lie alike to all camps share it. On boards of several levels that look
//! alike to all players: on one level networks judge.

use super::{Scope, Term};

pub(super) const TERM: Term = Term {
    name: "cell",
    scope: Scope::Cells(|survey, _| {
        survey.variant.board.level_names().len() > 1 && !survey.classes.is_empty()
    }),
    derived: |_, _| [0.0; 2],
    placed: Some(|_, _, _, _| 1.0),
};
