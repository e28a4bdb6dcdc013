//! Whether a free reply refutes a line, without more of the stand than that takes.
//!
//! In a null window a node at which free replies count in part need not know what its best ordered move
//! is worth, only whether both together reach the window. So that move is asked first whether it does
//! alone; its bound then stands for its worth, and a reply that would be enough with it has the stand
//! searched once more for the least that is needed. Either it is, or the bound falls and the reply has to
//! do better, in turns.

use super::super::kernel::Worker;
use super::super::score::Score;
use super::blend::Blend;
use super::node::Spot;
use crate::eval::Strength;
use crate::position::{Move, Position};

impl<const W: usize> Worker<'_, W> {
    /// What a node is worth, seen in its null window, by a reply that was found to have `score` there: a
    /// bound, once it is certain on which side of the window. The two moves are the best ordered one and
    /// the reply, each with the free replies left after it.
    pub(super) fn weigh(
        &mut self,
        position: &Position<W>,
        strength: &Strength<'_>,
        node: &Spot,
        blend: &mut Blend,
        [stand, reply]: [(Move, u8); 2],
        mut score: Score,
    ) -> Score {
        while let Some(needed) = blend.needed_of_stand(score, node.beta) {
            let window = Spot { alpha: needed - 1, beta: needed, ..*node };
            let found = self.follow(position, strength, stand, window);
            blend.note_probe(found, needed);
            if self.aborted || found >= needed {
                break;
            }
            let (lower, upper) = blend.window(node.alpha, node.beta);
            let window = Spot { alpha: lower, beta: upper, ..*node };
            score = self.follow(position, strength, reply, window);
            if self.aborted {
                break;
            }
        }
        let value = blend.value(score);
        if value >= node.beta { blend.assured(score, node.beta) } else { value }
    }

    /// The score of a move in a null window.
    fn follow(
        &mut self,
        position: &Position<W>,
        strength: &Strength<'_>,
        (mv, replies): (Move, u8),
        node: Spot,
    ) -> Score {
        let ply = node.ply;
        self.frames[ply].piece_on = Some(self.histories.piece_on(position, mv));
        let after = self.play(position, strength, mv, ply);
        let (next, next_strength) = (&after.position, &after.strength);
        let checked = next.in_check(next.turn());
        let depth = if mv == Move::PASS { node.depth } else { node.depth - 1 };
        let child = Spot { depth, ply: ply + 1, checked, replies, ..node };
        let score = self.descend_many(position, next, next_strength, child, false);
        self.give_back(after, ply);
        score
    }
}
