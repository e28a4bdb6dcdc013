//! Arguments that no person would write, and readers that go away.

use super::simurgh;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use simurgh::position::Game;
use simurgh::variant::{self, Variant};
use std::process::{Command, Stdio};

type Random = Xoshiro256PlusPlus;

/// Cases per game.
const CASES: usize = 12;

/// Text of any characters but NUL, which no argument can hold.
fn any_text(random: &mut Random) -> String {
    let length = random.random_range(0..60);
    let mut character = || match random.random_range(0..4) {
        0 => char::from_u32(random.random_range(1..0x11_0000)).unwrap_or('\u{fffd}'),
        1 => char::from(random.random_range(1..128_u8)),
        // What position strings are made of.
        _ => {
            let common = b"kKqQrRbBnNpPwy/|,-{}\" 0123456789abcdeghlmu=";
            char::from(common[random.random_range(0..common.len())])
        }
    };
    (0..length).map(|_| character()).collect()
}

/// A position string or move with a few characters lost, doubled or replaced.
fn damaged(text: &str, random: &mut Random) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..random.random_range(1..4) {
        if text.is_empty() {
            break;
        }
        let at = random.random_range(0..text.len());
        let other = text[random.random_range(0..text.len())];
        match random.random_range(0..4) {
            0 => drop(text.remove(at)),
            1 => text.insert(at, other),
            2 => text[at] = other,
            _ => text[at] = char::from(random.random_range(32..127_u8)),
        }
    }
    text.into_iter().collect()
}

/// A game after some random moves.
fn some_game(variant: &'static Variant, random: &mut Random) -> Game {
    let mut game = Game::start(variant);
    for _ in 0..random.random_range(0..60) {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        game.play(moves[random.random_range(0..moves.len())]);
    }
    game
}

/// A string and a move, more or less like the real thing.
fn hostile_pair(variant: &'static Variant, random: &mut Random) -> (String, String) {
    let game = some_game(variant, random);
    let fen = game.position().fen();
    let moves = game.position().legal_moves();
    let text = if moves.is_empty() {
        "0000".to_string()
    } else {
        game.position().move_text(moves[random.random_range(0..moves.len())])
    };
    let fen = match random.random_range(0..6) {
        0 => any_text(random),
        1 => fen,
        _ => damaged(&fen, random),
    };
    let text = match random.random_range(0..3) {
        0 => any_text(random),
        1 => text,
        _ => damaged(&text, random),
    };
    (fen, text)
}

#[test]
fn no_argument_makes_it_panic() {
    let mut random = Random::seed_from_u64(28);
    let mut accepted = 0;
    for id in variant::ids() {
        let variant = variant::find(id).expect(id);
        for case in 0..CASES {
            let (fen, mv) = hostile_pair(variant, &mut random);
            let (fen_joined, mv_joined) = (format!("--fen={fen}"), format!("--moves={mv}"));
            // Joined by `=` an argument that begins with a dash reaches the reader as well.
            let args = if case % 2 == 0 {
                vec!["fen", id, &fen_joined, &mv_joined]
            } else {
                vec!["fen", id, "--fen", &fen, "--moves", &mv]
            };
            let output = simurgh(&args).output().expect("the program starts");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(!errors.contains("panicked"), "{args:?}: {errors}");
            match output.status.code() {
                Some(0) => accepted += 1,
                Some(2) => {
                    assert!(output.stdout.is_empty(), "{args:?}");
                    assert_eq!(errors.lines().count(), 1, "{args:?}: {errors}");
                }
                other => panic!("{args:?}: exit status {other:?}: {errors}"),
            }
        }
    }
    assert!(accepted > 0, "no string was let through");
}

/// The same inputs in one process, where many more can be tried; and whatever is accepted is a
/// position that can be played and read again.
#[test]
fn whatever_is_read_can_be_played_and_read_again() {
    let mut random = Random::seed_from_u64(82);
    for id in variant::ids() {
        let variant = variant::find(id).expect(id);
        for _ in 0..10 * CASES {
            let (fen, mv) = hostile_pair(variant, &mut random);
            let _ = Game::new(variant, Some(&fen), [&mv]);
            let Ok(mut game) = Game::new(variant, Some(&fen), &[] as &[&str]) else { continue };
            for _ in 0..4 {
                let written = game.position().fen();
                let again = Game::new(variant, Some(&written), &[] as &[&str])
                    .unwrap_or_else(|e| panic!("{id}: {fen}\nwritten as {written}\n{e}"));
                assert_eq!(again.position().fen(), written, "{id}: {fen}");
                let moves = game.position().legal_moves();
                if moves.is_empty() {
                    break;
                }
                game.play(moves[random.random_range(0..moves.len())]);
            }
        }
    }
}

/// Runs a command whose reader leaves before anything is printed: no error, and nothing said.
fn with_reader_gone(args: &[&str]) {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("simurgh"))
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(errors, "", "{args:?}");
    assert_eq!(output.status.code(), Some(0), "{args:?}");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    for args in [
        &["games"][..],
        &["startpos", "guru"],
        &["moves", "ninja"],
        &["fen", "aof3"],
        &["show", "guru"],
        &["reach", "chess", "e4", "wQ"],
        &["perft", "chess", "2", "--divide"],
        &["analyse", "chess", "--depth", "3"],
        &["--help"],
    ] {
        with_reader_gone(args);
    }
}

// The script is made whole before it is written, since its generator panics when it cannot write.
#[test]
fn a_reader_of_completions_that_goes_away_is_no_error() {
    with_reader_gone(&["completions", "bash"]);
}
