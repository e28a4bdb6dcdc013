//! Pursuit: hunting down the King of a player who has little else left.
//!
//! On large boards a bare King escapes a search that sees only material. It is worth something to
//! leave it little room and to bring the own King near.

use super::{Side, Strength};
use crate::geometry::{Cell, CellSet};
use crate::position::Position;
use crate::variant::{MAX_SEATS, Seat, Tables};
use std::collections::VecDeque;

/// A player is hunted if everything they have is worth less, in hundredths of a pawn.
const NEARLY_BARE: i32 = 900;
/// A player with no more pieces than this beside the King is hunted, whatever they are worth, if that is
/// little beside what the hunter has.
const FEW: usize = 1;
/// How much that is at most, in hundredths of what the hunter has.
const WEAK: i32 = 40;

/// The moves of the hunted King within which its room is counted.
const MOVES: usize = 3;
/// For all cells that it can no longer reach with so many moves, when nobody is left but the hunter and
/// those who are hunted: far more than terms of placement, which mean nothing then.
const REGION: i32 = 3000;
/// For each step by which the Kings are nearer than the farthest cells, then.
const NEAR: i32 = 150;
/// How much less both count as long as somebody else is left, as a divisor.
const BESIDE: i32 = 16;

/// What pursuit needs to know of a board.
#[derive(Debug)]
pub(super) struct Distances {
    cells: usize,
    /// Steps of a King from cell to cell on the empty board, by `cells * a + b`.
    steps: Vec<u8>,
    farthest: i32,
    /// The most cells that a King reaches with [`MOVES`] moves from any cell.
    widest: i32,
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
        let within = |row: &[u8]| row.iter().filter(|&&d| (1..=MOVES as u8).contains(&d)).count();
        let widest = steps.chunks(cells).map(within).max().unwrap_or(0).max(1) as i32;
        Distances { cells, steps, farthest, widest }
    }

    fn between(&self, a: Cell, b: Cell) -> i32 {
        i32::from(self.steps[self.cells * a.index() + b.index()]).min(self.farthest)
    }
}

/// What the pursuit of the nearly bare among a side's enemies is worth to the side, in
/// hundredths of a pawn, given the strength of every seat. A side hunts one King at a time, the one that it
/// has driven in farthest: to go after two at once is to catch neither.
pub(super) fn pursuit<const W: usize>(
    position: &Position<W>,
    strength: &Strength,
    strengths: &[i32; MAX_SEATS],
    side: Side,
) -> i32 {
    let tables = position.tables();
    let seats = 0..tables.variant.seats() as Seat;
    let of = |seat: Seat| side >> seat & 1 != 0;
    let living = |seat: &Seat| position.is_alive(*seat);
    // What they have, however safe their King.
    let placed = strength.placed(position);
    let beside = |seat: Seat| position.of_seat(seat).count().saturating_sub(1);
    let is_weak = |seat: Seat, hunter: Seat| {
        let few =
            beside(seat) <= FEW && placed[seat as usize] * 100 <= placed[hunter as usize] * WEAK;
        beside(seat) == 0 || few || placed[seat as usize] < NEARLY_BARE
    };
    // Of two players, one who is worth less may do, too.
    let forces = &strength.weights().survey().forces;
    let can_mate = |seat: Seat| seats.len() == 2 && forces.can_mate(position, seat);
    let (mut feared, mut hoped) = (0, 0);
    for hunted in seats.clone().filter(living) {
        // The strongest hunter alone: others have no part in what one side gains.
        let hunters = seats.clone().filter(living).filter(|&s| of(s) != of(hunted));
        let Some(hunter) = hunters.max_by_key(|&s| strengths[s as usize]) else { continue };
        let hunts = strengths[hunter as usize] >= NEARLY_BARE || can_mate(hunter);
        if !hunts || !is_weak(hunted, hunter) {
            continue;
        }
        let distances = &strength.weights().survey().distances;
        let mut value = pressure(position, distances, hunter, hunted);
        let allies = tables.allies[hunter as usize];
        let mut others = seats.clone().filter(living).filter(|&s| allies >> s & 1 == 0);
        if !others.all(|s| is_weak(s, hunter)) {
            value /= BESIDE;
        }
        if of(hunted) {
            feared = feared.max(value);
        } else {
            hoped = hoped.max(value);
        }
    }
    hoped - feared
}

/// How far a hunted King is driven in. Of what was tried on solved endings against a bare King
/// (`tuning/log/evaluation.md`) the cells within three moves of it tell most of how far off checkmate is, far
/// more than its flights or its steps on the empty board; the distance of the other King adds to that, the
/// distances of other pieces nothing.
fn pressure<const W: usize>(
    position: &Position<W>,
    distances: &Distances,
    hunter: Seat,
    hunted: Seat,
) -> i32 {
    let tables = position.tables();
    let king = position.king(hunted);
    let kind = position.piece_on(king).map_or(0, |p| p.kind());
    let steps = &tables.kinds[kind as usize].leaps;
    let occupied = position.occupied().without(king);
    let mut barred = position.of_seat(hunted);
    for cell in position.of_seat(hunter) {
        let piece = position.piece_on(cell);
        barred |= piece.map_or(barred, |p| tables.reach(p.kind(), cell, &occupied).1);
    }
    let (mut region, mut frontier) = (CellSet::EMPTY, CellSet::of(king));
    for _ in 0..MOVES {
        let reached =
            frontier.into_iter().fold(CellSet::EMPTY, |all, cell| all | steps[cell.index()]);
        frontier = reached & !(barred | region);
        region |= frontier;
    }
    let closed = (distances.widest - region.count() as i32).max(0);
    let apart = distances.between(king, position.king(hunter));
    REGION * closed / distances.widest + NEAR * (distances.farthest - apart)
}
