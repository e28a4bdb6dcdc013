//! The two-sided kernel: alpha-beta with principal variation search over a map of seats to sides.
//!
//! The side of the player whose move is searched maximises, all other seats together minimise:
//! with two players or two teams this is exact, with more it is the paranoid assumption
//! (Sturtevant and Korf 2000).

use super::clock::Budget;
use super::ordering::{Histories, Ranked, pick};
use super::score::{MAX_PLY, Score};
use super::table::{Bound, Entry};
use super::{Control, Limits, Parameters, TranspositionTable};
use crate::eval::{Side, Strength, draw_value, evaluate};
use crate::geometry::Cell;
use crate::position::{Move, Position, Scope};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

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
    pub parameters: &'s Parameters,
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

/// One thread's search.
pub(super) struct Worker<'s, const W: usize> {
    pub shared: &'s Shared<'s>,
    pub root: &'s Position<W>,
    pub strength: Strength<'s>,
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
    pub depth_limit_of_extensions: usize,
    /// Hashes from the game and along the current line.
    pub line: Vec<u64>,
    pub pv: Vec<Vec<Move>>,
    pub moves: Vec<Vec<Ranked>>,
}

impl<'s, const W: usize> Worker<'s, W> {
    pub(super) fn new(
        shared: &'s Shared<'s>,
        root: &'s Position<W>,
        strength: Strength<'s>,
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
            histories: Histories::new(tables.variant.board.len(), shared.parameters.history_bonus),
            aborted: false,
            depth_limit_of_extensions: 0,
            line: shared.past.to_vec(),
            pv: vec![Vec::new(); MAX_PLY + 2],
            moves: (0..MAX_PLY + 2).map(|_| Vec::new()).collect(),
        }
    }

    pub(super) fn total_nodes(&self) -> u64 {
        self.shared.nodes.iter().map(|n| n.load(Ordering::Relaxed)).sum()
    }

    pub(super) fn publish_nodes(&self) {
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

    /// Plays a move and searches what follows, with a null window unless it is the first; the
    /// score is the mover's.
    #[expect(clippy::too_many_arguments, reason = "the state of one node")]
    pub(super) fn search_move(
        &mut self,
        position: &Position<W>,
        strength: &Strength<'_>,
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
        strength: &Strength<'_>,
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
