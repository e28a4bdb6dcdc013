//! The options: each is declared once, with its range and what setting it does.

use crate::engine::{DEFAULT_HASH, DEFAULT_OVERHEAD, Engine, MAX_HASH, MAX_MULTIPV, MAX_THREADS};
use crate::variant;
use std::time::Duration;

/// What an option is.
pub(super) enum Kind {
    /// A number within a range.
    Spin {
        default: usize,
        min: usize,
        max: usize,
        set: fn(&mut Engine, usize) -> Result<(), String>,
    },
    /// Something to do.
    Button(fn(&mut Engine)),
    /// A switch that the engine only notes.
    Check { default: bool },
    /// The game; the server sets it.
    Variant,
}

/// An option.
pub(super) struct Choice {
    pub name: &'static str,
    pub kind: Kind,
}

/// All options, in the order in which they are listed.
pub(super) const OPTIONS: [Choice; 7] = [
    Choice {
        name: "Hash",
        kind: Kind::Spin {
            default: DEFAULT_HASH,
            min: 1,
            max: MAX_HASH,
            set: |engine, n| engine.set_hash(n).map_err(|e| e.to_string()),
        },
    },
    Choice { name: "Clear Hash", kind: Kind::Button(|engine| engine.clear()) },
    Choice {
        name: "Threads",
        kind: Kind::Spin {
            default: 1,
            min: 1,
            max: MAX_THREADS,
            set: |engine, n| {
                engine.settings_mut().threads = n;
                Ok(())
            },
        },
    },
    Choice {
        name: "MultiPV",
        kind: Kind::Spin {
            default: 1,
            min: 1,
            max: MAX_MULTIPV,
            set: |engine, n| {
                engine.settings_mut().multipv = n;
                Ok(())
            },
        },
    },
    Choice { name: "Ponder", kind: Kind::Check { default: false } },
    Choice {
        name: "Move Overhead",
        kind: Kind::Spin {
            default: DEFAULT_OVERHEAD.as_millis() as usize,
            min: 0,
            max: 10_000,
            set: |engine, n| {
                engine.settings_mut().overhead = Duration::from_millis(n as u64);
                Ok(())
            },
        },
    },
    Choice { name: "UCI_Variant", kind: Kind::Variant },
];

/// The line that lists an option in answer to `uci`.
pub(super) fn listing(option: &Choice) -> String {
    let form = match &option.kind {
        Kind::Spin { default, min, max, .. } => {
            format!("spin default {default} min {min} max {max}")
        }
        Kind::Button(_) => "button".to_string(),
        Kind::Check { default } => format!("check default {default}"),
        Kind::Variant => {
            let vars: Vec<String> = variant::ids().map(|id| format!("var {id}")).collect();
            format!("combo default chess {}", vars.join(" "))
        }
    };
    format!("option name {} type {form}", option.name)
}

/// The option of a name, whatever its upper and lower case.
pub(super) fn find(name: &str) -> Option<&'static Choice> {
    OPTIONS.iter().find(|o| o.name.eq_ignore_ascii_case(name))
}
