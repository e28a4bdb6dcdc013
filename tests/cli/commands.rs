//! Every command on good input.

use super::{FAMILIES, lines, piece_tokens, simurgh, stdout};
use simurgh::position::Game;
use simurgh::variant::{self, Notation};
use std::collections::BTreeSet;

#[test]
fn games_lists_every_id() {
    let found = lines(&["games"]);
    assert_eq!(found.len(), 29);
    for (line, id) in found.iter().zip(variant::ids()) {
        let game = variant::find(id).expect(id);
        let words: Vec<&str> = line.split_whitespace().collect();
        let [first, title @ .., seats, cells] = &words[..] else { panic!("short line: {line}") };
        assert_eq!(*first, id);
        assert_eq!(title.join(" "), game.title);
        assert_eq!(*seats, game.seats().to_string(), "{line}");
        assert_eq!(*cells, game.board.len().to_string(), "{line}");
    }
}

#[test]
fn startpos_is_what_fen_prints() {
    for id in variant::ids() {
        let start = lines(&["startpos", id]);
        let fen = lines(&["fen", id]);
        assert_eq!(start.len(), 1, "{id}");
        assert_eq!(fen, [start[0].as_str(), "ongoing"], "{id}");
        assert_eq!(lines(&["fen", id, "--fen", &start[0]]), fen, "{id}");
    }
}

#[test]
fn moves_are_all_there_and_in_byte_order() {
    for id in variant::ids() {
        let found = lines(&["moves", id]);
        let start = Game::start(variant::find(id).expect(id));
        let position = start.position();
        // An ordered set compares strings byte by byte, as `LC_ALL=C sort` does.
        let wanted: BTreeSet<String> =
            position.legal_moves().into_iter().map(|mv| position.move_text(mv)).collect();
        assert_eq!(found, wanted.into_iter().collect::<Vec<_>>(), "{id}");
    }
    assert_eq!(lines(&["moves", "chess", "--moves", "e2e4", "e7e5"]).len(), 29);
    let mated = ["moves", "chess", "--moves", "f2f3", "e7e5", "g2g4", "d8h4"];
    assert_eq!(stdout(&mated), "");
}

/// A position with castling, en passant, promotion and pins whose counts are well known.
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn perft_ends_in_a_bare_number() {
    assert_eq!(stdout(&["perft", "chess", "0"]), "1\n");
    assert_eq!(stdout(&["perft", "chess", "0", "--divide"]), "1\n");
    assert_eq!(stdout(&["perft", "chess", "3"]), "8902\n");
    assert_eq!(stdout(&["perft", "chess", "4", "--threads", "2"]), "197281\n");
    assert_eq!(stdout(&["perft", "chess", "3", "--fen", KIWIPETE]), "97862\n");
    assert_eq!(stdout(&["perft", "chess", "2", "--moves", "e2e4", "e7e5"]), "835\n");
    // A finished game has no continuation.
    let mate = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    assert_eq!(stdout(&["perft", "chess", "1", "--fen", mate]), "0\n");
    assert_eq!(stdout(&["perft", "chess", "0", "--fen", mate]), "1\n");
}

#[test]
fn divide_adds_up_whatever_the_threads() {
    for id in FAMILIES {
        // Depth 4 shares work out differently from depths up to 3.
        for depth in if id == "chess" { 1..=4 } else { 1..=2 } {
            let depth = depth.to_string();
            let plain = stdout(&["perft", id, &depth]);
            let divided = lines(&["perft", id, &depth, "--divide", "--threads", "2"]);
            let (total, parts) = divided.split_last().expect("a last line");
            assert_eq!(format!("{total}\n"), plain, "{id} {depth}");
            let mut sum = 0;
            let mut moves = Vec::new();
            for part in parts {
                let (mv, count) = part.split_once(": ").expect("move and count");
                moves.push(mv.to_string());
                sum += count.parse::<u64>().expect("a count");
            }
            assert_eq!(&sum.to_string(), total, "{id} {depth}");
            assert_eq!(moves, lines(&["moves", id]), "{id} {depth}");
        }
    }
}

#[test]
fn reach_agrees_with_the_diagrams_of_the_rules() {
    let diagrams = [
        ("cwda-cc", "d5", "wD", "a8 b7 c6 e4 f3 g2 h1 c4 b3 a2 e6 f7 g8 f5 d3 b5 d7"),
        ("cwda-fc", "e5", "bW", "e6 f5 e4 d5 c7 g7 g3 c3"),
        ("cwda-cc", "d5", "wF", "b7 c6 b5 f5 d3 d7 b3 c4 e4 f3 e6 f7"),
        ("cwda-nn", "d4", "wG", "d5 d6 d7 d8 c4 b4 a4 e4 f4 g4 h4 c3 d3 e3"),
        ("cwda-nn", "e4", "wI", "d6 d2 f6 f2 d3 d5 f5 f3"),
        ("cwda-nf", "d4", "wT", "b5 c6 e6 f5 c4 e4 c3 d3 e3"),
        ("cwda-nn", "e4", "wL", "e5 e6 e7 e8 d4 c4 b4 a4 f4 g4 h4 d6 c5 f6 g5 d5 f5 d3 e3 f3"),
        ("cwda-rr", "d5", "wY", "d3 b5 d7 f5 c5 d6 e5 d4"),
        ("cwda-rf", "e5", "wH", "c5 e7 g5 e3 b5 e8 h5 e2 d4 d6 f6 f4"),
        // The same piece heads the other way for Black.
        ("cwda-nn", "d5", "bT", "b4 c3 e3 f4 c5 e5 c6 d6 e6"),
        ("chess", "e2", "wP", "e3 e4"),
        ("chess", "a8", "bN", "b6 c7"),
    ];
    for (id, cell, piece, wanted) in diagrams {
        let mut found = lines(&["reach", id, cell, piece]);
        let mut wanted: Vec<&str> = wanted.split(' ').collect();
        found.sort();
        wanted.sort_unstable();
        assert_eq!(found, wanted, "{id} {piece} on {cell}");
    }
}

#[test]
fn reach_lists_cells_in_cell_order() {
    for (id, cell, piece) in [("guru", "ue5", "oG"), ("aof3", "mi3", "gM"), ("ninja", "m3", "wT")] {
        let board = &variant::find(id).expect(id).board;
        let found = lines(&["reach", id, cell, piece]);
        let cells: Vec<_> = found.iter().map(|name| board.find(name).expect(name)).collect();
        assert!(!cells.is_empty() && cells.is_sorted(), "{id}: {found:?}");
    }
}

/// The lines of a drawing above the position string.
fn board_part<'d>(drawing: &'d str, fen: &str) -> Vec<&'d str> {
    // Long strings are broken, so only their beginning can be looked for.
    let first: String = fen.chars().take(20).collect();
    let part: Vec<&str> = drawing.lines().take_while(|line| !line.starts_with(&first)).collect();
    assert!(part.len() < drawing.lines().count(), "no position string in\n{drawing}");
    part
}

#[test]
fn show_draws_every_piece_once() {
    for id in FAMILIES {
        let game = variant::find(id).expect(id);
        let drawing = stdout(&["show", id]);
        assert!(!drawing.contains('\u{1b}'), "{id}: escape codes in a file");
        assert!(drawing.ends_with("\nongoing\n"), "{id}");
        let mut wanted = piece_tokens(id, &game.start);
        let mut found: Vec<String> = Vec::new();
        for line in board_part(&drawing, &game.start) {
            let is_piece = |word: &&str| match game.rules.notation {
                // The files stand below the ranks, which begin with a digit.
                Notation::Fen => {
                    line.starts_with(|c: char| c.is_ascii_digit())
                        && word.starts_with(|c: char| c.is_ascii_alphabetic())
                }
                Notation::Levels => wanted.iter().any(|token| token == word),
            };
            found.extend(line.split_whitespace().filter(is_piece).map(str::to_string));
        }
        found.sort();
        wanted.sort();
        assert_eq!(found, wanted, "{id}:\n{drawing}");
    }
    let over = stdout(&["show", "chess", "--moves", "f2f3", "e7e5", "g2g4", "d8h4"]);
    assert!(over.ends_with("\nresult w:2,b:1 checkmate\n"), "{over}");
}

/// The move after `best move: `, which must be legal.
fn best_move(id: &str, more: &[&str]) -> (Vec<String>, String) {
    let output = lines(&[&["analyse", id], more].concat());
    let last = output.last().expect("a last line");
    let best = last.strip_prefix("best move: ").unwrap_or_else(|| panic!("{output:?}"));
    assert!(lines(&["moves", id]).contains(&best.to_string()), "{id}: {best}");
    let best = best.to_string();
    (output, best)
}

#[test]
fn analyse_ends_with_a_legal_move() {
    for id in FAMILIES {
        let (output, _) = best_move(id, &["--depth", "2"]);
        let depths: Vec<&str> =
            output.iter().filter_map(|line| line.split_whitespace().next()).collect();
        assert_eq!(depths[2..depths.len() - 1], ["1", "2"], "{id}: {output:?}");
        best_move(id, &["--nodes", "300"]);
    }
    // So few nodes that no depth is completed.
    best_move("guru", &["--nodes", "1"]);
    best_move("chess", &["--depth", "2", "--threads", "2"]);
    best_move("chess", &["--movetime", "20"]);
}

#[test]
fn analyse_shows_several_lines() {
    let (output, best) = best_move("chess", &["--depth", "3", "--multipv", "3"]);
    let deepest: Vec<Vec<&str>> = output
        .iter()
        .map(|line| line.split_whitespace().collect::<Vec<_>>())
        .filter(|words| words.first() == Some(&"3"))
        .collect();
    assert_eq!(deepest.len(), 3, "{output:?}");
    let first: BTreeSet<&str> = deepest.iter().map(|words| words[4]).collect();
    assert_eq!(first.len(), 3, "three different moves: {output:?}");
    assert_eq!(deepest[0][4], best);
    // More lines than moves are as many as there are moves.
    let corner = ["--fen", "k7/8/8/8/8/8/8/K7 w - - 0 1", "--depth", "1", "--multipv", "9"];
    let output = lines(&[&["analyse", "cwda-rr"], &corner[..]].concat());
    assert!(output.last().is_some_and(|line| line.contains("dead-position")), "{output:?}");
    let rook = ["--fen", "k7/8/8/8/8/8/1R6/K7 b - - 0 1", "--depth", "1", "--multipv", "9"];
    let output = lines(&[&["analyse", "chess"], &rook[..]].concat());
    assert_eq!(output.iter().filter(|line| line.trim().starts_with("1 ")).count(), 1, "{output:?}");
}

#[test]
fn analyse_says_that_a_game_is_over() {
    let mated = ["analyse", "chess", "--depth", "3", "--moves", "f2f3", "e7e5", "g2g4", "d8h4"];
    let output = lines(&mated);
    assert_eq!(output.last().expect("a line"), "the game is over: result w:2,b:1 checkmate");
    assert!(output.iter().all(|line| !line.starts_with("best move")), "{output:?}");
}

#[test]
fn bench_counts_the_same_nodes_twice() {
    let run = || -> u64 {
        let output = lines(&["bench"]);
        let last = output.last().expect("a last line");
        let words: Vec<&str> = last.split(' ').collect();
        let [nodes, "nodes", nps, "nps"] = words[..] else { panic!("{last}") };
        assert!(nps.bytes().all(|b| b.is_ascii_digit()) && !nps.is_empty(), "{last}");
        nodes.parse().expect("a number of nodes")
    };
    assert_eq!(run(), run());
}

#[test]
fn completions_name_the_commands() {
    let script = stdout(&["completions", "bash"]);
    for word in ["simurgh", "startpos", "perft", "analyse", "bench", "--multipv"] {
        assert!(script.contains(word), "no {word}");
    }
}

#[test]
fn help_and_version_are_no_errors() {
    assert!(stdout(&["--help"]).contains("analyse"));
    assert!(stdout(&["perft", "--help"]).contains("--divide"));
    let help = stdout(&["tune", "network", "--help"]);
    assert!(help.contains("[default: 0.001]") && help.contains("[default: 0.01]"), "{help}");
    assert_eq!(stdout(&["--version"]), concat!("simurgh ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn without_a_command_it_speaks_the_protocol() {
    for args in [&[][..], &["uci"]] {
        let output = simurgh(args).write_stdin("uci\nquit\n").output().expect("it starts");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && text.contains("uciok"), "{args:?}: {text}");
    }
}
