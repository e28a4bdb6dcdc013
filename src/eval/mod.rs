//! What a position is worth, seat by seat.
//!
//! Owns: the strength of every seat, followed move by move, and the view that one side of a
//! two-sided search takes of it. Invariants: weights do not change during a search; a
//! [`Strength`] that has heard of every move equals one computed afresh. Must not know: search.

mod expectation;
mod mobility;
mod pursuit;
mod weights;

pub use expectation::{expectation, win_draw_loss};
pub use weights::Weights;

use crate::geometry::Cell;
use crate::position::{Observer, Piece, Position};
use crate::variant::{MAX_SEATS, Seat};

/// The strength of every seat: material and placement in hundredths of a pawn, which follows
/// the board by listening to it.
#[derive(Clone)]
pub struct Strength {
    weights: &'static Weights,
    seats: [i32; MAX_SEATS],
}

impl Observer for Strength {
    #[inline]
    fn put(&mut self, piece: Piece, cell: Cell) {
        self.seats[piece.seat() as usize] += self.weights.of(piece.kind(), cell);
    }

    #[inline]
    fn take(&mut self, piece: Piece, cell: Cell) {
        self.seats[piece.seat() as usize] -= self.weights.of(piece.kind(), cell);
    }
}

impl Strength {
    /// The strengths in a position.
    #[must_use]
    pub fn of<const W: usize>(position: &Position<W>, weights: &'static Weights) -> Strength {
        let mut strength = Strength { weights, seats: [0; MAX_SEATS] };
        for cell in position.occupied() {
            if let Some(piece) = position.piece_on(cell) {
                strength.put(piece, cell);
            }
        }
        strength
    }

    /// The weights in use.
    #[must_use]
    pub fn weights(&self) -> &'static Weights {
        self.weights
    }

    /// One seat's strength.
    #[must_use]
    pub fn seat(&self, seat: Seat) -> i32 {
        self.seats[seat as usize]
    }
}

/// What a side's evaluation is made of, each term with its value in hundredths of a pawn.
#[must_use]
pub fn terms<const W: usize>(
    position: &Position<W>,
    strength: &Strength,
    side: Side,
) -> Vec<(String, i32)> {
    let variant = position.tables().variant;
    let mut terms = Vec::new();
    for seat in (0..variant.seats() as Seat).filter(|&s| position.is_alive(s)) {
        let material = material(position, strength.weights(), seat);
        let name = variant.player_name(seat);
        terms.push((format!("{name} material"), material));
        terms.push((format!("{name} placement"), strength.seat(seat) - material));
    }
    let to_move = if side >> position.turn() & 1 != 0 { TEMPO } else { -TEMPO };
    terms.push(("move".to_string(), to_move));
    terms.push(("pursuit".to_string(), pursuit::pursuit(position, strength, side)));
    terms.push(("safe places".to_string(), draw_value(position, side)));
    terms.push(("total".to_string(), evaluate(position, strength, side)));
    terms
}

/// A player's pieces at their mean values.
fn material<const W: usize>(position: &Position<W>, weights: &Weights, seat: Seat) -> i32 {
    let kinds = 0..position.tables().kinds.len() as u8;
    kinds.map(|kind| weights.value(kind) * i32::from(position.count(seat, kind))).sum()
}

/// A player on the move is better off by this much.
const TEMPO: i32 = 10;

/// What each player who fell before is worth to a survivor: a place that is safe.
const PLACE: i32 = 500;

/// How much the strongest opponent counts against the mean of all, in percent.
const STRONGEST_SHARE: i32 = 50;

/// The seats that one side of a two-sided search counts as its own, a bit per seat.
pub type Side = u8;

/// The value of a position to a side, in hundredths of a pawn.
///
/// In games for two and in team games it is the difference of the sides. For a seat alone
/// against several it is its strength less a mean of the opponents' strengths in which the
/// strongest counts more, plus what the safe places behind the fallen are worth; so a survivor
/// whose opponents are as strong as itself has the value of a draw, [`draw_value`].
#[must_use]
pub fn evaluate<const W: usize>(position: &Position<W>, strength: &Strength, side: Side) -> i32 {
    let alive = position.alive();
    let (mut ours, mut theirs, mut strongest, mut opponents) = (0, 0, i32::MIN, 0);
    for seat in 0..position.tables().variant.seats() as Seat {
        let value = strength.seat(seat);
        if side >> seat & 1 != 0 {
            ours += value;
        } else if alive >> seat & 1 != 0 {
            theirs += value;
            strongest = strongest.max(value);
            opponents += 1;
        }
    }
    let against = if side.count_ones() == 1 && opponents > 1 {
        (strongest * STRONGEST_SHARE + theirs / opponents * (100 - STRONGEST_SHARE)) / 100
    } else {
        theirs
    };
    let to_move = if side >> position.turn() & 1 != 0 { TEMPO } else { -TEMPO };
    let hunt = pursuit::pursuit(position, strength, side);
    ours - against + to_move + hunt + draw_value(position, side)
}

/// The value to a side of a game that is drawn between the survivors here: never simply zero
/// in a game for many, where some places may be safe already.
#[must_use]
pub fn draw_value<const W: usize>(position: &Position<W>, side: Side) -> i32 {
    let n = position.tables().variant.seats() as u32;
    if n == 2 || side.count_ones() > 1 || position.alive() & side == 0 {
        return 0;
    }
    PLACE * (n - position.survivors()) as i32
}
