//! The counts and playouts of an independent implementation of the rules, line by line.

use serde::Deserialize;
use sha1::{Digest, Sha1};
use simurgh::position::{Game, with_position};
use simurgh::variant;
use std::fs;
use std::path::Path;

fn data(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

#[test]
fn perft_from_every_start_position() {
    let mut games = std::collections::HashSet::new();
    for line in data("perft_start.tsv").lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [game, depth, nodes] = fields[..] else { panic!("bad line: {line}") };
        let start = Game::start(variant::find(game).expect(game));
        let found = with_position!(start.position(), p => p.perft(depth.parse().unwrap()));
        assert_eq!(found.to_string(), nodes, "perft {game} {depth}");
        games.insert(game.to_string());
    }
    let missing: Vec<_> =
        variant::ids().filter(|id| *id != "ninja" && !games.contains(*id)).collect();
    assert!(missing.is_empty(), "no counts for {missing:?}");
}

/// One line of a playout file.
#[derive(Deserialize)]
struct Step {
    fen: String,
    n: usize,
    sha1: String,
    #[serde(rename = "move")]
    mv: String,
    after: String,
    state: String,
}

/// Checks every line of one game's file; the differences found.
fn check_playouts(id: &str) -> Vec<String> {
    let game = variant::find(id).expect(id);
    let mut faults = Vec::new();
    for (number, line) in data(&format!("playouts/{id}.jsonl")).lines().enumerate() {
        let step: Step = serde_json::from_str(line).expect("playouts are JSON");
        let mut fault = |what: &str, found: &str, wanted: &str| {
            faults.push(format!(
                "{id} line {}: {what}: found {found}, wanted {wanted}\n  {}",
                number + 1,
                step.fen
            ));
        };
        let before = match Game::new(game, Some(&step.fen), &[] as &[&str]) {
            Ok(game) => game,
            Err(e) => {
                fault("reading", &e.to_string(), "a position");
                continue;
            }
        };
        if before.position().fen() != step.fen {
            fault("string", &before.position().fen(), &step.fen);
        }
        let position = before.position();
        let mut moves: Vec<String> =
            position.legal_moves().into_iter().map(|m| position.move_text(m)).collect();
        moves.sort();
        if moves.len() != step.n {
            fault("number of moves", &moves.len().to_string(), &step.n.to_string());
        }
        let digest = Sha1::digest(moves.join("\n"));
        let hex: String = digest.iter().map(|b| format!("{b:02x}")).collect();
        if hex != step.sha1 {
            fault("moves", &moves.join(" "), &step.sha1);
        }
        match Game::new(game, Some(&step.fen), [&step.mv]) {
            Err(e) => fault("playing", &e.to_string(), &step.mv),
            Ok(after) => {
                if after.position().fen() != step.after {
                    fault(&format!("after {}", step.mv), &after.position().fen(), &step.after);
                }
                if after.state_line() != step.state {
                    fault("state", &after.state_line(), &step.state);
                }
            }
        }
    }
    faults
}

#[test]
fn every_line_of_every_playout() {
    let mut lines = 0;
    let mut faults = Vec::new();
    for id in variant::ids() {
        lines += data(&format!("playouts/{id}.jsonl")).lines().count();
        faults.extend(check_playouts(id));
    }
    assert!(lines > 2500, "only {lines} lines");
    assert!(
        faults.is_empty(),
        "{} faults:\n{}",
        faults.len(),
        faults[..faults.len().min(20)].join("\n")
    );
}
