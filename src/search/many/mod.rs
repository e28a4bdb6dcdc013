//! Search for three and four seats: who is taken to play for what, and the selective search that
//! follows from it.
//!
//! Owns: the models of opponents, the nodes and the quiescence of all games for more than two.
//! Invariants: whatever the model, a search is two-sided (but for max^n, whose values are vectors);
//! a score changes sign only where the side to move does, so that two opponents in succession are
//! two minimising plies; what a model lets an opponent do depends on the position and the replies
//! left, both of which are part of every key. Must not know: games for two, clients.

mod blend;
mod danger;
mod guard;
mod maxn;
mod node;
mod order;
mod policy;
mod prune;
mod quiescence;
mod replies;
mod root;
mod stand;

#[cfg(test)]
mod proofs;

pub(super) use guard::Perils;

use super::{Parameters, Score};
use crate::eval::Side;
use crate::geometry::GOLDEN;
use crate::position::Position;
use blend::Blend;

/// What a player takes the others to do, in games for three and four without teams. Teams, and two
/// survivors, are searched exactly whatever the model.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Model {
    /// The model that wins most: BRS+ for a player alone against several, in which free replies count
    /// in part in games for three, but for moves after which the others could together mate at once.
    #[default]
    Auto,
    /// All others play against the one at the root (Sturtevant and Korf 2000).
    Paranoid,
    /// Everyone plays for themselves (Luckhardt and Irani 1986).
    MaxN,
    /// In every round one of the others replies freely, the rest play their best ordered move
    /// (BRS+: Esser, Gras, Winands, Schadd and Lanctot 2013). Parameters allow more of them more
    /// moves (OPPS: Baier and Kaisers 2020).
    BrsPlus,
}

impl Model {
    /// All models with their names as values of an option.
    pub const NAMES: [(&'static str, Model); 4] = [
        ("auto", Model::Auto),
        ("paranoid", Model::Paranoid),
        ("maxn", Model::MaxN),
        ("brs+", Model::BrsPlus),
    ];
}

/// What a search does, once the model and the standing are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Plan {
    /// Two sides, all of whose moves count: exact for two players and for teams, otherwise paranoid.
    TwoSided,
    /// Two sides, with so many free replies of the opponents in each round, which count with a share in
    /// hundredths of what they gain over the best ordered move.
    Replies { free: u8, share: u8 },
    /// Vectors of utilities.
    Vectors,
}

impl Plan {
    /// The plan for a position by a model.
    pub(super) fn of<const W: usize>(
        position: &Position<W>,
        model: Model,
        parameters: &Parameters,
    ) -> Plan {
        let rules = &position.tables().variant.rules;
        if rules.teams.is_some() || position.survivors() <= 2 {
            return Plan::TwoSided;
        }
        let free = parameters.replies_free as u8;
        match model {
            Model::Paranoid => Plan::TwoSided,
            Model::MaxN => Plan::Vectors,
            // To believe replies by half takes a multiple of the nodes that grows with depth, and in games
            // for four nothing is gained by it.
            Model::Auto => {
                let seats = position.tables().variant.seats();
                let p = parameters;
                let share = if seats > 3 { p.replies_share_four } else { p.replies_share };
                // A pass is nothing to believe in by half.
                let share = if p.replies_narrow == 0 { 100 } else { share };
                Plan::Replies { free, share: share as u8 }
            }
            Model::BrsPlus => Plan::Replies { free, share: 100 },
        }
    }

    /// What the plan and the side add to table keys, so that values of different kinds do not meet.
    /// Two exact sides see one value from both ends; a lone seat's values are its own.
    pub(super) fn salt(self, side: Side, exact: bool, selective: bool) -> u64 {
        let seat = if exact { 0 } else { u64::from(side) };
        let plan = match self {
            Plan::TwoSided => 0,
            Plan::Replies { share: 100, .. } => 1,
            Plan::Vectors => 2,
            Plan::Replies { .. } => 3,
        };
        (seat | plan << 8 | u64::from(!selective) << 10).wrapping_mul(GOLDEN)
    }

    /// Free replies at the beginning of a round.
    pub(super) fn replies(self) -> u8 {
        match self {
            Plan::Replies { free, .. } => free,
            _ => u8::MAX,
        }
    }

    /// A score of the root as it is told, in hundredths of a pawn.
    pub(super) fn told(self, score: Score) -> Score {
        if self == Plan::Vectors { maxn::told(score) } else { score }
    }

    /// What a node is worth at which free replies count in part; none if they count in full.
    fn blend(self) -> Option<Blend> {
        match self {
            Plan::Replies { share, .. } if share < 100 => Some(Blend::new(share)),
            _ => None,
        }
    }
}
