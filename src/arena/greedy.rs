//! A yardstick: a player who looks one ply ahead and no further, without a process.

use super::local;
use super::player::{Answer, Fault, FaultKind, Player, Turn};
use super::record::Evaluation;
use super::spec::{EngineSpec, SpecError};
use crate::eval::{Side, Strength, Weights, draw_value, evaluate};
use crate::position::{Game, Position};
use crate::protocol::Profile;
use crate::with_position;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::time::Instant;

/// The value of a game that is won.
const WON: i32 = i32::MAX;
/// The value of a game that is lost.
const LOST: i32 = -WON;

/// Plays whatever the evaluation likes best right after it, all rules of the game applied:
/// checkmates, recruits and ends of games are seen, answers are not, so that it takes what is
/// protected and leaves what is attacked. Of equal moves one is drawn.
pub struct GreedyPlayer {
    profile: Profile,
    random: Xoshiro256PlusPlus,
}

impl GreedyPlayer {
    /// A player with the options of an engine, of which only its evaluation matters.
    ///
    /// # Errors
    /// If an option is refused, or there is no memory for it.
    pub fn new(spec: &EngineSpec) -> Result<GreedyPlayer, SpecError> {
        let random = Xoshiro256PlusPlus::seed_from_u64(0);
        Ok(GreedyPlayer { profile: local::profile(spec)?, random })
    }
}

/// The value to a side of what a move has led to, in hundredths of a pawn.
fn value<const W: usize>(
    game: &Game,
    position: &Position<W>,
    weights: &Weights,
    side: Side,
) -> i32 {
    let Some(outcome) = game.outcome() else {
        return evaluate(position, &Strength::of(position, weights), side);
    };
    if outcome.reason.is_draw() {
        return draw_value(position, side);
    }
    let won = outcome.utility(side.trailing_zeros() as u8) == 1.0;
    if won { WON } else { LOST }
}

impl Player for GreedyPlayer {
    fn prepare(&mut self, game: &Game, seed: u64) -> Result<(), Fault> {
        self.profile.engine.prepare(game.position());
        self.random = Xoshiro256PlusPlus::seed_from_u64(seed);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        let start = Instant::now();
        let before = turn.game.position();
        let weights = self.profile.engine.weights(before);
        let side = with_position!(before, p => p.tables().allies[p.turn() as usize]);
        let moves = before.legal_moves();
        let values: Vec<i32> = moves
            .iter()
            .map(|&mv| {
                let mut after = turn.game.clone();
                after.play(mv);
                with_position!(after.position(), p => value(&after, p, &weights, side))
            })
            .collect();
        let Some(&most) = values.iter().max() else {
            return Err(Fault::new(FaultKind::Garbage, "no move"));
        };
        let best: Vec<usize> = (0..moves.len()).filter(|&i| values[i] == most).collect();
        let mv = moves[best[self.random.random_range(0..best.len())]];
        Ok(Answer {
            text: before.move_text(mv),
            score: Some(match most {
                WON => Evaluation::Mate(1),
                LOST => Evaluation::Mate(-1),
                _ => Evaluation::Centipawns(most),
            }),
            depth: 1,
            nodes: moves.len() as u64,
            time: start.elapsed(),
        })
    }

    fn quit(self: Box<Self>) -> Option<Fault> {
        None
    }
}
