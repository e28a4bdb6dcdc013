//! `simurgh perft`: counts, by many threads, with a progress bar when it takes long.

use super::Result;
use crate::position::{Game, Move, Position};
use crate::with_position;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::prelude::*;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::time::Duration;

/// Shallower counts take no time worth a bar.
const LEAST_DEPTH_FOR_BAR: u32 = 3;

pub(super) fn run(
    game: &Game,
    depth: u32,
    divide: bool,
    threads: Option<NonZeroUsize>,
    out: &mut impl Write,
) -> Result<()> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.map_or(0, NonZeroUsize::get))
        .build()
        .map_err(io::Error::other)?;
    let counts = with_position!(game.position(), p => pool.install(|| count(p, depth)));
    if divide {
        for (mv, nodes) in &counts {
            writeln!(out, "{mv}: {nodes}")?;
        }
    }
    let total: u64 = if depth == 0 { 1 } else { counts.iter().map(|(_, n)| n).sum() };
    writeln!(out, "{total}")?;
    Ok(())
}

/// The count below every first move, in byte order of the moves.
fn count<const W: usize>(position: &Position<W>, depth: u32) -> Vec<(String, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let first = position.moves_by_text();
    if depth <= LEAST_DEPTH_FOR_BAR {
        let below = |(text, mv): (String, Move)| (text, position.after(mv).perft(depth - 1));
        return first.into_par_iter().map(below).collect();
    }
    // Two plies make enough pieces of work to share out evenly.
    let work: Vec<(usize, Move)> = first
        .iter()
        .enumerate()
        .flat_map(|(i, (_, mv))| position.after(*mv).legal_moves().into_iter().map(move |m| (i, m)))
        .collect();
    let bar = ProgressBar::with_draw_target(Some(work.len() as u64), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {percent}% {elapsed} eta {eta}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(250));
    let counted: Vec<(usize, u64)> = work
        .into_par_iter()
        .map(|(i, mv)| {
            let nodes = position.after(first[i].1).after(mv).perft(depth - 2);
            bar.inc(1);
            (i, nodes)
        })
        .collect();
    bar.finish_and_clear();
    let mut totals: Vec<(String, u64)> = first.into_iter().map(|(text, _)| (text, 0)).collect();
    for (i, nodes) in counted {
        totals[i].1 += nodes;
    }
    totals
}
