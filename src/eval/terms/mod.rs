//! The terms of the evaluation, one file each.
//!
//! A term is a number of weights and a rule that says how often each of them counts for a seat.
//! *Placed* terms depend on one piece and its cell; they are summed into tables and followed move by
//! move. Files of all others have a function `tally`. *Owned* terms depend on one player's pieces and
//! are counted again when one of them moves or falls, the rest whenever a position is evaluated.
//! *Standing* terms look at the position, terms of *attacks* at what every piece attacks (games for
//! two), terms of *ways* besides at what the board is like for pawns. To add a term, write its file
//! and name it in the list below: sheets, weight files, traces and fits follow by themselves.

use super::Sheet;
use super::scene::Scene;
use super::survey::Survey;
use crate::geometry::Cell;
use crate::position::Position;
use crate::variant::{Kind, Seat};

/// What a term is.
pub(super) struct Term {
    /// The name, the first part of the names of its weights.
    pub name: &'static str,
    /// Which weights it has.
    pub scope: Scope,
    /// The weight of a slot before anything is fitted: middle game and endgame, in hundredths of
    /// a pawn.
    pub derived: fn(&Survey, usize) -> [f64; 2],
    /// How often its weight counts for a piece on a cell; none for standing terms.
    pub placed: Option<Coefficient>,
}

/// How often a weight counts for a piece on a cell.
pub(super) type Coefficient = fn(&Survey, Seat, Kind, Cell) -> f64;

/// Which weights a term has, by *slot*.
pub(super) enum Scope {
    /// One for each name; slots are numbered in this order. An empty name is the term's own.
    Names(&'static [&'static str]),
    /// One for each symbol among the kinds it applies to; slots are kinds.
    Symbols(fn(&Survey, Kind) -> bool),
    /// One for each symbol among the kinds it applies to on each class of cells (`Survey::class`); slots
    /// are kinds, and the weight of a slot is that of the first class.
    Cells(fn(&Survey, Kind) -> bool),
}

/// Who counts: the evaluation adds weights up, a trace notes how often each counted.
pub(super) trait Tally {
    /// A weight, by its number, counts so many times for a seat.
    fn add(&mut self, seat: Seat, weight: usize, times: i32);

    /// Whether it makes a difference how often a weight, by its number, counts.
    fn matters(&self, _weight: usize) -> bool {
        true
    }

    /// Whether terms of attacks and ways count at all: they take most of the time.
    fn looks_at_attacks(&self) -> bool {
        true
    }
}

/// A tally as one standing term sees it.
pub(super) struct Entry<'t, T> {
    tally: &'t mut T,
    sheet: &'t Sheet,
    term: usize,
}

impl<T: Tally> Entry<'_, T> {
    /// Whether it makes a difference how often the weight of a slot counts.
    #[inline]
    pub(super) fn matters(&self, slot: usize) -> bool {
        self.sheet.weight(self.term, slot).is_some_and(|weight| self.tally.matters(weight))
    }

    /// The weight of a slot counts so many times for a seat. Nothing happens if the slot is a
    /// kind that the term does not apply to.
    #[inline]
    pub(super) fn add(&mut self, seat: Seat, slot: usize, times: i32) {
        if let Some(weight) = self.sheet.weight(self.term, slot) {
            self.tally.add(seat, weight, times);
        }
    }
}

/// Whether a weight is one of those on single cells: there are many of them, and each counts seldom.
#[must_use]
pub fn is_on_cell(name: &str) -> bool {
    name.split('.').next() == Some(cell::TERM.name)
}

macro_rules! terms {
    (
        placed: $($placed:ident),*;
        owned: $($owned:ident),*;
        standing: $($standing:ident),*;
        attacks: $($attacks:ident),*;
        ways: $($ways:ident),*;
    ) => {
        $(mod $placed;)*
        $(mod $owned;)*
        $(mod $standing;)*
        $(mod $attacks;)*
        $(mod $ways;)*

        /// All terms; their place is their number.
        pub(super) static TERMS: [Term; [
            $(stringify!($placed),)* $(stringify!($owned),)* $(stringify!($standing),)*
            $(stringify!($attacks),)* $(stringify!($ways),)*
        ].len()] = [
            $($placed::TERM,)* $($owned::TERM,)* $($standing::TERM,)*
            $($attacks::TERM,)* $($ways::TERM),*
        ];

        /// Whether a weight is one of the terms of attacks and ways.
        pub(super) fn is_of_attacks(name: &str) -> bool {
            let term = name.split('.').next().unwrap_or(name);
            [$(stringify!($attacks),)* $(stringify!($ways)),*].contains(&term)
        }

        /// Counts the owned terms of a seat.
        #[inline]
        pub(super) fn tally_owned<const W: usize, T: Tally>(
            position: &Position<W>,
            seat: Seat,
            sheet: &Sheet,
            tally: &mut T,
        ) {
            let mut terms = [$(stringify!($placed)),*].len()..;
            $(
                let term = terms.next().unwrap_or(0);
                $owned::tally(position, seat, &mut Entry { tally, sheet, term });
            )*
        }

        /// Counts all terms that are neither placed nor owned.
        #[inline]
        pub(super) fn tally<const W: usize, T: Tally>(
            position: &Position<W>,
            sheet: &Sheet,
            tally: &mut T,
        ) {
            let mut terms = [$(stringify!($placed),)* $(stringify!($owned)),*].len()..;
            $(
                let term = terms.next().unwrap_or(0);
                $standing::tally(position, &mut Entry { tally, sheet, term });
            )*
            if !tally.looks_at_attacks() {
                return;
            }
            let Some(scene) = Scene::of(position) else { return };
            $(
                let term = terms.next().unwrap_or(0);
                $attacks::tally(&scene, &mut Entry { tally, sheet, term });
            )*
            $(
                let term = terms.next().unwrap_or(0);
                $ways::tally(&scene, sheet.survey(), &mut Entry { tally, sheet, term });
            )*
        }
    };
}

terms! {
    placed: value, reach, centre, forward, level, cell, advance, progress;
    owned: enlightened, charge;
    standing: tempo, pair, promotee, flight;
    attacks: mobility, siege, assault, shelter, threat, hanging, chain;
    ways: passed, doubled;
}
