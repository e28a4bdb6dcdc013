//! The guard of `auto`: what BRS+ does not see is not walked into.
//!
//! Mates that take two opponents hardly ever happen, since who helps another to one gains nothing;
//! taken for certain they leave nothing to choose by. So they are not searched for, but a move that
//! allows one at once is played only if nothing else is left (`tuning/README.md`).

use super::super::kernel::{RootMove, Worker};
use super::super::score::Score;
use super::{Model, Plan};
use crate::position::Move;

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
}
