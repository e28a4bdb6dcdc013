//! Tables compiled from a definition: after this, play code sees cell numbers only.
//!
//! Leaps are sets. Straight rides on 64 cells are pairs of half-lines, whose attacks follow from
//! a subtraction. All other rides, straight, bent and curved alike, are *walks*: a tree of cells
//! from the origin, flattened so that one loop runs through it. The same trees grown backwards
//! from a cell (*sight*) find every rider that attacks it and every piece that stands between.

mod guru;
mod keys;
mod lines;
mod trie;

pub use guru::{Chain, Enlighten, GuruTable, Leap};
pub use lines::Line;

use super::{CastleSpec, EnPassant, Kind, Motion, PieceSpec, Promotion, Rules, Seat, Variant};
use crate::geometry::{Cell, CellSet};
use keys::Keys;
use trie::Trie;

/// The most piece kinds of a game.
pub const MAX_KINDS: usize = 40;
/// The most players of a game.
pub const MAX_SEATS: usize = 4;

/// A node of a flattened walk. The node after it is its first child if the cell is empty, and
/// `skip` nodes ahead otherwise.
#[derive(Clone, Copy, Debug)]
struct WalkNode {
    cell: Cell,
    skip: u16,
}

/// A node of a cell's sight: a walk backwards from the cell.
#[derive(Clone, Copy, Debug)]
pub struct SightNode {
    /// The kinds of rider that would reach the viewing cell from here through the nodes
    /// before this one, as a bit per kind; Kings that may not face each other count as riders.
    pub kinds: u64,
    /// The cell.
    pub cell: Cell,
    /// How far ahead the next node is that does not lie behind this one.
    pub skip: u16,
    /// The node one step nearer to the viewing cell; `u16::MAX` if this is next to it.
    pub parent: u16,
}

/// A line of cells outward from a cell, along which the kinds of a mask hop.
#[derive(Clone, Debug)]
pub struct HopLine {
    /// Hopping kinds, a bit per kind.
    pub kinds: u64,
    /// The cells, nearest first.
    pub cells: Vec<Cell>,
}

/// A pawn's quiet steps from one cell: one entry per direction, with its double step.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    /// The single step and the double step (or none).
    pub steps: [(Cell, Cell); 4],
    /// How many of the entries are used.
    pub count: u8,
}

/// What is special about a pawn kind.
#[derive(Clone, Debug)]
pub struct PawnTable<const W: usize> {
    /// Quiet steps by cell.
    pub steps: Vec<Steps>,
    /// Cells where it may be promoted by choice.
    pub zone: CellSet<W>,
    /// Cells where it may not stay a pawn.
    pub forced: CellSet<W>,
    /// Kinds to choose from; empty where the reserve decides.
    pub choices: Vec<Kind>,
    /// Whether promotion takes a piece from the reserve.
    pub reserve: bool,
    /// The kind it becomes at once, by cell; empty if there is none.
    pub fixed: Vec<Option<Kind>>,
    /// Whether it captures en passant.
    pub en_passant: bool,
    /// Cells where it can never stand.
    pub never_on: CellSet<W>,
}

/// The movement of one kind.
#[derive(Clone, Debug)]
pub struct KindTable<const W: usize> {
    /// Cells attacked by leap, by origin. For pawns their captures.
    pub leaps: Vec<CellSet<W>>,
    /// Origins of leaps, by target.
    pub leapers_to: Vec<CellSet<W>>,
    /// Origins of rides on an empty board, by target (64 cells only).
    pub riders_to: Vec<CellSet<W>>,
    /// Whether it leaps, rides, hops.
    pub has_leaps: bool,
    /// Whether it rides.
    pub has_rides: bool,
    /// Whether it hops.
    pub has_hops: bool,
    /// Set for pawns.
    pub pawn: Option<PawnTable<W>>,
    /// Whether it is a King or an Emperor.
    pub royal: bool,
    /// The kind it becomes when it delivers a checkmate.
    pub promoted: Option<Kind>,
    /// Whether it is the result of such a promotion.
    pub promotee: bool,
    lines: Vec<Line>,
    lines_per_cell: usize,
    walk_start: Vec<u32>,
    walk: Vec<WalkNode>,
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
    /// Kinds that leap, ride (as attackers), hop; Kings; pawns: a bit per kind.
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
    /// The seats on the same side as a seat, itself included, as a bit per seat.
    pub allies: [u8; MAX_SEATS],
    /// Castling moves; entry `i` is bit `i` of a position's rights.
    pub castles: Vec<Castle<W>>,
    /// Enlightened moves and charges.
    pub guru: Option<GuruTable<W>>,
    /// Hash keys.
    pub keys: Keys,
    /// Cells strictly between two cells on one line (64 cells only), by `64 * a + b`.
    between: Vec<CellSet<W>>,
    sight_start: Vec<u32>,
    sight: Vec<SightNode>,
    hops: Vec<Vec<HopLine>>,
}

fn set<const W: usize>(cells: &[Cell]) -> CellSet<W> {
    cells.iter().copied().collect()
}

fn invert<const W: usize>(forward: &[CellSet<W>]) -> Vec<CellSet<W>> {
    let mut backward = vec![CellSet::EMPTY; forward.len()];
    for (from, targets) in forward.iter().enumerate() {
        for to in *targets {
            backward[to.index()].insert(Cell::new(from));
        }
    }
    backward
}

fn pawn_table<const W: usize>(
    variant: &Variant,
    piece: &PieceSpec,
    rules: &Rules,
) -> Option<PawnTable<W>> {
    let pawn = piece.pawn.as_ref()?;
    let board = &variant.board;
    let heading = piece.heading.expect("pawns have a heading");
    let kind = |symbol: &str| variant.kind(symbol, heading).expect("promotion to a known symbol");
    let steps = board
        .cells()
        .map(|from| {
            let mut entry = Steps { steps: [(Cell::NONE, Cell::NONE); 4], count: 0 };
            for &v in &pawn.quiet {
                if let Some(one) = board.step(from, v) {
                    let two = pawn.double_from.contains(&from).then(|| board.step(one, v));
                    entry.steps[entry.count as usize] = (one, two.flatten().unwrap_or(Cell::NONE));
                    entry.count += 1;
                }
            }
            entry
        })
        .collect();
    let mut table = PawnTable {
        steps,
        zone: CellSet::EMPTY,
        forced: CellSet::EMPTY,
        choices: Vec::new(),
        reserve: false,
        fixed: Vec::new(),
        en_passant: pawn.en_passant && rules.en_passant != EnPassant::Never,
        never_on: set(&pawn.never_on),
    };
    match &pawn.promotion {
        Promotion::Choice { zone, forced, to } => {
            assert!(forced.iter().all(|c| zone.contains(c)), "a forced cell lies in the zone");
            (table.zone, table.forced) = (set(zone), set(forced));
            table.choices = to.iter().map(|s| kind(s)).collect();
        }
        Promotion::Reserve { zone, forced } => {
            (table.zone, table.forced) = (set(zone), set(forced));
            table.reserve = true;
        }
        Promotion::Fixed(cells) => {
            table.fixed = vec![None; board.len()];
            for (cell, symbol) in cells {
                table.fixed[cell.index()] = Some(kind(symbol));
            }
        }
    }
    Some(table)
}

impl<const W: usize> KindTable<W> {
    fn new(variant: &Variant, piece: &PieceSpec) -> Self {
        let board = &variant.board;
        let mut leaps = vec![CellSet::EMPTY; board.len()];
        let captures = piece.pawn.iter().map(|p| &p.captures);
        let leaping = piece.motions.iter().filter_map(|m| match m {
            Motion::Leap(vectors) => Some(vectors),
            _ => None,
        });
        let vectors: Vec<_> = captures.chain(leaping).flatten().copied().collect();
        let barred: CellSet<W> = set(&piece.barred_from);
        for from in board.cells() {
            let targets: CellSet<W> = vectors.iter().filter_map(|&v| board.step(from, v)).collect();
            leaps[from.index()] = targets & !barred;
        }
        let rides: Vec<&Motion> = piece
            .motions
            .iter()
            .filter(|m| !matches!(m, Motion::Leap(_) | Motion::Hop(_)))
            .collect();
        // Hoppers ride where they do not capture.
        let quiet_rides: Vec<Motion> = piece
            .motions
            .iter()
            .filter_map(|m| if let Motion::Hop(v) = m { Some(Motion::ride(v)) } else { None })
            .collect();
        let mut table = KindTable {
            leapers_to: invert(&leaps),
            has_leaps: !vectors.is_empty(),
            leaps,
            riders_to: Vec::new(),
            has_rides: !rides.is_empty(),
            has_hops: !quiet_rides.is_empty(),
            pawn: pawn_table(variant, piece, &variant.rules),
            royal: piece.royal,
            promoted: piece.promoted.map(|symbol| {
                variant.kind(symbol, piece.heading.unwrap_or(0)).expect("a known symbol")
            }),
            promotee: piece.promotee,
            lines: Vec::new(),
            lines_per_cell: 0,
            walk_start: Vec::new(),
            walk: Vec::new(),
        };
        if W == 1 {
            (table.lines_per_cell, table.lines) = lines::build(board, &rides);
            let reach: Vec<CellSet<W>> = board
                .cells()
                .map(|c| rides.iter().flat_map(|m| m.chains(board, c)).flatten().collect())
                .collect();
            table.riders_to = invert(&reach);
        } else {
            // The quiet rides of a hopper are found by its hop lines.
            for from in board.cells() {
                let mut trie = Trie::default();
                for chain in rides.iter().flat_map(|m| m.chains(board, from)) {
                    trie.insert(&chain, 0);
                }
                table.walk_start.push(table.walk.len() as u32);
                table
                    .walk
                    .extend(trie.flatten().iter().map(|n| WalkNode { cell: n.cell, skip: n.skip }));
            }
            table.walk_start.push(table.walk.len() as u32);
        }
        table
    }

    /// The cells that a rider of this kind reaches from a cell through empty cells, the first
    /// occupied one on each way included.
    #[inline]
    fn rides(&self, from: Cell, occupied: &CellSet<W>) -> CellSet<W> {
        let mut reached = CellSet::EMPTY;
        if W == 1 {
            let n = self.lines_per_cell;
            for line in &self.lines[from.index() * n..][..n] {
                reached.0[0] |= line.attacks(occupied.0[0]);
            }
            return reached;
        }
        let (start, end) = (self.walk_start[from.index()], self.walk_start[from.index() + 1]);
        let nodes = &self.walk[start as usize..end as usize];
        let mut i = 0;
        while let Some(node) = nodes.get(i) {
            reached.insert(node.cell);
            i += if occupied.contains(node.cell) { node.skip as usize } else { 1 };
        }
        reached
    }

    /// The cells that a piece of this kind on a cell attacks by leap or ride (not by hop), and
    /// unless it is a pawn may move to.
    #[inline]
    #[must_use]
    pub fn attacks(&self, from: Cell, occupied: &CellSet<W>) -> CellSet<W> {
        let mut reached = if self.has_leaps { self.leaps[from.index()] } else { CellSet::EMPTY };
        if self.has_rides {
            reached |= self.rides(from, occupied);
        }
        reached
    }
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
            between: Vec::new(),
            sight_start: Vec::new(),
            sight: Vec::new(),
            hops: Vec::new(),
            kinds,
        };
        if W == 1 {
            tables.between = lines::between(board);
        } else {
            tables.build_sight();
            tables.build_hops();
        }
        tables
    }

    fn build_sight(&mut self) {
        let variant = self.variant;
        let board = &variant.board;
        // Distinct riding motions with the kinds that have them.
        let mut motions: Vec<(Motion, u64)> = Vec::new();
        let mut add =
            |motion: &Motion, kinds: u64| match motions.iter_mut().find(|m| m.0 == *motion) {
                Some(known) => known.1 |= kinds,
                None => motions.push((motion.clone(), kinds)),
            };
        for (kind, piece) in variant.pieces.iter().enumerate() {
            for motion in
                piece.motions.iter().filter(|m| !matches!(m, Motion::Leap(_) | Motion::Hop(_)))
            {
                add(motion, 1 << kind);
            }
        }
        if self.facing != 0 {
            add(&Motion::ride(&variant.rules.facing_kings), self.facing);
        }
        let mut tries = vec![Trie::default(); board.len()];
        for from in board.cells() {
            for (motion, kinds) in &motions {
                for chain in motion.chains(board, from) {
                    let mut back: Vec<Cell> = chain.iter().rev().copied().collect();
                    back.push(from);
                    for i in 1..back.len() {
                        tries[back[i - 1].index()].insert(&back[i..], *kinds);
                    }
                }
            }
        }
        for trie in tries {
            self.sight_start.push(self.sight.len() as u32);
            self.sight.extend(trie.flatten());
        }
        self.sight_start.push(self.sight.len() as u32);
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

    /// Everything that rides towards a cell: nodes in walking order.
    #[inline]
    #[must_use]
    pub fn sight(&self, of: Cell) -> &[SightNode] {
        let (start, end) = (self.sight_start[of.index()], self.sight_start[of.index() + 1]);
        &self.sight[start as usize..end as usize]
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

    /// The seats hostile to a seat, as a bit per seat.
    #[inline]
    #[must_use]
    pub fn enemies(&self, seat: Seat) -> u8 {
        !self.allies[seat as usize] & ((1 << self.variant.seats()) - 1)
    }
}
