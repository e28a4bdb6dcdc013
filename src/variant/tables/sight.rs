//! What rides towards a cell: the walks that lead there, grown backwards from it, and where on them
//! every other cell lies.

use super::super::{Kind, Motion, Variant};
use super::trie::Trie;
use crate::geometry::{Cell, CellSet};

/// A node of a cell's sight: a walk backwards from the cell.
#[derive(Clone, Copy, Debug)]
pub struct SightNode {
    /// The kinds of rider that would reach the viewing cell from here through the nodes
    /// before this one, as a bit per kind; Kings that may not face each other count as riders.
    pub kinds: u64,
    /// The cell.
    pub cell: Cell,
    /// How far ahead the next node is that does not lie behind this one.
    pub skip: u16,
    /// The node one step nearer to the viewing cell; `u16::MAX` if this is next to it.
    pub parent: u16,
}

/// The sights of all cells.
#[derive(Debug, Default)]
pub(super) struct Sight<const W: usize> {
    start: Vec<u32>,
    nodes: Vec<SightNode>,
    /// Where in the sight of a cell another one lies, by both cells; [`NOWHERE`], or [`TWICE`] if
    /// more than one way leads there.
    places: Vec<u16>,
    /// Cells on a line along which Kings may not face each other, by cell; empty where they may.
    facing: Vec<CellSet<W>>,
}

const NOWHERE: u16 = u16::MAX;
const TWICE: u16 = u16::MAX - 1;

impl<const W: usize> Sight<W> {
    /// The sights on the board of a game; the Kings of `facing`, a bit per kind, may not face each
    /// other.
    pub(super) fn new(variant: &Variant, facing: u64) -> Self {
        let board = &variant.board;
        // Distinct riding motions with the kinds that have them.
        let mut motions: Vec<(Motion, u64)> = Vec::new();
        let mut add =
            |motion: &Motion, kinds: u64| match motions.iter_mut().find(|m| m.0 == *motion) {
                Some(known) => known.1 |= kinds,
                None => motions.push((motion.clone(), kinds)),
            };
        for (kind, piece) in variant.pieces.iter().enumerate() {
            for motion in
                piece.motions.iter().filter(|m| !matches!(m, Motion::Leap(_) | Motion::Hop(_)))
            {
                add(motion, 1 << kind);
            }
        }
        let mut sight = Sight::default();
        if facing != 0 {
            let lines = Motion::ride(&variant.rules.facing_kings);
            add(&lines, facing);
            let along = |cell| lines.chains(board, cell).into_iter().flatten().collect();
            sight.facing = board.cells().map(along).collect();
        }
        let mut tries = vec![Trie::default(); board.len()];
        for from in board.cells() {
            for (motion, kinds) in &motions {
                for chain in motion.chains(board, from) {
                    let mut back: Vec<Cell> = chain.iter().rev().copied().collect();
                    back.push(from);
                    for i in 1..back.len() {
                        tries[back[i - 1].index()].insert(&back[i..], *kinds);
                    }
                }
            }
        }
        for trie in tries {
            let nodes = trie.flatten();
            let mut places = vec![NOWHERE; board.len()];
            // Cells that no kind comes from are only on the way.
            for (place, node) in (0..).zip(&nodes).filter(|(_, node)| node.kinds != 0) {
                let known = &mut places[node.cell.index()];
                *known = if *known == NOWHERE { place } else { TWICE };
            }
            sight.places.extend(places);
            sight.start.push(sight.nodes.len() as u32);
            sight.nodes.extend(nodes);
        }
        sight.start.push(sight.nodes.len() as u32);
        sight
    }

    /// The sight of a cell, in walking order.
    #[inline]
    pub(super) fn of(&self, cell: Cell) -> &[SightNode] {
        let (start, end) = (self.start[cell.index()], self.start[cell.index() + 1]);
        &self.nodes[start as usize..end as usize]
    }

    /// The cells on a line with a cell along which Kings may not face each other.
    #[inline]
    pub(super) fn facing(&self, cell: Cell) -> CellSet<W> {
        self.facing.get(cell.index()).copied().unwrap_or(CellSet::EMPTY)
    }

    /// Whether a way by which a kind rides from one cell to the other is free.
    #[inline]
    pub(super) fn reaches(
        &self,
        target: Cell,
        from: Cell,
        kind: Kind,
        occupied: &CellSet<W>,
    ) -> bool {
        let nodes = self.of(target);
        let is_free = |place: u16| {
            let mut parent = nodes[place as usize].parent;
            while let Some(node) = nodes.get(parent as usize) {
                if occupied.contains(node.cell) {
                    return false;
                }
                parent = node.parent;
            }
            true
        };
        let cells = self.start.len() - 1;
        match self.places[target.index() * cells + from.index()] {
            NOWHERE => false,
            TWICE => (0..).zip(nodes).any(|(place, node)| {
                node.cell == from && node.kinds >> kind & 1 != 0 && is_free(place)
            }),
            place => is_free(place),
        }
    }
}
