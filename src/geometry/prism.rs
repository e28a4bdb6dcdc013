//! Boards of hex prisms: the triangle of the honeycomb games and the field of `aof3`.

use super::directions::HexDirections;
use super::{Board, CellInfo, Tiling};

const ROW_HEIGHT: f32 = 0.866_025_4;

/// The directions of the triangle, whose columns are pairs (a, b): the six steps to a neighbour on
/// the same level, in order round a column.
#[must_use]
pub fn triangle_directions() -> HexDirections {
    HexDirections::new([[0, 1, 0], [1, 1, 0], [1, 0, 0], [0, -1, 0], [-1, -1, 0], [-1, 0, 0]])
}

/// The triangle of side 8 with levels `a` to `e`: columns (a, b), 1 <= a <= b <= 8.
#[must_use]
pub fn triangle() -> Board {
    let mut cells = Vec::new();
    for level in 0..5usize {
        let letter = (b'a' + level as u8) as char;
        for row in 0..8usize {
            let b = 8 - row;
            for a in (1..=b).rev() {
                cells.push(CellInfo {
                    name: format!("{a}{letter}{b}"),
                    at: [a as i8, b as i8, level as i8],
                    level,
                    row,
                    plane: (b as f32 / 2.0 - a as f32, row as f32 * ROW_HEIGHT),
                    shade: ((10 * a + b) % 3) as u8,
                });
            }
        }
    }
    let names = ["a", "b", "c", "d", "e"];
    Board::new(Tiling::Hex, names.map(String::from).to_vec(), cells, &[])
}

/// The directions of the `aof3` board, whose columns have coordinates (x, y).
#[must_use]
pub fn field_directions() -> HexDirections {
    HexDirections::new([[1, 0, 0], [0, 1, 0], [-1, 1, 0], [-1, 0, 0], [0, -1, 0], [1, -1, 0]])
}

/// Whether the `aof3` board has a column (x, y): the centre and four camps.
fn field_column(x: i8, y: i8) -> bool {
    let within = |xs: std::ops::RangeInclusive<i8>, ys: std::ops::RangeInclusive<i8>| {
        xs.contains(&x) && ys.contains(&y)
    };
    (0..=8).contains(&(x + y))
        && (within(4..=9, -5..=0)
            || within(4..=7, 1..=3)
            || within(1..=3, -3..=0)
            || within(10..=12, -5..=-2)
            || within(6..=9, -8..=-6))
}

/// The name of an `aof3` column: the letters of its two lines, the alphabetically later first.
fn field_name(x: i8, y: i8) -> String {
    let along_x = (b'a' + (x - 1) as u8) as char;
    let along_y = if y > 0 { (b'a' + (y - 1) as u8) as char } else { (b'r' - (-y) as u8) as char };
    let (first, second) = (along_x.max(along_y), along_x.min(along_y));
    format!("{first}{second}")
}

/// The column (x, y) of an `aof3` column name.
#[must_use]
pub fn field_column_named(name: &str) -> Option<[i8; 2]> {
    (1..=12)
        .flat_map(|x| (-8..=3).map(move |y| [x, y]))
        .find(|&[x, y]| field_column(x, y) && field_name(x, y) == name)
}

/// The 70 columns of `aof3` with levels `1` to `5`, and the moves its two notches bar.
#[must_use]
pub fn field() -> Board {
    const BARRED: [(&str, &str); 10] = [
        ("da", "rc"),
        ("li", "mj"),
        ("da", "qc"),
        ("da", "rb"),
        ("db", "rc"),
        ("ea", "rc"),
        ("ki", "mj"),
        ("lh", "mj"),
        ("li", "mk"),
        ("li", "nj"),
    ];
    let column = |name| field_column_named(name).expect("the notch columns exist");
    let barred = BARRED.map(|(a, b)| (column(a), column(b)));
    let mut cells = Vec::new();
    for level in 0..5usize {
        for row in 0..12usize {
            let x = row as i8 + 1;
            for y in (-8..=3).rev().filter(|&y| field_column(x, y)) {
                cells.push(CellInfo {
                    name: format!("{}{}", field_name(x, y), level + 1),
                    at: [x, y, level as i8],
                    level,
                    row,
                    plane: (-f32::from(y) - f32::from(x) / 2.0, row as f32 * ROW_HEIGHT),
                    shade: (i32::from(x) - i32::from(y)).rem_euclid(3) as u8,
                });
            }
        }
    }
    let names = ["1", "2", "3", "4", "5"];
    Board::new(Tiling::Hex, names.map(String::from).to_vec(), cells, &barred)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_names() {
        let (triangle, field) = (triangle(), field());
        assert_eq!((triangle.len(), field.len()), (180, 350));
        assert_eq!(triangle.at(triangle.find("1c2").unwrap()), [1, 2, 2]);
        assert_eq!(field.at(field.find("ec3").unwrap()), [5, 3, 2]);
    }

    #[test]
    fn notches_bar_both_ways_on_every_level() {
        let board = field();
        let step = |a: &str, b: &str| {
            let (from, to) = (board.find(a).unwrap(), board.find(b).unwrap());
            let v = std::array::from_fn(|i| board.at(to)[i] - board.at(from)[i]);
            board.step(from, v)
        };
        assert_eq!(step("da2", "rc2"), None);
        assert_eq!(step("mj5", "li5"), None);
        assert_eq!(step("nj1", "li3"), None);
        assert!(step("da2", "rd2").is_some());
    }
}
