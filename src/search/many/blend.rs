//! How much a free reply counts (`auto` alone, in games for three).
//!
//! That an opponent finds the reply which hurts the player at the root most, and wants to play it, is
//! as little certain as that the best ordered move is played. So `auto` takes neither for granted:
//! where an opponent has a free reply, the node is worth what the best ordered move is worth, the
//! *stand*, and a share of what the best free reply adds to that. Ends of the game count in full, and
//! nobody is taken to walk into one.

use super::super::score::Score;

/// How far below the window the stand is still told apart in selective search, in hundredths of a pawn.
const SLACK: i32 = 600;

/// A node at which free replies count in part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blend {
    /// The share in hundredths, from 1 to 100.
    share: i32,
    /// What the best ordered move is worth, once it has been searched; after a null window, at most.
    stand: Option<Score>,
    /// What it is worth at least.
    floor: Score,
}

impl Blend {
    /// A node whose best ordered move comes first.
    pub(super) fn new(share: u8) -> Blend {
        Blend { share: share.clamp(1, 100).into(), stand: None, floor: Score::MIN }
    }

    /// The window in which the best ordered move is searched: even below the window of the node its
    /// worth decides what the others must reach.
    pub(super) fn window_of_stand(alpha: Score, beta: Score, selective: bool) -> (Score, Score) {
        match (selective, alpha.is_decided()) {
            (true, false) => (Score::value(alpha.raw() - SLACK), beta),
            (true, true) => (alpha, beta),
            (false, _) => (Score::MIN, beta),
        }
    }

    /// The best ordered move has been searched.
    pub(super) fn note_stand(&mut self, score: Score) {
        self.stand = Some(score);
    }

    /// What the node is worth by a move.
    pub(super) fn value(&self, score: Score) -> Score {
        self.stand.map_or(score, |stand| self.value_with(stand, score))
    }

    /// The same with some stand.
    fn value_with(&self, stand: Score, score: Score) -> Score {
        if score > stand && !score.is_decided() && !stand.is_decided() {
            Score::value(stand.raw() + (score.raw() - stand.raw()) * self.share / 100)
        } else {
            score
        }
    }

    /// In a null window: the least stand by which a reply refutes the line, if that is not known of the
    /// stand already.
    pub(super) fn needed_of_stand(&self, score: Score, beta: Score) -> Option<Score> {
        let stand = self.stand?;
        if score.is_decided() || stand.is_decided() || self.value_with(stand, score) < beta {
            return None;
        }
        let (mut low, mut high) = (self.known_floor(beta), stand);
        if low >= high || self.value_with(low, score) >= beta {
            return None;
        }
        // The worth of the node grows with the stand.
        while low + 1 < high {
            let middle = low + (high.raw() - low.raw()) / 2;
            if self.value_with(middle, score) >= beta {
                high = middle;
            } else {
                low = middle;
            }
        }
        Some(high)
    }

    /// A null window has told whether the stand is as much as `needed`.
    pub(super) fn note_probe(&mut self, found: Score, needed: Score) {
        if found >= needed {
            self.floor = self.floor.max(found);
        } else {
            self.stand = self.stand.map(|stand| stand.min(found));
        }
    }

    /// What the node is worth at least by a reply that refutes the line in a null window.
    pub(super) fn assured(&self, score: Score, beta: Score) -> Score {
        self.value_with(self.known_floor(beta), score).max(beta)
    }

    /// What the stand is taken to be worth at least, since farther below the window it is not told apart.
    fn known_floor(&self, beta: Score) -> Score {
        self.floor.max(Score::value(beta.raw() - 1 - SLACK))
    }

    /// The window of a move for a window of the node with `alpha` no less than the stand: a score above
    /// the one makes the node worth more than `alpha`, a score of the other or more at least `beta`.
    pub(super) fn window(&self, alpha: Score, beta: Score) -> (Score, Score) {
        (self.least(alpha + 1) - 1, self.least(beta))
    }

    /// The least score by which the node is worth `wanted`.
    fn least(&self, wanted: Score) -> Score {
        let Some(stand) = self.stand else { return wanted };
        if wanted <= stand || wanted.is_decided() || stand.is_decided() {
            return wanted;
        }
        let missing = 100 * (wanted.raw() - stand.raw());
        let score = stand.raw() + (missing + self.share - 1) / self.share;
        let value = Score::value(score);
        // What no value reaches takes an end.
        if value.raw() == score { value } else { value + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scores near each other and far apart, undecided and decided.
    fn scores() -> Vec<Score> {
        let near = (-40..=40).map(Score::value);
        let far = [-27_999, -9_000, -700, 650, 9_000, 27_999].map(Score::value);
        near.chain(far).chain([Score::win(7), Score::loss(9, 0), Score::loss(9, 1)]).collect()
    }

    #[test]
    fn windows_say_what_values_say() {
        let scores = scores();
        for share in [1, 30, 50, 99, 100] {
            for &stand in &scores {
                let mut blend = Blend::new(share);
                blend.note_stand(stand);
                for &alpha in scores.iter().filter(|&&alpha| alpha >= stand) {
                    for &beta in scores.iter().filter(|&&beta| beta > alpha) {
                        let (lower, upper) = blend.window(alpha, beta);
                        assert!(lower < upper, "{share} {stand:?} {alpha:?} {beta:?}");
                        for &score in &scores {
                            let value = blend.value(score);
                            let case = (share, stand, alpha, beta, score);
                            assert_eq!(value > alpha, score > lower, "{case:?}");
                            assert_eq!(value >= beta, score >= upper, "{case:?}");
                        }
                    }
                }
            }
        }
    }

    /// Whether a reply refutes the line, by null windows on it and on the stand, and how many there were.
    fn refutes(share: u8, stand: Score, reply: Score, beta: Score) -> (bool, usize) {
        let alpha = beta - 1;
        let mut blend = Blend::new(share);
        // What a null window finds is a bound that may be anything on its side of the window.
        let probe = |truth: Score, beta: Score| {
            if truth >= beta { beta } else { truth + (beta.raw() - 1 - truth.raw()) / 2 }
        };
        let found = probe(stand, beta);
        if found >= beta {
            return (true, 1);
        }
        blend.note_stand(found);
        let mut windows = 1;
        loop {
            let (lower, upper) = blend.window(alpha, beta);
            windows += 1;
            let score = probe(reply, upper);
            if score <= lower {
                assert!(blend.value(score) < beta);
                return (false, windows);
            }
            let Some(needed) = blend.needed_of_stand(score, beta) else {
                assert!(blend.value(score) >= beta && blend.assured(score, beta) >= beta);
                return (true, windows);
            };
            windows += 1;
            blend.note_probe(probe(stand, needed), needed);
        }
    }

    #[test]
    fn null_windows_say_whether_a_reply_refutes() {
        for share in [1, 30, 50, 99] {
            let mut most = 0;
            for stand in (-590..40).step_by(7).map(Score::value) {
                for reply in (-60..900).step_by(11).map(Score::value) {
                    for beta in [Score::value(-3), Score::value(10)] {
                        let mut blend = Blend::new(share);
                        blend.note_stand(stand);
                        let (found, windows) = refutes(share, stand, reply, beta);
                        let refutes = stand >= beta || blend.value(reply) >= beta;
                        assert_eq!(found, refutes, "{share} {stand:?} {reply:?} {beta:?}");
                        most = most.max(windows);
                    }
                }
            }
            assert!(most <= 40, "{share}: {most}");
        }
        // An end takes no stand, and a stand far below the window is not told from one farther below.
        let mut blend = Blend::new(50);
        blend.note_stand(Score::value(-100));
        assert_eq!(blend.needed_of_stand(Score::win(3), Score::value(0)), None);
        assert_eq!(blend.needed_of_stand(Score::value(700), Score::value(0)), None);
        assert_eq!(
            blend.needed_of_stand(Score::value(400), Score::value(0)),
            Some(Score::value(-400))
        );
    }

    #[test]
    fn a_share_of_the_gain_counts() {
        let mut blend = Blend::new(40);
        blend.note_stand(Score::value(-100));
        assert_eq!(blend.value(Score::value(-300)), Score::value(-300));
        assert_eq!(blend.value(Score::value(400)), Score::value(100));
        assert_eq!(blend.value(Score::win(3)), Score::win(3));
        blend.note_stand(Score::loss(5, 0));
        assert_eq!(blend.value(Score::value(0)), Score::value(0));
    }
}
