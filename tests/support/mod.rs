//! Position strings made from lists of pieces, for the tests that set positions up by hand.

use simurgh::geometry::Cell;
use simurgh::variant::{self, Notation, Variant};
use std::collections::HashMap;

/// The game with an id.
pub fn variant(id: &str) -> &'static Variant {
    variant::find(id).unwrap_or_else(|| panic!("no game {id}"))
}

/// The placement field of a position with the pieces of a list such as `rK@ua1 oPr@lc4`: tokens
/// with their cells. In the 8x8 games the tokens are the FEN letters (`K@e1 p@e7`).
#[track_caller]
pub fn placement(variant: &Variant, pieces: &str) -> String {
    let mut tokens: HashMap<Cell, &str> = HashMap::new();
    for entry in pieces.split_whitespace() {
        let (token, name) = entry.split_once('@').unwrap_or_else(|| panic!("`{entry}`: no @"));
        let cell = variant.board.find(name).unwrap_or_else(|| panic!("`{entry}`: no such cell"));
        let old = tokens.insert(cell, token);
        assert!(old.is_none(), "`{entry}`: the cell is taken");
    }
    let separator = if variant.rules.notation == Notation::Fen { "" } else { "," };
    variant.board.placement(separator, |cell| tokens.get(&cell).map(ToString::to_string))
}
