//! Features: which number a piece on a cell has in either player's view.

use super::super::family;
use crate::geometry::{Board, Cell};
use crate::position::Piece;
use crate::variant::{self, Kind, Seat, Variant};
use std::collections::BTreeSet;

/// What the features of a family mean: for either owner, every symbol on every cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkShape {
    /// The family of games; see [`family()`].
    pub family: String,
    /// The symbols of all its pieces.
    pub symbols: Vec<String>,
    /// The number of cells of its board.
    pub cells: usize,
}

impl NetworkShape {
    /// The shape for a family of games for two; none if there is no such family.
    #[must_use]
    pub fn of_family(name: &str) -> Option<NetworkShape> {
        let games: Vec<&Variant> =
            variant::ids().filter(|id| family(id) == name).filter_map(variant::find).collect();
        let cells = games.first()?.board.len();
        if games.iter().any(|g| g.seats() != 2 || g.board.len() != cells) {
            return None;
        }
        let symbols: BTreeSet<&str> =
            games.iter().flat_map(|g| g.pieces.iter().map(|p| p.symbol)).collect();
        let symbols = symbols.into_iter().map(str::to_string).collect();
        Some(NetworkShape { family: name.to_string(), symbols, cells })
    }

    /// The number of features.
    #[must_use]
    pub fn features(&self) -> usize {
        2 * self.symbols.len() * self.cells
    }
}

/// The features of a game by piece, cell and view.
#[derive(Clone, Debug)]
pub struct Views {
    kinds: usize,
    cells: usize,
    /// By seat, kind and cell: the feature in the view of either player, plain and reflected.
    features: Vec<[[u16; 2]; 2]>,
    /// By cell: whether a King there has its view reflected.
    reflects: Vec<bool>,
}

impl Views {
    /// The views of a game, if the shape has all its pieces.
    #[must_use]
    pub fn new(variant: &Variant, shape: &NetworkShape) -> Option<Views> {
        let board = &variant.board;
        if board.len() != shape.cells || variant.seats() != 2 {
            return None;
        }
        let turned = turned(board)?;
        let reflected = reflected(board)?;
        let mut features = Vec::with_capacity(2 * variant.pieces.len() * shape.cells);
        for owner in 0..2 {
            for piece in &variant.pieces {
                let symbol = shape.symbols.iter().position(|s| s == piece.symbol)?;
                for cell in board.cells() {
                    features.push([0, 1].map(|viewer: usize| {
                        let seen = if viewer == 0 { cell } else { turned[cell.index()] };
                        let whose = usize::from(owner != viewer);
                        let row = (whose * shape.symbols.len() + symbol) * shape.cells;
                        [seen, reflected[seen.index()]].map(|c| (row + c.index()) as u16)
                    }));
                }
            }
        }
        let reflects =
            board.cells().map(|cell| reflected[cell.index()].index() < cell.index()).collect();
        Some(Views { kinds: variant.pieces.len(), cells: shape.cells, features, reflects })
    }

    /// The feature that a piece on a cell is in a player's view.
    #[inline]
    #[must_use]
    pub fn feature(&self, piece: Piece, cell: Cell, viewer: Seat, reflected: bool) -> usize {
        let (seat, kind): (Seat, Kind) = (piece.seat(), piece.kind());
        let row = (seat as usize * self.kinds + kind as usize) * self.cells + cell.index();
        self.features[row][viewer as usize][usize::from(reflected)].into()
    }

    /// Whether a player whose King stands on a cell has a reflected view.
    #[inline]
    #[must_use]
    pub fn reflects(&self, king: Cell) -> bool {
        self.reflects[king.index()]
    }
}

/// The cells as the second player sees them: ranks counted from the other end.
fn turned(board: &Board) -> Option<Vec<Cell>> {
    let last = board.cells().map(|cell| board.at(cell)[1]).max()?;
    let across = |cell| {
        let [x, y, z] = board.at(cell);
        board.cell_at([x, last - y, z])
    };
    board.cells().map(across).collect()
}

/// The cells with files counted from the other end.
fn reflected(board: &Board) -> Option<Vec<Cell>> {
    let last = board.cells().map(|cell| board.at(cell)[0]).max()?;
    let across = |cell| {
        let [x, y, z] = board.at(cell);
        board.cell_at([last - x, y, z])
    };
    board.cells().map(across).collect()
}
