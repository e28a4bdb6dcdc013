//! Starting a search and putting its threads to work (Lazy SMP: all search the same tree and
//! share the table).

use super::clock::{Budget, expected_moves};
use super::kernel::{RootMove, Shared, Worker};
use super::{Control, Limits, Memory, Model, Parameters, Progress, Score, TranspositionTable};
use crate::eval::{Strength, Weights};
use crate::position::{Move, Position};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// How to search, apart from when to stop.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Threads, at least 1.
    pub threads: usize,
    /// Lines to find, at least 1.
    pub multipv: usize,
    /// Time kept back per move for everything but thinking.
    pub overhead: Duration,
    /// Whether the search is selective: hopeless moves left out, late ones reduced.
    /// Without, a search to a depth misses nothing within it.
    pub selective: bool,
    /// What the others are taken to do, in games for many.
    pub model: Model,
    /// The numbers of the search.
    pub parameters: Parameters,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            threads: 1,
            multipv: 1,
            overhead: Duration::ZERO,
            selective: true,
            model: Model::Auto,
            parameters: Parameters::default(),
        }
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Report {
    /// The best move; none if there is no legal move.
    pub best: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// The score of the best move from the side of the player to move.
    pub score: Score,
    /// The line that begins with the best move; empty without a search.
    pub line: Vec<Move>,
    /// Nodes visited by all threads; 0 if the system gave no thread to search with.
    pub nodes: u64,
}

impl Report {
    /// What can be said without a search: the first of the moves to be searched, given all legal ones.
    pub(crate) fn unsearched(legal: &[Move], limits: &Limits) -> Report {
        let best = limits.searchmoves.first().or(legal.first()).copied();
        Report { best, ponder: None, score: Score::ZERO, line: Vec::new(), nodes: 0 }
    }

    /// Whether there are moves, but no thread could be had to search them.
    #[must_use]
    pub fn is_unsearched(&self) -> bool {
        self.nodes == 0 && self.best.is_some()
    }
}

/// What a thread of a search came to: nothing if it broke off, so that whatever befalls it, the
/// others end and there is a move. Builds with assertions hide no such fault.
fn outlast<T: Default>(found: std::thread::Result<T>) -> T {
    match found {
        Err(panic) if cfg!(debug_assertions) => resume_unwind(panic),
        found => found.unwrap_or_default(),
    }
}

/// Searches a position with weights of its game. `past` holds the hashes of the game's earlier
/// positions, the latest last; `report` hears of every completed line.
#[expect(clippy::too_many_arguments, reason = "everything that a search depends on")]
pub fn run<const W: usize>(
    position: &Position<W>,
    past: &[u64],
    table: &TranspositionTable,
    memory: &Memory,
    control: &Control,
    limits: &Limits,
    settings: Settings,
    weights: &Weights,
    mut report: impl FnMut(Progress) + Send,
) -> Report {
    let overhead = settings.overhead;
    let budget = match (limits.movetime, &limits.clock) {
        (Some(time), _) => Some(Budget::exactly(time, overhead)),
        (None, Some(clock)) => {
            let moves = expected_moves(position.tables().variant.board.len(), &settings.parameters);
            Some(Budget::from_clock(clock, overhead, moves, &settings.parameters))
        }
        (None, None) => None,
    };
    let threads = settings.threads.max(1);
    let shared = Shared {
        table,
        control,
        limits,
        budget,
        nodes: (0..threads).map(|_| AtomicU64::new(0)).collect(),
        done: AtomicBool::new(false),
        multipv: settings.multipv.max(1),
        past,
        parameters: &settings.parameters,
        selective: settings.selective,
        model: settings.model,
    };
    table.age();
    let strength = Strength::of(position, weights);
    let search = |thread: usize, report: &mut dyn FnMut(Progress)| {
        let histories = memory.take(thread);
        let mut worker = Worker::new(&shared, position, strength.clone(), thread, histories);
        if !worker.root_moves.is_empty() {
            worker.iterate(report);
        }
        shared.nodes[thread].store(worker.nodes, Ordering::Relaxed);
        memory.put(thread, worker.histories);
        let plan = worker.plan;
        let told = |found: RootMove| RootMove { score: plan.told(found.score), ..found };
        worker.root_moves.into_iter().map(told).collect::<Vec<_>>()
    };
    let mut roots: Vec<RootMove> = Vec::new();
    // Without helpers the search is slower, not wrong; a helper that comes too late does nothing.
    if let Some(pool) = memory.threads(threads) {
        pool.scope(|scope| {
            for thread in 1..pool.current_num_threads() {
                let (search, done) = (&search, &shared.done);
                scope.spawn(move |_| {
                    if !done.load(Ordering::Relaxed) {
                        outlast(catch_unwind(AssertUnwindSafe(|| search(thread, &mut |_| ()))));
                    }
                });
            }
            let found = catch_unwind(AssertUnwindSafe(|| search(0, &mut report)));
            // The main thread decides when all is over.
            shared.done.store(true, Ordering::Relaxed);
            roots = outlast(found);
        });
    }
    let nodes = shared.nodes.iter().map(|n| n.load(Ordering::Relaxed)).sum();
    let Some(best) = roots.into_iter().next() else {
        return Report { nodes, ..Report::unsearched(&position.legal_moves(), limits) };
    };
    // In a best-reply search who does not reply passes, which is no reply to expect.
    let reply = best.pv.get(1).copied();
    Report {
        best: Some(best.mv),
        ponder: reply.filter(|mv| position.after(best.mv).legal_moves().contains(mv)),
        // A search cut off before its first move was scored knows nothing.
        score: if best.score == Score::MIN { Score::ZERO } else { best.score },
        line: best.pv,
        nodes,
    }
}
