//! `simurgh tune bootstrap`: fitting the evaluation to what searches have found.

use super::fit::{
    check_out, not_written, positive, set_style, share_of_one, weight_table, write_whole,
};
use super::outlook::start_weights;
use super::{CliError, Result};
use crate::eval::embedded;
use crate::tune::Sampling;
use crate::tune::bootstrap::{Bootstrapped, Lessons, bootstrap, lessons};
use clap::Args;
use indicatif::ProgressBar;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Positions of a game, unless told: every one has a score of its own.
const POSITIONS: usize = 1000;

/// What to learn from, and how.
#[derive(Args)]
pub(super) struct BootstrapArgs {
    /// Files of records, one game a line, as `simurgh data` writes them.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Where the weights go.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The weights that the games were played with; unless given, those that are part of the program, also of
    /// games that it plays with a network.
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Positions further than this from a draw, by score and value together, are passed over; in hundredths of
    /// a pawn.
    #[arg(long, value_name = "CP", default_value_t = 1500)]
    most: u16,
    /// The most positions to take from a game.
    #[arg(long, value_name = "N", default_value_t = POSITIONS)]
    positions_per_game: usize,
    /// Moves after the opening to skip.
    #[arg(long, value_name = "N", default_value_t = Sampling::default().skip_plies)]
    skip_plies: usize,
    /// The share of games to hold out.
    #[arg(long, value_name = "SHARE", default_value_t = Sampling::default().hold_out,
          value_parser = share_of_one)]
    hold_out: f64,
    /// How strongly weights are drawn to where they were: 1 believes that they are off by some pawn. Unless given,
    /// the one of several that does best on the games held out.
    #[arg(long, value_name = "F", value_parser = above_zero)]
    pull: Option<f64>,
    /// A term whose weights stay as they are; can be given again. Unless given, `tempo`: values of positions with
    /// one player or another to move must compare.
    #[arg(long, value_name = "TERM", default_values_t = ["tempo".to_string()])]
    keep: Vec<String>,
    /// Seed of the choice of positions and of the games held out.
    #[arg(long, value_name = "N", default_value_t = Sampling::default().seed)]
    seed: u64,
    /// Threads to use; all cores unless given. The result is the same with any number.
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

fn above_zero(text: &str) -> std::result::Result<f64, String> {
    positive(text).and_then(|n| if n > 0.0 { Ok(n) } else { Err("not above 0".to_string()) })
}

/// Learns, prints what was found and writes the weights.
pub(super) fn run(args: &BootstrapArgs, out: &mut impl Write) -> Result<()> {
    check_out(&args.out, &args.files)?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.map_or(0, NonZeroUsize::get))
        .build()
        .map_err(|e| CliError::Text(e.to_string()))?;
    let (lessons, learnt) = pool.install(|| learn(args))?;
    let mut comments = vec![provenance(&lessons)];
    let before = learnt.file.comments().iter();
    comments.extend(before.filter(|comment| !comment.starts_with(LEARNT)).cloned());
    let text = learnt.file.text(&comments);
    // First of all: who hears the report may stop listening.
    write_whole(&args.out, text.as_bytes()).map_err(|e| not_written(&args.out, &e))?;
    report(&lessons, &learnt, out)
}

fn learn(args: &BootstrapArgs) -> Result<(Lessons, Bootstrapped)> {
    let sampling = Sampling {
        positions_per_game: args.positions_per_game,
        skip_plies: args.skip_plies,
        hold_out: args.hold_out,
        seed: args.seed,
        ..Sampling::default()
    };
    let (start, library) = start_weights(args.start.as_deref())?;
    let bar = ProgressBar::new_spinner();
    set_style(&bar, "{spinner} {pos} games read {elapsed}");
    let text = |e: &dyn std::error::Error| CliError::Text(e.to_string());
    let heard = |games| bar.set_position(games as u64);
    let lessons =
        lessons(&args.files, &sampling, &library, args.most.into(), heard).map_err(|e| text(&e))?;
    bar.finish_and_clear();
    let start = start.unwrap_or_else(|| embedded(lessons.family()));
    let learnt = bootstrap(&lessons, &start, &args.keep, args.pull).map_err(|e| text(&e))?;
    Ok((lessons, learnt))
}

/// How the comment begins that says where weights come from.
const LEARNT: &str = "Learnt from searches of ";

fn provenance(lessons: &Lessons) -> String {
    let [[games, positions], _] = lessons.counts();
    format!("{LEARNT}{positions} positions of {games} games.")
}

fn report(lessons: &Lessons, learnt: &Bootstrapped, out: &mut impl Write) -> Result<()> {
    let [[games, positions], [other_games, others]] = lessons.counts();
    writeln!(out, "family {}", lessons.family())?;
    writeln!(out, "{:<10} {:>9} {:>9}", "", "learnt of", "held out")?;
    writeln!(out, "{:<10} {games:>9} {other_games:>9}", "games")?;
    writeln!(out, "{:<10} {positions:>9} {others:>9}", "positions")?;
    let pull = learnt.pull.map_or("nothing does better".to_string(), |pull| format!("pull {pull}"));
    writeln!(out, "\nscores beyond values, hundredths of a pawn ({pull})")?;
    for (name, missed) in [("start", learnt.start), ("learnt", learnt.learnt)] {
        writeln!(out, "{name:<10} {:>9.1} {:>9.1}", missed.training, missed.held_out)?;
    }
    weight_table(&learnt.weights, out)
}
