//! A move at the root of a game for three or four.

use super::super::kernel::Worker;
use super::super::picker::is_noisy;
use super::super::root::{ROOT_IN_FULL, ROOT_REDUCED_FROM};
use super::super::score::Score;
use super::Plan;
use super::node::Spot;
use crate::eval::Strength;
use crate::position::{Move, Position};

impl<const W: usize> Worker<'_, W> {
    /// Searches a move at the root, late ones less deep at first; `before` is the number of moves
    /// searched before it.
    pub(in crate::search) fn search_root_move_many(
        &mut self,
        strength: &Strength<'_>,
        mv: Move,
        depth: i32,
        alpha: Score,
        beta: Score,
        before: usize,
    ) -> Score {
        let root: &Position<W> = self.root;
        self.frames[0].piece_on = Some(self.histories.piece_on(root, mv));
        if before == 0 {
            self.frames[0].value = Some(self.evaluate(root, strength));
        }
        // So few moves are searched here that memory need not be given back.
        let after = self.play(root, strength, mv, 0);
        let (next, next_strength) = (&after.position, &after.strength);
        let deeper = if mv == Move::PASS { depth } else { depth - 1 };
        if self.plan == Plan::Vectors {
            return self.search_vectors(next, next_strength, deeper, 1);
        }
        let checked = next.in_check(next.turn());
        let replies = self.plan.replies();
        let child = Spot { depth: deeper, alpha, beta, ply: 1, checked, cut: false, replies };
        if before > 0 {
            let threatens =
                mv != Move::PASS && root.threatens_a_king(mv, &root.threats(!self.side));
            // What happens until the root moves again stays in sight.
            let rest = root.survivors() as i32 - 1;
            let quiet =
                !threatens && !is_noisy(root, mv) && self.selective && depth >= ROOT_REDUCED_FROM;
            let late =
                self.reduction_many(depth, before, true) - self.shared.parameters.reduce_open;
            let less = if quiet && before > ROOT_IN_FULL {
                (late / 1024).clamp(0, (deeper - rest).max(0))
            } else {
                0
            };
            let null_window = Spot { depth: deeper - less, beta: alpha + 1, ..child };
            let mut score = self.descend_many(root, next, next_strength, null_window, false);
            if score > alpha && less > 0 && !self.aborted {
                let again = Spot { depth: deeper, ..null_window };
                score = self.descend_many(root, next, next_strength, again, false);
            }
            if score <= alpha || score >= beta || self.aborted || self.is_deadly(depth, mv) {
                return score;
            }
            // To ask whether it is deadly takes nodes, too.
            if self.aborted {
                return score;
            }
        }
        self.descend_many(root, next, next_strength, child, false)
    }
}
