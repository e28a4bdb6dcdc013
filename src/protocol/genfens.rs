//! `genfens`: positions to begin games with, as OpenBench asks engines for them.
//!
//! A few random plies from the start of the game or from a line of a book, kept if a short search
//! sees no side far ahead. Positions depend on the request alone. The idea and the form of the
//! command are OpenBench's.

use crate::engine::Engine;
use crate::position::{Game, GameError, full_fen};
use crate::search::{Control, Limits, TableError};
use crate::variant::{Notation, Variant};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::io;
use std::path::PathBuf;
use std::str::FromStr;

/// The fewest random plies; every other position has one more, so that all sides get to begin.
const LEAST_PLIES: u32 = 8;
/// How far ahead a side may be, in hundredths of a pawn.
const MOST_AHEAD: i32 = 400;
/// The length of the search that finds out, in nodes.
const NODES: u64 = 2000;
/// Attempts at one position before giving up: no start is so bad, but a line of a book may be.
const ATTEMPTS: u32 = 1000;
/// The most positions that may be asked for at a time.
const MOST: u64 = 1_000_000;

/// `genfens N seed S book FILE|None ..`; what follows is another engine's business and ignored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Request {
    /// How many positions, at most [`MOST`].
    pub count: u64,
    /// What chance depends on.
    pub seed: u64,
    /// A file of positions to begin from, one a line, as position strings or EPD.
    pub book: Option<PathBuf>,
}

/// Why there are no positions, or not as many as were asked for.
#[derive(Debug, thiserror::Error)]
pub(super) enum GenfensError {
    /// The command cannot be understood.
    #[error("`{0}`: wanted genfens N seed S book FILE|None")]
    Syntax(String),
    /// More than [`MOST`].
    #[error("`{0}`: at most {MOST} positions")]
    TooMany(u64),
    /// The book cannot be read.
    #[error("book `{path}`: {error}")]
    Book {
        /// Its file.
        path: String,
        /// Why not.
        error: io::Error,
    },
    /// There is nothing in the book.
    #[error("book `{0}`: no positions")]
    EmptyBook(String),
    /// A line of the book is no position of the game.
    #[error("book line {line}: {error}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        error: GameError,
    },
    /// There seem to be no positions that are fit.
    #[error("found no position that is still a contest in {ATTEMPTS} attempts")]
    NotFound,
    /// There is no memory to search with.
    #[error(transparent)]
    Memory(#[from] TableError),
}

impl FromStr for Request {
    type Err = GenfensError;

    fn from_str(text: &str) -> Result<Request, GenfensError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let request = match words[..] {
            [count, "seed", seed, "book", book, ..] => {
                count.parse().ok().zip(seed.parse().ok()).map(|(count, seed)| {
                    let book = (!book.eq_ignore_ascii_case("none")).then(|| book.into());
                    Request { count, seed, book }
                })
            }
            _ => None,
        };
        let request = request.ok_or_else(|| GenfensError::Syntax(text.to_string()))?;
        if request.count > MOST {
            return Err(GenfensError::TooMany(request.count));
        }
        Ok(request)
    }
}

/// Hands the positions to `say` as they are found, as position strings.
///
/// # Errors
/// If the book is of no use, or no position can be found.
pub(super) fn generate(
    variant: &'static Variant,
    request: &Request,
    mut say: impl FnMut(String),
) -> Result<(), GenfensError> {
    let book = request.book.as_ref().map(Book::read).transpose()?;
    let mut engine = Engine::new(1)?;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(request.seed);
    for number in 0..request.count {
        let plies = LEAST_PLIES + u32::from(number % 2 == 1);
        let mut found = None;
        for _ in 0..ATTEMPTS {
            let mut game = match &book {
                None => Game::start(variant),
                Some(book) => book.game(variant, random.random_range(0..book.lines.len()))?,
            };
            play_at_random(&mut game, plies, &mut random);
            if is_fit(&mut engine, &game) {
                found = Some(game.position().fen());
                break;
            }
        }
        say(found.ok_or(GenfensError::NotFound)?);
    }
    Ok(())
}

fn play_at_random(game: &mut Game, plies: u32, random: &mut Xoshiro256PlusPlus) {
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        game.play(moves[random.random_range(0..moves.len())]);
    }
}

/// Whether a game is going on and nobody far ahead.
fn is_fit(engine: &mut Engine, game: &Game) -> bool {
    if game.outcome().is_some() {
        return false;
    }
    // What was learnt from other positions must not matter.
    engine.clear();
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let score = engine.search(game, &limits, &Control::new(false), |_| ()).score;
    !score.is_decided() && score.raw().abs() <= MOST_AHEAD
}

/// The lines of a book. They are read as positions when their turn comes: books are long.
struct Book {
    /// Lines that are not empty, with their numbers from 1.
    lines: Vec<(usize, String)>,
}

impl Book {
    fn read(path: &PathBuf) -> Result<Book, GenfensError> {
        let shown = || path.display().to_string();
        let text = std::fs::read_to_string(path)
            .map_err(|error| GenfensError::Book { path: shown(), error })?;
        let lines: Vec<(usize, String)> = (1..)
            .zip(text.lines().map(str::trim))
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
            .map(|(number, line)| (number, line.to_string()))
            .collect();
        if lines.is_empty() { Err(GenfensError::EmptyBook(shown())) } else { Ok(Book { lines }) }
    }

    fn game(&self, variant: &'static Variant, index: usize) -> Result<Game, GenfensError> {
        let (line, text) = &self.lines[index];
        let fen = match variant.rules.notation {
            Notation::Fen => full_fen(text),
            Notation::Levels => text.clone(),
        };
        Game::new(variant, Some(&fen), [""; 0])
            .map_err(|error| GenfensError::Line { line: *line, error })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_read_and_nonsense_is_named() {
        let request: Request = "16 seed 123 book None joho 7".parse().expect("a good request");
        assert_eq!(request, Request { count: 16, seed: 123, book: None });
        let request: Request = "1 seed 2 book Books/x.epd".parse().expect("a good request");
        assert_eq!(request.book, Some("Books/x.epd".into()));
        for text in ["", "5", "5 seed x book None", "-1 seed 2 book None", "5 seed 1 book"] {
            let error = text.parse::<Request>().expect_err(text);
            assert!(error.to_string().starts_with(&format!("`{text}`")), "{error}");
        }
        assert!("1000001 seed 1 book None".parse::<Request>().is_err());
    }
}
