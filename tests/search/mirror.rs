//! Chess and its armies are the same game from Black's side of the board.

use super::{full_width, random, search, search_afresh, to_depth};
use simurgh::position::Game;

/// The position with ranks and colours exchanged.
fn mirrored(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap = |text: &str| -> String {
        let change = |c: char| {
            if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
        };
        text.chars().map(change).collect()
    };
    let rows: Vec<String> = fields[0].split('/').rev().map(swap).collect();
    let turn = if fields[1] == "w" { "b" } else { "w" };
    let mut castling: Vec<char> = swap(fields[2]).chars().collect();
    castling.sort_unstable();
    let castling: String = castling.into_iter().collect();
    let en_passant = fields[3].replace('3', "x").replace('6', "3").replace('x', "6");
    [&rows.join("/"), turn, &castling, &en_passant, fields[4], fields[5]].join(" ")
}

/// A game id with its armies exchanged.
fn exchanged(id: &str) -> String {
    match id.strip_prefix("cwda-") {
        None => id.to_string(),
        Some(armies) => format!("cwda-{}", armies.chars().rev().collect::<String>()),
    }
}

#[test]
fn mirrored_positions_have_the_same_score() {
    let mut random = random::seeded(20);
    for id in ["chess", "cwda-cc", "cwda-fc", "cwda-cn", "cwda-nr", "cwda-rf"] {
        for plies in [0, 5, 10, 20, 30, 40, 50, 70, 90, 120] {
            let game: Game = random::played(id, plies, &mut random);
            let fen = game.position().fen();
            let other_fen = mirrored(&fen);
            let other = super::game(&exchanged(id), &other_fen);
            assert_eq!(
                game.position().legal_moves().len(),
                other.position().legal_moves().len(),
                "{id}: {fen} and {other_fen}"
            );
            let score = search_afresh(&game, 1).report.score;
            let other_score = search_afresh(&other, 1).report.score;
            assert_eq!(score, other_score, "{id}: {fen} and {other_fen}");
            // Deeper, the order in which equal moves come decides what a selective search leaves
            // out; in full width it decides nothing.
            for depth in 2..=3 {
                let [one, other] = [&game, &other]
                    .map(|game| search(&full_width(1), game, &to_depth(depth)).report.score);
                assert_eq!(one, other, "{id} at depth {depth}: {fen} and {other_fen}");
            }
        }
    }
}
