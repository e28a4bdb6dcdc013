//! The conversation of one page with its engine.

use super::engine::{self, Lines};
use super::gate::{Gate, LONGEST_LINE, Verdict};
use super::outbox::Outbox;
use super::rate::{Bucket, Rate};
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{self, MissedTickBehavior};

/// How long a page waits for an engine: one that is reloaded comes back before its old engine has
/// ended.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long the page may take to hear a frame, and to agree to an end.
const HEARING: Duration = Duration::from_secs(30);
const FAREWELL: Duration = Duration::from_secs(1);
/// How often the page is asked whether it is still there, and how long it may be silent.
const PULSE: Duration = Duration::from_secs(20);
const SILENCE: Duration = Duration::from_secs(90);
/// Messages above this are not even read and end the conversation; lines above their lower limit are
/// refused, so that a page whose game has grown too long is told and goes on.
pub(super) const LONGEST_MESSAGE: usize = 16 * LONGEST_LINE;

/// What every page gets.
#[derive(Clone)]
pub(super) struct Grant {
    pub(super) engines: Arc<Semaphore>,
    pub(super) gate: Gate,
    pub(super) rate: Rate,
    /// Becomes true when the server ends.
    pub(super) ending: watch::Receiver<bool>,
}

/// Why a conversation ends, as a close code and a reason; `None` when the page has gone already.
type End = Option<(u16, &'static str)>;

/// Talks until the page goes, asks to quit or does what it must not, or the server ends.
pub(super) async fn serve(mut socket: WebSocket, grant: Grant) {
    let waiting = Arc::clone(&grant.engines).acquire_owned();
    let end = match time::timeout(PATIENCE, waiting).await {
        Ok(Ok(permit)) => converse(&mut socket, grant, permit).await,
        _ => Some((close_code::AGAIN, "all engines are in use")),
    };
    if let Some((code, reason)) = end {
        let close = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
        let farewell = async {
            if socket.send(close).await.is_ok() {
                // What was under way is read, so that nothing unread makes the page lose the code.
                while let Some(Ok(_)) = socket.recv().await {}
            }
        };
        let _ = time::timeout(FAREWELL, farewell).await;
    }
}

async fn converse(socket: &mut WebSocket, mut grant: Grant, permit: OwnedSemaphorePermit) -> End {
    let outbox = Arc::new(Outbox::new(grant.gate));
    let Ok(lines) = engine::start(grant.gate, &outbox, permit) else {
        return Some((close_code::ERROR, "no engine could be started"));
    };
    let present = Present(Arc::clone(&outbox));
    let mut bucket = Bucket::new(grant.rate, Instant::now());
    // A line that waits for its turn; no other is read until then.
    let mut next: Option<String> = None;
    let mut heard = Instant::now();
    let mut pulse = time::interval(PULSE);
    pulse.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            frame = present.0.frame() => {
                let Some(frame) = frame else {
                    return Some((close_code::ERROR, "the engine has ended"));
                };
                match time::timeout(HEARING, socket.send(Message::text(frame))).await {
                    Ok(Ok(())) => {}
                    _ => return None,
                }
            }
            message = socket.recv(), if next.is_none() => {
                heard = Instant::now();
                match message {
                    None | Some(Ok(Message::Close(_))) => return None,
                    Some(Err(_)) => {
                        return Some((close_code::PROTOCOL, "not a valid message, or far too long"));
                    }
                    Some(Ok(Message::Binary(_))) => {
                        return Some((close_code::UNSUPPORTED, "lines are text"));
                    }
                    Some(Ok(Message::Text(line))) => next = Some(line.as_str().to_string()),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                }
            }
            turn = turn(&lines, &mut bucket), if next.is_some() => {
                let Ok(turn) = turn else {
                    return Some((close_code::ERROR, "the engine has ended"));
                };
                bucket.take();
                match grant.gate.judge(next.take().unwrap_or_default()) {
                    Verdict::Pass(line) => turn.send(line),
                    Verdict::Change { line, answer } => {
                        present.0.push(&answer);
                        turn.send(line);
                    }
                    Verdict::Refuse(answer) => present.0.push(&answer),
                    Verdict::Quit => return Some((close_code::NORMAL, "quit")),
                }
            }
            _ = pulse.tick() => {
                if heard.elapsed() > SILENCE {
                    return None;
                }
                match time::timeout(HEARING, socket.send(Message::Ping(Default::default()))).await {
                    Ok(Ok(())) => {}
                    _ => return None,
                }
            }
            () = ended(&mut grant.ending) => {
                return Some((close_code::AWAY, "the server has ended"));
            }
        }
    }
}

/// Waits for the turn of a line: a token, and room before the engine.
async fn turn<'l>(
    lines: &'l Lines,
    bucket: &mut Bucket,
) -> Result<tokio::sync::mpsc::Permit<'l, String>, tokio::sync::mpsc::error::SendError<()>> {
    loop {
        let wait = bucket.wait(Instant::now());
        if wait.is_zero() {
            return lines.reserve().await;
        }
        time::sleep(wait).await;
    }
}

/// Waits until the server ends.
async fn ended(ending: &mut watch::Receiver<bool>) {
    let _ = ending.wait_for(|&ending| ending).await;
}

/// As long as this lives there is somebody to hear what an engine says.
struct Present(Arc<Outbox>);

impl Drop for Present {
    fn drop(&mut self) {
        self.0.desert();
    }
}
