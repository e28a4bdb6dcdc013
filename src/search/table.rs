//! The shared transposition table.
//!
//! Buckets of one cache line hold four entries of two words each. Words are read and written
//! without locks; the first word is the key mixed with the second, so that a torn entry is
//! recognised as foreign (R. Hyatt and T. Mann, "A lock-less transposition table implementation
//! for parallel search", 2002).

use super::pages::{ask_for_large, prefetch};
use super::score::Score;
use bytemuck::{Zeroable, allocation::try_zeroed_slice_box};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// What a stored score says of the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// At least the score.
    Lower = 1,
    /// At most the score.
    Upper = 2,
    /// The score itself.
    Exact = 3,
}

impl Bound {
    /// What a score says that a search in a window came to.
    #[inline]
    pub(super) fn of(score: Score, alpha: Score, beta: Score) -> Bound {
        if score >= beta {
            Bound::Lower
        } else if score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The best move in compact form, 0 if unknown.
    pub compact_move: u32,
    /// The score.
    pub score: Score,
    /// The remaining depth it was searched to.
    pub depth: i32,
    /// What the score is a bound of.
    pub bound: Bound,
    /// Whether it was met in an open window, then or in an earlier iteration.
    pub open: bool,
}

impl Entry {
    /// Whether the score is all that a search in a window has to find.
    #[inline]
    pub(super) fn decides(&self, alpha: Score, beta: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }

    /// A static value with what the score, if it is no decided end, says of the true one.
    #[inline]
    pub(super) fn refine(&self, value: Score) -> Score {
        match self.bound {
            _ if self.score.is_decided() => value,
            Bound::Exact => self.score,
            Bound::Lower => self.score.max(value),
            Bound::Upper => self.score.min(value),
        }
    }
}

const ENTRIES_PER_BUCKET: usize = 4;
const GENERATIONS: u8 = 32;

#[derive(Zeroable)]
#[repr(C)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// A cache line of slots.
const BUCKET_BYTES: usize = 64;

/// A table of searched positions that all threads share.
pub struct TranspositionTable {
    /// Slots, of which those before `first` only serve to begin buckets with cache lines. (Memory
    /// of a stricter alignment would be zeroed by hand instead of by the system when touched.)
    slots: Box<[Slot]>,
    first: usize,
    buckets: usize,
    generation: AtomicU8,
}

/// The table could not be made.
#[derive(Debug, thiserror::Error)]
#[error("no memory for a table of {0} MiB")]
pub struct TableError(usize);

/// Memory that can be had without swapping, where the system tells (Linux).
fn available_megabytes() -> Option<usize> {
    let info = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = info.lines().find_map(|l| l.strip_prefix("MemAvailable:"))?;
    let kilobytes: usize = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes >> 10)
}

fn pack(entry: &Entry, compact_move: u32, ply: usize, generation: u8) -> u64 {
    let depth = entry.depth.clamp(0, 255) as u64;
    let kind = generation << 3 | u8::from(entry.open) << 2 | entry.bound as u8;
    u64::from(compact_move)
        | u64::from(entry.score.to_table(ply) as u16) << 32
        | depth << 48
        | u64::from(kind) << 56
}

fn depth_of(data: u64) -> u8 {
    (data >> 48) as u8
}

fn generation_of(data: u64) -> u8 {
    (data >> 59) as u8
}

impl TranspositionTable {
    /// A table of a size in MiB.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(megabytes: usize) -> Result<Self, TableError> {
        let buckets = ((megabytes << 20) / BUCKET_BYTES).max(1);
        // The system hands out zeroed pages when they are first touched, more than it has if asked.
        if available_megabytes().is_some_and(|available| megabytes > available) {
            return Err(TableError(megabytes));
        }
        let slots: Box<[Slot]> = try_zeroed_slice_box((buckets + 1) * ENTRIES_PER_BUCKET)
            .map_err(|()| TableError(megabytes))?;
        ask_for_large(&slots);
        let first = slots.as_ptr().align_offset(BUCKET_BYTES).min(ENTRIES_PER_BUCKET);
        Ok(TranspositionTable { slots, first, buckets, generation: AtomicU8::new(0) })
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in &self.slots {
            slot.check.store(0, Ordering::Relaxed);
            slot.data.store(0, Ordering::Relaxed);
        }
        self.generation.store(0, Ordering::Relaxed);
    }

    /// Begins a new search: entries of earlier ones give way first.
    pub fn age(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    fn bucket(&self, key: u64) -> &[Slot] {
        let index = (u128::from(key) * self.buckets as u128) >> 64;
        &self.slots[self.first + index as usize * ENTRIES_PER_BUCKET..][..ENTRIES_PER_BUCKET]
    }

    /// Asks for the memory of a position that will soon be looked up.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// What is known of a position `ply` plies from the root.
    #[must_use]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            if data == 0 || slot.check.load(Ordering::Relaxed) ^ data != key {
                return None;
            }
            let bound = match data >> 56 & 3 {
                1 => Bound::Lower,
                2 => Bound::Upper,
                _ => Bound::Exact,
            };
            Some(Entry {
                compact_move: data as u32,
                score: Score::from_table((data >> 32) as u16 as i16, ply),
                depth: i32::from(depth_of(data)),
                bound,
                open: data >> 58 & 1 != 0,
            })
        })
    }

    /// Remembers a position. An entry of the same position is replaced, unless it is of this search
    /// and more than three plies deeper and the new one is only a bound. Where there is none, the
    /// shallowest gives way, older searches first. A known move is kept if there is no new one.
    pub fn store(&self, key: u64, ply: usize, entry: &Entry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let mut victim = None;
        let mut lowest = i32::MAX;
        let mut compact_move = entry.compact_move;
        for slot in self.bucket(key) {
            let data = slot.data.load(Ordering::Relaxed);
            if data != 0 && slot.check.load(Ordering::Relaxed) ^ data == key {
                if compact_move == 0 {
                    compact_move = data as u32;
                }
                let deeper = i32::from(depth_of(data)) > entry.depth + 3;
                if deeper && entry.bound != Bound::Exact && generation_of(data) == generation {
                    return;
                }
                victim = Some(slot);
                break;
            }
            let age = i32::from((generation + GENERATIONS - generation_of(data)) % GENERATIONS);
            let worth = if data == 0 { -1000 } else { i32::from(depth_of(data)) - 8 * age };
            if worth < lowest {
                lowest = worth;
                victim = Some(slot);
            }
        }
        let Some(slot) = victim else { return };
        let data = pack(entry, compact_move, ply, generation);
        slot.check.store(key ^ data, Ordering::Relaxed);
        slot.data.store(data, Ordering::Relaxed);
    }

    /// The share of entries of the current search, in per mille, from a sample.
    #[must_use]
    pub fn fullness(&self) -> usize {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = self.buckets.min(250) * ENTRIES_PER_BUCKET;
        let used = self.slots[self.first..][..sample]
            .iter()
            .map(|slot| slot.data.load(Ordering::Relaxed))
            .filter(|&data| data != 0 && generation_of(data) == generation)
            .count();
        used * 1000 / sample
    }

    /// The size in MiB, rounded up.
    #[must_use]
    pub fn megabytes(&self) -> usize {
        (self.buckets * BUCKET_BYTES).div_ceil(1 << 20)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_stored_and_nothing_else() {
        let table = TranspositionTable::new(1).unwrap();
        let entry = Entry {
            compact_move: 7,
            score: Score::value(-42),
            depth: 5,
            bound: Bound::Lower,
            open: true,
        };
        table.store(0x1234_5678_9ABC_DEF0, 3, &entry);
        let found = table.probe(0x1234_5678_9ABC_DEF0, 3).unwrap();
        assert_eq!((found.compact_move, found.score, found.depth), (7, Score::value(-42), 5));
        assert_eq!((found.bound, found.open), (Bound::Lower, true));
        assert!(table.probe(0x1234_5678_9ABC_DEF1, 3).is_none());
        table.clear();
        assert!(table.probe(0x1234_5678_9ABC_DEF0, 3).is_none());
    }

    #[test]
    fn a_move_outlives_a_search_that_found_none() {
        let table = TranspositionTable::new(1).unwrap();
        let mut entry = Entry {
            compact_move: 9,
            score: Score::ZERO,
            depth: 2,
            bound: Bound::Exact,
            open: false,
        };
        table.store(99, 0, &entry);
        entry.compact_move = 0;
        table.store(99, 0, &entry);
        assert_eq!(table.probe(99, 0).unwrap().compact_move, 9);
    }
}
