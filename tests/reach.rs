//! The reach of single pieces on the empty board: the diagrams of the rules page of Chess with
//! Different Armies, and hand-made lists for the pieces and places of the other games where a
//! table is most easily wrong (edges, notches, rings, two levels, forward directions).

use simurgh::position::{piece_token, reach_on_empty_board};
use simurgh::variant;

/// Checks which cells a piece, given as a token such as `wD`, reaches from a cell. The list is
/// in any order; that the answer is in cell order is checked too.
#[track_caller]
fn check(game: &str, token: &str, from: &str, wanted: &str) {
    let game = variant::find(game).expect(game);
    // Owner and symbol name a piece in the 8x8 games too.
    let (seat, kind) = piece_token(game, token).expect(token);
    let cell = |name: &str| game.board.find(name).unwrap_or_else(|| panic!("no cell {name}"));
    let mut cells: Vec<_> = wanted.split_whitespace().map(cell).collect();
    cells.sort();
    let found = reach_on_empty_board(game, cell(from), seat, kind);
    let names = |cells: &[_]| cells.iter().map(|&c| game.board.name(c)).collect::<Vec<_>>();
    assert_eq!(names(&found), names(&cells), "{token} from {from}");
}

// The diagrams of the rules page of Chess with Different Armies.

#[test]
fn bede() {
    check("cwda-cc", "wD", "d5", "a8 b7 c6 e4 f3 g2 h1 c4 b3 a2 e6 f7 g8 f5 d3 b5 d7");
}

#[test]
fn waffle() {
    check("cwda-fc", "bW", "e5", "e6 f5 e4 d5 c7 g7 g3 c3");
}

#[test]
fn fad() {
    check("cwda-cc", "wF", "d5", "b7 c6 b5 f5 d3 d7 b3 c4 e4 f3 e6 f7");
}

#[test]
fn charging_rook() {
    check("cwda-nn", "wG", "d4", "d5 d6 d7 d8 c4 b4 a4 e4 f4 g4 h4 c3 d3 e3");
}

#[test]
fn fibnif() {
    check("cwda-nn", "wI", "e4", "d6 d2 f6 f2 d3 d5 f5 f3");
}

#[test]
fn charging_knight() {
    check("cwda-nn", "wT", "d4", "b5 c6 e6 f5 c4 e4 c3 d3 e3");
}

#[test]
fn colonel() {
    check("cwda-nn", "wL", "e4", "e5 e6 e7 e8 d4 c4 b4 a4 f4 g4 h4 d6 c5 f6 g5 d5 f5 d3 e3 f3");
}

#[test]
fn woody_rook() {
    check("cwda-rr", "wY", "d5", "d3 b5 d7 f5 c5 d6 e5 d4");
}

#[test]
fn half_duck() {
    check("cwda-rr", "wH", "e5", "c5 e7 g5 e3 b5 e8 h5 e2 d4 d6 f6 f4");
}

// The other slots of the table, which the page does not draw.

#[test]
fn short_rook_goes_four_squares_at_most() {
    check("cwda-rr", "wS", "d4", "d5 d6 d7 d8 d3 d2 d1 c4 b4 a4 e4 f4 g4 h4");
    check("cwda-rr", "wS", "a1", "a2 a3 a4 a5 b1 c1 d1 e1");
}

#[test]
fn cardinal_and_chancellor_add_the_knight() {
    check("cwda-cc", "wC", "a1", "b2 c3 d4 e5 f6 g7 h8 b3 c2");
    check("cwda-rr", "wO", "a1", "a2 a3 a4 a5 a6 a7 a8 b1 c1 d1 e1 f1 g1 h1 b3 c2");
}

#[test]
fn forward_is_down_the_board_for_black() {
    check("cwda-nn", "bG", "d5", "d4 d3 d2 d1 c5 b5 a5 e5 f5 g5 h5 c6 d6 e6");
    check("cwda-nn", "bT", "d5", "b4 c3 e3 f4 c5 e5 c6 d6 e6");
    check("cwda-nn", "bL", "e5", "e4 e3 e2 e1 d5 c5 b5 a5 f5 g5 h5 d3 c4 f3 g4 d4 f4 d6 e6 f6");
}

#[test]
fn orthodox_pawns_step_once_or_twice() {
    check("chess", "wP", "e2", "e3 e4");
    check("chess", "wP", "e3", "e4");
    check("chess", "bP", "e7", "e6 e5");
    check("chess", "bP", "e2", "e1");
}

// Honeycomb.

#[test]
fn finch_walks_six_rings() {
    // The six neighbours, the twelve cells around these, and up and down.
    check(
        "honeycomb",
        "rF",
        "3c5",
        "3c6 4c6 4c5 3c4 2c4 2c5 3c7 4c7 5c7 5c6 5c5 4c4 3c3 2c3 1c3 1c4 1c5 2c6 3b5 3d5",
    );
}

#[test]
fn finch_rings_end_at_the_edge() {
    // From the corner the rings lead 12 23 33, 22 23 13 and no further.
    check("honeycomb", "rF", "1a1", "1a2 2a3 3a3 2a2 1a3 1b1");
}

#[test]
fn cohen_adds_rings_of_hex_diagonals() {
    // Of the diagonals only (1,2) starts on the board, to 23; both ways round lead on once, to
    // 23 + (2,1) = 44 and 23 + (-1,1) = 14.
    check("honeycomb-double", "rO", "1a1", "1a2 2a3 3a3 2a2 1a3 1b1 4a4 1a4");
}

#[test]
fn honeycomb_kings() {
    check("honeycomb", "rK", "1a1", "1a2 2a2 1b1 1b2 2b2");
    check("honeycomb-double", "rK", "1a1", "1a2 2a2 2a3 1b1 1b2 2b2 2b3");
}

#[test]
fn honeycomb_leapers() {
    check("honeycomb", "rN", "1a1", "1b3 3b3 1c2 2c2");
    check("wildhoney", "rC", "1a1", "1b4 4b4 1d2 2d2");
    check("wildhoney", "rG", "1a1", "1b3 3b3 1c2 2c2 1b4 4b4 1d2 2d2");
}

#[test]
fn honeycomb_bishop_rides_orthogonals_that_change_level() {
    check("honeycomb", "rB", "1a1", "1b2 1c3 1d4 1e5 2b2 3c3 4d4 5e5");
}

#[test]
fn honeycomb_pawns_keep_their_heading_whoever_owns_them() {
    check("honeycomb", "rP", "3c5", "3c6 4c6");
    check("honeycomb", "yP", "3c5", "4c5 3c4");
    check("honeycomb", "bP", "3c5", "2c5 2c4");
    check("honeycomb", "rPy", "3c5", "4c5 3c4");
    check("honeycomb-double", "rP", "3c5", "3c6 4c6 4c7");
    check("honeycomb-double", "yPb", "3c5", "2c5 2c4 1c4");
}

// Armies of Faith 3.

#[test]
fn simurgh_bends_after_the_first_step() {
    // ra = (1,0): only the diagonals to pb = (2,-2) and qc = (3,-1) start on the board. From
    // pb on along (1,-1), (0,-1); from qc on along (1,0), (1,-1).
    check(
        "aof3",
        "rM",
        "ra3",
        "pb3 oc3 nd3 me3 lf3 kg3 jh3 qc3 qd3 qe3 qf3 qg3 qh3 qi3 pd3 oe3 nf3 mg3 lh3 ki3",
    );
}

#[test]
fn rabbi_walks_rings_of_hex_diagonals() {
    // From da = (4,1) the step (-1,-1) to rc is barred, but rc is the fifth cell of the ring
    // that starts towards pd = (5,-1) + (-1,-1).
    check("aof3", "rA", "da3", "qb3 rc3 pd3 eb3 qe3 rf3 of3 ga3 pg3 qh3");
}

#[test]
fn emperor_may_not_cross_the_notch() {
    // The King's twenty steps that stay on the board, and of the six diagonals those to eb, rf
    // and qe; rc is barred.
    check("aof3", "rK", "da3", "db3 rd3 ea3 re3 db2 rd2 ea2 re2 da2 db4 rd4 ea4 re4 da4");
    check(
        "aof3",
        "rEm",
        "da3",
        "db3 rd3 ea3 re3 db2 rd2 ea2 re2 da2 db4 rd4 ea4 re4 da4 eb3 qe3 rf3",
    );
}

#[test]
fn elf_and_sennight_at_the_notch() {
    // Of the root-7 vectors from da = (4,1) those to qc and rb are barred.
    check("aof3", "rS", "da3", "ec3 pe3 fb3 pf3 rg3 qg3");
    check("aof3", "rL", "da3", "ec1 pe1 fb1 pf1 rg1 qg1 ec5 pe5 fb5 pf5 rg5 qg5");
    check("aof3", "rS", "rc3", "qa3 pb3 od3 oe3 qf3 pf3");
    check("aof3", "rL", "rc3", "qa1 pb1 od1 oe1 qf1 pf1 qa5 pb5 od5 oe5 qf5 pf5");
}

#[test]
fn elf_in_the_open_has_all_its_leaps() {
    check(
        "aof3",
        "rL",
        "oh3",
        "qe1 pe1 rf1 nf1 rg1 mg1 qi1 li1 pj1 nk1 mk1 qe5 pe5 rf5 nf5 rg5 mg5 qi5 li5 pj5 nk5 mk5",
    );
}

#[test]
fn unicorn_stops_at_the_notch() {
    check("aof3", "rU", "da3", "eb3 rf3 qh3 pj3 qe3 of3 mg3 kh3");
}

#[test]
fn aof3_pawns_step_twice_from_the_pawn_row_only() {
    // (4,1): along (0,-1) to rd and qd, along (1,-1) to re and qf.
    check("aof3", "rP", "da3", "rd3 qd3 re3 qf3");
    // The extra column is not the pawn row.
    check("aof3", "rP", "rf1", "qf1 qg1");
}

// Guru.

#[test]
fn guru_leaps() {
    check("guru", "rG", "ua1", "ue2 ub5 uf4 ud6 le1 la5");
    check("guru", "rG", "ue5", "ua4 ua6 ui4 ui6 ud1 uf1 ud9 uf9 uj2 uj8 ub10 uh10 la5 li5 le1 le9");
}

#[test]
fn elephants_stay_on_their_level_and_ferzes_need_not() {
    check("guru", "rE", "ue5", "uc7 ug7 uc3 ug3");
    check("guru", "rF", "le5", "ld6 lf6 ld4 lf4 ue6 ud5 uf5 ue4");
}

#[test]
fn root_three_steps_belong_to_promoted_pieces() {
    check("guru", "rK", "ua1", "ua2 ub1 ub2 la1 la2 lb1");
    check("guru", "rEm", "ua1", "ua2 ub1 ub2 la1 la2 lb1 lb2");
    check("guru", "rAd", "ua1", "ua2 ub1 ub2 la1 la2 lb1 lb2");
    check("guru", "rWf", "ua1", "uc3 lb2");
    check("guru", "rBa", "ua1", "ub2 la2 lb1 lb2");
}

#[test]
fn guru_pawns_step_once() {
    check("guru", "rP", "ud4", "ue4 ud5");
    check("guru", "oP", "ud4", "uc4 ud5");
    check("guru", "gP", "ud4", "uc4 ud3");
    check("guru", "bP", "ud4", "ue4 ud3");
}

// Ninja.

#[test]
fn cannon_and_arrow_ride_where_they_do_not_capture() {
    check("ninja", "wC", "m5", "m6 m7 m8 m9 m10 m4 m3 m2 m1 k5 l5 n5 o5 c5 h5 r5 w5");
    check(
        "ninja",
        "wA",
        "m5",
        "l6 k7 n6 o7 l4 k3 n4 o3 h6 c7 r6 w7 h4 c3 r4 w3 g5 a5 i5 e5 q5 u5 s5 y5",
    );
}

#[test]
fn kings_stay_in_their_half() {
    check("ninja", "wK", "m5", "g5 h5 i5 l5 n5 q5 r5 s5 h4 l4 m4 n4 r4");
    check("ninja", "bK", "m6", "g6 h6 i6 l6 n6 q6 r6 s6 h7 l7 m7 n7 r7");
}

#[test]
fn ninja_leapers() {
    check("ninja", "wNm", "a1", "g5 j2 v2");
    check("ninja", "wCa", "c1", "b4 d4 h4 r2 q1 s1");
    check(
        "ninja",
        "wNj",
        "m5",
        "b7 d7 a6 e6 a4 e4 b3 d3 f7 j7 f3 j3 p7 t7 p3 t3 v7 x7 u6 y6 u4 y4 v3 x3",
    );
}

#[test]
fn ninja_pawns_and_yeomen() {
    check("ninja", "wP", "m3", "m4 m5");
    check("ninja", "wP", "m4", "m5");
    check("ninja", "bP", "m8", "m7 m6");
    check("ninja", "wY", "m3", "l4 n4 h4 r4");
    check("ninja", "bY", "a8", "b7 f7");
}
