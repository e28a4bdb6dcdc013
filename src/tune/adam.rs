//! Adam (Kingma and Ba 2015) on all positions at once.

use super::model::Values;

const MEAN_DECAY: f64 = 0.9;
const SQUARE_DECAY: f64 = 0.999;
const SMALL: f64 = 1e-12;

/// What is remembered of earlier gradients.
pub(super) struct Adam {
    mean: Values,
    square: Values,
    steps: i32,
}

impl Adam {
    pub(super) fn new(weights: usize) -> Adam {
        Adam { mean: vec![[0.0; 2]; weights], square: vec![[0.0; 2]; weights], steps: 0 }
    }

    /// Moves values against a gradient, each by about `rate` hundredths of a pawn at most.
    pub(super) fn step(&mut self, values: &mut Values, gradient: &Values, rate: f64) {
        self.steps += 1;
        let mean_scale = 1.0 - MEAN_DECAY.powi(self.steps);
        let square_scale = 1.0 - SQUARE_DECAY.powi(self.steps);
        for (i, slopes) in gradient.iter().enumerate() {
            for (j, &slope) in slopes.iter().enumerate() {
                let (mean, square) = (&mut self.mean[i][j], &mut self.square[i][j]);
                *mean += (1.0 - MEAN_DECAY) * (slope - *mean);
                *square += (1.0 - SQUARE_DECAY) * (slope * slope - *square);
                let size = (*square / square_scale).sqrt();
                values[i][j] -= rate * (*mean / mean_scale) / (size + SMALL);
            }
        }
    }
}
