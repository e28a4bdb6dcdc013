//! The file that keeps positions and trials: a JSON value a line, first the plan.

use super::{Plan, Trial};
use crate::arena::journal::{JournalError, open_alone};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    /// What everything after it depends on.
    Plan(Plan),
    /// The next position.
    Position(Place),
    /// A trial.
    Trial(Trial),
}

/// A position that has been found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Place {
    /// The number of the draw that found it.
    pub draw: u64,
    /// Its string.
    pub text: String,
}

/// Why a file of trials cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TrialsError {
    /// It cannot be read or written, is in use, or holds something already.
    #[error(transparent)]
    File(#[from] JournalError),
    /// A line that cannot be where it is.
    #[error("{path} line {line}: {reason}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// It was begun with another plan.
    #[error("{0}: it was begun with other settings")]
    Plan(PathBuf),
}

/// What a file holds besides its plan.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Found {
    /// The positions, in the order of their draws.
    pub positions: Vec<Place>,
    /// The trials, in the order in which they were done.
    pub trials: Vec<Trial>,
}

/// A file that is added to.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// The plan, as long as it is not in the file.
    plan: Option<Plan>,
}

/// Reads the lines of a text: what they hold, whether they begin with a plan, and the length of those
/// that are whole. A last line that was torn off as it was written does not count.
fn read(text: &str, plan: &Plan, path: &Path) -> Result<(Found, bool, usize), TrialsError> {
    let mut found = Found::default();
    let (mut begun, mut whole) = (false, 0);
    for (i, line) in text.split_inclusive('\n').enumerate() {
        let wrong =
            |reason: String| TrialsError::Line { path: path.to_path_buf(), line: i + 1, reason };
        let read = match serde_json::from_str(line) {
            Ok(read) if line.ends_with('\n') => read,
            _ if begun && !line.ends_with('\n') => break,
            Ok(_) => return Err(wrong("no line break at its end".to_string())),
            Err(error) => return Err(wrong(error.to_string())),
        };
        match read {
            Line::Plan(own) if !begun => {
                if own != *plan {
                    return Err(TrialsError::Plan(path.to_path_buf()));
                }
                begun = true;
            }
            Line::Position(place) if begun && found.positions.len() < plan.positions => {
                found.positions.push(place);
            }
            Line::Trial(trial)
                if trial.position < found.positions.len()
                    && trial.position == plan.position_of(trial.number) =>
            {
                found.trials.push(trial);
            }
            _ => return Err(wrong("not where such a line can be".to_string())),
        }
        whole += line.len();
    }
    Ok((found, begun, whole))
}

impl Journal {
    /// Opens a file to go on with or to begin, and gives what it holds. Nothing is changed in a file that
    /// is not one of these.
    ///
    /// # Errors
    /// If it cannot be used, is in use, holds something and `resume` is not set, or is of another plan.
    pub fn open(path: &Path, resume: bool, plan: &Plan) -> Result<(Journal, Found), TrialsError> {
        let io = |error| JournalError::Io { path: path.to_path_buf(), error };
        let mut file = open_alone(path, resume)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(io)?;
        let (found, begun, whole) = read(&text, plan, path)?;
        if whole < text.len() {
            file.set_len(whole as u64).map_err(io)?;
        }
        let plan = (!begun).then(|| plan.clone());
        Ok((Journal { path: path.to_path_buf(), file, plan }, found))
    }

    /// In one write, so that what a killed process leaves is whole but for its last line.
    fn write(&mut self, line: &Line) -> Result<(), TrialsError> {
        let io = |error| JournalError::Io { path: self.path.clone(), error };
        let text = serde_json::to_string(line).map_err(|e| io(e.into()))?;
        Ok(self.file.write_all(format!("{text}\n").as_bytes()).map_err(io)?)
    }

    /// Adds a line, the plan before the first.
    fn add(&mut self, line: &Line) -> Result<(), TrialsError> {
        if let Some(plan) = self.plan.take() {
            self.write(&Line::Plan(plan))?;
        }
        self.write(line)
    }

    /// Adds the next position.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add_position(&mut self, place: &Place) -> Result<(), TrialsError> {
        self.add(&Line::Position(place.clone()))
    }

    /// Adds a trial.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add_trial(&mut self, trial: &Trial) -> Result<(), TrialsError> {
        self.add(&Line::Trial(trial.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> Plan {
        Plan {
            game: "chess".to_string(),
            nodes: 100,
            judge: 400,
            positions: 2,
            reach: 1.0,
            seed: 1,
            parameters: vec!["futility".to_string()],
        }
    }

    fn text(lines: &[Line]) -> String {
        lines.iter().map(|line| serde_json::to_string(line).expect("JSON") + "\n").collect()
    }

    fn trial(number: u64) -> Line {
        let position = plan().position_of(number);
        Line::Trial(Trial { number, position, choice: "e2e4".to_string(), worth: 0.5 })
    }

    fn whole() -> String {
        text(&[Line::Plan(plan()), position(3), position(5), trial(1), trial(0)])
    }

    fn position(draw: u64) -> Line {
        Line::Position(Place { draw, text: "a".to_string() })
    }

    #[test]
    fn wherever_a_file_is_torn_off_its_whole_lines_are_read() {
        let text = whole();
        let plan_ends = text.find('\n').expect("lines");
        for cut in plan_ends + 1..=text.len() {
            let (found, begun, length) =
                read(&text[..cut], &plan(), Path::new("f")).expect("lines");
            assert!(begun && length <= cut && text[..length].ends_with('\n'));
            let lines = text[..length].lines().count();
            assert_eq!(1 + found.positions.len() + found.trials.len(), lines, "{cut}");
        }
        assert_eq!(
            read("", &plan(), Path::new("f")).expect("nothing"),
            (Found::default(), false, 0)
        );
    }

    #[test]
    fn files_of_other_kinds_are_refused() {
        let place = |text: &str| match read(text, &plan(), Path::new("f")) {
            Err(TrialsError::Line { line, .. }) => Some(line),
            Err(TrialsError::Plan(_)) => Some(0),
            other => panic!("{text}: {other:?}"),
        };
        // Nothing is known to have been torn off before there is a plan.
        assert_eq!(place("hello"), Some(1));
        assert_eq!(place("hello\n"), Some(1));
        assert_eq!(place(whole().lines().next().expect("the plan")), Some(1));
        assert_eq!(place(&text(&[position(1)])), Some(1));
        assert_eq!(place(&text(&[Line::Plan(Plan { seed: 2, ..plan() })])), Some(0));
        assert_eq!(place(&text(&[Line::Plan(plan()), trial(0)])), Some(2));
        assert_eq!(place(&text(&[Line::Plan(plan()), Line::Plan(plan())])), Some(2));
        assert_eq!(place(&(whole() + &text(&[position(9)]))), Some(6));
        assert_eq!(place(&(whole() + "{\"trial\":{}}\n")), Some(6));
    }
}
