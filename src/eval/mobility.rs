//! Expected mobility: how many moves a piece has on average, from which values are derived.
//!
//! Every other cell is taken to be occupied with the same probability, by friend or foe alike,
//! independently of all others. So the numbers have every symmetry of the board.

use crate::geometry::{Board, Cell};
use crate::variant::{Motion, PieceSpec, Variant};
use std::collections::{HashMap, HashSet};

/// The share of cells that are occupied: a middle-game density.
const OCCUPIED: f64 = 0.25;
const EMPTY: f64 = 1.0 - OCCUPIED;
/// The expected number of moves onto a cell that can be reached: always if it is empty, half of
/// the time if it is not.
const ENTERED: f64 = EMPTY + OCCUPIED / 2.0;
/// What a cell that a pawn attacks is worth against a move: it threatens whether somebody
/// stands there or not.
const THREATENED: f64 = 0.25;

/// The expected number of moves of every kind from every cell.
pub(super) fn expected(variant: &Variant) -> Vec<Vec<f64>> {
    let board = &variant.board;
    let from_every_cell =
        |piece: &PieceSpec| board.cells().map(|from| moves(board, piece, from)).collect();
    variant.pieces.iter().map(from_every_cell).collect()
}

fn moves(board: &Board, piece: &PieceSpec, from: Cell) -> f64 {
    if let Some(pawn) = &piece.pawn {
        let steps = |vectors: &[_]| {
            vectors.iter().filter(|&&v| board.step(from, v).is_some()).count() as f64
        };
        return EMPTY * steps(&pawn.quiet) + THREATENED * steps(&pawn.captures);
    }
    // How likely each cell is not to be reached by any of the ways to it.
    let mut missed: HashMap<Cell, f64> = HashMap::new();
    let mut hops = 0.0;
    for motion in &piece.motions {
        match motion {
            Motion::Leap(vectors) => {
                for to in vectors.iter().filter_map(|&v| board.step(from, v)) {
                    if !piece.barred_from.contains(&to) {
                        missed.insert(to, 0.0);
                    }
                }
            }
            Motion::Hop(steps) => {
                for &v in steps {
                    hops += hop(board.ride(from, v).count());
                }
            }
            _ => {
                // Chains with a common beginning are one way as far as that goes.
                let mut ways: HashSet<Vec<Cell>> = HashSet::new();
                for chain in motion.chains(board, from) {
                    for n in 1..=chain.len() {
                        if ways.insert(chain[..n].to_vec()) {
                            let open = EMPTY.powi(n as i32 - 1);
                            *missed.entry(chain[n - 1]).or_insert(1.0) *= 1.0 - open;
                        }
                    }
                }
            }
        }
    }
    let mut reached: Vec<f64> = missed.values().map(|missed| 1.0 - missed).collect();
    // The map's order differs from run to run; the sum must not.
    reached.sort_by(f64::total_cmp);
    reached.iter().sum::<f64>() * ENTERED + hops
}

/// The expected number of moves of a hopper along a line of a number of cells: quiet ones up to
/// the screen, and the capture of the first piece beyond it.
fn hop(cells: usize) -> f64 {
    (1..=cells as i32)
        .map(|n| {
            let quiet = EMPTY.powi(n);
            let one_screen = f64::from(n - 1) * OCCUPIED * EMPTY.powi(n - 2);
            quiet + one_screen * OCCUPIED / 2.0
        })
        .sum()
}
