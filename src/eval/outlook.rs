//! The outlook: what results a standing leads to, by a model whose numbers are fitted to games.
//!
//! Everyone still in the game, or either team, is a *party*. A party has a logarithmic strength; of
//! two parties the one ahead by x in it is expected to come out ahead with 1 / (1 + e^-x). That is the
//! model of Plackett and Luce, in which the expected number of parties left behind is the sum of
//! those shares over all others (`crate::stats` rates engines by it), so expectations of all add
//! up to a constant. A logarithmic strength is linear in three terms, each with one number for the
//! middle game, one for the endgame and one for when the move count is full, blended:
//!
//! * `lead`: the strength of the evaluation; 1 is odds of ten to one for [`DECADE`],
//! * `ratio`: its natural logarithm, at least that of 300: strength against the others',
//! * `turn`: from 1 for the party to move down to 0 for the one that moves last.
//!
//! The first two are never negative, so a stronger party never expects less.

use super::{DECADE, Strength, WeightFileError};
use crate::position::Position;
use crate::variant::{MAX_SEATS, Seat};
use std::collections::BTreeMap;
use std::fmt::Write;

/// No strength counts for less in a ratio, in hundredths of a pawn: a bare King's share of a board.
const FLOOR: f64 = 300.0;

/// The terms in their order.
pub const TERMS: [&str; 3] = ["lead", "ratio", "turn"];

/// How many terms, the first ones, are never negative.
pub const RISING: usize = 2;

/// The stages a term has a number for: middle game, endgame, full move count.
pub const STAGES: usize = 3;

/// The numbers of a model: by term and stage.
pub type Row = [[f64; STAGES]; TERMS.len()];

/// Names of the settings there is a model for, by their number.
pub const SETTINGS: [&str; 4] = ["teams", "2", "3", "4"];

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
        if let Some(value) = strength.judged(position) {
            let party = |seat: Seat| match seat == turn {
                true => Party { strength: value.into(), turn: 1.0 },
                false => Party::default(),
            };
            return Standing { setting: 1, stages, parties: seats.map(party).collect() };
        }
        let strengths = strength.seats(position);
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
        let terms = [lead, party.strength.max(FLOOR).ln(), party.turn];
        terms.map(|times| self.stages.map(|share| share * times))
    }
}

/// A model for each setting that something was fitted for.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Outlook(BTreeMap<usize, Row>);

impl Outlook {
    /// The model of a setting.
    #[must_use]
    pub fn get(&self, setting: usize) -> Option<&Row> {
        self.0.get(&setting)
    }

    /// Sets the model of a setting, rounded to what the file holds.
    pub fn set(&mut self, setting: usize, row: &Row) {
        if setting < SETTINGS.len() {
            self.0.insert(setting, row.map(|term| term.map(|n| (n * 1e4).round() / 1e4)));
        }
    }

    /// The expected share of the others that each party leaves behind, from 0 to 1, in the order of
    /// the parties. `decade` is the difference that stands for odds of ten to one where nothing is
    /// fitted.
    #[must_use]
    pub fn expected(&self, standing: &Standing, decade: f64) -> [f64; MAX_SEATS] {
        let plain: Row = [[DECADE / decade; STAGES], [0.0; STAGES], [0.0; STAGES]];
        let row = self.get(standing.setting).unwrap_or(&plain);
        expected_by(row, standing)
    }

    /// Reads the fields of a line after its name `outlook`: setting, term and a number for each
    /// stage.
    pub(super) fn read<'t>(
        &mut self,
        fields: &mut impl Iterator<Item = &'t str>,
        wrong: impl Fn(&'static str, &str, &'static str) -> WeightFileError,
    ) -> Result<(), WeightFileError> {
        let token = fields.next().unwrap_or("");
        let setting = SETTINGS.iter().position(|s| *s == token);
        let setting = setting.ok_or_else(|| wrong("setting", token, "not teams, 2, 3 or 4"))?;
        let token = fields.next().unwrap_or("");
        let term = TERMS.iter().position(|t| *t == token);
        let term = term.ok_or_else(|| wrong("term", token, "not lead, ratio or turn"))?;
        let row = self.0.entry(setting).or_default();
        for (number, field) in row[term].iter_mut().zip(["middle game", "endgame", "full count"]) {
            let token = fields.next().unwrap_or("");
            let least = if term < RISING { 0.0 } else { -LARGEST };
            let value = token.parse::<f64>().ok().filter(|n| (least..=LARGEST).contains(n));
            *number = value.ok_or_else(|| wrong(field, token, "no number in range"))?;
        }
        Ok(())
    }

    /// The lines of a file.
    pub(super) fn write(&self, text: &mut String) {
        for (&setting, row) in &self.0 {
            let setting = SETTINGS[setting];
            for (term, [middle, end, full]) in TERMS.iter().zip(row) {
                // Writing to a string cannot fail.
                let _ =
                    writeln!(text, "outlook\t{setting}\t{term}\t{middle:.4}\t{end:.4}\t{full:.4}");
            }
        }
    }
}

/// As [`Outlook::expected`] by the numbers of one model.
#[must_use]
pub fn expected_by(row: &Row, standing: &Standing) -> [f64; MAX_SEATS] {
    let mut logs = [0.0; MAX_SEATS];
    for (log, party) in logs.iter_mut().zip(&standing.parties) {
        let counts = standing.counts(party);
        *log = counts.as_flattened().iter().zip(row.as_flattened()).map(|(c, n)| c * n).sum();
    }
    let n = standing.parties.len().min(MAX_SEATS);
    let mut expected = [0.0; MAX_SEATS];
    for a in 0..n {
        for b in a + 1..n {
            let share = 1.0 / (1.0 + (logs[b] - logs[a]).exp());
            expected[a] += share;
            expected[b] += 1.0 - share;
        }
    }
    let others = n.saturating_sub(1).max(1) as f64;
    expected.map(|behind| behind / others)
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
            rising in prop::array::uniform2(prop::array::uniform3(0.0..3.0f64)),
            turn in prop::array::uniform3(-1.0..1.0f64),
        ) -> Row {
            [rising[0], rising[1], turn]
        }
    }

    fn total(expected: &[f64]) -> f64 {
        expected.iter().sum()
    }

    proptest! {
        #[test]
        fn expectations_add_up_and_the_stronger_expect_more(
            standing in standings(), row in rows(), more in 0.0..3000.0, who in 0usize..4
        ) {
            let before = expected_by(&row, &standing);
            let n = standing.parties.len();
            prop_assert!((total(&before) - n as f64 / 2.0).abs() < 1e-9);
            let who = who % n;
            let mut stronger = standing.clone();
            stronger.parties[who].strength += more;
            let after = expected_by(&row, &stronger);
            for party in 0..n {
                if party == who {
                    prop_assert!(after[party] >= before[party] - 1e-12);
                } else {
                    prop_assert!(after[party] <= before[party] + 1e-12);
                }
            }
        }

        #[test]
        fn of_two_survivors_the_one_ahead_in_everything_expects_more(
            mut standing in standings(), row in rows(), ahead in 0.0..3000.0
        ) {
            let [first, second] = [0, 1];
            standing.parties[first] = standing.parties[second];
            standing.parties[first].strength += ahead;
            let expected = expected_by(&row, &standing);
            prop_assert!(expected[first] >= expected[second] - 1e-12);
        }
    }
}
