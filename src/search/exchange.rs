//! Static exchange evaluation: whether a series of captures on one cell is worth beginning.
//!
//! Attackers are found anew after every capture with the board as it would be then, so that
//! riders behind riders, hoppers that gain or lose their screen and riders of short range all
//! count for exactly what they can do. Pins are not looked at.

use crate::eval::{Side, Weights};
use crate::geometry::Cell;
use crate::position::{Move, MoveFlag, Position};
use crate::variant::Kind;

/// More than everything else on the board: a King is never given.
const KING: i32 = 1 << 20;

fn value<const W: usize>(position: &Position<W>, weights: &Weights, kind: Kind) -> i32 {
    if position.tables().royal >> kind & 1 != 0 { KING } else { weights.value(kind) }
}

/// Whether a move and the best captures on its target that follow leave the mover's side with a
/// gain of at least `threshold`, in hundredths of a pawn. `side` is either of the two sides.
pub fn gains_at_least<const W: usize>(
    position: &Position<W>,
    weights: &Weights,
    mv: Move,
    threshold: i32,
    side: Side,
) -> bool {
    if mv == Move::PASS || matches!(mv.flag(), MoveFlag::Castle | MoveFlag::Charge) {
        return threshold <= 0;
    }
    let (from, to) = (mv.from(), mv.to());
    let worth = |cell: Cell| {
        position.piece_on(cell).map_or(0, |piece| value(position, weights, piece.kind()))
    };
    let mut occupied = position.occupied();
    let mut gain = worth(to);
    if mv.flag() == MoveFlag::EnPassant {
        for right in (0..4).filter_map(|seat| position.en_passant_right(seat)) {
            if right.skipped == to && position.piece_on(to).is_none() {
                gain += worth(right.pawn);
                occupied.remove(right.pawn);
            }
        }
    }
    let mut standing = worth(from);
    if let Some(kind) = mv.promotion() {
        let promoted = value(position, weights, kind);
        gain += promoted - standing;
        standing = promoted;
    }
    // The balance from the view of whoever is to capture next, if it stopped here.
    let mut balance = gain - threshold;
    if balance < 0 {
        return false;
    }
    balance -= standing;
    if balance >= 0 {
        return true;
    }
    occupied.remove(from);
    occupied.insert(to);
    let ours = if side >> position.turn() & 1 != 0 { side } else { !side };
    let living = position.alive();
    let mut capturing = !ours & living;
    // Whether the mover's side is the one that has just captured.
    let mut good = true;
    loop {
        let attackers = position.attackers_within(to, capturing, &occupied);
        let cheapest = attackers.into_iter().min_by_key(|&cell| worth(cell));
        let Some(next) = cheapest else { return good };
        let next_value = worth(next);
        let others = if good { ours } else { !ours } & living;
        occupied.remove(next);
        if next_value == KING {
            // A King captures last: only where nobody could take it.
            let defended = !position.attackers_within(to, others, &occupied).is_empty();
            return if defended { good } else { !good };
        }
        good = !good;
        balance = -balance - 1 - next_value;
        if balance >= 0 {
            return good;
        }
        capturing = others;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Library;
    use crate::position::{AnyPosition, with_position};
    use crate::variant;

    /// The greatest threshold that a move reaches, by bisection.
    fn exchange(id: &str, fen: &str, text: &str) -> i32 {
        let variant = variant::find(id).expect("a registered game");
        let position = AnyPosition::read(variant, fen).expect("a position");
        let mv = position.find_move(text).expect("a legal move");
        with_position!(&position, p => {
            let library = Library::embedded();
            let weights = &library.weights(p.tables());
            let side = p.tables().allies[p.turn() as usize];
            let reaches = |t| gains_at_least(p, weights, mv, t, side);
            let (mut low, mut high) = (-5000, 5000);
            assert!(reaches(low) && !reaches(high));
            while high - low > 1 {
                let middle = (low + high) / 2;
                if reaches(middle) { low = middle } else { high = middle }
            }
            low
        })
    }

    fn worth(id: &str, symbol: &str) -> i32 {
        let variant = variant::find(id).expect("a registered game");
        let kind = variant.kind(symbol, 0).expect("a symbol");
        let position = AnyPosition::start(variant);
        with_position!(&position, p => Library::embedded().weights(p.tables()).value(kind))
    }

    #[test]
    fn exchanges_come_out_right() {
        let [p, n, r, q] = ["P", "N", "R", "Q"].map(|s| worth("chess", s));
        let cases = [
            // A free pawn, a guarded one.
            ("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", p),
            ("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", p - r),
            // A second Rook behind the first counts.
            ("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", p),
            ("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", p - r),
            // A Queen behind a Bishop, and a King that may not take.
            ("4k3/8/8/3n4/8/8/3R4/3RK3 w - - 0 1", "d2d5", n),
            ("8/8/2k5/3n4/8/8/3R4/3RK3 w - - 0 1", "d2d5", n),
            ("8/8/2k5/3n4/8/8/3R4/4K3 w - - 0 1", "d2d5", n - r),
            // Quiet moves and promotions.
            ("4k3/8/8/2p5/8/8/3R4/4K3 w - - 0 1", "d2d4", -r),
            ("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7b8q", q - p),
            ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -p),
            // En passant.
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", p),
        ];
        for (fen, text, expected) in cases {
            assert_eq!(exchange("chess", fen, text), expected, "{fen} {text}");
        }
    }

    #[test]
    fn short_rooks_do_not_reach_far() {
        let [p, r] = ["P", "S"].map(|s| worth("cwda-rr", s));
        // Four cells at most: from d1 it helps on d5, but not on d6.
        let near = "4k3/3s4/8/3p4/8/8/3S4/3SK3 w - - 0 1";
        assert_eq!(exchange("cwda-rr", near, "d2d5"), p);
        let far = "3sk3/8/3p4/8/8/8/3S4/3SK3 w - - 0 1";
        assert_eq!(exchange("cwda-rr", far, "d2d6"), p - r);
    }
}
