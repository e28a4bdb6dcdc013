//! What search parameters are worth, by the moves that searches choose with them.
//!
//! A game says one thing of all its moves together: who won. A search of one position says how well
//! one move was chosen, as soon as far longer searches have judged the moves that come into question.
//! So positions of games in which the program *wavers* between moves are searched again and again,
//! each time with all parameters moved a step up or down at random; every move that is chosen is
//! judged once; and a regression within positions tells what each parameter's step is worth. Twice the
//! nodes are a factor among the others, so that there is a yardstick.
//!
//! Invariants: a trial depends on the plan, its position and its number alone, and what is found
//! on trials alone, in any order. What to expect: positions are taken where the program as it is
//! wavers, so steps must be small (a part of the search that is left out altogether errs elsewhere), and
//! whatever the long search misjudges as the short one does stays unseen. Matches have the last word.

mod effects;
mod journal;
mod searches;

pub use effects::{Effect, effects};
pub use journal::{Found, Journal, Place, TrialsError};
pub use searches::{ChoiceError, Chooser};

use crate::arena::record::{GameRecord, RecordError};
use crate::geometry::GOLDEN;
use crate::position::{Game, GameError};
use crate::search::{PARAMETERS, Parameter, Parameters};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

/// What trials depend on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The game.
    pub game: String,
    /// Nodes of a search that chooses.
    pub nodes: u64,
    /// Nodes of a search that judges a move.
    pub judge: u64,
    /// Positions to search.
    pub positions: usize,
    /// How far parameters are moved, in steps of their declarations.
    pub reach: f64,
    /// The seed of everything random.
    pub seed: u64,
    /// The parameters looked at.
    pub parameters: Vec<String>,
}

/// A search that has chosen, and what came of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Trial {
    /// The number of the trial, from 0.
    pub number: u64,
    /// The number of the position, from 0.
    pub position: usize,
    /// The move chosen.
    pub choice: String,
    /// What it is worth: the expectation of who moves, from 0 to 1.
    pub worth: f64,
}

/// Why a plan cannot be carried out.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// A parameter that does not exist.
    #[error("there is no parameter `{0}`")]
    Parameter(String),
    /// A parameter that is named twice.
    #[error("parameter `{0}` is named twice")]
    Twice(String),
    /// A reach that moves nothing, or without bounds.
    #[error("reach must be a number above 0 and up to 100")]
    Reach,
    /// Nothing to do.
    #[error("nodes, nodes to judge with and positions must be at least 1")]
    Empty,
}

/// A recorded game that is against the rules.
#[derive(Debug, thiserror::Error)]
#[error("game {id}: {error}")]
pub struct DrawError {
    /// The game's id.
    pub id: String,
    /// What is wrong with it.
    pub error: RecordError,
}

/// How many factors a plan has besides parameters: the nodes.
const OTHERS: usize = 1;

fn random(seed: u64, number: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_mul(GOLDEN).wrapping_add(number))
}

impl Plan {
    /// Whether the plan can be carried out.
    ///
    /// # Errors
    /// If it names what is not there, or there is nothing to do.
    pub fn check(&self) -> Result<(), PlanError> {
        if !(self.reach > 0.0 && self.reach <= 100.0) {
            return Err(PlanError::Reach);
        }
        if self.nodes == 0 || self.judge == 0 || self.positions == 0 {
            return Err(PlanError::Empty);
        }
        for (i, name) in self.parameters.iter().enumerate() {
            if self.parameters[..i].contains(name) {
                return Err(PlanError::Twice(name.clone()));
            }
            if !PARAMETERS.iter().any(|p| p.name == name) {
                return Err(PlanError::Parameter(name.clone()));
            }
        }
        Ok(())
    }

    /// The parameters looked at, in the order of the plan.
    pub fn declared(&self) -> impl Iterator<Item = &'static Parameter> {
        self.parameters.iter().filter_map(|name| PARAMETERS.iter().find(|p| p.name == name))
    }

    /// The position that a trial searches.
    #[must_use]
    pub fn position_of(&self, trial: u64) -> usize {
        (trial % self.positions as u64) as usize
    }

    /// Whether each factor of a trial is up or down, the nodes first, then the parameters.
    #[must_use]
    pub fn directions(&self, trial: u64) -> Vec<bool> {
        let mut random = random(self.seed, trial);
        (0..OTHERS + self.parameters.len()).map(|_| random.random_bool(0.5)).collect()
    }

    /// The value of a parameter that is moved up or down, within its range.
    #[must_use]
    pub fn moved(&self, parameter: &Parameter, up: bool) -> i32 {
        let by = (f64::from(parameter.step) * self.reach).round().max(1.0) as i32;
        let value = if up { parameter.default + by } else { parameter.default - by };
        value.clamp(parameter.min, parameter.max)
    }

    /// The nodes of a search with twice as many as the fewest, or with the fewest; the product is that
    /// of the plan's nodes with themselves.
    #[must_use]
    pub fn moved_nodes(&self, up: bool) -> u64 {
        let factor = if up { std::f64::consts::SQRT_2 } else { std::f64::consts::FRAC_1_SQRT_2 };
        ((self.nodes as f64 * factor).round() as u64).max(1)
    }

    /// Nodes and parameters of a trial.
    #[must_use]
    pub fn setting(&self, trial: u64) -> (u64, Parameters) {
        let directions = self.directions(trial);
        let mut parameters = Parameters::default();
        for (declared, &up) in self.declared().zip(&directions[OTHERS..]) {
            // Declared, and within its range.
            let _ = parameters.set(declared.name, self.moved(declared, up));
        }
        (self.moved_nodes(directions[0]), parameters)
    }

    /// A position drawn from the games at random, by the number of the draw: as if the game began there.
    /// None where the drawn game has nothing to offer: no move, or a player who left it before.
    ///
    /// # Errors
    /// If the drawn game is against the rules.
    pub fn draw(&self, records: &[GameRecord], number: u64) -> Result<Option<Game>, DrawError> {
        // Apart from the numbers of trials.
        let mut random = random(!self.seed, number);
        let Some(record) = records.choose(&mut random).filter(|r| !r.moves.is_empty()) else {
            return Ok(None);
        };
        let plies = random.random_range(0..record.moves.len());
        let moves = &record.moves[..plies];
        if moves.iter().any(|text| Game::leaving(text).is_some()) {
            return Ok(None);
        }
        let drawn = || -> Result<Game, RecordError> {
            let mut game = record.opening_game()?;
            for (i, text) in moves.iter().enumerate() {
                game.play_text(i + 1, text).map_err(GameError::from)?;
            }
            let text = game.position().fen();
            Ok(Game::new(game.variant(), Some(&text), [""; 0])?)
        };
        drawn().map(Some).map_err(|error| DrawError { id: record.id.clone(), error })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(reach: f64, names: &[&str]) -> Plan {
        Plan {
            game: "chess".to_string(),
            nodes: 1000,
            judge: 4000,
            positions: 7,
            reach,
            seed: 3,
            parameters: names.iter().map(ToString::to_string).collect(),
        }
    }

    #[test]
    fn every_factor_is_up_in_half_of_the_trials_whatever_the_others_are() {
        let plan = plan(1.0, &["aspiration", "futility"]);
        let mut counts = [0; 8];
        for trial in 0..4000 {
            let up = plan.directions(trial);
            counts[usize::from(up[0]) + 2 * usize::from(up[1]) + 4 * usize::from(up[2])] += 1;
        }
        assert!(counts.iter().all(|n| (400..600).contains(n)), "{counts:?}");
    }

    #[test]
    fn settings_are_as_far_as_the_reach_says_and_within_ranges() {
        let far = plan(2.0, &["aspiration", "check_extension"]);
        for trial in 0..100 {
            let up = far.directions(trial);
            let (nodes, parameters) = far.setting(trial);
            assert_eq!(nodes, if up[0] { 1414 } else { 707 });
            // 20 steps of 10 from 20, which begins at 5; 1 of 1 in 0..=2.
            assert_eq!(parameters.aspiration, if up[1] { 40 } else { 5 });
            assert_eq!(parameters.check_extension, if up[2] { 2 } else { 0 });
            assert_eq!(parameters.futility, Parameters::default().futility);
        }
    }

    #[test]
    fn plans_that_cannot_be_carried_out_are_refused() {
        assert_eq!(plan(1.0, &["aspiration"]).check(), Ok(()));
        assert_eq!(plan(0.0, &["aspiration"]).check(), Err(PlanError::Reach));
        assert_eq!(plan(f64::NAN, &[]).check(), Err(PlanError::Reach));
        let unknown = plan(1.0, &["joho"]).check();
        assert_eq!(unknown, Err(PlanError::Parameter("joho".to_string())));
        let twice = plan(1.0, &["futility", "futility"]).check();
        assert_eq!(twice, Err(PlanError::Twice("futility".to_string())));
        assert_eq!(Plan { judge: 0, ..plan(1.0, &[]) }.check(), Err(PlanError::Empty));
    }
}
