//! The evaluation for people: what every term contributes.

use super::pursuit::pursuit;
use super::{Side, Strength, Trace, draw_value, evaluate};
use crate::position::Position;
use crate::variant::Seat;

/// What a side's evaluation is made of, each part with its value in hundredths of a pawn: the
/// terms of every seat, what counts for the side as a whole, and last the total. Where a
/// network judges, the terms are told for comparison: the total is of the network and what counts
/// for the whole.
#[must_use]
pub fn listing<const W: usize>(
    position: &Position<W>,
    strength: &Strength,
    side: Side,
) -> Vec<(String, i32)> {
    let variant = position.tables().variant;
    let weights = strength.weights();
    let trace = Trace::of(position);
    let mut parts: Vec<(String, f64)> = Vec::new();
    for seat in (0..variant.seats() as Seat).filter(|&s| position.is_alive(s)) {
        for &(weight, times) in &trace.seats[seat as usize] {
            let name = &weights.sheet().names()[weight];
            let term = name.split('.').next().unwrap_or(name);
            let label = format!("{} {term}", variant.player_name(seat));
            let [middle, end] = weights.values()[weight];
            let value = times * (trace.phase * middle + (1.0 - trace.phase) * end);
            match parts.iter_mut().find(|part| part.0 == label) {
                Some(part) => part.1 += value,
                None => parts.push((label, value)),
            }
        }
    }
    let judged = strength.judged(position);
    let seats =
        if judged.is_some() { strength.placed(position) } else { strength.prospects(position) };
    let hunt = pursuit(position, strength, &seats, side);
    let mut whole = vec![("pursuit", hunt), ("safe places", draw_value(position, side))];
    if let Some(value) = judged {
        // It stands in for all terms.
        let ours = side >> position.turn() & 1 != 0;
        whole.push(("network", if ours { value } else { -value }));
    }
    whole.push(("total", evaluate(position, strength, side)));
    let of_seats = parts.into_iter().map(|(label, value)| (label, value.round() as i32));
    of_seats.chain(whole.into_iter().map(|(label, value)| (label.to_string(), value))).collect()
}
