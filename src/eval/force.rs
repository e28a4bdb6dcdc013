//! Force: whether what a player has left can checkmate a bare King at all.
//!
//! Weak pieces cannot; on boards with many cells most single pieces cannot, and in some games most
//! pairs, however much they are worth. `tuning/endings.tsv` lists what was found by solving these
//! endings (`examples/endings.rs`).

use super::family;
use crate::geometry::CellSet;
use crate::position::{Piece, Position};
use crate::variant::{Seat, Variant};

/// The solved endings.
const SOLVED: &str = include_str!("../../tuning/endings.tsv");

/// The most pieces beside the King of a force that is listed.
const MOST: usize = 2;

/// What forces checkmate a bare King in a game.
#[derive(Debug)]
pub(super) struct Forces {
    /// Kinds that do alone, a bit per kind.
    alone: u64,
    /// By kind: the kinds with one of which it does, a bit per kind.
    with: Vec<u64>,
    /// Whether nothing is too little.
    all: bool,
}

impl Forces {
    /// What is known of a game; where nothing is, everything suffices.
    pub(super) fn of(variant: &Variant) -> Forces {
        let kinds = variant.pieces.len();
        let mut forces = Forces { alone: u64::MAX, with: vec![u64::MAX; kinds], all: true };
        let of_symbol = |symbol: &str| -> u64 {
            (0..kinds).filter(|&k| variant.pieces[k].symbol == symbol).fold(0, |m, k| m | 1 << k)
        };
        // Pieces move alike with Pawns and without.
        let solved = solved(family(variant.id).trim_end_matches("-pawnless"));
        for (force, wins) in solved {
            forces.all = false;
            match force[..] {
                [one] if !wins => forces.alone &= !of_symbol(one),
                [one, other] if !wins => {
                    for (kind, with) in forces.with.iter_mut().enumerate() {
                        let symbol = variant.pieces[kind].symbol;
                        if symbol == one {
                            *with &= !of_symbol(other);
                        }
                        if symbol == other {
                            *with &= !of_symbol(one);
                        }
                    }
                }
                _ => {}
            }
        }
        forces
    }

    /// Whether a player could not even checkmate a bare King.
    #[inline]
    pub(super) fn is_helpless<const W: usize>(&self, position: &Position<W>, seat: Seat) -> bool {
        !self.all && !self.suffices(position, position.of_seat(seat).without(position.king(seat)))
    }

    /// Whether a player is known to have pieces that checkmate a bare King; three and more are taken
    /// to do so.
    #[inline]
    pub(super) fn can_mate<const W: usize>(&self, position: &Position<W>, seat: Seat) -> bool {
        !self.all && self.suffices(position, position.pieces(seat))
    }

    /// Whether it is known what comes of what a player has against a bare King.
    #[inline]
    pub(super) fn is_known<const W: usize>(&self, position: &Position<W>, seat: Seat) -> bool {
        self.can_mate(position, seat) || self.is_helpless(position, seat)
    }

    /// Whether the pieces on these cells are enough: a force that is not listed, or of more than
    /// [`MOST`], is.
    #[inline]
    fn suffices<const W: usize>(&self, position: &Position<W>, cells: CellSet<W>) -> bool {
        if cells.count() > MOST {
            return true;
        }
        let mut kinds =
            cells.into_iter().filter_map(|cell| position.piece_on(cell)).map(Piece::kind);
        let does = |kind: u8, kinds: u64| kinds >> kind & 1 != 0;
        match (kinds.next(), kinds.next()) {
            (None, _) => false,
            (Some(one), None) => does(one, self.alone),
            (Some(one), Some(other)) => {
                does(one, self.alone)
                    || does(other, self.alone)
                    || does(other, self.with[one as usize])
            }
        }
    }
}

/// A force counts as winning if it wins from more than this share of all positions. (Two pieces that
/// never leave the cells of one colour win from half of them: those in which they stand on both.)
const MOSTLY: f64 = 0.25;

/// The endings of a family: the symbols of the force, and whether it wins.
fn solved(family: &str) -> impl Iterator<Item = (Vec<&'static str>, bool)> {
    let rows = SOLVED.lines().filter(|row| !row.starts_with('#'));
    rows.filter_map(move |row| {
        let mut fields = row.split('\t');
        (fields.next()? == family).then_some(())?;
        let force = fields.next()?.split(' ').collect();
        Some((force, fields.next()?.parse::<f64>().ok()? > MOSTLY))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{AnyPosition, Game, with_position};
    use crate::variant;

    /// Whether red is helpless with its King, a row of level c and blue's King far away.
    fn is_helpless(id: &str, row: &str) -> bool {
        let fen = format!(
            "bK,7/7/6/5/4/3/2/1|8/7/6/5/4/3/2/1|8/7/6/5/4/{row}/2/1|8/7/6/5/4/3/2/1|8/7/6/5/4/3/2/rK r rb - - 0 1"
        );
        let game = variant::find(id).expect("a registered game");
        let game = Game::new(game, Some(&fen), [""; 0]).expect("a position");
        let forces = Forces::of(game.variant());
        with_position!(game.position(), p => forces.is_helpless(p, 0))
    }

    #[test]
    fn who_has_too_little_is_what_solving_endings_says() {
        let cases = [
            ("honeycomb", "3", true),
            ("honeycomb", "rR,2", true),
            ("honeycomb", "rQ,2", false),
            ("honeycomb", "rP,2", false),
            ("honeycomb", "rR,1,rN", true),
            ("honeycomb", "rN,1,rR", true),
            ("honeycomb", "rN,1,rF", false),
            ("honeycomb", "rN,1,rQ", false),
            ("honeycomb", "rP,1,rN", false),
            ("honeycomb", "rN,rN,rN", false),
            ("wildhoney", "rG,2", true),
            ("wildhoney", "rG,1,rC", true),
            ("wildhoney", "rG,1,rB", false),
            ("honeycomb-double", "rN,1,rR", false),
            ("honeycomb-double", "rO,2", true),
        ];
        for (id, row, expected) in cases {
            assert_eq!(is_helpless(id, row), expected, "{id} {row}");
        }
    }

    #[test]
    fn pieces_win_or_cannot_or_a_pawn_may_become_what_does() {
        let cases = [
            ("chess", "Q3K3", [true, false]),
            ("cwda-nf", "T3K3", [true, false]),
            ("chess", "N3K3", [false, true]),
            ("chess", "NN2K3", [false, true]),
            ("cwda-cr", "DW2K3", [true, false]),
            ("cwda-rr", "YP2K3", [true, false]),
            // A Pawn may become what does.
            ("chess", "NP2K3", [false, false]),
            ("chess", "4K3", [false, true]),
        ];
        for (id, row, expected) in cases {
            let fen = format!("7k/8/8/8/{row}/8/8/8 w - - 0 1");
            let game = variant::find(id).expect("a registered game");
            let game = Game::new(game, Some(&fen), [""; 0]).expect("a position");
            let forces = Forces::of(game.variant());
            with_position!(game.position(), p => {
                let found = [forces.can_mate(p, 0), forces.is_helpless(p, 0)];
                assert_eq!(found, expected, "{id} {row}");
                assert_eq!(forces.is_known(p, 0), expected != [false, false]);
            });
        }
    }

    #[test]
    fn nothing_is_too_little_where_nothing_has_been_solved() {
        for id in ["ninja", "aof3", "guru"] {
            let game = variant::find(id).expect("a registered game");
            with_position!(AnyPosition::start(game), p => {
                let forces = Forces::of(p.tables().variant);
                assert!(forces.all && !forces.is_helpless(&p, 0), "{id}");
                assert!(!forces.can_mate(&p, 0), "{id}");
            });
        }
    }
}
