//! Sets of step vectors for boards of squares and cubes and for boards of hex prisms.

use super::{Vec3, add, scale};

/// All distinct permutations of `pattern` with all signs, such as the 24 leaps of `(2, 1, 0)`.
/// On a flat board the vectors that change level simply lead nowhere.
#[must_use]
pub fn permutations(pattern: Vec3) -> Vec<Vec3> {
    const ORDERS: [[usize; 3]; 6] =
        [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut found = Vec::new();
    for order in ORDERS {
        for signs in 0..8 {
            let v: Vec3 = std::array::from_fn(|i| {
                let value = pattern[order[i]];
                if signs >> i & 1 == 0 { value } else { -value }
            });
            if !found.contains(&v) {
                found.push(v);
            }
        }
    }
    found
}

/// The vectors of a set that keep the level.
#[must_use]
pub fn flat(vectors: &[Vec3]) -> Vec<Vec3> {
    vectors.iter().copied().filter(|v| v[2] == 0).collect()
}

/// One level up and one level down.
pub const VERTICAL: [Vec3; 2] = [[0, 0, 1], [0, 0, -1]];

/// The directions of a hex-prism board, derived from its six horizontal orthogonals.
#[derive(Clone, Debug)]
pub struct HexDirections {
    /// Horizontal orthogonals u in rotational order, 60 degrees apart.
    pub orthogonal: [Vec3; 6],
    /// Hex diagonals h in rotational order; entry `i` is the sum of orthogonals `i` and `i + 1`.
    pub diagonal: [Vec3; 6],
}

impl HexDirections {
    /// Directions from the orthogonals in rotational order.
    #[must_use]
    pub fn new(orthogonal: [Vec3; 6]) -> Self {
        let diagonal = std::array::from_fn(|i| add(orthogonal[i], orthogonal[(i + 1) % 6]));
        HexDirections { orthogonal, diagonal }
    }

    /// The twelve root-7 vectors 2u+w, w a neighbour of u in the rotation.
    #[must_use]
    pub fn root7(&self) -> Vec<Vec3> {
        let u = &self.orthogonal;
        (0..6)
            .flat_map(|i| {
                let twice = scale(2, u[i]);
                [add(twice, u[(i + 1) % 6]), add(twice, u[(i + 5) % 6])]
            })
            .collect()
    }
}

/// All sums `i * a + j * v` over the horizontal vectors `a` and both verticals `v`.
#[must_use]
pub fn combine(horizontal: &[Vec3], i: i8, j: i8) -> Vec<Vec3> {
    horizontal.iter().flat_map(|&a| VERTICAL.map(|v| add(scale(i, a), scale(j, v)))).collect()
}
