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
    let first = arguments("chess", &bad, &path);
    let again: Vec<&str> = first.iter().copied().chain(["--resume"]).collect();
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
