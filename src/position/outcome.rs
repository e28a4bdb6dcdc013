//! How games end: reasons, places, utilities.

use super::{Position, bits};
use crate::variant::{Elimination, MAX_SEATS, Seat};
use std::fmt;

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// Games for two: the player to move is in check and has no legal move.
    Checkmate,
    /// Games for two: the player to move is not in check and has no legal move. A draw.
    Stalemate,
    /// Games for two: nobody can win any more. A draw.
    DeadPosition,
    /// Games for two: the player to move resigned.
    Resignation,
    /// Games for two: the player to move ran out of time.
    Timeout,
    /// One player is left.
    LastPlayer,
    /// A promoted piece delivered checkmate when three were left.
    PromoteeMate,
    /// Both players of a team are out.
    TeamOut,
    /// All survivors passed in direct succession. A draw.
    AllPassed,
    /// The same position for the third time. A draw.
    Repetition,
    /// Too long without capture, pawn move or elimination. A draw.
    MoveCount,
}

impl Reason {
    /// The word used in results.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::DeadPosition => "dead-position",
            Reason::Resignation => "resignation",
            Reason::Timeout => "timeout",
            Reason::LastPlayer => "last-player",
            Reason::PromoteeMate => "promotee-mate",
            Reason::TeamOut => "team-out",
            Reason::AllPassed => "all-passed",
            Reason::Repetition => "repetition",
            Reason::MoveCount => "move-count",
        }
    }

    /// Whether those still in the game share their places.
    #[must_use]
    pub fn is_draw(self) -> bool {
        matches!(
            self,
            Reason::Stalemate
                | Reason::DeadPosition
                | Reason::AllPassed
                | Reason::Repetition
                | Reason::MoveCount
        )
    }
}

/// The end of a game: the reason and everyone's place.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outcome {
    /// The reason.
    pub reason: Reason,
    seats: u8,
    team_game: bool,
    /// Twice the place of each seat, so that shared places are whole numbers.
    doubled: [u8; MAX_SEATS],
}

impl Outcome {
    /// A player's place: 1 is best, shared places are their mean.
    #[must_use]
    pub fn place(&self, seat: Seat) -> f64 {
        f64::from(self.doubled[seat as usize]) / 2.0
    }

    /// A player's utility: 1 for winning alone, 0 for falling first, shared places their mean.
    /// In team games 1 for both winners, 0 for both losers, one half each for a draw.
    #[must_use]
    pub fn utility(&self, seat: Seat) -> f64 {
        let n = f64::from(self.seats);
        if self.team_game {
            let place = self.place(seat);
            return if self.reason.is_draw() { 0.5 } else { f64::from(u8::from(place < 2.5)) };
        }
        (n - self.place(seat)) / (n - 1.0)
    }
}

impl<const W: usize> Position<W> {
    /// How the game has ended, if it has, apart from repetition and the move count, which perft
    /// ignores.
    #[must_use]
    pub fn finished(&self) -> Option<Outcome> {
        if let Some(reason) = self.ended {
            return Some(self.outcome_by(reason));
        }
        if self.tables.variant.rules.elimination != Elimination::EndsGame {
            return None;
        }
        let reason = if !self.has_moves() {
            if self.in_check(self.turn) { Reason::Checkmate } else { Reason::Stalemate }
        } else if self.is_dead() {
            Reason::DeadPosition
        } else {
            return None;
        };
        Some(self.outcome_by(reason))
    }

    /// Whether the move count draws the game.
    #[must_use]
    pub fn move_count_reached(&self) -> bool {
        self.clock >= self.tables.variant.rules.move_limit
    }

    /// Whether nobody can win any more (games for two): bare Kings, or in orthodox chess one
    /// Knight or Bishop besides.
    #[inline]
    #[must_use]
    pub fn is_dead(&self) -> bool {
        let rules = &self.tables.variant.rules;
        if rules.elimination != Elimination::EndsGame {
            return false;
        }
        let pieces = self.by_seat[0].count() + self.by_seat[1].count();
        pieces == 2
            || pieces == 3 && self.tables.dead_with & (self.present[0] | self.present[1]) != 0
    }

    /// The outcome if the game ends here for a reason.
    #[must_use]
    pub fn outcome_by(&self, reason: Reason) -> Outcome {
        let variant = self.tables.variant;
        let n = variant.seats();
        let mut doubled = [0u8; MAX_SEATS];
        // Gives seats the places from `first` on, shared.
        let mut share = |seats: &[Seat], first: usize| {
            let mean_doubled = 2 * first + seats.len().saturating_sub(1);
            for &seat in seats {
                doubled[seat as usize] = mean_doubled as u8;
            }
        };
        let all: Vec<Seat> = (0..n as Seat).collect();
        let living: Vec<Seat> = bits(u64::from(self.alive)).collect();
        let fallen = &self.fallen[..self.fallen_count as usize];
        let (missing, fallen) = fallen.split_at(self.missing as usize);
        let team_game = variant.rules.teams.is_some();
        if team_game && reason.is_draw() {
            share(&all, 1);
        } else if reason == Reason::TeamOut {
            let winners = self.tables.allies[self.turn as usize];
            let (ours, theirs): (Vec<Seat>, Vec<Seat>) =
                all.iter().partition(|&&s| winners >> s & 1 != 0);
            for &seat in &ours {
                share(&[seat], if seat == self.turn { 1 } else { 2 });
            }
            // The earlier to fall is last; who was missing from the start fell earlier.
            let order: Vec<Seat> =
                fallen.iter().rev().copied().filter(|s| theirs.contains(s)).collect();
            for (i, &seat) in order.iter().enumerate() {
                share(&[seat], 3 + i);
            }
            let rest: Vec<Seat> = theirs.into_iter().filter(|s| missing.contains(s)).collect();
            share(&rest, 3 + order.len());
        } else {
            let winner = match reason {
                Reason::Checkmate | Reason::Resignation | Reason::Timeout => Some(1 - self.turn),
                Reason::LastPlayer | Reason::PromoteeMate => Some(self.turn),
                _ => None,
            };
            let first: Vec<Seat> = winner.into_iter().collect();
            let rest: Vec<Seat> = living.iter().copied().filter(|&s| Some(s) != winner).collect();
            share(&first, 1);
            share(&rest, 1 + first.len());
            for (i, &seat) in fallen.iter().rev().enumerate() {
                share(&[seat], 1 + living.len() + i);
            }
            share(missing, 1 + living.len() + fallen.len());
        }
        Outcome { reason, seats: n as u8, team_game, doubled }
    }

    /// Those out of the game: first the players missing when the position was read, then the
    /// fallen in the order of falling.
    #[must_use]
    pub fn fallen(&self) -> &[Seat] {
        &self.fallen[..self.fallen_count as usize]
    }

    /// How many players place behind one who is out; half for each that shares the place.
    #[must_use]
    pub fn places_behind(&self, seat: Seat) -> f64 {
        let missing = usize::from(self.missing);
        match self.fallen().iter().position(|&s| s == seat) {
            Some(i) if i < missing => (missing - 1) as f64 / 2.0,
            Some(i) => i as f64,
            None => 0.0,
        }
    }

    /// The result line of an outcome, such as `result w:1,b:2 checkmate`.
    #[must_use]
    pub fn result_line(&self, outcome: &Outcome) -> String {
        let variant = self.tables.variant;
        let places: Vec<String> = (0..variant.seats() as Seat)
            .map(|seat| format!("{}:{}", variant.letter(seat), outcome.place(seat)))
            .collect();
        format!("result {} {}", places.join(","), outcome.reason)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
