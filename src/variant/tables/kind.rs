//! The movement of one kind of piece.

use super::super::{EnPassant, Kind, Motion, PieceSpec, Promotion, Rules, Variant};
use super::lines::{self, Line};
use super::set;
use super::trie::Trie;
use crate::geometry::{Cell, CellSet};

/// A node of a flattened walk. The node after it is its first child if the cell is empty, and
/// `skip` nodes ahead otherwise.
#[derive(Clone, Copy, Debug)]
struct WalkNode {
    cell: Cell,
    skip: u16,
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
    /// Cells reached by ride on an empty board, by origin.
    pub ride_targets: Vec<CellSet<W>>,
    /// All cells on a line along which it hops, by target; empty unless it hops.
    pub hoppers_to: Vec<CellSet<W>>,
    /// Whether it leaps.
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

/// The origins of moves by target, from the targets by origin.
pub(super) fn invert<const W: usize>(forward: &[CellSet<W>]) -> Vec<CellSet<W>> {
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
    pub(super) fn new(variant: &Variant, piece: &PieceSpec) -> Self {
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
            has_leaps: !vectors.is_empty(),
            leaps,
            ride_targets: Vec::new(),
            hoppers_to: Vec::new(),
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
        let reach = |rides: &[&Motion]| -> Vec<CellSet<W>> {
            let on_lines = |c| rides.iter().flat_map(|m| m.chains(board, c)).flatten().collect();
            board.cells().map(on_lines).collect()
        };
        table.ride_targets = reach(&rides);
        if table.has_hops {
            table.hoppers_to = invert(&reach(&quiet_rides.iter().collect::<Vec<_>>()));
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
