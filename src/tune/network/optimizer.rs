//! Adam with decay, in single precision.

use rayon::prelude::*;

const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
const SMALL: f32 = 1e-8;
/// Numbers that one thread moves at a time.
pub(super) const CHUNK: usize = 1 << 14;

/// What is remembered of earlier slopes.
pub(super) struct Optimizer {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
    /// What numbers decay towards.
    rest: Vec<f32>,
    /// Where ranges of numbers end, and how much of a number in them is lost per step of size 1.
    decays: [(usize, f32); 2],
}

impl Optimizer {
    /// An optimizer of numbers that decay towards those at rest, which are as many as the last
    /// range ends with.
    pub(super) fn new(decays: [(usize, f32); 2], rest: Vec<f32>) -> Optimizer {
        let zeros = vec![0.0; rest.len()];
        Optimizer { mean: zeros.clone(), square: zeros, steps: 0, rest, decays }
    }

    /// Moves values against their slopes, each by about `rate` at most.
    pub(super) fn step(&mut self, values: &mut [f32], slopes: &[f32], rate: f32) {
        self.steps += 1;
        let mean_scale = 1.0 / (1.0 - MEAN_DECAY.powi(self.steps));
        let square_scale = 1.0 / (1.0 - SQUARE_DECAY.powi(self.steps));
        let mut start = 0;
        for (end, decay) in self.decays {
            let (mean, square) = (&mut self.mean[start..end], &mut self.square[start..end]);
            let memory = mean.par_chunks_mut(CHUNK).zip(square.par_chunks_mut(CHUNK));
            let slopes = slopes[start..end].par_chunks(CHUNK);
            let slopes = slopes.zip(self.rest[start..end].par_chunks(CHUNK));
            let values = values[start..end].par_chunks_mut(CHUNK).zip(slopes);
            values.zip(memory).for_each(|((values, (slopes, rest)), (mean, square))| {
                let memory = mean.iter_mut().zip(square);
                let moved = values.iter_mut().zip(slopes.iter().zip(rest));
                for ((value, (&slope, rest)), (mean, square)) in moved.zip(memory) {
                    *mean += (1.0 - MEAN_DECAY) * (slope - *mean);
                    *square += (1.0 - SQUARE_DECAY) * (slope * slope - *square);
                    let step = *mean * mean_scale / ((*square * square_scale).sqrt() + SMALL);
                    *value -= rate * (step + decay * (*value - rest));
                }
            });
            start = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Optimizer;

    #[test]
    fn values_decay_towards_those_at_rest_and_move_against_slopes() {
        let mut optimizer = Optimizer::new([(1, 0.5), (3, 0.0)], vec![2.0, 2.0, 2.0]);
        let mut values = [6.0, 6.0, 6.0];
        for _ in 0..200 {
            optimizer.step(&mut values, &[0.0, 0.0, 1.0], 0.01);
        }
        // The first lost half a hundredth of its distance each time, the last moved by a hundredth.
        let left = 2.0 + 4.0 * 0.995f32.powi(200);
        assert!((values[0] - left).abs() < 1e-3, "{values:?}");
        assert_eq!(values[1], 6.0);
        assert!((values[2] - 4.0).abs() < 1e-3, "{values:?}");
    }
}
