//! What the engine says, as text.

use crate::eval::{Strength, Weights, expectation, win_draw_loss};
use crate::position::{AnyPosition, Move};
use crate::search::{Bound, Info, Score, moves_to_end};
use crate::with_position;

/// The moves of a line as text. Each is written as it stands in its position.
#[must_use]
pub fn line_text(position: &AnyPosition, line: &[Move]) -> Vec<String> {
    let mut at = position.clone();
    line.iter()
        .map(|&mv| {
            let text = at.move_text(mv);
            at.make(mv);
            text
        })
        .collect()
}

/// The score of a line as UCI has it: `cp N` or `mate N`. With more than two players `mate N` says
/// that the player to move wins within N of their own moves, `mate -N` that they are out of the game,
/// at the latest, when N of their moves have been played, if the others do what they are taken to do.
#[must_use]
pub fn score_text(position: &AnyPosition, score: Score, line: &[Move]) -> String {
    match score_value(position, score, line) {
        (false, value) => format!("cp {value}"),
        (true, moves) => format!("mate {moves}"),
    }
}

/// The number of the score of a line as UCI has it, after whether it counts moves to a decided end.
#[must_use]
pub fn score_value(position: &AnyPosition, score: Score, line: &[Move]) -> (bool, i32) {
    match with_position!(position, p => moves_to_end(p, score, line)) {
        None => (false, score.raw()),
        Some(moves) => (true, moves),
    }
}

/// The expected utility of every player at the end of a line, per mille, as the word `values`
/// and a number per seat. Only games for three and four have it.
fn values_text(position: &AnyPosition, line: &[Move], weights: &Weights) -> String {
    let mut end = position.clone();
    for &mv in line {
        end.make(mv);
    }
    with_position!(&end, p => {
        let expected = expectation(p, &Strength::of(p, weights));
        let seats = p.tables().variant.seats();
        let per_mille = expected[..seats].iter().map(|u| format!(" {:.0}", u * 1000.0));
        format!(" values{}", per_mille.collect::<String>())
    })
}

/// Wins, draws and losses per mille that a score in a game for two stands for.
fn wdl_text(score: Score, weights: &Weights) -> String {
    let [win, draw, loss] = match score.plies_to_end() {
        Some(plies) if plies > 0 => [1000, 0, 0],
        Some(_) => [0, 0, 1000],
        None => win_draw_loss(weights.normal(score.raw().into()), weights.draw_margin()),
    };
    format!(" wdl {win} {draw} {loss}")
}

/// The `info` line of a completed line of play; the weights are those of the search.
#[must_use]
pub fn info_line(position: &AnyPosition, info: &Info, show_wdl: bool, weights: &Weights) -> String {
    let two_players = position.variant().seats() == 2;
    let expected = if !two_players {
        values_text(position, &info.pv, weights)
    } else if show_wdl {
        wdl_text(info.score, weights)
    } else {
        String::new()
    };
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    format!(
        "info depth {} seldepth {} multipv {} score {}{bound}{expected} nodes {} nps {} hashfull {} \
         time {} pv {}",
        info.depth,
        info.seldepth,
        info.multipv,
        score_text(position, info.score, &info.pv),
        info.nodes,
        info.nps(),
        info.hashfull,
        info.time.as_millis(),
        line_text(position, &info.pv).join(" ")
    )
}
