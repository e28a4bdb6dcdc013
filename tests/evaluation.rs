//! The evaluation against itself: move by move against afresh, strengths against their trace, the
//! start position against its own symmetry, and weights of a file against those of the engine.

mod common;

use common::{game_from, generator, wander};
use rand::RngExt;
use simurgh::engine::Engine;
use simurgh::eval::{
    EvalFile, Sheet, Strength, Trace, WeightFile, Weights, evaluate, family, listing,
};
use simurgh::position::{AnyPosition, Game, with_position};
use simurgh::search::{Control, Limits};
use simurgh::variant::{self, Seat};

/// A file that gives every weight of a game some value, no two alike.
fn varied(id: &str) -> WeightFile {
    let mut random = generator(id);
    let game = variant::find(id).expect("a registered game");
    let sheet = with_position!(AnyPosition::start(game), p => Sheet::of_game(p.tables()));
    let mut file = WeightFile::new(family(id));
    for name in sheet.names() {
        file.set(name, [random.random_range(-300.0..300.0), random.random_range(-300.0..300.0)]);
    }
    file
}

#[test]
fn strengths_follow_every_move_and_are_what_the_trace_says() {
    for id in variant::ids() {
        let file = varied(id);
        let mut compared = 0;
        wander(id, 4, 60, |game| {
            with_position!(game.position(), p => {
                let weights = Weights::new(p.tables(), &file);
                let before = Strength::of(p, &weights);
                let trace = Trace::of(p);
                let seats = before.seats(p);
                for seat in 0..p.tables().variant.seats() as Seat {
                    let linear = trace.strength(seat, weights.values());
                    // Every piece and every other weight rounds by a sixteenth at most, as often
                    // as it counts.
                    let times: f64 = trace.seats[seat as usize].iter().map(|c| c.1.abs()).sum();
                    let most = 1.0 + (p.of_seat(seat).count() as f64 + times) / 16.0;
                    let found = f64::from(seats[seat as usize]);
                    assert!((linear - found).abs() <= most, "{id} {}: {linear}, {found}", p.fen());
                }
                for &mv in p.legal_moves().iter().step_by(7) {
                    let (mut next, mut followed) = (p.clone(), before.clone());
                    next.make(mv, &mut followed);
                    let afresh = Strength::of(&next, &weights);
                    assert_eq!(followed.seats(&next), afresh.seats(&next), "{id} {}", next.fen());
                    assert_eq!(followed.phase(&next), afresh.phase(&next), "{id}");
                    compared += 1;
                }
            });
        });
        assert!(compared > 100, "{id}: {compared}");
    }
}

#[test]
fn nobody_is_ahead_at_the_start_but_by_the_move() {
    for id in ["chess", "cwda-cc", "cwda-nn", "honeycomb", "wildhoney-double", "aof3", "ninja"] {
        let game = Game::start(variant::find(id).expect("a registered game"));
        with_position!(game.position(), p => {
            let file = varied(id);
            let weights = Weights::new(p.tables(), &file);
            let seats = Strength::of(p, &weights).seats(p);
            let [tempo, _] = file.get("tempo").expect("every game has it");
            for seat in 1..p.tables().variant.seats() {
                let ahead = f64::from(seats[0] - seats[seat]);
                assert!((ahead - tempo).abs() <= 10.0, "{id}: {seats:?}, tempo {tempo}");
            }
        });
    }
}

#[test]
fn the_phase_falls_with_the_pieces_and_counts_for_each_survivor() {
    let phase = |id: &str, fen: &str| {
        with_position!(game_from(id, fen).position(), p => {
            let weights = Weights::new(p.tables(), &WeightFile::new(family(id)));
            Strength::of(p, &weights).phase(p)
        })
    };
    let start = &variant::find("chess").expect("a registered game").start;
    assert_eq!(phase("chess", start), simurgh::eval::FULL_PHASE);
    assert_eq!(phase("chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), 0);
    let rooks = phase("chess", "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1");
    let rook = phase("chess", "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert!(0 < rook && rook < rooks && rooks < simurgh::eval::FULL_PHASE);
}

#[test]
fn two_survivors_are_an_endgame_where_armies_change_sides() {
    let phase = |id: &str, moves: &[&str]| {
        let game = variant::find(id).expect("a registered game");
        let game = Game::new(game, None, moves).expect("legal moves");
        with_position!(game.position(), p => {
            let weights = Weights::new(p.tables(), &WeightFile::new(family(id)));
            Strength::of(p, &weights).phase(p)
        })
    };
    for id in ["honeycomb", "honeycomb-double-pawnless", "wildhoney"] {
        assert_eq!(phase(id, &[]), simurgh::eval::FULL_PHASE, "{id}");
        assert_eq!(phase(id, &["resign"]), 0, "{id}");
    }
    assert_eq!(phase("guru", &["resign", "resign"]), simurgh::eval::FULL_PHASE);
}

#[test]
fn an_engine_evaluates_with_the_weights_it_was_given() {
    let chess = Game::new(
        variant::find("chess").expect("a registered game"),
        Some("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"),
        [""; 0],
    )
    .expect("a position");
    let ninja = Game::start(variant::find("ninja").expect("a registered game"));
    let mut engine = Engine::new(1).expect("a small table");
    let score = |engine: &Engine, game: &Game| {
        let limits = Limits { depth: Some(1), ..Limits::default() };
        engine.search(game, &limits, &Control::new(false), |_| ()).score
    };
    let (before, elsewhere) = (score(&engine, &chess), score(&engine, &ninja));
    let file = WeightFile::parse("family cwda\nvalue.Q 1500 1500").expect("a file");
    engine.set_evaluation(Some(EvalFile::Weights(file)));
    assert!(score(&engine, &chess) > before + 400);
    assert_eq!(score(&engine, &ninja), elsewhere, "a file holds for its family only");
    engine.set_evaluation(None);
    assert_eq!(score(&engine, &chess), before);
}

#[test]
fn the_listing_adds_up() {
    for id in ["chess", "ninja", "guru-teams"] {
        wander(id, 1, 20, |game| {
            with_position!(game.position(), p => {
                let weights = Weights::new(p.tables(), &varied(id));
                let strength = Strength::of(p, &weights);
                let side = p.tables().allies[p.turn() as usize];
                let parts = listing(p, &strength, side);
                let (total, parts) = parts.split_last().expect("a total");
                let ours = |name: &str| {
                    let variant = p.tables().variant;
                    (0..variant.seats() as Seat)
                        .find(|&s| name.starts_with(variant.player_name(s)))
                        .is_none_or(|s| side >> s & 1 != 0)
                };
                let sum: i32 = parts.iter().map(|(n, v)| if ours(n) { *v } else { -v }).sum();
                assert_eq!(total.1, evaluate(p, &strength, side));
                assert!((sum - total.1).abs() <= 40, "{id}: {sum} {total:?} {parts:?}");
            });
        });
    }
}

/// One side's gain is the other's loss, also where both players of a team have nothing but their Kings.
#[test]
fn what_two_sides_expect_is_opposite() {
    let bare = "bK,9/10/10/10/10/10/10/10/10/rK,rR,rN,3,rE,rF,rR,1|\
                9,gK/10/10/10/10/10/10/10/10/rG,rR,rN,rF,rN,4,oK";
    let game = variant::find("guru-teams").expect("a registered game");
    let engine = Engine::new(1).expect("a small table");
    for mover in ["r", "o", "g", "b"] {
        let text = format!("{bare} {mover} rogb - - 0 1");
        let position = AnyPosition::read(game, &text).expect("a position");
        let weights = engine.weights(&position);
        with_position!(&position, p => {
            let strength = Strength::of(p, &weights);
            let sides = [0, 1].map(|seat| p.tables().allies[seat]);
            let [ours, theirs] = sides.map(|side| evaluate(p, &strength, side));
            assert_eq!(ours, -theirs, "{mover}");
            assert_ne!(ours, 0, "{mover}");
        });
    }
}
