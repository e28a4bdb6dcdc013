//! Chess with Different Armies.

use super::{Table, read, set};
use simurgh::position::Game;
use simurgh::variant;
use std::collections::BTreeSet;

const ARMIES: [(char, &str); 4] =
    [('f', "RNBQKBNR"), ('c', "DWFCKFWD"), ('n', "GITLKTIG"), ('r', "SYHOKHYS")];

/// All pairings as id, White's army and Black's.
fn pairings() -> impl Iterator<Item = (String, &'static str, &'static str)> {
    ARMIES.into_iter().flat_map(|(x, white)| {
        ARMIES.into_iter().map(move |(y, black)| (format!("cwda-{x}{y}"), white, black))
    })
}

// The armies.

#[test]
fn each_side_brings_its_army_in_its_slots() {
    for (id, white, black) in pairings() {
        let start =
            format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1", black.to_lowercase());
        assert_eq!(variant::find(&id).unwrap().start, start, "{id}");
    }
    assert_eq!(
        variant::find("chess").unwrap().start,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    );
}

#[test]
fn symbols_are_all_different() {
    for (id, ..) in pairings() {
        let pieces = &variant::find(&id).unwrap().pieces;
        assert!(pieces.iter().all(|p| p.symbol.len() == 1));
        // One symbol names several kinds only if they differ by heading.
        for (i, a) in pieces.iter().enumerate() {
            for b in &pieces[..i] {
                let same = a.symbol == b.symbol;
                assert!(!same || (a.name == b.name && a.heading != b.heading), "{id} {}", a.name);
            }
        }
    }
    let all: BTreeSet<char> = ARMIES.iter().flat_map(|(_, army)| army.chars()).collect();
    assert_eq!(all.len(), 4 * 4 + 1);
}

#[test]
fn chess_has_its_well_known_counts() {
    let start = Table(Game::start(variant::find("chess").unwrap()));
    assert_eq!([1, 2, 3, 4].map(|n| start.perft(n)), [20, 400, 8902, 197_281]);
    assert_eq!(start.perft(5), 4_865_609);
    let ff = Table(Game::start(variant::find("cwda-ff").unwrap()));
    assert_eq!(ff.perft(4), 197_281);
}

#[test]
fn wazir_ferz_dabbaba_and_alfil_are_leaps() {
    // Hemmed in on all sides, the Fad still leaps two squares, the Half-Duck also three.
    let ring = "P@c3 P@d3 P@e3 P@c4 P@e4 P@c5 P@d5 P@e5 K@a1 k@h8";
    let table = set("cwda-cr", &format!("{ring} F@d4"), "w - - 0 1");
    table.check("d4", "b2 b4 b6 d2 d6 f2 f4 f6");
    let table = set("cwda-rc", &format!("{ring} H@d4"), "w - - 0 1");
    table.check("d4", "b4 d2 d6 f4 a4 d1 d7 g4");
    let table = set("cwda-cr", &format!("{ring} W@d4"), "w - - 0 1");
    table.check("d4", "b2 b6 f2 f6");
    let table = set("cwda-rc", &format!("{ring} Y@d4"), "w - - 0 1");
    table.check("d4", "b4 d2 d6 f4");
}

#[test]
fn bede_rides_diagonally_and_leaps_orthogonally() {
    let table = set("cwda-cf", "K@h1 k@h8 D@d4 P@c4 n@d5 P@e5 p@c3", "w - - 0 1");
    table.check("d4", "c3 c5 b6 a7 e3 f2 g1 b4 d2 d6 f4");
}

#[test]
fn short_rook_is_blocked_like_a_rook() {
    let table = set("cwda-rf", "K@h1 k@h8 S@d4 P@b4 n@d6", "w - - 0 1");
    table.check("d4", "c4 d5 d6 e4 f4 g4 h4 d3 d2 d1");
    // Its fifth square is safe from it.
    let table = set("cwda-rf", "K@h1 k@f8 S@f3", "b - - 0 1");
    table.check("f8", "e7 e8 g7 g8");
}

#[test]
fn charging_pieces_turn_their_backs_on_what_is_behind() {
    // Black's Charging Rook e5 rides down and sideways and steps back; upwards it reaches one.
    let table = set("cwda-fn", "K@a1 k@h8 g@e5", "b - - 0 1");
    table.check("e5", "e4 e3 e2 e1 a5 b5 c5 d5 f5 g5 h5 d6 e6 f6");
    // So it gives check from afar only forwards.
    assert_eq!(set("cwda-fn", "K@e1 k@h8 g@e5", "w - - 0 1").targets("e1").len(), 4);
    assert_eq!(set("cwda-fn", "K@e8 k@h1 g@e5", "w - - 0 1").targets("e8").len(), 5);
}

// Promotion.

#[test]
fn a_pawn_promotes_to_any_slot_of_either_army() {
    let table = set("cwda-cn", "K@h1 k@h8 P@a7", "w - - 0 1");
    table.check("a7", "a8d a8w a8f a8c a8g a8i a8t a8l");
    let table = set("cwda-cn", "K@h1 k@h8 p@a2", "b - - 0 1");
    table.check("a2", "a1d a1w a1f a1c a1g a1i a1t a1l");
    let table = set("cwda-rr", "K@h1 k@h8 P@a7 y@b8", "w - - 0 1");
    table.check("a7", "a8s a8y a8h a8o b8s b8y b8h b8o");
    for (id, white, black) in pairings() {
        let table = set(&id, "K@h1 k@h8 P@a7", "w - - 0 1");
        let wanted = if white == black { 4 } else { 8 };
        assert_eq!(table.targets("a7").len(), wanted, "{id}");
    }
}

#[test]
fn a_promoted_piece_keeps_its_owners_forward() {
    // White's Charging Rook on the last rank has nothing before it: it rides sideways and steps
    // back. Black's, from White's army, likewise.
    let table = set("cwda-cn", "K@h1 k@h7 P@a7", "w - - 0 1").play("a7a8g h7h6");
    assert_eq!(table.on("a8"), "G");
    table.check("a8", "b8 c8 d8 e8 f8 g8 h8 a7 b7");
    let table = set("cwda-nc", "K@h2 k@h8 p@a2", "b - - 0 1").play("a2a1g h2h3");
    assert_eq!(table.on("a1"), "g");
    table.check("a1", "b1 c1 d1 e1 f1 g1 h1 a2 b2");
}

// Castling.

/// Kings and corner pieces at home behind full rows of pawns.
fn castling(id: &str, white: char, black: char, rest: &str) -> Table {
    let b = black.to_lowercase();
    read(id, &format!("{b}3k2{b}/pppppppp/8/8/8/8/PPPPPPPP/{white}3K2{white} {rest}"))
}

#[test]
fn kings_castle_with_their_rook_slot_piece() {
    for (id, white, black) in pairings() {
        let (w, b) = (white.chars().next().unwrap(), black.chars().next().unwrap());
        let table = castling(&id, w, b, "w KQkq - 0 1").play("e1g1 e8g8");
        assert_eq!(table.all_on("e1 f1 g1 h1"), format!("- {w} K -"), "{id}");
        let b = b.to_ascii_lowercase();
        assert_eq!(table.all_on("e8 f8 g8 h8"), format!("- {b} k -"), "{id}");
        assert_eq!(table.field(2), "-", "{id}");
    }
}

#[test]
fn long_castling_is_fides_for_the_other_armies() {
    for (id, w) in [("cwda-fc", 'R'), ("cwda-nc", 'G'), ("cwda-rc", 'S')] {
        let table = castling(id, w, 'D', "w KQkq - 0 1");
        assert!(table.allows("e1c1") && !table.allows("e1b1"));
        let table = table.play("e1c1");
        assert_eq!(table.all_on("a1 b1 c1 d1 e1"), format!("- - K {w} -"));
        assert_eq!(table.field(2), "kq");
    }
}

#[test]
fn clobberers_castle_long_to_b1() {
    let table = castling("cwda-cf", 'D', 'R', "w KQkq - 0 1");
    assert!(table.allows("e1b1") && !table.allows("e1c1"));
    let fen = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/1KD4D b kq - 1 1";
    assert_eq!(table.play("e1b1").fen(), fen);
}

#[test]
fn black_clobberers_castle_long_to_b8() {
    let table = castling("cwda-fc", 'R', 'D', "b KQkq - 0 1");
    assert!(table.allows("e8b8") && !table.allows("e8c8"));
    let fen = "1kd4d/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQ - 1 2";
    assert_eq!(table.play("e8b8").fen(), fen);
}

#[test]
fn the_bede_keeps_its_colour_when_castling_long() {
    let shade = |name: &str| {
        let board = &variant::find("cwda-cc").unwrap().board;
        board.info(board.find(name).unwrap()).shade
    };
    assert_eq!(shade("a1"), shade("c1"));
    assert_ne!(shade("a1"), shade("d1"));
}

#[test]
fn castling_needs_everything_between_empty() {
    let own = [("cwda-ff", 'R', 'N', "e1c1"), ("cwda-cf", 'D', 'W', "e1b1")];
    for (id, partner, minor, long) in own {
        for (cell, both) in [("a3", [true, true]), ("f1", [true, false]), ("g1", [true, false])]
            .into_iter()
            .chain(["b1", "c1", "d1"].map(|c| (c, [false, true])))
        {
            let pieces = format!("K@e1 {partner}@a1 {partner}@h1 k@e8 p@e7 {minor}@{cell}");
            let table = set(id, &pieces, "w KQ - 0 1");
            assert_eq!([table.allows(long), table.allows("e1g1")], both, "{id} {cell}");
        }
    }
}

/// Whether White castles long with a black rook on the eighth rank of some file.
fn castles_long_under_fire(id: &str, partner: char, long: &str, file: char) -> bool {
    let pieces = format!("K@e1 {partner}@a1 k@h7 r@{file}8");
    set(id, &pieces, "w Q - 0 1").allows(long)
}

#[test]
fn long_castling_of_fides_does_not_need_b1_safe() {
    let castles = |file| castles_long_under_fire("cwda-ff", 'R', "e1c1", file);
    assert_eq!("abcde".chars().map(castles).collect::<Vec<_>>(), [true, true, false, false, false]);
}

#[test]
fn long_castling_of_clobberers_needs_b1_safe() {
    let castles = |file| castles_long_under_fire("cwda-cf", 'D', "e1b1", file);
    assert_eq!(
        "abcde".chars().map(castles).collect::<Vec<_>>(),
        [true, false, false, false, false]
    );
}

#[test]
fn long_castling_of_black_clobberers_needs_b8_safe() {
    for (file, free) in [('a', true), ('b', false), ('c', false), ('d', false)] {
        let pieces = format!("k@e8 d@a8 K@h2 R@{file}1");
        assert_eq!(set("cwda-fc", &pieces, "b q - 0 1").allows("e8b8"), free, "{file}");
    }
}

#[test]
fn a_king_does_not_castle_out_of_through_or_into_check() {
    for (id, partner) in [("cwda-ff", 'R'), ("cwda-cf", 'D')] {
        for (file, free) in [('e', false), ('f', false), ('g', false), ('h', true)] {
            let table = set(id, &format!("K@e1 {partner}@h1 k@a7 r@{file}8"), "w K - 0 1");
            assert_eq!(table.allows("e1g1"), free, "{id} {file}");
        }
    }
}

#[test]
fn rights_end_when_king_or_partner_moves_or_the_partner_is_captured() {
    let start = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (moves, left) in [
        ("e1e2 a8b8 e2e1", "k"),
        ("a1b1 e8e7 b1a1", "K"),
        ("h1g1 h8g8 g1h1", "Qq"),
        ("a1a8", "Kk"),
        ("h1h8", "Qq"),
        ("e1c1", "kq"),
        ("e1g1", "kq"),
    ] {
        assert_eq!(read("chess", start).play(moves).field(2), left, "{moves}");
    }
}

#[test]
fn castling_is_written_as_the_kings_move() {
    let table = castling("cwda-cc", 'D', 'D', "w KQkq - 0 1");
    table.check("e1", "d1 f1 g1 b1");
}

// En passant as FIDE.

#[test]
fn a_pawn_that_passed_an_attacked_square_may_be_captured_on_it() {
    let table = read("chess", "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1").play("d7d5");
    assert_eq!(table.fen(), "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
    assert_eq!(table.play("e5d6").fen(), "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2");
}

#[test]
fn en_passant_is_for_the_very_next_move() {
    let table = read("chess", "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1").play("d7d5 e1e2 e8e7");
    assert_eq!((table.en_passant(), table.allows("e5d6")), ("-".into(), false));
}

#[test]
fn a_pawn_that_steps_once_at_a_time_is_not_captured_in_passing() {
    let table = read("chess", "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1").play("d7d6 e1e2 d6d5");
    assert_eq!((table.en_passant(), table.allows("e5d6")), ("-".into(), false));
}

#[test]
fn en_passant_may_not_open_a_line_to_the_own_king() {
    // Both pawns leave the fifth rank at once.
    let table = read("chess", "4k3/3p4/8/K3P2r/8/8/8/8 b - - 0 1").play("d7d5");
    assert_eq!((table.en_passant(), table.allows("e5d6")), ("d6".into(), false));
}

#[test]
fn en_passant_may_answer_a_check_by_the_pawn() {
    let table = read("chess", "4k3/3p4/8/4P3/2K5/8/8/8 b - - 0 1").play("d7d5");
    assert!(table.allows("e5d6"));
    assert!(!table.allows("e5e6"));
}

#[test]
fn en_passant_works_between_different_armies() {
    let table = read("cwda-cn", "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1").play("d7d5 e5d6");
    assert_eq!(table.fen(), "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2");
}

// Draws.

#[test]
fn fifty_moves_and_repetition_hold_in_all_pairings() {
    for (id, ..) in pairings() {
        let table = set(&id, "K@e1 P@a2 k@e8", "w - - 99 80").play("e1e2");
        assert_eq!(table.state(), "result w:1.5,b:1.5 move-count", "{id}");
        let trip = "e1e2 e8e7 e2e1 e7e8";
        let table = set(&id, "K@e1 P@a2 k@e8", "w - - 0 1").play(trip).play(trip);
        assert_eq!(table.state(), "result w:1.5,b:1.5 repetition", "{id}");
    }
}

#[test]
fn bare_kings_are_dead_in_all_pairings() {
    for (id, ..) in pairings() {
        let table = set(&id, "K@e1 k@e8 p@d2", "w - - 0 1").play("e1d2");
        assert_eq!(table.state(), "result w:1.5,b:1.5 dead-position", "{id}");
        assert!(table.moves().is_empty());
    }
}

#[test]
fn one_knight_or_bishop_is_dead_in_orthodox_chess() {
    for id in ["chess", "cwda-ff"] {
        for piece in ["N", "B", "n", "b"] {
            let table = set(id, &format!("K@e1 k@h7 {piece}@a4"), "w - - 0 1");
            assert_eq!(table.state(), "result w:1.5,b:1.5 dead-position", "{id} {piece}");
        }
    }
}

#[test]
fn anything_more_is_alive() {
    for pieces in ["P@a4", "R@a4", "q@a4", "N@a4 N@b4", "B@a4 b@b5", "N@a4 n@b4", "B@a4 B@c4"] {
        let table = set("chess", &format!("K@e1 k@h7 {pieces}"), "w - - 0 1");
        assert_eq!(table.state(), "ongoing", "{pieces}");
    }
    // With other armies a single minor piece keeps the game going.
    for (id, piece) in
        [("cwda-fc", "N"), ("cwda-fc", "B"), ("cwda-fc", "w"), ("cwda-cc", "F"), ("cwda-nr", "I")]
    {
        let table = set(id, &format!("K@e1 k@h7 {piece}@a4"), "w - - 0 1");
        assert_eq!(table.state(), "ongoing", "{id} {piece}");
    }
}
