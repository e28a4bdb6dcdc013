//! What the engine says, as text.

use crate::position::AnyPosition;
use crate::search::{Info, Score};
use crate::with_position;

/// The moves of a line as text. Each is written as it stands in its position.
#[must_use]
pub fn line_text(position: &AnyPosition, line: &[crate::position::Move]) -> Vec<String> {
    let mut at = position.clone();
    line.iter()
        .map(|&mv| {
            let text = at.move_text(mv);
            at.make(mv);
            text
        })
        .collect()
}

/// A score as UCI has it: `cp N` or `mate N`. With more than two players `mate N` says that the
/// player to move wins within N of their own moves, `mate -N` that they are out of the game, at
/// the latest, when N of their moves have been played, if all others play against them.
#[must_use]
pub fn score_text(position: &AnyPosition, score: Score) -> String {
    match score.plies_to_end() {
        None => format!("cp {}", score.raw()),
        Some(plies) => {
            let players = with_position!(position, p => p.survivors()).max(2);
            let moves = plies.unsigned_abs().div_ceil(players) as i32;
            format!("mate {}", moves * plies.signum())
        }
    }
}

/// The `info` line of a completed line of play.
#[must_use]
pub fn info_line(position: &AnyPosition, info: &Info) -> String {
    format!(
        "info depth {} seldepth {} multipv {} score {} nodes {} nps {} hashfull {} time {} pv {}",
        info.depth,
        info.seldepth,
        info.multipv,
        score_text(position, info.score),
        info.nodes,
        info.nps(),
        info.hashfull,
        info.time.as_millis(),
        line_text(position, &info.pv).join(" ")
    )
}
