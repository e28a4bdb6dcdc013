//! Castling and en passant rights, and the reserve.

use super::placement::level_piece;
use super::{Field, Result, fail};
use crate::geometry::Cell;
use crate::position::{EnPassantRight, Piece, Position};
use crate::variant::Seat;

impl<const W: usize> Position<W> {
    pub(super) fn read_castling(&mut self, text: &str) -> Result<()> {
        if text == "-" {
            return Ok(());
        }
        for letter in text.chars() {
            let token = letter.to_string();
            let castles = self.tables.castles.iter().enumerate();
            let Some((i, castle)) = castles.into_iter().find(|(_, c)| c.spec.letter == letter)
            else {
                return fail(Field::Castling, &token, "not a castling right");
            };
            if self.castling >> i & 1 != 0 {
                return fail(Field::Castling, &token, "this right is given twice");
            }
            let seat = castle.spec.seat;
            let partner = Some(Piece::new(seat, castle.rook_kind));
            if self.king(seat) != castle.spec.king.0 || self.piece_on(castle.spec.rook.0) != partner
            {
                let name = |cell| self.tables.variant.board.name(cell);
                let reason = format!(
                    "the King is not on {} or its partner not on {}",
                    name(castle.spec.king.0),
                    name(castle.spec.rook.0)
                );
                return fail(Field::Castling, &token, reason);
            }
            self.castling |= 1 << i;
        }
        Ok(())
    }

    /// The owner and origin of a double step over one cell to another by the pawn that stands
    /// there.
    fn double_step(&self, right: EnPassantRight) -> Option<(Seat, Cell)> {
        let piece = self.piece_on(right.pawn)?;
        let pawn = self.tables.kinds[piece.kind() as usize].pawn.as_ref()?;
        let origin = pawn.steps.iter().position(|entry| {
            entry.steps[..entry.count as usize].contains(&(right.skipped, right.pawn))
        })?;
        Some((piece.seat(), Cell::new(origin)))
    }

    pub(super) fn read_en_passant_fen(&mut self, text: &str) -> Result<()> {
        if text == "-" {
            return Ok(());
        }
        let board = &self.tables.variant.board;
        let Some(skipped) = board.find(text) else {
            return fail(Field::EnPassant, text, "not a square");
        };
        let owner = 1 - self.turn;
        let right = self.of_seat(owner).into_iter().find_map(|pawn| {
            let right = EnPassantRight { skipped, pawn };
            self.double_step(right).map(|(_, origin)| (right, origin))
        });
        match right {
            Some((right, origin))
                if self.piece_on(skipped).is_none() && self.piece_on(origin).is_none() =>
            {
                if self.can_capture_on(skipped, 1 << self.turn) {
                    self.en_passant[owner as usize] = right;
                }
                Ok(())
            }
            _ => fail(Field::EnPassant, text, "no double step can have passed this square"),
        }
    }

    pub(super) fn read_en_passant(&mut self, text: &str) -> Result<()> {
        if text == "-" {
            return Ok(());
        }
        let variant = self.tables.variant;
        let n = variant.seats() as Seat;
        for token in text.split(',') {
            let cells = variant.board.split_name(token).and_then(|(skipped, rest)| {
                let (pawn, rest) = variant.board.split_name(rest)?;
                rest.is_empty().then_some(EnPassantRight { skipped, pawn })
            });
            let Some(right) = cells else {
                return fail(Field::EnPassant, token, "not a pair of cells");
            };
            let Some((owner, origin)) = self.double_step(right) else {
                return fail(Field::EnPassant, token, "no double step can have left this pair");
            };
            if owner == self.turn {
                return fail(Field::EnPassant, token, "the right ended when this turn began");
            }
            if self.en_passant_right(owner).is_some() {
                return fail(Field::EnPassant, token, "a player has one such right at most");
            }
            // Only players who have moved since can stand where the pawn came by.
            let turns_after = |seat: Seat| (seat + n - owner) % n;
            let moved_since = |seat: Seat| (1..turns_after(self.turn)).contains(&turns_after(seat));
            for cell in [right.skipped, origin] {
                if self.piece_on(cell).is_some_and(|p| !moved_since(p.seat())) {
                    let reason =
                        format!("the piece on {} stands in the way", variant.board.name(cell));
                    return fail(Field::EnPassant, token, reason);
                }
            }
            self.en_passant[owner as usize] = right;
        }
        self.check_moves_since(text)
    }

    /// Whoever has moved since a double step has done so once: there is one piece of theirs at most
    /// where the pawn came by, and none if that move was a double step to somewhere else.
    fn check_moves_since(&self, text: &str) -> Result<()> {
        for owner in 0..self.tables.variant.seats() as Seat {
            let Some(right) = self.en_passant_right(owner) else { continue };
            let Some((_, origin)) = self.double_step(right) else { continue };
            let there = [right.skipped, origin].map(|cell| (cell, self.piece_on(cell)));
            let moved_elsewhere = |&(cell, piece): &(Cell, Option<Piece>)| {
                let own = piece.and_then(|piece| self.en_passant_right(piece.seat()));
                own.is_some_and(|own| own.pawn != cell)
            };
            let both = there.map(|(_, piece)| piece.map(Piece::seat));
            let twice = both[0].is_some() && both[0] == both[1];
            if twice || there.iter().any(moved_elsewhere) {
                let name = self.tables.variant.board.name(right.skipped);
                let reason = format!("nobody had the moves to stand where the pawn passed {name}");
                return fail(Field::EnPassant, text, reason);
            }
        }
        Ok(())
    }

    pub(super) fn read_reserve(&mut self, text: &str) -> Result<()> {
        if text == "-" {
            return Ok(());
        }
        let tables = self.tables;
        if !tables.has_reserve {
            return fail(Field::Reserve, text, format!("{} has no reserve", tables.variant.id));
        }
        for token in text.split(',') {
            let piece = level_piece(tables.variant, token, Field::Reserve)?;
            let (seat, kind) = (piece.seat() as usize, piece.kind() as usize);
            if (tables.pawns | tables.royal) >> kind & 1 != 0 {
                return fail(Field::Reserve, token, "this piece never enters the reserve");
            }
            let count: &mut u8 = &mut self.reserve[seat][kind];
            match count.checked_add(1) {
                Some(more) => *count = more,
                None => return fail(Field::Reserve, token, "too many pieces of this kind"),
            }
        }
        Ok(())
    }
}
