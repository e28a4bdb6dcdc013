//! Bad input: exit status 2, nothing on standard output, and one line on standard error that
//! names what is wrong.

use super::simurgh;

/// The one line on standard error.
pub(super) fn refusal(args: &[&str]) -> String {
    let output = simurgh(args).output().expect("the program starts");
    let errors = String::from_utf8(output.stderr).expect("errors are UTF-8");
    assert_eq!(output.status.code(), Some(2), "{args:?}: {errors}");
    assert!(output.stdout.is_empty(), "{args:?} printed something");
    assert_eq!(errors.lines().count(), 1, "{args:?}: {errors}");
    assert!(!errors.trim().is_empty() && errors.ends_with('\n'), "{args:?}: {errors}");
    errors
}

/// Every case with the words that its line must contain.
fn check(cases: &[(&[&str], &[&str])]) {
    for (args, words) in cases {
        let line = refusal(args);
        for word in *words {
            assert!(line.contains(word), "{args:?}: no `{word}` in: {line}");
        }
    }
}

#[test]
fn unknown_names() {
    check(&[
        (&["fen", "nosuch"], &["`nosuch`", "GAME"]),
        (&["startpos", "Chess"], &["`Chess`"]),
        (&["moves", ""], &["``", "GAME"]),
        (&["perft", "cwda-xx", "1"], &["`cwda-xx`"]),
        (&["analyse", "guru2", "--depth", "1"], &["`guru2`"]),
        (&["show", "honeycomb "], &["`honeycomb `"]),
        (&["reach", "chess", "z9", "wQ"], &["`z9`", "CELL"]),
        (&["reach", "chess", "e4e5", "wQ"], &["`e4e5`"]),
        (&["reach", "aof3", "ab1", "rM"], &["`ab1`"]),
        (&["reach", "nochess", "e4", "wQ"], &["`nochess`"]),
        (&["reach", "chess", "e4", "wZ"], &["`wZ`", "PIECE"]),
        (&["reach", "chess", "e4", "rQ"], &["`rQ`"]),
        (&["reach", "chess", "e4", "Q"], &["`Q`"]),
        (&["reach", "chess", "e4", ""], &["PIECE"]),
        (&["reach", "honeycomb", "1a1", "rPr"], &["`rPr`"]),
        (&["reach", "guru", "ua1", "rem"], &["`rem`"]),
    ]);
}

#[test]
fn bad_moves() {
    check(&[
        (&["moves", "chess", "--moves", "e2e5"], &["move 1", "`e2e5`"]),
        (&["fen", "chess", "--moves", "e2e4", "e7e5", "zz"], &["move 3", "`zz`"]),
        (&["fen", "chess", "--moves", "e2e4", "e7e5", "--moves", "e4e5"], &["move 3", "`e4e5`"]),
        (&["show", "chess", "--moves", ""], &["move 1", "``"]),
        (&["show", "chess", "--moves", "e2e4 e7e5"], &["move 1", "`e2e4 e7e5`"]),
        (&["fen", "chess", "--moves", "0000"], &["move 1", "`0000`"]),
        (&["perft", "guru", "1", "--moves", "ua1ua1"], &["move 1", "`ua1ua1`"]),
        (&["analyse", "ninja", "--depth", "1", "--moves", "m3m6"], &["move 1", "`m3m6`"]),
        (
            &["fen", "chess", "--moves", "f2f3", "e7e5", "g2g4", "d8h4", "e1f2"],
            &["move 5", "`e1f2`", "over"],
        ),
        // Promotion must be written, and only where it is one.
        (
            &["fen", "chess", "--fen", "7k/P7/8/8/8/8/8/K7 w - - 0 1", "--moves", "a7a8"],
            &["move 1", "`a7a8`"],
        ),
        (&["fen", "chess", "--moves", "e2e4q"], &["move 1", "`e2e4q`"]),
    ]);
}

#[test]
fn bad_chess_strings() {
    let cases: [(&str, &[&str]); 19] = [
        ("", &["FEN", "PLACEMENT"]),
        ("x", &["FEN", "`x`", "TURN"]),
        ("7k/8/8/8/8/8/8/K7 w - - 0 1 extra", &["FEN", "`extra`"]),
        ("7k/8/8/8/8/8/K7 w - - 0 1", &["PLACEMENT", "7 rows"]),
        ("7k/8/8/8/8/8/8/K8 w - - 0 1", &["PLACEMENT", "`K8`"]),
        ("7k/8/8/8/8/8/8/K6 w - - 0 1", &["PLACEMENT", "`K6`"]),
        ("7k/8/8/8/8/8/8/KX6 w - - 0 1", &["PLACEMENT", "`X`"]),
        ("7k/8/8/8/8/8/8/K34 w - - 0 1", &["PLACEMENT", "`K34`"]),
        ("7k/8/8/8/8/8/8/KD6 w - - 0 1", &["PLACEMENT", "`D`"]),
        ("7k/8/8/8/8/8/8/KP6 w - - 0 1", &["PLACEMENT", "`P`"]),
        ("7k/8/8/8/8/8/8/8 w - - 0 1", &["PLACEMENT", "`w`"]),
        ("7k/8/8/8/8/8/8/KK6 w - - 0 1", &["PLACEMENT", "`w`"]),
        ("7k/8/8/8/8/8/8/K7 r - - 0 1", &["TURN", "`r`"]),
        ("7k/8/8/8/8/8/8/K6R w - - 0 1", &["TURN", "`w`"]),
        ("7k/8/8/8/8/8/8/K7 w Z - 0 1", &["CASTLING", "`Z`"]),
        ("7k/8/8/8/8/8/8/K7 w K - 0 1", &["CASTLING", "`K`"]),
        ("7k/8/8/8/8/8/8/K7 w - e6 0 1", &["EP", "`e6`"]),
        ("7k/8/8/8/8/8/8/K7 w - - -1 1", &["CLOCK", "`-1`"]),
        ("7k/8/8/8/8/8/8/K7 w - - 0 one", &["ROUND", "`one`"]),
    ];
    for (fen, words) in cases {
        check(&[(&["fen", "chess", "--fen", fen], words)]);
    }
}

#[test]
fn bad_strings_of_other_games() {
    let empty = "8/7/6/5/4/3/2/1";
    let level = |first: &str| format!("{first}/7/6/5/4/3/2/1|{empty}|{empty}|{empty}");
    let kings = level("rK,2,yK,3,bK");
    let cases: [(String, &[&str]); 14] = [
        (format!("{kings} r ryb - - 0 1"), &["PLACEMENT", "4 levels"]),
        (format!("{kings}|{empty}/1 r ryb - - 0 1"), &["PLACEMENT", "9 rows"]),
        (
            format!("{}|{empty} r ryb - - 0 1", level("rK,2,yK,4,bK")),
            &["PLACEMENT", "`rK,2,yK,4,bK`"],
        ),
        (
            format!("{}|{empty} r ryb - - 0 1", level("rK,2,yK,1,2,bK")),
            &["PLACEMENT", "`rK,2,yK,1,2,bK`"],
        ),
        (format!("{}|{empty} r ryb - - 0 1", level("rK,2,yK,3,bX")), &["PLACEMENT", "`bX`"]),
        (format!("{}|{empty} r ryb - - 0 1", level("rK,2,yK,3,gK")), &["PLACEMENT", "`gK`"]),
        (format!("{}|{empty} r ryb - - 0 1", level("rK,02,yK,3,bK")), &["PLACEMENT", "`02`"]),
        (format!("{}|{empty} r ryb - - 0 1", level("rK,2,yK,4")), &["PLAYERS", "`b`"]),
        (format!("{kings}|{empty} r rby - - 0 1"), &["PLAYERS", "`rby`"]),
        (format!("{kings}|{empty} r ry - - 0 1"), &["PLAYERS", "`ry`"]),
        (format!("{}|{empty} b ry - - 0 1", level("rK,2,yK,4")), &["TURN", "`b`"]),
        (format!("{kings}|{empty} r ryb 1a11a2 - 0 1"), &["EP", "`1a11a2`"]),
        (format!("{kings}|{empty} r ryb - rQ 0 1"), &["RESERVE", "`rQ`"]),
        (format!("{kings}|{empty} r ryb - - 0 0"), &["ROUND", "`0`"]),
    ];
    for (fen, words) in &cases {
        check(&[(&["fen", "honeycomb", "--fen", fen], words)]);
    }
}

#[test]
fn bad_arguments() {
    check(&[
        (&["nonsense"], &["nonsense"]),
        (&["show", "chess", "--nope"], &["--nope"]),
        (&["games", "extra"], &["extra"]),
        (&["perft", "chess", "abc"], &["abc"]),
        (&["perft", "chess", "-1"], &["-1"]),
        (&["tune", "rows", "no.jsonl"], &["--out"]),
        (&["tune", "rows", "no.jsonl", "--out", "no.rows"], &["no.jsonl"]),
        // Where the file is to go is looked at before the games are.
        (&["tune", "rows", "no.jsonl", "--out", "no/such/rows"], &["--out", "`no/such/rows`"]),
        (&["tune", "fit", "no.jsonl", "--out", "no/such.tsv"], &["--out", "`no/such.tsv`"]),
        (&["tune", "outlook", "no.jsonl", "--out", "no/such.tsv"], &["--out", "`no/such.tsv`"]),
        (&["tune", "network", "no.jsonl", "--out", "no/such.net"], &["--out", "`no/such.net`"]),
        (&["tune", "fit", "no.jsonl", "--out", "."], &["--out", "`.`"]),
        (&["tune", "outlook", "no.jsonl", "--out", "src"], &["--out", "`src`"]),
        (&["tune", "network", "no.jsonl", "--out", "src"], &["--out", "`src`"]),
        (
            &["tune", "rows", "no.jsonl", "--out", "no.rows", "--family", "aof3"],
            &["--family", "`aof3`"],
        ),
        (
            &["tune", "network", "no.jsonl", "--out", "no.network", "--labels", "no.labels"],
            &["--labels", "`no.labels`"],
        ),
        (&["perft", "chess", "65"], &["65"]),
        (&["perft", "chess", "99999999999999999999"], &["99999999999999999999"]),
        (&["perft", "chess", "2", "--threads", "0"], &["0", "--threads"]),
        (&["analyse", "chess", "--depth", "two"], &["two", "--depth"]),
        (&["analyse", "chess", "--depth", "0"], &["0", "--depth"]),
        (&["analyse", "chess", "--depth", "200"], &["200", "--depth"]),
        (&["analyse", "chess", "--nodes", "-5"], &["-5"]),
        (&["analyse", "chess", "--multipv", "0"], &["0", "--multipv"]),
        (&["analyse", "chess", "--threads", "x"], &["x", "--threads"]),
        (&["completions", "nosh"], &["nosh"]),
        // What is missing is named as the help names it.
        (&["fen"], &["GAME"]),
        (&["perft", "chess"], &["DEPTH"]),
        (&["reach", "chess", "e4"], &["PIECE"]),
        (&["reach", "chess"], &["CELL", "PIECE"]),
        (&["completions"], &["SHELL"]),
        (&["fen", "chess", "--fen"], &["--fen"]),
        (&["analyse", "chess", "--depth"], &["--depth"]),
        // One effort at a time.
        (&["analyse", "chess", "--movetime", "9", "--depth", "2"], &["--movetime", "--depth"]),
        (&["analyse", "chess", "--depth", "2", "--nodes", "2"], &["--depth", "--nodes"]),
    ]);
}

#[test]
fn scores_that_end_games() {
    let args = ["match", "chess", "--engine", "name=a nodes=1", "--engine", "name=b nodes=1"];
    for (option, text, reason) in [
        ("--resign", "300,x,4", "2 whole numbers"),
        ("--resign", "300", "2 whole numbers"),
        ("--resign", "300,4,5", "2 whole numbers"),
        ("--resign", "300,-4", "2 whole numbers"),
        ("--resign", "300,1000001", "2 whole numbers"),
        ("--resign", "300,0", "MOVES"),
        ("--draw", "10,,8,34", "3 whole numbers"),
        ("--draw", "10,8", "3 whole numbers"),
        ("--draw", "10,8,34,", "3 whole numbers"),
        ("--draw", "10,0,0", "MOVES"),
    ] {
        check(&[(&[&args[..], &[option, text]].concat(), &[option, &format!("`{text}`"), reason])]);
    }
    // Scores and plies may be 0: only what comes after these options is refused.
    for (option, text) in [("--resign", "0, 1"), ("--draw", "0,1,0")] {
        let more = [option, text, "--record", "/nowhere/x.jsonl"];
        check(&[(&[&args[..], &more].concat(), &["/nowhere/x.jsonl"])]);
    }
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    for args in [
        &["fen", "che\nss"][..],
        &["fen", "chess", "--fen", "7k/8\n8\r/8 \u{1b}[31m w"],
        &["fen", "chess", "--moves", "e2\ne4\u{7}"],
        &["reach", "chess", "e\n4", "wQ"],
        &["perft", "chess", "1\n2"],
        &["perft", "chess", "1\u{1b}[31m"],
        &["--no\npe"],
        &["--no\u{1b}[31mpe"],
        &["no\u{7}pe"],
    ] {
        let line = refusal(args);
        assert!(!line.trim_end().contains(char::is_control), "{args:?}: {line:?}");
    }
}
