//! What the names of cells say about rows, lines and levels.
//!
//! Nothing here knows a game: a name is taken apart, and a part that all cells of a row share,
//! and no other row, is the name of that row.

use crate::geometry::{Board, Cell, Tiling};
use std::collections::{BTreeMap, HashSet};

/// What a part of a cell's name tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// The level.
    Level,
    /// The row.
    Row,
    /// The line across the rows: a file of squares, a slant of hexagons.
    Line,
    /// Row and line at once, in no fixed order.
    Column,
}

/// The names of the rows and lines of one level.
#[derive(Clone, Debug)]
pub(super) struct Labels {
    /// The cell at the left end of every row that has a name, and the name.
    pub rows: Vec<(Cell, String)>,
    /// The cell at the labelled end of every line that has a name, and the name.
    pub lines: Vec<(Cell, String)>,
    /// What each part of a cell's name tells.
    pub roles: Vec<Role>,
}

impl Labels {
    /// Reads the names of a level's cells.
    pub(super) fn of(board: &Board, level: usize) -> Labels {
        let rows = board.layout()[level].clone();
        let lines = lines(board, &rows);
        let count = parts(board.name(rows[0][0])).len();
        if let (Some(row), Some(line)) = (naming(board, &rows, count), naming(board, &lines, count))
        {
            let role = |k| match k {
                k if k == row => Role::Row,
                k if k == line => Role::Line,
                _ => Role::Level,
            };
            let named = |groups: &[Vec<Cell>], k| {
                groups.iter().map(|g| (g[0], part(board, g[0], k).to_string())).collect()
            };
            let roles = (0..count).map(role).collect();
            return Labels { rows: named(&rows, row), lines: named(&lines, line), roles };
        }
        let level_has = |k| board.level_names().len() > 1 && shared(board, &rows.concat(), k);
        let role = |k| if level_has(k) { Role::Level } else { Role::Column };
        let roles: Vec<Role> = (0..count).map(role).collect();
        let named = |groups: &[Vec<Cell>]| {
            let name = |group: &Vec<Cell>| Some((group[0], common(board, group, &roles)?));
            groups.iter().filter_map(name).collect()
        };
        Labels { rows: named(&rows), lines: named(&lines), roles }
    }

    /// Whether row and line of a cell can be told by their places in the name, so that labels
    /// at the edges suffice to read it.
    pub(super) fn is_regular(&self) -> bool {
        !self.roles.contains(&Role::Column)
    }

    /// A cell's name without the level.
    pub(super) fn column_name(&self, board: &Board, cell: Cell) -> String {
        column_parts(board.name(cell), &self.roles).concat()
    }
}

/// The place in names of the part that tells groups of cells apart: the same throughout a group,
/// different elsewhere.
fn naming(board: &Board, groups: &[Vec<Cell>], count: usize) -> Option<usize> {
    (0..count).find(|&k| {
        let different: HashSet<&str> = groups.iter().map(|g| part(board, g[0], k)).collect();
        different.len() == groups.len() && groups.iter().all(|g| shared(board, g, k))
    })
}

/// The only part besides the level that all names of a group have, at whatever place.
fn common(board: &Board, group: &[Cell], roles: &[Role]) -> Option<String> {
    let names: Vec<_> = group.iter().map(|&c| column_parts(board.name(c), roles)).collect();
    let mut common = names[0].iter().filter(|part| names.iter().all(|name| name.contains(part)));
    let only = common.next()?;
    common.next().is_none().then(|| only.to_string())
}

fn part(board: &Board, cell: Cell, k: usize) -> &str {
    parts(board.name(cell)).get(k).copied().unwrap_or_default()
}

fn shared(board: &Board, cells: &[Cell], k: usize) -> bool {
    cells.iter().all(|&cell| part(board, cell, k) == part(board, cells[0], k))
}

fn column_parts<'n>(name: &'n str, roles: &[Role]) -> Vec<&'n str> {
    let parts = parts(name).into_iter().zip(roles);
    parts.filter(|(_, role)| **role != Role::Level).map(|(part, _)| part).collect()
}

/// The parts of a cell's name: single letters and whole numbers.
pub(super) fn parts(name: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (part, tail) = rest.split_at(digits.max(first.len_utf8()));
        parts.push(part);
        rest = tail;
    }
    parts
}

/// The lines across the rows of a level, each from the end where its label goes: files from
/// below, slants from above. A slant is the diagonal row of hexagons that goes down to the left.
fn lines(board: &Board, rows: &[Vec<Cell>]) -> Vec<Vec<Cell>> {
    let mut lines: BTreeMap<i32, Vec<Cell>> = BTreeMap::new();
    for (row, cells) in rows.iter().enumerate() {
        for &cell in cells {
            let twice = (2.0 * board.info(cell).plane.0).round() as i32;
            let key = match board.tiling() {
                Tiling::Square => twice,
                Tiling::Hex => twice + row as i32,
            };
            lines.entry(key).or_default().push(cell);
        }
    }
    let mut lines: Vec<Vec<Cell>> = lines.into_values().collect();
    if board.tiling() == Tiling::Square {
        lines.iter_mut().for_each(|line| line.reverse());
    }
    lines
}
