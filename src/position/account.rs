//! What a move does and what a piece sees, told to somebody who does not know the rules.

use super::{Move, MoveFlag, Position, bits};
use crate::geometry::{Cell, CellSet};
use crate::variant::Kind;

/// What sets a move apart from going to a cell and taking what stands there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// Nothing.
    Plain,
    /// A pawn's double step.
    Double,
    /// A capture on the cell that a pawn skipped.
    EnPassant,
    /// Castling.
    Castle,
    /// A pass.
    Pass,
    /// An Elephant charge.
    Charge,
    /// A move that only a Guru makes possible.
    Enlightened,
}

impl Manner {
    /// The word that the protocol uses.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Manner::Plain => "plain",
            Manner::Double => "double",
            Manner::EnPassant => "en-passant",
            Manner::Castle => "castle",
            Manner::Pass => "pass",
            Manner::Charge => "charge",
            Manner::Enlightened => "enlightened",
        }
    }
}

/// Everything that a legal move changes on the board by itself; who falls in consequence is not
/// part of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// How it is special.
    pub manner: Manner,
    /// Origin and target of every piece that moves, in order; none for a pass.
    pub leaps: Vec<(Cell, Cell)>,
    /// The cells of the pieces it takes.
    pub takes: Vec<Cell>,
    /// What a pawn becomes.
    pub becomes: Option<Kind>,
}

impl<const W: usize> Position<W> {
    /// What a legal move does.
    #[must_use]
    pub fn account(&self, mv: Move) -> Account {
        if mv == Move::PASS {
            let (leaps, takes) = (Vec::new(), Vec::new());
            return Account { manner: Manner::Pass, leaps, takes, becomes: None };
        }
        let (from, to) = (mv.from(), mv.to());
        let mut leaps = vec![(from, to)];
        let mut takes = Vec::new();
        let manner = match mv.flag() {
            MoveFlag::Charge => {
                leaps = self.charge_leaps(mv);
                // A leap onto a cell that an earlier one entered has nothing left to take.
                for &(_, to) in &leaps {
                    let enemy = self.piece_on(to).is_some_and(|piece| piece.seat() != self.turn);
                    if enemy && !takes.contains(&to) {
                        takes.push(to);
                    }
                }
                Manner::Charge
            }
            MoveFlag::Castle => {
                let mut castles = self.tables.castles.iter().map(|castle| &castle.spec);
                let ours = castles.find(|c| c.seat == self.turn && c.king == (from, to));
                leaps.extend(ours.map(|castle| castle.rook));
                Manner::Castle
            }
            MoveFlag::EnPassant => {
                takes.extend(self.en_passant_victims(self.turn, to));
                Manner::EnPassant
            }
            flag => {
                takes.extend(self.piece_on(to).map(|_| to));
                match flag {
                    MoveFlag::Double => Manner::Double,
                    _ if takes.is_empty() && self.is_enlightened(from, to) => Manner::Enlightened,
                    _ => Manner::Plain,
                }
            }
        };
        let becomes = mv.promotion().or_else(|| {
            let pawn = self.tables.kinds[self.kind_on(from) as usize].pawn.as_ref()?;
            *pawn.fixed.get(to.index())?
        });
        Account { manner, leaps, takes, becomes }
    }

    /// Whether a piece reaches an empty cell by the help of a Guru alone.
    fn is_enlightened(&self, from: Cell, to: Cell) -> bool {
        let kind = self.kind_on(from);
        self.tables.guru.is_some()
            && self.tables.pawns >> kind & 1 == 0
            && !self.tables.kinds[kind as usize].attacks(from, &self.occupied()).contains(to)
    }

    /// Where the piece on a cell could go if its owner were to move, without asking whether that
    /// would leave a King in check: empty cells, and cells with an enemy it attacks. Castling,
    /// charges and captures en passant are left out; `None` if the cell is empty.
    #[must_use]
    pub fn sight(&self, cell: Cell) -> Option<(Vec<Cell>, Vec<Cell>)> {
        let piece = self.piece_on(cell)?;
        let (kind, seat) = (piece.kind(), piece.seat());
        let occupied = self.occupied();
        let table = &self.tables.kinds[kind as usize];
        let (mut goes, captures) = self.tables.reach(kind, cell, &occupied);
        if let Some(pawn) = &table.pawn {
            goes = CellSet::EMPTY;
            let steps = &pawn.steps[cell.index()];
            for &(one, two) in &steps.steps[..steps.count as usize] {
                if !occupied.contains(one) {
                    goes.insert(one);
                    if two.is_some() {
                        goes.insert(two);
                    }
                }
            }
        } else if let Some(guru) = &self.tables.guru {
            goes |= self.enlightened(guru, kind, cell, &self.gurus(seat), &occupied);
        }
        let enemies = bits(u64::from(self.living_enemies(seat)))
            .fold(CellSet::EMPTY, |all: CellSet<W>, enemy| all | self.of_seat(enemy));
        let (empty, taken) = (goes & !occupied & self.tables.all, captures & enemies);
        Some((empty.into_iter().collect(), taken.into_iter().collect()))
    }
}
