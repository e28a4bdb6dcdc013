//! Openings: from a book, by random plies, or both; each depends on its number and the seed alone.

use super::record::Opening;
use crate::engine::Engine;
use crate::eval::Strength;
use crate::geometry::GOLDEN;
use crate::position::{Game, GameError, full_fen, with_position};
use crate::search::{Control, Limits};
use crate::variant::Variant;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Where openings come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Openings {
    /// Positions to begin with; the start of the game if empty.
    book: Vec<Opening>,
    /// Random legal plies after that.
    random_plies: u32,
    /// The greatest difference between players, in hundredths of a pawn, if balance is asked for.
    balance: Option<i32>,
    seed: u64,
    /// The number that the first opening has.
    first: u64,
}

/// Why a book cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// It cannot be read.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A line is no position of the game.
    #[error("{path} line {line}: {error}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: GameError,
    },
    /// There is no position in it.
    #[error("{0}: no positions")]
    Empty(PathBuf),
}

/// Random plies by default in games for two; elsewhere two rounds.
const DEFAULT_PLIES: u32 = 8;
const DEFAULT_ROUNDS: u32 = 2;

/// Attempts at an opening that is still a game, and balanced if asked for; after that the last is
/// taken as it is.
const ATTEMPTS: u64 = 500;

/// Nodes per attempt of the search that judges the balance.
const BALANCE_NODES: u64 = 4000;

impl Openings {
    /// Openings after a book and random plies; without either, by the usual number of random
    /// plies: eight in games for two, two rounds elsewhere.
    #[must_use]
    pub fn new(
        variant: &Variant,
        book: Vec<Opening>,
        random_plies: Option<u32>,
        balance: Option<i32>,
        seed: u64,
    ) -> Openings {
        let seats = variant.seats() as u32;
        let usual = match (book.is_empty(), seats) {
            (false, _) => 0,
            (true, 2) => DEFAULT_PLIES,
            (true, _) => DEFAULT_ROUNDS * seats,
        };
        Openings { book, random_plies: random_plies.unwrap_or(usual), balance, seed, first: 0 }
    }

    /// The same openings without those before a number.
    #[must_use]
    pub fn from_number(self, first: u64) -> Openings {
        Openings { first, ..self }
    }

    /// How many of the first so many openings are different for certain: of a book without random
    /// plies after it those that it has, elsewhere all.
    #[must_use]
    pub fn different(&self, count: u64) -> u64 {
        if self.random_plies > 0 {
            return count;
        }
        let most = usize::try_from(count).unwrap_or(usize::MAX);
        let texts = self.book.iter().take(most).map(|opening| (&opening.fen, &opening.moves));
        (texts.collect::<HashSet<_>>().len() as u64).max(1).min(count)
    }

    /// The opening of a number.
    #[must_use]
    pub fn get(&self, variant: &'static Variant, number: u64) -> Opening {
        let number = self.first + number;
        let first = match self.book.len() as u64 {
            0 => Opening::default(),
            len => self.book[(number % len) as usize].clone(),
        };
        let mut found = first.clone();
        for attempt in 0..ATTEMPTS {
            let mut random = generator(self.seed, number, attempt);
            let Ok(mut game) = Game::new(variant, first.fen.as_deref(), &first.moves) else {
                break; // books are checked when they are read
            };
            found = first.clone();
            for _ in 0..self.random_plies {
                let moves = game.position().legal_moves();
                if moves.is_empty() || game.outcome().is_some() {
                    break;
                }
                let mv = moves[random.random_range(0..moves.len())];
                found.moves.push(game.position().move_text(mv));
                game.play(mv);
            }
            let going = game.outcome().is_none();
            let balanced = || self.balance.is_none_or(|most| imbalance(&game) <= most);
            if self.random_plies == 0 || going && balanced() {
                break;
            }
        }
        found
    }
}

/// A generator for one attempt at one opening.
fn generator(seed: u64, number: u64, attempt: u64) -> Xoshiro256PlusPlus {
    // Odd constants keep neighbouring numbers and attempts apart before the generator mixes them.
    let mixed = seed
        ^ number.wrapping_add(1).wrapping_mul(GOLDEN)
        ^ attempt.wrapping_mul(0xD1B5_4A32_D192_ED03);
    Xoshiro256PlusPlus::seed_from_u64(mixed)
}

/// How far apart the players are after a short search, in hundredths of a pawn: the score in games
/// for two; elsewhere the difference between the strongest and the weakest at the end of the
/// best line.
fn imbalance(game: &Game) -> i32 {
    let Ok(engine) = Engine::new(1) else { return 0 };
    let limits = Limits { nodes: Some(BALANCE_NODES), ..Limits::default() };
    let mut line = Vec::new();
    let control = Control::new(false);
    let report = engine.search(game, &limits, &control, |info| line = info.pv);
    let seats = game.variant().seats();
    if seats == 2 || report.score.is_decided() {
        return report.score.raw().abs();
    }
    let mut end = game.position().clone();
    for mv in line {
        end.make(mv);
    }
    with_position!(&end, p => {
        let weights = engine.weights(game.position());
        let values = Strength::of(p, &weights).seats(p);
        let (least, most) = values[..seats].iter().fold((i32::MAX, i32::MIN), |(a, b), &v| (a.min(v), b.max(v)));
        most - least
    })
}

/// Reads a book: a position a line, as a position string, or `startpos`, with `moves M1 M2 ..` after
/// it if moves are to be played. Lines may be empty or begin with `#`; in 8x8 games the counters
/// of a FEN may be missing and `;` and what follows, as in EPD, is passed over. With `shuffle` the
/// order is mixed by the seed.
///
/// # Errors
/// If the file cannot be read, or a line is no position of the game that is still going.
pub fn read_book(
    path: &Path,
    variant: &'static Variant,
    shuffle: Option<u64>,
) -> Result<Vec<Opening>, BookError> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| BookError::Io { path: path.to_path_buf(), error })?;
    let mut book = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let line = line.split(';').next().unwrap_or("").trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let opening = parse_opening(line, variant).map_err(|error| BookError::Line {
            path: path.to_path_buf(),
            line: i + 1,
            error,
        })?;
        book.push(opening);
    }
    if book.is_empty() {
        return Err(BookError::Empty(path.to_path_buf()));
    }
    if let Some(seed) = shuffle {
        book.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
    }
    Ok(book)
}

fn parse_opening(line: &str, variant: &'static Variant) -> Result<Opening, GameError> {
    let mut words: Vec<&str> = line.split_ascii_whitespace().collect();
    if words.first() == Some(&"fen") {
        words.remove(0);
    }
    let moves_at = words.iter().position(|w| *w == "moves").unwrap_or(words.len());
    let moves: Vec<&str> = words.split_off(moves_at).into_iter().skip(1).collect();
    let fen = if words == ["startpos"] {
        None
    } else if variant.words() == 1 {
        Some(full_fen(&words.join(" ")))
    } else {
        Some(words.join(" "))
    };
    let game = Game::new(variant, fen.as_deref(), &moves)?;
    let start = Game::new(variant, fen.as_deref(), [""; 0])?;
    // Kept as the canonical string, so that every engine gets the same.
    let fen = fen.map(|_| start.position().fen());
    if game.outcome().is_some() {
        let last = moves.last().copied().unwrap_or("");
        let reason = "the game is over after this";
        return Err(crate::position::MoveError {
            number: moves.len(),
            text: last.to_string(),
            reason,
        }
        .into());
    }
    Ok(Opening { fen, moves: moves.iter().map(ToString::to_string).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant;

    #[test]
    fn an_opening_depends_on_its_number_and_the_seed() {
        for id in ["chess", "honeycomb", "guru"] {
            let variant = variant::find(id).expect("a registered game");
            let openings = |seed| Openings::new(variant, Vec::new(), None, None, seed);
            let (one, other) = (openings(1), openings(2));
            let first: Vec<Opening> = (0..20).map(|i| one.get(variant, i)).collect();
            let again: Vec<Opening> = (0..20).rev().map(|i| one.get(variant, i)).collect();
            assert!(first.iter().eq(again.iter().rev()));
            assert!((0..20).any(|i| other.get(variant, i) != first[i as usize]));
            assert!(first.windows(2).all(|pair| pair[0] != pair[1]));
            let plies = if variant.seats() == 2 { 8 } else { 2 * variant.seats() };
            assert!(first.iter().all(|opening| opening.moves.len() == plies));
        }
    }

    #[test]
    fn openings_repeat_after_a_book_without_random_plies() {
        let variant = variant::find("chess").expect("a registered game");
        let opening = |mv: &str| Opening { fen: None, moves: vec![mv.to_string()] };
        let book: Vec<Opening> = ["e2e4", "d2d4", "e2e4"].map(opening).to_vec();
        let different = |book: &[Opening], plies, count| {
            Openings::new(variant, book.to_vec(), plies, None, 1).different(count)
        };
        assert_eq!([1, 2, 3, 9].map(|count| different(&book, None, count)), [1, 2, 2, 2]);
        assert_eq!(different(&book, Some(1), 9), 9);
        assert_eq!([0, 1, 9].map(|count| different(&[], Some(0), count)), [0, 1, 1]);
        assert_eq!(different(&[], None, 9), 9);
    }

    #[test]
    fn balanced_openings_are_nearer_to_even() {
        let variant = variant::find("cwda-cr").expect("a registered game");
        let spread = |balance| {
            let openings = Openings::new(variant, Vec::new(), Some(12), balance, 3);
            let games = (0..12).map(|i| {
                let opening = openings.get(variant, i);
                Game::new(variant, None, &opening.moves).expect("legal moves")
            });
            games.map(|game| imbalance(&game)).max().expect("twelve games")
        };
        assert!(spread(Some(60)) <= 60);
        assert!(spread(None) > 60);
    }

    #[test]
    fn books_may_be_fen_or_epd_or_moves() {
        let chess = variant::find("chess").expect("a registered game");
        let epd = "4k3/8/8/8/8/8/8/R3K3 w Q - bm Ra8; id \"x\";";
        let folder = std::env::temp_dir().join(format!("simurgh-book-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("book.epd");
        let text = format!("# a book\n\n{epd}\nstartpos moves e2e4 e7e5\n");
        std::fs::write(&path, text).expect("a file");
        let book = read_book(&path, chess, None).expect("a good book");
        assert_eq!(book[0].fen.as_deref(), Some("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"));
        assert_eq!(book[1].moves, ["e2e4", "e7e5"]);
        std::fs::write(&path, "startpos moves e2e4 e2e4\n").expect("a file");
        let error = read_book(&path, chess, None).expect_err("a bad move").to_string();
        assert!(error.contains("line 1") && error.contains("e2e4"), "{error}");
        std::fs::remove_dir_all(&folder).expect("the folder goes");
    }
}
