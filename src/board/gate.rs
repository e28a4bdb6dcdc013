//! Which lines may pass between a page and its engine.
//!
//! A page plays and analyses. It gets no command that reads files or keeps the engine from
//! answering, and its options end where the server's settings do.

use crate::protocol::Command;
use std::borrow::Cow;

/// The longest line from a page, in bytes: the position after thirty thousand moves in the notation
/// of the largest boards, more than any game that was ever played to its end.
pub const LONGEST_LINE: usize = 256 << 10;

/// What one engine may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gate {
    /// The largest table, in MiB, at least 1.
    pub hash: usize,
    /// The most threads, at least 1.
    pub threads: usize,
}

/// What to do with a line from a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Give the engine this line.
    Pass(String),
    /// Give the engine this line instead, and tell the page why.
    Change {
        /// The line for the engine.
        line: String,
        /// The answer to the page.
        answer: String,
    },
    /// Give the engine nothing, and answer the page this.
    Refuse(String),
    /// The page wants to end.
    Quit,
}

impl Gate {
    /// Lines that the engine gets before those of the page.
    #[must_use]
    pub fn first_lines(&self) -> String {
        let hash = self.hash.min(crate::engine::DEFAULT_HASH);
        format!("setoption name Hash value {hash}\n")
    }

    /// What to do with a line from a page.
    #[must_use]
    pub fn judge(&self, line: String) -> Verdict {
        if line.len() > LONGEST_LINE {
            let length = line.len();
            return refusal(&format!(
                "too long for the board: a line of {length} bytes, at most {LONGEST_LINE} are taken"
            ));
        }
        if line.contains(['\n', '\r']) {
            return refusal("a frame is one line");
        }
        match Command::parse(&line).bare() {
            Command::Quit => Verdict::Quit,
            Command::Bench => refusal("bench: not from a page"),
            Command::GenFens(_) => refusal("genfens: not from a page"),
            Command::Go(go) if go.perft.is_some() => refusal("go perft: not from a page"),
            Command::SetOption { name, value } => self.judge_option(line, &name, &value),
            _ => Verdict::Pass(line),
        }
    }

    fn judge_option(&self, line: String, name: &str, value: &str) -> Verdict {
        if name.eq_ignore_ascii_case("EvalFile") {
            return refusal("setoption EvalFile: not from a page");
        }
        match self.most(name) {
            // Anything but a number is the engine's to refuse.
            Some((name, most)) if value.parse::<u64>().is_ok_and(|n| n > most as u64) => {
                Verdict::Change {
                    line: format!("setoption name {name} value {most}"),
                    answer: format!("info string {name} is limited to {most} here"),
                }
            }
            _ => Verdict::Pass(line),
        }
    }

    /// An option that is limited, as it is spelled, with the most that it may be.
    fn most(&self, name: &str) -> Option<(&'static str, usize)> {
        [("Hash", self.hash), ("Threads", self.threads)]
            .into_iter()
            .find(|(limited, _)| limited.eq_ignore_ascii_case(name))
    }

    /// A line of the engine as the page gets it: options are listed with the limits that hold for
    /// pages. `None` if it gets none.
    #[must_use]
    pub fn told<'l>(&self, line: &'l str) -> Option<Cow<'l, str>> {
        let Some(option) = line.strip_prefix("option name ") else {
            return Some(Cow::Borrowed(line));
        };
        if option.starts_with("EvalFile ") {
            return None;
        }
        let mut words: Vec<Cow<str>> = line.split(' ').map(Cow::Borrowed).collect();
        let Some((_, most)) = words.get(2).and_then(|name| self.most(name)) else {
            return Some(Cow::Borrowed(line));
        };
        for at in 1..words.len() {
            if matches!(&*words[at - 1], "default" | "max") {
                let limited = words[at].parse().map_or(most, |n: usize| n.min(most));
                words[at] = limited.to_string().into();
            }
        }
        Some(words.join(" ").into())
    }
}

fn refusal(reason: &str) -> Verdict {
    Verdict::Refuse(format!("info string error {reason}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GATE: Gate = Gate { hash: 32, threads: 2 };

    fn judge(line: &str) -> Verdict {
        GATE.judge(line.to_string())
    }

    fn is_refused(line: &str) -> bool {
        matches!(judge(line), Verdict::Refuse(answer) if answer.starts_with("info string error "))
    }

    #[test]
    fn what_reads_files_or_does_not_end_is_refused() {
        for line in [
            "setoption name EvalFile value /etc/passwd",
            "setoption name evalfile value <embedded>",
            "joho setoption name EvalFile value x",
            "genfens 2 seed 7 book /etc/passwd",
            "genfens 2 seed 7 book None",
            "a b c bench",
            "go perft 9",
            "go depth 3 perft 9",
            "isready\nsetoption name EvalFile value x",
            "isready\rsetoption name EvalFile value x",
        ] {
            assert!(is_refused(line), "{line}");
        }
    }

    #[test]
    fn what_is_too_long_is_refused_and_not_read() {
        let line = |length: usize| format!("quit{}", " ".repeat(length - 4));
        assert_eq!(judge(&line(LONGEST_LINE)), Verdict::Quit);
        assert!(is_refused(&line(LONGEST_LINE + 1)));
    }

    #[test]
    fn everything_else_passes_as_it_is() {
        for line in [
            "uci",
            "go infinite",
            "stop # bench",
            "setoption name Hash value 32",
            "setoption name Hash value many",
            "setoption name Clear Hash",
            "setoption name UCI_Variant value guru",
            "what is this",
        ] {
            assert_eq!(judge(line), Verdict::Pass(line.to_string()));
        }
        assert_eq!(judge(" quit "), Verdict::Quit);
    }

    #[test]
    fn too_much_is_changed_to_what_is_granted() {
        assert_eq!(
            judge("setoption name hash value 33"),
            Verdict::Change {
                line: "setoption name Hash value 32".to_string(),
                answer: "info string Hash is limited to 32 here".to_string(),
            }
        );
        assert!(matches!(judge("setoption name Threads value 3"), Verdict::Change { .. }));
    }

    #[test]
    fn options_are_listed_with_their_limits() {
        let told = |line| GATE.told(line).map(Cow::into_owned);
        assert_eq!(
            told("option name Hash type spin default 64 min 1 max 1048576").as_deref(),
            Some("option name Hash type spin default 32 min 1 max 32")
        );
        assert_eq!(told("option name EvalFile type string default <embedded>"), None);
        let other = "option name MultiPV type spin default 1 min 1 max 256";
        assert_eq!(told(other).as_deref(), Some(other));
    }
}
