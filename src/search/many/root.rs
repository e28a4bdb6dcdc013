//! A move at the root of a game for three or four.

use super::super::kernel::{RootMove, Worker};
use super::super::picker::is_noisy;
use super::super::score::Score;
use super::node::Spot;
use super::{Model, Plan};
use crate::eval::Strength;
use crate::position::{Move, Position};

/// What is known of moves at the root after which opponents who work together could put its player
/// out at once.
#[derive(Default)]
pub(in crate::search) struct Perils {
    /// Moves after which they cannot.
    safe: Vec<Move>,
    /// Moves after which they could, set aside.
    deadly: Vec<RootMove>,
    /// Whether they could after every move.
    unavoidable: bool,
}

impl<const W: usize> Worker<'_, W> {
    /// BRS+ does not see what opponents could only do together. So `auto` sets the best move of an
    /// iteration aside if they could answer it by putting the player at the root out at once, as long
    /// as other moves are left. Whether one was set aside and the iteration has to be repeated.
    pub(in crate::search) fn sets_aside(&mut self, depth: usize) -> bool {
        let lone = self.shared.model == Model::Auto && !self.exact;
        let in_sight = depth >= self.root.survivors() as usize;
        let best = self.root_moves[0].mv;
        let known = self.perils.unavoidable || self.perils.safe.contains(&best);
        if !lone || !in_sight || known {
            return false;
        }
        if self.survives(best) {
            self.perils.safe.push(best);
            return false;
        }
        if self.aborted {
            return false;
        }
        let deadly = self.root_moves.remove(0);
        self.perils.deadly.push(deadly);
        if self.root_moves.is_empty() {
            self.perils.unavoidable = true;
            std::mem::swap(&mut self.root_moves, &mut self.perils.deadly);
        }
        true
    }

    /// A search that is cut off before it has another line falls back on the best move that it set
    /// aside.
    pub(in crate::search) fn fall_back(&mut self) {
        if self.root_moves[0].score == Score::MIN
            && let Some(best) = self.perils.deadly.iter().max_by_key(|m| m.score.raw())
        {
            self.root_moves.insert(0, best.clone());
        }
    }

    /// Whether the opponents cannot together put the player at the root out at once after a move.
    fn survives(&mut self, mv: Move) -> bool {
        let plan = self.plan;
        self.adopt(Plan::TwoSided);
        let strength = self.strength.clone();
        let (round, goal) = (self.root.survivors() as i32, Score::LEAST_VALUE);
        self.line.push(self.root.hash());
        let score = self.search_root_move_many(&strength, mv, round, goal - 1, goal, 0);
        self.line.pop();
        self.adopt(plan);
        score >= goal
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
        let replies = self.plan.replies();
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
