//! Which moves to try first.

use super::score::MAX_PLY;
use crate::eval::Weights;
use crate::geometry::{Cell, CellSet};
use crate::position::{Move, MoveFlag, MoveSink, Position};
use crate::variant::{MAX_KINDS, MAX_SEATS};

/// A move with its priority.
#[derive(Clone, Copy)]
pub(super) struct Ranked {
    pub mv: Move,
    pub priority: i32,
}

const TABLE_MOVE: i32 = i32::MAX;
const CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 23;
const HISTORY_MAX: i32 = 1 << 14;

/// What earlier parts of a search say of quiet moves.
pub(super) struct Histories {
    /// Two quiet moves per ply that refuted a sibling.
    killers: Vec<[Move; 2]>,
    /// Success of quiet moves by seat, kind and target.
    quiet: Vec<i16>,
    cells: usize,
    /// See [`super::Parameters::history_bonus`].
    bonus: i32,
}

impl Histories {
    pub(super) fn new(cells: usize, bonus: i32) -> Histories {
        Histories {
            killers: vec![[Move::NONE; 2]; MAX_PLY + 1],
            quiet: vec![0; MAX_SEATS * MAX_KINDS * cells],
            cells,
            bonus,
        }
    }

    fn index<const W: usize>(&self, position: &Position<W>, mv: Move) -> usize {
        let kind = position.piece_on(mv.from()).map_or(0, |p| p.kind());
        (position.turn() as usize * MAX_KINDS + kind as usize) * self.cells + mv.to().index()
    }

    /// A quiet move refuted the line; the quiet moves tried before it did not.
    pub(super) fn reward<const W: usize>(
        &mut self,
        position: &Position<W>,
        best: Move,
        tried: &[Ranked],
        depth: i32,
        ply: usize,
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != best {
            *killers = [best, killers[0]];
        }
        let bonus = (depth * depth * self.bonus).min(HISTORY_MAX / 4);
        self.update(position, best, bonus);
        for ranked in tried {
            if ranked.mv != best && !is_noisy(position, ranked.mv) {
                self.update(position, ranked.mv, -bonus);
            }
        }
    }

    fn update<const W: usize>(&mut self, position: &Position<W>, mv: Move, bonus: i32) {
        let index = self.index(position, mv);
        let entry = &mut self.quiet[index];
        // Gravity: the nearer to the limit, the less is added.
        let value = i32::from(*entry);
        *entry = (value + bonus - value * bonus.abs() / HISTORY_MAX) as i16;
    }

    /// Gives every move its priority.
    pub(super) fn rank<const W: usize>(
        &self,
        position: &Position<W>,
        weights: &Weights,
        moves: &mut [Ranked],
        table_move: u32,
        ply: usize,
    ) {
        for ranked in moves {
            let mv = ranked.mv;
            ranked.priority = if mv.compact() == table_move {
                TABLE_MOVE
            } else if is_noisy(position, mv) {
                CAPTURE + noisy_priority(position, weights, mv)
            } else if self.killers[ply].contains(&mv) {
                KILLER
            } else {
                i32::from(self.quiet[self.index(position, mv)])
            };
        }
    }
}

impl<const W: usize> MoveSink<W> for Vec<Ranked> {
    #[inline]
    fn targets(&mut self, from: Cell, targets: CellSet<W>) {
        self.extend(targets.into_iter().map(|to| Ranked { mv: Move::new(from, to), priority: 0 }));
    }

    #[inline]
    fn one(&mut self, mv: Move) {
        self.push(Ranked { mv, priority: 0 });
    }
}

/// Whether a move captures or promotes.
pub(super) fn is_noisy<const W: usize>(position: &Position<W>, mv: Move) -> bool {
    mv.flag() == MoveFlag::EnPassant
        || mv.promotion().is_some()
        || mv != Move::PASS && mv.flag() != MoveFlag::Castle && position.piece_on(mv.to()).is_some()
}

/// Most valuable victim first, then least valuable attacker; promotions by what they gain. The
/// gain in hundredths of a pawn is a sixteenth of the priority or a little more.
pub(super) fn noisy_priority<const W: usize>(
    position: &Position<W>,
    weights: &Weights,
    mv: Move,
) -> i32 {
    let value = |cell| position.piece_on(cell).map_or(0, |p| weights.value(p.kind()));
    let gain = mv.promotion().map_or(0, |kind| weights.value(kind));
    (value(mv.to()) + gain) * 16 - value(mv.from())
}

/// The next best of the moves from `start` on, moved to `start`.
pub(super) fn pick(moves: &mut [Ranked], start: usize) -> Move {
    let best = (start..moves.len()).max_by_key(|&i| (moves[i].priority, std::cmp::Reverse(i)));
    if let Some(best) = best {
        moves.swap(start, best);
    }
    moves[start].mv
}
