//! What holds for every search of every game: results repeat, lines can be played, scores are
//! within range, and the table helps without deciding.

use super::{
    FAMILIES, Found, engine, follow, full_width, random, search, search_afresh, to_depth, to_nodes,
};
use simurgh::position::Game;
use simurgh::variant;

/// Positions of a game early and late.
fn positions(id: &str, seed: u64) -> Vec<Game> {
    let mut random = random::seeded(seed);
    let start = Game::start(variant::find(id).expect(id));
    let later = [12, 60, 120].map(|plies| random::played(id, plies, &mut random));
    std::iter::once(start).chain(later).collect()
}

/// Every report holds a legal line with a score within range, and the last agrees with the
/// result.
fn check(game: &Game, found: &Found) {
    let id = game.variant().id;
    for info in &found.infos {
        assert!(info.score.raw().abs() <= 30_000, "{id}: {info:?}");
        assert!(!info.pv.is_empty() && info.depth <= info.seldepth, "{id}: {info:?}");
        if let Err(fault) = follow(game.position(), &info.pv) {
            panic!("{id}: {fault}");
        }
    }
    let best = found.report.best.expect("a position with moves");
    assert!(game.position().legal_moves().contains(&best), "{id}: {best:?}");
    if let Some(reply) = found.report.ponder {
        assert!(follow(game.position(), &[best, reply]).is_ok(), "{id}: reply {reply:?}");
    }
}

/// What must be the same in two searches that are to be the same.
fn essence(found: &Found) -> impl PartialEq + std::fmt::Debug {
    let infos: Vec<_> = found
        .infos
        .iter()
        .map(|info| (info.depth, info.seldepth, info.score, info.nodes, info.pv.clone()))
        .collect();
    let report = &found.report;
    (infos, report.best, report.ponder, report.score, report.nodes)
}

#[test]
fn searches_to_a_depth_repeat() {
    let mut engine = engine(2);
    for id in FAMILIES {
        for game in positions(id, 10) {
            let once = search(&engine, &game, &to_depth(3));
            check(&game, &once);
            engine.clear();
            let first = search(&engine, &game, &to_depth(3));
            engine.clear();
            let second = search(&engine, &game, &to_depth(3));
            assert_eq!(essence(&first), essence(&second), "{id}");
            assert_eq!(first.infos.last().map(|info| info.depth), Some(3), "{id}");
            assert_eq!(first.line().first().copied(), first.report.best, "{id}");
            engine.clear();
        }
    }
}

#[test]
fn searches_of_a_number_of_nodes_repeat_and_stop_there() {
    let mut engine = engine(2);
    for id in FAMILIES {
        for game in positions(id, 11) {
            for nodes in [100, 3000] {
                engine.clear();
                let first = search(&engine, &game, &to_nodes(nodes));
                engine.clear();
                let second = search(&engine, &game, &to_nodes(nodes));
                check(&game, &first);
                assert_eq!(essence(&first), essence(&second), "{id}");
                let visited = first.report.nodes;
                assert!((nodes..nodes + 8).contains(&visited), "{id}: {visited} for {nodes}");
            }
        }
    }
}

#[test]
fn a_full_table_that_is_never_cleared_does_no_harm() {
    let engine = engine(1);
    for id in ["chess", "cwda-nr", "honeycomb", "guru", "aof3", "ninja"] {
        // First filled with one game, then used for its later positions.
        let mut game = random::played(id, 40, &mut random::seeded(12));
        search(&engine, &game, &to_nodes(60_000));
        for _ in 0..12 {
            if game.outcome().is_some() {
                break;
            }
            let found = search(&engine, &game, &to_nodes(5000));
            check(&game, &found);
            game.play(found.report.best.expect("a move"));
        }
    }
}

#[test]
fn the_size_of_the_table_does_not_change_mates() {
    let (mut small, mut large) = (engine(1), engine(16));
    let mut random = random::seeded(13);
    let mut decided = 0;
    for id in ["chess", "cwda-cn", "cwda-rf"] {
        for _ in 0..25 {
            let game = random::scattered(id, "wb", &[4, 1], &mut random);
            small.clear();
            large.clear();
            let one = search(&small, &game, &to_depth(5));
            let other = search(&large, &game, &to_depth(5));
            let within = |found: &Found| found.plies_to_end().filter(|plies| plies.abs() <= 5);
            assert_eq!(within(&one), within(&other), "{id}: {}", game.position().fen());
            decided += usize::from(within(&one).is_some());
        }
    }
    assert!(decided >= 10, "only {decided} decided positions");
}

/// In full width nothing but depth counts: neither the table nor other threads change a score.
#[test]
fn neither_the_table_nor_threads_change_the_score_of_a_full_search() {
    let mut random = random::seeded(14);
    for id in ["chess", "cwda-cn", "cwda-rf", "cwda-nn"] {
        for plies in [0, 12, 30, 60] {
            let game = random::played(id, plies, &mut random);
            let score = |hash: usize, threads: usize| {
                let mut engine = full_width(hash);
                engine.settings_mut().threads = threads;
                search(&engine, &game, &to_depth(3)).report.score
            };
            let one = score(1, 1);
            assert_eq!(one, score(32, 1), "{id}: {}", game.position().fen());
            assert_eq!(one, score(1, 3), "{id}: {}", game.position().fen());
        }
    }
}

/// A search that is cut off before it has completed anything has a move to play, and its score
/// is no claim of an end.
#[test]
fn the_shortest_search_claims_nothing() {
    for id in FAMILIES {
        let game = Game::start(variant::find(id).expect(id));
        let found = search(&engine(1), &game, &to_nodes(1));
        let best = found.report.best.expect("a move");
        assert!(game.position().legal_moves().contains(&best), "{id}");
        assert!(!found.report.score.is_decided(), "{id}: {:?}", found.report.score);
    }
}

#[test]
fn one_legal_move_is_played_and_none_is_no_move() {
    let only = super::game("chess", "7k/8/6K1/8/8/8/8/R7 b - - 0 1");
    let found = search_afresh(&only, 2);
    assert_eq!(found.report.best, only.position().find_move("h8g8"));
    let over = super::game("chess", "R5k1/8/6K1/8/8/8/8/8 b - - 0 1");
    let found = search_afresh(&over, 2);
    assert_eq!(found.report.best, None);
    assert!(found.infos.is_empty());
}
