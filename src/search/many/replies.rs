//! What opponents may reply: the rounds of BRS+.
//!
//! From one move of the player at the root to its next, opponents have a number of *free* replies.
//! The best ordered moves of a position cost none of them. Once none is left, nothing but those may
//! be played: such an opponent is *forced*. With no best ordered moves at all everyone passes who does
//! not reply freely, as in the best-reply search that BRS+ comes from (Schadd and Winands 2011).

use super::super::kernel::Worker;
use super::super::picker::Ranked;
use super::super::table::Entry;
use super::blend::Blend;
use super::node::Spot;
use super::order::{First, Picker};
use super::policy;
use crate::eval::Strength;
use crate::position::{Move, Position, Scope};
use crate::variant::Seat;
use smallvec::{SmallVec, smallvec};

/// Mixed into keys by the number of free replies left.
const REPLIES_MIX: u64 = 0xD1B5_4A32_D192_ED03;

/// The moves that a player may choose from.
pub(super) struct Offer {
    /// Gives them.
    pub picker: Picker,
    /// The best ordered ones, in compact form; all others are free replies. None if no reply is
    /// counted.
    pub narrow: Option<SmallVec<[u32; 4]>>,
    /// Whether nothing but the best ordered ones is left.
    pub forced: bool,
    /// What the node is worth if free replies count in part: the best ordered move then comes first.
    pub blend: Option<Blend>,
}

impl<const W: usize> Worker<'_, W> {
    /// The moves to choose from at a node, those of an opponent by the model. `first` is the move
    /// of the table's entry.
    pub(super) fn offer(
        &mut self,
        position: &Position<W>,
        strength: &Strength<'_>,
        node: &Spot,
        known: Option<Entry>,
        first: First,
    ) -> Offer {
        let mut buffer = std::mem::take(&mut self.moves[node.ply]);
        if !self.is_bounded(position, node) {
            let picker = Picker::new(buffer, Scope::All, first);
            return Offer { picker, narrow: None, forced: false, blend: None };
        }
        let count = self.shared.parameters.replies_narrow as usize;
        let forced = node.replies == 0;
        buffer.clear();
        if count == 0 {
            return offer_a_pass(buffer, forced, first);
        }
        // An entry of such a node, unless it is of quiescence, has the one move there is.
        if let First::Legal(mv) = first
            && forced
            && count == 1
            && known.is_some_and(|entry| entry.depth > 0)
        {
            buffer.push(Ranked { mv, priority: 0 });
            return Offer {
                picker: Picker::of(buffer, First::None),
                narrow: None,
                forced,
                blend: None,
            };
        }
        let hash = position.hash();
        let blend = self.plan.blend().filter(|_| !forced);
        if count == 1
            && let Some(compact) = self.histories.replies.get(hash)
        {
            if !forced {
                let stand = if blend.is_some() { First::by(position, compact) } else { first };
                let picker = Picker::new(buffer, Scope::All, stand).going_on(first);
                let narrow = Some(smallvec![compact]);
                return Offer { picker, narrow, forced, blend };
            }
            // Another position may have had the same hash.
            if let Some(mv) = Move::from_compact(compact).filter(|&mv| position.allows(mv)) {
                buffer.push(Ranked { mv, priority: 0 });
                return Offer {
                    picker: Picker::of(buffer, First::None),
                    narrow: None,
                    forced,
                    blend: None,
                };
            }
        }
        let best = policy::best(position, strength, count);
        if let (1, Some(mv)) = (count, best.first()) {
            self.histories.replies.put(hash, mv.compact());
        }
        if forced {
            buffer.clear();
            buffer.extend(best.iter().map(|&mv| Ranked { mv, priority: 0 }));
            let picker = Picker::of(buffer, First::None);
            return Offer { picker, narrow: None, forced, blend: None };
        }
        let stand = match best.first() {
            Some(&mv) if blend.is_some() => First::legal(mv.compact()),
            _ => first,
        };
        let picker = Picker::new(buffer, Scope::All, stand).going_on(first);
        let narrow = Some(best.iter().map(|mv| mv.compact()).collect());
        Offer { picker, narrow, forced, blend }
    }

    /// Whether the moves of the player to move are counted: those beyond the best ordered ones are
    /// free replies. Whoever is in check replies freely, since a mate is one only if nothing helps;
    /// and the last before the player at the root need not spare what is left, unless free replies
    /// count in part.
    fn is_bounded(&self, position: &Position<W>, node: &Spot) -> bool {
        let spared = self.plan.blend().is_none() && self.is_last(position);
        let free = node.replies == u8::MAX || node.replies > 0 && spared;
        !(free || node.checked || self.is_ours(position))
    }

    /// Whether the player to move is the last before our side.
    pub(super) fn is_last(&self, position: &Position<W>) -> bool {
        let n = position.tables().variant.seats() as Seat;
        let next = (1..n).map(|i| (position.turn() + i) % n).find(|&s| position.is_alive(s));
        next.is_some_and(|seat| self.side >> seat & 1 != 0)
    }

    /// Whether a node belongs to the first round.
    pub(super) fn is_first_round(&self, ply: usize) -> bool {
        ply < self.root.survivors() as usize
    }

    /// The key of a node, the replies left included.
    pub(super) fn key_with(&self, position: &Position<W>, replies: u8) -> u64 {
        if replies == u8::MAX {
            return self.key(position);
        }
        // The upper half alone says where in the table a position lies: all its nodes lie together,
        // where they were looked for as soon as the position came up.
        self.key(position) ^ (u64::from(replies) + 1).wrapping_mul(REPLIES_MIX) >> 32
    }
}

/// The moves of an opponent who may pass, and must without a free reply left.
fn offer_a_pass(mut buffer: Vec<Ranked>, forced: bool, first: First) -> Offer {
    let (picker, narrow) = if forced {
        buffer.push(Ranked { mv: Move::PASS, priority: 0 });
        (Picker::of(buffer, First::None), None)
    } else {
        let picker = Picker::new(buffer, Scope::All, First::Legal(Move::PASS)).going_on(first);
        (picker, Some(smallvec![Move::PASS.compact()]))
    };
    Offer { picker, narrow, forced, blend: None }
}
