//! The five boards, cell by cell, as the inventors' rules describe them.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A cell or a displacement: two coordinates on a level, and the level.
pub type Coord = [i32; 3];

/// What belongs to cells. Looking cells up is most of the work, and the numbers in coordinates are
/// so small that a few bits of each tell them apart.
pub type ByCell<T> = HashMap<Coord, T, BuildHasherDefault<CoordHasher>>;

#[derive(Default)]
pub struct CoordHasher(u64);

impl Hasher for CoordHasher {
    fn write(&mut self, bytes: &[u8]) {
        for number in bytes.chunks(4) {
            self.0 = self.0 << 5 ^ u64::from(number[0]);
        }
    }

    fn write_usize(&mut self, _length: usize) {}

    fn finish(&self) -> u64 {
        self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

pub fn plus(a: Coord, b: Coord) -> Coord {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub fn times(k: i32, a: Coord) -> Coord {
    [k * a[0], k * a[1], k * a[2]]
}

/// The square of the Euclidean length on boards of squares and cubes.
pub fn length_squared(a: Coord) -> i32 {
    a.iter().map(|v| v * v).sum()
}

/// The cells of a game in the order of its position strings, and their names.
pub struct Board {
    /// Coordinates by level, row and place in the row.
    pub levels: Vec<Vec<Vec<Coord>>>,
    names: ByCell<String>,
    cells: HashMap<String, Coord>,
    order: ByCell<usize>,
    /// Pairs of columns with no way between them.
    barred: Vec<[[i32; 2]; 2]>,
}

impl Board {
    fn new(levels: Vec<Vec<Vec<Coord>>>, name: impl Fn(Coord) -> String) -> Board {
        let all: Vec<Coord> = levels.iter().flatten().flatten().copied().collect();
        Board {
            levels,
            names: all.iter().map(|&c| (c, name(c))).collect(),
            cells: all.iter().map(|&c| (name(c), c)).collect(),
            order: all.iter().enumerate().map(|(i, &c)| (c, i)).collect(),
            barred: Vec::new(),
        }
    }

    pub fn has(&self, cell: Coord) -> bool {
        self.names.contains_key(&cell)
    }

    pub fn name(&self, cell: Coord) -> &str {
        &self.names[&cell]
    }

    pub fn find(&self, name: &str) -> Option<Coord> {
        self.cells.get(name).copied()
    }

    /// The number of a cell in cell order.
    pub fn number(&self, cell: Coord) -> usize {
        self.order[&cell]
    }

    /// Whether a notch of the outline bars the way between two cells.
    pub fn is_barred(&self, a: Coord, b: Coord) -> bool {
        let (a, b) = ([a[0], a[1]], [b[0], b[1]]);
        self.barred.contains(&[a, b]) || self.barred.contains(&[b, a])
    }

    /// Where one step or leap leads, unless off the board or barred.
    pub fn step(&self, from: Coord, v: Coord) -> Option<Coord> {
        let to = plus(from, v);
        (self.has(to) && !self.is_barred(from, to)).then_some(to)
    }

    /// 8x8 squares: file and rank from 0.
    pub fn chess() -> Board {
        let row = |y| (0..8).map(|x| [x, y, 0]).collect();
        let level = (0..8).rev().map(row).collect();
        Board::new(vec![level], |[x, y, _]| format!("{}{}", letter("abcdefgh", x), y + 1))
    }

    /// Two levels of 10x10 squares: file and rank from 0, level 0 the upper one.
    pub fn guru() -> Board {
        let row = |y, z| (0..10).map(|x| [x, y, z]).collect();
        let level = |z| (0..10).rev().map(|y| row(y, z)).collect();
        Board::new((0..2).map(level).collect(), |[x, y, z]| {
            format!("{}{}{}", letter("ul", z), letter("abcdefghij", x), y + 1)
        })
    }

    /// The triangle: columns (a, b), level 0 on top.
    pub fn honeycomb() -> Board {
        let row = |b, z| (1..=b).rev().map(|a| [a, b, z]).collect();
        let level = |z| (1..=8).rev().map(|b| row(b, z)).collect();
        Board::new((0..5).map(level).collect(), |[a, b, z]| format!("{a}{}{b}", letter("abcde", z)))
    }

    /// 5x5x10 cubes: column from the left, rank from 0, row of files from the top.
    pub fn ninja() -> Board {
        let row = |y, z| (0..5).map(|x| [x, y, z]).collect();
        let level = |z| (0..10).rev().map(|y| row(y, z)).collect();
        Board::new((0..5).map(level).collect(), |[x, y, z]| {
            format!("{}{}", letter("abcdefghijklmnopqrstuvwxy", 5 * z + x), y + 1)
        })
    }

    /// The field of Armies of Faith: columns (x, y), levels 1 to 5.
    pub fn aof3() -> Board {
        let row = |x, z| (-8..=3).rev().filter(|&y| aof3_column(x, y)).map(|y| [x, y, z]).collect();
        let level = |z| (1..=12).map(|x| row(x, z)).collect();
        let mut board = Board::new((1..=5).map(level).collect(), |[x, y, z]| {
            let (one, other) = (letter("abcdefghijkl", x - 1), aof3_letter_of_y(y));
            format!("{}{}{z}", one.max(other), one.min(other))
        });
        board.barred = "da-rc li-mj da-qc da-rb db-rc ea-rc ki-mj lh-mj li-mk li-nj"
            .split(' ')
            .map(|pair| {
                let (a, b) = pair.split_once('-').expect("two columns");
                [a, b].map(|name| board.column(name))
            })
            .collect();
        board
    }

    /// The two coordinates of a column of `aof3`.
    pub fn column(&self, name: &str) -> [i32; 2] {
        let [x, y, _] = self.find(&format!("{name}1")).expect("a column of the board");
        [x, y]
    }
}

fn letter(letters: &str, i: i32) -> char {
    letters.chars().nth(i as usize).expect("a coordinate of the board")
}

fn aof3_column(x: i32, y: i32) -> bool {
    if !(0..=8).contains(&(x + y)) {
        return false;
    }
    let (centre, red, blue) = ((4..=9, -5..=0), (4..=7, 1..=3), (1..=3, -3..=0));
    let (orange, green) = ((10..=12, -5..=-2), (6..=9, -8..=-6));
    [centre, red, blue, orange, green].iter().any(|(xs, ys)| xs.contains(&x) && ys.contains(&y))
}

/// y = 0, -1, .. -8 are r, q, .. j, and y = 1, 2, 3 are a, b, c.
fn aof3_letter_of_y(y: i32) -> char {
    if y > 0 { letter("abc", y - 1) } else { letter("rqponmlkj", -y) }
}
