//! The command line: arguments, and what each command prints.
//!
//! Owns: the commands for people and scripts. Invariants: bad input gives one line on standard
//! error that names what is wrong, and exit status 2; a reader that goes away is no error.

mod analyse;
mod board;
mod bootstrap;
mod choices;
mod conditions;
mod contest;
mod curves;
mod dataset;
mod fit;
mod network;
mod outlook;
mod perft;
mod plot;
mod positions;
mod records;
mod report;
mod rows;
mod spsa;

use crate::draw::{self, Style};
use crate::engine::{MAX_MULTIPV, MAX_THREADS};
use crate::position::{FenError, Game, GameError, piece_token, reach_on_empty_board};
use crate::protocol;
use crate::search::MAX_DEPTH;
use crate::signature;
use crate::variant::{self, Variant};
use clap::{Args, CommandFactory, Parser, Subcommand};
use std::ffi::OsString;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// A chess engine for Chess with Different Armies and for three-dimensional games of two, three
/// and four players.
///
/// Without a command it speaks the UCI protocol on standard input and output.
#[derive(Parser)]
#[command(name = "simurgh", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

/// A position: the start of the game, or a string, and moves from there.
#[derive(Args, Clone)]
struct PositionArgs {
    /// Id of the game, as listed by `simurgh games`.
    #[arg(value_name = "GAME")]
    game: String,
    /// Position string to begin with instead of the start of the game.
    #[arg(long, value_name = "STRING")]
    fen: Option<String>,
    /// Moves to play from there, such as e2e4 or 1c21c3.
    #[arg(long, value_name = "MOVE", num_args = 0..)]
    moves: Vec<String>,
}

/// When an analysis ends.
#[derive(Args, Clone)]
#[group(multiple = false)]
struct Effort {
    /// Think for this many milliseconds [default: 3000].
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Search to this depth in plies.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,
    /// Search this many nodes.
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
}

#[derive(Subcommand)]
enum Command {
    /// Speak the UCI protocol on standard input and output.
    Uci,
    /// List the games: id, title, players, cells.
    Games,
    /// Print the start position of a game as a string.
    Startpos {
        /// Id of the game.
        game: String,
    },
    /// List the legal moves, one per line, in byte order.
    Moves(PositionArgs),
    /// Print the position as a string and its state: `ongoing` or the result.
    Fen(PositionArgs),
    /// Count the lines of play of a length.
    Perft {
        /// Id of the game, as listed by `simurgh games`.
        game: String,
        /// Length of the lines in moves.
        #[arg(value_parser = clap::value_parser!(u32).range(0..=64))]
        depth: u32,
        /// Position string to begin with instead of the start of the game.
        #[arg(long, value_name = "STRING")]
        fen: Option<String>,
        /// Moves to play from there.
        #[arg(long, value_name = "MOVE", num_args = 0..)]
        moves: Vec<String>,
        /// Print the count of every first move, too.
        #[arg(long)]
        divide: bool,
        /// Threads to use; all cores unless given.
        #[arg(long, value_name = "N")]
        threads: Option<NonZeroUsize>,
    },
    /// List the cells that a piece reaches in one move on the otherwise empty board.
    Reach {
        /// Id of the game.
        game: String,
        /// Name of the cell, such as e4 or 1c2.
        cell: String,
        /// Owner and symbol of the piece, such as wD or rM.
        piece: String,
    },
    /// Draw the board.
    Show(PositionArgs),
    /// Search a position and show the best lines.
    Analyse {
        #[command(flatten)]
        position: PositionArgs,
        #[command(flatten)]
        effort: Effort,
        /// Number of lines.
        #[arg(long, value_name = "K", default_value_t = 1,
              value_parser = clap::value_parser!(u16).range(1..=MAX_MULTIPV as i64))]
        multipv: u16,
        /// Threads.
        #[arg(long, value_name = "N", default_value_t = 1,
              value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS as i64))]
        threads: u16,
    },
    /// Search fixed positions of every family to a fixed depth: `N nodes M nps`.
    Bench,
    /// Play games between engines, refereed by the rules of this program.
    Match(Box<contest::MatchArgs>),
    /// Play games of this engine against itself, to fit values to.
    Data(Box<contest::DataArgs>),
    /// Standings and ratings from records of games.
    Rate(records::RateArgs),
    /// Tune the engine by games.
    #[command(subcommand)]
    Tune(Box<Tuning>),
    /// Draw pictures of measurements as SVG.
    #[command(subcommand)]
    Plot(Box<plot::Plot>),
    /// List positions of recorded games with their scores and results, to train on elsewhere.
    ///
    /// They are those that `simurgh tune fit` takes with the same settings. Each line holds,
    /// separated by tabs, the position string; the score of the move that was played, in hundredths
    /// of a pawn from the mover's side, or `-`; every player's result in turn order, from 0 to 1,
    /// joined by commas. A line `# game ID` says what game the lines after it are of.
    Positions(positions::PositionsArgs),
    /// Check records of games against the rules.
    Replay(records::ReplayArgs),
    /// Play and analyse in a browser: serves one page, and an engine for each that opens it.
    Board(board::BoardArgs),
    /// Print a completion script for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

/// Ways of tuning.
#[derive(Subcommand)]
enum Tuning {
    /// Weights of the evaluation, by the results of recorded games.
    ///
    /// All games must belong to one family: `chess` and `cwda-*`, ordinary honeycomb and wildhoney
    /// games, their double-strength forms, `guru` with `guru-teams`, `aof3`, `ninja`.
    Fit(fit::FitArgs),
    /// Weights of the evaluation, by what searches found in recorded games.
    ///
    /// All games must belong to one family, as for `tune fit`, and have been played by this program with the
    /// weights of `--start`. Least squares: weights with which the evaluation says at once what searches of the
    /// recorded length said. Then record games with the new weights and learn again.
    Bootstrap(bootstrap::BootstrapArgs),
    /// The outlook of positions, that is, the results that strengths predict, by those of recorded
    /// games.
    ///
    /// All games must belong to one family. Adjudicated games with more than two sides do not count.
    Outlook(outlook::OutlookArgs),
    /// A network that judges positions of games for two, by the scores and results of recorded
    /// games.
    ///
    /// All games must belong to one family: `chess` and `cwda-*`, or `ninja`.
    Network(network::NetworkArgs),
    /// Positions of recorded games as rows of numbers, for a larger network whose judgement `simurgh
    /// tune network --labels` learns.
    Rows(rows::RowsArgs),
    /// Search parameters, by matches between players whose parameters differ a little.
    Spsa(spsa::SpsaArgs),
    /// Search parameters, by the moves that searches choose with them.
    ///
    /// Positions in which the program wavers between moves are drawn from recorded games and searched again and
    /// again, each time with all parameters moved a little up or down at random. Far longer searches judge every
    /// move that is chosen. Prints what the way from the lower to the higher value of each parameter is worth,
    /// first of all for twice the nodes, as a yardstick.
    Choices(choices::ChoicesArgs),
}

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
enum CliError {
    /// Something was wrong with an argument.
    #[error("{argument} `{token}`: {reason}")]
    Argument { argument: &'static str, token: String, reason: String },
    /// A position or a move was refused.
    #[error(transparent)]
    Game(#[from] GameError),
    /// What is wrong, in words that need nothing more.
    #[error("{0}")]
    Text(String),
    /// Something was found wrong and has been reported.
    #[error("not everything is right")]
    Wrong,
    /// Input or output failed, or there was no memory.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<FenError> for CliError {
    fn from(error: FenError) -> CliError {
        CliError::Game(error.into())
    }
}

impl CliError {
    fn argument(argument: &'static str, token: &str, reason: &str) -> CliError {
        CliError::Argument { argument, token: token.to_string(), reason: reason.to_string() }
    }
}

type Result<T> = std::result::Result<T, CliError>;

/// Exit status for bad input.
const BAD_INPUT: u8 = 2;

/// Runs the program with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    if let Some(lines) = protocol_lines(&arguments) {
        return exit_code(protocol::serve(lines.as_bytes(), io::stdout()).map_err(CliError::Io));
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if !error.use_stderr() => {
            // Help and version are asked for, not errors.
            let _ = error.print();
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            let text = error.to_string();
            let mut lines = text.lines().map(str::trim).filter(|l| !l.is_empty());
            let first = lines.next().unwrap_or("bad arguments").trim_start_matches("error: ");
            // Some messages name what is missing on the lines that follow.
            let more: Vec<&str> =
                lines.take_while(|l| first.ends_with(':') && !l.starts_with("Usage")).collect();
            eprintln!("simurgh: {} (see simurgh --help)", [&[first], &more[..]].concat().join(" "));
            return ExitCode::from(BAD_INPUT);
        }
    };
    exit_code(run(cli.command.unwrap_or(Command::Uci)))
}

/// The arguments as lines for the protocol, if that is what they are: the first is a protocol
/// command of more than one word. This is how OpenBench asks for positions.
fn protocol_lines(arguments: &[OsString]) -> Option<String> {
    let first = arguments.first()?.to_str()?;
    let words = first.trim().contains(char::is_whitespace);
    let command = protocol::Command::parse(first);
    let known = !matches!(
        command,
        protocol::Command::Empty | protocol::Command::Unknown(_) | protocol::Command::After(..)
    );
    (words && known).then(|| {
        let lines: Vec<_> = arguments.iter().map(|line| line.to_string_lossy()).collect();
        lines.join("\n")
    })
}

/// Says what went wrong, if anything.
fn exit_code(result: Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(CliError::Io(e)) if e.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(CliError::Io(e)) => {
            eprintln!("simurgh: {e}");
            ExitCode::FAILURE
        }
        Err(CliError::Wrong) => ExitCode::FAILURE,
        Err(error) => {
            // One line, whatever the input held.
            let line = error.to_string().replace(char::is_control, "?");
            eprintln!("simurgh: {line}");
            ExitCode::from(BAD_INPUT)
        }
    }
}

fn find_game(id: &str) -> Result<&'static Variant> {
    variant::find(id)
        .ok_or_else(|| CliError::argument("GAME", id, "unknown game, see `simurgh games`"))
}

/// Whether two paths lead to the same file, which need not be there yet.
fn is_same_file(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| {
        fs::canonicalize(path).ok().or_else(|| {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
            Some(folder.join(path.file_name()?))
        })
    };
    place(one).is_some_and(|place_of_one| place(other) == Some(place_of_one))
}

/// Refuses to write to one of the files to read: a slip of the fingers must not cost the games.
fn refuse_overwriting<'a>(
    argument: &'static str,
    path: &Path,
    read: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<()> {
    if read.into_iter().any(|file| is_same_file(file, path)) {
        let name = path.to_string_lossy();
        return Err(CliError::argument(argument, &name, "is one of the files to read"));
    }
    Ok(())
}

fn set_up(args: &PositionArgs) -> Result<Game> {
    Ok(Game::new(find_game(&args.game)?, args.fen.as_deref(), &args.moves)?)
}

fn run(command: Command) -> Result<()> {
    let mut out = io::stdout();
    match command {
        Command::Uci => {
            protocol::serve(io::stdin().lock(), io::stdout())?;
        }
        Command::Games => {
            let games: Vec<&Variant> = variant::ids().filter_map(variant::find).collect();
            let widest = games.iter().map(|game| game.title.len()).max().unwrap_or(0);
            for (id, variant) in variant::ids().zip(games) {
                let (seats, cells) = (variant.seats(), variant.board.len());
                writeln!(out, "{id:<26} {:<widest$} {seats} {cells:>4}", variant.title)?;
            }
        }
        Command::Startpos { game } => writeln!(out, "{}", find_game(&game)?.start)?,
        Command::Moves(args) => {
            for text in set_up(&args)?.position().legal_texts() {
                writeln!(out, "{text}")?;
            }
        }
        Command::Fen(args) => {
            let game = set_up(&args)?;
            writeln!(out, "{}\n{}", game.position().fen(), game.state_line())?;
        }
        Command::Perft { game, depth, fen, moves, divide, threads } => {
            let game = set_up(&PositionArgs { game, fen, moves })?;
            perft::run(&game, depth, divide, threads, &mut out)?;
        }
        Command::Reach { game, cell, piece } => reach(&game, &cell, &piece, &mut out)?,
        Command::Show(args) => {
            let game = set_up(&args)?;
            let style = Style { colour: out.is_terminal(), width: terminal_width() };
            write!(out, "{}", draw::draw(game.position(), &style))?;
            writeln!(out, "{}", game.state_line())?;
        }
        Command::Analyse { position, effort, multipv, threads } => {
            let game = set_up(&position)?;
            analyse::run(&game, &effort, multipv.into(), threads.into(), &mut out)?;
        }
        Command::Bench => {
            let mut failed = None;
            let signature = signature::run(|row| {
                if let Err(e) = writeln!(out, "{row}") {
                    failed.get_or_insert(e);
                }
            })
            .map_err(io::Error::other)?;
            if let Some(e) = failed {
                return Err(e.into());
            }
            writeln!(out, "{} nodes {} nps", signature.nodes, signature.nps())?;
        }
        Command::Match(args) => contest::run_match(&args, &mut out)?,
        Command::Data(args) => contest::run_data(&args, &mut out)?,
        Command::Rate(args) => records::rate(&args, &mut out)?,
        Command::Tune(tuning) => match *tuning {
            Tuning::Fit(args) => fit::run(&args, &mut out)?,
            Tuning::Bootstrap(args) => bootstrap::run(&args, &mut out)?,
            Tuning::Outlook(args) => outlook::run(&args, &mut out)?,
            Tuning::Network(args) => network::run(&args, &mut out)?,
            Tuning::Rows(args) => rows::run(&args, &mut out)?,
            Tuning::Spsa(args) => spsa::run(&args, &mut out)?,
            Tuning::Choices(args) => choices::run(&args, &mut out)?,
        },
        Command::Plot(plot) => plot::run(&plot, &mut out)?,
        Command::Positions(args) => positions::run(&args, &mut out)?,
        Command::Replay(args) => {
            if !records::replay(&args, &mut out)? {
                return Err(CliError::Wrong);
            }
        }
        Command::Board(args) => board::run(&args, &mut out)?,
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "simurgh", &mut script);
            out.write_all(&script)?;
        }
    }
    Ok(out.flush()?)
}

fn reach(game: &str, cell: &str, piece: &str, out: &mut impl Write) -> Result<()> {
    let variant = find_game(game)?;
    let board = &variant.board;
    let Some(at) = board.find(cell) else {
        return Err(CliError::argument("CELL", cell, "the board has no such cell"));
    };
    let (seat, kind) = piece_token(variant, piece)
        .map_err(|e| CliError::argument("PIECE", &e.token, &e.reason))?;
    for to in reach_on_empty_board(variant, at, seat, kind) {
        writeln!(out, "{}", board.name(to))?;
    }
    Ok(())
}

/// The width of the terminal, or a width that suits a file.
fn terminal_width() -> usize {
    const IN_A_FILE: usize = 120;
    let columns = console::Term::stdout().size_checked().map(|(_, columns)| columns.into());
    columns.or_else(|| std::env::var("COLUMNS").ok()?.parse().ok()).unwrap_or(IN_A_FILE).max(20)
}
