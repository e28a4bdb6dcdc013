//! Matches that a sequential test ends.

use super::{finish, record_file, records, runner};
use serde_json::Value;

/// Plays at most 60 blocks on one thread, with a test of 0 against 100 Elo.
fn tested(game: &str, first: &str, second: &str, record: &str) -> (Value, usize) {
    let path = record_file(record);
    let output = finish(runner(&[
        "match",
        game,
        "--engine",
        first,
        "--engine",
        second,
        "--each",
        "option.Hash=1",
        "--sprt",
        "0,100",
        "--rounds",
        "60",
        "--seating",
        "rotations",
        "--max-plies",
        "200",
        "--concurrency",
        "1",
        "--quiet",
        "--json",
        "--record",
        path.to_str().expect("a plain path"),
    ]));
    assert_eq!(output.0, Some(0), "{}", output.2);
    let summary: Value = serde_json::from_str(&output.1).expect("JSON");
    (summary["encounters"][0].clone(), records(&path).len())
}

#[test]
fn a_clear_difference_ends_the_match() {
    let (better, games) =
        tested("cwda-rn", "name=more nodes=1500", "name=less nodes=10", "sprt-more");
    assert_eq!(better["sprt"]["decision"], "h1");
    assert_eq!(better["games"], games);
    assert!((16..60).contains(&games), "{games} games");
    let (worse, games) =
        tested("cwda-rn", "name=less nodes=10", "name=more nodes=1500", "sprt-less");
    assert_eq!(worse["sprt"]["decision"], "h0");
    assert!((16..60).contains(&games), "{games} games");
}

#[test]
fn no_difference_is_never_taken_for_one() {
    for game in ["cwda-cn", "honeycomb"] {
        let same = tested(game, "name=a nodes=15", "name=b nodes=15", &format!("sprt-{game}"));
        assert_ne!(same.0["sprt"]["decision"], "h1", "{game}");
        assert_eq!(same.0["score"]["value"], 0.5, "{game}");
    }
}
