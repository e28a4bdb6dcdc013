//! `tune choices`: what it prints, that it goes on where it was broken off, and that it touches no
//! file that is not its own.

use super::bad_input::refusal;
use super::{simurgh, stdout};
use std::fs;
use std::path::{Path, PathBuf};

/// A folder of this test, emptied.
fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("simurgh-choices-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a temporary folder");
    path
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a name in UTF-8")
}

/// A few games of chess.
fn games(folder: &Path) -> PathBuf {
    let path = folder.join("games.jsonl");
    let spec = "nodes=150 option.Hash=1";
    let args = ["data", "chess", "--games", "3", "--engine", spec, "--max-plies", "60", "--quiet"];
    simurgh(&args).args(["--record", text(&path)]).assert().success();
    path
}

/// The arguments of a small run.
fn arguments<'a>(games: &'a Path, record: &'a Path, rest: &[&'a str]) -> Vec<&'a str> {
    let own = ["tune", "choices", "chess", text(games), "--record", text(record), "--quiet"];
    let sizes = ["--nodes", "300", "--judge", "500", "--positions", "5"];
    [&own[..], &sizes, &["--parameters", "futility,late_moves"], rest].concat()
}

#[test]
fn a_run_goes_on_wherever_it_was_broken_off_and_finds_the_same() {
    let folder = folder("resume");
    let games = games(&folder);
    let whole = folder.join("whole.jsonl");
    let told = stdout(&arguments(&games, &whole, &["--trials", "60", "--concurrency", "1"]));
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[0].starts_with("60 trials in 5 positions, "), "{told}");
    assert_eq!(lines.len(), 5, "{told}");
    let row = |i: usize| lines[i].split_whitespace().collect::<Vec<_>>();
    assert_eq!(row(2)[..4], ["nodes", "300", "212", "424"]);
    assert_eq!(row(3)[..4], ["futility", "110", "70", "150"]);
    assert_eq!(row(4)[..4], ["late_moves", "3", "1", "5"]);
    assert!(row(4)[5].parse::<f64>().is_ok_and(|error| error > 0.0), "{told}");

    let text_of = |path: &Path| fs::read_to_string(path).expect("a file");
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(String::from).collect();
        lines.sort();
        lines
    };
    let all = text_of(&whole);
    // The plan, five positions, and all trials.
    assert_eq!(all.lines().count(), 66);
    let in_positions = all.match_indices('\n').nth(2).expect("lines").0 + 10;
    for (i, length) in [in_positions, all.len() * 2 / 3, all.len() - 1].into_iter().enumerate() {
        let part = folder.join(format!("part{i}.jsonl"));
        fs::write(&part, &all[..length]).expect("a part");
        let rest = ["--trials", "60", "--resume", "--concurrency", "3"];
        assert_eq!(stdout(&arguments(&games, &part, &rest)), told, "{length}");
        assert_eq!(sorted(&text_of(&part)), sorted(&all), "{length}");
    }
    let _ = fs::remove_dir_all(folder);
}

#[test]
fn twice_the_nodes_choose_better_moves() {
    let folder = folder("nodes");
    let (games, record) = (games(&folder), folder.join("trials.jsonl"));
    let own = ["tune", "choices", "chess", text(&games), "--record", text(&record), "--quiet"];
    let sizes = ["--nodes", "250", "--judge", "4000", "--positions", "25", "--trials", "1500"];
    let told = stdout(&[&own[..], &sizes, &["--parameters", "futility"]].concat());
    let row = told.lines().find(|line| line.starts_with("nodes ")).expect("a row for nodes");
    let fields: Vec<f64> = row.split_whitespace().skip(4).filter_map(|f| f.parse().ok()).collect();
    let [gain, error] = fields[..] else { panic!("{told}") };
    assert!(gain > error && error > 0.0, "{told}");
    let _ = fs::remove_dir_all(folder);
}

#[test]
fn what_cannot_be_done_is_refused_and_no_other_file_touched() {
    let folder = folder("refused");
    let games = games(&folder);
    let record = folder.join("trials.jsonl");
    let check = |args: &[&str], word: &str| {
        let line = refusal(args);
        assert!(line.contains(word), "{args:?}: no `{word}` in: {line}");
    };
    let own = |rest: &[&'static str]| arguments(&games, &record, rest);
    check(&own(&["--reach", "0"]), "reach");
    check(&own(&["--parameters", "joho"]), "joho");
    check(&own(&["--parameters", "futility"]), "twice");
    check(&arguments(&games, &games, &["--resume"]), "one of the files to read");
    let other = ["tune", "choices", "ninja", text(&games), "--record", text(&record)];
    check(&other, "no game of ninja");
    assert_eq!(fs::read(&record).expect("a file").len(), 0);

    let before = fs::read(&games).expect("games");
    let copy = folder.join("copy.jsonl");
    for content in [&before[..], b"notes", b"notes\n", b"\xFF"] {
        fs::write(&copy, content).expect("a file");
        check(&arguments(&games, &copy, &[]), "--resume");
        check(&arguments(&games, &copy, &["--resume"]), text(&copy));
        assert_eq!(fs::read(&copy).expect("the file"), content);
    }
    // A game against the rules is named, and what has been found before it kept.
    let wrong = folder.join("wrong.jsonl");
    let spoil = |line: &str| {
        let mut record: serde_json::Value = serde_json::from_str(line).expect("a record");
        record["moves"][0] = "a1a1".into();
        record.to_string() + "\n"
    };
    let lines = fs::read_to_string(&games).expect("games");
    let lines: String = lines.lines().map(spoil).collect();
    fs::write(&wrong, lines).expect("a file");
    check(&arguments(&wrong, &record, &[]), "a1a1");
    // Another plan.
    simurgh(&own(&["--trials", "1"])).assert().success();
    check(&own(&["--resume", "--seed", "2"]), "other settings");
    let _ = fs::remove_dir_all(folder);
}
