//! From strength to expected results.

use super::Strength;
use super::outlook::Standing;
use crate::position::Position;
use crate::variant::{MAX_SEATS, Seat};

/// The difference in hundredths of a pawn at which one of two players scores ten times as much as
/// the other, as for ratings. Weights are fitted to it, so that hundredths of a pawn mean the same
/// everywhere but where a file of weights has another one ([`super::Weights::normal`]).
pub const DECADE: f64 = 400.0;

/// The share, from 0 to 1, that a player is expected to score against one who is weaker by a
/// difference in hundredths of a pawn; with several players, how likely the one places before the
/// other.
#[must_use]
pub fn share(difference: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-difference / DECADE))
}

/// The difference in hundredths of a pawn that leads to a share, the inverse of [`share`]; without end
/// at 0 and 1.
#[must_use]
pub fn score_of_share(share: f64) -> f64 {
    DECADE * (share / (1.0 - share)).log10()
}

/// The expected utility of every player, in the order of the seats, by the outlook of the weights
/// ([`super::outlook`]): what the fallen have behind them is safe, and survivors share the rest.
#[must_use]
pub fn expectation<const W: usize>(
    position: &Position<W>,
    strength: &Strength,
) -> [f64; MAX_SEATS] {
    let tables = position.tables();
    let n = tables.variant.seats();
    let mut expected = [0.0; MAX_SEATS];
    if let Some(outcome) = position.ended().map(|reason| position.outcome_by(reason)) {
        for (seat, value) in expected.iter_mut().enumerate().take(n) {
            *value = outcome.utility(seat as Seat);
        }
        return expected;
    }
    let standing = Standing::of(position, strength);
    let shares = strength.weights().expected(&standing);
    if tables.variant.rules.teams.is_some() {
        for (seat, value) in expected.iter_mut().enumerate().take(n) {
            *value = shares[usize::from(tables.allies[0] >> seat & 1 == 0)];
        }
        return expected;
    }
    let fallen = position.fallen().len() as f64;
    let others = standing.parties.len().saturating_sub(1) as f64;
    let mut shares = shares.iter();
    for (seat, value) in expected.iter_mut().enumerate().take(n) {
        let behind = if position.is_alive(seat as Seat) {
            fallen + others * shares.next().copied().unwrap_or(0.0)
        } else {
            position.places_behind(seat as Seat)
        };
        *value = behind / (n - 1) as f64;
    }
    expected
}

/// Per mille of wins, draws and losses that a score in hundredths of a pawn stands for in a game
/// for two, from the side the score is seen from, on the scale of [`share`]. `draw_margin` is how far
/// from even, in hundredths of a pawn, a game is as likely won as not
/// ([`super::Weights::draw_margin`]).
#[must_use]
pub fn win_draw_loss(score: f64, draw_margin: f64) -> [u32; 3] {
    let win = (1000.0 * share(score - draw_margin)).round() as u32;
    let loss = (1000.0 * share(-score - draw_margin)).round() as u32;
    [win, 1000 - win - loss, loss]
}

#[cfg(test)]
mod tests {
    use super::{score_of_share, share, win_draw_loss};

    #[test]
    fn scores_and_shares_are_inverse() {
        for score in [-800.0, -35.0, 0.0, 120.0, 999.0] {
            assert!((score_of_share(share(score)) - score).abs() < 1e-6);
        }
    }

    #[test]
    fn shares_add_up_and_mirror() {
        for score in [-30_000.0, -500.0, -1.0, 0.0, 80.0, 30_000.0] {
            let [win, draw, loss] = win_draw_loss(score, 120.0);
            assert_eq!(win + draw + loss, 1000);
            assert_eq!(win_draw_loss(-score, 120.0), [loss, draw, win]);
        }
        assert!(win_draw_loss(300.0, 120.0)[0] > win_draw_loss(100.0, 120.0)[0]);
    }
}
