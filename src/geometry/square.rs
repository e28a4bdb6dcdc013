//! Boards of squares: 8x8, and two levels of 10x10.

use super::{Board, CellInfo, Tiling};

fn file_letter(x: usize) -> char {
    (b'a' + x as u8) as char
}

/// One level of `files` x `ranks` squares or several, named by `levels` (a flat board has one
/// level with an empty name). x is the file from 0, y the rank from 0; rows run from the last
/// rank down, as in FEN.
#[must_use]
pub fn board(levels: &[&str], files: usize, ranks: usize) -> Board {
    let mut cells = Vec::new();
    for (level, level_name) in levels.iter().enumerate() {
        for row in 0..ranks {
            let y = ranks - 1 - row;
            for x in 0..files {
                cells.push(CellInfo {
                    name: format!("{level_name}{}{}", file_letter(x), y + 1),
                    at: [x as i8, y as i8, level as i8],
                    level,
                    row,
                    plane: (x as f32, row as f32),
                    shade: ((x + y + level) % 2) as u8,
                });
            }
        }
    }
    Board::new(Tiling::Square, levels.iter().map(ToString::to_string).collect(), cells, &[])
}
