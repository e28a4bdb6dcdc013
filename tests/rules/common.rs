//! What all games share.

use super::{Table, read, set};
use simurgh::geometry::Cell;
use simurgh::position::{AnyPosition, Game, Move, with_position};
use simurgh::variant;

/// Four Kings in corners of `guru`, no two of them on one line.
const KINGS: &str = "rK@ua1 oK@lj2 gK@ui10 bK@lb9";

/// A position of `guru` with these Kings and more pieces.
#[track_caller]
fn guru(pieces: &str, rest: &str) -> Table {
    set("guru", &format!("{KINGS} {pieces}"), rest)
}

/// The boxes of honeycomb: a King in its corner behind own pawns of three headings, none of
/// which can move.
const RED_BOX: &str = "rK@1a1 rPy@1a2 rPb@2a2 rP@1b1 rPy@1b2 rPb@2b2";
const YELLOW_BOX: &str = "yK@1a8 yPr@1a7 yPb@2a8 yP@1b8 yPr@1b7 yPb@2b8";
const BLUE_BOX: &str = "bK@8a8 bPr@7a7 bPy@7a8 bP@8b8 bPr@7b7 bPy@7b8";

// Games and words.

#[test]
fn there_are_28_games_under_29_ids() {
    let ids: Vec<_> = variant::ids().collect();
    assert_eq!(ids.len(), 29);
    assert_eq!(ids.iter().filter(|id| id.starts_with("cwda-")).count(), 16);
    assert_eq!(ids.iter().filter(|id| id.contains("honey")).count(), 8);
    let rest = ["chess", "aof3", "guru", "guru-teams", "ninja"];
    assert!(rest.iter().all(|id| ids.contains(id)));
    let (chess, ff) = (variant::find("chess").unwrap(), variant::find("cwda-ff").unwrap());
    assert_eq!((chess.start.as_str(), chess.pieces.len()), (ff.start.as_str(), ff.pieces.len()));
}

#[test]
fn boards_have_the_listed_sizes_and_players() {
    for (id, cells, players) in [
        ("chess", 64, "wb"),
        ("honeycomb", 180, "ryb"),
        ("aof3", 350, "rogb"),
        ("guru", 200, "rogb"),
        ("ninja", 250, "wb"),
    ] {
        let game = variant::find(id).unwrap();
        assert_eq!((game.board.len(), game.players), (cells, players), "{id}");
    }
}

#[test]
fn turns_follow_the_order_of_the_letters() {
    for id in variant::ids() {
        let mut position = AnyPosition::start(variant::find(id).unwrap());
        let letters: Vec<char> = position.variant().players.chars().collect();
        for i in 0..2 * letters.len() {
            assert_eq!(position.variant().letter(position.turn()), letters[i % letters.len()]);
            let first = position.legal_moves()[0];
            position.make(first);
        }
    }
}

#[test]
fn a_leap_ignores_what_stands_between() {
    Table(Game::start(variant::find("chess").unwrap())).check("b1", "a3 c3");
}

#[test]
fn a_rider_passes_empty_cells_and_may_capture_the_first_piece() {
    let table = read("chess", "4k3/8/8/8/R2p3P/8/8/4K3 w - - 0 1");
    table.check("a4", "a1 a2 a3 a5 a6 a7 a8 b4 c4 d4");
    let table = read("chess", "4k3/8/8/8/R2P3p/8/8/4K3 w - - 0 1");
    table.check("a4", "a1 a2 a3 a5 a6 a7 a8 b4 c4");
}

#[test]
fn a_pinned_piece_attacks() {
    // The knight on e7 is pinned by the rook on e1, and still no square for the white King.
    let table = read("chess", "4k3/4n3/8/8/4K3/8/8/4R3 w - - 0 1");
    table.check("e4", "d3 d4 e3 e5 f3 f4");
    // Orange pins red's rook to red's King; green's King falls to that rook all the same.
    let table = set("guru", "rK@ua1 rR@ua4 oR@ua8 oK@uj1 gK@uf4 bK@lj10", "b rogb - - 0 1");
    let table = table.play("lj10lj9");
    assert_eq!((table.turn(), table.players()), ("r".into(), "rob".into()));
}

#[test]
fn a_pawn_attacks_the_cells_of_its_captures_even_when_they_are_empty() {
    let table = read("chess", "7k/8/8/3p4/8/4K3/8/8 w - - 0 1");
    table.check("e3", "d2 e2 f2 d3 f3 d4 f4");
}

#[test]
fn a_pawn_does_not_attack_where_it_only_steps() {
    let table = read("chess", "7k/8/8/4p3/8/4K3/8/8 w - - 0 1");
    table.check("e3", "d2 e2 f2 d3 f3 e4");
}

#[test]
fn an_emperor_is_a_king() {
    // It counts as the one King of its owner, and is checkmated like one.
    let table = set("guru", "rK@ua1 rR@ub5 oK@uj1 gEm@uh5 bK@ua10 bN@ue5", "b rogb - - 0 1");
    assert_eq!(table.players(), "rogb");
    assert_eq!(table.play("ue5uf7").players(), "rob");
}

// Games for two.

#[test]
fn a_move_may_not_leave_the_own_king_in_check() {
    let table = read("chess", "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1");
    table.check("e2", "").check("e1", "d1 d2 f1 f2");
}

#[test]
fn no_legal_move_in_check_is_checkmate() {
    let table = read("chess", "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2");
    let table = table.play("d8h4");
    assert_eq!((table.state().as_str(), table.moves().len()), ("result w:2,b:1 checkmate", 0));
}

#[test]
fn no_legal_move_without_check_is_stalemate_and_a_draw() {
    let table = read("chess", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1").play("f1f7");
    assert_eq!((table.state().as_str(), table.moves().len()), ("result w:1.5,b:1.5 stalemate", 0));
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    let game = Game::start(variant::find("chess").unwrap());
    let round = "g1f3 g8f6 f3g1 f6g8";
    let table = Table(game).play(round);
    assert_eq!(table.state(), "ongoing");
    let table = table.play("g1f3 g8f6 f3g1");
    assert_eq!(table.state(), "ongoing");
    assert_eq!(table.play("f6g8").state(), "result w:1.5,b:1.5 repetition");
}

#[test]
fn positions_with_other_castling_rights_differ() {
    let moves = "h1g1 e8d8 g1h1 d8e8 h1g1 e8d8 g1h1 d8e8";
    let with = read("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1").play(moves);
    let without = read("chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1").play(moves);
    assert_eq!(with.state(), "ongoing");
    assert_eq!(without.state(), "result w:1.5,b:1.5 repetition");
}

#[test]
fn positions_with_other_en_passant_rights_differ() {
    let moves = "e2e4 e8d8 e1d1 d8e8 d1e1 e8d8 e1d1 d8e8 d1e1";
    let with = read("chess", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1").play(moves);
    let without = read("chess", "4k3/8/8/8/p7/8/4P3/4K3 w - - 0 1").play(moves);
    assert_eq!(with.state(), "ongoing");
    assert_eq!(without.state(), "result w:1.5,b:1.5 repetition");
}

#[test]
fn positions_with_another_reserve_differ() {
    let hash = |reserve| set("ninja", "wK@m1 bK@l10 wP@a3", &format!("w wb - {reserve}")).0;
    let hashes = ["-", "wQ", "bQ", "wQ,wQ"].map(|r| hash(r).position().hash());
    let distinct: std::collections::HashSet<_> = hashes.into_iter().collect();
    assert_eq!(distinct.len(), 4);
}

#[test]
fn a_hundred_plies_without_capture_or_pawn_move_are_a_draw_for_two() {
    let fen = "4k3/8/8/8/8/4p3/4P3/R3K3 w - - 98 80";
    assert_eq!(read("chess", fen).play("a1a2").state(), "ongoing");
    assert_eq!(read("chess", fen).play("a1a2 e8e7").state(), "result w:1.5,b:1.5 move-count");
    let pieces = "wK@m1 bK@l10 wR@a1 bY@a8";
    let table = set("ninja", pieces, "w wb - - 98 80").play("a1a2 l10l9");
    assert_eq!(table.state(), "result w:1.5,b:1.5 move-count");
    // A Yeoman's move counts as a pawn's.
    let table = set("ninja", pieces, "w wb - - 98 80").play("a1a2 a8b7");
    assert_eq!((table.state(), table.counters()), ("ongoing".into(), "0 81".into()));
}

#[test]
fn checkmate_on_the_hundredth_ply_wins() {
    let table = read("chess", "6k1/8/6K1/8/8/8/8/R7 w - - 99 80").play("a1a8");
    assert_eq!(table.state(), "result w:1,b:2 checkmate");
}

// Games for three and four: resolution.

#[test]
fn a_player_falls_when_somebody_else_opens_a_line() {
    // Blue's knight leaves the line of red's rook onto green's King. Red's turn is next, so green
    // never gets to answer.
    let table = set("guru", "rK@ua1 rR@ub5 oK@uj1 gK@uh5 gN@ui8 bK@ua10 bN@ue5", "b rogb - - 7 4");
    let table = table.play("ue5uf7");
    assert_eq!(table.fen().split_once(' ').unwrap().1, "r rob - - 0 5");
    assert_eq!(table.all_on("uh5 ui8 uf7"), "- - bN");
    assert_eq!(table.state(), "ongoing");
}

#[test]
fn a_king_falls_without_being_captured() {
    // What attacks it stays where it is, and the turn is still to be played.
    let table = guru("rR@ui5", "r rogb - - 0 1");
    assert_eq!((table.players(), table.turn()), ("rob".into(), "r".into()));
    assert_eq!(table.all_on("ui5 ui10"), "rVr -");
}

#[test]
fn an_answered_check_costs_nothing() {
    let table = guru("rR@uh5", "r rogb - - 0 1").play("uh5ui5 lj2lj3");
    assert!(!table.allows("ui10ui9"));
    let table = table.play("ui10uj9 lb9la9");
    assert_eq!((table.turn(), table.players()), ("r".into(), "rogb".into()));
}

#[test]
fn only_the_player_whose_turn_begins_checkmates() {
    // Green's King stands in check by red from red's move on, through orange's whole turn.
    let table = guru("rR@uh5", "r rogb - - 0 1").play("uh5ui5");
    assert_eq!((table.turn(), table.players()), ("o".into(), "rogb".into()));
    let table = table.play("lj2lj3");
    assert_eq!((table.turn(), table.players()), ("g".into(), "rogb".into()));
}

#[test]
fn the_first_victim_in_turn_order_falls_first() {
    // Green's rook attacks red's and orange's Kings. After green come blue (missing), red, orange.
    let table = set("guru", "rK@ua5 oK@ue1 gR@ue5 gK@uj10", "g rog - - 0 1");
    assert_eq!(table.state(), "result r:3,o:2,g:1,b:4 last-player");
    // After red come orange, green.
    let table = set("guru", "rR@ue5 rK@uj1 oK@ue1 gK@ua5", "r rog - - 0 1");
    assert_eq!(table.state(), "result r:1,o:3,g:2,b:4 last-player");
}

#[test]
fn two_kings_may_fall_in_one_resolution() {
    let pieces = "rK@ua1 rR@ub4 rR@ub5 oK@uj4 gK@uj5 bK@ua10";
    let table = set("guru", pieces, "r rogb - - 3 1");
    assert_eq!((table.players(), table.turn()), ("rb".into(), "r".into()));
    assert_eq!(table.all_on("ua1 ub4 ub5 uj4 uj5"), "rEm rVr rVr - -");
    assert_eq!((table.state(), table.counters()), ("ongoing".into(), "0 1".into()));
}

#[test]
fn a_fall_may_uncover_another_king() {
    // Orange's knight shields green's King until orange's pieces leave the board.
    let pieces = "rK@ua1 rR@ua5 oK@uj5 rR@ub7 oN@ud7 gK@uh7 bK@la10";
    let table = set("guru", pieces, "r rogb - - 0 1");
    assert_eq!((table.players(), table.on("ud7")), ("rb".into(), "-".into()));
}

#[test]
fn the_player_who_checkmated_keeps_the_turn() {
    let table = guru("rR@ui5", "r rogb - - 0 1");
    assert_eq!(table.turn(), "r");
    assert!(table.allows("ui5ui6") && table.allows("ua1ub1"));
    assert_eq!(table.play("ua1ub1").turn(), "o");
}

#[test]
fn a_position_read_from_a_string_is_resolved_before_use() {
    let resolved = set("guru", "rEm@ua1 rVr@ui5 oK@lj2 bK@lb9", "r rob - - 0 3");
    assert_eq!(guru("rR@ui5", "r rogb - - 9 3").fen(), resolved.fen());
    // The same with orange to move fells nobody: orange attacks no King.
    assert_eq!(guru("rR@ui5", "o rogb - - 9 3").players(), "rogb");
}

// The move.

#[test]
fn a_move_may_not_expose_the_own_king_to_any_survivor() {
    let pieces = "rK@ua1 rN@ua4 gR@ua9 rR@uc1 bR@uh1 oK@lj5 gK@uj10 bK@lf10";
    let table = set("guru", pieces, "r rogb - - 0 1");
    table.check("ua4", "").check("uc1", "ub1 ud1 ue1 uf1 ug1 uh1");
}

#[test]
fn a_player_with_a_legal_move_must_make_one() {
    assert!(!guru("", "r rogb - - 0 1").allows("0000"));
    assert!(guru("", "r rogb - - 0 1").spelt("0000").is_none());
}

/// Green's King in the corner j10 is in check by red's rook a10 and has no escape.
const GREEN_MATED: &str = "rK@ua1 rR@ua10 rR@ub9 rR@la10 rR@lb9 oK@uj1 gK@uj10 bK@lg1 bR@ue3";

#[test]
fn a_player_in_check_without_escape_passes_and_may_be_saved() {
    let table = set("guru", GREEN_MATED, "g rogb - - 4 1");
    assert_eq!(table.moves(), ["0000"]);
    let table = table.play("0000");
    assert_eq!((table.turn(), table.on("uj10")), ("b".into(), "gK".into()));
    let table = table.play("ue3ue10");
    assert_eq!((table.turn(), table.players()), ("r".into(), "rogb".into()));
    assert_eq!(table.on("uj10"), "gK");
}

#[test]
fn a_player_in_check_without_escape_falls_when_the_attackers_turn_comes() {
    let table = set("guru", GREEN_MATED, "g rogb - - 4 1").play("0000");
    assert_eq!(table.players(), "rogb");
    let table = table.play("ue3ue4");
    assert_eq!((table.turn(), table.players()), ("r".into(), "rob".into()));
}

#[test]
fn a_player_without_moves_passes_also_when_not_in_check() {
    let table = set("honeycomb", &format!("{RED_BOX} yK@1e8 bK@8e8"), "r ryb - - 3 7");
    assert_eq!(table.moves(), ["0000"]);
    let table = table.play("0000");
    assert_eq!((table.turn(), table.counters()), ("y".into(), "4 7".into()));
    assert_eq!(table.on("1a1"), "rK");
}

#[test]
fn the_turn_passes_over_the_fallen() {
    let table = guru("rR@ui5", "r rogb - - 0 1").play("ui5ui6 lj2lj3");
    assert_eq!(table.turn(), "b");
}

#[test]
fn no_move_captures_a_king() {
    // Walks at random; a fixed generator makes every run the same.
    let mut seed = 7u64;
    for id in ["honeycomb", "wildhoney-double-pawnless", "aof3", "guru", "guru-teams"] {
        let mut position = AnyPosition::start(variant::find(id).unwrap());
        for _ in 0..300 {
            let moves = position.legal_moves();
            let quiet = moves.iter().filter(|m| **m != Move::PASS);
            with_position!(&position, p => for mv in quiet {
                let on = p.piece_on(mv.to()).map(|piece| piece.kind());
                assert!(on.is_none_or(|k| p.tables().royal >> k & 1 == 0), "{}", p.fen());
            });
            if moves.is_empty() {
                break;
            }
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            position.make(moves[(seed >> 33) as usize % moves.len()]);
        }
    }
}

// The delivering piece. Red's rooks e9 and a5 both aim at orange's King e5, over green's and
// blue's knights; in cell order e9 comes first.
const TWO_LINES: &str = "rK@lj1 rR@ue9 gN@ue7 oK@ue5 oF@lb1 bN@uc5 gK@uj7 bK@la8";

#[test]
fn delivering_piece_is_the_one_moved_last() {
    let table = set("guru", &format!("{TWO_LINES} rR@ua4"), "r rogb - - 0 1");
    let table = table.play("ua4ua5 lb1lc2 ue7uf9 uc5ub3");
    assert_eq!((table.turn(), table.players()), ("r".into(), "rgb".into()));
    assert_eq!(table.all_on("ue9 ua5"), "rR rVr");
}

#[test]
fn delivering_piece_is_else_the_first_in_cell_order() {
    // Red's last move was the King's.
    let table = set("guru", &format!("{TWO_LINES} rR@ua5"), "r rogb - - 0 1");
    let table = table.play("lj1li1 lb1lc2 ue7uf9 uc5ub3");
    assert_eq!(table.all_on("ue9 ua5"), "rVr rR");
}

#[test]
fn a_piece_that_moved_last_but_does_not_attack_does_not_deliver() {
    // Blue's knight stays on c5, so only e9 attacks.
    let table = set("guru", &format!("{TWO_LINES} rR@ua4"), "r rogb - - 0 1");
    let table = table.play("ua4ua5 lb1lc2 ue7uf9 la8la9");
    assert_eq!(table.all_on("ue9 ua5"), "rVr rR");
}

#[test]
fn a_position_read_from_a_string_has_no_last_move() {
    let table = set("guru", &format!("{TWO_LINES} rR@ua4"), "r rogb - - 0 1");
    let before = table.play("ua4ua5 lb1lc2 ue7uf9").fen();
    assert_eq!(read("guru", &before).play("uc5ub3").all_on("ue9 ua5"), "rVr rR");
}

#[test]
fn the_mover_of_the_turn_before_last_has_no_precedence() {
    let table = set("guru", &format!("{TWO_LINES} rR@ua4"), "r rogb - - 0 1");
    let table = table.play("ua4ua5 lb1lc2 uj7uj8 la8la9 lj1li1 lc2lb1 ue7uf9 uc5ub3");
    assert_eq!((table.players(), table.all_on("ue9 ua5")), ("rgb".into(), "rVr rR".into()));
}

// Draws.

/// Four Kings step out and back.
const ROUND_TRIP: &str = "ua1ub1 lj2lj3 ui10uj10 lb9la9 ub1ua1 lj3lj2 uj10ui10 la9lb9";

#[test]
fn the_third_occurrence_of_a_position_is_a_draw_between_the_survivors() {
    let table = guru("", "r rogb - - 0 1").play(ROUND_TRIP);
    assert_eq!(table.state(), "ongoing");
    let table = table.play(ROUND_TRIP);
    assert_eq!(table.state(), "result r:2.5,o:2.5,g:2.5,b:2.5 repetition");
    let table = set("guru", "rK@ua1 oK@uj1 bK@ua10", "r rob - - 0 1");
    let trip = "ua1ub1 uj1ui1 ua10ub10 ub1ua1 ui1uj1 ub10ua10";
    let table = table.play(trip).play(trip);
    assert_eq!(table.state(), "result r:2,o:2,g:4,b:2 repetition");
}

#[test]
fn repetition_needs_the_same_player_to_move() {
    // The placement of the start comes back at once, with another player to move each time.
    let table = set("honeycomb", "rK@1a1 yK@1e8 bK@8c8", "r ryb - - 0 1");
    let there = "1a11b1 1e81d8 8c88b8";
    let table = table.play(there).play("1b11a1 1d81e8 8b88c8");
    assert_eq!(table.state(), "ongoing");
}

#[test]
fn repetition_needs_the_same_en_passant_rights() {
    // Red's right is open until red's next turn, so the three positions after the double step
    // have been there once less than their placements.
    let kings = "rK@ec3 oK@nl3 gK@jh3 bK@qa3 rP@da3";
    let table = set("aof3", kings, "r rogb - - 0 1").play("da3qd3");
    let (out, back) = ("nl3ml3 jh3ji3 qa3ra3 ec3dc3", "ml3nl3 ji3jh3 ra3qa3 dc3ec3");
    let table = table.play(out).play(back).play(out).play(back);
    // The placement with orange to move, for the third time.
    assert_eq!(table.state(), "ongoing");
    let table = table.play("nl3ml3 jh3ji3");
    assert_eq!(table.state(), "ongoing");
    // With red to move the right was never open.
    assert_eq!(table.play("qa3ra3").state(), "result r:2.5,o:2.5,g:2.5,b:2.5 repetition");
}

#[test]
fn fifty_plies_per_original_player_are_a_draw() {
    let table = guru("", "r rogb - - 198 60").play("ua1ub1");
    assert_eq!(table.state(), "ongoing");
    assert_eq!(table.play("lj2lj3").state(), "result r:2.5,o:2.5,g:2.5,b:2.5 move-count");
    let table = set("honeycomb", "rK@1a1 yK@1e8 bK@8c8", "r ryb - - 148 60").play("1a11b1");
    assert_eq!(table.state(), "ongoing");
    assert_eq!(table.play("1e81d8").state(), "result r:2,y:2,b:2 move-count");
    for id in ["aof3", "guru", "guru-teams"] {
        assert_eq!(variant::find(id).unwrap().rules.move_limit, 200);
    }
}

#[test]
fn the_fallen_still_count_for_the_length_of_the_draw() {
    // Three played originally, so it takes 150 plies though two are left.
    let table = set("honeycomb", "rK@1a1 bK@8c8", "r rb - - 148 60").play("1a11b1");
    assert_eq!(table.state(), "ongoing");
    assert_eq!(table.play("8c88b8").state(), "result r:1.5,y:3,b:1.5 move-count");
}

#[test]
fn it_is_a_draw_when_all_survivors_pass_in_succession() {
    let boxes = format!("{RED_BOX} {YELLOW_BOX} {BLUE_BOX}");
    let table = set("honeycomb", &boxes, "r ryb - - 0 1").play("0000 0000");
    assert_eq!(table.state(), "ongoing");
    let table = table.play("0000");
    assert_eq!((table.state(), table.moves().len()), ("result r:2,y:2,b:2 all-passed".into(), 0));
    let two = format!("{RED_BOX} {BLUE_BOX}");
    let table = set("honeycomb", &two, "b rb - - 0 1").play("0000");
    assert_eq!(table.state(), "ongoing");
    assert_eq!(table.play("0000").state(), "result r:1.5,y:3,b:1.5 all-passed");
}

#[test]
fn a_move_between_passes_starts_their_count_anew() {
    let table = set("honeycomb", &format!("{RED_BOX} {YELLOW_BOX} bK@8e8"), "r ryb - - 0 1");
    let table = table.play("0000 0000 8e88d8 0000 0000");
    assert_eq!(table.state(), "ongoing");
}

#[test]
fn an_elimination_between_passes_starts_their_count_anew() {
    // Red, checkmated by blue, and yellow, boxed in, pass; then red falls. If the two passes still
    // counted, as many as there are survivors, the game would be over.
    let rooks = "bR@1e5 bR@1d5 bR@2e6 bR@2d6";
    let table = set("honeycomb", &format!("rK@1e1 {rooks} {YELLOW_BOX} bK@8a8"), "r ryb - - 0 1");
    assert_eq!(table.moves(), ["0000"]);
    let table = table.play("0000 0000");
    assert_eq!(
        (table.players(), table.turn(), table.state()),
        ("yb".into(), "b".into(), "ongoing".into())
    );
}

// Placings.

#[test]
fn the_last_player_left_wins_and_the_earlier_to_fall_place_lower() {
    // Green falls to the rook la10 at once, orange when blue's knight leaves the file, blue
    // without escape from the four rooks.
    let rooks = "rR@ua4 rR@ub9 rR@la10 rR@lb9";
    let pieces = format!("rK@lj1 {rooks} gK@la1 oK@ub1 oF@lg3 bN@ub5 bK@uj10");
    let table = set("guru", &pieces, "r rogb - - 0 1");
    assert_eq!(table.players(), "rob");
    let table = table.play("lj1li1 lg3lf4 ub5ud4");
    assert_eq!(table.players(), "rb");
    let table = table.play("ua4ua10 0000");
    assert_eq!(table.state(), "result r:1,o:3,g:4,b:2 last-player");
    assert!(table.moves().is_empty());
}

#[test]
fn utilities_go_from_one_for_winning_to_zero_for_falling_first() {
    let table = set("guru", "rK@ua5 oK@ue1 gR@ue5 gK@uj10", "g rog - - 0 1");
    let outcome = table.outcome();
    let utilities: Vec<f64> = (0..4).map(|s| outcome.utility(s)).collect();
    assert_eq!(table.state(), "result r:3,o:2,g:1,b:4 last-player");
    for (found, wanted) in utilities.iter().zip([1.0 / 3.0, 2.0 / 3.0, 1.0, 0.0]) {
        assert!((found - wanted).abs() < 1e-12, "{utilities:?}");
    }
}

#[test]
fn shared_places_take_the_mean_of_utility() {
    let table = set("guru", "rK@ua1 oK@uj1 bK@ua10", "r rob - - 199 1").play("ua1ub1");
    let outcome = table.outcome();
    assert_eq!(table.state(), "result r:2,o:2,g:4,b:2 move-count");
    for (seat, wanted) in [2.0 / 3.0, 2.0 / 3.0, 0.0, 2.0 / 3.0].into_iter().enumerate() {
        assert!((outcome.utility(seat as u8) - wanted).abs() < 1e-12);
    }
    let draw = read("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").outcome();
    assert_eq!([draw.utility(0), draw.utility(1)], [0.5, 0.5]);
    let mate = read("chess", "R5k1/8/6K1/8/8/8/8/8 b - - 0 1").outcome();
    assert_eq!([mate.utility(0), mate.utility(1)], [1.0, 0.0]);
}

#[test]
fn players_missing_from_a_string_share_the_places_behind_everyone_in_it() {
    let table = set("guru", "rR@ue5 rK@uj1 bK@ua5", "r rb - - 0 1");
    assert_eq!(table.state(), "result r:1,o:3.5,g:3.5,b:2 last-player");
    let table = set("guru", "rK@ua1", "r r - - 0 1");
    assert_eq!(table.state(), "result r:1,o:3,g:3,b:3 last-player");
    // A player who falls in the game still places before them.
    let table = set("guru", "rR@ue5 rK@uj1 gK@ua5 bK@ue1", "r rgb - - 0 1");
    assert_eq!(table.state(), "result r:1,o:4,g:3,b:2 last-player");
    let quiet = set("honeycomb", "rK@1a1 bK@8c8", "r rb - - 149 1").play("1a11b1");
    assert_eq!(quiet.state(), "result r:1.5,y:3,b:1.5 move-count");
}

// Position strings.

#[test]
fn reading_the_cells_in_string_order_is_the_cell_order() {
    for id in variant::ids() {
        let board = &variant::find(id).unwrap().board;
        let order: Vec<Cell> = board.layout().iter().flatten().flatten().copied().collect();
        assert_eq!(order, board.cells().collect::<Vec<_>>(), "{id}");
    }
}

#[test]
fn start_strings_read_back_to_themselves() {
    for id in variant::ids() {
        let game = variant::find(id).unwrap();
        assert_eq!(AnyPosition::start(game).fen(), game.start, "{id}");
    }
}

#[test]
fn clock_counts_plies_since_the_last_capture_pawn_move_or_elimination() {
    let table = guru("", "r rogb - - 5 1").play("ua1ub1 lj2lj3 ui10uj10 lb9la9");
    assert_eq!(table.counters(), "9 2");
    assert_eq!(guru("rP@ue4", "r rogb - - 5 1").play("ue4ue5").counters(), "0 1");
    assert_eq!(guru("rR@uc2 bN@uc8", "r rogb - - 5 1").play("uc2uc8").counters(), "0 1");
    // Red's knight leaves the line of orange's rook to blue's King.
    let table = guru("oR@lf9 rN@ld9", "r rogb - - 5 1").play("ld9lc7");
    assert_eq!((table.counters(), table.players()), ("0 1".into(), "rog".into()));
}

#[test]
fn a_pass_counts_as_a_ply() {
    let table = set("honeycomb", &format!("{RED_BOX} yK@1e8 bK@8e8"), "r ryb - - 3 7");
    assert_eq!(table.play("0000").counters(), "4 7");
}

#[test]
fn round_grows_when_the_turn_passes_to_an_earlier_player() {
    let table = guru("", "g rogb - - 0 3").play("ui10uj10");
    assert_eq!(table.counters(), "1 3");
    assert_eq!(table.play("lb9la9").counters(), "2 4");
    // Without red the round grows when the turn passes from blue to orange.
    let table = set("guru", "oK@uj1 gK@uj10 bK@ua10", "g ogb - - 0 3").play("uj10ui10");
    assert_eq!(table.counters(), "1 3");
    assert_eq!(table.play("ua10ub10").counters(), "2 4");
    // Two left: it grows at the second one's move.
    let table = set("guru", "oK@uj1 gK@uj10", "o og - - 0 3").play("uj1ui1");
    assert_eq!(table.counters(), "1 3");
    assert_eq!(table.play("uj10ui10").counters(), "2 4");
    let table = read("chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 3").play("e2e3");
    assert_eq!(table.counters(), "0 3");
    assert_eq!(table.play("e8e7").counters(), "1 4");
}

#[test]
fn an_en_passant_square_is_named_only_if_an_enemy_pawn_could_capture() {
    let table = read("chess", "4k3/8/8/8/8/p7/4P3/4K3 w - - 0 1").play("e2e4");
    assert_eq!(table.en_passant(), "-");
    let table = read("chess", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1").play("e2e4");
    assert_eq!(table.en_passant(), "e3");
    // Pseudo-legally is enough: the pawn d4 is pinned.
    let table = read("chess", "3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1").play("e2e4");
    assert_eq!((table.en_passant(), table.allows("d4e3")), ("e3".into(), false));
}

// Move strings.

#[test]
fn a_move_is_origin_and_target() {
    assert!(read("chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").allows("e2e4"));
    let moves = [
        ("honeycomb", "rK@1c2 yK@1a8 bK@8a8", "r ryb - -", "1c21c3"),
        ("aof3", "rK@ec3 oK@nl3 gK@jh3 bK@qa3 rS@fb2", "r rogb - -", "ec3dc3"),
        ("guru", KINGS, "r rogb - -", "ua1ub1"),
        ("ninja", "wK@m1 bK@l10 wR@m9", "w wb - -", "m9m10"),
    ];
    for (id, pieces, rest, text) in moves {
        assert!(set(id, pieces, rest).allows(text), "{id} {text}");
    }
}

#[test]
fn promotions_by_choice_name_the_piece() {
    let table = read("chess", "8/4P2k/8/8/8/8/8/4K3 w - - 0 1");
    table.check("e7", "e8q e8r e8b e8n");
    let table = set("ninja", "wK@m1 bK@l10 wP@a9", "w wb - wMs,wQ");
    table.check("a9", "a10=Q a10=Ms");
}

#[test]
fn a_pass_is_written_0000() {
    assert_eq!(set("guru", GREEN_MATED, "g rogb - - 4 1").moves(), ["0000"]);
}

#[test]
fn two_ways_to_the_same_result_are_one_move() {
    // The Colonel's King step and its ride lead to d5; `moves` fails on a repeated text.
    let table = read("cwda-nn", "7k/8/8/8/3L4/8/8/K7 w - - 0 1");
    assert_eq!(table.moves().iter().filter(|m| *m == "d4d5").count(), 1);
    // A King's step and its Enlightened move round the Guru both lead from f5 to e6.
    let table = set("guru", "rK@uf5 rG@ue5 oK@uj1 gK@uj10 bK@ua10", "r rogb - -");
    assert_eq!(table.moves().iter().filter(|m| *m == "uf5ue6").count(), 1);
}

// Counting.

#[test]
fn perft_of_zero_plies_is_one_also_for_a_finished_game() {
    let mate = read("chess", "R5k1/8/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!([mate.perft(0), mate.perft(1), mate.perft(3)], [1, 0, 0]);
    let won = set("guru", "rR@ue5 rK@uj1 bK@ua5", "r rb - - 0 1");
    assert_eq!([won.perft(0), won.perft(1), won.perft(2)], [1, 0, 0]);
}

#[test]
fn perft_counts_a_pass_as_a_move() {
    let boxes = format!("{RED_BOX} {YELLOW_BOX} {BLUE_BOX}");
    let table = set("honeycomb", &boxes, "r ryb - - 0 1");
    // Three passes end the game.
    assert_eq!([1, 2, 3, 4].map(|n| table.perft(n)), [1, 1, 1, 0]);
}

#[test]
fn perft_ignores_repetition_and_the_move_count() {
    let table = read("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 99 80");
    let fresh = read("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert_eq!(table.perft(3), fresh.perft(3));
    let count = |t: &Table| with_position!(t.0.position(), p => p.count_legal_moves()) as u64;
    assert_eq!(fresh.perft(1), count(&fresh));
}
