//! Search parameters by simultaneous perturbation stochastic approximation (SPSA: J. Spall,
//! "Implementation of the simultaneous perturbation algorithm for stochastic optimization", IEEE
//! Transactions on Aerospace and Electronic Systems 34, 1998), in the form that engine testers use:
//! two players whose parameters differ in random directions play each other, and all parameters
//! are moved a little towards the winner's.
//!
//! Invariants: the games of a step depend on the seed and the step's number, so that a run that
//! was broken off goes on as if it had not been.

use crate::geometry::GOLDEN;
use crate::search::{PARAMETERS, Parameter};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

/// Exponents of the gains, as Spall recommends.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// The share of a run's blocks that the gains are held back by at the beginning.
const STABILITY: f64 = 0.1;
/// How far one won game moves a parameter at the end of a run, in steps, if nothing else is said.
pub const FINAL_RATE: f64 = 0.002;
/// How far players are from the middle at the end of a run, in steps, if nothing else is said.
pub const FINAL_REACH: f64 = 1.0;

/// What a run depends on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// The game.
    pub game: String,
    /// The time control of both players.
    pub limit: String,
    /// All blocks of the run.
    pub blocks: u64,
    /// Blocks between two changes of the parameters.
    pub batch: u64,
    /// Seed of directions and openings.
    pub seed: u64,
    /// What openings are made of, as text.
    pub openings: String,
    /// When scores end a game, as text.
    pub ends: String,
    /// How far one won game moves a parameter at the end of the run, in steps, when players are one
    /// step from the middle.
    pub rate: f64,
    /// How far players are from the middle at the end of the run, in steps.
    pub reach: f64,
    /// The parameters that are tuned.
    pub parameters: Vec<String>,
}

/// A run as far as it has come.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct State {
    /// What the run depends on.
    pub settings: Settings,
    /// Blocks played.
    pub done: u64,
    /// The values now, in the order of the settings.
    pub values: Vec<f64>,
    /// The number of blocks and the values after every step.
    pub history: Vec<(u64, Vec<f64>)>,
}

/// Why a run cannot be begun or continued.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SpsaError {
    /// A parameter that does not exist.
    #[error("there is no parameter `{0}`")]
    Parameter(String),
    /// A parameter that is named twice.
    #[error("parameter `{0}` is named twice")]
    Twice(String),
    /// Nothing to tune.
    #[error("no parameters to tune")]
    None,
    /// No games to play.
    #[error("blocks and batch must be at least 1")]
    Empty,
    /// Values that would not move, or move without bounds.
    #[error("rate and reach must be numbers above 0 and up to 100")]
    Gains,
    /// The run was begun with other settings.
    #[error("the run was begun with other settings: {0}")]
    Settings(&'static str),
}

/// Two sets of values to compare, in the order of the settings.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The number of the step, from 0.
    pub number: u64,
    /// The blocks to play.
    pub blocks: u64,
    /// The values of the first player.
    pub plus: Vec<i32>,
    /// The values of the second.
    pub minus: Vec<i32>,
    /// The direction of the first player from the middle.
    directions: Vec<f64>,
}

fn declared(name: &str) -> Result<&'static Parameter, SpsaError> {
    let found = PARAMETERS.iter().find(|p| p.name == name);
    found.ok_or_else(|| SpsaError::Parameter(name.to_string()))
}

/// Whether a run with these settings can be played: the parameters that it tunes.
fn check(settings: &Settings) -> Result<Vec<&'static Parameter>, SpsaError> {
    if settings.parameters.is_empty() {
        return Err(SpsaError::None);
    }
    if settings.blocks == 0 || settings.batch == 0 {
        return Err(SpsaError::Empty);
    }
    let is_gain = |x: f64| x > 0.0 && x <= 100.0;
    if !is_gain(settings.rate) || !is_gain(settings.reach) {
        return Err(SpsaError::Gains);
    }
    let mut parameters = Vec::new();
    for (i, name) in settings.parameters.iter().enumerate() {
        if settings.parameters[..i].contains(name) {
            return Err(SpsaError::Twice(name.clone()));
        }
        parameters.push(declared(name)?);
    }
    Ok(parameters)
}

impl State {
    /// A run that begins with the values of the declarations.
    ///
    /// # Errors
    /// If there is nothing to tune or nothing to play.
    pub fn begin(settings: Settings) -> Result<State, SpsaError> {
        let values = check(&settings)?.iter().map(|p| f64::from(p.default)).collect();
        Ok(State { settings, done: 0, values, history: Vec::new() })
    }

    /// The run, if it was begun with the settings asked for. It comes from a file, which may hold
    /// anything.
    ///
    /// # Errors
    /// If anything is different, or as [`State::begin`].
    pub fn resume(self, asked: &Settings) -> Result<State, SpsaError> {
        check(asked)?;
        let own = &self.settings;
        let same = [
            (own.game == asked.game, "the game"),
            (own.limit == asked.limit, "the time control"),
            (own.batch == asked.batch, "the batch"),
            (own.seed == asked.seed, "the seed"),
            (own.openings == asked.openings, "the openings"),
            (own.ends == asked.ends, "when scores end a game"),
            (own.rate == asked.rate, "the rate"),
            (own.reach == asked.reach, "the reach"),
            (own.parameters == asked.parameters, "the parameters"),
            (own.blocks == asked.blocks, "the number of blocks, which gains depend on"),
            (self.values.len() == asked.parameters.len(), "the values"),
        ];
        if let Some((_, what)) = same.iter().find(|(same, _)| !same) {
            return Err(SpsaError::Settings(what));
        }
        Ok(self)
    }

    /// What to play next; `None` at the end of the run.
    ///
    /// # Errors
    /// If a parameter is not declared.
    pub fn step(&self) -> Result<Option<Step>, SpsaError> {
        let Settings { blocks, batch, seed, parameters, .. } = &self.settings;
        if self.done >= *blocks {
            return Ok(None);
        }
        let number = self.done / batch;
        let mut random =
            Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_mul(GOLDEN >> 32).wrapping_add(number));
        let (mut plus, mut minus, mut directions) = (Vec::new(), Vec::new(), Vec::new());
        for (name, &value) in parameters.iter().zip(&self.values) {
            let parameter = declared(name)?;
            let direction = if random.random_bool(0.5) { 1.0 } else { -1.0 };
            let reach = direction * self.perturbation(parameter);
            // Rounded up or down at random, so that steps of less than one have an effect.
            let mut round = |x: f64| {
                let up = random.random_bool((x - x.floor()).clamp(0.0, 1.0));
                (x.floor() as i32 + i32::from(up)).clamp(parameter.min, parameter.max)
            };
            plus.push(round(value + reach));
            minus.push(round(value - reach));
            directions.push(direction);
        }
        let blocks = (*batch).min(blocks - self.done);
        Ok(Some(Step { number, blocks, plus, minus, directions }))
    }

    /// How far players are from the middle.
    fn perturbation(&self, parameter: &Parameter) -> f64 {
        let progress = (self.done + 1) as f64 / self.settings.blocks as f64;
        f64::from(parameter.step) * self.settings.reach * progress.powf(-GAMMA)
    }

    /// Moves the values after a step; `balance` is the sum over all games of 1 for a game won by
    /// the first player, -1 for a lost one, and what lies between for others.
    ///
    /// # Errors
    /// If a parameter is not declared.
    pub fn learn(&mut self, step: &Step, balance: f64) -> Result<(), SpsaError> {
        let total = self.settings.blocks as f64;
        let stability = STABILITY * total;
        let progress = (stability + total) / (stability + (self.done + 1) as f64);
        let gain = self.settings.rate * progress.powf(ALPHA);
        for (i, name) in self.settings.parameters.iter().enumerate() {
            let parameter = declared(name)?;
            let scale = f64::from(parameter.step).powi(2) / self.perturbation(parameter);
            let moved = self.values[i] + gain * scale * balance * step.directions[i];
            self.values[i] = moved.clamp(parameter.min.into(), parameter.max.into());
        }
        self.done += step.blocks;
        self.history.push((self.done, self.values.clone()));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(blocks: u64, names: &[&str]) -> Settings {
        Settings {
            game: "chess".to_string(),
            limit: "nodes=100".to_string(),
            blocks,
            batch: 4,
            seed: 7,
            openings: String::new(),
            ends: String::new(),
            rate: FINAL_RATE,
            reach: FINAL_REACH,
            parameters: names.iter().map(ToString::to_string).collect(),
        }
    }

    /// The expected balance of a game between players whose strength falls with the square of
    /// the distance from the best values.
    fn run(mut state: State, best: &[f64], random: &mut Xoshiro256PlusPlus) -> State {
        while let Some(step) = state.step().expect("declared parameters") {
            let strength = |values: &[i32]| -> f64 {
                let distance = values.iter().zip(best).zip(&state.settings.parameters);
                distance
                    .map(|((&v, b), name)| {
                        let scale = f64::from(declared(name).expect("declared").step);
                        -((f64::from(v) - b) / scale).powi(2) * 8.0
                    })
                    .sum()
            };
            let elo = strength(&step.plus) - strength(&step.minus);
            let expected = 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
            let games = 2 * step.blocks;
            let balance: f64 =
                (0..games).map(|_| if random.random_bool(expected) { 1.0 } else { -1.0 }).sum();
            state.learn(&step, balance).expect("declared parameters");
        }
        state
    }

    #[test]
    fn values_move_to_the_best() {
        let names = ["aspiration", "delta_margin"];
        let state = State::begin(settings(40_000, &names)).expect("parameters");
        let best = [80.0, 60.0];
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let found = run(state, &best, &mut random);
        for ((value, best), name) in found.values.iter().zip(best).zip(names) {
            let parameter = declared(name).expect("declared");
            let start = (f64::from(parameter.default) - best).abs();
            assert!((value - best).abs() < start / 3.0, "{name}: {value}, best {best}");
        }
    }

    #[test]
    fn a_run_goes_on_as_if_it_had_not_been_broken_off() {
        let whole = State::begin(settings(40, &["aspiration", "history_bonus"])).expect("a run");
        let balance = |step: &Step| f64::from(step.plus[0] % 5 - 2);
        let play = |state: &mut State, most: usize| {
            for _ in 0..most {
                let Some(step) = state.step().expect("declared") else { break };
                state.learn(&step, balance(&step)).expect("declared");
            }
        };
        let mut once = whole.clone();
        play(&mut once, 100);
        let mut twice = whole;
        play(&mut twice, 3);
        let text = serde_json::to_string(&twice).expect("JSON");
        let read: State = serde_json::from_str(&text).expect("its own text");
        let mut twice = read.resume(&once.settings).expect("the same settings");
        play(&mut twice, 100);
        assert_eq!(once, twice);
        assert_eq!(once.done, 40);
    }

    #[test]
    fn reach_spreads_the_players_and_rate_moves_the_values() {
        let after = |rate, reach| {
            let asked = Settings { rate, reach, ..settings(40, &["history_bonus"]) };
            let mut state = State::begin(asked).expect("a run");
            let before = state.values[0];
            let step = state.step().expect("declared").expect("blocks to play");
            let spread = (step.plus[0] - step.minus[0]).abs();
            state.learn(&step, 8.0).expect("declared");
            (spread, (state.values[0] - before).abs())
        };
        let [(near, little), (far, _), (same, much)] =
            [(0.002, 1.0), (0.002, 2.0), (0.02, 1.0)].map(|(rate, reach)| after(rate, reach));
        // Rounding moves either player by less than one.
        assert!((far - 2 * near).abs() <= 4 && same == near, "{near}, {far}");
        assert!((much - 10.0 * little).abs() < 1e-9 && little > 0.0, "{little}, {much}");
    }

    #[test]
    fn other_settings_are_refused() {
        let state = State::begin(settings(40, &["aspiration"])).expect("a run");
        let other = settings(40, &["delta_margin"]);
        assert_eq!(state.resume(&other), Err(SpsaError::Settings("the parameters")));
        let state = State::begin(settings(40, &["aspiration"])).expect("a run");
        let faster = Settings { rate: 0.01, ..settings(40, &["aspiration"]) };
        assert_eq!(state.resume(&faster), Err(SpsaError::Settings("the rate")));
        for (rate, reach) in [(0.0, 1.0), (f64::NAN, 1.0), (0.01, -1.0), (0.01, f64::INFINITY)] {
            let odd = Settings { rate, reach, ..settings(40, &["aspiration"]) };
            assert_eq!(State::begin(odd), Err(SpsaError::Gains), "{rate}, {reach}");
        }
        let unknown = State::begin(settings(40, &["joho"]));
        assert_eq!(unknown, Err(SpsaError::Parameter("joho".to_string())));
        assert_eq!(State::begin(settings(40, &[])), Err(SpsaError::None));
        let twice = State::begin(settings(40, &["aspiration", "aspiration"]));
        assert_eq!(twice, Err(SpsaError::Twice("aspiration".to_string())));
    }

    #[test]
    fn a_state_that_no_run_has_is_refused() {
        let good = State::begin(settings(40, &["aspiration"])).expect("a run");
        let resumed = |settings: Settings| {
            let state = State { settings: settings.clone(), ..good.clone() };
            state.resume(&settings)
        };
        assert_eq!(resumed(good.settings.clone()), Ok(good.clone()));
        for odd in [
            Settings { batch: 0, ..good.settings.clone() },
            Settings { blocks: 0, ..good.settings.clone() },
        ] {
            assert_eq!(resumed(odd), Err(SpsaError::Empty));
        }
        let odd = Settings { reach: 0.0, ..good.settings.clone() };
        assert_eq!(resumed(odd), Err(SpsaError::Gains));
        let odd = Settings { parameters: vec!["joho".to_string()], ..good.settings.clone() };
        assert_eq!(resumed(odd), Err(SpsaError::Parameter("joho".to_string())));
        let more = State { values: vec![1.0, 2.0], ..good.clone() };
        assert_eq!(more.resume(&good.settings), Err(SpsaError::Settings("the values")));
    }
}
