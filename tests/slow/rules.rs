//! Legal moves.

use super::boards::{Coord, plus};
use super::pieces::Way;
use super::{Family, Man, Men, Position, army};
use std::collections::{BTreeMap, BTreeSet};

/// A move that obeys everything but perhaps the King's safety.
pub struct Candidate {
    pub text: String,
    /// The rule that allows it.
    pub rule: String,
    /// Origin and target (of a charge, those of its last leap); none for a pass.
    pub way: Option<(Coord, Coord)>,
    pub after: Men,
}

/// The men after one of them has gone elsewhere, as what it is or as something else.
pub fn moved(men: &Men, from: Coord, to: Coord, symbol: &'static str) -> Men {
    let mut after = men.clone();
    let man = after.remove(&from).expect("a man stands on the origin");
    after.insert(to, Man { symbol, ..man });
    after
}

impl Position<'_> {
    pub fn are_enemies(&self, a: usize, b: usize) -> bool {
        match self.game.family {
            Family::Guru { teams: true } => a % 2 != b % 2,
            _ => a != b,
        }
    }

    fn has_two_players(&self) -> bool {
        self.game.players.len() == 2
    }

    pub fn name(&self, cell: Coord) -> &str {
        self.game.board.name(cell)
    }

    /// The mover's men, with their cells.
    pub fn own_men(&self) -> impl Iterator<Item = (Coord, Man)> {
        self.men.iter().map(|(&cell, &man)| (cell, man)).filter(|(_, man)| man.owner == self.turn)
    }

    pub fn ways(&self, man: Man) -> &[Way] {
        &self.game.ways[&(man.symbol, man.heading)]
    }

    /// Whether the mover may capture what stands on a cell: an enemy that is no King.
    pub fn is_prey(&self, cell: Coord) -> bool {
        let prey = self.men.get(&cell);
        prey.is_some_and(|m| self.are_enemies(self.turn, m.owner) && !m.is_royal())
    }

    /// The Kings of `ninja` keep to their own half.
    pub fn may_enter(&self, man: Man, cell: Coord) -> bool {
        let barred = self.game.family == Family::Ninja
            && man.symbol == "K"
            && if man.owner == 0 { cell[1] >= 5 } else { cell[1] <= 4 };
        if barred {
            self.note("King's own half");
        }
        !barred
    }

    /// A step, with a note if only a notch bars it.
    fn step(&self, from: Coord, v: Coord) -> Option<Coord> {
        let to = self.game.board.step(from, v);
        if to.is_none() && self.game.board.has(plus(from, v)) {
            self.note("barred step");
        }
        to
    }

    /// Where a piece that is not a pawn may go by its own usual move.
    fn usual_targets(&self, from: Coord, man: Man) -> BTreeSet<Coord> {
        let mut targets = BTreeSet::new();
        for way in self.ways(man) {
            let mut at = from;
            match way {
                Way::Walk(steps) => {
                    for &v in steps {
                        let Some(to) = self.step(at, v) else { break };
                        if !self.men.contains_key(&to) || self.is_prey(to) {
                            targets.insert(to);
                        }
                        if self.men.contains_key(&to) {
                            break;
                        }
                        at = to;
                    }
                }
                Way::Hop(v) => {
                    let mut screens = 0;
                    while let Some(to) = self.step(at, *v) {
                        if screens == 0 && !self.men.contains_key(&to) {
                            targets.insert(to);
                        }
                        if self.men.contains_key(&to) {
                            if screens == 1 && self.is_prey(to) {
                                self.note("capture over a screen");
                                targets.insert(to);
                            }
                            screens += 1;
                        }
                        at = to;
                    }
                }
            }
        }
        targets.retain(|&to| self.may_enter(man, to));
        targets
    }

    fn pawn_candidates(&self, from: Coord, man: Man, found: &mut Vec<Candidate>) {
        let mut arrive = |to: Coord, victims: &[Coord], rule: &str| {
            for (suffix, symbol) in self.becomes(man, to) {
                let mut after = moved(&self.men, from, to, symbol);
                for victim in victims {
                    after.remove(victim);
                }
                let text = format!("{}{}{suffix}", self.name(from), self.name(to));
                let rule = if symbol == man.symbol { rule } else { "promotion" };
                let way = Some((from, to));
                found.push(Candidate { text, rule: rule.to_string(), way, after });
            }
        };
        let empty = |cell: &Coord| !self.men.contains_key(cell);
        for v in self.game.pawn_steps(man) {
            let Some(one) = self.step(from, v).filter(empty) else { continue };
            arrive(one, &[], "step");
            if self.game.may_step_twice(man, from)
                && let Some(two) = self.step(one, v).filter(empty)
            {
                arrive(two, &[], "double step");
            }
        }
        let foreign = if man.heading == man.owner { "capture" } else { "recruited pawn" };
        for v in self.game.pawn_captures(man) {
            let Some(to) = self.step(from, v) else { continue };
            if self.is_prey(to) {
                arrive(to, &[], foreign);
            }
            let victims = self.en_passant_victims(man, to);
            if !victims.is_empty() {
                arrive(to, &victims, "en passant");
            }
        }
    }

    fn castling_candidates(&self, found: &mut Vec<Candidate>) {
        let Family::Armies(white, black) = self.game.family else { return };
        let (letters, rank) = if self.turn == 0 { (['K', 'Q'], 0) } else { (['k', 'q'], 7) };
        let own_army = if self.turn == 0 { white } else { black };
        for letter in letters.into_iter().filter(|&l| self.castling.contains(l)) {
            let cell = |file: char| [file as i32 - 'a' as i32, rank, 0];
            // From where to where the partner goes, where the King goes, what must be empty, and
            // what must be safe besides.
            let (rook, rook_to, king_to, empty, safe) = match letter.to_ascii_lowercase() {
                'k' => ('h', 'f', 'g', "fg", "efg"),
                _ if own_army == 'c' => ('a', 'c', 'b', "bcd", "edcb"),
                _ => ('a', 'd', 'c', "bcd", "edc"),
            };
            let at_home = |file, symbol| {
                self.men
                    .get(&cell(file))
                    .is_some_and(|m| m.owner == self.turn && m.symbol == symbol)
            };
            assert!(at_home('e', "K") && at_home(rook, army(own_army)[0]), "a right to castle");
            if empty.chars().any(|file| self.men.contains_key(&cell(file)))
                || safe.chars().any(|file| self.is_attacked(&self.men, cell(file), self.turn))
            {
                continue;
            }
            let after = moved(&self.men, cell('e'), cell(king_to), "K");
            let after = moved(&after, cell(rook), cell(rook_to), army(own_army)[0]);
            let text = format!("{}{}", self.name(cell('e')), self.name(cell(king_to)));
            let rule = format!("castling {letter} of {own_army}");
            let way = Some((cell('e'), cell(king_to)));
            found.push(Candidate { text, rule, way, after });
        }
    }

    fn candidates(&self) -> Vec<Candidate> {
        let mut found = Vec::new();
        for (from, man) in self.own_men() {
            if self.game.is_pawn(man) {
                self.pawn_candidates(from, man, &mut found);
                continue;
            }
            let mut go = |targets: BTreeSet<Coord>, rule: &str| {
                found.extend(targets.into_iter().map(|to| Candidate {
                    text: format!("{}{}", self.name(from), self.name(to)),
                    rule: rule.to_string(),
                    way: Some((from, to)),
                    after: moved(&self.men, from, to, man.symbol),
                }));
            };
            go(self.usual_targets(from, man), &format!("usual {}", man.symbol));
            if matches!(self.game.family, Family::Guru { .. }) {
                let rule = format!("enlightened {}", man.symbol);
                go(self.enlightened_targets(from, man), &rule);
            }
        }
        self.castling_candidates(&mut found);
        found
    }

    /// Whether nobody can win any more: bare Kings, or in chess a Knight or Bishop besides.
    pub fn is_dead(&self) -> bool {
        let minor = || self.men.values().any(|m| matches!(m.symbol, "N" | "B"));
        let chess = self.game.family == Family::Armies('f', 'f');
        self.has_two_players() && (self.men.len() == 2 || self.men.len() == 3 && chess && minor())
    }

    /// The legal moves by their texts, in games for two whether or not the position is dead.
    pub fn legal_candidates(&self) -> BTreeMap<String, Candidate> {
        let candidates = self.candidates();
        let charges = self.charges(&candidates);
        let safe = candidates.into_iter().filter(|candidate| self.is_safe(&candidate.after));
        let mut legal = BTreeMap::new();
        // Two ways from one cell to another are one move; the usual way comes first.
        for candidate in safe.chain(charges) {
            legal.entry(candidate.text.clone()).or_insert(candidate);
        }
        if legal.is_empty() && !self.has_two_players() {
            let (text, rule) = ("0000".to_string(), "pass".to_string());
            let pass = Candidate { text, rule, way: None, after: self.men.clone() };
            legal.insert(pass.text.clone(), pass);
        }
        legal
    }

    /// The legal moves by their texts.
    pub fn legal_moves(&self) -> BTreeMap<String, Candidate> {
        if self.is_dead() || self.ended.is_some() {
            return BTreeMap::new();
        }
        let legal = self.legal_candidates();
        for rule in legal.values().map(|mv| &mv.rule).collect::<BTreeSet<_>>() {
            self.note(rule);
        }
        legal
    }
}
