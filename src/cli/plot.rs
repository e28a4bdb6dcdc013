//! `simurgh plot`: pictures of matches, of expectations and of weights.

use super::conditions::SprtArgs;
use super::curves::curves;
use super::{CliError, Result, find_game, refuse_overwriting};
use crate::arena::journal::read_records;
use crate::arena::standings::Standings;
use crate::eval::{WeightFile, Weights, embedded, family};
use crate::plot::{self, Group, PlotError};
use crate::position::{AnyPosition, with_position};
use crate::stats::{Estimate, Model, Sprt};
use crate::variant::Kind;
use clap::{Args, Subcommand};
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What to draw.
#[derive(Subcommand)]
pub(super) enum Plot {
    /// The course of a sequential test between two engines, block by block in the order of the
    /// records.
    Sprt {
        #[command(flatten)]
        files: Files,
        #[command(flatten)]
        sprt: SprtArgs,
    },
    /// Ratings of all engines in the order of their first appearance.
    Elo {
        #[command(flatten)]
        files: Files,
    },
    /// Results against what scores predict.
    ///
    /// From the positions that `simurgh tune fit` takes by default. With two sides: the mover's mean
    /// result by recorded score. For three and four players: the mover's mean utility by tenths of
    /// what the evaluation expects, each drawn at the score at which one of two players is expected
    /// to have as much.
    Expectation {
        #[command(flatten)]
        files: Files,
        /// Only games with this id.
        #[arg(long, value_name = "ID")]
        game: Option<String>,
    },
    /// Values of the pieces of a game in the middle game and the endgame, the mean over all cells.
    Weights {
        /// Id of the game, as listed by `simurgh games`.
        game: String,
        /// A file of weights; unless given, those that are part of the program.
        #[arg(long, value_name = "FILE")]
        weights: Option<PathBuf>,
        /// Where the picture goes.
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
}

/// From where to where.
#[derive(Args)]
pub(super) struct Files {
    /// Files of records; a game that comes twice counts once.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Where the picture goes.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl From<PlotError> for CliError {
    fn from(error: PlotError) -> CliError {
        CliError::Text(error.to_string())
    }
}

fn refuse<T>(what: &str) -> Result<T> {
    Err(CliError::Text(what.to_string()))
}

/// Draws a picture and writes it to its file.
pub(super) fn run(plot: &Plot, out: &mut impl Write) -> Result<()> {
    let (picture, path, read) = match plot {
        Plot::Sprt { files, sprt } => (course(&files.files, sprt)?, &files.out, &files.files[..]),
        Plot::Elo { files } => (ratings(&files.files, out)?, &files.out, &files.files[..]),
        Plot::Expectation { files, game } => {
            let game = game.as_deref().map(find_game).transpose()?;
            let (curves, title) = curves(&files.files, game.map(|g| g.id))?;
            (plot::expectation(&curves, &title)?, &files.out, &files.files[..])
        }
        Plot::Weights { game, weights, out } => {
            (values(game, weights.as_deref())?, out, weights.as_slice())
        }
    };
    refuse_overwriting("--out", path, read)?;
    fs::write(path, picture)
        .map_err(|e| CliError::argument("--out", &path.to_string_lossy(), &e.to_string()))
}

/// Which games records are of: an id, or how many.
fn of_games(games: &BTreeSet<String>) -> String {
    match games.first() {
        Some(game) if games.len() == 1 => game.clone(),
        _ => format!("{} games", games.len()),
    }
}

/// The course of a test.
fn course(files: &[PathBuf], sprt: &SprtArgs) -> Result<String> {
    let Some(test) = sprt.test()? else {
        return refuse("--sprt ELO0,ELO1[,ALPHA,BETA] is missing");
    };
    let (mut standings, mut games) = (Standings::default(), BTreeSet::new());
    let mut points = vec![(0, 0.0)];
    for path in files {
        read_records(path, |_, record| {
            standings.add(&record);
            let names: Vec<&str> = standings.names().iter().map(String::as_str).collect();
            if let [a, b] = names[..]
                && let Some(duel) = standings.overall([a, b])
            {
                let played = duel.blocks.blocks() * u64::from(record.block_games);
                if points.last().is_some_and(|last| played > last.0) {
                    points.push((played, test.llr(&duel.blocks)));
                }
            }
            games.insert(record.game);
        })
        .map_err(|e| CliError::Text(e.to_string()))?;
    }
    let [a, b] = standings.names() else {
        let engines = standings.names().len();
        return refuse(&format!("--sprt compares two engines, the records have {engines}"));
    };
    let sizes: BTreeSet<u32> = standings.duels().map(|(pairing, _)| pairing.games).collect();
    if sizes.len() > 1 {
        return refuse("blocks of different numbers of games cannot be tested together");
    }
    if points.len() == 1 {
        return refuse("the records have no finished block of games");
    }
    let title = format!("{}: {a} against {b}, {}", of_games(&games), hypotheses(&test));
    Ok(plot::sprt(&points, test.bounds(), &title)?)
}

fn hypotheses(test: &Sprt) -> String {
    let (elo0, elo1) = test.hypotheses();
    let model = match test.model() {
        Model::Normalized => "normalised ",
        Model::Logistic => "",
    };
    format!("{model}Elo {elo0} or {elo1}")
}

/// Ratings of the engines; a note is printed where they do not say what they seem to.
fn ratings(files: &[PathBuf], out: &mut impl Write) -> Result<String> {
    let (mut standings, mut games) = (Standings::default(), BTreeSet::new());
    for path in files {
        read_records(path, |_, record| {
            standings.add(&record);
            games.insert(record.game);
        })
        .map_err(|e| CliError::Text(e.to_string()))?;
    }
    let engines = standings.names().len();
    if engines < 2 {
        return refuse(&format!("ratings compare engines, the records have {engines}"));
    }
    if standings.finished_blocks() == 0 {
        return refuse("the records have no finished block of games");
    }
    let ratings = standings.ratings().map_err(|e| CliError::Text(e.to_string()))?;
    let names = standings.names().iter().map(String::as_str);
    let rows: Vec<(&str, Estimate)> = names.zip(ratings.engines).collect();
    let title =
        format!("Ratings, {}, finished blocks: {}", of_games(&games), standings.finished_blocks());
    let picture = plot::elo(&rows, &title)?;
    if !ratings.connected {
        writeln!(out, "note: not all engines are connected by games")?;
    }
    for name in standings.ambiguous() {
        writeln!(out, "note: `{name}` had different settings in different games")?;
    }
    Ok(picture)
}

/// Values of pieces, the greatest first.
fn values(game: &str, file: Option<&Path>) -> Result<String> {
    let variant = find_game(game)?;
    let own = family(variant.id);
    let weights = match file {
        None => embedded(own),
        Some(path) => {
            let name = path.to_string_lossy();
            let wrong = |reason: &str| CliError::argument("--weights", &name, reason);
            let file = WeightFile::read(path).map_err(|e| wrong(&e.to_string()))?;
            if file.family() != own {
                let family = file.family();
                return Err(wrong(&format!("is for the family {family}, {game} is of {own}")));
            }
            file
        }
    };
    let weights =
        with_position!(AnyPosition::start(variant), p => Weights::new(p.tables(), &weights));
    let mut shown: Vec<(&str, [f64; 2])> = Vec::new();
    let mut symbols = BTreeSet::new();
    for (kind, piece) in variant.pieces.iter().enumerate() {
        let valued = weights.sheet().names().contains(&format!("value.{}", piece.symbol));
        // Kinds of one symbol differ in direction only.
        if valued && symbols.insert(piece.symbol) {
            // Sums of terms that cancel out come a hair beside zero.
            let rounded = |value: f64| (10.0 * value).round() / 10.0 + 0.0;
            shown.push((piece.name, weights.mean_on_board(kind as Kind).map(rounded)));
        }
    }
    shown.sort_by(|a, b| (b.1[0] + b.1[1]).total_cmp(&(a.1[0] + a.1[1])));
    let groups: Vec<Group> = shown
        .into_iter()
        .map(|(name, [middle, end])| Group {
            piece: name.to_string(),
            bars: vec![("middle game".to_string(), middle), ("endgame".to_string(), end)],
        })
        .collect();
    Ok(plot::weights(&groups, &format!("{game}: values of pieces, mean over all cells"))?)
}
