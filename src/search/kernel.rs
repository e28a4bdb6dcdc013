//! The two-sided kernel: alpha-beta with principal variation search over a map of seats to sides.
//!
//! The side of the player whose move is searched maximises, all other seats together minimise:
//! with two players or two teams this is exact, with more it is the paranoid assumption
//! (Sturtevant and Korf 2000).

use super::clock::Budget;
use super::ordering::{Histories, Ranked, pick};
use super::score::{MAX_PLY, Score};
use super::table::{Bound, Entry};
use super::{Control, Info, Limits, Progress, TranspositionTable};
use crate::eval::{Side, Strength, draw_value, evaluate};
use crate::geometry::Cell;
use crate::position::{Move, Position, Scope};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// What all threads of a search share.
pub(super) struct Shared<'s> {
    pub table: &'s TranspositionTable,
    pub control: &'s Control,
    pub limits: &'s Limits,
    pub budget: Option<Budget>,
    /// Set when the main thread has finished.
    pub done: AtomicBool,
    /// Nodes by thread, brought up to date now and then.
    pub nodes: Vec<AtomicU64>,
    pub multipv: usize,
    /// Hashes of the game's earlier positions, the latest last.
    pub past: &'s [u64],
}

/// A move at the root with what is known of it.
#[derive(Clone)]
pub(super) struct RootMove {
    pub mv: Move,
    pub score: Score,
    pub pv: Vec<Move>,
}

/// Nodes between looks at clock and stop flag.
const CHECK_INTERVAL: u64 = 256;

/// Half the first window around the score of the last iteration, in hundredths of a pawn.
const ASPIRATION: i32 = 40;
/// Beyond this the window is opened.
const WIDEST_ASPIRATION: i32 = 1000;
/// Iterations before this one have no score worth a window.
const ASPIRATION_DEPTH: usize = 4;

/// For this long a search does not tell which move it is at.
const QUIET_START: Duration = Duration::from_secs(3);

/// One thread's search.
pub(super) struct Worker<'s, const W: usize> {
    pub shared: &'s Shared<'s>,
    pub root: &'s Position<W>,
    pub strength: Strength,
    /// The seats that maximise.
    pub side: Side,
    /// Mixed into every table key, so that searches for different sides do not meet.
    salt: u64,
    pub thread: usize,
    pub nodes: u64,
    pub seldepth: usize,
    pub root_moves: Vec<RootMove>,
    pub histories: Histories,
    pub aborted: bool,
    depth_limit_of_extensions: usize,
    /// Hashes from the game and along the current line.
    line: Vec<u64>,
    pv: Vec<Vec<Move>>,
    pub moves: Vec<Vec<Ranked>>,
}

impl<'s, const W: usize> Worker<'s, W> {
    pub(super) fn new(
        shared: &'s Shared<'s>,
        root: &'s Position<W>,
        strength: Strength,
        thread: usize,
    ) -> Self {
        let tables = root.tables();
        let two_sided = tables.variant.seats() == 2 || tables.variant.rules.teams.is_some();
        let side = tables.allies[root.turn() as usize];
        let chosen = &shared.limits.searchmoves;
        let root_moves = root
            .legal_moves()
            .into_iter()
            .filter(|mv| chosen.is_empty() || chosen.contains(mv))
            .map(|mv| RootMove { mv, score: Score::MIN, pv: vec![mv] })
            .collect();
        Worker {
            shared,
            root,
            strength,
            side,
            // Two exact sides see one value from both ends; a lone seat's values are its own.
            salt: if two_sided { 0 } else { u64::from(side).wrapping_mul(0x9E37_79B9_7F4A_7C15) },
            thread,
            nodes: 0,
            seldepth: 0,
            root_moves,
            histories: Histories::new(tables.variant.board.len()),
            aborted: false,
            depth_limit_of_extensions: 0,
            line: shared.past.to_vec(),
            pv: vec![Vec::new(); MAX_PLY + 2],
            moves: (0..MAX_PLY + 2).map(|_| Vec::new()).collect(),
        }
    }

    /// Deepens until a limit is reached; `report` hears of every completed line.
    pub(super) fn iterate(&mut self, report: &mut dyn FnMut(Progress)) {
        let limits = self.shared.limits;
        let deepest = limits.depth.map_or(MAX_PLY - 1, |d| (d as usize).clamp(1, MAX_PLY - 1));
        let lines = self.shared.multipv.clamp(1, self.root_moves.len().max(1));
        let mut reported = Move::NONE;
        // Helper threads start at different depths, so that they do not all do the same.
        for depth in 1 + self.thread % 2..=deepest {
            self.depth_limit_of_extensions = 2 * depth + 8;
            self.seldepth = 0;
            for done in 0..lines {
                self.search_line(depth, done, report);
                if self.aborted {
                    break;
                }
            }
            self.publish_nodes();
            // What a null window hid may come out better than the line before it.
            self.root_moves[..lines].sort_by_key(|m| -m.score.raw());
            // A search cut short tells only of a change of mind.
            if !self.aborted || self.root_moves[0].mv != reported {
                // Cut off before its first move was scored, a search has nothing to tell.
                let scored = self.root_moves[..lines].iter().filter(|m| m.score != Score::MIN);
                for i in 0..scored.count() {
                    report(Progress::Line(self.info(depth, i, Bound::Exact)));
                }
                reported = self.root_moves[0].mv;
            }
            if self.aborted || self.is_enough(depth) {
                return;
            }
        }
    }

    /// What is known of one of the best lines.
    fn info(&self, depth: usize, index: usize, bound: Bound) -> Info {
        let root_move = &self.root_moves[index];
        Info {
            depth: depth as u32,
            seldepth: self.seldepth.max(depth) as u32,
            multipv: index + 1,
            score: root_move.score,
            bound,
            nodes: self.total_nodes(),
            time: self.shared.control.elapsed(),
            hashfull: self.shared.table.fullness(),
            pv: root_move.pv.clone(),
        }
    }

    /// Finds the best line but for `done` better ones, in a window around its last score that is
    /// widened until the score lies within.
    fn search_line(&mut self, depth: usize, done: usize, report: &mut dyn FnMut(Progress)) {
        let last = self.root_moves[done].score;
        let mut width = ASPIRATION;
        let (mut alpha, mut beta) = (Score::MIN, Score::MAX);
        if depth >= ASPIRATION_DEPTH && !last.is_decided() {
            (alpha, beta) = (last - width, last + width);
        }
        loop {
            self.search_root(depth as i32, done, alpha, beta, report);
            self.root_moves[done..].sort_by_key(|m| -m.score.raw());
            let score = self.root_moves[done].score;
            let bound = if self.aborted || alpha < score && score < beta {
                return;
            } else if score <= alpha {
                alpha = Score::MIN.max(score - width);
                Bound::Upper
            } else {
                beta = Score::MAX.min(score + width);
                Bound::Lower
            };
            width *= 3;
            if width > WIDEST_ASPIRATION || score.is_decided() {
                (alpha, beta) = (Score::MIN, Score::MAX);
            }
            if self.shared.control.elapsed() >= QUIET_START {
                self.publish_nodes();
                report(Progress::Line(self.info(depth, done, bound)));
            }
        }
    }

    /// Whether another iteration is pointless.
    fn is_enough(&self, depth: usize) -> bool {
        let limits = self.shared.limits;
        let best = self.root_moves[0].score;
        if let (Some(mate), Some(plies)) = (limits.mate, best.plies_to_end()) {
            let own_moves = plies.unsigned_abs().div_ceil(self.root.survivors());
            if plies > 0 && own_moves <= mate {
                return true;
            }
        }
        let Some(budget) = self.shared.budget else { return false };
        if self.shared.control.is_pondering() {
            return false;
        }
        // With a clock, one move or a decided end within sight needs no more thought.
        let timed = limits.clock.is_some();
        let decided = best.plies_to_end().is_some_and(|p| p.unsigned_abs() as usize <= depth);
        timed && (self.root_moves.len() == 1 || decided)
            || self.shared.control.counted() >= budget.soft
    }

    fn total_nodes(&self) -> u64 {
        self.shared.nodes.iter().map(|n| n.load(Ordering::Relaxed)).sum()
    }

    fn publish_nodes(&self) {
        self.shared.nodes[self.thread].store(self.nodes, Ordering::Relaxed);
    }

    /// Counts a node and looks at the limits from time to time.
    #[inline]
    pub(super) fn count_node(&mut self, ply: usize) {
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        let shared = self.shared;
        // Alone, a thread stops at exactly the node it is told to: such searches repeat.
        if shared.nodes.len() == 1 && shared.limits.nodes.is_some_and(|n| self.nodes >= n) {
            self.aborted = true;
        }
        if !self.nodes.is_multiple_of(CHECK_INTERVAL) {
            return;
        }
        self.publish_nodes();
        let control = shared.control;
        let out_of_time =
            shared.budget.is_some_and(|b| !control.is_pondering() && control.counted() >= b.hard);
        let out_of_nodes = shared.limits.nodes.is_some_and(|n| self.total_nodes() >= n);
        let over = shared.done.load(Ordering::Relaxed) || control.is_stopped();
        if over || out_of_time || out_of_nodes {
            self.aborted = true;
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
        let strength = self.strength.clone();
        for root_move in &mut self.root_moves[done + 1..] {
            root_move.score = Score::MIN;
        }
        self.line.push(root.hash());
        for i in done..self.root_moves.len() {
            let mv = self.root_moves[i].mv;
            let first = i == done;
            if self.thread == 0 && self.shared.control.elapsed() >= QUIET_START {
                report(Progress::Move { depth: depth as u32, mv, number: i + 1 });
            }
            let score = self.search_move(root, &strength, mv, depth, alpha, beta, 0, first);
            if self.aborted {
                break;
            }
            if first || score > alpha {
                alpha = alpha.max(score);
                let root_move = &mut self.root_moves[i];
                root_move.score = score;
                root_move.pv.clear();
                root_move.pv.push(mv);
                root_move.pv.extend_from_slice(&self.pv[1]);
                if score >= beta {
                    break;
                }
            }
        }
        self.line.pop();
    }

    /// Plays a move and searches what follows, with a null window unless it is the first; the
    /// score is the mover's.
    #[expect(clippy::too_many_arguments, reason = "the state of one node")]
    fn search_move(
        &mut self,
        position: &Position<W>,
        strength: &Strength,
        mv: Move,
        depth: i32,
        alpha: Score,
        beta: Score,
        ply: usize,
        full: bool,
    ) -> Score {
        let mut next = position.clone();
        let mut next_strength = strength.clone();
        next.make(mv, &mut next_strength);
        // A pass is no choice and costs no depth; successive passes end the game.
        let depth = if mv == Move::PASS { depth } else { depth - 1 };
        let same_side = self.is_ours(position) == self.is_ours(&next);
        let child = |worker: &mut Self, alpha: Score, beta: Score| {
            if same_side {
                worker.search(&next, &next_strength, depth, alpha, beta, ply + 1)
            } else {
                -worker.search(&next, &next_strength, depth, -beta, -alpha, ply + 1)
            }
        };
        if full {
            return child(self, alpha, beta);
        }
        let score = child(self, alpha, alpha + 1);
        if score > alpha && score < beta && !self.aborted {
            return child(self, alpha, beta);
        }
        score
    }

    /// Forgets the line at a ply.
    #[inline]
    pub(super) fn clear_pv(&mut self, ply: usize) {
        self.pv[ply].clear();
    }

    #[inline]
    fn is_ours(&self, position: &Position<W>) -> bool {
        self.side >> position.turn() & 1 != 0
    }

    /// A value seen from our side, as the player to move sees it.
    #[inline]
    fn for_mover(&self, position: &Position<W>, ours: Score) -> Score {
        if self.is_ours(position) { ours } else { -ours }
    }

    /// The evaluation as the player to move sees it.
    #[inline]
    pub(super) fn evaluate(&self, position: &Position<W>, strength: &Strength) -> Score {
        self.for_mover(position, Score::value(evaluate(position, strength, self.side)))
    }

    /// The value of a draw as the player to move sees it.
    #[inline]
    fn draw(&self, position: &Position<W>) -> Score {
        self.for_mover(position, Score::value(draw_value(position, self.side)))
    }

    /// The score of a position in which everything is decided for our side, without looking for
    /// legal moves, as the player to move sees it.
    pub(super) fn decided(&self, position: &Position<W>, ply: usize) -> Option<Score> {
        if let Some(reason) = position.ended() {
            let outcome = position.outcome_by(reason);
            if outcome.reason.is_draw() {
                return Some(self.draw(position));
            }
            let seats = position.tables().variant.seats();
            let best = (0..seats as u8)
                .filter(|&s| self.side >> s & 1 != 0)
                .map(|s| outcome.place(s))
                .fold(f64::INFINITY, f64::min);
            let ours = if best < 1.5 {
                Score::win(ply)
            } else {
                let lone = self.side.count_ones() == 1;
                Score::loss(ply, if lone { seats - best as usize } else { 0 })
            };
            return Some(self.for_mover(position, ours));
        }
        if position.alive() & self.side == 0 {
            let behind = position.tables().variant.seats() - 1 - position.survivors() as usize;
            return Some(self.for_mover(position, Score::loss(ply, behind)));
        }
        if position.is_dead() || self.recurs(position) {
            return Some(self.draw(position));
        }
        if position.move_count_reached() {
            let two_players = position.tables().variant.seats() == 2;
            let mated = two_players
                && position.in_check(position.turn())
                && position.count_legal_moves() == 0;
            return Some(if mated { Score::loss(ply, 0) } else { self.draw(position) });
        }
        None
    }

    /// Whether a position already stood on the board since the last irreversible move.
    fn recurs(&self, position: &Position<W>) -> bool {
        let since = self.line.len().saturating_sub(position.clock().into());
        self.line[since..].contains(&position.hash())
    }

    #[inline]
    pub(super) fn key(&self, position: &Position<W>) -> u64 {
        position.hash() ^ self.salt
    }

    /// The score of a position for the player to move, exact within the window.
    fn search(
        &mut self,
        position: &Position<W>,
        strength: &Strength,
        depth: i32,
        mut alpha: Score,
        mut beta: Score,
        ply: usize,
    ) -> Score {
        self.clear_pv(ply);
        if let Some(score) = self.decided(position, ply) {
            self.count_node(ply);
            return score;
        }
        if ply >= MAX_PLY {
            return self.evaluate(position, strength);
        }
        let checked = position.in_check(position.turn());
        let depth = if checked && ply < self.depth_limit_of_extensions { depth + 1 } else { depth };
        if depth <= 0 {
            return self.quiescence(position, strength, alpha, beta, ply, 0, Cell::NONE);
        }
        self.count_node(ply);
        if self.aborted {
            return Score::ZERO;
        }
        // No line from here can be better than an end on the spot, or worse than one now.
        beta = beta.min(Score::win(ply + 1));
        alpha = alpha.max(Score::loss(ply, 0));
        if alpha >= beta {
            return alpha;
        }
        let open = beta.raw() - alpha.raw() > 1;
        let key = self.key(position);
        let known = self.shared.table.probe(key, ply);
        if let Some(entry) = known
            && !open
            && entry.depth >= depth
        {
            let usable = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.score >= beta,
                Bound::Upper => entry.score <= alpha,
            };
            if usable {
                return entry.score;
            }
        }
        let mut moves = std::mem::take(&mut self.moves[ply]);
        moves.clear();
        position.generate(Scope::All, &mut moves);
        if moves.is_empty() {
            self.moves[ply] = moves;
            // Games for two only: elsewhere a player without moves passes.
            return if checked { Score::loss(ply, 0) } else { self.draw(position) };
        }
        let table_move = known.map_or(0, |e| e.compact_move);
        self.histories.rank(position, strength.weights(), &mut moves, table_move, ply);
        let entered_alpha = alpha;
        let mut best = Score::MIN;
        let mut best_move = Move::NONE;
        self.line.push(position.hash());
        for i in 0..moves.len() {
            let mv = pick(&mut moves, i);
            let score = self.search_move(position, strength, mv, depth, alpha, beta, ply, i == 0);
            if self.aborted {
                break;
            }
            if score <= best {
                continue;
            }
            best = score;
            if score > alpha {
                alpha = score;
                best_move = mv;
                let (here, below) = self.pv.split_at_mut(ply + 1);
                here[ply].clear();
                here[ply].push(mv);
                here[ply].extend_from_slice(&below[0]);
                if score >= beta {
                    if !super::ordering::is_noisy(position, mv) {
                        self.histories.reward(position, mv, &moves[..i], depth, ply);
                    }
                    break;
                }
            }
        }
        self.line.pop();
        self.moves[ply] = moves;
        if self.aborted {
            return Score::ZERO;
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > entered_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let compact_move = if best_move == Move::NONE { 0 } else { best_move.compact() };
        let entry = Entry { compact_move, score: best, depth, bound };
        self.shared.table.store(key, ply, &entry);
        best
    }
}
