//! The weights of a game, compiled for play: tables of pieces on cells, and one number for each
//! standing term.

use super::network::{Network, NetworkFile};
use super::outlook::{Outlook, Standing};
use super::survey::Survey;
use super::tapered::Tapered;
use super::terms::{TERMS, is_of_attacks};
use super::{DECADE, Sheet, WeightFile};
use crate::geometry::Cell;
use crate::position::Piece;
use crate::variant::{Kind, MAX_SEATS, Seat, Tables};

/// How far from even, in hundredths of a pawn, a game for two is as likely won as not, unless a
/// file says otherwise. Chosen, not fitted.
const DRAW_MARGIN: f64 = 120.0;

/// The weights of a game. They never change; a search that is to use others is given another
/// `Weights`.
#[derive(Debug)]
pub struct Weights {
    sheet: &'static Sheet,
    /// By number, as in the sheet: hundredths of a pawn in the middle game and the endgame.
    values: Vec<[f64; 2]>,
    tapered: Vec<Tapered>,
    draw_margin: f64,
    decade: f64,
    outlook: Outlook,
    kinds: usize,
    cells: usize,
    /// By seat, kind and cell.
    on_cell: Vec<Tapered>,
    /// By kind: how much middle game it makes.
    phase: Vec<i32>,
    /// Whether any weight of the terms of attacks and ways is not zero.
    looks_at_attacks: bool,
    /// By kind: what it is worth on average, in hundredths of a pawn.
    mean: Vec<i32>,
    network: Option<Network>,
}

impl Weights {
    /// The weights that a file gives a game. What it does not mention is derived from expected
    /// mobility.
    #[must_use]
    pub fn new<const W: usize>(tables: &'static Tables<W>, file: &WeightFile) -> Weights {
        let sheet = Sheet::of_game(tables);
        let named = sheet.names().iter().zip(sheet.derived());
        let values = named.map(|(name, &derived)| file.get(name).unwrap_or(derived)).collect();
        Weights {
            draw_margin: file.draw_margin().unwrap_or(DRAW_MARGIN),
            decade: file.decade().unwrap_or(DECADE),
            outlook: file.outlook().clone(),
            ..Weights::from_values(sheet, values)
        }
    }

    /// The same with a network, which judges positions instead of the terms, if it knows the game.
    #[must_use]
    pub fn with_network<const W: usize>(self, tables: &Tables<W>, file: &NetworkFile) -> Weights {
        Weights { network: Network::new(tables, file), ..self }
    }

    /// The network that judges positions, if there is one.
    #[inline]
    pub(super) fn network(&self) -> Option<&Network> {
        self.network.as_ref()
    }

    fn from_values(sheet: &'static Sheet, values: Vec<[f64; 2]>) -> Weights {
        let variant = sheet.survey().variant;
        let kinds = variant.pieces.len();
        let cells = variant.board.len();
        let mut on_cell = Vec::with_capacity(variant.seats() * kinds * cells);
        for seat in 0..variant.seats() as Seat {
            for kind in 0..kinds as Kind {
                on_cell.extend(variant.board.cells().map(|cell| {
                    let sum = sheet.placed(seat, kind, cell).fold([0.0; 2], |sum, (i, times)| {
                        [sum[0] + times * values[i][0], sum[1] + times * values[i][1]]
                    });
                    Tapered::of_weight(sum)
                }));
            }
        }
        let value = TERMS.iter().position(|t| t.name == "value").unwrap_or(0);
        let mean = (0..kinds)
            .map(|k| sheet.weight(value, k).map_or([0.0; 2], |i| values[i]))
            .map(|[middle, end]| ((middle + end) / 2.0).round() as i32)
            .collect();
        let tapered = values.iter().map(|&v| Tapered::of_weight(v)).collect();
        let phase = sheet.survey().phase.clone();
        let looks_at_attacks = (sheet.names().iter().zip(&values))
            .any(|(name, value)| *value != [0.0; 2] && is_of_attacks(name));
        let (draw_margin, decade) = (DRAW_MARGIN, DECADE);
        Weights {
            sheet,
            values,
            tapered,
            draw_margin,
            decade,
            outlook: Outlook::default(),
            kinds,
            cells,
            on_cell,
            phase,
            looks_at_attacks,
            mean,
            network: None,
        }
    }

    /// The sheet that says what the values mean.
    #[must_use]
    pub fn sheet(&self) -> &'static Sheet {
        self.sheet
    }

    /// The weights by their numbers in the sheet: middle game and endgame, in hundredths of a
    /// pawn.
    #[must_use]
    pub fn values(&self) -> &[[f64; 2]] {
        &self.values
    }

    /// A difference of strengths, in hundredths of a pawn, on the scale of [`super::share`]: what
    /// it means for the result differs from game to game.
    #[must_use]
    pub fn normal(&self, difference: f64) -> f64 {
        difference * DECADE / self.decade
    }

    /// The expected share of the others that each party of a standing leaves behind, from 0 to 1.
    #[must_use]
    pub fn expected(&self, standing: &Standing) -> [f64; MAX_SEATS] {
        self.outlook.expected(standing, self.decade)
    }

    /// How far from even, on the scale of [`super::share`], a game for two is as likely won as not.
    #[must_use]
    pub fn draw_margin(&self) -> f64 {
        self.draw_margin
    }

    /// What a piece of a kind is worth on average, in hundredths of a pawn; nothing for Kings.
    #[inline]
    #[must_use]
    pub fn value(&self, kind: Kind) -> i32 {
        self.mean[kind as usize]
    }

    /// What a piece of the first player counts for by all placed terms, the mean over all cells
    /// of the board: middle game and endgame, in hundredths of a pawn.
    #[must_use]
    pub fn mean_on_board(&self, kind: Kind) -> [f64; 2] {
        let cells = self.sheet.survey().variant.board.cells();
        let sum = cells.fold([0.0; 2], |sum, cell| {
            let placed = self.sheet.placed(0, kind, cell);
            placed.fold(sum, |[middle, end], (weight, times)| {
                let value = self.values[weight];
                [middle + times * value[0], end + times * value[1]]
            })
        });
        sum.map(|s| s / self.cells as f64)
    }

    /// What a piece counts for on a cell by all placed terms.
    #[inline]
    pub(super) fn on_cell(&self, piece: Piece, cell: Cell) -> Tapered {
        self.on_cells(piece)[cell.index()]
    }

    /// The same for every cell.
    #[inline]
    pub(super) fn on_cells(&self, piece: Piece) -> &[Tapered] {
        let row = piece.seat() as usize * self.kinds + piece.kind() as usize;
        &self.on_cell[row * self.cells..][..self.cells]
    }

    /// How much middle game a piece makes.
    #[inline]
    pub(super) fn phase(&self, kind: Kind) -> i32 {
        self.phase[kind as usize]
    }

    /// Whether terms of attacks and ways count at all.
    #[inline]
    pub(super) fn looks_at_attacks(&self) -> bool {
        self.looks_at_attacks
    }

    /// What a weight counts for once.
    #[inline]
    pub(super) fn tapered(&self, weight: usize) -> Tapered {
        self.tapered[weight]
    }

    #[inline]
    pub(super) fn survey(&self) -> &'static Survey {
        self.sheet.survey()
    }
}
