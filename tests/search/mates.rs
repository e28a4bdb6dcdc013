//! Mates in games for two, each checked by brute force as well.

use super::solver::{decided_within, forces_win, side_of, winning_moves};
use super::{Found, engine, game, search, search_afresh, string, to_nodes};
use simurgh::position::{Game, with_position};
use simurgh::search::Limits;

/// Searches a position for a mate in a number of moves to just that depth.
fn solve(game: &Game, moves: u32) -> Found {
    let plies = 2 * moves - 1;
    let fen = game.position().fen();
    let shortest = with_position!(game.position(), p => decided_within(p, plies));
    assert_eq!(shortest, Some(plies as i32), "the problem is unsound: {fen}");
    let found = search_afresh(game, plies);
    assert_eq!(found.plies_to_end(), shortest, "{fen}");
    // Leaving moves out it takes more depth, but few nodes.
    let selective = search(&engine(1), game, &to_nodes(50_000));
    assert!(selective.plies_to_end().is_some_and(|p| p > 0), "{fen}");
    let winning = with_position!(game.position(), p => winning_moves(p, plies));
    assert!(winning.contains(&found.report.best.expect("a move")), "{fen}");
    found
}

#[test]
fn orthodox_mates() {
    for (fen, moves, key) in [
        ("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", 1, "a1a8"),
        ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1, "h5f7"),
        ("6rk/6pp/8/6N1/8/8/8/7K w - - 0 1", 1, "g5f7"),
        // Paul Morphy.
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, "a1a6"),
        // Two Rooks on the edge, with either first.
        ("4k3/8/8/R7/1R6/8/8/7K w - - 0 1", 2, ""),
        // Smothered, after a Queen's sacrifice.
        ("r6k/6pp/7N/8/8/1Q6/8/7K w - - 0 1", 2, "b3g8"),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, "f6a6"),
        // The side to move need not be White.
        ("r7/8/8/8/8/6k1/8/6K1 b - - 0 1", 1, "a8a1"),
    ] {
        let game = game("chess", fen);
        let found = solve(&game, moves);
        let best = game.position().move_text(found.report.best.expect("a move"));
        assert!(key.is_empty() || best == key, "{best} instead of {key}: {fen}");
    }
}

/// Mates from play, with the number of moves and the key (found the same by another engine).
const MATES: [(&str, u32, &str); 16] = [
    ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1", 2, "d2h6"),
    ("1k1r4/pp1q1B1p/3bQp2/2p2r2/P6P/2BnP3/1P6/5RKR b - - 0 1", 2, "d8g8"),
    ("r4R2/1b2n1pp/p2Np1k1/1pn5/4pP1P/8/PPP1B1P1/2K4R w - - 0 1", 2, "h4h5"),
    ("4r1k1/3n1ppp/4r3/3n3q/Q2P4/5P2/PP2BP1P/R1B1R1K1 b - - 0 1", 3, "e6g6"),
    ("r1b1kb1r/pp2nppp/2pQ4/8/2q1P3/8/P1PB1PPP/3RK2R w Kkq - 0 1", 3, "d6d8"),
    ("3r1r1k/1p3p1p/p2p4/4n1NN/6bQ/1BPq4/P3p1PP/1R5K w - - 0 1", 3, "g5f7"),
    ("r2n1rk1/1ppb2pp/1p1p4/3Ppq1n/2B3P1/2P4P/PP1N1P1K/R2Q1RN1 b - - 0 1", 3, "f5f2"),
    ("5rk1/1p1n2bp/p7/P2P2p1/4R3/4N1Pb/2QB1q1P/4R2K b - - 0 1", 3, "h3g2"),
    // Anderssen against Dufresne, Berlin 1852.
    ("1r2k1r1/pbppnp1p/1b3P2/8/Q7/B1PB1q2/P4PPP/3R2K1 w - - 0 1", 4, "a4d7"),
    ("r5rk/2p1Nppp/3p3P/pp2p1P1/4P3/2qnPQK1/8/R6R w - - 0 1", 4, "h6g7"),
    ("2r1r3/p3P1k1/1p1pR1Pp/n2q1P2/8/2p4P/P4Q2/1B3RK1 w - - 0 1", 4, "f5f6"),
    ("r1bqr3/ppp1B1kp/1b4p1/n2B4/3PQ1P1/2P5/P4P2/RN4K1 w - - 0 1", 4, "e4e5"),
    ("r3r1n1/pp3pk1/2q2p1p/P2NP3/2p1QP2/8/1P5P/1B1R3K w - - 0 1", 4, "d1g1"),
    ("7R/r1p1q1pp/3k4/1p1n1Q2/3N4/8/1PP2PPP/2B3K1 w - - 0 1", 4, "h8d8"),
    ("6r1/p3p1rk/1p1pPp1p/q3n2R/4P3/3BR2P/PPP2QP1/7K w - - 0 1", 5, "h5h6"),
    ("2q1nk1r/4Rp2/1ppp1P2/6Pp/3p1B2/3P3P/PPP1Q3/6K1 w - - 0 1", 5, "e7e8"),
];

/// More than any of them takes.
const ENOUGH_NODES: u64 = 1_000_000;

#[test]
fn ordinary_searches_find_orthodox_mates_in_two_to_five() {
    for (fen, moves, key) in MATES {
        let game = game("chess", fen);
        let plies = 2 * moves as i32 - 1;
        let wanted = Limits { nodes: Some(ENOUGH_NODES), ..Limits::default() };
        let found = search(&engine(16), &game, &wanted);
        assert_eq!(found.plies_to_end(), Some(plies), "{fen}");
        assert_eq!(game.position().move_text(found.report.best.expect("a move")), key, "{fen}");
    }
}

#[test]
fn searches_for_a_mate_find_it_and_end() {
    for (fen, moves, _) in MATES {
        let game = game("chess", fen);
        let limits =
            Limits { mate: Some(moves), nodes: Some(2 * ENOUGH_NODES), ..Limits::default() };
        let found = search(&engine(16), &game, &limits);
        assert!(found.report.nodes < 2 * ENOUGH_NODES, "{fen}: not found in time");
        let plies = found.plies_to_end().expect("a mate");
        assert!((1..2 * moves as i32).contains(&plies), "{fen}: {plies}");
    }
}

#[test]
fn mates_in_two_of_every_army() {
    for (id, pieces, key) in [
        // Fabulous FIDEs.
        ("cwda-ff", "K c8, k a8, b b8, p a7, p b7, P b6, R a1", "a1a6"),
        // Colorbound Clobberers.
        ("cwda-cc", "k b8, w d7, K b6, F a5, C a4, D c2", "a4d7"),
        ("cwda-cc", "f c8, K f8, W c7, k h7, D d2, D f1", "f1d3"),
        ("cwda-cc", "C b8, k c8, w h4, C a3, K e2, D g2", "a3d6"),
        // Nutty Knights.
        ("cwda-nn", "I d7, i a4, K d3, I f3, k d1, I e1", "e1d2"),
        ("cwda-nn", "I g5, i b4, K d4, I e2, I h2, k e1", "d4e3"),
        ("cwda-nn", "k f8, I h7, K e6, i a5, I f5, I e4", "e4f6"),
        // Remarkable Rookies.
        ("cwda-rr", "o h7, S b6, S a3, K e3, H h3, k e1", "a3a1"),
        ("cwda-rr", "k g8, O d7, K b5, O e5, h a4, H e3", "b5a4"),
        ("cwda-rr", "K e8, h f8, k g8, H b6, O f5, O c1", "c1g1"),
        // Ninjachess: leapers and hoppers, riders, and both.
        (
            "ninja",
            "bK c6, wNs a5, bCv j7, wK f5, wNm h4, wR o8, wMs o6, wCd p7, wNt s7, wNr v10",
            "p7m7",
        ),
        (
            "ninja",
            "bK a9, bN a8, wNv a5, wK c3, wNj b2, wMs j7, wQ l9, wRh n1, wMh s1, wVh y2",
            "l9g9",
        ),
        (
            "ninja",
            "bC e7, wRh a3, wNl f9, wNt g7, bK j6, wMs n5, wQ l4, wRh l2, wN n2, wK q2",
            "l4o7",
        ),
    ] {
        let game = game(id, &string(id, pieces, 'w', "wb"));
        let found = solve(&game, 2);
        let best = game.position().move_text(found.report.best.expect("a move"));
        assert_eq!(best, key, "{id}: {pieces}");
    }
}

/// Too large for brute force at full length: no shorter mate, and mate by force after the move found.
#[test]
fn mates_in_three_of_ninja() {
    for pieces in [
        "bK b10, wMs d6, wK f1, wQ g2, bP o2, wSh o8",
        "wQ b8, wK e1, wC k6, wCp k7, bN r1, bK v6, wMs w10",
        "wK d4, wCp g10, bK k6, wSh m2, wC v1, wQ v7, bP w6",
        "wCp b7, wK j4, wQ p7, wMs r7, bP t7, wRh u7, bK w10",
    ] {
        let game = game("ninja", &string("ninja", pieces, 'w', "wb"));
        let found = search(&engine(16), &game, &to_nodes(ENOUGH_NODES));
        assert_eq!(found.plies_to_end(), Some(5), "{pieces}");
        let best = found.report.best.expect("a move");
        let limits = Limits { mate: Some(3), nodes: Some(2 * ENOUGH_NODES), ..Limits::default() };
        let sought = search(&engine(16), &game, &limits);
        assert!(sought.report.nodes < 2 * ENOUGH_NODES, "{pieces}: not found in time");
        with_position!(game.position(), p => {
            assert_eq!(decided_within(p, 3), None, "there is a shorter mate: {pieces}");
            assert!(forces_win(&p.after(best), side_of(p), 4), "no mate in three: {pieces}");
        });
    }
}

/// The mover is mated whatever it does: the loss is as long as the mate is short.
#[test]
fn the_loser_holds_out_as_long_as_it_can() {
    // King and Rook against a King on the edge, Black to move, and after Morphy's key.
    for (fen, plies) in
        [("kbK5/pp6/RP6/8/8/8/8/8 b - - 0 1", 2), ("7k/8/6K1/8/8/8/8/R7 b - - 0 1", 2)]
    {
        let game = game("chess", fen);
        let brute = with_position!(game.position(), p => decided_within(p, plies));
        assert_eq!(brute, Some(-(plies as i32)), "the problem is unsound: {fen}");
        assert_eq!(search_afresh(&game, plies).plies_to_end(), brute, "{fen}");
    }
}

/// Checkmate ends the game before the move count does.
#[test]
fn mate_on_the_last_ply_of_the_move_count() {
    let game = game("chess", "6k1/8/6K1/8/8/8/8/R7 w - - 99 80");
    let found = search_afresh(&game, 3);
    assert_eq!(found.plies_to_end(), Some(1));
    assert_eq!(game.position().move_text(found.report.best.expect("a move")), "a1a8");
}
