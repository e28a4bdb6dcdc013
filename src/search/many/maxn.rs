//! Max^n (Luckhardt and Irani 1986): everyone plays for their own utility.
//!
//! Utilities sum to a constant (an end in sight costs the winner a trifle per ply, so that sums are
//! at most that), which makes *shallow* pruning sound (Korf 1991): once the mover has more than the
//! constant less what the player before already has, that player will not come here. Deep pruning
//! and null windows are not sound. Among moves of equal own utility a player takes the one that
//! leaves least to the strongest of the others by the static expectation, then the first
//! in the order of search.

use super::super::exchange::gains_at_least;
use super::super::kernel::Worker;
use super::super::picker::material_gain;
use super::super::score::{MAX_PLY, Score};
use super::super::table::{Bound, Entry};
use super::order::{Context, First, Picker};
use crate::eval::{Strength, expectation, score_of_share};
use crate::position::{Move, Position, Scope};
use crate::variant::{MAX_SEATS, Seat};

/// A utility of 1.
const ONE: i32 = 10_000;
/// Shares of the sum count as at least this, and what they leave as much: certain results have ends.
const LEAST_SHARE: f64 = 1e-4;
/// How many times finer than hundredths of a pawn scores at the root are while the search goes on: near
/// even, where a utility of 1 is 7 hundredths of that, moves would come out equal that are not.
const FINER: i32 = 10;
/// Plies of captures beyond the depth, one capture each.
const CAPTURE_PLIES: usize = 4;

/// What every seat has.
pub(super) type Utilities = [i32; MAX_SEATS];

impl<const W: usize> Worker<'_, W> {
    /// What everyone expects of a position without search.
    fn utilities(position: &Position<W>, strength: &Strength<'_>, ply: usize) -> Utilities {
        let expected = expectation(position, strength).map(|u| (u * f64::from(ONE)).round() as i32);
        if position.ended().is_none() {
            // As good as won is not won: that much is left for ends.
            return expected.map(|u| u.min(ONE - MAX_PLY as i32));
        }
        expected.map(|u| if u == ONE { u - ply as i32 } else { u })
    }

    /// The score at the root of the position after a move, by its player's own utility; finer than it is
    /// told ([`FINER`]).
    pub(super) fn search_vectors(
        &mut self,
        next: &Position<W>,
        strength: &Strength<'_>,
        depth: i32,
        ply: usize,
    ) -> Score {
        let root = self.root.turn() as usize;
        let found = self.vectors(next, strength, depth, ply, None)[root];
        if found > ONE - MAX_PLY as i32 {
            return Score::win((ONE - found) as usize);
        }
        let share = (f64::from(found) / f64::from(ONE)).clamp(LEAST_SHARE, 1.0 - LEAST_SHARE);
        Score::value((score_of_share(share) * f64::from(FINER)).round() as i32)
    }

    /// The utilities of a position by max^n. `before` is the seat that moved last with what it has
    /// already.
    pub(super) fn vectors(
        &mut self,
        position: &Position<W>,
        strength: &Strength<'_>,
        depth: i32,
        ply: usize,
        before: Option<(Seat, i32)>,
    ) -> Utilities {
        self.clear_pv(ply);
        self.count_node(ply);
        if self.aborted {
            return [0; MAX_SEATS];
        }
        if position.ended().is_some() || ply >= MAX_PLY || self.decided(position, ply).is_some() {
            return Self::utilities(position, strength, ply);
        }
        if depth <= 0 {
            return self.settle(position, strength, ply, 0);
        }
        let turn = position.turn();
        let mover = turn as usize;
        let key = self.key(position);
        let first = First::of(position, self.shared.table.probe(key, ply));
        let buffer = std::mem::take(&mut self.moves[ply]);
        let earlier = self.earlier_many(position, ply);
        let side = 1 << turn;
        let context = Context { side, ..self.context(position, strength, ply, earlier) };
        let mut picker = Picker::new(buffer, Scope::All, first);
        let mut best: Option<Utilities> = None;
        let mut best_move = Move::NONE;
        let mut leader = None;
        let seats = position.tables().variant.seats();
        // A little more than the sum, for rounding.
        let constant = (ONE * seats as i32 + 1) / 2 + seats as i32;
        self.histories.killers[ply + 1] = [Move::NONE; 2];
        self.line.push(position.hash());
        while let Some(mv) = picker.next(&context, &self.histories) {
            self.frames[ply].piece_on = Some(self.histories.piece_on(position, mv));
            let after = self.play(position, strength, mv, ply);
            let (next, next_strength) = (&after.position, &after.strength);
            let deeper = if mv == Move::PASS { depth } else { depth - 1 };
            let known = best.map(|b| (turn, b[mover]));
            let found = self.vectors(next, next_strength, deeper, ply + 1, known);
            self.give_back(after, ply);
            if self.aborted {
                break;
            }
            let better = best.is_none_or(|best| match found[mover].cmp(&best[mover]) {
                std::cmp::Ordering::Equal => {
                    let leader = *leader.get_or_insert_with(|| leader_but(position, strength));
                    found[leader] < best[leader]
                }
                order => order.is_gt(),
            });
            if better {
                best = Some(found);
                best_move = mv;
                self.note_pv(ply, mv);
                // The player before has more elsewhere.
                if let Some((seat, has)) = before
                    && seat != turn
                    && found[mover] > constant - has
                {
                    break;
                }
            }
        }
        self.line.pop();
        self.frames[ply].piece_on = None;
        self.moves[ply] = picker.into_moves();
        if self.aborted {
            return [0; MAX_SEATS];
        }
        if best_move != Move::NONE {
            let bonus = self.bonus(depth);
            context.reward(&mut self.histories, best_move, [&[], &[]], bonus, 0);
            let compact_move = best_move.compact();
            let entry =
                Entry { compact_move, score: Score::ZERO, depth, bound: Bound::Lower, open: false };
            self.shared.table.store(key, ply, &entry);
        }
        best.unwrap_or_else(|| Self::utilities(position, strength, ply))
    }

    /// The utilities of a position once the best exchanges have been made, one capture a ply: that of
    /// the greatest gain. They depend on nothing but the position and the ply.
    fn settle(
        &mut self,
        position: &Position<W>,
        strength: &Strength<'_>,
        ply: usize,
        depth: usize,
    ) -> Utilities {
        let stand_pat = Self::utilities(position, strength, ply);
        if position.ended().is_some() || depth >= CAPTURE_PLIES || ply + 1 >= MAX_PLY {
            return stand_pat;
        }
        let turn = position.turn();
        let weights = strength.weights();
        let mut captures: Vec<Move> = Vec::new();
        position.generate(Scope::Noisy, &mut captures);
        captures.sort_by_cached_key(|&mv| -material_gain(position, weights, mv));
        let good = |mv: &Move| gains_at_least(position, weights, *mv, 0, 1 << turn);
        let Some(mv) = captures.into_iter().find(good) else { return stand_pat };
        self.count_node(ply + 1);
        let after = self.play(position, strength, mv, ply);
        let (next, next_strength) = (&after.position, &after.strength);
        let found = self.settle(next, next_strength, ply + 1, depth + 1);
        self.give_back(after, ply);
        if found[turn as usize] > stand_pat[turn as usize] { found } else { stand_pat }
    }
}

/// A score of the root as it is told: in hundredths of a pawn, on the scale of [`crate::eval::share`].
pub(super) fn told(score: Score) -> Score {
    if score.is_decided() {
        return score;
    }
    Score::value((f64::from(score.raw()) / f64::from(FINER)).round() as i32)
}

/// The strongest of the others, by the static expectation.
fn leader_but<const W: usize>(position: &Position<W>, strength: &Strength<'_>) -> usize {
    let expected = expectation(position, strength);
    let others = (0..position.tables().variant.seats()).filter(|&s| s != position.turn() as usize);
    others.max_by(|&a, &b| expected[a].total_cmp(&expected[b])).unwrap_or(0)
}
