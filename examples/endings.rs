//! Solves endings against a bare King: `cargo run --release --example endings -- ID [FORCE ..]` finds
//! for every position of the game ID, a honeycomb game or one on 8x8 cells, in which two players are
//! left, one of them with the King alone, whether the other can force checkmate, and prints rows of
//! `tuning/endings.tsv`. A FORCE is a list of symbols such as `RN`; without any, all single pieces are
//! solved and all pairs of those that cannot do alone.
//!
//! Retrograde analysis as of K. Thompson (1986), a set of cells for the bare King at a time. A bare King
//! that is not in check is in nobody's way: where it stood in the way of a piece it would be in check. A
//! pair of a honeycomb game takes some 400 MB and a minute.

use rayon::prelude::*;
use simurgh::eval::family;
use simurgh::geometry::{Cell, CellSet};
use simurgh::position::{Game, Position, with_position};
use simurgh::variant::{self, Elimination, Kind, Tables, Variant};

/// The most pieces of a force beside its King: one more would take a hundred times the memory.
const MOST: usize = 2;

/// A force that is to checkmate a bare King: its King first.
struct Ending<const W: usize> {
    tables: &'static Tables<W>,
    kinds: Vec<Kind>,
    /// By piece: whether it moves back as it moves forth.
    reversible: Vec<bool>,
}

/// One placement of a force.
struct Placement<const W: usize> {
    cells: Vec<Cell>,
    occupied: CellSet<W>,
    /// What the force attacks.
    attacked: CellSet<W>,
}

/// What became of the positions of an ending.
struct Solution {
    /// The share of positions, with the force to move, that it wins.
    won: f64,
    /// The most moves that it needs.
    longest: usize,
}

impl<const W: usize> Ending<W> {
    fn board(&self) -> usize {
        self.tables.variant.board.len()
    }

    /// The cells a King steps to.
    fn steps(&self, from: Cell) -> CellSet<W> {
        self.tables.kinds[self.kinds[0] as usize].leaps[from.index()]
    }

    /// The placement of a number; none if two pieces share a cell.
    fn placement(&self, mut number: usize) -> Option<Placement<W>> {
        let mut cells = Vec::with_capacity(self.kinds.len());
        let mut occupied = CellSet::EMPTY;
        for _ in &self.kinds {
            let cell = self.tables.variant.board.cells().nth(number % self.board())?;
            number /= self.board();
            cells.push(cell);
            occupied.insert(cell);
        }
        if occupied.count() < cells.len() {
            return None;
        }
        let attacked = self.kinds.iter().zip(&cells).fold(CellSet::EMPTY, |all, (&kind, &cell)| {
            all | self.tables.reach(kind, cell, &occupied).1
        });
        Some(Placement { cells, occupied, attacked })
    }

    /// Where the bare King may stand with the force to move.
    fn legal(&self, placement: &Placement<W>) -> CellSet<W> {
        self.tables.all & !(placement.occupied | placement.attacked)
    }

    /// A force of these kinds.
    fn new(tables: &'static Tables<W>, kinds: Vec<Kind>) -> Self {
        let to = |kind, from| tables.reach(kind, from, &CellSet::EMPTY).0;
        let returns =
            |kind, from| to(kind, from).into_iter().all(|cell| to(kind, cell).contains(from));
        let is_reversible = |&kind: &Kind| tables.all.into_iter().all(|from| returns(kind, from));
        let reversible = kinds.iter().map(is_reversible).collect();
        Ending { tables, kinds, reversible }
    }

    /// The cells from which a piece of the force comes to one where it stands among others.
    fn origins(&self, piece: usize, cell: Cell, occupied: &CellSet<W>) -> CellSet<W> {
        let kind = self.kinds[piece];
        if self.reversible[piece] {
            return self.tables.reach(kind, cell, occupied).0 & !*occupied;
        }
        let others = occupied.without(cell);
        let comes = |&from: &Cell| self.tables.reach(kind, from, &others).0.contains(cell);
        (self.tables.all & !*occupied).into_iter().filter(comes).collect()
    }

    /// Cells on which the bare King, to move, has nothing better than cells from which it has lost. What
    /// it can capture saves it. Without a legal move and not in check a player passes in games for many;
    /// in others the game is drawn.
    fn lost(&self, placement: &Placement<W>, won: CellSet<W>, known: CellSet<W>) -> CellSet<W> {
        let safe = self.legal(placement);
        let unprotected = placement.occupied & !placement.attacked;
        let refuge = (safe & !won) | unprotected;
        let near = self.steps(placement.cells[0]);
        let passes = self.tables.variant.seats() > 2;
        let loses = |&at: &Cell| {
            let steps = self.steps(at);
            let escapes = steps.intersects(&refuge);
            let stuck = !steps.intersects(&safe) && !placement.attacked.contains(at);
            !escapes && (!stuck || passes && won.contains(at))
        };
        let unknown = self.tables.all & !(placement.occupied | near | known);
        unknown.into_iter().filter(loses).collect()
    }

    /// The placements from which the force comes to a placement, and the cells the bare King may not
    /// have stood on then.
    fn before(&self, number: usize) -> Vec<(usize, CellSet<W>)> {
        let mut found = Vec::new();
        let Some(placement) = self.placement(number) else { return found };
        let mut unit = 1;
        for (i, &cell) in placement.cells.iter().enumerate() {
            for from in self.origins(i, cell, &placement.occupied) {
                let king = if i == 0 { from } else { placement.cells[0] };
                let before = number - cell.index() * unit + from.index() * unit;
                found.push((before, self.steps(king).with(from)));
            }
            unit *= self.board();
        }
        found
    }

    fn solve(&self) -> Solution {
        let placements = self.board().pow(self.kinds.len() as u32);
        let mut won = vec![CellSet::EMPTY; placements];
        let mut lost = vec![CellSet::EMPTY; placements];
        let mut changed = vec![true; placements];
        let (mut moves, mut longest) = (0, 0);
        loop {
            let fresh: Vec<(usize, CellSet<W>)> = (0..placements)
                .into_par_iter()
                .filter(|&number| changed[number])
                .filter_map(|number| {
                    let placement = self.placement(number)?;
                    let fresh = self.lost(&placement, won[number], lost[number]);
                    (!fresh.is_empty()).then_some((number, fresh))
                })
                .collect();
            if fresh.is_empty() {
                break;
            }
            moves += 1;
            changed.fill(false);
            for (number, fresh) in fresh {
                lost[number] |= fresh;
                for (before, barred) in self.before(number) {
                    let gained = fresh & !(won[before] | barred);
                    if !gained.is_empty() {
                        won[before] |= gained;
                        changed[before] = true;
                        longest = moves;
                    }
                }
            }
        }
        let (wins, all) = (0..placements)
            .into_par_iter()
            .filter_map(|number| {
                let legal = self.legal(&self.placement(number)?);
                Some(((won[number] & legal).count(), legal.count()))
            })
            .reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
        Solution { won: wins as f64 / all as f64, longest }
    }
}

/// Solves and prints; whether the force wins most positions.
fn report<const W: usize>(tables: &'static Tables<W>, force: &[&str]) -> Result<bool, String> {
    if force.len() > MOST {
        return Err(format!("more than {MOST} pieces: {}", force.join("")));
    }
    let piece = |symbol: &&str| {
        let found = tables.variant.kind(symbol, 0);
        let is_piece = |kind: &Kind| (tables.pawns | tables.royal) >> kind & 1 == 0;
        found.filter(is_piece).ok_or(format!("no piece {symbol}"))
    };
    let mut kinds = vec![tables.royal.trailing_zeros() as Kind];
    for symbol in force {
        kinds.push(piece(symbol)?);
    }
    let solution = Ending::new(tables, kinds).solve();
    let (family, force) = (family(tables.variant.id), force.join(" "));
    println!("{family}\t{force}\t{:.4}", solution.won);
    eprintln!("{family} {force}: at most {} moves", solution.longest);
    Ok(solution.won > 0.5)
}

/// All single pieces, then all pairs of those that do not win alone.
fn report_all<const W: usize>(position: &Position<W>) -> Result<(), String> {
    let tables = position.tables();
    let mut weak: Vec<&str> = Vec::new();
    for kind in position.kinds_of(0, !(tables.pawns | tables.royal)) {
        let symbol = tables.variant.pieces[kind as usize].symbol;
        if !report(tables, &[symbol])? {
            weak.push(symbol);
        }
    }
    for (i, one) in weak.iter().enumerate() {
        for other in &weak[i..] {
            report(tables, &[one, other])?;
        }
    }
    Ok(())
}

fn run(arguments: &[String]) -> Result<(), String> {
    let [id, forces @ ..] = arguments else { return Err("which game?".into()) };
    let solvable = |game: &&Variant| {
        let squares = game.seats() == 2 && game.board.len() == 64;
        squares || game.rules.elimination == Elimination::Recruit
    };
    let game = variant::find(id).filter(solvable);
    let game = game.ok_or(format!("no honeycomb game and none on 8x8 cells: {id}"))?;
    with_position!(Game::start(game).position(), start => {
        if forces.is_empty() {
            report_all(start)?;
        }
        for force in forces {
            let symbols: Vec<String> = force.chars().map(String::from).collect();
            report(start.tables(), &symbols.iter().map(String::as_str).collect::<Vec<_>>())?;
        }
    });
    Ok(())
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Err(fault) = run(&arguments) {
        eprintln!("endings: {fault}");
        std::process::exit(2);
    }
}
