//! Distance from the middle level, on boards of three and more levels.

use super::{Scope, Term};

pub(super) const TERM: Term = Term {
    name: "level",
    scope: Scope::Symbols(|survey, _| survey.level.iter().any(|&l| l != 0.0)),
    derived: |_, _| [0.0; 2],
    placed: Some(|survey, _, _, cell| survey.level[cell.index()]),
};
