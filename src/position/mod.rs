//! Positions: what stands where, whose turn it is, what may be played and what follows.
//!
//! Owns: the rules in motion. Invariants: a [`Position`] comes only from a validated string or
//! from a legal move on a position; pieces, their sets and the hash change together in
//! `Position::put` and `Position::take` and nowhere else; checkmates at the start of a turn
//! are resolved before anyone sees the position. Must not know: evaluation, search.

mod account;
mod attacks;
mod castling;
mod charge;
mod cycle;
mod enlighten;
mod game;
mod make;
mod movegen;
mod moves;
mod notation;
mod outcome;
mod perft;
mod reach;
mod reader;
mod safety;
mod screens;

pub use account::{Account, Manner};
pub use game::{AnyPosition, Game, GameError, MoveError, with_position};
pub use make::Observer;
pub use movegen::{MoveSink, Scope};
pub use moves::{Move, MoveFlag};
pub use outcome::{Outcome, Reason};
pub use reach::reach_on_empty_board;
pub use reader::{FenError, Field, full_fen, piece_token};
pub use screens::Threats;

use crate::geometry::{Cell, CellSet, GOLDEN};
use crate::variant::{Kind, MAX_KINDS, MAX_SEATS, Seat, Seats, Tables};

/// What stands on a cell: owner and kind in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece(u8);

impl Piece {
    /// What stands on an empty cell.
    pub(crate) const EMPTY: Piece = Piece(u8::MAX);

    /// A piece of a kind that belongs to a player.
    #[inline]
    #[must_use]
    pub fn new(seat: Seat, kind: Kind) -> Piece {
        Piece(seat << 6 | kind)
    }

    /// The owner.
    #[inline]
    #[must_use]
    pub fn seat(self) -> Seat {
        self.0 >> 6
    }

    /// The kind.
    #[inline]
    #[must_use]
    pub fn kind(self) -> Kind {
        self.0 & 63
    }
}

/// An open en passant right: the skipped cell and the cell the pawn stands on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EnPassantRight {
    /// The cell the pawn passed over.
    pub skipped: Cell,
    /// The cell the pawn went to.
    pub pawn: Cell,
}

/// A position of a game on a board of at most `64 * W` cells.
#[derive(Clone)]
pub struct Position<const W: usize> {
    tables: &'static Tables<W>,
    by_kind: [CellSet<W>; MAX_KINDS],
    by_seat: [CellSet<W>; MAX_SEATS],
    on_cells: [[Piece; 64]; W],
    /// Kinds of which a player has a piece on the board, a bit per kind.
    present: [u64; MAX_SEATS],
    hash: u64,
    kings: [Cell; MAX_SEATS],
    /// At most one open right per owner.
    en_passant: [EnPassantRight; MAX_SEATS],
    /// Where the piece stands that a player moved on their own last turn.
    last_moved: [Cell; MAX_SEATS],
    round: u32,
    clock: u16,
    turn: Seat,
    alive: Seats,
    castling: u8,
    passes: u8,
    /// The fallen in the order of falling, after the players missing when the position was read.
    fallen: [Seat; MAX_SEATS],
    fallen_count: u8,
    missing: u8,
    ended: Option<Reason>,
    reserve: [[u8; MAX_KINDS]; 2],
}

const NO_RIGHT: EnPassantRight = EnPassantRight { skipped: Cell::NONE, pawn: Cell::NONE };

/// The set bits of a mask, lowest first.
#[inline]
fn bits(mut mask: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let bit = mask.trailing_zeros() as u8;
            mask &= mask - 1;
            bit
        })
    })
}

/// A hash with the cells of a set mixed into it; the upper half of its bits is the better one.
#[inline]
fn mixed<const W: usize>(hash: u64, cells: &CellSet<W>) -> u64 {
    cells.0.iter().fold(hash, |hash, word| (hash.rotate_left(23) ^ word).wrapping_mul(GOLDEN))
}

impl<const W: usize> Position<W> {
    /// An empty board with nobody on it, from which a reader builds.
    fn empty(tables: &'static Tables<W>) -> Self {
        Position {
            tables,
            by_kind: [CellSet::EMPTY; MAX_KINDS],
            by_seat: [CellSet::EMPTY; MAX_SEATS],
            on_cells: [[Piece::EMPTY; 64]; W],
            present: [0; MAX_SEATS],
            hash: 0,
            kings: [Cell::NONE; MAX_SEATS],
            en_passant: [NO_RIGHT; MAX_SEATS],
            last_moved: [Cell::NONE; MAX_SEATS],
            round: 1,
            clock: 0,
            turn: 0,
            alive: 0,
            castling: 0,
            passes: 0,
            fallen: [0; MAX_SEATS],
            fallen_count: 0,
            missing: 0,
            ended: None,
            reserve: [[0; MAX_KINDS]; 2],
        }
    }

    /// The tables of the game.
    #[inline]
    #[must_use]
    pub fn tables(&self) -> &'static Tables<W> {
        self.tables
    }

    /// A hash of where the pawns stand.
    #[inline]
    #[must_use]
    pub fn pawn_hash(&self) -> u64 {
        let pawns = bits(self.tables.pawns);
        pawns.fold(0, |hash, kind| mixed(hash, &self.by_kind[kind as usize])) >> 32
    }

    /// Whether a player has more than pawns and Kings.
    #[inline]
    #[must_use]
    pub fn has_pieces(&self, seat: Seat) -> bool {
        self.present[seat as usize] & !(self.tables.pawns | self.tables.royal) != 0
    }

    /// The cells on which a player's pieces stand that are neither Pawns nor Kings.
    #[inline]
    #[must_use]
    pub fn pieces(&self, seat: Seat) -> CellSet<W> {
        let mut cells = self.by_seat[seat as usize];
        for kind in bits(self.present[seat as usize] & (self.tables.pawns | self.tables.royal)) {
            cells &= !self.by_kind[kind as usize];
        }
        cells
    }

    /// A hash of the cells on which a player's pieces stand that are neither Pawns nor Kings,
    /// whatever they are.
    #[inline]
    #[must_use]
    pub fn placement_hash(&self, seat: Seat) -> u64 {
        mixed(0, &self.pieces(seat)) >> 32
    }

    /// What stands on a cell.
    #[inline]
    #[must_use]
    pub fn piece_on(&self, cell: Cell) -> Option<Piece> {
        let piece = self.on_cells.as_flattened()[cell.index()];
        (piece != Piece::EMPTY).then_some(piece)
    }

    /// What stands on every cell, in their order; [`Piece::EMPTY`] on empty ones and beyond the last.
    #[inline]
    pub(crate) fn pieces_by_cell(&self) -> &[Piece] {
        self.on_cells.as_flattened()
    }

    /// The kind on a cell that is known to be occupied.
    #[inline]
    fn kind_on(&self, cell: Cell) -> Kind {
        self.on_cells.as_flattened()[cell.index()].kind()
    }

    /// All pieces.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> CellSet<W> {
        let s = &self.by_seat;
        if self.tables.variant.seats() == 2 { s[0] | s[1] } else { s[0] | s[1] | s[2] | s[3] }
    }

    /// A player's pieces.
    #[inline]
    #[must_use]
    pub fn of_seat(&self, seat: Seat) -> CellSet<W> {
        self.by_seat[seat as usize]
    }

    /// The cells with a player's pieces of a kind.
    #[inline]
    #[must_use]
    pub fn of_kind(&self, seat: Seat, kind: Kind) -> CellSet<W> {
        self.by_kind[kind as usize] & self.by_seat[seat as usize]
    }

    /// How many pieces of a kind a player has on the board.
    #[inline]
    #[must_use]
    pub fn count(&self, seat: Seat, kind: Kind) -> u16 {
        self.of_kind(seat, kind).count() as u16
    }

    /// The kinds of which a player has a piece on the board, among those of a mask with a bit per kind.
    #[inline]
    pub fn kinds_of(&self, seat: Seat, among: u64) -> impl Iterator<Item = Kind> {
        bits(self.present[seat as usize] & among)
    }

    /// How many captured pieces of a kind a player may promote to (`ninja`).
    #[inline]
    #[must_use]
    pub fn in_reserve(&self, seat: Seat, kind: Kind) -> u8 {
        self.reserve.get(seat as usize).map_or(0, |r| r[kind as usize])
    }

    /// Where a surviving player's King or Emperor stands.
    #[inline]
    #[must_use]
    pub fn king(&self, seat: Seat) -> Cell {
        self.kings[seat as usize]
    }

    /// The player to move.
    #[inline]
    #[must_use]
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// Whether a player is still in the game.
    #[inline]
    #[must_use]
    pub fn is_alive(&self, seat: Seat) -> bool {
        self.alive >> seat & 1 != 0
    }

    /// The surviving players.
    #[inline]
    #[must_use]
    pub fn alive(&self) -> Seats {
        self.alive
    }

    /// The number of surviving players.
    #[inline]
    #[must_use]
    pub fn survivors(&self) -> u32 {
        self.alive.count_ones()
    }

    /// The surviving enemies of a player.
    #[inline]
    #[must_use]
    pub fn living_enemies(&self, seat: Seat) -> Seats {
        self.tables.enemies(seat) & self.alive
    }

    /// A number that differs, but for chance, between positions that differ in placement, player
    /// to move, survivors, castling and en passant rights or reserve: what repetition compares.
    #[inline]
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Plies since the last capture, pawn move or elimination.
    #[inline]
    #[must_use]
    pub fn clock(&self) -> u16 {
        self.clock
    }

    /// The round, from 1.
    #[inline]
    #[must_use]
    pub fn round(&self) -> u32 {
        self.round
    }

    /// Why the game has ended, where a move ended it (games for two end by lack of moves, see
    /// [`Position::finished`]).
    #[inline]
    #[must_use]
    pub fn ended(&self) -> Option<Reason> {
        self.ended
    }

    /// Successive passes up to now.
    #[inline]
    #[must_use]
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// The open en passant right that a player's last double step left.
    #[must_use]
    pub fn en_passant_right(&self, seat: Seat) -> Option<EnPassantRight> {
        let right = self.en_passant[seat as usize];
        right.skipped.is_some().then_some(right)
    }

    /// All pieces of some players, and the kinds among them.
    #[inline]
    fn army(&self, seats: Seats) -> (CellSet<W>, u64) {
        let mut set = CellSet::EMPTY;
        let mut kinds = 0;
        for seat in 0..self.tables.variant.seats() {
            if seats >> seat & 1 != 0 {
                set |= self.by_seat[seat];
                kinds |= self.present[seat];
            }
        }
        (set, kinds)
    }

    /// Puts a piece on an empty cell.
    #[inline]
    fn put(&mut self, seat: Seat, kind: Kind, cell: Cell) {
        let (s, k) = (seat as usize, kind as usize);
        debug_assert!(self.piece_on(cell).is_none());
        self.by_kind[k].insert(cell);
        self.by_seat[s].insert(cell);
        self.on_cells.as_flattened_mut()[cell.index()] = Piece::new(seat, kind);
        self.present[s] |= 1 << k;
        self.hash ^= self.tables.keys.piece(seat, kind, cell);
        if self.tables.royal >> k & 1 != 0 {
            self.kings[s] = cell;
        }
    }

    /// Takes the piece off an occupied cell.
    #[inline]
    fn take(&mut self, cell: Cell) -> Piece {
        let piece = self.on_cells.as_flattened()[cell.index()];
        let (s, k) = (piece.seat() as usize, piece.kind() as usize);
        self.by_kind[k].remove(cell);
        self.by_seat[s].remove(cell);
        self.on_cells.as_flattened_mut()[cell.index()] = Piece::EMPTY;
        if !self.by_kind[k].intersects(&self.by_seat[s]) {
            self.present[s] &= !(1 << k);
        }
        self.hash ^= self.tables.keys.piece(piece.seat(), piece.kind(), cell);
        piece
    }

    /// The hash after a legal move that does nothing but put a piece where it goes and take what stands
    /// there; a guess for all others.
    #[inline]
    #[must_use]
    pub fn guessed_hash(&self, mv: Move) -> u64 {
        let keys = &self.tables.keys;
        let moved = |piece: Piece| {
            let (seat, kind) = (piece.seat(), piece.kind());
            keys.piece(seat, kind, mv.from()) ^ keys.piece(seat, kind, mv.to())
        };
        let taken = |piece: Piece| keys.piece(piece.seat(), piece.kind(), mv.to());
        self.hash
            ^ self.piece_on(mv.from()).map_or(0, moved)
            ^ self.piece_on(mv.to()).map_or(0, taken)
            ^ keys.turn(self.turn)
            ^ keys.turn(self.next_seat(self.turn))
    }

    /// The hash computed anew, for checking the incremental one.
    #[must_use]
    pub fn computed_hash(&self) -> u64 {
        let keys = &self.tables.keys;
        let mut hash = keys.turn(self.turn) ^ keys.castling(self.castling);
        for cell in self.occupied() {
            let piece = self.on_cells.as_flattened()[cell.index()];
            hash ^= keys.piece(piece.seat(), piece.kind(), cell);
        }
        for seat in bits(u64::from(self.alive)) {
            hash ^= keys.alive(seat);
        }
        for seat in 0..MAX_SEATS as Seat {
            if let Some(right) = self.en_passant_right(seat) {
                hash ^= keys.en_passant(seat, right.skipped);
            }
        }
        for (seat, reserve) in self.reserve.iter().enumerate() {
            for (kind, &count) in reserve.iter().enumerate() {
                hash ^= keys.reserve(seat as Seat, kind as Kind, count);
            }
        }
        hash
    }

    /// Opens, replaces or closes a player's en passant right.
    #[inline]
    fn set_en_passant(&mut self, seat: Seat, right: EnPassantRight) {
        let old = std::mem::replace(&mut self.en_passant[seat as usize], right);
        if old.skipped.is_some() {
            self.hash ^= self.tables.keys.en_passant(seat, old.skipped);
        }
        if right.skipped.is_some() {
            self.hash ^= self.tables.keys.en_passant(seat, right.skipped);
        }
    }

    #[inline]
    fn set_castling(&mut self, rights: u8) {
        if rights != self.castling {
            self.hash ^=
                self.tables.keys.castling(self.castling) ^ self.tables.keys.castling(rights);
            self.castling = rights;
        }
    }

    #[inline]
    fn set_turn(&mut self, seat: Seat) {
        self.hash ^= self.tables.keys.turn(self.turn) ^ self.tables.keys.turn(seat);
        self.turn = seat;
    }

    fn set_reserve(&mut self, seat: Seat, kind: Kind, count: u8) {
        let slot = &mut self.reserve[seat as usize][kind as usize];
        let keys = &self.tables.keys;
        self.hash ^= keys.reserve(seat, kind, *slot) ^ keys.reserve(seat, kind, count);
        *slot = count;
    }
}

#[cfg(test)]
mod tests {
    use super::Position;

    #[test]
    fn positions_are_as_large_as_they_are_said_to_be() {
        let sizes = [size_of::<Position<1>>(), size_of::<Position<4>>(), size_of::<Position<6>>()];
        assert_eq!(sizes, [600, 1848, 2680], "see ARCHITECTURE.md");
    }
}
