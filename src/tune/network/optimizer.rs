//! Adam with decay, in single precision.

const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
const SMALL: f32 = 1e-8;

/// What is remembered of earlier slopes.
pub(super) struct Optimizer {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
    /// How much of a number is lost per step of size 1.
    decay: f32,
}

impl Optimizer {
    pub(super) fn new(len: usize, decay: f32) -> Optimizer {
        Optimizer { mean: vec![0.0; len], square: vec![0.0; len], steps: 0, decay }
    }

    /// Moves values against their slopes, each by about `rate` at most.
    pub(super) fn step(&mut self, values: &mut [f32], slopes: &[f32], rate: f32) {
        self.steps += 1;
        let mean_scale = 1.0 / (1.0 - MEAN_DECAY.powi(self.steps));
        let square_scale = 1.0 / (1.0 - SQUARE_DECAY.powi(self.steps));
        let memory = self.mean.iter_mut().zip(&mut self.square);
        for ((value, &slope), (mean, square)) in values.iter_mut().zip(slopes).zip(memory) {
            *mean += (1.0 - MEAN_DECAY) * (slope - *mean);
            *square += (1.0 - SQUARE_DECAY) * (slope * slope - *square);
            let step = *mean * mean_scale / ((*square * square_scale).sqrt() + SMALL);
            *value -= rate * (step + self.decay * *value);
        }
    }
}
