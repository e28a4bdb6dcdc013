//! Ecumenical Eurasian Ninjachess (`ninja`), by Charles Gilman.

use super::piece::{Motion, PawnSpec, PieceSpec, Promotion};
use super::rules::{Notation, Rules};
use super::{Seat, Variant};
use crate::geometry::directions::permutations;
use crate::geometry::{Board, Cell, Vec3, cube};

/// White's start by row of files from the top: rank 1, rank 2, and where rank 3 has Pawns.
const START: [([&str; 5], [&str; 5], [bool; 5]); 5] = {
    const X: bool = true;
    const O: bool = false;
    [
        (["Ms", "Cv", "R", "Nv", "Ns"], ["Y", "Y", "B", "Y", "Y"], [X, X, X, X, X]),
        (["Cp", "Cd", "Q", "Nr", "Nl"], ["Cp", "Ca", "B", "Nm", "Nl"], [O, O, X, O, O]),
        (["R", "Gn", "K", "Nt", "C"], ["N", "Ca", "Y", "Nm", "Nj"], [X, O, X, O, X]),
        (["Ph", "Ch", "T", "Rh", "Lh"], ["Ph", "N", "A", "Nj", "Lh"], [O, O, X, O, O]),
        (["Mh", "Vh", "C", "Xh", "Sh"], ["Y", "Y", "A", "Y", "Y"], [X, X, X, X, X]),
    ]
};

/// The cells of a rank as a player counts it from their own side, 1 to 10.
fn rank(board: &Board, seat: Seat, rank: i8) -> Vec<Cell> {
    let y = if seat == 0 { rank - 1 } else { 10 - rank };
    board.cells().filter(|&c| board.at(c)[1] == y).collect()
}

fn pawn(board: &Board, seat: Seat, yeoman: bool) -> PieceSpec {
    let y: i8 = if seat == 0 { 1 } else { -1 };
    let straight = vec![[0, y, 0]];
    let slanted: Vec<Vec3> = vec![[-1, y, 0], [1, y, 0], [0, y, -1], [0, y, 1]];
    let own = |r| rank(board, seat, r);
    let promotion =
        Promotion::Reserve { zone: [own(8), own(9), own(10)].concat(), forced: own(10) };
    let never_on = [own(1), own(10)].concat();
    let (symbol, name, quiet, captures, double_from) = if yeoman {
        ("Y", "Yeoman", slanted, straight, Vec::new())
    } else {
        ("P", "Pawn", straight, slanted, own(3))
    };
    PieceSpec::pawn(
        symbol,
        name,
        seat,
        PawnSpec { quiet, captures, double_from, en_passant: !yeoman, promotion, never_on },
    )
}

fn pieces(board: &Board) -> Vec<PieceSpec> {
    let o = permutations([1, 0, 0]);
    let d = permutations([1, 1, 0]);
    let (rook, bishop) = (Motion::ride(&o), Motion::ride(&d));
    let (cannon, arrow) = (Motion::Hop(o.clone()), Motion::Hop(d.clone()));
    let leap = |pattern| Motion::Leap(permutations(pattern));
    let (knight, camel) = (leap([2, 1, 0]), leap([3, 1, 0]));
    let (ninja, nimel) = (leap([2, 2, 1]), leap([4, 1, 1]));
    let king = Motion::Leap([o, d].concat());
    let mut pieces: Vec<PieceSpec> = [0, 1]
        .map(|seat| {
            let mut piece = PieceSpec::new("K", "King", vec![king.clone()]).royal().heading(seat);
            piece.barred_from = (6..=10).flat_map(|r| rank(board, seat, r)).collect();
            piece
        })
        .to_vec();
    let compounds: [(&str, &str, &[&Motion]); 28] = [
        ("Q", "Queen", &[&rook, &bishop]),
        ("R", "Rook", &[&rook]),
        ("B", "Bishop", &[&bishop]),
        ("C", "Cannon", &[&cannon]),
        ("A", "Arrow", &[&arrow]),
        ("T", "Tank", &[&cannon, &arrow]),
        ("N", "Knight", &[&knight]),
        ("Ca", "Camel", &[&camel]),
        ("Gn", "Gnu", &[&knight, &camel]),
        ("Nj", "Ninja", &[&ninja]),
        ("Nm", "Nimel", &[&nimel]),
        ("Nt", "Nintu", &[&ninja, &nimel]),
        ("Ms", "Marshal", &[&rook, &knight]),
        ("Cd", "Cardinal", &[&bishop, &knight]),
        ("Cv", "Canvasser", &[&rook, &camel]),
        ("Cp", "Caliph", &[&bishop, &camel]),
        ("Ns", "Ninshal", &[&rook, &ninja]),
        ("Nr", "Nirdinal", &[&bishop, &ninja]),
        ("Nv", "Ninvasser", &[&rook, &nimel]),
        ("Nl", "Niliph", &[&bishop, &nimel]),
        ("Mh", "Marshhopper", &[&cannon, &knight]),
        ("Ch", "Cardihopper", &[&arrow, &knight]),
        ("Vh", "Canvahopper", &[&cannon, &camel]),
        ("Ph", "Caliphopper", &[&arrow, &camel]),
        ("Sh", "Ninshhopper", &[&cannon, &ninja]),
        ("Rh", "Nirdihopper", &[&arrow, &ninja]),
        ("Xh", "Ninvahopper", &[&cannon, &nimel]),
        ("Lh", "Niliphopper", &[&arrow, &nimel]),
    ];
    for (symbol, name, motions) in compounds {
        pieces.push(PieceSpec::new(symbol, name, motions.iter().map(|&m| m.clone()).collect()));
    }
    for yeoman in [false, true] {
        pieces.extend([0, 1].map(|seat| pawn(board, seat, yeoman)));
    }
    pieces
}

fn start(board: &Board) -> String {
    board.placement(",", |cell| {
        let [x, y, z] = board.at(cell).map(|v| v as usize);
        let (first, second, pawns) = &START[z];
        let (owner, own_rank) = if y < 5 { ('w', y) } else { ('b', 9 - y) };
        let symbol = match own_rank {
            0 => first[x],
            1 => second[x],
            2 if pawns[x] => "P",
            _ => return None,
        };
        Some(format!("{owner}{symbol}"))
    }) + " w wb - - 0 1"
}

/// The definition of `ninja`.
#[must_use]
pub fn variant(id: &'static str) -> Variant {
    let board = cube::board();
    let mut rules = Rules::two_players(Notation::Levels);
    rules.facing_kings = [permutations([1, 0, 0]), permutations([1, 1, 0])].concat();
    let (pieces, start) = (pieces(&board), start(&board));
    let title = "Ecumenical Eurasian Ninjachess".to_string();
    Variant { id, title, players: "wb", board, pieces, start, rules }
}
