//! Ecumenical Eurasian Ninjachess.

use super::{Table, set, support, words};
use simurgh::position::Game;

/// Kings that stand on no line with each other, far from the middle.
const KINGS: &str = "wK@a1 bK@y10";

/// A position with these Kings and more pieces, White to move, no reserve.
#[track_caller]
fn white(pieces: &str) -> Table {
    set("ninja", &format!("{KINGS} {pieces}"), "w wb - - 0 1")
}

/// The same with Black to move.
#[track_caller]
fn black(pieces: &str) -> Table {
    set("ninja", &format!("{KINGS} {pieces}"), "b wb - - 0 1")
}

// Board and start.

#[test]
fn cells_are_a_file_letter_and_a_rank() {
    let board = &support::variant("ninja").board;
    let names: Vec<&str> = board.cells().map(|c| board.name(c)).collect();
    assert_eq!(names[..6], ["a10", "b10", "c10", "d10", "e10", "a9"]);
    assert_eq!((names[49], names[50], names[249]), ("e1", "f10", "y1"));
    // Column from the left, rank, row from the top.
    let at = |name: &str| board.at(board.find(name).unwrap());
    assert_eq!((at("m1"), at("g4"), at("u10")), ([2, 0, 2], [1, 3, 1], [0, 9, 4]));
}

#[test]
fn the_start_is_the_written_one() {
    assert_eq!(
        support::variant("ninja").start,
        "bMs,bCv,bR,bNv,bNs/bY,bY,bB,bY,bY/bP,bP,bP,bP,bP/5/5/5/5/wP,wP,wP,wP,wP/\
         wY,wY,wB,wY,wY/wMs,wCv,wR,wNv,wNs|bCp,bCd,bQ,bNr,bNl/bCp,bCa,bB,bNm,bNl/2,bP,2/\
         5/5/5/5/2,wP,2/wCp,wCa,wB,wNm,wNl/wCp,wCd,wQ,wNr,wNl|bR,bGn,bK,bNt,bC/\
         bN,bCa,bY,bNm,bNj/bP,1,bP,1,bP/5/5/5/5/wP,1,wP,1,wP/wN,wCa,wY,wNm,wNj/\
         wR,wGn,wK,wNt,wC|bPh,bCh,bT,bRh,bLh/bPh,bN,bA,bNj,bLh/2,bP,2/5/5/5/5/2,wP,2/\
         wPh,wN,wA,wNj,wLh/wPh,wCh,wT,wRh,wLh|bMh,bVh,bC,bXh,bSh/bY,bY,bA,bY,bY/\
         bP,bP,bP,bP,bP/5/5/5/5/wP,wP,wP,wP,wP/wY,wY,wA,wY,wY/wMh,wVh,wC,wXh,wSh w wb - - 0 1"
    );
}

#[test]
fn the_start_leaves_nothing_attacked_and_allows_no_check() {
    let start = Game::start(support::variant("ninja"));
    simurgh::position::with_position!(start.position(), p => {
        for seat in [0, 1] {
            for cell in p.of_seat(seat) {
                assert!(p.attackers(cell, 1 - seat).is_empty());
            }
        }
        for mv in p.legal_moves() {
            assert!(!p.after(mv).in_check(1));
        }
    });
}

#[test]
fn black_mirrors_white() {
    let table = Table(Game::start(support::variant("ninja")));
    for file in 'a'..='y' {
        for (rank, mirror) in [(1, 10), (2, 9), (3, 8), (4, 7)] {
            let (w, b) = (table.on(&format!("{file}{rank}")), table.on(&format!("{file}{mirror}")));
            assert_eq!(w.trim_start_matches('w'), b.trim_start_matches('b'));
        }
    }
}

// Pieces.

#[test]
fn the_piece_table_has_its_order() {
    let mut symbols: Vec<&str> =
        support::variant("ninja").pieces.iter().map(|p| p.symbol).collect();
    symbols.dedup();
    assert_eq!(
        symbols.join(" "),
        "K Q R B C A T N Ca Gn Nj Nm Nt Ms Cd Cv Cp Ns Nr Nv Nl Mh Ch Vh Ph Sh Rh Xh Lh P Y"
    );
}

#[test]
fn queen_rook_and_bishop_ride() {
    let crowd = "wP@m7 bP@o5 bP@k3 wN@h6 bN@q4";
    let of = |symbol: &str| white(&format!("w{symbol}@m5 {crowd}")).targets("m5");
    assert_eq!(of("R"), words("m6 m4 m3 m2 m1 l5 k5 n5 o5 h5 c5 r5 w5"));
    let bishop = "l6 k7 n6 o7 l4 k3 n4 o3 h4 c3 r6 w7 r4 w3 g5 a5 i5 e5 q5 u5 s5 y5";
    assert_eq!(of("B"), words(bishop));
    assert_eq!(of("Q"), &of("R") | &of("B"));
}

#[test]
fn root_three_is_no_direction() {
    // g4 is one column, one rank and one row from m5.
    for symbol in ["Q", "B", "A", "T"] {
        assert!(!white(&format!("w{symbol}@m5")).allows("m5g4"), "{symbol}");
    }
    assert!(!set("ninja", "wK@m4 bK@y10 wN@y1", "w wb - - 0 1").allows("m4g3"));
}

#[test]
fn leapers_leap() {
    let of = |symbol: &str| white(&format!("w{symbol}@m5 wP@m6 wP@l5 wP@h5")).targets("m5");
    // (2,1,0), (3,1,0), (2,2,1), (4,1,1): counted on the board round m5.
    assert!(of("N").contains("l7") && of("N").contains("n3") && !of("N").contains("g5"));
    assert!(of("Ca").contains("l8") && of("Ca").contains("n2") && of("Ca").contains("r8"));
    assert!(of("Nj").contains("b7") && of("Nj").contains("a6") && of("Nj").contains("x3"));
    assert!(of("Nm").contains("g9") && of("Nm").contains("s1"));
    assert_eq!([of("N").len(), of("Ca").len(), of("Nj").len(), of("Nm").len()], [24, 8, 24, 8]);
}

#[test]
fn compounds_move_like_both_their_parts() {
    // Screens and targets for the hoppers on all sides.
    let crowd =
        "wP@m7 bP@m8 bP@n5 bN@o5 bP@l4 bB@k3 wN@h6 bN@c7 bN@q4 bP@r5 wP@w5 bN@n7 bN@l8 bN@b7";
    let of = |symbol: &str| white(&format!("w{symbol}@m5 {crowd}")).targets("m5");
    for (compound, one, other) in [
        ("T", "C", "A"),
        ("Gn", "N", "Ca"),
        ("Nt", "Nj", "Nm"),
        ("Ms", "R", "N"),
        ("Cd", "B", "N"),
        ("Cv", "R", "Ca"),
        ("Cp", "B", "Ca"),
        ("Ns", "R", "Nj"),
        ("Nr", "B", "Nj"),
        ("Nv", "R", "Nm"),
        ("Nl", "B", "Nm"),
        ("Mh", "C", "N"),
        ("Ch", "A", "N"),
        ("Vh", "C", "Ca"),
        ("Ph", "A", "Ca"),
        ("Sh", "C", "Nj"),
        ("Rh", "A", "Nj"),
        ("Xh", "C", "Nm"),
        ("Lh", "A", "Nm"),
    ] {
        assert_eq!(of(compound), &of(one) | &of(other), "{compound}");
    }
}

// Cannon and Arrow.

#[test]
fn a_cannon_rides_without_capture() {
    white("wC@m5 bN@m7 bN@o5").check("m5", "m6 m4 m3 m2 m1 l5 k5 n5 h5 c5 r5 w5");
}

#[test]
fn a_cannon_captures_the_first_piece_beyond_a_screen_of_either_side() {
    let rest = "m4 m3 m2 m1 l5 k5 n5 o5 h5 c5 r5 w5";
    for screen in ["wN", "bN"] {
        let table = white(&format!("wC@m5 {screen}@m7 bN@m9"));
        table.check("m5", &format!("m6 m9 {rest}"));
        // Next to each other and next to the Cannon it is the same.
        let table = white(&format!("wC@m5 {screen}@m6 bN@m7"));
        table.check("m5", &format!("m7 {rest}"));
    }
}

#[test]
fn a_cannon_captures_beyond_exactly_one_piece() {
    let rest = "m6 m4 m3 m2 m1 l5 k5 n5 o5 h5 c5 r5 w5";
    // The second beyond is out of reach, whatever the first.
    white("wC@m5 bN@m7 bN@m8 bN@m9").check("m5", &format!("m8 {rest}"));
    white("wC@m5 bN@m7 wN@m8 bN@m9").check("m5", rest);
    // It does not land beyond the screen without capturing.
    white("wC@m5 wN@m7").check("m5", rest);
}

#[test]
fn an_arrow_does_the_same_along_diagonals() {
    let rest = "l6 k7 l4 k3 n4 o3 h6 c7 r6 w7 h4 c3 r4 w3 g5 a5 i5 e5 q5 u5 s5 y5";
    white("wA@m5 bN@n6 bN@o7").check("m5", &format!("o7 {rest}"));
    white("wA@m5 bN@n6").check("m5", rest);
    white("wA@m5 bN@o7").check("m5", &format!("n6 {rest}"));
}

#[test]
fn a_cannon_gives_check_over_one_screen_only() {
    let rest = "b wb - - 0 1";
    let none = set("ninja", "wK@a1 bK@m9 wC@m2 bN@l4", rest);
    let one = set("ninja", "wK@a1 bK@m9 wC@m2 bN@l4 wP@m3", rest);
    let two = set("ninja", "wK@a1 bK@m9 wC@m2 bN@l4 wP@m3 wP@m4", rest);
    // Without a screen no black piece may become one; over one, a second piece helps; two are safe.
    assert!(none.allows("l4n5") && !none.allows("l4m6"));
    assert!(!one.allows("l4n5") && one.allows("l4m6"));
    assert!(two.allows("l4n5") && two.allows("l4m6"));
    // The screen may leave, or the Cannon be captured.
    let own = set("ninja", "wK@a1 bK@m9 wC@m2 bN@m4", rest);
    assert!(own.allows("m4l6") && own.allows("m4n2"));
    let both = set("ninja", "wK@a1 bK@m9 wC@m2 bN@m4 bN@m6", rest);
    both.check("m4", "").check("m6", "");
}

// Kings.

#[test]
fn a_king_never_enters_the_enemys_half() {
    let table = set("ninja", "wK@m5 bK@y10 bC@m6 bC@l6", "w wb - - 0 1");
    table.check("m5", "g5 h5 i5 l5 n5 q5 r5 s5 h4 l4 m4 n4 r4");
    let table = set("ninja", "wK@a1 bK@m6 wC@m5", "b wb - - 0 1");
    table.check("m6", "g6 h6 i6 l6 n6 q6 r6 s6 h7 l7 m7 n7 r7");
}

#[test]
fn kings_may_not_face_each_other_along_a_file() {
    // m1 and m2 look up the file to m10.
    let table = set("ninja", "wK@l1 bK@m10 wN@y1", "w wb - - 0 1");
    table.check("l1", "k1 f1 g1 h1 p1 q1 r1 k2 l2 g2 q2");
    let table = set("ninja", "wK@l1 bK@m10 bN@m5", "w wb - - 0 1");
    assert!(table.allows("l1m1") && table.allows("l1m2"));
}

#[test]
fn kings_may_not_face_each_other_along_a_diagonal() {
    // k4 l5 m6 n7 o8, and c4 h5 m6 r7 w8.
    let table = set("ninja", "wK@k3 bK@o8 wN@y1", "w wb - - 0 1");
    assert!(!table.allows("k3k4"));
    assert!(set("ninja", "wK@k3 bK@o8 bN@n7", "w wb - - 0 1").allows("k3k4"));
    assert!(!set("ninja", "wK@c3 bK@w8 wN@y1", "w wb - - 0 1").allows("c3c4"));
    assert!(set("ninja", "wK@c3 bK@w8 wN@r7", "w wb - - 0 1").allows("c3c4"));
    assert!(!set("ninja", "wK@k4 bK@o9 wN@y1", "b wb - - 0 1").allows("o9o8"));
}

#[test]
fn adjacent_kings_face_each_other() {
    // l5 and m5 touch m6, from m4 the file is open.
    let table = set("ninja", "wK@l4 bK@m6 wN@y1", "w wb - - 0 1");
    assert!(!table.allows("l4l5") && !table.allows("l4m5") && !table.allows("l4m4"));
}

#[test]
fn kings_a_root_three_step_apart_do_not_face_each_other() {
    // l5 and r6 differ by one in column, rank and row.
    assert!(set("ninja", "wK@k4 bK@r6 wN@y1", "w wb - - 0 1").allows("k4l5"));
}

#[test]
fn the_only_piece_between_the_kings_may_not_leave_their_line() {
    let table = set("ninja", "wK@m2 bK@m9 wC@m5", "w wb - - 0 1");
    table.check("m5", "m3 m4 m6 m7 m8");
    set("ninja", "wK@m2 bK@m9 wN@m5", "w wb - - 0 1").check("m5", "");
    set("ninja", "wK@m2 bK@m9 bN@m5", "b wb - - 0 1").check("m5", "");
    // A second piece of either side sets it free.
    let table = set("ninja", "wK@m2 bK@m9 wN@m5 bP@m7", "w wb - - 0 1");
    assert!(!table.targets("m5").is_empty());
}

#[test]
fn the_enemys_piece_between_the_kings_may_be_captured_there() {
    let table = set("ninja", "wK@m2 bK@m9 bN@m5 wR@k5", "w wb - - 0 1");
    assert!(table.allows("k5m5"));
}

#[test]
fn en_passant_may_not_bring_the_kings_face_to_face() {
    // The captured pawn m6 is all that stands between k4 and o8.
    let table = set("ninja", "wK@k4 bK@o8 bP@m6 wP@l6", "w wb m7m6 - 0 1");
    assert!(!table.allows("l6m7") && table.allows("l6l7"));
    let table = set("ninja", "wK@k4 bK@o8 bP@m6 wP@l6 wN@l5", "w wb m7m6 - 0 1");
    assert!(table.allows("l6m7"));
}

// Pawns and Yeomen.

#[test]
fn a_pawn_steps_straight_and_captures_to_four_sides() {
    let crowd = "bN@l6 bN@n6 bN@h6 bN@r6 bN@g6 bN@s6 bN@l5";
    white(&format!("wP@m5 {crowd}")).check("m5", "m6 l6 n6 h6 r6");
    white("wP@m5 bN@m6").check("m5", "");
    black("bP@m5 wN@l4 wN@n4 wN@h4 wN@r4 wN@q4").check("m5", "m4 l4 n4 h4 r4");
}

#[test]
fn a_pawn_steps_twice_from_its_third_rank() {
    white("wP@m3").check("m3", "m4 m5");
    white("wP@m3 bN@m4").check("m3", "");
    white("wP@m3 bN@m5").check("m3", "m4");
    white("wP@m2").check("m2", "m3");
    white("wP@m4").check("m4", "m5");
    // Also if it came there by a step.
    white("wP@m2").play("m2m3 y10x10").check("m3", "m4 m5");
    black("bP@m8").check("m8", "m7 m6");
    black("bP@m7").check("m7", "m6");
}

#[test]
fn a_yeoman_steps_to_four_sides_and_captures_straight() {
    let crowd = "bN@l6 wN@n6 bN@m6";
    white(&format!("wY@m5 {crowd}")).check("m5", "m6 h6 r6");
    white("wY@m5").check("m5", "l6 n6 h6 r6");
    black("bY@m5 wN@m4").check("m5", "m4 l4 n4 h4 r4");
    // At the edge fewer.
    white("wY@a5").check("a5", "b6 f6");
}

#[test]
fn a_yeoman_does_not_step_twice() {
    white("wY@m3").check("m3", "l4 n4 h4 r4");
}

#[test]
fn a_yeoman_attacks_the_cell_before_it() {
    // Black's King may stand diagonally before it, not straight.
    let table = set("ninja", "wK@a1 bK@l9 wY@m7", "b wb - - 0 1");
    assert!(table.allows("l9l8") && !table.allows("l9m8"));
    let table = set("ninja", "wK@a1 bK@l9 wP@m7", "b wb - - 0 1");
    assert!(!table.allows("l9l8") && table.allows("l9m8"));
}

// En passant.

#[test]
fn a_pawn_is_captured_en_passant_from_four_sides() {
    let pawns = "wP@l6 wP@n6 wP@h6 wP@r6";
    let table = black(&format!("bP@m8 {pawns}")).play("m8m6");
    assert_eq!(table.en_passant(), "m7m6");
    for from in ["l6", "n6", "h6", "r6"] {
        assert!(table.allows(&format!("{from}m7")), "{from}");
    }
    let table = table.play("h6m7");
    assert_eq!(table.all_on("m6 m7 h6"), "- wP -");
    // Captured Pawns do not enter the reserve.
    assert_eq!((table.reserve(), table.en_passant()), ("-".into(), "-".into()));
}

#[test]
fn en_passant_is_for_the_very_next_move() {
    let table = black("bP@m8 wP@l6").play("m8m6 a1b1 y10x10");
    assert!(!table.allows("l6m7"));
    assert_eq!(table.en_passant(), "-");
}

#[test]
fn a_yeoman_does_not_capture_en_passant() {
    let table = black("bP@m8 wY@l6 wY@m6").play("m8m7");
    assert_eq!(table.en_passant(), "-");
    let table = black("bP@m8 wY@l6").play("m8m6");
    // Its step to m7 captures nothing.
    assert_eq!(table.play("l6m7").all_on("m6 m7"), "bP wY");
}

#[test]
fn white_pawns_are_captured_en_passant_too() {
    let table = white("wP@m3 bP@n5").play("m3m5");
    assert_eq!(table.en_passant(), "m4m5");
    assert_eq!(table.play("n5m4").all_on("m5 m4"), "- bP");
}

// Promotion and reserve.

/// White to move with a reserve.
#[track_caller]
fn reserve(pieces: &str, reserve: &str) -> Table {
    set("ninja", &format!("{KINGS} {pieces}"), &format!("w wb - {reserve} 0 1"))
}

#[test]
fn captured_pieces_go_to_their_sides_reserve() {
    let table = white("wR@m5 bMs@m8 bN@y9 wQ@k9").play("m5m8");
    assert_eq!(table.reserve(), "bMs");
    let table = set("ninja", &format!("{KINGS} wR@m5 bQ@m8"), "b wb - wN,bN 0 1").play("m8m5");
    assert_eq!(table.reserve(), "wR,wN,bN");
}

#[test]
fn captured_pawns_and_yeomen_do_not_count() {
    assert_eq!(white("wR@m5 bP@m7").play("m5m7").reserve(), "-");
    assert_eq!(white("wR@m5 bY@m7").play("m5m7").reserve(), "-");
}

#[test]
fn a_pawn_or_yeoman_may_promote_on_the_three_far_ranks() {
    // Rank 7 to 8 and 8 to 9: stay or promote.
    reserve("wP@m7", "wQ,wMs").check("m7", "m8 m8=Q m8=Ms");
    reserve("wP@m8", "wQ,wMs").check("m8", "m9 m9=Q m9=Ms");
    reserve("wY@a7", "wN").check("a7", "b8 b8=N f8 f8=N");
    reserve("wP@m6", "wQ").check("m6", "m7");
    let table = set("ninja", &format!("{KINGS} bP@m4 bP@l5"), "b wb - bQ 0 1");
    table.check("m4", "m3 m3=Q").check("l5", "l4");
}

#[test]
fn on_the_last_rank_it_must_promote() {
    reserve("wP@m9", "wQ,wMs").check("m9", "m10=Q m10=Ms");
    reserve("wY@a9", "wN").check("a9", "b10=N f10=N");
}

#[test]
fn without_a_piece_in_reserve_it_may_not_move_to_the_last_rank() {
    reserve("wP@m9 bN@l10 wY@a9", "-").check("m9", "").check("a9", "");
    // Black's reserve is of no use to White.
    reserve("wP@m9", "bQ").check("m9", "");
}

#[test]
fn it_still_attacks_the_last_rank() {
    let table = set("ninja", "wK@a1 bK@k10 wP@m9", "b wb - - 0 1");
    assert!(!table.allows("k10l10") && table.allows("k10k9"));
    // The pawn on m9 gives check to l10.
    let table = set("ninja", "wK@a1 bK@l10 wP@m9 bN@a8", "b wb - - 0 1");
    assert!(table.targets("a8").is_empty() && !table.targets("l10").is_empty());
}

#[test]
fn only_pieces_in_reserve_are_to_choose_from_each_kind_once() {
    reserve("wP@m9", "wN,wN,wT").check("m9", "m10=T m10=N");
}

#[test]
fn the_promoted_piece_leaves_the_reserve() {
    let table = reserve("wP@m9", "wN,wN,wQ").play("m9m10=N");
    assert_eq!((table.on("m10"), table.reserve()), ("wN".into(), "wQ,wN".into()));
}

#[test]
fn captures_promote_too_and_feed_the_reserve() {
    let table = reserve("wP@m8 bR@l9", "wQ");
    table.check("m8", "m9 m9=Q l9 l9=Q");
    let table = table.play("m8l9=Q");
    assert_eq!((table.on("l9"), table.reserve()), ("wQ".into(), "bR".into()));
}

#[test]
fn a_captured_promoted_piece_returns_as_what_it_was_when_captured() {
    let table = reserve("wP@m9 bR@k10", "wQ").play("m9m10=Q");
    assert_eq!(table.reserve(), "-");
    assert_eq!(table.play("k10m10").reserve(), "wQ");
}

#[test]
fn a_check_may_be_answered_by_promotion_only_where_a_piece_is_in_reserve() {
    // Black's rook k10 is attacked by the pawn l9 only, which needs a piece to become.
    let pieces = "wK@k1 bK@y10 wP@l9 bR@k10";
    let with = set("ninja", pieces, "w wb - wN 0 1");
    let without = set("ninja", pieces, "w wb - - 0 1");
    assert!(with.allows("l9k10=N") && without.targets("l9").is_empty());
}

#[test]
fn the_reserve_is_written_in_table_order_whites_first() {
    let table = reserve("wP@m3", "bN,wLh,wQ,bQ,wQ,wR");
    assert_eq!(table.reserve(), "wQ,wQ,wR,wLh,bQ,bN");
}

// Ends.

#[test]
fn checkmate_and_stalemate_are_as_in_chess() {
    // Black's King a10 has b10, f10, g10, a9, b9, f9 to go to.
    let table = set("ninja", "wK@m1 bK@a10 wR@e8 wR@j10 wR@e9 wR@j9", "w wb - - 0 1");
    assert_eq!(table.play("e8d8").state(), "ongoing");
    let table = set("ninja", "wK@m1 bK@a10 wR@d8 wR@j10 wR@e9 wR@j9", "w wb - - 0 1");
    let table = table.play("d8d10");
    assert_eq!((table.state(), table.moves().len()), ("result w:1,b:2 checkmate".into(), 0));
    let table = set("ninja", "wK@m1 bK@a10 wR@b4 wR@j10 wR@e9 wR@j9", "w wb - - 0 1");
    let table = table.play("b4b5");
    assert_eq!(table.state(), "result w:1.5,b:1.5 stalemate");
}

#[test]
fn the_third_occurrence_and_a_hundred_plies_are_draws() {
    let trip = "a1b1 y10x10 b1a1 x10y10";
    let table = white("wN@m5").play(trip).play(trip);
    assert_eq!(table.state(), "result w:1.5,b:1.5 repetition");
    let table = set("ninja", &format!("{KINGS} wN@m5"), "w wb - - 99 1").play("a1b1");
    assert_eq!(table.state(), "result w:1.5,b:1.5 move-count");
}

#[test]
fn bare_kings_are_dead_whatever_the_reserves() {
    let table = set("ninja", "wK@m4 bK@y10 bN@m5", "w wb - wQ,bQ 0 1").play("m4m5");
    assert_eq!(table.state(), "result w:1.5,b:1.5 dead-position");
    assert!(table.moves().is_empty());
    assert_eq!(white("wN@m5").state(), "ongoing");
}

#[test]
fn there_is_no_castling() {
    assert!(support::variant("ninja").rules.castling.is_empty());
    // Steps of one cell only.
    set("ninja", "wK@m1 wR@k1 wR@o1 bK@y10", "w wb - - 0 1")
        .check("m1", "l1 n1 h1 r1 g1 i1 q1 s1 m2 l2 n2 h2 r2");
}
