//! What records say of the engines in them: pair by pair, and of all together.
//!
//! Invariants: the order of records and files does not matter, and a record that comes twice
//! counts once; only blocks of which every game is there count for intervals and tests.

use super::record::GameRecord;
use crate::stats::{
    Distribution, Entry, Estimate, FitOptions, Ranking, Ratings, StatsError, Tally, mean_interval,
    plackett_luce,
};
use crate::variant;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Who met in which game; `games` is the number of games of a block. The first engine is the
/// one that was named first in the records' match.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Pairing {
    /// The id of the game, or [`ALL_GAMES`].
    pub game: String,
    /// The names of the two engines.
    pub engines: [String; 2],
    /// The games of a block.
    pub games: u32,
}

/// Stands for all games together.
pub const ALL_GAMES: &str = "all";

/// How two engines did against each other.
#[derive(Clone, PartialEq, Debug)]
pub struct Duel {
    /// Games in which both had seats, finished blocks or not.
    pub games: u64,
    /// Results from the first engine's side: by game in games for two and team games, by pair of
    /// seats in others.
    pub tally: Tally,
    /// Block scores of the first engine.
    pub blocks: Distribution,
    /// Whether games have two sides.
    pub two_sided: bool,
    /// The number of places.
    seats: usize,
    /// The mean place of either engine, and the share of either in the first place, by block: in
    /// an order of their own, so that sums do not depend on which game ended first.
    by_block: BTreeMap<String, Shares>,
}

/// What is averaged over blocks.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Shares {
    places: [f64; 2],
    wins: [f64; 2],
}

impl Duel {
    /// The mean place of either engine, 1 for the best, with its interval over blocks.
    #[must_use]
    pub fn place(&self, engine: usize) -> Option<Estimate> {
        let places: Vec<f64> = self.by_block.values().map(|s| s.places[engine]).collect();
        mean_interval(&places, 1.0, self.seats as f64)
    }

    /// How often either engine came first, from 0 to 1, with its interval over blocks; shared
    /// first places count in part.
    #[must_use]
    pub fn win_share(&self, engine: usize) -> Option<Estimate> {
        let wins: Vec<f64> = self.by_block.values().map(|s| s.wins[engine]).collect();
        mean_interval(&wins, 0.0, 1.0)
    }
}

/// What is counted of a game.
#[derive(Clone, PartialEq, Debug)]
struct Outcome {
    /// For each pair of engines that met, by name: results from the first one's side; its score, mean
    /// places, win shares.
    duels: Vec<(Pairing, Tally, [f64; 5])>,
    ranking: Vec<(String, usize, f64)>,
}

/// All that is known from a set of records.
#[derive(Clone, Default, Debug)]
pub struct Standings {
    /// Names in the order of their first appearance.
    names: Vec<String>,
    seen: HashSet<String>,
    /// Outcomes by block.
    blocks: BTreeMap<String, Block>,
    duels: BTreeMap<Pairing, Duel>,
    /// Failures by engine and kind.
    faults: BTreeMap<String, BTreeMap<String, u64>>,
    /// Names that stand for engines with different settings.
    ambiguous: BTreeSet<String>,
    settings: BTreeMap<String, String>,
    finished_blocks: u64,
    seats: usize,
}

#[derive(Clone, Default, Debug)]
struct Block {
    wanted: usize,
    /// By the id of the game.
    outcomes: BTreeMap<String, Outcome>,
}

impl Standings {
    /// Counts a game; false if it was counted before.
    pub fn add(&mut self, record: &GameRecord) -> bool {
        if !self.seen.insert(record.id.clone()) {
            return false;
        }
        for engine in &record.engines {
            self.name(engine);
        }
        for fault in &record.faults {
            let seat = usize::from(fault.seat);
            if let Some(&engine) = record.seats.get(seat) {
                self.add_fault(&record.engines[engine].name, &fault.fault);
            }
        }
        let outcome = self.outcome(record);
        for (pairing, tally, _) in &outcome.duels {
            let all = Pairing { game: ALL_GAMES.to_string(), ..pairing.clone() };
            for pairing in [pairing.clone(), all] {
                let Some(duel) = duel(&mut self.duels, pairing, record) else { continue };
                duel.games += 1;
                duel.tally += *tally;
            }
        }
        let key = record.id.rsplit_once('/').map_or(record.id.as_str(), |(block, _)| block);
        let block = self.blocks.entry(key.to_string()).or_default();
        block.wanted = record.block_games.max(1) as usize;
        block.outcomes.insert(record.id.clone(), outcome);
        if block.outcomes.len() == block.wanted {
            let outcomes: Vec<Outcome> = block.outcomes.values().cloned().collect();
            self.finish(key, &outcomes);
        }
        true
    }

    /// Counts something that an engine did wrong outside a game.
    pub fn add_fault(&mut self, engine: &str, fault: &str) {
        let faults = self.faults.entry(engine.to_string()).or_default();
        *faults.entry(fault.to_string()).or_default() += 1;
    }

    fn name(&mut self, engine: &super::record::EngineNote) {
        let super::record::EngineNote { command, player, options, limit, .. } = engine;
        let settings = format!("{command:?} {player:?} {options:?} {limit}");
        match self.settings.get(&engine.name) {
            None => {
                self.names.push(engine.name.clone());
                self.settings.insert(engine.name.clone(), settings);
            }
            Some(known) if *known != settings => {
                self.ambiguous.insert(engine.name.clone());
            }
            Some(_) => {}
        }
    }

    fn outcome(&mut self, record: &GameRecord) -> Outcome {
        let count = record.engines.len();
        let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
        let mut duels = Vec::new();
        for (a, b) in pairs {
            let Some(score) = record.score_between(a, b) else { continue };
            let names = [&record.engines[a].name, &record.engines[b].name];
            // Files may name the same two in another order.
            let [first, second] = names.map(|name| self.names.iter().position(|n| n == name));
            let ((a, b), score) =
                if first > second { ((b, a), 1.0 - score) } else { ((a, b), score) };
            // With two sides all pairs have the result of the game.
            let pairs =
                if record.is_two_sided() { vec![score] } else { record.scores_between(a, b) };
            let mut tally = Tally::default();
            pairs.into_iter().for_each(|score| tally.add(score));
            let engines = [a, b].map(|e| record.engines[e].name.clone());
            let games = record.block_games;
            let place = |engine| record.mean_place(engine).unwrap_or(0.0);
            let wins = |engine| record.win_share(engine);
            duels.push((
                Pairing { game: record.game.clone(), engines, games },
                tally,
                [score, place(a), place(b), wins(a), wins(b)],
            ));
        }
        self.seats = self.seats.max(record.seats.len());
        Outcome { duels, ranking: ranking(record) }
    }

    fn finish(&mut self, block: &str, outcomes: &[Outcome]) {
        self.finished_blocks += 1;
        let mut pairings: Vec<&Pairing> =
            outcomes.iter().flat_map(|o| o.duels.iter().map(|(pairing, ..)| pairing)).collect();
        pairings.sort();
        pairings.dedup();
        for pairing in pairings {
            let rows: Vec<&[f64; 5]> = outcomes
                .iter()
                .flat_map(|o| &o.duels)
                .filter(|(p, ..)| p == pairing)
                .map(|(.., numbers)| numbers)
                .collect();
            let mean = |i: usize| rows.iter().map(|r| r[i]).sum::<f64>() / rows.len() as f64;
            let all = Pairing { game: ALL_GAMES.to_string(), ..pairing.clone() };
            for pairing in [pairing, &all] {
                let Some(duel) = self.duels.get_mut(pairing) else { continue };
                // Scores are means of numbers from 0 to 1, which a distribution takes.
                let _ = duel.blocks.add(mean(0).clamp(0.0, 1.0));
                let shares = Shares { places: [mean(1), mean(2)], wins: [mean(3), mean(4)] };
                duel.by_block.insert(block.to_string(), shares);
            }
        }
    }

    /// The games counted.
    #[must_use]
    pub fn games(&self) -> usize {
        self.seen.len()
    }

    /// The blocks of which every game is there.
    #[must_use]
    pub fn finished_blocks(&self) -> u64 {
        self.finished_blocks
    }

    /// The engines in the order of their first appearance.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Names that stand for engines with different settings in different records.
    pub fn ambiguous(&self) -> impl Iterator<Item = &str> {
        self.ambiguous.iter().map(String::as_str)
    }

    /// How pairs of engines did, game by game; all games together where there are several.
    pub fn duels(&self) -> impl Iterator<Item = (&Pairing, &Duel)> {
        self.duels.iter().filter(|(pairing, duel)| {
            let parts = self.duels.iter().filter(|(other, _)| {
                other.engines == pairing.engines && other.games == pairing.games
            });
            pairing.game != ALL_GAMES || parts.filter(|(_, d)| d.games < duel.games).count() > 1
        })
    }

    /// How a pair of engines did over all games with blocks of one size.
    #[must_use]
    pub fn overall(&self, engines: [&str; 2]) -> Option<&Duel> {
        let found = |pairing: &Pairing| {
            pairing.game == ALL_GAMES && pairing.engines.iter().map(String::as_str).eq(engines)
        };
        self.duels.iter().find(|(pairing, _)| found(pairing)).map(|(_, duel)| duel)
    }

    /// What engines did wrong: how often, by kind, by engine.
    #[must_use]
    pub fn faults(&self) -> &BTreeMap<String, BTreeMap<String, u64>> {
        &self.faults
    }

    /// Ratings of all engines from all finished blocks, in the order of [`Standings::names`];
    /// their mean is zero.
    ///
    /// # Errors
    /// If there are too many players for one game.
    pub fn ratings(&self) -> Result<Ratings, StatsError> {
        let index = |name: &str| self.names.iter().position(|n| n == name).unwrap_or(0);
        let blocks: Vec<Vec<Ranking>> = self
            .blocks
            .values()
            .filter(|block| block.outcomes.len() == block.wanted)
            .map(|block| {
                let entry = |(name, seat, place): &(String, usize, f64)| Entry {
                    engine: index(name),
                    seat: *seat,
                    place: *place,
                };
                block.outcomes.values().map(|o| o.ranking.iter().map(entry).collect()).collect()
            })
            .collect();
        plackett_luce(&blocks, &FitOptions::new(self.names.len(), self.seats.max(1)))
    }
}

/// The entry of a pairing, made if need be.
fn duel<'a>(
    duels: &'a mut BTreeMap<Pairing, Duel>,
    pairing: Pairing,
    record: &GameRecord,
) -> Option<&'a mut Duel> {
    let blocks = Distribution::new(record.block_games.max(1)).ok()?;
    let two_sided = record.is_two_sided();
    let duel = duels.entry(pairing).or_insert_with(|| Duel {
        games: 0,
        tally: Tally::default(),
        blocks,
        two_sided,
        seats: 0,
        by_block: BTreeMap::new(),
    });
    duel.seats = duel.seats.max(record.places.len());
    Some(duel)
}

/// Engine, seat and place of every player; partners, who win and lose together, are one.
fn ranking(record: &GameRecord) -> Vec<(String, usize, f64)> {
    let teams = variant::find(&record.game).and_then(|v| v.rules.teams);
    let name = |seat: usize| record.engines[record.seats[seat]].name.clone();
    match teams {
        None => (0..record.seats.len()).map(|s| (name(s), s, record.places[s])).collect(),
        Some(teams) => (0..2)
            .filter_map(|team| {
                let seat = teams.iter().position(|&t| t == team)?;
                Some((name(seat), usize::from(team), record.side_place(seat)))
            })
            .collect(),
    }
}
