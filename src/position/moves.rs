//! Moves as small values.

use crate::geometry::{Cell, GOLDEN};
use crate::variant::Kind;

/// What a move does besides going from one cell to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveFlag {
    /// Nothing more.
    Plain = 0,
    /// A pawn's double step, which opens an en passant right.
    Double = 1,
    /// A capture on the cell that a pawn skipped.
    EnPassant = 2,
    /// Castling, as the King's move.
    Castle = 3,
    /// A pass.
    Pass = 4,
    /// An Elephant charge of two to four leaps.
    Charge = 5,
}

/// A move: origin, target, promotion and a flag in the lower 27 bits. The leaps of a charge
/// after the first stand in the upper bits, ten bits each; all other moves leave those zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u64);

const CELL_BITS: u32 = 9;
const CELL_MASK: u64 = (1 << CELL_BITS) - 1;
const NO_KIND: u64 = 63;
const FLAG_SHIFT: u32 = 24;
const LEAP_SHIFT: u32 = 27;
const LEAP_BITS: u32 = 10;

/// The most leaps of a charge that a move can hold.
pub const MAX_LEAPS: usize = 4;

impl Move {
    /// Stands for "no move" in tables: origin and target are the same cell.
    pub const NONE: Move = Move(NO_KIND << 18);

    /// The pass.
    pub const PASS: Move = Move((MoveFlag::Pass as u64) << FLAG_SHIFT | NO_KIND << 18);

    #[inline]
    fn build(from: Cell, to: Cell, kind: u64, flag: MoveFlag) -> Move {
        Move(
            from.index() as u64
                | (to.index() as u64) << CELL_BITS
                | kind << 18
                | (flag as u64) << FLAG_SHIFT,
        )
    }

    /// An ordinary move.
    #[inline]
    #[must_use]
    pub fn new(from: Cell, to: Cell) -> Move {
        Self::build(from, to, NO_KIND, MoveFlag::Plain)
    }

    /// A move with a flag.
    #[inline]
    #[must_use]
    pub fn flagged(from: Cell, to: Cell, flag: MoveFlag) -> Move {
        Self::build(from, to, NO_KIND, flag)
    }

    /// The same move with a promotion by choice.
    #[inline]
    #[must_use]
    pub fn promoting(self, kind: Kind) -> Move {
        Move(self.0 & !(NO_KIND << 18) | u64::from(kind) << 18)
    }

    /// A charge of two to `MAX_LEAPS` leaps, each given as origin and target. Every leap goes
    /// two files and two ranks within a level, so direction bits tell its target.
    ///
    /// # Panics
    /// If there are more leaps than a move can hold.
    #[must_use]
    pub fn charge(leaps: &[(Cell, Cell)], direction: impl Fn(Cell, Cell) -> u8) -> Move {
        assert!((2..=MAX_LEAPS).contains(&leaps.len()), "a charge has two to four leaps");
        let mut bits = Self::flagged(leaps[0].0, leaps[0].1, MoveFlag::Charge).0;
        for (i, &(from, to)) in leaps[1..].iter().enumerate() {
            let leap = from.index() as u64 | u64::from(direction(from, to)) << 8;
            bits |= leap << (LEAP_SHIFT + LEAP_BITS * i as u32);
        }
        Move(bits | (leaps.len() as u64) << 60)
    }

    /// The origin; of a charge, that of its first leap.
    #[inline]
    #[must_use]
    pub fn from(self) -> Cell {
        Cell::new((self.0 & CELL_MASK) as usize)
    }

    /// The target; of a charge, that of its first leap.
    #[inline]
    #[must_use]
    pub fn to(self) -> Cell {
        Cell::new((self.0 >> CELL_BITS & CELL_MASK) as usize)
    }

    /// The kind chosen for a promotion.
    #[inline]
    #[must_use]
    pub fn promotion(self) -> Option<Kind> {
        let kind = self.0 >> 18 & 63;
        (kind != NO_KIND).then_some(kind as Kind)
    }

    /// The flag.
    #[inline]
    #[must_use]
    pub fn flag(self) -> MoveFlag {
        match self.0 >> FLAG_SHIFT & 7 {
            0 => MoveFlag::Plain,
            1 => MoveFlag::Double,
            2 => MoveFlag::EnPassant,
            3 => MoveFlag::Castle,
            4 => MoveFlag::Pass,
            _ => MoveFlag::Charge,
        }
    }

    /// The leaps of a charge after the first: origin and direction of each.
    pub fn further_leaps(self) -> impl Iterator<Item = (Cell, u8)> {
        let count = (self.0 >> 60) as u32;
        (0..count.saturating_sub(1)).map(move |i| {
            let leap = self.0 >> (LEAP_SHIFT + LEAP_BITS * i);
            (Cell::new((leap & 255) as usize), (leap >> 8 & 3) as u8)
        })
    }

    /// The move in 32 bits, to be recognised among the moves of its position: exact but for
    /// charges, of whose further leaps five bits are kept. No move is 0.
    #[inline]
    #[must_use]
    pub fn compact(self) -> u32 {
        let low = self.0 as u32 & ((1 << LEAP_SHIFT) - 1);
        let further = self.0 >> LEAP_SHIFT;
        if further == 0 {
            return low;
        }
        low | ((further.wrapping_mul(GOLDEN) >> 59) as u32) << LEAP_SHIFT
    }

    /// The move that a compact form tells whole; none for charges.
    #[inline]
    #[must_use]
    pub fn from_compact(compact: u32) -> Option<Move> {
        let mv = Move(compact.into());
        (compact != 0 && mv.flag() != MoveFlag::Charge).then_some(mv)
    }
}
