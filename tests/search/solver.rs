//! Decided ends by brute force: no table, no ordering, no bounds, only the rules.

use simurgh::position::{Move, Position};

/// Whether a game is over for a side (a bit per seat) here, and if so whether it has won;
/// without games that end for lack of moves.
fn ended<const W: usize>(position: &Position<W>, side: u8) -> Option<bool> {
    if let Some(reason) = position.ended() {
        let outcome = position.outcome_by(reason);
        let won = (0..8).any(|seat| side >> seat & 1 != 0 && outcome.place(seat) == 1.0);
        return Some(won && !reason.is_draw());
    }
    if position.alive() & side == 0 {
        return Some(false);
    }
    position.is_dead().then_some(false)
}

/// Whether a side can force a win within a number of plies, whatever all others do.
pub fn forces_win<const W: usize>(position: &Position<W>, side: u8, plies: u32) -> bool {
    if let Some(won) = ended(position, side) {
        return won;
    }
    let ours = side >> position.turn() & 1 != 0;
    let checked = position.in_check(position.turn());
    if plies == 0 {
        // Lack of moves ends games for two alone; elsewhere there is at least a pass.
        return !ours && checked && position.count_legal_moves() == 0;
    }
    let moves = position.legal_moves();
    if moves.is_empty() {
        return checked && !ours;
    }
    let mut after = moves.into_iter().map(|mv| position.after(mv));
    if ours {
        after.any(|next| forces_win(&next, side, plies - 1))
    } else {
        after.all(|next| forces_win(&next, side, plies - 1))
    }
}

/// The moves after which the mover's side wins within a number of plies, that move included.
pub fn winning_moves<const W: usize>(position: &Position<W>, plies: u32) -> Vec<Move> {
    let side = side_of(position);
    let wins = |mv: &Move| forces_win(&position.after(*mv), side, plies - 1);
    position.legal_moves().into_iter().filter(wins).collect()
}

/// The seats on the mover's side.
pub fn side_of<const W: usize>(position: &Position<W>) -> u8 {
    position.tables().allies[position.turn() as usize]
}

/// The plies to a decided end within a horizon: positive if the mover's side wins, negative if
/// it loses (games for two).
pub fn decided_within<const W: usize>(position: &Position<W>, horizon: u32) -> Option<i32> {
    let ours = side_of(position);
    let theirs = 3 & !ours;
    (1..=horizon).find_map(|plies| {
        if plies % 2 == 1 {
            forces_win(position, ours, plies).then_some(plies as i32)
        } else {
            forces_win(position, theirs, plies).then_some(-(plies as i32))
        }
    })
}

/// Whether a player is certain to be in the game still when their turn comes again, whatever
/// the others do, and not to be mated then: in check, without a move, and out as soon as at
/// most one other has moved.
pub fn is_safe<const W: usize>(position: &Position<W>, seat: u8) -> bool {
    if !position.is_alive(seat) {
        return false;
    }
    if position.ended().is_some() {
        return true;
    }
    let moves = position.legal_moves();
    if position.turn() != seat {
        return moves.into_iter().all(|mv| is_safe(&position.after(mv), seat));
    }
    if moves != [Move::PASS] || !position.in_check(seat) {
        return true;
    }
    let passed = position.after(Move::PASS);
    let stays = |mv: Move| passed.after(mv).is_alive(seat);
    passed.is_alive(seat) && passed.legal_moves().into_iter().all(stays)
}

/// Whether it is certain that fewer than a number of players are left, a player among them,
/// when that player's turn comes again.
pub fn is_reduced<const W: usize>(position: &Position<W>, seat: u8, below: u32) -> bool {
    if !position.is_alive(seat) {
        return false;
    }
    if position.ended().is_some() || position.turn() == seat {
        return position.survivors() < below;
    }
    position.legal_moves().into_iter().all(|mv| is_reduced(&position.after(mv), seat, below))
}
