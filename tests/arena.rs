//! The match runner as a library: the same games whatever way they are played, and records that
//! prove themselves.

use simurgh::arena::opening::{Openings, read_book};
use simurgh::arena::pgn::pgn;
use simurgh::arena::player::{Answer, Fault, Player, Turn};
use simurgh::arena::record::{Evaluation, GameRecord, Opening, RecordError};
use simurgh::arena::referee::{self, Adjudication, Conditions, MARGIN};
use simurgh::arena::runner::{PATIENCE, Plan, Shard, run};
use simurgh::arena::schedule::{Seating, Tournament, encounters};
use simurgh::arena::spec::{PartialSpec, TimeControl};
use simurgh::arena::standings::Standings;
use simurgh::position::Game;
use simurgh::variant;
use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A match of this program's own engines.
fn plan(id: &str, engines: &[&str], rounds: u64, most_plies: u32) -> Plan {
    let variant = variant::find(id).expect("a registered game");
    let engines: Vec<_> = engines
        .iter()
        .enumerate()
        .map(|(i, text)| {
            let spec: PartialSpec = text.parse().expect("an engine");
            spec.complete(&"option.Hash=1".parse().expect("options"), i + 1).expect("an engine")
        })
        .collect();
    Plan {
        variant,
        encounters: encounters(variant, engines.len(), Tournament::RoundRobin, Seating::All)
            .expect("a schedule"),
        engines,
        openings: Openings::new(variant, Vec::new(), None, None, 1),
        rounds,
        shard: Shard { number: 1, of: 1 },
        conditions: Conditions {
            adjudication: Adjudication { max_plies: Some(most_plies), ..Adjudication::default() },
            margin: Duration::ZERO,
        },
        patience: PATIENCE,
        concurrency: 2,
    }
}

/// All games of a plan by id, without what depends on the clock.
fn games(plan: &Plan) -> BTreeMap<String, GameRecord> {
    let mut found = BTreeMap::new();
    let faults = run(plan, &HashSet::new(), |mut record| {
        record.started = 0;
        record.times.clear();
        assert!(found.insert(record.id.clone(), record).is_none(), "a game was played twice");
        ControlFlow::Continue(())
    });
    assert_eq!(faults.expect("good openings"), []);
    assert_eq!(found.len() as u64, plan.game_count());
    found
}

#[test]
fn parts_of_a_match_are_the_whole_match() {
    for id in ["chess", "honeycomb", "guru-teams"] {
        let whole = plan(id, &["nodes=60", "nodes=30"], 3, 40);
        let all = games(&whole);
        assert!(all.values().all(|record| record.replay().is_ok()));
        for of in [2, 5] {
            let mut parts = BTreeMap::new();
            for number in 1..=of {
                let shard = Shard { number, of };
                parts.extend(games(&Plan { shard, concurrency: 1, ..whole.clone() }));
            }
            assert!(parts == all, "{id} in {of} parts");
        }
    }
}

#[test]
fn a_match_goes_on_where_it_stopped() {
    let whole = plan("aof3", &["nodes=20", "nodes=10"], 1, 24);
    let all = games(&whole);
    let done: HashSet<String> = all.keys().take(5).cloned().collect();
    let mut rest = HashSet::new();
    run(&whole, &done, |record| {
        rest.insert(record.id);
        ControlFlow::Continue(())
    })
    .expect("good openings");
    assert!(rest.is_disjoint(&done));
    assert_eq!(rest.len() + done.len(), all.len());
}

#[test]
fn what_games_depend_on_tells_matches_apart() {
    let of = |engines: &[&str]| {
        let mut plan = plan("chess", engines, 1, 40);
        plan.conditions.margin = MARGIN;
        plan
    };
    let plain = of(&["name=a nodes=9", "name=b nodes=9"]);
    // Records of old matches have this name: they could not go on if it were another.
    assert_eq!(plain.fingerprint(), "46bcff92");
    let mut more = plain.clone();
    (more.rounds, more.concurrency) = (7, 1);
    assert_eq!(more.fingerprint(), plain.fingerprint());
    let mut strict = plain.clone();
    strict.conditions.margin = Duration::ZERO;
    let hasty = Plan { patience: Duration::from_secs(1), ..plain.clone() };
    let others = [
        strict,
        hasty,
        of(&["name=a dir=x nodes=9", "name=b nodes=9"]),
        of(&["name=a dir=y nodes=9", "name=b nodes=9"]),
        of(&["name=a nodes=9", "name=b dir=x nodes=9"]),
        of(&["name=a nodes=9", "name=b nodes=8"]),
    ];
    let all: HashSet<String> = others.iter().chain([&plain]).map(Plan::fingerprint).collect();
    assert_eq!(all.len(), 7, "{all:?}");
}

#[test]
fn an_engine_is_as_strong_as_itself() {
    for id in ["cwda-nr", "honeycomb", "guru"] {
        let all = games(&plan(id, &["name=a nodes=40", "name=b nodes=40"], 2, 60));
        let mut standings = Standings::default();
        for record in all.values() {
            assert!(standings.add(record));
            assert!(!standings.add(record), "a game counts once");
        }
        let duel = standings.overall(["a", "b"]).expect("they met");
        // The same player on all seats plays the same game whoever sits where.
        assert_eq!(duel.blocks.mean(), Some(0.5), "{id}");
        let ratings = standings.ratings().expect("a pool");
        assert!((ratings.engines[0].value - ratings.engines[1].value).abs() < 1e-6);
    }
}

#[test]
fn results_are_counted_by_game_or_by_pair_of_seats() {
    // Places of all players, and whose they are, in two games of two engines.
    let tally = |id: &str, results: [(&[f64], [usize; 4]); 2]| {
        let plan = plan(id, &["name=a nodes=1", "name=b nodes=1"], 1, 0);
        let mut standings = Standings::default();
        for ((_, mut record), (places, seats)) in games(&plan).into_iter().zip(results) {
            (record.places, record.seats) = (places.to_vec(), seats[..places.len()].to_vec());
            standings.add(&record);
        }
        let (_, duel) = standings.duels().next().expect("they met");
        duel.tally.to_string()
    };
    let (ab, ba) = ([0, 1, 1, 0], [1, 0, 0, 1]);
    let places: [&[f64]; 2] = [&[1.0, 2.0, 3.0, 4.0], &[1.5, 1.5, 4.0, 3.0]];
    assert_eq!(tally("guru", [(places[0], ab), (places[1], ba)]), "+3 =1 -4");
    let teams: [&[f64]; 2] = [&[1.5, 3.5, 1.5, 3.5], &[2.5; 4]];
    let (first, second) = ([0, 1, 0, 1], [1, 0, 1, 0]);
    assert_eq!(tally("guru-teams", [(teams[0], first), (teams[1], second)]), "+1 =1 -0");
    assert_eq!(tally("chess", [(&[1.0, 2.0], ab), (&[1.0, 2.0], ba)]), "+1 =0 -1");
}

#[test]
fn a_line_of_a_book_may_have_any_of_the_counters() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("counters.epd");
    let four = "4k3/8/8/8/8/8/8/R3K3 w Q -";
    for (rest, counters) in
        [("", "0 1"), (" 10", "10 1"), (" 10 7", "10 7"), (" 10 bm Ra8;", "10 1")]
    {
        std::fs::write(&path, format!("{four}{rest}\n")).expect("a file");
        let book = read_book(&path, variant::find("chess").expect("a registered game"), None);
        let book = book.unwrap_or_else(|e| panic!("{rest}: {e}"));
        assert_eq!(book[0].fen, Some(format!("{four} {counters}")), "{rest}");
    }
    std::fs::remove_file(&path).expect("the file goes");
}

#[test]
fn one_name_of_two_players_is_noticed() {
    let all = games(&plan("chess", &["name=a depth=1", "name=b depth=1"], 1, 4));
    let record = all.values().next().expect("two games");
    let names = |change: &dyn Fn(&mut GameRecord)| -> Vec<String> {
        let mut other = record.clone();
        other.id += "0";
        change(&mut other);
        let mut standings = Standings::default();
        assert!(standings.add(record) && standings.add(&other));
        standings.ambiguous().map(String::from).collect()
    };
    assert!(names(&|_| ()).is_empty());
    assert_eq!(names(&|other| other.engines[0].player = Some("greedy".to_string())), ["a"]);
    assert_eq!(names(&|other| other.engines[1].limit = "depth=2".to_string()), ["b"]);
}

#[test]
fn more_nodes_win() {
    let all = games(&plan("cwda-cf", &["name=strong nodes=800", "name=weak nodes=20"], 6, 300));
    let mut standings = Standings::default();
    for record in all.values() {
        standings.add(record);
    }
    let score = standings.overall(["strong", "weak"]).and_then(|d| d.blocks.mean());
    assert!(score > Some(0.8), "{score:?}");
}

#[test]
fn a_greedy_player_sees_its_move_and_no_answer() {
    for (fen, expected) in [
        // Checkmate.
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"),
        // A Knight that a Pawn protects.
        ("4k3/2p5/3n4/8/3Q4/8/8/4K3 w - - 0 1", "d4d6"),
    ] {
        let mut plan = plan("chess", &["name=a player=greedy", "name=b player=greedy"], 1, 1);
        let book = vec![Opening { fen: Some(fen.to_string()), moves: Vec::new() }];
        plan.openings = Openings::new(plan.variant, book, None, None, 1);
        for record in games(&plan).values() {
            assert_eq!(record.moves, [expected], "{fen}");
            assert_eq!(record.engines[0].player.as_deref(), Some("greedy"));
        }
    }
}

#[test]
fn a_greedy_player_plays_every_game_the_same_way_again() {
    for id in ["ninja", "cwda-rn", "wildhoney-double", "guru", "guru-teams", "aof3"] {
        let plan = plan(id, &["name=greedy player=greedy", "name=engine nodes=20"], 1, 24);
        let all = games(&plan);
        assert!(all.values().all(|record| record.replay().is_ok()), "{id}");
        assert!(all == games(&plan), "{id}");
    }
}

#[test]
fn a_record_that_was_changed_is_found_out() {
    let all = games(&plan("chess", &["nodes=60", "nodes=30"], 1, 30));
    let good = all.values().next().expect("two games").clone();
    assert!(GameRecord::parse(&good.line()).expect("its own line") == good);
    let mut other = good.clone();
    other.moves[3] = "a1a1".to_string();
    assert!(matches!(other.replay(), Err(RecordError::Moves(_))));
    let mut other = good.clone();
    other.places = vec![1.0, 2.0];
    other.reason = "checkmate".to_string();
    assert!(matches!(other.replay(), Err(RecordError::Result { .. })));
    let mut other = good.clone();
    other.seats = vec![0, 7];
    assert!(matches!(GameRecord::parse(&other.line()), Err(RecordError::Shape(_))));
    let mut other = good.clone();
    other.scores.pop();
    assert!(matches!(GameRecord::parse(&other.line()), Err(RecordError::Shape(_))));
    for score in [
        Evaluation::Centipawns(i32::MIN),
        Evaluation::Centipawns(1_000_001),
        Evaluation::Mate(i32::MIN),
        Evaluation::Mate(10_001),
    ] {
        let mut other = good.clone();
        other.scores[0] = Some(score);
        let refused = GameRecord::parse(&other.line());
        assert!(matches!(refused, Err(RecordError::Format(_))), "{score}: {refused:?}");
    }
    let mut other = good.clone();
    other.format = 99;
    assert_eq!(GameRecord::parse(&other.line()), Err(RecordError::Version(99)));
    let mut other = good;
    other.game = "joho".to_string();
    assert_eq!(GameRecord::parse(&other.line()), Err(RecordError::Game("joho".to_string())));
    assert!(matches!(GameRecord::parse("{}"), Err(RecordError::Format(_))));
}

#[test]
fn decided_games_are_beyond_all_scores() {
    let of = |score: Option<Evaluation>| score.map(Evaluation::centipawns);
    let rising = [
        of(Evaluation::of_mate(-1)),
        of(Evaluation::of_mate(-10_000)),
        of(Evaluation::of_centipawns(-1_000_000)),
        of(Evaluation::of_centipawns(31)),
        of(Evaluation::of_centipawns(1_000_000)),
        of(Evaluation::of_mate(10_000)),
        of(Evaluation::of_mate(1)),
    ];
    assert!(rising.is_sorted_by(|a, b| a < b) && rising[0].is_some(), "{rising:?}");
    for told in [i64::MIN, i32::MIN.into(), 1_000_001, i64::MAX] {
        assert_eq!((Evaluation::of_centipawns(told), Evaluation::of_mate(told)), (None, None));
    }
}

#[test]
fn only_games_on_8x8_boards_are_written_as_pgn() {
    for (id, expected) in [("chess", true), ("cwda-rn", true), ("honeycomb", false)] {
        let all = games(&plan(id, &["name=\"x y\" nodes=30", "nodes=20"], 1, 20));
        for record in all.values() {
            let text = pgn(record).expect("a good record");
            assert_eq!(text.is_some(), expected, "{id}");
            let Some(text) = text else { continue };
            assert!(text.contains("[Result \"1/2-1/2\"]"), "{text}");
            assert!(text.trim_end().ends_with("1/2-1/2"), "{text}");
            assert_eq!(text.contains("[Variant \"cwda-rn\"]"), id == "cwda-rn");
        }
    }
}

/// A player who makes the first legal move and always says the same score.
struct Claims(i32);

impl Player for Claims {
    fn prepare(&mut self, _game: &Game, _seed: u64) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        let position = turn.game.position();
        Ok(Answer {
            text: position.move_text(position.legal_moves()[0]),
            score: Some(Evaluation::Centipawns(self.0)),
            depth: 1,
            nodes: 1,
            time: Duration::ZERO,
        })
    }

    fn quit(self: Box<Self>) -> Option<Fault> {
        None
    }
}

#[test]
fn safe_places_keep_nobody_from_resigning() {
    // The number of moves before somebody resigns after two own moves with -5 pawns or less.
    let resigned = |id: &str, opening: &[&str], score: i32| {
        let variant = variant::find(id).expect("a registered game");
        let moves: Vec<String> = opening.iter().map(|mv| mv.to_string()).collect();
        let game = Game::new(variant, None, &moves).expect("a legal opening");
        let opening = Opening { fen: None, moves };
        let mut players: Vec<Claims> = (0..variant.seats()).map(|_| Claims(score)).collect();
        let mut seated: Vec<&mut dyn Player> =
            players.iter_mut().map(|player| player as &mut dyn Player).collect();
        let limits = vec![TimeControl::Nodes(1); variant.seats()];
        let adjudication = Adjudication { resign: Some((500, 2)), draw: None, max_plies: Some(16) };
        let conditions = Conditions { adjudication, margin: Duration::ZERO };
        let stop = AtomicBool::new(false);
        let played = referee::play(game, &opening, &mut seated, &limits, &conditions, 1, &stop);
        played.expect("nobody stopped it").moves.iter().position(|mv| mv == "resign")
    };
    // Each player who fell is a place, worth 20 pawns to a player alone.
    for (id, opening, safe, players) in [
        ("honeycomb", &[][..], 0, 3),
        ("honeycomb", &["resign"], 2000, 2),
        ("guru", &["resign", "resign"], 4000, 2),
        ("guru-teams", &["resign"], 0, 3),
    ] {
        assert_eq!(resigned(id, opening, safe - 500), Some(2 * players), "{id} {opening:?}");
        assert_eq!(resigned(id, opening, safe - 499), None, "{id} {opening:?}");
    }
    // The opponent of two does not agree.
    assert_eq!(resigned("chess", &[], -500), None);
}
