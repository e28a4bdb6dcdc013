//! `simurgh analyse`: a table of lines for people.

use super::{Effort, Result};
use crate::engine::{DEFAULT_HASH, Engine};
use crate::position::Game;
use crate::protocol::{line_text, score_value};
use crate::search::{Bound, Control, Info, Limits};
use std::io::{self, Write};
use std::time::Duration;

/// Thinking time unless the effort is given.
const DEFAULT_TIME: Duration = Duration::from_secs(3);

/// A score for people: pawns with two decimals, or the moves to a decided end.
fn score_for_people(game: &Game, info: &Info) -> String {
    match score_value(game.position(), info.score, &info.pv) {
        (true, moves) => format!("mate {moves}"),
        (false, value) => format!("{:+.2}", f64::from(value) / 100.0),
    }
}

pub(super) fn run(
    game: &Game,
    effort: &Effort,
    multipv: usize,
    threads: usize,
    out: &mut (impl Write + Send),
) -> Result<()> {
    let position = game.position();
    let variant = game.variant();
    let mover = variant.player_name(position.turn());
    writeln!(out, "{}: {mover} to move", variant.title)?;
    if let Some(outcome) = game.outcome()
        && position.legal_moves().is_empty()
    {
        writeln!(out, "the game is over: {}", position.result_line(&outcome))?;
        return Ok(());
    }
    let mut engine = Engine::new(DEFAULT_HASH).map_err(io::Error::other)?;
    engine.settings_mut().multipv = multipv;
    engine.settings_mut().threads = threads;
    engine.settings_mut().overhead = Duration::ZERO;
    let unlimited = effort.movetime.or(effort.nodes).or(effort.depth.map(u64::from)).is_none();
    let limits = Limits {
        depth: effort.depth,
        nodes: effort.nodes,
        movetime: effort.movetime.map(Duration::from_millis).or(unlimited.then_some(DEFAULT_TIME)),
        ..Limits::default()
    };
    writeln!(out, "{:>5} {:>9} {:>12} {:>8}  line", "depth", "score", "nodes", "time")?;
    let mut failed = None;
    let report = engine.search(game, &limits, &Control::new(false), |info: Info| {
        if info.bound != Bound::Exact {
            return;
        }
        let row = format!(
            "{:>5} {:>9} {:>12} {:>7.2}s  {}",
            info.depth,
            score_for_people(game, &info),
            info.nodes,
            info.time.as_secs_f64(),
            line_text(position, &info.pv).join(" ")
        );
        if let Err(e) = writeln!(out, "{row}").and_then(|()| out.flush()) {
            failed.get_or_insert(e);
        }
    });
    if let Some(e) = failed {
        return Err(e.into());
    }
    if report.is_unsearched() {
        return Err(io::Error::other("no thread can be started to search with").into());
    }
    if let Some(best) = report.best {
        writeln!(out, "best move: {}", position.move_text(best))?;
    }
    Ok(())
}
