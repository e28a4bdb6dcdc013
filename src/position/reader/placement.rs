//! What stands where: piece tokens and rows.

use super::{Field, Result, fail};
use crate::geometry::Cell;
use crate::position::{Piece, Position};
use crate::variant::{Elimination, Kind, Notation, Seat, Variant};

/// A piece token of the seven-field form: owner, symbol and for recruited pawns the heading.
pub(super) fn level_piece(variant: &Variant, token: &str, field: Field) -> Result<Piece> {
    let mut chars = token.chars();
    let owner = chars.next().unwrap_or(' ');
    let symbol = chars.as_str();
    let Some(seat) = variant.seat(owner) else {
        return fail(field, token, format!("`{owner}` is not a player of {}", variant.id));
    };
    if let Some(kind) = variant.kind(symbol, seat) {
        return Ok(Piece::new(seat, kind));
    }
    if variant.rules.elimination == Elimination::Recruit
        && let Some((i, last)) = symbol.char_indices().next_back()
        && let Some(heading) = variant.seat(last).filter(|&h| h != seat)
        && let Some(kind) = variant.kind(&symbol[..i], heading)
        && variant.pieces[kind as usize].heading.is_some()
    {
        return Ok(Piece::new(seat, kind));
    }
    fail(field, token, format!("`{symbol}` is not a piece of {}", variant.id))
}

/// The piece that a FEN letter means.
fn fen_piece(variant: &Variant, letter: char) -> Result<Piece> {
    let seat = Seat::from(letter.is_ascii_lowercase());
    let symbol = letter.to_ascii_uppercase().to_string();
    match variant.kind(&symbol, seat).filter(|_| letter.is_ascii_alphabetic()) {
        Some(kind) => Ok(Piece::new(seat, kind)),
        None => {
            let reason = format!("no piece of {} has this letter", variant.id);
            fail(Field::Placement, &letter.to_string(), reason)
        }
    }
}

/// What a row says from left to right: pieces and counts of empty cells.
enum Item {
    Empty(usize),
    Piece(Piece),
}

fn row_items(variant: &Variant, row: &str) -> Result<Vec<(String, Item)>> {
    if variant.rules.notation == Notation::Fen {
        return row
            .chars()
            .map(|c| {
                let item = match c.to_digit(10) {
                    Some(n) => Item::Empty(n as usize),
                    None => Item::Piece(fen_piece(variant, c)?),
                };
                Ok((c.to_string(), item))
            })
            .collect();
    }
    row.split(',')
        .map(|token| {
            let item = if token.starts_with(|c: char| c.is_ascii_digit()) {
                match token.parse::<u16>() {
                    Ok(n) if !token.starts_with('0') => Item::Empty(n.into()),
                    _ => return fail(Field::Placement, token, "not a count of empty cells"),
                }
            } else {
                Item::Piece(level_piece(variant, token, Field::Placement)?)
            };
            Ok((token.to_string(), item))
        })
        .collect()
}

impl<const W: usize> Position<W> {
    pub(super) fn read_placement(&mut self, text: &str) -> Result<()> {
        let variant = self.tables.variant;
        let layout = variant.board.layout();
        let levels: Vec<&str> = text.split('|').collect();
        if levels.len() != layout.len() {
            let reason = format!("{} levels instead of {}", levels.len(), layout.len());
            return fail(Field::Placement, text, reason);
        }
        for (level, rows) in levels.iter().zip(layout) {
            let texts: Vec<&str> = level.split('/').collect();
            if texts.len() != rows.len() {
                let reason = format!("{} rows in a level instead of {}", texts.len(), rows.len());
                return fail(Field::Placement, level, reason);
            }
            for (row, cells) in texts.iter().zip(rows) {
                self.read_row(row, cells)?;
            }
        }
        Ok(())
    }

    fn read_row(&mut self, row: &str, cells: &[Cell]) -> Result<()> {
        let variant = self.tables.variant;
        let mut at = 0;
        let mut after_empty = false;
        for (token, item) in row_items(variant, row)? {
            match item {
                Item::Empty(0) => return fail(Field::Placement, &token, "a count starts at 1"),
                Item::Empty(_) if after_empty => {
                    return fail(Field::Placement, row, "two counts of empty cells in succession");
                }
                Item::Empty(n) => at += n,
                Item::Piece(piece) => {
                    let Some(&cell) = cells.get(at) else {
                        let reason = format!("the row has more than {} cells", cells.len());
                        return fail(Field::Placement, row, reason);
                    };
                    let table = &self.tables.kinds[piece.kind() as usize];
                    let spec = &variant.pieces[piece.kind() as usize];
                    let never = table.pawn.as_ref().is_some_and(|p| p.never_on.contains(cell))
                        || spec.barred_from.contains(&cell);
                    if never {
                        let name = variant.board.name(cell);
                        let reason = format!("a {} can never stand on {name}", spec.name);
                        return fail(Field::Placement, &token, reason);
                    }
                    self.put(piece.seat(), piece.kind(), cell);
                    at += 1;
                }
            }
            after_empty = matches!(item, Item::Empty(_));
        }
        if at != cells.len() {
            let reason = format!("the row has {at} cells instead of {}", cells.len());
            return fail(Field::Placement, row, reason);
        }
        Ok(())
    }
}

/// The kind and owner that a token such as `wD`, `rM` or `rPy` names, in any game.
///
/// # Errors
/// If it names no piece of the game.
pub fn piece_token(variant: &Variant, token: &str) -> Result<(Seat, Kind)> {
    level_piece(variant, token, Field::Placement).map(|p| (p.seat(), p.kind()))
}
