//! Standings as text for people and as JSON for programs.

use crate::arena::standings::{Duel, Pairing, Standings};
use crate::stats::{Decision, Estimate, Model, Sprt};
use serde_json::{Value, json};
use std::fmt::Write;

/// The standings for people.
pub(super) fn table(standings: &Standings, sprt: Option<&Sprt>) -> String {
    let mut text = String::new();
    for (pairing, duel) in standings.duels() {
        duel_text(&mut text, pairing, duel, sprt);
    }
    if standings.names().len() > 2 {
        ratings_text(&mut text, standings);
    }
    for (engine, faults) in standings.faults() {
        let list: Vec<String> = faults.iter().map(|(kind, n)| format!("{kind} {n}")).collect();
        let _ = writeln!(text, "faults of {engine}: {}", list.join(", "));
    }
    for name in standings.ambiguous() {
        let _ = writeln!(text, "note: `{name}` had different settings in different games");
    }
    text
}

fn duel_text(text: &mut String, pairing: &Pairing, duel: &Duel, sprt: Option<&Sprt>) {
    let [a, b] = &pairing.engines;
    let blocks = &duel.blocks;
    let _ = writeln!(text, "{}: {a} against {b}", pairing.game);
    let unit = if duel.two_sided { "" } else { " by pairs of seats" };
    let _ = writeln!(
        text,
        "  games {}, {} finished blocks of {}; {}{unit}",
        duel.games,
        blocks.blocks(),
        pairing.games,
        duel.tally
    );
    let (Some(score), Some(elo), Some(nelo), Some(los)) =
        (blocks.score(), blocks.elo(), blocks.nelo(), blocks.los())
    else {
        return;
    };
    let _ = writeln!(
        text,
        "  score {score:.3}   Elo {elo:.1}   normalised {nelo:.1}   LOS {:.1} %",
        100.0 * los
    );
    if let Some(counts) = blocks.pentanomial().filter(|_| duel.two_sided) {
        let counts = counts.map(|n| n.to_string()).join(" ");
        let _ = writeln!(text, "  pairs with 0, 1/2, 1, 3/2, 2 points: {counts}");
    }
    if !duel.two_sided
        && let [Some(ours), Some(theirs)] = [0, 1].map(|e| duel.place(e))
        && let [Some(wins), Some(losses)] = [0, 1].map(|e| duel.win_share(e))
    {
        let _ = writeln!(text, "  mean place {ours:.2} against {theirs:.2}");
        let _ = writeln!(text, "  first place {wins:.3} against {losses:.3}");
    }
    if let Some(sprt) = sprt {
        let _ = writeln!(text, "  {}", sprt_text(sprt, duel));
    }
}

/// A test's state in one line.
pub(super) fn sprt_text(sprt: &Sprt, duel: &Duel) -> String {
    let ((elo0, elo1), (lower, upper)) = (sprt.hypotheses(), sprt.bounds());
    let model = match sprt.model() {
        Model::Normalized => "normalised ",
        Model::Logistic => "",
    };
    let decision = match sprt.decision(&duel.blocks) {
        Decision::Continue => "no decision yet",
        Decision::AcceptH0 => "H0 accepted",
        Decision::AcceptH1 => "H1 accepted",
    };
    format!(
        "SPRT {model}Elo {elo0} or {elo1}: LLR {:.2} of {lower:.2} to {upper:.2}, {decision}",
        sprt.llr(&duel.blocks)
    )
}

fn ratings_text(text: &mut String, standings: &Standings) {
    let Ok(ratings) = standings.ratings() else { return };
    let _ = writeln!(text, "ratings (Plackett-Luce, mean 0)");
    let mut rows: Vec<usize> = (0..ratings.engines.len()).collect();
    rows.sort_by(|&a, &b| ratings.engines[b].value.total_cmp(&ratings.engines[a].value));
    let width = standings.names().iter().map(|n| n.chars().count()).max().unwrap_or(0);
    for i in rows {
        let (name, rating) = (&standings.names()[i], ratings.engines[i]);
        let _ = writeln!(text, "  {name:<width$}  {rating:.0}  games {}", ratings.games[i]);
    }
    if !ratings.connected {
        let _ = writeln!(text, "  note: not all engines are connected by games");
    }
}

/// The standings for programs; `tuning/README.md` says what the fields mean.
pub(super) fn json(standings: &Standings, sprt: Option<&Sprt>) -> Value {
    let encounters: Vec<Value> = standings
        .duels()
        .map(|(pairing, duel)| {
            let blocks = &duel.blocks;
            let tally = duel.tally;
            let places = [0, 1].map(|e| estimate(duel.place(e)));
            let wins = [0, 1].map(|e| estimate(duel.win_share(e)));
            let mut value = json!({
                "game": pairing.game,
                "engines": pairing.engines,
                "games": duel.games,
                "blocks": blocks.blocks(),
                "block_games": pairing.games,
                "wins": tally.wins,
                "draws": tally.draws,
                "losses": tally.losses,
                "score": estimate(blocks.score()),
                "elo": estimate(blocks.elo()),
                "nelo": estimate(blocks.nelo()),
                "los": blocks.los(),
                "pentanomial": blocks.pentanomial().filter(|_| duel.two_sided),
                "place": places,
                "win_share": wins,
            });
            if let Some(sprt) = sprt {
                let (lower, upper) = sprt.bounds();
                value["sprt"] = json!({
                    "llr": sprt.llr(blocks),
                    "lower": lower,
                    "upper": upper,
                    "decision": match sprt.decision(blocks) {
                        Decision::Continue => "continue",
                        Decision::AcceptH0 => "h0",
                        Decision::AcceptH1 => "h1",
                    },
                });
            }
            value
        })
        .collect();
    let ratings: Vec<Value> = match standings.ratings() {
        Err(_) => Vec::new(),
        Ok(ratings) => standings
            .names()
            .iter()
            .zip(ratings.engines.iter().zip(&ratings.games))
            .map(|(name, (&rating, &games))| {
                json!({ "name": name, "rating": estimate(Some(rating)), "games": games })
            })
            .collect(),
    };
    json!({
        "games": standings.games(),
        "blocks": standings.finished_blocks(),
        "encounters": encounters,
        "ratings": ratings,
        "faults": standings.faults(),
    })
}

/// Infinite ends become null.
fn estimate(estimate: Option<Estimate>) -> Value {
    match estimate {
        None => Value::Null,
        Some(Estimate { value, low, high }) => json!({ "low": low, "value": value, "high": high }),
    }
}
