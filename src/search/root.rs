//! The root: iterative deepening, aspiration windows, several lines, and when to end.

use super::clock::Budget;
use super::distance::moves_to_end;
use super::kernel::{RootMove, Worker};
use super::many::Plan;
use super::node::Node;
use super::picker::is_noisy;
use super::score::{MAX_DEPTH, Score};
use super::table::Bound;
use super::{Info, Progress};
use crate::eval::{Strength, evaluate};
use crate::position::Move;
use std::time::Duration;

/// Beyond this the window is opened.
const WIDEST_ASPIRATION: i32 = 1000;
/// Iterations before this one have no score worth a window.
const ASPIRATION_DEPTH: usize = 4;

/// From this depth on late moves at the root are reduced: a ply deeper than elsewhere, since what is
/// overlooked here is not found again above.
pub(super) const ROOT_REDUCED_FROM: i32 = 3;
/// So many moves beside the first are searched in full at the root, likewise.
pub(super) const ROOT_IN_FULL: usize = 2;

/// The lines `found` in an iteration cut short, and after them those of the iteration before that
/// start with other moves: no two lines told last start with the same move.
fn complete(mut found: Vec<Info>, before: &[Info]) -> Vec<Info> {
    for info in before {
        if found.len() < before.len() && found.iter().all(|f| f.pv.first() != info.pv.first()) {
            found.push(Info { multipv: found.len() + 1, ..info.clone() });
        }
    }
    found
}

/// Whether these are the same lines in the same order.
fn same_lines(these: &[Info], those: &[Info]) -> bool {
    these.iter().map(|info| &info.pv).eq(those.iter().map(|info| &info.pv))
}

/// For this long a search does not tell which move it is at.
const QUIET_START: Duration = Duration::from_secs(3);

impl<const W: usize> Worker<'_, W> {
    /// Deepens until a limit is reached; `report` hears of every completed line.
    pub(super) fn iterate(&mut self, report: &mut dyn FnMut(Progress)) {
        let limits = self.shared.limits;
        let deepest = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH) as usize;
        let mut reported: Vec<Info> = Vec::new();
        // Helper threads start at different depths, so that they do not all do the same.
        for depth in 1 + self.thread % 2..=deepest {
            self.extended_before = 2 * depth + 8;
            self.seldepth = 0;
            let before = self.root_moves[0].mv;
            self.search_line(depth, 0, report);
            if self.relents() {
                self.search_line(depth, 0, report);
            }
            let mut lines = 1;
            while lines < self.shared.multipv && lines < self.root_moves.len() && !self.aborted {
                self.search_line(depth, lines, report);
                lines += 1;
            }
            self.publish_nodes();
            self.fall_back();
            lines = lines.min(self.root_moves.len());
            // What a null window hid may come out better than the line before it.
            self.root_moves[..lines].sort_by_key(|m| -m.score.raw());
            // Cut off before its first move was scored, a search has nothing to tell.
            let scored = self.root_moves[..lines].iter().filter(|m| m.score != Score::MIN).count();
            let found = (0..scored).map(|i| self.info(depth, i)).collect();
            let told = complete(found, &reported);
            // A search cut short tells only what is new.
            if !self.aborted || !same_lines(&told, &reported) {
                told.iter().cloned().for_each(|info| report(Progress::Line(info)));
                reported = told;
            }
            // Helpers go on until the main thread has finished.
            if self.aborted || self.thread == 0 && self.is_enough(depth) {
                return;
            }
            self.note_iteration((depth > 1).then_some(before));
            self.note_contempt();
        }
    }

    /// What is known of one of the best lines.
    fn info(&self, depth: usize, index: usize) -> Info {
        let root_move = &self.root_moves[index];
        Info {
            depth: depth as u32,
            seldepth: self.seldepth.max(depth) as u32,
            multipv: index + 1,
            score: self.plan.told(root_move.score),
            bound: root_move.bound,
            nodes: self.total_nodes(),
            time: self.shared.control.elapsed(),
            hashfull: self.shared.table.fullness(),
            pv: root_move.pv.clone(),
        }
    }

    /// Finds the best line but for `done` better ones, in a window around its last score that is
    /// widened until the score lies within.
    fn search_line(&mut self, depth: usize, done: usize, report: &mut dyn FnMut(Progress)) {
        let before = self.root_moves[done].clone();
        let last = before.score;
        let p = self.shared.parameters;
        let mut width = if self.duel { p.aspiration } else { p.many_aspiration };
        let (mut alpha, mut beta) = (Score::MIN, Score::MAX);
        let has_windows = self.plan != Plan::Vectors;
        if depth >= ASPIRATION_DEPTH && has_windows && !last.is_decided() {
            (alpha, beta) = (last - width, last + width);
        }
        loop {
            self.search_root(depth as i32, done, alpha, beta, report);
            self.root_moves[done..].sort_by_key(|m| -m.score.raw());
            let Some(best) = self.root_moves.get(done) else { return };
            let score = best.score;
            if self.aborted {
                // Worse than it was by an unknown measure says less than what it was.
                if best.bound == Bound::Upper && best.mv == before.mv {
                    let nodes = best.nodes;
                    self.root_moves[done] = RootMove { nodes, ..before };
                }
                return;
            }
            match best.bound {
                Bound::Exact => return,
                Bound::Upper => alpha = Score::MIN.max(score - width),
                Bound::Lower => beta = Score::MAX.min(score + width),
            }
            width *= 3;
            if width > WIDEST_ASPIRATION || score.is_decided() {
                (alpha, beta) = (Score::MIN, Score::MAX);
            }
            if self.shared.control.elapsed() >= QUIET_START {
                self.publish_nodes();
                report(Progress::Line(self.info(depth, done)));
            }
        }
    }

    /// Whether another iteration is pointless.
    fn is_enough(&self, depth: usize) -> bool {
        let limits = self.shared.limits;
        let best = self.root_moves[0].score;
        let own_moves = || moves_to_end(self.root, best, &self.root_moves[0].pv);
        if let Some(mate) = limits.mate
            && own_moves().is_some_and(|moves| moves > 0 && moves.unsigned_abs() <= mate)
        {
            return true;
        }
        let Some(budget) = self.shared.budget else { return false };
        // With a clock, one move or a decided end within sight needs no more thought.
        let timed = limits.clock.is_some();
        let soft = if timed { self.adjusted(budget) } else { budget.soft };
        // A lone seat's loss takes others who play as they are taken to.
        let is_sure = |plies: i32| plies > 0 || self.exact;
        let decided = best
            .plies_to_end()
            .is_some_and(|plies| is_sure(plies) && plies.unsigned_abs() as usize <= depth);
        let only = self.root_moves.len() == 1 && self.perils.none_aside();
        let idle = timed && (only || decided);
        let control = self.shared.control;
        if control.is_pondering() {
            control.note_ripe(timed && (idle || control.elapsed() >= soft));
            return false;
        }
        idle || control.counted() >= soft
    }

    /// The time after which no new iteration begins: less where the best move has stayed the same
    /// and took most of the effort, more where the score falls.
    fn adjusted(&self, budget: Budget) -> Duration {
        let p = self.shared.parameters;
        let best = &self.root_moves[0];
        let effort = best.nodes as f64 / self.nodes.max(1) as f64;
        let percent = |n: i32| f64::from(n) / 100.0;
        let by_effort = percent(p.effort_base) - percent(p.effort_slope) * effort;
        let by_steadiness =
            percent(p.steady_base) - percent(p.steady_step) * f64::from(self.steady.min(10));
        let fallen = f64::from(self.usual_score - best.score.raw()) / 10.0;
        let by_fall = (1.0 + percent(p.falling_step) * fallen).clamp(0.75, 1.5);
        let factor = by_effort * by_steadiness.max(0.2) * by_fall;
        budget.soft.mul_f64(factor.clamp(0.1, 5.0)).min(budget.hard)
    }

    /// What the iterations so far say of how sure the best move is.
    fn note_iteration(&mut self, before: Option<Move>) {
        let best = &self.root_moves[0];
        self.steady = if before == Some(best.mv) { self.steady + 1 } else { 0 };
        let score = best.score.raw();
        self.usual_score =
            if before.is_none() { score } else { (2 * self.usual_score + score) / 3 };
    }

    /// What the last iteration says of how much too dark a search of a lone seat against all others
    /// sees. Where a draw is all it found, it says nothing: draws would look darker and darker.
    pub(super) fn note_contempt(&mut self) {
        let score = self.root_moves[0].score;
        let modelled = !self.exact && self.selective && self.plan != Plan::Vectors;
        if modelled && !score.is_decided() && score != self.draw(self.root) {
            let standing = evaluate(self.root, &self.strength, self.side);
            self.contempt = (standing - score.raw()).max(0);
        }
    }

    /// Searches the root moves that are not yet placed among the best `done`. Moves that are not
    /// better than those before them keep no score.
    fn search_root(
        &mut self,
        depth: i32,
        done: usize,
        mut alpha: Score,
        beta: Score,
        report: &mut dyn FnMut(Progress),
    ) {
        let root = self.root;
        let entered_alpha = alpha;
        let strength = self.strength.clone();
        for root_move in &mut self.root_moves[done + 1..] {
            root_move.score = Score::MIN;
        }
        self.line.push(root.hash());
        self.frames[0].value = (self.duel && !root.in_check(root.turn()))
            .then(|| self.evaluate(root, &strength).raw() + self.correction(root, 0))
            .map(Score::value);
        let mut i = done;
        while i < self.root_moves.len() {
            let mv = self.root_moves[i].mv;
            if self.thread == 0 && self.shared.control.elapsed() >= QUIET_START {
                report(Progress::Move { depth: depth as u32, mv, number: i + 1 });
            }
            let before = self.nodes;
            let score = self.search_root_move(&strength, mv, depth, alpha, beta, i - done);
            self.root_moves[i].nodes += self.nodes - before;
            if self.aborted {
                break;
            }
            if i == done || score > alpha {
                let rest = self.pv[1].clone();
                let deadly = self.is_deadly(depth, mv);
                if self.aborted {
                    break;
                }
                let root_move = &mut self.root_moves[i];
                root_move.score = score;
                root_move.bound = Bound::of(score, entered_alpha, beta);
                root_move.pv.clear();
                root_move.pv.push(mv);
                root_move.pv.extend(rest);
                if deadly {
                    self.set_aside(i);
                    continue;
                }
                alpha = alpha.max(score);
                if score >= beta {
                    break;
                }
            }
            i += 1;
        }
        self.line.pop();
    }

    /// Searches a move at the root, late ones less deep at first.
    fn search_root_move(
        &mut self,
        strength: &Strength<'_>,
        mv: Move,
        depth: i32,
        alpha: Score,
        beta: Score,
        before: usize,
    ) -> Score {
        if !self.duel {
            return self.search_root_move_many(strength, mv, depth, alpha, beta, before);
        }
        let root = self.root;
        self.frames[0].quiet = !is_noisy(root, mv);
        self.frames[0].piece_on = Some(self.histories.piece_on(root, mv));
        // So few moves are searched here that memory need not be given back.
        let after = self.play(root, strength, mv, 0);
        let (next, next_strength) = (&after.position, &after.strength);
        let checked = next.in_check(next.turn());
        let deeper = if mv == Move::PASS { depth } else { depth - 1 };
        let child = Node { depth: deeper, alpha, beta, ply: 1, checked, cut: false };
        if before > 0 {
            let quiet =
                !checked && !is_noisy(root, mv) && self.selective && depth >= ROOT_REDUCED_FROM;
            let late = self.reduction(depth, before) - self.shared.parameters.reduce_open;
            let less =
                if quiet && before > ROOT_IN_FULL { (late / 1024).clamp(0, deeper - 1) } else { 0 };
            let null_window = Node { depth: deeper - less, beta: alpha + 1, cut: true, ..child };
            let mut score = self.descend(root, next, next_strength, null_window);
            if score > alpha && less > 0 && !self.aborted {
                score =
                    self.descend(root, next, next_strength, Node { depth: deeper, ..null_window });
            }
            if score <= alpha || score >= beta || self.aborted {
                return score;
            }
        }
        self.descend(root, next, next_strength, child)
    }
}
