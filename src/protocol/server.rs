//! The loop that reads commands and answers them.

use super::command::{Command, GoCommand, PositionCommand};
use super::describe;
use super::genfens;
use super::options::{self, Kind, OPTIONS, Profile};
use super::text::info_line;
use crate::draw::{self, Style};
use crate::engine::{Event, Go, Search};
use crate::eval::{self, Strength};
use crate::handicap;
use crate::position::{Game, GameError, Scope};
use crate::search::{Clock, Limits, Progress, Report, parameter};
use crate::signature;
use crate::variant::{self, Variant};
use crate::with_position;
use std::io::{self, BufRead, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Columns for the board that `d` shows.
const BOARD_WIDTH: usize = 100;

/// The game until `UCI_Variant` chooses another.
const DEFAULT_VARIANT: &str = "chess";

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
    profile: Profile,
    variant: &'static Variant,
    /// The game, or why there is none.
    game: Result<Game, String>,
    /// The command that the game came from, if one did.
    told: Option<PositionCommand>,
    search: Option<Search>,
}

/// Serves one client until `quit` or the end of input.
///
/// # Errors
/// If input cannot be read, or there is no memory for the table.
pub fn serve(mut input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    let variant = variant::find(DEFAULT_VARIANT).expect("the default game is registered");
    let mut session = Session {
        output: Output(Arc::new(Mutex::new(Box::new(output)))),
        profile: Profile::new().map_err(io::Error::other)?,
        variant,
        game: Ok(Game::start(variant)),
        told: None,
        search: None,
    };
    let mut line = Vec::new();
    while read_line(&mut input, &mut line)? {
        if line.len() as u64 >= LONGEST_LINE {
            session.error("the line is too long");
            continue;
        }
        match Command::parse(&String::from_utf8_lossy(&line)) {
            Command::Quit => break,
            Command::After(_, command) if *command == Command::Quit => break,
            command => session.answer(command),
        }
    }
    session.stop();
    Ok(())
}

/// Deeper counts would not end; every ply takes stack.
const DEEPEST_PERFT: u32 = 64;

/// Longer lines are skipped: the longest sensible one, a move list of ten thousand moves, has a
/// hundredth of this.
const LONGEST_LINE: u64 = 16 << 20;

/// Reads a line, of a line that is too long only the beginning; false at the end of input.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let read = input.by_ref().take(LONGEST_LINE).read_until(b'\n', line)?;
    if read as u64 == LONGEST_LINE && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    Ok(read > 0)
}

impl Session {
    fn say(&self, text: impl AsRef<str>) {
        self.output.say(text);
    }

    fn error(&self, text: impl AsRef<str>) {
        self.say(format!("info string error {}", printable(text.as_ref())));
    }

    fn answer(&mut self, command: Command) {
        match command {
            Command::Empty | Command::Tolerated | Command::Quit => {}
            Command::Uci => self.introduce(),
            Command::IsReady => {
                if let Ok(game) = &self.game {
                    self.profile.engine.prepare(game.position());
                }
                self.say("readyok");
            }
            Command::NewGame => {
                self.stop();
                self.profile.engine.clear();
                self.game = Ok(Game::start(self.variant));
                self.told = None;
            }
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::Position(position) => self.set_position(position),
            Command::Go(go) => self.go(&go),
            Command::Stop => self.stop(),
            Command::PonderHit => match &self.search {
                Some(search) => search.ponderhit(),
                None => self.error("ponderhit: there is no search"),
            },
            Command::Display => self.display(),
            Command::Moves => self.list_moves(),
            Command::Query(question) => self.query(&question),
            Command::Eval => self.eval(),
            Command::Bench => self.bench(),
            Command::GenFens(request) => self.genfens(&request),
            Command::Help => self.say(HELP),
            Command::After(skipped, command) => {
                let shown = beginning(&skipped);
                self.say(format!("info string unknown command `{shown}` skipped"));
                self.answer(*command);
            }
            Command::Unknown(line) => {
                let shown = beginning(&line);
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
        for parameter in options::parameter_listings() {
            self.say(parameter);
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
        let option = options::find(name);
        if option.is_none() && parameter(name).is_none() {
            if name.eq_ignore_ascii_case("UCI_Chess960") {
                // Clients may ask before they know the options; only switching it on is refused.
                if value == "true" {
                    self.error("setoption UCI_Chess960: not supported, castling is orthodox");
                }
                return;
            }
            return self.error(format!("setoption: there is no option `{name}`"));
        }
        if self.search.as_ref().is_some_and(|s| !s.is_over()) {
            return self.error(format!("setoption {name}: not while a search runs"));
        }
        let outcome = match option.map(|o| &o.kind) {
            Some(Kind::Variant) => self.set_variant(value),
            _ => self.profile.set(name, value),
        };
        if let Err(reason) = outcome {
            self.error(format!("setoption {name} `{value}`: {reason}"));
        }
    }

    fn set_variant(&mut self, id: &str) -> Result<(), String> {
        let variant = variant::find(id).ok_or("there is no such game")?;
        self.variant = variant;
        self.game = Ok(Game::start(variant));
        self.told = None;
        self.profile.engine.clear();
        if variant.id != DEFAULT_VARIANT {
            self.say(format!("info string {}", describe::variant_line(variant)));
        }
        Ok(())
    }

    fn set_position(&mut self, command: PositionCommand) {
        self.stop();
        // Nearly always the game goes on from where it was: only what is new has to be played.
        let known = self.told.take().filter(|told| {
            told.fen == command.fen && command.moves.starts_with(&told.moves) && self.game.is_ok()
        });
        let played = match (&mut self.game, known) {
            (Ok(game), Some(told)) => {
                let first = told.moves.len();
                let mut new = command.moves[first..].iter().enumerate();
                new.try_for_each(|(i, text)| game.play_text(first + i + 1, text).map(|_| ()))
                    .map_err(|e| GameError::from(e).to_string())
            }
            _ => Game::new(self.variant, command.fen.as_deref(), &command.moves)
                .map(|game| self.game = Ok(game))
                .map_err(|e| e.to_string()),
        };
        match played {
            Ok(()) => self.told = Some(command),
            Err(reason) => {
                self.error(format!("position: {reason}"));
                self.game = Err(reason);
            }
        }
    }

    fn go(&mut self, command: &GoCommand) {
        self.stop();
        for skipped in &command.skipped {
            self.say(format!("info string {}", printable(skipped)));
        }
        let game = match &self.game {
            Ok(game) => game.clone(),
            Err(reason) => {
                self.error(format!("go: there is no position: {reason}"));
                if command.perft.is_none() {
                    self.say("bestmove (none)");
                }
                return;
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
        // Below full strength some moves slip; the search runs all the same, for its lines.
        let (mut slip, mut handicapped) = (None, None);
        if let Some(level) = self.profile.level(self.variant.id) {
            limits.nodes = Some(limits.nodes.map_or(level.nodes, |n| n.min(level.nodes)));
            slip = level
                .slip(&game, &mut handicap::random_source(&game))
                .filter(|mv| limits.searchmoves.is_empty() || limits.searchmoves.contains(mv));
            handicapped = Some(self.profile.engine.handicapped());
        }
        let output = self.output.clone();
        let position = game.position().clone();
        let show_wdl = self.profile.show_wdl;
        let weights = self.profile.engine.weights(&position);
        let go = Go { limits, infinite: command.infinite, ponder: command.ponder };
        let speak = move |event| match event {
            Event::Progress(Progress::Line(info)) => {
                output.say(info_line(&position, &info, show_wdl, &weights));
            }
            Event::Progress(Progress::Move { depth, mv, number }) => output.say(format!(
                "info depth {depth} currmove {} currmovenumber {number}",
                position.move_text(mv)
            )),
            Event::Best(report) => {
                let text = |mv| position.move_text(mv);
                if report.is_unsearched() {
                    output.say("info string error go: no thread can be started to search");
                }
                let report = match slip {
                    Some(mv) if report.best != Some(mv) => {
                        Report { best: Some(mv), ponder: None, ..report }
                    }
                    _ => report,
                };
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
        let engine = handicapped.as_mut().unwrap_or(&mut self.profile.engine);
        self.search = Some(engine.start(&game, go, speak));
    }

    fn perft(&self, game: &Game, depth: u32) {
        if depth > DEEPEST_PERFT {
            return self.error(format!("go perft `{depth}`: at most {DEEPEST_PERFT}"));
        }
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

    fn query(&self, question: &str) {
        let answers = match &self.game {
            Ok(game) => {
                let weights = self.profile.engine.weights(game.position());
                describe::answer(game, &weights, question)
            }
            Err(reason) => Err(format!("query: there is no position: {reason}")),
        };
        match answers {
            Ok(lines) => {
                for line in lines {
                    self.say(format!("response {line}"));
                }
            }
            Err(reason) => self.error(reason),
        }
    }

    /// The terms of the evaluation from the side of the player to move, in pawns.
    fn eval(&self) {
        let game = match &self.game {
            Ok(game) => game,
            Err(reason) => return self.error(format!("eval: there is no position: {reason}")),
        };
        let weights = self.profile.engine.weights(game.position());
        let terms = with_position!(game.position(), p => {
            let side = p.tables().allies[p.turn() as usize];
            eval::listing(p, &Strength::of(p, &weights), side)
        });
        for (name, value) in terms {
            self.say(format!("eval {name:<18} {:>+8.2}", f64::from(value) / 100.0));
        }
    }

    fn bench(&mut self) {
        self.stop();
        match signature::run(|row| self.say(row)) {
            Ok(found) => self.say(format!("{} nodes {} nps", found.nodes, found.nps())),
            Err(reason) => self.error(format!("bench: {reason}")),
        }
    }

    fn genfens(&mut self, request: &str) {
        self.stop();
        let done = request.parse().and_then(|request| {
            let say = |fen| self.say(format!("info string genfens {fen}"));
            genfens::generate(self.variant, &request, say)
        });
        if let Err(reason) = done {
            self.error(format!("genfens: {reason}"));
        }
    }

    fn list_moves(&self) {
        match &self.game {
            Ok(game) => self.say(format!("moves {}", game.position().legal_texts().join(" "))),
            Err(reason) => self.error(format!("moves: there is no position: {reason}")),
        }
    }
}

/// A text that came from outside, fit to be repeated in one line.
fn printable(text: &str) -> String {
    text.replace(char::is_control, "?")
}

/// The beginning of a line that came from outside, for an answer.
fn beginning(line: &str) -> String {
    printable(&line.chars().take(60).collect::<String>())
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
query turn | alive | legal | islegal M | result | fen | board | pieces | reach PIECE CELL
query games | variant | state | moves | line M1 M2 .. | sight CELL
eval                       terms of the evaluation
bench                      signature of the build: nodes and speed
genfens N seed S book FILE|None
                           positions to begin games with
# text                     a comment
protocol.md describes all commands.";
