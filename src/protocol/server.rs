//! The loop that reads commands and answers them.

use super::command::{Command, GoCommand, PositionCommand};
use super::options::{self, Kind, OPTIONS};
use super::text::info_line;
use crate::draw::{self, Style};
use crate::engine::{DEFAULT_HASH, Engine, Event, Go, Search};
use crate::position::{Game, Scope};
use crate::search::{Clock, Limits, Report};
use crate::variant::{self, Variant};
use crate::with_position;
use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Columns for the board that `d` shows.
const BOARD_WIDTH: usize = 100;

/// Where answers go: one line at a time, from any thread.
#[derive(Clone)]
struct Output(Arc<Mutex<Box<dyn Write + Send>>>);

impl Output {
    /// Writes a text and a line break. A client that has gone away is no reason to fail: its
    /// end of input ends the program.
    fn say(&self, text: impl AsRef<str>) {
        let mut writer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(writer, "{}", text.as_ref()).and_then(|()| writer.flush());
    }
}

/// One client's session.
struct Session {
    output: Output,
    engine: Engine,
    variant: &'static Variant,
    /// The game, or why there is none.
    game: Result<Game, String>,
    search: Option<Search>,
}

/// Serves one client until `quit` or the end of input.
///
/// # Errors
/// If input cannot be read, or there is no memory for the table.
pub fn serve(mut input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    let variant = variant::find("chess").expect("chess is registered");
    let mut session = Session {
        output: Output(Arc::new(Mutex::new(Box::new(output)))),
        engine: Engine::new(DEFAULT_HASH).map_err(io::Error::other)?,
        variant,
        game: Ok(Game::start(variant)),
        search: None,
    };
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        match Command::parse(&String::from_utf8_lossy(&line)) {
            Command::Quit => break,
            command => session.answer(command),
        }
    }
    session.stop();
    Ok(())
}

impl Session {
    fn say(&self, text: impl AsRef<str>) {
        self.output.say(text);
    }

    fn error(&self, text: impl AsRef<str>) {
        self.say(format!("info string error {}", text.as_ref()));
    }

    fn answer(&mut self, command: Command) {
        match command {
            Command::Empty | Command::Tolerated | Command::Quit => {}
            Command::Uci => self.introduce(),
            Command::IsReady => self.say("readyok"),
            Command::NewGame => {
                self.stop();
                self.engine.clear();
                self.game = Ok(Game::start(self.variant));
            }
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::Position(position) => self.set_position(&position),
            Command::Go(go) => self.go(&go),
            Command::Stop => self.stop(),
            Command::PonderHit => match &self.search {
                Some(search) => search.ponderhit(),
                None => self.error("ponderhit: there is no search"),
            },
            Command::Display => self.display(),
            Command::Moves => self.list_moves(),
            Command::Help => self.say(HELP),
            Command::Unknown(line) => {
                let shown: String = line.chars().take(60).collect();
                self.say(format!("info string unknown command `{shown}`, type help for help"));
            }
        }
    }

    fn introduce(&self) {
        self.say(format!("id name Simurgh {}", env!("CARGO_PKG_VERSION")));
        self.say("id author the Simurgh developers");
        for option in &OPTIONS {
            self.say(options::listing(option));
        }
        self.say("uciok");
    }

    /// Ends the search, if any; its best move has been written when this returns.
    fn stop(&mut self) {
        if let Some(search) = self.search.take() {
            search.stop();
        }
    }

    fn set_option(&mut self, name: &str, value: &str) {
        let Some(option) = options::find(name) else {
            return self.error(format!("setoption: there is no option `{name}`"));
        };
        if self.search.as_ref().is_some_and(|s| !s.is_over()) {
            return self.error(format!("setoption {name}: not while a search runs"));
        }
        let refuse = |reason: &str| self.error(format!("setoption {name} `{value}`: {reason}"));
        match &option.kind {
            Kind::Spin { min, max, set, .. } => match value.parse::<usize>() {
                Ok(n) if (min..=max).contains(&&n) => {
                    if let Err(reason) = set(&mut self.engine, n) {
                        self.error(format!("setoption {name} `{value}`: {reason}"));
                    }
                }
                _ => refuse(&format!("this is no number from {min} to {max}")),
            },
            Kind::Button(press) => press(&mut self.engine),
            Kind::Check { .. } => {
                if !["true", "false"].contains(&value) {
                    refuse("this is neither true nor false");
                }
            }
            Kind::Variant => match variant::find(value) {
                Some(variant) => {
                    self.variant = variant;
                    self.game = Ok(Game::start(variant));
                    self.engine.clear();
                }
                None => refuse("there is no such game"),
            },
        }
    }

    fn set_position(&mut self, command: &PositionCommand) {
        self.stop();
        self.game = Game::new(self.variant, command.fen.as_deref(), &command.moves)
            .map_err(|e| e.to_string());
        if let Err(reason) = &self.game {
            self.error(format!("position: {reason}"));
        }
    }

    fn go(&mut self, command: &GoCommand) {
        self.stop();
        for skipped in &command.skipped {
            self.say(format!("info string {skipped}"));
        }
        let game = match &self.game {
            Ok(game) => game.clone(),
            Err(reason) => {
                self.error(format!("go: there is no position: {reason}"));
                return self.say("bestmove (none)");
            }
        };
        if let Some(depth) = command.perft {
            return self.perft(&game, depth);
        }
        let mut limits = Limits {
            depth: command.depth,
            nodes: command.nodes,
            movetime: command.movetime.map(milliseconds),
            mate: command.mate,
            clock: clock(command, &game),
            searchmoves: Vec::new(),
        };
        for text in &command.searchmoves {
            match game.position().find_move(text) {
                Some(mv) => limits.searchmoves.push(mv),
                None => self.error(format!("go searchmoves `{text}`: not a legal move here")),
            }
        }
        let output = self.output.clone();
        let position = game.position().clone();
        let go = Go { limits, infinite: command.infinite, ponder: command.ponder };
        let speak = move |event| match event {
            Event::Info(info) => output.say(info_line(&position, &info)),
            Event::Best(report) => {
                let text = |mv| position.move_text(mv);
                match report {
                    Report { best: None, .. } => {
                        let checked = with_position!(&position, p => p.in_check(p.turn()));
                        let score = if checked { "mate 0" } else { "cp 0" };
                        output.say(format!("info depth 0 score {score}"));
                        output.say("bestmove (none)");
                    }
                    Report { best: Some(best), ponder: None, .. } => {
                        output.say(format!("bestmove {}", text(best)));
                    }
                    Report { best: Some(best), ponder: Some(reply), .. } => {
                        let mut after = position.clone();
                        after.make(best);
                        let reply = after.move_text(reply);
                        output.say(format!("bestmove {} ponder {reply}", text(best)));
                    }
                }
            }
        };
        self.search = Some(self.engine.start(&game, go, speak));
    }

    fn perft(&self, game: &Game, depth: u32) {
        let mut total = 0;
        with_position!(game.position(), p => {
            let mut moves = Vec::new();
            p.generate(Scope::All, &mut moves);
            if depth == 0 {
                total = 1;
                moves.clear();
            }
            for mv in moves {
                let nodes = p.after(mv).perft(depth - 1);
                total += nodes;
                self.say(format!("{}: {nodes}", p.move_text(mv)));
            }
        });
        self.say(format!("\nNodes searched: {total}\n"));
    }

    fn display(&self) {
        match &self.game {
            Ok(game) => {
                let style = Style { colour: false, width: BOARD_WIDTH };
                self.say(draw::draw(game.position(), &style).trim_end());
                self.say(format!("Fen: {}", game.position().fen()));
                self.say(format!("State: {}", game.state_line()));
            }
            Err(reason) => self.error(format!("d: there is no position: {reason}")),
        }
    }

    fn list_moves(&self) {
        match &self.game {
            Ok(game) => {
                let position = game.position();
                let mut texts: Vec<String> =
                    position.legal_moves().iter().map(|&mv| position.move_text(mv)).collect();
                texts.sort();
                self.say(format!("moves {}", texts.join(" ")));
            }
            Err(reason) => self.error(format!("moves: there is no position: {reason}")),
        }
    }
}

fn milliseconds(n: i64) -> Duration {
    Duration::from_millis(u64::try_from(n).unwrap_or(0))
}

/// The clock of the player to move, if the client gave it.
fn clock(command: &GoCommand, game: &Game) -> Option<Clock> {
    let seat = game.position().turn() as usize;
    command.time[seat].map(|time| Clock {
        time: milliseconds(time),
        increment: milliseconds(command.increment[seat].unwrap_or(0)),
        moves_to_go: command.moves_to_go.filter(|&n| n > 0),
    })
}

const HELP: &str = "\
uci                        list name and options
setoption name N value V   set an option; UCI_Variant chooses the game
position startpos|fen F [moves M1 M2 ..]
go [depth N] [nodes N] [movetime MS] [wtime MS btime MS | p1time MS ..] [infinite] ..
go perft N                 count lines of N moves
stop, ponderhit, isready, ucinewgame, quit
d                          show board, string and state
moves                      list the legal moves
# text                     nothing
protocol.md describes all commands.";
