//! Values that change from the middle game to the endgame.

use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

/// Parts of a hundredth of a pawn that evaluation counts in, so that small weights that occur
/// often (a piece's every move, say) do not vanish in rounding.
pub(super) const UNITS: i32 = 8;

/// The phase of the middle game; 0 is the last endgame.
pub const FULL_PHASE: i32 = 256;

/// A value in the middle game and in the endgame, in [`UNITS`] of a hundredth of a pawn.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tapered {
    middle: i32,
    end: i32,
}

impl Tapered {
    pub(super) fn new(middle: i32, end: i32) -> Tapered {
        Tapered { middle, end }
    }

    /// A weight in hundredths of a pawn, rounded to units.
    pub(super) fn of_weight([middle, end]: [f64; 2]) -> Tapered {
        let units = |value: f64| (value * f64::from(UNITS)).round() as i32;
        Tapered::new(units(middle), units(end))
    }

    /// The value at a phase from 0 to [`FULL_PHASE`], in hundredths of a pawn.
    #[inline]
    pub(super) fn at(self, phase: i32) -> i32 {
        const ONE: i32 = UNITS * FULL_PHASE;
        (self.middle * phase + self.end * (FULL_PHASE - phase) + ONE / 2).div_euclid(ONE)
    }
}

impl Add for Tapered {
    type Output = Tapered;
    #[inline]
    fn add(self, other: Tapered) -> Tapered {
        Tapered { middle: self.middle + other.middle, end: self.end + other.end }
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl Sub for Tapered {
    type Output = Tapered;
    #[inline]
    fn sub(self, other: Tapered) -> Tapered {
        Tapered { middle: self.middle - other.middle, end: self.end - other.end }
    }
}

impl SubAssign for Tapered {
    #[inline]
    fn sub_assign(&mut self, other: Tapered) {
        *self = *self - other;
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;
    #[inline]
    fn mul(self, times: i32) -> Tapered {
        Tapered { middle: self.middle * times, end: self.end * times }
    }
}

#[cfg(test)]
mod tests {
    use super::{FULL_PHASE, Tapered};

    #[test]
    fn values_go_from_one_end_to_the_other() {
        let value = Tapered::of_weight([100.0, -50.0]);
        assert_eq!([0, FULL_PHASE / 2, FULL_PHASE].map(|p| value.at(p)), [-50, 25, 100]);
    }
}
