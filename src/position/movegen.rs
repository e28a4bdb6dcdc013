//! Legal moves.

use super::attacks::Force;
use super::safety::Safety;
use super::{Move, MoveFlag, Position, bits};
use crate::geometry::{Cell, CellSet};
use crate::variant::{Elimination, EnPassant, Kind, PawnTable, Seat};

/// Takes the moves that a generator finds.
pub trait MoveSink<const W: usize> {
    /// Ordinary moves from one cell to every cell of a set.
    fn targets(&mut self, from: Cell, targets: CellSet<W>);
    /// A single move.
    fn one(&mut self, mv: Move);
}

impl<const W: usize> MoveSink<W> for Vec<Move> {
    #[inline]
    fn targets(&mut self, from: Cell, targets: CellSet<W>) {
        self.extend(targets.into_iter().map(|to| Move::new(from, to)));
    }

    #[inline]
    fn one(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// Counts moves without making a list.
struct Counter(usize);

impl<const W: usize> MoveSink<W> for Counter {
    #[inline]
    fn targets(&mut self, _: Cell, targets: CellSet<W>) {
        self.0 += targets.count();
    }

    #[inline]
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Which moves to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// All legal moves.
    All,
    /// Captures and promotions only; without passes and charges.
    Noisy,
}

/// Looks for one move.
struct Wanted {
    mv: Move,
    found: bool,
}

impl<const W: usize> MoveSink<W> for Wanted {
    #[inline]
    fn targets(&mut self, from: Cell, targets: CellSet<W>) {
        let mv = self.mv;
        let plain = mv == Move::new(mv.from(), mv.to());
        self.found |= plain && mv.from() == from && targets.contains(mv.to());
    }

    #[inline]
    fn one(&mut self, mv: Move) {
        self.found |= mv == self.mv;
    }
}

/// What a generator needs to know of the position besides the position.
struct Context<const W: usize> {
    /// The mover's Gurus.
    gurus: CellSet<W>,
    /// The pieces whose moves are wanted.
    movers: CellSet<W>,
    occupied: CellSet<W>,
    empty: CellSet<W>,
    /// Enemy pieces that may be captured: all but Kings.
    capturable: CellSet<W>,
    enemies: Force<W>,
    safety: Safety<W>,
    noisy: bool,
}

impl<const W: usize> Position<W> {
    /// Gives every legal move of a scope to a sink, once each. A finished game has none.
    pub fn generate<S: MoveSink<W>>(&self, scope: Scope, sink: &mut S) {
        if self.ended.is_some() || self.is_dead() {
            return;
        }
        if self.tables.variant.rules.elimination == Elimination::EndsGame {
            self.generate_moves(scope, self.of_seat(self.turn), sink);
            return;
        }
        // Count what passes by, to know whether the player must pass.
        let mut watched = Watched { sink, any: false };
        self.generate_moves(scope, self.of_seat(self.turn), &mut watched);
        if !watched.any && scope == Scope::All {
            sink.one(Move::PASS);
        }
    }

    /// Whether a move other than a pass or a charge, which may be of any position, is legal.
    #[must_use]
    pub fn allows(&self, mv: Move) -> bool {
        let cells = self.tables.variant.board.len();
        if self.ended.is_some()
            || mv.from().index().max(mv.to().index()) >= cells
            || !self.of_seat(self.turn).contains(mv.from())
            || matches!(mv.flag(), MoveFlag::Pass | MoveFlag::Charge)
            || self.is_dead()
        {
            return false;
        }
        let scope = if self.piece_on(mv.to()).is_some() { Scope::Noisy } else { Scope::All };
        let scope = if mv.flag() == MoveFlag::Castle { Scope::All } else { scope };
        let mut wanted = Wanted { mv, found: false };
        self.generate_moves(scope, CellSet::of(mv.from()), &mut wanted);
        wanted.found
    }

    /// The legal moves of some of the mover's pieces; charges only if all of them are meant.
    fn generate_moves<S: MoveSink<W>>(&self, scope: Scope, movers: CellSet<W>, sink: &mut S) {
        let tables = self.tables;
        let own = self.of_seat(self.turn);
        let occupied = self.occupied();
        let mut enemies = self.force(self.living_enemies(self.turn));
        let mut kings = CellSet::EMPTY;
        for kind in bits(tables.royal & enemies.kinds) {
            kings |= self.by_kind[kind as usize];
        }
        enemies.facing = tables.facing != 0;
        let context = Context {
            gurus: self.gurus(self.turn),
            movers,
            empty: tables.all & !occupied,
            capturable: enemies.pieces & !kings,
            safety: self.safety(&enemies, &occupied),
            occupied,
            enemies,
            noisy: scope == Scope::Noisy,
        };
        let present = self.present[self.turn as usize];
        if !context.safety.only_king() {
            for kind in bits(present & !tables.royal & !tables.pawns) {
                for from in self.by_kind[kind as usize] & movers {
                    let targets = self.piece_targets(kind, from, &context);
                    sink.targets(from, targets & context.safety.allowed(from));
                }
            }
            for kind in bits(present & tables.pawns) {
                if let Some(pawn) = &tables.kinds[kind as usize].pawn {
                    self.pawn_moves(kind, pawn, &context, sink);
                }
            }
        }
        self.en_passant_moves(&context, sink);
        if movers.contains(self.king(self.turn)) {
            self.king_moves(&context, sink);
            if self.castling != 0 && !context.noisy {
                self.castling_moves(&context.enemies, &context.occupied, sink);
            }
        }
        if let Some(guru) = &tables.guru
            && !context.noisy
            && movers == own
        {
            self.charges(guru, sink);
        }
    }

    /// Where a piece that is not a pawn may go, the King's safety aside.
    #[inline]
    fn piece_targets(&self, kind: Kind, from: Cell, c: &Context<W>) -> CellSet<W> {
        let table = &self.tables.kinds[kind as usize];
        let mut targets = if table.has_hops {
            let (quiet, captures) = self.tables.reach(kind, from, &c.occupied);
            let captures = captures & c.capturable;
            if c.noisy { captures } else { captures | quiet & c.empty }
        } else {
            let wanted = if c.noisy { c.capturable } else { c.capturable | c.empty };
            table.attacks(from, &c.occupied) & wanted
        };
        if let Some(guru) = &self.tables.guru
            && !c.noisy
            && guru.enlighten[kind as usize].origins[from.index()].intersects(&c.gurus)
        {
            targets |= self.enlightened(guru, kind, from, &c.gurus, &c.occupied) & c.empty;
        }
        targets
    }

    fn king_moves<S: MoveSink<W>>(&self, c: &Context<W>, sink: &mut S) {
        let king = self.king(self.turn);
        let mut targets = self.piece_targets(self.kind_on(king), king, c);
        for to in targets {
            let force = Force { pieces: c.enemies.pieces.without(to), ..c.enemies };
            if self.attacked(to, &force, &c.occupied.without(king).with(to)) {
                targets.remove(to);
            }
        }
        sink.targets(king, targets);
    }

    #[inline]
    fn pawn_moves<S: MoveSink<W>>(
        &self,
        kind: Kind,
        pawn: &PawnTable<W>,
        c: &Context<W>,
        sink: &mut S,
    ) {
        let table = &self.tables.kinds[kind as usize];
        // Where a quiet step is worth the name noisy: it promotes.
        let promoting = if pawn.fixed.is_empty() { pawn.zone } else { pawn.never_on };
        for from in self.by_kind[kind as usize] & c.movers {
            let allowed = c.safety.allowed(from);
            let captures = table.leaps[from.index()] & c.capturable;
            let mut targets = captures;
            let steps = &pawn.steps[from.index()];
            for &(one, two) in &steps.steps[..steps.count as usize] {
                if c.occupied.contains(one) {
                    continue;
                }
                if !c.noisy || promoting.contains(one) {
                    targets.insert(one);
                }
                if two.is_some() && !c.noisy && !c.occupied.contains(two) && allowed.contains(two) {
                    sink.one(Move::flagged(from, two, MoveFlag::Double));
                }
            }
            targets &= allowed;
            let mut staying = targets & !pawn.forced;
            if c.noisy && pawn.fixed.is_empty() {
                // A quiet step into the zone is noisy only as a promotion.
                staying &= captures;
            }
            sink.targets(from, staying);
            if targets.intersects(&pawn.zone) {
                for to in targets & pawn.zone {
                    self.promotions(Move::new(from, to), pawn, sink);
                }
            }
        }
    }

    /// A pawn move once for every piece it may be promoted to.
    fn promotions<S: MoveSink<W>>(&self, mv: Move, pawn: &PawnTable<W>, sink: &mut S) {
        for &kind in &pawn.choices {
            sink.one(mv.promoting(kind));
        }
        if pawn.reserve {
            let reserve = &self.reserve[self.turn as usize];
            for (kind, &count) in reserve.iter().enumerate() {
                if count > 0 {
                    sink.one(mv.promoting(kind as Kind));
                }
            }
        }
    }

    /// The enemy pawns that a capture en passant onto a cell by a player would take. Two pawns
    /// that skipped the same cell fall together.
    pub(super) fn en_passant_victims(&self, by: Seat, onto: Cell) -> CellSet<W> {
        let mut victims = CellSet::EMPTY;
        for owner in bits(u64::from(self.living_enemies(by))) {
            let right = self.en_passant[owner as usize];
            if right.skipped != onto {
                continue;
            }
            let permitted = match &self.tables.variant.rules.en_passant {
                EnPassant::Never => false,
                EnPassant::Any => true,
                EnPassant::Restricted(pairs) => {
                    let [x, y, _] = self.tables.variant.board.at(onto);
                    pairs.iter().all(|(pair, column)| {
                        !(pair.contains(&by) && pair.contains(&owner)) || *column == [x, y]
                    })
                }
            };
            if permitted {
                victims.insert(right.pawn);
            }
        }
        victims
    }

    fn en_passant_moves<S: MoveSink<W>>(&self, c: &Context<W>, sink: &mut S) {
        // A cell that two pawns skipped is entered once.
        let mut done: CellSet<W> = CellSet::EMPTY;
        for owner in bits(u64::from(self.living_enemies(self.turn))) {
            let skipped = self.en_passant[owner as usize].skipped;
            if !skipped.is_some() || done.contains(skipped) || c.occupied.contains(skipped) {
                continue;
            }
            let victims = self.en_passant_victims(self.turn, skipped);
            if victims.is_empty() {
                continue;
            }
            done.insert(skipped);
            for kind in bits(self.present[self.turn as usize] & self.tables.pawns) {
                let table = &self.tables.kinds[kind as usize];
                let Some(pawn) = table.pawn.as_ref().filter(|p| p.en_passant) else { continue };
                let origins = self.tables.leapers_to(skipped)[kind as usize];
                for from in origins & self.by_kind[kind as usize] & c.movers {
                    let force = Force { pieces: c.enemies.pieces & !victims, ..c.enemies };
                    let occupied = (c.occupied & !victims).without(from).with(skipped);
                    if self.attacked(self.king(self.turn), &force, &occupied) {
                        continue;
                    }
                    let mv = Move::flagged(from, skipped, MoveFlag::EnPassant);
                    if !pawn.forced.contains(skipped) {
                        sink.one(mv);
                    }
                    if pawn.zone.contains(skipped) {
                        self.promotions(mv, pawn, sink);
                    }
                }
            }
        }
    }

    /// Whether the mover could move if the game had not ended; a pass does not count.
    pub(super) fn has_moves(&self) -> bool {
        let mut counter = Counter(0);
        self.generate_moves(Scope::All, self.of_seat(self.turn), &mut counter);
        counter.0 > 0
    }

    /// All legal moves, a pass included.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(128);
        self.generate(Scope::All, &mut moves);
        moves
    }

    /// The number of legal moves, a pass included.
    #[must_use]
    pub fn count_legal_moves(&self) -> usize {
        let mut counter = Counter(0);
        self.generate(Scope::All, &mut counter);
        counter.0
    }
}

/// Passes moves on and remembers whether there were any.
struct Watched<'s, S> {
    sink: &'s mut S,
    any: bool,
}

impl<const W: usize, S: MoveSink<W>> MoveSink<W> for Watched<'_, S> {
    #[inline]
    fn targets(&mut self, from: Cell, targets: CellSet<W>) {
        self.any |= !targets.is_empty();
        self.sink.targets(from, targets);
    }

    #[inline]
    fn one(&mut self, mv: Move) {
        self.any = true;
        self.sink.one(mv);
    }
}
