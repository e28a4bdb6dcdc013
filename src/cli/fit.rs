//! `simurgh tune fit`: fitting the evaluation to records of games.

use super::{CliError, Result, refuse_overwriting};
use crate::eval::{WeightFile, embedded};
use crate::tune::fit::{Decade, Errors, Fit, Fitted, Settings, fit};
use crate::tune::{Positions, Sampling, read};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// What to fit to, and how.
#[derive(Args)]
pub(super) struct FitArgs {
    /// Files of records, one game a line, as `simurgh match` writes them.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Where the weights go.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Weights to begin with, `derived` for none; unless given, those that are part of the program.
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Steps over all positions.
    #[arg(long, value_name = "N", default_value_t = Settings::default().epochs)]
    epochs: usize,
    /// The first step of a weight, in hundredths of a pawn.
    #[arg(long, value_name = "F", default_value_t = Settings::default().rate,
          value_parser = positive)]
    rate: f64,
    /// The most positions to take from a game.
    #[arg(long, value_name = "N", default_value_t = Sampling::default().positions_per_game)]
    positions_per_game: usize,
    /// Moves after the opening to skip.
    #[arg(long, value_name = "N", default_value_t = Sampling::default().skip_plies)]
    skip_plies: usize,
    /// The share of games to hold out.
    #[arg(long, value_name = "SHARE", default_value_t = Sampling::default().hold_out,
          value_parser = share_of_one)]
    hold_out: f64,
    /// What a weight's distance from its start in pawns costs, squared, as an error of one game.
    #[arg(long, value_name = "F", default_value_t = Settings::default().l2,
          value_parser = positive)]
    l2: f64,
    /// How much recorded scores count against results, in games for two and for teams.
    #[arg(long, value_name = "SHARE", default_value_t = Sampling::default().score_share,
          value_parser = share_of_one)]
    lambda: f64,
    /// Steps without a better error on the games held out after which the fit ends.
    #[arg(long, value_name = "N", default_value_t = Settings::default().patience)]
    patience: usize,
    /// Find the difference of strengths that stands for odds of ten to one before anything else,
    /// instead of letting all weights grow or shrink to the one there is.
    #[arg(long, conflicts_with = "lambda")]
    find_decade: bool,
    /// A term whose weights stay as they are, such as `tempo`; can be given again.
    #[arg(long, value_name = "TERM")]
    keep: Vec<String>,
    /// Seed of the choice of positions and of the games held out.
    #[arg(long, value_name = "N", default_value_t = Sampling::default().seed)]
    seed: u64,
    /// Threads to use; all cores unless given. The result is the same with any number.
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

fn number(text: &str) -> std::result::Result<f64, String> {
    text.parse::<f64>().ok().filter(|n| n.is_finite()).ok_or("not a number".to_string())
}

pub(super) fn positive(text: &str) -> std::result::Result<f64, String> {
    number(text).and_then(|n| if n >= 0.0 { Ok(n) } else { Err("is negative".to_string()) })
}

pub(super) fn share_of_one(text: &str) -> std::result::Result<f64, String> {
    let within = |n| if (0.0..=1.0).contains(&n) { Ok(n) } else { Err("not from 0 to 1".into()) };
    number(text).and_then(within)
}

/// Fits, prints what was found and writes the weights.
pub(super) fn run(args: &FitArgs, out: &mut impl Write) -> Result<()> {
    check_out(&args.out, &args.files)?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.map_or(0, NonZeroUsize::get))
        .build()
        .map_err(|e| CliError::Text(e.to_string()))?;
    let (positions, fitted) = pool.install(|| fit_files(args))?;
    let text = fitted.file.text(&provenance(&positions, &fitted));
    // First of all: who hears the report may stop listening.
    write_whole(&args.out, text.as_bytes()).map_err(|e| not_written(&args.out, &e))?;
    report(&positions, &fitted, out)
}

fn fit_files(args: &FitArgs) -> Result<(Positions, Fit)> {
    let sampling = Sampling {
        positions_per_game: args.positions_per_game,
        skip_plies: args.skip_plies,
        hold_out: args.hold_out,
        score_share: args.lambda,
        seed: args.seed,
        ahead: 0.0,
        variations: 0,
    };
    let settings = Settings {
        epochs: args.epochs,
        rate: args.rate,
        l2: args.l2,
        patience: args.patience,
        decade: if args.find_decade { Decade::Found } else { Decade::Kept },
        kept: args.keep.clone(),
    };
    let text = |e: &dyn std::error::Error| CliError::Text(e.to_string());
    let bar = ProgressBar::new_spinner();
    set_style(&bar, "{spinner} {pos} games read {elapsed}");
    let positions = read(&args.files, &sampling, |games| bar.set_position(games as u64))
        .map_err(|e| text(&e))?;
    bar.finish_and_clear();
    let start = match &args.start {
        None => embedded(positions.family()),
        Some(path) if path.as_os_str() == "derived" => WeightFile::new(positions.family()),
        Some(path) => WeightFile::read(path).map_err(|e| {
            CliError::argument("--start", &path.display().to_string(), &e.to_string())
        })?,
    };
    let bar = ProgressBar::new(args.epochs as u64);
    set_style(&bar, "{wide_bar} {pos}/{len} {msg} eta {eta}");
    let fitted = fit(&positions, &start, &settings, |step, errors| {
        bar.set_position(step as u64);
        let held_out = held_out(errors.held_out, 5);
        bar.set_message(format!("error {:.5} held out {held_out}", errors.training));
    })
    .map_err(|e| text(&e))?;
    bar.finish_and_clear();
    Ok((positions, fitted))
}

/// An error over games held out; `-` if there are none.
pub(super) fn held_out(error: Option<f64>, digits: usize) -> String {
    error.map_or("-".to_string(), |error| format!("{error:.digits$}"))
}

pub(super) fn set_style(bar: &ProgressBar, template: &str) {
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
}

/// The comments of a file: what its weights come from.
fn provenance(positions: &Positions, fitted: &Fit) -> Vec<String> {
    let (training, held_out) = (positions.training().tally(), positions.held_out().tally());
    let numbers = format!(
        "Fitted to {} positions of {} games; {} positions of {} games were held out.",
        training.positions, training.games, held_out.positions, held_out.games
    );
    let errors = |name: &str, errors: Errors| {
        let held_out = self::held_out(errors.held_out, 5);
        format!("Error of {name} weights {:.5}, held out {held_out}.", errors.training)
    };
    vec![
        numbers,
        errors("derived", fitted.derived),
        errors("these", fitted.fitted),
        "NAME MIDDLE END, in hundredths of a pawn.".to_string(),
    ]
}

fn report(positions: &Positions, fitted: &Fit, out: &mut impl Write) -> Result<()> {
    let (training, held_out) = (positions.training().tally(), positions.held_out().tally());
    writeln!(out, "family {}", positions.family())?;
    writeln!(out, "{:<10} {:>9} {:>9}", "", "fitted to", "held out")?;
    let counts = [
        ("games", training.games, held_out.games),
        ("positions", training.positions, held_out.positions),
        ("pairs", training.pairs, held_out.pairs),
    ];
    for (name, training, held_out) in counts {
        writeln!(out, "{name:<10} {training:>9} {held_out:>9}")?;
    }
    writeln!(out, "\nerror, natural logarithm (step {} is best)", fitted.epoch)?;
    let rows = [("derived", fitted.derived), ("start", fitted.start), ("fitted", fitted.fitted)];
    for (name, errors) in rows {
        let held_out = self::held_out(errors.held_out, 5);
        writeln!(out, "{name:<10} {:>9.5} {held_out:>9}", errors.training)?;
    }
    weight_table(&fitted.weights, out)?;
    if let Some(margin) = fitted.file.draw_margin() {
        writeln!(out, "{:<16} {margin:>8.1}", "draw_margin")?;
    }
    if let Some(decade) = fitted.file.decade() {
        writeln!(out, "{:<16} {decade:>8.1}", "decade")?;
    }
    writeln!(out, "\n{:>8} {:>8} {:>9}", "expected", "result", "pairs")?;
    for tenth in fitted.calibration.iter().filter(|t| t.pairs > 0) {
        writeln!(out, "{:>8.3} {:>8.3} {:>9}", tenth.expected, tenth.result, tenth.pairs)?;
    }
    Ok(())
}

/// Weights before and after, a line each.
pub(super) fn weight_table(weights: &[Fitted], out: &mut impl Write) -> Result<()> {
    writeln!(
        out,
        "\n{:<16} {:>8} {:>8} {:>8} {:>8} {:>9}",
        "weight", "middle", "was", "end", "was", "positions"
    )?;
    for weight in weights {
        let ([middle, end], [was_middle, was_end]) = (weight.value, weight.start);
        writeln!(
            out,
            "{:<16} {middle:>8.1} {was_middle:>8.1} {end:>8.1} {was_end:>8.1} {:>9}",
            weight.name, weight.positions
        )?;
    }
    Ok(())
}

/// Refuses a file to write that is one of those to read, or that cannot be written: that must not be
/// found out after the work of hours.
pub(super) fn check_out<'a>(
    path: &Path,
    read: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<()> {
    refuse_overwriting("--out", path, read)?;
    // What is written takes the place of what is there, links such as /dev/stdout included.
    if path.symlink_metadata().is_ok_and(|found| !found.is_file()) {
        return Err(CliError::argument("--out", &path.to_string_lossy(), "is no ordinary file"));
    }
    let made = partial(path).and_then(|partial| {
        File::create(&partial)?;
        fs::remove_file(partial)
    });
    made.map_err(|e| not_written(path, &e))
}

/// The error of a file that cannot be written.
pub(super) fn not_written(path: &Path, error: &io::Error) -> CliError {
    CliError::argument("--out", &path.to_string_lossy(), &error.to_string())
}

/// The file beside another one in which it is written until it is whole.
fn partial(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or(io::Error::from(io::ErrorKind::InvalidInput))?;
    let mut name = name.to_os_string();
    name.push(format!(".{}.tmp", std::process::id()));
    Ok(path.with_file_name(name))
}

/// Writes a file as a whole or not at all.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_with(path, |file| file.write_all(bytes))
}

/// The same for what is written bit by bit.
pub(super) fn write_with<T, E: From<io::Error>>(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<File>) -> std::result::Result<T, E>,
) -> std::result::Result<T, E> {
    let partial = partial(path)?;
    let mut file = BufWriter::new(File::create(&partial)?);
    let written = fill(&mut file).and_then(|filled| {
        file.flush()?;
        file.get_ref().sync_all()?;
        fs::rename(&partial, path)?;
        Ok(filled)
    });
    if written.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&partial);
    }
    written
}
