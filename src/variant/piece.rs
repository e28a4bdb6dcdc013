//! What one kind of piece may do, as data.

use crate::geometry::{Board, Cell, Vec3};

/// The number of a piece kind within its game. A kind is a symbol with a heading: the white
/// and the black Pawn are two kinds, the Knights of all players are one.
pub type Kind = u8;

/// The number of a player in turn order, from 0.
pub type Seat = u8;

/// Some players, a bit per seat.
pub type Seats = u8;

/// One way of moving.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Motion {
    /// Straight to the target whatever stands between; steps are leaps of one cell.
    Leap(Vec<Vec3>),
    /// Repeats one step through empty cells, at most `max` times, and may capture where it ends.
    Ride {
        /// The steps.
        steps: Vec<Vec3>,
        /// The greatest number of repetitions.
        max: u8,
    },
    /// One first step, where it may stop, and from there on if the cell was empty as a rider
    /// along either of two directions (the Simurgh).
    Bent(Vec<(Vec3, [Vec3; 2])>),
    /// Walks round a ring: each step is the next of the six in rotational order, starting
    /// anywhere and turning either way, at most five steps through empty cells (Finch, Rabbi,
    /// Cohen). One entry per set of six directions.
    Curved(Vec<[Vec3; 6]>),
    /// Rides without capture; captures the first piece beyond exactly one piece on the same
    /// line (Cannon, Arrow).
    Hop(Vec<Vec3>),
}

impl Motion {
    /// A rider that only the edge of the board or a piece stops.
    #[must_use]
    pub fn ride(steps: &[Vec3]) -> Motion {
        Motion::Ride { steps: steps.to_vec(), max: u8::MAX }
    }

    /// The chains of cells that a riding motion passes from an origin; none for leaps and hops.
    #[must_use]
    pub fn chains(&self, board: &Board, from: Cell) -> Vec<Vec<Cell>> {
        match self {
            Motion::Leap(_) | Motion::Hop(_) => Vec::new(),
            Motion::Ride { steps, max } => {
                steps.iter().map(|&v| board.ride(from, v).take(*max as usize).collect()).collect()
            }
            Motion::Bent(bends) => bends
                .iter()
                .filter_map(|&(first, then)| Some((board.step(from, first)?, then)))
                .flat_map(|(corner, then)| {
                    then.map(|v| std::iter::once(corner).chain(board.ride(corner, v)).collect())
                })
                .collect(),
            Motion::Curved(rings) => rings
                .iter()
                .flat_map(|ring| {
                    (0..6).flat_map(move |first| [1, 5].map(|turn| (ring, first, turn)))
                })
                .map(|(ring, first, turn)| {
                    let mut at = from;
                    let steps = (0..5).map(|k| ring[(first + k * turn) % 6]);
                    steps.map_while(|v| board.step(at, v).inspect(|&next| at = next)).collect()
                })
                .collect(),
        }
    }

    /// A leaper, or a piece of single steps.
    #[must_use]
    pub fn leap(vectors: &[Vec3]) -> Motion {
        Motion::Leap(vectors.to_vec())
    }
}

/// How a pawn is promoted.
#[derive(Clone, Debug)]
pub enum Promotion {
    /// To a symbol of choice on the cells of `zone`; on those of `forced` it must.
    Choice {
        /// Cells where a pawn may be promoted.
        zone: Vec<Cell>,
        /// Cells where it may not stay a pawn (a subset of the zone).
        forced: Vec<Cell>,
        /// The symbols to choose from.
        to: Vec<&'static str>,
    },
    /// At once and without a choice, to a symbol given by the cell (`guru`).
    Fixed(Vec<(Cell, &'static str)>),
    /// To a captured piece of its own side (`ninja`); on the `forced` cells it must.
    Reserve {
        /// Cells where a pawn may be promoted.
        zone: Vec<Cell>,
        /// Cells where it may not stay a pawn (a subset of the zone).
        forced: Vec<Cell>,
    },
}

/// What is special about a pawn.
#[derive(Clone, Debug)]
pub struct PawnSpec {
    /// Steps without capture.
    pub quiet: Vec<Vec3>,
    /// Capturing steps.
    pub captures: Vec<Vec3>,
    /// Cells from which a quiet step may be made twice.
    pub double_from: Vec<Cell>,
    /// Whether it captures en passant.
    pub en_passant: bool,
    /// How it is promoted.
    pub promotion: Promotion,
    /// Cells where such a pawn can never stand.
    pub never_on: Vec<Cell>,
}

/// One kind of piece of a game.
#[derive(Clone, Debug)]
pub struct PieceSpec {
    /// One upper-case letter, optionally followed by one lower-case letter.
    pub symbol: &'static str,
    /// The English name.
    pub name: &'static str,
    /// The player whose direction of movement this kind has; `None` if it has no direction.
    pub heading: Option<Seat>,
    /// Ways of moving, capturing or not. Empty for pawns.
    pub motions: Vec<Motion>,
    /// Set for pawns (and the Yeoman).
    pub pawn: Option<PawnSpec>,
    /// Whether it is a King or an Emperor.
    pub royal: bool,
    /// Cells it may not enter (the enemy's half for the Kings of `ninja`).
    pub barred_from: Vec<Cell>,
    /// The symbol it becomes when it delivers a checkmate; `None` if it stays what it is.
    pub promoted: Option<&'static str>,
    /// Whether it is the result of such a promotion.
    pub promotee: bool,
}

impl PieceSpec {
    /// An ordinary piece.
    #[must_use]
    pub fn new(symbol: &'static str, name: &'static str, motions: Vec<Motion>) -> PieceSpec {
        PieceSpec {
            symbol,
            name,
            heading: None,
            motions,
            pawn: None,
            royal: false,
            barred_from: Vec::new(),
            promoted: None,
            promotee: false,
        }
    }

    /// A pawn of a player's heading.
    #[must_use]
    pub fn pawn(
        symbol: &'static str,
        name: &'static str,
        heading: Seat,
        pawn: PawnSpec,
    ) -> PieceSpec {
        PieceSpec {
            heading: Some(heading),
            pawn: Some(pawn),
            ..PieceSpec::new(symbol, name, Vec::new())
        }
    }

    /// Makes the piece royal.
    #[must_use]
    pub fn royal(mut self) -> PieceSpec {
        self.royal = true;
        self
    }

    /// Gives the piece a player's direction of movement.
    #[must_use]
    pub fn heading(mut self, seat: Seat) -> PieceSpec {
        self.heading = Some(seat);
        self
    }

    /// Says what the piece becomes when it delivers a checkmate.
    #[must_use]
    pub fn promoted_to(mut self, symbol: &'static str) -> PieceSpec {
        self.promoted = Some(symbol);
        self
    }

    /// Marks the piece as one that arises by delivering a checkmate.
    #[must_use]
    pub fn promotee(mut self) -> PieceSpec {
        self.promotee = true;
        self
    }
}
