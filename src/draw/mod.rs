//! Positions drawn for a terminal: all levels, and what a player wants to know besides.

mod canvas;
mod labels;
mod level;
mod notes;

use crate::geometry::Cell;
use crate::position::AnyPosition;
use crate::variant::Seat;
use crate::with_position;
use canvas::{Canvas, Paint};
use labels::Labels;
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

/// Draws a position: the levels side by side, as many as the width takes, and under them the
/// position string, whose turn it is, checks, and the meaning of names and symbols.
#[must_use]
pub fn draw(position: &AnyPosition, style: &Style) -> String {
    let pieces = pieces(position);
    let mut lines = bands(&levels(position, &pieces), style);
    lines.push(String::new());
    lines.extend(notes::notes(position, &pieces, style.width));
    lines.join("\n") + "\n"
}

/// The piece on every cell, in cell order: its owner and its token.
type Pieces = Vec<Option<(Seat, String)>>;

fn pieces(position: &AnyPosition) -> Pieces {
    let cells = position.variant().board.cells();
    with_position!(position, p => {
        cells.map(|c| p.piece_on(c).map(|piece| (piece.seat(), p.piece_token(piece)))).collect()
    })
}

fn levels(position: &AnyPosition, pieces: &Pieces) -> Vec<Canvas> {
    let variant = position.variant();
    let board = &variant.board;
    let names = Labels::of(board, 0);
    let key = (!names.is_regular()).then_some(|cell: Cell| names.column_name(board, cell));
    let tokens = pieces.iter().flatten().map(|(_, token)| token.len());
    let widest = tokens.chain(key.iter().map(|name| name(Cell::new(0)).len())).max();
    let grid = Grid::new(board.tiling(), widest.unwrap_or(1));
    let content = |cell: Cell| -> Content {
        let (seat, token) = pieces[cell.index()].as_ref()?;
        Some((token.clone(), Paint::Piece(variant.player_name(*seat))))
    };
    let mut levels = Vec::new();
    for (i, name) in board.level_names().iter().enumerate() {
        let heading = if name.is_empty() { String::new() } else { format!("level {name}") };
        levels.push(level::draw(board, i, grid, &heading, content));
    }
    if let Some(name) = key {
        let content = |cell: Cell| Some((name(cell), Paint::Cell(board.info(cell).shade)));
        levels.push(level::draw(board, 0, grid, "columns", content));
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
