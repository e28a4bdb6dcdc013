//! The reader of position strings: every message it refuses a string with, what it accepts besides
//! canonical strings, and that no text whatever makes it panic.

mod support;

use proptest::prelude::*;
use simurgh::position::{AnyPosition, Field, Game, MoveError, Reason, with_position};
use simurgh::variant::{self, Notation};
use support::{placement, variant as game};

/// Checks that a string is refused with a message.
#[track_caller]
fn refused(id: &str, fen: &str, message: &str) {
    match AnyPosition::read(game(id), fen) {
        Ok(position) => panic!("{fen} was read as {}", position.fen()),
        Err(e) => assert_eq!(e.to_string(), message),
    }
}

/// Checks that pieces with the other fields are refused with a message.
#[track_caller]
fn refused_pieces(id: &str, pieces: &str, rest: &str, message: &str) {
    refused(id, &format!("{} {rest}", placement(game(id), pieces)), message);
}

/// Checks that a string is read, and what is written for it.
#[track_caller]
fn read_as(id: &str, fen: &str, canonical: &str) {
    match AnyPosition::read(game(id), fen) {
        Ok(position) => assert_eq!(position.fen(), canonical),
        Err(e) => panic!("{fen}: {e}"),
    }
}

/// Checks that pieces with other fields are read, and the fields that are written for them.
#[track_caller]
fn read_pieces_as(id: &str, pieces: &str, rest: &str, canonical: &str) {
    let placement = placement(game(id), pieces);
    read_as(id, &format!("{placement} {rest}"), &format!("{placement} {canonical}"));
}

const CHESS: &str = "K@e1 k@e8";
const HONEY: &str = "rK@1e1 yK@1e8 bK@8e8";
const AOF3: &str = "rK@ec3 oK@nl3 gK@jh3 bK@qa3";
const GURU: &str = "rK@ua1 oK@lj2 gK@ui10 bK@lb9";
const NINJA: &str = "wK@a1 bK@y10";

/// These Kings as a placement, for strings that are wrong elsewhere.
fn kings(id: &str) -> String {
    let pieces = match id {
        "honeycomb" => HONEY,
        "aof3" => AOF3,
        "guru" | "guru-teams" => GURU,
        "ninja" => NINJA,
        _ => CHESS,
    };
    placement(game(id), pieces)
}

// The string as a whole.

#[test]
fn a_field_is_missing() {
    refused("chess", "", "FEN ``: the field PLACEMENT is missing");
    refused("chess", "8/8", "FEN `8/8`: the field TURN is missing");
    refused("chess", "8/8 w", "FEN `8/8 w`: the field CASTLING is missing");
    refused("chess", "8/8 w -", "FEN `8/8 w -`: the field EP is missing");
    refused("guru", "", "FEN ``: the field PLACEMENT is missing");
    refused("guru", "10", "FEN `10`: the field TURN is missing");
    refused("guru", "10 r", "FEN `10 r`: the field PLAYERS is missing");
    refused("guru", "10 r rogb", "FEN `10 r rogb`: the field EP is missing");
    refused("guru", "10 r rogb -", "FEN `10 r rogb -`: the field RESERVE is missing");
}

#[test]
fn there_are_too_many_fields() {
    let fen = format!("{} w - - 0 1 x", kings("chess"));
    refused("chess", &fen, "FEN `x`: there are more than 6 fields");
    let fen = format!("{} r rogb - - 0 1 2 3", kings("guru"));
    refused("guru", &fen, "FEN `2`: there are more than 7 fields");
}

#[test]
fn long_tokens_are_cut_in_messages() {
    let long = "x".repeat(50);
    let message = format!("FEN `{}...`: the field TURN is missing", "x".repeat(40));
    refused("chess", &long, &message);
    let forty = "x".repeat(40);
    refused("chess", &forty, &format!("FEN `{forty}`: the field TURN is missing"));
}

#[test]
fn errors_name_field_token_and_reason() {
    let error = AnyPosition::read(game("chess"), "8/8 w").err().unwrap();
    assert_eq!((error.field, error.token.as_str()), (Field::Fen, "8/8 w"));
    assert_eq!(error.reason, "the field CASTLING is missing");
}

// PLACEMENT.

#[test]
fn a_position_has_the_wrong_number_of_levels() {
    let message = "PLACEMENT `8|8`: 2 levels instead of 1";
    refused("chess", "8|8 w - - 0 1", message);
    refused("guru", "10 r rogb - - 0 1", "PLACEMENT `10`: 1 levels instead of 2");
    refused("ninja", "5|5 w wb - - 0 1", "PLACEMENT `5|5`: 2 levels instead of 5");
}

#[test]
fn a_level_has_the_wrong_number_of_rows() {
    let message = "PLACEMENT `8/8`: 2 rows in a level instead of 8";
    refused("chess", "8/8 w - - 0 1", message);
    let level = "8/7/6/5/4/3/2/1";
    let fen = format!("{level}|{level}|8/7|{level}|{level} r ryb - - 0 1");
    refused("honeycomb", &fen, "PLACEMENT `8/7`: 2 rows in a level instead of 8");
}

#[test]
fn a_row_has_the_wrong_number_of_cells() {
    let fen = |row: &str| format!("4k3/8/8/{row}/8/8/8/4K3 w - - 0 1");
    refused("chess", &fen("7"), "PLACEMENT `7`: the row has 7 cells instead of 8");
    refused("chess", &fen("9"), "PLACEMENT `9`: the row has 9 cells instead of 8");
    refused("chess", &fen(""), "PLACEMENT ``: the row has 0 cells instead of 8");
    refused("chess", &fen("8p"), "PLACEMENT `8p`: the row has more than 8 cells");
    let level = "8/7/6/5/4/3/2/1";
    let fen =
        |row: &str| format!("8/7/6/{row}/4/3/2/1|{level}|{level}|{level}|{level} r ryb - - 0 1");
    refused("honeycomb", &fen("6"), "PLACEMENT `6`: the row has 6 cells instead of 5");
    refused("honeycomb", &fen("rR,3"), "PLACEMENT `rR,3`: the row has 4 cells instead of 5");
    refused("honeycomb", &fen("5,rR"), "PLACEMENT `5,rR`: the row has more than 5 cells");
}

#[test]
fn a_count_of_empty_cells_is_wrong() {
    let fen = |row: &str| format!("4k3/8/8/{row}/8/8/8/4K3 w - - 0 1");
    refused("chess", &fen("08"), "PLACEMENT `0`: a count starts at 1");
    refused("chess", &fen("44"), "PLACEMENT `44`: two counts of empty cells in succession");
    let level = "8/7/6/5/4/3/2/1";
    let fen =
        |row: &str| format!("8/7/6/{row}/4/3/2/1|{level}|{level}|{level}|{level} r ryb - - 0 1");
    refused("honeycomb", &fen("2,3"), "PLACEMENT `2,3`: two counts of empty cells in succession");
    for token in ["0", "05", "5x", "99999", "5.0"] {
        let message = format!("PLACEMENT `{token}`: not a count of empty cells");
        refused("honeycomb", &fen(token), &message);
    }
}

#[test]
fn a_piece_or_player_is_unknown() {
    let fen = |row: &str| format!("4k3/8/8/{row}/8/8/8/4K3 w - - 0 1");
    refused("chess", &fen("7D"), "PLACEMENT `D`: no piece of chess has this letter");
    refused("chess", &fen("7x"), "PLACEMENT `x`: no piece of chess has this letter");
    refused("chess", &fen("7é"), "PLACEMENT `é`: no piece of chess has this letter");
    refused("cwda-cn", &fen("7R"), "PLACEMENT `R`: no piece of cwda-cn has this letter");
    let level = "8/7/6/5/4/3/2/1";
    let fen = |id: &str, token: &str, message: &str| {
        let fen = format!("8/7/6/{token},4/4/3/2/1|{level}|{level}|{level}|{level} r ryb - - 0 1");
        refused(id, &fen, &format!("PLACEMENT `{token}`: {message}"));
    };
    fen("honeycomb", "gR", "`g` is not a player of honeycomb");
    fen("honeycomb", "R", "`R` is not a player of honeycomb");
    fen("honeycomb", "", "` ` is not a player of honeycomb");
    fen("honeycomb", "rO", "`O` is not a piece of honeycomb");
    fen("honeycomb", "r", "`` is not a piece of honeycomb");
    fen("honeycomb", "rr", "`r` is not a piece of honeycomb");
    fen("wildhoney", "rT", "`T` is not a piece of wildhoney");
    fen("honeycomb-double", "rF", "`F` is not a piece of honeycomb-double");
    // Only pawns have a heading, and their owner's own is not written.
    fen("honeycomb", "rRy", "`Ry` is not a piece of honeycomb");
    fen("honeycomb", "rPr", "`Pr` is not a piece of honeycomb");
    fen("honeycomb", "rPg", "`Pg` is not a piece of honeycomb");
    // In the other games nobody recruits.
    let message = "PLACEMENT `rPg`: `Pg` is not a piece of aof3";
    refused_pieces("aof3", &format!("{AOF3} rPg@oh3"), "r rogb - - 0 1", message);
}

#[test]
fn a_pawn_stands_where_it_could_never_be() {
    for (id, kings, rest, token, cells, name) in [
        ("chess", CHESS, "w - - 0 1", "P", "a1 h1 b8", "Pawn"),
        ("chess", CHESS, "w - - 0 1", "p", "a1 h1 b8", "Pawn"),
        ("honeycomb", HONEY, "r ryb - - 0 1", "rP", "1a8 4c8 8b8", "Pawn"),
        ("honeycomb", HONEY, "r ryb - - 0 1", "yP", "1a1 4c4 8b8", "Pawn"),
        ("honeycomb", HONEY, "r ryb - - 0 1", "bP", "1a1 1c4 1b8", "Pawn"),
        // The heading decides, not the owner.
        ("honeycomb", HONEY, "r ryb - - 0 1", "rPy", "1a1 4c4 8b8", "Pawn"),
        ("honeycomb-double", HONEY, "r ryb - - 0 1", "rP", "1a8 4c8 8b8", "Pawnout"),
        ("aof3", AOF3, "r rogb - - 0 1", "rP", "jh1 ji2 mj3 mk4 ml5", "Pawn"),
        ("aof3", AOF3, "r rogb - - 0 1", "oP", "ra1 qa2 dc3 db4 da5", "Pawn"),
        ("aof3", AOF3, "r rogb - - 0 1", "gP", "ra1 rb2 rc3 dc4 ec5", "Pawn"),
        ("aof3", AOF3, "r rogb - - 0 1", "bP", "li1 ki2 ji3 nl4 ml5", "Pawn"),
        ("guru", GURU, "r rogb - - 0 1", "rP", "uj5 lj1 uc10 lj10", "Pawn"),
        ("guru", GURU, "r rogb - - 0 1", "oP", "ua5 la1 uc10 la10", "Pawn"),
        ("guru", GURU, "r rogb - - 0 1", "gP", "ua5 la1 uc1 lj1", "Pawn"),
        ("guru", GURU, "r rogb - - 0 1", "bP", "uj5 lj1 uc1 la1", "Pawn"),
        ("ninja", NINJA, "w wb - - 0 1", "wP", "m1 m10", "Pawn"),
        ("ninja", NINJA, "w wb - - 0 1", "bY", "m1 m10", "Yeoman"),
    ] {
        for cell in cells.split(' ') {
            // A King may stand there in the list of Kings.
            let others: Vec<&str> =
                kings.split(' ').filter(|entry| !entry.ends_with(&format!("@{cell}"))).collect();
            let pieces = format!("{} {token}@{cell}", others.join(" "));
            let message = format!("PLACEMENT `{token}`: a {name} can never stand on {cell}");
            refused_pieces(id, &pieces, rest, &message);
        }
    }
}

#[test]
fn pawns_may_stand_elsewhere() {
    for (id, kings, rest, tokens) in [
        ("chess", CHESS, "w - - 0 1", "P@a2 P@a7 p@h2 p@h7"),
        ("honeycomb", HONEY, "r ryb - - 0 1", "rP@1a1 rP@7a7 yP@1a8 bP@8a8 rPy@1a7 rPb@8b8"),
        ("aof3", AOF3, "r rogb - - 0 1", "rP@dc1 rP@li1 oP@rb1 gP@db1 bP@qa1 bP@mj1"),
        ("guru", GURU, "r rogb - - 0 1", "rP@lb1 rP@la5 oP@uj5 gP@uj9 bP@uc10"),
        ("ninja", NINJA, "w wb - - 0 1", "wP@m2 wP@m9 bY@l2 bY@l9 wY@k2"),
    ] {
        read_pieces_as(id, &format!("{kings} {tokens}"), rest, rest);
    }
}

#[test]
fn a_king_of_ninja_stands_in_the_enemys_half() {
    for (pieces, token, cell) in
        [("wK@m6 bK@y10", "wK", "m6"), ("wK@a10 bK@y10", "wK", "a10"), ("wK@a1 bK@m5", "bK", "m5")]
    {
        let message = format!("PLACEMENT `{token}`: a King can never stand on {cell}");
        refused_pieces("ninja", pieces, "w wb - - 0 1", &message);
    }
}

// PLAYERS and Kings.

#[test]
fn players_are_unknown_or_out_of_order() {
    let fen = |id: &str, players: &str, message: &str| {
        let fen = format!("{} r {players} - - 0 1", kings(id));
        refused(id, &fen, &format!("PLAYERS {message}"));
    };
    fen("guru", "rogx", "`x`: not a player of guru");
    fen("guru", "-", "`-`: not a player of guru");
    fen("guru", "royb", "`y`: not a player of guru");
    fen("guru", "rgob", "`rgob`: the players are not in turn order");
    fen("guru", "rrgb", "`rrgb`: the players are not in turn order");
    fen("honeycomb", "ybr", "`ybr`: the players are not in turn order");
}

#[test]
fn a_game_for_two_needs_both() {
    let fen = format!("{} w w - - 0 1", kings("ninja"));
    refused("ninja", &fen, "PLAYERS `w`: a game for two needs both players");
}

#[test]
fn a_player_has_not_exactly_one_king() {
    refused(
        "chess",
        "8/8/8/8/8/8/8/4K3 w - - 0 1",
        "PLACEMENT `b`: black has 0 Kings instead of one",
    );
    refused(
        "chess",
        "4k3/8/8/8/8/8/8/K3K3 w - - 0 1",
        "PLACEMENT `w`: white has 2 Kings instead of one",
    );
    for (id, pieces, rest, message) in [
        ("honeycomb", "rK@1a1 bK@8a8", "r ryb - - 0 1", "`y`: yellow has 0 Kings instead of one"),
        (
            "aof3",
            &format!("{AOF3} gK@oh3"),
            "r rogb - - 0 1",
            "`g`: green has 2 Kings instead of one",
        ),
        // King and Emperor together are two.
        (
            "aof3",
            &format!("{AOF3} bEm@oh3"),
            "r rogb - - 0 1",
            "`b`: blue has 2 Kings instead of one",
        ),
        (
            "guru",
            "rK@ua1 gK@ui10 bK@lb9",
            "r rogb - - 0 1",
            "`o`: orange has 0 Kings instead of one",
        ),
        (
            "guru",
            &format!("{GURU} rK@ue5"),
            "r rogb - - 0 1",
            "`r`: red has 2 Kings instead of one",
        ),
        ("ninja", "wK@a1", "w wb - - 0 1", "`b`: black has 0 Kings instead of one"),
    ] {
        refused_pieces(id, pieces, rest, &format!("PLAYERS {message}"));
    }
}

#[test]
fn a_player_not_among_players_has_pieces() {
    refused_pieces(
        "guru",
        GURU,
        "r rob - - 0 1",
        "PLAYERS `rob`: green is not among them but has a piece on ui10",
    );
    refused_pieces(
        "honeycomb",
        "rK@1e1 bK@8e8 yR@4c5",
        "r rb - - 0 1",
        "PLAYERS `rb`: yellow is not among them but has a piece on 4c5",
    );
}

// TURN.

#[test]
fn the_turn_is_nobodys() {
    let chess = |turn: &str, message: &str| {
        refused("chess", &format!("{} {turn} - - 0 1", kings("chess")), message);
    };
    chess("r", "TURN `r`: not a player of chess");
    chess("-", "TURN `-`: not a player of chess");
    chess("wb", "TURN `wb`: not a player of chess");
    chess("W", "TURN `W`: not a player of chess");
    let rest = "g rob - - 0 1";
    let message = "TURN `g`: this player is not among PLAYERS";
    refused_pieces("guru", "rK@ua1 oK@lj2 bK@lb9", rest, message);
}

#[test]
fn the_player_not_to_move_is_in_check() {
    let message = "TURN `w`: black is in check but not to move";
    refused("chess", "4k3/8/8/8/8/8/8/4RK2 w - - 0 1", message);
    let message = "TURN `b`: white is in check but not to move";
    refused("chess", "4k3/8/8/8/8/8/3p4/4K3 b - - 0 1", message);
    let message = "TURN `w`: black is in check but not to move";
    refused_pieces("ninja", "wK@a1 bK@m9 wC@m3 bN@m5", "w wb - - 0 1", message);
}

#[test]
fn the_kings_of_ninja_face_each_other() {
    for (turn, white, black) in [("w", "m1", "m10"), ("b", "k4", "o8"), ("w", "m5", "m6")] {
        let pieces = format!("wK@{white} bK@{black} wP@a3");
        let placement = placement(game("ninja"), &pieces);
        let shown: String = placement.chars().take(40).collect();
        let message = format!("PLACEMENT `{shown}...`: the Kings face each other");
        refused("ninja", &format!("{placement} {turn} wb - - 0 1"), &message);
    }
}

// CASTLING.

#[test]
fn a_castling_right_is_wrong() {
    let refused = |id: &str, pieces: &str, rights: &str, message: &str| {
        refused_pieces(id, pieces, &format!("w {rights} - 0 1"), &format!("CASTLING {message}"));
    };
    let home = "K@e1 R@a1 R@h1 k@e8 r@a8 r@h8";
    refused("chess", home, "X", "`X`: not a castling right");
    refused("chess", home, "K-", "`-`: not a castling right");
    refused("chess", home, "KQKq", "`K`: this right is given twice");
    let off =
        |king: &str, rook: &str| format!("the King is not on {king} or its partner not on {rook}");
    refused("chess", "K@f1 R@h1 k@e8", "K", &format!("`K`: {}", off("e1", "h1")));
    refused("chess", "K@e1 R@h2 k@e8", "K", &format!("`K`: {}", off("e1", "h1")));
    refused("chess", "K@e1 N@a1 k@e8", "Q", &format!("`Q`: {}", off("e1", "a1")));
    refused("chess", "K@e1 k@e8 R@h8", "k", &format!("`k`: {}", off("e8", "h8")));
    // The partner is the army's own rook-slot piece.
    refused("cwda-cf", "K@e1 R@a1 k@h7", "Q", &format!("`Q`: {}", off("e1", "a1")));
    read_pieces_as("cwda-cf", "K@e1 D@a1 k@h7", "w Q - 0 1", "w Q - 0 1");
}

// EP.

#[test]
fn an_en_passant_square_is_wrong() {
    let refused = |pieces: &str, rest: &str, message: &str| {
        refused_pieces("chess", &format!("{CHESS} {pieces}"), rest, &format!("EP {message}"));
    };
    refused("", "w - x9 0 1", "`x9`: not a square");
    refused("", "w - e3f4 0 1", "`e3f4`: not a square");
    let never = "no double step can have passed this square";
    refused("", "w - e6 0 1", &format!("`e6`: {never}"));
    // The owner's own side, the wrong rank, something on the square or on the pawn's origin.
    refused("P@e4 p@d4", "w - e3 0 1", &format!("`e3`: {never}"));
    refused("p@d6 P@e6", "w - d7 0 1", &format!("`d7`: {never}"));
    refused("p@d5 P@e5 n@d6", "w - d6 0 1", &format!("`d6`: {never}"));
    refused("p@d5 P@e5 n@d7", "w - d6 0 1", &format!("`d6`: {never}"));
    // A piece that is no pawn.
    refused("n@d5 P@e5", "w - d6 0 1", &format!("`d6`: {never}"));
}

#[test]
fn an_en_passant_pair_is_wrong() {
    let refused = |pieces: &str, turn: char, ep: &str, message: &str| {
        let rest = format!("{turn} rogb {ep} - 0 1");
        refused_pieces("aof3", &format!("{AOF3} {pieces}"), &rest, &format!("EP {message}"));
    };
    for token in ["x", "rd3", "rd3qd", "rd3qd3x", "qd9rd3", "rd3-qd3", ""] {
        let ep = if token.is_empty() { "rd3qd3,".to_string() } else { token.to_string() };
        refused("rP@qd3", 'o', &ep, &format!("`{token}`: not a pair of cells"));
    }
    let never = "no double step can have left this pair";
    refused("", 'o', "rd3qd3", &format!("`rd3qd3`: {never}"));
    refused("rR@qd3", 'o', "rd3qd3", &format!("`rd3qd3`: {never}"));
    refused("oP@qd3", 'g', "rd3qd3", &format!("`rd3qd3`: {never}"));
    // The pawn of the extra column, a bent pair, two levels.
    refused("rP@qg1", 'o', "qf1qg1", &format!("`qf1qg1`: {never}"));
    refused("rP@qf3", 'o', "rd3qf3", &format!("`rd3qf3`: {never}"));
    refused("rP@qd3", 'o', "rd2qd3", &format!("`rd2qd3`: {never}"));
    let ended = "the right ended when this turn began";
    refused("rP@qd3", 'r', "rd3qd3", &format!("`rd3qd3`: {ended}"));
    let twice = "a player has one such right at most";
    refused("rP@qd3 rP@qi1", 'o', "rd3qd3,rh1qi1", &format!("`rh1qi1`: {twice}"));
    // Orange is the first to move after red: nobody can stand on the skipped cell or the origin.
    refused("rP@qd3 oN@rd3", 'o', "rd3qd3", "`rd3qd3`: the piece on rd3 stands in the way");
    refused("rP@qd3 gN@da3", 'o', "rd3qd3", "`rd3qd3`: the piece on da3 stands in the way");
    refused("rP@qd3 rN@rd3", 'b', "rd3qd3", "`rd3qd3`: the piece on rd3 stands in the way");
    refused("rP@qd3 bN@rd3", 'b', "rd3qd3", "`rd3qd3`: the piece on rd3 stands in the way");
    // Orange has moved once: one piece, and not beside a double step.
    let late = "nobody had the moves to stand where the pawn passed rd3";
    refused("rP@qd3 oN@rd3 oR@da3", 'g', "rd3qd3", &format!("`rd3qd3`: {late}"));
    let both = "rd3qd3,mi1mh1";
    refused("rP@qd3 oP@mh1 oN@rd3", 'g', both, &format!("`{both}`: {late}"));
    // Games without the double step have no such pair.
    let message = "EP `uc3uc4`: no double step can have left this pair";
    refused_pieces("guru", &format!("{GURU} rP@uc4"), "o rogb uc3uc4 - 0 1", message);
    let message = "EP `1c41c5`: no double step can have left this pair";
    refused_pieces("honeycomb", &format!("{HONEY} rP@1c5"), "y ryb 1c41c5 - 0 1", message);
    let message = "EP `m7m6`: the piece on m8 stands in the way";
    refused_pieces("ninja", &format!("{NINJA} bP@m6 bN@m8"), "w wb m7m6 - 0 1", message);
}

#[test]
fn players_who_moved_since_may_stand_on_the_skipped_cell_and_the_origin() {
    for (pieces, rest) in [
        ("rP@qd3 oN@rd3", "g rogb rd3qd3 - 1 1"),
        ("rP@qd3 oN@da3", "b rogb rd3qd3 - 1 1"),
        ("rP@qd3 gN@rd3", "b rogb rd3qd3 - 1 1"),
    ] {
        read_pieces_as("aof3", &format!("{AOF3} {pieces}"), rest, rest);
    }
}

// RESERVE.

#[test]
fn a_reserve_is_wrong() {
    let refused = |id: &str, turn: &str, reserve: &str, message: &str| {
        let fen = format!("{} {turn} - {reserve} 0 1", kings(id));
        refused(id, &fen, &format!("RESERVE {message}"));
    };
    refused("guru", "r rogb", "rN", "`rN`: guru has no reserve");
    refused("honeycomb", "r ryb", "x", "`x`: honeycomb has no reserve");
    refused("ninja", "w wb", "rN", "`rN`: `r` is not a player of ninja");
    refused("ninja", "w wb", "wX", "`wX`: `X` is not a piece of ninja");
    refused("ninja", "w wb", "wQ,", "``: ` ` is not a player of ninja");
    refused("ninja", "w wb", "2", "`2`: `2` is not a player of ninja");
    for token in ["wK", "bP", "wY"] {
        refused("ninja", "w wb", token, &format!("`{token}`: this piece never enters the reserve"));
    }
    let many = vec!["wQ"; 256].join(",");
    refused("ninja", "w wb", &many, "`wQ`: too many pieces of this kind");
}

// CLOCK and ROUND.

#[test]
fn a_counter_is_wrong() {
    for (id, front) in [("chess", "w - -"), ("guru", "r rogb - -")] {
        for clock in ["x", "-1", "1.5", "65536"] {
            let message = format!("CLOCK `{clock}`: not a number from 0 to 65535");
            refused(id, &format!("{} {front} {clock} 1", kings(id)), &message);
        }
        for round in ["x", "-1", "1.5", "1073741824", "9999999999"] {
            let message = format!("ROUND `{round}`: not a number from 1 upwards");
            refused(id, &format!("{} {front} 0 {round}", kings(id)), &message);
        }
    }
    let message = "ROUND `0`: not a number from 1 upwards";
    refused("guru", &format!("{} r rogb - - 0 0", kings("guru")), message);
}

// What is accepted besides canonical strings.

#[test]
fn clock_and_round_may_be_missing() {
    for (id, front) in [
        ("chess", "w - -"),
        ("honeycomb", "r ryb - -"),
        ("aof3", "r rogb - -"),
        ("ninja", "w wb - -"),
    ] {
        let front = format!("{} {front}", kings(id));
        read_as(id, &front, &format!("{front} 0 1"));
        read_as(id, &format!("{front} 7"), &format!("{front} 7 1"));
        read_as(id, &format!("{front} 7 9"), &format!("{front} 7 9"));
    }
}

#[test]
fn white_space_between_fields_does_not_matter() {
    let kings = kings("guru");
    read_as("guru", &format!("  {kings}\tr  rogb - -\n"), &format!("{kings} r rogb - - 0 1"));
}

#[test]
fn en_passant_pairs_may_stand_in_any_order() {
    let pieces = format!("{AOF3} rP@qi3 oP@nh1 bP@pe3");
    let canonical = "g rogb ni1nh1,pd3pe3,rh3qi3 - 0 1";
    for pairs in [
        "ni1nh1,pd3pe3,rh3qi3",
        "rh3qi3,pd3pe3,ni1nh1",
        "pd3pe3,ni1nh1,rh3qi3",
        "rh3qi3,ni1nh1,pd3pe3",
    ] {
        read_pieces_as("aof3", &pieces, &format!("g rogb {pairs} - 0 1"), canonical);
    }
}

#[test]
fn reserve_tokens_may_stand_in_any_order() {
    let canonical = "w wb - wQ,wQ,wR,wLh,bQ,bN 0 1";
    for reserve in ["wQ,wQ,wR,wLh,bQ,bN", "bN,wLh,wQ,bQ,wR,wQ", "bQ,bN,wLh,wR,wQ,wQ"] {
        read_pieces_as("ninja", NINJA, &format!("w wb - {reserve} 0 1"), canonical);
    }
}

#[test]
fn castling_letters_may_stand_in_any_order() {
    let home = "K@e1 R@a1 R@h1 k@e8 r@a8 r@h8";
    for rights in ["KQkq", "qkQK", "kKqQ"] {
        read_pieces_as("chess", home, &format!("w {rights} - 0 1"), "w KQkq - 0 1");
    }
}

#[test]
fn an_en_passant_square_that_no_pawn_could_use_is_dropped() {
    read_pieces_as("chess", &format!("{CHESS} p@d5"), "w - d6 0 1", "w - - 0 1");
    read_pieces_as("chess", &format!("{CHESS} p@d5 P@e5"), "w - d6 0 1", "w - d6 0 1");
}

#[test]
fn round_zero_of_a_fen_is_round_one() {
    read_pieces_as("chess", CHESS, "w - - 0 0", "w - - 0 1");
}

// The form of the vchess rules page.

const EXTRA: &str = r#"{"armies":"CC","flags":"8888","enpassant":"-"}"#;

#[test]
fn the_vchess_form_is_read() {
    let fen = format!("4k3/8/8/3D4/8/8/8/4K3 w 0 {EXTRA}");
    read_as("cwda-cc", &fen, "4k3/8/8/3D4/8/8/8/4K3 w - - 0 1");
    // The page's own example has no Kings.
    let fen = format!("8/8/8/3D4/8/8/8/8 w 0 {EXTRA}");
    refused("cwda-cc", &fen, "PLACEMENT `w`: white has 0 Kings instead of one");
}

#[test]
fn the_flags_of_the_vchess_form_are_files_of_castling_pieces() {
    let home = "r3k2r/8/8/8/8/8/8/R3K2R";
    for (flags, rights) in [
        ("0707", "KQkq"),
        ("0888", "Q"),
        ("8788", "K"),
        ("8808", "q"),
        ("8887", "k"),
        ("8888", "-"),
    ] {
        let fen = format!(r#"{home} w 4 {{"armies":"FF","flags":"{flags}","enpassant":"-"}}"#);
        let canonical = format!("{home} w {rights} - 0 3");
        read_as("chess", &fen, &canonical);
        read_as("cwda-ff", &fen, &canonical);
    }
}

#[test]
fn the_vchess_form_has_plies_and_an_en_passant_square() {
    let fen = r#"4k3/8/8/3pP3/8/8/8/4K3 w 12 {"armies":"fn","flags":"8888","enpassant":"d6"}"#;
    read_as("cwda-fn", fen, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 7");
    let fen = r#"4k3/8/8/8/8/8/8/4K3 b 13 {"armies":"FN"}"#;
    read_as("cwda-fn", fen, "4k3/8/8/8/8/8/8/4K3 b - - 0 7");
    read_as("cwda-fn", "4k3/8/8/8/8/8/8/4K3 w 0 {}", "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

#[test]
fn a_vchess_form_is_wrong() {
    let board = "4k3/8/8/8/8/8/8/4K3";
    for (text, message) in [
        ("w 0 {", "FEN `{`: not a JSON object with armies, flags and enpassant"),
        ("w 0 {x}", "FEN `{x}`: not a JSON object with armies, flags and enpassant"),
        (
            r#"w 0 {"flags":8888}"#,
            r#"FEN `{"flags":8888}`: not a JSON object with armies, flags and enpassant"#,
        ),
        (r#"w 0 {"armies":"CN"}"#, "FEN `CN`: cwda-cc has other armies"),
        (r#"w x {"armies":"CC"}"#, "ROUND `x`: not a number of plies"),
        (r#"w -1 {"armies":"CC"}"#, "ROUND `-1`: not a number of plies"),
        (r#"w 0 {"flags":"888"}"#, "CASTLING `888`: four files are expected"),
        (r#"w 0 {"flags":"88888"}"#, "CASTLING `88888`: four files are expected"),
        (r#"w 0 {"flags":"1888"}"#, "CASTLING `1888`: castling pieces start in the corners"),
        (r#"w 0 {"flags":"8088"}"#, "CASTLING `8088`: castling pieces start in the corners"),
        (r#"w 0 {"flags":"0888"}"#, "CASTLING `Q`: the King is not on e1 or its partner not on a1"),
        (r#"w 0 {"enpassant":"z9"}"#, "EP `z9`: not a square"),
        (r#"r 0 {"armies":"CC"}"#, "TURN `r`: not a player of cwda-cc"),
    ] {
        refused("cwda-cc", &format!("{board} {text}"), message);
    }
    let expected = "placement, turn and number of plies are expected";
    refused("cwda-cc", "{}", &format!("FEN ``: {expected}"));
    refused("cwda-cc", "8/8 w {}", &format!("FEN `8/8 w`: {expected}"));
    refused("cwda-cc", "8/8 w - - {}", &format!("FEN `8/8 w - -`: {expected}"));
}

#[test]
fn the_vchess_form_is_for_the_8x8_games() {
    let fen = format!("{} r 0 {EXTRA}", kings("guru"));
    refused("guru", &format!("{fen} -"), "PLAYERS `0`: not a player of guru");
}

// Moves.

#[test]
fn a_refused_move_is_named_with_its_number() {
    let error = Game::new(game("chess"), None, ["e2e4", "e7e5", "e4e5"]).err().unwrap();
    assert_eq!(error.to_string(), "move 3 `e4e5`: not a legal move here");
    let mate = Game::new(game("chess"), None, ["f2f3", "e7e5", "g2g4", "d8h4", "a2a3"]);
    assert_eq!(mate.err().unwrap().to_string(), "move 5 `a2a3`: the game is over");
    let error = MoveError { number: 1, text: "x".into(), reason: "y" };
    assert_eq!(error.to_string(), "move 1 `x`: y");
    let error = Game::new(game("chess"), Some("8/8 w"), ["e2e4"]).err().unwrap();
    assert_eq!(error.to_string(), "FEN `8/8 w`: the field CASTLING is missing");
}

#[test]
fn moves_are_read_in_either_case_when_only_one_is_meant() {
    let position = AnyPosition::start(game("chess"));
    let spelt = |text: &str| position.find_move(text).map(|mv| position.move_text(mv));
    assert_eq!(spelt("E2E4").as_deref(), Some("e2e4"));
    assert_eq!((spelt("e2e5"), spelt(""), spelt("e2"), spelt("é2e4")), (None, None, None, None));
}

// Any text.

/// Reads a text: if it is a position, what is written for it must be read as the same.
fn survives(id: &str, text: &str) -> Result<(), TestCaseError> {
    match AnyPosition::read(game(id), text) {
        Err(e) => prop_assert!(!e.reason.is_empty() && e.token.chars().count() <= 43),
        Ok(position) => {
            let fen = position.fen();
            let again = AnyPosition::read(game(id), &fen);
            let again = again.map_err(|e| TestCaseError::fail(format!("{text} -> {fen}: {e}")))?;
            // A game that a promotee has won ends with Kings still under attack, which a string
            // cannot say.
            let finished = with_position!(&position, p => p.finished().map(|o| o.reason));
            if finished != Some(Reason::PromoteeMate) {
                prop_assert_eq!(again.fen(), fen);
                prop_assert_eq!(again.hash(), position.hash());
                let computed = with_position!(&position, p => p.computed_hash());
                prop_assert_eq!(computed, position.hash());
            }
        }
    }
    Ok(())
}

/// A string with a King for every player on the first cells and one player's pieces of a symbol
/// on all others.
fn full_board(id: &str, symbol: &str) -> String {
    let variant = game(id);
    let fen = variant.rules.notation == Notation::Fen;
    let token = |seat: usize, symbol: &str| match (fen, seat) {
        (false, _) => format!("{}{symbol}", variant.letter(seat as u8)),
        (true, 0) => symbol.to_string(),
        (true, _) => symbol.to_lowercase(),
    };
    let placement = variant.board.placement(if fen { "" } else { "," }, |cell| {
        let i = cell.index();
        Some(if i < variant.seats() { token(i, "K") } else { token(0, symbol) })
    });
    let rest = if fen { "- - 0 1".into() } else { format!("{} - - 0 1", variant.players) };
    format!("{placement} {} {rest}", variant.letter(0))
}

#[test]
fn a_board_full_of_one_kind_is_read_or_refused() {
    for id in variant::ids().filter(|id| *id != "aof3") {
        for spec in &game(id).pieces {
            survives(id, &full_board(id, spec.symbol)).unwrap();
        }
    }
}

// Only the 350 cells of `aof3` hold more pieces of a kind than a byte can count.
#[test]
fn the_largest_board_full_of_one_kind_is_read_or_refused() {
    for spec in &game("aof3").pieces {
        survives("aof3", &full_board("aof3", spec.symbol)).unwrap();
    }
}

fn ids() -> impl Strategy<Value = &'static str> {
    proptest::sample::select(variant::ids().collect::<Vec<_>>())
}

/// A position reached by a walk at random from the start, as its string.
fn walked(id: &'static str, choices: &[u16]) -> String {
    let mut position = AnyPosition::start(game(id));
    for &choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.make(moves[choice as usize % moves.len()]);
    }
    position.fen()
}

/// The start position with the contents of pairs of cells exchanged and any player to move.
fn shuffled(id: &str, swaps: &[(u16, u16)], turn: u8) -> String {
    let variant = game(id);
    let start = AnyPosition::start(variant);
    let mut tokens: Vec<Option<String>> = with_position!(&start, p => {
        variant.board.cells().map(|c| p.piece_on(c).map(|piece| p.piece_token(piece))).collect()
    });
    for &(a, b) in swaps {
        let n = tokens.len();
        tokens.swap(a as usize % n, b as usize % n);
    }
    let fen = variant.rules.notation == Notation::Fen;
    let separator = if fen { "" } else { "," };
    let placement = variant.board.placement(separator, |cell| tokens[cell.index()].clone());
    let turn = variant.letter(turn % variant.seats() as u8);
    let rest = if fen { "-".into() } else { format!("{} -", variant.players) };
    format!("{placement} {turn} {rest} - 0 1")
}

/// One change of a text: where (as a fraction), what kind of change, and the text it brings in.
fn changed(text: &str, (at, kind, with): &(f64, u8, String)) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let i = ((chars.len() as f64 * at) as usize).min(chars.len().saturating_sub(1));
    match kind {
        0 if !chars.is_empty() => {
            chars.remove(i);
        }
        1 => chars.splice(i..i, with.chars()).for_each(drop),
        2 if !chars.is_empty() => chars.splice(i..=i, with.chars()).for_each(drop),
        3 if i + 1 < chars.len() => chars.swap(i, i + 1),
        4 if !chars.is_empty() => {
            // Another token of the text instead.
            let j = chars.len() - 1 - i;
            chars[i] = chars[j];
        }
        _ => chars.truncate(i),
    }
    chars.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn garbage_is_refused_without_panic(id in ids(), text in ".{0,120}") {
        survives(id, &text)?;
    }

    #[test]
    fn garbage_in_the_alphabet_of_strings_is_refused_without_panic(
        id in ids(),
        text in "([0-9rogbywKQRNBPEmCl/|,]{0,60} ?){1,7}",
    ) {
        survives(id, &text)?;
    }

    #[test]
    fn positions_of_random_games_read_back(
        id in ids(),
        choices in proptest::collection::vec(any::<u16>(), 0..60),
    ) {
        let fen = walked(id, &choices);
        prop_assert_eq!(AnyPosition::read(game(id), &fen).map(|p| p.fen()), Ok(fen));
    }

    #[test]
    fn shuffled_positions_are_read_or_refused_without_panic(
        id in ids(),
        swaps in proptest::collection::vec(any::<(u16, u16)>(), 0..40),
        turn in 0..4u8,
    ) {
        let text = shuffled(id, &swaps, turn);
        survives(id, &text)?;
        // What was read is a position to play in. (With Elephants everywhere `guru` has a hundred
        // thousand charges.)
        if let Ok(position) = AnyPosition::read(game(id), &text)
            && !id.starts_with("guru")
        {
            let moves = position.legal_moves();
            let texts: std::collections::HashSet<String> =
                moves.iter().map(|&mv| position.move_text(mv)).collect();
            prop_assert_eq!(texts.len(), moves.len());
            for &mv in moves.iter().step_by(20) {
                prop_assert_eq!(position.find_move(&position.move_text(mv)), Some(mv));
            }
        }
    }

    #[test]
    fn changed_strings_are_read_or_refused_without_panic(
        id in ids(),
        choices in proptest::collection::vec(any::<u16>(), 0..20),
        changes in proptest::collection::vec(
            (0.0..1.0f64, 0..6u8, "[0-9rogbywKQRNBPEmCl/|, -]{1,3}|.{1,2}"),
            1..6,
        ),
    ) {
        let mut fen = walked(id, &choices);
        for change in &changes {
            fen = changed(&fen, change);
            survives(id, &fen)?;
        }
    }

    #[test]
    fn changed_fields_are_read_or_refused_without_panic(
        id in ids(),
        choices in proptest::collection::vec(any::<u16>(), 0..20),
        field in 1..7usize,
        with in "[a-z0-9,-]{1,12}|KQkq|rb|ryb|rgb|og|[1-9][0-9]{0,4}|wQ,bN|rd3qd3|m7m6",
    ) {
        let fen = walked(id, &choices);
        let mut fields: Vec<&str> = fen.split(' ').collect();
        if let Some(slot) = fields.get_mut(field) {
            *slot = &with;
        }
        survives(id, &fields.join(" "))?;
    }

    #[test]
    fn no_text_makes_the_reader_of_moves_panic(id in ids(), text in ".{0,20}|([a-z][0-9a-z]{2,4},?){1,5}") {
        let position = AnyPosition::start(game(id));
        if let Some(mv) = position.find_move(&text) {
            prop_assert!(position.legal_moves().contains(&mv));
        }
    }
}
