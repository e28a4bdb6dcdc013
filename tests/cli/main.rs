//! The command line from outside: what every command prints, what it says to bad input, and
//! that nothing makes it panic.

mod bad_input;
mod choices;
mod commands;
mod hostile;
mod openbench;
mod pictures;
mod positions;

use assert_cmd::Command;
use simurgh::variant::{self, Notation};

/// The program with arguments, and nothing in its environment that changes what it prints.
fn simurgh(args: &[&str]) -> Command {
    let mut command = assert_cmd::cargo::cargo_bin_cmd!("simurgh");
    command.args(args).env_remove("COLUMNS");
    command
}

/// What a successful command printed; it says nothing on standard error.
fn stdout(args: &[&str]) -> String {
    let output = simurgh(args).output().expect("the program starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {errors}");
    assert_eq!(errors, "", "{args:?}");
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

/// The lines a successful command printed.
fn lines(args: &[&str]) -> Vec<String> {
    stdout(args).lines().map(str::to_string).collect()
}

/// One game of each family and of each number of players.
const FAMILIES: [&str; 8] = [
    "chess",
    "cwda-cn",
    "honeycomb",
    "wildhoney-double-pawnless",
    "aof3",
    "guru",
    "guru-teams",
    "ninja",
];

/// The piece tokens of a position string, in the order of the string.
fn piece_tokens(id: &str, fen: &str) -> Vec<String> {
    let placement = fen.split(' ').next().unwrap_or_default();
    match variant::find(id).expect(id).rules.notation {
        Notation::Fen => placement
            .chars()
            .filter(char::is_ascii_alphabetic)
            .map(|letter| letter.to_string())
            .collect(),
        Notation::Levels => placement
            .split([',', '/', '|'])
            .filter(|token| token.starts_with(|c: char| c.is_ascii_alphabetic()))
            .map(str::to_string)
            .collect(),
    }
}
