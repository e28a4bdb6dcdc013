//! Positions that can come about again.

use super::Position;

impl<const W: usize> Position<W> {
    /// Whether one move of a piece other than a Pawn, by the player to move, makes the position that
    /// had this hash when the other player was to move. Whether that move leaves the King in check is
    /// not looked at, nor hops. In games for two on 64 cells; elsewhere none is found.
    #[inline]
    #[must_use]
    pub fn may_return_to(&self, earlier: u64) -> bool {
        let keys = &self.tables.keys;
        let turns = keys.turn(self.turn) ^ keys.turn(self.turn ^ 1);
        let Some(shuttle) = self.tables.shuttle(self.hash ^ earlier ^ turns) else { return false };
        let [a, b] = shuttle.cells;
        let own = self.of_seat(self.turn);
        // The piece stands on one of the cells, the other is empty.
        let stands = own.contains(a) != own.contains(b);
        let free = || !self.tables.between(a, b).intersects(&self.occupied());
        stands && (shuttle.leaps || free())
    }
}

#[cfg(test)]
mod tests {
    use crate::position::{AnyPosition, Game, MoveFlag, reach_on_empty_board, with_position};
    use crate::variant;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn just_the_moves_that_can_be_taken_back_return() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        for id in ["chess", "cwda-cn", "cwda-rf"] {
            let variant = variant::find(id).expect("a registered game");
            let (mut returning, mut others) = (0, 0);
            for _ in 0..20 {
                let mut game = Game::start(variant);
                for _ in 0..100 {
                    let moves = game.position().legal_moves();
                    if moves.is_empty() || game.outcome().is_some() {
                        break;
                    }
                    with_position!(game.position(), p => {
                        for &mv in &moves {
                            let after = p.after(mv);
                            let piece = p.piece_on(mv.from()).expect("a piece");
                            let (seat, kind) = (piece.seat(), piece.kind());
                            let back = || reach_on_empty_board(variant, mv.to(), seat, kind);
                            // Whoever could play this move has that position within reach.
                            let can = mv.flag() == MoveFlag::Plain
                                && p.piece_on(mv.to()).is_none()
                                && p.tables().pawns >> kind & 1 == 0
                                && p.guessed_hash(mv) == after.hash()
                                && back().contains(&mv.from());
                            let goes_straight = mv.flag() == MoveFlag::Plain
                                && mv.promotion().is_none()
                                && p.castling == after.castling
                                && (0..2).all(|seat| p.en_passant_right(seat).is_none());
                            if goes_straight {
                                assert_eq!(p.guessed_hash(mv), after.hash(), "{id} {}", p.fen());
                            }
                            assert_eq!(p.may_return_to(after.hash()), can, "{id} {}", p.fen());
                            returning += u32::from(can);
                            others += u32::from(!can);
                        }
                    });
                    game.play(moves[random.random_range(0..moves.len())]);
                }
            }
            assert!(returning > 5000 && others > 5000, "{id}: {returning}, {others}");
        }
    }

    #[test]
    fn what_stands_between_is_in_the_way() {
        let variant = variant::find("chess").expect("a registered game");
        let read = |fen: &str| AnyPosition::read(variant, fen).expect("a position");
        let returns = |now: &str, then: &str| {
            let (now, then) = (read(now), read(then));
            with_position!(&then, then => {
                let earlier = then.hash();
                with_position!(&now, now => now.may_return_to(earlier))
            })
        };
        let [far, near] = ["4k3/8/8/8/8/8/8/R3K3", "4k3/8/8/8/8/8/8/2R1K3"];
        let mover = |placement: &str, turn| format!("{placement} {turn} - - 4 9");
        assert!(returns(&mover(far, 'w'), &mover(near, 'b')));
        // The Rook is White's, and nobody moves twice.
        assert!(!returns(&mover(far, 'b'), &mover(near, 'w')));
        assert!(!returns(&mover(far, 'w'), &mover(near, 'w')));
        let [far, near] = ["4k3/8/8/8/8/8/8/RN2K3", "4k3/8/8/8/8/8/8/1NR1K3"];
        assert!(!returns(&mover(far, 'w'), &mover(near, 'b')));
    }
}
