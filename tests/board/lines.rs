//! What a page may ask, how much and how fast.

use super::client::{Running, settings};
use simurgh::board::Settings;
use simurgh::board::rate::Rate;
use tungstenite::Message;
use tungstenite::protocol::frame::coding::CloseCode;

/// The longest line, as `src/board/gate.rs` has it.
const LONGEST: usize = 256 << 10;

#[test]
fn the_engine_answers_as_on_standard_output_but_lists_what_is_granted() {
    let server = Running::start(Settings { hash: 48, threads: 3, ..settings() });
    let mut page = server.page();
    page.send("uci");
    let lines = page.lines_to("uciok");
    assert!(lines[0].starts_with("id name Simurgh"), "{lines:?}");
    let option = |name: &str| lines.iter().find(|l| l.starts_with(&format!("option name {name} ")));
    let is = |name, text: &str| option(name).is_some_and(|l| l.ends_with(text));
    assert!(is("Hash", "default 48 min 1 max 48"), "{:?}", option("Hash"));
    assert!(is("Threads", "default 1 min 1 max 3"), "{:?}", option("Threads"));
    assert!(is("MultiPV", "max 256"), "{:?}", option("MultiPV"));
    assert_eq!(option("EvalFile"), None);
}

#[test]
fn options_end_where_the_grant_does() {
    let server = Running::start(settings());
    let mut page = server.page();
    page.send("setoption name Hash value 17");
    page.send("setoption name threads value 256");
    page.send("setoption name Hash value 0");
    page.send("setoption name Hash value 16");
    page.send("isready");
    assert_eq!(
        page.lines_to("readyok"),
        [
            "info string Hash is limited to 16 here",
            "info string Threads is limited to 2 here",
            "info string error setoption Hash `0`: not a number from 1 to 1048576",
            "readyok",
        ]
    );
}

#[test]
fn a_page_reaches_no_files() {
    let folder = std::env::temp_dir().join(format!("simurgh-board-{}", std::process::id()));
    let path = folder.display();
    let server = Running::start(settings());
    let mut page = server.page();
    for line in [
        "setoption name EvalFile value Cargo.toml".to_string(),
        "setoption name evalfile value Cargo.toml".to_string(),
        "please setoption name EvalFile value Cargo.toml".to_string(),
        "genfens 2 seed 7 book Cargo.toml".to_string(),
        format!("setoption name Debug Log File value {path}"),
        "isready\nsetoption name EvalFile value Cargo.toml".to_string(),
    ] {
        page.send(&line);
        let answer = page.line();
        assert!(answer.starts_with("info string error "), "{line}: {answer}");
        assert!(!answer.contains("line 1"), "{line} was read: {answer}");
    }
    assert_eq!(page.ask("isready", ""), "readyok");
    assert!(!folder.exists());
}

#[test]
fn what_would_keep_the_engine_from_answering_is_refused() {
    let server = Running::start(settings());
    let mut page = server.page();
    for line in ["bench", "go perft 12"] {
        page.send(line);
        assert!(page.line().ends_with("not from a page"), "{line}");
    }
}

#[test]
fn a_line_may_be_long_but_not_too_long() {
    let server = Running::start(settings());
    let mut page = server.page();
    let line = format!("isready #{}", "x".repeat(LONGEST - 9));
    assert_eq!(line.len(), LONGEST);
    assert_eq!(page.ask(&line, ""), "readyok");
    // One byte more is refused, and the page goes on.
    page.send(&format!("{line}x"));
    let answer = page.line();
    assert!(answer.starts_with("info string error too long for the board: "), "{answer}");
    assert_eq!(page.ask("isready", ""), "readyok");

    // So long that it is not even read: the connection may break before the code is heard.
    let mut page = server.page();
    if page.attempt(&"x".repeat(LONGEST * 17)) {
        let code = page.end().1.map(|(code, _)| code);
        assert!(matches!(code, None | Some(CloseCode::Protocol)), "{code:?}");
    }
}

#[test]
fn lines_are_text() {
    let server = Running::start(settings());
    let mut page = server.page();
    page.send_message(Message::binary(b"isready".to_vec()));
    assert_eq!(page.end().1.map(|(code, _)| code), Some(CloseCode::Unsupported));
}

#[test]
fn quit_ends_the_conversation() {
    let server = Running::start(settings());
    let mut page = server.page();
    page.send("quit");
    assert_eq!(page.end().1, Some((CloseCode::Normal, "quit".to_string())));
}

/// Lines that come too fast wait, and come through in their order.
#[test]
fn lines_beyond_the_rate_wait_for_their_turn() {
    let rate = Rate { burst: 5, per_second: 2000.0 };
    let server = Running::start(Settings { rate, ..settings() });
    let mut page = server.page();
    let order: Vec<String> = (0..300).map(|n| format!("unknown{n}")).collect();
    order.iter().for_each(|line| page.send(line));
    for line in &order {
        let answer = format!("info string unknown command `{line}`, type help for help");
        assert_eq!(page.line(), answer);
    }
}

/// With a rate of a line in a thousand years, a burst is all that passes, whenever one looks.
#[test]
fn no_more_than_a_burst_passes_at_once() {
    let rate = Rate { burst: 3, per_second: 3e-11 };
    let mut server = Running::start(Settings { rate, ..settings() });
    let mut page = server.page();
    for _ in 0..5 {
        page.send("isready");
    }
    for _ in 0..3 {
        assert_eq!(page.line(), "readyok");
    }
    server.tell_to_end();
    let (lines, end) = page.end();
    assert!(lines.is_empty(), "{lines:?}");
    assert_eq!(end, Some((CloseCode::Away, "the server has ended".to_string())));
}

/// Ten megabytes of answers before the page listens to the first.
#[test]
fn a_page_that_listens_late_loses_nothing() {
    let server = Running::start(settings());
    let mut page = server.page();
    page.send("setoption name UCI_Variant value aof3");
    page.lines_to("info string variant aof3");
    page.send("query board");
    let board = page.lines_to("response board end");
    assert!(board.len() > 350, "{} lines", board.len());
    for n in 0..300 {
        page.send("query board");
        page.send(&format!("unknown{n}"));
    }
    for n in 0..300 {
        let lines = page.lines_to("info string unknown");
        let (last, before) = lines.split_last().expect("a line");
        assert!(before == board, "a board is not whole");
        assert!(last.contains(&format!("`unknown{n}`")), "{last}");
    }
}
