//! Families: games that share one file of weights, because a symbol means the same piece on the
//! same board in all of them.

/// The family of a game by its id.
///
/// Pieces of one symbol differ between ordinary and double-strength honeycomb games, and where they
/// stand best between games with Pawns and without, so those are four families. A game that is not known here
/// is a family of its own.
#[must_use]
pub fn family(id: &str) -> &str {
    if id == "chess" || id.starts_with("cwda-") {
        "cwda"
    } else if id.starts_with("honeycomb") || id.starts_with("wildhoney") {
        match (id.contains("-double"), id.contains("-pawnless")) {
            (false, false) => "honeycomb",
            (false, true) => "honeycomb-pawnless",
            (true, false) => "honeycomb-double",
            (true, true) => "honeycomb-double-pawnless",
        }
    } else if id.starts_with("guru") {
        "guru"
    } else {
        id
    }
}

/// The family of a game's network: as [`family()`], but orthodox chess may have a network of its own,
/// since it is played more than any other game, and its six pieces make a small file.
#[must_use]
pub fn network_family(id: &str) -> &str {
    if matches!(id, "chess" | "cwda-ff") { "chess" } else { family(id) }
}

/// Whether a network of a family can be that of a game.
#[must_use]
pub fn is_of_family(id: &str, name: &str) -> bool {
    family(id) == name || network_family(id) == name
}

#[cfg(test)]
mod tests {
    use super::{family, is_of_family, network_family};
    use crate::variant::{self, Motion};
    use std::collections::HashMap;

    #[test]
    fn orthodox_chess_may_have_a_network_of_its_own_and_no_other_game() {
        for id in variant::ids() {
            let orthodox = matches!(id, "chess" | "cwda-ff");
            assert_eq!(network_family(id) == family(id), !orthodox, "{id}");
            assert!(is_of_family(id, family(id)) && is_of_family(id, network_family(id)), "{id}");
            assert_eq!(is_of_family(id, "chess"), orthodox, "{id}");
        }
    }

    #[test]
    fn a_symbol_means_one_piece_within_a_family() {
        let mut known: HashMap<_, (Vec<Motion>, usize)> = HashMap::new();
        for id in variant::ids() {
            let game = variant::find(id).expect("a registered game");
            for piece in &game.pieces {
                let key = (family(id), piece.symbol, piece.heading);
                let this = (piece.motions.clone(), game.board.len());
                assert_eq!(known.entry(key).or_insert_with(|| this.clone()), &this, "{id}");
            }
        }
    }
}
