//! One node of the tree: what ends it early, which moves are tried, how deep, and what is learnt.
//!
//! Pruning that trusts a static value or a skipped turn is used in games for two players only,
//! where the opponent of the player to move is the one who replies.

use super::kernel::Worker;
use super::picker::{Picker, is_noisy};
use super::score::{MAX_PLY, Score};
use super::table::Bound;
use super::trials::Singular;
use crate::eval::Strength;
use crate::geometry::Cell;
use crate::position::{Move, Position, Scope};

/// Before this ply no move is left out: a quiet mate within two moves is found at once.
pub(super) const PRUNED_FROM: usize = 3;
/// Up to this depth, less what a move is reduced by, quiet moves are left out for a static value far
/// below the window: deeper, one value says too little of what comes.
const FUTILE_UP_TO: i32 = 8;
/// Up to this depth, less what a move is reduced by, quiet moves are left out for their histories,
/// which know nothing of the position.
pub(super) const FAILING_UP_TO: i32 = 4;
/// Up to this depth moves are left out that lose by exchanges: deeper, what is lost may come back.
const LOSING_UP_TO: i32 = 10;
/// After more cuts than this at siblings those that follow are likely to be cut, too.
const MANY_CUTS: u32 = 3;

/// A node to search: remaining depth, window, distance from the root.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub depth: i32,
    pub alpha: Score,
    pub beta: Score,
    pub ply: usize,
    /// Whether the player to move is in check.
    pub checked: bool,
    /// Whether a move is expected to refute the line.
    pub cut: bool,
}

impl<const W: usize> Worker<'_, W> {
    /// The score of a position for the player to move: exact within the window, a bound outside.
    pub(super) fn search(
        &mut self,
        position: &Position<W>,
        strength: &Strength<'_>,
        node: Node,
    ) -> Score {
        let Node { mut depth, mut alpha, mut beta, ply, checked, cut } = node;
        self.clear_pv(ply);
        if let Some(score) = self.decided(position, ply) {
            self.count_node(ply);
            return score;
        }
        if ply >= MAX_PLY {
            return self.evaluate(position, strength);
        }
        // Who can bring about a position of this line again need not do worse than draw.
        let draw = self.draw(position);
        if self.selective && alpha < draw && self.may_recur(position, ply) {
            if draw >= beta {
                return draw;
            }
            // The move that goes back may be among those left out.
            return self.search(position, strength, Node { alpha: draw, ..node }).max(draw);
        }
        if checked && ply < self.extended_before {
            depth += if self.selective { self.shared.parameters.check_extension } else { 1 };
        }
        if depth <= 0 {
            return self.quiescence(position, strength, alpha, beta, ply, 0, checked, Cell::NONE);
        }
        self.count_node(ply);
        if self.aborted {
            return Score::ZERO;
        }
        // No line from here can be better than an end on the spot, or worse than one now.
        beta = beta.min(Score::win(ply + 1));
        alpha = alpha.max(Score::loss(ply, 0));
        if alpha >= beta {
            return alpha;
        }
        let p = self.shared.parameters;
        let open = beta.raw() - alpha.raw() > 1;
        let excluded = self.frames[ply].excluded;
        let key = self.key(position);
        let known = if excluded == 0 { self.shared.table.probe(key, ply) } else { None };
        if let Some(entry) = known
            && !open
            // In full width a deeper result would let the order of moves change the score.
            && (entry.depth == depth || entry.depth > depth && self.selective)
            && entry.decides(alpha, beta)
        {
            return entry.score;
        }
        let was_open = open || known.is_some_and(|entry| entry.open);
        // In check nothing asks for a static value.
        let (raw, corrected) = if checked {
            (Score::ZERO, Score::ZERO)
        } else {
            // First what waits for memory.
            let correction = self.correction(position, ply);
            let raw = self.evaluate(position, strength);
            (raw, Score::value(raw.raw() + correction))
        };
        self.frames[ply].value = if checked { None } else { Some(corrected) };
        // What the table knows is better than a static value where it bounds it.
        let value = known.map_or(corrected, |entry| entry.refine(corrected));
        let improving = !checked
            && ply >= 2
            && self.frames[ply - 2].value.is_none_or(|earlier| corrected > earlier);
        self.histories.killers[ply + 1] = [Move::NONE; 2];
        self.frames[ply + 2].cuts = 0;
        if self.selective && !checked && excluded == 0 && ply > 0 {
            let before = self.frames[ply - 1];
            if let Some(theirs) = before.value {
                let gained = corrected.raw() + theirs.raw();
                depth += hindsight(before.reduction, depth, gained, p.hindsight);
            }
        }

        if self.selective && !open && !checked && excluded == 0 {
            // Reverse futility: so far ahead that a quiet turn of the opponent's changes nothing.
            let margin = p.reverse_futility * (depth - i32::from(improving));
            if depth <= p.reverse_futility_depth
                && (ply >= PRUNED_FROM || !self.looms(position))
                && !value.is_decided()
                && !beta.is_decided()
                && value - margin >= beta
            {
                // The static value is only half believed.
                return beta + (value.raw() - beta.raw()) / 2;
            }
            // Razoring: so far behind that only captures could help.
            if depth <= p.razoring_depth
                && ply >= PRUNED_FROM
                && !alpha.is_decided()
                && value + p.razoring * depth <= alpha
            {
                let score = self.quiescence(
                    position,
                    strength,
                    alpha,
                    alpha + 1,
                    ply,
                    0,
                    false,
                    Cell::NONE,
                );
                if score <= alpha || self.aborted {
                    return score;
                }
            }
            if let Some(score) = self.null_move(position, strength, &node, value, corrected) {
                return score;
            }
            if self.aborted {
                return Score::ZERO;
            }
            if let Some(score) = self.probcut(position, strength, &Node { beta, ..node }, corrected)
            {
                return score;
            }
            if self.aborted {
                return Score::ZERO;
            }
        }
        // Without a known move a shallower search finds one first.
        let table_move = Self::table_move(position, known);
        let unknown = table_move == Move::NONE;
        if unknown && excluded == 0 && depth >= p.internal_depth && (open || cut) {
            depth -= 1;
        }

        let earlier = self.earlier(ply);
        let noisy_table = !unknown && is_noisy(position, table_move);
        let lists = std::mem::take(&mut self.lists[ply]);
        let mut picker = Picker::new(lists, Scope::All, table_move, 0);
        let context = self.context(position, strength, ply, earlier);
        let entered_alpha = alpha;
        let mut best = Score::MIN;
        let mut best_move = Move::NONE;
        let mut tried = 0;
        let mut tried_quiet = std::mem::take(&mut self.tried_quiet[ply]);
        let mut tried_noisy = std::mem::take(&mut self.tried_noisy[ply]);
        tried_quiet.clear();
        tried_noisy.clear();
        self.line.push(position.hash());
        let most = (p.late_moves + depth * depth) / if improving { 1 } else { 2 };
        loop {
            // Moves that will hardly matter are not tried once there is something to fall back on.
            let prunes =
                self.selective && ply >= PRUNED_FROM && tried > 0 && best.is_above_losses(0);
            if prunes && !checked && tried >= most {
                // Before quiet moves are ranked, which would be for nothing.
                picker.skip_quiets();
            }
            let Some(mv) = picker.next(&context, &self.histories) else { break };
            let compact = mv.compact();
            if compact == excluded && excluded != 0 {
                continue;
            }
            tried += 1;
            let noisy = is_noisy(position, mv);
            let own = self.histories.piece_on(position, mv);
            let history = if noisy {
                self.histories.noisy(position, mv)
            } else {
                self.histories.quiet(own, &earlier)
            };
            let reduction = self.reduction(depth, tried as usize);
            if prunes {
                let shallow = (depth - reduction / 1024).max(1);
                if !noisy {
                    let hopeless = !checked
                        && shallow <= FUTILE_UP_TO
                        && !alpha.is_decided()
                        && value + p.futility + p.futility_depth * shallow <= alpha;
                    let failing = shallow <= FAILING_UP_TO && history < -p.history_pruning * depth;
                    if (hopeless || failing)
                        && !position.checks_directly(mv, self.opponent(position))
                    {
                        continue;
                    }
                }
                let limit = if noisy {
                    -p.exchange_noisy * depth
                } else {
                    -p.exchange_quiet * shallow * shallow
                };
                if (!noisy || picker.is_at_bad_captures())
                    && depth <= LOSING_UP_TO
                    && !super::exchange::gains_at_least(
                        position,
                        strength.weights(),
                        mv,
                        limit,
                        self.side,
                    )
                {
                    continue;
                }
            }
            let mut extension = 0;
            if let Some(entry) = known
                && self.selective
                && ply > 0
                && mv == table_move
                && depth >= p.singular_depth
                && ply < self.extended_before
            {
                match self.singular(position, strength, &Node { depth, beta, ..node }, &entry) {
                    Singular::Extend(by) => extension = by,
                    Singular::Cut(score) => {
                        best = score;
                        alpha = beta;
                        best_move = Move::NONE;
                        break;
                    }
                }
                if self.aborted {
                    break;
                }
            }
            // The singular search has used what belongs to this ply.
            self.frames[ply].piece_on = Some(own);
            self.frames[ply].quiet = !noisy;
            let after = self.play(position, strength, mv, ply);
            let (next, next_strength) = (&after.position, &after.strength);
            let gives_check = next.in_check(next.turn());
            // A pass is no choice and costs no depth; successive passes end the game.
            let deeper = if mv == Move::PASS { depth } else { depth - 1 } + extension;
            let child =
                Node { depth: deeper, alpha, beta, ply: ply + 1, checked: gives_check, cut: false };
            let mut score = Score::MIN;
            let mut full = tried == 1;
            if !full {
                let mut less = 0;
                if depth >= p.reduce_from
                    && self.selective
                    && (!noisy || picker.is_at_bad_captures())
                {
                    less = reduction;
                    less += if improving { 0 } else { p.reduce_not_improving };
                    less += if cut { p.reduce_cut } else { 0 };
                    less -= if open { p.reduce_open } else { 0 };
                    less -= if was_open { p.reduce_was_open } else { 0 };
                    less -= if gives_check { p.reduce_check } else { 0 };
                    less += if noisy_table { p.reduce_noisy_table } else { 0 };
                    less += if self.frames[ply + 1].cuts > MANY_CUTS { p.reduce_cuts } else { 0 };
                    less -= history * 1024 / p.reduce_history;
                    less /= 1024;
                }
                let reduced = (deeper - less).clamp(deeper.min(1), deeper);
                let null_window = Node { depth: reduced, beta: alpha + 1, cut: true, ..child };
                self.frames[ply].reduction = deeper - reduced;
                score = self.descend(position, next, next_strength, null_window);
                self.frames[ply].reduction = 0;
                if score > alpha && reduced < deeper && !self.aborted {
                    let surprise = score.raw() > best.raw().max(alpha.raw()) + p.deeper_margin;
                    let more = i32::from(surprise && self.selective);
                    let again = Node { depth: deeper + more, cut: !cut, ..null_window };
                    score = self.descend(position, next, next_strength, again);
                }
                full = open && score > alpha && score < beta && !self.aborted;
            } else if !open {
                score = self.descend(position, next, next_strength, Node { cut: !cut, ..child });
                full = false;
            }
            if full {
                score = self.descend(position, next, next_strength, child);
            }
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
                        self.frames[ply].cuts += 1;
                        break;
                    }
                }
            }
            if mv != best_move {
                if noisy {
                    tried_noisy.push(mv);
                } else {
                    tried_quiet.push(mv);
                }
            }
        }
        self.line.pop();
        self.frames[ply].piece_on = None;
        let immobile = tried == 0 && picker.is_empty();
        self.lists[ply] = picker.into_lists();
        if !self.aborted && best >= beta && best_move != Move::NONE {
            let (bonus, tried) = (self.bonus(depth), [&tried_quiet[..], &tried_noisy]);
            let malus = bonus * p.history_malus / 100;
            context.reward(&mut self.histories, best_move, tried, bonus, malus);
        }
        self.tried_quiet[ply] = tried_quiet;
        self.tried_noisy[ply] = tried_noisy;
        // The move that led here refuted all of ours.
        if !self.aborted && self.selective && best <= entered_alpha && excluded == 0 && ply > 0 {
            let before = self.frames[ply - 1];
            if let (true, Some(moved)) = (before.quiet, before.piece_on) {
                let bonus = self.bonus(depth) * p.prior_bonus / 100;
                let earlier = self.earlier(ply - 1);
                self.histories.reward_quiet(moved, &earlier, bonus);
            }
        }
        if self.aborted {
            return Score::ZERO;
        }
        if immobile {
            // Games for two only: elsewhere a player without moves passes.
            return if checked { Score::loss(ply, 0) } else { self.draw(position) };
        }
        if best == Score::MIN {
            // Nothing but the excluded move.
            return alpha;
        }
        if excluded != 0 {
            return best;
        }
        let bound = Bound::of(best, entered_alpha, beta);
        let quiet_best = best_move == Move::NONE || !is_noisy(position, best_move);
        let informs = match bound {
            Bound::Exact => true,
            Bound::Lower => best > raw,
            Bound::Upper => best < raw,
        };
        if self.duel && !checked && quiet_best && informs && !best.is_decided() {
            let difference = best.raw() - raw.raw();
            self.histories.correct(&self.signs(position, ply), depth, difference);
        }
        self.remember(key, ply, best, best_move, depth, bound, was_open);
        best
    }

    /// The score of the position after a move, as the mover sees it.
    pub(super) fn descend(
        &mut self,
        position: &Position<W>,
        next: &Position<W>,
        strength: &Strength<'_>,
        node: Node,
    ) -> Score {
        if self.is_ours(position) == self.is_ours(next) {
            self.search(next, strength, node)
        } else {
            let Node { alpha, beta, .. } = node;
            -self.search(next, strength, Node { alpha: -beta, beta: -alpha, ..node })
        }
    }
}

/// By how many plies a node is searched deeper once the static value there is known: `reduction` is
/// that of the move which led there, `gained` the sum of both players' static values, before and
/// after it, each as its player sees it, which is what the move lost its player. A reduction was
/// wrong if the move lost nothing, and too small if it lost more than `margin`. (Stockfish.)
fn hindsight(reduction: i32, depth: i32, gained: i32, margin: i32) -> i32 {
    if reduction >= 3 && gained <= 0 {
        1
    } else if reduction >= 2 && depth >= 2 && gained > margin {
        -1
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::hindsight;

    #[test]
    fn what_was_reduced_wrongly_is_searched_deeper() {
        // The opponent had 20 before a move and has 50 after it: they have gained.
        assert_eq!(hindsight(3, 5, 20 - 50, 150), 1);
        // They had 20 and have lost 300.
        assert_eq!(hindsight(3, 5, 20 + 280, 150), -1);
        assert_eq!(hindsight(2, 1, 20 + 280, 150), 0);
        // Neither much gained nor much lost, or hardly reduced at all.
        assert_eq!(hindsight(3, 5, 100, 150), 0);
        assert_eq!(hindsight(2, 5, -30, 150), 0);
        assert_eq!(hindsight(1, 5, 300, 150), 0);
    }
}
