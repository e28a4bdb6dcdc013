//! The options: each is declared once, with its range and what setting it does.

use crate::engine::{DEFAULT_HASH, DEFAULT_OVERHEAD, Engine, MAX_HASH, MAX_MULTIPV, MAX_THREADS};
use crate::eval::EvalFile;
use crate::handicap::{HIGHEST_RATING, LOWEST_RATING, Level};
use crate::search::{Model, PARAMETERS, Parameter, TableError, parameter};
use crate::variant;
use std::path::Path;
use std::time::Duration;

/// What options change: the engine, and how it is used.
pub struct Profile {
    /// The engine.
    pub engine: Engine,
    /// Whether scores in games for two come with wins, draws and losses.
    pub show_wdl: bool,
    /// Whether to play below full strength.
    pub limit_strength: bool,
    /// The rating to play at then.
    pub rating: u32,
}

impl Profile {
    /// All options as they are without being set.
    ///
    /// # Errors
    /// If there is not enough memory for the table.
    pub fn new() -> Result<Profile, TableError> {
        Ok(Profile {
            engine: Engine::new(DEFAULT_HASH)?,
            show_wdl: false,
            limit_strength: false,
            rating: DEFAULT_RATING,
        })
    }

    /// Sets an option by its name, but for `UCI_Variant`, which belongs to whoever keeps the game.
    ///
    /// # Errors
    /// If there is no such option or it does not take the value; says why.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        if parameter(name).is_some() {
            let value = value.parse().map_err(|_| "not a number")?;
            self.engine.settings_mut().parameters.set(name, value)?;
            // Values found otherwise are others.
            self.engine.clear();
            return Ok(());
        }
        let option = find(name).ok_or("there is no such option")?;
        match &option.kind {
            Kind::Spin { min, max, set, .. } => match value.parse::<usize>() {
                Ok(n) if (min..=max).contains(&&n) => set(self, n),
                _ => Err(format!("not a number from {min} to {max}")),
            },
            Kind::Text { set, .. } => set(self, value),
            Kind::Button(press) => {
                press(self);
                Ok(())
            }
            Kind::Check { set, .. } => {
                let on = value.parse().map_err(|_| "neither true nor false")?;
                set(self, on);
                Ok(())
            }
            Kind::Combo { values, set, .. } => {
                let known = values().find(|v| v.eq_ignore_ascii_case(value));
                known.map(|v| set(self, v)).ok_or_else(|| {
                    let all: Vec<&str> = values().collect();
                    format!("not one of {}", all.join(", "))
                })
            }
            Kind::Variant => Err("the game is chosen in another way here".to_string()),
        }
    }

    /// The level of play in a game, if it is below full strength.
    #[must_use]
    pub fn level(&self, game: &str) -> Option<Level> {
        self.limit_strength.then(|| Level::of_rating(game, self.rating))
    }
}

/// A rating that a casual player has a chance against.
const DEFAULT_RATING: u32 = 1400;

/// What setting an option may answer.
type Outcome = Result<(), String>;

/// What an option is.
pub(super) enum Kind {
    /// A number within a range.
    Spin { default: usize, min: usize, max: usize, set: fn(&mut Profile, usize) -> Outcome },
    /// A text.
    Text { default: &'static str, set: fn(&mut Profile, &str) -> Outcome },
    /// Something to do.
    Button(fn(&mut Profile)),
    /// A switch.
    Check { default: bool, set: fn(&mut Profile, bool) },
    /// One of some words.
    Combo {
        default: &'static str,
        values: fn() -> Box<dyn Iterator<Item = &'static str>>,
        set: fn(&mut Profile, &str),
    },
    /// The game; the server sets it.
    Variant,
}

/// An option.
pub(super) struct Choice {
    pub name: &'static str,
    pub kind: Kind,
}

/// All options, in the order in which they are listed.
pub(super) const OPTIONS: [Choice; 13] = [
    Choice {
        name: "Threads",
        kind: Kind::Spin {
            default: 1,
            min: 1,
            max: MAX_THREADS,
            set: |profile, n| {
                profile.engine.settings_mut().threads = n;
                Ok(())
            },
        },
    },
    Choice {
        name: "Hash",
        kind: Kind::Spin {
            default: DEFAULT_HASH,
            min: 1,
            max: MAX_HASH,
            set: |profile, n| profile.engine.set_hash(n).map_err(|e| e.to_string()),
        },
    },
    Choice { name: "Clear Hash", kind: Kind::Button(|profile| profile.engine.clear()) },
    // Pondering is asked for by `go ponder`; clients want the option to exist.
    Choice { name: "Ponder", kind: Kind::Check { default: false, set: |_, _| () } },
    Choice {
        name: "MultiPV",
        kind: Kind::Spin {
            default: 1,
            min: 1,
            max: MAX_MULTIPV,
            set: |profile, n| {
                profile.engine.settings_mut().multipv = n;
                Ok(())
            },
        },
    },
    Choice {
        name: "Move Overhead",
        kind: Kind::Spin {
            default: DEFAULT_OVERHEAD.as_millis() as usize,
            min: 0,
            max: 10_000,
            set: |profile, n| {
                profile.engine.settings_mut().overhead = Duration::from_millis(n as u64);
                Ok(())
            },
        },
    },
    Choice {
        name: "UCI_LimitStrength",
        kind: Kind::Check { default: false, set: |profile, on| profile.limit_strength = on },
    },
    Choice {
        name: "UCI_Elo",
        kind: Kind::Spin {
            default: DEFAULT_RATING as usize,
            min: LOWEST_RATING as usize,
            max: HIGHEST_RATING as usize,
            set: |profile, n| {
                profile.rating = n as u32;
                Ok(())
            },
        },
    },
    // Nothing in the search depends on whether a game is played or analysed.
    Choice { name: "UCI_AnalyseMode", kind: Kind::Check { default: false, set: |_, _| () } },
    Choice {
        name: "UCI_ShowWDL",
        kind: Kind::Check { default: false, set: |profile, on| profile.show_wdl = on },
    },
    Choice {
        name: "Search",
        kind: Kind::Combo {
            default: Model::NAMES[0].0,
            values: || Box::new(Model::NAMES.iter().map(|(name, _)| *name)),
            set: |profile, value| {
                let named = Model::NAMES.iter().find(|(name, _)| *name == value);
                profile.engine.settings_mut().model =
                    named.map_or(Model::Auto, |(_, model)| *model);
            },
        },
    },
    Choice { name: "EvalFile", kind: Kind::Text { default: EMBEDDED, set: set_evaluation } },
    Choice { name: "UCI_Variant", kind: Kind::Variant },
];

/// In place of a path: the weights that are part of the program.
const EMBEDDED: &str = "<embedded>";

fn set_evaluation(profile: &mut Profile, path: &str) -> Outcome {
    let file = if path.is_empty() || path == EMBEDDED {
        None
    } else {
        Some(EvalFile::read(Path::new(path)).map_err(|e| e.to_string())?)
    };
    profile.engine.set_evaluation(file);
    Ok(())
}

/// The line that lists an option in answer to `uci`.
pub(super) fn listing(option: &Choice) -> String {
    let form = match &option.kind {
        Kind::Spin { default, min, max, .. } => {
            format!("spin default {default} min {min} max {max}")
        }
        Kind::Text { default, .. } => format!("string default {default}"),
        Kind::Button(_) => "button".to_string(),
        Kind::Check { default, .. } => format!("check default {default}"),
        Kind::Combo { default, values, .. } => {
            let vars: Vec<String> = values().map(|value| format!("var {value}")).collect();
            format!("combo default {default} {}", vars.join(" "))
        }
        Kind::Variant => {
            let vars: Vec<String> = variant::ids().map(|id| format!("var {id}")).collect();
            format!("combo default chess {}", vars.join(" "))
        }
    };
    format!("option name {} type {form}", option.name)
}

/// The lines that list the parameters of the search, which only a build for tuning tells of; every
/// build takes them.
pub(super) fn parameter_listings() -> impl Iterator<Item = String> {
    let listing = |p: &Parameter| {
        format!(
            "option name {} type spin default {} min {} max {}",
            p.name, p.default, p.min, p.max
        )
    };
    PARAMETERS.iter().filter(|_| cfg!(feature = "tuning")).map(listing)
}

/// The option of a name, whatever its upper and lower case.
pub(super) fn find(name: &str) -> Option<&'static Choice> {
    OPTIONS.iter().find(|o| o.name.eq_ignore_ascii_case(name))
}
