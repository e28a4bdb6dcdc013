//! What is known of positions met before, for games for many.

use super::pages::prefetch;

/// A number for each of the positions met last: it is the same wherever in the tree a position comes
/// up, and takes long to find.
#[derive(Default)]
pub(super) struct PositionCache<T> {
    /// Key of the position and number, by the low bits of the key; made when first needed.
    slots: Vec<(u64, T)>,
}

impl<T: Copy + Default> PositionCache<T> {
    const SLOTS: usize = 1 << 15;

    /// The number of a position.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<T> {
        let &(known, number) = self.slots.get(key as usize % Self::SLOTS)?;
        (known == key).then_some(number)
    }

    /// Asks for the memory of a position whose number will soon be looked up.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        if let Some(slot) = self.slots.get(key as usize % Self::SLOTS) {
            prefetch(slot);
        }
    }

    /// Remembers the number of a position in place of another's.
    #[inline]
    pub(super) fn put(&mut self, key: u64, number: T) {
        if self.slots.is_empty() {
            // No position has the key of a slot that is not its own.
            self.slots = (0..Self::SLOTS).map(|slot| (!(slot as u64), T::default())).collect();
        }
        self.slots[key as usize % Self::SLOTS] = (key, number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_by_their_position_alone() {
        let mut cache = PositionCache::default();
        let (one, other) = (7, 7 + PositionCache::<u32>::SLOTS as u64);
        assert_eq!(cache.get(one), None);
        cache.put(one, 11);
        assert_eq!((cache.get(one), cache.get(other)), (Some(11), None));
        cache.put(other, 12);
        assert_eq!((cache.get(one), cache.get(other)), (None, Some(12)));
        assert!((0..64).filter(|&key| key != 7).all(|key| cache.get(key).is_none()));
    }
}
