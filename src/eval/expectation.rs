//! From strength to expected results.

use super::Strength;
use crate::position::Position;
use crate::variant::{MAX_SEATS, Seat};

/// The difference in hundredths of a pawn at which one of two players scores ten times as much as
/// the other, as for ratings. It is the same in all games: weights are fitted to it, so that
/// hundredths of a pawn mean the same everywhere.
pub const DECADE: f64 = 400.0;

/// The share, from 0 to 1, that a player is expected to score against one who is weaker by a
/// difference in hundredths of a pawn; with several players, how likely the one places before the
/// other.
#[must_use]
pub fn share(difference: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-difference / DECADE))
}

/// The expected utility of every player, in the order of the seats: the sum over all others of
/// the share they are expected to leave behind, as in a model of independent pairs. The fallen
/// have what their place gives them.
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
    if let Some(value) = strength.judged(position) {
        let mover = position.turn() as usize;
        expected[mover] = share(value.into());
        expected[1 - mover] = 1.0 - expected[mover];
        return expected;
    }
    let strengths = strength.seats(position);
    let value = |seat: usize| strength.weights().normal(strengths[seat].into());
    if tables.variant.rules.teams.is_some() {
        let ours = tables.allies[0];
        let total = |side: u8| (0..n).filter(|s| side >> s & 1 != 0).map(value).sum::<f64>();
        let first = share(total(ours) - total(!ours));
        for (seat, value) in expected.iter_mut().enumerate().take(n) {
            *value = if ours >> seat & 1 != 0 { first } else { 1.0 - first };
        }
        return expected;
    }
    let fallen = position.fallen();
    for (seat, expected) in expected.iter_mut().enumerate().take(n) {
        let behind = if position.is_alive(seat as Seat) {
            let others = (0..n).filter(|&o| o != seat && position.is_alive(o as Seat));
            let ahead: f64 = others.map(|o| share(value(seat) - value(o))).sum();
            ahead + fallen.len() as f64
        } else {
            position.places_behind(seat as Seat)
        };
        *expected = behind / (n - 1) as f64;
    }
    expected
}

/// Per mille of wins, draws and losses that a score in hundredths of a pawn stands for in a game
/// for two, from the side the score is seen from, on the scale of [`share`]. `draw_margin` is how far from even, in
/// hundredths of a pawn, a game is as likely won as not ([`super::Weights::draw_margin`]).
#[must_use]
pub fn win_draw_loss(score: f64, draw_margin: f64) -> [u32; 3] {
    let win = (1000.0 * share(score - draw_margin)).round() as u32;
    let loss = (1000.0 * share(-score - draw_margin)).round() as u32;
    [win, 1000 - win - loss, loss]
}

#[cfg(test)]
mod tests {
    use super::win_draw_loss;

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
