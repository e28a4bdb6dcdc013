//! Images of a view that mean the same: the board flipped, or turned by its diagonal, across the
//! direction in which Pawns move.
//!
//! A view is reflected so that its King stands in the left half. On a board of several levels
//! there are more images than that: in games for two, pieces move alike to either side, up
//! and down. Training on an image drawn at random every time teaches all of them at once.

use super::sharing::variant_of;
use crate::eval::network::NetworkShape;
use crate::geometry::Vec3;

/// The images of features.
pub(super) struct Images {
    /// By image: what becomes of a feature.
    images: Vec<Vec<u16>>,
    /// What the reflection of a view makes of a feature.
    reflected: Vec<u16>,
    /// Whether a feature is an own King in the right half.
    turned_away: Vec<bool>,
}

impl Images {
    /// The images; none if all of them are reflections that views have already.
    pub(super) fn new(shape: &NetworkShape) -> Option<Images> {
        let variant = variant_of(shape)?;
        let board = &variant.board;
        let last = |axis: usize| board.cells().map(|cell| board.at(cell)[axis]).max();
        let (width, height) = (last(0)?, last(2)?);
        if height == 0 {
            return None;
        }
        let image = |to: &dyn Fn(Vec3) -> Vec3| -> Option<Vec<u16>> {
            let cells: Option<Vec<usize>> =
                board.cells().map(|c| board.cell_at(to(board.at(c))).map(|c| c.index())).collect();
            let cells = cells?;
            let of = |feature: usize| {
                let (piece, cell) = (feature / shape.cells, feature % shape.cells);
                (piece * shape.cells + cells[cell]) as u16
            };
            Some((0..shape.features()).map(of).collect())
        };
        let mut images = Vec::new();
        for flip in 0..4 {
            for exchanged in [false, true] {
                images.extend(image(&|[x, y, z]| {
                    let x = if flip & 1 == 0 { x } else { width - x };
                    let z = if flip & 2 == 0 { z } else { height - z };
                    if exchanged { [z, y, x] } else { [x, y, z] }
                }));
            }
        }
        let reflected = image(&|[x, y, z]| [width - x, y, z])?;
        let royal = |symbol: &String| {
            variant.pieces.iter().any(|piece| piece.royal && piece.symbol == symbol)
        };
        let turned_away = (0..shape.features()).map(|feature| {
            let own_king = shape.symbols.get(feature / shape.cells).is_some_and(royal);
            own_king && reflected[feature] < feature as u16
        });
        let turned_away = turned_away.collect();
        Some(Images { images, reflected, turned_away })
    }

    /// Writes one of the images of a view, by any number.
    pub(super) fn write(&self, view: &[u16], number: usize, image: &mut Vec<u16>) {
        let map = &self.images[number % self.images.len()];
        image.clear();
        image.extend(view.iter().map(|&feature| map[feature as usize]));
        if image.iter().any(|&feature| self.turned_away[feature as usize]) {
            image.iter_mut().for_each(|feature| *feature = self.reflected[*feature as usize]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Images;
    use crate::eval::network::NetworkShape;
    use crate::geometry::Cell;
    use crate::position::reach_on_empty_board;
    use crate::variant::{self, Kind, Seat};
    use std::collections::BTreeSet;

    fn of_family(name: &str) -> (NetworkShape, Option<Images>) {
        let shape = NetworkShape::of_family(name).expect("a family of games for two");
        let images = Images::new(&shape);
        (shape, images)
    }

    #[test]
    fn a_cube_has_eight_images_and_a_square_none_but_its_reflection() {
        let (shape, images) = of_family("ninja");
        let images = images.expect("images of a cube").images;
        assert_eq!(images.iter().collect::<BTreeSet<_>>().len(), 8);
        for image in &images {
            let all: BTreeSet<u16> = image.iter().copied().collect();
            assert_eq!(all.len(), shape.features());
            let keeps =
                |(from, &to): (usize, &u16)| from / shape.cells == to as usize / shape.cells;
            assert!(image.iter().enumerate().all(keeps), "a piece stays what it is");
        }
        assert!(of_family("cwda").1.is_none());
    }

    #[test]
    fn pieces_move_alike_in_all_images() {
        let (shape, images) = of_family("ninja");
        let images = images.expect("images of a cube").images;
        let variant = variant::find("ninja").expect("a registered game");
        for (kind, piece) in variant.pieces.iter().enumerate() {
            let seat = piece.heading.unwrap_or(0) as Seat;
            let reach = |cell: usize| -> BTreeSet<usize> {
                let cells = reach_on_empty_board(variant, Cell::new(cell), seat, kind as Kind);
                cells.into_iter().map(Cell::index).collect()
            };
            for image in &images {
                for cell in 0..shape.cells {
                    let seen: BTreeSet<usize> =
                        reach(cell).into_iter().map(|to| image[to].into()).collect();
                    assert_eq!(seen, reach(image[cell].into()), "{}", piece.symbol);
                }
            }
        }
    }

    #[test]
    fn the_own_king_stays_in_the_left_half() {
        let (shape, images) = of_family("ninja");
        let images = images.expect("images of a cube");
        let symbol = shape.symbols.iter().position(|s| s == "K").expect("Kings");
        let board = &variant::find("ninja").expect("a registered game").board;
        let mut image = Vec::new();
        for cell in board.cells().filter(|&cell| board.at(cell)[0] <= 2) {
            let king = (symbol * shape.cells + cell.index()) as u16;
            for number in 0..8 {
                images.write(&[king], number, &mut image);
                let to = Cell::new(image[0] as usize % shape.cells);
                assert!(
                    board.at(to)[0] <= 2,
                    "{number}: {} to {}",
                    board.name(cell),
                    board.name(to)
                );
            }
        }
    }
}
