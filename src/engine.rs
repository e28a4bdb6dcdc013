//! The engine as a whole: settings, the shared table, and searches that run beside their caller.
//!
//! Owns: what lives from one search to the next. Invariants: at most one search runs at a time,
//! since starting one takes the engine mutably; events come from the search's own thread, the
//! best move last. Must not know: text.

use crate::eval::{EvalFile, Library, Weights};
use crate::position::{AnyPosition, Game, with_position};
use crate::search::{
    Control, Info, Limits, Memory, Progress, Report, Settings, TableError, TranspositionTable, run,
};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// What a search says while it runs.
#[derive(Clone, Debug)]
pub enum Event {
    /// A line was completed, or the search is at a move.
    Progress(Progress),
    /// The search is over.
    Best(Report),
}

/// The size of the table unless it is set, in MiB.
pub const DEFAULT_HASH: usize = 64;
/// The greatest size of the table, in MiB.
pub const MAX_HASH: usize = 1 << 20;
/// The most threads.
pub const MAX_THREADS: usize = 256;
/// The most lines.
pub const MAX_MULTIPV: usize = 256;
/// The greatest table of searches below full strength, in MiB: their nodes are few.
const HANDICAP_HASH: usize = 4;
/// Time kept back per move unless it is set.
pub const DEFAULT_OVERHEAD: Duration = Duration::from_millis(10);

/// An engine: its settings and its memory.
pub struct Engine {
    table: Arc<TranspositionTable>,
    memory: Arc<Memory>,
    /// What searches below full strength have in their place, once there has been one.
    handicapped: Option<(Arc<TranspositionTable>, Arc<Memory>)>,
    settings: Settings,
    weights: Arc<Library>,
}

/// How a search begins and ends.
#[derive(Clone, Debug, Default)]
pub struct Go {
    /// When to end.
    pub limits: Limits,
    /// Whether to hold the best move back until told to stop.
    pub infinite: bool,
    /// Whether to think on the opponent's time until the expected move is played.
    pub ponder: bool,
}

/// A search under way.
pub struct Search {
    control: Arc<Control>,
    /// Set just before the best move is given.
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Search {
    /// Ends the search and waits until it has given its best move.
    pub fn stop(mut self) {
        self.finish();
    }

    /// The expected move was played: thinking goes on, on the clock.
    pub fn ponderhit(&self) {
        self.control.ponderhit();
    }

    /// Whether the search has given its best move.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Acquire)
    }

    fn finish(&mut self) {
        self.control.stop();
        if let Some(thread) = self.thread.take() {
            // A search that failed has nothing left to say.
            let _ = thread.join();
        }
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.finish();
    }
}

impl Engine {
    /// An engine with a table of a size in MiB.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(hash: usize) -> Result<Engine, TableError> {
        Ok(Engine {
            table: Arc::new(TranspositionTable::new(hash)?),
            memory: Arc::default(),
            handicapped: None,
            settings: Settings { overhead: DEFAULT_OVERHEAD, ..Settings::default() },
            weights: Library::embedded(),
        })
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// Changes the settings.
    pub fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// Replaces the table by one of another size in MiB.
    ///
    /// # Errors
    /// If there is not enough memory; the old table stays.
    pub fn set_hash(&mut self, hash: usize) -> Result<(), TableError> {
        self.table = Arc::new(TranspositionTable::new(hash)?);
        Ok(())
    }

    /// Evaluates by a file in the games of its family, by the embedded ones in all others and
    /// without a file. What was learnt otherwise is forgotten.
    pub fn set_evaluation(&mut self, file: Option<EvalFile>) {
        self.weights = file.map_or_else(Library::embedded, Library::with);
        self.clear();
    }

    /// The weights with which the game of a position is evaluated.
    #[must_use]
    pub fn weights(&self, position: &AnyPosition) -> Arc<Weights> {
        with_position!(position, p => self.weights.weights(p.tables()))
    }

    /// Makes what searches of a game need, so that the first of them loses no time: in large games
    /// that takes some 30 ms.
    pub fn prepare(&self, position: &AnyPosition) {
        drop(self.weights(position));
    }

    /// Forgets everything learnt.
    pub fn clear(&mut self) {
        self.memory.clear();
        self.handicapped = None;
        // Fresh memory comes zeroed and at once; used memory would have to be written over.
        match TranspositionTable::new(self.table.megabytes()) {
            Ok(table) => self.table = Arc::new(table),
            Err(_) => self.table.clear(),
        }
    }

    /// This engine for searches below full strength, which are to be as strong as they are told to: on
    /// one thread, since more look less often at their limits, and with a table and a memory of their
    /// own, since what full strength has found before (to analyse the game, say) is not theirs to know.
    pub fn handicapped(&mut self) -> Engine {
        let size = self.table.megabytes().min(HANDICAP_HASH);
        let apart = self.handicapped.get_or_insert_with(|| {
            let table =
                TranspositionTable::new(size).map_or_else(|_| Arc::clone(&self.table), Arc::new);
            (table, Arc::default())
        });
        let (table, memory) = apart.clone();
        Engine { settings: Settings { threads: 1, ..self.settings }, ..self.with(table, memory) }
    }

    /// An engine with these settings and weights, and with a table and a memory that others have, too.
    fn with(&self, table: Arc<TranspositionTable>, memory: Arc<Memory>) -> Engine {
        let (settings, weights) = (self.settings, Arc::clone(&self.weights));
        Engine { table, memory, handicapped: None, settings, weights }
    }

    /// Searches and returns when done; `on_info` hears of every completed line.
    pub fn search(
        &self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        mut on_info: impl FnMut(Info) + Send,
    ) -> Report {
        self.search_with_progress(game, limits, control, |progress| {
            if let Progress::Line(info) = progress {
                on_info(info);
            }
        })
    }

    /// As [`Engine::search`], hearing of everything that a search tells.
    fn search_with_progress(
        &self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        on_progress: impl FnMut(Progress) + Send,
    ) -> Report {
        let weights = self.weights(game.position());
        with_position!(game.position(), p => {
            run(p, game.past(), &self.table, &self.memory, control, limits, self.settings, &weights, on_progress)
        })
    }

    /// Starts a search that runs beside the caller. If no thread can be had, it is over at once, with a
    /// move that nothing is known of ([`Report::is_unsearched`]).
    pub fn start(
        &mut self,
        game: &Game,
        go: Go,
        on_event: impl FnMut(Event) + Send + 'static,
    ) -> Search {
        let control = Arc::new(Control::new(go.ponder));
        let over = Arc::new(AtomicBool::new(false));
        let (game, own, told) = (game.clone(), Arc::clone(&control), Arc::clone(&over));
        let engine = self.with(Arc::clone(&self.table), Arc::clone(&self.memory));
        let unsearched = Report::unsearched(&game.position().legal_moves(), &go.limits);
        let on_event = Arc::new(Mutex::new(on_event));
        let tell = {
            let on_event = Arc::clone(&on_event);
            move |event| (on_event.lock().unwrap_or_else(PoisonError::into_inner))(event)
        };
        let body = move || {
            let report = engine.search_with_progress(&game, &go.limits, &own, |progress| {
                tell(Event::Progress(progress));
            });
            own.wait_for_release(go.infinite);
            told.store(true, Ordering::Release);
            tell(Event::Best(report));
        };
        let thread = std::thread::Builder::new().name("search".to_string()).spawn(body).ok();
        if thread.is_none() {
            over.store(true, Ordering::Release);
            (on_event.lock().unwrap_or_else(PoisonError::into_inner))(Event::Best(unsearched));
        }
        Search { control, over, thread }
    }
}
