//! Decided results of the search against brute force, in games for two.
//!
//! The search extends checks, so it may see an end beyond its depth; but every end within its
//! depth it must find, and every end it claims must be there.

use super::random;
use super::solver::{decided_within, forces_win, side_of};
use super::{HUNT, engine, follow, full_width, game, search, to_depth};
use rand::RngExt;
use simurgh::engine::Engine;
use simurgh::position::{Game, Position, with_position};
use simurgh::search::Model;

/// Brute force follows claims up to this length; longer ones must at least have a line that
/// ends as claimed.
const LONGEST_PROOF: i32 = 5;

/// Whether a claimed end can be forced.
fn is_proved<const W: usize>(position: &Position<W>, claim: i32) -> bool {
    let ours = side_of(position);
    let winner = if claim > 0 { ours } else { 3 & !ours };
    forces_win(position, winner, claim.unsigned_abs())
}

/// Compares one search to a depth with brute force to the same depth; the plies to the end
/// that both found.
fn compare(engine: &mut Engine, game: &Game, depth: u32) -> Option<i32> {
    engine.clear();
    let found = search(engine, game, &to_depth(depth));
    let claimed = found.plies_to_end();
    let fen = game.position().fen();
    let id = game.variant().id;
    let wanted = with_position!(game.position(), p => decided_within(p, depth));
    if wanted.is_some() {
        assert_eq!(claimed, wanted, "{id} depth {depth}: {fen}");
    }
    if let Some(claim) = claimed {
        let line = found.line();
        let end = follow(game.position(), line).unwrap_or_else(|e| panic!("{id}: {e}"));
        if claim.abs() <= LONGEST_PROOF {
            let proved = with_position!(game.position(), p => is_proved(p, claim));
            assert!(proved, "{id} depth {depth}: no end in {claim}: {fen}");
        } else if line.len() == claim.unsigned_abs() as usize {
            assert!(with_position!(&end, p => p.finished()).is_some(), "{id}: {fen}");
        }
    }
    wanted
}

/// How often an end was found.
#[derive(Default)]
struct Tally {
    positions: usize,
    wins: usize,
    losses: usize,
}

impl Tally {
    /// Compares a position, and if it is won also the lost one after the best move.
    fn compare(&mut self, engine: &mut Engine, game: &Game, depth: u32) {
        self.positions += 1;
        match compare(engine, game, depth) {
            Some(plies) if plies > 1 => {
                self.wins += 1;
                let best = search(engine, game, &to_depth(depth)).report.best.expect("a move");
                let mut lost = game.clone();
                lost.play(best);
                assert_eq!(compare(engine, &lost, plies as u32 - 1), Some(1 - plies));
                self.losses += 1;
            }
            Some(plies) if plies > 0 => self.wins += 1,
            Some(_) => self.losses += 1,
            None => (),
        }
    }

    /// Nothing is shown by positions without an end in sight.
    fn check(&self, least: usize) {
        let Tally { positions, wins, losses } = self;
        println!("{wins} wins and {losses} losses in {positions} positions");
        assert!(*wins >= least && *losses >= least / 4, "only {wins} wins and {losses} losses");
    }
}

const PAIRINGS: [&str; 8] =
    ["chess", "cwda-cc", "cwda-nn", "cwda-rr", "cwda-fc", "cwda-cn", "cwda-nr", "cwda-rf"];

#[test]
fn chess_and_armies_after_random_play() {
    let mut random = random::seeded(1);
    let mut engine = full_width(1);
    let mut tally = Tally::default();
    for id in PAIRINGS {
        for _ in 0..40 {
            let plies = random.random_range(20..160);
            tally.compare(&mut engine, &random::played(id, plies, &mut random), 3);
        }
    }
    tally.check(20);
}

#[test]
fn chess_and_armies_with_few_pieces() {
    let mut random = random::seeded(2);
    let mut engine = full_width(1);
    let mut tally = Tally::default();
    for id in PAIRINGS {
        for _ in 0..25 {
            tally.compare(&mut engine, &random::scattered(id, "wb", &[4, 1], &mut random), 3);
            tally.compare(&mut engine, &random::scattered(id, "wb", &[1, 3], &mut random), 4);
        }
    }
    tally.check(40);
}

#[test]
fn chess_and_armies_before_a_win() {
    let mut random = random::seeded(3);
    let mut engine = full_width(1);
    let mut tally = Tally::default();
    for id in PAIRINGS {
        for game in random::before_a_win(id, 5, &mut random) {
            tally.compare(&mut engine, &game, 3);
        }
    }
    tally.check(8);
}

/// A search that leaves moves out may miss an end or see it late, but claims none that is not
/// there.
#[test]
fn a_selective_search_claims_only_what_can_be_forced() {
    let mut random = random::seeded(5);
    let mut engine = super::engine(1);
    let mut claims = 0;
    for id in PAIRINGS {
        let mut games: Vec<Game> = random::before_a_win(id, 4, &mut random);
        games.extend((0..14).map(|_| random::scattered(id, "wb", &[4, 1], &mut random)));
        for game in games {
            engine.clear();
            let found = search(&engine, &game, &to_depth(6));
            let Some(claim) = found.plies_to_end() else { continue };
            if claim.abs() <= LONGEST_PROOF {
                let fen = game.position().fen();
                let proved = with_position!(game.position(), p => is_proved(p, claim));
                assert!(proved, "{id}: no end in {claim}: {fen}");
                claims += 1;
            }
        }
    }
    assert!(claims >= 30, "only {claims} claims to look at");
}

#[test]
fn ninja() {
    let mut random = random::seeded(4);
    let mut engine = full_width(1);
    let mut tally = Tally::default();
    for _ in 0..4 {
        let plies = random.random_range(60..240);
        tally.compare(&mut engine, &random::played("ninja", plies, &mut random), 3);
    }
    for _ in 0..20 {
        tally.compare(&mut engine, &random::scattered("ninja", "wb", &[14, 1], &mut random), 3);
    }
    for _ in 0..3 {
        for game in random::before_a_win("ninja", 4, &mut random) {
            tally.compare(&mut engine, &game, 3);
        }
    }
    tally.check(4);
}

/// However much is expected, a win is told only of games that have ended.
#[test]
fn what_is_as_good_as_won_is_not_won() {
    let mut engine = engine(1);
    engine.settings_mut().model = Model::MaxN;
    let game = game("honeycomb", HUNT);
    let score = search(&engine, &game, &to_depth(1)).report.score;
    assert!(!score.is_decided() && score.raw() > 300, "{score:?}");
}
