//! Pieces whose departure would open an enemy's line to a King, moves that attack one, and what
//! could come of such an attack: cells to flee to, cells on which somebody else could end it.
//!
//! In games for many a line may be opened by anyone: a move of one player can leave the King of a
//! second to the Rook of a third.

use super::attacks::Force;
use super::{Move, Position, bits};
use crate::geometry::{Cell, CellSet};
use crate::variant::{MAX_KINDS, Seat, Seats};

/// From where the pieces of the player to move would attack the King of an enemy, and whose
/// departure would open a line to one, for the Kings of some players.
pub struct Threats<const W: usize> {
    /// See [`Position::screens`].
    pub screens: CellSet<W>,
    /// The players whose Kings count.
    kings: Seats,
    /// By kind: from where it attacks a King.
    attacking: [CellSet<W>; MAX_KINDS],
}

impl<const W: usize> Position<W> {
    /// The cells of all pieces that alone stand between the King of one of some players who survive and
    /// an enemy rider. Only for games for many, none of which has hoppers.
    #[must_use]
    pub fn screens(&self, kings: Seats) -> CellSet<W> {
        let mut found = CellSet::EMPTY;
        let occupied = self.occupied();
        for seat in bits(u64::from(self.alive & kings)) {
            let enemies = self.force(self.living_enemies(seat));
            self.note_screens(self.kings[seat as usize], &enemies, &occupied, &mut found);
        }
        found
    }

    /// The cells of all pieces that alone stand between one of some cells and a rider of an enemy of
    /// a player, as if that player's King were gone. Only for games for many.
    #[must_use]
    pub fn screens_of(&self, cells: CellSet<W>, seat: Seat) -> CellSet<W> {
        let mut found = CellSet::EMPTY;
        let enemies = self.force(self.living_enemies(seat));
        let occupied = self.occupied().without(self.king(seat));
        for cell in cells {
            self.note_screens(cell, &enemies, &occupied, &mut found);
        }
        found
    }

    /// Adds the cells of all pieces that alone stand between a cell and a rider of a force.
    fn note_screens(
        &self,
        of: Cell,
        enemies: &Force<W>,
        occupied: &CellSet<W>,
        found: &mut CellSet<W>,
    ) {
        let riders = enemies.kinds & self.tables.riding;
        let nodes = self.tables.sight(of);
        let mut blocker = Cell::NONE;
        let mut shadow_end = 0;
        let mut i = 0;
        while let Some(node) = nodes.get(i) {
            if !occupied.contains(node.cell) {
                i += 1;
                continue;
            }
            if i >= shadow_end {
                blocker = node.cell;
                shadow_end = i + node.skip as usize;
                i += 1;
                continue;
            }
            if enemies.pieces.contains(node.cell)
                && node.kinds & riders & 1 << self.kind_on(node.cell) != 0
            {
                found.insert(blocker);
            }
            i += node.skip as usize;
        }
    }

    /// The cells that the King of a player could step to if it were their turn: neither their side's
    /// nor attacked by a living enemy once the King has left, nor facing a King where those
    /// may not face each other. Only for games for many, none of which has hoppers.
    #[must_use]
    pub fn flights(&self, seat: Seat) -> CellSet<W> {
        let king = self.king(seat);
        let Some(royal) = self.piece_on(king) else { return CellSet::EMPTY };
        let enemies = self.force(self.living_enemies(seat));
        let occupied = self.occupied();
        let steps = self.tables.kinds[royal.kind() as usize].leaps[king.index()];
        let mut targets = steps & (enemies.pieces | !occupied);
        if let Some(guru) = &self.tables.guru {
            let gurus = self.gurus(seat);
            targets |= self.enlightened(guru, royal.kind(), king, &gurus, &occupied) & !occupied;
        }
        let only_steps = (targets & !steps).is_empty();
        let occupied = occupied.without(king);
        // By attackers instead of targets: most are too far away.
        let besiegers = self.tables.besiegers(king);
        for kind in bits(enemies.kinds) {
            let table = &self.tables.kinds[kind as usize];
            let mut attackers = enemies.pieces & self.by_kind[kind as usize];
            if only_steps {
                attackers &= besiegers[kind as usize];
            }
            for from in attackers {
                targets &= !table.leaps[from.index()];
                for cell in targets & table.ride_targets[from.index()] {
                    if self.tables.sees(cell, from, kind, &occupied) {
                        targets.remove(cell);
                    }
                }
            }
        }
        for kind in bits(enemies.kinds & self.tables.facing) {
            for from in enemies.pieces & self.by_kind[kind as usize] {
                for cell in targets {
                    let on_line = self.tables.riders_to(cell)[kind as usize].contains(from);
                    if on_line && self.tables.sees(cell, from, kind, &occupied) {
                        targets.remove(cell);
                    }
                }
            }
        }
        targets
    }

    /// The cells on which a piece would end an attack on a King, by players of one set of seats on
    /// those of another that they are enemies of: the cells of the attackers, and those on their
    /// ways. Only for games for many, none of which has hoppers.
    #[must_use]
    pub fn remedies(&self, attackers: Seats, victims: Seats) -> CellSet<W> {
        let mut found = CellSet::EMPTY;
        let occupied = self.occupied();
        for seat in bits(u64::from(self.alive & victims)) {
            let king = self.kings[seat as usize];
            let force = self.force(attackers & self.living_enemies(seat));
            for kind in bits(force.kinds & self.tables.leaping) {
                let origins = self.tables.leapers_to(king)[kind as usize];
                found |= origins & self.by_kind[kind as usize] & force.pieces;
            }
            let riders = force.kinds & self.tables.riding;
            let nodes = self.tables.sight(king);
            let mut i = 0;
            while let Some(node) = nodes.get(i) {
                if !occupied.contains(node.cell) {
                    i += 1;
                    continue;
                }
                if force.pieces.contains(node.cell)
                    && node.kinds & riders & 1 << self.kind_on(node.cell) != 0
                {
                    let mut on_way = Some(node);
                    while let Some(node) = on_way {
                        found.insert(node.cell);
                        on_way = nodes.get(node.parent as usize);
                    }
                }
                i += node.skip as usize;
            }
        }
        found
    }

    /// The moves of the player to move that threaten the King of one of some players, found once for
    /// all of them, with the board as it is before the move. Only for games for many.
    #[must_use]
    pub fn threats(&self, kings: Seats) -> Threats<W> {
        let tables = self.tables;
        let present = self.present[self.turn as usize];
        let occupied = self.occupied();
        let mut attacking = [CellSet::EMPTY; MAX_KINDS];
        for enemy in bits(u64::from(self.living_enemies(self.turn) & kings)) {
            let king = self.kings[enemy as usize];
            for kind in bits(present & tables.leaping) {
                attacking[kind as usize] |= tables.leapers_to(king)[kind as usize];
            }
            let riders = present & tables.riding;
            let nodes = tables.sight(king);
            let mut i = 0;
            while let Some(node) = nodes.get(i) {
                for kind in bits(node.kinds & riders) {
                    attacking[kind as usize].insert(node.cell);
                }
                i += if occupied.contains(node.cell) { node.skip as usize } else { 1 };
            }
        }
        Threats { screens: self.screens(kings), kings, attacking }
    }

    /// Whether a move other than a charge attacks the King of an enemy among those that count, or
    /// leaves one of the screens of this position. A rider whose way the cell it leaves was in is
    /// not seen.
    #[inline]
    #[must_use]
    pub fn threatens_a_king(&self, mv: Move, threats: &Threats<W>) -> bool {
        if threats.screens.contains(mv.from()) {
            return true;
        }
        let Some(kind) = self.kind_after(mv) else { return false };
        // What is promoted may attack along the line that it leaves.
        if kind == self.kind_on(mv.from()) {
            return threats.attacking[kind as usize].contains(mv.to());
        }
        let enemies = self.living_enemies(self.turn) & threats.kings;
        bits(u64::from(enemies)).any(|enemy| self.checks_directly(mv, enemy))
    }

    /// Whether a piece of some players attacks a cell.
    #[inline]
    #[must_use]
    pub fn any_attacks(&self, cell: Cell, seats: Seats) -> bool {
        self.attacked(cell, &self.force(seats), &self.occupied())
    }
}
