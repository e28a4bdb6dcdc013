//! What a position is worth without searching on: its static value, and the score of an end.

use super::kernel::Worker;
use super::score::Score;
use crate::eval::{Strength, draw_value, evaluate};
use crate::geometry::GOLDEN;
use crate::position::Position;

impl<const W: usize> Worker<'_, W> {
    /// A value seen from our side, as the player to move sees it.
    #[inline]
    fn for_mover(&self, position: &Position<W>, ours: Score) -> Score {
        if self.is_ours(position) { ours } else { -ours }
    }

    /// The evaluation as the player to move sees it.
    #[inline]
    pub(super) fn evaluate(&mut self, position: &Position<W>, strength: &Strength<'_>) -> Score {
        let value = self.value(position, strength);
        // Without progress a draw comes nearer. In games for two alone: whoever is far ahead of several
        // would rather have a piece taken than lose a share of so great a value, down to a bare King.
        let fade = self.shared.parameters.clock_fade;
        let limit = i32::from(position.tables().variant.rules.move_limit).max(1);
        let faded = if self.selective && self.duel && fade > 0 {
            let ahead = value - self.drawn(position);
            // A position may be given with more plies behind it than the limit.
            let spent = i32::from(position.clock()).min(limit);
            value - ahead * spent / limit * fade / 200
        } else {
            value
        };
        self.for_mover(position, Score::value(faded))
    }

    /// The key of what the evaluation gives our side: it is remembered from search to search, of one side
    /// or another.
    #[inline]
    pub(super) fn key_of_value(&self, position: &Position<W>) -> u64 {
        position.hash() ^ u64::from(self.side).wrapping_mul(GOLDEN)
    }

    /// What the evaluation gives our side.
    #[inline]
    fn value(&mut self, position: &Position<W>, strength: &Strength<'_>) -> i32 {
        if self.duel {
            return evaluate(position, strength, self.side);
        }
        let key = self.key_of_value(position);
        if let Some(value) = self.histories.values.get(key) {
            return value;
        }
        let value = evaluate(position, strength, self.side);
        self.histories.values.put(key, value);
        value
    }

    /// The value of a draw as the player to move sees it.
    #[inline]
    pub(super) fn draw(&self, position: &Position<W>) -> Score {
        self.for_mover(position, Score::value(self.drawn(position)))
    }

    /// The value of a draw to our side.
    #[inline]
    fn drawn(&self, position: &Position<W>) -> i32 {
        // Where two sides are all there is, a draw is worth what it is.
        let fixed =
            if self.selective && !self.exact { self.shared.parameters.many_contempt } else { 0 };
        draw_value(position, self.side) - self.contempt - fixed
    }

    /// The score of a position in which everything is decided for our side, without looking for
    /// legal moves, as the player to move sees it.
    pub(super) fn decided(&self, position: &Position<W>, ply: usize) -> Option<Score> {
        if let Some(reason) = position.ended() {
            let outcome = position.outcome_by(reason);
            if outcome.reason.is_draw() {
                return Some(self.draw(position));
            }
            let seats = position.tables().variant.seats();
            let best = (0..seats as u8)
                .filter(|&s| self.side >> s & 1 != 0)
                .map(|s| outcome.place(s))
                .fold(f64::INFINITY, f64::min);
            let ours = if best < 1.5 {
                Score::win(ply)
            } else {
                let lone = self.side.count_ones() == 1;
                Score::loss(ply, if lone { seats - best as usize } else { 0 })
            };
            return Some(self.for_mover(position, ours));
        }
        if position.alive() & self.side == 0 {
            let behind = position.tables().variant.seats() - 1 - position.survivors() as usize;
            return Some(self.for_mover(position, Score::loss(ply, behind)));
        }
        if position.is_dead() || self.recurs(position) {
            return Some(self.draw(position));
        }
        if position.move_count_reached() {
            let two_players = position.tables().variant.seats() == 2;
            let mated = two_players
                && position.in_check(position.turn())
                && position.count_legal_moves() == 0;
            return Some(if mated { Score::loss(ply, 0) } else { self.draw(position) });
        }
        None
    }

    /// Whether the player to move can go back to a position of the searched line, in games for two on
    /// 64 cells: what can be had at once need not be searched for.
    pub(super) fn may_recur(&self, position: &Position<W>, ply: usize) -> bool {
        let most = ply.min(position.clock().into());
        // Over a null move nobody goes back.
        let played = (1..=most).take_while(|back| self.frames[ply - back].piece_on.is_some());
        let end = self.line.len();
        played
            .filter(|back| back % 2 == 1 && *back >= 3)
            .any(|back| position.may_return_to(self.line[end - back]))
    }

    /// Whether a position has recurred since the last irreversible move: once along the searched
    /// line, where either side could do it again, or as often as draws by repetition take before, in
    /// the game. To return there less often is none: the opponent need not go along again.
    fn recurs(&self, position: &Position<W>) -> bool {
        let since = self.line.len().saturating_sub(position.clock().into());
        let begin = self.shared.past.len().max(since);
        let hash = position.hash();
        self.line[begin..].contains(&hash)
            || self.line[since..begin].iter().filter(|&&earlier| earlier == hash).count()
                >= self.returns_that_draw
    }
}
