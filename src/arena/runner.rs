//! Playing all games of a match, several at a time.
//!
//! Invariants: what a game is like depends on the plan and the game's number only, so that any
//! part of a match can be played anywhere and in any order; every finished game is handed over
//! before another takes its place.

use super::greedy::GreedyPlayer;
use super::local::LocalPlayer;
use super::opening::Openings;
use super::player::{Fault, Player};
use super::process::ProcessPlayer;
use super::record::{EngineNote, FORMAT, GameRecord, RecordError};
use super::referee::{self, Conditions, MARGIN};
use super::schedule::Encounter;
use super::spec::{BuiltIn, EngineSpec, SpecError, TimeControl};
use crate::position::Game;
use crate::variant::Variant;
use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::process::{Command, Stdio};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A part of a match: of `of` parts the one with a number, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which part, from 1.
    pub number: u64,
    /// Into how many parts the match is divided.
    pub of: u64,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').map(|(a, b)| (a.parse(), b.parse()));
        match numbers {
            Some((Ok(number), Ok(of))) if (1..=of).contains(&number) => Ok(Shard { number, of }),
            _ => Err("not I/N with I from 1 to N".to_string()),
        }
    }
}

/// All that makes a match.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The game.
    pub variant: &'static Variant,
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// Who meets whom, and where they sit.
    pub encounters: Vec<Encounter>,
    /// The openings.
    pub openings: Openings,
    /// The number of openings, each of which every encounter plays in a block of games.
    pub rounds: u64,
    /// The part of the match to play.
    pub shard: Shard,
    /// What games are played under.
    pub conditions: Conditions,
    /// How long to wait for answers that no clock limits.
    pub patience: Duration,
    /// Games at a time.
    pub concurrency: usize,
}

/// How long to wait for an answer that no clock limits unless told.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Why a match cannot be begun.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// An engine's option is refused.
    #[error("engine {name}: {error}")]
    Option {
        /// The engine.
        name: String,
        /// What is wrong.
        error: SpecError,
    },
    /// An engine's program refuses one of its options.
    #[error("engine {name}: refuses an option: {line}")]
    Refusal {
        /// The engine.
        name: String,
        /// What the program says.
        line: String,
    },
    /// An engine's program cannot be run.
    #[error("engine {name}: cannot run {program}: {error}")]
    Program {
        /// The engine.
        name: String,
        /// The program.
        program: String,
        /// Why.
        error: std::io::Error,
    },
    /// Two engines have the same name.
    #[error("two engines are called `{0}`: give each a name=")]
    SameName(String),
}

/// One game to play.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Task {
    id: String,
    encounter: usize,
    block: u64,
    /// The number of the game in its block.
    number: usize,
}

impl Plan {
    /// A text that tells this match from others: the same for all its parts, however many there
    /// are, and whatever number of rounds is asked for.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let engines: Vec<EngineNote> = self.engines.iter().map(EngineSpec::note).collect();
        let mut all = format!(
            "{} {engines:?} {:?} {:?} {:?}",
            self.variant.id, self.encounters, self.openings, self.conditions.adjudication
        );
        // These are left out where nobody gave them, as they were from all matches before.
        for (i, engine) in self.engines.iter().enumerate() {
            if let Some(dir) = &engine.dir {
                all += &format!(" dir {i} {dir:?}");
            }
        }
        if self.conditions.margin != MARGIN {
            all += &format!(" margin {:?}", self.conditions.margin);
        }
        if self.patience != PATIENCE {
            all += &format!(" patience {:?}", self.patience);
        }
        format!("{:08x}", fnv(&all) >> 32)
    }

    /// Checks that the engines can be started with their options.
    ///
    /// # Errors
    /// Names the engine and what is wrong.
    pub fn check(&self) -> Result<(), PlanError> {
        for (i, engine) in self.engines.iter().enumerate() {
            let name = engine.name.clone();
            if self.engines[..i].iter().any(|e| e.name == engine.name) {
                return Err(PlanError::SameName(name));
            }
            let Some(program) = &engine.command else {
                built_in(engine).map_err(|error| PlanError::Option { name, error })?;
                continue;
            };
            let mut command = Command::new(program);
            command.args(&engine.args).stdin(Stdio::null());
            command.stdout(Stdio::null()).stderr(Stdio::null());
            if let Some(dir) = &engine.dir {
                command.current_dir(dir);
            }
            match command.spawn() {
                Ok(mut child) => {
                    let _ = child.kill();
                    let _ = child.wait();
                }
                Err(error) => {
                    let program = program.display().to_string();
                    return Err(PlanError::Program { name, program, error });
                }
            }
            let player = ProcessPlayer::new(engine, self.patience);
            if !engine.options.is_empty()
                && let Some(fault) = player.refusal(&Game::start(self.variant))
            {
                return Err(PlanError::Refusal { name, line: fault.detail });
            }
        }
        Ok(())
    }

    /// The number of games of this part of the match.
    #[must_use]
    pub fn game_count(&self) -> u64 {
        let Shard { number, of } = self.shard;
        let blocks = (self.rounds + of - number) / of;
        blocks * self.encounters.iter().map(|e| e.seatings.len() as u64).sum::<u64>()
    }

    /// The games of this part of the match, in the order in which they are begun.
    fn tasks(&self) -> impl Iterator<Item = Task> + '_ {
        let fingerprint = self.fingerprint();
        let Shard { number, of } = self.shard;
        let blocks = (number - 1..self.rounds).step_by(of.max(1) as usize);
        blocks.flat_map(move |block| {
            let fingerprint = fingerprint.clone();
            self.encounters.iter().enumerate().flat_map(move |(encounter, e)| {
                let fingerprint = fingerprint.clone();
                (0..e.seatings.len()).map(move |number| Task {
                    id: format!("{fingerprint}/{encounter}/{block}/{number}"),
                    encounter,
                    block,
                    number,
                })
            })
        })
    }

    /// Whether a record is of a game of this match.
    #[must_use]
    pub fn owns(&self, record: &GameRecord) -> bool {
        record.id.split('/').next() == Some(self.fingerprint().as_str())
    }
}

/// A hash of a text that is the same everywhere and always (Fowler, Noll and Vo, 64 bits).
fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

/// What a worker tells.
enum Told {
    Finished(Box<Result<GameRecord, RecordError>>),
    /// Something an engine, by its number, did wrong after its last game.
    AtTheEnd(usize, Fault),
}

/// Plays all games of a plan that are not `done`, and hands each to `on_record` as it ends, until
/// that breaks off. Gives what engines did wrong when they were to quit, by the engine's number.
///
/// # Errors
/// If a game's opening is against the rules, which a checked book is not.
pub fn run(
    plan: &Plan,
    done: &HashSet<String>,
    mut on_record: impl FnMut(GameRecord) -> ControlFlow<()>,
) -> Result<Vec<(usize, Fault)>, RecordError> {
    let tasks = Mutex::new(plan.tasks().filter(|task| !done.contains(&task.id)));
    let stop = AtomicBool::new(false);
    let mut faults = Vec::new();
    let mut failed = None;
    std::thread::scope(|scope| {
        let (sender, told) = channel();
        for _ in 0..plan.concurrency.max(1) {
            let (sender, tasks, stop) = (sender.clone(), &tasks, &stop);
            scope.spawn(move || work(plan, tasks, stop, &sender));
        }
        drop(sender);
        for told in told {
            match told {
                Told::AtTheEnd(engine, fault) => faults.push((engine, fault)),
                Told::Finished(record) => match *record {
                    Ok(record) if !stop.load(Ordering::Relaxed) => {
                        if on_record(record).is_break() {
                            stop.store(true, Ordering::Relaxed);
                        }
                    }
                    Ok(_) => {}
                    Err(error) => {
                        stop.store(true, Ordering::Relaxed);
                        failed = Some(error);
                    }
                },
            }
        }
    });
    failed.map_or(Ok(faults), Err)
}

/// Plays games until there are no more.
fn work(
    plan: &Plan,
    tasks: &Mutex<impl Iterator<Item = Task>>,
    stop: &AtomicBool,
    sender: &Sender<Told>,
) {
    // Players live on from game to game; of an engine on several seats there are several.
    let mut players: BTreeMap<(usize, usize), Box<dyn Player>> = BTreeMap::new();
    while !stop.load(Ordering::Relaxed) {
        let next = tasks.lock().unwrap_or_else(PoisonError::into_inner).next();
        let Some(task) = next else { break };
        match play(plan, &task, &mut players, stop) {
            Some(record) => {
                if sender.send(Told::Finished(Box::new(record))).is_err() {
                    break;
                }
            }
            None => break,
        }
    }
    for ((engine, _), player) in players {
        if let Some(fault) = player.quit() {
            let _ = sender.send(Told::AtTheEnd(engine, fault));
        }
    }
}

/// Plays one game; `None` if told to stop.
fn play(
    plan: &Plan,
    task: &Task,
    players: &mut BTreeMap<(usize, usize), Box<dyn Player>>,
    stop: &AtomicBool,
) -> Option<Result<GameRecord, RecordError>> {
    let encounter = &plan.encounters[task.encounter];
    let seating = encounter.seating(task.block, task.number);
    let opening = plan.openings.get(plan.variant, task.block);
    let game = match Game::new(plan.variant, opening.fen.as_deref(), &opening.moves) {
        Ok(game) => game,
        Err(error) => return Some(Err(error.into())),
    };
    let keys: Vec<(usize, usize)> = (0..seating.len())
        .map(|seat| {
            let before = seating[..seat].iter().filter(|&&e| e == seating[seat]).count();
            (encounter.engines[seating[seat]], before)
        })
        .collect();
    for &(engine, instance) in &keys {
        players
            .entry((engine, instance))
            .or_insert_with(|| new_player(&plan.engines[engine], plan.patience));
    }
    // Each key occurs once, so that every seat gets a player of its own.
    let mut by_key: BTreeMap<(usize, usize), &mut dyn Player> = players
        .iter_mut()
        .map(|(&key, player)| (key, player.as_mut() as &mut dyn Player))
        .collect();
    let mut seated: Vec<&mut dyn Player> =
        keys.iter().filter_map(|key| by_key.remove(key)).collect();
    let limits: Vec<TimeControl> =
        keys.iter().map(|&(engine, _)| plan.engines[engine].limit).collect();
    let started = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
    let seed = fnv(&task.id);
    let played = referee::play(game, &opening, &mut seated, &limits, &plan.conditions, seed, stop)?;
    Some(Ok(GameRecord {
        format: FORMAT,
        id: task.id.clone(),
        game: plan.variant.id.to_string(),
        block: task.block,
        block_games: encounter.seatings.len() as u32,
        opening,
        engines: encounter.engines.iter().map(|&e| plan.engines[e].note()).collect(),
        seats: seating,
        moves: played.moves,
        scores: played.scores,
        depths: played.depths,
        nodes: played.nodes,
        times: played.times,
        clocks: played.clocks,
        places: played.places,
        reason: played.reason,
        faults: played.faults,
        started,
    }))
}

fn new_player(spec: &EngineSpec, patience: Duration) -> Box<dyn Player> {
    if spec.command.is_some() {
        return Box::new(ProcessPlayer::new(spec, patience));
    }
    built_in(spec).unwrap_or_else(|error| Box::new(Unavailable(error.to_string())))
}

/// A player of this program.
fn built_in(spec: &EngineSpec) -> Result<Box<dyn Player>, SpecError> {
    Ok(match spec.player {
        BuiltIn::Engine => Box::new(LocalPlayer::new(spec)?),
        BuiltIn::Greedy => Box::new(GreedyPlayer::new(spec)?),
    })
}

/// Stands in for an engine of this program for which there is no memory any more: the options
/// were checked before.
struct Unavailable(String);

impl Player for Unavailable {
    fn prepare(&mut self, _game: &Game, _seed: u64) -> Result<(), Fault> {
        Err(Fault::new(super::player::FaultKind::Start, &self.0))
    }

    fn choose(&mut self, _turn: &super::player::Turn<'_>) -> Result<super::player::Answer, Fault> {
        Err(Fault::new(super::player::FaultKind::Start, &self.0))
    }

    fn quit(self: Box<Self>) -> Option<Fault> {
        None
    }
}
