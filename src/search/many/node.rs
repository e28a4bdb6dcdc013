//! One node of a game for three or four: what ends it early, which moves are tried, how deep.

use super::super::kernel::Worker;
use super::super::node::FAILING_UP_TO;
use super::super::score::{MAX_PLY, Score};
use super::super::table::{Bound, Entry};
use super::blend::Blend;
use super::danger::Dangers;
use super::order::{Class, First};
use super::replies::Offer;
use crate::eval::Strength;
use crate::geometry::Cell;
use crate::position::{Move, Position};
use crate::variant::MAX_SEATS;

/// Up to this depth, less what a move is reduced by, quiet moves are left out for a static value far
/// below the window. Less than in games for two: with more players to move in between, more comes.
const FUTILE_UP_TO: i32 = 6;
/// Up to this depth moves are left out that lose by exchanges, likewise.
const LOSING_UP_TO: i32 = 8;

/// A node to search: remaining depth, window, distance from the root.
#[derive(Clone, Copy)]
pub(in crate::search) struct Spot {
    pub depth: i32,
    pub alpha: Score,
    pub beta: Score,
    pub ply: usize,
    /// Whether any living enemy attacks the King of the player to move.
    pub checked: bool,
    /// Whether a move is expected to refute the line.
    pub cut: bool,
    /// Free replies left to the opponents of the root until it moves again.
    pub replies: u8,
}

impl<const W: usize> Worker<'_, W> {
    /// Whether the table's score settles a node. A full-width search takes only what was searched to
    /// the very same depth, so that its value does not depend on what was searched before.
    pub(super) fn settles(&self, entry: &Entry, node: &Spot) -> bool {
        let deep =
            if self.selective { entry.depth >= node.depth } else { entry.depth == node.depth };
        deep && entry.decides(node.alpha, node.beta)
    }

    /// How many plies back the player to move last moved.
    #[inline]
    pub(super) fn round(position: &Position<W>) -> usize {
        position.survivors() as usize
    }

    /// The score of a position for the player to move: exact within the window, a bound outside.
    pub(in crate::search) fn search_many(
        &mut self,
        position: &Position<W>,
        strength: &Strength<'_>,
        mut node: Spot,
    ) -> Score {
        let ply = node.ply;
        let checked = node.checked;
        self.clear_pv(ply);
        if let Some(score) = self.decided(position, ply) {
            self.count_node(ply);
            return score;
        }
        if ply >= MAX_PLY {
            return self.evaluate(position, strength);
        }
        if checked && ply < self.extended_before && self.is_pressed(position) {
            node.depth += 1;
        }
        if node.depth <= 0 {
            return self.quiescence_many(position, strength, node, 0, Cell::NONE);
        }
        self.count_node(ply);
        if self.aborted {
            return Score::ZERO;
        }
        // No line from here can be better than an end on the spot, or worse than one now.
        node.beta = node.beta.min(Score::win(ply + 1));
        node.alpha = node.alpha.max(Score::loss(ply, 0));
        if node.alpha >= node.beta {
            return node.alpha;
        }
        let p = self.shared.parameters;
        let Spot { alpha: entered_alpha, beta, cut, .. } = node;
        let mut alpha = entered_alpha;
        let open = beta.raw() - alpha.raw() > 1;
        let key = self.key_with(position, node.replies);
        let known = self.shared.table.probe(key, ply);
        if let Some(entry) = known
            && !open
            && self.settles(&entry, &node)
        {
            return entry.score;
        }
        let raw = self.evaluate(position, strength);
        self.frames[ply].value = if checked { None } else { Some(raw) };
        // What the table knows is better than a static value where it bounds it.
        let value = known.map_or(raw, |entry| entry.refine(raw));
        let improving = !checked
            && ply.checked_sub(Self::round(position)).is_some_and(|before| {
                self.frames[before].value.is_none_or(|earlier| raw > earlier)
            });
        self.histories.killers[ply + 1] = [Move::NONE; 2];
        // Where a King is in somebody's sights that static values do not tell of, nothing is taken for
        // granted.
        let tense = checked
            || self.selective
                && (self.root_attacks(position, ply) || self.opponents_clash(position, ply));
        if self.selective
            && !open
            && !tense
            && let Some(score) = self.cut_early(position, strength, &node, value, improving)
        {
            return score;
        }
        if self.aborted {
            return Score::ZERO;
        }
        // Without a known move a shallower search finds one first.
        let first = First::of(position, known);
        if self.selective && first.is_none() && node.depth >= p.internal_depth && (open || cut) {
            node.depth -= 1;
        }
        let depth = node.depth;

        let ours = self.is_ours(position);
        let Offer { mut picker, narrow, forced, mut blend } =
            self.offer(position, strength, &node, known, first);
        // In a null window the stand is found no better than it is needed.
        let lazy = self.selective && !open;
        let mut stand = Move::NONE;
        let earlier = self.earlier_many(position, ply);
        let context = self.context(position, strength, ply, earlier);
        let mut best = Score::MIN;
        let mut best_move = Move::NONE;
        let mut last = Move::NONE;
        let mut tried = 0;
        let most = self.late_moves(depth, ours, improving);
        let mut dangers = Dangers::default();
        let mut tried_quiet = std::mem::take(&mut self.tried_quiet[ply]);
        let mut tried_noisy = std::mem::take(&mut self.tried_noisy[ply]);
        tried_quiet.clear();
        tried_noisy.clear();
        self.line.push(position.hash());
        while let Some(mv) = picker.next(&context, &self.histories) {
            let compact = mv.compact();
            // Free replies are spent on moves beyond the best ordered ones.
            let mut replies = node.replies;
            if let Some(narrow) = &narrow
                && !narrow.contains(&compact)
            {
                replies -= 1;
            }
            tried += 1;
            // A list that does not begin with the best ordered move has none.
            if tried == 1 && replies < node.replies {
                blend = None;
            }
            let class = picker.class();
            let noisy = class != Class::Quiet;
            // Moves that will hardly matter are not tried once there is something to fall back on,
            // unless they attack a King or open a line to one. An idle one, which does so to the
            // King of another opponent at most, goes on if it is found to corner that.
            let spare =
                self.selective && tried > 1 && !checked && best.is_above_losses(MAX_SEATS - 1);
            let late = spare && !noisy && tried as i32 > most;
            let mut idle = false;
            if late {
                picker.spare_order();
                idle = !self.is_dangerous(position, mv, &node, &mut dangers);
                if idle && !self.threatens_another(position, mv, &node, &mut dangers) {
                    continue;
                }
            }
            let (lower, upper) = match &blend {
                Some(_) if tried == 1 && lazy => (alpha, beta),
                Some(_) if tried == 1 => Blend::window_of_stand(alpha, beta, self.selective),
                Some(blend) => blend.window(alpha, beta),
                None => (alpha, beta),
            };
            let open = if blend.is_some() { upper.raw() - lower.raw() > 1 } else { open };
            let own = self.histories.piece_on(position, mv);
            // The first is searched whatever is known of it.
            let history = match (tried, noisy) {
                (1, _) => 0,
                (_, true) => self.histories.noisy(position, mv),
                (_, false) => self.histories.quiet(own, &earlier),
            };
            let reduction = self.reduction_many(depth, tried, ours);
            if spare && !late {
                let shallow = (depth - reduction / 1024).max(1);
                let useless = match class {
                    Class::Quiet => {
                        shallow <= FUTILE_UP_TO
                            && !lower.is_decided()
                            && value + p.many_futility + p.many_futility_depth * shallow <= lower
                            || shallow <= FAILING_UP_TO && history < -p.history_pruning * depth
                            || depth <= LOSING_UP_TO
                                && !self.gains(
                                    position,
                                    strength,
                                    mv,
                                    -p.exchange_quiet * shallow * shallow,
                                )
                    }
                    Class::Bad | Class::Fraternal => {
                        depth <= LOSING_UP_TO
                            && (class == Class::Fraternal
                                || !self.gains(position, strength, mv, -p.exchange_noisy * depth))
                    }
                    Class::Good => false,
                };
                idle = useless && !self.is_dangerous(position, mv, &node, &mut dangers);
                if idle && !self.threatens_another(position, mv, &node, &mut dangers) {
                    continue;
                }
            }
            self.frames[ply].piece_on = Some(own);
            let after = self.play(position, strength, mv, ply);
            let (next, next_strength) = (&after.position, &after.strength);
            if idle && !self.corners_another(next, position.turn()) {
                self.give_back(after, ply);
                continue;
            }
            let gives_check = next.in_check(next.turn());
            // A pass is no choice and costs no depth; successive passes end the game.
            let deeper = if mv == Move::PASS { depth } else { depth - 1 };
            let child = Spot {
                depth: deeper,
                alpha: lower,
                beta: upper,
                ply: ply + 1,
                checked: gives_check,
                cut: false,
                replies,
            };
            let mut score = Score::MIN;
            let mut full = tried == 1;
            if !full {
                let mut less = 0;
                if self.selective && depth >= p.reduce_from && class != Class::Good {
                    less = reduction;
                    less += if improving { 0 } else { p.many_reduce_not_improving };
                    less += if cut { p.many_reduce_cut } else { 0 };
                    less -= if open { p.reduce_open } else { 0 };
                    less -= if gives_check || checked { p.reduce_check } else { 0 };
                    less -= history * 1024 / p.reduce_history;
                    if next.survivors() != position.survivors() {
                        less = 0;
                    }
                    less /= 1024;
                }
                // In the first round what happens until the root moves again stays in sight.
                let floor = (self.root.survivors() as i32 - ply as i32 - 1).max(1);
                let reduced = (deeper - less).clamp(deeper.min(floor), deeper);
                let null_window = Spot { depth: reduced, beta: lower + 1, ..child };
                score = self.descend_many(position, next, next_strength, null_window, false);
                if score > lower && reduced < deeper && !self.aborted {
                    let again = Spot { depth: deeper, ..null_window };
                    score = self.descend_many(position, next, next_strength, again, cut);
                }
                full = open && score > lower && score < upper && !self.aborted;
            } else if !open {
                score = self.descend_many(position, next, next_strength, child, cut);
                full = false;
            }
            if full {
                score = self.descend_many(position, next, next_strength, child, false);
            }
            self.give_back(after, ply);
            if self.aborted {
                break;
            }
            if let Some(blend) = &mut blend {
                score = if tried == 1 {
                    stand = mv;
                    blend.note_stand(score);
                    score
                } else if lazy {
                    let both = [(stand, node.replies), (mv, replies)];
                    self.weigh(position, strength, &node, blend, both, score)
                } else {
                    blend.value(score)
                };
                if self.aborted {
                    break;
                }
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
            if mv != best_move {
                if noisy {
                    tried_noisy.push(mv);
                } else {
                    tried_quiet.push(mv);
                }
            }
            last = mv;
        }
        self.line.pop();
        self.frames[ply].piece_on = None;
        self.moves[ply] = picker.into_moves();
        if !self.aborted && best >= beta && best_move != Move::NONE {
            let (bonus, tried) = (self.bonus(depth), [&tried_quiet[..], &tried_noisy]);
            context.reward(&mut self.histories, best_move, tried, bonus, bonus);
        }
        self.tried_quiet[ply] = tried_quiet;
        self.tried_noisy[ply] = tried_noisy;
        if self.aborted {
            return Score::ZERO;
        }
        if best == Score::MIN {
            // A player without moves passes; so this is a finished game.
            return self.draw(position);
        }
        let bound = Bound::of(best, entered_alpha, beta);
        let known_now = if forced && best_move == Move::NONE { last } else { best_move };
        self.remember(key, ply, best, known_now, depth, bound, false);
        best
    }

    /// The score of the position after a move, as the mover sees it. `cut` says whether the mover
    /// is expected to be above the window after it.
    pub(super) fn descend_many(
        &mut self,
        position: &Position<W>,
        next: &Position<W>,
        strength: &Strength<'_>,
        node: Spot,
        cut: bool,
    ) -> Score {
        let same = self.is_ours(position) == self.is_ours(next);
        // The player at the root begins a new round of replies.
        let replies = if self.is_ours(next) { self.plan.replies() } else { node.replies };
        let full = node.beta.raw() - node.alpha.raw() > 1;
        let node = Spot { replies, cut: !full && (cut == same), ..node };
        if same {
            self.search_many(next, strength, node)
        } else {
            let Spot { alpha, beta, .. } = node;
            -self.search_many(next, strength, Spot { alpha: -beta, beta: -alpha, ..node })
        }
    }
}
