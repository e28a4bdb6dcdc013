//! Reading commands.

use std::str::FromStr;

/// A line from the client.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// Nothing, or a comment.
    Empty,
    /// `uci`
    Uci,
    /// `isready`
    IsReady,
    /// `ucinewgame`
    NewGame,
    /// `setoption name NAME [value VALUE]`
    SetOption {
        /// The name, in the client's spelling.
        name: String,
        /// The value, empty if there is none.
        value: String,
    },
    /// `position ...`
    Position(PositionCommand),
    /// `go ...`
    Go(Box<GoCommand>),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `quit`
    Quit,
    /// `d`: board, string and state.
    Display,
    /// `moves`: the legal moves.
    Moves,
    /// `query QUESTION`: the engine as judge.
    Query(String),
    /// `eval`: the terms of the evaluation.
    Eval,
    /// `bench`: the signature of the build.
    Bench,
    /// `genfens ..`: positions to begin games with.
    GenFens(String),
    /// `help`
    Help,
    /// Known to other engines, nothing to do: `debug`, `register`.
    Tolerated,
    /// A command after words that are none, which are to be ignored.
    After(String, Box<Command>),
    /// Anything else.
    Unknown(String),
}

/// `position startpos|fen FEN [moves M1 M2 ...]`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionCommand {
    /// The string; `None` for the start position.
    pub fen: Option<String>,
    /// The moves from there.
    pub moves: Vec<String>,
}

/// The arguments of `go`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GoCommand {
    /// Search only these moves.
    pub searchmoves: Vec<String>,
    /// Think on the opponent's time.
    pub ponder: bool,
    /// Hold the best move back until `stop`.
    pub infinite: bool,
    /// Time left by seat, in milliseconds; may be negative.
    pub time: [Option<i64>; 4],
    /// Increment by seat, in milliseconds.
    pub increment: [Option<i64>; 4],
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// A win in this number of own moves.
    pub mate: Option<u32>,
    /// Exact time in milliseconds.
    pub movetime: Option<i64>,
    /// Count lines of this length instead of searching.
    pub perft: Option<u32>,
    /// Tokens that were skipped, with what was wrong.
    pub skipped: Vec<String>,
}

impl Command {
    /// Reads a line. Nothing is refused here: what cannot be understood is [`Command::Unknown`]
    /// or among the skipped tokens.
    #[must_use]
    pub fn parse(line: &str) -> Command {
        let line = line.split('#').next().unwrap_or("").trim();
        let command = Self::parse_from_start(line);
        let malformed = line.starts_with("setoption") || line.starts_with("position");
        if malformed || !matches!(command, Command::Unknown(_)) {
            return command;
        }
        // As UCI has it: what is unknown is ignored, and the rest of the line tried.
        let words = line.char_indices().filter(|(_, c)| c.is_whitespace()).map(|(i, _)| i);
        for at in words.take(MOST_SKIPPED) {
            let later = Self::parse_from_start(line[at..].trim_start());
            if !matches!(later, Command::Unknown(_) | Command::Empty) {
                return Command::After(line[..at].to_string(), Box::new(later));
            }
        }
        command
    }

    /// The command without the unknown words before it.
    #[must_use]
    pub fn bare(self) -> Command {
        match self {
            Command::After(_, command) => *command,
            command => command,
        }
    }

    /// Reads a line whose first word must be a command.
    fn parse_from_start(line: &str) -> Command {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" => Command::Empty,
            "uci" => Command::Uci,
            "isready" => Command::IsReady,
            "ucinewgame" => Command::NewGame,
            "setoption" => parse_option(rest),
            "position" => parse_position(rest),
            "go" => Command::Go(Box::new(parse_go(rest))),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "quit" | "exit" => Command::Quit,
            "d" => Command::Display,
            "moves" => Command::Moves,
            "query" => Command::Query(rest.to_string()),
            "eval" => Command::Eval,
            "bench" => Command::Bench,
            "genfens" => Command::GenFens(rest.to_string()),
            "help" => Command::Help,
            "debug" | "register" => Command::Tolerated,
            _ => Command::Unknown(line.to_string()),
        }
    }
}

/// Words at the beginning of a line that may be no command before the line is given up.
const MOST_SKIPPED: usize = 8;

fn parse_option(rest: &str) -> Command {
    let words: Vec<&str> = rest.split_whitespace().collect();
    if words.first() != Some(&"name") {
        return Command::Unknown(format!("setoption {rest}"));
    }
    let value_at = words.iter().position(|w| *w == "value").unwrap_or(words.len());
    Command::SetOption {
        name: words[1..value_at].join(" "),
        value: words.get(value_at + 1..).unwrap_or(&[]).join(" "),
    }
}

fn parse_position(rest: &str) -> Command {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let moves_at = words.iter().position(|w| *w == "moves").unwrap_or(words.len());
    let own = |words: &[&str]| words.iter().map(ToString::to_string).collect();
    let fen = match words.first() {
        Some(&"startpos") if moves_at == 1 => None,
        Some(&"fen") if moves_at > 1 => Some(words[1..moves_at].join(" ")),
        _ => return Command::Unknown(format!("position {rest}")),
    };
    let moves = own(words.get(moves_at + 1..).unwrap_or(&[]));
    Command::Position(PositionCommand { fen, moves })
}

/// The seat that a clock argument names: `p1time`, and in games for two `wtime` or `btime`.
/// Colour letters would be ambiguous elsewhere: `b` is black or blue.
fn clock_seat(word: &str, suffix: &str) -> Option<usize> {
    match word.strip_suffix(suffix)? {
        "w" | "p1" => Some(0),
        "b" | "p2" => Some(1),
        "p3" => Some(2),
        "p4" => Some(3),
        _ => None,
    }
}

fn parse_go(rest: &str) -> GoCommand {
    let mut go = GoCommand::default();
    let mut words = rest.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            "ponder" => go.ponder = true,
            "infinite" => go.infinite = true,
            "searchmoves" => {
                while let Some(mv) = words.next_if(|w| !is_go_argument(w)) {
                    go.searchmoves.push(mv.to_string());
                }
            }
            _ => match (go.slot(word), words.peek()) {
                (None, _) => go.skipped.push(format!("unknown go argument `{word}`")),
                (Some(_), None) => {
                    go.skipped.push(format!("go argument `{word}` needs a number"));
                }
                (Some(slot), Some(value)) => {
                    if !slot.fill(value) {
                        go.skipped.push(format!("go {word}: `{value}` is not a number in range"));
                    }
                    words.next();
                }
            },
        }
    }
    go
}

fn is_go_argument(word: &str) -> bool {
    ["ponder", "infinite", "searchmoves"].contains(&word)
        || GoCommand::default().slot(word).is_some()
}

/// Where the number of a `go` argument belongs.
enum Slot<'g> {
    U32(&'g mut Option<u32>),
    U64(&'g mut Option<u64>),
    I64(&'g mut Option<i64>),
}

impl Slot<'_> {
    /// Reads a number into the slot; whether it was one in range.
    fn fill(self, value: &str) -> bool {
        fn put<T: FromStr>(slot: &mut Option<T>, value: &str) -> bool {
            let parsed = value.parse().ok();
            let good = parsed.is_some();
            if good {
                *slot = parsed;
            }
            good
        }
        match self {
            Slot::U32(slot) => put(slot, value),
            Slot::U64(slot) => put(slot, value),
            Slot::I64(slot) => put(slot, value),
        }
    }
}

impl GoCommand {
    /// Where the number after a word belongs; `None` if the word takes none.
    fn slot(&mut self, word: &str) -> Option<Slot<'_>> {
        Some(match word {
            "movestogo" => Slot::U32(&mut self.moves_to_go),
            "depth" => Slot::U32(&mut self.depth),
            "nodes" => Slot::U64(&mut self.nodes),
            "mate" => Slot::U32(&mut self.mate),
            "movetime" => Slot::I64(&mut self.movetime),
            "perft" => Slot::U32(&mut self.perft),
            _ => {
                if let Some(seat) = clock_seat(word, "time") {
                    Slot::I64(&mut self.time[seat])
                } else {
                    Slot::I64(&mut self.increment[clock_seat(word, "inc")?])
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn go_takes_its_arguments_in_any_order_and_skips_the_rest() {
        let Command::Go(go) =
            Command::parse("go depth 7 foo wtime -5 p2inc 30 searchmoves e2e4 d2d4 nodes x")
        else {
            panic!("this is a go command");
        };
        assert_eq!(go.depth, Some(7));
        assert_eq!((go.time[0], go.increment[1]), (Some(-5), Some(30)));
        assert_eq!(go.searchmoves, ["e2e4", "d2d4"]);
        assert_eq!(go.skipped.len(), 2);
    }

    #[test]
    fn options_may_have_blanks_in_name_and_value() {
        assert_eq!(
            Command::parse("setoption name Move Overhead value 30 ms"),
            Command::SetOption { name: "Move Overhead".into(), value: "30 ms".into() }
        );
    }

    #[test]
    fn unknown_words_before_a_command_are_skipped() {
        assert_eq!(
            Command::parse("joho  isready"),
            Command::After("joho".into(), Box::new(Command::IsReady))
        );
        assert_eq!(Command::parse("joho jaha"), Command::Unknown("joho jaha".into()));
        // A known command that makes no sense is not searched for others.
        assert_eq!(Command::parse("go stop"), {
            let skipped = vec!["unknown go argument `stop`".to_string()];
            Command::Go(Box::new(GoCommand { skipped, ..GoCommand::default() }))
        });
    }

    #[test]
    fn comments_are_nothing() {
        assert_eq!(Command::parse("  # go"), Command::Empty);
        assert_eq!(Command::parse("stop # now"), Command::Stop);
    }
}
