//! Which engines meet in which seats.
//!
//! A match is made of blocks: all games of one opening. In games for two and team games a block
//! is the pair with sides swapped; in others every engine takes every seat, so that no seat favours
//! anybody and the score of a block is one independent observation. Who moves after whom matters, too
//! (`tuning/README.md`): where a block has not every order, it changes from block to block.

use crate::variant::Variant;

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tournament {
    /// Every pair of engines.
    RoundRobin,
    /// The first engine against every other.
    Gauntlet,
    /// All engines at one table (games for three and four).
    Table,
}

/// How the seats of a table are shared out within a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seating {
    /// In every way in which each engine has a seat.
    All,
    /// Shared out as evenly as can be, in each rotation. Of three engines and more, who moves after
    /// whom changes from block to block, until after (engines - 1)! blocks everybody has moved after
    /// everybody else equally often.
    Rotations,
}

/// Engines that meet, and their seats in every game of a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Encounter {
    /// The engines by their number in the match.
    pub engines: Vec<usize>,
    /// For every game of the first block and every seat, an index into `engines`.
    pub seatings: Vec<Vec<usize>>,
}

impl Encounter {
    /// For every seat of a game of a block an index into `engines`.
    #[must_use]
    pub fn seating(&self, block: u64, number: usize) -> Vec<usize> {
        let order = order(self.engines.len(), block);
        let exchanged = |seating: &Vec<usize>| -> Vec<usize> {
            seating.iter().map(|&engine| order[engine]).collect()
        };
        // A block with all seatings has those of any order.
        if self.seatings.iter().all(|seating| self.seatings.contains(&exchanged(seating))) {
            return self.seatings[number].clone();
        }
        exchanged(&self.seatings[number])
    }
}

/// Which engine takes the seats of each in a block: the first keeps its own, and all orders of the
/// others take turns.
fn order(engines: usize, block: u64) -> Vec<usize> {
    let mut left: Vec<usize> = (1..engines).collect();
    let mut rest = block;
    let mut order = vec![0];
    while !left.is_empty() {
        let many = left.len() as u64;
        order.push(left.remove((rest % many) as usize));
        rest /= many;
    }
    order
}

/// Why no schedule can be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ScheduleError {
    /// A match needs two engines.
    #[error("a match needs at least two engines")]
    Alone,
    /// More engines than can sit at one table.
    #[error("a table of {game} has room for {sides} engines, not {engines}")]
    Crowded {
        /// The game.
        game: &'static str,
        /// How many engines can take part.
        sides: usize,
        /// How many were given.
        engines: usize,
    },
}

/// The encounters of a match.
///
/// # Errors
/// If there are too few engines, or too many for one table.
pub fn encounters(
    variant: &Variant,
    engines: usize,
    tournament: Tournament,
    seating: Seating,
) -> Result<Vec<Encounter>, ScheduleError> {
    if engines < 2 {
        return Err(ScheduleError::Alone);
    }
    // Partners play for the same engine.
    let seats = variant.seats();
    let teams = variant.rules.teams.as_ref();
    let side_of: Vec<usize> =
        (0..seats).map(|seat| teams.map_or(seat, |teams| teams[seat].into())).collect();
    let sides = side_of.iter().max().map_or(0, |&last| last + 1);
    let groups: Vec<Vec<usize>> = match tournament {
        Tournament::RoundRobin => {
            (0..engines).flat_map(|a| (a + 1..engines).map(move |b| vec![a, b])).collect()
        }
        Tournament::Gauntlet => (1..engines).map(|b| vec![0, b]).collect(),
        Tournament::Table if engines > sides => {
            return Err(ScheduleError::Crowded { game: variant.id, sides, engines });
        }
        Tournament::Table => vec![(0..engines).collect()],
    };
    let encounter = |group: Vec<usize>| {
        let by_side = match seating {
            Seating::All => all_seatings(sides, group.len()),
            Seating::Rotations => rotations(sides, group.len()),
        };
        let seatings = by_side
            .into_iter()
            .map(|engines| side_of.iter().map(|&side| engines[side]).collect())
            .collect();
        Encounter { engines: group, seatings }
    };
    Ok(groups.into_iter().map(encounter).collect())
}

/// Every way to give each of `sides` sides to one of `engines` engines so that each has one.
fn all_seatings(sides: usize, engines: usize) -> Vec<Vec<usize>> {
    let total = engines.pow(sides as u32);
    let digits = |n: usize| (0..sides).map(move |side| n / engines.pow(side as u32) % engines);
    let complete = |seating: &Vec<usize>| (0..engines).all(|e| seating.contains(&e));
    (0..total).map(|n| digits(n).collect()).filter(complete).collect()
}

/// The seats shared out evenly, neighbours to the same engine, in each rotation; if there is no
/// even share, every choice of engines has one seat more in turn.
fn rotations(sides: usize, engines: usize) -> Vec<Vec<usize>> {
    let (share, rest) = (sides / engines, sides % engines);
    let mut found: Vec<Vec<usize>> = Vec::new();
    for shift in 0..if rest == 0 { 1 } else { engines } {
        let more = |engine: usize| usize::from((engine + engines - shift) % engines < rest);
        let base: Vec<usize> = (0..engines)
            .flat_map(|engine| std::iter::repeat_n(engine, share + more(engine)))
            .collect();
        for turn in 0..sides {
            let seating = (0..sides).map(|side| base[(side + turn) % sides]).collect();
            if !found.contains(&seating) {
                found.push(seating);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant;

    fn games(id: &str, engines: usize, tournament: Tournament, seating: Seating) -> Vec<usize> {
        let variant = variant::find(id).expect("a registered game");
        let encounters = encounters(variant, engines, tournament, seating).expect("a schedule");
        encounters.iter().map(|e| e.seatings.len()).collect()
    }

    #[test]
    fn blocks_have_the_right_number_of_games() {
        use Seating::{All, Rotations};
        use Tournament::{Gauntlet, RoundRobin, Table};
        assert_eq!(games("chess", 2, RoundRobin, All), [2]);
        assert_eq!(games("chess", 4, RoundRobin, All), [2; 6]);
        assert_eq!(games("chess", 4, Gauntlet, Rotations), [2; 3]);
        assert_eq!(games("guru-teams", 3, RoundRobin, All), [2; 3]);
        assert_eq!(games("honeycomb", 2, RoundRobin, All), [6]);
        assert_eq!(games("honeycomb", 2, RoundRobin, Rotations), [6]);
        assert_eq!(games("aof3", 2, RoundRobin, All), [14]);
        assert_eq!(games("aof3", 2, RoundRobin, Rotations), [4]);
        assert_eq!(games("aof3", 4, Table, All), [24]);
        assert_eq!(games("aof3", 4, Table, Rotations), [4]);
        assert_eq!(games("aof3", 3, Table, Rotations), [12]);
        assert_eq!(games("honeycomb", 3, Table, All), [6]);
    }

    #[test]
    fn every_engine_has_every_seat_equally_often() {
        for (sides, engines) in [(2, 2), (3, 2), (4, 2), (4, 3), (3, 3), (4, 4)] {
            for seatings in [all_seatings(sides, engines), rotations(sides, engines)] {
                for side in 0..sides {
                    let counts: Vec<usize> = (0..engines)
                        .map(|engine| seatings.iter().filter(|s| s[side] == engine).count())
                        .collect();
                    assert!(counts.iter().all(|&c| c == counts[0]), "{sides} {engines} {counts:?}");
                }
            }
        }
    }

    /// How often each engine moves next after each other one in some blocks.
    fn followed(encounter: &Encounter, blocks: u64) -> Vec<usize> {
        let engines = encounter.engines.len();
        let mut counts = vec![0; engines * engines];
        for block in 0..blocks {
            for number in 0..encounter.seatings.len() {
                let seating = encounter.seating(block, number);
                for (side, &engine) in seating.iter().enumerate() {
                    counts[engine * engines + seating[(side + 1) % seating.len()]] += 1;
                }
            }
        }
        (0..counts.len()).filter(|i| i / engines != i % engines).map(|i| counts[i]).collect()
    }

    #[test]
    fn everybody_moves_after_everybody_else_equally_often() {
        for (id, engines, blocks) in [("honeycomb", 3, 2), ("aof3", 3, 2), ("aof3", 4, 6)] {
            let game = variant::find(id).expect("a registered game");
            for seating in [Seating::All, Seating::Rotations] {
                let found = encounters(game, engines, Tournament::Table, seating);
                let encounter = &found.expect("a schedule")[0];
                let even = |blocks| {
                    let counts = followed(encounter, blocks);
                    counts.iter().all(|&count| count == counts[0])
                };
                assert!(even(blocks), "{id} {engines} {seating:?}");
                assert_eq!(even(1), seating == Seating::All, "{id} {engines} {seating:?}");
            }
        }
    }

    #[test]
    fn two_engines_have_the_same_seats_in_every_block() {
        let game = variant::find("aof3").expect("a registered game");
        for seating in [Seating::All, Seating::Rotations] {
            let found = encounters(game, 2, Tournament::RoundRobin, seating).expect("a schedule");
            for number in 0..found[0].seatings.len() {
                assert_eq!(found[0].seating(5, number), found[0].seatings[number]);
            }
        }
    }

    #[test]
    fn impossible_tables_are_refused() {
        let chess = variant::find("chess").expect("a registered game");
        let table = encounters(chess, 3, Tournament::Table, Seating::All);
        assert_eq!(table, Err(ScheduleError::Crowded { game: "chess", sides: 2, engines: 3 }));
        let alone = encounters(chess, 1, Tournament::RoundRobin, Seating::All);
        assert_eq!(alone, Err(ScheduleError::Alone));
    }

    #[test]
    fn partners_play_for_the_same_engine() {
        let guru = variant::find("guru-teams").expect("a registered game");
        let found = encounters(guru, 2, Tournament::RoundRobin, Seating::All).expect("a schedule");
        assert_eq!(found[0].seatings.len(), 2);
        for seating in &found[0].seatings {
            assert_eq!((seating[0], seating[1]), (seating[2], seating[3]));
        }
    }
}
