//! Pursuit: hunting down the King of a player who has little else left.
//!
//! On large boards a bare King escapes a search that sees only material. It is worth something
//! to drive it to where it has few steps, to take those steps away, and to bring pieces near.

use super::Side;
use crate::geometry::{Cell, CellSet};
use crate::position::Position;
use crate::variant::{MAX_SEATS, Seat, Tables};
use std::collections::VecDeque;

/// A player is hunted if everything they have is worth less, in hundredths of a pawn.
const NEARLY_BARE: i32 = 900;

/// For each step that the King would lack on its cell against the best cell, board empty.
const EDGE: i32 = 6;
/// For each of its steps onto a cell that is attacked.
const ESCAPE: i32 = 14;
/// For each piece, by how many steps it is nearer than the farthest cell.
const NEAR: i32 = 3;

/// What pursuit needs to know of a board.
#[derive(Debug)]
pub(super) struct Distances {
    cells: usize,
    /// Steps of a King from cell to cell on the empty board, by `cells * a + b`.
    steps: Vec<u8>,
    farthest: i32,
    /// The most steps that a King has from any cell.
    most_steps: i32,
}

impl Distances {
    pub(super) fn new<const W: usize>(tables: &Tables<W>) -> Distances {
        let cells = tables.variant.board.len();
        let king = tables.royal.trailing_zeros() as usize;
        let leaps = &tables.kinds[king].leaps;
        let mut steps = vec![u8::MAX; cells * cells];
        for from in tables.all {
            let row = &mut steps[cells * from.index()..][..cells];
            let mut queue = VecDeque::from([from]);
            row[from.index()] = 0;
            while let Some(at) = queue.pop_front() {
                for to in leaps[at.index()] {
                    if row[to.index()] == u8::MAX {
                        row[to.index()] = row[at.index()] + 1;
                        queue.push_back(to);
                    }
                }
            }
        }
        // Some cells are out of reach of a King that may not leave its half.
        let farthest = steps.iter().copied().filter(|&d| d != u8::MAX).max().unwrap_or(0).into();
        let most_steps = leaps.iter().map(CellSet::count).max().unwrap_or(0) as i32;
        Distances { cells, steps, farthest, most_steps }
    }

    fn between(&self, a: Cell, b: Cell) -> i32 {
        i32::from(self.steps[self.cells * a.index() + b.index()]).min(self.farthest)
    }
}

/// What the pursuit of the nearly bare among a side's enemies is worth to the side, in
/// hundredths of a pawn, given the strength of every seat.
pub(super) fn pursuit<const W: usize>(
    position: &Position<W>,
    strength: &[i32; MAX_SEATS],
    distances: &Distances,
    side: Side,
) -> i32 {
    let tables = position.tables();
    let seats = 0..tables.variant.seats() as Seat;
    let of = |seat: Seat| side >> seat & 1 != 0;
    let living = |seat: &Seat| position.is_alive(*seat);
    let mut total = 0;
    for hunted in seats.clone().filter(living) {
        if strength[hunted as usize] >= NEARLY_BARE {
            continue;
        }
        let hunters = seats.clone().filter(living).filter(|&s| of(s) != of(hunted));
        let best = hunters.clone().map(|s| strength[s as usize]).max().unwrap_or(0);
        if best < NEARLY_BARE {
            continue;
        }
        // The strongest hunter alone: others have no part in what one side gains.
        let Some(hunter) = hunters.max_by_key(|&s| strength[s as usize]) else { continue };
        let value = pressure(position, distances, hunter, hunted);
        total += if of(hunted) { -value } else { value };
    }
    total
}

fn pressure<const W: usize>(
    position: &Position<W>,
    distances: &Distances,
    hunter: Seat,
    hunted: Seat,
) -> i32 {
    let tables = position.tables();
    let king = position.king(hunted);
    let kind = position.piece_on(king).map_or(0, |p| p.kind());
    let steps = tables.kinds[kind as usize].leaps[king.index()];
    let open = steps & !position.of_seat(hunted);
    let mut value = EDGE * (distances.most_steps - steps.count() as i32);
    value += ESCAPE * (steps.count() - open.count()) as i32;
    for cell in open {
        if position.is_attacked_by(cell, hunter, king) {
            value += ESCAPE;
        }
    }
    for cell in position.of_seat(hunter) {
        value += NEAR * (distances.farthest - distances.between(king, cell));
    }
    value
}
