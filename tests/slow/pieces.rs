//! How every piece but the pawns moves, written down from the tables of the inventors'
//! rules.

use super::Family;
use super::boards::{Coord, plus, times};

/// One way of moving.
#[derive(Clone, Debug)]
pub enum Way {
    /// Steps one after the other through empty cells. The piece may stop after each and may
    /// capture where it stops. A leap is a walk of one step.
    Walk(Vec<Coord>),
    /// Rides without capture along a step; captures the first piece beyond exactly one piece.
    Hop(Coord),
}

/// No line of any board is longer.
const LONGEST: usize = 12;

const UP: Coord = [0, 0, 1];
const DOWN: Coord = [0, 0, -1];

/// All permutations of three numbers with all signs.
pub fn all(p: i32, q: i32, r: i32) -> Vec<Coord> {
    let mut found = Vec::new();
    for [a, b, c] in [[p, q, r], [p, r, q], [q, p, r], [q, r, p], [r, p, q], [r, q, p]] {
        for signs in 0..8 {
            let sign = |bit: i32| if signs & bit == 0 { 1 } else { -1 };
            let v = [a * sign(1), b * sign(2), c * sign(4)];
            if !found.contains(&v) {
                found.push(v);
            }
        }
    }
    found
}

fn leap(vectors: impl IntoIterator<Item = Coord>) -> Vec<Way> {
    vectors.into_iter().map(|v| Way::Walk(vec![v])).collect()
}

fn ride_at_most(n: usize, steps: impl IntoIterator<Item = Coord>) -> Vec<Way> {
    steps.into_iter().map(|v| Way::Walk(vec![v; n])).collect()
}

fn ride(steps: impl IntoIterator<Item = Coord>) -> Vec<Way> {
    ride_at_most(LONGEST, steps)
}

fn hop(steps: impl IntoIterator<Item = Coord>) -> Vec<Way> {
    steps.into_iter().map(Way::Hop).collect()
}

/// All sums `i * a + j * v` with a horizontal vector a and a vertical v.
pub fn slanted(horizontal: &[Coord], i: i32, j: i32) -> Vec<Coord> {
    horizontal.iter().flat_map(|&a| [UP, DOWN].map(|v| plus(times(i, a), times(j, v)))).collect()
}

/// Walks round the six directions of a rotation: from each, to either side, five steps.
fn curved(rotation: &[Coord; 6]) -> Vec<Way> {
    let walk = |first: usize, turn: usize| {
        Way::Walk((0..5).map(|i| rotation[(first + i * turn) % 6]).collect())
    };
    // Five sixths of a turn to one side are one sixth to the other.
    (0..6).flat_map(|first| [walk(first, 1), walk(first, 5)]).collect()
}

/// The sums of neighbours in a rotation of horizontal orthogonals: the hex diagonals.
fn diagonals(u: &[Coord; 6]) -> [Coord; 6] {
    std::array::from_fn(|i| plus(u[i], u[(i + 1) % 6]))
}

/// The ways of a piece that is not a pawn. `heading` is the player whose forward it has.
pub fn ways(family: Family, symbol: &str, heading: usize) -> Vec<Way> {
    match family {
        Family::Armies(..) => of_armies(symbol, if heading == 0 { 1 } else { -1 }),
        Family::Honeycomb { double, .. } => of_honeycomb(symbol, double),
        Family::Faith => of_faith(symbol),
        Family::Guru { .. } => of_guru(symbol),
        Family::Ninja => of_ninja(symbol),
    }
}

fn of_armies(symbol: &str, forward: i32) -> Vec<Way> {
    let flat = |p, q| all(p, q, 0).into_iter().filter(|v| v[2] == 0);
    let (wazir, ferz, knight) = (|| flat(1, 0), || flat(1, 1), || flat(2, 1));
    let (dabbaba, alfil) = (|| flat(2, 0), || flat(2, 2));
    let king = || wazir().chain(ferz());
    let ahead = |v: &Coord| v[1] * forward > 0;
    let level = |v: &Coord| v[1] == 0;
    let behind = |v: &Coord| v[1] * forward < 0;
    let charging_rook = || ride(wazir().filter(|v| ahead(v) || level(v)));
    match symbol {
        "K" => leap(king()),
        "R" => ride(wazir()),
        "N" => leap(knight()),
        "B" => ride(ferz()),
        "Q" => ride(king()),
        "D" => [ride(ferz()), leap(dabbaba())].concat(),
        "W" => leap(wazir().chain(alfil())),
        "F" => leap(ferz().chain(alfil()).chain(dabbaba())),
        "C" => [ride(ferz()), leap(knight())].concat(),
        "G" => [charging_rook(), leap(king().filter(behind))].concat(),
        "I" => leap(ferz().chain(knight().filter(|v| v[1].abs() == 2))),
        "T" => leap(knight().filter(ahead).chain(king().filter(|v| level(v) || behind(v)))),
        "L" => [charging_rook(), leap(knight().filter(ahead)), leap(king())].concat(),
        "S" => ride_at_most(4, wazir()),
        "Y" => leap(wazir().chain(dabbaba())),
        "H" => leap(ferz().chain(dabbaba()).chain(flat(3, 0))),
        "O" => [ride(wazir()), leap(knight())].concat(),
        _ => panic!("no piece of the armies: {symbol}"),
    }
}

fn of_honeycomb(symbol: &str, double: bool) -> Vec<Way> {
    let orthogonal = [[0, 1, 0], [1, 1, 0], [1, 0, 0], [0, -1, 0], [-1, -1, 0], [-1, 0, 0]];
    let diagonal = diagonals(&orthogonal);
    let mut u = orthogonal.to_vec();
    if double {
        u.extend(diagonal);
    }
    let (rook, bishop) = ([&u[..], &[UP, DOWN]].concat(), slanted(&u, 1, 1));
    let queen = [&rook[..], &bishop].concat();
    let knight = [slanted(&u, 2, 1), slanted(&u, 1, 2)].concat();
    let camel = [slanted(&u, 3, 1), slanted(&u, 1, 3)].concat();
    match (symbol, double) {
        ("R", _) => ride(rook),
        ("B", _) => ride(bishop),
        ("Q", _) => ride(queen),
        ("K", _) => leap(queen),
        ("N", _) => leap(knight),
        ("C", _) => leap(camel),
        ("G", _) => leap([knight, camel].concat()),
        ("F", false) => [curved(&orthogonal), leap([UP, DOWN])].concat(),
        ("O", true) => [curved(&orthogonal), curved(&diagonal), leap([UP, DOWN])].concat(),
        _ => panic!("no piece of the honeycomb games: {symbol}"),
    }
}

fn of_faith(symbol: &str) -> Vec<Way> {
    let u = [[1, 0, 0], [0, 1, 0], [-1, 1, 0], [-1, 0, 0], [0, -1, 0], [1, -1, 0]];
    let h = diagonals(&u);
    let s: Vec<Coord> =
        (0..6).flat_map(|i| [1, 5].map(|turn| plus(times(2, u[i]), u[(i + turn) % 6]))).collect();
    let king = || [&u[..], &[UP, DOWN], &slanted(&u, 1, 1)].concat();
    let also_bishop = |part: Vec<Way>| [part, of_faith("B")].concat();
    match symbol {
        "K" => leap(king()),
        "R" => ride(u.into_iter().chain([UP, DOWN])),
        "N" => leap([slanted(&u, 2, 1), slanted(&u, 1, 2)].concat()),
        "C" => leap([slanted(&u, 3, 1), slanted(&u, 1, 3)].concat()),
        "E" => leap(slanted(&u, 2, 2)),
        "L" => leap(slanted(&s, 1, 2)),
        "A" => curved(&h),
        "S" => leap(s),
        "M" => (0..6)
            .flat_map(|i| {
                let then = |v: Coord| Way::Walk([vec![h[i]], vec![v; LONGEST]].concat());
                [then(u[i]), then(u[(i + 1) % 6])]
            })
            .collect(),
        "U" => ride(h),
        "B" => ride(slanted(&u, 1, 1)),
        "Em" => leap(king().into_iter().chain(h)),
        "Cl" => also_bishop(of_faith("C")),
        "Cr" => also_bishop(of_faith("N")),
        "Gv" => also_bishop(of_faith("U")),
        "Lv" => also_bishop(of_faith("L")),
        "Md" => also_bishop(of_faith("A")),
        "Po" => also_bishop(leap(u.into_iter().chain([UP, DOWN]).chain(h))),
        "Pr" => also_bishop(leap(u.into_iter().chain([UP, DOWN]))),
        "Q" => also_bishop(of_faith("R")),
        "Sv" => also_bishop(of_faith("S")),
        _ => panic!("no piece of Armies of Faith: {symbol}"),
    }
}

fn of_guru(symbol: &str) -> Vec<Way> {
    let (o, d, t) = (all(1, 0, 0), all(1, 1, 0), all(1, 1, 1));
    let also_t = |basic| [of_guru(basic), leap(all(1, 1, 1))].concat();
    match symbol {
        "K" => leap([o, d].concat()),
        "R" => ride(o),
        "N" => leap(all(2, 1, 0)),
        "E" => leap(all(2, 2, 0)),
        "F" => leap(d),
        "G" => leap([all(4, 1, 0), all(5, 3, 0)].concat()),
        "Em" => also_t("K"),
        "Vr" => also_t("R"),
        "Cv" => also_t("N"),
        "Wf" => also_t("E"),
        "Ba" => also_t("F"),
        "Ig" => also_t("G"),
        "Ad" => leap([o, d, t].concat()),
        _ => panic!("no piece of Guru Mahachaturaji: {symbol}"),
    }
}

fn of_ninja(symbol: &str) -> Vec<Way> {
    let (o, d) = (all(1, 0, 0), all(1, 1, 0));
    let both = |one, other| [of_ninja(one), of_ninja(other)].concat();
    match symbol {
        "K" => leap([o, d].concat()),
        "Q" => ride([o, d].concat()),
        "R" => ride(o),
        "B" => ride(d),
        "C" => hop(o),
        "A" => hop(d),
        "T" => both("C", "A"),
        "N" => leap(all(2, 1, 0)),
        "Ca" => leap(all(3, 1, 0)),
        "Gn" => both("N", "Ca"),
        "Nj" => leap(all(2, 2, 1)),
        "Nm" => leap(all(4, 1, 1)),
        "Nt" => both("Nj", "Nm"),
        "Ms" => both("R", "N"),
        "Cd" => both("B", "N"),
        "Cv" => both("R", "Ca"),
        "Cp" => both("B", "Ca"),
        "Ns" => both("R", "Nj"),
        "Nr" => both("B", "Nj"),
        "Nv" => both("R", "Nm"),
        "Nl" => both("B", "Nm"),
        "Mh" => both("C", "N"),
        "Ch" => both("A", "N"),
        "Vh" => both("C", "Ca"),
        "Ph" => both("A", "Ca"),
        "Sh" => both("C", "Nj"),
        "Rh" => both("A", "Nj"),
        "Xh" => both("C", "Nm"),
        "Lh" => both("A", "Nm"),
        _ => panic!("no piece of Ninjachess: {symbol}"),
    }
}
