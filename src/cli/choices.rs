//! `simurgh tune choices`: search parameters by the moves that searches choose.

use super::contest;
use super::fit::set_style;
use super::{CliError, Result, find_game, refuse_overwriting};
use crate::arena::journal::read_records;
use crate::arena::record::GameRecord;
use crate::position::Game;
use crate::search::PARAMETERS;
use crate::tune::choices::{Chooser, Found, Journal, Place, Plan, Trial, effects};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget};
use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};

/// Search parameters by the moves that searches choose.
#[derive(Args)]
pub(super) struct ChoicesArgs {
    /// Id of the game, as listed by `simurgh games`.
    game: String,
    /// Files of records to draw positions from, as `simurgh match` and `simurgh data` write them.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// File that keeps positions and trials, one a line.
    #[arg(long, value_name = "FILE")]
    record: PathBuf,
    /// Go on with the trials in that file.
    #[arg(long)]
    resume: bool,
    /// Parameters to look at, joined by commas [default: all].
    #[arg(long, value_name = "NAME,..", value_delimiter = ',')]
    parameters: Vec<String>,
    /// Nodes of a search that chooses a move.
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// Nodes of a search that judges a move [default: eight times as many].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000_000))]
    judge: Option<u64>,
    /// Positions, all of which the program wavers in.
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    positions: u32,
    /// Trials, over all positions.
    #[arg(long, value_name = "N", default_value_t = 5000)]
    trials: u64,
    /// How far parameters are moved up or down, in steps of each.
    #[arg(long, value_name = "STEPS", default_value_t = 2.0)]
    reach: f64,
    /// Seed of everything random.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Searches at a time [default: cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    concurrency: Option<u16>,
    /// Show no progress.
    #[arg(long)]
    quiet: bool,
}

/// After so many draws for every position asked for there are not enough that the program wavers in.
const PATIENCE: u64 = 200;

fn bar(count: u64, what: &str, quiet: bool) -> ProgressBar {
    let bar = ProgressBar::new(count);
    if quiet {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    set_style(&bar, &format!("{{wide_bar}} {{pos}} of {{len}} {what} eta {{eta}}"));
    bar
}

fn text(error: &dyn std::fmt::Display) -> CliError {
    CliError::Text(error.to_string())
}

/// Does the pieces of work with these numbers on several threads, each with a chooser of its own, until
/// `hear` has enough. It hears in any order.
fn on_threads<T: Send>(
    threads: usize,
    numbers: impl Iterator<Item = u64> + Send,
    work: impl Fn(u64, &mut Chooser) -> Result<T> + Sync,
    mut hear: impl FnMut(u64, T) -> Result<bool>,
) -> Result<()> {
    let numbers = Mutex::new(numbers);
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        // As many results as threads wait to be heard at most.
        let (tell, told) = mpsc::sync_channel(threads);
        for _ in 0..threads {
            let (tell, numbers, stop, work) = (tell.clone(), &numbers, &stop, &work);
            scope.spawn(move || {
                let mut chooser = Chooser::new();
                while !stop.load(Ordering::Relaxed) {
                    let next = numbers.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some(number) = next else { return };
                    let done = match &mut chooser {
                        Ok(chooser) => work(number, chooser),
                        Err(e) => Err(text(e)),
                    };
                    if tell.send((number, done)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(tell);
        let mut enough = Ok(false);
        for (number, done) in &told {
            // What comes after that is let go, so that nobody waits to tell it.
            if let Ok(false) = enough {
                enough = done.and_then(|done| hear(number, done));
                stop.store(!matches!(enough, Ok(false)), Ordering::Relaxed);
            }
        }
        enough.map(|_| ())
    })
}

/// Games of the kind asked for.
fn records(args: &ChoicesArgs, game: &str) -> Result<Vec<GameRecord>> {
    let mut records = Vec::new();
    for path in &args.files {
        read_records(path, |_, record| {
            if record.game == game {
                records.push(record);
            }
        })
        .map_err(|e| text(&e))?;
    }
    if records.is_empty() {
        return Err(CliError::Text(format!("the files hold no game of {game}")));
    }
    Ok(records)
}

/// Looks for positions that the program wavers in until there are enough.
fn find(
    args: &ChoicesArgs,
    plan: &Plan,
    threads: usize,
    places: &mut Vec<Place>,
    journal: &mut Journal,
) -> Result<()> {
    let records = records(args, &plan.game)?;
    let bar = bar(plan.positions as u64, "positions", args.quiet);
    let mut seen: HashSet<String> = places.iter().map(|place| place.text.clone()).collect();
    // Heard in the order of their numbers, whoever is done first.
    let mut next = places.last().map_or(0, |place| place.draw + 1);
    let mut waiting = HashMap::new();
    on_threads(
        threads,
        next..PATIENCE * plan.positions as u64,
        |number, chooser| {
            // A game that is against the rules is told in its turn, too.
            let drawn = match plan.draw(&records, number) {
                Ok(Some(game)) => game,
                Ok(None) => return Ok(Ok(None)),
                Err(e) => return Ok(Err(e)),
            };
            let wavers = chooser.wavers(plan, &drawn).map_err(|e| text(&e))?;
            Ok(Ok(wavers.then(|| drawn.position().fen())))
        },
        |number, found| {
            waiting.insert(number, found);
            while places.len() < plan.positions
                && let Some(found) = waiting.remove(&next)
            {
                let draw = next;
                next += 1;
                let Some(fen) = found.map_err(|e| text(&e))? else { continue };
                if seen.insert(fen.clone()) {
                    let place = Place { draw, text: fen };
                    journal.add_position(&place).map_err(|e| text(&e))?;
                    places.push(place);
                    bar.set_position(places.len() as u64);
                }
            }
            Ok(places.len() == plan.positions)
        },
    )?;
    bar.finish_and_clear();
    if places.len() < plan.positions {
        let found = places.len();
        return Err(CliError::Text(format!(
            "the program wavers in no more than {found} positions of these games"
        )));
    }
    Ok(())
}

/// Carries out the trials that are missing.
fn try_all(
    args: &ChoicesArgs,
    plan: &Plan,
    threads: usize,
    games: &[Game],
    trials: &mut Vec<Trial>,
    journal: &mut Journal,
) -> Result<()> {
    let known: HashMap<(usize, String), f64> =
        trials.iter().map(|t| ((t.position, t.choice.clone()), t.worth)).collect();
    let known = Mutex::new(known);
    let done: HashSet<u64> = trials.iter().map(|trial| trial.number).collect();
    let bar = bar(args.trials, "trials", args.quiet);
    bar.set_position(done.len() as u64);
    on_threads(
        threads,
        (0..args.trials).filter(|number| !done.contains(number)),
        |number, chooser| {
            let position = plan.position_of(number);
            let ask = |choice: &str| {
                let known = known.lock().unwrap_or_else(PoisonError::into_inner);
                known.get(&(position, choice.to_string())).copied()
            };
            let trial =
                Trial::run(number, plan, &games[position], chooser, ask).map_err(|e| text(&e))?;
            if let Some(trial) = &trial {
                let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
                known.insert((position, trial.choice.clone()), trial.worth);
            }
            Ok(trial)
        },
        |_, trial| {
            if let Some(trial) = trial {
                journal.add_trial(&trial).map_err(|e| text(&e))?;
                trials.push(trial);
                bar.inc(1);
            }
            Ok(false)
        },
    )?;
    bar.finish_and_clear();
    Ok(())
}

fn plan(args: &ChoicesArgs) -> Result<Plan> {
    let all = || PARAMETERS.iter().map(|p| p.name.to_string()).collect();
    let plan = Plan {
        game: find_game(&args.game)?.id.to_string(),
        nodes: args.nodes,
        judge: args.judge.unwrap_or(8 * args.nodes),
        positions: args.positions as usize,
        reach: args.reach,
        seed: args.seed,
        parameters: if args.parameters.is_empty() { all() } else { args.parameters.clone() },
    };
    plan.check().map_err(|e| text(&e))?;
    Ok(plan)
}

/// Tries parameters, and prints what each is worth.
pub(super) fn run(args: &ChoicesArgs, out: &mut impl Write) -> Result<()> {
    let plan = plan(args)?;
    refuse_overwriting("--record", &args.record, &args.files)?;
    let opened = Journal::open(&args.record, args.resume, &plan).map_err(|e| text(&e))?;
    let (mut journal, Found { positions: mut places, mut trials }) = opened;
    let threads = contest::concurrency(args.concurrency, &[]);
    if places.len() < plan.positions {
        find(args, &plan, threads, &mut places, &mut journal)?;
    }
    let variant = find_game(&args.game)?;
    let game = |place: &Place| Game::new(variant, Some(&place.text), [""; 0]);
    let games: Vec<Game> = places.iter().map(game).collect::<std::result::Result<_, _>>()?;
    try_all(args, &plan, threads, &games, &mut trials, &mut journal)?;
    print(&plan, &trials, out)
}

/// What factors are worth, in thousandths of a result for each choice.
fn print(plan: &Plan, trials: &[Trial], out: &mut impl Write) -> Result<()> {
    let chosen: HashSet<(usize, &str)> =
        trials.iter().map(|t| (t.position, t.choice.as_str())).collect();
    writeln!(
        out,
        "{} trials in {} positions, {} moves chosen; gain from the lower to the higher value, in thousandths of a \
         result for each choice, and its standard error",
        trials.len(),
        plan.positions,
        chosen.len()
    )?;
    let Some(effects) = effects(plan, trials) else {
        return Ok(writeln!(out, "too few trials to tell what anything is worth")?);
    };
    let width = plan.parameters.iter().map(String::len).max().unwrap_or(0).max("parameter".len());
    writeln!(
        out,
        "{:<width$} {:>9} {:>9} {:>9} {:>8} {:>6}",
        "parameter", "as it is", "lower", "higher", "gain", "error"
    )?;
    let nodes = [
        "nodes".to_string(),
        plan.nodes.to_string(),
        plan.moved_nodes(false).to_string(),
        plan.moved_nodes(true).to_string(),
    ];
    let rows = plan.declared().map(|p| {
        [
            p.name.to_string(),
            p.default.to_string(),
            plan.moved(p, false).to_string(),
            plan.moved(p, true).to_string(),
        ]
    });
    for ([name, value, lower, higher], effect) in std::iter::once(nodes).chain(rows).zip(effects) {
        let (gain, error) = (1000.0 * effect.gain, 1000.0 * effect.error);
        writeln!(
            out,
            "{name:<width$} {value:>9} {lower:>9} {higher:>9} {gain:>+8.2} {error:>6.2}"
        )?;
    }
    Ok(())
}
