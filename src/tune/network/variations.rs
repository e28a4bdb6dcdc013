//! Positions beside those of games: a search looks at many that no player would let come about, and of
//! which games tell nothing.

use crate::eval::Library;
use crate::position::{AnyPosition, Move, MoveFlag, Position, with_position};
use crate::search::gains_at_least;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Moves drawn for every position wanted: not every move leads to a quiet one.
const TRIALS: usize = 3;
/// A capture or promotion that gains as much, in hundredths of a pawn, leaves a position not quiet.
const GAIN: i32 = 30;

/// Up to so many quiet positions that a random quiet move leads to: nobody is in check, and whoever is
/// to move has no capture that gains anything. The same for the same position.
pub(super) fn variations(position: &AnyPosition, count: usize) -> Vec<AnyPosition> {
    let mut found = Vec::new();
    let legal = if count > 0 { position.legal_moves() } else { Vec::new() };
    if legal.is_empty() {
        return found;
    }
    let seed = with_position!(position, p => p.hash());
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..TRIALS * count {
        if found.len() == count {
            break;
        }
        let mv = legal[random.random_range(0..legal.len())];
        let mut next = position.clone();
        if with_position!(&mut next, p => is_quiet_move(p, mv) && { *p = p.after(mv); is_settled(p) })
        {
            found.push(next);
        }
    }
    found
}

fn is_quiet_move<const W: usize>(position: &Position<W>, mv: Move) -> bool {
    let takes = position.piece_on(mv.to()).is_some() || mv.flag() == MoveFlag::EnPassant;
    !takes && mv.promotion().is_none()
}

fn is_settled<const W: usize>(position: &Position<W>) -> bool {
    let turn = position.turn();
    if position.ended().is_some() || position.in_check(turn) || position.in_check(1 - turn) {
        return false;
    }
    let weights = Library::embedded().weights(position.tables());
    let side = position.tables().allies[turn as usize];
    let moves = position.legal_moves();
    let gains = |mv: Move| {
        !is_quiet_move(position, mv) && gains_at_least(position, &weights, mv, GAIN, side)
    };
    !moves.is_empty() && !moves.into_iter().any(gains)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Game;
    use crate::variant;

    #[test]
    fn a_pawn_taken_in_passing_is_taken() {
        let chess = variant::find("chess").expect("a registered game");
        let position = |fen: &str| {
            let game = Game::new(chess, Some(fen), &[] as &[&str]).expect("a position");
            game.position().clone()
        };
        // The King can step aside, or the Pawn takes or goes on.
        let before = position("7k/8/8/3pP3/8/8/8/7K w - d6 0 1");
        let found = variations(&before, 40);
        assert!(!found.is_empty());
        for after in &found {
            assert_eq!(with_position!(after, p => p.occupied().count()), 4);
        }
        // Whoever has such a capture is not at rest.
        let settled = |fen: &str| with_position!(&position(fen), p => is_settled(p));
        assert!(!settled("7k/8/8/3pP3/8/8/8/7K w - d6 0 1"));
        assert!(settled("7k/8/8/3pP3/8/8/8/7K w - - 0 1"));
    }
}
