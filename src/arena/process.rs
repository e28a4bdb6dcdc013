//! An engine in a process of its own, spoken to over pipes.
//!
//! Invariants: nothing that the process says, leaves unsaid or does blocks the match for longer
//! than its patience; a process does not outlive its player.

use super::info::SearchNotes;
use super::player::{Answer, Fault, FaultKind, Player, Turn};
use super::spec::{EngineSpec, TimeControl};
use crate::position::Game;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// A player that is a process.
pub struct ProcessPlayer {
    spec: EngineSpec,
    /// How long to wait for answers that no clock limits.
    patience: Duration,
    running: Option<Running>,
}

/// A process that has answered to `uci`.
struct Running {
    child: Child,
    input: ChildStdin,
    lines: Receiver<Line>,
    /// Whether it said that it knows more games than chess.
    knows_variants: bool,
    /// What it said first of an option or a game that it refuses.
    refusal: Option<Fault>,
    /// The game that was set last.
    variant: &'static str,
}

/// What a process said, and when.
struct Line {
    text: String,
    at: Instant,
}

/// How long an engine may go on after being told to stop before it is taken for hanging.
const GRACE: Duration = Duration::from_secs(1);
/// How long an engine may take to end after `quit`.
const QUIT_GRACE: Duration = Duration::from_secs(2);
/// How this program begins what it says of a command that it refuses. Other engines pass over what
/// they do not know, and say so in words of their own, if at all.
const REFUSAL: &str = "info string error ";
/// The longest line that is read; the rest of a longer one is passed over.
const LONGEST_LINE: u64 = 64 << 10;
/// Lines that wait to be read; a process that says more is held up.
const QUEUE: usize = 256;
/// A longer list of moves might fill the pipe of an engine that is not reading, and the match
/// would wait: then the position alone is sent. No real game comes near.
const LONGEST_COMMAND: usize = 48 << 10;

impl ProcessPlayer {
    /// A player for an engine; the process is started with its first game.
    ///
    /// # Panics
    /// If the engine has no command.
    #[must_use]
    pub fn new(spec: &EngineSpec, patience: Duration) -> ProcessPlayer {
        assert!(spec.command.is_some(), "a process needs a program");
        ProcessPlayer { spec: spec.clone(), patience, running: None }
    }

    /// What the program says of an option of the engine that it refuses, if it refuses one. All else
    /// that may go wrong is left to the referee.
    #[must_use]
    pub fn refusal(&self, game: &Game) -> Option<Fault> {
        let mut running = self.spawn().ok()?;
        let _ = self.introduce(&mut running, game);
        running.kill();
        running.refusal
    }

    fn start(&self, game: &Game) -> Result<Running, Fault> {
        let mut running = self.spawn()?;
        if let Err(fault) = self.introduce(&mut running, game) {
            running.kill();
            return Err(Fault::new(FaultKind::Start, &fault.detail));
        }
        Ok(running)
    }

    fn spawn(&self) -> Result<Running, Fault> {
        let failed = |detail: &str| Fault::new(FaultKind::Start, detail);
        let program = self.spec.command.as_ref().ok_or_else(|| failed("no program"))?;
        let mut command = Command::new(program);
        command.args(&self.spec.args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(dir) = &self.spec.dir {
            command.current_dir(dir);
        }
        let mut child =
            command.spawn().map_err(|e| failed(&format!("{}: {e}", program.display())))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed("no pipes"));
        };
        let (sender, lines) = sync_channel(QUEUE);
        std::thread::spawn(move || listen(output, &sender));
        let (knows_variants, refusal, variant) = (false, None, "chess");
        Ok(Running { child, input, lines, knows_variants, refusal, variant })
    }

    /// Exchanges `uci` and `uciok`, and sets the options.
    fn introduce(&self, running: &mut Running, game: &Game) -> Result<(), Fault> {
        running.send("uci");
        let deadline = Instant::now() + self.patience;
        loop {
            let line = running
                .next(deadline)?
                .filter(|line| line.at <= deadline)
                .ok_or_else(|| Fault::new(FaultKind::Start, "no `uciok` in answer to `uci`"))?;
            let mut words = line.text.split_ascii_whitespace();
            match words.next() {
                Some("uciok") => break,
                Some("option") if words.any(|w| w == "UCI_Variant") => {
                    running.knows_variants = true;
                }
                _ => {}
            }
        }
        if !running.knows_variants && game.variant().id != "chess" {
            let detail = format!("does not know the game {}", game.variant().id);
            return Err(Fault::new(FaultKind::Start, &detail));
        }
        for (name, value) in &self.spec.options {
            running.send(&format!("setoption name {name} value {value}"));
        }
        running.synchronise(self.patience)
    }

    fn running(&mut self) -> Result<&mut Running, Fault> {
        self.running.as_mut().ok_or_else(|| Fault::new(FaultKind::Crash, "it is not running"))
    }

    fn ask(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        let patience = self.patience;
        let running = self.running()?;
        running.send(&position_command(turn));
        running.send(&go_command(turn));
        let start = Instant::now();
        let mut notes = SearchNotes::default();
        let mut deadline = start + turn.allowed.unwrap_or(patience);
        let mut told_to_stop = false;
        loop {
            let line = running.next(deadline)?;
            // An engine that talks without end must not put the deadline off.
            let in_time = |l: &Line| l.at <= deadline || l.text.starts_with("bestmove");
            let Some(line) = line.filter(in_time) else {
                if told_to_stop {
                    running.kill();
                    self.running = None;
                    let detail = format!("no move after {} ms", start.elapsed().as_millis());
                    return Err(Fault::new(FaultKind::Hang, &detail));
                }
                running.send("stop");
                told_to_stop = true;
                deadline = Instant::now() + GRACE;
                continue;
            };
            let mut words = line.text.split_ascii_whitespace();
            if words.next() != Some("bestmove") {
                notes.read(&line.text);
                continue;
            }
            let time = line.at.saturating_duration_since(start);
            if told_to_stop || turn.allowed.is_some_and(|allowed| time > allowed) {
                let allowed = turn.allowed.unwrap_or(patience).as_millis();
                let detail = format!("{} ms, {allowed} ms allowed", time.as_millis());
                return Err(Fault::new(FaultKind::Time, &detail));
            }
            let Some(text) = words.next().map(str::to_string) else {
                return Err(Fault::new(FaultKind::Garbage, &line.text));
            };
            let SearchNotes { score, depth, nodes, .. } = notes;
            return Ok(Answer { text, score, depth, nodes, time });
        }
    }
}

impl Player for ProcessPlayer {
    fn prepare(&mut self, game: &Game, _seed: u64) -> Result<(), Fault> {
        if self.running.is_none() {
            self.running = Some(self.start(game)?);
        }
        let patience = self.patience;
        let running = self.running()?;
        let id = game.variant().id;
        if running.variant != id {
            running.send(&format!("setoption name UCI_Variant value {id}"));
            running.variant = id;
        }
        running.send("ucinewgame");
        let ready = running.synchronise(patience);
        if ready.is_err() {
            running.kill();
            self.running = None;
        }
        ready
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        let answer = self.ask(turn);
        if let Err(Fault { kind: FaultKind::Crash, .. }) = answer
            && let Some(mut running) = self.running.take()
        {
            running.kill();
        }
        answer
    }

    fn quit(mut self: Box<Self>) -> Option<Fault> {
        let mut running = self.running.take()?;
        running.send("quit");
        let deadline = Instant::now() + QUIT_GRACE;
        while Instant::now() < deadline {
            // What it still says must not hold it up.
            while running.lines.try_recv().is_ok() {}
            if running.child.try_wait().is_ok_and(|status| status.is_some()) {
                return None;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        running.kill();
        Some(Fault::new(FaultKind::NoQuit, "had to be killed after `quit`"))
    }
}

impl Drop for ProcessPlayer {
    fn drop(&mut self) {
        if let Some(running) = &mut self.running {
            running.kill();
        }
    }
}

impl Running {
    /// Sends a line. A process that is gone is noticed when its answer is waited for.
    fn send(&mut self, line: &str) {
        let _ = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
    }

    /// The next line, `None` if none comes until the deadline.
    fn next(&mut self, deadline: Instant) -> Result<Option<Line>, Fault> {
        let left = deadline.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(left) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.gone()),
        }
    }

    /// Waits until everything sent before has been taken in, and nothing of it refused.
    fn synchronise(&mut self, patience: Duration) -> Result<(), Fault> {
        self.send("isready");
        let deadline = Instant::now() + patience;
        while let Some(line) = self.next(deadline)? {
            let text = line.text.trim();
            if text == "readyok" {
                return self.refusal.clone().map_or(Ok(()), Err);
            }
            if self.refusal.is_none() && text.starts_with(REFUSAL) {
                self.refusal = Some(Fault::new(FaultKind::Start, text));
            }
            if line.at > deadline {
                break;
            }
        }
        Err(Fault::new(FaultKind::Hang, "no `readyok` in answer to `isready`"))
    }

    /// The fault of a process that has closed its output.
    fn gone(&mut self) -> Fault {
        const DYING: Duration = Duration::from_millis(200);
        let deadline = Instant::now() + DYING;
        while Instant::now() < deadline {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Fault::new(FaultKind::Crash, &format!("ended with {status}"));
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        Fault::new(FaultKind::Crash, "closed its output")
    }

    fn kill(&mut self) {
        // It may be gone already; in any case it is waited for, so that nothing is left of it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Passes on what a process says until it closes its output or nobody listens.
fn listen(output: ChildStdout, lines: &SyncSender<Line>) {
    let mut output = BufReader::new(output);
    let mut text = Vec::new();
    loop {
        text.clear();
        match output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut text) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        if text.last() != Some(&b'\n') && text.len() as u64 == LONGEST_LINE {
            let _ = output.skip_until(b'\n');
        }
        let line = Line { text: String::from_utf8_lossy(&text).into_owned(), at: Instant::now() };
        if lines.send(line).is_err() {
            return;
        }
    }
}

fn position_command(turn: &Turn<'_>) -> String {
    let mut command = match turn.fen {
        None => "position startpos".to_string(),
        Some(fen) => format!("position fen {fen}"),
    };
    if !turn.moves.is_empty() {
        command += " moves ";
        command += &turn.moves.join(" ");
    }
    if command.len() > LONGEST_COMMAND {
        command = format!("position fen {}", turn.game.position().fen());
    }
    command
}

fn go_command(turn: &Turn<'_>) -> String {
    match turn.limit {
        TimeControl::MoveTime(time) => format!("go movetime {}", time.as_millis()),
        TimeControl::Nodes(nodes) => format!("go nodes {nodes}"),
        TimeControl::Depth(depth) => format!("go depth {depth}"),
        TimeControl::Clock { .. } => {
            let mut command = "go".to_string();
            let two_players = turn.game.variant().seats() == 2;
            for (seat, clock) in turn.clocks.iter().enumerate() {
                let Some(clock) = clock else { continue };
                let name = if two_players {
                    ["w", "b"][seat].to_string()
                } else {
                    format!("p{}", seat + 1)
                };
                let (time, increment) = (clock.time.as_millis(), clock.increment.as_millis());
                let _ = write!(command, " {name}time {time} {name}inc {increment}");
            }
            let own = turn.clocks[turn.game.position().turn() as usize];
            if let Some(moves) = own.and_then(|clock| clock.moves_to_go) {
                let _ = write!(command, " movestogo {moves}");
            }
            command
        }
    }
}
