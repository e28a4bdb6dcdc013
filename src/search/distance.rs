//! How many moves of one's own a decided end is away.

use super::score::Score;
use crate::position::{Move, Position};
use crate::variant::Seat;

/// The moves of the player to move until the decided end that a score tells of, above 0 for a win,
/// below for a loss; none if it tells of none. They are counted along the line that was found, since
/// whoever falls on the way has no more turns, and beyond it as if nobody fell.
#[must_use]
pub fn moves_to_end<const W: usize>(
    position: &Position<W>,
    score: Score,
    line: &[Move],
) -> Option<i32> {
    let end = score.plies_to_end()?;
    let plies = end.unsigned_abs() as usize;
    let (seat, seats) = (position.turn(), position.tables().variant.seats() as Seat);
    let mut at = position.clone();
    let mut own = 0;
    for &mv in line.iter().take(plies) {
        own += i32::from(at.turn() == seat);
        at.make(mv, &mut ());
    }
    let turns = (0..seats).map(|i| (at.turn() + i) % seats).filter(|&seat| at.is_alive(seat));
    let beyond = turns.cycle().take(plies.saturating_sub(line.len()));
    own += beyond.filter(|&turn| turn == seat).count() as i32;
    Some(own.max(1) * end.signum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{AnyPosition, with_position};
    use crate::variant;

    #[test]
    fn own_moves_are_counted() {
        let position = AnyPosition::start(variant::find("guru").expect("a registered game"));
        let count = |score| with_position!(&position, p => moves_to_end(p, score, &[]));
        assert_eq!(count(Score::value(900)), None);
        for (plies, moves) in [(1, 1), (4, 1), (5, 2), (9, 3)] {
            assert_eq!(count(Score::win(plies)), Some(moves));
            assert_eq!(count(Score::loss(plies, 0)), Some(-moves));
        }
    }
}
