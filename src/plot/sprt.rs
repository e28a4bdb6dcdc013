//! The course of a sequential test.

use super::PlotError;
use super::frame::{Frame, INK, colour, failed, finite, span, write};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

/// Stretches of games that are drawn by their extremes.
const STRETCHES: usize = 600;

/// At most four points per stretch (first, lowest, highest, last), in order.
fn thinned(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let length = points.len().div_ceil(STRETCHES).max(4);
    let mut kept = Vec::new();
    for stretch in points.chunks(length) {
        let by_height = |a: &usize, b: &usize| stretch[*a].1.total_cmp(&stretch[*b].1);
        let ends = [0, stretch.len() - 1];
        let extremes = [(0..stretch.len()).min_by(by_height), (0..stretch.len()).max_by(by_height)];
        let mut picked: Vec<usize> =
            ends.into_iter().chain(extremes.into_iter().flatten()).collect();
        picked.sort_unstable();
        picked.dedup();
        kept.extend(picked.into_iter().map(|i| stretch[i]));
    }
    kept
}

/// Log likelihood ratio by number of games, with the lower and upper bound of the test.
///
/// # Errors
/// Without points, or if a ratio or bound is not finite.
pub fn sprt(
    points: &[(u64, f64)],
    (lower, upper): (f64, f64),
    title: &str,
) -> Result<String, PlotError> {
    let mut course = Vec::new();
    for &(games, llr) in points {
        course.push((
            finite(games as f64, "a number of games")?,
            finite(llr, "a log likelihood ratio")?,
        ));
    }
    let Some(&last) = course.last() else { return Err(PlotError::Empty) };
    let most = course.iter().fold(1.0, |m: f64, p| m.max(p.0));
    let (lower, upper) = (finite(lower, "a bound")?, finite(upper, "a bound")?);
    let heights = course.iter().map(|p| p.1).chain([lower, upper, 0.0]);
    let frame = Frame {
        title,
        size: (720, 380),
        left: 0,
        right: 150,
        x: (0.0..most * 1.02, "games"),
        y: (span(heights), "log likelihood ratio"),
        legend: vec![],
    };
    frame.draw(|area, chart| {
        for (bound, text, index) in
            [(upper, "accept elo1", 2), (lower, "accept elo0", 1), (0.0, "", 6)]
        {
            let line = [(0.0, bound), (most * 1.02, bound)];
            let style = colour(index).stroke_width(if text.is_empty() { 1 } else { 2 });
            chart.draw_series(LineSeries::new(line, style)).map_err(failed)?;
            if !text.is_empty() {
                let (x, y) = chart.backend_coord(&line[1]);
                let text = format!("{text}: {bound:.2}");
                write(area, &text, (x + 8, y), HPos::Left, VPos::Center)?;
            }
        }
        chart
            .draw_series(LineSeries::new(thinned(&course), colour(0).stroke_width(2)))
            .map_err(failed)?;
        chart.draw_series([Circle::new(last, 4, INK.filled())]).map_err(failed)?;
        // The last value beside its dot, clear of the names of the bounds.
        let (_, bound_y) = chart.backend_coord(&(most, upper));
        let (_, other_y) = chart.backend_coord(&(most, lower));
        let (x, mut y) = chart.backend_coord(&(most * 1.02, last.1));
        for (bound, away) in [(bound_y, 1), (other_y, -1)] {
            if (y - bound).abs() < 18 {
                y = bound + 18 * away;
            }
        }
        write(area, &format!("now: {:.2}", last.1 + 0.0), (x + 8, y), HPos::Left, VPos::Center)
    })
}
