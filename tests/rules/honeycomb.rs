//! 3-player Honeycomb and Wildhoney.

use super::{Table, set, support};
use simurgh::position::Game;

const SINGLE: [&str; 4] = ["honeycomb", "honeycomb-pawnless", "wildhoney", "wildhoney-pawnless"];
const DOUBLE: [&str; 4] = [
    "honeycomb-double",
    "honeycomb-double-pawnless",
    "wildhoney-double",
    "wildhoney-double-pawnless",
];

/// Three Kings in corners of the lowest level, out of each other's way.
const KINGS: &str = "rK@1e1 yK@1e8 bK@8e8";

/// A position with these Kings and more pieces, red to move.
#[track_caller]
fn red(id: &str, pieces: &str) -> Table {
    set(id, &format!("{KINGS} {pieces}"), "r ryb - - 0 1")
}

// The board.

#[test]
fn cells_are_named_digit_level_digit_and_ordered_by_level_then_row() {
    let board = &support::variant("honeycomb").board;
    let names: Vec<&str> = board.cells().map(|c| board.name(c)).collect();
    assert_eq!(names[..9], ["8a8", "7a8", "6a8", "5a8", "4a8", "3a8", "2a8", "1a8", "7a7"]);
    assert_eq!((names[35], names[36], names[179]), ("1a1", "8b8", "1e1"));
    assert_eq!(board.level_names(), ["a", "b", "c", "d", "e"]);
    assert!(board.find("1c2").is_some() && board.find("2c1").is_none());
}

#[test]
fn columns_have_three_colours_that_change_by_level() {
    // (10a + b) mod 3, the same number on every level.
    let board = &support::variant("honeycomb").board;
    let shade = |name: &str| board.info(board.find(name).unwrap()).shade;
    assert_eq!(["1a2", "1a3", "1a4", "2a2", "8a8"].map(shade), [0, 1, 2, 1, 1]);
    assert_eq!(["1b2", "1e3", "1d4"].map(shade), [0, 1, 2]);
}

#[test]
fn players_follow_each_other_anticlockwise() {
    // Red at the bottom, yellow at the upper right, blue at the upper left of the drawing.
    let board = &support::variant("honeycomb").board;
    let plane = |name: &str| board.info(board.find(name).unwrap()).plane;
    let (red, yellow, blue) = (plane("1c1"), plane("1c8"), plane("8c8"));
    assert!(red.1 > yellow.1 && red.1 > blue.1 && yellow.0 > blue.0);
}

// Start positions.

#[test]
fn the_start_of_honeycomb_is_the_written_one() {
    assert_eq!(
        support::variant("honeycomb").start,
        "bR,bB,bP,2,yP,yB,yR/bB,bP,3,yP,yB/bP,4,yP/5/4/rP,rP,rP/rB,rB/rR|\
         bQ,bN,bP,2,yP,yN,yQ/bN,bP,3,yP,yN/bP,4,yP/5/4/rP,rP,rP/rN,rN/rQ|\
         bK,bF,bP,2,yP,yF,yK/bF,bP,3,yP,yF/bP,4,yP/5/4/rP,rP,rP/rF,rF/rK|\
         bQ,bN,bP,2,yP,yN,yQ/bN,bP,3,yP,yN/bP,4,yP/5/4/rP,rP,rP/rN,rN/rQ|\
         bR,bB,bP,2,yP,yB,yR/bB,bP,3,yP,yB/bP,4,yP/5/4/rP,rP,rP/rB,rB/rR r ryb - - 0 1"
    );
}

#[test]
fn every_game_has_its_corner_and_next_columns_and_pawns_unless_pawnless() {
    for id in SINGLE.into_iter().chain(DOUBLE) {
        let corner = if id.starts_with("wild") { "RQKGR" } else { "RQKQR" };
        let curved = if id.contains("double") { "BNONB" } else { "BNFNB" };
        let next = if id.starts_with("wild") { "BCNCB" } else { curved };
        let pawns = if id.ends_with("pawnless") { "-----" } else { "PPPPP" };
        let table = Table(Game::start(support::variant(id)));
        for (player, columns) in [
            ("r", ["11", "12", "22", "13", "23", "33"]),
            ("y", ["18", "17", "28", "16", "27", "38"]),
            ("b", ["88", "77", "78", "66", "67", "68"]),
        ] {
            for (column, symbols) in
                columns.into_iter().zip([corner, next, next, pawns, pawns, pawns])
            {
                for (level, symbol) in "abcde".chars().zip(symbols.chars()) {
                    let cell = format!("{}{level}{}", &column[..1], &column[1..]);
                    let token =
                        if symbol == '-' { "-".to_string() } else { format!("{player}{symbol}") };
                    assert_eq!(table.on(&cell), token, "{id} {cell}");
                }
            }
        }
        // Nothing else stands anywhere.
        let pieces = table.field(0).matches(|c: char| c.is_ascii_uppercase()).count();
        assert_eq!(pieces, if pawns == "-----" { 45 } else { 90 }, "{id}");
    }
}

// Pieces.

#[test]
fn rook_rides_along_columns_and_levels() {
    let table = red("honeycomb", "rR@3c5 rN@3c7 yN@5c7 rB@3b5");
    table.check("3c5", "3c6 4c6 5c7 4c5 5c5 3c4 3c3 2c4 1c3 2c5 1c5 3d5 3e5");
}

#[test]
fn bishop_rides_orthogonals_combined_with_a_change_of_level() {
    let table = red("honeycomb", "rB@3c5 rN@3b6 yN@4d6");
    table.check(
        "3c5",
        "4d6 4b6 5a7 4b5 5a5 4d5 5e5 3b4 3a3 3d4 3e3 2b4 1a3 2d4 1e3 2b5 1a5 2d5 1e5 3d6 3e7",
    );
}

#[test]
fn queen_is_rook_and_bishop() {
    let rook = red("honeycomb", "rR@3c5 yN@5c7").targets("3c5");
    let bishop = red("honeycomb", "rB@3c5 yN@5c7").targets("3c5");
    let queen = red("honeycomb", "rQ@3c5 yN@5c7").targets("3c5");
    assert_eq!(queen, &rook | &bishop);
}

#[test]
fn king_steps_in_all_directions_of_the_queen() {
    let table = set("honeycomb", "rK@3c5 yK@1e8 bK@8e8", "r ryb - - 0 1");
    let wanted = "3c6 4c6 4c5 3c4 2c4 2c5 3b6 4b6 4b5 3b4 2b4 2b5 3d6 4d6 4d5 3d4 2d4 2d5 3b5 3d5";
    table.check("3c5", wanted);
}

#[test]
fn gnu_is_knight_and_camel() {
    let knight = red("wildhoney", "rN@4c6").targets("4c6");
    let camel = red("wildhoney", "rC@4c6").targets("4c6");
    let gnu = red("wildhoney", "rG@4c6").targets("4c6");
    assert_eq!(gnu, &knight | &camel);
    assert!(knight.is_disjoint(&camel));
    // 2u+v with u = (0,1); u+2v; 3u+v with u = (-1,-1).
    assert!(knight.contains("4b8") && knight.contains("4a7") && camel.contains("1d3"));
}

#[test]
fn leapers_do_not_care_what_stands_between() {
    let wall = "rB@1a2 rB@2a2 rB@1b1 rB@1b2 rB@2b2";
    let table = set("honeycomb", &format!("rK@1e1 yK@1e8 bK@8e8 rN@1a1 {wall}"), "r ryb - - 0 1");
    table.check("1a1", "1b3 3b3 1c2 2c2");
}

// The Finch.

#[test]
fn a_finch_may_stop_on_any_of_five_cells_of_a_ring_and_step_up_or_down() {
    let table = red("honeycomb", "rF@3c5");
    table.check(
        "3c5",
        "3c6 4c6 4c5 3c4 2c4 2c5 3c7 4c7 5c7 5c6 5c5 4c4 3c3 2c3 1c3 1c4 1c5 2c6 3b5 3d5",
    );
}

#[test]
fn a_finch_must_pass_through_empty_cells() {
    // 3c7 lies on the ring round 3c6 only, half way round: it takes a piece on either way.
    let table = red("honeycomb", "rF@3c5 yN@4c6");
    assert!(table.allows("3c53c7"));
    let table = red("honeycomb", "rF@3c5 yN@4c6 yN@2c5");
    assert!(!table.allows("3c53c7"));
}

#[test]
fn a_finch_captures_where_it_stops() {
    // 23 is met on both walks from the corner; 33 and 13 lie behind it.
    let table = set("honeycomb", "rK@1e1 yK@1e8 bK@8e8 rF@1a1 yN@2a3", "r ryb - - 0 1");
    table.check("1a1", "1a2 2a3 2a2 1b1");
    let table = set("honeycomb", "rK@1e1 yK@1e8 bK@8e8 rF@1a1 rN@1a2", "r ryb - - 0 1");
    table.check("1a1", "2a2 2a3 1a3 1b1");
}

#[test]
fn a_finch_cannot_return_to_its_origin() {
    assert!(!red("honeycomb", "rF@3c5").allows("3c53c5"));
}

#[test]
fn the_centre_of_a_ring_does_not_matter() {
    let table = red("honeycomb", "rF@3c5 rN@3c6");
    assert!(table.allows("3c53c7") && !table.allows("3c53c6"));
}

#[test]
fn a_ring_with_a_cell_off_the_board_ends_there() {
    // On the edge the walks run to where the ring leaves the board, from either side.
    let table = red("honeycomb", "rF@2a8");
    table.check("2a8", "1a8 3a8 4a8 3a7 2a7 1a7 2a6 1a6 2b8");
}

#[test]
fn a_finch_gives_check_round_the_corner() {
    let table = set("honeycomb", "rK@1e1 yK@3c7 bK@8e8 rF@3c5", "y ryb - - 0 1");
    assert_eq!(table.players(), "ryb");
    assert!(!table.allows("3c74c7"), "4c7 lies on the same ring");
    let table = set("honeycomb", "rK@1e1 yK@3c7 bK@8e8 rF@3c5", "r ryb - - 0 1");
    assert_eq!(table.players(), "rb");
}

// Pawns.

#[test]
fn a_pawn_steps_along_either_forward_direction_without_capture() {
    red("honeycomb", "rP@3c5").check("3c5", "3c6 4c6");
    let yellow = set("honeycomb", &format!("{KINGS} yP@3c5"), "y ryb - - 0 1");
    yellow.check("3c5", "4c5 3c4");
    let blue = set("honeycomb", &format!("{KINGS} bP@3c5"), "b ryb - - 0 1");
    blue.check("3c5", "2c5 2c4");
    // Whatever stands there blocks it.
    red("honeycomb", "rP@3c5 yN@3c6 rN@4c6").check("3c5", "");
}

#[test]
fn a_pawn_captures_forward_with_a_change_of_level() {
    let around = "yN@3b6 yN@4b6 bN@3d6 bN@4d6 yN@2b5 yN@3b5 bN@2c5";
    red("honeycomb", &format!("rP@3c5 {around}")).check("3c5", "3c6 4c6 3b6 4b6 3d6 4d6");
    // On the highest level only downwards.
    red("honeycomb", "rP@3a5 yN@3b6 yN@4b6").check("3a5", "3a6 4a6 3b6 4b6");
}

#[test]
fn there_is_no_double_step_and_no_en_passant() {
    let table = Table(Game::start(support::variant("honeycomb")));
    table.check("1c3", "1c4 2c4").check("3c3", "3c4 4c4");
    assert_eq!(table.play("1c31c4").en_passant(), "-");
}

const CHOICES: [(&str, [&str; 6]); 8] = [
    ("honeycomb", ["R", "B", "Q", "N", "F", ""]),
    ("honeycomb-pawnless", ["R", "B", "Q", "N", "F", ""]),
    ("wildhoney", ["R", "B", "Q", "N", "C", "G"]),
    ("wildhoney-pawnless", ["R", "B", "Q", "N", "C", "G"]),
    ("honeycomb-double", ["R", "B", "Q", "N", "O", ""]),
    ("honeycomb-double-pawnless", ["R", "B", "Q", "N", "O", ""]),
    ("wildhoney-double", ["R", "B", "Q", "N", "C", "G"]),
    ("wildhoney-double-pawnless", ["R", "B", "Q", "N", "C", "G"]),
];

/// The texts of all promotions on a cell.
fn promotions(id: &str, cells: &[&str]) -> String {
    let (_, choices) = CHOICES.iter().find(|(game, _)| *game == id).unwrap();
    let choices = choices.iter().filter(|c| !c.is_empty());
    let texts = choices.flat_map(|c| cells.iter().map(move |cell| format!("{cell}={c}")));
    texts.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_pawn_must_promote_where_its_forward_directions_end() {
    for (id, _) in CHOICES {
        let table = red(id, "rP@3b7 yN@4c8");
        table.check("3b7", &promotions(id, &["3b8", "4b8", "4c8"]));
    }
    // Yellow's pawns end where both digits are the same, blue's where the first is 1.
    let table = set("honeycomb", &format!("{KINGS} yP@4c5"), "y ryb - - 0 1");
    table.check("4c5", &promotions("honeycomb", &["5c5", "4c4"]));
    let table = set("honeycomb", &format!("{KINGS} bP@2c5"), "b ryb - - 0 1");
    table.check("2c5", &promotions("honeycomb", &["1c5", "1c4"]));
}

#[test]
fn a_promoted_pawn_is_the_piece_of_choice() {
    let table = red("wildhoney", "rP@3b7").play("3b73b8=G");
    assert_eq!((table.on("3b8"), table.counters()), ("rG".into(), "0 1".into()));
}

#[test]
fn pawns_do_not_promote_elsewhere() {
    // The other players' last cells are nothing to red.
    red("honeycomb", "rP@1c5 rP@4c5").check("1c5", "1c6 2c6").check("4c5", "4c6 5c6");
}

// Checkmate. Red's rook 1a3 checkmates yellow's King 1a8.

const MATE: &str = "rK@1e1 rR@1a3 yK@1a8";

#[test]
fn the_pieces_of_the_first_to_fall_go_over_to_the_player_who_checkmated() {
    let pieces = format!("{MATE} bK@8e8 yP@4c6 yN@5d7 yQ@2a8 bP@6b6");
    let table = set("honeycomb", &pieces, "r ryb - - 8 1");
    let after = "rK@1e1 rR@1a3 bK@8e8 rPy@4c6 rN@5d7 rQ@2a8 bP@6b6";
    assert_eq!(table.fen(), set("honeycomb", after, "r rb - - 0 1").fen());
    assert_eq!(table.state(), "ongoing");
}

#[test]
fn nobody_is_promoted_by_checkmate() {
    let table = set("honeycomb", &format!("{MATE} bK@8e8"), "r ryb - - 0 1");
    assert_eq!(table.all_on("1a3 1e1 1a8"), "rR rK -");
}

#[test]
fn recruits_may_move_at_once() {
    let table = set("honeycomb", &format!("{MATE} bK@8e8 yN@5d7"), "r ryb - - 0 1");
    table.check("5d7", "6b8 5b8 6b7 4b7 5b6 4b6 7c7 3c7 5c5 3c5 7e7 3e7 5e5 3e5");
}

#[test]
fn recruited_pawns_keep_their_heading() {
    let table = set("honeycomb", &format!("{MATE} bK@8e8 yP@4c6 bN@5b6 bN@4b7"), "r ryb - - 0 1");
    assert_eq!(table.on("4c6"), "rPy");
    // Steps (1,0) and (0,-1), a capture along (1,0); none along red's (0,1).
    table.check("4c6", "5c6 4c5 5b6");
}

#[test]
fn promotion_follows_the_heading_not_the_owner() {
    let table = set("honeycomb", "rK@1e1 bK@8e8 rPy@4c5 rPy@2c8", "r rb - - 0 1");
    table.check("4c5", &promotions("honeycomb", &["5c5", "4c4"]));
    // Red's own last row is nothing to a pawn of yellow's heading.
    table.check("2c8", "3c8 2c7");
    assert_eq!(table.play("4c54c4=F").on("4c4"), "rF");
}

#[test]
fn recruited_pawns_are_written_with_their_heading() {
    let table = set("honeycomb", "rK@1e1 bK@8e8 rPy@4c5 rPb@4c6 rP@3c4 bPr@5b5", "r rb - - 0 1");
    assert_eq!(table.all_on("4c5 4c6 3c4 5b5"), "rPy rPb rP bPr");
    assert!(table.fen().contains("rPy") && table.fen().contains("bPr"));
}

#[test]
fn recruited_pieces_attack_at_once_so_the_last_king_may_fall() {
    let table = set("honeycomb", &format!("{MATE} bK@8e8 yR@8c8"), "r ryb - - 0 1");
    assert_eq!(table.state(), "result r:1,y:3,b:2 last-player");
    assert_eq!(table.all_on("8c8 8e8"), "rR -");
}

#[test]
fn recruited_pawns_attack_along_their_heading() {
    // 5b6 is 4c6 + (1,0) a level up; 4b7 is 4c6 + (0,1) a level up.
    let table = set("honeycomb", &format!("{MATE} yP@4c6 bK@5b6"), "r ryb - - 0 1");
    assert_eq!(table.state(), "result r:1,y:3,b:2 last-player");
    let table = set("honeycomb", &format!("{MATE} yP@4c6 bK@4b7"), "r ryb - - 0 1");
    assert_eq!((table.state(), table.players()), ("ongoing".into(), "rb".into()));
}

#[test]
fn pawns_may_change_hands_twice() {
    let pieces = "rK@1a8 rP@4c6 rPy@4d6 rPb@4e6 bR@1a3 bK@8e8";
    let table = set("honeycomb", pieces, "b rb - - 0 1");
    assert_eq!(table.all_on("4c6 4d6 4e6"), "bPr bPy bP");
    assert_eq!(table.state(), "result r:2,y:3,b:1 last-player");
}

#[test]
fn two_play_on_and_whoever_checkmates_the_other_wins() {
    // Yellow falls at once to the rook 1e3; then red's rook closes the corner round blue's King.
    let rooks = "rR@1e3 rR@3b8 rR@3a7 rR@3b7 rR@2c8";
    let table = set("honeycomb", &format!("rK@1e1 yK@1e8 bK@8a8 {rooks}"), "r ryb - - 0 1");
    assert_eq!((table.players(), table.state()), ("rb".into(), "ongoing".into()));
    let table = table.play("2c82a8");
    assert_eq!((table.moves(), table.state()), (vec!["0000".to_string()], "ongoing".into()));
    let table = table.play("0000");
    assert_eq!(table.state(), "result r:1,y:3,b:2 last-player");
    let outcome = table.outcome();
    assert_eq!([0, 1, 2].map(|s| outcome.utility(s)), [1.0, 0.0, 0.5]);
}

#[test]
fn whoever_checkmated_first_may_still_fall_second() {
    let rooks = "bR@4e5 bR@1d5 bR@2e6 bR@2d6";
    let pieces = format!("rK@1e1 rR@5a8 yK@1a8 bK@8e8 {rooks}");
    let table = set("honeycomb", &pieces, "r ryb - - 0 1");
    assert_eq!(table.players(), "rb");
    let table = table.play("5a85a7 4e51e5 0000");
    assert_eq!(table.state(), "result r:2,y:3,b:1 last-player");
}

// The double-strength games.

#[test]
fn double_rooks_ride_hex_diagonals_too() {
    let table = red("honeycomb-double", "rR@3c5 rN@4c7 yN@3c6");
    table.check(
        "3c5",
        "3c6 4c6 5c7 6c8 4c5 5c5 3c4 3c3 2c4 1c3 2c5 1c5 \
         5c6 7c7 4c4 2c3 1c1 1c4 2c6 1c7 3b5 3a5 3d5 3e5",
    );
}

#[test]
fn double_bishops_ride_all_twelve_with_a_change_of_level() {
    let table = set("honeycomb-double", "rB@1a1 rK@1e1 yK@1e8 bK@8e8", "r ryb - - 0 1");
    table.check("1a1", "1b2 1c3 1d4 1e5 2b2 3c3 4d4 5e5 2b3 3c5 4d7");
}

#[test]
fn double_kings_have_38_steps() {
    let table = set("honeycomb-double", "rK@3c5 yK@1e8 bK@8e8", "r ryb - - 0 1");
    assert_eq!(table.targets("3c5").len(), 38);
    assert!(table.allows("3c54c7") && table.allows("3c54b7") && table.allows("3c53d5"));
}

#[test]
fn double_knights_camels_and_gnus_leap_along_all_twelve() {
    let at_corner =
        |symbol: &str| set("wildhoney-double", &format!("r{symbol}@1a1 {KINGS}"), "r ryb - - 0 1");
    at_corner("N").check("1a1", "1b3 3b3 3b5 1c2 2c2 2c3");
    at_corner("C").check("1a1", "1b4 4b4 4b7 1d2 2d2 2d3");
    at_corner("G").check("1a1", "1b3 3b3 3b5 1c2 2c2 2c3 1b4 4b4 4b7 1d2 2d2 2d3");
}

#[test]
fn a_cohen_is_curved_on_orthogonals_or_on_hex_diagonals() {
    let table = red("honeycomb-double", "rO@3c5");
    table.check(
        "3c5",
        "3c6 4c6 4c5 3c4 2c4 2c5 3c7 4c7 5c7 5c6 5c5 4c4 3c3 2c3 1c3 1c4 1c5 2c6 3b5 3d5 \
         6c8 3c8 7c7 1c7",
    );
}

#[test]
fn a_pawnout_steps_to_three_cells_and_captures_on_six() {
    red("honeycomb-double", "rP@3c5").check("3c5", "3c6 4c6 4c7");
    let around = "yN@3b6 yN@4b6 yN@4b7 bN@3d6 bN@4d6 bN@4d7 bN@4c7";
    let table = red("honeycomb-double", &format!("rP@3c5 {around}"));
    table.check("3c5", "3c6 4c6 3b6 4b6 4b7 3d6 4d6 4d7");
    let yellow = set("honeycomb-double", &format!("{KINGS} yP@2c5"), "y ryb - - 0 1");
    yellow.check("2c5", "3c5 2c4 3c4");
    let blue = set("honeycomb-double", &format!("{KINGS} bP@4c6"), "b ryb - - 0 1");
    blue.check("4c6", "3c6 3c5 2c5");
}

#[test]
fn a_pawnouts_long_step_is_a_leap() {
    red("honeycomb-double", "rP@3c5 rN@3c6 yN@4c6").check("3c5", "4c7");
}

#[test]
fn a_pawnout_promotes_by_its_long_step_too() {
    let table = red("honeycomb-double", "rP@3c6");
    let wanted = format!("3c7 4c7 {}", promotions("honeycomb-double", &["4c8"]));
    table.check("3c6", &wanted);
}

#[test]
fn recruited_pawnouts_keep_their_three_directions() {
    let table = set("honeycomb-double", "rK@1e1 bK@8e8 rPb@4c6", "r rb - - 0 1");
    table.check("4c6", "3c6 3c5 2c5");
}
