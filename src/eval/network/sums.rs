//! The sums of both views, which follow the board.

use super::{MOST_HIDDEN, Network, Standpoint};
use crate::geometry::Cell;
use crate::position::{Piece, Position};
use crate::variant::Seat;

/// The most changes of the board that wait to be summed; more make the views stale.
const WAITING: usize = 8;

/// The hidden layer of either player's view.
///
/// Changes of the board wait in a list until the sums are settled: then all of them are taken
/// into account in one pass over the memory.
// The views come first, so that they begin with cache lines.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(in super::super) struct Sums {
    /// Numbers beyond those that the network has are not used.
    views: [[i16; MOST_HIDDEN]; 2],
    /// Either player's standpoint.
    standpoints: [Standpoint; 2],
    /// Views whose standpoint has changed; they are made afresh when they are needed.
    stale: [bool; 2],
    put: Waiting,
    taken: Waiting,
}

/// Pieces that came onto the board, or left it, since the sums were settled.
#[derive(Clone, Copy)]
struct Waiting {
    len: u8,
    list: [Option<(Piece, Cell)>; WAITING],
}

impl Waiting {
    const NONE: Waiting = Waiting { len: 0, list: [None; WAITING] };

    /// Adds a change, if there is room.
    #[inline]
    fn push(&mut self, piece: Piece, cell: Cell) -> bool {
        let Some(slot) = self.list.get_mut(self.len as usize) else { return false };
        *slot = Some((piece, cell));
        self.len += 1;
        true
    }

    /// The changes.
    #[inline]
    fn iter(&self) -> impl Iterator<Item = (Piece, Cell)> {
        self.list[..self.len as usize].iter().flatten().copied()
    }
}

/// The sums that views had when they were last made, by viewer and standpoint, and the board that they
/// are of: when a King comes back to a zone, little more than what has changed since need be summed.
/// Belongs to one network. (Known among engine authors as Finny tables, from Koivisto.)
#[derive(Clone, Default)]
pub(in super::super) struct Remembered {
    views: [Vec<RememberedView>; 2],
}

#[derive(Clone)]
#[repr(C, align(64))]
struct RememberedView {
    sums: [i16; MOST_HIDDEN],
    from: Standpoint,
    pieces: Vec<Piece>,
}

impl Remembered {
    /// The view from a standpoint; that of an empty board if there has been none.
    fn view(&mut self, net: &Network, viewer: usize, from: Standpoint) -> &mut RememberedView {
        let views = &mut self.views[viewer];
        let known = views.iter().position(|view| view.from == from);
        let index = known.unwrap_or_else(|| {
            let mut sums = [0; MOST_HIDDEN];
            sums[..net.hidden()].copy_from_slice(&net.parameters.bias);
            views.push(RememberedView { from, sums, pieces: Vec::new() });
            views.len() - 1
        });
        &mut views[index]
    }
}

impl RememberedView {
    /// Brings the sums up to date with a board.
    fn follow(&mut self, net: &Network, board: &[Piece], viewer: usize) {
        self.pieces.resize(board.len(), Piece::EMPTY);
        let sums = &mut self.sums[..net.hidden()];
        for (cell, (before, &now)) in self.pieces.iter_mut().zip(board).enumerate() {
            if *before == now {
                continue;
            }
            let weights = |piece| {
                let feature = net.views.feature(piece, Cell::new(cell), viewer as Seat, self.from);
                net.feature(feature)
            };
            if *before != Piece::EMPTY {
                subtract(sums, weights(*before));
            }
            if now != Piece::EMPTY {
                add(sums, weights(now));
            }
            *before = now;
        }
    }
}

impl Sums {
    /// The sums of a board without pieces; to be settled before use.
    pub(in super::super) const EMPTY: Sums = Sums {
        views: [[0; MOST_HIDDEN]; 2],
        standpoints: [Standpoint::FIRST; 2],
        stale: [true; 2],
        put: Waiting::NONE,
        taken: Waiting::NONE,
    };

    /// A piece comes onto the board.
    #[inline]
    pub(in super::super) fn put(&mut self, net: &Network, piece: Piece, cell: Cell) {
        let owner = piece.seat() as usize;
        if net.royal >> piece.kind() & 1 != 0
            && net.views.standpoint(piece.seat(), cell) != self.standpoints[owner]
        {
            self.stale[owner] = true;
        }
        if !self.put.push(piece, cell) {
            self.stale = [true; 2];
        }
    }

    /// A piece leaves the board.
    #[inline]
    pub(in super::super) fn take(&mut self, piece: Piece, cell: Cell) {
        if !self.taken.push(piece, cell) {
            self.stale = [true; 2];
        }
    }

    /// Whether the sums are those of the board.
    fn is_settled(&self) -> bool {
        self.put.len == 0 && self.taken.len == 0 && self.stale == [false; 2]
    }

    /// Takes over what is known of the sums before a move, but for the sums themselves.
    #[inline]
    pub(in super::super) fn begin_after(&mut self, before: &Sums) {
        (self.standpoints, self.stale) = (before.standpoints, before.stale);
        (self.put, self.taken) = (before.put, before.taken);
    }

    /// Brings the sums up to date with the board, from those `before` the changes that wait.
    #[inline]
    pub(in super::super) fn settle<const W: usize>(
        &mut self,
        before: &Sums,
        net: &Network,
        board: &Position<W>,
        remembered: &mut Remembered,
    ) {
        for viewer in 0..2 {
            if self.stale[viewer] {
                self.make(net, board, viewer, remembered);
            } else {
                self.follow(&before.views[viewer], net, viewer);
            }
        }
        (self.put.len, self.taken.len) = (0, 0);
    }

    /// Takes the changes that wait into account.
    #[inline]
    fn follow(&mut self, before: &[i16; MOST_HIDDEN], net: &Network, viewer: usize) {
        let weights = |(piece, cell)| {
            let from = self.standpoints[viewer];
            net.feature(net.views.feature(piece, cell, viewer as Seat, from))
        };
        let (mut put, mut taken) = (self.put.iter().map(weights), self.taken.iter().map(weights));
        let hidden = net.hidden();
        let (sums, before) = (&mut self.views[viewer][..hidden], &before[..hidden]);
        // Most moves take one piece and put it elsewhere, or take two.
        match (put.next(), taken.next(), taken.next()) {
            (Some(put), Some(first), Some(second)) => {
                let taken = first.iter().zip(second);
                // As [`add`] and [`subtract`].
                for (((sum, before), put), (first, second)) in
                    sums.iter_mut().zip(before).zip(put).zip(taken)
                {
                    *sum = before.wrapping_add(*put).wrapping_sub(*first).wrapping_sub(*second);
                }
            }
            (Some(put), Some(taken), None) => {
                for (((sum, before), put), taken) in sums.iter_mut().zip(before).zip(put).zip(taken)
                {
                    *sum = before.wrapping_add(*put).wrapping_sub(*taken);
                }
            }
            (first_put, first, second) => {
                sums.copy_from_slice(before);
                first_put.into_iter().for_each(|weights| add(sums, weights));
                first.into_iter().chain(second).for_each(|weights| subtract(sums, weights));
            }
        }
        put.for_each(|weights| add(sums, weights));
        taken.for_each(|weights| subtract(sums, weights));
    }

    /// Makes a view from what is remembered of its standpoint.
    #[cold]
    fn make<const W: usize>(
        &mut self,
        net: &Network,
        board: &Position<W>,
        viewer: usize,
        remembered: &mut Remembered,
    ) {
        let from = net.views.standpoint(viewer as Seat, board.king(viewer as Seat));
        self.standpoints[viewer] = from;
        self.stale[viewer] = false;
        let view = remembered.view(net, viewer, from);
        view.follow(net, board.pieces_by_cell(), viewer);
        self.views[viewer] = view.sums;
    }

    /// What the network makes of a position, as the player to move sees it.
    #[inline]
    pub(in super::super) fn value<const W: usize>(
        &self,
        net: &Network,
        board: &Position<W>,
    ) -> i32 {
        if !self.is_settled() {
            let mut settled = *self;
            settled.settle(self, net, board, &mut Remembered::default());
            return settled.value(net, board);
        }
        let (own, other) = (board.turn() as usize, 1 - board.turn() as usize);
        let pieces = board.occupied().count();
        let hidden = net.hidden();
        net.value([&self.views[own][..hidden], &self.views[other][..hidden]], pieces)
    }
}

/// Adds weights. On the way from one board to another sums may be too great for their numbers: only
/// what they come to must not be.
#[inline]
fn add(sums: &mut [i16], weights: &[i16]) {
    sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
}

/// Takes weights away, as [`add`] adds them.
#[inline]
fn subtract(sums: &mut [i16], weights: &[i16]) {
    sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum = sum.wrapping_sub(*weight));
}
