//! How much a free reply counts (`auto` alone).
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
    /// What the best ordered move is worth, once it has been searched.
    stand: Option<Score>,
}

impl Blend {
    /// A node whose best ordered move comes first.
    pub(super) fn new(share: u8) -> Blend {
        Blend { share: share.clamp(1, 100).into(), stand: None }
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
        match self.stand {
            Some(stand) if score > stand && !score.is_decided() && !stand.is_decided() => {
                Score::value(stand.raw() + (score.raw() - stand.raw()) * self.share / 100)
            }
            _ => score,
        }
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
