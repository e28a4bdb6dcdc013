//! The outlook: known models are found again from games they make, expectations agree with results
//! by tenths, the shipped models hold what a model must, and expectations of a position are those
//! of its model.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use simurgh::eval::outlook::{
    Model, Outlook, Party, RISING, Row, SETTINGS, STAGES, Standing, TERMS, expected_by,
};
use simurgh::eval::{
    DECADE, Library, Strength, WeightFile, Weights, embedded, expectation, family,
};
use simurgh::position::{Game, with_position};
use simurgh::tune::outlook::{Observation, calibrate, fit_model, tenths};
use simurgh::variant;

/// A standing of so many survivors with strengths by chance.
fn standing(parties: usize, random: &mut Xoshiro256PlusPlus) -> Standing {
    let phase: f64 = random.random_range(0.0..1.0);
    let stale: f64 = random.random_range(0.0..1.0);
    let party = |i: usize| Party {
        strength: random.random_range(200.0..9000.0),
        turn: 1.0 - i as f64 / (parties - 1) as f64,
    };
    Standing {
        setting: parties - 1,
        stages: [phase * (1.0 - stale), (1.0 - phase) * (1.0 - stale), stale],
        parties: (0..parties).map(party).collect(),
    }
}

/// Places by a model: the first is drawn by weight, then the next of the rest.
fn places(model: &Model, standing: &Standing, random: &mut Xoshiro256PlusPlus) -> Vec<f64> {
    let mut left: Vec<usize> = (0..standing.parties.len()).collect();
    let mut places = vec![1.0; left.len()];
    while left.len() > 1 {
        let row = &model[left.len() - 2];
        let weight = |&i: &usize| standing.log(&standing.parties[i], row).exp();
        let weights: Vec<f64> = left.iter().map(weight).collect();
        let mut drawn = random.random_range(0.0..weights.iter().sum());
        let mut next = 0;
        while next + 1 < left.len() && drawn >= weights[next] {
            drawn -= weights[next];
            next += 1;
        }
        left.remove(next);
        for &behind in &left {
            places[behind] += 1.0;
        }
    }
    places
}

/// Games of one position each that a model makes.
fn observations(model: &Model, parties: usize, count: usize, seed: u64) -> Vec<Observation> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..count)
        .map(|game| {
            let standing = standing(parties, &mut random);
            let places = places(model, &standing, &mut random);
            let scale = [0.0, (parties - 1) as f64];
            Observation { standing, places, scale, game, weight: 1.0, held_out: game % 4 == 0 }
        })
        .collect()
}

const BY_LEAD: Row = [[0.06, 0.10, 0.01], [0.0; 3], [0.0; 3], [0.1, 0.0, 0.0], [0.2, -0.1, 0.0]];
const BY_RATIO: Row = [[0.02, 0.01, 0.01], [1.2, 0.6, 0.3], [0.0; 3], [0.0; 3], [0.0, 0.3, 0.5]];
const BY_TURN: Row = [[0.01, 0.01, 0.01], [0.0; 3], [0.1, 0.05, 0.0], [0.0; 3], [0.4, 0.4, -0.4]];

const MODELS: [Model; 3] =
    [[BY_LEAD, BY_RATIO, BY_TURN], [BY_TURN, BY_RATIO, BY_LEAD], [BY_RATIO, BY_TURN, BY_LEAD]];

#[test]
fn a_known_model_is_found_again() {
    for (i, model) in MODELS.iter().enumerate() {
        let made = observations(model, 2 + i % 3, 16_000, i as u64);
        let fitted = fit_model(made.iter());
        // Terms can stand in for one another: what they make expect is compared.
        let mut worst = 0.0f64;
        for observation in &made {
            let [found, known] = [&fitted, model].map(|m| expected_by(m, &observation.standing));
            for (a, b) in found.iter().zip(known) {
                worst = worst.max((a - b).abs());
            }
        }
        assert!(worst < 0.08, "model {i}: off by {worst}: {fitted:?}");
        for row in fitted {
            let rising = &row.as_flattened()[..RISING * STAGES];
            assert!(rising.iter().all(|&n| n >= 0.0), "{row:?}");
        }
    }
}

/// Who share places had them in any order: a game that all share says that all are equal.
#[test]
fn shared_places_say_that_parties_are_equal() {
    let mut made = observations(&MODELS[1], 3, 4000, 8);
    for observation in &mut made {
        observation.places = vec![2.0; 3];
    }
    // What is left is the least that a lead counts.
    for row in fit_model(made.iter()) {
        assert!(row.as_flattened().iter().all(|n| n.abs() < 0.02), "{row:?}");
    }
}

#[test]
fn expectations_agree_with_results_by_tenths() {
    let mut made = observations(&[BY_TURN, BY_LEAD, BY_LEAD], 3, 12_000, 5);
    made.extend(observations(&[BY_TURN, BY_RATIO, BY_LEAD], 4, 12_000, 6));
    let calibrated = calibrate(&made, &Outlook::default(), DECADE);
    assert_eq!(calibrated.found.len(), 2);
    let mut compared = 0;
    for tenth in calibrated.held_out.iter().filter(|t| t.pairs >= 1000) {
        assert!((tenth.expected - tenth.result).abs() < 0.03, "{tenth:?}");
        compared += 1;
    }
    assert!(compared >= 6, "only {compared} tenths: {:?}", calibrated.held_out);
    // Without a fit they do not: the test can fail.
    let mut plain = Outlook::default();
    for setting in 0..SETTINGS.len() {
        let mut row = Row::default();
        row[0] = [1.0; STAGES];
        plain.set(setting, &[row; 3]);
    }
    let off = |t: &simurgh::tune::Tenth| t.pairs >= 1000 && (t.expected - t.result).abs() > 0.1;
    let plain = tenths(made.iter(), &plain, DECADE);
    assert!(plain.iter().any(off));
    // What is expected without any numbers is the same: a lead of a decade is odds of ten to one.
    assert_eq!(tenths(made.iter(), &Outlook::default(), DECADE), plain);
    assert_ne!(tenths(made.iter(), &Outlook::default(), 2.0 * DECADE), plain);
}

#[test]
fn every_game_for_many_ships_a_model_for_each_of_its_settings() {
    for id in variant::ids() {
        let game = variant::find(id).expect("a registered game");
        if game.seats() == 2 {
            continue;
        }
        let file = embedded(family(id));
        let settings = if game.rules.teams.is_some() { 0..1 } else { 1..game.seats() };
        for setting in settings {
            let model = file.outlook().get(setting);
            let model = model.unwrap_or_else(|| panic!("{id} has no {}", SETTINGS[setting]));
            for row in model {
                assert_eq!(row.len(), TERMS.len());
                assert!(row[..RISING].as_flattened().iter().all(|n| *n >= 0.0), "{id}: {row:?}");
            }
        }
    }
}

/// The utilities of the start add up to half the seats, and a piece less costs its owner.
#[test]
fn positions_are_expected_by_the_model_of_their_game() {
    for id in ["honeycomb", "wildhoney-double", "aof3", "guru", "guru-teams"] {
        let game = Game::start(variant::find(id).expect("a registered game"));
        let n = game.variant().seats();
        let of = |game: &Game| {
            with_position!(game.position(), p => {
                let weights = Library::embedded().weights(p.tables());
                expectation(p, &Strength::of(p, &weights))
            })
        };
        let start = of(&game);
        assert!((start.iter().sum::<f64>() - n as f64 / 2.0).abs() < 1e-9, "{id}: {start:?}");
        // Red without a Rook.
        let fen = game.position().fen();
        let at = fen.find("rR").expect("a Rook of Red's");
        let without = format!("{}1{}", &fen[..at], &fen[at + 2..]);
        let fewer = Game::new(game.variant(), Some(&merged(&without)), &[] as &[&str]);
        let fewer = of(&fewer.unwrap_or_else(|e| panic!("{id}: {e}: {without}")));
        assert!(fewer[0] < start[0], "{id}: {fewer:?} {start:?}");
        assert!((fewer.iter().sum::<f64>() - n as f64 / 2.0).abs() < 1e-9, "{id}");
    }
}

/// A position string whose counts of empty cells are joined where they have become neighbours.
fn merged(fen: &str) -> String {
    let (placement, rest) = fen.split_once(' ').expect("fields");
    let row = |row: &str| {
        let mut tokens: Vec<String> = Vec::new();
        for token in row.split(',') {
            let empty = token.parse::<usize>().ok();
            match (tokens.last().and_then(|t| t.parse::<usize>().ok()), empty) {
                (Some(before), Some(more)) => {
                    tokens.pop();
                    tokens.push((before + more).to_string());
                }
                _ => tokens.push(token.to_string()),
            }
        }
        tokens.join(",")
    };
    let level = |level: &str| level.split('/').map(row).collect::<Vec<_>>().join("/");
    let levels: Vec<String> = placement.split('|').map(level).collect();
    format!("{} {rest}", levels.join("|"))
}

#[test]
fn the_fallen_have_what_they_left_behind_and_survivors_share_the_rest() {
    let file = WeightFile::parse("family guru\noutlook 2 turn 100 100 100").expect("a file");
    let fen = "8/8/8/8/8/8/8/8/8/rK,9|9,gK/10/10/10/10/10/10/10/10/10 r rg - - 0 1";
    let fen = fen.replacen("8/8/8/8/8/8/8/8/8/", &"10/".repeat(9), 1);
    let game = variant::find("guru").expect("a registered game");
    let game = Game::new(game, Some(&fen), &[] as &[&str]).expect("a position");
    with_position!(game.position(), p => {
        let weights = Weights::new(p.tables(), &file);
        let expected = expectation(p, &Strength::of(p, &weights));
        // Blue and Orange share the places behind; Red moves, which decides everything here.
        for (found, wanted) in expected.iter().zip([1.0, 0.5 / 3.0, 2.0 / 3.0, 0.5 / 3.0]) {
            assert!((found - wanted).abs() < 1e-6, "{expected:?}");
        }
    });
}
