//! The network in real numbers: its output, its error and the slopes of the error.

use super::examples::Example;
use crate::eval::network::{
    BUCKETS, MOST_HIDDEN, NetworkFile, NetworkShape, ONE_HIDDEN, ONE_OUTPUT, Parameters,
};
use rand::{Rng, RngExt};
use std::sync::Arc;

/// The greatest weight: more does not fit the whole numbers.
const MOST: f32 = 127.0 / ONE_OUTPUT as f32;

/// Where things are in the list of numbers: features, bias, output weights, output biases.
#[derive(Clone, Copy)]
pub(super) struct Places {
    /// Numbers that a view is turned into.
    pub hidden: usize,
    /// Features begin at 0 and end here.
    pub bias: usize,
    output: usize,
    output_bias: usize,
    pub len: usize,
}

impl Places {
    pub(super) fn new(shape: &NetworkShape, hidden: usize) -> Places {
        let bias = shape.features() * hidden;
        let output = bias + hidden;
        let output_bias = output + BUCKETS * 2 * hidden;
        Places { hidden, bias, output, output_bias, len: output_bias + BUCKETS }
    }

    fn feature(&self, feature: u16) -> usize {
        feature as usize * self.hidden
    }

    fn output(&self, bucket: usize) -> usize {
        self.output + bucket * 2 * self.hidden
    }

    fn row<'v>(&self, values: &'v [f32], start: usize) -> &'v [f32] {
        &values[start..][..self.hidden]
    }

    fn row_mut<'v>(&self, values: &'v mut [f32], start: usize) -> &'v mut [f32] {
        &mut values[start..][..self.hidden]
    }
}

/// Numbers to begin with that make the network of a file; features of pieces that it does not know
/// begin at zero, and so do the rows that features share. None if it has another board or other zones.
pub(super) fn numbers_of(
    places: &Places,
    shape: &NetworkShape,
    shared: usize,
    start: &NetworkFile,
) -> Option<Vec<f32>> {
    let (from, parameters) = (&start.shape, &start.parameters);
    if (from.cells, from.zones) != (shape.cells, shape.zones) {
        return None;
    }
    let mut values = vec![0.0; places.len + shared * places.hidden];
    let real = |values: &mut [f32], whole: &[i16], one: i32| {
        let whole = whole.iter().map(|&number| f32::from(number) / one as f32);
        values.iter_mut().zip(whole).for_each(|(value, number)| *value = number);
    };
    let rows = values[..places.bias].chunks_exact_mut(places.hidden);
    for (feature, row) in rows.enumerate() {
        let known = shape.feature_in(from, feature);
        known.into_iter().for_each(|known| real(row, parameters.feature(known), ONE_HIDDEN));
    }
    real(&mut values[places.bias..places.output], &parameters.bias, ONE_HIDDEN);
    real(&mut values[places.output..places.output_bias], &parameters.output, ONE_OUTPUT);
    let unit = (ONE_HIDDEN * ONE_OUTPUT) as f32;
    let biases = values[places.output_bias..places.len].iter_mut().zip(&parameters.output_bias);
    biases.for_each(|(value, &bias)| *value = bias as f32 / unit);
    Some(values)
}

/// The sums of a view; those beyond the network's own are not used.
type Sums = [f32; MOST_HIDDEN];

/// Numbers to begin with: those of the network, then rows that features share. What features have
/// for themselves begins at zero.
pub(super) fn random_start(places: &Places, shared: usize, random: &mut impl Rng) -> Vec<f32> {
    let mut values = vec![0.0; places.len + shared * places.hidden];
    let mut fill = |range: std::ops::Range<usize>, size: f32| {
        for value in &mut values[range] {
            *value = random.random_range(-size..size);
        }
    };
    fill(places.output..places.output_bias, 1.0 / (2.0 * places.hidden as f32).sqrt());
    fill(places.len..places.len + shared * places.hidden, 0.05);
    values
}

/// The sums of a view.
fn sums(places: &Places, values: &[f32], features: &[u16]) -> Sums {
    let mut all = [0.0; MOST_HIDDEN];
    let sums = &mut all[..places.hidden];
    sums.copy_from_slice(places.row(values, places.bias));
    for &feature in features {
        let weights = places.row(values, places.feature(feature));
        sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
    }
    all
}

/// The expectation of the player to move, with the sums that lead to it.
fn forward(places: &Places, values: &[f32], example: Example<'_>) -> (f32, [Sums; 2]) {
    let hidden = example.views.map(|features| sums(places, values, features));
    let mut output = values[places.output_bias + example.bucket];
    for (view, sums) in hidden.iter().enumerate() {
        let weights = places.row(values, places.output(example.bucket) + view * places.hidden);
        // In eight parts, so that they can be added side by side.
        let mut parts = [0.0f32; 8];
        for (sums, weights) in
            sums[..places.hidden].as_chunks::<8>().0.iter().zip(weights.as_chunks::<8>().0)
        {
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
        let start = places.output(example.bucket) + view * places.hidden;
        let weights = places.row(values, start);
        let weight_slopes = places.row_mut(slopes, start);
        let mut sum_slopes = [0.0f32; MOST_HIDDEN];
        for i in 0..places.hidden {
            let active = sums[i].clamp(0.0, 1.0);
            weight_slopes[i] += slope * active * active;
            let within = if sums[i] > 0.0 && sums[i] < 1.0 { 2.0 * active } else { 0.0 };
            sum_slopes[i] = slope * weights[i] * within;
        }
        let mut add = |start| {
            for (total, slope) in places.row_mut(slopes, start).iter_mut().zip(&sum_slopes) {
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
pub(super) fn rounded(shape: &NetworkShape, places: &Places, values: &[f32]) -> NetworkFile {
    let whole = |range: std::ops::Range<usize>, one: i32| -> Vec<i16> {
        values[range].iter().map(|value| (value * one as f32).round() as i16).collect()
    };
    let unit = (ONE_HIDDEN * ONE_OUTPUT) as f32;
    let parameters = Parameters {
        hidden: places.hidden,
        features: whole(0..places.bias, ONE_HIDDEN),
        bias: whole(places.bias..places.output, ONE_HIDDEN),
        output: whole(places.output..places.output_bias, ONE_OUTPUT),
        output_bias: values[places.output_bias..places.len]
            .iter()
            .map(|value| (value * unit).round() as i32)
            .collect(),
    };
    NetworkFile { shape: shape.clone(), parameters: Arc::new(parameters) }
}
