//! How kinds of piece move, in words short enough for a client that draws them.

use crate::geometry::{Board, Vec3};
use crate::variant::{Kind, Motion, PieceSpec, Variant};

/// A way of moving and the squared lengths of its steps: `ride:1`, `leap:5`, `ride:1*4`. For a bent
/// piece that is its first step, for a hopper its line.
fn word(way: &str, steps: &[Vec3], board: &Board, most: Option<u8>) -> Vec<String> {
    let mut lengths: Vec<u32> = steps.iter().map(|&v| board.squared_length(v)).collect();
    lengths.sort_unstable();
    lengths.dedup();
    let limit = most.map_or(String::new(), |most| format!("*{most}"));
    // Steps that change level lead nowhere on a flat board.
    lengths.iter().map(|length| format!("{way}:{length}{limit}")).collect()
}

/// The ways in which a kind moves, joined by commas, `-` for none; those of a pawn are `quiet` and
/// `capture`.
pub(super) fn motions(piece: &PieceSpec, board: &Board) -> String {
    let flat = board.level_names().len() == 1;
    let on_board = |steps: &[Vec3]| -> Vec<Vec3> {
        steps.iter().copied().filter(|v| !flat || v[2] == 0).collect()
    };
    let mut words: Vec<String> = Vec::new();
    for motion in &piece.motions {
        words.extend(match motion {
            Motion::Leap(steps) => word("leap", &on_board(steps), board, None),
            Motion::Ride { steps, max } => {
                let most = (*max < u8::MAX).then_some(*max);
                word("ride", &on_board(steps), board, most)
            }
            Motion::Bent(bends) => {
                let first: Vec<Vec3> = bends.iter().map(|bend| bend.0).collect();
                word("bent", &first, board, None)
            }
            Motion::Curved(rings) => word("curved", &rings.concat(), board, None),
            Motion::Hop(steps) => word("hop", &on_board(steps), board, None),
        });
    }
    if let Some(pawn) = &piece.pawn {
        words.extend(word("quiet", &on_board(&pawn.quiet), board, None));
        words.extend(word("capture", &on_board(&pawn.captures), board, None));
    }
    if words.is_empty() { "-".to_string() } else { words.join(",") }
}

/// Whether the owner of a piece decides which way is forward for it.
pub(super) fn has_heading(variant: &Variant, kind: Kind) -> bool {
    let symbol = variant.pieces[kind as usize].symbol;
    variant.pieces.iter().filter(|piece| piece.symbol == symbol).count() > 1
}
