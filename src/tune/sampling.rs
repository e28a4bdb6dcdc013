//! Which positions of a game say something: quiet ones, a few of each game.

use super::dataset::{Taken, living};
use crate::arena::record::{ADJUDICATION, Evaluation, GameRecord, RecordError};
use crate::eval::{Trace, share};
use crate::geometry::Cell;
use crate::position::{AnyPosition, Game, Move, Observer, Piece, Position, with_position};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::hash::Hasher;

/// Which positions to take.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sampling {
    /// At most so many of a game.
    pub positions_per_game: usize,
    /// The first moves after the opening to pass over.
    pub skip_plies: usize,
    /// The share of games to hold out, from 0 to 1; games with one opening stay together.
    pub hold_out: f64,
    /// How much the recorded scores count against the results, from 0 to 1, in games for two and
    /// for teams.
    pub score_share: f64,
    /// How much the score of a later move counts against that of the move before it, from 0 to 1,
    /// for networks: what a position is worth shows a few moves later. (Temporal differences:
    /// Sutton 1988.)
    pub ahead: f64,
    /// Positions that a random quiet move leads to, taken beside every position, for networks that learn
    /// from another one.
    pub variations: usize,
    /// The seed of everything random.
    pub seed: u64,
}

impl Default for Sampling {
    fn default() -> Sampling {
        Sampling {
            positions_per_game: 24,
            skip_plies: 2,
            hold_out: 0.1,
            score_share: 0.0,
            ahead: 0.0,
            variations: 0,
            seed: 1,
        }
    }
}

/// A number that texts and a seed lead to on every machine.
fn mix(seed: u64, texts: &[&str]) -> u64 {
    /// FNV-1a (Fowler, Noll, Vo), followed by the finaliser of SplitMix64.
    struct Fnv(u64);
    impl Hasher for Fnv {
        fn write(&mut self, bytes: &[u8]) {
            for &byte in bytes {
                self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
            }
        }
        fn finish(&self) -> u64 {
            let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
            z ^ z >> 31
        }
    }
    let mut hasher = Fnv(0xCBF2_9CE4_8422_2325);
    hasher.write(&seed.to_le_bytes());
    for text in texts {
        hasher.write(text.as_bytes());
        hasher.write(b"\n");
    }
    hasher.finish()
}

pub(super) fn is_held_out(record: &GameRecord, sampling: &Sampling) -> bool {
    let opening = &record.opening;
    let moves = opening.moves.join(" ");
    // Without an opening of its own every game stands for itself.
    let from_start = moves.is_empty() && opening.fen.is_none();
    let own = if from_start { record.moves.join(" ") } else { String::new() };
    let fen = opening.fen.as_deref().unwrap_or("");
    let number = mix(sampling.seed, &[&record.game, fen, &moves, &own]);
    (number >> 11) as f64 / (1u64 << 53) as f64 <= sampling.hold_out && sampling.hold_out > 0.0
}

/// Draws by the referee in games for two and for teams count if the last score was within this of zero.
const EVEN: i32 = 100;

/// Whether the result says what the play was worth.
pub(super) fn is_telling(record: &GameRecord) -> bool {
    let last = record.scores.iter().rev().flatten().next();
    let even = last.is_none_or(|score| score.centipawns().abs() <= EVEN);
    let decided = record.is_two_sided() && !even;
    record.faults.is_empty() && (record.reason != ADJUDICATION || !decided)
}

/// A position drawn from a game, with the score of the move played there, from the mover's side.
#[derive(Clone)]
pub struct Sampled {
    /// The position.
    pub position: AnyPosition,
    /// The number of moves of the record that led to it after the opening.
    pub ply: usize,
    /// The score, never a mate; none if none was recorded.
    pub score: Option<Evaluation>,
}

/// Quiet positions of a game, drawn at random: those that a fit learns from. None if the result
/// does not say what the play was worth.
///
/// # Errors
/// If a move is against the rules, or there is no such game.
pub fn sample(record: &GameRecord, sampling: &Sampling) -> Result<Vec<Sampled>, RecordError> {
    Ok(draw(record, sampling)?.into_iter().map(|(sampled, _)| sampled).collect())
}

/// The same positions taken apart.
pub(super) fn take(record: &GameRecord, sampling: &Sampling) -> Result<Vec<Taken>, RecordError> {
    Ok(draw(record, sampling)?.into_iter().map(|(_, taken)| taken).collect())
}

/// The quiet positions of a game, at most so many as are asked for; none if the result does not
/// say what the play was worth.
pub(super) fn quiet_positions(
    record: &GameRecord,
    sampling: &Sampling,
) -> Result<Vec<Sampled>, RecordError> {
    positions(record, sampling, |position, mv, score| {
        let mate = matches!(score, Some(Evaluation::Mate(_)));
        !mate && with_position!(position, p => is_quiet(p, mv))
    })
}

/// The quiet positions of a game with a score that is no mate, whatever became of the game, at most so
/// many as are asked for.
pub(super) fn scored_positions(
    record: &GameRecord,
    sampling: &Sampling,
) -> Result<Vec<Sampled>, RecordError> {
    wherever(record, sampling, |position, mv, score| {
        matches!(score, Some(Evaluation::Centipawns(_)))
            && with_position!(position, p => is_quiet(p, mv))
    })
}

/// Positions of a game whatever happens in them, at most so many as are asked for.
pub(super) fn any_positions(
    record: &GameRecord,
    sampling: &Sampling,
) -> Result<Vec<Sampled>, RecordError> {
    positions(record, sampling, |_, _, _| true)
}

/// Some of the positions that are wanted, given the move played and its score; none if the result
/// does not say what the play was worth.
fn positions(
    record: &GameRecord,
    sampling: &Sampling,
    wanted: impl Fn(&AnyPosition, Move, Option<Evaluation>) -> bool,
) -> Result<Vec<Sampled>, RecordError> {
    if !is_telling(record) {
        return Ok(Vec::new());
    }
    wherever(record, sampling, wanted)
}

/// Some of the positions that are wanted, whatever became of the game.
fn wherever(
    record: &GameRecord,
    sampling: &Sampling,
    wanted: impl Fn(&AnyPosition, Move, Option<Evaluation>) -> bool,
) -> Result<Vec<Sampled>, RecordError> {
    let mut game = record.opening_game()?;
    let mut found: Vec<Sampled> = Vec::new();
    for (i, text) in record.moves.iter().enumerate() {
        if let Some(reason) = Game::leaving(text) {
            game.retire(reason);
            continue;
        }
        let position = game.position();
        let Some(mv) = position.find_move(text) else {
            // The whole game is played again for an error that says what is wrong.
            record.replay()?;
            return Err(RecordError::Shape(format!("move {} `{text}` is not legal", i + 1)));
        };
        let score = record.scores.get(i).copied().flatten();
        if i >= sampling.skip_plies && wanted(position, mv, score) {
            found.push(Sampled { position: position.clone(), ply: i, score });
        }
        game.play(mv);
    }
    let random = mix(sampling.seed, &[&record.game, &record.id, &record.moves.join(" ")]);
    found.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(random));
    found.truncate(sampling.positions_per_game);
    Ok(found)
}

fn draw(record: &GameRecord, sampling: &Sampling) -> Result<Vec<(Sampled, Taken)>, RecordError> {
    let variant = record.opening_game()?.variant();
    let taken = quiet_positions(record, sampling)?.into_iter().map(|sampled| {
        let taken = with_position!(&sampled.position, p => {
            let ours = p.tables().allies[0] >> p.turn() & 1 != 0;
            let score = sampled.score.filter(|_| sampling.score_share > 0.0);
            let expected = score.map(|score| {
                let value = f64::from(score.centipawns());
                share(if ours { value } else { -value })
            });
            Taken::new(&Trace::of(p), p.alive(), record, variant, expected, sampling.score_share)
        });
        (sampled, taken)
    });
    Ok(taken.filter(|(_, t)| t.targets.iter().any(|target| !target.is_nan())).collect())
}

/// What a move takes off the board and puts on it.
#[derive(Default)]
struct Change {
    taken: Vec<Piece>,
    put: Vec<Piece>,
}

impl Observer for Change {
    fn put(&mut self, piece: Piece, _: Cell) {
        self.put.push(piece);
    }
    fn take(&mut self, piece: Piece, _: Cell) {
        self.taken.push(piece);
    }
}

/// Whether nobody is in check, and the move that was played moves pieces only: no capture, no
/// promotion, nobody falls.
fn is_quiet<const W: usize>(position: &Position<W>, mv: Move) -> bool {
    if living(position.alive(), position.tables().variant).any(|seat| position.in_check(seat)) {
        return false;
    }
    let mut change = Change::default();
    let mut next = position.clone();
    next.make(mv, &mut change);
    let number = |piece: &Piece| (piece.seat(), piece.kind());
    change.taken.sort_by_key(number);
    change.put.sort_by_key(number);
    change.taken == change.put
}
