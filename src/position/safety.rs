//! What keeps the mover's King safe: which targets answer the checks, and which pieces are bound.
//!
//! One look along the lines to the King replaces trying every move. Each line that matters
//! leaves a *restraint*: the targets that other pieces may choose, and those that the pieces
//! standing on the line may choose. A move of any piece but the King is legal if its target
//! agrees with every restraint.

use super::attacks::Force;
use super::{Position, bits};
use crate::geometry::{Cell, CellSet};
use smallvec::SmallVec;

/// What one line demands.
struct Restraint<const W: usize> {
    /// Targets for pieces that are not bound by this line.
    general: CellSet<W>,
    /// Pieces bound by this line (a second one only under hoppers).
    bound: [Cell; 2],
    /// Targets for the bound pieces.
    special: CellSet<W>,
}

/// The demands of all lines.
pub(super) struct Safety<const W: usize> {
    /// Targets for pieces that no line binds.
    general: CellSet<W>,
    /// All bound pieces.
    bound: CellSet<W>,
    restraints: SmallVec<[Restraint<W>; 8]>,
}

impl<const W: usize> Safety<W> {
    /// The targets that a piece other than the King may choose.
    #[inline]
    pub(super) fn allowed(&self, from: Cell) -> CellSet<W> {
        if !self.bound.contains(from) {
            return self.general;
        }
        self.restraints.iter().fold(CellSet::ALL, |allowed, r| {
            allowed & if r.bound.contains(&from) { r.special } else { r.general }
        })
    }

    /// Whether no piece but the King can have a legal move.
    #[inline]
    pub(super) fn only_king(&self) -> bool {
        self.general.is_empty() && self.bound.is_empty()
    }

    fn add(&mut self, general: CellSet<W>, bound: [Cell; 2], special: CellSet<W>) {
        self.general &= general;
        for cell in bound {
            if cell.is_some() {
                self.bound.insert(cell);
            }
        }
        self.restraints.push(Restraint { general, bound, special });
    }

    /// A check that is answered by reaching one of some cells.
    #[inline]
    fn check(&mut self, answers: CellSet<W>) {
        self.add(answers, [Cell::NONE; 2], CellSet::EMPTY);
    }

    /// A piece that may only move within some cells.
    #[inline]
    fn pin(&mut self, piece: Cell, within: CellSet<W>) {
        self.add(CellSet::ALL, [piece, Cell::NONE], within);
    }
}

impl<const W: usize> Position<W> {
    /// The demands on the mover's pieces, given the enemies' force.
    pub(super) fn safety(&self, enemies: &Force<W>, occupied: &CellSet<W>) -> Safety<W> {
        let tables = self.tables;
        let king = self.king(self.turn);
        let own = self.of_seat(self.turn);
        let mut safety =
            Safety { general: CellSet::ALL, bound: CellSet::EMPTY, restraints: SmallVec::new() };
        for kind in bits(enemies.kinds & tables.leaping) {
            let origins = tables.leapers_to(king)[kind as usize];
            for from in origins & self.by_kind[kind as usize] & enemies.pieces {
                safety.check(CellSet::of(from));
            }
        }
        let riders = enemies.kinds & (tables.riding | tables.facing);
        if riders != 0 {
            if W == 1 {
                for kind in bits(riders) {
                    let origins = tables.riders_to(king)[kind as usize];
                    for from in origins & self.by_kind[kind as usize] & enemies.pieces {
                        let line = tables.between(king, from);
                        let blockers = line & *occupied;
                        match blockers.count() {
                            0 => safety.check(line.with(from)),
                            1 if blockers.intersects(&own) => {
                                let pinned = blockers.first().unwrap_or(Cell::NONE);
                                safety.pin(pinned, line.with(from));
                            }
                            _ => {}
                        }
                    }
                }
            } else {
                self.look_along_walks(king, riders, enemies, occupied, &mut safety);
            }
        }
        if enemies.kinds & tables.hopping != 0 {
            self.look_along_hops(king, enemies, occupied, &mut safety);
        }
        safety
    }

    fn look_along_walks(
        &self,
        king: Cell,
        riders: u64,
        enemies: &Force<W>,
        occupied: &CellSet<W>,
        safety: &mut Safety<W>,
    ) {
        let own = self.of_seat(self.turn);
        let nodes = self.tables.sight(king);
        let path = |mut i: usize| {
            let mut cells = CellSet::EMPTY;
            while let Some(node) = nodes.get(i) {
                cells.insert(node.cell);
                i = node.parent as usize;
            }
            cells
        };
        // The own piece that stands before the current nodes, and where its shadow ends.
        let mut blocker = Cell::NONE;
        let mut shadow_end = 0;
        let mut i = 0;
        while let Some(node) = nodes.get(i) {
            if !occupied.contains(node.cell) {
                i += 1;
                continue;
            }
            let in_shadow = i < shadow_end;
            if own.contains(node.cell) && !in_shadow {
                blocker = node.cell;
                shadow_end = i + node.skip as usize;
                i += 1;
                continue;
            }
            if enemies.pieces.contains(node.cell)
                && node.kinds & riders & 1 << self.kind_on(node.cell) != 0
            {
                if in_shadow {
                    safety.pin(blocker, path(i));
                } else {
                    safety.check(path(i));
                }
            }
            i += node.skip as usize;
        }
    }

    /// A hopper attacks over exactly one piece: with none before it, nobody may step between;
    /// with one, it gives check; with two, neither may leave.
    fn look_along_hops(
        &self,
        king: Cell,
        enemies: &Force<W>,
        occupied: &CellSet<W>,
        safety: &mut Safety<W>,
    ) {
        let own = self.of_seat(self.turn);
        for line in self.tables.hop_lines(king) {
            if line.kinds & enemies.kinds == 0 {
                continue;
            }
            let mut before: SmallVec<[Cell; 2]> = SmallVec::new();
            let mut empties = CellSet::EMPTY;
            for &cell in &line.cells {
                if !occupied.contains(cell) {
                    empties.insert(cell);
                    continue;
                }
                if enemies.pieces.contains(cell) && line.kinds >> self.kind_on(cell) & 1 != 0 {
                    let own_before = |i: usize| {
                        before.get(i).copied().filter(|&c| own.contains(c)).unwrap_or(Cell::NONE)
                    };
                    let bound = [own_before(0), own_before(1)];
                    match before.len() {
                        0 => safety.check(!empties),
                        1 => safety.add(empties.with(cell), bound, !empties),
                        _ => safety.add(CellSet::ALL, bound, empties.with(cell)),
                    }
                }
                if before.len() == 2 {
                    break;
                }
                before.push(cell);
            }
        }
    }
}
