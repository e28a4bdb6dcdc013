//! `simurgh tune network`: training a network on records of games.

use super::dataset::GamesArgs;
use super::fit::{
    check_out, held_out, not_written, positive, set_style, share_of_one, write_whole,
};
use super::{CliError, Result};
use crate::eval::network::{HIDDEN_STEP, MOST_HIDDEN, NetworkError, NetworkFile, is_hidden};
use crate::tune::network::{Labels, NetworkData, Settings, Trained, read, train};
use clap::Args;
use indicatif::ProgressBar;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// What to train on, and how.
#[derive(Args)]
pub(super) struct NetworkArgs {
    #[command(flatten)]
    games: GamesArgs,
    /// Where the network goes.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// A network to begin with instead of random numbers.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Numbers that either player's view is turned into: a multiple of 32, at most 256; those of
    /// the network to begin with, if there is one.
    #[arg(long, value_name = "N", default_value_t = Settings::default().hidden,
          value_parser = hidden)]
    hidden: usize,
    /// Epochs: how often every position is looked at.
    #[arg(long, value_name = "N", default_value_t = Settings::default().epochs)]
    epochs: usize,
    /// Positions per step.
    #[arg(long, value_name = "N", default_value = "8192")]
    batch: NonZeroUsize,
    /// The size of the first steps; later ones are smaller.
    #[arg(long, value_name = "F", default_value_t = Settings::default().rate,
          value_parser = |text: &str| positive(text).map(|n| n as f32))]
    rate: f32,
    /// How much of every number is lost per step of size 1.
    #[arg(long, value_name = "F", default_value_t = Settings::default().decay,
          value_parser = |text: &str| share_of_one(text).map(|n| n as f32))]
    decay: f32,
    /// Expectations to learn instead of scores and results, two bytes for each position that `simurgh
    /// tune rows` writes with the same games and settings; those held out keep their own.
    #[arg(long, value_name = "FILE")]
    labels: Option<PathBuf>,
}

fn hidden(text: &str) -> std::result::Result<usize, String> {
    let number = text.parse().ok().filter(|&n| is_hidden(n));
    number.ok_or(format!("no multiple of {HIDDEN_STEP} from {HIDDEN_STEP} to {MOST_HIDDEN}"))
}

/// Trains, says how it went and writes the network.
pub(super) fn run(args: &NetworkArgs, out: &mut impl Write) -> Result<()> {
    let pool = args.games.pool()?;
    let (data, trained, lines) = pool.install(|| train_on_files(args))?;
    let (training, others) = (trained.training, held_out(trained.held_out, 6));
    let comments = [
        format!(
            "Trained on {} positions of {} games, {} positions of {} games held out.",
            data.training.len(),
            data.training.games,
            data.held_out.len(),
            data.held_out.games
        ),
        format!("Mean squared error {training:.6}, held out {others}."),
    ];
    // First of all: who hears the report may stop listening.
    write_whole(&args.out, &trained.file.bytes(&comments))
        .map_err(|e| not_written(&args.out, &e))?;
    for line in lines.iter().chain(&comments) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn train_on_files(args: &NetworkArgs) -> Result<(NetworkData, Trained, Vec<String>)> {
    let (files, family) = args.games.files_and_family()?;
    check_out(&args.out, files.iter().chain(&args.labels))?;
    let settings = Settings {
        hidden: args.hidden,
        epochs: args.epochs,
        batch: args.batch.get(),
        rate: args.rate,
        decay: args.decay,
        seed: args.games.seed,
    };
    let text = |e: &dyn std::error::Error| CliError::Text(e.to_string());
    let start = args.from.as_ref().map(|path| {
        let refuse = |e: NetworkError| {
            CliError::argument("--from", &path.display().to_string(), &e.to_string())
        };
        NetworkFile::read(path).map_err(refuse)
    });
    let start = start.transpose()?;
    let labels = args.labels.as_ref().map(|path| {
        let refuse = |e: std::io::Error| {
            CliError::argument("--labels", &path.display().to_string(), &e.to_string())
        };
        Labels::read(path).map_err(refuse)
    });
    let labels = labels.transpose()?;
    let bar = GamesArgs::bar();
    let data = read(files, &args.games.sampling(), family, labels.as_ref(), |games| {
        bar.set_position(games as u64)
    })
    .map_err(|e| text(&e))?;
    bar.finish_and_clear();
    let bar = ProgressBar::new(1000);
    set_style(&bar, "{wide_bar} {percent} % {msg} eta {eta}");
    let mut lines = Vec::new();
    let trained = train(&data, &settings, start.as_ref(), |done, errors| {
        bar.set_position((done * 1000.0) as u64);
        if let Some((training, others)) = errors {
            let (epoch, others) = (lines.len() + 1, held_out(others, 6));
            lines.push(format!("epoch {epoch} error {training:.6} held out {others}"));
            bar.set_message(lines[epoch - 1].clone());
        }
    })
    .map_err(|e| text(&e))?;
    bar.finish_and_clear();
    Ok((data, trained, lines))
}
