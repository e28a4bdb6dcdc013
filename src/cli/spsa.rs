//! `simurgh tune spsa`: search parameters by self-play.

use super::conditions::{EndArgs, OpeningArgs};
use super::contest;
use super::{CliError, Result, find_game};
use crate::arena::referee::{Conditions, MARGIN};
use crate::arena::runner::{self, PATIENCE, Plan, Shard};
use crate::arena::schedule::{Seating, Tournament, encounters};
use crate::arena::spec::{BuiltIn, EngineSpec, TimeControl};
use crate::search::{PARAMETERS, parameter};
use crate::tune::spsa::{FINAL_RATE, FINAL_REACH, Settings, State, Step};
use clap::Args;
use std::collections::{BTreeMap, HashSet};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Search parameters by self-play.
#[derive(Args, Clone)]
pub(super) struct SpsaArgs {
    /// Id of the game, as listed by `simurgh games`.
    game: String,
    /// File that keeps the state of the run.
    #[arg(long, value_name = "FILE")]
    state: PathBuf,
    /// Go on with the run in the state file.
    #[arg(long)]
    resume: bool,
    /// Parameters to tune, joined by commas [default: all].
    #[arg(long, value_name = "NAME,..", value_delimiter = ',')]
    parameters: Vec<String>,
    /// Time control of both players: tc=, movetime=, nodes= or depth=.
    #[arg(long, value_name = "CONTROL", default_value = "nodes=5000")]
    limit: TimeControl,
    /// Blocks of games (one opening, all seatings) of the whole run.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    blocks: u64,
    /// Blocks between two changes of the values.
    #[arg(long, value_name = "N", default_value_t = 8)]
    batch: u64,
    /// How far one won game moves a parameter at the end of the run, in steps of the parameter, with
    /// a reach of 1: the fewer games, the more.
    #[arg(long, value_name = "STEPS", default_value_t = FINAL_RATE)]
    rate: f64,
    /// How far both players are from the middle at the end of the run, in steps of each parameter.
    #[arg(long, value_name = "STEPS", default_value_t = FINAL_REACH)]
    reach: f64,
    #[command(flatten)]
    openings: OpeningArgs,
    #[command(flatten)]
    ends: EndArgs,
    /// Games are drawn between the survivors after this number of plies.
    #[arg(long, value_name = "N", default_value_t = 600)]
    max_plies: u32,
    /// Games at a time [default: cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    concurrency: Option<u16>,
    /// Show no progress.
    #[arg(long)]
    quiet: bool,
}

/// Tunes, and prints the values found.
pub(super) fn run(args: &SpsaArgs, out: &mut impl Write) -> Result<()> {
    let settings = settings(args)?;
    let mut state = open(args, &settings)?;
    let bar = contest::progress(settings.blocks, args.quiet);
    bar.inc(state.done);
    let text = |e: crate::tune::spsa::SpsaError| CliError::Text(e.to_string());
    while let Some(step) = state.step().map_err(text)? {
        let balance = play(args, &settings, &step)?;
        state.learn(&step, balance).map_err(text)?;
        save(&args.state, &state)?;
        bar.inc(step.blocks);
        let now: Vec<String> = settings
            .parameters
            .iter()
            .zip(&state.values)
            .map(|(name, value)| format!("{name} {value:.1}"))
            .collect();
        bar.set_message(now.join("  "));
    }
    bar.finish_and_clear();
    let width = settings.parameters.iter().map(String::len).max().unwrap_or(0);
    writeln!(out, "{:<width$}  before   after", "parameter")?;
    let mut options = Vec::new();
    for (name, value) in settings.parameters.iter().zip(&state.values) {
        let before = parameter(name).map_or(0, |p| p.default);
        writeln!(out, "{name:<width$}  {before:>6}  {value:>6.1}")?;
        options.push(format!("option.{name}={:.0}", value.round()));
    }
    writeln!(out, "to confirm: --engine \"name=tuned {}\"", options.join(" "))?;
    Ok(())
}

fn settings(args: &SpsaArgs) -> Result<Settings> {
    let variant = find_game(&args.game)?;
    args.ends.adjudication(None)?;
    let all = || PARAMETERS.iter().map(|p| p.name.to_string()).collect();
    Ok(Settings {
        game: variant.id.to_string(),
        limit: args.limit.to_string(),
        blocks: args.blocks,
        batch: args.batch,
        seed: args.openings.seed(),
        openings: format!("{:?} {}", args.openings.openings(variant)?, args.max_plies),
        ends: args.ends.to_string(),
        rate: args.rate,
        reach: args.reach,
        parameters: if args.parameters.is_empty() { all() } else { args.parameters.clone() },
    })
}

fn open(args: &SpsaArgs, settings: &Settings) -> Result<State> {
    let path = &args.state;
    let refuse = |reason: String| CliError::Text(format!("{}: {reason}", path.display()));
    if !path.exists() {
        return State::begin(settings.clone()).map_err(|e| CliError::Text(e.to_string()));
    }
    if !args.resume {
        return Err(refuse(
            "there is a run already: go on with --resume, or name another file".to_string(),
        ));
    }
    let text = std::fs::read_to_string(path).map_err(|e| refuse(e.to_string()))?;
    let state: State = serde_json::from_str(&text).map_err(|e| refuse(e.to_string()))?;
    state.resume(settings).map_err(|e| refuse(e.to_string()))
}

/// Writes the state so that there is a whole one at any time.
fn save(path: &Path, state: &State) -> Result<()> {
    let io = |e: std::io::Error| CliError::Text(format!("{}: {e}", path.display()));
    let text = serde_json::to_string(state).map_err(|e| CliError::Text(e.to_string()))?;
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    std::fs::write(&beside, text + "\n").map_err(io)?;
    std::fs::rename(&beside, path).map_err(io)
}

/// Plays the games of a step: the sum over all games of 1 for a win of the first player, -1 for
/// a loss, and what lies between in games for many.
fn play(args: &SpsaArgs, settings: &Settings, step: &Step) -> Result<f64> {
    let variant = find_game(&args.game)?;
    let engine = |name: &str, values: &[i32]| {
        let values = settings.parameters.iter().zip(values);
        let mut options: BTreeMap<String, String> =
            values.map(|(name, value)| (name.clone(), value.to_string())).collect();
        options.insert("Hash".to_string(), "4".to_string());
        EngineSpec {
            name: name.to_string(),
            command: None,
            args: Vec::new(),
            dir: None,
            player: BuiltIn::Engine,
            options,
            limit: args.limit,
        }
    };
    let engines = vec![engine("plus", &step.plus), engine("minus", &step.minus)];
    let text = |e: &dyn std::fmt::Display| CliError::Text(e.to_string());
    let seating = Seating::Rotations;
    // Every step has openings of its own.
    let first = step.number * settings.batch;
    let plan = Plan {
        variant,
        encounters: encounters(variant, 2, Tournament::RoundRobin, seating)
            .map_err(|e| text(&e))?,
        openings: args.openings.openings(variant)?.from_number(first),
        rounds: step.blocks,
        shard: Shard { number: 1, of: 1 },
        conditions: Conditions {
            adjudication: args.ends.adjudication(Some(args.max_plies))?,
            margin: MARGIN,
        },
        patience: PATIENCE,
        concurrency: contest::concurrency(args.concurrency, &engines),
        engines,
    };
    plan.check().map_err(|e| text(&e))?;
    let mut balance = 0.0;
    runner::run(&plan, &HashSet::new(), |record| {
        balance += record.score_between(0, 1).map_or(0.0, |score| 2.0 * score - 1.0);
        ControlFlow::Continue(())
    })
    .map_err(|e| text(&e))?;
    // Shares of a game come in any order: the last bits of their sum must not matter.
    const FINEST: f64 = 1e6;
    Ok((balance * FINEST).round() / FINEST)
}
