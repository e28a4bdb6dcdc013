//! Playing a move: pieces, rights, clocks, the next turn, and the checkmates it begins with.
//!
//! A position is copied, not unmade: an elimination may change half the board.

use super::{EnPassantRight, Move, MoveFlag, NO_RIGHT, Piece, Position, Reason, bits};
use crate::geometry::{Cell, CellSet};
use crate::variant::{Elimination, Kind, Notation, Seat, Seats};

/// Hears of every piece that a move puts on the board or takes off it, so that whoever needs
/// to follow the board (an evaluation) can do so without the position knowing of it.
pub trait Observer {
    /// A piece now stands on a cell.
    fn put(&mut self, piece: Piece, cell: Cell);
    /// A piece no longer stands on a cell.
    fn take(&mut self, piece: Piece, cell: Cell);
}

/// Nobody listens.
impl Observer for () {
    #[inline]
    fn put(&mut self, _: Piece, _: Cell) {}
    #[inline]
    fn take(&mut self, _: Piece, _: Cell) {}
}

impl<const W: usize> Position<W> {
    /// The position after a legal move.
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let mut next = self.clone();
        next.make(mv, &mut ());
        next
    }

    /// Plays a legal move, passes the turn on, and resolves the checkmates the next turn
    /// begins with. Any other move leaves the position in a meaningless but safe state.
    pub fn make<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let mover = self.turn;
        self.clock = self.clock.saturating_add(1);
        if mv == Move::PASS {
            self.passes += 1;
            self.last_moved[mover as usize] = Cell::NONE;
        } else {
            self.passes = 0;
            self.move_pieces(mv, observer);
        }
        self.pass_turn(observer);
    }

    fn lift<O: Observer>(&mut self, cell: Cell, observer: &mut O) -> Piece {
        let piece = self.take(cell);
        observer.take(piece, cell);
        piece
    }

    fn place<O: Observer>(&mut self, seat: Seat, kind: Kind, cell: Cell, observer: &mut O) {
        self.put(seat, kind, cell);
        observer.put(Piece::new(seat, kind), cell);
    }

    /// What else a captured piece changes: rights, memory, reserve, clock.
    fn note_capture(&mut self, victim: Piece, cell: Cell) {
        self.clock = 0;
        let owner = victim.seat();
        if self.en_passant[owner as usize].pawn == cell {
            self.set_en_passant(owner, NO_RIGHT);
        }
        if self.last_moved[owner as usize] == cell {
            self.last_moved[owner as usize] = Cell::NONE;
        }
        self.note_reserve(victim, 1);
    }

    /// Adds a piece to its side's reserve where the game has reserves, or takes one out.
    fn note_reserve(&mut self, piece: Piece, change: i8) {
        let tables = self.tables;
        if W == 1 || !tables.has_reserve || tables.pawns >> piece.kind() & 1 != 0 {
            return;
        }
        let count = self.in_reserve(piece.seat(), piece.kind());
        self.set_reserve(piece.seat(), piece.kind(), count.saturating_add_signed(change));
    }

    fn move_pieces<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let tables = self.tables;
        let mover = self.turn;
        if mv.flag() == MoveFlag::Charge {
            let mut victims = Vec::new();
            self.make_charge(mv, |position, victim, cell| {
                position.note_capture(victim, cell);
                victims.push((victim, cell));
            });
            for (victim, cell) in victims {
                observer.take(victim, cell);
            }
            for (from, to) in self.charge_leaps(mv) {
                let piece = Piece::new(mover, self.charger());
                observer.take(piece, from);
                observer.put(piece, to);
                self.last_moved[mover as usize] = to;
            }
            return;
        }
        let (from, to) = (mv.from(), mv.to());
        self.update_castling(mv);
        if mv.flag() == MoveFlag::EnPassant {
            for cell in self.en_passant_victims(mover, to) {
                let victim = self.lift(cell, observer);
                self.note_capture(victim, cell);
            }
        } else if mv.flag() != MoveFlag::Castle && self.piece_on(to).is_some() {
            let victim = self.lift(to, observer);
            self.note_capture(victim, to);
        }
        let piece = self.lift(from, observer);
        let mut kind = piece.kind();
        if let Some(pawn) = &tables.kinds[kind as usize].pawn {
            self.clock = 0;
            if let Some(promoted) = mv.promotion() {
                kind = promoted;
                if pawn.reserve {
                    self.note_reserve(Piece::new(mover, kind), -1);
                }
            } else if let Some(&Some(promoted)) = pawn.fixed.get(to.index()) {
                kind = promoted;
            }
            if mv.flag() == MoveFlag::Double {
                self.open_en_passant(piece.kind(), from, to);
            }
        }
        self.place(mover, kind, to, observer);
        if mv.flag() == MoveFlag::Castle
            && let Some(castle) =
                tables.castles.iter().find(|c| c.spec.king == (from, to) && c.spec.seat == mover)
        {
            // No King of ours goes to where the partner stands, so the order does not matter.
            let (rook_from, rook_to) = castle.spec.rook;
            let rook = self.lift(rook_from, observer);
            self.place(mover, rook.kind(), rook_to, observer);
        }
        self.last_moved[mover as usize] = to;
    }

    /// The right that a double step leaves. In games with FEN only if an enemy pawn could
    /// pseudo-legally use it.
    fn open_en_passant(&mut self, kind: Kind, from: Cell, to: Cell) {
        let tables = self.tables;
        let pawn = tables.kinds[kind as usize].pawn.as_ref();
        let steps = pawn.map(|p| &p.steps[from.index()]);
        let Some(skipped) = steps.and_then(|s| s.steps.iter().find(|s| s.1 == to)).map(|s| s.0)
        else {
            return;
        };
        if tables.variant.rules.notation == Notation::Fen
            && !self.can_capture_on(skipped, self.tables.enemies(self.turn))
        {
            return;
        }
        self.set_en_passant(self.turn, EnPassantRight { skipped, pawn: to });
    }

    /// Whether some pawn of some players pseudo-legally captures on a cell en passant.
    pub(super) fn can_capture_on(&self, skipped: Cell, seats: Seats) -> bool {
        let (pieces, kinds) = self.army(seats);
        bits(kinds & self.tables.pawns).any(|kind| {
            let origins = self.tables.leapers_to(skipped)[kind as usize];
            origins.intersects(&(self.by_kind[kind as usize] & pieces))
        })
    }

    fn charger(&self) -> Kind {
        self.tables.guru.as_ref().map_or(0, |g| g.charger)
    }

    /// The next surviving player in turn order after a seat.
    pub(super) fn next_seat(&self, after: Seat) -> Seat {
        let n = self.tables.variant.seats() as Seat;
        (1..=n).map(|i| (after + i) % n).find(|&s| self.is_alive(s)).unwrap_or(after)
    }

    fn pass_turn<O: Observer>(&mut self, observer: &mut O) {
        let next = self.next_seat(self.turn);
        if next <= self.turn {
            self.round += 1;
        }
        self.set_turn(next);
        self.set_en_passant(next, NO_RIGHT);
        if self.tables.variant.rules.elimination != Elimination::EndsGame {
            self.resolve(observer);
            if self.ended.is_none() && u32::from(self.passes) >= self.survivors() {
                self.ended = Some(Reason::AllPassed);
            }
        }
    }

    /// Eliminates every enemy whose King the player to move attacks, one after the other.
    pub(super) fn resolve<O: Observer>(&mut self, observer: &mut O) {
        while self.ended.is_none() {
            let force = self.force(1 << self.turn);
            let occupied = self.occupied();
            let enemies = self.living_enemies(self.turn);
            let n = self.tables.variant.seats() as Seat;
            let victim = (1..n)
                .map(|i| (self.turn + i) % n)
                .filter(|&s| enemies >> s & 1 != 0)
                .find(|&s| self.attacked(self.king(s), &force, &occupied));
            let Some(victim) = victim else { return };
            self.eliminate(victim, observer);
        }
    }

    /// Puts a player whom the player to move has checkmated out of the game.
    fn eliminate<O: Observer>(&mut self, victim: Seat, observer: &mut O) {
        let tables = self.tables;
        let winner = self.turn;
        let rules = &tables.variant.rules;
        let delivering = self.delivering_piece(victim);
        let by_promotee = tables.kinds[self.kind_on(delivering) as usize].promotee;
        let wins_at_once = rules.elimination == Elimination::Promote
            && rules.teams.is_none()
            && self.survivors() == 3
            && by_promotee;
        for cell in self.of_seat(victim) {
            let piece = self.lift(cell, observer);
            if rules.elimination == Elimination::Recruit && cell != self.king(victim) {
                self.place(winner, piece.kind(), cell, observer);
            }
        }
        if rules.elimination == Elimination::Promote {
            for cell in [self.king(winner), delivering] {
                if let Some(kind) = tables.kinds[self.kind_on(cell) as usize].promoted {
                    self.lift(cell, observer);
                    self.place(winner, kind, cell, observer);
                }
            }
        }
        self.drop_player(victim);
        let enemies_left = self.living_enemies(winner) != 0;
        self.ended = if !enemies_left && rules.teams.is_some() {
            Some(Reason::TeamOut)
        } else if !enemies_left {
            Some(Reason::LastPlayer)
        } else if wins_at_once {
            Some(Reason::PromoteeMate)
        } else {
            None
        };
    }

    /// The player to move leaves the game without a move. In games for two that ends it; elsewhere
    /// their pieces are removed, and places are those of a checkmate by whoever moves next.
    pub(super) fn retire(&mut self, reason: Reason) {
        let leaving = self.turn;
        if self.ended.is_some() {
            return;
        }
        if self.tables.variant.rules.elimination == Elimination::EndsGame {
            self.ended = Some(reason);
            return;
        }
        for cell in self.of_seat(leaving) {
            self.take(cell);
        }
        self.drop_player(leaving);
        self.pass_turn(&mut ());
        if self.ended.is_none() && self.living_enemies(self.turn) == 0 {
            self.ended = Some(match self.tables.variant.rules.teams {
                Some(_) => Reason::TeamOut,
                None => Reason::LastPlayer,
            });
        }
    }

    /// Takes a player, whose pieces are gone already, out of the game.
    fn drop_player(&mut self, seat: Seat) {
        self.alive &= !(1 << seat);
        self.hash ^= self.tables.keys.alive(seat);
        self.kings[seat as usize] = Cell::NONE;
        self.last_moved[seat as usize] = Cell::NONE;
        self.set_en_passant(seat, NO_RIGHT);
        self.fallen[self.fallen_count as usize] = seat;
        self.fallen_count += 1;
        self.clock = 0;
        self.passes = 0;
    }

    /// The piece that delivers a checkmate: the one its owner moved on their own last turn if it
    /// attacks the King, otherwise the attacker that comes first in cell order.
    fn delivering_piece(&self, victim: Seat) -> Cell {
        let attackers: CellSet<W> = self.attackers(self.king(victim), self.turn);
        let last = self.last_moved[self.turn as usize];
        if last.is_some() && attackers.contains(last) {
            return last;
        }
        attackers.first().unwrap_or(self.king(self.turn))
    }
}
