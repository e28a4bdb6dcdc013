//! Elephant charges: several leaps of Elephants over one another in one move (`guru`, `guru-teams`).

use super::{Move, MoveSink, Piece, Position, bits};
use crate::geometry::{Cell, CellSet};
use crate::variant::GuruTable;
use std::collections::HashSet;

/// A placement reached within a charge.
struct Stage<const W: usize> {
    position: Position<W>,
    leaps: Vec<(Cell, Cell)>,
}

/// What distinguishes the placements of one charge: the mover's pieces and everyone else's.
type Placement<const W: usize> = (CellSet<W>, CellSet<W>);

/// A leap's direction as two bits, from the coordinates of its ends.
fn direction(a: [i8; 3], b: [i8; 3]) -> u8 {
    u8::from(b[0] > a[0]) | u8::from(b[1] > a[1]) << 1
}

impl<const W: usize> Position<W> {
    /// The leaps of a charge as origin and target.
    pub(super) fn charge_leaps(&self, mv: Move) -> Vec<(Cell, Cell)> {
        let board = &self.tables.variant.board;
        let mut leaps = vec![(mv.from(), mv.to())];
        for (from, way) in mv.further_leaps() {
            let v = [if way & 1 == 0 { -2 } else { 2 }, if way & 2 == 0 { -2 } else { 2 }, 0];
            leaps.extend(board.step(from, v).map(|to| (from, to)));
        }
        leaps
    }

    fn sides(&self) -> Placement<W> {
        let own = self.of_seat(self.turn);
        (own, self.occupied() & !own)
    }

    /// Whether any surviving King is in check by an enemy.
    fn any_check(&self) -> bool {
        bits(u64::from(self.alive)).any(|seat| self.in_check(seat))
    }

    /// The leaps that may follow: by one of the mover's charging pieces over another, onto a cell
    /// that is empty or holds an enemy other than a King.
    fn next_leaps<'g>(
        &'g self,
        guru: &'g GuruTable<W>,
    ) -> impl Iterator<Item = (Cell, Cell)> + use<'g, W> {
        let chargers = self.by_kind[guru.charger as usize] & self.of_seat(self.turn);
        let (mut capturable, kinds) = self.army(self.living_enemies(self.turn));
        for kind in bits(kinds & self.tables.royal) {
            capturable &= !self.by_kind[kind as usize];
        }
        let blocked = self.occupied() & !capturable;
        chargers.into_iter().flat_map(move |from| {
            guru.leaps[from.index()]
                .iter()
                .filter(move |leap| chargers.contains(leap.over) && !blocked.contains(leap.to))
                .map(move |leap| (from, leap.to))
        })
    }

    /// The position in the middle of a charge, after one more leap. The turn stays.
    fn after_leap(&self, (from, to): (Cell, Cell)) -> Position<W> {
        let mut next = self.clone();
        if next.piece_on(to).is_some() {
            next.take(to);
        }
        let piece = next.take(from);
        next.put(piece.seat(), piece.kind(), to);
        next
    }

    /// Whether one ordinary move of a charging piece leads to a placement too.
    fn is_ordinary(&self, guru: &GuruTable<W>, reached: &Placement<W>) -> bool {
        let (own, others) = self.sides();
        let (left, entered) = (own & !reached.0, reached.0 & !own);
        let (Some(from), Some(to)) = (left.first(), entered.first()) else { return false };
        if left.count() != 1 {
            return false;
        }
        let captured = others & !reached.1;
        let leaps = self.tables.kinds[guru.charger as usize].leaps[from.index()];
        let enlightened = || {
            let (gurus, occupied) = (self.gurus(self.turn), self.occupied());
            self.enlightened(guru, guru.charger, from, &gurus, &occupied).contains(to)
        };
        captured.without(to).is_empty()
            && (leaps.contains(to) || captured.is_empty() && enlightened())
    }

    /// Walks through the placements that charges reach, fewest leaps first and in the order that
    /// makes the first sequence found the canonical one. `visit` gets each placement with two or
    /// more leaps that is not an ordinary move's.
    fn explore_charges(&self, guru: &GuruTable<W>, mut visit: impl FnMut(&Stage<W>, Placement<W>)) {
        if self.next_leaps(guru).next().is_none() || self.any_check() {
            return;
        }
        let mut seen = HashSet::from([self.sides()]);
        let mut stages = vec![Stage { position: self.clone(), leaps: Vec::new() }];
        for count in 1..=guru.max_leaps {
            let mut following = Vec::new();
            for stage in &stages {
                for leap in stage.position.next_leaps(guru) {
                    let position = stage.position.after_leap(leap);
                    let placement = position.sides();
                    if seen.contains(&placement) || position.any_check() {
                        continue;
                    }
                    seen.insert(placement);
                    let mut leaps = stage.leaps.clone();
                    leaps.push(leap);
                    let next = Stage { position, leaps };
                    if count > 1 && !self.is_ordinary(guru, &placement) {
                        visit(&next, placement);
                    }
                    following.push(next);
                }
            }
            stages = following;
        }
    }

    fn charge_move(&self, leaps: &[(Cell, Cell)]) -> Move {
        let board = &self.tables.variant.board;
        Move::charge(leaps, |from, to| direction(board.at(from), board.at(to)))
    }

    /// The legal charges, one per placement reached.
    pub(super) fn charges<S: MoveSink<W>>(&self, guru: &GuruTable<W>, sink: &mut S) {
        self.explore_charges(guru, |stage, _| sink.one(self.charge_move(&stage.leaps)));
    }

    /// The legal move that a sequence of leaps amounts to, if every leap of it is allowed.
    pub(super) fn charge_from_leaps(&self, leaps: &[(Cell, Cell)]) -> Option<Move> {
        let guru = self.tables.guru.as_ref()?;
        if leaps.len() < 2 || leaps.len() > guru.max_leaps || self.any_check() {
            return None;
        }
        let mut seen = vec![self.sides()];
        let mut position = self.clone();
        for &leap in leaps {
            if !position.next_leaps(guru).any(|l| l == leap) {
                return None;
            }
            position = position.after_leap(leap);
            if seen.contains(&position.sides()) || position.any_check() {
                return None;
            }
            seen.push(position.sides());
        }
        let wanted = position.sides();
        let mut found = None;
        self.explore_charges(guru, |stage, placement| {
            if placement == wanted {
                found = Some(self.charge_move(&stage.leaps));
            }
        });
        // Otherwise it is the placement of an ordinary move, or of a single leap.
        found.or_else(|| {
            let own = self.of_seat(self.turn);
            let from = (own & !wanted.0).first()?;
            let to = (wanted.0 & !own).first()?;
            let mv = Move::new(from, to);
            self.legal_moves().contains(&mv).then_some(mv)
        })
    }

    /// Puts the pieces where a charge leads; what it captured, first captured first.
    pub(super) fn make_charge(
        &mut self,
        mv: Move,
        mut captured: impl FnMut(&mut Self, Piece, Cell),
    ) {
        for (from, to) in self.charge_leaps(mv) {
            if self.piece_on(to).is_some() {
                let victim = self.take(to);
                captured(self, victim, to);
            }
            let piece = self.take(from);
            self.put(piece.seat(), piece.kind(), to);
        }
    }
}
