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
    /// Plays on from a position, first some given moves, then at random, comparing everything on the
    /// way: positions, states and legal moves.
    fn play(&mut self, fen: &str, first: &[&str], plies: usize) {
        let mut game = game_from(self.id, fen);
        let mut slow = self.slow.position(fen);
        let mut line = Vec::new();
        for ply in 0..plies {
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
            let mv = match first.get(ply) {
                Some(text) => position.find_move(text).unwrap_or_else(|| panic!("{}", context())),
                None => choose(&mut self.rng, position, &moves),
            };
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
        comparison.play(&game.start, &[], MOST_PLIES);
    }
    let fens = recorded(id);
    for i in 0..effort.continuations {
        comparison.play(&fens[i * fens.len() / effort.continuations], &[], CONTINUATION);
    }
    for i in 0..effort.scattered {
        let symbols = effort.symbols[i % effort.symbols.len()];
        let fen = scattered(&mut comparison.rng, id, symbols);
        comparison.play(&fen, &[], CONTINUATION);
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
        (0..10).for_each(|_| comparison.play(&fen, &[], CONTINUATION));
    };
    // Blue's pawn, then Red's has passed over rd2: both fall at once, to Orange or to Green.
    play("rP:qd2 bP:re2 oP:re3", "o rogb rd2qd2,rd2re2 - 0 1");
    play("rP:qd2 bP:re2 gP:qd1", "g rogb rd2qd2,rd2re2 - 0 1");
    // Red's own right has ended; Blue's pawn falls to Red on the one column where it may.
    play("bP:re2 rP:ra3", "r rogb rd2re2 - 0 1");
    // A Knight stands where the pawn passed: taking it leaves the pawn alone.
    play("rP:qd2 oN:rd2 gP:qd3", "g rogb rd2qd2 - 0 1");
    assert!(comparison.met.contains_key("en passant of two"), "{:?}", comparison.met);
    // Four neighbours of a pawn in ninja, of which three Pawns may take it and the Yeoman may not;
    // once with the Kings on a line that only the pawn to be taken blocks.
    for kings in ["wK:m1 bK:k10", "wK:l5 bK:o8"] {
        let men = format!("{kings} wP:l6 wP:h6 wP:r6 wY:n6 bP:m6");
        let mut comparison = self::comparison("ninja");
        comparison.play(&placed("ninja", &men, "w wb m7m6 - 0 1"), &[], CONTINUATION);
        let taken = comparison.met.contains_key("en passant");
        assert_eq!(taken, kings == "wK:m1 bK:k10", "{:?}", comparison.met);
    }
}

#[test]
fn the_piece_moved_delivers_before_one_that_comes_first() {
    // A Knight gives check and opens a Unicorn's line to a King shut in by its own pawns.
    let men = "rK:ec3 oK:nl3 gK:jh3 rU:ng1 rN:pc1 \
               bK:qa1 bP:qb1 bP:ra1 bP:pb1 bP:qa2 bP:qb2 bP:ra2 bP:pb2";
    let mut comparison = comparison("aof3");
    comparison.play(&placed("aof3", men, "r rogb - - 0 1"), &["pc1qb3"], 6);
    let met = &comparison.met;
    assert!(
        met.contains_key("delivered by the piece moved") && met.contains_key("pass"),
        "{met:?}"
    );
}

#[test]
fn passes_end_a_game_unless_somebody_falls_meanwhile() {
    // Red's Knight lets a Rook mate Yellow; Blue has no move either, but is not in check.
    let rooks = "rR:1b5 rR:5b5 rR:1e2 rR:2d2 rR:8a8 rR:7b7 rR:7a8 rN:4a4";
    let men = format!("bK:1a1 yK:8e8 rK:3c6 rN:8b8 {rooks}");
    let mut one = comparison("honeycomb");
    let fen = placed("honeycomb", &men, "r ryb - - 0 1");
    one.play(&fen, &["8b86c6", "0000", "0000"], 10);
    assert!(!one.met.contains_key("all-passed") && one.positions > 4, "{:?}", one.met);
    // Kings in corners, shut in by recruited pawns that block each other.
    let red = "rK:1a1 rPy:1a2 rPb:2a2 rPy:1b2 rPb:2b2 rP:1b1";
    let yellow = "yK:1a8 yPb:2a8 yPr:1a7 yPb:2b8 yPr:1b7 yP:1b8";
    let blue = "bK:8a8 bPr:7a7 bPy:7a8 bPr:7b7 bPy:7b8 bP:8b8";
    for (men, rest) in [
        (format!("{red} {blue}"), "b rb - - 7 9"),
        (format!("{red} {yellow} {blue}"), "y ryb - - 0 1"),
    ] {
        let mut all = comparison("honeycomb");
        all.play(&placed("honeycomb", &men, rest), &[], 10);
        assert!(all.met.contains_key("all-passed"), "{:?}", all.met);
    }
}
