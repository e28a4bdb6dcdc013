//! The library's legal moves against those of a slow and obvious generator, in random games.

mod common;
mod slow;

use common::{choose, game_from, generator, placed, recorded, scattered};
use rand_xoshiro::Xoshiro256PlusPlus;
use simurgh::position::Move;
use simurgh::variant;
use std::collections::BTreeMap;

/// How many games to look at.
struct Effort {
    /// Games from the start position.
    games: usize,
    /// Short games from recorded positions.
    continuations: usize,
    /// Short games from positions set up at random.
    scattered: usize,
    /// What these should have, by turns, besides all sorts of pieces.
    symbols: &'static [&'static [&'static str]],
}

/// The longest game, and the longest game that does not begin at the start.
const MOST_PLIES: usize = 300;
const CONTINUATION: usize = 24;

/// A comparison under way.
struct Comparison {
    id: &'static str,
    slow: slow::Game,
    rng: Xoshiro256PlusPlus,
    positions: usize,
    /// How often a rule mattered.
    met: BTreeMap<String, usize>,
}

impl Comparison {
    /// Plays on from a position at random, comparing everything on the way: positions, states and
    /// legal moves.
    fn play(&mut self, fen: &str, plies: usize) {
        let mut game = game_from(self.id, fen);
        let mut slow = self.slow.position(fen);
        let mut line = Vec::new();
        for _ in 0..plies {
            let position = game.position();
            let mut found: Vec<(String, Move)> =
                position.legal_moves().into_iter().map(|mv| (position.move_text(mv), mv)).collect();
            found.sort_by(|a, b| a.0.cmp(&b.0));
            let wanted = slow.legal_moves();
            let context = || format!("{} after {line:?} from\n{fen}\n", self.id);
            assert_eq!(position.fen(), slow.fen(), "{}", context());
            assert_eq!(game.state_line(), slow.state(), "{}{}", context(), slow.fen());
            if !found.iter().map(|(text, _)| text).eq(wanted.keys()) {
                let texts: Vec<&String> = found.iter().map(|(text, _)| text).collect();
                panic!(
                    "{}{}\n  too many: {:?}\n  too few: {:?}\n  {} found, {} wanted",
                    context(),
                    slow.fen(),
                    texts.iter().filter(|t| !wanted.contains_key(**t)).collect::<Vec<_>>(),
                    wanted.keys().filter(|t| !texts.contains(t)).collect::<Vec<_>>(),
                    found.len(),
                    wanted.len()
                );
            }
            self.positions += 1;
            if found.is_empty() {
                break;
            }
            let moves: Vec<Move> = found.iter().map(|&(_, mv)| mv).collect();
            let mv = choose(&mut self.rng, position, &moves);
            let text = position.move_text(mv);
            slow.play(&wanted[&text]);
            game.play(mv);
            line.push(text);
        }
        for (rule, times) in slow.met() {
            *self.met.entry(rule).or_default() += times;
        }
    }
}

/// A comparison that has not begun.
fn comparison(id: &'static str) -> Comparison {
    let rng = generator(id);
    Comparison { id, slow: slow::Game::new(id), rng, positions: 0, met: BTreeMap::new() }
}

/// Compares games; how often which rule mattered.
fn compare(id: &'static str, effort: &Effort) -> BTreeMap<String, usize> {
    let game = variant::find(id).expect("a registered game");
    let mut comparison = comparison(id);
    for _ in 0..effort.games {
        comparison.play(&game.start, MOST_PLIES);
    }
    let fens = recorded(id);
    for i in 0..effort.continuations {
        comparison.play(&fens[i * fens.len() / effort.continuations], CONTINUATION);
    }
    for i in 0..effort.scattered {
        let symbols = effort.symbols[i % effort.symbols.len()];
        let fen = scattered(&mut comparison.rng, id, symbols);
        comparison.play(&fen, CONTINUATION);
    }
    println!("{id}: {} positions, {:?}", comparison.positions, comparison.met);
    comparison.met
}

/// Compares games and makes sure that every piece moved and that all of some rules played a part.
fn compare_all(ids: &[&'static str], effort: &Effort, rules: &[&str]) {
    let mut met: BTreeMap<String, usize> = BTreeMap::new();
    for id in ids {
        for (rule, count) in compare(id, effort) {
            *met.entry(rule).or_default() += count;
        }
    }
    let pieces = ids.iter().flat_map(|id| &variant::find(id).expect("a registered game").pieces);
    let usual = pieces.filter(|piece| piece.pawn.is_none()).map(|p| format!("usual {}", p.symbol));
    for rule in rules.iter().map(ToString::to_string).chain(usual) {
        assert!(met.contains_key(&rule), "{ids:?}: `{rule}` never mattered: {met:?}");
    }
}

fn ids_starting(prefixes: &[&str]) -> Vec<&'static str> {
    variant::ids().filter(|id| prefixes.iter().any(|p| id.starts_with(p))).collect()
}

#[test]
fn every_game_is_compared() {
    let prefixes = ["chess", "cwda-", "honeycomb", "wildhoney", "aof3", "guru", "ninja"];
    assert_eq!(ids_starting(&prefixes), variant::ids().collect::<Vec<_>>());
}

#[test]
fn chess_and_armies() {
    let effort = Effort { games: 10, continuations: 20, scattered: 40, symbols: &[&["P"], &[]] };
    let mut rules = vec!["double step", "en passant", "promotion"];
    let castling: Vec<String> = "fcnr"
        .chars()
        .flat_map(|army| "KQkq".chars().map(move |letter| format!("castling {letter} of {army}")))
        .collect();
    rules.extend(castling.iter().map(String::as_str));
    compare_all(&ids_starting(&["chess", "cwda-"]), &effort, &rules);
}

#[test]
fn honeycomb_games() {
    let effort = Effort { games: 3, continuations: 10, scattered: 60, symbols: &[&["P"], &[]] };
    let rules = ["promotion", "recruited pawn", "pass"];
    compare_all(&ids_starting(&["honeycomb", "wildhoney"]), &effort, &rules);
}

#[test]
fn armies_of_faith() {
    let effort = Effort {
        games: 5,
        continuations: 40,
        scattered: 100,
        symbols: &[&["P"], &[], &["P", "P", "P"]],
    };
    let rules = [
        "double step",
        "en passant",
        "en passant on the one column",
        "en passant barred",
        "promotion",
        "barred step",
        "pass",
    ];
    compare_all(&["aof3"], &effort, &rules);
}

const GURU: Effort =
    Effort { games: 3, continuations: 20, scattered: 200, symbols: &[&["E", "E", "G"], &[]] };

const GURU_RULES: [&str; 20] = [
    "promotion without a choice",
    "pass",
    "charge of 2",
    "charge of 3",
    "charge of 4",
    "charge refused for a check",
    "charge that is an ordinary move",
    "enlightened K",
    "enlightened R",
    "enlightened N",
    "enlightened E",
    "enlightened F",
    "enlightened G",
    "enlightened Em",
    "enlightened Vr",
    "enlightened Cv",
    "enlightened Wf",
    "enlightened Ba",
    "enlightened Ig",
    "enlightened Ad",
];

#[test]
fn guru() {
    compare_all(&["guru"], &GURU, &GURU_RULES);
}

#[test]
fn guru_in_teams() {
    compare_all(&["guru-teams"], &GURU, &GURU_RULES);
}

#[test]
fn ninja() {
    let effort = Effort {
        games: 5,
        continuations: 20,
        scattered: 100,
        symbols: &[&["P", "Y"], &[], &["P", "P", "P", "P"]],
    };
    let rules = [
        "double step",
        "en passant",
        "promotion",
        "no piece in reserve for a pawn",
        "capture over a screen",
        "facing Kings",
        "King's own half",
    ];
    compare_all(&["ninja"], &effort, &rules);
}

#[test]
fn en_passant_on_shared_and_occupied_cells() {
    let kings = "rK:ec3 oK:nl3 gK:jh3 bK:qa3";
    let mut comparison = comparison("aof3");
    let mut play = |men: &str, rest: &str| {
        let fen = placed("aof3", &format!("{kings} {men}"), rest);
        (0..10).for_each(|_| comparison.play(&fen, CONTINUATION));
    };
    // Blue's pawn, then Red's has passed over rd2: both fall at once, to Orange or to Green.
    play("rP:qd2 bP:re2 oP:re3", "o rogb rd2qd2,rd2re2 - 0 1");
    play("rP:qd2 bP:re2 gP:qd1", "g rogb rd2qd2,rd2re2 - 0 1");
    // Red's own right has ended; Blue's pawn falls to Red on the one column where it may.
    play("bP:re2 rP:ra3", "r rogb rd2re2 - 0 1");
    // A Knight stands where the pawn passed: taking it leaves the pawn alone.
    play("rP:qd2 oN:rd2 gP:qd3", "g rogb rd2qd2 - 0 1");
    assert!(comparison.met.contains_key("en passant of two"), "{:?}", comparison.met);
}
