//! How a search is limited and ended, several lines, several threads.

use super::{
    FAMILIES, Found, engine, follow, full_width, game, random, search, to_depth, to_nodes,
};
use simurgh::engine::{Engine, Event, Go};
use simurgh::position::Game;
use simurgh::search::{Bound, Clock, Control, Limits};
use simurgh::variant;
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Far longer than any search takes to notice that it is to stop.
const SOON: Duration = Duration::from_secs(20);

fn start(id: &str) -> Game {
    Game::start(variant::find(id).expect(id))
}

#[test]
fn an_unlimited_search_ends_when_told_to() {
    for id in ["chess", "honeycomb", "aof3", "ninja"] {
        let (game, engine, control) = (start(id), engine(1), Control::new(false));
        let (said, heard) = mpsc::channel();
        let since = Instant::now();
        let report = std::thread::scope(|scope| {
            let search = scope.spawn(|| {
                engine.search(&game, &Limits::default(), &control, |info| {
                    let _ = said.send(info.depth);
                })
            });
            // Stopped as soon as it has found anything.
            heard.recv().expect("a first line");
            control.stop();
            search.join().expect("the search ends")
        });
        assert!(since.elapsed() < SOON, "{id}");
        assert!(game.position().legal_moves().contains(&report.best.expect("a move")), "{id}");
    }
}

#[test]
fn a_search_stopped_before_it_begins_has_a_move() {
    for id in FAMILIES {
        let (game, control) = (start(id), Control::new(false));
        control.stop();
        let report = engine(1).search(&game, &Limits::default(), &control, |_| ());
        assert!(game.position().legal_moves().contains(&report.best.expect("a move")), "{id}");
    }
}

/// Whatever is being searched at that node: a null move, captures alone, without the best move.
#[test]
fn one_thread_searches_no_more_nodes_than_it_may() {
    let middle_game = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 8";
    let games = [game("chess", middle_game), start("cwda-nr"), start("honeycomb"), start("guru")];
    for game in games {
        let mut engine = engine(1);
        for nodes in (1..160).map(|i| 37 * i) {
            engine.clear();
            let report = search(&engine, &game, &to_nodes(nodes)).report;
            assert!(report.nodes <= nodes, "{}: {} of {nodes}", game.variant().id, report.nodes);
        }
    }
}

/// The best move is held back until the search is released, and is the last thing said.
#[test]
fn an_infinite_search_answers_when_stopped() {
    for go in [
        Go { infinite: true, limits: to_depth(2), ..Go::default() },
        Go { ponder: true, limits: to_depth(2), ..Go::default() },
    ] {
        let mut engine: Engine = engine(1);
        let (said, heard) = mpsc::channel();
        let search = engine.start(&start("guru"), go, move |event| {
            let _ = said.send(event);
        });
        // Both depths are reported, and then nothing, however long one waits.
        for _ in 0..2 {
            assert!(matches!(heard.recv_timeout(SOON), Ok(Event::Progress(_))));
        }
        assert!(heard.try_recv().is_err());
        assert!(!search.is_over());
        search.stop();
        let rest: Vec<Event> = heard.iter().collect();
        assert!(matches!(rest[..], [Event::Best(_)]), "{rest:?}");
    }
}

#[test]
fn searchmoves_limit_the_choice() {
    for id in FAMILIES {
        let game = random::played(id, 20, &mut random::seeded(30));
        let moves = game.position().legal_moves();
        let chosen = vec![moves[moves.len() - 1], moves[0], moves[moves.len() / 2]];
        let limits = Limits { searchmoves: chosen.clone(), ..to_depth(2) };
        let mut engine = engine(1);
        engine.settings_mut().multipv = 5;
        let found = search(&engine, &game, &limits);
        assert!(chosen.contains(&found.report.best.expect("a move")), "{id}");
        assert!(found.infos.iter().all(|info| chosen.contains(&info.pv[0])), "{id}");
        let mut distinct = chosen.clone();
        distinct.dedup();
        let lines = found.infos.iter().filter(|info| info.depth == 2).count();
        assert_eq!(lines, distinct.len(), "{id}");
    }
}

#[test]
fn several_lines_differ_and_are_in_order() {
    for id in FAMILIES {
        for plies in [0, 30, 90] {
            let game = random::played(id, plies, &mut random::seeded(31));
            let mut engine = engine(1);
            engine.settings_mut().multipv = 4;
            let found = search(&engine, &game, &to_depth(3));
            let wanted = game.position().legal_moves().len().min(4);
            for depth in 1..=3 {
                let lines: Vec<_> = found.infos.iter().filter(|info| info.depth == depth).collect();
                let numbers: Vec<usize> = lines.iter().map(|info| info.multipv).collect();
                assert_eq!(numbers, (1..=wanted).collect::<Vec<_>>(), "{id}");
                let fen = game.position().fen();
                let is_sorted = lines.is_sorted_by(|a, b| a.score >= b.score);
                assert!(is_sorted, "{id} depth {depth}: {fen}: {lines:#?}");
                for (i, line) in lines.iter().enumerate() {
                    let again = lines[..i].iter().any(|other| other.pv[0] == line.pv[0]);
                    assert!(!again, "{id}: {lines:#?}");
                    assert!(follow(game.position(), &line.pv).is_ok(), "{id}: {line:?}");
                }
            }
            let first = found.infos.iter().rev().find(|info| info.multipv == 1).expect("a line");
            assert_eq!(found.report.best, Some(first.pv[0]), "{id}");
        }
    }
}

/// What a client holds when the search is over: the line last told under each number.
#[test]
fn several_lines_differ_wherever_a_search_is_cut_short() {
    for (id, plies) in [("chess", 20), ("chess", 40), ("honeycomb", 30), ("aof3", 30)] {
        let game = random::played(id, plies, &mut random::seeded(33));
        let mut engine = engine(1);
        engine.settings_mut().multipv = 2;
        let mut compared = 0;
        for nodes in (300..4000).step_by(50) {
            engine.clear();
            let found = search(&engine, &game, &to_nodes(nodes));
            let last = |n| found.infos.iter().rev().find(|info| info.multipv == n);
            let (Some(first), Some(second)) = (last(1), last(2)) else { continue };
            assert_ne!(first.pv[0], second.pv[0], "{id} {nodes}: {:#?}", found.infos);
            assert_eq!(found.report.best, Some(first.pv[0]), "{id} {nodes}");
            compared += 1;
        }
        assert!(compared > 30, "{id}");
    }
}

/// Cut off where a window has failed, a search has a bound of its best move's score, and says so.
#[test]
fn a_search_cut_short_tells_no_bound_as_a_score() {
    let (mut bounds, mut scores) = (0, 0);
    for (id, plies) in [("chess", 10), ("chess", 24), ("cwda-nr", 16), ("cwda-fc", 30)] {
        let game = random::played(id, plies, &mut random::seeded(34));
        let mut engine = engine(1);
        let whole = search(&engine, &game, &to_depth(9));
        for cut in 1..100 {
            engine.clear();
            let found = search(&engine, &game, &to_nodes(whole.report.nodes * cut / 100));
            let Some(told) = found.infos.last() else { continue };
            let Some(known) = whole.infos.iter().rfind(|info| info.depth == told.depth) else {
                continue;
            };
            if told.pv[0] == known.pv[0] {
                match told.bound {
                    Bound::Exact => {
                        assert_eq!(told.score, known.score, "{id} {cut}: {told:?}");
                        scores += 1;
                    }
                    // The wider window may prove it wrong.
                    Bound::Lower => bounds += 1,
                    Bound::Upper => panic!("{id} {cut}: the score before says more: {told:?}"),
                }
            }
        }
    }
    assert!(bounds >= 3 && scores >= 100, "{bounds} {scores}");
}

#[test]
fn two_threads_find_a_legal_move() {
    for id in FAMILIES {
        let game = random::played(id, 30, &mut random::seeded(32));
        let mut engine = engine(1);
        engine.settings_mut().threads = 2;
        for limits in [to_depth(3), to_nodes(5000)] {
            let found = search(&engine, &game, &limits);
            let best = found.report.best.expect("a move");
            assert!(game.position().legal_moves().contains(&best), "{id}");
            for info in &found.infos {
                assert!(follow(game.position(), &info.pv).is_ok(), "{id}: {info:?}");
            }
        }
    }
    // Mates are found by two as by one.
    let morphy = super::game("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    let mut engine = full_width(1);
    engine.settings_mut().threads = 2;
    assert_eq!(search(&engine, &morphy, &to_depth(4)).plies_to_end(), Some(3));
}

/// A win in the wanted number of moves is enough, however deep the search might go.
#[test]
fn a_wanted_mate_ends_the_search() {
    let morphy = super::game("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    let limits = Limits { mate: Some(2), ..to_depth(30) };
    let found = search(&full_width(1), &morphy, &limits);
    assert_eq!(found.plies_to_end(), Some(3));
    assert!(found.infos.iter().all(|info| info.depth <= 4));
}

/// A level plays as strongly as it is to, with whatever full strength has found before.
#[test]
fn a_search_below_full_strength_is_on_its_own() {
    for id in ["chess", "honeycomb"] {
        let game = start(id);
        let mut engine = engine(4);
        engine.settings_mut().threads = 2;
        let mut found = Vec::new();
        for _ in 0..2 {
            let Found { infos, report } = search(&engine.handicapped(), &game, &to_nodes(90));
            assert!(report.nodes <= 90, "{id}: {}", report.nodes);
            let lines: Vec<_> = infos.into_iter().map(|info| (info.score, info.pv)).collect();
            found.push((report.best, lines));
            engine.clear();
            search(&engine, &game, &to_nodes(30_000));
        }
        assert_eq!(found[0], found[1], "{id}");
    }
}

/// With hours on the clock a search goes on to its last node, but where nothing can change its mind.
#[test]
fn only_what_is_sure_ends_a_search_with_a_clock() {
    let clock =
        Clock { time: Duration::from_secs(36_000), increment: Duration::ZERO, moves_to_go: None };
    let cases = [
        // All moves but one allow two opponents together to mate: that one may lose to one of them.
        (
            "wildhoney-double-pawnless",
            "bR,2,yC,2,yB,yR/bB,3,bB,2/6/5/4/3/rB,1/1|1,bC,6/rB,5,yC/6/5/4/2,rB/rC,rC/1|\
             1,bN,5,yK/bN,3,yB,2/3,bB,yB,1/5/4/rR,2/1,rN/rK|\
             6,yC,1/bC,yN,5/6/yQ,1,bB,2/rQ,3/3/1,rC/rG|\
             4,bC,yG,1,yR/bR,bK,3,yN,yB/3,rN,2/bG,2,rC,1/4/3/1,rB/rR b ryb - - 1 15",
        ),
        // Lost, if both opponents play against the player to move.
        (
            "honeycomb-double-pawnless",
            "bK,1,bN,5/5,rN,1/6/1,rN,3/4/3/2/1|8/6,yN/bQ,5/5/4/3/1,rN/1|\
             3,rO,2,yR,1/bO,6/3,rQ,2/4,yB/3,rB/rB,rB,1/rQ,1/rK|\
             bQ,5,yN,yQ/bN,4,yK,yO/6/5/1,rO,2/2,rB/2/1|8/bR,6/6/5/4/3/2/1 y ryb - - 12 29",
        ),
    ];
    for (id, text) in cases {
        let limits = Limits { clock: Some(clock), ..to_nodes(12_000) };
        assert_eq!(search(&engine(1), &game(id, text), &limits).report.nodes, 12_000, "{id}");
    }
    // One legal move needs no thought.
    let text = "7k/8/8/8/8/8/6q1/7K w - - 0 1";
    let limits = Limits { clock: Some(clock), ..to_nodes(12_000) };
    assert!(search(&engine(1), &game("chess", text), &limits).report.nodes < 100);
}
