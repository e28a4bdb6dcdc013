//! The sums of both views, which follow the board.

use super::{HIDDEN, Layer, Network};
use crate::geometry::Cell;
use crate::position::{Piece, Position};
use crate::variant::Seat;

/// The hidden layer of either player's view.
#[derive(Clone)]
#[repr(align(64))]
pub(in super::super) struct Sums {
    views: [Layer; 2],
    /// Whether either player's view is reflected.
    reflected: [bool; 2],
    /// Views whose King has changed halves; they are made afresh when they are needed.
    stale: [bool; 2],
}

impl Sums {
    /// The sums of a board without pieces; to be settled before use.
    pub(in super::super) const EMPTY: Sums =
        Sums { views: [[0; HIDDEN]; 2], reflected: [false; 2], stale: [true; 2] };

    /// A piece comes onto the board.
    #[inline]
    pub(in super::super) fn put(&mut self, net: &Network, piece: Piece, cell: Cell) {
        let owner = piece.seat() as usize;
        if net.royal >> piece.kind() & 1 != 0 && net.views.reflects(cell) != self.reflected[owner] {
            self.stale[owner] = true;
        }
        self.change(net, piece, cell, |sum, weight| *sum += weight);
    }

    /// A piece leaves the board.
    #[inline]
    pub(in super::super) fn take(&mut self, net: &Network, piece: Piece, cell: Cell) {
        self.change(net, piece, cell, |sum, weight| *sum -= weight);
    }

    #[inline]
    fn change(&mut self, net: &Network, piece: Piece, cell: Cell, f: impl Fn(&mut i16, i16)) {
        for viewer in 0..2 {
            if self.stale[viewer] {
                continue;
            }
            let feature = net.views.feature(piece, cell, viewer as Seat, self.reflected[viewer]);
            let weights = &net.parameters.features[feature];
            for (sum, &weight) in self.views[viewer].iter_mut().zip(weights) {
                f(sum, weight);
            }
        }
    }

    /// Makes stale views afresh.
    #[inline]
    pub(in super::super) fn settle<const W: usize>(&mut self, net: &Network, board: &Position<W>) {
        for viewer in 0..2 {
            if self.stale[viewer] {
                self.make(net, board, viewer);
            }
        }
    }

    #[cold]
    fn make<const W: usize>(&mut self, net: &Network, board: &Position<W>, viewer: usize) {
        let reflected = net.views.reflects(board.king(viewer as Seat));
        self.reflected[viewer] = reflected;
        self.stale[viewer] = false;
        let mut sums = net.parameters.bias;
        for cell in board.occupied() {
            let Some(piece) = board.piece_on(cell) else { continue };
            let feature = net.views.feature(piece, cell, viewer as Seat, reflected);
            for (sum, &weight) in sums.iter_mut().zip(&net.parameters.features[feature]) {
                *sum += weight;
            }
        }
        self.views[viewer] = sums;
    }

    /// What the network makes of a position, as the player to move sees it.
    #[inline]
    pub(in super::super) fn value<const W: usize>(
        &self,
        net: &Network,
        board: &Position<W>,
    ) -> i32 {
        if self.stale[0] || self.stale[1] {
            let mut settled = self.clone();
            settled.settle(net, board);
            return settled.value(net, board);
        }
        let (own, other) = (board.turn() as usize, 1 - board.turn() as usize);
        let pieces = board.occupied().count() as usize;
        net.value([&self.views[own], &self.views[other]], pieces)
    }
}
