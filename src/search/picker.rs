//! Which moves to try first, in stages: the table's move, captures that win or keep material,
//! killers, quiet moves by history, and last the captures that lose material.
//!
//! Moves are valued when their stage is reached: most nodes end before the quiet ones.

use super::exchange::gains_at_least;
use super::exposure::Exposure;
use super::histories::{Earlier, Histories};
use crate::eval::{Side, Weights};
use crate::geometry::{Cell, CellSet};
use crate::position::{Move, MoveFlag, MoveSink, Position, Scope};

/// A move with its priority.
#[derive(Clone, Copy)]
pub(super) struct Ranked {
    pub mv: Move,
    pub priority: i32,
}

impl<const W: usize> MoveSink<W> for Vec<Ranked> {
    #[inline]
    fn targets(&mut self, from: Cell, targets: CellSet<W>) {
        self.extend(targets.into_iter().map(|to| Ranked { mv: Move::new(from, to), priority: 0 }));
    }

    #[inline]
    fn one(&mut self, mv: Move) {
        self.push(Ranked { mv, priority: 0 });
    }
}

/// Quiet moves with their priorities. Both stand in lists of their own, so that the best is found
/// many at a time: nodes in which most quiet moves are tried would else mostly look for the next.
#[derive(Default)]
struct Quiets {
    moves: Vec<Move>,
    /// By move: its priority, then that it comes before later ones of the same; the least number
    /// there is for a move that has been given.
    keys: Vec<i64>,
    /// Moves at the front that were given before all others were ranked.
    early: usize,
}

impl Quiets {
    /// The bits below the priority: no position has more moves than they count.
    const NUMBER_BITS: u32 = 16;

    fn clear(&mut self) {
        self.moves.clear();
        self.keys.clear();
        self.early = 0;
    }

    /// Gives a move before the others are ranked, if it is one of them.
    #[inline]
    fn take_early(&mut self, mv: Move) -> Option<Move> {
        let number = self.early + self.moves[self.early..].iter().position(|&m| m == mv)?;
        self.moves.swap(self.early, number);
        self.early += 1;
        Some(mv)
    }

    /// Whether all moves, if there are any, were given before the others were ranked.
    fn is_spent(&self) -> bool {
        self.early == self.moves.len()
    }

    /// The moves to be ranked.
    fn left(&mut self) -> std::ops::Range<usize> {
        self.keys.resize(self.early, i64::MIN);
        self.early..self.moves.len()
    }

    /// Gives the next move a priority.
    #[inline]
    fn rank(&mut self, priority: i32) {
        let later = self.keys.len() as i64;
        self.keys.push((i64::from(priority) << Self::NUMBER_BITS) - later);
    }

    /// The best of the moves left.
    #[inline]
    fn next(&mut self) -> Option<Move> {
        let best = self.keys.iter().copied().fold(i64::MIN, i64::max);
        if best == i64::MIN {
            return None;
        }
        let number = (best.wrapping_neg() & ((1 << Self::NUMBER_BITS) - 1)) as usize;
        self.keys[number] = i64::MIN;
        Some(self.moves[number])
    }
}

/// Memory for the moves of a node.
#[derive(Default)]
pub(super) struct Lists {
    noisy: Vec<Ranked>,
    quiets: Quiets,
}

/// Sorts moves by whether they are noisy, and leaves out one of them.
struct Sorted<'l, const W: usize> {
    lists: &'l mut Lists,
    position: &'l Position<W>,
    without: Move,
}

impl<const W: usize> MoveSink<W> for Sorted<'_, W> {
    #[inline]
    fn targets(&mut self, from: Cell, targets: CellSet<W>) {
        let occupied = self.position.occupied();
        let mut targets = targets;
        let left_out = self.without.to();
        if from == self.without.from() && self.without == Move::new(from, left_out) {
            targets.remove(left_out);
        }
        for to in targets & occupied {
            self.lists.noisy.push(Ranked { mv: Move::new(from, to), priority: 0 });
        }
        for to in targets & !occupied {
            self.lists.quiets.moves.push(Move::new(from, to));
        }
    }

    #[inline]
    fn one(&mut self, mv: Move) {
        if mv == self.without {
            return;
        }
        if is_noisy(self.position, mv) {
            self.lists.noisy.push(Ranked { mv, priority: 0 });
        } else {
            self.lists.quiets.moves.push(mv);
        }
    }
}

/// Whether a move captures or promotes.
#[inline]
pub(super) fn is_noisy<const W: usize>(position: &Position<W>, mv: Move) -> bool {
    mv.flag() == MoveFlag::EnPassant
        || mv.promotion().is_some()
        || mv != Move::PASS && mv.flag() != MoveFlag::Castle && position.piece_on(mv.to()).is_some()
}

/// What a move captures and gains by promotion, in hundredths of a pawn.
#[inline]
pub(super) fn material_gain<const W: usize>(
    position: &Position<W>,
    weights: &Weights,
    mv: Move,
) -> i32 {
    let victim = match position.piece_on(mv.to()) {
        Some(victim) if mv.flag() != MoveFlag::Castle => weights.value(victim.kind()),
        _ if mv.flag() == MoveFlag::EnPassant => {
            position.piece_on(mv.from()).map_or(0, |p| weights.value(p.kind()))
        }
        _ => 0,
    };
    victim + mv.promotion().map_or(0, |kind| weights.value(kind))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Table,
    List,
    GoodNoisy,
    /// The killer to look for next.
    Killer(usize),
    RankQuiet,
    Quiet,
    BadNoisy,
    Done,
}

/// What a picker needs to know.
#[derive(Clone, Copy)]
pub(super) struct Context<'c, const W: usize> {
    pub position: &'c Position<W>,
    pub weights: &'c Weights,
    pub side: Side,
    pub ply: usize,
    /// What it counts for a quiet move to save a piece from one worth less, and to give check; 0 in
    /// games for many.
    pub escape_bonus: i32,
    pub check_bonus: i32,
    pub earlier: Earlier,
}

/// The priority of a killer: before all that histories say.
const KILLER: i32 = 1 << 20;

impl<const W: usize> Context<'_, W> {
    /// Values captures and promotions by what they gain, then by experience.
    pub(super) fn rank_noisy(&self, moves: &mut [Ranked], histories: &Histories) {
        for ranked in moves {
            let gain = material_gain(self.position, self.weights, ranked.mv);
            ranked.priority = gain * 16 + histories.noisy(self.position, ranked.mv);
        }
    }

    /// Values quiet moves: killers, then by experience.
    pub(super) fn rank_quiet(&self, moves: &mut [Ranked], histories: &Histories) {
        let killers = histories.killers[self.ply];
        // Moves are listed piece by piece.
        let (mut from, mut piece) = (Cell::NONE, 0);
        for ranked in &mut *moves {
            if ranked.mv.from() != from {
                from = ranked.mv.from();
                piece = histories.piece(self.position, from);
            }
            let own = piece + ranked.mv.to().index() as u32;
            ranked.priority = histories.quiet(own, &self.earlier)
                + if killers.contains(&ranked.mv) { KILLER } else { 0 };
        }
    }

    /// Gives quiet moves of a game for two their priorities: by experience, with what they save from
    /// being taken and a bonus for checks.
    fn rank_quiets(&self, quiets: &mut Quiets, histories: &Histories) {
        let exposure =
            (self.escape_bonus > 0).then(|| Exposure::in_position(self.position, self.weights));
        // Moves are listed piece by piece: what they have in common is found once.
        let mut from = Cell::NONE;
        let (mut piece, mut value) = (0, 0);
        let (mut exposed, mut checking) = (CellSet::EMPTY, CellSet::EMPTY);
        let enemy = 1 - self.position.turn();
        for number in quiets.left() {
            let mv = quiets.moves[number];
            if mv.from() != from
                && let Some(mover) = self.position.piece_on(mv.from())
            {
                from = mv.from();
                piece = histories.piece(self.position, from);
                let kind = mover.kind();
                value = self.weights.value(kind);
                exposed = exposure.as_ref().map_or(CellSet::EMPTY, |exposure| exposure.of(value));
                checking = self.position.may_check_from(kind, enemy);
            }
            let own = piece + mv.to().index() as u32;
            let mut priority = histories.quiet(own, &self.earlier);
            let saved = i32::from(exposed.contains(from)) - i32::from(exposed.contains(mv.to()));
            priority += self.escape_bonus * value * saved;
            if checking.contains(mv.to())
                && self.check_bonus > 0
                && self.position.checks_directly(mv, enemy)
            {
                priority += self.check_bonus;
            }
            quiets.rank(priority);
        }
    }

    /// A move refuted the line and gains `bonus`; the quiet and the noisy moves tried before it did
    /// not and lose `malus`.
    pub(super) fn reward(
        &self,
        histories: &mut Histories,
        best: Move,
        [quiet, noisy]: [&[Move]; 2],
        bonus: i32,
        malus: i32,
    ) {
        if is_noisy(self.position, best) {
            histories.reward_noisy(self.position, best, bonus);
        } else {
            histories.note_killer(self.ply, best);
            let own = histories.piece_on(self.position, best);
            histories.reward_quiet(own, &self.earlier, bonus);
            for &mv in quiet {
                let own = histories.piece_on(self.position, mv);
                histories.reward_quiet(own, &self.earlier, -malus);
            }
        }
        for &mv in noisy {
            histories.reward_noisy(self.position, mv, -malus);
        }
    }
}

/// Gives the moves of a node one by one.
pub(super) struct Picker {
    lists: Lists,
    stage: Stage,
    scope: Scope,
    /// The move to begin with, if there is one.
    table_move: Move,
    /// The noisy move to look at next.
    next: usize,
    /// Captures that were found to lose material are kept here, at the front.
    bad: usize,
    given_bad: usize,
    /// What an exchange must gain to be tried with the good ones.
    threshold: i32,
    skip_quiets: bool,
}

impl Picker {
    /// A picker of the moves of a scope, to be put into `lists` when they are needed;
    /// `table_move` is the legal move to begin with, [`Move::NONE`] if there is none. What an
    /// exchange gains must reach `threshold` to be tried with the good ones.
    pub(super) fn new(mut lists: Lists, scope: Scope, table_move: Move, threshold: i32) -> Picker {
        lists.noisy.clear();
        lists.quiets.clear();
        Picker {
            lists,
            stage: if table_move == Move::NONE { Stage::List } else { Stage::Table },
            scope,
            table_move,
            next: 0,
            bad: 0,
            given_bad: 0,
            threshold,
            skip_quiets: false,
        }
    }

    /// Whether there is no move at all, once every move has been asked for.
    pub(super) fn is_empty(&self) -> bool {
        self.table_move == Move::NONE
            && self.lists.noisy.is_empty()
            && self.lists.quiets.moves.is_empty()
    }

    /// The memory, for another use.
    pub(super) fn into_lists(self) -> Lists {
        self.lists
    }

    /// No more quiet moves.
    pub(super) fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// Whether what comes now loses material.
    pub(super) fn is_at_bad_captures(&self) -> bool {
        self.stage == Stage::BadNoisy || self.stage == Stage::Done
    }

    /// The best of the noisy moves left.
    fn best_noisy(&mut self) -> Option<Move> {
        let noisy = &mut self.lists.noisy;
        let mut best = self.next;
        for i in self.next + 1..noisy.len() {
            if noisy[i].priority > noisy[best].priority {
                best = i;
            }
        }
        let mv = noisy.get(best)?.mv;
        noisy.swap(self.next, best);
        self.next += 1;
        Some(mv)
    }

    /// The next move.
    pub(super) fn next<const W: usize>(
        &mut self,
        c: &Context<'_, W>,
        histories: &Histories,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::List;
                    return Some(self.table_move);
                }
                Stage::List => {
                    let (position, without) = (c.position, self.table_move);
                    let mut sorted = Sorted { lists: &mut self.lists, position, without };
                    c.position.generate(self.scope, &mut sorted);
                    c.rank_noisy(&mut self.lists.noisy, histories);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => {
                    let Some(mv) = self.best_noisy() else {
                        self.stage = Stage::Killer(0);
                        continue;
                    };
                    if gains_at_least(c.position, c.weights, mv, self.threshold, c.side) {
                        return Some(mv);
                    }
                    self.lists.noisy.swap(self.bad, self.next - 1);
                    self.bad += 1;
                }
                Stage::Killer(number) => {
                    let killer = histories.killers[c.ply].get(number).filter(|_| !self.skip_quiets);
                    let Some(&killer) = killer else {
                        self.stage = Stage::RankQuiet;
                        continue;
                    };
                    self.stage = Stage::Killer(number + 1);
                    let killer = self.lists.quiets.take_early(killer);
                    if killer.is_some() {
                        return killer;
                    }
                }
                Stage::RankQuiet => {
                    self.stage = Stage::Quiet;
                    // What is exposed takes time to find: in quiescence there is nothing to rank.
                    if !self.skip_quiets && !self.lists.quiets.is_spent() {
                        c.rank_quiets(&mut self.lists.quiets, histories);
                    }
                }
                Stage::Quiet => {
                    let mv = if self.skip_quiets { None } else { self.lists.quiets.next() };
                    if mv.is_some() {
                        return mv;
                    }
                    self.stage = Stage::BadNoisy;
                }
                Stage::BadNoisy => {
                    if self.given_bad < self.bad {
                        self.given_bad += 1;
                        return Some(self.lists.noisy[self.given_bad - 1].mv);
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::histories::NO_ROW;
    use super::*;
    use crate::eval::Library;
    use crate::position::{AnyPosition, with_position};
    use crate::variant;

    /// What moves of the start position of `chess` count after a reward of 100 and a malus of 180,
    /// and whether the best one is the first killer.
    fn rewarded(best: &str, tried_quiet: &[&str], asked: &[&str]) -> (Vec<i32>, bool) {
        let position = AnyPosition::start(variant::find("chess").expect("a registered game"));
        let find = |text: &str| position.find_move(text).expect("a legal move");
        with_position!(&position, p => {
            let library = Library::embedded();
            let weights = &library.weights(p.tables());
            let mut histories = Histories::default();
            histories.fit(p.tables());
            let earlier = [histories.row(3), NO_ROW, NO_ROW];
            let (escape_bonus, check_bonus, side, ply) = (0, 0, 1, 2);
            let position = p;
            let context =
                Context { position, weights, side, ply, escape_bonus, check_bonus, earlier };
            let tried: Vec<Move> = tried_quiet.iter().map(|text| find(text)).collect();
            context.reward(&mut histories, find(best), [&tried[..], &[]], 100, 180);
            let count = |text: &&str| histories.quiet(histories.piece_on(p, find(text)), &earlier);
            (asked.iter().map(count).collect(), histories.killers[ply][0] == find(best))
        })
    }

    #[test]
    fn a_refutation_gains_and_what_was_tried_before_it_loses_more() {
        // By itself and after the move before.
        let asked = ["e2e4", "g1f3", "d2d4", "a2a3"];
        let (counts, is_killer) = rewarded("e2e4", &["g1f3", "d2d4"], &asked);
        assert_eq!(counts, [200, -360, -360, 0]);
        assert!(is_killer);
    }

    #[test]
    fn quiet_moves_come_by_priority_and_equal_ones_as_they_were_listed() {
        let position = AnyPosition::start(variant::find("chess").expect("a registered game"));
        let moves = position.legal_moves()[..5].to_vec();
        let mut quiets = Quiets { moves: moves.clone(), ..Quiets::default() };
        assert_eq!(quiets.left(), 0..5);
        [-70_000, 9, 0, 9, KILLER].into_iter().for_each(|priority| quiets.rank(priority));
        let given: Vec<Move> = std::iter::from_fn(|| quiets.next()).collect();
        assert_eq!(given, [4, 1, 3, 2, 0].map(|number| moves[number]));
        // Those given before are not given again.
        let mut quiets = Quiets { moves: moves.clone(), ..Quiets::default() };
        assert_eq!(quiets.take_early(moves[3]), Some(moves[3]));
        assert_eq!(quiets.take_early(moves[3]), None);
        assert_eq!(quiets.take_early(Move::NONE), None);
        assert_eq!(quiets.take_early(moves[0]), Some(moves[0]));
        let priority = |mv: Move| if mv == moves[2] { -9 } else { -90 };
        for number in quiets.left() {
            quiets.rank(priority(quiets.moves[number]));
        }
        let given: Vec<Move> = std::iter::from_fn(|| quiets.next()).collect();
        assert_eq!((given.len(), given[0]), (3, moves[2]));
        assert!(given.contains(&moves[1]) && given.contains(&moves[4]));
    }

    #[test]
    fn a_picker_gives_every_move_once() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R2Pp1k/8/6P1/8 b - e3 0 1",
            "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        ];
        for fen in fens {
            let variant = variant::find("chess").expect("a registered game");
            let position = AnyPosition::read(variant, fen).expect("a position");
            with_position!(&position, position => {
                let library = Library::embedded();
                let weights = &library.weights(position.tables());
                let mut histories = Histories::default();
                histories.fit(position.tables());
                let legal = position.legal_moves();
                let quiet = || legal.iter().copied().filter(|&mv| !is_noisy(position, mv));
                let killers = [quiet().next_back().expect("a quiet move"), Move::NONE];
                histories.killers[2] = killers;
                let (escape_bonus, check_bonus, side, ply) = (36, 9000, 1, 2);
                let earlier = Earlier::default();
                let context =
                    Context { position, weights, side, ply, escape_bonus, check_bonus, earlier };
                for first in std::iter::once(Move::NONE).chain(legal.iter().copied()) {
                    let mut picker = Picker::new(Lists::default(), Scope::All, first, 0);
                    let given: Vec<Move> =
                        std::iter::from_fn(|| picker.next(&context, &histories)).collect();
                    assert!(legal.iter().all(|mv| given.contains(mv)), "{fen}");
                    assert_eq!(given.len(), legal.len(), "{fen}");
                    assert!(first == Move::NONE || given[0] == first, "{fen}");
                    let after_first = &given[usize::from(first != Move::NONE)..];
                    let mut quiet = after_first.iter().filter(|&&mv| !is_noisy(position, mv));
                    assert!(first == killers[0] || quiet.next() == Some(&killers[0]), "{fen}");
                    // Good captures and promotions, quiet moves, bad captures.
                    let kinds = given[1..].iter().map(|&mv| is_noisy(position, mv));
                    let changes = kinds.clone().zip(kinds.skip(1)).filter(|(a, b)| a != b);
                    assert!(changes.count() <= 2, "{fen}");
                }
            });
        }
    }
}
