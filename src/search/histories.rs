//! What earlier parts of a search say of moves and of evaluations.
//!
//! All counters move towards their limit the slower the nearer they are (gravity), so that old
//! news fades. A *piece on a cell* is the mover and where it goes. (Histories of this kind:
//! Stockfish; J. Schaeffer, "The history heuristic and alpha-beta search enhancements in
//! practice", 1989.)

use super::Parameters;
use super::pages::ask_for_large;
use super::position_cache::PositionCache;
use super::score::MAX_PLY;
use crate::geometry::{Cell, GOLDEN};
use crate::position::{Move, Position};
use crate::variant::{Seat, Tables};

/// The limit of every counter of moves.
pub(super) const HISTORY_MAX: i32 = 1 << 14;

/// The most counters of continuations; where a game has more pairs of pieces on cells, rows are
/// shared.
const MOST_CONTINUATIONS: usize = 4 << 20;

/// How many plies back the moves lie after which quiet moves are remembered.
pub(super) const EARLIER: [usize; 3] = [1, 2, 4];

/// Rows of evaluation corrections per seat.
const CORRECTIONS: usize = 1 << 14;
/// The limit of a correction, in hundredths of a pawn times [`CORRECTION_GRAIN`].
const CORRECTION_MAX: i32 = 64 * CORRECTION_GRAIN;
const CORRECTION_GRAIN: i32 = 256;
const _: () = assert!(CORRECTION_MAX <= i16::MAX as i32);

/// A piece on a cell, as an index; what a move makes of its mover.
pub(super) type PieceOn = u32;

/// Where the counters of the moves after an earlier one begin; [`NO_ROW`] if there is none.
pub(super) type Row = u32;

/// The first row: nothing is ever learnt in it, so that nobody has to ask whether there is an earlier
/// move.
pub(super) const NO_ROW: Row = 0;

/// The rows of the moves after which quiet moves are remembered.
pub(super) type Earlier = [Row; EARLIER.len()];

/// A search thread's memory. It lives on from search to search of a game.
#[derive(Default)]
pub struct Histories {
    /// The game that it is of.
    game: &'static str,
    kinds: usize,
    cells: usize,
    rows: usize,
    /// Success of quiet moves by piece and target.
    quiet: Vec<i16>,
    /// Success of captures by piece, target and captured kind.
    noisy: Vec<i16>,
    /// Success of quiet moves by the piece and target of an earlier move, then by their own.
    continuation: Vec<i16>,
    /// How far evaluations were from what search found, by each of [`Signs`], seat to move and row;
    /// of games for two.
    correction: Vec<i16>,
    /// Two quiet moves per ply that refuted a sibling.
    pub(super) killers: Vec<[Move; 2]>,
    /// Games for many: the best ordered replies of positions met, in compact form.
    pub(super) replies: PositionCache<u32>,
    /// The same of what the evaluation gave a side, in hundredths of a pawn, by position and side.
    pub(super) values: PositionCache<i32>,
}

impl Histories {
    /// Makes ready for a game; what is known of another is forgotten.
    pub(super) fn fit<const W: usize>(&mut self, tables: &Tables<W>) {
        let (kinds, cells) = (tables.kinds.len(), tables.variant.board.len());
        let game = tables.variant.id;
        if self.game != game {
            let pieces = tables.variant.seats() * kinds * cells;
            let rows = (MOST_CONTINUATIONS / pieces).clamp(1, pieces);
            *self = Histories {
                game,
                kinds,
                cells,
                rows,
                quiet: vec![0; pieces],
                noisy: vec![0; pieces * (kinds + 1)],
                continuation: vec![0; (1 + rows) * pieces],
                correction: vec![0; CORRECTION_SIGNS * 2 * CORRECTIONS],
                killers: Vec::new(),
                replies: PositionCache::default(),
                values: PositionCache::default(),
            };
            ask_for_large(&self.continuation);
        }
        self.killers.clear();
        self.killers.resize(MAX_PLY + 2, [Move::NONE; 2]);
    }

    /// What a move makes of its mover.
    #[inline]
    pub(super) fn piece_on<const W: usize>(&self, position: &Position<W>, mv: Move) -> PieceOn {
        self.piece(position, mv.from()) + mv.to().index() as PieceOn
    }

    /// What a move makes of the mover on a cell, less the number of the cell that it goes to.
    #[inline]
    pub(super) fn piece<const W: usize>(&self, position: &Position<W>, from: Cell) -> PieceOn {
        let kind = position.piece_on(from).map_or(0, |p| p.kind()) as usize;
        let seat = position.turn() as usize;
        ((seat * self.kinds + kind) * self.cells) as PieceOn
    }

    fn noisy_index<const W: usize>(&self, position: &Position<W>, mv: Move) -> usize {
        let victim = position.piece_on(mv.to()).map_or(self.kinds, |p| p.kind() as usize);
        self.piece_on(position, mv) as usize * (self.kinds + 1) + victim
    }

    /// Where the counters of the moves after an earlier one begin.
    #[inline]
    pub(super) fn row(&self, earlier: PieceOn) -> Row {
        ((1 + earlier as usize % self.rows) * self.quiet.len()) as Row
    }

    /// The success of a quiet move after earlier ones.
    #[inline]
    pub(super) fn quiet(&self, own: PieceOn, earlier: &Earlier) -> i32 {
        let after = earlier.map(|row| i32::from(self.continuation[(row + own) as usize]));
        i32::from(self.quiet[own as usize]) + after.iter().sum::<i32>()
    }

    /// The success of a capture or promotion.
    #[inline]
    pub(super) fn noisy<const W: usize>(&self, position: &Position<W>, mv: Move) -> i32 {
        i32::from(self.noisy[self.noisy_index(position, mv)])
    }

    /// A quiet move did well, or badly for a bonus below zero.
    pub(super) fn reward_quiet(&mut self, own: PieceOn, earlier: &Earlier, bonus: i32) {
        add(&mut self.quiet[own as usize], bonus);
        for row in earlier.iter().filter(|&&row| row != NO_ROW) {
            add(&mut self.continuation[(row + own) as usize], bonus);
        }
    }

    /// A capture or promotion did well, or badly for a bonus below zero.
    pub(super) fn reward_noisy<const W: usize>(
        &mut self,
        position: &Position<W>,
        mv: Move,
        bonus: i32,
    ) {
        let index = self.noisy_index(position, mv);
        add(&mut self.noisy[index], bonus);
    }

    /// A quiet move refuted its siblings at a ply.
    pub(super) fn note_killer(&mut self, ply: usize, mv: Move) {
        let killers = &mut self.killers[ply];
        if killers[0] != mv {
            *killers = [mv, killers[0]];
        }
    }

    /// What to add to an evaluation, in hundredths of a pawn.
    pub(super) fn correction(&self, signs: &Signs, parameters: &Parameters) -> i32 {
        let p = parameters;
        let weights = [p.correct_pawns, p.correct_pieces, p.correct_pieces, p.correct_moves];
        let known = signs.rows().map(|row| i32::from(self.correction[row]));
        let sum: i32 = known.iter().zip(weights).map(|(known, weight)| known * weight).sum();
        sum / (128 * CORRECTION_GRAIN)
    }

    /// A search of some depth found a value this much above its evaluation.
    pub(super) fn correct(&mut self, signs: &Signs, depth: i32, difference: i32) {
        const SCALE: i32 = 256;
        let weight = (depth + 1).clamp(1, 16);
        let target = difference.clamp(-1000, 1000) * CORRECTION_GRAIN;
        for row in signs.rows() {
            let entry = &mut self.correction[row];
            let moved = (i32::from(*entry) * (SCALE - weight) + target * weight) / SCALE;
            *entry = moved.clamp(-CORRECTION_MAX, CORRECTION_MAX) as i16;
        }
    }
}

/// Ways of recognising positions in which evaluations err alike.
const CORRECTION_SIGNS: usize = 4;

/// What errors of the evaluation are remembered by, each on its own. (Correction histories:
/// Caissa and Stockfish.)
pub(super) struct Signs {
    /// The player to move.
    pub turn: Seat,
    /// A hash of all Pawns.
    pub pawns: u64,
    /// A hash of the cells of the pieces of the player to move.
    pub own: u64,
    /// The same of the opponent's.
    pub other: u64,
    /// Earlier moves.
    pub last: Earlier,
}

impl Signs {
    /// Where the corrections lie, of two players.
    fn rows(&self) -> [usize; CORRECTION_SIGNS] {
        let moves = self
            .last
            .iter()
            .take(2)
            .fold(0u64, |hash, &row| (hash ^ u64::from(row)).wrapping_mul(GOLDEN));
        let hashes = [self.pawns, self.own, self.other, moves >> 32];
        std::array::from_fn(|sign| {
            let table = sign * 2 + (self.turn & 1) as usize;
            table * CORRECTIONS + (hashes[sign] as usize & (CORRECTIONS - 1))
        })
    }
}

/// Moves a counter; the nearer to the limit, the less.
fn add(entry: &mut i16, bonus: i32) {
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / HISTORY_MAX) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{AnyPosition, with_position};
    use crate::variant;

    #[test]
    fn what_is_known_of_another_game_is_forgotten() {
        let fit = |histories: &mut Histories, id: &str| {
            let start = AnyPosition::start(variant::find(id).expect("a registered game"));
            with_position!(&start, p => histories.fit(p.tables()));
        };
        // Both have the same board and pieces, and count them differently.
        let mut histories = Histories::default();
        fit(&mut histories, "honeycomb");
        histories.values.put(5, 70);
        fit(&mut histories, "honeycomb");
        assert_eq!(histories.values.get(5), Some(70));
        fit(&mut histories, "wildhoney-double");
        assert_eq!(histories.values.get(5), None);
    }
}
