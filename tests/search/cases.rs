//! Eliminations of every kind as puzzles from chance, solved by brute force: two at once, by a
//! promoted piece, by lines that others open, of teams. The search that plays must solve them.

use super::solver::winning_moves;
use super::{engine, random, search, to_depth};
use simurgh::position::{Game, Move, Position, Reason, with_position};
use simurgh::search::Model;

/// The models that look at the replies of the others.
const MODELS: [Model; 3] = [Model::Auto, Model::Paranoid, Model::BrsPlus];

/// How often wins of some kinds were there.
#[derive(Default, Debug)]
struct Wins {
    /// Both others at once.
    double: usize,
    /// By a promoted piece with three left.
    early: usize,
    /// The last enemy of a team.
    team: usize,
}

/// How the game ends after a winning move if the others do what comes first.
fn reason_after<const W: usize>(position: &Position<W>, mv: Move) -> Option<Reason> {
    let mut at = position.after(mv);
    for _ in 0..position.survivors() {
        if at.ended().is_some() {
            break;
        }
        at = at.after(at.legal_moves()[0]);
    }
    at.ended()
}

/// Looks for positions in which the first player can force a win within a round and compares.
fn compare_wins(id: &str, players: &str, pieces: &[usize], count: usize, wins: &mut Wins) {
    let mut random = random::seeded(count as u64 + 40);
    let round = players.len() as u32;
    for _ in 0..count {
        let game: Game = random::scattered(id, players, pieces, &mut random);
        let winning = with_position!(game.position(), p => {
            if p.count_legal_moves() > 400 { continue }
            winning_moves(p, round)
        });
        let Some(&one) = winning.first() else { continue };
        let fen = game.position().fen();
        for model in MODELS {
            let mut engine = engine(1);
            engine.settings_mut().model = model;
            let found = search(&engine, &game, &to_depth(round.max(3)));
            let best = found.report.best.expect("a move");
            assert!(winning.contains(&best), "{id} {model:?}: {fen}");
            assert!(found.plies_to_end().is_some_and(|plies| plies > 0), "{id} {model:?}: {fen}");
        }
        match with_position!(game.position(), p => reason_after(p, one)) {
            Some(Reason::LastPlayer) if round == 3 => wins.double += 1,
            Some(Reason::PromoteeMate) => wins.early += 1,
            Some(Reason::TeamOut) => wins.team += 1,
            _ => (),
        }
    }
}

#[test]
fn finds_wins_within_a_round() {
    let mut wins = Wins::default();
    compare_wins("honeycomb", "ryb", &[9, 0, 0], 60, &mut wins);
    compare_wins("honeycomb-double", "ryb", &[5, 1, 1], 60, &mut wins);
    compare_wins("aof3", "rob", &[7, 0, 0], 60, &mut wins);
    compare_wins("guru", "rog", &[9, 0, 0], 60, &mut wins);
    compare_wins("guru-teams", "rog", &[7, 0, 7], 60, &mut wins);
    println!("{wins:?}");
    assert!(wins.double >= 1 && wins.early >= 1 && wins.team >= 1, "{wins:?}");
}

/// The moves after which no reply of the next player lets the mover fall at once, by a line opened for
/// the one after, and the number of the others.
fn sorted_by_lines<const W: usize>(position: &Position<W>) -> (Vec<Move>, usize) {
    let seat = position.turn();
    let stays = |mv: &Move| {
        let next = position.after(*mv);
        next.is_alive(seat)
            && next.legal_moves().iter().all(|&reply| next.after(reply).is_alive(seat))
    };
    let (safe, others): (Vec<Move>, Vec<Move>) =
        position.legal_moves().into_iter().partition(stays);
    (safe, others.len())
}

#[test]
fn lets_nobody_open_a_line_to_its_king() {
    let mut cases = 0;
    for id in ["honeycomb", "guru", "wildhoney-double"] {
        let mut random = random::seeded(50);
        for i in 0..60 {
            let game = random::played(id, 40 + 3 * i, &mut random);
            let (safe, opened) = with_position!(game.position(), p => sorted_by_lines(p));
            if safe.is_empty() || opened == 0 {
                continue;
            }
            cases += 1;
            let fen = game.position().fen();
            for model in MODELS {
                let mut engine = engine(1);
                engine.settings_mut().model = model;
                let best = search(&engine, &game, &to_depth(3)).report.best.expect("a move");
                let text = game.position().move_text(best);
                assert!(safe.contains(&best), "{id} {model:?}: {text} may be the last: {fen}");
            }
        }
    }
    println!("{cases} cases");
    assert!(cases >= 1, "no case");
}
