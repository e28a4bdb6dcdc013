//! Searches beside the search: what a null move, a shallow look at captures, or a search without the
//! best move say of a node.
//!
//! In games for two only, where the opponent of the player to move is the one who replies.

use super::kernel::Worker;
use super::node::{Node, PRUNED_FROM};
use super::picker::Picker;
use super::score::Score;
use super::table::{Bound, Entry};
use crate::eval::Strength;
use crate::geometry::Cell;
use crate::position::{Move, Position, Scope};

/// With so few pieces beside King and Pawns not having to move may be worth more than any move.
const ZUGZWANG_PIECES: usize = 1;
/// Plies by which ProbCut's search after a capture is shallower than the node.
const PROBCUT_LESS: i32 = 4;
/// Plies by which the search of the table's entry may have been shallower than the node for its score
/// to measure other moves by.
const SINGULAR_LESS: i32 = 3;

/// What a search without the table's move says of it.
pub(super) enum Singular {
    /// Search the move so much deeper.
    Extend(i32),
    /// The node is at least worth this.
    Cut(Score),
}

impl<const W: usize> Worker<'_, W> {
    /// Null move: if the opponent may move twice and we are still above the window, a real move
    /// will be, too. Deep results are verified without another null move, since in endgames not
    /// having to move can be worth more than any move (zugzwang). (Donninger 1993; Tabibi and
    /// Netanyahu 2002.)
    pub(super) fn null_move(
        &mut self,
        position: &Position<W>,
        strength: &Strength<'_>,
        node: &Node,
        value: Score,
        corrected: Score,
    ) -> Option<Score> {
        let p = self.shared.parameters;
        let &Node { depth, beta, ply, cut, .. } = node;
        let ready = depth >= p.null_from
            && ply >= self.no_null_before
            && ply > 0
            && self.frames[ply - 1].piece_on.is_some()
            && value >= beta
            && corrected + p.null_slack >= beta
            && !beta.is_decided()
            && position.has_pieces(position.turn())
            // Verified at so little depth, a quiet key to a zugzwang was overlooked for long.
            && (ply >= PRUNED_FROM || !self.looms(position));
        if !ready {
            return None;
        }
        let margin = (value.raw() - beta.raw()) / p.null_margin;
        let less = p.null_base + depth / 3 + margin.min(3);
        let after = self.play(position, strength, Move::PASS, ply);
        let (next, next_strength) = (&after.position, &after.strength);
        self.frames[ply].piece_on = None;
        self.line.push(position.hash());
        let window = Node {
            depth: depth - less,
            alpha: beta - 1,
            beta,
            ply: ply + 1,
            checked: false,
            cut: !cut,
        };
        let score = self.descend(position, next, next_strength, window);
        self.give_back(after, ply);
        self.line.pop();
        if self.aborted || score < beta {
            return None;
        }
        let score = if score.is_decided() { beta } else { score };
        if depth < p.null_verification && !self.looms(position) {
            return Some(score);
        }
        let before = self.no_null_before;
        self.no_null_before = ply + (3 * (depth - less) / 4).max(1) as usize;
        let verified = self.search(
            position,
            strength,
            Node { depth: depth - less, alpha: beta - 1, cut: false, ..*node },
        );
        self.no_null_before = before;
        // The line that it found is none of this node.
        self.clear_pv(ply);
        (!self.aborted && verified >= beta).then_some(score)
    }

    /// Whether zugzwang may loom for the player to move.
    pub(super) fn looms(&self, position: &Position<W>) -> bool {
        position.pieces(position.turn()).count() <= ZUGZWANG_PIECES
    }

    /// ProbCut: a capture that is far above the window after a shallow search will be above it
    /// after a deep one (Buro 1995).
    pub(super) fn probcut(
        &mut self,
        position: &Position<W>,
        strength: &Strength<'_>,
        node: &Node,
        corrected: Score,
    ) -> Option<Score> {
        let p = self.shared.parameters;
        let &Node { depth, beta, ply, cut, .. } = node;
        if depth < p.probcut_depth || beta.is_decided() {
            return None;
        }
        let goal = Score::value(beta.raw() + p.probcut_margin);
        let needed = goal.raw() - corrected.raw();
        let earlier = self.earlier(ply);
        let lists = std::mem::take(&mut self.lists[ply]);
        let mut picker = Picker::new(lists, Scope::Noisy, Move::NONE, needed);
        let context = self.context(position, strength, ply, earlier);
        let mut found = None;
        self.line.push(position.hash());
        while let Some(mv) = picker.next(&context, &self.histories) {
            if picker.is_at_bad_captures() {
                break;
            }
            self.frames[ply].quiet = false;
            self.frames[ply].piece_on = Some(self.histories.piece_on(position, mv));
            let after = self.play(position, strength, mv, ply);
            let (next, next_strength) = (&after.position, &after.strength);
            let checked = next.in_check(next.turn());
            let below = -goal;
            let mut score = -self.quiescence(
                next,
                next_strength,
                below,
                below + 1,
                ply + 1,
                0,
                checked,
                Cell::NONE,
            );
            if score >= goal && !self.aborted {
                let window = Node {
                    depth: depth - PROBCUT_LESS,
                    alpha: goal - 1,
                    beta: goal,
                    ply: ply + 1,
                    checked,
                    cut: !cut,
                };
                score = self.descend(position, next, next_strength, window);
            }
            self.give_back(after, ply);
            if self.aborted {
                break;
            }
            if score >= goal {
                let entry = Entry {
                    compact_move: mv.compact(),
                    score,
                    // The capture is a ply, too.
                    depth: depth - PROBCUT_LESS + 1,
                    bound: Bound::Lower,
                    open: false,
                };
                self.shared.table.store(self.key(position), ply, &entry);
                found = Some(score);
                break;
            }
        }
        self.line.pop();
        self.frames[ply].piece_on = None;
        self.lists[ply] = picker.into_lists();
        found
    }

    /// Whether the table's move is the only good one: without it a shallower search stays below
    /// its score by a margin. Then it is searched deeper. If others are good enough to cut, too,
    /// the node is done (multi-cut).
    pub(super) fn singular(
        &mut self,
        position: &Position<W>,
        strength: &Strength<'_>,
        node: &Node,
        entry: &Entry,
    ) -> Singular {
        let p = self.shared.parameters;
        let &Node { depth, alpha, beta, ply, cut, .. } = node;
        if entry.bound == Bound::Upper
            || entry.depth < depth - SINGULAR_LESS
            || entry.score.is_decided()
        {
            return Singular::Extend(0);
        }
        let goal = entry.score - p.singular_margin * depth / 16;
        self.frames[ply].excluded = entry.compact_move;
        let line = self.line.pop();
        // The list of this ply is in use: the search of the others gets one of its own.
        let quiet = std::mem::take(&mut self.tried_quiet[ply]);
        let noisy = std::mem::take(&mut self.tried_noisy[ply]);
        let window = Node { depth: (depth - 1) / 2, alpha: goal - 1, beta: goal, ..*node };
        let score = self.search(position, strength, window);
        self.tried_quiet[ply] = quiet;
        self.tried_noisy[ply] = noisy;
        self.line.extend(line);
        self.frames[ply].excluded = 0;
        // The line without the best move is none of this node.
        self.clear_pv(ply);
        let open = beta.raw() - alpha.raw() > 1;
        if score < goal {
            let clearly = !open && score + p.singular_double < goal;
            Singular::Extend(1 + i32::from(clearly))
        } else if goal >= beta {
            Singular::Cut(goal)
        } else if entry.score >= beta {
            Singular::Extend(-2 + i32::from(open))
        } else if cut {
            Singular::Extend(-1)
        } else {
            Singular::Extend(0)
        }
    }
}
