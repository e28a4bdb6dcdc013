//! Worked examples: figures that fastchess publishes with its tests (`app/tests/elo_test.cpp`,
//! `sprt_test.cpp`), and the same recomputed with scipy (moments by numpy; likelihoods under a
//! constraint by SLSQP on the probabilities themselves, no part of the method used here).

use simurgh::stats::{Distribution, Estimate, Model, Sprt};

fn near(got: f64, expected: f64, tolerance: f64) {
    assert!((got - expected).abs() <= tolerance, "{got} is not {expected}");
}

fn half(e: Estimate) -> f64 {
    (e.high - e.low) / 2.0
}

/// Block scores of six games with counts.
fn six() -> Distribution {
    let twelfths = [(3, 7), (4, 20), (5, 31), (6, 40), (7, 44), (8, 25), (9, 12), (11, 2)];
    let mut d = Distribution::new(6).unwrap();
    for (score, count) in twelfths {
        for _ in 0..count {
            d.add(f64::from(score) / 12.0).unwrap();
        }
    }
    d
}

/// fastchess: `EloPentanomial` 1 to 3; its tolerance is 1 %. Half widths of normalised Elo differ,
/// as fastchess takes the deviation for known: numpy resampling gives 29.45 for the first.
#[test]
fn elo_of_fastchess() {
    let cases = [
        ([34, 54, 63, 64, 75], 55.58, 27.65, 57.94, 29.45),
        ([332, 433, 498, 333, 334], -8.64, 10.33, -9.17, 10.93),
        ([7895, 8757, 5685, 568, 9999], -21.04, 2.95, -19.01, 2.69),
    ];
    for (pairs, elo, error, nelo, nelo_error) in cases {
        let d = Distribution::from_pentanomial(pairs);
        near(d.elo().unwrap().value, elo, 0.005);
        near(half(d.elo().unwrap()), error, 0.01 * error);
        near(d.nelo().unwrap().value, nelo, 0.005);
        near(half(d.nelo().unwrap()), nelo_error, 0.01 * nelo_error);
    }
    // "LOS 5.05 %" and the same of single games, "99.60 %", 49.77 +- 36.77.
    let d = Distribution::from_pentanomial([332, 433, 498, 333, 334]);
    near(d.los().unwrap(), 0.0505, 5e-5);
    let mut games = Distribution::new(1).unwrap();
    for (score, count) in [(1.0, 136), (0.5, 111), (0.0, 96)] {
        (0..count).for_each(|_| games.add(score).unwrap());
    }
    near(games.los().unwrap(), 0.9960, 5e-5);
    near(games.nelo().unwrap().value, 49.77, 0.005);
    near(half(games.nelo().unwrap()), 36.77, 0.8);
    near(half(games.elo().unwrap()), 30.43, 0.3);
}

/// numpy and scipy: Student's interval of the mean, delta method for normalised Elo.
#[test]
fn estimates_of_scipy() {
    let d = six();
    let score = d.score().unwrap();
    near(score.value, 0.522_099_447_5, 1e-9);
    near(score.low, 0.502_491_211_3, 1e-8);
    near(score.high, 0.541_707_683_7, 1e-8);
    let elo = d.elo().unwrap();
    near(elo.value, 15.366_280_4, 1e-6);
    near(elo.low, 1.731_085_2, 1e-4);
    near(elo.high, 29.048_969, 1e-4);
    let nelo = d.nelo().unwrap();
    near(nelo.value, 23.511_654_8, 1e-6);
    near(half(nelo), 20.778_3, 1e-2);
    near(d.los().unwrap(), 0.987_129_5, 1e-6);
}

/// fastchess: `normalized` and `logistic`, `pentanomial` and `trinomial`, to 1 %.
#[test]
fn llr_of_fastchess() {
    let close = |model, (elo0, elo1), d: &Distribution, llr: f64| {
        let test = Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap();
        near(test.llr(d), llr, 0.01 * llr.abs());
    };
    let pairs = [
        (Model::Normalized, [365, 16_618, 36_229, 16_974, 390], (0.0, 2.0), 2.25),
        (Model::Normalized, [127, 4883, 10_712, 5150, 104], (-1.75, 0.25), 3.01),
        (Model::Normalized, [0, 0, 0, 0, 5550], (0.0, 5.0), 111.82),
        (Model::Logistic, [223, 9863, 21_279, 10_037, 246], (0.5, 2.5), -3.07),
        (Model::Logistic, [871, 26_175, 55_983, 26_678, 821], (0.0, 2.0), -4.98),
    ];
    for (model, pairs, elo, llr) in pairs {
        close(model, elo, &Distribution::from_pentanomial(pairs), llr);
    }
    let games = [
        (Model::Normalized, [36_433, 36_027, 68_692], (0.0, 2.0), 0.92),
        (Model::Normalized, [10_871, 10_650, 20_431], (-1.75, 0.25), 2.30),
        (Model::Normalized, [4250, 0, 0], (0.0, 10.0), 120.56),
        (Model::Logistic, [21_404, 21_184, 40_708], (0.5, 2.5), -1.57),
        (Model::Logistic, [57_433, 57_030, 106_593], (0.0, 2.0), -2.59),
    ];
    for (model, counts, elo, llr) in games {
        let mut d = Distribution::new(1).unwrap();
        for (score, count) in [1.0, 0.0, 0.5].into_iter().zip(counts) {
            (0..count).for_each(|_| d.add(score).unwrap());
        }
        close(model, elo, &d, llr);
    }
}

/// scipy's SLSQP, for blocks of six games too.
#[test]
fn llr_of_scipy() {
    let cases = [
        (Model::Normalized, 0.0, 20.0, 2.431_766),
        (Model::Normalized, -100.0, 150.0, 1.427_297),
        (Model::Logistic, 0.0, 20.0, 2.262_981),
        (Model::Logistic, -100.0, 150.0, -16.892_715),
    ];
    for (model, elo0, elo1, llr) in cases {
        let test = Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap();
        near(test.llr(&six()), llr, 1e-4);
    }
}
