//! Features: which number a piece on a cell has in either player's view.

use super::super::is_of_family;
use crate::geometry::{Board, Cell};
use crate::position::Piece;
use crate::variant::{self, Kind, Seat, Variant};
use std::collections::BTreeSet;

/// What the features of a family mean: for every zone of the viewer's King and either owner, every
/// symbol on every cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkShape {
    /// The family of games; see [`super::super::network_family`].
    pub family: String,
    /// The symbols of all its pieces.
    pub symbols: Vec<String>,
    /// The number of cells of its board.
    pub cells: usize,
    /// The number of zones that the place of the viewer's King is told by: what a piece is
    /// worth on a cell depends on it. (Buckets of Kings' cells, as in Stockfish since 2020.)
    pub zones: usize,
}

impl NetworkShape {
    /// The shape for a family of games for two; none if there is no such family.
    #[must_use]
    pub fn of_family(name: &str) -> Option<NetworkShape> {
        let games: Vec<&Variant> =
            variant::ids().filter(|id| is_of_family(id, name)).filter_map(variant::find).collect();
        let cells = games.first()?.board.len();
        if games.iter().any(|g| g.seats() != 2 || g.board.len() != cells) {
            return None;
        }
        let symbols: BTreeSet<&str> =
            games.iter().flat_map(|g| g.pieces.iter().map(|p| p.symbol)).collect();
        let symbols = symbols.into_iter().map(str::to_string).collect();
        let board = &games[0].board;
        let zones = board.cells().map(|cell| 1 + zone(board, cell)).max()?;
        Some(NetworkShape { family: name.to_string(), symbols, cells, zones })
    }

    /// The number of features.
    #[must_use]
    pub fn features(&self) -> usize {
        self.zones * self.features_of_zone()
    }

    /// The number of features that there are for every zone of the King.
    #[must_use]
    pub fn features_of_zone(&self) -> usize {
        2 * self.symbols.len() * self.cells
    }

    /// What a feature is in a shape with the same board and zones, if that has its piece.
    #[must_use]
    pub fn feature_in(&self, other: &NetworkShape, feature: usize) -> Option<usize> {
        let (zone, within) = (feature / self.features_of_zone(), feature % self.features_of_zone());
        let (piece, cell) = (within / self.cells, within % self.cells);
        let (owner, symbol) = (piece / self.symbols.len(), piece % self.symbols.len());
        let symbol = other.symbols.iter().position(|s| *s == self.symbols[symbol])?;
        let piece = owner * other.symbols.len() + symbol;
        Some(zone * other.features_of_zone() + piece * other.cells + cell)
    }
}

/// The features of a game by piece, cell and view.
#[derive(Clone, Debug)]
pub struct Views {
    kinds: usize,
    cells: usize,
    /// By seat, kind and cell: the feature in the view of either player, plain and reflected,
    /// whose King is in the first zone.
    features: Vec<[[u16; 2]; 2]>,
    /// By cell: the standpoint of either player whose King is there.
    standpoints: Vec<[Standpoint; 2]>,
}

/// What the place of a player's King does to their view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standpoint {
    reflected: bool,
    /// Where the features of the King's zone begin.
    zone: u16,
}

impl Standpoint {
    /// Not reflected, the King in the first zone.
    pub(super) const FIRST: Standpoint = Standpoint { reflected: false, zone: 0 };
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
        let standpoint = |king: Cell| {
            let reflected = reflected[king.index()];
            let is_reflected = reflected.index() < king.index();
            let seen = if is_reflected { reflected } else { king };
            let zone = (zone(board, seen) * shape.features_of_zone()) as u16;
            Standpoint { reflected: is_reflected, zone }
        };
        let standpoints =
            board.cells().map(|king| [king, turned[king.index()]].map(standpoint)).collect();
        Some(Views { kinds: variant.pieces.len(), cells: shape.cells, features, standpoints })
    }

    /// The feature that a piece on a cell is in a player's view.
    #[inline]
    #[must_use]
    pub fn feature(&self, piece: Piece, cell: Cell, viewer: Seat, from: Standpoint) -> usize {
        let (seat, kind): (Seat, Kind) = (piece.seat(), piece.kind());
        let row = (seat as usize * self.kinds + kind as usize) * self.cells + cell.index();
        (self.features[row][viewer as usize][usize::from(from.reflected)] + from.zone).into()
    }

    /// The standpoint of a player whose King stands on a cell.
    #[inline]
    #[must_use]
    pub fn standpoint(&self, viewer: Seat, king: Cell) -> Standpoint {
        self.standpoints[king.index()][viewer as usize]
    }
}

/// The zone of a King's cell in its owner's view, reflected to the left half: on boards of one
/// level the corner of the first rank, the rest of that rank, the second rank, and all beyond; one
/// zone on others, where Kings have no rank to hide behind.
fn zone(board: &Board, king: Cell) -> usize {
    if board.cells().any(|cell| board.at(cell)[2] > 0) {
        return 0;
    }
    match board.at(king) {
        [0..=1, 0, _] => 0,
        [_, 0, _] => 1,
        [_, 1, _] => 2,
        _ => 3,
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
