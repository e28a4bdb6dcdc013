//! Where a piece can be taken by one that is worth less.
//!
//! Of the quiet moves of a node only the first few are tried near the leaves, so that the one that
//! saves an attacked piece must be among them. (Threats in the order of quiet moves: Stockfish.)

use crate::eval::Weights;
use crate::geometry::CellSet;
use crate::position::Position;
use crate::variant::Kind;
use smallvec::SmallVec;

/// What counts as worth less, in hundredths of a pawn: a Knight is not lost to a Bishop.
const DIFFERENCE: i32 = 60;

/// The cells that the opponent attacks, by what attacks them; in games for two.
pub(super) struct Exposure<const W: usize> {
    /// The values of the opponent's kinds, from the least on, with all that they and the ones before
    /// attack.
    attacks: SmallVec<[(i32, CellSet<W>); 8]>,
}

impl<const W: usize> Exposure<W> {
    /// The exposure of the pieces of the player to move.
    pub(super) fn in_position(position: &Position<W>, weights: &Weights) -> Exposure<W> {
        let tables = position.tables();
        let (own, enemy) = (position.turn(), 1 - position.turn());
        let occupied = position.occupied();
        let kinds = 0..tables.kinds.len() as Kind;
        let standing = kinds.filter(|&kind| position.count(own, kind) > 0);
        let most = standing.map(|kind| weights.value(kind)).max().unwrap_or(0);
        let mut attacks: SmallVec<[(i32, CellSet<W>); 8]> = SmallVec::new();
        for (kind, table) in tables.kinds.iter().enumerate() {
            let pieces = position.of_kind(enemy, kind as Kind);
            let value = weights.value(kind as Kind);
            if table.royal || pieces.is_empty() || value + DIFFERENCE >= most {
                continue;
            }
            let mut cells = CellSet::EMPTY;
            for cell in pieces {
                cells |= if table.has_hops {
                    tables.reach(kind as Kind, cell, &occupied).1
                } else {
                    table.attacks(cell, &occupied)
                };
            }
            attacks.push((value, cells));
        }
        attacks.sort_unstable_by_key(|&(value, _)| value);
        let mut all = CellSet::EMPTY;
        for (_, cells) in &mut attacks {
            all |= *cells;
            *cells = all;
        }
        Exposure { attacks }
    }

    /// The cells on which a piece that is worth so much is exposed.
    #[inline]
    pub(super) fn of(&self, value: i32) -> CellSet<W> {
        let less = self.attacks.iter().rev().find(|&&(other, _)| other + DIFFERENCE < value);
        less.map_or(CellSet::EMPTY, |&(_, cells)| cells)
    }
}
