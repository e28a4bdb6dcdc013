//! 2 Level Guru Mahachaturaji (`guru`, `guru-teams`), by Charles Gilman.

use super::piece::{Motion, PawnSpec, PieceSpec, Promotion};
use super::rules::{Elimination, Guru, Rules};
use super::{Seat, Variant};
use crate::geometry::directions::permutations;
use crate::geometry::{Board, Cell, Vec3, add, scale, square};

const LAST: i8 = 9;

/// The two forward directions of a player's pawns.
const FORWARD: [[Vec3; 2]; 4] = [
    [[1, 0, 0], [0, 1, 0]],
    [[-1, 0, 0], [0, 1, 0]],
    [[-1, 0, 0], [0, -1, 0]],
    [[1, 0, 0], [0, -1, 0]],
];

/// What a pawn becomes on a far face, by the distance to the nearer corner of that face.
const PROMOTION: [&str; 5] = ["G", "R", "N", "E", "F"];

/// Camp coordinates with the symbols of what stands there.
type Placed = &'static [((i8, i8), &'static str)];

/// Camp coordinates of the pieces of the upper and of the lower level.
const CAMP: [[Placed; 2]; 2] = [
    [
        &[((0, 1), "E"), ((0, 2), "E"), ((2, 1), "E"), ((2, 2), "E"), ((1, 0), "R")],
        &[((2, 0), "N"), ((1, 2), "N"), ((1, 1), "F")],
    ],
    [
        &[((1, 0), "E"), ((2, 0), "E"), ((1, 2), "E"), ((2, 2), "E"), ((0, 1), "R")],
        &[((0, 2), "N"), ((2, 1), "N"), ((1, 1), "F")],
    ],
];

const PAWNS: [(i8, i8); 8] = [(3, 0), (3, 1), (3, 2), (3, 3), (2, 3), (1, 3), (0, 3), (4, 1)];

/// The board cell (x, y) of a player's camp coordinates.
fn camp_cell(seat: usize, (i, j): (i8, i8)) -> [i8; 2] {
    match seat {
        0 => [i, j],
        1 => [LAST - j, i],
        2 => [LAST - i, LAST - j],
        _ => [j, LAST - i],
    }
}

fn pawn(board: &Board, seat: Seat) -> PieceSpec {
    let [f, g] = FORWARD[seat as usize];
    let far_x = if f[0] > 0 { LAST } else { 0 };
    let far_y = if g[1] > 0 { LAST } else { 0 };
    let fixed: Vec<(Cell, &str)> = board
        .cells()
        .filter_map(|c| {
            let [x, y, _] = board.at(c);
            let along = if x == far_x {
                y
            } else if y == far_y {
                x
            } else {
                return None;
            };
            Some((c, PROMOTION[along.min(LAST - along) as usize]))
        })
        .collect();
    let never_on = fixed.iter().map(|&(c, _)| c).collect();
    let captures = [f, g]
        .iter()
        .flat_map(|&d| [add(d, [0, 0, 1]), add(d, [0, 0, -1])])
        .chain([add(f, g)])
        .collect();
    PieceSpec::pawn(
        "P",
        "Pawn",
        seat,
        PawnSpec {
            quiet: vec![f, g],
            captures,
            double_from: Vec::new(),
            en_passant: false,
            promotion: Promotion::Fixed(fixed),
            never_on,
        },
    )
}

fn pieces(board: &Board) -> Vec<PieceSpec> {
    let o = permutations([1, 0, 0]);
    let d = permutations([1, 1, 0]);
    let t = permutations([1, 1, 1]);
    let king = Motion::Leap([&o[..], &d].concat());
    let rook = Motion::ride(&o);
    let knight = Motion::Leap(permutations([2, 1, 0]));
    let elephant = Motion::Leap(d.iter().map(|&v| scale(2, v)).collect());
    let ferz = Motion::leap(&d);
    let guru = Motion::Leap([permutations([4, 1, 0]), permutations([5, 3, 0])].concat());
    let step = Motion::leap(&t);
    let piece = |symbol, name, motion: &Motion, promoted| {
        PieceSpec::new(symbol, name, vec![motion.clone()]).promoted_to(promoted)
    };
    let with_step = |symbol, name, motion: &Motion| {
        PieceSpec::new(symbol, name, vec![motion.clone(), step.clone()]).promotee()
    };
    let mut pieces = vec![
        piece("K", "King", &king, "Em").royal(),
        piece("R", "Rook", &rook, "Vr"),
        piece("N", "Knight", &knight, "Cv"),
        piece("E", "Elephant", &elephant, "Wf"),
        piece("F", "Ferz", &ferz, "Ba"),
        piece("G", "Guru", &guru, "Ig"),
    ];
    pieces.extend((0..4).map(|seat| pawn(board, seat).promoted_to("Ad")));
    pieces.extend([
        with_step("Em", "Emperor", &king).royal(),
        with_step("Vr", "Vicereine", &rook),
        with_step("Cv", "Cavallander", &knight),
        with_step("Wf", "Wilful", &elephant),
        with_step("Ba", "Baron", &ferz),
        with_step("Ig", "Igtivlander", &guru),
        with_step("Ad", "Archduke", &king),
    ]);
    pieces
}

fn start(board: &Board) -> String {
    board.placement(",", |cell| {
        let [x, y, level] = board.at(cell);
        (0..4).find_map(|seat| {
            let here = |camp| camp_cell(seat, camp) == [x, y];
            let king_is_up = seat % 2 == 0;
            let symbol = if here((0, 0)) {
                if king_is_up == (level == 0) { "K" } else { "G" }
            } else if PAWNS.into_iter().any(here) {
                "P"
            } else {
                let [big, small] = CAMP[level as usize];
                big.iter().chain(small).find(|(camp, _)| here(*camp))?.1
            };
            Some(format!("{}{symbol}", b"rogb"[seat] as char))
        })
    }) + " r rogb - - 0 1"
}

/// The definition of `guru` or `guru-teams`.
#[must_use]
pub fn variant(id: &'static str) -> Variant {
    let board = square::board(&["u", "l"], 10, 10);
    let mut rules = Rules::many_players(Elimination::Promote, 4);
    rules.guru = Some(Guru { gurus: &["G", "Ig"], charger: "E", max_leaps: 4 });
    let mut title = "2 Level Guru Mahachaturaji".to_string();
    if id == "guru-teams" {
        rules.teams = Some([0, 1, 0, 1]);
        title += ", teams";
    }
    let (pieces, start) = (pieces(&board), start(&board));
    Variant { id, title, players: "rogb", board, pieces, start, rules }
}
