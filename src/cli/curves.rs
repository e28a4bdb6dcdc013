//! Results of recorded games against what scores make expect, as points of a picture.

use super::positions::utility;
use super::{CliError, Result};
use crate::arena::record::{ADJUDICATION, Evaluation, GameRecord, RecordError};
use crate::eval::{Library, Strength, expectation, score_of_share, share};
use crate::plot::Curve;
use crate::position::with_position;
use crate::tune::{Sampling, for_each_game, sample};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Scores that are counted together, in hundredths of a pawn.
const BUCKET: f64 = 50.0;
/// Scores beyond this are left out: 999 of 1000 such games are won.
const LARGEST: f64 = 1200.0;
/// Shares that are expected count as at least this, and what they leave as much: there is no score of
/// what is certain.
const LEAST_SHARE: f64 = 0.001;
/// Steps of the line of the model.
const STEP: f64 = 10.0;

/// Positions that are counted together.
#[derive(Clone, Copy, Default)]
struct Bucket {
    /// Of what was expected: scores, or shares from 0 to 1.
    expected: f64,
    results: f64,
    count: u64,
}

impl Bucket {
    fn mean_expected(&self) -> f64 {
        self.expected / self.count as f64
    }
}

/// What was expected of the mover, in the unit of the game, and what came of it.
type Observation = (f64, f64);

fn observations(record: &GameRecord) -> std::result::Result<Vec<Observation>, RecordError> {
    let two_sided = record.is_two_sided();
    // The referee does not know who of the survivors would have fallen first.
    if !two_sided && record.reason == ADJUDICATION {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for sampled in sample(record, &Sampling::default())? {
        let mover = usize::from(sampled.position.turn());
        let expected = if two_sided {
            let Some(Evaluation::Centipawns(score)) = sampled.score else { continue };
            f64::from(score)
        } else {
            with_position!(&sampled.position, p => {
                let weights = Library::embedded().weights(p.tables());
                expectation(p, &Strength::of(p, &weights))[mover]
            })
        };
        if !two_sided || expected.abs() <= LARGEST {
            found.push((expected, utility(record, mover)));
        }
    }
    Ok(found)
}

/// What was seen in each game, and the model, with a title. Games for two and team games are
/// counted by scores, others by tenths of the expected utility.
pub(super) fn curves(files: &[PathBuf], game: Option<&str>) -> Result<(Vec<Curve>, String)> {
    let mut buckets: BTreeMap<(String, i32), (Bucket, bool)> = BTreeMap::new();
    let mut games = 0;
    for_each_game(
        files,
        |record| match game {
            Some(game) if record.game != game => Ok(None),
            _ => observations(record).map(Some),
        },
        |_, _, record, found| -> Result<()> {
            let Some(found) = found else { return Ok(()) };
            games += 1;
            let two_sided = record.is_two_sided();
            for (expected, result) in found {
                let number = if two_sided {
                    (expected / BUCKET).round() as i32
                } else {
                    ((10.0 * expected) as i32).min(9)
                };
                let entry = buckets.entry((record.game.clone(), number)).or_default();
                entry.0.expected += expected;
                entry.0.results += result;
                entry.0.count += 1;
                entry.1 = two_sided;
            }
            Ok(())
        },
    )?;
    if games == 0 {
        let which = game.map_or(String::new(), |game| format!(" of `{game}`"));
        return Err(CliError::Text(format!("the records have no game{which}")));
    }
    if buckets.is_empty() {
        return Err(CliError::Text("no quiet position has a score and a result".to_string()));
    }
    let mut curves: Vec<Curve> = Vec::new();
    let (mut low, mut high, mut by_scores) = (f64::INFINITY, f64::NEG_INFINITY, false);
    let mut positions = 0;
    for ((game, _), (bucket, two_sided)) in buckets {
        if curves.last().is_none_or(|curve| curve.name != game) {
            curves.push(Curve { name: game, ..Curve::default() });
        }
        let expected = bucket.mean_expected();
        let score = if two_sided {
            expected
        } else {
            score_of_share(expected.clamp(LEAST_SHARE, 1.0 - LEAST_SHARE))
        };
        (low, high) = (low.min(score), high.max(score));
        by_scores |= two_sided;
        positions += bucket.count;
        if let Some(curve) = curves.last_mut() {
            curve.seen.push((score, bucket.results / bucket.count as f64, bucket.count));
        }
    }
    let steps = ((high - low) / STEP).ceil() as usize;
    let model = (0..=steps).map(|i| (low + STEP * i as f64).min(high)).map(|x| (x, share(x)));
    let name = "expected".to_string();
    let what = if by_scores { "score" } else { "expectation" };
    let title = format!("Results by {what}, {games} games, {positions} positions");
    curves.push(Curve { name, seen: Vec::new(), model: model.collect() });
    Ok((curves, title))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// Kings walk about, and White loses; White claims 30 and 40, Black 990.
    #[test]
    fn results_are_the_movers() {
        let record = |id: &str, scores: &str| {
            format!(
                r#"{{"format":1,"id":"{id}","game":"chess","block":0,"block_games":1,"seats":[0,0],
                "opening":{{"fen":"4k3/7p/8/8/8/8/P7/4K3 w - - 0 1"}},"started":0,"places":[2,1],
                "engines":[{{"name":"A","limit":"nodes=1"}}],"reason":"resignation","scores":{scores},
                "moves":["e1d1","e8e7","d1d2","e7e6","d2d3","e6e5","resign"]}}"#
            )
            .replace('\n', "")
        };
        let text = [
            record("a", "[1,2,30,990,40,null,null]"),
            record("b", r##"[1,2,1201,"#2",-5,null,null]"##),
        ];
        let path = std::env::temp_dir().join(format!("simurgh-curves-{}", std::process::id()));
        fs::write(&path, text.join("\n")).unwrap();
        let files = [path.clone(), path.clone()];
        let (curves, title) = curves(&files, None).unwrap();
        fs::remove_file(&path).unwrap();
        assert_eq!(title, "Results by score, 2 games, 4 positions");
        assert_eq!(curves[0].seen, [(-5.0, 0.0, 1), (35.0, 0.0, 2), (990.0, 1.0, 1)]);
        assert_eq!(curves[1].model.first(), Some(&(-5.0, share(-5.0))));
        assert_eq!(curves[1].model.last(), Some(&(990.0, share(990.0))));
    }
}
