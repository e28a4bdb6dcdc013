//! Quiescence: captures and promotions until the position is quiet; all moves while in check.

use super::kernel::Worker;
use super::ordering::{noisy_priority, pick};
use super::score::{MAX_PLY, Score};
use crate::eval::Strength;
use crate::geometry::Cell;
use crate::position::{Move, Position, Scope};

/// Beyond this many plies nothing more is tried.
const MOST_PLIES: usize = 24;

impl<const W: usize> Worker<'_, W> {
    /// The score of a position once captures have settled, for the player to move. A player in
    /// check by any enemy may not stand pat: every other player moves before they do again.
    #[expect(clippy::too_many_arguments, reason = "the state of one node")]
    pub(super) fn quiescence(
        &mut self,
        position: &Position<W>,
        strength: &Strength<'_>,
        mut alpha: Score,
        beta: Score,
        ply: usize,
        depth: usize,
        recapture_on: Cell,
    ) -> Score {
        self.clear_pv(ply);
        self.count_node(ply);
        if self.aborted {
            return Score::ZERO;
        }
        if depth > 0
            && let Some(score) = self.decided(position, ply)
        {
            return score;
        }
        if ply >= MAX_PLY || depth >= MOST_PLIES {
            return self.evaluate(position, strength);
        }
        let parameters = self.shared.parameters;
        let checked =
            depth < parameters.evasion_plies as usize && position.in_check(position.turn());
        let mut best = Score::MIN;
        let stand_pat = self.evaluate(position, strength);
        if !checked {
            best = stand_pat;
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let mut moves = std::mem::take(&mut self.moves[ply]);
        moves.clear();
        position.generate(if checked { Scope::All } else { Scope::Noisy }, &mut moves);
        if moves.is_empty() && checked {
            // Games for two only: elsewhere a player without moves passes.
            self.moves[ply] = moves;
            return Score::loss(ply, 0);
        }
        for ranked in &mut moves {
            ranked.priority = noisy_priority(position, strength.weights(), ranked.mv);
        }
        for i in 0..moves.len() {
            let mv = pick(&mut moves, i);
            if !checked {
                // On crowded boards with many riders and hoppers captures go on without end.
                let late = depth >= parameters.recaptures_from as usize;
                if late && mv.to() != recapture_on {
                    continue;
                }
                let gain = moves[i].priority / 16 + parameters.delta_margin;
                if !alpha.is_decided() && stand_pat + gain <= alpha
                    || self.loses_material(position, strength, mv)
                {
                    continue;
                }
            }
            let mut next = position.clone();
            let mut next_strength = strength.clone();
            next.make(mv, &mut next_strength);
            let same_side = self.side >> position.turn() & 1 == self.side >> next.turn() & 1;
            let score = if same_side {
                self.quiescence(&next, &next_strength, alpha, beta, ply + 1, depth + 1, mv.to())
            } else {
                -self.quiescence(&next, &next_strength, -beta, -alpha, ply + 1, depth + 1, mv.to())
            };
            if self.aborted {
                break;
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        self.moves[ply] = moves;
        best
    }

    /// Whether a capture gives a more valuable piece for a protected one.
    fn loses_material(&self, position: &Position<W>, strength: &Strength<'_>, mv: Move) -> bool {
        let weights = strength.weights();
        let (Some(mover), Some(victim)) =
            (position.piece_on(mv.from()), position.piece_on(mv.to()))
        else {
            return false;
        };
        let gain = weights.value(victim.kind());
        mv.promotion().is_none()
            && weights.value(mover.kind()) > gain
            && position.is_protected(mv.to(), mv.from())
    }
}
