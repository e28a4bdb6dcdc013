//! `simurgh tune network`: training a network on records of games.

use super::fit::{positive, set_style, share_of_one, write_whole};
use super::{CliError, Result};
use crate::eval::network::{
    HIDDEN_STEP, MOST_HIDDEN, NetworkError, NetworkFile, NetworkShape, is_hidden,
};
use crate::tune::Sampling;
use crate::tune::network::{NetworkData, Settings, Trained, read, train};
use clap::Args;
use indicatif::ProgressBar;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// What to train on, and how.
#[derive(Args)]
pub(super) struct NetworkArgs {
    /// Files of records of games for two, one game a line, as `simurgh data` writes them.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Where the network goes.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The games that the network is for, by the name of a family: that of the first game, or `chess`
    /// for orthodox chess without the armies.
    #[arg(long, value_name = "NAME")]
    family: Option<String>,
    /// A network to begin with instead of random numbers.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Numbers that either player's view is turned into: a multiple of 32, at most 256; those of
    /// the network to begin with, if there is one.
    #[arg(long, value_name = "N", default_value_t = Settings::default().hidden,
          value_parser = hidden)]
    hidden: usize,
    /// Times that every position is looked at.
    #[arg(long, value_name = "N", default_value_t = Settings::default().epochs)]
    epochs: usize,
    /// Positions to a step.
    #[arg(long, value_name = "N", default_value = "8192")]
    batch: NonZeroUsize,
    /// The size of the first steps; later ones are smaller.
    #[arg(long, value_name = "F", default_value_t = f64::from(Settings::default().rate),
          value_parser = positive)]
    rate: f64,
    /// How much of every number is lost per step of size 1.
    #[arg(long, value_name = "F", default_value_t = f64::from(Settings::default().decay),
          value_parser = share_of_one)]
    decay: f64,
    /// How much recorded scores count against results.
    #[arg(long, value_name = "SHARE", default_value_t = 0.7, value_parser = share_of_one)]
    lambda: f64,
    /// How much the score of every later move of the game counts against the one before it.
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = share_of_one)]
    ahead: f64,
    /// At most so many positions of a game.
    #[arg(long, value_name = "N", default_value_t = 400)]
    positions_per_game: usize,
    /// Moves after the opening to pass over.
    #[arg(long, value_name = "N", default_value_t = 0)]
    skip_plies: usize,
    /// The share of games to hold out.
    #[arg(long, value_name = "SHARE", default_value_t = 0.02, value_parser = share_of_one)]
    hold_out: f64,
    /// Seed of everything random.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads to use; all cores unless given. The result is the same with any number.
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

fn hidden(text: &str) -> std::result::Result<usize, String> {
    let number = text.parse().ok().filter(|&n| is_hidden(n));
    number.ok_or(format!("no multiple of {HIDDEN_STEP} from {HIDDEN_STEP} to {MOST_HIDDEN}"))
}

/// Trains, says how it went and writes the network.
pub(super) fn run(args: &NetworkArgs, out: &mut impl Write) -> Result<()> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.map_or(0, NonZeroUsize::get))
        .build()
        .map_err(|e| CliError::Text(e.to_string()))?;
    let (data, trained, lines) = pool.install(|| train_on_files(args))?;
    for line in &lines {
        writeln!(out, "{line}")?;
    }
    let Trained { training, held_out, .. } = trained;
    let comments = [
        format!(
            "Trained on {} positions of {} games, {} positions of {} games held out.",
            data.training.len(),
            data.training.games,
            data.held_out.len(),
            data.held_out.games
        ),
        format!("Mean squared error {training:.6}, held out {held_out:.6}."),
    ];
    for comment in &comments {
        writeln!(out, "{comment}")?;
    }
    write_whole(&args.out, &trained.file.bytes(&comments))
        .map_err(|e| CliError::argument("--out", &args.out.display().to_string(), &e.to_string()))
}

fn train_on_files(args: &NetworkArgs) -> Result<(NetworkData, Trained, Vec<String>)> {
    let sampling = Sampling {
        positions_per_game: args.positions_per_game,
        skip_plies: args.skip_plies,
        hold_out: args.hold_out,
        score_share: args.lambda,
        ahead: args.ahead,
        seed: args.seed,
    };
    let settings = Settings {
        hidden: args.hidden,
        epochs: args.epochs,
        batch: args.batch.get(),
        rate: args.rate as f32,
        decay: args.decay as f32,
        seed: args.seed,
    };
    let text = |e: &dyn std::error::Error| CliError::Text(e.to_string());
    if let Some(name) = args.family.as_deref()
        && NetworkShape::of_family(name).is_none()
    {
        let reason = "there is no such family of games for two";
        return Err(CliError::argument("--family", name, reason));
    }
    let start = args.from.as_ref().map(|path| {
        let refuse = |e: NetworkError| {
            CliError::argument("--from", &path.display().to_string(), &e.to_string())
        };
        NetworkFile::read(path).map_err(refuse)
    });
    let start = start.transpose()?;
    let bar = ProgressBar::new_spinner();
    set_style(&bar, "{spinner} {pos} games read {elapsed}");
    let data = read(&args.files, &sampling, args.family.as_deref(), |games| {
        bar.set_position(games as u64)
    })
    .map_err(|e| text(&e))?;
    bar.finish_and_clear();
    let bar = ProgressBar::new(1000);
    set_style(&bar, "{wide_bar} {percent} % {msg} eta {eta}");
    let mut lines = Vec::new();
    let trained = train(&data, &settings, start.as_ref(), |done, errors| {
        bar.set_position((done * 1000.0) as u64);
        if let Some((training, held_out)) = errors {
            let epoch = lines.len() + 1;
            lines.push(format!("epoch {epoch} error {training:.6} held out {held_out:.6}"));
            bar.set_message(lines[epoch - 1].clone());
        }
    })
    .map_err(|e| text(&e))?;
    bar.finish_and_clear();
    Ok((data, trained, lines))
}
