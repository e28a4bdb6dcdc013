//! Positions and results as text.

use super::boards::Coord;
use super::{Family, Man, Position};

impl Position<'_> {
    fn token(&self, man: Man) -> String {
        let letter = |seat: usize| self.game.players.as_bytes()[seat] as char;
        match self.game.family {
            Family::Armies(..) if man.owner == 0 => man.symbol.to_string(),
            Family::Armies(..) => man.symbol.to_lowercase(),
            Family::Honeycomb { .. } if man.symbol == "P" && man.heading != man.owner => {
                format!("{}P{}", letter(man.owner), letter(man.heading))
            }
            _ => format!("{}{}", letter(man.owner), man.symbol),
        }
    }

    fn row(&self, cells: &[Coord]) -> String {
        let mut tokens: Vec<String> = Vec::new();
        let mut empty = 0;
        for cell in cells {
            match self.men.get(cell) {
                None => empty += 1,
                Some(&man) => {
                    if empty > 0 {
                        tokens.push(empty.to_string());
                    }
                    tokens.push(self.token(man));
                    empty = 0;
                }
            }
        }
        if empty > 0 {
            tokens.push(empty.to_string());
        }
        tokens.join(if matches!(self.game.family, Family::Armies(..)) { "" } else { "," })
    }

    fn placement(&self) -> String {
        let level = |rows: &Vec<Vec<Coord>>| {
            rows.iter().map(|cells| self.row(cells)).collect::<Vec<_>>().join("/")
        };
        self.game.board.levels.iter().map(level).collect::<Vec<_>>().join("|")
    }

    /// All fields that must be the same in a repetition: all but the last two.
    pub fn repeated_part(&self) -> String {
        let game = self.game;
        let letter = |seat: usize| game.players.as_bytes()[seat] as char;
        let or_dash = |text: String| if text.is_empty() { "-".to_string() } else { text };
        let mut rights = self.en_passant.clone();
        rights.sort_by_key(|&(skipped, pawn)| [skipped, pawn].map(|c| game.board.number(c)));
        let (placement, turn) = (self.placement(), letter(self.turn));
        if matches!(game.family, Family::Armies(..)) {
            let skipped = rights.iter().map(|&(skipped, _)| self.name(skipped)).collect();
            return format!(
                "{placement} {turn} {} {}",
                or_dash(self.castling.clone()),
                or_dash(skipped)
            );
        }
        let players: String = self.living.iter().map(|&seat| letter(seat)).collect();
        let pairs: Vec<String> = rights
            .iter()
            .map(|&(skipped, pawn)| format!("{}{}", self.name(skipped), self.name(pawn)))
            .collect();
        let place = |symbol: &str| game.symbols.iter().position(|s| *s == symbol);
        let mut reserve = self.reserve.clone();
        reserve.sort_by_key(|man| (man.owner, place(man.symbol)));
        let reserve: Vec<String> = reserve.into_iter().map(|man| self.token(man)).collect();
        let (pairs, reserve) = (or_dash(pairs.join(",")), or_dash(reserve.join(",")));
        format!("{placement} {turn} {players} {pairs} {reserve}")
    }

    /// The canonical position string.
    pub fn fen(&self) -> String {
        format!("{} {} {}", self.repeated_part(), self.clock, self.round)
    }

    /// Why the game is over, if it is.
    fn reason(&self) -> Option<&'static str> {
        let two_players = self.game.players.len() == 2;
        if self.ended.is_some() {
            return self.ended;
        }
        if two_players && self.legal_candidates().is_empty() {
            let checked = self.in_check(&self.men, self.turn);
            return Some(if checked { "checkmate" } else { "stalemate" });
        }
        if self.is_dead() {
            return Some("dead-position");
        }
        if self.history.get(&self.repeated_part()).is_some_and(|&times| times >= 3) {
            return Some("repetition");
        }
        let limit = if two_players { 100 } else { 50 * self.game.players.len() };
        (self.clock >= limit).then_some("move-count")
    }

    /// The state of the game in one line.
    pub fn state(&self) -> String {
        let Some(reason) = self.reason() else { return "ongoing".to_string() };
        let n = self.game.players.len();
        let others = |seat| self.living.iter().copied().filter(move |&s| s != seat).collect();
        let (missing, fallen) = self.fallen.split_at(self.missing);
        let in_turn: Vec<Vec<usize>> = fallen.iter().rev().map(|&seat| vec![seat]).collect();
        // Groups of players who share their places, from the best to the worst.
        let head =
            |groups: Vec<Vec<usize>>| [groups, in_turn.clone(), vec![missing.to_vec()]].concat();
        let teams = self.game.family == Family::Guru { teams: true };
        let groups: Vec<Vec<usize>> = match reason {
            "checkmate" => vec![vec![1 - self.turn], vec![self.turn]],
            "last-player" | "promotee-mate" => head(vec![vec![self.turn], others(self.turn)]),
            "team-out" => {
                let losers = |group: &Vec<usize>| -> Vec<usize> {
                    group.iter().copied().filter(|&s| self.are_enemies(s, self.turn)).collect()
                };
                let rest: Vec<Vec<usize>> = head(Vec::new()).iter().map(losers).collect();
                [vec![vec![self.turn], vec![(self.turn + 2) % 4]], rest].concat()
            }
            _ if teams => vec![(0..n).collect()],
            _ => head(vec![self.living.clone()]),
        };
        let mut places = vec![0.0; n];
        let mut first = 1.0;
        for group in groups.iter().filter(|group| !group.is_empty()) {
            for &seat in group {
                places[seat] = first + (group.len() - 1) as f64 / 2.0;
            }
            first += group.len() as f64;
        }
        let letters = self.game.players.chars();
        let list: Vec<String> =
            letters.zip(places).map(|(letter, place)| format!("{letter}:{place}")).collect();
        format!("result {} {reason}", list.join(","))
    }
}
