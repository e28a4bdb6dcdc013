//! The best ordered moves of positions met before, for games for many.

/// The best ordered moves of positions met before, one for each: they are the same wherever in the
/// tree a position comes up, and to find them takes longer than anything else at such a node.
#[derive(Default)]
pub(super) struct ReplyCache {
    /// Hash of the position and move in compact form, by the low bits of the hash; made when first
    /// needed.
    slots: Vec<(u64, u32)>,
}

impl ReplyCache {
    const SLOTS: usize = 1 << 15;

    /// The move of a position, in compact form.
    pub(super) fn get(&self, hash: u64) -> Option<u32> {
        let &(known, compact) = self.slots.get(hash as usize % Self::SLOTS)?;
        (known == hash).then_some(compact)
    }

    /// Remembers the move of a position in place of another's.
    pub(super) fn put(&mut self, hash: u64, compact: u32) {
        if self.slots.is_empty() {
            // No position hashes to a slot that is not its own.
            self.slots = (0..Self::SLOTS).map(|slot| (!(slot as u64), 0)).collect();
        }
        self.slots[hash as usize % Self::SLOTS] = (hash, compact);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_found_by_their_position_alone() {
        let mut cache = ReplyCache::default();
        let (one, other) = (7, 7 + ReplyCache::SLOTS as u64);
        assert_eq!(cache.get(one), None);
        cache.put(one, 11);
        assert_eq!((cache.get(one), cache.get(other)), (Some(11), None));
        cache.put(other, 12);
        assert_eq!((cache.get(one), cache.get(other)), (None, Some(12)));
        assert!((0..64).filter(|&hash| hash != 7).all(|hash| cache.get(hash).is_none()));
    }
}
