//! Positions as rows of numbers, for networks too large to play with that others are to learn from.
//!
//! A file begins with a line of JSON: `format` (1), `family`, `symbols`, `size` (files, ranks, levels)
//! and `row`, the bytes of a row. The rows follow, one for a position, all as the player to move
//! sees it, ranks counted from their side:
//!
//! * a byte for every cell, files first, then ranks, then levels: 0 for none, the number of its symbol
//!   from 1 on for a piece of their own, as many more as there are symbols for one of the other's;
//! * for every such piece but the 0, a bit for every cell, in bytes with the lowest bit first: whether
//!   any of that kind attacks it;
//! * the target, a number of four bytes (IEEE 754, lowest byte first): the expectation of the player to
//!   move; no number for a position that is of no game;
//! * the same for what this program's evaluation says, in hundredths of a pawn;
//! * a byte: 1 if the game is held out.

use super::super::reading::{DatasetError, for_each_game};
use super::super::sampling::{Sampling, is_held_out, quiet_positions};
use super::examples::{Judged, check_family, shapes};
use super::variations::variations;
use crate::arena::record::{GameRecord, RecordError};
use crate::eval::network::NetworkShape;
use crate::eval::{Library, Strength, evaluate};
use crate::geometry::{Board, Cell};
use crate::position::{AnyPosition, Piece, Position, with_position};
use crate::variant::{self, Variant};
use std::collections::HashMap;
use std::io::{self, Write};
use std::path::PathBuf;

/// Why there are no rows.
#[derive(Debug, thiserror::Error)]
pub enum RowsError {
    /// There is something wrong with the records.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    /// They cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// No quiet position.
    #[error("the records hold no quiet position to make a row of")]
    NoPositions,
}

/// How positions of a game become rows.
struct Writing {
    /// By kind of piece in the game: the number of its symbol in the family.
    symbols: Vec<usize>,
    /// Symbols of the family.
    count: usize,
    /// By player to move and cell: where the cell stands in a row.
    places: [Vec<usize>; 2],
}

/// The number of files, ranks and levels.
fn size(board: &Board) -> [usize; 3] {
    [0, 1, 2]
        .map(|axis| board.cells().map(|cell| 1 + board.at(cell)[axis] as usize).max().unwrap_or(0))
}

/// The bytes of a row.
fn bytes_of_row(shape: &NetworkShape) -> usize {
    shape.cells + 2 * shape.symbols.len() * shape.cells.div_ceil(8) + 4 + 4 + 1
}

impl Writing {
    /// None if the board is no box, or has pieces that the shape does not know.
    fn new(variant: &Variant, shape: &NetworkShape) -> Option<Writing> {
        let board = &variant.board;
        let [files, ranks, levels] = size(board);
        if files * ranks * levels != board.len() {
            return None;
        }
        let number = |symbol: &str| shape.symbols.iter().position(|known| known == symbol);
        let symbols =
            variant.pieces.iter().map(|piece| number(piece.symbol)).collect::<Option<_>>()?;
        let places = [0, 1].map(|turn| {
            let place = |cell: Cell| {
                let [file, rank, level] = board.at(cell).map(|at| at as usize);
                let rank = if turn == 0 { rank } else { ranks - 1 - rank };
                (level * ranks + rank) * files + file
            };
            board.cells().map(place).collect()
        });
        Some(Writing { symbols, count: shape.symbols.len(), places })
    }

    fn row<const W: usize>(&self, position: &Position<W>, target: f32) -> Vec<u8> {
        let turn = position.turn();
        let places = &self.places[turn as usize];
        let number = |piece: Piece| {
            let owner = if piece.seat() == turn { 0 } else { self.count };
            owner + self.symbols[piece.kind() as usize]
        };
        let number_on = |cell: Cell| position.piece_on(cell).map(number);
        let mut row = vec![0; places.len()];
        for cell in position.occupied() {
            row[places[cell.index()]] = number_on(cell).map_or(0, |number| 1 + number as u8);
        }
        let bytes = places.len().div_ceil(8);
        let mut attacked = vec![0; 2 * self.count * bytes];
        for (cell, &place) in position.tables().all.into_iter().zip(places) {
            for seat in 0..2 {
                for number in position.attackers(cell, seat).into_iter().filter_map(number_on) {
                    attacked[number * bytes + place / 8] |= 1 << (place % 8);
                }
            }
        }
        row.extend(attacked);
        let weights = Library::embedded().weights(position.tables());
        let side = position.tables().allies[turn as usize];
        let value = evaluate(position, &Strength::of(position, &weights), side);
        row.extend(target.to_le_bytes());
        row.extend((value as f32).to_le_bytes());
        row
    }

    /// The rows of a game, but for their last byte.
    fn rows(&self, record: &GameRecord, sampling: &Sampling) -> Result<Vec<Vec<u8>>, RecordError> {
        let judged = Judged::of(record, sampling)?;
        let mut rows = Vec::new();
        let mut add = |position: &AnyPosition, target| {
            rows.push(with_position!(position, p => self.row(p, target)));
        };
        for sampled in quiet_positions(record, sampling)? {
            add(&sampled.position, judged.target(&sampled));
            variations(&sampled.position, sampling.variations)
                .iter()
                .for_each(|p| add(p, f32::NAN));
        }
        Ok(rows)
    }
}

/// Writes the positions of games for two of one family: that of the first game, if none is given. They are
/// those that [`read`](super::read) takes with the same sampling, in the same order; returned
/// is how many. `heard` is told the number of games after each.
///
/// # Errors
/// If a file cannot be read, or holds what is no record, against the rules, or of other games; or if the
/// rows cannot be written, or there is none.
pub fn write_rows(
    files: &[PathBuf],
    sampling: &Sampling,
    wanted: Option<&str>,
    out: &mut impl Write,
    mut heard: impl FnMut(usize),
) -> Result<usize, RowsError> {
    let shapes = shapes(wanted);
    let writings: HashMap<&str, Writing> = shapes
        .iter()
        .filter_map(|(&id, shape)| Some((id, Writing::new(variant::find(id)?, shape)?)))
        .collect();
    let mut family = wanted.map(str::to_string);
    let (mut games, mut count) = (0, 0);
    for_each_game(
        files,
        |record| match writings.get(record.game.as_str()) {
            Some(writing) => writing.rows(record, sampling),
            None => Err(RecordError::Shape(format!("`{}` is not a game for two", record.game))),
        },
        |path, line, record, rows| -> Result<(), RowsError> {
            let shape = &shapes[record.game.as_str()];
            let family = family.get_or_insert_with(|| shape.family.clone());
            check_family(shape, family, path, line, &record.game)?;
            if games == 0 {
                let board = variant::find(&record.game).map(|variant| size(&variant.board));
                let header = serde_json::json!({
                    "format": 1, "family": shape.family, "symbols": shape.symbols,
                    "size": board, "row": bytes_of_row(shape),
                });
                writeln!(out, "{header}")?;
            }
            let held_out = u8::from(is_held_out(&record, sampling));
            for row in &rows {
                out.write_all(row)?;
                out.write_all(&[held_out])?;
            }
            games += 1;
            count += rows.len();
            heard(games);
            Ok(())
        },
    )?;
    if count == 0 { Err(RowsError::NoPositions) } else { Ok(count) }
}
