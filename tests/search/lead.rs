//! A lead among many: what it is worth, and that it is made use of.

use super::*;
use simurgh::eval::{Strength, expectation, share};
use simurgh::position::with_position;
use simurgh::search::Model;

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

/// Everyone for themselves is a search for utilities; its scores are told in hundredths of a pawn, as
/// those of all others: what a score makes expect is what the end of the line does.
#[test]
fn utilities_are_told_in_hundredths_of_a_pawn() {
    let mut engine = engine(1);
    engine.settings_mut().model = Model::MaxN;
    for id in ["honeycomb", "wildhoney-double", "aof3", "guru"] {
        let game = Game::start(variant::find(id).expect(id));
        let found = search(&engine, &game, &to_depth(1));
        let end = follow(game.position(), found.line()).expect("a legal line");
        let expected = with_position!(&end, p => {
            let weights = engine.weights(&end);
            expectation(p, &Strength::of(p, &weights))[usize::from(game.position().turn())]
        });
        let told = [found.report.score, found.infos[0].score].map(|s| share(s.raw().into()));
        assert!(told.iter().all(|t| (t - expected).abs() < 0.002), "{id}: {told:?}, {expected}");
    }
}

/// Who comes out ahead if every player has so many nodes for a move.
fn winner(fen: &str, nodes: u64) -> Option<u8> {
    let mut game = game("wildhoney-pawnless", fen);
    let engine = engine(1);
    while game.outcome().is_none() {
        let best = search(&engine, &game, &to_nodes(nodes)).report.best.expect("a move");
        game.play(best);
    }
    let outcome = game.outcome().expect("it has ended");
    (0..3).find(|&seat| outcome.utility(seat) >= 1.0)
}

/// A Queen and two pieces against two bare Kings: one after the other is mated before the draw by the
/// move count.
#[test]
fn bare_kings_are_mated_one_after_the_other() {
    let fen = "8/7/6/5/4/3/2/1|8/7/4,yK,1/5/4/3/2/1|8/7/4,bB,1/5/4/3/2/1\
        |8/3,bC,3/3,bQ,2/5/4/3/rK,1/1|bK,7/7/6/5/4/3/2/1 r ryb - - 0 1";
    assert_eq!(winner(fen, 2500), Some(2));
}

/// Whoever has one piece left beside the King is hunted like a bare King: when only bare Kings were hunted in
/// full, three pieces went to and fro until the draw by the move count.
#[test]
fn kings_with_one_piece_left_are_mated() {
    // Blue with Bishop, Knight and Gnu against a Knight.
    let alone = "8/7/6/5/4/3/2/1|4,bB,3/4,bK,1,yK/6/5/4/3/2/1|8/7/6/5/4/3/2/1|8/7/6/5/4/3/bG,1/1\
        |8/7/2,bN,3/5/4/1,yN,1/2/1 b yb - - 0 100";
    assert_eq!(winner(alone, 6000), Some(2));
    // Blue with Gnu, Rook and Knight against a Knight and a bare King.
    let beside_another = "8/7/3,yK,2/5/4/3/2/1|8/7/3,rK,2/5/4/3/2/yN|8/7/6/5/4/3/2/1|8/6,bK/6/5/4/3/2/bG\
        |8/5,bN,1/6/2,bR,2/4/3/2/1 b ryb - - 0 100";
    assert_eq!(winner(beside_another, 6000), Some(2));
}
