//! Networks: sums against sums made afresh, the two sides and the two halves of the board against
//! each other, files that come back the same or are refused with a reason, and training.

mod common;

use common::{game_from, generator, wander};
use rand::RngExt;
use simurgh::arena::record::GameRecord;
use simurgh::engine::Engine;
use simurgh::eval::network::{
    BUCKETS, NetworkError, NetworkFile, NetworkShape, ONE_HIDDEN, ONE_OUTPUT, Parameters, Views,
};
use simurgh::eval::{EvalFile, EvalFileError, Library, Strength, StrengthMemory, evaluate, family};
use simurgh::position::{AnyPosition, with_position};
use simurgh::search::{Control, Limits};
use simurgh::tune::Sampling;
use simurgh::tune::network::{Examples, NetworkData, Settings, TrainingError, read, train};
use simurgh::variant::{self, Seat};
use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

/// A network of numbers of any size that files may hold.
fn random_network(id: &str) -> NetworkFile {
    network_of_family(family(id))
}

/// The same for a family by its name.
fn network_of_family(name: &str) -> NetworkFile {
    let mut random = generator(name);
    let shape = NetworkShape::of_family(name).expect("a family of games for two");
    let hidden = if name == "ninja" { 64 } else { 256 };
    let mut layers = |n: usize, most: i16| -> Vec<i16> {
        (0..n * hidden).map(|_| random.random_range(-most..=most)).collect()
    };
    let features = layers(shape.features(), 60);
    let bias = layers(1, 100);
    let output = layers(2 * BUCKETS, 127);
    let output_bias = (0..BUCKETS as i32).map(|bucket| 100 * bucket - 350).collect();
    let parameters = Arc::new(Parameters { hidden, features, bias, output, output_bias });
    NetworkFile { shape, parameters }
}

/// The value of a position for the player to move.
fn value(position: &AnyPosition, library: &Library) -> i32 {
    with_position!(position, p => {
        let weights = library.weights(p.tables());
        evaluate(p, &Strength::of(p, &weights), 1 << p.turn())
    })
}

#[test]
fn sums_follow_every_move() {
    for id in ["chess", "cwda-cn", "cwda-rf", "ninja"] {
        let library = Library::with(EvalFile::Network(random_network(id)));
        let (mut compared, mut kings) = (0, 0);
        let mut memory = StrengthMemory::default();
        wander(id, 6, 80, |game| {
            with_position!(game.position(), p => {
                let weights = library.weights(p.tables());
                let before = Strength::of(p, &weights);
                let mut settled = before.clone();
                for &mv in p.legal_moves().iter() {
                    let king = p.king(p.turn()) == mv.from();
                    let (mut next, mut followed) = (p.clone(), before.clone());
                    next.make(mv, &mut followed);
                    let afresh = evaluate(&next, &Strength::of(&next, &weights), 1);
                    assert_eq!(evaluate(&next, &followed, 1), afresh, "{id} {}", next.fen());
                    // As a search does it, in memory that was used for other moves.
                    let mut next = p.clone();
                    settled.begin_after(&before);
                    next.make(mv, &mut settled);
                    settled.settle(&before, &next, &mut memory);
                    assert_eq!(evaluate(&next, &settled, 1), afresh, "{id} {}", next.fen());
                    assert_eq!(evaluate(&next, &settled, 2), -afresh, "{id} {}", next.fen());
                    // A second move on top of the first, which may have turned a view round.
                    if let Some(&reply) = next.legal_moves().first() {
                        let mut twice = before.clone();
                        twice.begin_after(&settled);
                        next.clone().make(reply, &mut followed);
                        next.make(reply, &mut twice);
                        twice.settle(&settled, &next, &mut memory);
                        let afresh = evaluate(&next, &Strength::of(&next, &weights), 1);
                        assert_eq!(evaluate(&next, &followed, 1), afresh, "{id} {}", next.fen());
                        assert_eq!(evaluate(&next, &twice, 1), afresh, "{id} {}", next.fen());
                    }
                    compared += 1;
                    kings += usize::from(king);
                }
            });
        });
        assert!(compared > 1000 && kings > 20, "{id}: {compared}, {kings}");
    }
}

/// A placement field with every row changed.
fn rows(fen: &str, change: impl Fn(&str) -> String) -> String {
    let (placement, rest) = fen.split_once(' ').expect("more than one field");
    let rows: Vec<String> = placement.split('/').map(change).collect();
    format!("{} {rest}", rows.join("/"))
}

#[test]
fn a_network_sees_neither_colours_nor_wings() {
    let positions = [
        "4k3/pp3ppp/8/3n4/2B5/8/PP4PP/3R2K1 w - - 0 1",
        "r5k1/1p6/p2n4/8/8/2Q5/5PPP/6K1 b - - 0 1",
        "8/8/1K6/8/5p2/3k4/P7/8 w - - 0 1",
    ];
    let library = Library::with(EvalFile::Network(random_network("chess")));
    let read = |fen: &str| game_from("chess", fen).position().clone();
    for fen in positions {
        let original = value(&read(fen), &library);
        let reflected = rows(fen, |row| row.chars().rev().collect());
        assert_eq!(value(&read(&reflected), &library), original, "{reflected}");
        let (placement, rest) = fen.split_once(' ').expect("more than one field");
        let swap = |c: char| {
            if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
        };
        let exchanged: Vec<String> =
            placement.split('/').rev().map(|row| row.chars().map(swap).collect()).collect();
        let turn = if rest.starts_with('w') { "b" } else { "w" };
        let exchanged = format!("{} {turn}{}", exchanged.join("/"), &rest[1..]);
        assert_eq!(value(&read(&exchanged), &library), original, "{exchanged}");
    }
}

#[test]
fn the_zone_of_the_king_tells_what_pieces_are_worth() {
    let views = |id: &str| {
        let shape = NetworkShape::of_family(family(id)).expect("a family of games for two");
        let variant = variant::find(id).expect("a registered game");
        (Views::new(variant, &shape).expect("views of the game"), variant)
    };
    let (chess, variant) = views("chess");
    let standpoint = |viewer: Seat, king: &str| {
        chess.standpoint(viewer, variant.board.find(king).expect("a cell"))
    };
    for (viewer, alike, apart) in [
        (0, ["a1", "b1"], "c1 g1 h1 b2 b3"),
        (0, ["e1", "f1"], "g1 d1 e2 e8"),
        (1, ["c8", "d8"], "b8 e8 c7 c1"),
        (1, ["h5", "e1"], "h7 h8 a5"),
    ] {
        let [first, second] = alike.map(|king| standpoint(viewer, king));
        assert_eq!(first, second, "{viewer} {alike:?}");
        for king in apart.split_whitespace() {
            assert_ne!(standpoint(viewer, king), first, "{viewer} {king}");
        }
    }
    // On a cube only the half counts.
    let (ninja, variant) = views("ninja");
    let all: HashSet<String> =
        variant.board.cells().map(|king| format!("{:?}", ninja.standpoint(0, king))).collect();
    assert_eq!(all.len(), 2);
}

#[test]
fn files_come_back_the_same() {
    for id in ["chess", "ninja"] {
        let file = random_network(id);
        let bytes = file.bytes(&["two words".to_string(), "and two more".to_string()]);
        assert_eq!(NetworkFile::parse(&bytes).expect("a network"), file);
    }
    for id in ["guru", "honeycomb", "no-such-game"] {
        assert_eq!(NetworkShape::of_family(family(id)), None, "{id}: for two players only");
    }
}

#[test]
fn what_is_no_network_is_refused_with_a_reason() {
    let file = random_network("chess");
    let good = file.bytes(&[]);
    let text_end = good.windows(2).position(|w| w == b"\n\n").expect("an empty line");
    let with_text = |from: &str, to: &str| {
        let text = String::from_utf8_lossy(&good[..text_end]).replace(from, to);
        [text.as_bytes(), &good[text_end..]].concat()
    };
    let error = |bytes: &[u8]| NetworkFile::parse(bytes).expect_err("no network").to_string();
    assert!(matches!(NetworkFile::parse(b""), Err(NetworkError::Magic)));
    assert!(matches!(NetworkFile::parse(b"family cwda\n\n"), Err(NetworkError::Magic)));
    assert!(matches!(
        NetworkFile::parse(&good[..20]),
        Err(NetworkError::Header { name: "family", .. })
    ));
    assert!(matches!(
        NetworkFile::parse(&good[..text_end]),
        Err(NetworkError::Length { found: 0, .. })
    ));
    let old = with_text("simurgh network 2", "simurgh network 1");
    assert!(matches!(NetworkFile::parse(&old), Err(NetworkError::Version)));
    assert!(error(&old).contains("simurgh network 2"));
    assert!(matches!(
        NetworkFile::parse(&with_text("network 2", "network 22")),
        Err(NetworkError::Version)
    ));
    for (from, to, name) in [
        ("family cwda", "family guru", "family"),
        ("family cwda", "family ninja", "cells"),
        ("family cwda\n", "", "family"),
        ("hidden 256", "hidden 4096", "hidden"),
        ("hidden 256", "hidden 40", "hidden"),
        ("hidden 256", "hidden 0", "hidden"),
        ("zones 4", "zones 1", "zones"),
        ("zones 4\n", "", "zones"),
        ("buckets 8", "buckets x", "buckets"),
        ("symbols ", "symbols ? ", "symbols"),
    ] {
        let error = error(&with_text(from, to));
        assert!(error.contains(&format!("`{name}`")), "{to}: {error}");
    }
    let short = error(&good[..good.len() - 1]);
    assert!(short.contains("bytes of numbers"), "{short}");
    let mut wild = good.clone();
    let output = good.len() - BUCKETS * 4 - 2;
    wild[output..output + 2].copy_from_slice(&128i16.to_le_bytes());
    assert!(error(&wild).contains("not within 127"));
    // The least of all numbers has no counterpart above zero.
    wild[output..output + 2].copy_from_slice(&i16::MIN.to_le_bytes());
    assert!(error(&wild).contains("not within 127"));
    for bias in [i32::MIN, i32::MAX, MOST_OUTPUT_BIAS + 1] {
        let mut wild = good.clone();
        let end = wild.len() - 4;
        wild[end..].copy_from_slice(&bias.to_le_bytes());
        assert!(error(&wild).contains("output bias"), "{bias}");
    }
}

/// The greatest output bias of a file.
const MOST_OUTPUT_BIAS: i32 = 1000 * ONE_HIDDEN * ONE_OUTPUT;

/// A network with all numbers of its output as great as files may have them.
fn greatest_network(features: impl FnMut() -> i16) -> NetworkFile {
    let shape = NetworkShape::of_family("cwda").expect("a family of games for two");
    let hidden = 256;
    let parameters = Parameters {
        hidden,
        features: std::iter::repeat_with(features).take(shape.features() * hidden).collect(),
        bias: vec![i16::MAX; hidden],
        output: vec![127; 2 * BUCKETS * hidden],
        output_bias: vec![MOST_OUTPUT_BIAS; BUCKETS],
    };
    let file = NetworkFile { shape, parameters: Arc::new(parameters) };
    let read = NetworkFile::parse(&file.bytes(&[])).expect("all numbers are in range");
    assert_eq!(read, file);
    read
}

#[test]
fn numbers_as_great_as_files_may_have_them_do_no_harm() {
    // Every sum of either view is full, and the bias is added to that.
    let library = Library::with(EvalFile::Network(greatest_network(|| 0)));
    let start = game_from("chess", &variant::find("chess").expect("a registered game").start);
    let full = 2 * 256 * 127 * ONE_HIDDEN + MOST_OUTPUT_BIAS;
    let pawns = f64::from(full) / f64::from(ONE_HIDDEN * ONE_OUTPUT) * 4.0 / 10f64.ln();
    let value_of_start = f64::from(value(start.position(), &library)) / 100.0;
    assert!((value_of_start / pawns - 1.0).abs() < 0.001, "{value_of_start}, {pawns}");
    // Sums that are too great for their numbers are at least the same ones whichever way they come about.
    let mut random = generator("great numbers");
    let library = Library::with(EvalFile::Network(greatest_network(|| random.random())));
    wander("cwda-rf", 2, 30, |game| {
        with_position!(game.position(), p => {
            let weights = library.weights(p.tables());
            let before = Strength::of(p, &weights);
            let (mut settled, mut memory) = (before.clone(), StrengthMemory::default());
            for &mv in p.legal_moves().iter() {
                let mut next = p.clone();
                settled.begin_after(&before);
                next.make(mv, &mut settled);
                settled.settle(&before, &next, &mut memory);
                let afresh = evaluate(&next, &Strength::of(&next, &weights), 1);
                assert_eq!(evaluate(&next, &settled, 1), afresh, "{}", next.fen());
            }
        });
    });
}

/// A file is what it begins as: a network of another version is no file of weights.
#[test]
fn a_file_is_read_as_what_it_begins_as() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("kind");
    let read = |bytes: &[u8]| {
        fs::write(&path, bytes).expect("a file");
        let read = EvalFile::read(&path);
        fs::remove_file(&path).expect("a file");
        read
    };
    let network = random_network("chess").bytes(&[]);
    assert!(matches!(read(&network), Ok(EvalFile::Network(_))));
    assert!(matches!(read(b"family\tcwda\n"), Ok(EvalFile::Weights(_))));
    let old = [b"simurgh network 1", &network[17..]].concat();
    let error = read(&old).expect_err("an old network");
    assert!(matches!(error, EvalFileError::Network(NetworkError::Version)), "{error}");
    assert!(matches!(read(b"\xFF"), Err(EvalFileError::Weights(_))));
    assert!(matches!(EvalFile::read(&path), Err(EvalFileError::Network(NetworkError::Io(_)))));
}

#[test]
fn an_engine_evaluates_by_the_network_it_was_given() {
    let chess = game_from("chess", "4k3/pp3ppp/8/3n4/2B5/8/PP4PP/3R2K1 w - - 0 1");
    let mut engine = Engine::new(1).expect("a small table");
    let score = |engine: &Engine| {
        let limits = Limits { depth: Some(1), ..Limits::default() };
        engine.search(&chess, &limits, &Control::new(false), |_| ()).score
    };
    let before = score(&engine);
    engine.set_evaluation(Some(EvalFile::Network(random_network("ninja"))));
    assert_eq!(score(&engine), before, "a file holds for its family only");
    engine.set_evaluation(Some(EvalFile::Network(random_network("chess"))));
    assert_ne!(score(&engine), before);
    engine.set_evaluation(None);
    assert_eq!(score(&engine), before);
}

/// A network for orthodox chess alone is no network for other armies; one for all armies is one for
/// orthodox chess, too.
#[test]
fn orthodox_chess_may_have_a_network_of_its_own() {
    let values = |library: &Library| {
        let start = |id: &str| variant::find(id).expect("a registered game").start.as_str();
        ["chess", "cwda-ff", "cwda-cn"]
            .map(|id| value(game_from(id, start(id)).position(), library))
    };
    let embedded = values(&Library::embedded());
    let [chess, ff, cn] = values(&Library::with(EvalFile::Network(network_of_family("chess"))));
    assert_eq!(chess, ff);
    assert_ne!([chess, ff], [embedded[0], embedded[1]]);
    assert_eq!(cn, embedded[2]);
    let armies = values(&Library::with(EvalFile::Network(network_of_family("cwda"))));
    assert!((0..3).all(|i| armies[i] != embedded[i]), "{armies:?}, {embedded:?}");
}

/// Games that whoever has the Queen wins, as a file of records.
fn games_decided_by_the_queen(name: &str) -> PathBuf {
    let mut random = generator(name);
    let mut text = String::new();
    for number in 0..600 {
        let white = random.random_bool(0.5);
        let pawns = ["PPPPPPPP", "P1P1P1P1", "1P3PPP", "PPP5", "8"][number % 5];
        let (upper, lower) = if white { ("1Q1", "3") } else { ("3", "1q1") };
        // Games of one opening are held out together: each has a number of its own.
        let fen = format!("4k{lower}/8/8/8/8/8/{pawns}/4K{upper} w - - 0 {}", number + 1);
        let mut game = game_from("chess", &fen);
        let mut moves = Vec::new();
        for _ in 0..8 {
            let legal = game.position().legal_moves();
            if legal.is_empty() || game.outcome().is_some() {
                break;
            }
            let mv = legal[random.random_range(0..legal.len())];
            moves.push(game.position().move_text(mv));
            game.play(mv);
        }
        let places = if white { [1.0, 2.0] } else { [2.0, 1.0] };
        let record = serde_json::json!({
            "format": 1, "id": format!("0/{number}/0"), "game": "chess", "block": number,
            "block_games": 1, "opening": {"fen": fen}, "moves": moves,
            "engines": [{"name": "any", "limit": "nodes=1"}], "seats": [0, 0],
            "places": places, "reason": "resignation", "started": 0,
        });
        let record: GameRecord = serde_json::from_value(record).expect("a record");
        text += &(record.line() + "\n");
    }
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("a file in the test's directory");
    path
}

fn data(name: &str, family: Option<&str>) -> NetworkData {
    let sampling = Sampling { hold_out: 0.1, skip_plies: 0, ..Sampling::default() };
    read(&[games_decided_by_the_queen(name)], &sampling, family, None, |_| ())
        .expect("records of games")
}

#[test]
fn training_finds_what_decides_games_with_any_number_of_threads() {
    let data = data("queen.jsonl", None);
    assert!(data.training.len() > 1000 && !data.held_out.is_empty());
    let settings = Settings { epochs: 12, batch: 256, ..Settings::default() };
    let trained = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| train(&data, &settings, None, |_, _| ()).expect("positions"))
    };
    let one = trained(1);
    let held_out = one.held_out.expect("games were held out");
    assert!(held_out < 0.05 && one.training < 0.05, "{} {held_out}", one.training);
    assert_eq!(one, trained(2));
    let library = Library::with(EvalFile::Network(one.file));
    let of = |fen: &str| value(game_from("chess", fen).position(), &library);
    assert!(of("4k3/8/8/8/8/8/P1P3PP/4K1Q1 w - - 0 1") > 200);
    assert!(of("4k1q1/8/8/8/8/8/P1P3PP/4K3 w - - 0 1") < -200);
    assert!(of("4k1q1/8/8/8/8/8/P1P3PP/4K3 b - - 0 1") > 200);
}

#[test]
fn training_goes_on_from_a_network() {
    let data = data("queen-again.jsonl", Some("chess"));
    assert_eq!(data.shape, NetworkShape::of_family("chess"));
    let trained = |start: &NetworkFile, settings: &Settings| {
        train(&data, settings, Some(start), |_, _| ()).expect("positions")
    };
    let settings = Settings { epochs: 6, batch: 256, ..Settings::default() };
    // Nothing trained: the same values by fewer features.
    let armies = random_network("chess");
    let none = Settings { epochs: 0, ..settings };
    let chess = trained(&armies, &none).file;
    let same = trained(&chess, &none);
    assert_eq!(same.file, chess);
    // What was not trained is measured all the same, and nothing is said of what is not there.
    assert!(same.training > 0.0 && same.held_out > Some(0.0), "{same:?}");
    let all = NetworkData { held_out: Examples::default(), ..data.clone() };
    for settings in [none, Settings { epochs: 1, ..none }] {
        assert_eq!(
            train(&all, &settings, Some(&chess), |_, _| ()).expect("positions").held_out,
            None
        );
    }
    assert_eq!(chess.shape.symbols.len(), 6);
    let [before, after] = [armies, chess].map(|file| Library::with(EvalFile::Network(file)));
    for fen in ["4k3/8/8/8/8/8/P7/K7 w - - 0 1", "4k3/pp3ppp/8/3n4/2B5/8/PP4PP/3R2K1 b - - 0 1"] {
        let position = game_from("chess", fen).position().clone();
        assert_eq!(value(&position, &before), value(&position, &after), "{fen}");
    }
    // What was learnt is not lost.
    let first = train(&data, &settings, None, |_, _| ()).expect("positions");
    let again = trained(&first.file, &settings);
    assert!(again.held_out < first.held_out, "{:?} {:?}", again.held_out, first.held_out);
    let other = train(&data, &settings, Some(&random_network("ninja")), |_, _| ());
    assert_eq!(other, Err(TrainingError::OtherBoard));
}

#[test]
fn games_of_other_families_are_refused() {
    let files = [games_decided_by_the_queen("queen-refused.jsonl")];
    let refused = |family: &str| {
        let read = read(&files, &Sampling::default(), Some(family), None, |_| ());
        read.expect_err("games of another family").to_string()
    };
    assert!(refused("ninja").contains("ninja"));
    assert!(refused("no-such-family").contains("no-such-family"));
}

#[test]
fn nothing_comes_of_no_positions() {
    let error = train(&NetworkData::default(), &Settings::default(), None, |_, _| ());
    assert_eq!(error, Err(TrainingError::NoPositions));
}
