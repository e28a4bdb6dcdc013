//! Moves that their piece can take back, found by what they change of a position's hash.
//!
//! If two positions an odd number of plies apart differ by just such a move, whoever is to move can
//! bring the earlier one about again. (Known as cuckoo tables for upcoming repetitions: M. van
//! Kervinck, "The design and implementation of the Rookie 2.0 chess playing program", 2002. This
//! table probes one cell after the other.)

use super::keys::Keys;
use super::kind::KindTable;
use crate::geometry::Cell;
use crate::variant::{Kind, Seat};

/// A move to and fro between two cells.
#[derive(Clone, Copy, Debug)]
pub struct Shuttle {
    /// What it changes of a hash, the player to move aside.
    key: u64,
    /// Both cells.
    pub cells: [Cell; 2],
    /// Whether what stands between the cells does not matter, either way.
    pub leaps: bool,
}

/// All such moves of a game for two on 64 cells; none of others.
#[derive(Debug, Default)]
pub(super) struct Shuttles {
    /// A power of two of places, at least twice as many as moves; none in games of other kinds.
    places: Vec<Option<Shuttle>>,
}

impl Shuttles {
    /// The moves that pieces other than Pawns make by leap or ride.
    pub(super) fn new<const W: usize>(kinds: &[KindTable<W>], cells: usize, keys: &Keys) -> Self {
        let mut found = Vec::new();
        for (kind, table) in kinds.iter().enumerate().filter(|(_, table)| table.pawn.is_none()) {
            for (a, b) in (0..cells).flat_map(|a| (0..a).map(move |b| (a, b))) {
                let cells = [a, b].map(Cell::new);
                let leaps = |from: usize, to: Cell| table.leaps[from].contains(to);
                let goes = |from: usize, to: Cell| {
                    leaps(from, to) || table.ride_targets[from].contains(to)
                };
                if goes(a, cells[1]) && goes(b, cells[0]) {
                    let leaps = leaps(a, cells[1]) && leaps(b, cells[0]);
                    for seat in 0..2 {
                        let key = |cell| keys.piece(seat as Seat, kind as Kind, cell);
                        found.push(Shuttle { key: key(cells[0]) ^ key(cells[1]), cells, leaps });
                    }
                }
            }
        }
        let mut places = vec![None; (2 * found.len()).next_power_of_two()];
        for shuttle in found {
            let place = Self::way(&places, shuttle.key).find(|&place| places[place].is_none());
            places[place.expect("more places than moves")] = Some(shuttle);
        }
        Shuttles { places }
    }

    /// Where a key may be, the likeliest place first.
    fn way(places: &[Option<Shuttle>], key: u64) -> impl Iterator<Item = usize> + use<> {
        let last = places.len() - 1;
        (0..=last).map(move |i| ((key >> 32) as usize + i) & last)
    }

    /// The move that changes a hash so, but for the player to move.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<&Shuttle> {
        if self.places.is_empty() {
            return None;
        }
        let met = Self::way(&self.places, key).map_while(|place| self.places[place].as_ref());
        met.into_iter().find(|shuttle| shuttle.key == key)
    }
}
