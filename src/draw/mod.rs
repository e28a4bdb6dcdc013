//! Positions drawn for a terminal: all levels, and what a player wants to know besides.

mod canvas;
mod labels;
mod level;
mod notes;

use crate::geometry::{Board, Cell, Tiling};
use crate::position::AnyPosition;
use crate::variant::Seat;
use crate::with_position;
use canvas::{Canvas, Paint};
use labels::{Labels, Role};
use level::{Content, Grid};

/// The blank columns between two levels.
const GAP: usize = 4;

/// What the terminal can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Whether to colour cells and pieces.
    pub colour: bool,
    /// The columns of the terminal.
    pub width: usize,
}

/// The name of a row or line of cells, and where it goes.
#[derive(Clone, PartialEq, Debug)]
pub struct EdgeLabel {
    /// The name.
    pub text: String,
    /// Its centre on the level's plane, in units of the distance between neighbours.
    pub plane: (f32, f32),
}

/// The names of the rows and lines of a level, beside the cells where they begin.
#[must_use]
pub fn edge_labels(board: &Board, level: usize) -> Vec<EdgeLabel> {
    let labels = Labels::of(board, level);
    // A file goes on below, a slant up to the right.
    let onward = match board.tiling() {
        Tiling::Square => (0.0, 0.8),
        Tiling::Hex => (0.42, -0.73),
    };
    let beside = |(cell, text): (Cell, String), (dx, dy): (f32, f32)| {
        let (x, y) = board.info(cell).plane;
        EdgeLabel { text, plane: (x + dx, y + dy) }
    };
    let rows = labels.rows.into_iter().map(|label| beside(label, (-0.85, 0.0)));
    rows.chain(labels.lines.into_iter().map(|label| beside(label, onward))).collect()
}

/// Draws a position: the levels side by side, as many as the width takes, and under them the
/// position string, whose turn it is, checks, and the meaning of names and symbols.
#[must_use]
pub fn draw(position: &AnyPosition, style: &Style) -> String {
    let mut lines = bands(&levels(position), style);
    lines.push(String::new());
    lines.extend(notes::notes(position, style.width));
    lines.join("\n") + "\n"
}

/// The piece on a cell: its owner and its token.
fn piece(position: &AnyPosition, cell: Cell) -> Option<(Seat, String)> {
    with_position!(position, p => {
        p.piece_on(cell).map(|piece| (piece.seat(), p.piece_token(piece)))
    })
}

/// All levels, and where labels at the edges do not say how cells are named, a picture of the
/// names.
fn levels(position: &AnyPosition) -> Vec<Canvas> {
    let variant = position.variant();
    let board = &variant.board;
    let labels = Labels::of(board, 0);
    let shade = |cell| board.info(cell).shade;
    let show_piece = |cell: Cell| -> Content {
        let (seat, token) = piece(position, cell)?;
        Some((token, Paint::Piece(variant.player_name(seat), shade(cell))))
    };
    let show_name = |cell: Cell| Some((labels.column_name(board, cell), Paint::Cell(shade(cell))));
    let mut widest = board.cells().filter_map(show_piece).map(|(token, _)| token.len()).max();
    if !labels.is_regular() {
        widest = widest.max(board.cells().filter_map(show_name).map(|(name, _)| name.len()).max());
    }
    let grid = Grid::new(board.tiling(), widest.unwrap_or(1));
    let mut levels = Vec::new();
    for (level, name) in board.level_names().iter().enumerate() {
        let heading = match (name.as_str(), labels.roles.contains(&Role::Level)) {
            ("", _) => String::new(),
            (name, true) => format!("level {name}"),
            (name, false) => format!("files {name}"),
        };
        levels.push(level::draw(board, level, grid, &heading, show_piece));
    }
    if !labels.is_regular() {
        levels.push(level::draw(board, 0, grid, "names of columns", show_name));
    }
    levels
}

/// Lays levels out from left to right in as few bands as the width allows.
fn bands(levels: &[Canvas], style: &Style) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = levels;
    while !rest.is_empty() {
        let mut band = rest[0].clone();
        let mut taken = 1;
        while taken < rest.len() && band.width() + GAP + rest[taken].width() <= style.width {
            band.append(&rest[taken], GAP);
            taken += 1;
        }
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.extend(band.lines(style.colour));
        rest = &rest[taken..];
    }
    lines
}
