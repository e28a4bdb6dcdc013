//! The sheet of a game: its weights by number and name, with the values derived for them.

use super::survey::Survey;
use super::terms::{Scope, TERMS, Term};
use crate::geometry::Cell;
use crate::variant::{Kind, MAX_KINDS, Seat, Tables};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Says in `Sheet::weight` that a term has no weight for a slot.
const NO_WEIGHT: u16 = u16::MAX;

/// The most slots of a term.
const SLOTS: usize = MAX_KINDS;

/// The weights of a game by number, from 0. Numbers may differ between the games of a family;
/// names mean the same in all of them.
#[derive(Debug)]
pub struct Sheet {
    survey: Survey,
    names: Vec<String>,
    derived: Vec<[f64; 2]>,
    /// The number of the weight by term and slot, a row of [`SLOTS`] for each term.
    weight: Vec<u16>,
}

impl Sheet {
    /// The sheet of a game, made when first asked for and kept for good.
    #[must_use]
    pub fn of_game<const W: usize>(tables: &'static Tables<W>) -> &'static Sheet {
        static SHEETS: Mutex<Option<HashMap<&'static str, &'static Sheet>>> = Mutex::new(None);
        let mut sheets = SHEETS.lock().unwrap_or_else(PoisonError::into_inner);
        sheets
            .get_or_insert_default()
            .entry(tables.variant.id)
            .or_insert_with(|| Box::leak(Box::new(Sheet::new(Survey::new(tables)))))
    }

    fn new(survey: Survey) -> Sheet {
        let mut sheet =
            Sheet { survey, names: Vec::new(), derived: Vec::new(), weight: Vec::new() };
        for term in &TERMS {
            let mut row: Vec<u16> = match term.scope {
                Scope::Names(names) => {
                    (0..names.len()).map(|slot| sheet.enter(term, slot, names[slot])).collect()
                }
                Scope::Symbols(applies) => (0..sheet.survey.variant.pieces.len() as Kind)
                    .map(|kind| {
                        if !applies(&sheet.survey, kind) {
                            return NO_WEIGHT;
                        }
                        let symbol = sheet.survey.piece(kind).symbol;
                        sheet.enter(term, kind.into(), symbol)
                    })
                    .collect(),
                Scope::Cells(applies) => sheet.enter_cells(term, applies),
            };
            row.resize(SLOTS, NO_WEIGHT);
            sheet.weight.extend(row);
        }
        sheet
    }

    /// The number of the weight of a slot, which is new unless its name is known: kinds of one
    /// symbol share a weight.
    fn enter(&mut self, term: &Term, slot: usize, last: &str) -> u16 {
        let name =
            if last.is_empty() { term.name.to_string() } else { format!("{}.{last}", term.name) };
        let known = self.names.iter().position(|n| *n == name);
        known.unwrap_or_else(|| {
            self.names.push(name);
            self.derived.push((term.derived)(&self.survey, slot));
            self.names.len() - 1
        }) as u16
    }

    /// By kind, the number of the first of its weights on cells: one for each class, in their order.
    fn enter_cells(&mut self, term: &Term, applies: fn(&Survey, Kind) -> bool) -> Vec<u16> {
        let mut first: HashMap<&str, u16> = HashMap::new();
        let mut row = Vec::new();
        for (kind, piece) in self.survey.variant.pieces.iter().enumerate() {
            if !applies(&self.survey, kind as Kind) {
                row.push(NO_WEIGHT);
                continue;
            }
            let next = self.names.len() as u16;
            row.push(*first.entry(piece.symbol).or_insert(next));
            if row.last() == Some(&next) {
                let derived = (term.derived)(&self.survey, kind);
                for class in &self.survey.classes {
                    self.names.push(format!("{}.{}.{class}", term.name, piece.symbol));
                    self.derived.push(derived);
                }
            }
        }
        row
    }

    pub(super) fn survey(&self) -> &Survey {
        &self.survey
    }

    /// The names of the weights in their order: `TERM`, `TERM.SYMBOL` or `TERM.SYMBOL.CELL`.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// What the weights are worth before anything is fitted, in the middle game and the endgame,
    /// in hundredths of a pawn.
    #[must_use]
    pub fn derived(&self) -> &[[f64; 2]] {
        &self.derived
    }

    /// The number of the weight that a term, by its number, has for a slot.
    #[inline]
    pub(super) fn weight(&self, term: usize, slot: usize) -> Option<usize> {
        let weight = self.weight[term * SLOTS + slot];
        (weight != NO_WEIGHT).then_some(weight.into())
    }

    /// The weights that a piece on a cell counts for wherever all others stand, with their
    /// coefficients.
    pub(super) fn placed(
        &self,
        seat: Seat,
        kind: Kind,
        cell: Cell,
    ) -> impl Iterator<Item = (usize, f64)> {
        TERMS.iter().enumerate().filter_map(move |(number, term)| {
            let coefficient = term.placed?(&self.survey, seat, kind, cell);
            let mut weight = self.weight(number, kind.into())?;
            if matches!(term.scope, Scope::Cells(_)) {
                weight += usize::from(self.survey.class[seat as usize][cell.index()]);
            }
            Some((weight, coefficient))
        })
    }
}
