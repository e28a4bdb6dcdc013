//! A board: named cells in order, coordinates, and the steps between them.

use super::{Cell, Vec3, add};
use std::collections::{HashMap, HashSet};

/// How the cells of one level tile the plane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tiling {
    /// Squares.
    Square,
    /// Hexagons with a corner at the top, in rows.
    Hex,
}

/// What a board knows of one cell.
#[derive(Clone, Debug)]
pub struct CellInfo {
    /// The name used in moves and strings, such as `e4`, `1c2`, `ec3`, `ua1`, `m10`.
    pub name: String,
    /// The coordinates in the frame of the board's step vectors.
    pub at: Vec3,
    /// The index of the level in drawing and string order.
    pub level: usize,
    /// The row within the level, from the top.
    pub row: usize,
    /// The centre on the level's plane, in units of the distance between neighbours:
    /// to the right, and downwards.
    pub plane: (f32, f32),
    /// The shade for drawing: 0, 1 or (hexagons) 2.
    pub shade: u8,
}

/// A board of some shape. Cells are numbered in the order of the position string.
#[derive(Clone, Debug)]
pub struct Board {
    tiling: Tiling,
    level_names: Vec<String>,
    cells: Vec<CellInfo>,
    by_coordinates: HashMap<Vec3, Cell>,
    by_name: HashMap<String, Cell>,
    /// Cell numbers by level, row and place in the row.
    layout: Vec<Vec<Vec<Cell>>>,
    /// Pairs of columns between which no step or leap is possible.
    barred: HashSet<([i8; 2], [i8; 2])>,
}

impl Board {
    /// Builds a board from its cells in cell order. `barred` lists column pairs `(x, y)` that
    /// no single step or leap connects, in either direction and whatever the levels.
    #[must_use]
    pub fn new(
        tiling: Tiling,
        level_names: Vec<String>,
        cells: Vec<CellInfo>,
        barred: &[([i8; 2], [i8; 2])],
    ) -> Board {
        let mut layout = vec![Vec::new(); level_names.len()];
        let mut by_coordinates = HashMap::new();
        let mut by_name = HashMap::new();
        for (i, info) in cells.iter().enumerate() {
            let cell = Cell::new(i);
            by_coordinates.insert(info.at, cell);
            by_name.insert(info.name.clone(), cell);
            let rows: &mut Vec<Vec<Cell>> = &mut layout[info.level];
            if rows.len() <= info.row {
                rows.resize(info.row + 1, Vec::new());
            }
            rows[info.row].push(cell);
        }
        debug_assert_eq!(by_name.len(), cells.len(), "cell names are unique");
        debug_assert_eq!(by_coordinates.len(), cells.len(), "cell coordinates are unique");
        let barred = barred.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).collect();
        Board { tiling, level_names, cells, by_coordinates, by_name, layout, barred }
    }

    /// The number of cells.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether the board has no cells; no registered board is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// All cells in cell order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.cells.len()).map(Cell::new)
    }

    /// What is known of a cell.
    #[must_use]
    pub fn info(&self, cell: Cell) -> &CellInfo {
        &self.cells[cell.index()]
    }

    /// A cell's name.
    #[must_use]
    pub fn name(&self, cell: Cell) -> &str {
        &self.cells[cell.index()].name
    }

    /// A cell's coordinates.
    #[must_use]
    pub fn at(&self, cell: Cell) -> Vec3 {
        self.cells[cell.index()].at
    }

    /// The cell with the given name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Cell> {
        self.by_name.get(name).copied()
    }

    /// The cell at the given coordinates.
    #[must_use]
    pub fn cell_at(&self, at: Vec3) -> Option<Cell> {
        self.by_coordinates.get(&at).copied()
    }

    /// Where one step or leap `v` leads from a cell: nowhere if that is off the board or barred.
    #[must_use]
    pub fn step(&self, from: Cell, v: Vec3) -> Option<Cell> {
        let a = self.at(from);
        let b = add(a, v);
        let to = self.cell_at(b)?;
        (!self.barred.contains(&([a[0], a[1]], [b[0], b[1]]))).then_some(to)
    }

    /// The cells passed by repeating the step `v` from a cell until the board ends.
    pub fn ride(&self, from: Cell, v: Vec3) -> impl Iterator<Item = Cell> + '_ {
        std::iter::successors(self.step(from, v), move |&cell| self.step(cell, v))
    }

    /// The square of the length of a displacement, in units of the distance between neighbours:
    /// 1 for a step to a neighbour, 2 for a diagonal one, 3 for the long diagonal of hexagons or
    /// cubes, 5 for a Knight's leap.
    #[must_use]
    pub fn squared_length(&self, v: Vec3) -> u32 {
        // Where one step along x and one along y lead on the plane; every board has a corner.
        let plane = |cell: Cell| self.info(cell).plane;
        let axes = self.cells().find_map(|cell| {
            let along = |axis| self.step(cell, axis).map(plane);
            let ((x, y), a, b) = (plane(cell), along([1, 0, 0])?, along([0, 1, 0])?);
            Some(((a.0 - x, a.1 - y), (b.0 - x, b.1 - y)))
        });
        let Some((a, b)) = axes else { return 0 };
        let (x, y, z) = (f32::from(v[0]), f32::from(v[1]), f32::from(v[2]));
        let (right, down) = (x * a.0 + y * b.0, x * a.1 + y * b.1);
        (right * right + down * down + z * z).round() as u32
    }

    /// How a level is tiled.
    #[must_use]
    pub fn tiling(&self) -> Tiling {
        self.tiling
    }

    /// The names of the levels, in string order.
    #[must_use]
    pub fn level_names(&self) -> &[String] {
        &self.level_names
    }

    /// Cells by level, row and place, in string order.
    #[must_use]
    pub fn layout(&self) -> &[Vec<Vec<Cell>>] {
        &self.layout
    }

    /// The placement field of a position string: levels joined by `|`, rows by `/`, and in a row
    /// the tokens of the pieces and the counts of empty cells between them, joined by `separator`.
    #[must_use]
    pub fn placement(&self, separator: &str, token: impl Fn(Cell) -> Option<String>) -> String {
        let row = |cells: &Vec<Cell>| {
            let mut tokens: Vec<String> = Vec::new();
            let mut empty = 0;
            for &cell in cells {
                let Some(token) = token(cell) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    tokens.push(std::mem::take(&mut empty).to_string());
                }
                tokens.push(token);
            }
            if empty > 0 {
                tokens.push(empty.to_string());
            }
            tokens.join(separator)
        };
        let level = |rows: &Vec<Vec<Cell>>| rows.iter().map(row).collect::<Vec<_>>().join("/");
        self.layout.iter().map(level).collect::<Vec<_>>().join("|")
    }

    /// The longest cell name that `text` begins with, and the rest of the text.
    #[must_use]
    pub fn split_name<'t>(&self, text: &'t str) -> Option<(Cell, &'t str)> {
        (1..=4)
            .rev()
            .filter(|&n| text.is_char_boundary(n))
            .find_map(|n| self.find(text.get(..n)?).map(|cell| (cell, &text[n..])))
    }
}
