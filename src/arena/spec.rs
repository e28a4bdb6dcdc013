//! Engines of a match as they are asked for: a text such as
//! `name=old cmd=./simurgh-old tc=8+0.08 option.Hash=16`.

use super::record::EngineNote;
use crate::search::MAX_DEPTH;
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// How long a player may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControl {
    /// A clock.
    Clock {
        /// The number of moves after which the time is added again; never if absent.
        moves: Option<u32>,
        /// The time at the start.
        time: Duration,
        /// The time gained per move.
        increment: Duration,
    },
    /// This time per move.
    MoveTime(Duration),
    /// This number of nodes per move.
    Nodes(u64),
    /// This depth in plies per move.
    Depth(u32),
}

/// Why the text of an engine is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{token}`: {reason}")]
pub struct SpecError {
    /// The part of the text that is wrong.
    pub token: String,
    /// What is wrong with it.
    pub reason: String,
}

fn refuse<T>(token: &str, reason: impl Into<String>) -> Result<T, SpecError> {
    Err(SpecError { token: token.to_string(), reason: reason.into() })
}

/// The longest time that a control may give.
const LONGEST: Duration = Duration::from_secs(1_000_000);

/// Seconds, as a decimal number.
fn seconds(text: &str) -> Option<Duration> {
    let time = Duration::try_from_secs_f64(text.parse().ok()?).ok()?;
    (time <= LONGEST).then_some(time)
}

impl TimeControl {
    /// Reads the value of `tc=`: `[MOVES/]SECONDS[+INCREMENT]`.
    fn clock(text: &str) -> Option<TimeControl> {
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse().ok().filter(|&m: &u32| m > 0)?), rest),
            None => (None, text),
        };
        let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let (time, increment) = (seconds(time)?, seconds(increment)?);
        (time > Duration::ZERO).then_some(TimeControl::Clock { moves, time, increment })
    }

    /// Reads a pair such as `tc` and `8+0.08`; `None` if the key is of no time control.
    fn read(key: &str, value: &str) -> Option<Result<TimeControl, String>> {
        Some(match key {
            "tc" => TimeControl::clock(value).ok_or("not [MOVES/]SECONDS[+INCREMENT]".to_string()),
            "movetime" => match value.parse() {
                Ok(ms @ 1..=1_000_000_000) => Ok(TimeControl::MoveTime(Duration::from_millis(ms))),
                _ => Err("not a number of milliseconds".to_string()),
            },
            "nodes" => match value.parse() {
                Ok(nodes) if nodes > 0 => Ok(TimeControl::Nodes(nodes)),
                _ => Err("not a number of nodes".to_string()),
            },
            "depth" => match value.parse() {
                Ok(depth @ 1..=MAX_DEPTH) => Ok(TimeControl::Depth(depth)),
                _ => Err(format!("not a depth from 1 to {MAX_DEPTH}")),
            },
            _ => return None,
        })
    }
}

impl FromStr for TimeControl {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<TimeControl, SpecError> {
        let Some((key, value)) = text.split_once('=') else {
            return refuse(text, "not a time control such as nodes=1000");
        };
        match TimeControl::read(key, value) {
            Some(Ok(control)) => Ok(control),
            Some(Err(reason)) => refuse(text, reason),
            None => refuse(text, "not a time control such as nodes=1000"),
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::Clock { moves, time, increment } => {
                f.write_str("tc=")?;
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}", time.as_secs_f64())?;
                if increment.is_zero() {
                    return Ok(());
                }
                write!(f, "+{}", increment.as_secs_f64())
            }
            TimeControl::MoveTime(time) => write!(f, "movetime={}", time.as_millis()),
            TimeControl::Nodes(nodes) => write!(f, "nodes={nodes}"),
            TimeControl::Depth(depth) => write!(f, "depth={depth}"),
        }
    }
}

/// Sets an option in place of an earlier one of that name: upper and lower case are the same.
fn set_option(options: &mut BTreeMap<String, String>, name: String, value: String) {
    options.retain(|earlier, _| !earlier.eq_ignore_ascii_case(&name));
    options.insert(name, value);
}

/// Who plays where no program is named.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum BuiltIn {
    /// This program's engine.
    #[default]
    Engine,
    /// A player who looks one ply ahead, as a yardstick.
    Greedy,
}

impl BuiltIn {
    const ALL: [BuiltIn; 2] = [BuiltIn::Engine, BuiltIn::Greedy];

    /// The value of `player=`, and the word in records.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            BuiltIn::Engine => "engine",
            BuiltIn::Greedy => "greedy",
        }
    }

    /// Reads the value of `player=`.
    fn read(text: &str) -> Option<BuiltIn> {
        BuiltIn::ALL.into_iter().find(|player| player.word() == text)
    }
}

/// An engine of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineSpec {
    /// Its name in the match.
    pub name: String,
    /// The program; this program itself if absent.
    pub command: Option<PathBuf>,
    /// Who plays if there is no program.
    pub player: BuiltIn,
    /// The program's arguments.
    pub args: Vec<String>,
    /// The folder to start it in.
    pub dir: Option<PathBuf>,
    /// Options to set.
    pub options: BTreeMap<String, String>,
    /// How long it may think.
    pub limit: TimeControl,
}

/// The parts of an engine's text, before defaults are filled in.
#[derive(Clone, Default, Debug)]
pub struct PartialSpec {
    name: Option<String>,
    command: Option<PathBuf>,
    player: Option<BuiltIn>,
    args: Vec<String>,
    dir: Option<PathBuf>,
    options: BTreeMap<String, String>,
    limit: Option<TimeControl>,
}

impl FromStr for PartialSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<PartialSpec, SpecError> {
        let Some(words) = shlex::split(text) else {
            return refuse(text, "a quotation mark is not closed");
        };
        let mut spec = PartialSpec::default();
        for word in words {
            let Some((key, value)) = word.split_once('=') else {
                return refuse(&word, "not KEY=VALUE");
            };
            if let Some(option) = key.strip_prefix("option.") {
                if option.is_empty() {
                    return refuse(&word, "an option needs a name");
                }
                set_option(&mut spec.options, option.to_string(), value.to_string());
                continue;
            }
            if let Some(limit) = TimeControl::read(key, value) {
                if spec.limit.is_some() {
                    return refuse(&word, "a second time control");
                }
                spec.limit = Some(limit.or_else(|reason| refuse(&word, reason))?);
                continue;
            }
            match key {
                "name" if value.is_empty() => return refuse(&word, "an engine needs a name"),
                "name" => spec.name = Some(value.to_string()),
                "cmd" if value.is_empty() => return refuse(&word, "no program"),
                "cmd" => spec.command = Some(value.into()),
                "dir" => spec.dir = Some(value.into()),
                "player" => match BuiltIn::read(value) {
                    Some(player) => spec.player = Some(player),
                    None => return refuse(&word, "players are engine and greedy"),
                },
                "args" => match shlex::split(value) {
                    Some(args) => spec.args = args,
                    None => return refuse(&word, "a quotation mark is not closed"),
                },
                _ => {
                    return refuse(
                        &word,
                        "unknown key; known are name cmd args dir player option.NAME tc movetime \
                         nodes depth",
                    );
                }
            }
        }
        if spec.command.is_some() && spec.player.is_some() {
            return refuse(text, "a program and a player of this program");
        }
        Ok(spec)
    }
}

impl PartialSpec {
    /// The engine, with what the text leaves open taken from `each`; `number` counts from 1 and
    /// names an engine without a name.
    ///
    /// # Errors
    /// If neither gives a time control to a player that needs one, or parts contradict each other.
    pub fn complete(self, each: &PartialSpec, number: usize) -> Result<EngineSpec, SpecError> {
        let name = self.name.clone().unwrap_or_else(|| format!("engine-{number}"));
        // Who plays is one choice: nothing of what runs the programs of others goes with a player.
        let chosen = if self.command.is_some() || self.player.is_some() { &self } else { each };
        let (command, player) = (chosen.command.clone(), chosen.player.unwrap_or_default());
        let limit = match player {
            BuiltIn::Greedy if self.limit.is_some() => {
                return refuse(
                    &name,
                    "player=greedy looks one ply ahead and takes no time control",
                );
            }
            BuiltIn::Greedy => TimeControl::Depth(1),
            BuiltIn::Engine => match self.limit.or(each.limit) {
                Some(limit) => limit,
                None => {
                    return refuse(&name, "no time control: give tc=, movetime=, nodes= or depth=");
                }
            },
        };
        let mut options = each.options.clone();
        for (name, value) in self.options {
            set_option(&mut options, name, value);
        }
        let is_shared = command.is_some() || each.command.is_none();
        let args = if self.args.is_empty() && is_shared { each.args.clone() } else { self.args };
        let dir = self.dir.or_else(|| each.dir.clone().filter(|_| is_shared));
        if command.is_none() && !args.is_empty() {
            return refuse(&name, "arguments but no program");
        }
        Ok(EngineSpec { name, command, args, dir, player, options, limit })
    }
}

impl EngineSpec {
    /// What a record says of the engine.
    #[must_use]
    pub fn note(&self) -> EngineNote {
        let command = self.command.as_ref().map(|command| {
            let words = [command.to_string_lossy().into_owned()];
            let words: Vec<String> = words.into_iter().chain(self.args.iter().cloned()).collect();
            words.join(" ")
        });
        EngineNote {
            name: self.name.clone(),
            command,
            player: (self.player != BuiltIn::Engine).then(|| self.player.word().to_string()),
            options: self.options.clone(),
            limit: self.limit.to_string(),
        }
    }

    /// The search threads that its options ask for.
    #[must_use]
    pub fn threads(&self) -> usize {
        let threads = self.options.iter().find(|(name, _)| name.eq_ignore_ascii_case("threads"));
        threads.and_then(|(_, n)| n.parse().ok()).unwrap_or(1).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine(text: &str, each: &str) -> Result<EngineSpec, SpecError> {
        text.parse::<PartialSpec>()?.complete(&each.parse()?, 1)
    }

    #[test]
    fn texts_are_read() {
        let spec = engine(
            "name=old cmd=./old args='--a \"b c\"' 'option.Move Overhead=5' tc=40/60+0.5",
            "nodes=5 option.Hash=1",
        )
        .expect("a good text");
        assert_eq!(spec.name, "old");
        assert_eq!(spec.args, ["--a", "b c"]);
        assert_eq!(spec.options["Move Overhead"], "5");
        assert_eq!(spec.options["Hash"], "1");
        assert_eq!(spec.limit.to_string(), "tc=40/60+0.5");
        assert_eq!(engine("", "nodes=5").expect("a good text").name, "engine-1");
    }

    #[test]
    fn an_own_option_goes_before_that_of_all_in_any_case() {
        let spec = engine("option.UCI_Elo=3000 nodes=5", "option.uci_elo=400 option.Hash=1");
        let options = spec.expect("a good text").options;
        let found: Vec<_> = options.iter().map(|(name, value)| (&**name, &**value)).collect();
        assert_eq!(found, [("Hash", "1"), ("UCI_Elo", "3000")]);
        let spec = engine("option.hash=2 option.HASH=1 nodes=5", "option.Hash=4");
        assert_eq!(spec.expect("a good text").options["HASH"], "1");
        assert_eq!(
            engine("", "option.hash=2 option.Hash=3 nodes=5").expect("good").options.len(),
            1
        );
    }

    #[test]
    fn a_greedy_player_takes_nothing_but_options_from_the_others() {
        let spec = engine("player=greedy", "cmd=./old args=x option.Hash=1 nodes=5");
        let spec = spec.expect("a good text");
        assert_eq!((spec.player, spec.command, spec.args.len()), (BuiltIn::Greedy, None, 0));
        assert_eq!((spec.limit, spec.options.len()), (TimeControl::Depth(1), 1));
        let spec = engine("cmd=./old nodes=5", "player=greedy").expect("a good text");
        assert_eq!((spec.player, spec.limit), (BuiltIn::Engine, TimeControl::Nodes(5)));
        let spec = engine("player=engine", "cmd=./old nodes=5").expect("a good text");
        assert_eq!((spec.player, spec.command), (BuiltIn::Engine, None));
    }

    #[test]
    fn time_controls_are_written_as_they_are_read() {
        for text in ["tc=8+0.08", "tc=40/60", "tc=1+0.01", "movetime=200", "nodes=7", "depth=3"] {
            let control: TimeControl = text.parse().expect("a time control");
            assert_eq!(control.to_string(), text);
        }
    }

    #[test]
    fn nonsense_is_named() {
        for (text, token) in [
            ("tc=abc", "tc=abc"),
            ("tc=0", "tc=0"),
            ("tc=1e300", "tc=1e300"),
            ("tc=-5+1", "tc=-5+1"),
            ("nodes=0", "nodes=0"),
            ("depth=3 nodes=4", "nodes=4"),
            ("joho", "joho"),
            ("weight=3", "weight=3"),
            ("player=joe", "player=joe"),
            ("player=greedy nodes=3", "engine-1"),
            ("player=greedy cmd=./old", "player=greedy cmd=./old"),
            ("name=", "name="),
            ("option.=3", "option.=3"),
            ("name=x", "x"),
            ("name='x", "name='x"),
        ] {
            assert_eq!(engine(text, "").expect_err(text).token, token, "{text}");
        }
    }
}
