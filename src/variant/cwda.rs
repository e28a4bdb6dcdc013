//! Chess with Different Armies (`chess`, `cwda-XY`), by Ralph Betza.

use super::piece::{Motion, PawnSpec, PieceSpec, Promotion};
use super::rules::{CastleSpec, Notation, Rules};
use super::{Seat, Variant};
use crate::geometry::directions::{flat, permutations};
use crate::geometry::{Board, Cell, Vec3, square};

/// One of the four armies: its id letter, name and the symbols of its rook, knight, bishop and
/// queen slots.
struct Army {
    letter: char,
    name: &'static str,
    slots: [&'static str; 4],
}

const ARMIES: [Army; 4] = [
    Army { letter: 'f', name: "Fabulous FIDEs", slots: ["R", "N", "B", "Q"] },
    Army { letter: 'c', name: "Colorbound Clobberers", slots: ["D", "W", "F", "C"] },
    Army { letter: 'n', name: "Nutty Knights", slots: ["G", "I", "T", "L"] },
    Army { letter: 'r', name: "Remarkable Rookies", slots: ["S", "Y", "H", "O"] },
];

fn army(letter: u8) -> &'static Army {
    ARMIES.iter().find(|a| a.letter as u8 == letter).expect("ids name known armies")
}

fn pattern(x: i8, y: i8) -> Vec<Vec3> {
    flat(&permutations([x, y, 0]))
}

/// The pieces of a symbol: one kind, or one per player if it has a forward direction.
fn pieces_of(symbol: &'static str) -> Vec<PieceSpec> {
    let (wazir, ferz) = (pattern(1, 0), pattern(1, 1));
    let (dabbaba, alfil, knight) = (pattern(2, 0), pattern(2, 2), pattern(2, 1));
    let three = pattern(3, 0);
    let leap = |sets: &[&[Vec3]]| Motion::Leap(sets.concat());
    let (rook, bishop) = (Motion::ride(&wazir), Motion::ride(&ferz));
    let plain = |name, motions| vec![PieceSpec::new(symbol, name, motions)];
    // `forward` is +1 for White and -1 for Black.
    let directed = |name, motions: &dyn Fn(i8) -> Vec<Motion>| {
        [1i8, -1]
            .into_iter()
            .zip([0, 1])
            .map(|(forward, seat)| PieceSpec::new(symbol, name, motions(forward)).heading(seat))
            .collect()
    };
    let pick = |set: &[Vec3], keep: &dyn Fn(Vec3) -> bool| -> Vec<Vec3> {
        set.iter().copied().filter(|&v| keep(v)).collect()
    };
    let king = [&wazir[..], &ferz].concat();
    match symbol {
        "K" => vec![PieceSpec::new("K", "King", vec![leap(&[&king])]).royal()],
        "R" => plain("Rook", vec![rook]),
        "N" => plain("Knight", vec![leap(&[&knight])]),
        "B" => plain("Bishop", vec![bishop]),
        "Q" => plain("Queen", vec![rook, bishop]),
        "D" => plain("Bede", vec![bishop, leap(&[&dabbaba])]),
        "W" => plain("Waffle", vec![leap(&[&wazir, &alfil])]),
        "F" => plain("Fad", vec![leap(&[&ferz, &alfil, &dabbaba])]),
        "C" => plain("Cardinal", vec![bishop, leap(&[&knight])]),
        "G" => directed("Charging Rook", &|f| {
            vec![
                Motion::ride(&pick(&wazir, &|v| v[1] * f >= 0)),
                Motion::Leap(pick(&king, &|v| v[1] * f < 0)),
            ]
        }),
        "I" => {
            let narrow = pick(&knight, &|v| v[1].abs() == 2);
            plain("Fibnif", vec![leap(&[&ferz, &narrow])])
        }
        "T" => directed("Charging Knight", &|f| {
            vec![leap(&[&pick(&knight, &|v| v[1] * f > 0), &pick(&king, &|v| v[1] * f <= 0)])]
        }),
        "L" => directed("Colonel", &|f| {
            vec![
                Motion::ride(&pick(&wazir, &|v| v[1] * f >= 0)),
                leap(&[&pick(&knight, &|v| v[1] * f > 0), &king]),
            ]
        }),
        "S" => plain("Short Rook", vec![Motion::Ride { steps: wazir, max: 4 }]),
        "Y" => plain("Woody Rook", vec![leap(&[&wazir, &dabbaba])]),
        "H" => plain("Half-Duck", vec![leap(&[&ferz, &dabbaba, &three])]),
        "O" => plain("Chancellor", vec![rook, leap(&[&knight])]),
        _ => unreachable!("army tables use known symbols"),
    }
}

fn pawn(board: &Board, seat: Seat, to: &[&'static str]) -> PieceSpec {
    let forward: i8 = if seat == 0 { 1 } else { -1 };
    let rank = |y: i8| -> Vec<Cell> { board.cells().filter(|&c| board.at(c)[1] == y).collect() };
    let (second, last) = if seat == 0 { (1, 7) } else { (6, 0) };
    PieceSpec::pawn(
        "P",
        "Pawn",
        seat,
        PawnSpec {
            quiet: vec![[0, forward, 0]],
            captures: vec![[-1, forward, 0], [1, forward, 0]],
            double_from: rank(second),
            en_passant: true,
            promotion: Promotion::Choice { zone: rank(last), forced: rank(last), to: to.to_vec() },
            never_on: [rank(0), rank(7)].concat(),
        },
    )
}

/// FIDE's castling, except that Clobberers castle long to b1 and c1, so that the Bede keeps
/// its colour.
fn castling(board: &Board, seat: Seat, army: &Army) -> Vec<CastleSpec> {
    let rank = if seat == 0 { '1' } else { '8' };
    let cell = |file: char| board.find(&format!("{file}{rank}")).expect("files a to h exist");
    let cells = |files: &str| files.chars().map(cell).collect::<Vec<_>>();
    let letter = |l: char| if seat == 0 { l } else { l.to_ascii_lowercase() };
    let (king_to, rook_to, safe) =
        if army.letter == 'c' { ('b', 'c', "edcb") } else { ('c', 'd', "edc") };
    let castle = |side, king_to, rook: (char, char), empty, safe| CastleSpec {
        letter: letter(side),
        seat,
        king: (cell('e'), cell(king_to)),
        rook: (cell(rook.0), cell(rook.1)),
        rook_symbol: army.slots[0],
        empty: cells(empty),
        safe: cells(safe),
    };
    vec![
        castle('K', 'g', ('h', 'f'), "fg", "efg"),
        castle('Q', king_to, ('a', rook_to), "bcd", safe),
    ]
}

/// The definition of `chess` or an army pairing.
///
/// # Panics
/// If the id is not a registered one.
#[must_use]
pub fn variant(id: &'static str) -> Variant {
    let pairing = id.strip_prefix("cwda-").unwrap_or("ff").as_bytes();
    let (white, black) = (army(pairing[0]), army(pairing[1]));
    let board = square::board(&[""], 8, 8);
    let mut slots: Vec<&'static str> = white.slots.to_vec();
    slots.extend(black.slots.iter().filter(|s| !white.slots.contains(s)));
    // Choices are listed strongest slot first, as people expect them.
    let mut pieces = pieces_of("K");
    for slot in [3, 0, 2, 1] {
        for symbol in slots.iter().skip(slot).step_by(4) {
            pieces.extend(pieces_of(symbol));
        }
    }
    pieces.extend([0, 1].map(|seat| pawn(&board, seat, &slots)));
    let back_rank = |a: &Army| {
        let [r, n, b, q] = a.slots;
        [r, n, b, q, "K", b, n, r].concat()
    };
    let start = format!(
        "{}/pppppppp/8/8/8/8/PPPPPPPP/{} w KQkq - 0 1",
        back_rank(black).to_lowercase(),
        back_rank(white)
    );
    let title = if id == "chess" {
        "Chess".to_string()
    } else {
        format!("Chess with Different Armies: {} v {}", white.name, black.name)
    };
    let mut rules = Rules::two_players(Notation::Fen);
    rules.castling = [castling(&board, 0, white), castling(&board, 1, black)].concat();
    if pairing == b"ff" {
        rules.dead_with = &["N", "B"];
    }
    Variant { id, title, players: "wb", board, pieces, start, rules }
}
