//! One level as a picture.

use super::canvas::{Canvas, Paint};
use super::labels::Labels;
use crate::geometry::{Board, Cell, Tiling};

/// What a cell shows: its text and how it is painted; `None` for an empty cell.
pub(super) type Content = Option<(String, Paint)>;

/// The distances that all levels of a drawing share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    /// Columns from a cell to its right neighbour.
    pitch: i32,
    /// The columns of the widest text in a cell.
    text: i32,
}

impl Grid {
    /// The tightest grid in which texts of some width stay apart. Hexagons need an even pitch to
    /// shift rows by half a cell.
    pub(super) fn new(tiling: Tiling, text: usize) -> Grid {
        let text = text as i32;
        let pitch = match tiling {
            Tiling::Square => (text + 1).max(3),
            Tiling::Hex => (text + 2) / 2 * 2,
        };
        Grid { pitch: pitch.max(2), text }
    }

    /// The blanks left of a cell's text that belong to the cell.
    fn margin(self) -> i32 {
        (self.pitch - self.text) / 2
    }

    /// Where a text of one character goes within a cell: a dot or a label.
    fn middle(self) -> i32 {
        (self.text - 1) / 2
    }
}

/// Draws a level under a heading. Columns are counted from the cell with plane coordinate 0
/// until everything is known and can be moved to where no column is negative.
pub(super) fn draw(
    board: &Board,
    level: usize,
    grid: Grid,
    heading: &str,
    content: impl Fn(Cell) -> Content,
) -> Canvas {
    let labels = Labels::of(board, level);
    let column = |cell: Cell| (board.info(cell).plane.0 * grid.pitch as f32).round() as i32;
    let row = |cell: Cell| board.info(cell).row as i32;
    let rows = &board.layout()[level];
    let mut marks: Vec<(i32, i32, String, Paint)> = Vec::new();
    let mut mark = |column, row, text: String, paint| marks.push((column, row, text, paint));
    for &cell in rows.iter().flatten() {
        let shade = Paint::Cell(board.info(cell).shade);
        let area = " ".repeat(grid.pitch as usize);
        mark(column(cell) - grid.margin(), row(cell), area, shade);
        match content(cell) {
            Some((text, paint)) => mark(column(cell), row(cell), text, paint),
            None => mark(column(cell) + grid.middle(), row(cell), ".".to_string(), shade),
        }
    }
    for (cell, name) in labels.rows.clone() {
        let end = column(cell) - grid.margin().max(1);
        mark(end - name.len() as i32, row(cell), name, Paint::Plain);
    }
    let across = match board.tiling() {
        // Half a cell to the right and one row up is where the slant goes on.
        Tiling::Hex => (grid.pitch / 2, -1),
        Tiling::Square => (0, 1),
    };
    for (cell, name) in labels.lines.clone() {
        let place = column(cell) + across.0 + grid.middle();
        mark(place, row(cell) + across.1, name, Paint::Plain);
        if board.tiling() == Tiling::Hex {
            mark(place - 1, row(cell) + across.1, "/".to_string(), Paint::Plain);
        }
    }
    let top = marks.iter().map(|m| m.1).min().unwrap_or(0);
    let (from, to) =
        rows.iter().flatten().map(|&c| column(c)).fold((0, 0), |(a, b), c| (a.min(c), b.max(c)));
    if !heading.is_empty() {
        let middle = (from + to + grid.text) / 2;
        marks.push((
            middle - heading.len() as i32 / 2,
            top - 1,
            heading.to_string(),
            Paint::Heading,
        ));
    }
    let left = marks.iter().map(|m| m.0).min().unwrap_or(0);
    let top = marks.iter().map(|m| m.1).min().unwrap_or(0);
    let mut canvas = Canvas::default();
    for (column, row, text, paint) in marks {
        canvas.put((column - left) as usize, (row - top) as usize, &text, paint);
    }
    canvas
}
