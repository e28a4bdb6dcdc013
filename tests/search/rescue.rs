//! Eliminations in which others have a part, as puzzles: a neighbour who stands in check falls
//! unless the player to move helps, and with them the game is over, by a promoted piece or because
//! the recruits and the line that the fallen King leaves open reach the player to move in the same
//! resolution. In some the neighbour has just passed, having nothing else.

use super::solver::is_safe;
use super::{engine, game, search, to_depth};
use simurgh::position::{Game, Move, Position, Reason, with_position};
use simurgh::search::Model;
use simurgh::variant::Elimination;

/// The models that look at the replies of the others.
const MODELS: [Model; 3] = [Model::Auto, Model::Paranoid, Model::BrsPlus];

/// Positions found by chance, checked by brute force below.
const PUZZLES: &str = include_str!("../data/rescue.tsv");

/// The move that every model plays must be one of these.
fn all_play(game: &Game, wanted: &[Move]) {
    let fen = game.position().fen();
    for model in MODELS {
        let mut engine = engine(1);
        engine.settings_mut().model = model;
        let best = search(&engine, game, &to_depth(3)).report.best.expect("a move");
        let text = game.position().move_text(best);
        assert!(wanted.contains(&best), "{} {model:?}: {text}: {fen}", game.variant().id);
    }
}

/// The moves that end the game at once without winning it, and the others.
fn sorted_by_rescue<const W: usize>(position: &Position<W>) -> (Vec<Move>, Vec<Move>) {
    let seat = position.turn();
    let lost = |mv: &Move| {
        let next = position.after(*mv);
        next.ended().is_some_and(|reason| next.outcome_by(reason).place(seat) > 1.0)
    };
    position.legal_moves().into_iter().partition(lost)
}

/// How the game ends if the player to move does not help, and whether that player is still in it.
fn end_without_help<const W: usize>(position: &Position<W>, mv: Move) -> (Option<Reason>, bool) {
    let next = position.after(mv);
    (next.ended(), next.is_alive(position.turn()))
}

#[test]
fn rescues_the_neighbour_whose_fall_ends_the_game() {
    let (mut chains, mut promotees, mut passes) = (0, 0, 0);
    for line in PUZZLES.lines().filter(|line| !line.starts_with('#')) {
        let [kind, id, fen] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let mut game = game(id, fen);
        if kind == "pass" {
            let checked = with_position!(game.position(), p => p.in_check(p.turn()));
            assert!(checked && game.position().legal_moves() == [Move::PASS], "{line}");
            all_play(&game, &[Move::PASS]);
            game.play(Move::PASS);
            passes += 1;
        }
        let (lost, safe) = with_position!(game.position(), p => sorted_by_rescue(p));
        let survives = with_position!(game.position(), p => {
            safe.iter().any(|mv| is_safe(&p.after(*mv), p.turn()))
        });
        assert!(lost.len() >= 10 && survives, "the puzzle is unsound: {line}");
        let (end, alive) = with_position!(game.position(), p => end_without_help(p, lost[0]));
        if game.variant().rules.elimination == Elimination::Recruit {
            // No enemy attacked the mover's King: recruits and opened lines did.
            assert_eq!((end, alive), (Some(Reason::LastPlayer), false), "{line}");
            chains += 1;
        } else {
            assert_eq!((end, alive), (Some(Reason::PromoteeMate), true), "{line}");
            promotees += 1;
        }
        all_play(&game, &safe);
    }
    assert!(chains >= 5 && promotees >= 5 && passes >= 5, "{chains} {promotees} {passes}");
}
