//! Engines: games against them, how many there are, and that they end.

use super::client::{Page, Running, settings, wait_until};
use simurgh::board::Settings;
use tungstenite::protocol::frame::coding::CloseCode;

/// Plays a game in which the page takes one seat and makes the first legal move, and the engine
/// plays for all others. Gives the result and the number of plies.
fn play(page: &mut Page, variant: &str, seat: &str) -> (String, usize) {
    page.send(&format!("setoption name UCI_Variant value {variant}"));
    let mut moves: Vec<String> = Vec::new();
    loop {
        page.send(&format!("position startpos moves {}", moves.join(" ")));
        let result = page.ask("query result", "response result");
        if result != "ongoing" || moves.len() > 2000 {
            return (result, moves.len());
        }
        let played = if page.ask("query turn", "response turn") == seat {
            let legal = page.ask("query legal", "response legal");
            legal.split(' ').next().expect("a move").to_string()
        } else {
            let best = page.ask("go nodes 400", "bestmove");
            best.split(' ').next().expect("a move").to_string()
        };
        moves.push(played);
    }
}

#[test]
fn whole_games_are_played() {
    let server = Running::start(settings());
    let mut page = server.page();
    let (result, plies) = play(&mut page, "cwda-nr", "b");
    assert_eq!(result, "w:1,b:2 checkmate", "after {plies} plies");
    let (result, plies) = play(&mut page, "guru", "o");
    assert!(result.starts_with("r:") && plies > 20, "{result} after {plies} plies");
}

#[test]
fn a_move_is_answered_while_all_other_engines_think() {
    let server = Running::start(Settings { engines: 4, ..settings() });
    let mut thinking: Vec<Page> = (0..3).map(|_| server.page()).collect();
    for page in &mut thinking {
        page.send("setoption name Threads value 2");
        page.send("go infinite");
        page.lines_to("info depth 1 ");
    }
    let mut page = server.page();
    let best = page.ask("go depth 4", "bestmove");
    assert_eq!(best.split(' ').next().map(str::len), Some(4), "{best}");
    for page in &mut thinking {
        assert!(!page.ask("stop", "bestmove").is_empty());
    }
}

#[test]
fn one_page_more_than_engines_is_told_to_come_again() {
    let server = Running::start(Settings { engines: 2, ..settings() });
    let mut pages = [server.page(), server.page()];
    for page in &mut pages {
        assert_eq!(page.ask("isready", ""), "readyok");
    }
    assert_eq!(server.engines.count(), 2);
    let (lines, end) = server.page().end();
    assert_eq!(end, Some((CloseCode::Again, "all engines are in use".to_string())));
    assert!(lines.is_empty(), "{lines:?}");
    // When one goes, there is a place.
    drop(pages);
    wait_until("both engines are free", || server.engines.count() == 0);
    assert_eq!(server.page().ask("isready", ""), "readyok");
}

/// However a page goes: its engine ends, in the middle of a search that would never end.
#[test]
fn an_engine_ends_with_its_page() {
    let server = Running::start(settings());
    let think = || {
        let mut page = server.page();
        page.send("go infinite");
        page.lines_to("info depth 2 ");
        assert_eq!(server.engines.count(), 1);
        page
    };
    drop(think());
    wait_until("a connection that broke", || server.engines.count() == 0);
    let mut page = think();
    page.send_message(tungstenite::Message::Close(None));
    wait_until("a page that said goodbye", || server.engines.count() == 0);
    let mut page = think();
    page.send("quit");
    wait_until("a page that quit", || server.engines.count() == 0);
    let mut page = think();
    page.send(&"x".repeat(70_000));
    wait_until("a page that was sent away", || server.engines.count() == 0);
}

/// Also when the page never listened, so that the engine waits for room.
#[test]
fn an_engine_ends_with_a_page_that_never_listened() {
    let server = Running::start(settings());
    let mut page = server.page();
    page.send("setoption name UCI_Variant value aof3");
    page.lines_to("info string variant");
    for _ in 0..500 {
        page.send("query board");
    }
    drop(page);
    wait_until("the engine has ended", || server.engines.count() == 0);
}

#[test]
fn all_engines_end_with_the_server() {
    let server = Running::start(settings());
    let engines = server.engines.clone();
    let mut pages: Vec<Page> = (0..3).map(|_| server.page()).collect();
    for page in &mut pages {
        page.send("go infinite");
        page.lines_to("info depth 1 ");
    }
    assert_eq!(engines.count(), 3);
    server.end();
    assert_eq!(engines.count(), 0);
    for page in &mut pages {
        let (lines, end) = page.end();
        assert_eq!(end.map(|(code, _)| code), Some(CloseCode::Away));
        assert!(lines.iter().all(|l| l.starts_with("info ") || l.starts_with("bestmove ")));
    }
}
