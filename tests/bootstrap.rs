//! Bootstrapping: what searches say is learnt, scores all off by as much teach nothing, nothing gets worse
//! on games held out, threads change nothing, and bad input is named.

mod common;

use assert_cmd::Command;
use common::records::records;
use simurgh::arena::record::{Evaluation, GameRecord};
use simurgh::eval::{EvalFile, Library, Strength, WeightFile, draw_value, evaluate, slopes};
use simurgh::position::{Game, with_position};
use simurgh::tune::Sampling;
use simurgh::tune::bootstrap::{BootstrapError, Bootstrapped, bootstrap, lessons};
use simurgh::variant;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;

/// The game before the only move of a record.
fn game(record: &GameRecord) -> Game {
    let variant = variant::find(&record.game).expect("a registered game");
    Game::new(variant, record.opening.fen.as_deref(), &[] as &[&str]).expect("a position")
}

fn library(file: &WeightFile) -> Arc<Library> {
    Library::with(EvalFile::Weights(file.clone()))
}

/// What a position is worth to the player to move beyond a draw.
fn value(game: &Game, library: &Library) -> i32 {
    with_position!(game.position(), p => {
        let side = p.tables().allies[p.turn() as usize];
        let weights = library.weights(p.tables());
        evaluate(p, &Strength::of(p, &weights), side) - draw_value(p, side)
    })
}

/// One-move records of random games with the scores that a search would give that judged by `file`
/// and found everything `off` by as much.
fn scored(id: &str, count: usize, file: &WeightFile, off: i32) -> Vec<GameRecord> {
    let library = library(file);
    let seats = variant::find(id).expect("a registered game").seats();
    let mut records = records(id, count, |_, _| (1..=seats).map(|place| place as f64).collect());
    for record in &mut records {
        let game = game(record);
        let draw = with_position!(game.position(), p => {
            draw_value(p, p.tables().allies[p.turn() as usize])
        });
        let score = value(&game, &library) + draw + off;
        record.scores = vec![Some(Evaluation::Centipawns(score))];
    }
    records
}

/// A file of this test in the folder for temporary files.
fn temporary(name: &str, text: &str) -> PathBuf {
    let path =
        std::env::temp_dir().join(format!("simurgh-bootstrap-{}-{name}", std::process::id()));
    fs::write(&path, text).expect("a temporary file");
    path
}

fn journal(name: &str, records: &[GameRecord]) -> PathBuf {
    temporary(name, &records.iter().map(|r| r.line() + "\n").collect::<String>())
}

const SAMPLING: Sampling = Sampling {
    positions_per_game: 8,
    skip_plies: 0,
    hold_out: 0.2,
    score_share: 0.0,
    ahead: 0.0,
    variations: 0,
    seed: 1,
};

fn learn(path: &Path, start: &WeightFile, kept: &[&str]) -> Result<Bootstrapped, BootstrapError> {
    let files = [path.to_path_buf()];
    let lessons = lessons(&files, &SAMPLING, &library(start), 1500, |_| ()).expect("good records");
    let kept: Vec<String> = kept.iter().map(ToString::to_string).collect();
    bootstrap(&lessons, start, &kept, None)
}

#[test]
fn what_searches_say_is_learnt() {
    for (id, family, changes) in [
        ("ninja", "ninja", &[("value.Q", 1300.0), ("advance.Y", 600.0), ("centre.N", 80.0)][..]),
        ("honeycomb", "honeycomb", &[("value.Q", 1500.0), ("centre.K", -300.0)]),
        ("guru", "guru", &[("value.G", 700.0), ("forward.K", -120.0), ("centre.N", 60.0)]),
        ("guru-teams", "guru", &[("value.R", 500.0), ("advance.P", 120.0)]),
    ] {
        let start = WeightFile::new(family);
        let mut hidden = start.clone();
        changes.iter().for_each(|&(name, value)| hidden.set(name, [value; 2]));
        let path = journal(&format!("{id}.jsonl"), &scored(id, 4000, &hidden, -150));
        let learnt = learn(&path, &start, &["tempo"]).expect("there are lessons");
        assert!(learnt.learnt.held_out < 0.3 * learnt.start.held_out, "{id}: {learnt:?}");
        let [new, old, right] = [&learnt.file, &start, &hidden].map(library);
        let (mut before, mut after) = (0, 0);
        for record in scored(id, 4300, &hidden, 0).split_off(4000) {
            let game = game(&record);
            let right = value(&game, &right);
            before += (value(&game, &old) - right).abs();
            after += (value(&game, &new) - right).abs();
        }
        assert!(f64::from(after) < 0.4 * f64::from(before), "{id}: {after} {before}");
        let _ = fs::remove_file(path);
    }
}

#[test]
fn what_all_scores_are_off_by_teaches_nothing() {
    let start = WeightFile::new("guru");
    let path = journal("off.jsonl", &scored("guru", 1500, &start, -300));
    let learnt = learn(&path, &start, &["tempo"]).expect("there are lessons");
    for weight in &learnt.weights {
        let far = (0..2).map(|i| (weight.value[i] - weight.start[i]).abs()).fold(0.0, f64::max);
        assert!(far < 12.0, "{weight:?}");
    }
    let _ = fs::remove_file(path);
}

#[test]
fn what_is_to_be_kept_stays_and_nothing_gets_worse() {
    let mut hidden = WeightFile::new("ninja");
    hidden.set("value.Q", [1000.0; 2]);
    hidden.set("value.R", [900.0; 2]);
    let path = journal("kept.jsonl", &scored("ninja", 1500, &hidden, 0));
    let mut start = WeightFile::new("ninja");
    start.set("value.R", [333.0; 2]);
    let learnt = learn(&path, &start, &["tempo", "value"]).expect("there are lessons");
    assert!(learnt.learnt.held_out <= learnt.start.held_out);
    assert!(learnt.weights.iter().all(|w| !w.name.starts_with("value.")));
    assert_eq!(learnt.file.get("value.R"), Some([333.0; 2]));
    let unknown = learn(&path, &start, &["joho"]);
    assert_eq!(unknown, Err(BootstrapError::Term("joho".to_string())));
    let other = learn(&path, &WeightFile::new("guru"), &[]);
    assert!(matches!(other, Err(BootstrapError::Family { .. })), "{other:?}");
    let _ = fs::remove_file(path);
}

#[test]
fn slopes_are_those_of_the_evaluation() {
    for id in ["chess", "ninja", "honeycomb", "aof3", "guru", "guru-teams"] {
        let variant = variant::find(id).expect("a registered game");
        let family = simurgh::eval::family(id);
        let seats = variant.seats();
        for record in records(id, 12, |_, _| vec![1.5; seats]) {
            let game = game(&record);
            let mut start = WeightFile::new(family);
            // Nobody is without the force to win, or hunted.
            let armed = with_position!(game.position(), p => (0..seats as u8)
                .all(|seat| !p.is_alive(seat) || p.pieces(seat).count() > 3));
            if !armed {
                continue;
            }
            with_position!(game.position(), p => {
                let symbol = variant.pieces.iter().map(|piece| piece.symbol);
                let side = p.tables().allies[p.turn() as usize];
                let of = |file: &WeightFile| {
                    let weights = library(file).weights(p.tables());
                    let strength = Strength::of(p, &weights);
                    (evaluate(p, &strength, side), strength.seats(p), slopes(p, &strength, side))
                };
                for symbol in symbol.filter(|s| *s != "K") {
                    let name = format!("value.{symbol}");
                    let (before, old, by) = of(&start);
                    let known = start.get(&name);
                    start.set(&name, [known.map_or(400.0, |v| v[0]) + 40.0; 2]);
                    let (after, new, _) = of(&start);
                    let told: f64 = (0..seats).map(|s| by[s] * f64::from(new[s] - old[s])).sum();
                    let moved = (0..seats).map(|s| (new[s] - old[s]).abs()).max().unwrap_or(0);
                    let error = (f64::from(after - before) - told).abs();
                    // The slope changes on the way.
                    assert!(error < 4.0 + 0.12 * f64::from(moved), "{id} {name}: {told}");
                }
            });
        }
    }
}

/// `tune bootstrap` with arguments: exit status, output, errors.
fn command(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::cargo_bin("simurgh")
        .expect("the program is built")
        .args(["tune", "bootstrap"])
        .args(arguments)
        .output()
        .expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn the_command_writes_a_file_that_the_engine_reads() {
    let mut hidden = WeightFile::new("ninja");
    hidden.set("value.Q", [1000.0; 2]);
    let path = journal("command.jsonl", &scored("ninja", 400, &hidden, 0));
    let out = temporary("weights.tsv", "");
    let (games, out_text) = (path.display().to_string(), out.display().to_string());
    let start = temporary("start.tsv", "family ninja\n");
    let start_text = start.display().to_string();
    let arguments = [
        &*games,
        "--out",
        &out_text,
        "--skip-plies",
        "0",
        "--start",
        &start_text,
        "--hold-out",
        "0.3",
    ];
    let (status, report, errors) = command(&arguments);
    assert_eq!((status, errors.as_str()), (Some(0), ""), "{report}");
    for part in ["family ninja", "learnt of", "held out", "value.Q"] {
        assert!(report.contains(part), "{part}: {report}");
    }
    let text = fs::read_to_string(&out).expect("the file was written");
    assert!(text.starts_with("# Learnt from searches of "), "{text}");
    let file = WeightFile::parse(&text).expect("the file can be read");
    // All together keep their size.
    let value = |name: &str| file.get(name).expect("it occurs")[0];
    assert!(value("value.Q") < 1.1 * value("value.T"), "{text}");
    assert_eq!(command(&[&arguments[..], &["--threads", "1"]].concat()).1, report);
    // Learnt once more, it is said once where the weights come from.
    let again = [&*games, "--out", &out_text, "--skip-plies", "0", "--start", &out_text];
    assert_eq!(command(&again).0, Some(0));
    let text = fs::read_to_string(&out).expect("the file was written");
    assert_eq!(text.matches("# Learnt from searches of ").count(), 1, "{text}");
    for path in [path, out, start] {
        let _ = fs::remove_file(path);
    }
}

#[test]
fn weights_are_written_even_if_nobody_hears_the_report() {
    let path = journal("unheard.jsonl", &scored("ninja", 200, &WeightFile::new("ninja"), 0));
    for way in ["bootstrap", "fit"] {
        let out = std::env::temp_dir().join(format!("unheard-{way}-{}.tsv", std::process::id()));
        let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("simurgh"))
            .args(["tune", way, &path.display().to_string(), "--skip-plies", "0"])
            .args(["--hold-out", "0.3", "--out", &out.display().to_string()])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
        drop(child.stdout.take());
        child.wait().expect("it ends");
        let text = fs::read_to_string(&out).expect("the file was written");
        assert!(WeightFile::parse(&text).is_ok(), "{way}: {text}");
        let _ = fs::remove_file(out);
    }
    let _ = fs::remove_file(path);
}

#[test]
fn bad_input_is_named() {
    let hidden = WeightFile::new("ninja");
    let mut unscored = scored("ninja", 100, &hidden, 0);
    let good = journal("good.jsonl", &unscored);
    unscored.iter_mut().for_each(|record| record.scores.clear());
    let unscored = journal("unscored.jsonl", &unscored);
    let mut guru = scored("guru", 1, &WeightFile::new("guru"), 0);
    guru[0].id = "1/0/0".to_string();
    let guru = journal("guru.jsonl", &guru);
    let weights = temporary("other.tsv", "family guru\n");
    let out = temporary("kept.tsv", "what was there before");
    let [good, unscored, guru, weights, out_text] =
        [&good, &unscored, &guru, &weights, &out].map(|path| path.display().to_string());
    for (arguments, expected) in [
        (&["no-such-file"][..], "no-such-file"),
        (&[&*unscored], "to learn from"),
        (&[&*good, "--hold-out", "0"], "held out"),
        (&[&*good, "--hold-out", "1"], "to learn from"),
        (&[&*good, &*guru], "belongs to the family guru"),
        (&[&*good, "--start", &*weights], "for the family guru"),
        (&[&*good, "--keep", "joho"], "joho"),
        (&[&*good, "--pull", "0"], "not above 0"),
        (&[&*good, "--start", "no-such-file"], "--start"),
    ] {
        let (status, _, errors) =
            command(&[arguments, &["--out", &out_text, "--skip-plies", "0"]].concat());
        assert_eq!((status, errors.lines().count()), (Some(2), 1), "{arguments:?}: {errors}");
        assert!(errors.contains(expected), "{expected}: {errors}");
        assert_eq!(fs::read_to_string(&out).expect("a file"), "what was there before");
    }
    for path in [good, unscored, guru, weights, out_text] {
        let _ = fs::remove_file(path);
    }
}
