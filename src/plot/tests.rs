//! Every picture is well-formed XML with its labels in it, whatever it is given.

use super::*;
use crate::stats::Estimate;

/// Checks tags, quotes and references by hand: the dialect is a flat list of elements.
fn well_formed(svg: &str) {
    let mut open = Vec::new();
    let mut rest = svg;
    while let Some(start) = rest.find('<') {
        assert!(!rest[..start].contains('>'), "stray '>' in {:?}", &rest[..start]);
        for reference in rest[..start].split('&').skip(1) {
            let name = reference.split(';').next().unwrap_or("");
            assert!(["lt", "gt", "amp", "quot", "apos", "#39"].contains(&name), "&{name}");
        }
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        let name = tag.trim_start_matches('/').split([' ', '\n', '/']).next().unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "{tag}");
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty() && svg.trim_start().starts_with("<svg"), "{open:?}");
    assert!(!svg.contains("NaN") && !svg.contains("inf\""));
}

fn holds(svg: Result<String, PlotError>, labels: &[&str]) {
    let svg = svg.unwrap();
    well_formed(&svg);
    for label in labels {
        assert!(svg.contains(label), "no {label:?} in {svg}");
    }
}

fn estimate(value: f64, low: f64, high: f64) -> Estimate {
    Estimate { value, low, high }
}

const INF: f64 = f64::INFINITY;

#[test]
fn sequential_tests() {
    let bounds = (-2.94, 2.94);
    let course: Vec<(u64, f64)> = (1..5000).map(|i| (2 * i, (i as f64 / 300.0).sin())).collect();
    let svg = sprt(&course, bounds, "A & <B>");
    assert!(svg.as_ref().is_ok_and(|s| s.len() < 60_000));
    holds(svg, &["A &amp; &lt;B&gt;", "games", "log likelihood ratio", "accept elo1: 2.94"]);
    holds(sprt(&[(0, 0.0)], bounds, ""), &["now: 0.00"]);
    holds(sprt(&[(7, -30.0), (3, 30.0), (3, 0.0)], (0.0, 0.0), "odd"), &["odd"]);
    assert_eq!(sprt(&[], bounds, ""), Err(PlotError::Empty));
    let number = Err(PlotError::Number("a log likelihood ratio"));
    assert_eq!(sprt(&[(1, f64::NAN)], bounds, ""), number);
    assert_eq!(sprt(&[(1, 1e300)], bounds, ""), number);
    assert_eq!(sprt(&[(1, 0.0)], (-INF, 1.0), ""), Err(PlotError::Number("a bound")));
}

#[test]
fn thinning_keeps_extremes() {
    let mut course: Vec<(u64, f64)> = (0..100_000).map(|i| (i, 0.0)).collect();
    course[77_777].1 = 2.5;
    let tall = sprt(&course, (-1.0, 1.0), "").unwrap();
    course[77_777].1 = 0.0;
    assert_ne!(tall, sprt(&course, (-1.0, 1.0), "").unwrap());
}

#[test]
fn ratings() {
    let long = "x".repeat(300);
    let rows: Vec<(&str, Estimate)> = vec![
        ("first\u{0}\u{1b}", estimate(0.0, -10.0, 12.0)),
        ("one-sided", estimate(30.0, -INF, 40.0)),
        (&long, estimate(-5.0, -INF, INF)),
        ("", estimate(1.0, 1.0, 1.0)),
    ];
    holds(elo(&rows, "Versions"), &["Versions", "first  ", "one-sided", "xxx…", "Elo"]);
    holds(elo(&rows[..1], ""), &["0 [-10, 12]"]);
    holds(elo(&[("same", estimate(3.0, 3.0, 3.0))], ""), &["same"]);
    assert_eq!(elo(&[], ""), Err(PlotError::Empty));
    let nan = [("n", estimate(f64::NAN, 0.0, 0.0))];
    assert_eq!(elo(&nan, ""), Err(PlotError::Number("a rating")));
    let nan = [("n", estimate(0.0, f64::NAN, 0.0))];
    assert_eq!(elo(&nan, ""), Err(PlotError::Number("an end of an interval")));
    assert!(matches!(elo(&vec![rows[0]; 2000], ""), Err(PlotError::Rows { .. })));
}

#[test]
fn expectations() {
    let curve = Curve {
        name: "ninja \"2\"".into(),
        seen: vec![(-300.0, 0.1, 0), (0.0, 0.5, 5000), (20.0, 0.6, 1)],
        model: vec![(-400.0, 0.05), (400.0, 0.95)],
    };
    let svg = expectation(std::slice::from_ref(&curve), "Results");
    holds(svg, &["ninja &quot;2&quot;", "hundredths of a pawn", "result (0"]);
    let point = Curve { seen: vec![(5.0, 1.0, 3)], ..Curve::default() };
    holds(expectation(&[point], ""), &["score"]);
    holds(expectation(&vec![curve; 30], "many"), &["many"]);
    assert_eq!(expectation(&[], ""), Err(PlotError::Empty));
    assert_eq!(expectation(&[Curve::default()], ""), Err(PlotError::Empty));
    let wrong = |model| expectation(&[Curve { model, ..Curve::default() }], "");
    assert_eq!(wrong(vec![(INF, 0.5)]), Err(PlotError::Number("a score")));
    assert_eq!(wrong(vec![(0.0, 1.5)]), Err(PlotError::Number("a result")));
    assert_eq!(wrong(vec![(0.0, f64::NAN)]), Err(PlotError::Number("a result")));
}

#[test]
fn piece_values() {
    let group = |piece: &str, bars: &[(&str, f64)]| Group {
        piece: piece.into(),
        bars: bars.iter().map(|(n, v)| ((*n).to_owned(), *v)).collect(),
    };
    let groups = [
        group("Knight", &[("middle game", 310.0), ("endgame", 290.0)]),
        group("Simurgh", &[("endgame", -0.2)]),
        group("none", &[]),
    ];
    holds(weights(&groups, "Values"), &["Knight", "Simurgh", "none", "middle game", "310"]);
    holds(weights(&[group("zero", &[("a", 0.0)])], ""), &["zero", "value ("]);
    holds(weights(&[group("minus", &[("a", -5.0)])], ""), &["-5"]);
    assert_eq!(weights(&[], ""), Err(PlotError::Empty));
    assert_eq!(weights(&groups[2..], ""), Err(PlotError::Empty));
    let nan = [group("n", &[("a", f64::NAN)])];
    assert_eq!(weights(&nan, ""), Err(PlotError::Number("a value")));
}
