//! The course of a training.

use super::examples::{Example, Examples, NetworkData};
use super::images::Images;
use super::model::{Places, add_slopes, confine, error, numbers_of, random_start, rounded};
use super::optimizer::{CHUNK, Optimizer};
use super::sharing::Sharing;
use crate::eval::network::{HIDDEN_STEP, MOST_HIDDEN, NetworkFile};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

/// How to train.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Numbers that a view is turned into: rounded up to a multiple of [`HIDDEN_STEP`], at most
    /// [`MOST_HIDDEN`].
    pub hidden: usize,
    /// Times that every position is looked at.
    pub epochs: usize,
    /// Positions to a step.
    pub batch: usize,
    /// The size of the first steps.
    pub rate: f32,
    /// How much of every number is lost per step of size 1, so that none grows without need; what
    /// features do not share is lost faster by a fixed factor.
    pub decay: f32,
    /// The seed of the first numbers and of the order of positions.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { hidden: MOST_HIDDEN, epochs: 20, batch: 8192, rate: 1e-3, decay: 0.01, seed: 1 }
    }
}

/// What features have for themselves is lost so many times faster than what they share, so that they
/// differ only where many positions say so.
const OWN_DECAY: f32 = 30.0;

/// The last steps are this much smaller than the first.
const LAST_RATE: f32 = 0.01;

/// Parts of a batch that may be worked on side by side: a fixed number, so that sums come out
/// the same with any number of threads.
const PARTS: usize = 4;

/// A network and how well it does.
#[derive(Clone, PartialEq, Debug)]
pub struct Trained {
    /// The network.
    pub file: NetworkFile,
    /// The mean square of its errors over the positions trained on, as met in the last epoch; without
    /// an epoch that of the network to begin with.
    pub training: f64,
    /// The same over those held out, after the last epoch, if there are any.
    pub held_out: Option<f64>,
}

/// Why nothing was trained.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TrainingError {
    /// No quiet position.
    #[error("the records hold no quiet position to train on")]
    NoPositions,
    /// The network to begin with has other zones or another board than the one to be trained.
    #[error("the network to begin with is for another board")]
    OtherBoard,
}

/// Trains a network, from random numbers or from those of another network, of which it then has the
/// size and towards which it decays. `heard` is told, after every step, the share of the training
/// that is done, and after every epoch both errors.
///
/// # Errors
/// If there is no position, or nothing in common with the network to begin with.
pub fn train(
    data: &NetworkData,
    settings: &Settings,
    start: Option<&NetworkFile>,
    mut heard: impl FnMut(f64, Option<(f64, Option<f64>)>),
) -> Result<Trained, TrainingError> {
    let shape = data.shape.as_ref().ok_or(TrainingError::NoPositions)?;
    let set = &data.training;
    if set.is_empty() {
        return Err(TrainingError::NoPositions);
    }
    let hidden = start.map_or(settings.hidden, |file| file.parameters.hidden);
    let hidden = hidden.clamp(1, MOST_HIDDEN).next_multiple_of(HIDDEN_STEP);
    let places = Places::new(shape, hidden);
    let sharing = Sharing::new(shape);
    let images = Images::new(shape);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(settings.seed);
    let (mut numbers, rest) = match start {
        None => {
            let numbers = random_start(&places, sharing.rows, &mut random);
            let rest = vec![0.0; numbers.len()];
            (numbers, rest)
        }
        Some(start) => {
            let numbers = numbers_of(&places, shape, sharing.rows, start);
            let numbers = numbers.ok_or(TrainingError::OtherBoard)?;
            (numbers.clone(), numbers)
        }
    };
    // What features have for themselves comes first.
    let decays = [(places.bias, OWN_DECAY * settings.decay), (numbers.len(), settings.decay)];
    let mut optimizer = Optimizer::new(decays, rest);
    let mut values = network_of(&places, &sharing, &numbers);
    let mut order: Vec<usize> = (0..set.len()).collect();
    // The first of them has room for the slopes of shared rows too.
    let mut slopes = vec![vec![0.0; numbers.len()]; PARTS];
    let steps = set.len().div_ceil(settings.batch) * settings.epochs;
    let (mut step, mut errors) = (0, None);
    for epoch in 0..settings.epochs {
        order.shuffle(&mut random);
        let mut total = 0.0;
        for batch in order.chunks(settings.batch) {
            let parts = batch.par_chunks(batch.len().div_ceil(PARTS)).zip(&mut slopes);
            let found: Vec<f64> = parts
                .map(|(part, slopes)| {
                    slopes.fill(0.0);
                    let mut drawn = [Vec::new(), Vec::new()];
                    let mut add = |i: usize| {
                        let example = set.get(i);
                        let example = match &images {
                            Some(images) => draw(images, example, i + epoch, &mut drawn),
                            None => example,
                        };
                        f64::from(add_slopes(&places, &values, example, slopes))
                    };
                    part.iter().map(|&i| add(i)).sum()
                })
                .collect();
            total += found.iter().sum::<f64>();
            let (first, others) = slopes.split_at_mut(1);
            let share = 1.0 / batch.len() as f32;
            let (own, shared) = first[0].split_at_mut(places.len);
            add_up(own, &others[..found.len() - 1], share);
            sharing.gather(&own[..places.bias], shared, hidden);
            let done = step as f32 / steps as f32;
            let fall = (1.0 + (done * std::f32::consts::PI).cos()) / 2.0;
            let rate = settings.rate * (LAST_RATE + (1.0 - LAST_RATE) * fall);
            optimizer.step(&mut numbers, &first[0], rate);
            confine(&places, &mut numbers);
            values = network_of(&places, &sharing, &numbers);
            step += 1;
            heard(step as f64 / steps as f64, None);
        }
        errors = Some((total / set.len() as f64, mean_error(&places, &values, &data.held_out)));
        heard(step as f64 / steps as f64, errors);
    }
    // Without an epoch nothing has been measured yet.
    let (training, held_out) = errors.unwrap_or_else(|| {
        let of = |set| mean_error(&places, &values, set);
        (of(set).unwrap_or(0.0), of(&data.held_out))
    });
    Ok(Trained { file: rounded(shape, &places, &values), training, held_out })
}

/// Adds the slopes that other parts of a batch have found, and takes a share of the sum.
fn add_up(slopes: &mut [f32], others: &[Vec<f32>], share: f32) {
    slopes.par_chunks_mut(CHUNK).enumerate().for_each(|(number, slopes)| {
        for other in others {
            let other = &other[number * CHUNK..][..slopes.len()];
            slopes.iter_mut().zip(other).for_each(|(sum, slope)| *sum += slope);
        }
        slopes.iter_mut().for_each(|slope| *slope *= share);
    });
}

/// The numbers of the network: what features have for themselves and what they share, added up.
fn network_of(places: &Places, sharing: &Sharing, numbers: &[f32]) -> Vec<f32> {
    let (own, shared) = numbers.split_at(places.len);
    let mut values = own.to_vec();
    sharing.spread(shared, &mut values[..places.bias], places.hidden);
    confine(places, &mut values);
    values
}

/// One of the images of a position; those of both views need not be the same, since each shows the
/// whole board.
fn draw<'d>(
    images: &Images,
    example: Example<'_>,
    number: usize,
    drawn: &'d mut [Vec<u16>; 2],
) -> Example<'d> {
    let [own, other] = drawn;
    images.write(example.views[0], number, own);
    images.write(example.views[1], number / 3, other);
    Example { views: [own, other], ..example }
}

/// The mean square of the errors over some positions, if there are any.
fn mean_error(places: &Places, values: &[f32], set: &Examples) -> Option<f64> {
    const CHUNK: usize = 4096;
    if set.is_empty() {
        return None;
    }
    let all: Vec<usize> = (0..set.len()).collect();
    let sums: Vec<f64> = all
        .par_chunks(CHUNK)
        .map(|part| part.iter().map(|&i| f64::from(error(places, values, set.get(i)))).sum())
        .collect();
    Some(sums.iter().sum::<f64>() / set.len() as f64)
}
