//! The network in real numbers: its output, its error and the slopes of the error.

use super::examples::Example;
use crate::eval::network::{
    BUCKETS, HIDDEN, NetworkFile, NetworkShape, ONE_HIDDEN, ONE_OUTPUT, Parameters,
};
use rand::{Rng, RngExt};
use std::sync::Arc;

/// The greatest weight: more does not fit the whole numbers.
const MOST: f32 = 127.0 / ONE_OUTPUT as f32;

/// Where things are in the list of numbers: features, bias, output weights, output biases.
#[derive(Clone, Copy)]
pub(super) struct Places {
    features: usize,
    bias: usize,
    output: usize,
    output_bias: usize,
    pub len: usize,
}

impl Places {
    pub(super) fn new(shape: &NetworkShape) -> Places {
        let bias = shape.features() * HIDDEN;
        let output = bias + HIDDEN;
        let output_bias = output + BUCKETS * 2 * HIDDEN;
        Places { features: 0, bias, output, output_bias, len: output_bias + BUCKETS }
    }

    fn feature(&self, feature: u16) -> usize {
        self.features + feature as usize * HIDDEN
    }

    fn output(&self, bucket: usize) -> usize {
        self.output + bucket * 2 * HIDDEN
    }
}

type Row = [f32; HIDDEN];

fn row(values: &[f32], start: usize) -> &Row {
    values[start..].first_chunk().expect("rows lie within the list")
}

fn row_mut(values: &mut [f32], start: usize) -> &mut Row {
    values[start..].first_chunk_mut().expect("rows lie within the list")
}

/// Numbers to begin with.
pub(super) fn random_start(places: &Places, random: &mut impl Rng) -> Vec<f32> {
    let mut values = vec![0.0; places.len];
    let mut fill = |range: std::ops::Range<usize>, size: f32| {
        for value in &mut values[range] {
            *value = random.random_range(-size..size);
        }
    };
    fill(places.features..places.bias, 0.08);
    fill(places.output..places.output_bias, 1.0 / (2.0 * HIDDEN as f32).sqrt());
    values
}

/// The sums of a view.
fn sums(places: &Places, values: &[f32], features: &[u16]) -> Row {
    let mut sums = *row(values, places.bias);
    for &feature in features {
        for (sum, weight) in sums.iter_mut().zip(row(values, places.feature(feature))) {
            *sum += weight;
        }
    }
    sums
}

/// The expectation of the player to move, with the sums that lead to it.
fn forward(places: &Places, values: &[f32], example: Example<'_>) -> (f32, [Row; 2]) {
    let hidden = example.views.map(|features| sums(places, values, features));
    let mut output = values[places.output_bias + example.bucket];
    for (view, sums) in hidden.iter().enumerate() {
        let weights = row(values, places.output(example.bucket) + view * HIDDEN);
        // In eight parts, so that they can be added side by side.
        let mut parts = [0.0f32; 8];
        for (sums, weights) in sums.as_chunks::<8>().0.iter().zip(weights.as_chunks::<8>().0) {
            for i in 0..8 {
                let active = sums[i].clamp(0.0, 1.0);
                parts[i] += active * active * weights[i];
            }
        }
        output += parts.iter().sum::<f32>();
    }
    (1.0 / (1.0 + (-output).exp()), hidden)
}

/// The square of the error on a position.
pub(super) fn error(places: &Places, values: &[f32], example: Example<'_>) -> f32 {
    (forward(places, values, example).0 - example.target).powi(2)
}

/// Adds the slopes of the square of the error on a position, which is returned.
pub(super) fn add_slopes(
    places: &Places,
    values: &[f32],
    example: Example<'_>,
    slopes: &mut [f32],
) -> f32 {
    let (expected, hidden) = forward(places, values, example);
    let difference = expected - example.target;
    let slope = 2.0 * difference * expected * (1.0 - expected);
    slopes[places.output_bias + example.bucket] += slope;
    for (view, (sums, features)) in hidden.iter().zip(example.views).enumerate() {
        let start = places.output(example.bucket) + view * HIDDEN;
        let weights = row(values, start);
        let weight_slopes = row_mut(slopes, start);
        let mut sum_slopes = [0.0f32; HIDDEN];
        for i in 0..HIDDEN {
            let active = sums[i].clamp(0.0, 1.0);
            weight_slopes[i] += slope * active * active;
            let within = if sums[i] > 0.0 && sums[i] < 1.0 { 2.0 * active } else { 0.0 };
            sum_slopes[i] = slope * weights[i] * within;
        }
        let mut add = |start| {
            for (total, slope) in row_mut(slopes, start).iter_mut().zip(&sum_slopes) {
                *total += slope;
            }
        };
        add(places.bias);
        for &feature in features {
            add(places.feature(feature));
        }
    }
    difference * difference
}

/// Keeps all weights where the whole numbers can follow.
pub(super) fn confine(places: &Places, values: &mut [f32]) {
    for value in &mut values[..places.output_bias] {
        *value = value.clamp(-MOST, MOST);
    }
}

/// The network in whole numbers.
pub(super) fn rounded(shape: &NetworkShape, values: &[f32]) -> NetworkFile {
    let places = Places::new(shape);
    let layer = |start: usize, one: i32| {
        row(values, start).map(|value| (value * one as f32).round() as i16)
    };
    let output =
        |bucket: usize| [0, 1].map(|view| layer(places.output(bucket) + view * HIDDEN, ONE_OUTPUT));
    let unit = (ONE_HIDDEN * ONE_OUTPUT) as f32;
    let parameters = Parameters {
        features: (0..shape.features())
            .map(|feature| layer(places.feature(feature as u16), ONE_HIDDEN))
            .collect(),
        bias: layer(places.bias, ONE_HIDDEN),
        output: (0..BUCKETS).map(output).collect(),
        output_bias: values[places.output_bias..][..BUCKETS]
            .iter()
            .map(|value| (value * unit).round() as i32)
            .collect(),
    };
    NetworkFile { shape: shape.clone(), parameters: Arc::new(parameters) }
}
