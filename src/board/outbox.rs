//! What an engine has said and its page has not heard yet.
//!
//! Lines stay in order. A page that is slow to listen does not stop the engine: `info` lines of the
//! search that newer ones have overtaken are dropped, and as long as too much is left the engine
//! gets no further command. So what waits here is bounded by what one command can answer.

use super::gate::Gate;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// Bytes waiting from which `info` lines are thinned.
const THINNED: usize = 64 << 10;
/// Bytes waiting from which the engine gets no further command.
const FULL: usize = 256 << 10;
/// Bytes from which a frame takes no further line.
const FRAME: usize = 64 << 10;

/// A queue of lines from an engine's threads to the task of its socket.
pub(super) struct Outbox {
    state: Mutex<State>,
    /// Tells the socket that there is a line, or that there will be none.
    filled: Notify,
    /// Tells the engine that there is room, or nobody to listen.
    emptied: Condvar,
    gate: Gate,
}

#[derive(Default)]
struct State {
    lines: VecDeque<String>,
    bytes: usize,
    /// The engine has ended: no line will come any more.
    ended: bool,
    /// The page has gone: nobody will hear.
    deserted: bool,
}

impl Outbox {
    pub(super) fn new(gate: Gate) -> Outbox {
        Outbox { state: Mutex::default(), filled: Notify::new(), emptied: Condvar::new(), gate }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a line.
    pub(super) fn push(&self, line: &str) {
        let Some(line) = self.gate.told(line) else { return };
        let mut state = self.state();
        if state.deserted {
            return;
        }
        if state.bytes > THINNED
            && let Some(at) = state.lines.iter().position(|l| l.starts_with("info depth "))
            && let Some(old) = state.lines.remove(at)
        {
            state.bytes -= old.len();
        }
        state.bytes += line.len();
        state.lines.push_back(line.into_owned());
        drop(state);
        self.filled.notify_one();
    }

    /// The next lines, joined by line breaks; `None` when the engine has ended and all is told.
    pub(super) async fn frame(&self) -> Option<String> {
        loop {
            {
                let mut state = self.state();
                if let Some(mut frame) = state.lines.pop_front() {
                    state.bytes -= frame.len();
                    while frame.len() < FRAME
                        && let Some(line) = state.lines.pop_front()
                    {
                        state.bytes -= line.len();
                        frame.push('\n');
                        frame.push_str(&line);
                    }
                    drop(state);
                    self.emptied.notify_all();
                    return Some(frame);
                }
                if state.ended {
                    return None;
                }
            }
            self.filled.notified().await;
        }
    }

    /// Waits until there is room for the answers to a command, or nobody to hear them.
    pub(super) fn wait_for_room(&self) {
        let state = self.state();
        let full = |state: &mut State| state.bytes > FULL && !state.deserted;
        drop(self.emptied.wait_while(state, full).unwrap_or_else(PoisonError::into_inner));
    }

    /// The engine has ended.
    pub(super) fn end(&self) {
        self.state().ended = true;
        self.filled.notify_one();
    }

    /// The page has gone.
    pub(super) fn desert(&self) {
        let mut state = self.state();
        *state = State { ended: state.ended, deserted: true, ..State::default() };
        drop(state);
        self.emptied.notify_all();
    }
}

/// The engine's end of an outbox: bytes of text, of which full lines are sent.
pub(super) struct Letters {
    outbox: Arc<Outbox>,
    unfinished: Vec<u8>,
}

impl Letters {
    pub(super) fn new(outbox: Arc<Outbox>) -> Letters {
        Letters { outbox, unfinished: Vec::new() }
    }
}

impl Write for Letters {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.unfinished.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let Some(end) = self.unfinished.iter().rposition(|&b| b == b'\n') else { return Ok(()) };
        let text = String::from_utf8_lossy(&self.unfinished[..end]).into_owned();
        self.unfinished.drain(..=end);
        text.split('\n').for_each(|line| self.outbox.push(line));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outbox() -> Arc<Outbox> {
        Arc::new(Outbox::new(Gate { hash: 16, threads: 1 }))
    }

    fn all(outbox: &Outbox) -> Vec<String> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        runtime.block_on(async {
            let mut lines = Vec::new();
            while let Some(frame) = outbox.frame().await {
                lines.extend(frame.split('\n').map(String::from));
            }
            lines
        })
    }

    #[test]
    fn a_flood_is_thinned_in_order_and_best_moves_stay() {
        let outbox = outbox();
        let padding = "x".repeat(100);
        for search in 0..50 {
            for depth in 0..100 {
                outbox.push(&format!("info depth {depth} search {search} {padding}"));
            }
            outbox.push(&format!("bestmove {search}"));
        }
        outbox.end();
        assert!(outbox.state().bytes < 2 * THINNED, "{} bytes wait", outbox.state().bytes);
        let lines = all(&outbox);
        let best: Vec<&str> = lines.iter().filter_map(|l| l.strip_prefix("bestmove ")).collect();
        assert_eq!(best, (0..50).map(|n| n.to_string()).collect::<Vec<_>>());
        let infos: Vec<(u32, u32)> = lines
            .iter()
            .filter_map(|line| {
                let words: Vec<&str> = line.split(' ').collect();
                (words[0] == "info")
                    .then(|| (words[4].parse().expect("number"), words[2].parse().expect("number")))
            })
            .collect();
        assert!(infos.is_sorted() && infos.last() == Some(&(49, 99)), "{infos:?}");
        assert!(infos.len() < 2000 && infos.len() > 100, "{} lines", infos.len());
    }

    #[test]
    fn texts_become_lines_when_they_are_flushed() {
        let outbox = outbox();
        let mut letters = Letters::new(Arc::clone(&outbox));
        write!(letters, "one\ntwo\nthr").expect("writes to memory");
        letters.flush().expect("writes to memory");
        writeln!(letters, "ee").expect("writes to memory");
        letters.flush().expect("writes to memory");
        outbox.end();
        assert_eq!(all(&outbox), ["one", "two", "three"]);
    }

    #[test]
    fn an_engine_does_not_wait_for_a_page_that_has_gone() {
        let outbox = outbox();
        for _ in 0..100 {
            outbox.push(&"x".repeat(10_000));
        }
        let waiting = Arc::clone(&outbox);
        let engine = std::thread::spawn(move || waiting.wait_for_room());
        outbox.desert();
        engine.join().expect("the engine goes on");
        outbox.push("unheard");
        outbox.end();
        assert!(all(&outbox).is_empty());
    }
}
