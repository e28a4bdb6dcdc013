//! A move at the root of a game for three or four.

use super::super::kernel::Worker;
use super::super::picker::is_noisy;
use super::super::score::Score;
use super::node::Spot;
use super::{Model, Plan};
use crate::eval::Strength;
use crate::position::{Move, Position};

impl<const W: usize> Worker<'_, W> {
    /// Once every move loses, `auto` begins again with a milder plan. Whether it has to.
    pub(in crate::search) fn reconsider(&mut self) -> bool {
        let score = self.root_moves[0].score;
        let free = self.shared.model == Model::Auto && !self.exact && self.selective;
        let Some(plies) = score.plies_to_end().filter(|&plies| free && plies < 0) else {
            return false;
        };
        // A mate given before we move again takes effect before everybody has moved twice.
        let at_hand = plies.unsigned_abs() < 2 * self.root.survivors();
        let Some(plan) = self.plan.milder(at_hand) else { return false };
        if plan != Plan::Vectors {
            self.keep_to_survival();
        }
        self.adopt(plan);
        !self.aborted
    }

    /// Drops the moves after which the opponents can together put the player at the root out at once,
    /// if there are others: that takes no plan of theirs, a mate in several rounds does.
    fn keep_to_survival(&mut self) {
        self.adopt(Plan::TwoSided);
        let strength = self.strength.clone();
        let (round, goal) = (self.root.survivors() as i32, Score::LEAST_VALUE);
        let mut surviving = self.root_moves.clone();
        self.line.push(self.root.hash());
        surviving.retain(|root_move| {
            self.search_root_move_many(&strength, root_move.mv, round, goal - 1, goal, 0) >= goal
        });
        self.line.pop();
        if !surviving.is_empty() && !self.aborted {
            self.root_moves = surviving;
        }
    }

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
        let (next, next_strength) = &self.after(root, strength, mv);
        let deeper = if mv == Move::PASS { depth } else { depth - 1 };
        if self.plan == Plan::Vectors {
            return self.search_vectors(next, next_strength, deeper, 1);
        }
        let checked = next.in_check(next.turn());
        let replies = self.plan.replies(root.survivors() as u8);
        let child = Spot { depth: deeper, alpha, beta, ply: 1, checked, cut: false, replies };
        if before > 0 {
            let threatens =
                mv != Move::PASS && root.threatens_a_king(mv, &root.threats(!self.side));
            // What happens until the root moves again stays in sight.
            let rest = root.survivors() as i32 - 1;
            let quiet = !threatens && !is_noisy(root, mv) && self.selective && depth >= 3;
            let late =
                self.reduction_many(depth, before, true) - self.shared.parameters.reduce_open;
            let less = if quiet && before > 2 {
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
            if score <= alpha || score >= beta || self.aborted {
                return score;
            }
        }
        self.descend_many(root, next, next_strength, child, false)
    }
}
