//! Repetition: what is a draw by the rules, and what a search may take for one.

use super::*;
use simurgh::search::{Model, Parameters};

/// White, a Rook behind, shuffles its King; Black does the same.
const BEHIND: &str = "r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1";
const SHUFFLE: [&str; 3] = ["g8f8", "g1f1", "f8g8"];

fn after(moves: &[&str]) -> Game {
    Game::new(variant::find("chess").expect("chess"), Some(BEHIND), moves)
        .unwrap_or_else(|e| panic!("{moves:?}: {e}"))
}

/// White could return to the first position: the second time is no draw, and Black goes another way.
#[test]
fn a_way_back_to_where_the_game_has_been_once_is_no_draw() {
    for depth in 1..=6 {
        let found = search(&engine(1), &after(&SHUFFLE), &to_depth(depth));
        let score = found.report.score;
        assert!(score.raw() < -200, "depth {depth}: {score:?}");
    }
}

/// The third time it is one.
#[test]
fn a_third_time_is_a_draw() {
    let moves = [&SHUFFLE[..], &["f1g1"], &SHUFFLE].concat();
    let game = after(&moves);
    for depth in 1..=6 {
        let found = search(&engine(1), &game, &to_depth(depth));
        assert_eq!(found.report.score.raw(), 0, "depth {depth}");
        let best = found.report.best.expect("a move");
        assert_eq!(game.position().move_text(best), "f1g1");
    }
}

/// Checks that go on for ever: after Queen h5, King g8, Queen e8, King h7 the Queen's way back to h5 is in
/// sight, and need not be searched. Full width has to go there.
#[test]
fn a_way_back_to_a_position_of_the_line_is_a_draw_at_once() {
    let fen = "8/6pk/5p2/8/3b4/1q6/pr2Q1PP/7K w - - 0 1";
    let game = Game::new(variant::find("chess").expect("chess"), Some(fen), &[] as &[&str])
        .expect("a position");
    let score_at = |depth, mut engine: Engine| {
        // Otherwise the checks themselves are searched deeper.
        engine.settings_mut().parameters.check_extension = 0;
        search(&engine, &game, &to_depth(depth)).report.score.raw()
    };
    assert!(score_at(3, engine(1)) < -500);
    assert_eq!(score_at(4, engine(1)), 0);
    assert_eq!(score_at(5, engine(1)), 0);
    assert!(score_at(2, full_width(1)) < -500);
}

/// Three players go to and fro; Yellow lacks its Queens.
const TO_AND_FRO: [&str; 6] = ["1b21a4", "1b71a5", "7b75a5", "1a41b2", "1a51b7", "5a57b7"];

/// The score of the next move of that round, by a search of depth 1 that looks at nothing else.
fn next_of_the_round(played: usize, model: Model) -> i32 {
    let honeycomb = variant::find("honeycomb").expect("honeycomb");
    let fen = honeycomb.start.replace("yQ", "1");
    let moves: Vec<&str> = TO_AND_FRO.into_iter().cycle().take(played + 1).collect();
    let game = Game::new(honeycomb, Some(&fen), &moves[..played]).expect("a position");
    let next = game.position().find_move(moves[played]).expect("a move");
    let limits = Limits { searchmoves: vec![next], ..to_depth(1) };
    let mut engine = engine(1);
    engine.settings_mut().model = model;
    search(&engine, &game, &limits).report.score.raw()
}

/// Others who went to and fro will do so again, which a search that has them reply otherwise does not
/// see: whoever is ahead does not go along, and whoever is behind may.
#[test]
fn who_leads_among_many_does_not_return_to_where_the_game_has_been() {
    let draw = -Parameters::default().many_contempt;
    for model in [Model::Auto, Model::BrsPlus, Model::Paranoid] {
        assert_ne!(next_of_the_round(0, model), draw, "{model:?}: the first time");
        assert_eq!(next_of_the_round(6, model), draw, "{model:?}: Red, ahead");
        assert_ne!(next_of_the_round(7, model), draw, "{model:?}: Yellow, behind");
        assert_eq!(next_of_the_round(13, model), draw, "{model:?}: the third time");
    }
}

/// Blue, ahead, has gone away with its Queen and back again while Red did so with its Bishop, and has
/// begun once more. If the Queen goes back now, so does the Bishop: a third time, by a quiet move that
/// promises nothing.
#[test]
fn a_draw_by_a_late_quiet_move_is_seen() {
    let double = variant::find("honeycomb-double-pawnless").expect("the game");
    let fen = "3,rK,4/7/6/5/4/3/2/1|8/7/6/2,bK,2/4/3/2/1|8/7/2,bQ,3/2,rN,2/4/3/2/1\
        |8/7/6/5/rB,3/3/2/1|8/7/6/5/4/3/2/1 b rb - - 0 1";
    let moves = ["4c64d6", "4d43e3", "4d64c6", "3e34d4", "4c64c4", "4d44b6"];
    let game = Game::new(double, Some(fen), moves).expect("a position");
    let back = game.position().find_move("4c44c6").expect("a move");
    // Blue has a place for good, and half of the rest in a draw.
    let draw = 2000;
    for depth in 2..=5 {
        let limits = Limits { searchmoves: vec![back], ..to_depth(depth) };
        let score = search(&engine(1), &game, &limits).report.score.raw();
        assert_eq!(score, draw, "depth {depth}");
        let found = search(&engine(1), &game, &to_depth(depth)).report;
        assert!(found.best != Some(back) && found.score.raw() > draw, "depth {depth}: {found:?}");
    }
}

/// What was searched eight plies before the move count draws says nothing of the position with all
/// of them left.
#[test]
fn a_draw_by_the_move_count_is_none_with_moves_to_spare() {
    let with_clock = |clock: u32| game("chess", &format!("8/8/4k3/8/3QK3/8/8/8 w - - {clock} 80"));
    let engine = engine(4);
    let near = search(&engine, &with_clock(92), &to_depth(10)).report.score;
    assert_eq!(near.raw(), 0);
    for depth in 1..=8 {
        let score = search(&engine, &with_clock(0), &to_depth(depth)).report.score;
        assert!(score.raw() > 300, "depth {depth}: {score:?}");
    }
}
