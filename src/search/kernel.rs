//! The two-sided kernel: alpha-beta with principal variation search over a map of seats to sides.
//!
//! The side of the player whose move is searched maximises, all other seats together minimise:
//! with two players or two teams this is exact, with more it is the paranoid assumption
//! (Sturtevant and Korf 2000).

use super::clock::Budget;
use super::histories::{EARLIER, Earlier, Histories, NO_ROW, PieceOn, Row, Signs};
use super::many::{Model, Perils, Plan};
use super::picker::{Context, Lists, Ranked};
use super::score::{MAX_PLY, Score};
use super::table::{Bound, Entry};
use super::{Control, Limits, Parameters, TranspositionTable};
use crate::eval::{Side, Strength, StrengthMemory, draw_value, evaluate};
use crate::position::{Move, Position};
use crate::variant::Seat;
use std::sync::LazyLock;
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
    pub selective: bool,
    pub model: Model,
}

/// A move at the root with what is known of it.
#[derive(Clone)]
pub(super) struct RootMove {
    pub mv: Move,
    pub score: Score,
    /// What the score is a bound of: not the score itself where a window around it failed.
    pub bound: Bound,
    pub pv: Vec<Move>,
    /// Nodes below it.
    pub nodes: u64,
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
    /// What the others are taken to do, in games for many.
    pub plan: Plan,
    /// Whether two sides are all there is: two players, teams, or two survivors.
    pub exact: bool,
    /// Mixed into every table key, so that searches for different sides do not meet.
    salt: u64,
    pub thread: usize,
    pub nodes: u64,
    pub seldepth: usize,
    /// Iterations since the best move changed.
    pub steady: u32,
    /// A mean of the scores of the last iterations.
    pub usual_score: i32,
    /// Contempt: by how much less a draw is worth, in hundredths of a pawn, 0 or more. It is how far
    /// the score lies below the standing because all others are taken to be enemies: whoever stands
    /// well is not to flee into a draw from what the others will never do together.
    pub contempt: i32,
    /// How often a position must have stood in the game for its return to count as a draw. Twice by the
    /// rules; but in games for many a draw takes replies of several players who go on as before, which
    /// no model of opponents looks for, so that whoever is ahead of the others does not return at all.
    pub returns_that_draw: usize,
    pub root_moves: Vec<RootMove>,
    /// What is known of the dangers of moves at the root, in games for many.
    pub perils: Perils,
    pub histories: Histories,
    memory: StrengthMemory,
    /// By ply, memory for what comes after a move.
    after: Vec<Option<Box<After<'s, W>>>>,
    pub aborted: bool,
    /// Checks and singular moves are extended before this ply.
    pub extended_before: usize,
    /// Hashes from the game and along the current line.
    pub line: Vec<u64>,
    pub pv: Vec<Vec<Move>>,
    /// By ply, memory for the moves of a node in games for two.
    pub lists: Vec<Lists>,
    /// The same in games for many.
    pub moves: Vec<Vec<Ranked>>,
    /// Moves tried at a ply without success.
    pub tried_quiet: Vec<Vec<Move>>,
    pub tried_noisy: Vec<Vec<Move>>,
    /// What is known of the nodes of the current line, by ply.
    pub frames: Vec<Frame>,
    /// Whether two players are alone on the board, so that the one who replies is the opponent.
    pub duel: bool,
    /// Whether moves are left out or reduced.
    pub selective: bool,
    /// Null moves are tried from this ply on only.
    pub no_null_before: usize,
    /// Beyond this number of plies without progress positions that differ in it have keys of their own:
    /// a draw is near.
    cautious_clock: u16,
}

/// What comes after a move: the position and its strengths. (Both are large: they are made in memory
/// that is used again, not returned, which would copy them.)
pub(super) struct After<'s, const W: usize> {
    pub position: Position<W>,
    pub strength: Strength<'s>,
}

/// What is known of a node of the current line.
#[derive(Clone, Copy, Default)]
pub(super) struct Frame {
    /// The static value as the player to move sees it; none in check.
    pub value: Option<Score>,
    /// The mover and target of the move under search; none for a null move.
    pub piece_on: Option<PieceOn>,
    /// Whether that move is quiet, its value a matter of histories.
    pub quiet: bool,
    /// A move that is left out, in compact form; 0 if none is.
    pub excluded: u32,
    /// By how many plies less deep the move under search is searched.
    pub reduction: i32,
    /// How many nodes a ply further, children of this one and of its siblings, were cut.
    pub cuts: u32,
}

/// Natural logarithms in 1024ths; the logarithm of 0 is taken to be 0.
static LOGARITHMS: LazyLock<[i32; 256]> =
    LazyLock::new(|| std::array::from_fn(|n| ((n.max(1) as f64).ln() * 1024.0) as i32));

/// From so many plies before a draw by the move count on it matters how many there are.
const NEAR_DRAW: u16 = 12;
/// Mixed into keys by their number. (Stockfish has keys by the count of moves, too.)
const CLOCK_MIX: u64 = 0xD6E8_FEB8_6659_FD93;

impl<'s, const W: usize> Worker<'s, W> {
    pub(super) fn new(
        shared: &'s Shared<'s>,
        root: &'s Position<W>,
        strength: Strength<'s>,
        thread: usize,
        mut histories: Histories,
    ) -> Self {
        let tables = root.tables();
        let duel = tables.variant.seats() == 2;
        let two_sided = duel || tables.variant.rules.teams.is_some();
        let plan = Plan::of(root, shared.model, shared.parameters);
        let side = tables.allies[root.turn() as usize];
        let chosen = &shared.limits.searchmoves;
        let root_moves = root
            .legal_moves()
            .into_iter()
            .filter(|mv| chosen.is_empty() || chosen.contains(mv))
            .map(|mv| RootMove {
                mv,
                score: Score::MIN,
                bound: Bound::Exact,
                pv: vec![mv],
                nodes: 0,
            })
            .collect();
        histories.fit(tables);
        let exact = two_sided || root.survivors() == 2;
        let ahead = !exact && evaluate(root, &strength, side) > draw_value(root, side);
        let mut worker = Worker {
            shared,
            root,
            strength,
            side,
            plan,
            exact,
            salt: 0,
            thread,
            nodes: 0,
            seldepth: 0,
            steady: 0,
            usual_score: 0,
            contempt: 0,
            returns_that_draw: if ahead { 1 } else { 2 },
            root_moves,
            perils: Perils::default(),
            histories,
            memory: StrengthMemory::default(),
            after: std::iter::repeat_with(|| None).take(MAX_PLY + 2).collect(),
            aborted: false,
            extended_before: 0,
            line: shared.past.to_vec(),
            pv: vec![Vec::new(); MAX_PLY + 2],
            lists: std::iter::repeat_with(Lists::default).take(MAX_PLY + 2).collect(),
            moves: vec![Vec::new(); MAX_PLY + 2],
            tried_quiet: vec![Vec::new(); MAX_PLY + 2],
            tried_noisy: vec![Vec::new(); MAX_PLY + 2],
            frames: vec![Frame::default(); MAX_PLY + 2],
            duel,
            selective: shared.selective,
            no_null_before: 0,
            cautious_clock: tables.variant.rules.move_limit.saturating_sub(NEAR_DRAW),
        };
        worker.adopt(plan);
        worker
    }

    /// Searches by a plan from now on.
    pub(super) fn adopt(&mut self, plan: Plan) {
        let teams = self.root.tables().variant.rules.teams.is_some();
        self.plan = plan;
        self.salt = if self.duel { 0 } else { plan.salt(self.side, teams, self.shared.selective) };
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

    /// What comes after a move at a ply. Whoever no longer needs it gives its memory back
    /// ([`Worker::give_back`]).
    #[inline]
    pub(super) fn play(
        &mut self,
        position: &Position<W>,
        strength: &Strength<'_>,
        mv: Move,
        ply: usize,
    ) -> Box<After<'s, W>> {
        let mut after = self.after[ply].take().unwrap_or_else(|| {
            Box::new(After { position: self.root.clone(), strength: self.strength.clone() })
        });
        // The earlier it is asked for, the less the table's memory is waited for.
        let guessed = (mv != Move::PASS).then(|| position.guessed_hash(mv) ^ self.salt);
        if let Some(key) = guessed {
            self.shared.table.prefetch(key);
        }
        let After { position: next, strength: next_strength } = &mut *after;
        next.clone_from(position);
        next_strength.begin_after(strength);
        next.make(mv, next_strength);
        if guessed != Some(self.key(next)) {
            self.shared.table.prefetch(self.key(next));
        }
        if !self.duel {
            self.histories.values.prefetch(self.key_of_value(next));
        }
        next_strength.settle(strength, next, &mut self.memory);
        after
    }

    /// Takes back the memory of what came after a move at a ply.
    #[inline]
    pub(super) fn give_back(&mut self, after: Box<After<'s, W>>, ply: usize) {
        self.after[ply] = Some(after);
    }

    /// How much less deep a late move is searched, in 1024ths of a ply: it grows with depth and
    /// with the number of moves tried before.
    #[inline]
    pub(super) fn reduction(&self, depth: i32, tried: usize) -> i32 {
        let p = self.shared.parameters;
        p.reduce_base + self.logarithms(depth, tried) / p.reduce_divisor
    }

    /// The product of the logarithms of depth and number, in 1024ths of each.
    #[inline]
    pub(super) fn logarithms(&self, depth: i32, tried: usize) -> i32 {
        let ln = |n: usize| LOGARITHMS[n.min(LOGARITHMS.len() - 1)];
        ln(depth.max(1) as usize) * ln(tried)
    }

    /// What orders the moves of a node; `earlier` are the rows of the moves before.
    #[inline]
    pub(super) fn context<'c>(
        &self,
        position: &'c Position<W>,
        strength: &Strength<'c>,
        ply: usize,
        earlier: Earlier,
    ) -> Context<'c, W> {
        let p = self.shared.parameters;
        let (escape_bonus, check_bonus) =
            if self.duel { (p.escape_bonus, p.check_bonus) } else { (0, 0) };
        let (weights, side) = (strength.weights(), self.side);
        Context { position, weights, side, ply, escape_bonus, check_bonus, earlier }
    }

    /// The counters of moves after earlier ones of the line, as far back as [`EARLIER`] says.
    #[inline]
    pub(super) fn earlier(&self, ply: usize) -> Earlier {
        EARLIER.map(|n| self.row_back(ply, n))
    }

    /// The counters of moves after the one so many plies back, if it is of the line.
    #[inline]
    pub(super) fn row_back(&self, ply: usize, back: usize) -> Row {
        let earlier = ply.checked_sub(back).and_then(|ply| self.frames[ply].piece_on);
        earlier.map_or(NO_ROW, |piece_on| self.histories.row(piece_on))
    }

    /// What experience adds to an evaluation, as the player to move sees it.
    #[inline]
    pub(super) fn correction(&self, position: &Position<W>, ply: usize) -> i32 {
        // With many players an evaluation has no one opposite.
        // In full width nothing that was met on the way may change a score.
        if !self.duel || !self.selective {
            return 0;
        }
        self.histories.correction(&self.signs(position, ply), self.shared.parameters)
    }

    /// What errors of the evaluation are remembered by.
    #[inline]
    pub(super) fn signs(&self, position: &Position<W>, ply: usize) -> Signs {
        let turn = position.turn();
        Signs {
            turn,
            pawns: position.pawn_hash(),
            own: position.placement_hash(turn),
            other: position.placement_hash(self.opponent(position)),
            last: self.earlier(ply),
        }
    }

    /// What a move that refutes a line of some depth gains in the histories.
    #[inline]
    pub(super) fn bonus(&self, depth: i32) -> i32 {
        let p = self.shared.parameters;
        (p.history_bonus * depth - p.history_offset).clamp(16, p.history_most)
    }

    /// The move that the table knows, if it is legal: another position may have had the same key.
    #[inline]
    pub(super) fn table_move(position: &Position<W>, known: Option<Entry>) -> Move {
        let known = known.and_then(|entry| Move::from_compact(entry.compact_move));
        known.filter(|&mv| position.allows(mv)).unwrap_or(Move::NONE)
    }

    /// Puts what a search found into the table; `open` if the node was met in an open window.
    #[inline]
    #[expect(clippy::too_many_arguments, reason = "an entry and where it belongs")]
    pub(super) fn remember(
        &self,
        key: u64,
        ply: usize,
        score: Score,
        best: Move,
        depth: i32,
        bound: Bound,
        open: bool,
    ) {
        let compact_move = if best == Move::NONE { 0 } else { best.compact() };
        self.shared.table.store(key, ply, &Entry { compact_move, score, depth, bound, open });
    }

    /// A move is the best so far: the line at its ply is the move and the line after it.
    pub(super) fn note_pv(&mut self, ply: usize, mv: Move) {
        let (here, below) = self.pv.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(mv);
        here[ply].extend_from_slice(&below[0]);
    }

    /// Forgets the line at a ply.
    #[inline]
    pub(super) fn clear_pv(&mut self, ply: usize) {
        self.pv[ply].clear();
    }

    /// In games for two the player who is not to move.
    #[inline]
    pub(super) fn opponent(&self, position: &Position<W>) -> Seat {
        position.turn() ^ 1
    }

    #[inline]
    pub(super) fn is_ours(&self, position: &Position<W>) -> bool {
        self.side >> position.turn() & 1 != 0
    }

    #[inline]
    pub(super) fn key(&self, position: &Position<W>) -> u64 {
        let near = position.clock().saturating_sub(self.cautious_clock);
        position.hash() ^ self.salt ^ u64::from(near).wrapping_mul(CLOCK_MIX)
    }
}
