//! An engine with one fault on purpose, to test match runners with: `bad-engine FAULT [NUMBER]
//! [seed N] [tag WORD]`.
//!
//! It plays legal moves that depend on the position and the seed alone, in all games, until its
//! fault shows. Where a fault has a number, it is that of the engine's own move in a game, from 1,
//! or, for the slow ones, milliseconds. A tag does nothing but tell one process from others in the
//! system's list.
//!
//! | fault | what it does |
//! | --- | --- |
//! | `fine` | nothing wrong |
//! | `crash N` | aborts instead of move N |
//! | `exit N` | ends with status 0 instead of move N |
//! | `hang N` | never says or hears anything again from move N on |
//! | `late N` | from move N on answers only after `stop` |
//! | `slow-move MS` | takes so much longer for every move |
//! | `slow-start MS` | takes so long to answer to `uci` |
//! | `illegal N` | move N is none of the legal ones |
//! | `boasts` | plays well, but says scores that no engine means |
//! | `garbage N` | before move N long and broken lines, then `bestmove` with nonsense |
//! | `closes-output N` | instead of move N closes its output, but lives on |
//! | `flood N` | from move N on thinks aloud without end and without listening |
//! | `no-uciok` | never says `uciok` |
//! | `silent` | never says anything |
//! | `refuses` | refuses all options, that of the game included |
//! | `ignores-quit` | ends neither with `quit` nor with its input |

use simurgh::position::Game;
use simurgh::protocol::{Command, PositionCommand};
use simurgh::variant::{self, Variant};
use std::convert::Infallible;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::time::Duration;

/// How long a process that has to be killed lives if nobody kills it.
const LONGEST_LIFE: Duration = Duration::from_secs(600);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    Fine,
    Crash(u64),
    Exit(u64),
    Hang(u64),
    Late(u64),
    SlowMove(Duration),
    SlowStart(Duration),
    Illegal(u64),
    Boasts,
    Garbage(u64),
    ClosesOutput(u64),
    Flood(u64),
    NoUciok,
    Silent,
    Refuses,
    IgnoresQuit,
}

impl Fault {
    fn parse(name: &str, number: u64) -> Option<Fault> {
        Some(match name {
            "fine" => Fault::Fine,
            "crash" => Fault::Crash(number),
            "exit" => Fault::Exit(number),
            "hang" => Fault::Hang(number),
            "late" => Fault::Late(number),
            "slow-move" => Fault::SlowMove(Duration::from_millis(number)),
            "slow-start" => Fault::SlowStart(Duration::from_millis(number)),
            "illegal" => Fault::Illegal(number),
            "boasts" => Fault::Boasts,
            "garbage" => Fault::Garbage(number),
            "closes-output" => Fault::ClosesOutput(number),
            "flood" => Fault::Flood(number),
            "no-uciok" => Fault::NoUciok,
            "silent" => Fault::Silent,
            "refuses" => Fault::Refuses,
            "ignores-quit" => Fault::IgnoresQuit,
            _ => return None,
        })
    }
}

/// What the process was asked to be.
struct Script {
    fault: Fault,
    seed: u64,
}

impl Script {
    fn parse(arguments: &[String]) -> Option<Script> {
        let (name, mut rest) = arguments.split_first()?;
        let mut number = 1;
        if let Some(given) = rest.first().and_then(|word| word.parse().ok()) {
            number = given;
            rest = &rest[1..];
        }
        let mut script = Script { fault: Fault::parse(name, number)?, seed: 0 };
        for pair in rest.chunks(2) {
            match pair {
                [key, seed] if key == "seed" => script.seed = seed.parse().ok()?,
                [key, _] if key == "tag" => {}
                _ => return None,
            }
        }
        Some(script)
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|word| word == "linger") {
        linger();
    }
    let Some(script) = Script::parse(&arguments) else {
        eprintln!("bad-engine: wants FAULT [NUMBER] [seed N] [tag WORD]; see tests/engines/bad.rs");
        return ExitCode::from(2);
    };
    if script.fault == Fault::Silent {
        linger();
    }
    // Who reads has gone away when writing fails.
    let _ = Engine::new(&script).serve();
    if script.fault == Fault::IgnoresQuit {
        linger();
    }
    ExitCode::SUCCESS
}

/// Does nothing until killed.
fn linger() -> ! {
    std::thread::sleep(LONGEST_LIFE);
    std::process::exit(1)
}

/// Gives the process another output, so that nobody holds the old one any more, and lingers.
#[cfg(unix)]
fn close_output() -> ! {
    use std::os::unix::process::CommandExt;
    use std::process::{Command, Stdio};
    let Ok(program) = std::env::current_exe() else { std::process::exit(1) };
    // The same process goes on, with its list of arguments for those who look for the tag.
    let own = std::env::args().skip(1);
    let _ = Command::new(program).arg("linger").args(own).stdout(Stdio::null()).exec();
    std::process::exit(1)
}

/// Elsewhere an output cannot be closed without ending.
#[cfg(not(unix))]
fn close_output() -> ! {
    std::process::exit(1)
}

struct Engine<'a> {
    script: &'a Script,
    variant: &'static Variant,
    game: Option<Game>,
    /// Own moves in this game, the one that is asked for included.
    moves: u64,
    output: io::Stdout,
}

impl Engine<'_> {
    fn new(script: &Script) -> Engine<'_> {
        let variant = variant::find("chess").expect("a registered game");
        Engine { script, variant, game: None, moves: 0, output: io::stdout() }
    }

    fn say(&mut self, text: impl AsRef<[u8]>) -> io::Result<()> {
        self.output.write_all(text.as_ref())?;
        self.output.write_all(b"\n")?;
        self.output.flush()
    }

    /// Answers until `quit` or the end of input.
    fn serve(&mut self) -> io::Result<()> {
        let mut input = io::stdin().lock().lines();
        while let Some(line) = input.next() {
            match Command::parse(&line?) {
                Command::Uci => self.introduce()?,
                Command::IsReady => self.say("readyok")?,
                Command::NewGame => (self.game, self.moves) = (None, 0),
                Command::SetOption { name, .. } if self.script.fault == Fault::Refuses => {
                    self.say(format!("info string error setoption {name}: no"))?;
                }
                Command::SetOption { name, value } if name == "UCI_Variant" => {
                    self.variant = variant::find(&value).unwrap_or(self.variant);
                }
                Command::Position(PositionCommand { fen, moves }) => {
                    self.game = Game::new(self.variant, fen.as_deref(), &moves).ok();
                }
                Command::Go(_) => self.go(&mut input)?,
                Command::Quit if self.script.fault != Fault::IgnoresQuit => break,
                _ => {}
            }
        }
        Ok(())
    }

    fn introduce(&mut self) -> io::Result<()> {
        if let Fault::SlowStart(time) = self.script.fault {
            std::thread::sleep(time);
        }
        self.say("id name bad engine")?;
        let games: Vec<String> = variant::ids().map(|id| format!("var {id}")).collect();
        self.say(format!("option name UCI_Variant type combo default chess {}", games.join(" ")))?;
        if self.script.fault != Fault::NoUciok {
            self.say("uciok")?;
        }
        Ok(())
    }

    fn go(&mut self, input: &mut impl Iterator<Item = io::Result<String>>) -> io::Result<()> {
        self.moves += 1;
        let now = self.moves;
        match self.script.fault {
            Fault::Crash(n) if now == n => std::process::abort(),
            Fault::Exit(n) if now == n => std::process::exit(0),
            Fault::Hang(n) if now >= n => linger(),
            Fault::ClosesOutput(n) if now == n => close_output(),
            Fault::Late(n) if now >= n => wait_for_stop(input)?,
            Fault::SlowMove(time) => std::thread::sleep(time),
            Fault::Illegal(n) if now == n => {
                let board = &self.variant.board;
                let stays: String =
                    board.cells().take(1).map(|c| board.name(c).repeat(2)).collect();
                return self.say(format!("bestmove {stays}"));
            }
            Fault::Garbage(n) if now == n => return self.garbage(),
            Fault::Boasts => {
                let score = ["cp -2147483648", "mate -2147483648"][now as usize % 2];
                self.say(format!("info depth 1 score {score} nodes 1"))?;
                let best = self.choose().unwrap_or_else(|| "(none)".to_string());
                return self.say(format!("bestmove {best}"));
            }
            Fault::Flood(n) if now >= n => {
                let Err(error) = self.flood();
                return Err(error);
            }
            _ => {}
        }
        self.say("info depth 1 score cp 0 nodes 1")?;
        let best = self.choose().unwrap_or_else(|| "(none)".to_string());
        self.say(format!("bestmove {best}"))
    }

    /// A legal move that depends on the position and the seed.
    fn choose(&self) -> Option<String> {
        let position = self.game.as_ref()?.position();
        let moves = position.legal_moves();
        let mixed = position.hash().wrapping_add(self.script.seed) % (moves.len() as u64).max(1);
        Some(position.move_text(*moves.get(mixed as usize)?))
    }

    fn garbage(&mut self) -> io::Result<()> {
        const LONG: usize = 3 << 20;
        self.say(vec![b'x'; LONG])?;
        self.say([b"info depth ".as_slice(), &[b'9'; LONG]].concat())?;
        for line in [
            b"info depth -1 score cp 99999999999999999999 nodes pv".as_slice(),
            b"info score mate",
            b"info \xFF\xFE\x80 score cp \xC3\x28 pv \xF0\x9F",
            b"\0\x01\x02\x1B[2J\r",
            b"bestmov e2e4",
            b"bestmove \xFF\xFE\0\x1B[31m?!",
        ] {
            self.say(line)?;
        }
        Ok(())
    }

    fn flood(&mut self) -> io::Result<Infallible> {
        loop {
            self.say("info depth 1 score cp 1 nodes 1 string thinking aloud")?;
        }
    }
}

fn wait_for_stop(input: &mut impl Iterator<Item = io::Result<String>>) -> io::Result<()> {
    for line in input {
        if Command::parse(&line?) == Command::Stop {
            break;
        }
    }
    Ok(())
}
