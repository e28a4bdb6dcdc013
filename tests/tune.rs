//! Fitting: known weights are found again, nothing gets worse on games held out, threads change
//! nothing, and bad input is named.

mod common;

use assert_cmd::Command;
use common::records::{record, records};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use simurgh::arena::record::{Evaluation, GameRecord};
use simurgh::eval::{Trace, WeightFile, Weights, family, share};
use simurgh::position::{Game, with_position};
use simurgh::tune::fit::{Decade, Errors, Fit, FitError, Settings, fit};
use simurgh::tune::{Positions, Sampling};
use simurgh::variant::{self, Seat};
use std::fs;
use std::path::PathBuf;

const SAMPLING: Sampling = Sampling {
    positions_per_game: 8,
    skip_plies: 0,
    hold_out: 0.2,
    score_share: 0.0,
    ahead: 0.0,
    variations: 0,
    seed: 1,
};

fn positions(records: &[GameRecord], sampling: &Sampling) -> Positions {
    let mut positions = Positions::default();
    for record in records {
        positions.add(record, sampling).expect("a record of the rules");
    }
    positions
}

fn fit_from(positions: &Positions, start: &WeightFile, epochs: usize) -> Fit {
    let settings = Settings { epochs, ..Settings::default() };
    fit(positions, start, &settings, |_, _| ()).expect("there are positions")
}

/// The results that weights lead to: the first player of every pair comes out ahead with the share
/// that the model expects.
fn places_by(file: &WeightFile, game: &Game, random: &mut Xoshiro256PlusPlus) -> Vec<f64> {
    places_at(400.0, file, game, random)
}

/// The same where another difference than usual stands for odds of ten to one.
fn places_at(
    decade: f64,
    file: &WeightFile,
    game: &Game,
    random: &mut Xoshiro256PlusPlus,
) -> Vec<f64> {
    with_position!(game.position(), p => {
        let weights = Weights::new(p.tables(), file);
        let trace = Trace::of(p);
        let strength = |seat| trace.strength(seat, weights.values());
        let seats = p.tables().variant.seats();
        // Players leave one after the other, each as likely as the weakest among those left; for
        // two this is the model itself.
        let mut left: Vec<Seat> = (0..seats as Seat).collect();
        let mut places = vec![0.0; seats];
        while left.len() > 1 {
            let (mut loser, rest) = (left[0], left.clone());
            for &other in &rest[1..] {
                if random.random_bool(share((strength(loser) - strength(other)) * 400.0 / decade)) {
                    loser = other;
                }
            }
            places[loser as usize] = left.len() as f64;
            left.retain(|&seat| seat != loser);
        }
        places[left[0] as usize] = 1.0;
        places
    })
}

/// How much stronger White is than Black in a position of `chess`, in hundredths of a pawn.
fn lead_of_white(fen: &str, file: &WeightFile) -> f64 {
    let chess = variant::find("chess").expect("a registered game");
    let game = Game::new(chess, Some(fen), &[] as &[&str]).expect("a position");
    with_position!(game.position(), p => {
        let weights = Weights::new(p.tables(), file);
        let trace = Trace::of(p);
        trace.strength(0, weights.values()) - trace.strength(1, weights.values())
    })
}

#[test]
fn known_weights_are_found_again() {
    let mut hidden = WeightFile::new("cwda");
    let known = [("value.P", 90.0), ("value.N", 330.0), ("value.B", 200.0), ("value.R", 560.0)];
    for (name, value) in known {
        hidden.set(name, [value; 2]);
    }
    let records = records("chess", 30_000, |game, random| places_by(&hidden, game, random));
    let positions = positions(&records, &SAMPLING);
    assert_eq!(positions.training().tally().pairs, positions.training().tally().positions);
    let found = fit_from(&positions, &WeightFile::new("cwda"), 500);
    let right = fit_from(&positions, &hidden, 0).start;
    let held_out = |errors: Errors| errors.held_out.expect("games were held out");
    let fitted = held_out(found.fitted);
    assert!(fitted < held_out(found.start) - 0.01, "{:?}", found.start);
    assert!(fitted < held_out(right) + 0.005, "{:?} {right:?}", found.fitted);
    // A piece's worth goes in part to other terms (its moves, pairs, a pawn's way): what counts is
    // the difference that it makes to a position.
    for (without, name) in [
        ("r1bqk2r/pppp1ppp/2n2n2/2b1p3/4P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 1", "Bishop"),
        ("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/5N2/PPPP1PPP/R1BQK2R w KQkq - 0 1", "Knight"),
        ("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/2BQK2R w Kkq - 0 1", "Rook"),
        ("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/1PPP1PPP/R1BQK2R w KQkq - 0 1", "Pawn"),
    ] {
        let with = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 1";
        let worth = |file: &WeightFile| lead_of_white(with, file) - lead_of_white(without, file);
        let (fitted, right) = (worth(&found.file), worth(&hidden));
        assert!((fitted - right).abs() < 60.0, "{name}: {fitted}, not {right}");
    }
    for tenth in found.calibration.iter().filter(|t| t.pairs > 100) {
        assert!((tenth.expected - tenth.result).abs() < 0.12, "{tenth:?}");
    }
}

#[test]
fn the_decade_is_found_and_written() {
    let derived = WeightFile::new("cwda");
    let games = records("chess", 6000, |game, random| places_at(1600.0, &derived, game, random));
    let data = positions(&games, &SAMPLING);
    let settings = Settings { epochs: 0, decade: Decade::Found, ..Settings::default() };
    let found = fit(&data, &derived, &settings, |_, _| ()).expect("there are positions");
    let decade = found.file.decade().expect("it was asked for");
    assert!((1300.0..1900.0).contains(&decade), "{decade}");
    let read = WeightFile::parse(&found.file.text(&[])).expect("its own text");
    assert_eq!(read, found.file);
    let kept = fit_from(&data, &derived, 0);
    assert_eq!(kept.file.decade(), None);
    assert!(found.fitted.held_out < kept.fitted.held_out);
}

#[test]
fn places_of_many_players_are_explained_pair_by_pair() {
    let mut hidden = WeightFile::new("guru");
    hidden.set("value.R", [900.0; 2]);
    hidden.set("value.E", [20.0; 2]);
    let four = records("guru", 1500, |game, random| places_by(&hidden, game, random));
    let data = positions(&four, &Sampling { hold_out: 0.0, ..SAMPLING });
    let tally = data.training().tally();
    assert!(tally.pairs > 5 * tally.positions && tally.pairs <= 6 * tally.positions, "{tally:?}");
    let found = fit_from(&data, &WeightFile::new("guru"), 300);
    let value = |name| found.file.get(name).expect("it was fitted")[0];
    assert!(value("value.R") > 750.0 && value("value.E") < 80.0, "{:?}", found.weights);
    assert!(found.fitted.training < found.start.training);
    assert_eq!((found.start.held_out, found.fitted.held_out), (None, None));
    // A team's result counts once, for both.
    let teams = records("guru-teams", 40, |_, _| vec![1.0, 4.0, 2.0, 3.0]);
    let tally = positions(&teams, &Sampling { hold_out: 0.0, ..SAMPLING }).training().tally();
    assert_eq!((tally.positions, tally.pairs), (40, 40));
}

#[test]
fn nothing_gets_worse_on_games_held_out() {
    // Results have nothing to do with positions: there is nothing to be learnt.
    let noise = records("honeycomb", 300, |_, random| {
        let mut places = vec![1.0, 2.0, 3.0];
        for i in 0..3 {
            places.swap(i, random.random_range(0..3));
        }
        places
    });
    for seed in 0..3 {
        let data = positions(&noise, &Sampling { seed, ..SAMPLING });
        for start in ["", "tempo 50 50\nvalue.R 100 100"] {
            let start = WeightFile::parse(&format!("family honeycomb\n{start}")).expect("a file");
            let found = fit_from(&data, &start, 60);
            assert!(found.fitted.held_out <= found.start.held_out, "{seed}: {:?}", found.fitted);
        }
    }
}

#[test]
fn games_of_one_opening_are_held_out_together() {
    let held_out = |records: &[GameRecord], seed: u64| {
        let sampling = Sampling { hold_out: 0.5, seed, ..SAMPLING };
        positions(records, &sampling).held_out().tally().games
    };
    let fen = "4k3/8/8/3p4/4P3/8/8/4K2R w - - 0 1";
    let game = |number: usize, opening: &[&str], moves: &[&str]| {
        let texts = |moves: &[&str]| moves.iter().map(ToString::to_string).collect::<Vec<_>>();
        let mut game = record("chess", number, fen, texts(moves), &[1.0, 2.0]);
        game.opening.moves = texts(opening);
        game
    };
    let openings: [&[&str]; 2] = [&[], &["e1e2", "e8e7"]];
    for opening in openings {
        let pair = [game(0, opening, &["h1h2"]), game(1, opening, &["h1h3"])];
        let found: Vec<usize> = (0..20).map(|seed| held_out(&pair, seed)).collect();
        assert!(found.contains(&0) && found.contains(&2) && !found.contains(&1), "{found:?}");
    }
    // Games from the start have no opening in common.
    let mut pair = [game(0, &[], &["e2e3"]), game(1, &[], &["d2d3"])];
    pair.iter_mut().for_each(|game| game.opening.fen = None);
    assert!((0..20).any(|seed| held_out(&pair, seed) == 1));
}

#[test]
fn threads_change_nothing() {
    let data = records("cwda-cn", 2500, |_, random| {
        if random.random_bool(0.5) { vec![1.0, 2.0] } else { vec![2.0, 1.0] }
    });
    let found = [1, 2, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| fit_from(&positions(&data, &SAMPLING), &WeightFile::new("cwda"), 15))
    });
    assert_eq!(found[0], found[1]);
    assert_eq!(found[0], found[2]);
}

#[test]
fn only_quiet_positions_with_a_telling_result_are_taken() {
    let taken = |record: &GameRecord| {
        let sampling = Sampling { hold_out: 0.0, ..SAMPLING };
        positions(std::slice::from_ref(record), &sampling).training().tally().positions
    };
    let one = |fen: &str, mv: &str| record("chess", 0, fen, vec![mv.to_string()], &[1.0, 2.0]);
    let quiet = one("4k3/8/8/3p4/4P3/8/8/4K2R w - - 0 1", "h1h2");
    assert_eq!(taken(&quiet), 1);
    assert_eq!(taken(&one("4k3/8/8/3p4/4P3/8/8/4K2R w - - 0 1", "e4d5")), 0, "a capture");
    assert_eq!(taken(&one("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8q")), 0, "a promotion");
    assert_eq!(taken(&one("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1f1")), 0, "a check");
    let mut mate = quiet.clone();
    mate.scores = vec![Some(Evaluation::Mate(3))];
    assert_eq!(taken(&mate), 0, "a mate in sight");
    let mut cut = quiet.clone();
    cut.reason = "adjudication".to_string();
    cut.places = vec![1.5, 1.5];
    cut.scores = vec![Some(Evaluation::Centipawns(700))];
    assert_eq!(taken(&cut), 0, "ended by the referee while somebody was winning");
    cut.scores = vec![Some(Evaluation::Centipawns(7))];
    assert_eq!(taken(&cut), 1, "ended by the referee as a draw");
    let mut teams = records("guru-teams", 1, |_, _| vec![2.5; 4]).remove(0);
    teams.reason = "adjudication".to_string();
    teams.scores = vec![Some(Evaluation::Centipawns(-700))];
    assert_eq!(taken(&teams), 0, "the same of teams");
    teams.scores = vec![Some(Evaluation::Centipawns(-7))];
    assert_eq!(taken(&teams), 1, "a draw of teams");
    let sampling = Sampling { skip_plies: 1, ..SAMPLING };
    let none = positions(&[quiet], &sampling);
    let found = fit(&none, &WeightFile::new("cwda"), &Settings::default(), |_, _| ());
    assert_eq!(found, Err(FitError::NoPositions));
}

#[test]
fn what_is_to_be_kept_stays_as_it_was() {
    let mut hidden = WeightFile::new("guru");
    hidden.set("value.R", [900.0; 2]);
    hidden.set("tempo", [300.0; 2]);
    let games = records("guru", 400, |game, random| places_by(&hidden, game, random));
    let data = positions(&games, &SAMPLING);
    let weight = |kept: &[&str], name: &str| {
        let kept = kept.iter().map(ToString::to_string).collect();
        let settings = Settings { epochs: 60, kept, ..Settings::default() };
        let found = fit(&data, &WeightFile::new("guru"), &settings, |_, _| ());
        let weights = found.expect("there are positions").weights;
        let weight = weights.iter().find(|w| w.name == name).expect("it occurs");
        weight.value[0] - weight.start[0]
    };
    assert!(weight(&[], "tempo").abs() > 10.0);
    assert!(weight(&["tempo"], "tempo").abs() < 0.1);
    assert!(weight(&["tempo"], "value.R").abs() > 10.0);
    assert!(weight(&["tempo", "value"], "value.R").abs() < 0.1);
    let settings = Settings { kept: vec!["joho".to_string()], ..Settings::default() };
    let found = fit(&data, &WeightFile::new("guru"), &settings, |_, _| ());
    assert_eq!(found, Err(FitError::Term("joho".to_string())));
}

#[test]
fn scores_count_for_the_share_asked_for() {
    let mut data = records("chess", 400, |_, _| vec![1.5, 1.5]);
    for record in &mut data {
        let black = record.opening.fen.as_deref().is_some_and(|fen| fen.contains(" b "));
        record.scores = vec![Some(Evaluation::Centipawns(if black { -200 } else { 200 }))];
    }
    let error = |score_share: f64| {
        let sampling = Sampling { hold_out: 0.0, score_share, ..SAMPLING };
        fit_from(&positions(&data, &sampling), &WeightFile::new("cwda"), 0).start.training
    };
    // Every score says that White is ahead by two pawns, every result that nobody is.
    assert!((error(0.5) - (error(0.0) + error(1.0)) / 2.0).abs() < 1e-6);
    assert!((error(0.0) - error(1.0)).abs() > 1e-4);
}

/// A file of this test in the folder for temporary files.
fn temporary(name: &str, text: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("simurgh-tune-{}-{name}", std::process::id()));
    fs::write(&path, text).expect("a temporary file");
    path
}

/// `tune fit` with arguments: exit status, output, errors.
fn tune(arguments: &[&str]) -> (Option<i32>, String, String) {
    tune_with("fit", arguments)
}

/// The same of any way of tuning.
fn tune_with(way: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::cargo_bin("simurgh")
        .expect("the program is built")
        .args(["tune", way])
        .args(arguments)
        .output()
        .expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn the_command_writes_a_file_that_the_engine_reads() {
    let data = records("ninja", 60, |_, _| vec![1.0, 2.0]);
    let lines: String = data.iter().map(|r| r.line() + "\n").collect();
    let games = temporary("games.jsonl", &lines);
    let out = temporary("weights.tsv", "");
    let (games_text, out_text) = (games.display().to_string(), out.display().to_string());
    let arguments = [&games_text, "--out", &out_text, "--epochs", "20", "--skip-plies", "0"];
    let (status, report, errors) = tune(&arguments);
    assert_eq!((status, errors.as_str()), (Some(0), ""), "{report}");
    for part in ["family ninja", "held out", "value.Q", "expected", "draw_margin"] {
        assert!(report.contains(part), "{part}: {report}");
    }
    let text = fs::read_to_string(&out).expect("the file was written");
    assert!(text.starts_with("# Fitted to "), "{text}");
    let file = WeightFile::parse(&text).expect("the file can be read");
    assert_eq!(file.family(), family("ninja"));
    let again = tune(&[&arguments[..], &["--threads", "1"]].concat());
    assert_eq!(again.1, report);
    // Games that come twice count once.
    let twice = tune(&[&[&*games_text], &arguments[..]].concat());
    assert_eq!(twice.1, report);
    assert_eq!(fs::read_to_string(&out).ok(), Some(text));
    for path in [games, out] {
        let _ = fs::remove_file(path);
    }
}

#[test]
fn errors_that_nobody_measured_are_not_shown() {
    let data = records("chess", 20, |_, _| vec![1.0, 2.0]);
    let lines: String = data.iter().map(|r| r.line() + "\n").collect();
    let games = temporary("all.jsonl", &lines);
    let out = temporary("all.out", "");
    let (games_text, out_text) = (games.display().to_string(), out.display().to_string());
    let common = [&games_text, "--out", &out_text, "--skip-plies", "0", "--hold-out", "0"];
    let fit = tune(&[&common[..], &["--epochs", "1"]].concat());
    assert_eq!((fit.0, fit.2.as_str()), (Some(0), ""));
    for row in ["derived", "start", "fitted"] {
        let line = fit.1.lines().find(|line| line.starts_with(row)).expect("a row of errors");
        assert_eq!(line.split_whitespace().nth(2), Some("-"), "{line}");
    }
    let text = fs::read_to_string(&out).expect("the file was written");
    assert_eq!(
        text.lines().take(3).filter(|line| line.ends_with(", held out -.")).count(),
        2,
        "{text}"
    );
    for epochs in ["0", "1"] {
        let more = ["--hidden", "32", "--epochs", epochs];
        let (status, report, errors) = tune_with("network", &[&common[..], &more].concat());
        assert_eq!((status, errors.as_str()), (Some(0), ""));
        let last = report.lines().last().expect("what was found");
        assert!(last.ends_with(", held out -."), "{report}");
        assert!(
            last.starts_with("Mean squared error 0.") && !last.contains("0.000000"),
            "{report}"
        );
    }
    for path in [games, out] {
        let _ = fs::remove_file(path);
    }
}

/// An outlook goes with the weights of its file, also where the program plays with a network, and
/// has something to be compared with games without any numbers.
#[test]
fn outlooks_are_of_the_strengths_by_terms() {
    let derived = WeightFile::new("cwda");
    let data = records("chess", 60, |game, random| places_by(&derived, game, random));
    let lines: String = data.iter().map(|r| r.line() + "\n").collect();
    let games = temporary("outlook.jsonl", &lines);
    let start = temporary("outlook.tsv", &simurgh::eval::embedded("cwda").text(&[]));
    let [games_text, start_text] = [&games, &start].map(|path| path.display().to_string());
    let of_games = [&*games_text, "--skip-plies", "0", "--check"];
    let own = tune_with("outlook", &of_games);
    assert_eq!((own.0, own.2.as_str()), (Some(0), ""));
    let table = own.1.lines().skip_while(|line| !line.contains("expected")).skip(1);
    let pairs =
        table.map(|line| line.split_whitespace().last().and_then(|n| n.parse::<usize>().ok()));
    assert_eq!(pairs.sum::<Option<usize>>(), Some(120), "{}", own.1);
    let given = tune_with("outlook", &[&of_games[..], &["--start", &start_text]].concat());
    assert_eq!(given, own);
    // Comments on the weights stay, those on an outlook are replaced.
    let out = temporary("outlook-out.tsv", "");
    let out_text = out.display().to_string();
    let mut comments = Vec::new();
    for seed in ["1", "2"] {
        let of_games = [&*games_text, "--skip-plies", "0", "--seed", seed, "--out", &out_text];
        let from = if seed == "1" { vec![] } else { vec!["--start", &out_text] };
        let (status, _, errors) = tune_with("outlook", &[&of_games[..], &from].concat());
        assert_eq!((status, errors.as_str()), (Some(0), ""));
        comments.push(WeightFile::read(&out).expect("its own file").comments().to_vec());
    }
    let of_weights = simurgh::eval::embedded("cwda").comments().to_vec();
    for comments in comments {
        assert!(
            comments[0].starts_with("Outlook fitted to ") && comments.len() > 3,
            "{comments:?}"
        );
        assert_eq!(comments[3..], of_weights);
    }
    for path in [games, start, out] {
        let _ = fs::remove_file(path);
    }
}

#[test]
fn nothing_is_made_of_nothing() {
    let data = records("chess", 4, |_, _| vec![1.0, 2.0]);
    let lines: String = data.iter().map(|r| r.line() + "\n").collect();
    let (games, empty) = (temporary("some.jsonl", &lines), temporary("empty.jsonl", ""));
    let out = temporary("kept", "what was there before");
    let [games_text, empty_text, out_text] =
        [&games, &empty, &out].map(|path| path.display().to_string());
    for (way, arguments, expected) in [
        ("rows", &[&*empty_text, "--skip-plies", "0"][..], "no quiet position"),
        ("rows", &[&*games_text, "--skip-plies", "1"], "no quiet position"),
        ("outlook", &[&*empty_text], "no position with a result"),
        ("outlook", &[&*games_text, "--skip-plies", "0", "--hold-out", "1"], "held out"),
        ("fit", &[&*games_text, "--skip-plies", "0", "--hold-out", "1"], "no quiet position"),
        ("network", &[&*games_text, "--skip-plies", "0", "--hold-out", "1"], "no quiet position"),
    ] {
        let (status, _, errors) = tune_with(way, &[arguments, &["--out", &out_text]].concat());
        assert_eq!((status, errors.lines().count()), (Some(2), 1), "{way}: {errors}");
        assert!(errors.contains(expected), "{way}: {errors}");
        assert_eq!(fs::read_to_string(&out).expect("a file"), "what was there before", "{way}");
    }
    for path in [games, empty, out] {
        let _ = fs::remove_file(path);
    }
}

#[test]
fn bad_input_is_named() {
    let chess = records("chess", 3, |_, _| vec![1.0, 2.0]);
    let mut guru = records("guru", 1, |_, _| vec![1.0, 2.0, 3.0, 4.0]);
    guru[0].id = "1/0/0".to_string();
    let line = |r: &GameRecord| r.line() + "\n";
    let good = temporary("good.jsonl", &chess.iter().map(line).collect::<String>());
    let mixed = temporary("mixed.jsonl", &(line(&chess[0]) + &line(&guru[0])));
    let mut illegal = chess[0].clone();
    illegal.moves = vec!["a1a9".to_string()];
    let illegal = temporary("illegal.jsonl", &line(&illegal));
    let noise = temporary("noise.jsonl", "what is this\n");
    let nothing = temporary("nothing.jsonl", "");
    let guru_weights = temporary("guru.tsv", "family guru\n");
    let broken = temporary("broken.tsv", "family cwda\nvalue.N x 1\n");
    let out = std::env::temp_dir().join(format!("simurgh-tune-{}-none.tsv", std::process::id()));
    let check = |arguments: &[&PathBuf], more: &[&str], expected: &str| {
        let texts: Vec<String> = arguments.iter().map(|p| p.display().to_string()).collect();
        let out = out.display().to_string();
        let texts = texts.iter().map(String::as_str).chain(["--out", &out]);
        let texts: Vec<&str> = texts.chain(more.iter().copied()).collect();
        let (status, _, errors) = tune(&texts);
        assert_eq!(status, Some(2), "{errors}");
        assert_eq!(errors.lines().count(), 1, "{errors}");
        assert!(errors.contains(expected), "{expected}: {errors}");
    };
    check(&[&PathBuf::from("no-such-file")], &[], "no-such-file");
    check(&[&noise], &[], "line 1: not a record");
    check(&[&nothing], &[], "no quiet position");
    check(&[&mixed], &[], "line 2: `guru` belongs to the family guru, not to cwda");
    check(&[&illegal], &[], "line 1: move 1 `a1a9`: not a legal move here");
    let guru_weights_text = guru_weights.display().to_string();
    check(&[&good], &["--skip-plies", "0", "--start", &guru_weights_text], "for the family guru");
    let broken_text = broken.display().to_string();
    check(&[&good], &["--start", &broken_text], "line 2, middle game `x`");
    check(&[&good], &["--hold-out", "2"], "--hold-out");
    check(&[&good], &["--rate", "NaN"], "--rate");
    assert!(!out.exists());
    for path in [good, mixed, illegal, noise, nothing, guru_weights, broken] {
        let _ = fs::remove_file(path);
    }
}
