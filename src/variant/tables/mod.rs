//! Tables compiled from a definition: after this, play code sees cell numbers only.
//!
//! Leaps are sets. Straight rides on 64 cells are pairs of half-lines, whose attacks follow from
//! a subtraction. All other rides, straight, bent and curved alike, are *walks*: a tree of cells
//! from the origin, flattened so that one loop runs through it. The same trees grown backwards
//! from a cell (*sight*) find every rider that attacks it and every piece that stands between.

mod guru;
mod keys;
mod kind;
mod lines;
mod shuttles;
mod sight;
mod trie;

pub use guru::{Chain, Enlighten, GuruTable, Leap};
pub use kind::{KindTable, PawnTable, Steps};
pub use lines::Line;
pub use shuttles::Shuttle;
pub use sight::SightNode;

use super::{CastleSpec, Kind, Motion, Seat, Seats, Variant};
use crate::geometry::{Cell, CellSet};
use keys::Keys;
use shuttles::Shuttles;
use sight::Sight;

/// The most piece kinds of a game.
pub const MAX_KINDS: usize = 40;
/// The most players of a game.
pub const MAX_SEATS: usize = 4;

/// A line of cells outward from a cell, along which the kinds of a mask hop.
#[derive(Clone, Debug)]
pub struct HopLine {
    /// Hopping kinds, a bit per kind.
    pub kinds: u64,
    /// The cells, nearest first.
    pub cells: Vec<Cell>,
}

/// A castling move with its conditions.
#[derive(Clone, Debug)]
pub struct Castle<const W: usize> {
    /// The definition.
    pub spec: CastleSpec,
    /// The partner's kind.
    pub rook_kind: Kind,
    /// Cells that must be empty.
    pub empty: CellSet<W>,
}

/// All tables of a game.
#[derive(Debug)]
pub struct Tables<const W: usize> {
    /// The definition they come from.
    pub variant: &'static Variant,
    /// All cells of the board.
    pub all: CellSet<W>,
    /// Movement by kind.
    pub kinds: Vec<KindTable<W>>,
    /// Kinds that leap, a bit per kind, as in the sets of kinds below.
    pub leaping: u64,
    /// Kinds that attack by riding.
    pub riding: u64,
    /// Kinds that attack by hopping.
    pub hopping: u64,
    /// Kings and Emperors.
    pub royal: u64,
    /// Pawns.
    pub pawns: u64,
    /// Kings that may not face each other; 0 where they may.
    pub facing: u64,
    /// Kinds one of which, alone with the Kings, makes a position dead.
    pub dead_with: u64,
    /// Whether captured pieces go to a reserve for promotion.
    pub has_reserve: bool,
    /// The seats on the same side as a seat, itself included.
    pub allies: [Seats; MAX_SEATS],
    /// Castling moves; entry `i` is bit `i` of a position's rights.
    pub castles: Vec<Castle<W>>,
    /// Enlightened moves and charges.
    pub guru: Option<GuruTable<W>>,
    /// Hash keys.
    pub keys: Keys,
    /// Origins of leaps and of rides on an empty board by target, then by kind: what is looked at together
    /// lies together. Kings that may not face each other count as riders on boards of more than 64 cells.
    leapers: Vec<CellSet<W>>,
    riders: Vec<CellSet<W>>,
    /// Cells strictly between two cells on one line (64 cells only), by `64 * a + b`.
    between: Vec<CellSet<W>>,
    shuttles: Shuttles,
    /// Empty for 64 cells.
    sight: Sight<W>,
    hops: Vec<Vec<HopLine>>,
    /// By cell, then by kind; empty for 64 cells.
    besiegers: Vec<CellSet<W>>,
}

fn set<const W: usize>(cells: &[Cell]) -> CellSet<W> {
    cells.iter().copied().collect()
}

impl<const W: usize> Tables<W> {
    /// Compiles the tables of a game.
    ///
    /// # Panics
    /// If the definition contradicts itself or needs more than `W` words.
    #[must_use]
    pub fn new(variant: &'static Variant) -> Self {
        let board = &variant.board;
        assert!(board.len() <= 64 * W && variant.pieces.len() <= MAX_KINDS);
        let kinds: Vec<KindTable<W>> =
            variant.pieces.iter().map(|p| KindTable::new(variant, p)).collect();
        let mask = |keep: &dyn Fn(&KindTable<W>) -> bool| {
            kinds.iter().enumerate().fold(0, |m, (i, k)| m | u64::from(keep(k)) << i)
        };
        let royal = mask(&|k| k.royal);
        let facing = if variant.rules.facing_kings.is_empty() { 0 } else { royal };
        let mut allies = [1, 2, 4, 8];
        if let Some(teams) = variant.rules.teams {
            allies = std::array::from_fn(|a| {
                (0..MAX_SEATS).fold(0, |m, b| m | u8::from(teams[a] == teams[b]) << b)
            });
        }
        let castles = variant
            .rules
            .castling
            .iter()
            .map(|spec| Castle {
                rook_kind: variant.kind(spec.rook_symbol, spec.seat).expect("a known symbol"),
                empty: set(&spec.empty),
                spec: spec.clone(),
            })
            .collect();
        let mut tables = Tables {
            variant,
            all: board.cells().collect(),
            leaping: mask(&|k| k.has_leaps),
            riding: mask(&|k| k.has_rides),
            hopping: mask(&|k| k.has_hops),
            royal,
            dead_with: variant
                .rules
                .dead_with
                .iter()
                .filter_map(|s| variant.kind(s, 0))
                .fold(0, |m, k| m | 1 << k),
            has_reserve: kinds.iter().any(|k| k.pawn.as_ref().is_some_and(|p| p.reserve)),
            pawns: mask(&|k| k.pawn.is_some()),
            facing,
            allies,
            castles,
            guru: variant.rules.guru.as_ref().map(|g| GuruTable::new(variant, g)),
            keys: Keys::new(variant),
            leapers: Vec::new(),
            riders: Vec::new(),
            between: Vec::new(),
            shuttles: Shuttles::default(),
            sight: Sight::default(),
            hops: Vec::new(),
            besiegers: Vec::new(),
            kinds,
        };
        if W == 1 {
            tables.between = lines::between(board);
            if variant.seats() == 2 {
                tables.shuttles = Shuttles::new(&tables.kinds, board.len(), &tables.keys);
            }
        } else {
            tables.sight = Sight::new(variant, tables.facing);
            tables.build_hops();
        }
        tables.build_origins();
        if W > 1 {
            tables.build_besiegers();
        }
        tables
    }

    fn build_origins(&mut self) {
        let inverted = |of: fn(&KindTable<W>) -> &Vec<CellSet<W>>| -> Vec<Vec<CellSet<W>>> {
            self.kinds.iter().map(|table| kind::invert(of(table))).collect()
        };
        let (leapers, riders) = (inverted(|k| &k.leaps), inverted(|k| &k.ride_targets));
        for target in self.variant.board.cells() {
            for kind in 0..self.kinds.len() {
                let faces = self.facing >> kind & 1 != 0;
                let facing = if faces { self.sight.facing(target) } else { CellSet::EMPTY };
                self.leapers.push(leapers[kind][target.index()]);
                self.riders.push(riders[kind][target.index()] | facing);
            }
        }
    }

    /// The cells from which pieces of each kind leap to a cell.
    #[inline]
    #[must_use]
    pub fn leapers_to(&self, target: Cell) -> &[CellSet<W>] {
        let kinds = self.kinds.len();
        &self.leapers[target.index() * kinds..][..kinds]
    }

    fn build_besiegers(&mut self) {
        for king in self.variant.board.cells() {
            let royal = self.kinds.iter().filter(|kind| kind.royal);
            let steps = royal.fold(CellSet::<W>::EMPTY, |steps, k| steps | k.leaps[king.index()]);
            for kind in 0..self.kinds.len() {
                let attackers = |to: Cell| self.leapers_to(to)[kind] | self.riders_to(to)[kind];
                let near = steps.into_iter().fold(CellSet::EMPTY, |near, to| near | attackers(to));
                self.besiegers.push(near);
            }
        }
    }

    /// The cells from which pieces of each kind attack, on an empty board, by leap or ride any cell
    /// that a King on this one could step to. For boards of more than 64 cells.
    #[inline]
    #[must_use]
    pub fn besiegers(&self, king: Cell) -> &[CellSet<W>] {
        let kinds = self.kinds.len();
        &self.besiegers[king.index() * kinds..][..kinds]
    }

    fn build_hops(&mut self) {
        let board = &self.variant.board;
        let mut directions: Vec<(crate::geometry::Vec3, u64)> = Vec::new();
        for (kind, piece) in self.variant.pieces.iter().enumerate() {
            for motion in &piece.motions {
                let Motion::Hop(steps) = motion else { continue };
                for &v in steps {
                    match directions.iter_mut().find(|d| d.0 == v) {
                        Some(known) => known.1 |= 1 << kind,
                        None => directions.push((v, 1 << kind)),
                    }
                }
            }
        }
        self.hops = board
            .cells()
            .map(|from| {
                directions
                    .iter()
                    .map(|&(v, kinds)| HopLine { kinds, cells: board.ride(from, v).collect() })
                    .filter(|line| !line.cells.is_empty())
                    .collect()
            })
            .collect();
    }

    /// Everything that rides towards a cell: nodes in walking order. For boards of more than 64 cells.
    #[inline]
    #[must_use]
    pub fn sight(&self, of: Cell) -> &[SightNode] {
        self.sight.of(of)
    }

    /// The cells from which riders of each kind would reach a cell of an empty board. Kings that may
    /// not face each other count as riders on boards of more than 64 cells.
    #[inline]
    #[must_use]
    pub fn riders_to(&self, target: Cell) -> &[CellSet<W>] {
        let kinds = self.kinds.len();
        &self.riders[target.index() * kinds..][..kinds]
    }

    /// Whether a rider of a kind that reaches a cell of an empty board from another one does so with
    /// these cells occupied. For boards of more than 64 cells.
    #[inline]
    #[must_use]
    pub fn sees(&self, target: Cell, from: Cell, kind: Kind, occupied: &CellSet<W>) -> bool {
        self.sight.reaches(target, from, kind, occupied)
    }

    /// The lines along which kinds hop to and from a cell.
    #[inline]
    #[must_use]
    pub fn hop_lines(&self, of: Cell) -> &[HopLine] {
        self.hops.get(of.index()).map_or(&[], Vec::as_slice)
    }

    /// The cells strictly between two cells of a 64-cell board on one line.
    #[inline]
    #[must_use]
    pub fn between(&self, a: Cell, b: Cell) -> CellSet<W> {
        self.between[64 * a.index() + b.index()]
    }

    /// The move to and fro by which two hashes of positions of a game for two on 64 cells differ, the
    /// players to move aside.
    #[inline]
    #[must_use]
    pub fn shuttle(&self, difference: u64) -> Option<&Shuttle> {
        self.shuttles.find(difference)
    }

    /// The cells that a piece reaches by leap or ride, and by hopping with or without capture:
    /// `(quiet, capturing)`. Pawns' quiet steps are not included.
    #[inline]
    #[must_use]
    pub fn reach(&self, kind: Kind, from: Cell, occupied: &CellSet<W>) -> (CellSet<W>, CellSet<W>) {
        let table = &self.kinds[kind as usize];
        let reached = table.attacks(from, occupied);
        if !table.has_hops {
            return (reached, reached);
        }
        let (mut quiet, mut captures) = (reached, reached);
        for line in self.hop_lines(from) {
            if line.kinds >> kind & 1 == 0 {
                continue;
            }
            // Quietly up to the screen; the first piece beyond it may be captured.
            let mut beyond = false;
            for &cell in &line.cells {
                if occupied.contains(cell) {
                    if beyond {
                        captures.insert(cell);
                        break;
                    }
                    beyond = true;
                } else if !beyond {
                    quiet.insert(cell);
                }
            }
        }
        (quiet, captures)
    }

    /// The seats hostile to a seat.
    #[inline]
    #[must_use]
    pub fn enemies(&self, seat: Seat) -> Seats {
        !self.allies[seat as usize] & ((1 << self.variant.seats()) - 1)
    }
}
