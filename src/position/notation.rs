//! Positions and moves as text.

use super::{Move, MoveFlag, Piece, Position, bits};
use crate::geometry::{Board, Cell};
use crate::variant::{Notation, Seat};
use std::fmt::Write;

impl<const W: usize> Position<W> {
    /// The token of a piece in position strings: `wD`, `rPy`; in FEN a letter.
    #[must_use]
    pub fn piece_token(&self, piece: Piece) -> String {
        let variant = self.tables.variant;
        let spec = &variant.pieces[piece.kind() as usize];
        if variant.rules.notation == Notation::Fen {
            return if piece.seat() == 0 {
                spec.symbol.to_string()
            } else {
                spec.symbol.to_lowercase()
            };
        }
        let mut token = format!("{}{}", variant.letter(piece.seat()), spec.symbol);
        if let Some(heading) = spec.heading.filter(|&h| h != piece.seat()) {
            token.push(variant.letter(heading));
        }
        token
    }

    /// All legal moves with their texts, in byte order of these.
    #[must_use]
    pub fn moves_by_text(&self) -> Vec<(String, Move)> {
        let moves = self.legal_moves().into_iter();
        let mut moves: Vec<(String, Move)> = moves.map(|mv| (self.move_text(mv), mv)).collect();
        moves.sort_by(|a, b| a.0.cmp(&b.0));
        moves
    }

    /// The canonical position string.
    #[must_use]
    pub fn fen(&self) -> String {
        let variant = self.tables.variant;
        let letter = |seat: Seat| variant.letter(seat);
        if variant.rules.notation == Notation::Fen {
            return format!(
                "{} {} {} {} {} {}",
                self.placement(""),
                letter(self.turn),
                self.castling_field(),
                self.en_passant_fen_field(),
                self.clock,
                self.round
            );
        }
        let players: String = bits(u64::from(self.alive)).map(letter).collect();
        format!(
            "{} {} {} {} {} {} {}",
            self.placement(","),
            letter(self.turn),
            players,
            self.en_passant_field(),
            self.reserve_field(),
            self.clock,
            self.round
        )
    }

    fn placement(&self, separator: &str) -> String {
        let token = |cell| self.piece_on(cell).map(|piece| self.piece_token(piece));
        self.board().placement(separator, token)
    }

    fn castling_field(&self) -> String {
        let castles = self.tables.castles.iter().enumerate();
        let letters: String = castles
            .filter(|(i, _)| self.castling >> i & 1 != 0)
            .map(|(_, castle)| castle.spec.letter)
            .collect();
        if letters.is_empty() { "-".to_string() } else { letters }
    }

    fn en_passant_fen_field(&self) -> &str {
        (0..2)
            .find_map(|seat| self.en_passant_right(seat))
            .map_or("-", |right| self.board().name(right.skipped))
    }

    fn en_passant_field(&self) -> String {
        let mut rights: Vec<_> = (0..4).filter_map(|s| self.en_passant_right(s)).collect();
        rights.sort_by_key(|r| (r.skipped, r.pawn));
        let name = |cell| self.board().name(cell);
        let pairs: Vec<String> =
            rights.iter().map(|r| format!("{}{}", name(r.skipped), name(r.pawn))).collect();
        if pairs.is_empty() { "-".to_string() } else { pairs.join(",") }
    }

    fn reserve_field(&self) -> String {
        let mut tokens = Vec::new();
        for (seat, reserve) in self.reserve.iter().enumerate() {
            for (kind, &count) in reserve.iter().enumerate() {
                let piece = Piece::new(seat as Seat, kind as u8);
                for _ in 0..count {
                    tokens.push(self.piece_token(piece));
                }
            }
        }
        if tokens.is_empty() { "-".to_string() } else { tokens.join(",") }
    }

    fn board(&self) -> &'static Board {
        &self.tables.variant.board
    }

    /// A move as text.
    #[must_use]
    pub fn move_text(&self, mv: Move) -> String {
        if mv == Move::NONE || mv == Move::PASS {
            return "0000".to_string();
        }
        let name = |cell| self.board().name(cell);
        if mv.flag() == MoveFlag::Charge {
            let leaps = self.charge_leaps(mv);
            let texts: Vec<String> =
                leaps.iter().map(|&(a, b)| format!("{}{}", name(a), name(b))).collect();
            return texts.join(",");
        }
        let mut text = format!("{}{}", name(mv.from()), name(mv.to()));
        if let Some(kind) = mv.promotion() {
            let symbol = self.tables.variant.pieces[kind as usize].symbol;
            if self.tables.variant.rules.notation == Notation::Fen {
                text.push_str(&symbol.to_lowercase());
            } else {
                let _ = write!(text, "={symbol}");
            }
        }
        text
    }

    /// The legal move that a text means: exactly, else if it is the only one but for upper and
    /// lower case, else as a sequence of leaps.
    #[must_use]
    pub fn find_move(&self, text: &str) -> Option<Move> {
        let moves = self.legal_moves();
        let texts: Vec<String> = moves.iter().map(|&mv| self.move_text(mv)).collect();
        if let Some(i) = texts.iter().position(|t| t == text) {
            return Some(moves[i]);
        }
        let mut alike = (0..moves.len()).filter(|&i| texts[i].eq_ignore_ascii_case(text));
        if let (Some(i), None) = (alike.next(), alike.next()) {
            return Some(moves[i]);
        }
        let leaps: Option<Vec<(Cell, Cell)>> = text
            .to_ascii_lowercase()
            .split(',')
            .map(|leap| {
                let (from, rest) = self.board().split_name(leap)?;
                let (to, rest) = self.board().split_name(rest)?;
                rest.is_empty().then_some((from, to))
            })
            .collect();
        self.charge_from_leaps(&leaps?)
    }
}
