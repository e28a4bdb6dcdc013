//! Which moves to try first: the table's move, captures that win or keep material, killers, quiet
//! moves by history, captures that lose material, and captures among those on the same side.
//!
//! In a two-sided search of a game for many a player may capture from another on its side. That
//! hardly ever helps the side, so such captures come last.

use super::super::exchange::gains_at_least;
use super::super::histories::Histories;
pub(super) use super::super::picker::Context;
use super::super::picker::{Ranked, is_noisy};
use super::super::table::Entry;
use crate::eval::Side;
use crate::position::{Move, MoveFlag, Position, Scope};

/// What kind of move it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// A capture or promotion that does not lose material.
    Good,
    /// Neither capture nor promotion.
    Quiet,
    /// A capture or promotion that loses material.
    Bad,
    /// A capture from a player on the same side.
    Fraternal,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    First,
    Second,
    List,
    Noisy,
    RankQuiet,
    Quiet,
    Bad,
    Fraternal,
    Done,
}

impl<const W: usize> Context<'_, W> {
    fn gains(&self, mv: Move) -> bool {
        gains_at_least(self.position, self.weights, mv, 0, self.side)
    }
}

/// Whether a move captures from a player on the mover's side.
pub(super) fn is_fraternal<const W: usize>(position: &Position<W>, mv: Move, side: Side) -> bool {
    let of = |seat| side >> seat & 1;
    mv != Move::PASS
        && mv.flag() != MoveFlag::Castle
        && position.piece_on(mv.to()).is_some_and(|p| of(p.seat()) == of(position.turn()))
}

/// The move that the table knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum First {
    /// None.
    None,
    /// One that is legal, so that no list is needed to begin with it.
    Legal(Move),
    /// One to be recognised in a list, in compact form: a pass, or a charge.
    Listed(u32),
}

impl First {
    /// The move of an entry.
    pub(super) fn of<const W: usize>(position: &Position<W>, known: Option<Entry>) -> First {
        First::by(position, known.map_or(0, |entry| entry.compact_move))
    }

    /// The move of a compact form, of which 0 has none. Another position may have had the same key.
    pub(super) fn by<const W: usize>(position: &Position<W>, compact: u32) -> First {
        match compact {
            0 => First::None,
            compact => match First::legal(compact) {
                First::Legal(mv) if !position.allows(mv) => First::None,
                first => first,
            },
        }
    }

    /// The compact form of a move known to be legal.
    pub(super) fn legal(compact: u32) -> First {
        match Move::from_compact(compact) {
            Some(mv) if mv != Move::PASS => First::Legal(mv),
            _ => First::Listed(compact),
        }
    }

    /// Whether there is none.
    pub(super) fn is_none(self) -> bool {
        self == First::None
    }

    /// Whether it is a legal move that captures or promotes.
    pub(super) fn is_noisy<const W: usize>(self, position: &Position<W>) -> bool {
        matches!(self, First::Legal(mv) if is_noisy(position, mv))
    }

    /// Whether it is this move.
    pub(super) fn is(self, mv: Move) -> bool {
        match self {
            First::None => false,
            First::Legal(first) => first == mv,
            First::Listed(compact) => compact == mv.compact(),
        }
    }
}

/// Best moves are selected one by one, this many times; then the rest is sorted at once.
const SELECTIONS: usize = 6;

/// Gives the moves of a node one by one.
pub(super) struct Picker {
    /// In this order: the moves to begin with, bad captures met, good captures left; fraternal
    /// captures; quiet moves.
    moves: Vec<Ranked>,
    stage: Stage,
    /// Which moves are to be listed; none if they are.
    scope: Option<Scope>,
    /// The move to begin with.
    first: First,
    /// The legal move to go on with; [`Move::NONE`] if there is none.
    second: Move,
    /// Whether the first has been given.
    given: bool,
    class: Class,
    next: usize,
    bad_start: usize,
    bad_end: usize,
    noisy_end: usize,
    fraternal_end: usize,
    selected: usize,
    /// Whether the quiet moves left may come in any order.
    unordered: bool,
}

impl Picker {
    /// A picker of the moves of a scope, to be listed in `buffer` when they are needed, which
    /// begins with `first`.
    pub(super) fn new(mut buffer: Vec<Ranked>, scope: Scope, first: First) -> Picker {
        buffer.clear();
        let stage = if let First::Legal(_) = first { Stage::First } else { Stage::List };
        Picker { scope: Some(scope), stage, ..Picker::of(buffer, first) }
    }

    /// The same with a legal move that comes second, if `first` is legal.
    pub(super) fn going_on(self, second: First) -> Picker {
        match (self.stage, second) {
            (Stage::First, First::Legal(second)) if !self.first.is(second) => {
                Picker { second, ..self }
            }
            _ => self,
        }
    }

    /// A picker of a list of moves.
    pub(super) fn of(moves: Vec<Ranked>, first: First) -> Picker {
        Picker {
            moves,
            stage: Stage::List,
            scope: None,
            first,
            second: Move::NONE,
            given: false,
            class: Class::Quiet,
            next: 0,
            bad_start: 0,
            bad_end: 0,
            noisy_end: 0,
            fraternal_end: 0,
            selected: 0,
            unordered: false,
        }
    }

    /// The quiet moves left may come in any order: few of them will be tried.
    pub(super) fn spare_order(&mut self) {
        self.unordered = true;
    }

    /// Lists the moves and puts them in order of their kinds.
    fn list<const W: usize>(&mut self, c: &Context<'_, W>) {
        if let Some(scope) = self.scope {
            c.position.generate(scope, &mut self.moves);
        }
        let moves = &mut self.moves;
        let mut start = 0;
        if !self.first.is_none()
            && let Some(i) = moves.iter().position(|m| self.first.is(m.mv))
        {
            moves.swap(0, i);
            start = 1;
        }
        if self.second != Move::NONE
            && let Some(i) = moves[start..].iter().position(|m| m.mv == self.second)
        {
            moves.swap(start, start + i);
            start += 1;
        }
        let mut noisy_end = start;
        for i in start..moves.len() {
            if is_noisy(c.position, moves[i].mv) && !is_fraternal(c.position, moves[i].mv, c.side) {
                moves.swap(i, noisy_end);
                noisy_end += 1;
            }
        }
        let mut fraternal_end = noisy_end;
        for i in noisy_end..moves.len() {
            if is_noisy(c.position, moves[i].mv) {
                moves.swap(i, fraternal_end);
                fraternal_end += 1;
            }
        }
        (self.next, self.bad_start, self.bad_end) = (start, start, start);
        (self.noisy_end, self.fraternal_end) = (noisy_end, fraternal_end);
    }

    /// The list, for another use.
    pub(super) fn into_moves(self) -> Vec<Ranked> {
        self.moves
    }

    /// The kind of the move given last.
    pub(super) fn class(&self) -> Class {
        self.class
    }

    /// The best of the moves from `next` to `end`.
    fn best_until(&mut self, end: usize) -> Move {
        let start = self.next;
        if self.selected == SELECTIONS {
            self.moves[start..end].sort_unstable_by_key(|m| -m.priority);
        }
        if self.selected < SELECTIONS {
            let mut best = start;
            for i in start + 1..end {
                if self.moves[i].priority > self.moves[best].priority {
                    best = i;
                }
            }
            self.moves.swap(start, best);
        }
        self.selected += 1;
        self.next += 1;
        self.moves[start].mv
    }

    fn give_first<const W: usize>(&mut self, c: &Context<'_, W>, mv: Move) -> Move {
        self.given = true;
        self.class = if !is_noisy(c.position, mv) {
            Class::Quiet
        } else if c.gains(mv) {
            Class::Good
        } else {
            Class::Bad
        };
        mv
    }

    /// The next move.
    pub(super) fn next<const W: usize>(
        &mut self,
        c: &Context<'_, W>,
        histories: &Histories,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::First => {
                    self.stage = Stage::Second;
                    if let First::Legal(mv) = self.first {
                        return Some(self.give_first(c, mv));
                    }
                }
                Stage::Second => {
                    self.stage = Stage::List;
                    if self.second != Move::NONE {
                        return Some(self.give_first(c, self.second));
                    }
                }
                Stage::List => {
                    if self.next == 0 {
                        self.list(c);
                    }
                    if self.next > 0 && !self.given {
                        return Some(self.give_first(c, self.moves[0].mv));
                    }
                    c.rank_noisy(&mut self.moves[self.next..self.noisy_end], histories);
                    self.stage = Stage::Noisy;
                }
                Stage::Noisy => {
                    if self.next >= self.noisy_end {
                        self.stage = Stage::RankQuiet;
                        continue;
                    }
                    let mv = self.best_until(self.noisy_end);
                    if c.gains(mv) {
                        self.class = Class::Good;
                        return Some(mv);
                    }
                    self.moves.swap(self.bad_end, self.next - 1);
                    self.bad_end += 1;
                }
                Stage::RankQuiet => {
                    self.stage = Stage::Quiet;
                    self.next = self.fraternal_end;
                    self.selected = 0;
                    // A choice of one needs no ranks.
                    let quiet = &mut self.moves[self.next..];
                    if quiet.len() > 1 {
                        c.rank_quiet(quiet, histories);
                    }
                }
                Stage::Quiet => {
                    if self.next >= self.moves.len() {
                        self.stage = Stage::Bad;
                        self.next = self.bad_start;
                        continue;
                    }
                    self.class = Class::Quiet;
                    if self.unordered {
                        self.next += 1;
                        return Some(self.moves[self.next - 1].mv);
                    }
                    return Some(self.best_until(self.moves.len()));
                }
                Stage::Bad => {
                    if self.next >= self.bad_end {
                        self.stage = Stage::Fraternal;
                        self.next = self.noisy_end;
                        continue;
                    }
                    self.class = Class::Bad;
                    self.next += 1;
                    return Some(self.moves[self.next - 1].mv);
                }
                Stage::Fraternal => {
                    if self.next >= self.fraternal_end {
                        self.stage = Stage::Done;
                        continue;
                    }
                    self.class = Class::Fraternal;
                    self.next += 1;
                    return Some(self.moves[self.next - 1].mv);
                }
                Stage::Done => return None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::histories::Earlier;
    use super::*;
    use crate::eval::Library;
    use crate::position::{AnyPosition, with_position};
    use crate::variant;

    /// The moves that a picker gives at the start of `guru`.
    fn given(picker: impl FnOnce(&[Move]) -> Picker) -> (Vec<Move>, Vec<Move>) {
        let start = AnyPosition::start(variant::find("guru").expect("a registered game"));
        let legal = start.legal_moves();
        with_position!(&start, position => {
            let library = Library::embedded();
            let weights = &library.weights(position.tables());
            let mut histories = Histories::default();
            histories.fit(position.tables());
            let (escape_bonus, check_bonus, side, ply) = (0, 0, 1, 2);
            let earlier = Earlier::default();
            let context =
                Context { position, weights, side, ply, escape_bonus, check_bonus, earlier };
            let mut picker = picker(&legal);
            (std::iter::from_fn(|| picker.next(&context, &histories)).collect(), legal)
        })
    }

    #[test]
    fn a_picker_begins_as_it_is_told_and_gives_every_move_once() {
        let new = |first| Picker::new(Vec::new(), Scope::All, first);
        let by = |mv: Move| First::legal(mv.compact());
        for (first, second) in [(3, 7), (7, 3), (5, 5)] {
            let (moves, legal) = given(|legal| new(by(legal[first])).going_on(by(legal[second])));
            assert_eq!(moves[0], legal[first]);
            assert!(first == second || moves[1] == legal[second]);
            assert_eq!(moves.len(), legal.len());
            assert!(legal.iter().all(|mv| moves.contains(mv)));
        }
        // What is to be looked for in a list comes alone.
        let (moves, legal) = given(|legal| new(First::None).going_on(by(legal[5])));
        assert_eq!(moves.len(), legal.len());
    }
}
