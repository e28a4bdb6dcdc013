//! Results by score: what was seen and what a model expects.

use super::PlotError;
use super::frame::{Frame, Mark, colour, failed, finite, shorten, span};
use plotters::prelude::*;

/// Characters of a name.
const NAME: usize = 60;

/// One game or version.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Curve {
    /// Name in the legend.
    pub name: String,
    /// Score in hundredths of a pawn, mean result from 0 to 1, number of positions. The area of a
    /// dot grows with the number.
    pub seen: Vec<(f64, f64, u64)>,
    /// Score in hundredths of a pawn, expected result, drawn as a line in the order given.
    pub model: Vec<(f64, f64)>,
}

/// Mean results by score as dots, expected results as lines.
///
/// # Errors
/// Without points, or if a number is not finite or a result outside 0..1.
pub fn expectation(curves: &[Curve], title: &str) -> Result<String, PlotError> {
    let mut scores = Vec::new();
    let results = |c: &Curve| {
        let seen = c.seen.iter().map(|s| (s.0, s.1));
        seen.chain(c.model.iter().copied()).collect::<Vec<_>>()
    };
    for (score, result) in curves.iter().flat_map(results) {
        scores.push(finite(score, "a score")?);
        if !(0.0..=1.0).contains(&result) {
            return Err(PlotError::Number("a result"));
        }
    }
    if scores.is_empty() {
        return Err(PlotError::Empty);
    }
    let counts = curves.iter().flat_map(|c| c.seen.iter().map(|s| s.2));
    let most = counts.max().unwrap_or(1).max(1) as f64;
    let frame = Frame {
        title,
        size: (760, 420),
        left: 0,
        right: 10,
        x: (span(scores), "score (hundredths of a pawn)"),
        y: (-0.02..1.02, "result (0 = last, 1 = first)"),
        legend: curves.iter().map(|c| (shorten(&c.name, NAME), Mark::DotAndLine)).collect(),
    };
    frame.draw(|_, chart| {
        for (index, curve) in curves.iter().enumerate() {
            let colour = colour(index);
            let dots = curve.seen.iter().map(|&(score, result, count)| {
                let radius = 1.5 + 6.0 * (count as f64 / most).sqrt();
                Circle::new((score, result), radius.round() as i32, colour.mix(0.45).filled())
            });
            chart.draw_series(dots).map_err(failed)?;
            let line = LineSeries::new(curve.model.iter().copied(), colour.stroke_width(2));
            chart.draw_series(line).map_err(failed)?;
        }
        Ok(())
    })
}
