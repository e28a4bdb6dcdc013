//! Weight files: text that people can read and compare.
//!
//! One weight a line, fields apart by blanks or tabs: `NAME MIDDLE END`, in hundredths of a pawn in
//! the middle game and in the endgame. The line `family NAME` says which games the file is for and
//! comes first; `without TERM ..` names terms that the games do without, since they cost more time
//! than they are worth: all their weights are 0; `draw_margin VALUE` and `decade VALUE` are numbers on
//! their own; `outlook SETTING TERM MIDDLE END FULL` are those of [`Outlook`], SETTING being what
//! [`super::outlook::name`] says. Lines that begin with `#` say where the values come from.

use super::outlook::Outlook;
use super::terms::TERMS;
use super::{Sheet, family};
use crate::position::{AnyPosition, with_position};
use crate::variant;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs::File;
use std::io::{self, Read};
use std::ops::RangeInclusive;
use std::path::Path;

/// No weight is greater, in hundredths of a pawn: 40 pawns.
const LARGEST: f64 = 4000.0;

/// No file is longer, in bytes; what comes after is not read.
const LONGEST: u64 = 1 << 20;

/// The weights of a family of games as a file has them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct WeightFile {
    family: String,
    draw_margin: Option<f64>,
    decade: Option<f64>,
    outlook: Outlook,
    without: BTreeSet<String>,
    weights: BTreeMap<String, [f64; 2]>,
    comments: Vec<String>,
}

/// Why a weight file was refused.
#[derive(Debug, thiserror::Error)]
pub enum WeightFileError {
    /// It could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line is wrong.
    #[error("line {line}, {field} `{token}`: {reason}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// The field: family, name, term, middle game, endgame, draw margin.
        field: &'static str,
        /// What it holds.
        token: String,
        /// What is wrong with it.
        reason: &'static str,
    },
}

impl WeightFile {
    /// A file for a family that has no weights yet.
    #[must_use]
    pub fn new(family: &str) -> WeightFile {
        WeightFile { family: family.to_string(), ..WeightFile::default() }
    }

    /// Reads the file at a path.
    ///
    /// # Errors
    /// If it cannot be read, or as [`WeightFile::parse`].
    pub fn read(path: &Path) -> Result<WeightFile, WeightFileError> {
        let mut text = String::new();
        File::open(path)?.take(LONGEST).read_to_string(&mut text)?;
        Self::parse(&text)
    }

    /// Reads a file's text.
    ///
    /// # Errors
    /// If a line is not of the form above, or names a family or a weight that does not exist.
    pub fn parse(text: &str) -> Result<WeightFile, WeightFileError> {
        let mut known = BTreeSet::new();
        Self::parse_with(text, &mut |family, name| match name {
            None => {
                known = names_of_family(family);
                !known.is_empty()
            }
            Some(name) => known.contains(name),
        })
    }

    /// As [`WeightFile::parse`] for a file that is known to name nothing that does not exist: to
    /// find that out takes the tables of every game of the family.
    pub(super) fn parse_unchecked(text: &str) -> Result<WeightFile, WeightFileError> {
        Self::parse_with(text, &mut |_, _| true)
    }

    /// `exists` says whether there is a family, or a weight of the family.
    fn parse_with(
        text: &str,
        exists: &mut dyn FnMut(&str, Option<&str>) -> bool,
    ) -> Result<WeightFile, WeightFileError> {
        let mut file = WeightFile::default();
        for (i, line) in text.lines().enumerate() {
            let wrong = |field, token: &str, reason| {
                let token = token.chars().take(40).collect();
                WeightFileError::Line { line: i + 1, field, token, reason }
            };
            let number = |field, token: Option<&str>| {
                let token = token.unwrap_or("");
                match token.parse::<f64>() {
                    Ok(value) if value.abs() <= LARGEST => Ok(value),
                    Ok(_) => Err(wrong(field, token, "not within 4000")),
                    Err(_) => Err(wrong(field, token, "not a number")),
                }
            };
            let mut fields = line.split_whitespace();
            let Some(name) = fields.next() else { continue };
            if name.starts_with('#') {
                file.comments.push(line.trim().trim_start_matches('#').trim().to_string());
                continue;
            }
            if file.family.is_empty() {
                let of = fields.next().unwrap_or("");
                if name != "family" {
                    return Err(wrong("name", name, "the first line must be `family NAME`"));
                }
                if !exists(of, None) {
                    return Err(wrong("family", of, "there is no such family of games"));
                }
                file.family = of.to_string();
            } else if name == "draw_margin" {
                let margin = number("draw margin", fields.next())?;
                if margin < 0.0 {
                    return Err(wrong("draw margin", &margin.to_string(), "must not be negative"));
                }
                file.draw_margin = Some(margin);
            } else if name == "decade" {
                let token = fields.next().unwrap_or("");
                let decade = token.parse::<f64>().ok().filter(|d| DECADES.contains(d));
                let refuse = || wrong("decade", token, "not a number from 1 to 100000");
                file.decade = Some(decade.ok_or_else(refuse)?);
            } else if name == "without" {
                for term in fields.by_ref() {
                    if !TERMS.iter().any(|known| known.name == term) {
                        return Err(wrong("term", term, "there is no such term"));
                    }
                    file.without.insert(term.to_string());
                }
            } else if name == "outlook" {
                file.outlook.read(&mut fields, wrong)?;
            } else if !exists(&file.family, Some(name)) {
                return Err(wrong("name", name, "no game of the family has such a weight"));
            } else {
                let middle = number("middle game", fields.next())?;
                let end = number("endgame", fields.next())?;
                if file.weights.insert(name.to_string(), [middle, end]).is_some() {
                    return Err(wrong("name", name, "this weight is given twice"));
                }
            }
            if let Some(more) = fields.next() {
                return Err(wrong("name", more, "the line should end before this"));
            }
        }
        if file.family.is_empty() {
            let (line, token) = (text.lines().count().max(1), String::new());
            let reason = "a line `family NAME` is missing";
            return Err(WeightFileError::Line { line, field: "family", token, reason });
        }
        Ok(file)
    }

    /// The file as text. Comments say where the values come from; each becomes a line.
    #[must_use]
    pub fn text(&self, comments: &[String]) -> String {
        let mut text = String::new();
        for comment in comments {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "# {comment}");
        }
        let _ = writeln!(text, "family\t{}", self.family);
        if let Some(margin) = self.draw_margin {
            let _ = writeln!(text, "draw_margin\t{margin:.1}");
        }
        if let Some(decade) = self.decade {
            let _ = writeln!(text, "decade\t{decade:.1}");
        }
        if !self.without.is_empty() {
            let terms: Vec<&str> = self.without.iter().map(String::as_str).collect();
            let _ = writeln!(text, "without\t{}", terms.join("\t"));
        }
        self.outlook.write(&mut text);
        for (name, [middle, end]) in &self.weights {
            let _ = writeln!(text, "{name}\t{middle:.1}\t{end:.1}");
        }
        text
    }

    /// The comments that it was read with.
    #[must_use]
    pub fn comments(&self) -> &[String] {
        &self.comments
    }

    /// The family of games that the file is for; see [`family()`].
    #[must_use]
    pub fn family(&self) -> &str {
        &self.family
    }

    /// A weight, if the file has it: middle game and endgame, in hundredths of a pawn.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<[f64; 2]> {
        if self.lacks(name) { Some([0.0; 2]) } else { self.weights.get(name).copied() }
    }

    /// Whether a weight is 0 because its term is one that the games do without.
    #[must_use]
    pub fn lacks(&self, name: &str) -> bool {
        self.without.contains(name.split('.').next().unwrap_or(name))
    }

    /// How far from even, in hundredths of a pawn, a game for two is as likely won as not, if
    /// the file says so.
    #[must_use]
    pub fn draw_margin(&self) -> Option<f64> {
        self.draw_margin
    }

    /// The difference of strengths, in hundredths of a pawn, that stands for odds of ten to one, if
    /// the file says so.
    #[must_use]
    pub fn decade(&self) -> Option<f64> {
        self.decade
    }

    /// What standings lead to.
    #[must_use]
    pub fn outlook(&self) -> &Outlook {
        &self.outlook
    }

    /// Sets what standings lead to.
    pub fn set_outlook(&mut self, outlook: Outlook) {
        self.outlook = outlook;
    }

    /// Sets the decade, rounded as weights are, from 1 to 100000.
    pub fn set_decade(&mut self, decade: f64) {
        let decade = decade.clamp(*DECADES.start(), *DECADES.end());
        self.decade = Some((decade * 10.0).round() / 10.0);
    }

    /// Sets a weight, rounded to what [`WeightFile::text`] writes.
    pub fn set(&mut self, name: &str, value: [f64; 2]) {
        self.weights.insert(name.to_string(), value.map(rounded));
    }

    /// Sets the draw margin, rounded likewise.
    pub fn set_draw_margin(&mut self, margin: f64) {
        self.draw_margin = Some(rounded(margin).max(0.0));
    }
}

/// What a decade may be, in hundredths of a pawn.
const DECADES: RangeInclusive<f64> = 1.0..=100_000.0;

fn rounded(value: f64) -> f64 {
    (value.clamp(-LARGEST, LARGEST) * 10.0).round() / 10.0
}

/// The names of the weights of all games of a family.
fn names_of_family(of: &str) -> BTreeSet<String> {
    let games = variant::ids().filter(|id| family(id) == of).filter_map(variant::find);
    games
        .flat_map(|game| {
            with_position!(AnyPosition::start(game), p => Sheet::of_game(p.tables())).names()
        })
        .cloned()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Outlook, WeightFile};

    #[test]
    fn text_comes_back_the_same() {
        let mut file = WeightFile::new("guru");
        file.set("value.N", [312.34, -7.0]);
        file.set("tempo", [9.96, 0.0]);
        file.set_draw_margin(80.0);
        file.set_decade(900.0);
        file.without.extend(["siege".to_string(), "tempo".to_string()]);
        let mut outlook = Outlook::default();
        let row =
            |n: f64| [[0.25, 1.0 / 3.0, n], [1.5; 3], [0.5; 3], [0.75; 3], [-0.125, 0.1, 0.0]];
        outlook.set(3, &[1.0, 2.0, 3.0].map(row));
        file.set_outlook(outlook);
        file.comments.push("two games".to_string());
        let text = file.text(file.comments());
        assert!(text.contains("value.N\t312.3\t-7.0\n"), "{text}");
        assert!(text.contains("outlook\t4/3\tlead\t0.2500\t0.3333\t2.0000\n"), "{text}");
        assert_eq!(file.get("siege.3"), Some([0.0; 2]));
        assert_eq!(WeightFile::parse(&text).ok(), Some(file));
    }

    #[test]
    fn errors_name_line_and_field() {
        let check = |text: &str, expected: &str| {
            let error = WeightFile::parse(text).expect_err(text).to_string();
            assert!(error.starts_with(expected), "{text}: {error}");
        };
        check("", "line 1, family ``");
        check("# nothing", "line 1, family ``");
        check("value.N 1 2", "line 1, name `value.N`: the first line");
        check("family go", "line 1, family `go`");
        check("family cwda\nvalue.Zz 1 2", "line 2, name `value.Zz`");
        check("family cwda\n\nvalue.N 1", "line 3, endgame ``");
        check("family cwda\nvalue.N x 1", "line 2, middle game `x`");
        check("family cwda\nvalue.N NaN 1", "line 2, middle game `NaN`");
        check("family cwda\nvalue.N 1 9e9", "line 2, endgame `9e9`");
        check("family cwda\nvalue.N 1 2 3", "line 2, name `3`");
        check("family cwda\ntempo 1 2\ntempo 1 2", "line 3, name `tempo`");
        check("family cwda\ndraw_margin -1", "line 2, draw margin `-1`");
        check("family cwda\nwithout siege value.N", "line 2, term `value.N`");
        check("family cwda\ndecade 0", "line 2, decade `0`");
        check("family guru\noutlook 5", "line 2, setting `5`");
        check("family guru\noutlook 4 lift", "line 2, term `lift`");
        check("family guru\noutlook 4 lead -1 0 0", "line 2, middle game `-1`");
        check("family guru\noutlook 4 turn -1 0 NaN", "line 2, full count `NaN`");
        check("family guru\noutlook 4 turn -1 0 0 0", "line 2, name `0`");
    }
}
