//! Whole sessions that no client should hold, and that must do no harm.

use proptest::prelude::*;
use simurgh::protocol::{Command, serve};
use simurgh::variant;
use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex};

/// Output kept for inspection.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no writer fails").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// What the program answers to a stream of input.
fn answers(input: impl Into<Vec<u8>>) -> String {
    let kept = Kept::default();
    serve(Cursor::new(input.into()), kept.clone()).expect("memory is no problem here");
    let bytes = kept.0.lock().expect("no writer fails").clone();
    String::from_utf8(bytes).expect("answers are text")
}

fn count(text: &str, start: &str) -> usize {
    text.lines().filter(|l| l.starts_with(start)).count()
}

#[test]
fn a_second_go_ends_the_first_search_with_its_best_move() {
    let text = answers("go infinite\ngo depth 1\nisready\n");
    assert_eq!(count(&text, "bestmove "), 2, "{text}");
    assert_eq!(count(&text, "readyok"), 1, "{text}");
}

#[test]
fn position_and_new_game_end_a_search() {
    let text = answers("go infinite\nposition startpos\ngo infinite\nucinewgame\n");
    assert_eq!(count(&text, "bestmove "), 2, "{text}");
}

#[test]
fn numbers_at_the_edge_do_no_harm() {
    let text = answers(
        "go perft 65\ngo perft 4294967295\ngo perft 0\ngo nodes 0\ngo depth 0\ngo depth 4294967295\n\
         stop\ngo movetime 0\ngo wtime -9223372036854775808 btime 1 movestogo 0\ngo mate 0\nstop\n",
    );
    assert_eq!(count(&text, "info string error go perft"), 2, "{text}");
    assert!(text.contains("Nodes searched: 1\n"), "{text}");
    assert_eq!(count(&text, "bestmove "), 6, "{text}");
}

/// A hundred Queens behind a wall of Pawns, after more plies without progress than a game may have:
/// no lead fades by more than the whole of what it fades by at the limit.
#[test]
fn a_lead_after_too_many_plies_is_still_a_lead() {
    let row = |token: &str| [token; 5].join(",");
    let level = |tenth: &str, fifth: &str| {
        let (pawns, queens) = (row("bP"), [row("wQ"), row("wQ"), row("wQ"), row("wQ")].join("/"));
        format!("{tenth}/5/5/{pawns}/5/{fifth}/{queens}")
    };
    let mut levels = vec![level("5", "5"); 5];
    levels[2] = level("2,bK,2", "2,wK,2");
    let fen = format!("{} w wb - - 65535 1", levels.join("|"));
    let text = answers(format!(
        "setoption name UCI_Variant value ninja\nposition fen {fen}\ngo depth 1\nisready\n"
    ));
    assert_eq!(count(&text, "info string error"), 0, "{text}");
    assert_eq!(count(&text, "bestmove "), 1, "{text}");
    assert!(text.contains(" score ") && !text.contains(" score cp -"), "{text}");
}

#[test]
fn control_characters_do_not_come_back() {
    let text = answers(b"\x07\x00what\nposition fen \x00\x1b[2J\ngo depth \x01\n".to_vec());
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
    assert_eq!(count(&text, "bestmove (none)"), 1, "{text:?}");
}

#[test]
fn stop_without_a_search_says_nothing() {
    assert_eq!(answers("stop\n\n# only a comment\n"), "");
}

#[test]
fn every_game_answers_go_with_a_legal_move() {
    for id in variant::ids() {
        let text = answers(format!(
            "setoption name UCI_Variant value {id}\nposition startpos\ngo depth 1\nisready\nstop\n"
        ));
        let best = text.lines().find_map(|l| l.strip_prefix("bestmove ")).expect(id);
        let best = best.split(' ').next().unwrap_or("");
        let game = simurgh::position::Game::start(variant::find(id).expect(id));
        assert!(game.position().find_move(best).is_some(), "{id}: {best}");
    }
}

#[test]
fn options_out_of_range_change_nothing() {
    let text = answers(
        "setoption name Hash value 0\nsetoption name Hash value 99999999999999999999\n\
         setoption name Threads value many\nsetoption name Ponder value maybe\n\
         setoption name UCI_Variant value xiangqi\nsetoption name Nothing value 1\n\
         setoption Hash\nsetoption name Hash value 1048576\ngo depth 1\nisready\n",
    );
    assert_eq!(count(&text, "info string error setoption"), 7, "{text}");
    assert_eq!(count(&text, "bestmove "), 1, "{text}");
}

#[test]
fn a_low_rating_limits_nodes_and_still_moves_legally() {
    for id in variant::ids() {
        let text = answers(format!(
            "setoption name UCI_Variant value {id}\nsetoption name UCI_LimitStrength value true\n\
             setoption name UCI_Elo value 400\nsetoption name UCI_Elo value 399\n\
             position startpos\ngo depth 30\nisready\ngo nodes 5\n"
        ));
        assert_eq!(count(&text, "bestmove "), 2, "{id}: {text}");
        assert_eq!(count(&text, "info string error setoption UCI_Elo"), 1, "{id}: {text}");
        let game = simurgh::position::Game::start(variant::find(id).expect(id));
        for best in text.lines().filter_map(|l| l.strip_prefix("bestmove ")) {
            let best = best.split(' ').next().unwrap_or("");
            assert!(game.position().find_move(best).is_some(), "{id}: {best}");
        }
        let nodes = text.split(" nodes ").skip(1).filter_map(|t| t.split(' ').next()?.parse().ok());
        assert!(nodes.max().unwrap_or(0u64) <= 30, "{id}: {text}");
    }
}

#[test]
fn a_refused_position_leaves_none() {
    let text = answers(
        "position startpos moves e2e4 e2e4\ngo depth 3\nd\nposition startpos\ngo depth 1\n",
    );
    assert!(text.contains("error position: move 2 `e2e4`: not a legal move here"), "{text}");
    assert_eq!(count(&text, "bestmove (none)"), 1, "{text}");
    let before = text.split("bestmove (none)").next().unwrap_or("");
    assert!(!before.contains(" score "), "no score without a position: {text}");
    assert_eq!(count(&text, "bestmove "), 2, "{text}");
}

#[test]
fn a_game_that_goes_on_is_the_game_told_whole() {
    let whole = |moves: &str| answers(format!("position startpos moves {moves}\nd\nmoves\n"));
    let steps = ["e2e4", "e2e4 c7c5", "e2e4 c7c5 g1f3 d7d6", "e2e4 c7c5", "d2d4", "d2d4 d7d5 e1e2"];
    let mut told = String::new();
    let mut expected = String::new();
    for moves in steps {
        told += &format!("position startpos moves {moves}\nd\nmoves\n");
        expected += &whole(moves);
    }
    assert_eq!(answers(told), expected);
    // What follows a refused move, another start, another game or a new game begins afresh.
    for between in [
        "position startpos moves e2e4 e2e4",
        "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e2e4",
        "ucinewgame",
        "setoption name UCI_Variant value cwda-cn\nsetoption name UCI_Variant value chess",
    ] {
        let text = answers(format!(
            "position startpos moves e2e4\n{between}\nposition startpos moves e2e4 e7e5\nd\nmoves\n"
        ));
        assert!(text.ends_with(&whole("e2e4 e7e5")), "{between}: {text}");
    }
}

#[test]
fn a_line_of_a_mebibyte_and_a_list_of_ten_thousand_moves() {
    let mut input = vec![b'x'; 1 << 20];
    input.push(b'\n');
    input.extend(b"position startpos moves");
    for _ in 0..2500 {
        input.extend(b" g1f3 g8f6 f3g1 f6g8");
    }
    input.extend(b"\nisready\nquery result\n");
    let text = answers(input);
    assert_eq!(count(&text, "readyok"), 1);
    assert_eq!(count(&text, "info string unknown command"), 1);
    assert!(text.contains("response result w:1.5,b:1.5 repetition"), "{}", &text[..500]);
    assert!(text.len() < 2000, "long input gets short answers");
}

#[test]
fn endless_lines_are_cut_off() {
    let mut input = vec![b'y'; 20 << 20];
    input.extend(b"\nisready\n");
    let text = answers(input);
    assert_eq!(count(&text, "readyok"), 1);
    assert!(text.contains("line is too long"), "{text}");
}

/// One line of a session: sensible commands, half-sensible ones, and noise.
fn line() -> impl Strategy<Value = Vec<u8>> {
    let ids: Vec<&str> = variant::ids().collect();
    let fixed = prop::sample::select(vec![
        "uci",
        "isready",
        "ucinewgame",
        "stop",
        "ponderhit",
        "d",
        "moves",
        "eval",
        "help",
        "debug on",
        "register later",
        "go depth 1",
        "go nodes 50",
        "go infinite",
        "go ponder",
        "go mate 1",
        "go wtime 10 btime 10",
        "go p1time 5 p3inc x",
        "go movetime -1",
        "go perft 1",
        "go depth",
        "go searchmoves e2e4 zz",
        "position startpos",
        "position",
        "position fen",
        "query legal",
        "query board",
        "query pieces",
        "query reach",
        "query reach wQ e4",
        "query islegal e2e4",
        "query nonsense",
        "query games",
        "query variant",
        "query state",
        "query moves",
        "query line",
        "query line e2e4 e7e5 resign",
        "query line e2e5",
        "query sight",
        "query sight e1",
        "query sight e4",
        "setoption",
        "setoption name MultiPV value 3",
        "setoption name MultiPV value 1",
        "setoption name Threads value 2",
        "setoption name Clear Hash",
        "setoption name UCI_ShowWDL value true",
        "position startpos moves resign timeout",
        "position startpos moves 0000",
    ]);
    prop_oneof![
        8 => fixed.prop_map(|s| s.as_bytes().to_vec()),
        2 => prop::sample::select(ids)
            .prop_map(|id| format!("setoption name UCI_Variant value {id}").into_bytes()),
        1 => prop::collection::vec(any::<u8>(), 0..60),
        1 => "[a-z0-9 /,|=-]{0,40}".prop_map(|s| format!("position fen {s}").into_bytes()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever comes in: no panic, no hang, and one best move for every search.
    #[test]
    fn any_stream_of_commands(lines in prop::collection::vec(line(), 0..25)) {
        // Noise may hold line breaks, and now and then spells a command.
        let mut input = lines.join(&b'\n');
        input.push(b'\n');
        let read: Vec<Command> = input
            .split(|&b| b == b'\n')
            .map(|l| Command::parse(&String::from_utf8_lossy(l)))
            .map(Command::bare)
            .take_while(|c| *c != Command::Quit)
            .collect();
        let searches =
            read.iter().filter(|c| matches!(c, Command::Go(go) if go.perft.is_none())).count();
        let text = answers(input);
        prop_assert_eq!(count(&text, "bestmove "), searches, "{}", text);
    }
}
