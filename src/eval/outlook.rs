//! The outlook: what results a standing leads to, by a model whose numbers are fitted to games.
//!
//! Everyone still in the game, or either team, is a *party*. Places go to parties from the first on, as
//! in the model of Plackett and Luce: the next place goes to one of those left with a probability that is
//! proportional to e^x, where x is its logarithmic strength. But what decides who wins decides less of who
//! comes second and third, since the winner has a say in that: for each number of parties left the
//! logarithmic strength is another one (Benter 1994 found the same of horses). Expected is the number of
//! parties left behind, so expectations of all add up to a constant. A logarithmic strength is linear
//! in five terms, each with one number for the middle game, one for the endgame and one for when the
//! move count is full, blended:
//!
//! * `lead`: the strength of the evaluation; 1 is odds of ten to one for [`DECADE`],
//! * `ratio`: its natural logarithm, at least that of 300: strength against the others',
//! * `bend`: ten pawns of it beyond the mean of the parties, times as many: where many games are
//!   drawn, a small lead is worth little and a great one much,
//! * `frail`: less by the mean strength of the others over its own, either at least that of 300: who is
//!   much weaker than they are falls first,
//! * `turn`: from 1 for the party to move down to 0 for the one that moves last.
//!
//! The numbers of all but the last are never negative, so a stronger party never expects less.

use super::{DECADE, Strength, WeightFileError, evaluate};
use crate::position::Position;
use crate::variant::{MAX_SEATS, Seat};
use std::collections::BTreeMap;
use std::fmt::Write;

/// No strength counts for less in a ratio, in hundredths of a pawn: a bare King's share of a board.
const FLOOR: f64 = 300.0;

/// The unit of the term `bend`.
const TEN_PAWNS: f64 = 1000.0;

/// The terms in their order.
pub const TERMS: [&str; 5] = ["lead", "ratio", "bend", "frail", "turn"];

/// How many terms, the first ones, are never negative.
pub const RISING: usize = 4;

/// The stages a term has a number for: middle game, endgame, full move count.
pub const STAGES: usize = 3;

/// The numbers of a logarithmic strength: by term and stage.
pub type Row = [[f64; STAGES]; TERMS.len()];

/// The logarithmic strengths by which the next place is given to one of two parties, of three and so
/// on.
pub type Model = [Row; MAX_SEATS - 1];

/// Names of the settings there is a model for, by their number.
pub const SETTINGS: [&str; 4] = ["teams", "2", "3", "4"];

/// How many parties a setting has.
#[must_use]
pub fn parties(setting: usize) -> usize {
    setting.max(1) + 1
}

/// What a line of a file calls the numbers for the next place of so many parties of a setting: the
/// setting, and how many are left if some have their places already.
#[must_use]
pub fn name(setting: usize, left: usize) -> String {
    let setting_name = SETTINGS[setting];
    if left == parties(setting) { setting_name.into() } else { format!("{setting_name}/{left}") }
}

/// No number is greater.
const LARGEST: f64 = 100.0;

/// A party's strength in hundredths of a pawn, and when it moves: 1 now, 0 last.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Party {
    /// The strength.
    pub strength: f64,
    /// When it moves.
    pub turn: f64,
}

/// What the outlook of a position depends on.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Standing {
    /// The setting, a place in [`SETTINGS`].
    pub setting: usize,
    /// What share of the stages a position belongs to; they add up to 1.
    pub stages: [f64; STAGES],
    /// The survivors in the order of their seats, or the first player's team and the other.
    pub parties: Vec<Party>,
}

impl Standing {
    /// The standing of a position that is not finished, by the strengths of its seats.
    #[must_use]
    pub fn of<const W: usize>(position: &Position<W>, strength: &Strength) -> Standing {
        let tables = position.tables();
        let seats = 0..tables.variant.seats() as Seat;
        let phase = f64::from(strength.phase(position)) / f64::from(super::FULL_PHASE);
        let limit = f64::from(tables.variant.rules.move_limit).max(1.0);
        let stale = (f64::from(position.clock()) / limit).min(1.0);
        let stages = [phase * (1.0 - stale), (1.0 - phase) * (1.0 - stale), stale];
        let turn = position.turn();
        if strength.weights().network().is_some() {
            let value = evaluate(position, strength, 1 << turn);
            let party = |seat: Seat| match seat == turn {
                true => Party { strength: value.into(), turn: 1.0 },
                false => Party::default(),
            };
            return Standing { setting: 1, stages, parties: seats.map(party).collect() };
        }
        let strengths = strength.prospects(position);
        if tables.variant.rules.teams.is_some() {
            let party = |side: u8| {
                let of_side = seats.clone().filter(|s| side >> s & 1 != 0);
                let strength = of_side.map(|s| f64::from(strengths[s as usize])).sum();
                Party { strength, turn: f64::from(side >> turn & 1) }
            };
            let parties = vec![party(tables.allies[0]), party(!tables.allies[0])];
            return Standing { setting: 0, stages, parties };
        }
        let n = tables.variant.seats() as Seat;
        let alive = |seat: &Seat| position.is_alive(*seat);
        let survivors = position.survivors() as usize;
        let party = |seat: Seat| {
            let before = (0..n).map(|i| (turn + i) % n).take_while(|&s| s != seat).filter(alive);
            let last = survivors.saturating_sub(1).max(1) as f64;
            let turn = 1.0 - before.count() as f64 / last;
            Party { strength: strengths[seat as usize].into(), turn }
        };
        let parties = seats.filter(alive).map(party).collect();
        Standing { setting: survivors.saturating_sub(1).min(SETTINGS.len() - 1), stages, parties }
    }

    /// How often each number of the model counts for a party: by term and stage.
    #[must_use]
    pub fn counts(&self, party: &Party) -> Row {
        let lead = party.strength * std::f64::consts::LN_10 / DECADE;
        let all: f64 = self.parties.iter().map(|p| p.strength).sum();
        let parties = self.parties.len().max(2) as f64;
        let beyond = (party.strength - all / parties) / TEN_PAWNS;
        let bend = beyond * beyond.abs();
        let others = (all - party.strength) / (parties - 1.0);
        let frail = -others.max(FLOOR) / party.strength.max(FLOOR);
        let terms = [lead, party.strength.max(FLOOR).ln(), bend, frail, party.turn];
        terms.map(|times| self.stages.map(|share| share * times))
    }

    /// A party's logarithmic strength.
    #[must_use]
    pub fn log(&self, party: &Party, row: &Row) -> f64 {
        self.counts(party).as_flattened().iter().zip(row.as_flattened()).map(|(c, n)| c * n).sum()
    }
}

/// The numbers for each setting, and for each number of its parties left, that something was fitted
/// for.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Outlook(BTreeMap<(usize, usize), Row>);

impl Outlook {
    /// The model of a setting. Where there are numbers for the first place only, they are those for all
    /// places.
    #[must_use]
    pub fn get(&self, setting: usize) -> Option<Model> {
        let first = *self.0.get(&(setting, parties(setting)))?;
        Some(std::array::from_fn(|i| *self.0.get(&(setting, i + 2)).unwrap_or(&first)))
    }

    /// Sets the model of a setting, rounded to what the file holds.
    pub fn set(&mut self, setting: usize, model: &Model) {
        for (left, row) in (2..=parties(setting)).zip(model).filter(|_| setting < SETTINGS.len()) {
            let rounded = row.map(|term| term.map(|n| (n * 1e4).round() / 1e4));
            self.0.insert((setting, left), rounded);
        }
    }

    /// The expected share of the others that each party leaves behind, from 0 to 1, in the order of
    /// the parties. `decade` is the difference that stands for odds of ten to one where nothing is
    /// fitted.
    #[must_use]
    pub fn expected(&self, standing: &Standing, decade: f64) -> [f64; MAX_SEATS] {
        let mut plain = Row::default();
        plain[0] = [DECADE / decade; STAGES];
        let model = self.get(standing.setting).unwrap_or([plain; MAX_SEATS - 1]);
        expected_by(&model, standing)
    }

    /// Reads the fields of a line after its name `outlook`: what [`name`] says, term and a number for
    /// each stage.
    pub(super) fn read<'t>(
        &mut self,
        fields: &mut impl Iterator<Item = &'t str>,
        wrong: impl Fn(&'static str, &str, &'static str) -> WeightFileError,
    ) -> Result<(), WeightFileError> {
        let token = fields.next().unwrap_or("");
        let lefts = |setting| (2..=parties(setting)).map(move |left| (setting, left));
        let key = (0..SETTINGS.len()).flat_map(lefts).find(|&(s, left)| name(s, left) == token);
        let key =
            key.ok_or_else(|| wrong("setting", token, "not teams, 2, 3, 4, 3/2, 4/3 or 4/2"))?;
        let token = fields.next().unwrap_or("");
        let term = TERMS.iter().position(|t| *t == token);
        let term =
            term.ok_or_else(|| wrong("term", token, "not lead, ratio, bend, frail or turn"))?;
        let row = self.0.entry(key).or_default();
        for (number, field) in row[term].iter_mut().zip(["middle game", "endgame", "full count"]) {
            let token = fields.next().unwrap_or("");
            let least = if term < RISING { 0.0 } else { -LARGEST };
            let value = token.parse::<f64>().ok().filter(|n| (least..=LARGEST).contains(n));
            *number = value.ok_or_else(|| wrong(field, token, "not a number in range"))?;
        }
        Ok(())
    }

    /// The lines of a file.
    pub(super) fn write(&self, text: &mut String) {
        for (&(setting, left), row) in &self.0 {
            let name = name(setting, left);
            for (term, [middle, end, full]) in TERMS.iter().zip(row) {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "outlook\t{name}\t{term}\t{middle:.4}\t{end:.4}\t{full:.4}");
            }
        }
    }
}

/// As [`Outlook::expected`] by the numbers of one model.
#[must_use]
pub fn expected_by(model: &Model, standing: &Standing) -> [f64; MAX_SEATS] {
    let n = standing.parties.len().min(MAX_SEATS);
    let mut logs = [[0.0; MAX_SEATS]; MAX_SEATS - 1];
    for (logs, row) in logs.iter_mut().zip(model).take(n.saturating_sub(1)) {
        for (log, party) in logs.iter_mut().zip(&standing.parties) {
            *log = standing.log(party, row);
        }
    }
    let mut behind = [0.0; MAX_SEATS];
    give_places(&logs, (1 << n) - 1, 1.0, &mut behind);
    let others = n.saturating_sub(1).max(1) as f64;
    behind.map(|number| number / others)
}

/// Adds to how many each party leaves behind what comes of those left, a bit each, if it comes to
/// them with a probability. `logs`: by the number of parties left, less two.
fn give_places(
    logs: &[[f64; MAX_SEATS]; MAX_SEATS - 1],
    left: u32,
    probability: f64,
    behind: &mut [f64; MAX_SEATS],
) {
    let count = left.count_ones() as usize;
    if count < 2 {
        return;
    }
    let shares = chances(&logs[count - 2], left);
    for next in (0..MAX_SEATS).filter(|i| left >> i & 1 != 0) {
        let probability = probability * shares[next];
        behind[next] += probability * (count - 1) as f64;
        give_places(logs, left & !(1 << next), probability, behind);
    }
}

/// The chances of parties, a bit each, to have the next place, by their logarithmic strengths.
#[must_use]
pub fn chances(logs: &[f64; MAX_SEATS], left: u32) -> [f64; MAX_SEATS] {
    let is_left = |i: &usize| left >> i & 1 != 0;
    let most = (0..MAX_SEATS).filter(is_left).map(|i| logs[i]).fold(f64::NEG_INFINITY, f64::max);
    let mut chances = [0.0; MAX_SEATS];
    for i in (0..MAX_SEATS).filter(is_left) {
        chances[i] = (logs[i] - most).exp();
    }
    let all: f64 = chances.iter().sum();
    chances.map(|chance| chance / all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    prop_compose! {
        fn standings()(
            parties in prop::collection::vec((-2000.0..20_000.0, 0.0..1.0), 2..=4),
            phase in 0.0..1.0,
            stale in 0.0..1.0,
        ) -> Standing {
            let stages = [phase * (1.0 - stale), (1.0 - phase) * (1.0 - stale), stale];
            let parties: Vec<Party> =
                parties.into_iter().map(|(strength, turn)| Party { strength, turn }).collect();
            Standing { setting: parties.len() - 1, stages, parties }
        }
    }

    prop_compose! {
        fn rows()(
            rising in prop::array::uniform4(prop::array::uniform3(0.0..3.0f64)),
            turn in prop::array::uniform3(-1.0..1.0f64),
        ) -> Row {
            [rising[0], rising[1], rising[2], rising[3], turn]
        }
    }

    fn models() -> impl Strategy<Value = Model> {
        prop::array::uniform3(rows())
    }

    fn total(expected: &[f64]) -> f64 {
        expected.iter().sum()
    }

    proptest! {
        #[test]
        fn expectations_add_up_and_the_stronger_expect_more(
            standing in standings(), model in models(), more in 0.0..3000.0, who in 0usize..4
        ) {
            let before = expected_by(&model, &standing);
            let n = standing.parties.len();
            prop_assert!((total(&before) - n as f64 / 2.0).abs() < 1e-9);
            let who = who % n;
            let mut stronger = standing.clone();
            stronger.parties[who].strength += more;
            let after = expected_by(&model, &stronger);
            prop_assert!(after[who] >= before[who] - 1e-12);
        }

        #[test]
        fn with_the_same_numbers_for_all_places_pairs_decide(
            standing in standings(), row in rows()
        ) {
            let expected = expected_by(&[row; MAX_SEATS - 1], &standing);
            let logs: Vec<f64> = standing.parties.iter().map(|p| standing.log(p, &row)).collect();
            for (i, log) in logs.iter().enumerate() {
                let others = logs.iter().enumerate().filter(|&(j, _)| j != i);
                let behind: f64 = others.map(|(_, other)| 1.0 / (1.0 + (other - log).exp())).sum();
                prop_assert!((expected[i] - behind / (logs.len() - 1) as f64).abs() < 1e-9);
            }
        }

        #[test]
        fn of_two_survivors_the_one_ahead_in_everything_expects_more(
            mut standing in standings(), model in models(), ahead in 0.0..3000.0
        ) {
            let [first, second] = [0, 1];
            standing.parties[first] = standing.parties[second];
            standing.parties[first].strength += ahead;
            let expected = expected_by(&model, &standing);
            prop_assert!(expected[first] >= expected[second] - 1e-12);
        }
    }
}
