//! Whatever an engine does costs it the game under the right name, and never the match.

use super::{bad_engine, bad_spec, finish, processes, record_file, records, runner, tag};
use serde_json::{Value, json};
use std::path::Path;

/// What a fault is counted as, if it costs the game.
const COSTLY: [(&str, &str); 10] = [
    ("crash 2", "crash"),
    ("exit 2", "crash"),
    ("closes-output 2", "crash"),
    ("hang 2", "hang"),
    ("late 2", "time"),
    ("illegal 2", "illegal-move"),
    ("garbage 2", "garbage"),
    ("no-uciok", "start"),
    ("silent", "start"),
    ("slow-start 600000", "start"),
];

/// The same for what keeps the processor busy, on which others would have to wait.
const BUSY: [(&str, &str); 1] = [("flood 2", "hang")];

/// What costs no game.
const HARMLESS: [&str; 3] = ["fine", "slow-start 30", "slow-move 3"];

/// A game, how it is played here, and how many seats of how many games the bad engine has.
struct Setting {
    game: &'static str,
    more: &'static [&'static str],
    games: u64,
    bad_seats: u64,
}

const SETTINGS: [Setting; 2] = [
    Setting { game: "chess", more: &["--max-plies", "40"], games: 2, bad_seats: 2 },
    Setting {
        game: "guru",
        more: &["--max-plies", "24", "--seating", "rotations"],
        games: 4,
        bad_seats: 8,
    },
];

/// Long enough for a good engine to start on a machine that is busy.
const ENGINE_PATIENCE: &str = "8";

/// Plays the bad engine against a good one; gives the summary when all that must always hold has
/// been found to hold.
fn play(setting: &Setting, fault: &str, limit: &str, record: &Path) -> Value {
    let tag = tag(&format!("{}-{}-{limit}", setting.game, fault.replace(' ', "-")));
    let bad = bad_spec(fault, &tag, limit);
    let mut arguments = vec![
        "match",
        setting.game,
        "--engine",
        &bad,
        "--engine",
        "name=good nodes=20 option.Hash=1",
        "--rounds",
        "1",
        "--concurrency",
        "4",
        "--patience",
        ENGINE_PATIENCE,
        "--json",
        "--quiet",
        "--record",
    ];
    arguments.push(record.to_str().expect("a plain path"));
    arguments.extend(setting.more);
    let (status, output, errors) = finish(runner(&arguments));
    let name = format!("{} {fault}", setting.game);
    assert_eq!((status, errors.as_str()), (Some(0), ""), "{name}");
    assert!(processes(&tag).is_empty(), "{name}: a process was left behind");
    let summary: Value = serde_json::from_str(&output).expect("a summary");
    assert_eq!(summary["games"], setting.games, "{name}");
    let path = record.to_str().expect("a plain path");
    let (status, output, _) = finish(runner(&["replay", path]));
    assert_eq!(status, Some(0), "{name}: {output}");
    summary
}

/// Whether everybody of the first engine came out worse than everybody of the second.
fn first_is_behind(record: &Value) -> bool {
    let seats = record["seats"].as_array().expect("seats");
    let places = record["places"].as_array().expect("places");
    let of = |engine: u64| {
        let own = seats.iter().zip(places).filter(move |(e, _)| e.as_u64() == Some(engine));
        own.map(|(_, place)| place.as_f64().expect("a number"))
    };
    of(0).fold(f64::INFINITY, f64::min) > of(1).fold(0.0, f64::max)
}

/// Waiting takes no processor, so that all faults can be waited for at the same time.
fn in_parallel<T: Copy + Send>(cases: &[T], test: impl Fn(&Setting, T) + Sync) {
    std::thread::scope(|scope| {
        for setting in &SETTINGS {
            for &case in cases {
                let test = &test;
                scope.spawn(move || test(setting, case));
            }
        }
    });
}

#[test]
fn faults_cost_the_game() {
    let test = |setting: &Setting, (fault, kind): (&str, &str)| {
        let name = format!("{} {fault}", setting.game);
        let path = record_file(&name.replace(' ', "-"));
        let summary = play(setting, fault, "nodes=10", &path);
        let records = records(&path);
        let wanted = json!({"bad": {kind: setting.bad_seats}});
        assert_eq!(summary["faults"], wanted, "{name}: {records:?}");
        assert_eq!(records.len() as u64, setting.games, "{name}");
        assert!(records.values().all(first_is_behind), "{name}: {records:?}");
    };
    in_parallel(&BUSY, test);
    in_parallel(&COSTLY, test);
}

#[test]
fn slowness_costs_the_game_only_on_a_clock() {
    in_parallel(&["movetime=50", "tc=0.05+0.01"], |setting, limit| {
        let path = record_file(&format!("{}-slow-{}", setting.game, &limit[..2]));
        let summary = play(setting, "slow-move 400", limit, &path);
        assert_eq!(summary["faults"], json!({"bad": {"time": setting.bad_seats}}), "{limit}");
        assert!(records(&path).values().all(first_is_behind), "{limit}");
    });
}

#[test]
fn what_does_no_harm_costs_nothing() {
    in_parallel(&HARMLESS, |setting, fault| {
        let path = record_file(&format!("{}-{}", setting.game, fault.replace(' ', "-")));
        let summary = play(setting, fault, "nodes=10", &path);
        assert_eq!(summary["faults"], json!({}), "{} {fault}", setting.game);
    });
}

#[test]
fn scores_that_nobody_means_decide_nothing() {
    let path = record_file("boasts");
    let pgn = path.with_extension("pgn");
    if pgn.exists() {
        std::fs::remove_file(&pgn).expect("old files can be removed");
    }
    let bad = bad_spec("boasts", &tag("boasts"), "nodes=10");
    let (status, output, errors) = finish(runner(&[
        "match",
        "chess",
        "--engine",
        &bad,
        "--engine",
        "name=good nodes=20 option.Hash=1",
        "--rounds",
        "1",
        "--max-plies",
        "30",
        "--resign",
        "1,1",
        "--draw",
        "1000000,1,0",
        "--json",
        "--quiet",
        "--record",
        path.to_str().expect("a plain path"),
        "--pgn",
        pgn.to_str().expect("a plain path"),
    ]));
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    let summary: Value = serde_json::from_str(&output).expect("a summary");
    assert_eq!(summary["faults"], json!({}));
    for record in records(&path).values() {
        // The opening has eight plies.
        assert_eq!(record["moves"].as_array().map(Vec::len), Some(22), "{record}");
    }
}

#[test]
fn not_quitting_is_counted_and_costs_no_game() {
    in_parallel(&["ignores-quit"], |setting, fault| {
        let path = record_file(&format!("{}-{fault}", setting.game));
        let summary = play(setting, fault, "nodes=10", &path);
        let counted = summary["faults"]["bad"]["no-quit"].as_u64().unwrap_or(0);
        assert!(counted >= 1, "{summary}");
        assert_eq!(summary["faults"], json!({"bad": {"no-quit": counted}}));
        let fine = record_file(&format!("{}-quits", setting.game));
        play(setting, "fine", "nodes=10", &fine);
        let moves = |path: &Path| -> Vec<Value> {
            records(path).values().map(|r| r["moves"].clone()).collect()
        };
        assert_eq!(moves(&path), moves(&fine));
    });
}

#[test]
fn a_program_that_is_none_is_refused_before_the_match() {
    let (status, output, errors) = finish(runner(&[
        "match",
        "chess",
        "--engine",
        "name=bad cmd=/joho nodes=10",
        "--engine",
        "name=good nodes=10",
    ]));
    assert_eq!((status, output.as_str()), (Some(2), ""));
    assert!(errors.starts_with("simurgh: engine bad: cannot run /joho: "), "{errors}");
    assert_eq!(errors.lines().count(), 1);
}

/// A match of two games against an engine of this program.
fn against_own(spec: &str) -> (Option<i32>, String, String) {
    let more = ["--rounds", "1", "--max-plies", "4", "--json", "--quiet"];
    let engines = ["match", "chess", "--each", "nodes=10", "--engine", "name=good", "--engine"];
    finish(runner(&[&engines[..], &[spec], &more].concat()))
}

#[test]
fn an_option_that_a_program_refuses_is_refused_before_the_match() {
    let own = env!("CARGO_BIN_EXE_simurgh");
    let bad = bad_engine();
    for (spec, line) in [
        (format!("cmd='{own}' option.EvalFile=/nope.tsv"), "setoption EvalFile `/nope.tsv`: "),
        (format!("cmd='{own}' option.joho=1"), "setoption: there is no option `joho`\n"),
        (format!("cmd='{}' args=refuses option.Hash=1", bad.display()), "setoption Hash: no\n"),
    ] {
        let (status, output, errors) = against_own(&format!("name=new {spec}"));
        assert_eq!((status, output.as_str()), (Some(2), ""), "{spec}");
        let wanted = "simurgh: engine new: refuses an option: info string error ";
        assert!(errors.strip_prefix(wanted).is_some_and(|rest| rest.starts_with(line)), "{errors}");
        assert_eq!(errors.lines().count(), 1, "{errors}");
    }
    // Parameters of the search are not listed, but can be set.
    let spec = format!("name=new cmd='{own}' option.replies_free=2 option.hash=1");
    let (status, output, errors) = against_own(&spec);
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    let summary: Value = serde_json::from_str(&output).expect("a summary");
    assert_eq!(summary["faults"], json!({}));
}

#[test]
fn a_game_that_a_program_refuses_costs_the_game() {
    let [_, guru] = &SETTINGS;
    let path = record_file("refuses");
    let summary = play(guru, "refuses", "nodes=10", &path);
    assert_eq!(summary["faults"], json!({"bad": {"start": guru.bad_seats}}));
    for record in records(&path).values() {
        assert_eq!(record["faults"][0]["detail"], "info string error setoption UCI_Variant: no");
    }
}
