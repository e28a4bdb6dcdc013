//! Ratings of versions.

use super::PlotError;
use super::frame::{Frame, TEXT, colour, failed, finite, shorten, span, width, write};
use crate::stats::Estimate;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

/// Height of a row.
const ROW: i32 = 26;
/// Rows in one picture.
const MOST: usize = 1000;
/// Characters of a name.
const NAME: usize = 48;

/// Ratings in the order given, top down, with error bars. An end of an interval may be infinite:
/// its bar runs to the edge without a cap.
///
/// # Errors
/// Without ratings, with more than a thousand, or if a rating is not finite.
pub fn elo(ratings: &[(&str, Estimate)], title: &str) -> Result<String, PlotError> {
    if ratings.is_empty() {
        return Err(PlotError::Empty);
    }
    if ratings.len() > MOST {
        return Err(PlotError::Rows { asked: ratings.len(), most: MOST });
    }
    let mut ends = Vec::new();
    for (_, e) in ratings {
        ends.push(finite(e.value, "a rating")?);
        for end in [e.low, e.high] {
            if end.is_finite() {
                ends.push(finite(end, "an end of an interval")?);
            } else if end.is_nan() {
                return Err(PlotError::Number("an end of an interval"));
            }
        }
    }
    let names: Vec<String> = ratings.iter().map(|(name, _)| shorten(name, NAME)).collect();
    let figures: Vec<String> = ratings.iter().map(|(_, e)| format!("{e:.0}")).collect();
    let widest = |texts: &[String]| texts.iter().map(|t| width(t, TEXT)).max().unwrap_or(0);
    let range = span(ends);
    let rows = ratings.len();
    let frame = Frame {
        title,
        size: (560, ROW * rows as i32 + 10),
        left: widest(&names) + 12,
        right: widest(&figures) + 16,
        x: (range.clone(), "rating (Elo), with 95 % intervals"),
        y: (-(rows as f64) + 0.5..0.5, ""),
        legend: vec![],
    };
    frame.draw(|area, chart| {
        let (left, _) = chart.backend_coord(&(range.start, 0.0));
        let (right, _) = chart.backend_coord(&(range.end, 0.0));
        for (row, (_, e)) in ratings.iter().enumerate() {
            let height = -(row as f64);
            let (low, high) = (e.low.max(range.start), e.high.min(range.end));
            let bar =
                PathElement::new(vec![(low, height), (high, height)], colour(0).stroke_width(2));
            chart.draw_series([bar]).map_err(failed)?;
            for end in [e.low, e.high].into_iter().filter(|x| x.is_finite()) {
                let (x, y) = chart.backend_coord(&(end, height));
                let cap = PathElement::new(vec![(x, y - 5), (x, y + 5)], colour(0).stroke_width(2));
                area.draw(&cap).map_err(failed)?;
            }
            let dot = Circle::new((e.value, height), 5, colour(1).filled());
            chart.draw_series([dot]).map_err(failed)?;
            let (_, y) = chart.backend_coord(&(range.start, height));
            write(area, &names[row], (left - 10, y), HPos::Right, VPos::Center)?;
            write(area, &figures[row], (right + 10, y), HPos::Left, VPos::Center)?;
        }
        Ok(())
    })
}
