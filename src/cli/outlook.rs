//! `simurgh tune outlook`: fitting expected results to records of games.

use super::fit::{check_out, not_written, share_of_one, write_whole};
use super::{CliError, Result};
use crate::eval::outlook::{TERMS, name, parties};
use crate::eval::{DECADE, EvalFile, Library, WeightFile, embedded};
use crate::tune::outlook::{Calibrated, Observation, calibrate, observe, tenths};
use crate::tune::{Sampling, Tenth};
use clap::Args;
use std::collections::HashSet;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Positions of a game, unless told.
const POSITIONS: usize = 40;
/// The share of games held out, unless told.
const HOLD_OUT: f64 = 0.3;

/// What to fit to, and how.
#[derive(Args)]
pub(super) struct OutlookArgs {
    /// Files of records, one game a line, as `simurgh match` writes them.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Where the weights go, with the outlook that was found.
    #[arg(long, value_name = "FILE", required_unless_present = "check")]
    out: Option<PathBuf>,
    /// Fit nothing: compare the outlook that the weights have with all games.
    #[arg(long, conflicts_with = "out")]
    check: bool,
    /// Weights that make the strengths; unless given, those that are part of the program, also of games
    /// that it plays with a network.
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// The most positions to take from a game.
    #[arg(long, value_name = "N", default_value_t = POSITIONS)]
    positions_per_game: usize,
    /// Moves after the opening to skip.
    #[arg(long, value_name = "N", default_value_t = Sampling::default().skip_plies)]
    skip_plies: usize,
    /// The share of games to hold out.
    #[arg(long, value_name = "SHARE", default_value_t = HOLD_OUT, value_parser = share_of_one)]
    hold_out: f64,
    /// Seed of the choice of positions and of the games held out.
    #[arg(long, value_name = "N", default_value_t = Sampling::default().seed)]
    seed: u64,
    /// Threads to use; all cores unless given. The result is the same with any number.
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

/// Fits, prints what was found and writes the weights, or checks those there are.
pub(super) fn run(args: &OutlookArgs, out: &mut impl Write) -> Result<()> {
    if let Some(path) = &args.out {
        check_out(path, &args.files)?;
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.map_or(0, NonZeroUsize::get))
        .build()
        .map_err(|e| CliError::Text(e.to_string()))?;
    let sampling = Sampling {
        positions_per_game: args.positions_per_game,
        skip_plies: args.skip_plies,
        hold_out: if args.check { 0.0 } else { args.hold_out },
        seed: args.seed,
        ..Sampling::default()
    };
    let (start, library) = start_weights(args.start.as_deref())?;
    let (family, observations) = pool
        .install(|| observe(&args.files, &sampling, &Arc::clone(&library)))
        .map_err(|e| CliError::Text(e.to_string()))?;
    if observations.is_empty() {
        return Err(CliError::Text("the records hold no position with a result".to_string()));
    }
    let mut file = start.unwrap_or_else(|| embedded(&family));
    if file.family() != family {
        let text = format!("is for the family {}, the games are of {family}", file.family());
        return Err(CliError::argument("--start", file.family(), &text));
    }
    let decade = file.decade().unwrap_or(DECADE);
    if args.check {
        let (positions, games) = counts(&observations, false);
        writeln!(out, "family {family}\ngames {games}\npositions {positions}")?;
        return table("all", &tenths(observations.iter(), file.outlook(), decade), out);
    }
    if observations.iter().all(|o| o.held_out) {
        return Err(CliError::Text("all games are held out: none is left to fit to".to_string()));
    }
    let calibrated = calibrate(&observations, file.outlook(), decade);
    file.set_outlook(calibrated.outlook.clone());
    if let Some(path) = &args.out {
        let mut comments = provenance(&observations);
        comments.extend(file.comments().iter().filter(|comment| !is_own(comment)).cloned());
        // First of all: who hears the report may stop listening.
        write_whole(path, file.text(&comments).as_bytes()).map_err(|e| not_written(path, &e))?;
    }
    report(&family, &observations, &calibrated, out)
}

/// The weights to start with, if they are in a file, and what judges with them: by terms alone, since what is
/// fitted goes with the strengths by terms.
pub(super) fn start_weights(path: Option<&Path>) -> Result<(Option<WeightFile>, Arc<Library>)> {
    let Some(path) = path else { return Ok((None, Library::of_terms())) };
    let file = WeightFile::read(path)
        .map_err(|e| CliError::argument("--start", &path.display().to_string(), &e.to_string()))?;
    let library = Library::with(EvalFile::Weights(file.clone()));
    Ok((Some(file), library))
}

/// Positions and games, those held out or the others.
fn counts(observations: &[Observation], held_out: bool) -> (usize, usize) {
    let of = || observations.iter().filter(|o| o.held_out == held_out);
    (of().count(), of().map(|o| o.game).collect::<HashSet<usize>>().len())
}

/// How comments of an outlook begin.
const FITTED: &str = "Outlook fitted to ";
/// How they end, in a line of its own.
const HELD_OUT: &str = " games were held out.";
/// What its lines mean.
const LEGEND: &str =
    "outlook SETTING TERM MIDDLE END FULL; NAME MIDDLE END, in hundredths of a pawn.";

/// The comments of a file: what its outlook comes from.
fn provenance(observations: &[Observation]) -> Vec<String> {
    let ((positions, games), (held_out, others)) =
        (counts(observations, false), counts(observations, true));
    vec![
        format!("{FITTED}{positions} positions of {games} games;"),
        format!("{held_out} positions of {others}{HELD_OUT}"),
        LEGEND.to_string(),
    ]
}

/// Whether a comment is of an outlook, which a new one takes the place of.
fn is_own(comment: &str) -> bool {
    let counts = comment.starts_with(|c: char| c.is_ascii_digit()) && comment.ends_with(HELD_OUT);
    comment.starts_with(FITTED) || counts || comment == LEGEND
}

fn report(
    family: &str,
    observations: &[Observation],
    calibrated: &Calibrated,
    out: &mut impl Write,
) -> Result<()> {
    writeln!(out, "family {family}")?;
    writeln!(out, "{:<10} {:>9} {:>9}", "", "fitted to", "held out")?;
    let ((positions, games), (others, other_games)) =
        (counts(observations, false), counts(observations, true));
    writeln!(out, "{:<10} {games:>9} {other_games:>9}", "games")?;
    writeln!(out, "{:<10} {positions:>9} {others:>9}", "positions")?;
    writeln!(
        out,
        "\n{:<8} {:<6} {:>8} {:>8} {:>8} {:>9}",
        "setting", "term", "middle", "end", "full", "positions"
    )?;
    for found in &calibrated.found {
        for left in (2..=parties(found.setting)).rev() {
            let row = found.model[left - 2];
            for (term, [middle, end, full]) in TERMS.iter().zip(row) {
                writeln!(
                    out,
                    "{:<8} {term:<6} {middle:>8.4} {end:>8.4} {full:>8.4} {:>9}",
                    name(found.setting, left),
                    found.positions
                )?;
            }
        }
    }
    table("fitted to", &calibrated.training, out)?;
    if other_games == 0 {
        return Ok(());
    }
    table("held out", &calibrated.held_out, out)
}

fn table(title: &str, tenths: &[Tenth; 10], out: &mut impl Write) -> Result<()> {
    writeln!(out, "\n{title}\n{:>8} {:>8} {:>8} {:>9}", "expected", "result", "less", "players")?;
    for tenth in tenths.iter().filter(|t| t.pairs > 0) {
        let Tenth { pairs, expected, result } = tenth;
        writeln!(out, "{expected:>8.3} {result:>8.3} {:>8.3} {pairs:>9}", expected - result)?;
    }
    Ok(())
}
