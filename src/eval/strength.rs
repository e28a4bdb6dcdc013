//! The strength of every seat.

use super::Weights;
use super::network::{Network, Remembered, Sums};
use super::tapered::Tapered;
use super::terms::{self, Tally};
use crate::geometry::{Cell, CellSet};
use crate::position::{Move, MoveFlag, Observer, Piece, Position};
use crate::variant::{MAX_SEATS, Seat};

/// What is left of a lead without the force to win, as a divisor: enough to prefer more to less.
const HELPLESS: i32 = 16;

/// The sums of the placed and the owned terms, which follow the board by listening to it.
#[derive(Clone)]
pub struct Strength<'w> {
    weights: &'w Weights,
    placed: [Tapered; MAX_SEATS],
    owned: [Tapered; MAX_SEATS],
    /// Whose pieces were heard of since the owned terms were counted, a bit per seat.
    heard_of: u8,
    /// How much middle game the pieces on the board make.
    pieces: i32,
    /// The network and its sums, if there is one.
    judge: Option<(&'w Network, Sums)>,
}

/// What saves work when strengths of many related positions are brought up to date.
#[derive(Clone, Default)]
pub struct StrengthMemory(Remembered);

impl Observer for Strength<'_> {
    #[inline]
    fn put(&mut self, piece: Piece, cell: Cell) {
        self.placed[piece.seat() as usize] += self.weights.on_cell(piece, cell);
        self.heard_of |= 1 << piece.seat();
        self.pieces += self.weights.phase(piece.kind());
        if let Some((network, sums)) = &mut self.judge {
            sums.put(network, piece, cell);
        }
    }

    #[inline]
    fn take(&mut self, piece: Piece, cell: Cell) {
        self.placed[piece.seat() as usize] -= self.weights.on_cell(piece, cell);
        self.heard_of |= 1 << piece.seat();
        self.pieces -= self.weights.phase(piece.kind());
        if let Some((_, sums)) = &mut self.judge {
            sums.take(piece, cell);
        }
    }
}

impl<'w> Strength<'w> {
    /// The strengths in a position.
    #[must_use]
    pub fn of<const W: usize>(position: &Position<W>, weights: &'w Weights) -> Strength<'w> {
        let judge = weights.network().map(|network| (network, Sums::EMPTY));
        let mut strength = Strength {
            weights,
            placed: Default::default(),
            owned: Default::default(),
            heard_of: 0,
            pieces: 0,
            judge,
        };
        for cell in position.occupied() {
            if let Some(piece) = position.piece_on(cell) {
                strength.put(piece, cell);
            }
        }
        let begun = strength.clone();
        strength.settle(&begun, position, &mut StrengthMemory::default());
        strength
    }

    /// Becomes the strengths after a move that is about to be heard of, in a position with those
    /// `before` it, by the same weights. Not to be asked for anything until it is settled.
    #[inline]
    pub fn begin_after(&mut self, before: &Strength<'_>) {
        debug_assert!(std::ptr::eq(self.weights, before.weights), "other weights");
        (self.placed, self.pieces) = (before.placed, before.pieces);
        (self.owned, self.heard_of) = (before.owned, before.heard_of);
        if let (Some((_, sums)), Some((_, others))) = (&mut self.judge, &before.judge) {
            sums.begin_after(others);
        }
    }

    /// Brings up to date what could not be followed move by move, for a position that will be
    /// asked for often, from the strengths `before` what has been heard of. The memory is one
    /// that has served strengths by the same weights only.
    #[inline]
    pub fn settle<const W: usize>(
        &mut self,
        before: &Strength<'_>,
        position: &Position<W>,
        memory: &mut StrengthMemory,
    ) {
        if let (Some((network, sums)), Some((_, others))) = (&mut self.judge, &before.judge) {
            sums.settle(others, network, position, &mut memory.0);
        }
        self.owned = std::array::from_fn(|seat| self.owned(position, seat));
        self.heard_of = 0;
    }

    /// A seat's sum of the owned terms, counted again if it was heard of.
    #[inline]
    fn owned<const W: usize>(&self, position: &Position<W>, seat: usize) -> Tapered {
        if self.heard_of >> seat & 1 == 0 {
            return self.owned[seat];
        }
        let mut sum = Sum { weights: self.weights, seats: Default::default() };
        terms::tally_owned(position, seat as Seat, self.weights.sheet(), &mut sum);
        sum.seats[seat]
    }

    /// What the network makes of a position, as the player to move sees it, in hundredths of a
    /// pawn on the scale of [`super::share`]; none if the game is played without one, or what somebody
    /// has against a bare King is known to win, or not to.
    #[inline]
    pub(super) fn judged<const W: usize>(&self, position: &Position<W>) -> Option<i32> {
        let (network, sums) = self.judge.as_ref()?;
        let forces = &self.weights.survey().forces;
        let is_bare = |seat: Seat| position.of_seat(seat).count() == 1;
        let is_known = |seat: Seat| is_bare(1 - seat) && forces.is_known(position, seat);
        (!is_known(0) && !is_known(1)).then(|| sums.value(network, position))
    }

    /// The strength of every seat by the placed terms alone, in hundredths of a pawn.
    #[inline]
    pub(super) fn placed<const W: usize>(&self, position: &Position<W>) -> [i32; MAX_SEATS] {
        let phase = self.phase(position);
        self.placed.map(|sum| sum.at(phase))
    }

    /// The weights in use.
    #[must_use]
    pub fn weights(&self) -> &'w Weights {
        self.weights
    }

    /// The phase of a position that these strengths belong to, from 0 (the last endgame) to
    /// [`super::FULL_PHASE`].
    #[inline]
    #[must_use]
    pub fn phase<const W: usize>(&self, position: &Position<W>) -> i32 {
        self.weights.survey().phase_at(self.pieces, position.survivors())
    }

    /// How moves improve the mover's placement in a position that these strengths belong to.
    #[inline]
    #[must_use]
    pub fn placement<'p, const W: usize>(&self, position: &'p Position<W>) -> Placement<'p, W>
    where
        'w: 'p,
    {
        Placement { position, weights: self.weights, phase: self.phase(position) }
    }

    /// The strength of every seat by all terms, in hundredths of a pawn, in the position that the
    /// sums belong to; 0 for the fallen.
    #[inline]
    #[must_use]
    pub fn seats<const W: usize>(&self, position: &Position<W>) -> [i32; MAX_SEATS] {
        let seats = std::array::from_fn(|seat| self.placed[seat] + self.owned(position, seat));
        let mut sum = Sum { weights: self.weights, seats };
        terms::tally(position, self.weights.sheet(), &mut sum);
        let phase = self.phase(position);
        let value = |seat: usize| {
            if position.is_alive(seat as Seat) { sum.seats[seat].at(phase) } else { 0 }
        };
        std::array::from_fn(value)
    }

    /// The strengths of [`Strength::seats`] as far as games can be won with them: who could not even
    /// checkmate a bare King is hardly ahead of the weakest opponent.
    #[inline]
    #[must_use]
    pub fn prospects<const W: usize>(&self, position: &Position<W>) -> [i32; MAX_SEATS] {
        let strengths = self.seats(position);
        let forces = &self.weights.survey().forces;
        let living = |seat: &usize| position.is_alive(*seat as Seat);
        let mut seats = strengths;
        for seat in (0..MAX_SEATS).filter(living) {
            if forces.is_helpless(position, seat as Seat) {
                let others = (0..MAX_SEATS).filter(living).filter(|&other| other != seat);
                let least = others.map(|other| strengths[other]).min().unwrap_or(0);
                let lead = (strengths[seat] - least).max(0);
                seats[seat] -= lead - lead / HELPLESS;
            }
        }
        seats
    }
}

/// How moves improve the mover's placement in one position.
pub struct Placement<'p, const W: usize> {
    position: &'p Position<W>,
    weights: &'p Weights,
    phase: i32,
}

impl<const W: usize> Placement<'_, W> {
    /// How much a move improves the mover's own placement by the placed terms, captures aside, in
    /// hundredths of a pawn.
    #[inline]
    #[must_use]
    pub fn improvement(&self, mv: Move) -> i32 {
        if matches!(mv.flag(), MoveFlag::Charge | MoveFlag::Castle) || mv == Move::PASS {
            return 0;
        }
        let Some(piece) = self.position.piece_on(mv.from()) else { return 0 };
        let becomes = mv.promotion().map_or(piece, |kind| Piece::new(piece.seat(), kind));
        let mut change = self.weights.on_cell(becomes, mv.to());
        change -= self.weights.on_cell(piece, mv.from());
        change.at(self.phase)
    }

    /// The same for ordinary moves from one cell to those of a set.
    #[inline]
    pub fn improvements(
        &self,
        from: Cell,
        targets: CellSet<W>,
    ) -> impl Iterator<Item = (Cell, i32)> {
        let piece = self.position.piece_on(from);
        let worth = piece.map_or(&[][..], |piece| self.weights.on_cells(piece));
        targets.into_iter().map(move |to| {
            let change = worth.get(to.index()).zip(worth.get(from.index()));
            (to, change.map_or(0, |(&there, &here)| (there - here).at(self.phase)))
        })
    }
}

/// Adds weights up.
struct Sum<'w> {
    weights: &'w Weights,
    seats: [Tapered; MAX_SEATS],
}

impl Tally for Sum<'_> {
    #[inline]
    fn add(&mut self, seat: Seat, weight: usize, times: i32) {
        self.seats[seat as usize] += self.weights.tapered(weight) * times;
    }

    #[inline]
    fn matters(&self, weight: usize) -> bool {
        self.weights.values()[weight] != [0.0; 2]
    }

    #[inline]
    fn looks_at_attacks(&self) -> bool {
        self.weights.looks_at_attacks()
    }
}
