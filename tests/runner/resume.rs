//! A runner that is killed loses and repeats nothing; two runners do not write to one file.

use super::{bad_spec, finish, processes, record_file, records, runner, tag, wait_until};
use std::io::Write;
use std::path::Path;
use std::process::Child;

/// How games are played here: slowly enough to be interrupted, by nodes alone.
const SLOW: &str = "slow-move 4";

fn arguments<'a>(game: &'a str, bad: &'a str, record: &'a Path) -> Vec<&'a str> {
    let mut arguments = vec!["match", game, "--engine", bad];
    arguments.extend(["--engine", "name=good nodes=60 option.Hash=1", "--json", "--quiet"]);
    arguments.extend(["--seating", "rotations", "--max-plies", "60", "--seed", "3"]);
    let rounds = if game == "chess" { "8" } else { "4" };
    arguments.extend(["--rounds", rounds, "--concurrency", "2", "--record"]);
    arguments.push(record.to_str().expect("a plain path"));
    arguments
}

/// The games of such a match.
const GAMES: usize = 16;

fn lines(path: &Path) -> usize {
    std::fs::read(path).map_or(0, |text| text.iter().filter(|&&b| b == b'\n').count())
}

/// Kills a process at once, and waits until nothing is left of its engines.
fn kill(mut child: Child, tag: &str) {
    child.kill().expect("it is running");
    child.wait().expect("it was a child");
    wait_until("engines end with their runner", || processes(tag).is_empty());
}

#[test]
fn killed_and_resumed_is_the_same_match() {
    for game in ["chess", "guru"] {
        let tag = tag(&format!("resume-{game}"));
        let bad = bad_spec(SLOW, &tag, "nodes=10");
        let (broken, whole) =
            (record_file(&format!("broken-{game}")), record_file(&format!("whole-{game}")));
        let (status, _, errors) = finish(runner(&arguments(game, &bad, &whole)));
        assert_eq!((status, errors.as_str()), (Some(0), ""));

        for (kills, until) in [1, 5, 10].into_iter().enumerate() {
            let mut arguments = arguments(game, &bad, &broken);
            if kills > 0 {
                arguments.push("--resume");
            }
            let child = runner(&arguments).spawn().expect("the program starts");
            wait_until("games are recorded", || lines(&broken) >= until);
            kill(child, &tag);
            assert!(lines(&broken) < GAMES, "{game}: it was over before it could be killed");
            // Killed in the middle of a line, as a system that breaks down may leave it.
            let mut file = std::fs::OpenOptions::new().append(true).open(&broken).expect("a file");
            file.write_all(b"{\"format\":1,\"id\":\"torn/0/").expect("space");
        }
        let mut arguments = arguments(game, &bad, &broken);
        arguments.push("--resume");
        let (status, _, errors) = finish(runner(&arguments));
        assert_eq!((status, errors.as_str()), (Some(0), ""));

        let rate = |path: &Path| finish(runner(&["rate", path.to_str().expect("a plain path")])).1;
        assert_eq!(rate(&broken), rate(&whole), "{game}");
        let (broken, whole) = (records(&broken), records(&whole));
        assert_eq!(whole.len(), GAMES, "{game}");
        assert!(broken == whole, "{game}: not the same games");
    }
}

#[test]
fn one_runner_to_a_file() {
    let tag = tag("busy");
    let bad = bad_spec("slow-move 30", &tag, "nodes=10");
    let path = record_file("busy");
    let pgn = path.with_extension("pgn");
    std::fs::write(&pgn, "games of the first").expect("space");
    let first = arguments("chess", &bad, &path);
    let more = ["--resume", "--pgn", pgn.to_str().expect("a plain path")];
    let again: Vec<&str> = first.iter().copied().chain(more).collect();
    let child = runner(&first).spawn().expect("the program starts");
    wait_until("a game is recorded", || lines(&path) >= 1);
    for arguments in [&first, &again] {
        let (status, output, errors) = finish(runner(arguments));
        assert_eq!((status, output.as_str()), (Some(2), ""));
        assert!(errors.ends_with(": another process is writing to it\n"), "{errors}");
    }
    kill(child, &tag);
    let before = std::fs::read(&path).expect("records");
    let (status, _, errors) = finish(runner(&first));
    assert_eq!(status, Some(2));
    assert!(errors.contains("has records already: go on with --resume"), "{errors}");
    let other: Vec<&str> = again.iter().map(|&word| if word == "3" { "4" } else { word }).collect();
    let (status, _, errors) = finish(runner(&other));
    assert_eq!(status, Some(2));
    assert!(errors.contains("is of a match with other settings"), "{errors}");
    assert!(std::fs::read(&path).expect("records") == before, "refusing changes nothing");
    assert_eq!(std::fs::read_to_string(&pgn).expect("games"), "games of the first");
}

#[test]
fn a_refused_match_changes_nothing() {
    let (record, pgn) = (record_file("refused"), record_file("refused").with_extension("pgn"));
    let other = record_file("refused-other");
    let fresh = other.with_extension("pgn");
    let _ = std::fs::remove_file(&pgn);
    let _ = std::fs::remove_file(&fresh);
    let play = |record: &Path, pgn: &Path, seed: &str, more: &[&str]| {
        let mut arguments = arguments("chess", "name=bad nodes=10", record);
        arguments.extend(["--pgn", pgn.to_str().expect("a plain path")]);
        arguments.extend(more);
        let seeded = arguments.iter().map(|&word| if word == "3" { seed } else { word });
        finish(runner(&seeded.collect::<Vec<_>>()))
    };
    let refused = |record: &Path, pgn: &Path, seed: &str, more: &[&str], words: &str| {
        let (status, output, errors) = play(record, pgn, seed, more);
        assert_eq!((status, output.as_str()), (Some(2), ""));
        assert!(errors.contains(words), "{errors}");
    };
    assert_eq!(play(&record, &pgn, "3", &[]).0, Some(0));
    let games = std::fs::read(&pgn).expect("games");
    // The last game is torn, which those who go on put right.
    let mut torn = std::fs::read(&record).expect("records");
    torn.truncate(torn.len() - 9);
    std::fs::write(&record, &torn).expect("space");

    let other_settings = "is of a match with other settings";
    refused(&record, &pgn, "4", &["--resume"], other_settings);
    refused(&record, &fresh, "4", &["--resume"], other_settings);
    refused(&record, &pgn, "3", &[], "--pgn");
    refused(&record, &fresh, "3", &[], "has records already");
    refused(&other, &pgn, "3", &[], "already exists");
    assert!(std::fs::read(&record).expect("records") == torn);
    assert!(std::fs::read(&pgn).expect("games") == games);
    assert!(!fresh.exists() && !other.exists());

    assert_eq!(play(&record, &pgn, "3", &["--resume"]).0, Some(0));
    assert_eq!(records(&record).len(), GAMES);
    let count = |text: &[u8]| String::from_utf8_lossy(text).matches("[Event ").count();
    assert_eq!(count(&std::fs::read(&pgn).expect("games")), GAMES);
}

#[test]
fn engines_end_with_a_runner_that_is_interrupted() {
    let tag = tag("orphans");
    let bad = bad_spec("slow-move 30", &tag, "nodes=10");
    let path = record_file("orphans");
    let child = runner(&arguments("guru", &bad, &path)).spawn().expect("the program starts");
    if Path::new("/proc/self").exists() {
        wait_until("engines are running", || !processes(&tag).is_empty());
    }
    kill(child, &tag);
}
