//! The moves that a cell offers a piece on a board that is otherwise occupied at random, against
//! the mean of all cells, as a share of that mean.

use super::{Scope, Term};
use crate::variant::Kind;

/// How much of the value of these moves counts before anything is fitted.
const PLACEMENT_SHARE: f64 = 0.25;

/// A King prefers cells that few moves reach and leave: for each move, hundredths of a pawn.
const KING_SHARE: f64 = -2.0;

pub(super) const TERM: Term = Term {
    name: "reach",
    scope: Scope::Symbols(|survey, kind| survey.piece(kind).pawn.is_none()),
    derived: |survey, kind| {
        let mean = survey.mean_mobility[kind];
        let kind = kind as Kind;
        let weight = if survey.piece(kind).royal {
            KING_SHARE * mean
        } else {
            PLACEMENT_SHARE * survey.derived_value(kind) * mean.min(1.0)
        };
        [weight; 2]
    },
    placed: Some(|survey, _, kind, cell| {
        let mean = survey.mean_mobility[kind as usize];
        (survey.mobility[kind as usize][cell.index()] - mean) / mean.max(f64::MIN_POSITIVE)
    }),
};
