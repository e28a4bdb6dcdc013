//! `simurgh match` and `simurgh data`: games between engines, and of this engine against itself.

use super::conditions::{OpeningArgs, OutputArgs, SprtArgs, TableArgs};
use super::{CliError, Result, find_game, report};
use crate::arena::journal::Journal;
use crate::arena::pgn::pgn;
use crate::arena::record::GameRecord;
use crate::arena::referee::Conditions;
use crate::arena::runner::{self, Plan, Shard};
use crate::arena::schedule::{Encounter, Seating, Tournament, encounters};
use crate::arena::spec::{EngineSpec, PartialSpec};
use crate::arena::standings::Standings;
use crate::stats::{Decision, Sprt};
use crate::variant::Variant;
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

/// Who meets whom.
#[derive(Clone, Copy, ValueEnum)]
enum TournamentArg {
    /// Every pair of engines.
    RoundRobin,
    /// The first engine against every other.
    Gauntlet,
    /// All engines at one table (games for three and four).
    Table,
}

/// How seats are shared out in games for three and four.
#[derive(Clone, Copy, ValueEnum)]
enum SeatingArg {
    /// In every way in which each engine of the encounter has a seat.
    All,
    /// As evenly as can be, in each rotation; of three engines and more, who moves after whom changes
    /// from block to block.
    Rotations,
}

/// Games between engines.
#[derive(Args, Clone)]
pub(super) struct MatchArgs {
    /// Id of the game, as listed by `simurgh games`.
    game: String,
    /// An engine, such as "name=old cmd=./old tc=8+0.08 option.Hash=16"; without cmd= this program's
    /// own. Keys: name cmd args dir option.NAME, and one of tc=[MOVES/]SECONDS[+INCREMENT]
    /// movetime=MS nodes=N depth=N; or player=greedy for a player who looks one ply ahead.
    #[arg(long = "engine", value_name = "SPEC", required = true)]
    engines: Vec<String>,
    /// What all engines have in common, in the same form.
    #[arg(long, value_name = "SPEC", default_value = "")]
    each: String,
    /// Who meets whom.
    #[arg(long, value_enum, default_value = "round-robin")]
    tournament: TournamentArg,
    /// How seats are shared out in games for three and four.
    #[arg(long, value_enum, default_value = "all")]
    seating: SeatingArg,
    /// Number of openings; each is played in a block of games with all seatings. A book that is
    /// shorter begins again.
    #[arg(long, value_name = "N", default_value_t = 100)]
    rounds: u64,
    #[command(flatten)]
    openings: OpeningArgs,
    #[command(flatten)]
    table: TableArgs,
    #[command(flatten)]
    sprt: SprtArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// Games of this engine against itself.
#[derive(Args, Clone)]
pub(super) struct DataArgs {
    /// Id of the game, as listed by `simurgh games`.
    game: String,
    /// How this program's engine plays on every seat, such as "nodes=5000".
    #[arg(long, value_name = "SPEC", default_value = "nodes=5000")]
    engine: String,
    /// Number of games, each from the next opening; a book that is shorter begins again.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,
    #[command(flatten)]
    openings: OpeningArgs,
    #[command(flatten)]
    table: TableArgs,
    #[command(flatten)]
    output: OutputArgs,
}

fn engines(texts: &[String], each: &str) -> Result<Vec<EngineSpec>> {
    let read = |name: &'static str, text: &str| {
        text.parse::<PartialSpec>().map_err(|e| CliError::argument(name, &e.token, &e.reason))
    };
    let each = read("--each", each)?;
    let complete = |(i, text): (usize, &String)| {
        read("--engine", text)?
            .complete(&each, i + 1)
            .map_err(|e| CliError::argument("--engine", &e.token, &e.reason))
    };
    texts.iter().enumerate().map(complete).collect()
}

/// Games at a time so that no core has to think for two.
pub(super) fn concurrency(asked: Option<u16>, engines: &[EngineSpec]) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = engines.iter().map(EngineSpec::threads).max().unwrap_or(1);
    asked.map_or((cores / threads).max(1), usize::from)
}

/// Plays a match.
pub(super) fn run_match(args: &MatchArgs, out: &mut impl Write) -> Result<()> {
    let variant = find_game(&args.game)?;
    args.output.check(&args.openings)?;
    let engines = engines(&args.engines, &args.each)?;
    let tournament = match args.tournament {
        TournamentArg::RoundRobin => Tournament::RoundRobin,
        TournamentArg::Gauntlet => Tournament::Gauntlet,
        TournamentArg::Table => Tournament::Table,
    };
    let seating = match args.seating {
        SeatingArg::All => Seating::All,
        SeatingArg::Rotations => Seating::Rotations,
    };
    let sprt = args.sprt.test()?;
    if sprt.is_some() && engines.len() != 2 {
        return Err(CliError::Text("--sprt compares two engines".to_string()));
    }
    let encounters = encounters(variant, engines.len(), tournament, seating)
        .map_err(|e| CliError::Text(e.to_string()))?;
    let plan = plan(
        variant,
        engines,
        encounters,
        args.rounds,
        &args.openings,
        &args.table,
        args.output.shard,
    )?;
    let standings = play(&plan, &args.output, sprt.as_ref())?;
    show(&standings, sprt.as_ref(), args.output.json, out)
}

/// Plays games of this engine against itself.
pub(super) fn run_data(args: &DataArgs, out: &mut impl Write) -> Result<()> {
    // A small table is soon cleared; games for data are short of nodes.
    const DATA_HASH: &str = "option.Hash=4";
    let variant = find_game(&args.game)?;
    args.output.check(&args.openings)?;
    let engines = engines(std::slice::from_ref(&args.engine), DATA_HASH)?;
    let encounters = vec![Encounter { engines: vec![0], seatings: vec![vec![0; variant.seats()]] }];
    let plan = plan(
        variant,
        engines,
        encounters,
        args.games,
        &args.openings,
        &args.table,
        args.output.shard,
    )?;
    let standings = play(&plan, &args.output, None)?;
    if args.output.json {
        return show(&standings, None, true, out);
    }
    Ok(writeln!(out, "{} games", standings.games())?)
}

fn plan(
    variant: &'static Variant,
    engines: Vec<EngineSpec>,
    encounters: Vec<Encounter>,
    rounds: u64,
    openings: &OpeningArgs,
    table: &TableArgs,
    shard: Shard,
) -> Result<Plan> {
    let concurrency = concurrency(table.concurrency, &engines);
    let plan = Plan {
        variant,
        engines,
        encounters,
        openings: openings.openings(variant)?,
        rounds,
        shard,
        conditions: Conditions {
            adjudication: table.ends.adjudication(table.max_plies)?,
            margin: Duration::from_millis(table.margin),
        },
        patience: table.patience()?,
        concurrency,
    };
    plan.check().map_err(|e| CliError::Text(e.to_string()))?;
    Ok(plan)
}

pub(super) fn show(
    standings: &Standings,
    sprt: Option<&Sprt>,
    json: bool,
    out: &mut impl Write,
) -> Result<()> {
    if json {
        writeln!(out, "{}", report::json(standings, sprt))?;
    } else {
        write!(out, "{}", report::table(standings, sprt))?;
    }
    Ok(())
}

/// Plays a plan, records its games and shows how it goes.
fn play(plan: &Plan, output: &OutputArgs, sprt: Option<&Sprt>) -> Result<Standings> {
    let mut standings = Standings::default();
    let mut done = HashSet::new();
    let mut journal = None;
    let mut played = String::new();
    if let Some(path) = output.pgn.as_deref().filter(|path| !output.resume && path.exists()) {
        return Err(CliError::argument("--pgn", &path.to_string_lossy(), "already exists"));
    }
    if let Some(path) = &output.record {
        let (opened, records) =
            Journal::open(path, output.resume).map_err(|e| CliError::Text(e.to_string()))?;
        for record in &records {
            if !plan.owns(record) {
                let reason = format!("game {} is of a match with other settings", record.id);
                return Err(CliError::argument("--record", &path.to_string_lossy(), &reason));
            }
            standings.add(record);
            done.insert(record.id.clone());
            if output.pgn.is_some() {
                played += &pgn_text(record)?;
            }
        }
        journal = Some(opened);
    }
    // Not before all records have been found good: a command that is refused changes nothing.
    let mut pgn_file = output.pgn.as_deref().map(|path| create(path, output.resume)).transpose()?;
    if let Some(file) = &mut pgn_file {
        file.write_all(played.as_bytes())?;
    }
    let decided = |standings: &Standings| {
        let names = [plan.engines.first(), plan.engines.get(1)];
        let [Some(a), Some(b)] = names.map(|e| e.map(|e| e.name.as_str())) else { return false };
        let (Some(sprt), Some(duel)) = (sprt, standings.overall([a, b])) else { return false };
        sprt.decision(&duel.blocks) != Decision::Continue
    };
    if decided(&standings) {
        return Ok(standings);
    }
    note_repetition(plan);
    let bar = progress(plan.game_count(), output.quiet);
    bar.inc(done.len() as u64);
    let mut failed = None;
    let faults = runner::run(plan, &done, |record| {
        let written = match journal.as_mut() {
            Some(journal) => journal.append(&record).map_err(|e| CliError::Text(e.to_string())),
            None => Ok(()),
        };
        if let Err(error) = written.and_then(|()| write_pgn(pgn_file.as_mut(), &record)) {
            failed = Some(error);
            return ControlFlow::Break(());
        }
        standings.add(&record);
        bar.set_message(state(&standings, plan, sprt));
        bar.inc(1);
        if decided(&standings) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
    .map_err(|e| CliError::Text(e.to_string()))?;
    bar.finish_and_clear();
    if let Some(error) = failed {
        return Err(error);
    }
    for (engine, fault) in faults {
        standings.add_fault(&plan.engines[engine].name, fault.kind.word());
    }
    Ok(standings)
}

/// Says so where openings repeat: statistics and fits take every block for one of its own.
fn note_repetition(plan: &Plan) {
    let (wanted, different) = (plan.rounds, plan.openings.different(plan.rounds));
    if different < wanted {
        eprintln!(
            "simurgh: note: {wanted} openings, but only {different} different: games may repeat, and \
             equal games are not independent"
        );
    }
}

pub(super) fn create(path: &Path, resume: bool) -> Result<File> {
    let io = |error| CliError::Text(format!("{}: {error}", path.display()));
    let mut options = OpenOptions::new();
    // A match that goes on writes all its games again, so that none can be missing.
    let options = options.write(true).create(resume).truncate(resume).create_new(!resume);
    let _emptied = options.open(path).map_err(io)?;
    // Should another process empty the file, what follows must not begin where it once ended.
    OpenOptions::new().append(true).open(path).map_err(io)
}

/// A game as PGN; nothing for games that are not on 8x8 boards.
fn pgn_text(record: &GameRecord) -> Result<String> {
    Ok(pgn(record).map_err(|e| CliError::Text(e.to_string()))?.unwrap_or_default())
}

pub(super) fn write_pgn(file: Option<&mut File>, record: &GameRecord) -> Result<()> {
    let Some(file) = file else { return Ok(()) };
    Ok(file.write_all(pgn_text(record)?.as_bytes())?)
}

pub(super) fn progress(games: u64, quiet: bool) -> ProgressBar {
    let target =
        if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr_with_hz(2) };
    let bar = ProgressBar::with_draw_target(Some(games), target);
    let template = "{pos}/{len} games {elapsed} eta {eta}  {wide_msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    if !quiet {
        bar.enable_steady_tick(Duration::from_millis(500));
    }
    bar
}

/// The state of a match in a few words.
fn state(standings: &Standings, plan: &Plan, sprt: Option<&Sprt>) -> String {
    let faults: u64 = standings.faults().values().flat_map(|f| f.values()).sum();
    let faults = if faults > 0 { format!("  faults {faults}") } else { String::new() };
    let names: Vec<&str> = plan.engines.iter().map(|e| e.name.as_str()).collect();
    let [a, b] = names[..] else { return faults };
    let Some(duel) = standings.overall([a, b]) else { return faults };
    let (Some(score), Some(elo)) = (duel.blocks.score(), duel.blocks.elo()) else {
        return faults;
    };
    let llr = sprt.map_or(String::new(), |s| format!("  LLR {:.2}", s.llr(&duel.blocks)));
    format!("{a} - {b}: {:.3}  Elo {elo:.0}{llr}{faults}", score.value)
}
