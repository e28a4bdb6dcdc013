//! Values of pieces.

use super::PlotError;
use super::frame::{Frame, Mark, TEXT, colour, failed, finite, shorten, span, width, write};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

/// Thickness of a bar, and the space between groups.
const BAR: i32 = 16;
const GAP: i32 = 12;
/// Bars and groups in one picture.
const MOST: usize = 1000;
/// Characters of a name.
const NAME: usize = 40;

/// The bars of one piece.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Group {
    /// Name of the piece.
    pub piece: String,
    /// Names of series and values in hundredths of a pawn, top down. A series has one colour in
    /// all groups.
    pub bars: Vec<(String, f64)>,
}

/// Bars by piece, top down in the order given, in the colours of their series.
///
/// # Errors
/// Without bars, with more than a thousand, or if a value is not finite.
pub fn weights(groups: &[Group], title: &str) -> Result<String, PlotError> {
    let mut series: Vec<&str> = Vec::new();
    let mut values = vec![0.0];
    for (name, value) in groups.iter().flat_map(|g| &g.bars) {
        values.push(finite(*value, "a value")?);
        if !series.contains(&name.as_str()) {
            series.push(name);
        }
    }
    if values.len() == 1 {
        return Err(PlotError::Empty);
    }
    let asked = values.len() - 1 + groups.len();
    if asked > MOST {
        return Err(PlotError::Rows { asked, most: MOST });
    }
    let figure = |value: f64| format!("{:.0}", value + 0.0);
    let figures = values.iter().map(|&v| width(&figure(v), TEXT)).max().unwrap_or(0);
    let names: Vec<String> = groups.iter().map(|g| shorten(&g.piece, NAME)).collect();
    let widest = names.iter().map(|n| width(n, TEXT)).max().unwrap_or(0);
    let heights: Vec<i32> =
        groups.iter().map(|g| BAR * (g.bars.len() as i32).max(1) + GAP).collect();
    let total: i32 = heights.iter().sum();
    let mut range = span(values.iter().copied());
    // Figures stand beyond the ends of the bars, inside the axes.
    let (size, room) = (640, f64::from(figures + 10));
    let per_pixel = (range.end - range.start) / (f64::from(size) - 2.0 * room);
    range.end += room * per_pixel;
    range.start =
        if values.iter().any(|&v| v < 0.0) { range.start - room * per_pixel } else { 0.0 };
    let frame = Frame {
        title,
        size: (size, total),
        left: widest + 12,
        right: 10,
        x: (range.clone(), "value (hundredths of a pawn)"),
        y: (-f64::from(total)..0.0, ""),
        legend: series.iter().map(|s| (shorten(s, NAME), Mark::Box)).collect(),
    };
    frame.draw(|area, chart| {
        let (left, _) = chart.backend_coord(&(range.start, 0.0));
        let mut top = 0;
        for ((group, name), height) in groups.iter().zip(&names).zip(&heights) {
            let (_, middle) = chart.backend_coord(&(0.0, -f64::from(top + height / 2)));
            write(area, name, (left - 10, middle), HPos::Right, VPos::Center)?;
            for (i, (name, value)) in group.bars.iter().enumerate() {
                let from = top + GAP / 2 + i as i32 * BAR;
                let corners = [(0.0, -f64::from(from + 1)), (*value, -f64::from(from + BAR - 1))];
                let index = series.iter().position(|s| s == name).unwrap_or(0);
                let bar = Rectangle::new(corners, colour(index).filled());
                chart.draw_series([bar]).map_err(failed)?;
                let (x, y) = chart.backend_coord(&(*value, -f64::from(from + BAR / 2)));
                let (x, side) =
                    if *value < 0.0 { (x - 5, HPos::Right) } else { (x + 5, HPos::Left) };
                write(area, &figure(*value), (x, y), side, VPos::Center)?;
            }
            top += height;
        }
        Ok(())
    })
}
