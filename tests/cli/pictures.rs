//! `plot` and `positions` on small matches and on records written here: pictures are well-formed
//! and hold what they are of, lines are exact, and bad input is named.

use super::bad_input::refusal;
use super::{lines, stdout};
use simurgh::arena::record::GameRecord;
use std::fs;
use std::path::{Path, PathBuf};

/// A path for a test of its own; nothing is there.
fn path(name: &str) -> String {
    let path: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("pictures-{name}"));
    let _ = fs::remove_file(&path);
    path.to_str().expect("the folder's name is UTF-8").to_string()
}

/// A file with the records of a small match.
fn played(name: &str, game: &str, engines: &[&str], rounds: &str) -> String {
    let file = path(&format!("{name}.jsonl"));
    let mut args = vec!["match", game, "--each", "nodes=60", "--rounds", rounds, "--quiet"];
    args.extend(["--resign", "900,2", "--concurrency", "2", "--record", &file]);
    for engine in engines {
        args.extend(["--engine", engine]);
    }
    stdout(&args);
    file
}

/// A file with these lines.
fn written(name: &str, lines: &[String]) -> String {
    let file = path(&format!("{name}.jsonl"));
    fs::write(&file, lines.join("\n") + "\n").expect("the file can be written");
    file
}

/// A record as JSON: seats in turn, moves from the start or a string.
fn record(id: &str, game: &str, fen: Option<&str>, more: &str) -> String {
    let opening = fen.map_or("{}".to_string(), |fen| format!(r#"{{"fen":"{fen}"}}"#));
    let line = format!(
        r#"{{"format":1,"id":"m/0/{id}","game":"{game}","block":0,"block_games":2,"opening":{opening},
        "engines":[{{"name":"A","limit":"nodes=1"}},{{"name":"B","limit":"nodes=1"}}],"started":0,{more}}}"#
    );
    let line = line.replace('\n', "");
    GameRecord::parse(&line).expect("a record");
    line
}

/// The texts of a picture that `args` draw; fails unless its tags and references are in order.
fn drawn(name: &str, args: &[&str]) -> Vec<String> {
    let out = path(&format!("{name}.svg"));
    assert_eq!(stdout(&[&["plot"], args, &["--out", &out]].concat()), "", "{args:?}");
    let svg = fs::read_to_string(&out).expect("a picture");
    let (mut open, mut texts) = (Vec::new(), Vec::new());
    for part in svg.split('<').skip(1) {
        let (tag, text) = part.split_once('>').expect("a tag ends");
        assert!(!text.contains('>') && tag.matches('"').count() % 2 == 0, "{part}");
        let references = text.split('&').skip(1).filter_map(|r| r.split_once(';'));
        assert_eq!(references.count(), text.matches('&').count(), "{part}");
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name), "{part}"),
            None if tag.ends_with('/') => {}
            None => open.extend(tag.split_whitespace().next()),
        }
        if !text.trim().is_empty() {
            texts.push(text.trim().to_string());
        }
    }
    assert!(svg.starts_with("<svg") && open.is_empty(), "{open:?}");
    texts
}

fn has(texts: &[String], wanted: &[&str]) {
    for text in wanted {
        assert!(texts.iter().any(|t| t == text), "no {text:?} among {texts:?}");
    }
}

#[test]
fn a_match_for_two() {
    let file = played("two", "chess", &["name='new & <b>' nodes=400", "name=old"], "4");
    let texts = drawn("two-sprt", &["sprt", &file, "--sprt", "0,50,0.1,0.1"]);
    has(&texts, &["chess: new &amp; &lt;b&gt; against old, normalised Elo 0 or 50"]);
    has(&texts, &["games", "accept elo1: 2.20", "accept elo0: -2.20"]);
    // The last value is that of the standings.
    let rated = stdout(&["rate", &file, "--sprt", "0,50,0.1,0.1", "--model", "logistic"]);
    let llr = rated.split("LLR ").nth(1).and_then(|rest| rest.split(' ').next()).expect("a ratio");
    let texts =
        drawn("two-logistic", &["sprt", &file, "--sprt", "0,50,0.1,0.1", "--model", "logistic"]);
    has(&texts, &[&format!("now: {llr}")]);
    // The same file twice changes nothing.
    let twice = ["sprt", &file, &file, "--sprt", "0,50,0.1,0.1", "--model", "logistic"];
    assert_eq!(drawn("two-twice", &twice), texts);
    let texts = drawn("two-elo", &["elo", &file]);
    has(&texts, &["new &amp; &lt;b&gt;", "old", "Ratings, chess, finished blocks: 4"]);
    refused(&["plot", "elo", &file, "--out", &file], &["--out", "to read"]);
    assert_eq!(stdout(&["rate", &file, "--sprt", "0,50,0.1,0.1", "--model", "logistic"]), rated);
    let texts = drawn("two-expectation", &["expectation", &file]);
    has(&texts, &["chess", "expected"]);
}

#[test]
fn a_match_for_three() {
    let file = played("three", "honeycomb", &["name=a", "name=b"], "1");
    has(&drawn("three-sprt", &["sprt", &file, "--sprt=-10,10"]), &["accept elo1: 2.94"]);
    has(
        &drawn("three-elo", &["elo", &file]),
        &["a", "b", "Ratings, honeycomb, finished blocks: 1"],
    );
    has(&drawn("three-expectation", &["expectation", &file]), &["honeycomb", "expected"]);
    let found = lines(&["positions", &file, "--positions-per-game", "3"]);
    assert_eq!(found[..2], ["# STRING\tSCORE\tRESULT", "# game honeycomb"]);
    assert!(found.len() > 2 && found.len() <= 2 + 6 * 3, "{found:?}");
    for line in &found[2..] {
        let fields: Vec<&str> = line.split('\t').collect();
        let [string, score, results] = fields[..] else { panic!("{line}") };
        assert_eq!(lines(&["fen", "honeycomb", "--fen", string])[0], string);
        score.parse::<i32>().expect("a score");
        let results: Vec<f64> = results.split(',').map(|r| r.parse().expect(line)).collect();
        assert_eq!(results.len(), 3);
        assert!((results.iter().sum::<f64>() - 1.5).abs() < 1e-3, "{line}");
    }
}

const KINGS: &str = "4k3/7p/8/8/8/8/P7/4K3 w - - 0 1";
const AFTER: &str = "4k3/7p/8/8/8/8/P7/3K4 b - - 1 1";

/// Two quiet moves, after which White resigns.
fn game_of_kings(id: &str, scores: &str) -> String {
    let more = format!(
        r#""seats":[0,1],"moves":["e1d1","e8e7","resign"],{scores}"places":[2.0,1.0],"reason":"resignation""#
    );
    record(id, "chess", Some(KINGS), &more)
}

#[test]
fn positions_are_exact() {
    let scored = game_of_kings("0/0", r#""scores":[35,-20,null],"#);
    let mate = game_of_kings("0/1", r##""scores":[null,"#-3",null],"##);
    let file = written("kings", &[scored, mate]);
    let found = lines(&["positions", &file, "--skip-plies", "0"]);
    assert_eq!(found.len(), 5, "{found:?}");
    let has = |line: String| assert!(found.contains(&line), "no {line:?} in {found:?}");
    has(format!("{KINGS}\t35\t0,1"));
    has(format!("{AFTER}\t-20\t0,1"));
    has(format!("{KINGS}\t-\t0,1"));
    assert_eq!(lines(&["positions", &file, "--skip-plies", "1"]).len(), 3);
    assert_eq!(lines(&["positions", &file]), ["# STRING\tSCORE\tRESULT"]);
    let few = |seed: &str| {
        let args = ["positions", &file, "--skip-plies=0", "--positions-per-game=1", "--seed", seed];
        lines(&args)
    };
    assert_eq!(few("5"), few("5"));
    assert!((1..40).any(|seed| few(&seed.to_string()) != few("0")));
}

#[test]
fn positions_say_which_game() {
    let chess = game_of_kings("0/0", "");
    let teams = |id: &str, places: &str, reason: &str| {
        let more = format!(
            r#""seats":[0,1,0,1],"moves":["ua3uc5"],"places":{places},"reason":"{reason}""#
        );
        record(id, "guru-teams", None, &more)
    };
    let won = teams("1/0", "[3.5,1.5,3.5,1.5]", "team-out");
    let drawn = teams("1/1", "[2.5,2.5,2.5,2.5]", "move-count");
    let more = r#""seats":[0,1,0,1],"moves":["ua3uc5"],"places":[4,1.5,3,1.5],"reason":"pass""#;
    let alone = record("2/0", "guru", None, more);
    let file = written("games", &[chess, won, drawn, alone]);
    let found = lines(&["positions", &file, "--skip-plies", "0"]);
    let ends: Vec<&str> = found.iter().filter_map(|l| l.rsplit('\t').next()).collect();
    let wanted = ["RESULT", "# game chess", "0,1", "0,1", "# game guru-teams", "0,1,0,1"];
    assert_eq!(ends[..6], wanted);
    assert_eq!(ends[6..], ["0.5,0.5,0.5,0.5", "# game guru", "0,0.8333,0.3333,0.8333"]);
}

#[test]
fn weights_of_every_family() {
    let texts = drawn("chess-weights", &["weights", "chess"]);
    has(&texts, &["Queen", "Pawn", "middle game", "endgame"]);
    assert!(!texts.contains(&"King".to_string()));
    let weights = path("weights.tsv");
    fs::write(&weights, "family cwda\nvalue.N 321 456\n").expect("the file can be written");
    let texts = drawn("chess-own", &["weights", "chess", "--weights", &weights]);
    has(&texts, &["Knight", "321", "456"]);
    for game in ["cwda-nr", "honeycomb-double", "aof3", "guru", "ninja"] {
        let texts = drawn(&format!("{game}-weights"), &["weights", game]);
        has(&texts, &[&format!("{game}: values of pieces, mean over all cells")]);
        assert!(!texts.contains(&"-0".to_string()), "{texts:?}");
    }
}

/// Every case with the words that its line must contain.
fn refused(args: &[&str], words: &[&str]) {
    let line = refusal(args);
    for word in words {
        assert!(line.contains(word), "{args:?}: no `{word}` in: {line}");
    }
}

#[test]
fn bad_records_and_files() {
    let out = path("never.svg");
    let one = written("one", &[game_of_kings("0/0", "")]);
    let others = ["C", "D"].map(|name| {
        let line = game_of_kings(&format!("9{name}/0"), "");
        line.replace(r#""name":"B""#, &format!(r#""name":"{name}""#))
    });
    let four = written("four", &[&[game_of_kings("0/0", "")], &others[..]].concat());
    let sprt = ["--sprt", "0,5", "--out", &out];
    let plot = |args: &[&str], words: &[&str]| {
        refused(&[&["plot"], args, &["--out", &out]].concat(), words);
    };
    refused(&["plot", "elo", &one], &["--out"]);
    refused(&["plot", "pie", &one], &["pie"]);
    refused(&[&["plot", "sprt", &four], &sprt[..]].concat(), &["two engines", "4"]);
    refused(&[&["plot", "sprt", &one], &sprt[..]].concat(), &["finished block"]);
    refused(&[&["plot", "sprt", "/nowhere.jsonl"], &sprt[..]].concat(), &["/nowhere.jsonl"]);
    plot(&["sprt", &one], &["--sprt"]);
    plot(&["sprt", &one, "--sprt", "5,0"], &["--sprt", "`5,0`"]);
    plot(&["elo", &one], &["finished block"]);
    plot(&["elo", "/nowhere.jsonl"], &["/nowhere.jsonl"]);
    plot(&["expectation", &one], &["no quiet position"]);
    plot(&["expectation", &one, "--game", "ninja"], &["`ninja`"]);
    plot(&["expectation", &one, "--game", "draughts"], &["`draughts`"]);
    plot(&["weights", "draughts"], &["`draughts`"]);
    plot(&["weights", "chess", "--weights", &one], &["--weights", "line 1"]);
    let aof3 = path("aof3.tsv");
    fs::write(&aof3, "family aof3\n").expect("the file can be written");
    plot(&["weights", "chess", "--weights", &aof3], &["aof3", "cwda"]);
    assert!(!Path::new(&out).exists());

    let illegal = game_of_kings("0/0", "").replace("e8e7", "e8e6");
    let illegal = written("illegal", &[game_of_kings("0/1", ""), illegal]);
    plot(&["expectation", &illegal], &["illegal.jsonl line 2", "`e8e6`"]);
    let text = written("text", &["this is no record".to_string()]);
    plot(&["elo", &text], &["text.jsonl line 1"]);

    // Records are not drawn or written over, and folders not written to.
    let text = fs::read_to_string(&one).expect("the records are there");
    let weights = ["plot", "weights", "aof3", "--weights", &aof3, "--out"];
    refused(&[&weights[..], &[&aof3]].concat(), &["--out", "to read"]);
    refused(&[&weights[..], &["/nowhere/x.svg"]].concat(), &["--out", "/nowhere/x.svg"]);
    for tuning in ["fit", "outlook", "rows", "network"] {
        refused(&["tune", tuning, &four, &one, "--out", &one], &["--out", "to read"]);
    }
    let labels = ["tune", "network", &four, "--labels", &one, "--out", &one];
    refused(&labels, &["--out", "to read"]);
    refused(&["replay", &four, &one, "--pgn", &one], &["--pgn", "to read"]);
    let match_of = |record: &str, more: &[&str]| {
        let args = ["match", "chess", "--each", "nodes=9", "--engine", "name=a", "--engine"];
        let record = ["name=b", "--record", record, "--resume", "--pgn"];
        refused(&[&args[..], &record, more].concat(), &["--pgn"]);
    };
    match_of(&one, &[&one]);
    match_of(&out, &[&out]);
    match_of(&out, &[&one, "--book", &one]);
    // Nor is anything written when a file to read is not there.
    for missing in ["/nowhere.jsonl", "/"] {
        refused(&["replay", &four, missing, "--pgn", &one], &[missing]);
    }
    assert!(!Path::new(&out).exists());
    assert_eq!(fs::read_to_string(&one).expect("the records are there"), text);
}

#[test]
fn bad_positions() {
    let other = game_of_kings("0/2", "").replace("e8e7", "e8e6");
    let illegal = written("bad", &[game_of_kings("0/1", ""), other]);
    let output = super::simurgh(&["positions", &illegal]).output().expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8(output.stderr).expect("errors are UTF-8");
    assert_eq!(errors.lines().count(), 1, "{errors}");
    assert!(errors.contains("bad.jsonl line 2") && errors.contains("`e8e6`"), "{errors}");
    for (args, word) in [
        (&["positions"][..], "FILE"),
        (&["positions", "/nowhere.jsonl", "--seed", "x"], "--seed"),
        (&["positions", &illegal, "--skip-plies", "-1"], "-1"),
    ] {
        refused(args, &[word]);
    }
}
