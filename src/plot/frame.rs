//! What all pictures share: sizes, colours, text, axes, legends.
//!
//! Lengths are in pixels. The drawing library's font sizes are 1.24 times those of the SVG; only
//! [`style`] knows.

use super::PlotError;
use plotters::chart::ChartContext;
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::ops::Range;

/// Where a picture is drawn.
pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
/// Two linear axes.
pub(super) type Chart<'a> =
    ChartContext<'a, SVGBackend<'a>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// Size of names and numbers.
pub(super) const TEXT: i32 = 14;
const TITLE: i32 = 19;
/// Height of a line of a legend.
const LEGEND_LINE: i32 = 24;
/// Space around everything.
const MARGIN: i32 = 16;
/// Width of what precedes a legend's text.
const MARK: i32 = 26;

pub(super) const INK: RGBColor = RGBColor(34, 34, 34);
const GRID: RGBColor = RGBColor(225, 225, 225);

/// Okabe and Ito's colours, darkest first, without yellow, which is pale on white.
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(90, 90, 90),
];

pub(super) fn colour(index: usize) -> RGBColor {
    COLOURS[index % COLOURS.len()]
}

/// How a legend marks a series.
#[derive(Clone, Copy)]
pub(super) enum Mark {
    /// A filled square.
    Box,
    /// A dot on a line.
    DotAndLine,
}

/// Fails unless the number can be an end of an axis.
pub(super) fn finite(value: f64, what: &'static str) -> Result<f64, PlotError> {
    if value.abs() <= 1e12 { Ok(value) } else { Err(PlotError::Number(what)) }
}

/// A range that holds all values with some room, never without width.
pub(super) fn span(values: impl IntoIterator<Item = f64>) -> Range<f64> {
    let (low, high) = values
        .into_iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
    let room = (0.05 * (high - low)).max(1e-6 * high.abs().max(low.abs())).max(1e-3);
    low - room..high + room
}

/// Text that is valid in XML and at most `most` characters long.
pub(super) fn shorten(text: &str, most: usize) -> String {
    let clean = |c: char| if c.is_control() || c >= '\u{fffe}' { ' ' } else { c };
    let mut short: String = text.chars().take(most).map(clean).collect();
    if text.chars().nth(most).is_some() {
        short.pop();
        short.push('…');
    }
    short
}

/// Estimated width of text, rather too much than too little.
pub(super) fn width(text: &str, size: i32) -> i32 {
    let units: f64 = text.chars().map(|c| if c.is_ascii() { 0.6 } else { 1.0 }).sum();
    (units * f64::from(size)).ceil() as i32
}

pub(super) fn style<'a>(size: i32, colour: RGBColor) -> TextStyle<'a> {
    ("sans-serif", f64::from(size) * 1.24).into_font().color(&colour)
}

/// A failure of the drawing library.
pub(super) fn failed(error: impl std::fmt::Display) -> PlotError {
    PlotError::Drawing(error.to_string())
}

/// Writes text at a pixel.
pub(super) fn write(
    area: &Area,
    text: &str,
    at: (i32, i32),
    h: HPos,
    v: VPos,
) -> Result<(), PlotError> {
    let style = style(TEXT, INK).pos(Pos::new(h, v));
    area.draw(&Text::new(text.to_owned(), at, style)).map_err(failed)
}

/// A number as it should be read on an axis, with no more decimals than its step needs.
fn number(value: f64, range: &Range<f64>) -> String {
    let step = (range.end - range.start) / 8.0;
    let decimals = (-step.log10()).ceil().clamp(0.0, 6.0) as usize;
    let text = format!("{value:.decimals$}");
    // A rounded zero has no sign.
    if text.chars().all(|c| "-0.".contains(c)) { text.replace('-', "") } else { text }
}

/// Plan of a picture.
pub(super) struct Frame<'a> {
    /// Heading.
    pub(super) title: &'a str,
    /// Width and height of the axes.
    pub(super) size: (i32, i32),
    /// Space left of the axes for names, beside that for numbers.
    pub(super) left: i32,
    /// Space right of the axes.
    pub(super) right: i32,
    /// Horizontal axis: range, and label with unit.
    pub(super) x: (Range<f64>, &'a str),
    /// Vertical axis; without a label it has neither numbers nor grid.
    pub(super) y: (Range<f64>, &'a str),
    /// Series in their colours.
    pub(super) legend: Vec<(String, Mark)>,
}

impl Frame<'_> {
    fn numbers(&self) -> i32 {
        if self.y.1.is_empty() { 0 } else { 70 }
    }

    fn total_width(&self) -> i32 {
        2 * MARGIN + self.left + self.numbers() + self.size.0 + self.right
    }

    /// Entries with their places, line by line.
    fn placed(&self) -> (Vec<(i32, i32)>, i32) {
        let (mut x, mut line) = (MARGIN, 0);
        let mut places = Vec::new();
        for (name, _) in &self.legend {
            let needed = MARK + width(name, TEXT) + MARGIN;
            if x > MARGIN && x + needed > self.total_width() {
                (x, line) = (MARGIN, line + 1);
            }
            places.push((x, line));
            x += needed;
        }
        (places, if self.legend.is_empty() { 0 } else { (line + 1) * LEGEND_LINE + 6 })
    }

    /// Draws title, axes and legend, then what `inside` adds, and returns the picture.
    pub(super) fn draw(
        &self,
        inside: impl FnOnce(&Area, &mut Chart) -> Result<(), PlotError>,
    ) -> Result<String, PlotError> {
        let (places, legend_height) = self.placed();
        let top = MARGIN + TITLE + 14 + legend_height;
        let bottom = 56;
        let (width, height) = (self.total_width(), top + self.size.1 + bottom + MARGIN);
        let mut text = String::new();
        {
            let size = (width.unsigned_abs(), height.unsigned_abs());
            let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
            area.fill(&WHITE).map_err(failed)?;
            let title = shorten(self.title, (f64::from(width) / 11.5) as usize);
            let heading = style(TITLE, INK).pos(Pos::new(HPos::Left, VPos::Top));
            area.draw(&Text::new(title, (MARGIN, MARGIN), heading)).map_err(failed)?;
            for (index, ((name, mark), (x, line))) in self.legend.iter().zip(places).enumerate() {
                let y = MARGIN + TITLE + 14 + line * LEGEND_LINE + LEGEND_LINE / 2;
                draw_mark(&area, *mark, index, (x, y))?;
                write(&area, name, (x + MARK, y), HPos::Left, VPos::Center)?;
            }
            let mut chart = ChartBuilder::on(&area)
                .margin_top(top)
                .margin_left(MARGIN + self.left)
                .margin_right(MARGIN + self.right)
                .margin_bottom(MARGIN)
                .x_label_area_size(bottom)
                .y_label_area_size(self.numbers())
                .build_cartesian_2d(self.x.0.clone(), self.y.0.clone())
                .map_err(failed)?;
            let x_text = |v: &f64| number(*v, &self.x.0);
            let y_text = |v: &f64| number(*v, &self.y.0);
            let mut mesh = chart.configure_mesh();
            mesh.light_line_style(TRANSPARENT)
                .bold_line_style(GRID)
                .axis_style(INK)
                .label_style(style(TEXT, INK))
                .axis_desc_style(style(TEXT, INK))
                .x_labels((self.size.0 / 90).max(2).unsigned_abs() as usize)
                .x_label_formatter(&x_text)
                .x_desc(self.x.1);
            if self.y.1.is_empty() {
                mesh.disable_y_mesh().disable_y_axis();
            } else {
                mesh.y_labels((self.size.1 / 50).max(2).unsigned_abs() as usize)
                    .y_label_formatter(&y_text)
                    .y_desc(self.y.1);
            }
            mesh.draw().map_err(failed)?;
            inside(&area, &mut chart)?;
            area.present().map_err(failed)?;
        }
        Ok(text)
    }
}

fn draw_mark(area: &Area, mark: Mark, index: usize, (x, y): (i32, i32)) -> Result<(), PlotError> {
    let colour = colour(index);
    match mark {
        Mark::Box => {
            let corners = [(x, y - 7), (x + 16, y + 7)];
            area.draw(&Rectangle::new(corners, colour.filled())).map_err(failed)
        }
        Mark::DotAndLine => {
            let line = vec![(x, y), (x + 20, y)];
            area.draw(&PathElement::new(line, colour.stroke_width(2))).map_err(failed)?;
            area.draw(&Circle::new((x + 10, y), 4, colour.filled())).map_err(failed)
        }
    }
}
