//! What must hold in every position of every game, whatever its rules are.

mod common;
mod symmetry;

use common::{is_capture, wander};
use simurgh::geometry::{self, CellSet};
use simurgh::position::{AnyPosition, Move, MoveFlag, Position, Scope, with_position};
use simurgh::variant::{self, Elimination};
use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use symmetry::{Symmetry, symmetries};

/// Runs a check on the positions of random games of every game.
fn everywhere(games: usize, plies: usize, check: impl Fn(&AnyPosition)) {
    for id in variant::ids() {
        let mut seen = 0;
        wander(id, games, plies, |game| {
            check(game.position());
            seen += 1;
        });
        assert!(seen > games, "{id}: only {seen} positions");
    }
}

fn texts(position: &AnyPosition) -> Vec<String> {
    let mut texts: Vec<String> =
        position.legal_moves().into_iter().map(|mv| position.move_text(mv)).collect();
    texts.sort();
    texts
}

#[test]
fn hashes_follow_the_board() {
    everywhere(8, 60, |position| {
        with_position!(position, p => for mv in p.legal_moves() {
            let after = p.after(mv);
            assert_eq!(after.hash(), after.computed_hash(), "{} {}", p.fen(), p.move_text(mv));
        });
    });
}

#[test]
fn strings_lead_back_to_their_positions() {
    everywhere(8, 60, |position| {
        let fen = position.fen();
        let read = AnyPosition::read(position.variant(), &fen);
        let read = read.unwrap_or_else(|e| panic!("{fen}: {e}"));
        assert_eq!(read.fen(), fen);
        assert_eq!(read.hash(), position.hash(), "{fen}");
        assert_eq!(texts(&read), texts(position), "{fen}");
    });
}

/// Whether an enemy King stands attacked at the beginning of a turn.
fn leaves_a_checkmate<const W: usize>(p: &Position<W>) -> bool {
    (0..4).any(|seat| {
        p.living_enemies(p.turn()) >> seat & 1 != 0
            && !p.attackers(p.king(seat), p.turn()).is_empty()
    })
}

#[test]
fn moves_keep_the_own_king_safe() {
    everywhere(8, 60, |position| {
        with_position!(position, p => for mv in p.legal_moves() {
            let after = p.after(mv);
            let line = || format!("{} {}", p.fen(), p.move_text(mv));
            // A pass may leave the King in check, and after an elimination others attack it
            // whom the fallen held back.
            if mv != Move::PASS && after.survivors() == p.survivors() {
                assert!(!after.in_check(p.turn()), "{}", line());
            }
            if after.finished().is_none() {
                assert!(!leaves_a_checkmate(&after), "{}", line());
            }
        });
    });
}

/// Whether a move changes what the piece is.
fn promotes<const W: usize>(p: &Position<W>, mv: Move) -> bool {
    let is_pawn = |kind: u8| p.tables().variant.pieces[kind as usize].pawn.is_some();
    let piece = p.piece_on(mv.from());
    let becomes = p.after(mv).piece_on(mv.to());
    mv.flag() != MoveFlag::Charge
        && piece.is_some_and(|piece| is_pawn(piece.kind()))
        && becomes.is_some_and(|piece| !is_pawn(piece.kind()))
}

#[test]
fn generators_agree() {
    everywhere(6, 30, |position| {
        let captures: Vec<Move> =
            position.legal_moves().into_iter().filter(|&mv| is_capture(position, mv)).collect();
        with_position!(position, p => {
            let moves = p.legal_moves();
            let set: HashSet<Move> = moves.iter().copied().collect();
            assert_eq!(set.len(), moves.len(), "{}: moves twice", p.fen());
            assert_eq!(p.count_legal_moves(), moves.len(), "{}", p.fen());
            assert_eq!(p.perft(0), 1);
            assert_eq!(p.perft(1), moves.len() as u64, "{}", p.fen());
            let sum: usize = moves.iter().map(|&mv| p.after(mv).legal_moves().len()).sum();
            assert_eq!(p.perft(2), sum as u64, "{}", p.fen());
            let mut list = Vec::new();
            p.generate(Scope::Noisy, &mut list);
            let noisy: HashSet<Move> = list.iter().copied().collect();
            assert_eq!(list.len(), noisy.len(), "{}: noisy moves twice", p.fen());
            assert!(noisy.is_subset(&set), "{}: noisy moves that are not legal", p.fen());
            let promotions: Vec<Move> =
                moves.iter().copied().filter(|&mv| promotes(p, mv)).collect();
            for &mv in &list {
                let named = captures.contains(&mv) || promotions.contains(&mv);
                assert!(named, "{} {} is noisy", p.fen(), p.move_text(mv));
            }
            for mv in captures.iter().chain(&promotions) {
                assert!(noisy.contains(mv), "{} {} is not noisy", p.fen(), p.move_text(*mv));
            }
        });
    });
}

/// Moves of earlier positions, too, are judged right without a list of all moves.
#[test]
fn moves_allowed_are_those_listed() {
    let earlier: RefCell<Vec<Move>> = RefCell::default();
    let refused = Cell::new(0);
    everywhere(8, 60, |position| {
        with_position!(position, p => {
            let legal = p.legal_moves();
            let mut candidates = earlier.borrow_mut();
            for &mv in legal.iter().chain(candidates.iter()) {
                let plain = mv != Move::PASS && mv.flag() != MoveFlag::Charge;
                let expected = plain && legal.contains(&mv);
                assert_eq!(p.allows(mv), expected, "{} {mv:?}", p.fen());
                assert_eq!(Move::from_compact(mv.compact()).is_some(), mv.flag() != MoveFlag::Charge);
                refused.set(refused.get() + usize::from(!expected));
            }
            *candidates = legal;
        });
    });
    assert!(refused.get() > 10_000, "only {} moves were refused", refused.get());
}

/// What looks at all moves at once sees the threats that looking at each sees, but for riders that
/// the cell they leave was in the way of; of all Kings, and of each one alone.
#[test]
fn threats_are_found_at_once() {
    let (seen, missed) = (Cell::new(0), Cell::new(0));
    everywhere(8, 60, |position| {
        if position.variant().seats() == 2 {
            return;
        }
        with_position!(position, p => {
            for kings in [!0, 1, 2, 4, 8] {
                let threats = p.threats(kings);
                for mv in p.legal_moves() {
                    if mv == Move::PASS || mv.flag() == MoveFlag::Charge {
                        continue;
                    }
                    let counted = p.living_enemies(p.turn()) & kings;
                    let mut enemies = (0..4).filter(|s| counted >> s & 1 != 0);
                    let direct = enemies.any(|enemy| p.checks_directly(mv, enemy));
                    let expected = direct || threats.screens.contains(mv.from());
                    let found = p.threatens_a_king(mv, &threats);
                    assert!(expected || !found, "{} {mv:?} {kings:b}", p.fen());
                    seen.set(seen.get() + usize::from(found));
                    missed.set(missed.get() + usize::from(expected && !found));
                }
            }
        });
    });
    let (seen, missed) = (seen.get(), missed.get());
    assert!(seen > 1000 && missed * 20 < seen, "{seen} threats seen, {missed} missed");
}

/// Moves that check directly go where pieces of their kind may check from.
#[test]
fn checks_come_from_where_they_may() {
    let (checks, others) = (Cell::new(0), Cell::new(0));
    everywhere(8, 60, |position| {
        if position.variant().seats() > 2 {
            return;
        }
        with_position!(position, p => {
            let enemy = 1 - p.turn();
            for mv in p.legal_moves() {
                let Some(piece) = p.piece_on(mv.from()) else { continue };
                let may = p.may_check_from(piece.kind(), enemy).contains(mv.to());
                let does = p.checks_directly(mv, enemy);
                assert!(may || !does, "{} {mv:?}", p.fen());
                checks.set(checks.get() + usize::from(does));
                others.set(others.get() + usize::from(!may));
            }
        });
    });
    let (checks, others) = (checks.get(), others.get());
    assert!(checks > 200 && others > 1000, "{checks} checks, {others} moves elsewhere");
}

/// Whoever attacks a cell reaches it, and whoever reaches it attacks it, whatever stands where.
#[test]
fn attackers_are_those_who_reach_a_cell() {
    let attacks = Cell::new(0);
    everywhere(4, 40, |position| {
        with_position!(position, p => {
            let tables = p.tables();
            let seats = p.living_enemies(p.turn());
            // Once as it is, once with every fifth piece gone.
            let thinned = p.occupied().into_iter().filter(|cell| cell.index() % 5 != 0).collect();
            for occupied in [p.occupied(), thinned] {
                for target in tables.variant.board.cells() {
                    // A hopper attacks what it could capture there.
                    let filled = occupied.with(target);
                    let reaches = |from: &geometry::Cell| {
                        let piece = p.piece_on(*from).expect("a piece");
                        let reach = tables.reach(piece.kind(), *from, &filled);
                        seats >> piece.seat() & 1 != 0 && *from != target && reach.1.contains(target)
                    };
                    let wanted = occupied.into_iter().filter(reaches).collect();
                    let found = p.attackers_within(target, seats, &occupied);
                    assert!(found == wanted, "{} {target:?}", p.fen());
                    attacks.set(attacks.get() + found.count());
                }
            }
        });
    });
    assert!(attacks.get() > 10_000, "only {} attacks", attacks.get());
}

/// A piece put on a cell ends an attack on a King if the cell is one of the remedies, unless the
/// attacker has another way; and on no other cell.
#[test]
fn remedies_are_the_cells_on_which_attacks_end() {
    let (ended, in_vain) = (Cell::new(0), Cell::new(0));
    everywhere(8, 60, |position| {
        if position.variant().seats() == 2 {
            return;
        }
        with_position!(position, p => {
            let occupied = p.occupied();
            for victim in (0..4).filter(|seat| p.alive() >> seat & 1 != 0) {
                let enemies = p.living_enemies(victim);
                let remedies = p.remedies(enemies, 1 << victim);
                let attackers = p.attackers_within(p.king(victim), enemies, &occupied);
                for attacker in attackers {
                    assert!(remedies.contains(attacker), "{} {attacker:?}", p.fen());
                }
                let cells = p.tables().variant.board.cells();
                for cell in cells.filter(|&cell| !occupied.contains(cell)) {
                    let left = p.attackers_within(p.king(victim), enemies, &occupied.with(cell));
                    if left == attackers {
                        in_vain.set(in_vain.get() + usize::from(remedies.contains(cell)));
                    } else {
                        assert!(remedies.contains(cell), "{} {cell:?}", p.fen());
                        ended.set(ended.get() + 1);
                    }
                }
            }
        });
    });
    let (ended, in_vain) = (ended.get(), in_vain.get());
    assert!(ended > 1000 && in_vain * 5 < ended, "{ended} attacks ended, {in_vain} not");
}

/// At its owner's turn a King flees to where it may step, and nowhere else.
#[test]
fn flights_are_the_steps_of_kings() {
    let steps = Cell::new(0);
    everywhere(8, 60, |position| {
        if position.variant().seats() == 2 {
            return;
        }
        with_position!(position, p => {
            let king = p.king(p.turn());
            let is_step = |mv: &Move| mv.flag() == MoveFlag::Plain && mv.from() == king;
            let mut stepped = CellSet::EMPTY;
            for step in p.legal_moves().into_iter().filter(is_step) {
                stepped.insert(step.to());
            }
            assert_eq!(p.flights(p.turn()), stepped, "{}", p.fen());
            steps.set(steps.get() + stepped.count());
        });
    });
    assert!(steps.get() > 10_000, "{} steps", steps.get());
}

/// At any other player's turn it could flee to the steps that nobody would attack.
#[test]
fn flights_are_steps_that_nobody_attacks() {
    let (flights_met, denied) = (Cell::new(0), Cell::new(0));
    everywhere(8, 60, |position| {
        if position.variant().seats() == 2 {
            return;
        }
        with_position!(position, p => {
            for seat in (0..p.tables().variant.seats() as u8).filter(|&seat| p.is_alive(seat)) {
                let king = p.king(seat);
                let Some(royal) = p.piece_on(king) else { continue };
                let (flights, enemies) = (p.flights(seat), p.living_enemies(seat));
                let steps = p.tables().kinds[royal.kind() as usize].leaps[king.index()];
                let allies = p.tables().allies[seat as usize];
                for cell in steps {
                    if p.piece_on(cell).is_some_and(|piece| allies >> piece.seat() & 1 != 0) {
                        continue;
                    }
                    let occupied = p.occupied().without(king);
                    let is_safe = p.attackers_within(cell, enemies, &occupied).is_empty();
                    // Kings that may not face each other have fewer.
                    if is_safe && p.tables().facing != 0 {
                        continue;
                    }
                    assert_eq!(flights.contains(cell), is_safe, "{} {cell:?}", p.fen());
                    let met = if is_safe { &flights_met } else { &denied };
                    met.set(met.get() + 1);
                }
            }
        });
    });
    let (flights_met, denied) = (flights_met.get(), denied.get());
    assert!(flights_met > 10_000 && denied > 3_000, "{flights_met} flights, {denied} denied");
}

/// A piece between a cell and a rider is one whose departure lets the rider attack the cell.
#[test]
fn screens_of_cells_are_what_hides_them_from_riders() {
    let (found, none) = (Cell::new(0), Cell::new(0));
    everywhere(4, 30, |position| {
        if position.variant().seats() == 2 {
            return;
        }
        with_position!(position, p => {
            let (seat, all) = (p.turn(), p.occupied());
            let (king, enemies) = (p.king(seat), p.living_enemies(seat));
            let flights = p.flights(seat);
            let screens = p.screens_of(flights, seat);
            for cell in all.without(king) {
                let rest = all.without(king).without(cell);
                let opens = flights
                    .without(cell)
                    .into_iter()
                    .any(|flight| !p.attackers_within(flight, enemies, &rest).is_empty());
                assert!(!opens || screens.contains(cell), "{} {cell:?}", p.fen());
                let met = if opens { &found } else { &none };
                met.set(met.get() + 1);
            }
        });
    });
    let (found, none) = (found.get(), none.get());
    assert!(found > 300 && none > 1000, "{found} pieces hide a cell, {none} none");
}

#[test]
fn texts_lead_back_to_their_moves() {
    everywhere(6, 30, |position| {
        for mv in position.legal_moves() {
            let text = position.move_text(mv);
            assert_eq!(position.find_move(&text), Some(mv), "{} {text}", position.fen());
        }
    });
}

/// The legal moves of the image of a position, found by way of its preimage.
fn mapped_texts(symmetry: &Symmetry, position: &AnyPosition, image: &AnyPosition) -> Vec<String> {
    let mut mapped: Vec<String> = texts(position)
        .iter()
        .map(|text| {
            let mapped = symmetry.move_text(position, text);
            if !text.contains(',') {
                return mapped;
            }
            // Of the sequences that are one charge, another may come first in the image.
            let charge = image.find_move(&mapped);
            charge.map_or(mapped, |charge| image.move_text(charge))
        })
        .collect();
    mapped.sort();
    mapped
}

/// Reason and places of a finished game, as they are for the image's players.
fn outcome(position: &AnyPosition, seats: &[u8]) -> Option<(String, Vec<f64>)> {
    let outcome = with_position!(position, p => p.finished())?;
    let mut places = vec![0.0; seats.len()];
    for (seat, &image) in seats.iter().enumerate() {
        places[image as usize] = outcome.place(seat as u8);
    }
    Some((outcome.reason.to_string(), places))
}

/// A position string without its last field, the round, which depends on who began.
fn without_round(position: &AnyPosition) -> String {
    let fen = position.fen();
    let (rest, _) = fen.rsplit_once(' ').expect("a string of several fields");
    rest.to_string()
}

/// Whether a checkmate on the way may be delivered by different pieces in a position and in its
/// image: if several attack a King, cell order decides, which no map keeps.
fn is_decided_by_cell_order(position: &AnyPosition, next: &AnyPosition) -> bool {
    let survivors = |p: &AnyPosition| with_position!(p, p => p.survivors());
    position.variant().rules.elimination == Elimination::Promote
        && survivors(position) != survivors(next)
}

fn check_symmetry(symmetry: &Symmetry, position: &AnyPosition) {
    let image = symmetry.image(position);
    let context = || format!("{} of {}\nis {}", symmetry.name, position.fen(), image.fen());
    let identity: Vec<u8> = (0..symmetry.seats.len() as u8).collect();
    assert_eq!(texts(&image), mapped_texts(symmetry, position, &image), "{}", context());
    if !symmetry.keeps_turn_order {
        return;
    }
    // A few of the moves, evenly taken.
    let moves = position.legal_moves();
    for &mv in moves.iter().step_by(moves.len().div_ceil(12).max(1)) {
        let text = position.move_text(mv);
        let mut next = position.clone();
        next.make(mv);
        let mut next_image = image.clone();
        let mapped = symmetry.move_text(position, &text);
        next_image
            .make(image.find_move(&mapped).unwrap_or_else(|| panic!("{mapped}: {}", context())));
        if is_decided_by_cell_order(position, &next) {
            continue;
        }
        let ends = [outcome(&next_image, &identity), outcome(&next, symmetry.seats)];
        assert_eq!(ends[0], ends[1], "{text}: {}", context());
        if ends[0].is_none() {
            let wanted = without_round(&symmetry.image(&next));
            assert_eq!(without_round(&next_image), wanted, "{text}: {}", context());
        }
    }
}

#[test]
fn symmetries_of_the_boards_change_nothing() {
    for id in variant::ids() {
        let symmetries = symmetries(id);
        let mut applied = vec![0; symmetries.len()];
        wander(id, 6, 20, |game| {
            for (symmetry, applied) in symmetries.iter().zip(&mut applied) {
                if symmetry.applies(game.position()) {
                    check_symmetry(symmetry, game.position());
                    *applied += 1;
                }
            }
        });
        assert!(applied.iter().all(|&times| times > 5), "{id}: {applied:?}");
    }
}
