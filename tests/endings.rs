//! Endings against a bare King that have been solved (`tuning/endings.tsv`): what cannot be won is not
//! taken for a lead, and what can be is won.

mod common;

use common::generator;
use rand::seq::index::sample;
use rayon::prelude::*;
use simurgh::engine::Engine;
use simurgh::eval::{Library, Strength, draw_value, evaluate};
use simurgh::position::{Game, with_position};
use simurgh::search::{Control, Limits};
use simurgh::variant;
use std::path::Path;
use std::process::Command;

/// Games of the first player with a force against a bare King on random cells, the first player to move:
/// of red against blue, or in games for two of White against Black.
fn endings(id: &'static str, force: &[&str], count: usize) -> Vec<Game> {
    let variant = variant::find(id).expect("a registered game");
    let two = variant.seats() == 2;
    let (separator, kings, rest) =
        if two { ("", ["K", "k"], "w - - 0 1") } else { (",", ["rK", "bK"], "r rb - - 0 1") };
    let own = |symbol: &str| if two { symbol.to_string() } else { format!("r{symbol}") };
    let is_dark = |at: usize| (at / 8 + at).is_multiple_of(2);
    let mut random = generator(id);
    let mut found = Vec::new();
    for _ in 0..100 * count {
        let cells = sample(&mut random, variant.board.len(), 2 + force.len()).into_vec();
        // On cells of one colour two Bishops could not.
        let of_one_colour = two && force == ["B", "B"] && is_dark(cells[2]) == is_dark(cells[3]);
        if of_one_colour || found.len() == count {
            continue;
        }
        let placement = variant.board.placement(separator, |cell| {
            let piece = cells.iter().position(|&at| at == cell.index())?;
            Some(kings.get(piece).map_or_else(|| own(force[piece - 2]), |king| king.to_string()))
        });
        // Some are illegal, since the bare King is in check.
        let game = Game::new(variant, Some(&format!("{placement} {rest}")), [""; 0]);
        found.extend(game.ok().filter(|game| game.outcome().is_none()));
    }
    assert_eq!(found.len(), count, "{id} {force:?}: hardly any position is legal and not drawn");
    found
}

/// An example of this package, which every `cargo test` builds.
fn example(name: &str) -> Command {
    let folder = Path::new(env!("CARGO_BIN_EXE_simurgh")).parent().expect("a folder");
    let path = folder.join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    assert!(path.exists(), "{} is missing: cargo build --examples", path.display());
    Command::new(path)
}

/// How far ahead of a draw a player is, in hundredths of a pawn.
fn lead(game: &Game, seat: u8) -> i32 {
    with_position!(game.position(), p => {
        let weights = Library::embedded().weights(p.tables());
        let side = 1 << seat;
        evaluate(p, &Strength::of(p, &weights), side) - draw_value(p, side)
    })
}

#[test]
fn what_cannot_be_won_is_hardly_a_lead() {
    let cases: [(&str, &[&str], bool); 8] = [
        ("honeycomb", &["R"], false),
        ("honeycomb", &["R", "N"], false),
        ("honeycomb", &["R", "F"], true),
        ("honeycomb", &["Q"], true),
        ("wildhoney", &["G"], false),
        ("wildhoney", &["G", "R"], true),
        ("honeycomb-double", &["O"], false),
        ("honeycomb-double", &["O", "N"], true),
    ];
    for (id, force, wins) in cases {
        for game in endings(id, force, 20) {
            for (seat, ahead) in [(0, lead(&game, 0)), (2, -lead(&game, 2))] {
                assert_eq!(
                    ahead > 500,
                    wins,
                    "{id} {force:?} {seat}: {ahead}, {}",
                    game.position().fen()
                );
                assert!(ahead > 0, "{id} {force:?} {seat}: more is never less, {ahead}");
            }
        }
    }
}

#[test]
fn of_two_who_has_what_wins_is_far_ahead() {
    let cases: [(&str, &[&str], bool); 9] = [
        ("chess", &["Q"], true),
        ("chess", &["R"], true),
        ("chess", &["B", "B"], true),
        ("chess", &["B", "N"], true),
        ("chess", &["R", "P"], true),
        ("chess", &["N", "N"], false),
        ("cwda-cn", &["C"], true),
        ("cwda-nc", &["T"], true),
        ("cwda-nc", &["I"], false),
    ];
    for (id, force, wins) in cases {
        for game in endings(id, force, 20) {
            let (ahead, fen) = (lead(&game, 0), game.position().fen());
            assert_eq!(ahead, -lead(&game, 1), "{id} {fen}");
            assert_eq!(ahead > 800, wins, "{id} {fen}: {ahead}");
            assert!(wins || (0..150).contains(&ahead), "{id} {fen}: {ahead}");
        }
    }
}

/// A network that has learnt from games in which weak players did not win with a Queen would rather have
/// a Rook, or go on with the Pawn.
#[test]
fn a_pawn_becomes_a_queen_at_once() {
    let variant = variant::find("chess").expect("a registered game");
    for fen in ["8/P7/8/4k3/8/8/8/4K3 w - - 0 1", "8/P4k2/8/8/8/4K3/8/8 w - - 0 1"] {
        let game = Game::new(variant, Some(fen), [""; 0]).expect("a position");
        for nodes in [500, 5_000] {
            let engine = Engine::new(1).expect("a small table");
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let best = engine.search(&game, &limits, &Control::new(false), |_| ()).best;
            let best = best.map(|mv| game.position().move_text(mv));
            assert_eq!(best.as_deref(), Some("a7a8q"), "{fen}, {nodes} nodes");
        }
    }
}

#[test]
fn solved_endings_are_won_against_the_best_defence_there_is() {
    let cases: [(&str, &[&str]); 12] = [
        ("honeycomb-double", &["Q"]),
        ("honeycomb-double", &["B", "B"]),
        ("honeycomb", &["Q"]),
        ("wildhoney", &["G", "G"]),
        ("chess", &["Q"]),
        ("chess", &["R"]),
        ("chess", &["B", "B"]),
        ("cwda-cr", &["C"]),
        ("cwda-cr", &["D", "W"]),
        ("cwda-nf", &["L"]),
        ("cwda-nf", &["G"]),
        ("cwda-rn", &["S"]),
    ];
    let games: Vec<Game> = cases.iter().flat_map(|(id, force)| endings(id, force, 4)).collect();
    games.into_par_iter().for_each(|mut game| {
        let start = game.position().fen();
        let engine = Engine::new(8).expect("a small table");
        while game.outcome().is_none() {
            let limits = Limits { nodes: Some(10_000), ..Limits::default() };
            let report = engine.search(&game, &limits, &Control::new(false), |_| ());
            game.play(report.best.expect("a move"));
        }
        let outcome = game.outcome().expect("the end");
        assert_eq!(outcome.utility(0), 1.0, "{}: {} {}", game.variant().id, start, outcome.reason);
    });
}

#[test]
fn endings_of_one_piece_come_out_as_listed() {
    let listed = include_str!("../tuning/endings.tsv");
    for (id, pieces) in [
        ("honeycomb", "RBQNF"),
        ("wildhoney-double", "RBQNCG"),
        ("chess", "QRBN"),
        ("cwda-nr", "LGTI"),
    ] {
        let solved = example("endings").arg(id).args(pieces.chars().map(String::from)).output();
        let solved = solved.expect("the solver runs");
        let rows = String::from_utf8(solved.stdout).expect("text");
        assert_eq!(rows.lines().count(), pieces.len(), "{id}: {rows}");
        for row in rows.lines() {
            assert!(listed.lines().any(|line| line == row), "{id}: {row}");
        }
    }
}

#[test]
fn what_cannot_be_solved_is_said_in_one_line() {
    let cases = [
        (&["guru"][..], "no honeycomb game and none on 8x8 cells: guru"),
        (&["honeycomb", "Z"], "no piece Z"),
        (&["honeycomb", "K"], "no piece K"),
        (&["honeycomb", "P"], "no piece P"),
        (&["honeycomb", "RRR"], "more than 2 pieces: RRR"),
        (&[], "which game?"),
    ];
    for (arguments, fault) in cases {
        let output = example("endings").args(arguments).output().expect("the solver runs");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), format!("endings: {fault}\n"));
    }
}
