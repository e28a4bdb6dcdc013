//! What follows a move: rights, reserve and clocks, the next turn, and who falls when it begins.

use super::boards::Coord;
use super::rules::Candidate;
use super::{Family, Man, Men, Position};

/// What a piece becomes by delivering a checkmate, if that changes it.
fn promoted(family: Family, symbol: &str) -> Option<&'static str> {
    let pairs: &[(&str, &'static str)] = match family {
        Family::Faith => &[
            ("K", "Em"),
            ("M", "Q"),
            ("R", "Q"),
            ("B", "Po"),
            ("E", "Pr"),
            ("P", "Pr"),
            ("C", "Cl"),
            ("N", "Cr"),
            ("U", "Gv"),
            ("L", "Lv"),
            ("A", "Md"),
            ("S", "Sv"),
        ],
        Family::Guru { .. } => &[
            ("K", "Em"),
            ("R", "Vr"),
            ("N", "Cv"),
            ("E", "Wf"),
            ("F", "Ba"),
            ("G", "Ig"),
            ("P", "Ad"),
        ],
        _ => &[],
    };
    pairs.iter().find(|(from, _)| *from == symbol).map(|&(_, to)| to)
}

impl Position<'_> {
    /// Plays a legal move, passes the turn on and resolves the checkmates that turn begins with.
    pub fn play(&mut self, mv: &Candidate) {
        let mover = self.turn;
        let before = std::mem::replace(&mut self.men, mv.after.clone());
        let enemies = before.iter().filter(|(_, man)| man.owner != mover);
        let captured: Vec<(Coord, Man)> = enemies
            .filter(|&(cell, man)| self.men.get(cell) != Some(man))
            .map(|(&cell, &man)| (cell, man))
            .collect();
        let moved = mv.way.and_then(|(from, _)| before.get(&from)).filter(|m| m.owner == mover);
        let pawn = moved.copied().filter(|&man| self.game.is_pawn(man));
        let loud = pawn.is_some() || !captured.is_empty();
        self.clock = if loud { 0 } else { self.clock + 1 };
        self.update_reserve(mv, pawn, &captured);
        self.castling.retain(|letter| keeps_right(letter, &before, &self.men));
        self.en_passant.retain(|(_, pawn)| before.get(pawn) == self.men.get(pawn));
        if mv.rule == "double step"
            && let Some((from, to)) = mv.way
        {
            let skipped = std::array::from_fn(|i| (from[i] + to[i]) / 2);
            // FEN tells of a right only if some pawn could use it.
            if !matches!(self.game.family, Family::Armies(..)) || self.pawn_attacks(skipped) {
                self.en_passant.push((skipped, to));
            }
        }
        for (cell, man) in &captured {
            if self.last_moved[man.owner] == Some(*cell) {
                self.last_moved[man.owner] = None;
            }
        }
        self.last_moved[mover] = mv.way.map(|(_, to)| to);
        self.passes = if mv.way.is_none() { self.passes + 1 } else { 0 };
        self.pass_turn();
        *self.history.entry(self.repeated_part()).or_default() += 1;
    }

    fn update_reserve(&mut self, mv: &Candidate, pawn: Option<Man>, captured: &[(Coord, Man)]) {
        if self.game.family != Family::Ninja {
            return;
        }
        let pieces = captured.iter().map(|&(_, man)| man).filter(|&m| !self.game.is_pawn(m));
        self.reserve.extend(pieces);
        if let (Some(pawn), Some((_, to))) = (pawn, mv.way) {
            let now = self.men[&to];
            if now.symbol != pawn.symbol {
                let at = self.reserve.iter().position(|m| *m == now);
                self.reserve.remove(at.expect("a pawn is promoted to a piece in reserve"));
            }
        }
    }

    /// Whether an enemy pawn of the mover attacks a cell.
    fn pawn_attacks(&self, cell: Coord) -> bool {
        self.men.iter().any(|(&from, &man)| {
            man.owner != self.turn
                && self.game.is_pawn(man)
                && self.could_capture(&self.men, from, man, cell)
        })
    }

    /// The survivors in turn order, beginning after the player to move, who comes last.
    fn following(&self) -> impl Iterator<Item = usize> {
        let n = self.game.players.len();
        (1..=n).map(move |i| (self.turn + i) % n).filter(|seat| self.living.contains(seat))
    }

    fn pass_turn(&mut self) {
        let next = self.following().next().expect("the mover is alive");
        if next <= self.turn {
            self.round += 1;
        }
        self.turn = next;
        let men = &self.men;
        self.en_passant.retain(|(_, pawn)| men[pawn].owner != next);
        if self.game.players.len() > 2 {
            self.resolve();
            if self.ended.is_none() && self.passes >= self.living.len() {
                self.note("all-passed");
                self.ended = Some("all-passed");
            }
        }
    }

    /// Ends a game that was over when it was read.
    pub fn settle(&mut self) {
        let nobody_left = !self.living.iter().any(|&s| self.are_enemies(self.turn, s));
        if nobody_left {
            let teams = self.game.family == Family::Guru { teams: true };
            self.ended = Some(if teams { "team-out" } else { "last-player" });
        }
        self.resolve();
    }

    /// Eliminates, one after the other, all enemies whose King the player to move attacks.
    fn resolve(&mut self) {
        while self.ended.is_none() {
            let attacked =
                self.following().filter(|&s| self.are_enemies(self.turn, s)).find(|&s| {
                    let king = self.king(&self.men, s).expect("survivors have a King");
                    !self.attackers(king).is_empty()
                });
            match attacked {
                Some(victim) => self.eliminate(victim),
                None => return,
            }
        }
    }

    /// The mover's men that attack a cell, in cell order.
    fn attackers(&self, cell: Coord) -> Vec<Coord> {
        let mut found: Vec<Coord> = self
            .own_men()
            .filter(|&(from, man)| self.could_capture(&self.men, from, man, cell))
            .map(|(from, _)| from)
            .collect();
        found.sort_by_key(|&from| self.game.board.number(from));
        found
    }

    fn eliminate(&mut self, victim: usize) {
        let family = self.game.family;
        let king = self.king(&self.men, victim).expect("survivors have a King");
        let attackers = self.attackers(king);
        let last = self.last_moved[self.turn].filter(|cell| attackers.contains(cell));
        let delivering = last.unwrap_or(attackers[0]);
        self.note(if last.is_some() {
            "delivered by the piece moved"
        } else {
            "delivered by another"
        });
        let recruits = matches!(family, Family::Honeycomb { .. });
        // A promotee is what cannot be promoted any more.
        let by_promotee = !recruits && promoted(family, self.men[&delivering].symbol).is_none();
        let survivors = self.living.len();
        self.living.retain(|&s| s != victim);
        self.fallen.push(victim);
        self.last_moved[victim] = None;
        let men = &self.men;
        self.en_passant.retain(|(_, pawn)| men[pawn].owner != victim);
        (self.clock, self.passes) = (0, 0);
        if recruits {
            self.men.remove(&king);
            for man in self.men.values_mut().filter(|m| m.owner == victim) {
                man.owner = self.turn;
            }
        } else {
            self.men.retain(|_, man| man.owner != victim);
            let own_king = self.king(&self.men, self.turn).expect("survivors have a King");
            for cell in [own_king, delivering] {
                let man = self.men.get_mut(&cell).expect("a man to promote");
                man.symbol = promoted(family, man.symbol).unwrap_or(man.symbol);
            }
        }
        let teams = family == Family::Guru { teams: true };
        let enemies_left = self.living.iter().any(|&s| self.are_enemies(self.turn, s));
        self.ended = match (enemies_left, teams) {
            (false, true) => Some("team-out"),
            (false, false) => Some("last-player"),
            (true, false) if survivors == 3 && by_promotee => Some("promotee-mate"),
            (true, _) => None,
        };
        if let Some(reason) = self.ended {
            self.note(reason);
        }
    }
}

/// Whether a castling right outlives a move: King and partner have neither left nor been taken.
fn keeps_right(letter: char, before: &Men, after: &Men) -> bool {
    let rank = if letter.is_ascii_uppercase() { 0 } else { 7 };
    let partner = if letter.eq_ignore_ascii_case(&'k') { 7 } else { 0 };
    [[4, rank, 0], [partner, rank, 0]].iter().all(|cell| before.get(cell) == after.get(cell))
}
