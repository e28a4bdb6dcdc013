//! The referee: plays one game by the rules of this library, and judges what players do.

use super::player::{Answer, Fault, FaultKind, Player, Turn};
use super::record::{ADJUDICATION, Evaluation, FaultNote, Opening, adjudicated, places};
use super::spec::TimeControl;
use crate::eval::draw_value;
use crate::position::{Game, Reason, with_position};
use crate::search::Clock;
use crate::variant::{MAX_SEATS, Seat};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// When the referee ends a game or counts it as given up. All off by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    /// A player whose own score was at most minus this on so many of its moves in a row resigns.
    /// In games for two the opponent must agree. What a score holds of places that are safe already
    /// does not count.
    pub resign: Option<(i32, u32)>,
    /// Games for two are drawn when the scores of both were within this of zero on so many moves
    /// of each in a row, from a number of plies on.
    pub draw: Option<(i32, u32, u32)>,
    /// A game is drawn between the survivors after this number of plies, the opening included.
    pub max_plies: Option<u32>,
}

/// How far a clock may be overstepped unless told.
pub const MARGIN: Duration = Duration::from_millis(10);

/// What a game is played under.
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    /// When the referee ends a game.
    pub adjudication: Adjudication,
    /// How far a clock may be overstepped.
    pub margin: Duration,
}

/// A game as it was played.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// The moves after the opening.
    pub moves: Vec<String>,
    /// The scores that came with them.
    pub scores: Vec<Option<Evaluation>>,
    /// The depths in plies.
    pub depths: Vec<u32>,
    /// The nodes.
    pub nodes: Vec<u64>,
    /// The times in milliseconds.
    pub times: Vec<u64>,
    /// What was left on the movers' clocks, in milliseconds; empty if nobody has one.
    pub clocks: Vec<u64>,
    /// The place of every seat.
    pub places: Vec<f64>,
    /// Why the game ended.
    pub reason: String,
    /// What players did wrong.
    pub faults: Vec<FaultNote>,
}

impl Played {
    fn note(&mut self, text: String, answer: Option<&Answer>, clock: Option<Option<Clock>>) {
        self.moves.push(text);
        self.scores.push(answer.and_then(|a| a.score));
        self.depths.push(answer.map_or(0, |a| a.depth));
        self.nodes.push(answer.map_or(0, |a| a.nodes));
        self.times.push(answer.map_or(0, |a| a.time.as_millis() as u64));
        if let Some(clock) = clock {
            self.clocks.push(clock.map_or(0, |c| c.time.as_millis() as u64));
        }
    }

    fn fault(&mut self, seat: Seat, fault: &Fault) {
        self.faults.push(FaultNote {
            ply: self.moves.len(),
            seat,
            fault: fault.kind.word().to_string(),
            detail: fault.detail.clone(),
        });
    }
}

/// Plays a game from its opening; `None` if told to stop. `players` and `limits` are by seat.
pub fn play(
    mut game: Game,
    opening: &Opening,
    players: &mut [&mut dyn Player],
    limits: &[TimeControl],
    conditions: &Conditions,
    seed: u64,
    stop: &AtomicBool,
) -> Option<Played> {
    let mut played = Played::default();
    let mut history = opening.moves.clone();
    let mut table = Table::new(limits);
    let mut absent: [Option<Fault>; MAX_SEATS] = [const { None }; MAX_SEATS];
    for (seat, player) in players.iter_mut().enumerate() {
        let seed = seed.wrapping_add(seat as u64);
        absent[seat] = player.prepare(&game, seed).err();
    }
    let reason = loop {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        if let Some(outcome) = game.outcome() {
            played.places = places(&game, &outcome);
            break outcome.reason.to_string();
        }
        let plies = history.len() as u32;
        let adjudication = &conditions.adjudication;
        if adjudication.max_plies.is_some_and(|most| plies >= most)
            || table.draws(adjudication, plies, &game)
        {
            played.places = places(&game, &adjudicated(&game));
            break ADJUDICATION.to_string();
        }
        let seat = game.position().turn();
        if table.resigns(adjudication, seat, &game) {
            leave(&mut game, &mut played, &mut history, "resign", &table);
            continue;
        }
        let turn = Turn {
            game: &game,
            fen: opening.fen.as_deref(),
            moves: &history,
            limit: limits[seat as usize],
            clocks: &table.clocks,
            allowed: table.allowed(seat, conditions.margin),
        };
        let answer = match absent[seat as usize].take() {
            Some(fault) => Err(fault),
            None => players[seat as usize].choose(&turn),
        };
        let found = answer.and_then(|answer| match game.position().find_move(&answer.text) {
            _ if turn.allowed.is_some_and(|allowed| answer.time > allowed) => {
                let detail = format!("{} ms", answer.time.as_millis());
                Err(Fault::new(FaultKind::Time, &detail))
            }
            Some(mv) => Ok((answer, mv)),
            None => Err(no_move(&answer.text)),
        });
        match found {
            Ok((answer, mv)) => {
                let text = game.position().move_text(mv);
                table.moved(seat, &answer, safe(&game, seat));
                game.play(mv);
                history.push(text.clone());
                played.note(text, Some(&answer), table.left(seat));
            }
            Err(fault) => {
                played.fault(seat, &fault);
                let late = matches!(fault.kind, FaultKind::Time | FaultKind::Hang);
                let word = if late { "timeout" } else { "resign" };
                leave(&mut game, &mut played, &mut history, word, &table);
            }
        }
    };
    played.reason = reason;
    Some(played)
}

/// What a seat's score holds however badly it stands: the places that are safe already.
fn safe(game: &Game, seat: Seat) -> i32 {
    with_position!(game.position(), p => draw_value(p, p.tables().allies[seat as usize]))
}

/// The player to move leaves the game.
fn leave(
    game: &mut Game,
    played: &mut Played,
    history: &mut Vec<String>,
    word: &str,
    table: &Table,
) {
    let seat = game.position().turn();
    game.retire(Game::leaving(word).unwrap_or(Reason::Resignation));
    history.push(word.to_string());
    played.note(word.to_string(), None, table.left(seat));
}

/// The fault of a text that is no legal move: illegal if it looks like a move.
fn no_move(text: &str) -> Fault {
    let looks = text.len() <= 40
        && text.chars().all(|c| c.is_ascii_alphanumeric() || ",=".contains(c))
        && text.chars().any(|c| c.is_ascii_digit());
    Fault::new(if looks { FaultKind::IllegalMove } else { FaultKind::Garbage }, text)
}

/// Clocks and scores at one table.
struct Table {
    limits: Vec<TimeControl>,
    clocks: Vec<Option<Clock>>,
    /// The scores of every seat, in hundredths of a pawn, without what is safe.
    scores: Vec<Vec<Option<i32>>>,
}

impl Table {
    fn new(limits: &[TimeControl]) -> Table {
        let clock = |limit: &TimeControl| match *limit {
            TimeControl::Clock { moves, time, increment } => {
                Some(Clock { time, increment, moves_to_go: moves })
            }
            _ => None,
        };
        Table {
            limits: limits.to_vec(),
            clocks: limits.iter().map(clock).collect(),
            scores: vec![Vec::new(); limits.len()],
        }
    }

    /// When a seat has overstepped its time.
    fn allowed(&self, seat: Seat, margin: Duration) -> Option<Duration> {
        match self.limits[seat as usize] {
            TimeControl::Clock { .. } => self.clocks[seat as usize].map(|c| c.time + margin),
            TimeControl::MoveTime(time) => Some(time + margin),
            TimeControl::Nodes(_) | TimeControl::Depth(_) => None,
        }
    }

    fn moved(&mut self, seat: Seat, answer: &Answer, safe: i32) {
        self.scores[seat as usize].push(answer.score.map(|score| score.centipawns() - safe));
        let limit = self.limits[seat as usize];
        if let (Some(clock), TimeControl::Clock { moves, time, .. }) =
            (&mut self.clocks[seat as usize], limit)
        {
            clock.time = clock.time.saturating_sub(answer.time) + clock.increment;
            if let Some(left) = &mut clock.moves_to_go {
                *left -= 1;
                if *left == 0 {
                    clock.time += time;
                    clock.moves_to_go = moves;
                }
            }
        }
    }

    /// What a seat's clock shows, if anybody at the table has one.
    fn left(&self, seat: Seat) -> Option<Option<Clock>> {
        self.clocks.iter().any(Option::is_some).then(|| self.clocks[seat as usize])
    }

    /// Whether the latest scores of a seat, a number of them, are all as a test wants them.
    fn latest(&self, seat: usize, count: u32, test: impl Fn(i32) -> bool) -> bool {
        let scores = &self.scores[seat];
        let Some(from) = scores.len().checked_sub(count as usize) else { return false };
        scores[from..].iter().all(|score| score.is_some_and(&test))
    }

    fn resigns(&self, adjudication: &Adjudication, seat: Seat, game: &Game) -> bool {
        let Some((limit, count)) = adjudication.resign else { return false };
        let seat = seat as usize;
        let agreed =
            game.variant().seats() != 2 || self.latest(1 - seat, count, |score| score >= limit);
        agreed && self.latest(seat, count, |score| score <= -limit)
    }

    fn draws(&self, adjudication: &Adjudication, plies: u32, game: &Game) -> bool {
        let Some((limit, count, after)) = adjudication.draw else { return false };
        game.variant().seats() == 2
            && plies >= after
            && (0..2).all(|seat| self.latest(seat, count, |score| score.abs() <= limit))
    }
}
