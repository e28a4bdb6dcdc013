//! Enlightened moves and elephant charges.

use super::boards::{Coord, length_squared, plus};
use super::pieces::Way;
use super::rules::{Candidate, moved};
use super::{Family, Man, Men, Position};
use std::collections::{BTreeSet, HashMap, HashSet};

/// The most leaps of a charge.
const MOST_LEAPS: usize = 4;

/// What stands where, in an order, so that two placements can be compared.
type Placement = Vec<(Coord, Man)>;

fn placement(men: &Men) -> Placement {
    let mut list: Placement = men.iter().map(|(&cell, &man)| (cell, man)).collect();
    list.sort_unstable();
    list
}

/// The leaps of a charge: origin and target of each.
type Leaps = Vec<(Coord, Coord)>;

impl Position<'_> {
    /// The cells that a man would reach by its own usual moves from a Guru's cell, each with the
    /// length of the move. Nothing may stand in the way but at the end.
    fn reach_from(&self, guru: Coord, man: Man) -> BTreeSet<(Coord, i32)> {
        let mut reach = BTreeSet::new();
        for way in self.ways(man) {
            let Way::Walk(steps) = way else { continue };
            let mut at = guru;
            for &v in steps {
                let Some(to) = self.game.board.step(at, v) else { break };
                let away = [to[0] - guru[0], to[1] - guru[1], to[2] - guru[2]];
                reach.insert((to, length_squared(away)));
                if self.men.contains_key(&to) {
                    break;
                }
                at = to;
            }
        }
        reach
    }

    /// Where a man may go by an Enlightened move.
    pub fn enlightened_targets(&self, from: Coord, man: Man) -> BTreeSet<Coord> {
        let mut targets = BTreeSet::new();
        let gurus = self.own_men().filter(|(_, m)| matches!(m.symbol, "G" | "Ig"));
        for (guru, _) in gurus.filter(|&(cell, _)| cell != from) {
            let reach = self.reach_from(guru, man);
            for &(_, length) in reach.iter().filter(|(cell, _)| *cell == from) {
                let alike = reach.iter().filter(|&&(_, other)| other == length);
                targets.extend(
                    alike.map(|&(cell, _)| cell).filter(|cell| !self.men.contains_key(cell)),
                );
            }
        }
        targets
    }

    /// All leaps of one of the mover's Elephants over another, onto a cell that is empty or
    /// holds an enemy other than a King.
    fn leaps_over_elephants(&self, men: &Men) -> Leaps {
        let is_own_elephant =
            |cell: &Coord| men.get(cell).is_some_and(|m| m.owner == self.turn && m.symbol == "E");
        let is_free = |cell: &Coord| {
            men.get(cell).is_none_or(|m| self.are_enemies(self.turn, m.owner) && !m.is_royal())
        };
        let mut leaps = Leaps::new();
        for &from in men.keys().filter(|cell| is_own_elephant(cell)) {
            for (x, y) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let (over, to) = (plus(from, [x, y, 0]), plus(from, [2 * x, 2 * y, 0]));
                if is_own_elephant(&over) && self.game.board.has(to) && is_free(&to) {
                    leaps.push((from, to));
                }
            }
        }
        leaps
    }

    /// Whether any King is in check by an enemy.
    fn any_king_in_check(&self, men: &Men) -> bool {
        (0..4).any(|player| self.in_check(men, player))
    }

    /// The numbers by which the sequences of equal length that lead to one placement are
    /// compared: leap by leap, by cell order of origin, then of target.
    fn rank(&self, leaps: &Leaps) -> Vec<usize> {
        let number = |cell| self.game.board.number(cell);
        leaps.iter().flat_map(|&(from, to)| [number(from), number(to)]).collect()
    }

    /// The legal charges. `ordinary` are the candidates that are no charges.
    pub fn charges(&self, ordinary: &[Candidate]) -> Vec<Candidate> {
        if !matches!(self.game.family, Family::Guru { .. })
            || self.leaps_over_elephants(&self.men).is_empty()
            || self.any_king_in_check(&self.men)
        {
            return Vec::new();
        }
        let ordinary: HashSet<Placement> = ordinary.iter().map(|c| placement(&c.after)).collect();
        // With every placement the best of the shortest sequences that lead to it. What takes
        // fewer leaps is known before what takes more, and the best sequence goes through
        // placements by the best sequences to those.
        let start = placement(&self.men);
        let mut reached = HashSet::from([start.clone()]);
        let mut forbidden: HashSet<Placement> = HashSet::new();
        let mut stages: HashMap<Placement, (Men, Leaps)> =
            HashMap::from([(start, (self.men.clone(), Leaps::new()))]);
        let mut charges = Vec::new();
        for count in 1..=MOST_LEAPS {
            let mut next: HashMap<Placement, (Men, Leaps)> = HashMap::new();
            for (men, leaps) in stages.values() {
                for leap in self.leaps_over_elephants(men) {
                    let after = moved(men, leap.0, leap.1, "E");
                    let there = placement(&after);
                    if reached.contains(&there) || forbidden.contains(&there) {
                        continue;
                    }
                    let leaps = [&leaps[..], &[leap]].concat();
                    if let Some((_, best)) = next.get_mut(&there) {
                        if self.rank(&leaps) < self.rank(best) {
                            *best = leaps;
                        }
                    } else if self.any_king_in_check(&after) {
                        self.note("charge refused for a check");
                        forbidden.insert(there);
                    } else {
                        next.insert(there, (after, leaps));
                    }
                }
            }
            for (there, (men, leaps)) in next.iter().filter(|_| count > 1) {
                if ordinary.contains(there) {
                    self.note("charge that is an ordinary move");
                } else {
                    charges.push(Candidate {
                        text: self.charge_text(leaps),
                        rule: format!("charge of {count}"),
                        way: leaps.last().copied(),
                        after: men.clone(),
                    });
                }
            }
            reached.extend(next.keys().cloned());
            stages = next;
        }
        charges
    }

    fn charge_text(&self, leaps: &Leaps) -> String {
        let leap = |&(from, to): &(Coord, Coord)| format!("{}{}", self.name(from), self.name(to));
        leaps.iter().map(leap).collect::<Vec<_>>().join(",")
    }
}
