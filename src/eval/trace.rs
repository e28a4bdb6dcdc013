//! The trace of a position: what its strengths are linear in. It comes from the same rules, term by
//! term, as the strengths themselves.

use super::terms::{self, Tally};
use super::{FULL_PHASE, Sheet};
use crate::position::Position;
use crate::variant::{MAX_SEATS, Seat};

/// How often each weight counts for each seat in a position: what the strengths are linear in.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The share of the middle game, from 0 to 1.
    pub phase: f64,
    /// By seat: weights by number, rising, with how often they count. A seat's strength is the sum
    /// of `times * (phase * middle + (1 - phase) * end)` over them, but for rounding. Empty for
    /// the fallen.
    pub seats: [Vec<(usize, f64)>; MAX_SEATS],
}

impl Trace {
    /// The trace of a position.
    #[must_use]
    pub fn of<const W: usize>(position: &Position<W>) -> Trace {
        let sheet = Sheet::of_game(position.tables());
        let survey = sheet.survey();
        let mut notes = Notes([(); MAX_SEATS].map(|()| vec![0.0; sheet.names().len()]));
        let mut pieces = 0;
        for cell in position.occupied() {
            let Some(piece) = position.piece_on(cell) else { continue };
            pieces += survey.phase[piece.kind() as usize];
            for (weight, times) in sheet.placed(piece.seat(), piece.kind(), cell) {
                notes.0[piece.seat() as usize][weight] += times;
            }
        }
        for seat in 0..position.tables().variant.seats() as Seat {
            terms::tally_owned(position, seat, sheet, &mut notes);
        }
        terms::tally(position, sheet, &mut notes);
        let sparse = |dense: &Vec<f64>| {
            dense.iter().copied().enumerate().filter(|&(_, times)| times != 0.0).collect()
        };
        Trace {
            phase: f64::from(survey.phase_at(pieces, position.survivors())) / f64::from(FULL_PHASE),
            seats: std::array::from_fn(|seat| {
                if position.is_alive(seat as Seat) { sparse(&notes.0[seat]) } else { Vec::new() }
            }),
        }
    }

    /// A seat's strength with some weights, in hundredths of a pawn.
    #[must_use]
    pub fn strength(&self, seat: Seat, values: &[[f64; 2]]) -> f64 {
        let count = |&(weight, times): &(usize, f64)| {
            let [middle, end] = values[weight];
            times * (self.phase * middle + (1.0 - self.phase) * end)
        };
        self.seats[seat as usize].iter().map(count).sum()
    }
}

/// Notes how often every weight counted.
struct Notes([Vec<f64>; MAX_SEATS]);

impl Tally for Notes {
    fn add(&mut self, seat: Seat, weight: usize, times: i32) {
        self.0[seat as usize][weight] += f64::from(times);
    }
}
