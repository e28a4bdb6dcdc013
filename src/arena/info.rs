//! What an engine says of its search, read from `info` lines.

use super::record::Evaluation;

/// The latest that an engine said of its search.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct SearchNotes {
    pub score: Option<Evaluation>,
    pub depth: u32,
    pub nodes: u64,
    /// Whether the score is one, and not a bound of one.
    exact: bool,
}

impl SearchNotes {
    /// Takes note of a line. Only the first of several lines of play counts, and a bound only
    /// until a score is known.
    pub(super) fn read(&mut self, line: &str) {
        let mut words = line.split_ascii_whitespace();
        if words.next() != Some("info") {
            return;
        }
        let (mut score, mut depth, mut exact) = (None, None, true);
        while let Some(word) = words.next() {
            let mut number = || words.next().and_then(|w| w.parse::<i64>().ok());
            match word {
                "multipv" if number() != Some(1) => return,
                "depth" => depth = number().and_then(|n| u32::try_from(n).ok()),
                "nodes" => {
                    if let Some(nodes) = number().and_then(|n| u64::try_from(n).ok()) {
                        self.nodes = nodes;
                    }
                }
                "cp" => score = number().and_then(Evaluation::of_centipawns),
                "mate" => score = number().and_then(Evaluation::of_mate),
                "lowerbound" | "upperbound" => exact = false,
                // The rest are moves or words for people.
                "pv" | "string" => break,
                _ => {}
            }
        }
        if score.is_some() && (exact || !self.exact) {
            self.score = score;
            self.exact = exact;
            self.depth = depth.unwrap_or(self.depth);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_with_a_score_counts() {
        let mut notes = SearchNotes::default();
        for line in [
            "info depth 4 seldepth 9 multipv 1 score cp 31 nodes 100 nps 5 time 3 pv e2e4 e7e5",
            "info depth 4 multipv 2 score cp -900 nodes 110 pv a2a3",
            "info depth 5 score cp 99 lowerbound nodes 150 pv d2d4",
            "info depth 5 currmove e2e4 currmovenumber 1",
            "info string score cp 7",
            "info nodes 200",
        ] {
            notes.read(line);
        }
        assert_eq!(notes.score, Some(Evaluation::Centipawns(31)));
        assert_eq!((notes.depth, notes.nodes), (4, 200));
        notes.read("info depth 6 score mate -3 wdl 0 0 1000 nodes 300 pv e2e4");
        assert_eq!(notes.score, Some(Evaluation::Mate(-3)));
    }

    #[test]
    fn nonsense_is_passed_over() {
        let mut notes = SearchNotes::default();
        for line in [
            "",
            "info",
            "info depth",
            "info score cp",
            "info score cp 99999999999 depth -1",
            "info depth 1 score cp -2147483648",
            "info depth 1 score cp 1000001",
            "info depth 1 score mate 10001",
            "info depth 1 score mate -9223372036854775808",
        ] {
            notes.read(line);
            assert_eq!(notes, SearchNotes::default(), "{line}");
        }
    }
}
