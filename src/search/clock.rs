//! How long to think, and when to stop.

use super::Parameters;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A player's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub time: Duration,
    /// Time gained per move.
    pub increment: Duration,
    /// Moves until the clock is refilled, if it will be.
    pub moves_to_go: Option<u32>,
}

/// What can be said to a search from outside while it runs.
#[derive(Debug)]
pub struct Control {
    stop: AtomicBool,
    start: Instant,
    /// Nanoseconds from `start` until the clock began to run, or [`PONDERING`].
    clock_start: AtomicU64,
    /// Whether on the clock the search would have ended by now, for all the time it has pondered.
    ripe: AtomicBool,
    /// Woken by everything said, for a search that waits to be told to answer.
    lock: Mutex<()>,
    said: Condvar,
}

const PONDERING: u64 = u64::MAX;

impl Control {
    /// For a search that begins now; while pondering no time counts.
    #[must_use]
    pub fn new(ponder: bool) -> Control {
        Control {
            stop: AtomicBool::new(false),
            start: Instant::now(),
            clock_start: AtomicU64::new(if ponder { PONDERING } else { 0 }),
            ripe: AtomicBool::new(false),
            lock: Mutex::new(()),
            said: Condvar::new(),
        }
    }

    /// Waits until the search is stopped, or, unless it is `infinite`, no longer pondering.
    pub fn wait_for_release(&self, infinite: bool) {
        let mut guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_stopped() && (infinite || self.is_pondering()) {
            guard = self.said.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn wake(&self) {
        let _guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        self.said.notify_all();
    }

    /// Ends the search as soon as possible.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Release);
        self.wake();
    }

    /// Whether the search is to end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// A search that ponders says whether its answer could be given by now.
    pub(super) fn note_ripe(&self, ripe: bool) {
        self.ripe.store(ripe, Ordering::Relaxed);
    }

    /// The expected move was played: from now on time counts. A search that has pondered for as long as it
    /// would have thought ends: its next iteration may be far too long for the clock.
    pub fn ponderhit(&self) {
        if self.ripe.load(Ordering::Relaxed) {
            self.stop.store(true, Ordering::Release);
        }
        let now = self.start.elapsed().as_nanos() as u64;
        let _ =
            self.clock_start.compare_exchange(PONDERING, now, Ordering::Relaxed, Ordering::Relaxed);
        self.wake();
    }

    /// Whether the search is still pondering.
    #[must_use]
    pub fn is_pondering(&self) -> bool {
        self.clock_start.load(Ordering::Relaxed) == PONDERING
    }

    /// Time since the search began, pondering included.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Time that counts against the clock.
    #[must_use]
    pub fn counted(&self) -> Duration {
        match self.clock_start.load(Ordering::Relaxed) {
            PONDERING => Duration::ZERO,
            since => self.start.elapsed().saturating_sub(Duration::from_nanos(since)),
        }
    }
}

/// The moves that a game on a board of so many cells is expected to go on for: it takes longer to
/// cross a larger board and to decide anything there.
pub(super) fn expected_moves(cells: usize, parameters: &Parameters) -> u32 {
    (f64::from(parameters.expected_moves) * (cells as f64 / 64.0).sqrt()).round() as u32
}

/// With less than this many times the overhead left, increments are saved.
const RESERVE: u32 = 10;

/// The time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    /// After this no new iteration begins, unless the search has reasons to take more or less.
    pub soft: Duration,
    /// After this the search is cut off.
    pub hard: Duration,
}

impl Budget {
    /// The budget that a clock allows, keeping `overhead` for everything but thinking, where the game
    /// is expected to go on for so many moves.
    pub(super) fn from_clock(
        clock: &Clock,
        overhead: Duration,
        expected: u32,
        parameters: &Parameters,
    ) -> Budget {
        let left = clock.time.saturating_sub(overhead).max(Duration::from_millis(1));
        let moves = clock.moves_to_go.map_or(expected, |n| n.min(50)).max(1);
        // Who spends all increments until nothing is left loses by the first delay of the machine.
        let reserve = overhead * RESERVE;
        let gained = clock.increment * 3 / 4;
        let gained =
            if left < reserve { gained.mul_f64(left.div_duration_f64(reserve)) } else { gained };
        let share = left / moves + gained;
        // The last move before a refill may take nearly all, any other at most half.
        let most = if moves == 1 { left * 9 / 10 } else { left / 2 };
        let percent = |n: i32| (share * n.unsigned_abs() / 100).min(most);
        let hard = percent(parameters.hard_share);
        Budget { soft: percent(parameters.soft_share).min(hard), hard }
    }

    /// Exactly this time, less the overhead.
    pub(super) fn exactly(time: Duration, overhead: Duration) -> Budget {
        let time = time.saturating_sub(overhead).max(Duration::from_millis(1));
        Budget { soft: time, hard: time }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_budget_exceeds_the_clock() {
        let overhead = Duration::from_millis(10);
        for (time, increment, moves_to_go) in
            [(1000, 10, None), (5, 0, None), (60_000, 5000, Some(1)), (100, 1000, Some(40))]
        {
            let clock = Clock {
                time: Duration::from_millis(time),
                increment: Duration::from_millis(increment),
                moves_to_go,
            };
            let budget = Budget::from_clock(&clock, overhead, 30, &Parameters::default());
            assert!(budget.soft <= budget.hard, "{clock:?}");
            assert!(budget.hard < clock.time, "{clock:?}");
        }
    }

    #[test]
    fn a_clock_that_has_run_down_fills_again() {
        let overhead = Duration::from_millis(10);
        let share = |milliseconds| {
            let clock = Clock {
                time: Duration::from_millis(milliseconds),
                increment: overhead,
                moves_to_go: None,
            };
            let parameters = Parameters { hard_share: 100, ..Parameters::default() };
            Budget::from_clock(&clock, overhead, 30, &parameters).hard
        };
        // Much of an increment is kept; with enough in reserve more than that is spent.
        assert!(share(30) < overhead / 4, "{:?}", share(30));
        assert!(share(60) < overhead * 2 / 3, "{:?}", share(60));
        assert!(share(120) > overhead, "{:?}", share(120));
    }

    #[test]
    fn games_on_larger_boards_last_longer() {
        let moves = |cells| expected_moves(cells, &Parameters::default());
        assert_eq!(moves(64), Parameters::default().expected_moves.unsigned_abs());
        assert_eq!(moves(256), 2 * moves(64));
    }

    #[test]
    fn what_has_pondered_long_enough_ends_with_the_hit() {
        for ripe in [false, true] {
            let control = Control::new(true);
            control.note_ripe(ripe);
            assert!(!control.is_stopped());
            control.ponderhit();
            assert_eq!(control.is_stopped(), ripe);
        }
    }

    #[test]
    fn pondering_costs_no_time() {
        let control = Control::new(true);
        assert_eq!(control.counted(), Duration::ZERO);
        control.ponderhit();
        assert!(!control.is_pondering() && control.counted() <= control.elapsed());
    }
}
