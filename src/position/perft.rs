//! Counting the lines of play from a position.

use super::{Move, Position};

impl<const W: usize> Position<W> {
    /// The number of lines of `depth` moves. The last ply is counted without being played;
    /// repetition and the move count are ignored.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut moves = Vec::with_capacity(64 * depth as usize);
        self.perft_with(depth, &mut moves)
    }

    fn perft_with(&self, depth: u32, moves: &mut Vec<Move>) -> u64 {
        if depth == 1 {
            return self.count_legal_moves() as u64;
        }
        let start = moves.len();
        self.generate(super::Scope::All, moves);
        let end = moves.len();
        let mut nodes = 0;
        for i in start..end {
            nodes += self.after(moves[i]).perft_with(depth - 1, moves);
        }
        moves.truncate(start);
        nodes
    }
}
