//! A lead among many: what it is worth, and that it is made use of.

use super::*;

/// Yellow has a Rook, three Bishops and a Knight against a bare King and one with a Bishop. As long as the
/// draw is out of sight a lead is worth the same however long ago anything was taken: no piece is given
/// away to have the count begin again.
#[test]
fn a_lead_does_not_fade_with_the_move_count() {
    let ahead = "8/7/6/5/4/3/2/1|8/7/6/5/4/3/2/1|6,yB,yB/bK,6/6/2,yK,2/4/rB,2/2/1\
        |8/5,yB,1/6/1,yR,3/4/3/rK,1/1|7,yN/7/6/5/4/3/2/1 y ryb - -";
    let [early, late] =
        [0, 75].map(|clock| game("wildhoney-pawnless", &format!("{ahead} {clock} 98")));
    for depth in 1..=6 {
        let [early, late] = [&early, &late].map(|g| search(&engine(1), g, &to_depth(depth)).report);
        assert_eq!(early.score, late.score, "depth {depth}");
        assert_eq!(early.best, late.best, "depth {depth}");
    }
}

/// A Queen and two pieces against two bare Kings: one after the other is mated before the draw by the
/// move count.
#[test]
fn bare_kings_are_mated_one_after_the_other() {
    let fen = "8/7/6/5/4/3/2/1|8/7/4,yK,1/5/4/3/2/1|8/7/4,bB,1/5/4/3/2/1\
        |8/3,bC,3/3,bQ,2/5/4/3/rK,1/1|bK,7/7/6/5/4/3/2/1 r ryb - - 0 1";
    let mut game = game("wildhoney-pawnless", fen);
    let engine = engine(1);
    while game.outcome().is_none() {
        let best = search(&engine, &game, &to_nodes(2500)).report.best.expect("a move");
        game.play(best);
    }
    let outcome = game.outcome().expect("it has ended");
    let blue = 2;
    assert!(outcome.utility(blue) >= 1.0, "{outcome:?}");
}
