//! Attacks and the King's safety.

use super::boards::{Coord, plus, times};
use super::pieces::{Way, all};
use super::{Family, Man, Men, Position};

impl Position<'_> {
    /// Whether a man could capture an enemy that stands on a cell.
    pub fn could_capture(&self, men: &Men, from: Coord, man: Man, target: Coord) -> bool {
        let board = &self.game.board;
        if self.game.is_pawn(man) {
            return self.game.pawn_captures(man).iter().any(|&v| plus(from, v) == target);
        }
        let by_way = self.ways(man).iter().any(|way| match way {
            Way::Walk(steps) => {
                let mut at = from;
                for (i, &v) in steps.iter().enumerate() {
                    let to = plus(at, v);
                    if to == target {
                        return !board.is_barred(at, to);
                    }
                    let is_last = i + 1 == steps.len();
                    if is_last || board.step(at, v).is_none() || men.contains_key(&to) {
                        return false;
                    }
                    at = to;
                }
                false
            }
            Way::Hop(v) => {
                let line = std::iter::successors(board.step(from, *v), |&at| board.step(at, *v));
                let before = line.take_while(|&at| at != target);
                is_multiple(*v, from, target)
                    && before.filter(|at| men.contains_key(at)).count() == 1
            }
        });
        by_way && self.may_enter(man, target)
    }

    /// Whether an enemy of a player could capture on a cell.
    pub fn is_attacked(&self, men: &Men, target: Coord, owner: usize) -> bool {
        men.iter().any(|(&from, &man)| {
            self.are_enemies(man.owner, owner) && self.could_capture(men, from, man, target)
        })
    }

    pub fn king(&self, men: &Men, owner: usize) -> Option<Coord> {
        men.iter().find(|(_, m)| m.owner == owner && m.is_royal()).map(|(&cell, _)| cell)
    }

    /// Whether a player who is still in the game is in check.
    pub fn in_check(&self, men: &Men, owner: usize) -> bool {
        self.king(men, owner).is_some_and(|king| self.is_attacked(men, king, owner))
    }

    /// Whether the Kings of `ninja` look at each other.
    fn kings_face(&self, men: &Men) -> bool {
        let (Some(white), Some(black)) = (self.king(men, 0), self.king(men, 1)) else {
            return false;
        };
        [all(1, 0, 0), all(1, 1, 0)].concat().into_iter().any(|v| {
            let mut at = white;
            while let Some(next) = self.game.board.step(at, v) {
                if men.contains_key(&next) {
                    return next == black;
                }
                at = next;
            }
            false
        })
    }

    /// Whether the mover may leave the men like this.
    pub fn is_safe(&self, men: &Men) -> bool {
        if self.in_check(men, self.turn) {
            return false;
        }
        if self.game.family == Family::Ninja && self.kings_face(men) {
            self.note("facing Kings");
            return false;
        }
        true
    }
}

/// Whether a cell lies some steps of one vector away from another.
fn is_multiple(v: Coord, from: Coord, to: Coord) -> bool {
    (1..10).any(|k| plus(from, times(k, v)) == to)
}
