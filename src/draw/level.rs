//! One level as a picture.

use super::canvas::{Canvas, Paint};
use super::labels::Labels;
use crate::geometry::{Board, Cell, Tiling};

/// What a cell shows: its text and how it is painted; `None` for an empty cell.
pub(super) type Content = Option<(String, Paint)>;

/// The blanks left of a cell's text that belong to the cell.
const MARGIN: i32 = 1;

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
        Grid { pitch, text }
    }

    /// Where a text of one character goes within a cell: a dot or a label.
    fn middle(self) -> i32 {
        (self.text - 1) / 2
    }
}

/// Draws a level under a heading.
pub(super) fn draw(
    board: &Board,
    level: usize,
    grid: Grid,
    heading: &str,
    content: impl Fn(Cell) -> Content,
) -> Canvas {
    let labels = Labels::of(board, level);
    let cells = || board.layout()[level].iter().flatten().copied();
    let column = |cell: Cell| (board.info(cell).plane.0 * grid.pitch as f32).round() as i32;
    let row = |cell: Cell| board.info(cell).row as i32;
    let mut sketch = Sketch::default();
    for cell in cells() {
        let shade = Paint::Cell(board.info(cell).shade);
        let area = " ".repeat(grid.pitch as usize);
        sketch.mark(column(cell) - MARGIN, row(cell), &area, shade);
        match content(cell) {
            Some((text, paint)) => sketch.mark(column(cell), row(cell), &text, paint),
            None => sketch.mark(column(cell) + grid.middle(), row(cell), ".", shade),
        }
    }
    let leftmost = cells().map(column).min().unwrap_or(0);
    let rightmost = cells().map(column).max().unwrap_or(0);
    // The labels of rows stand in one column, however far a row is shifted: there they are easy
    // to run through, and out of the way of the slants.
    for (cell, name) in &labels.rows {
        let end = leftmost - MARGIN - 1;
        sketch.mark(end - name.len() as i32, row(*cell), name, Paint::Plain);
    }
    for (cell, name) in &labels.lines {
        let middle = column(*cell) + grid.middle();
        match board.tiling() {
            Tiling::Square => sketch.mark(middle, row(*cell) + 1, name, Paint::Plain),
            // Half a cell to the right and one row up is where the slant goes on.
            Tiling::Hex => {
                let text = format!("/{name}");
                sketch.mark(middle + grid.pitch / 2 - 1, row(*cell) - 1, &text, Paint::Plain);
            }
        }
    }
    if !heading.is_empty() {
        let start = (leftmost + rightmost + grid.text - heading.len() as i32) / 2;
        sketch.mark(start, sketch.top() - 1, heading, Paint::Heading);
    }
    sketch.canvas()
}

/// Marks on a plane whose edges are known only when everything is marked.
#[derive(Default)]
struct Sketch {
    /// Column, row, text and paint; later marks cover earlier ones.
    marks: Vec<(i32, i32, String, Paint)>,
}

impl Sketch {
    fn mark(&mut self, column: i32, row: i32, text: &str, paint: Paint) {
        self.marks.push((column, row, text.to_string(), paint));
    }

    fn top(&self) -> i32 {
        self.marks.iter().map(|mark| mark.1).min().unwrap_or(0)
    }

    /// The same on a canvas that begins with the first row and column in use.
    fn canvas(self) -> Canvas {
        let (left, top) = (self.marks.iter().map(|mark| mark.0).min().unwrap_or(0), self.top());
        let mut canvas = Canvas::default();
        for (column, row, text, paint) in self.marks {
            canvas.put((column - left) as usize, (row - top) as usize, &text, paint);
        }
        canvas
    }
}
