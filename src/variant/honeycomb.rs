//! 3-player Honeycomb and Wildhoney with their double-strength and pawnless forms, by Charles
//! Gilman.

use super::piece::{Motion, PawnSpec, PieceSpec, Promotion};
use super::rules::{Elimination, Rules};
use super::{Seat, Variant};
use crate::geometry::directions::{HexDirections, VERTICAL, combine};
use crate::geometry::{Board, Cell, Vec3, prism};

/// The two forward directions of a player's pawns.
fn forward(seat: Seat) -> [Vec3; 2] {
    match seat {
        0 => [[0, 1, 0], [1, 1, 0]],
        1 => [[1, 0, 0], [0, -1, 0]],
        _ => [[-1, 0, 0], [-1, -1, 0]],
    }
}

/// Columns of a player's corner, of the two next to it, and of the three pawns beyond.
const CAMPS: [[&str; 6]; 3] = [
    ["11", "12", "22", "13", "23", "33"],
    ["18", "17", "28", "16", "27", "38"],
    ["88", "77", "78", "66", "67", "68"],
];

fn pawn(board: &Board, seat: Seat, double: bool, to: &[&'static str]) -> PieceSpec {
    let [f, g] = forward(seat);
    let mut directions = vec![f, g];
    if double {
        directions.push([f[0] + g[0], f[1] + g[1], 0]);
    }
    let stuck: Vec<Cell> =
        board.cells().filter(|&c| directions.iter().all(|&d| board.step(c, d).is_none())).collect();
    let (name, captures) = (if double { "Pawnout" } else { "Pawn" }, combine(&directions, 1, 1));
    PieceSpec::pawn(
        "P",
        name,
        seat,
        PawnSpec {
            quiet: directions,
            captures,
            double_from: Vec::new(),
            en_passant: false,
            promotion: Promotion::Choice {
                zone: stuck.clone(),
                forced: stuck.clone(),
                to: to.to_vec(),
            },
            never_on: stuck,
        },
    )
}

/// The pieces of a game in the order of the piece table.
fn pieces(board: &Board, wild: bool, double: bool) -> Vec<PieceSpec> {
    let hex: HexDirections = prism::triangle_directions();
    // The horizontal directions that count as orthogonal.
    let mut u = hex.orthogonal.to_vec();
    if double {
        u.extend(hex.diagonal);
    }
    let straight = [&u[..], &VERTICAL].concat();
    let diagonal = combine(&u, 1, 1);
    let knight = [combine(&u, 2, 1), combine(&u, 1, 2)].concat();
    let camel = [combine(&u, 3, 1), combine(&u, 1, 3)].concat();
    let (rook, bishop) = (Motion::ride(&straight), Motion::ride(&diagonal));
    let rings = if double { vec![hex.orthogonal, hex.diagonal] } else { vec![hex.orthogonal] };
    let finch = vec![Motion::Curved(rings), Motion::leap(&VERTICAL)];
    let curved = if double {
        PieceSpec::new("O", "Cohen", finch)
    } else {
        PieceSpec::new("F", "Finch", finch)
    };
    let king = Motion::Leap([&straight[..], &diagonal].concat());
    let promotions: &[&'static str] = match (wild, double) {
        (true, _) => &["Q", "R", "B", "N", "C", "G"],
        (false, false) => &["Q", "R", "B", "N", "F"],
        (false, true) => &["Q", "R", "B", "N", "O"],
    };
    let mut pieces = vec![
        PieceSpec::new("R", "Rook", vec![rook.clone()]),
        PieceSpec::new("B", "Bishop", vec![bishop.clone()]),
        PieceSpec::new("Q", "Queen", vec![rook, bishop]),
        PieceSpec::new("K", "King", vec![king]).royal(),
        PieceSpec::new("N", "Knight", vec![Motion::leap(&knight)]),
        PieceSpec::new("C", "Camel", vec![Motion::leap(&camel)]),
        PieceSpec::new("G", "Gnu", vec![Motion::Leap([knight, camel].concat())]),
        curved,
    ];
    pieces.extend((0..3).map(|seat| pawn(board, seat, double, promotions)));
    pieces
}

/// The start position: corner and next columns by level, pawns on every level.
fn start(board: &Board, wild: bool, double: bool, pawnless: bool) -> String {
    let f = if double { "O" } else { "F" };
    let corner = if wild { ["R", "Q", "K", "G", "R"] } else { ["R", "Q", "K", "Q", "R"] };
    let next = if wild { ["B", "C", "N", "C", "B"] } else { ["B", "N", f, "N", "B"] };
    board.placement(",", |cell| {
        let [a, b, level] = board.at(cell);
        let column = format!("{a}{b}");
        let (seat, place) = CAMPS.iter().enumerate().find_map(|(seat, camp)| {
            camp.iter().position(|c| *c == column).map(|place| (seat, place))
        })?;
        let symbol = match place {
            0 => corner[level as usize],
            1 | 2 => next[level as usize],
            _ if pawnless => return None,
            _ => "P",
        };
        Some(format!("{}{symbol}", b"ryb"[seat] as char))
    }) + " r ryb - - 0 1"
}

/// The definition of one of the eight honeycomb games.
#[must_use]
pub fn variant(id: &'static str) -> Variant {
    let (wild, double, pawnless) =
        (id.starts_with("wildhoney"), id.contains("-double"), id.ends_with("-pawnless"));
    let board = prism::triangle();
    let mut title = format!("3-player {}", if wild { "Wildhoney" } else { "Honeycomb" });
    let mut forms = Vec::new();
    if double {
        forms.push("double-strength");
    }
    if pawnless {
        forms.push("pawnless");
    }
    if !forms.is_empty() {
        title = format!("{title}, {}", forms.join(" and "));
    }
    let pieces = pieces(&board, wild, double);
    let start = start(&board, wild, double, pawnless);
    let rules = Rules::many_players(Elimination::Recruit, 3);
    Variant { id, title, players: "ryb", board, pieces, start, rules }
}
