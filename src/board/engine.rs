//! One engine for one page: a thread that speaks the protocol with the page's lines as its input.

use super::gate::Gate;
use super::outbox::{Letters, Outbox};
use crate::protocol;
use std::io::{self, BufRead, Read};
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, mpsc};

/// Lines that may wait for the engine.
const WAITING: usize = 64;

/// The way to an engine. The engine ends its search and frees what it has when this is dropped.
pub(super) type Lines = mpsc::Sender<String>;

/// Starts an engine that answers into an outbox. It holds the permit until it has ended and freed
/// everything.
pub(super) fn start(
    gate: Gate,
    outbox: &Arc<Outbox>,
    permit: OwnedSemaphorePermit,
) -> io::Result<Lines> {
    let (lines, taken) = mpsc::channel(WAITING);
    let input = Input {
        lines: taken,
        outbox: Arc::clone(outbox),
        line: gate.first_lines().into_bytes(),
        read: 0,
    };
    let outbox = Arc::clone(outbox);
    let body = move || {
        let letters = Letters::new(Arc::clone(&outbox));
        let over = Over { outbox, _permit: permit };
        if let Err(error) = protocol::serve(input, letters) {
            over.outbox.push(&format!("info string error {error}"));
        }
    };
    std::thread::Builder::new().name("page engine".to_string()).spawn(body)?;
    Ok(lines)
}

/// Tells the page that its engine has ended and makes room for another, also after a panic.
struct Over {
    outbox: Arc<Outbox>,
    _permit: OwnedSemaphorePermit,
}

impl Drop for Over {
    fn drop(&mut self) {
        self.outbox.end();
    }
}

/// The page's lines as the input of an engine; it ends when the page goes.
struct Input {
    lines: mpsc::Receiver<String>,
    outbox: Arc<Outbox>,
    line: Vec<u8>,
    /// Bytes of the line that were read.
    read: usize,
}

impl BufRead for Input {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read == self.line.len() {
            self.outbox.wait_for_room();
            self.read = 0;
            self.line.clear();
            if let Some(line) = self.lines.blocking_recv() {
                self.line = line.into_bytes();
                self.line.push(b'\n');
            }
        }
        Ok(&self.line[self.read..])
    }

    fn consume(&mut self, bytes: usize) {
        self.read += bytes;
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.fill_buf()?.read(buffer)?;
        self.consume(bytes);
        Ok(bytes)
    }
}
