//! Quiescence: captures and promotions until the position is quiet; all moves while in check.

use super::exchange::gains_at_least;
use super::kernel::Worker;
use super::picker::{Picker, is_noisy, material_gain};
use super::score::{MAX_PLY, Score};
use super::table::Bound;
use crate::eval::Strength;
use crate::geometry::Cell;
use crate::position::{Move, Position, Scope};

/// Beyond this many plies nothing more is tried.
pub(super) const MOST_PLIES: usize = 24;

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
        checked: bool,
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
        let p = self.shared.parameters;
        let checked = checked && depth < p.evasion_plies as usize;
        let open = beta.raw() - alpha.raw() > 1;
        let key = self.key(position);
        // What is left out depends on the distance from the last real move.
        let probe = self.selective && depth < p.recaptures_from as usize;
        let known = if probe { self.shared.table.probe(key, ply) } else { None };
        if let Some(entry) = known
            && !open
            && entry.decides(alpha, beta)
        {
            return entry.score;
        }
        let entered_alpha = alpha;
        let mut best = Score::MIN;
        let mut stand_pat = Score::MIN;
        if !checked {
            // First what waits for memory.
            let correction = self.correction(position, ply);
            let raw = self.evaluate(position, strength);
            stand_pat = Score::value(raw.raw() + correction);
            if let Some(entry) = known {
                stand_pat = entry.refine(stand_pat);
            }
            best = stand_pat;
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let earlier = self.earlier(ply);
        let scope = if checked { Scope::All } else { Scope::Noisy };
        let mut table_move = Self::table_move(position, known);
        if !checked && table_move != Move::NONE && !is_noisy(position, table_move) {
            table_move = Move::NONE;
        }
        let lists = std::mem::take(&mut self.lists[ply]);
        let mut picker = Picker::new(lists, scope, table_move, 0);
        let context = self.context(position, strength, ply, earlier);
        let mut best_move = Move::NONE;
        let pushed = checked && self.duel;
        if pushed {
            self.line.push(position.hash());
        }
        while let Some(mv) = picker.next(&context, &self.histories) {
            if best.is_above_losses(0) {
                if picker.is_at_bad_captures() {
                    break;
                }
                if !checked {
                    // On crowded boards with many riders and hoppers captures go on without end.
                    let late = depth >= p.recaptures_from as usize;
                    if late && mv.to() != recapture_on {
                        continue;
                    }
                    let gain = material_gain(position, strength.weights(), mv) + p.delta_margin;
                    if self.selective && !alpha.is_decided() && stand_pat + gain <= alpha {
                        best = best.max(stand_pat + gain);
                        continue;
                    }
                }
            }
            // A table's move has not been looked at by the picker.
            if !checked
                && mv == table_move
                && !gains_at_least(position, strength.weights(), mv, 0, self.side)
            {
                continue;
            }
            self.frames[ply].piece_on = Some(self.histories.piece_on(position, mv));
            let after = self.play(position, strength, mv, ply);
            let (next, next_strength) = (&after.position, &after.strength);
            let gives_check = depth + 1 < p.evasion_plies as usize && next.in_check(next.turn());
            let (below, above) = (ply + 1, depth + 1);
            let score = if self.is_ours(position) == self.is_ours(next) {
                self.quiescence(
                    next,
                    next_strength,
                    alpha,
                    beta,
                    below,
                    above,
                    gives_check,
                    mv.to(),
                )
            } else {
                -self.quiescence(
                    next,
                    next_strength,
                    -beta,
                    -alpha,
                    below,
                    above,
                    gives_check,
                    mv.to(),
                )
            };
            self.give_back(after, ply);
            if self.aborted {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = mv;
                    self.note_pv(ply, mv);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        if pushed {
            self.line.pop();
        }
        self.frames[ply].piece_on = None;
        let mated = checked && best == Score::MIN && picker.is_empty();
        self.lists[ply] = picker.into_lists();
        if self.aborted {
            return Score::ZERO;
        }
        if mated {
            // Games for two only: elsewhere a player without moves passes.
            return Score::loss(ply, 0);
        }
        if probe {
            let bound = Bound::of(best, entered_alpha, beta);
            let open = open || known.is_some_and(|entry| entry.open);
            self.remember(key, ply, best, best_move, 0, bound, open);
        }
        best
    }
}
