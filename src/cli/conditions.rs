//! What commands that play games are told of them in common: openings, when games end, sequential
//! tests, and where results go.

use super::{CliError, Result, is_same_file, refuse_overwriting};
use crate::arena::opening::{Openings, read_book};
use crate::arena::referee::{Adjudication, MARGIN};
use crate::arena::runner::{PATIENCE, Shard};
use crate::stats::{Model, Sprt};
use crate::variant::Variant;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// What a sequential test measures.
#[derive(Clone, Copy, ValueEnum)]
enum ModelArg {
    /// Normalised Elo.
    Normalized,
    /// Logistic Elo.
    Logistic,
}

/// A sequential test.
#[derive(Args, Clone)]
pub(super) struct SprtArgs {
    /// Test whether the first engine is ELO1 rather than ELO0 stronger than the second, and stop
    /// when that is decided; ALPHA and BETA are the probabilities of error [default: 0.05].
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// What the Elo of the test measures.
    #[arg(long, value_enum, default_value = "normalized")]
    model: ModelArg,
}

impl SprtArgs {
    pub(super) fn test(&self) -> Result<Option<Sprt>> {
        let Some(text) = &self.sprt else { return Ok(None) };
        let refuse = |reason: &str| CliError::argument("--sprt", text, reason);
        let numbers: Vec<f64> = text
            .split(',')
            .map(|n| n.trim().parse().map_err(|_| refuse("not ELO0,ELO1[,ALPHA,BETA]")))
            .collect::<Result<_>>()?;
        let (elo0, elo1, alpha, beta) = match numbers[..] {
            [elo0, elo1] => (elo0, elo1, 0.05, 0.05),
            [elo0, elo1, alpha, beta] => (elo0, elo1, alpha, beta),
            _ => return Err(refuse("not ELO0,ELO1[,ALPHA,BETA]")),
        };
        let model = match self.model {
            ModelArg::Normalized => Model::Normalized,
            ModelArg::Logistic => Model::Logistic,
        };
        Sprt::new(elo0, elo1, alpha, beta, model).map(Some).map_err(|e| refuse(&e.to_string()))
    }
}

/// Where openings come from.
#[derive(Args, Clone)]
pub(super) struct OpeningArgs {
    /// Openings from a file: a position string or EPD a line, or `startpos`, and `moves M1 M2 ..`.
    /// After the last the first comes again, and without random plies so do games.
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Take the book in an order mixed by the seed.
    #[arg(long, requires = "book")]
    shuffle: bool,
    /// Random plies at the beginning [default: 8 for two players, 2 rounds for more, 0 after a
    /// book]. With 0 and no book all openings are the start.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1000))]
    random_plies: Option<u32>,
    /// Only random openings in which a short search sees no player ahead by more than this, in
    /// hundredths of a pawn.
    #[arg(long, value_name = "CP", value_parser = clap::value_parser!(i32).range(0..))]
    balanced: Option<i32>,
    /// Seed of all that is random.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl OpeningArgs {
    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    pub(super) fn openings(&self, variant: &'static Variant) -> Result<Openings> {
        let book = match &self.book {
            None => Vec::new(),
            Some(path) => read_book(path, variant, self.shuffle.then_some(self.seed))
                .map_err(|e| CliError::Text(e.to_string()))?,
        };
        Ok(Openings::new(variant, book, self.random_plies, self.balanced, self.seed))
    }
}

/// When scores end a game.
#[derive(Args, Clone)]
pub(super) struct EndArgs {
    /// A player resigns after MOVES moves of their own in a row with a score of -SCORE or less (in
    /// games for two the opponent must agree; in games for three and four, places that are already
    /// safe do not count).
    #[arg(long, value_name = "SCORE,MOVES")]
    resign: Option<String>,
    /// Games for two are drawn when both scores were within SCORE for MOVES moves in a row, from ply
    /// AFTER on.
    #[arg(long, value_name = "SCORE,MOVES,AFTER")]
    draw: Option<String>,
}

impl std::fmt::Display for EndArgs {
    /// The options as they were given; nothing without any.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let given = [("resign", &self.resign), ("draw", &self.draw)];
        let text = given.into_iter().filter_map(|(name, value)| Some((name, value.as_ref()?)));
        text.enumerate().try_for_each(|(i, (name, value))| {
            write!(f, "{}{name} {value}", if i == 0 { "" } else { ", " })
        })
    }
}

impl EndArgs {
    /// The same, with a limit of plies.
    pub(super) fn adjudication(&self, max_plies: Option<u32>) -> Result<Adjudication> {
        let resign = self.resign.as_deref().map(|t| scores::<2>("--resign", t)).transpose()?;
        let draw = self.draw.as_deref().map(|t| scores::<3>("--draw", t)).transpose()?;
        Ok(Adjudication {
            resign: resign.map(|[score, moves]| (score as i32, moves)),
            draw: draw.map(|[score, moves, after]| (score as i32, moves, after)),
            max_plies,
        })
    }
}

/// What games are played under.
#[derive(Args, Clone)]
pub(super) struct TableArgs {
    /// Games at a time [default: cores / threads of an engine].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub(super) concurrency: Option<u16>,
    #[command(flatten)]
    pub(super) ends: EndArgs,
    /// Games are drawn between the survivors after this number of plies.
    #[arg(long, value_name = "N")]
    pub(super) max_plies: Option<u32>,
    /// How far a clock may be overstepped, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = MARGIN.as_millis() as u64)]
    pub(super) margin: u64,
    /// How long to wait for an answer that no clock limits, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = PATIENCE.as_secs_f64())]
    patience: f64,
}

impl TableArgs {
    pub(super) fn patience(&self) -> Result<Duration> {
        Duration::try_from_secs_f64(self.patience)
            .ok()
            .filter(|patience| !patience.is_zero() && *patience < Duration::from_secs(1 << 30))
            .ok_or_else(|| {
                let text = self.patience.to_string();
                CliError::argument("--patience", &text, "not a number of seconds")
            })
    }
}

/// A score, a number of moves, and in `--draw` a ply: whole numbers joined by commas.
fn scores<const N: usize>(name: &'static str, text: &str) -> Result<[u32; N]> {
    const MOST: u32 = 1_000_000;
    let refuse = |reason: &str| CliError::argument(name, text, reason);
    let found: Option<Vec<u32>> =
        text.split(',').map(|n| n.trim().parse().ok().filter(|&n| n <= MOST)).collect();
    let numbers: [u32; N] = found
        .and_then(|found| found.try_into().ok())
        .ok_or_else(|| refuse(&format!("not {N} whole numbers joined by commas")))?;
    // Without a move no score is asked for, and any game would end at once.
    if numbers[1] == 0 {
        return Err(refuse("MOVES must be at least 1"));
    }
    Ok(numbers)
}

/// Where results go.
#[derive(Args, Clone)]
pub(super) struct OutputArgs {
    /// Write every game to this file as it ends, as JSON Lines.
    #[arg(long, value_name = "FILE")]
    pub(super) record: Option<PathBuf>,
    /// Go on with the match whose beginning is in the record file.
    #[arg(long, requires = "record")]
    pub(super) resume: bool,
    /// Write games on 8x8 boards to this file as PGN, too.
    #[arg(long, value_name = "FILE")]
    pub(super) pgn: Option<PathBuf>,
    /// Play one of N parts of the match, which together are the whole match.
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    pub(super) shard: Shard,
    /// Print the summary as JSON.
    #[arg(long)]
    pub(super) json: bool,
    /// Show no progress.
    #[arg(long)]
    pub(super) quiet: bool,
}

impl OutputArgs {
    /// Refuses to write PGN over the openings or the records.
    pub(super) fn check(&self, openings: &OpeningArgs) -> Result<()> {
        let Some(path) = &self.pgn else { return Ok(()) };
        if self.record.as_ref().is_some_and(|record| is_same_file(record, path)) {
            let name = path.to_string_lossy();
            return Err(CliError::argument("--pgn", &name, "is where the records go"));
        }
        refuse_overwriting("--pgn", path, &openings.book)
    }
}
