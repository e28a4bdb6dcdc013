//! Which moves to try first: the table's move, captures that win or keep material, killers, quiet
//! moves by history, captures that lose material, and captures among those on the same side.
//!
//! In a two-sided search of a game for many a player may capture from another on its side. That
//! hardly ever helps the side, so such captures come last.

use super::super::exchange::gains_at_least;
use super::super::histories::Histories;
pub(super) use super::super::picker::Context;
use super::super::picker::{Ranked, is_noisy};
use crate::eval::Side;
use crate::position::{Move, MoveFlag, Position};

/// What kind of move it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// A capture or promotion that does not lose material.
    Good,
    /// Neither capture nor promotion.
    Quiet,
    /// A capture or promotion that loses material.
    Bad,
    /// A capture from a player on the same side.
    Fraternal,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Table,
    RankNoisy,
    Noisy,
    RankQuiet,
    Quiet,
    Bad,
    Fraternal,
    Done,
}

impl<const W: usize> Context<'_, W> {
    fn gains(&self, mv: Move) -> bool {
        gains_at_least(self.position, self.weights, mv, 0, self.side)
    }
}

/// Whether a move captures from a player on the mover's side.
pub(super) fn is_fraternal<const W: usize>(position: &Position<W>, mv: Move, side: Side) -> bool {
    let of = |seat| side >> seat & 1;
    mv != Move::PASS
        && mv.flag() != MoveFlag::Castle
        && position.piece_on(mv.to()).is_some_and(|p| of(p.seat()) == of(position.turn()))
}

/// Best moves are selected one by one, this many times; then the rest is sorted at once.
const SELECTIONS: usize = 6;

/// Gives the moves of a node one by one.
pub(super) struct Picker {
    /// In this order: the table's move, bad captures met, good captures left; fraternal
    /// captures; quiet moves.
    moves: Vec<Ranked>,
    stage: Stage,
    class: Class,
    next: usize,
    bad_start: usize,
    bad_end: usize,
    noisy_end: usize,
    fraternal_end: usize,
    selected: usize,
}

impl Picker {
    /// A picker of a list of moves; `table_move` is the compact form of the move to begin with, 0
    /// if there is none.
    pub(super) fn new<const W: usize>(
        mut moves: Vec<Ranked>,
        c: &Context<'_, W>,
        table_move: u32,
    ) -> Picker {
        let mut start = 0;
        if table_move != 0
            && let Some(i) = moves.iter().position(|m| m.mv.compact() == table_move)
        {
            moves.swap(0, i);
            start = 1;
        }
        let mut noisy_end = start;
        for i in start..moves.len() {
            if is_noisy(c.position, moves[i].mv) && !is_fraternal(c.position, moves[i].mv, c.side) {
                moves.swap(i, noisy_end);
                noisy_end += 1;
            }
        }
        let mut fraternal_end = noisy_end;
        for i in noisy_end..moves.len() {
            if is_noisy(c.position, moves[i].mv) {
                moves.swap(i, fraternal_end);
                fraternal_end += 1;
            }
        }
        Picker {
            moves,
            stage: if start == 1 { Stage::Table } else { Stage::RankNoisy },
            class: Class::Quiet,
            next: start,
            bad_start: start,
            bad_end: start,
            noisy_end,
            fraternal_end,
            selected: 0,
        }
    }

    /// The list, for another use.
    pub(super) fn into_moves(self) -> Vec<Ranked> {
        self.moves
    }

    /// The kind of the move given last.
    pub(super) fn class(&self) -> Class {
        self.class
    }

    /// The best of the moves from `next` to `end`.
    fn best_until(&mut self, end: usize) -> Move {
        let start = self.next;
        if self.selected == SELECTIONS {
            self.moves[start..end].sort_unstable_by_key(|m| -m.priority);
        }
        if self.selected < SELECTIONS {
            let mut best = start;
            for i in start + 1..end {
                if self.moves[i].priority > self.moves[best].priority {
                    best = i;
                }
            }
            self.moves.swap(start, best);
        }
        self.selected += 1;
        self.next += 1;
        self.moves[start].mv
    }

    /// The next move.
    pub(super) fn next<const W: usize>(
        &mut self,
        c: &Context<'_, W>,
        histories: &Histories,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::RankNoisy;
                    let mv = self.moves[0].mv;
                    self.class = if !is_noisy(c.position, mv) {
                        Class::Quiet
                    } else if c.gains(mv) {
                        Class::Good
                    } else {
                        Class::Bad
                    };
                    return Some(mv);
                }
                Stage::RankNoisy => {
                    c.rank_noisy(&mut self.moves[self.next..self.noisy_end], histories);
                    self.stage = Stage::Noisy;
                }
                Stage::Noisy => {
                    if self.next >= self.noisy_end {
                        self.stage = Stage::RankQuiet;
                        continue;
                    }
                    let mv = self.best_until(self.noisy_end);
                    if c.gains(mv) {
                        self.class = Class::Good;
                        return Some(mv);
                    }
                    self.moves.swap(self.bad_end, self.next - 1);
                    self.bad_end += 1;
                }
                Stage::RankQuiet => {
                    self.stage = Stage::Quiet;
                    self.next = self.fraternal_end;
                    self.selected = 0;
                    c.rank_quiet(&mut self.moves[self.next..], histories);
                }
                Stage::Quiet => {
                    if self.next >= self.moves.len() {
                        self.stage = Stage::Bad;
                        self.next = self.bad_start;
                        continue;
                    }
                    self.class = Class::Quiet;
                    return Some(self.best_until(self.moves.len()));
                }
                Stage::Bad => {
                    if self.next >= self.bad_end {
                        self.stage = Stage::Fraternal;
                        self.next = self.noisy_end;
                        continue;
                    }
                    self.class = Class::Bad;
                    self.next += 1;
                    return Some(self.moves[self.next - 1].mv);
                }
                Stage::Fraternal => {
                    if self.next >= self.fraternal_end {
                        self.stage = Stage::Done;
                        continue;
                    }
                    self.class = Class::Fraternal;
                    self.next += 1;
                    return Some(self.moves[self.next - 1].mv);
                }
                Stage::Done => return None,
            }
        }
    }
}
