//! The board of `ninja`: 5 wide, 5 high, 10 long.

use super::{Board, CellInfo, Tiling};

/// Five levels (rows of files, top first) of 5 columns and 10 ranks. x is the column from the
/// left, y the rank from 0, z the row of files from the top. A file letter stands for column
/// and row together: letter number n has column n mod 5 and row n div 5.
#[must_use]
pub fn board() -> Board {
    let mut cells = Vec::new();
    for z in 0..5usize {
        for row in 0..10usize {
            let y = 9 - row;
            for x in 0..5usize {
                cells.push(CellInfo {
                    name: format!("{}{}", (b'a' + (5 * z + x) as u8) as char, y + 1),
                    at: [x as i8, y as i8, z as i8],
                    level: z,
                    row,
                    plane: (x as f32, row as f32),
                    shade: ((x + y + z + 1) % 2) as u8,
                });
            }
        }
    }
    let names = ["a-e", "f-j", "k-o", "p-t", "u-y"];
    Board::new(Tiling::Square, names.map(String::from).to_vec(), cells, &[])
}
