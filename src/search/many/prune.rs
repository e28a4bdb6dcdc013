//! What ends a node before its moves are looked at, and how much less deep late moves are searched.
//!
//! A margin must cover what happens until the mover's side has something to say again: a lone seat
//! waits for all others, one of several opponents only for the next of them.

use super::super::exchange::gains_at_least;
use super::super::histories::Earlier;
use super::super::kernel::Worker;
use super::super::score::Score;
use super::node::Spot;
use crate::eval::Strength;
use crate::geometry::Cell;
use crate::position::{Move, Position};

impl<const W: usize> Worker<'_, W> {
    /// Whether the exchange that a move begins leaves its side with so much, in hundredths of a pawn.
    pub(super) fn gains(
        &self,
        position: &Position<W>,
        strength: &Strength<'_>,
        mv: Move,
        threshold: i32,
    ) -> bool {
        gains_at_least(position, strength.weights(), mv, threshold, self.side)
    }

    /// The counters of moves after those one and two plies before, and after the mover's own last
    /// one.
    pub(super) fn earlier_many(&self, position: &Position<W>, ply: usize) -> Earlier {
        [1, 2, Self::round(position)].map(|n| self.row_back(ply, n))
    }

    /// How much less deep a late move is searched, in 1024ths of a ply.
    #[inline]
    pub(super) fn reduction_many(&self, depth: i32, tried: usize, ours: bool) -> i32 {
        let p = self.shared.parameters;
        let product = self.logarithms(depth, tried);
        p.many_reduce_base
            + product / p.many_reduce_divisor
            + if ours { 0 } else { p.many_reduce_theirs }
    }

    /// How many moves are tried before other quiet ones are left out.
    #[inline]
    pub(super) fn late_moves(&self, depth: i32, ours: bool, improving: bool) -> i32 {
        let p = self.shared.parameters;
        let base = if ours { p.many_late_ours } else { p.many_late_theirs };
        (base + p.many_late_depth * depth * depth) / if improving { 1 } else { 2 }
    }

    /// A score for the node without a look at its moves, if it is clear enough.
    pub(super) fn cut_early(
        &mut self,
        position: &Position<W>,
        strength: &Strength<'_>,
        node: &Spot,
        value: Score,
        improving: bool,
    ) -> Option<Score> {
        let p = self.shared.parameters;
        let &Spot { depth, alpha, beta, .. } = node;
        if !value.is_decided() && !beta.is_decided() {
            let ours = self.is_ours(position);
            let margin = if ours { p.many_reverse_ours } else { p.many_reverse_theirs };
            if depth <= p.many_reverse_depth
                && value - margin * (depth - i32::from(improving)) >= beta
            {
                return Some(value);
            }
        }
        if depth <= p.many_razoring_depth
            && !self.is_first_round(node.ply)
            && !alpha.is_decided()
            && value + p.many_razoring * depth <= alpha
        {
            let window = Spot { beta: alpha + 1, ..*node };
            let score = self.quiescence_many(position, strength, window, 0, Cell::NONE);
            if score <= alpha || self.aborted {
                return Some(score);
            }
        }
        self.null_many(position, strength, node, value)
    }

    /// Null move: if the line is refuted although its player passes, a real move will refute it, too.
    /// For one of several opponents that is to say that the others alone suffice.
    fn null_many(
        &mut self,
        position: &Position<W>,
        strength: &Strength<'_>,
        node: &Spot,
        value: Score,
    ) -> Option<Score> {
        let p = self.shared.parameters;
        let &Spot { depth, beta, ply, .. } = node;
        let ready = depth >= p.many_null_from
            && ply > 0
            && self.frames[ply - 1].piece_on.is_some()
            && position.passes() == 0
            && value >= beta
            && !beta.is_decided()
            && position.has_pieces(position.turn());
        if !ready {
            return None;
        }
        let margin = (value.raw() - beta.raw()) / p.null_margin;
        let less = p.many_null_base + depth / 4 + margin.min(2);
        let after = self.play(position, strength, Move::PASS, ply);
        let (next, next_strength) = (&after.position, &after.strength);
        let checked = next.in_check(next.turn());
        self.frames[ply].piece_on = None;
        self.line.push(position.hash());
        let window = Spot { depth: depth - less, alpha: beta - 1, ply: ply + 1, checked, ..*node };
        let score = self.descend_many(position, next, next_strength, window, node.cut);
        self.give_back(after, ply);
        self.line.pop();
        if self.aborted || score < beta {
            return None;
        }
        Some(if score.is_decided() { beta } else { score })
    }
}
