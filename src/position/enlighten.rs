//! Enlightened moves: those that only a Guru makes possible (`guru`, `guru-teams`).

use super::Position;
use crate::geometry::{Cell, CellSet};
use crate::variant::{GuruTable, Kind, Seat};

impl<const W: usize> Position<W> {
    /// The Gurus of a player: none in games without them.
    #[inline]
    #[must_use]
    pub fn gurus(&self, seat: Seat) -> CellSet<W> {
        let Some(guru) = &self.tables.guru else { return CellSet::EMPTY };
        let all = guru.gurus.iter();
        let all = all.fold(CellSet::EMPTY, |all, &kind| all | self.by_kind[kind as usize]);
        all & self.by_seat[seat as usize]
    }

    /// Where a piece may go by an Enlightened move: for each of the `gurus` of its owner that it
    /// stands one of its own usual moves away from, the other cells that the same move of the same
    /// length leads to from that Guru. Occupied cells are not taken out.
    #[inline]
    pub(super) fn enlightened(
        &self,
        guru: &GuruTable<W>,
        kind: Kind,
        from: Cell,
        gurus: &CellSet<W>,
        occupied: &CellSet<W>,
    ) -> CellSet<W> {
        let way = &guru.enlighten[kind as usize];
        let mut targets = CellSet::EMPTY;
        for at in *gurus & way.origins[from.index()] {
            for leaps in &way.leaps {
                let reached = leaps[at.index()];
                if reached.contains(from) {
                    targets |= reached;
                }
            }
            let Some(chains) = way.rides.get(at.index()) else { continue };
            let open = |chain: &[Cell]| chain.iter().all(|&c| !occupied.contains(c));
            let distance = chains.iter().find_map(|chain| {
                let i = chain.iter().position(|&c| c == from)?;
                open(&chain[..i]).then_some(i)
            });
            if let Some(i) = distance {
                for chain in chains {
                    if chain.len() > i && open(&chain[..=i]) {
                        targets.insert(chain[i]);
                    }
                }
            }
        }
        targets
    }
}
