//! Quiescence with many players: captures and promotions until the position is quiet; all moves
//! while the player to move is in check by any living enemy, or the player at the root is about to
//! fall to one who moves first.

use super::super::kernel::Worker;
use super::super::picker::material_gain;
use super::super::quiescence::MOST_PLIES;
use super::super::score::{MAX_PLY, Score};
use super::super::table::Bound;
use super::node::Spot;
use super::order::{Class, First, Picker};
use crate::eval::Strength;
use crate::geometry::Cell;
use crate::position::{Move, Position, Scope};
use crate::variant::{MAX_SEATS, Seat};

impl<const W: usize> Worker<'_, W> {
    /// Whether a player of our side, not to move now, is attacked by an enemy who moves before
    /// them: unless somebody helps they are out.
    fn is_doomed(&self, position: &Position<W>) -> bool {
        let n = position.tables().variant.seats() as Seat;
        let order = (1..n).map(|i| (position.turn() + i) % n);
        let mut before: Seat = 0;
        for seat in order.filter(|&s| position.is_alive(s)) {
            if self.side >> seat & 1 != 0 && before != 0 {
                let king = position.king(seat);
                if position.any_attacks(king, before & position.living_enemies(seat)) {
                    return true;
                }
            }
            before |= 1 << seat;
        }
        false
    }

    /// The score of a position once captures have settled, for the player to move. A player in
    /// check by any enemy may not stand pat: every other player moves before they do again.
    pub(super) fn quiescence_many(
        &mut self,
        position: &Position<W>,
        strength: &Strength<'_>,
        node: Spot,
        depth: usize,
        recapture_on: Cell,
    ) -> Score {
        let Spot { mut alpha, beta, ply, replies, .. } = node;
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
        let evading = depth < p.many_evasion_plies as usize
            && (node.checked || depth == 0 && !self.is_ours(position) && self.is_doomed(position));
        let open = beta.raw() - alpha.raw() > 1;
        // A full-width search is to have one value, whatever was searched before and in which window.
        let exact = !self.selective;
        let key = self.key_with(position, replies);
        // What is left out depends on the distance from the last real move.
        let probe = !exact && depth < p.recaptures_from as usize;
        let known = if probe { self.shared.table.probe(key, ply) } else { None };
        if let Some(entry) = known
            && !open
            && self.settles(&entry, &Spot { depth: 0, ..node })
        {
            return entry.score;
        }
        let entered_alpha = alpha;
        let mut best = Score::MIN;
        let mut stand_pat = Score::MIN;
        if !evading {
            stand_pat = self.evaluate(position, strength);
            if let Some(entry) = known {
                stand_pat = entry.refine(stand_pat);
            }
            best = stand_pat;
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let scope = if evading { Scope::All } else { Scope::Noisy };
        let mut first = First::of(position, known);
        if !evading && !first.is_noisy(position) {
            first = First::None;
        }
        let buffer = std::mem::take(&mut self.moves[ply]);
        let earlier = self.earlier_many(position, ply);
        let context = self.context(position, strength, ply, earlier);
        let mut picker = Picker::new(buffer, scope, first);
        let mut best_move = Move::NONE;
        let mut quiet = 0;
        while let Some(mv) = picker.next(&context, &self.histories) {
            if !evading {
                if picker.class() != Class::Good {
                    if first.is(mv) {
                        continue;
                    }
                    break;
                }
                // On crowded boards with many riders captures go on without end.
                let late = depth >= p.recaptures_from as usize;
                if late && mv.to() != recapture_on {
                    continue;
                }
                let gain = material_gain(position, strength.weights(), mv) + p.delta_margin;
                if !exact && !alpha.is_decided() && stand_pat + gain <= alpha {
                    best = best.max(stand_pat + gain);
                    continue;
                }
            } else if !exact && best.is_above_losses(MAX_SEATS - 1) {
                match picker.class() {
                    Class::Quiet => {
                        quiet += 1;
                        if quiet > p.many_evasions {
                            continue;
                        }
                    }
                    Class::Bad | Class::Fraternal => continue,
                    Class::Good => (),
                }
            }
            self.frames[ply].piece_on = Some(self.histories.piece_on(position, mv));
            let after = self.play(position, strength, mv, ply);
            let (next, next_strength) = (&after.position, &after.strength);
            let checked = depth + 1 < p.many_evasion_plies as usize && next.in_check(next.turn());
            let below = Spot { alpha, beta, ply: ply + 1, checked, ..node };
            let score = if self.is_ours(position) == self.is_ours(next) {
                self.quiescence_many(next, next_strength, below, depth + 1, mv.to())
            } else {
                let below = Spot { alpha: -beta, beta: -alpha, ..below };
                -self.quiescence_many(next, next_strength, below, depth + 1, mv.to())
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
        self.frames[ply].piece_on = None;
        self.moves[ply] = picker.into_moves();
        if self.aborted {
            return Score::ZERO;
        }
        if best == Score::MIN {
            return self.evaluate(position, strength);
        }
        if probe {
            let bound = Bound::of(best, entered_alpha, beta);
            self.remember(key, ply, best, best_move, 0, bound, false);
        }
        best
    }
}
