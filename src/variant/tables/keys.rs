//! Hash keys of positions.

use super::super::{Kind, Seat, Variant};
use super::MAX_KINDS;
use crate::geometry::Cell;
use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;

/// Random numbers from which the keys of everything that distinguishes two positions are made.
///
/// The key of a piece on a cell is a mixed product of a number for the piece and a number for
/// the cell: as good as a table of all pairs, and a hundred times smaller.
#[derive(Debug)]
pub struct Keys {
    pieces: Vec<u64>,
    cells: Vec<u64>,
    turn: [u64; 4],
    alive: [u64; 4],
    castling: [u64; 16],
    en_passant: u64,
    reserve: u64,
}

impl Keys {
    /// Keys for a game. The same on every machine and run.
    pub(super) fn new(variant: &Variant) -> Keys {
        let mut random = SplitMix64::seed_from_u64(0x5313_7276_68AF);
        let mut next = || random.next_u64();
        Keys {
            pieces: (0..4 * MAX_KINDS).map(|_| next() | 1).collect(),
            cells: (0..variant.board.len()).map(|_| next()).collect(),
            turn: std::array::from_fn(|_| next()),
            alive: std::array::from_fn(|_| next()),
            castling: std::array::from_fn(|_| next()),
            en_passant: next() | 1,
            reserve: next() | 1,
        }
    }

    #[inline]
    fn mix(a: u64, b: u64) -> u64 {
        let product = a.wrapping_mul(b);
        product ^ product >> 32
    }

    /// A piece on a cell.
    #[inline]
    #[must_use]
    pub fn piece(&self, seat: Seat, kind: Kind, cell: Cell) -> u64 {
        Self::mix(self.cells[cell.index()], self.pieces[seat as usize * MAX_KINDS + kind as usize])
    }

    /// The player to move.
    #[inline]
    #[must_use]
    pub fn turn(&self, seat: Seat) -> u64 {
        self.turn[seat as usize]
    }

    /// A surviving player.
    #[inline]
    #[must_use]
    pub fn alive(&self, seat: Seat) -> u64 {
        self.alive[seat as usize]
    }

    /// The castling rights.
    #[inline]
    #[must_use]
    pub fn castling(&self, rights: u8) -> u64 {
        self.castling[rights as usize]
    }

    /// An open en passant right of a player on a skipped cell.
    #[inline]
    #[must_use]
    pub fn en_passant(&self, owner: Seat, skipped: Cell) -> u64 {
        Self::mix(self.cells[skipped.index()], self.en_passant).rotate_left(u32::from(owner))
    }

    /// A number of pieces of a kind in a player's reserve.
    #[inline]
    #[must_use]
    pub fn reserve(&self, seat: Seat, kind: Kind, count: u8) -> u64 {
        let piece = self.pieces[seat as usize * MAX_KINDS + kind as usize];
        Self::mix(piece.rotate_left(u32::from(count)), self.reserve).wrapping_mul(u64::from(count))
    }
}
