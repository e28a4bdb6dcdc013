//! What evaluation knows of a game before any move: geometry and movement as numbers, from which
//! terms take their coefficients and their first weights.
//!
//! Everything here follows from the definition of the game and has every symmetry of its board.

use super::force::Forces;
use super::mobility;
use super::pursuit::Distances;
use super::tapered::FULL_PHASE;
use crate::geometry::{Cell, CellInfo, CellSet, MAX_WORDS};
use crate::position::Position;
use crate::variant::{Elimination, Kind, MAX_SEATS, PawnTable, PieceSpec, Seat, Tables, Variant};
use std::collections::VecDeque;

/// A piece with mobility m is worth `SCALE * m ^ EXPONENT`: with these numbers FIDE's Knight, Bishop,
/// Rook and Queen come out at 2.65, 3.25, 4.72 and 8.64, a Pawn at 0.50 and what it gains on its way.
/// (Values from mobility with an exponent a little above one go
/// back to R. Betza; see also `psqt.cpp` of Fairy-Stockfish.)
const SCALE: f64 = 48.0;
const EXPONENT: f64 = 1.12;

/// A game surveyed.
#[derive(Debug)]
pub(super) struct Survey {
    pub variant: &'static Variant,
    /// Expected number of moves by kind and cell.
    pub mobility: Vec<Vec<f64>>,
    /// Mean of the expected moves over all cells of the kinds with the symbol of a kind.
    pub mean_mobility: Vec<f64>,
    /// How much nearer than the mean a cell is to the centre of the board, as a share of the
    /// greatest distance.
    pub centre: Vec<f64>,
    /// By seat: how far forward a cell lies, from the player's camp towards those of the others,
    /// against the mean of all cells; about 1 from the middle to the far end.
    pub forward: [Vec<f64>; MAX_SEATS],
    /// By seat and cell: the class of cells that lie as far from the camps of all players, in the order
    /// of their turns from the seat on. Empty where the board does not look alike to all players.
    pub class: [Vec<u16>; MAX_SEATS],
    /// The names of the classes: the first cell that the first player sees so.
    pub classes: Vec<String>,
    /// How far a cell's level is from the middle level against the mean of all cells; all zero on
    /// boards of fewer than three levels.
    pub level: Vec<f64>,
    /// By kind and cell, for pawns: the share of the longest way to promotion that is done;
    /// 0 where no way leads there.
    pub way: Vec<Option<Vec<f64>>>,
    /// By kind and cell, for pawns of games for two: the cells on the way to promotion, as words of
    /// a set.
    pub paths: Vec<Option<Vec<[u64; MAX_WORDS]>>>,
    /// By kind and cell, for pawns of games for two: the cells from which an enemy pawn can block
    /// or capture the pawn here or on its way.
    pub stoppers: Vec<Option<Vec<[u64; MAX_WORDS]>>>,
    /// By kind: how much middle game a piece makes, by the value derived for it; pawns and Kings
    /// make none.
    pub phase: Vec<i32>,
    /// By number of survivors: the sum of `phase` that makes a full middle game.
    pub full_phase: [i32; MAX_SEATS + 1],
    /// How far the cells lie apart.
    pub distances: Distances,
    /// What can checkmate a bare King.
    pub forces: Forces,
}

impl Survey {
    pub(super) fn new<const W: usize>(tables: &'static Tables<W>) -> Survey {
        let variant = tables.variant;
        let mobility = mobility::expected(variant);
        let kinds = 0..variant.pieces.len();
        let mut survey = Survey {
            variant,
            mean_mobility: kinds.clone().map(|k| mean_of_symbol(variant, &mobility, k)).collect(),
            mobility,
            centre: centre(variant),
            forward: Default::default(),
            class: Default::default(),
            classes: Vec::new(),
            level: levels(variant),
            way: kinds.clone().map(|kind| way(tables, kind as Kind)).collect(),
            paths: kinds.clone().map(|kind| paths(tables, kind as Kind)).collect(),
            stoppers: kinds.map(|kind| stoppers(tables, kind as Kind)).collect(),
            phase: Vec::new(),
            full_phase: [0; MAX_SEATS + 1],
            distances: Distances::new(tables),
            forces: Forces::of(variant),
        };
        survey.phase = (0..variant.pieces.len() as Kind)
            .map(|kind| {
                let piece = survey.piece(kind);
                let counts = piece.pawn.is_none() && !piece.royal;
                if counts { survey.derived_value(kind).round() as i32 } else { 0 }
            })
            .collect();
        // Start positions are checked by the tests of every game.
        if let Ok(start) = Position::read(tables, &variant.start) {
            let camps = camps(&start);
            survey.forward = forward(variant, &camps);
            (survey.class, survey.classes) = classes(variant, &camps).unwrap_or_default();
            let army = |seat| -> i32 {
                let kinds = 0..variant.pieces.len() as Kind;
                let count = |k: Kind| survey.phase[k as usize] * i32::from(start.count(seat, k));
                kinds.map(count).sum()
            };
            let total: i32 = (0..variant.seats() as Seat).map(army).sum();
            survey.full_phase = std::array::from_fn(|n| total * n as i32 / variant.seats() as i32);
        }
        survey
    }

    /// The phase when the pieces on the board make so much middle game for the survivors: as many
    /// pieces for each of them as a player has at the start are a full one.
    ///
    /// Where armies of the fallen change sides, hardly any leave the board, and what matters is
    /// whether a third player inherits from who fights: two survivors of several are an endgame.
    #[inline]
    pub(super) fn phase_at(&self, pieces: i32, survivors: u32) -> i32 {
        let full = self.full_phase[survivors as usize];
        if survivors == 2 && self.variant.rules.elimination == Elimination::Recruit {
            return 0;
        }
        if pieces >= full { FULL_PHASE } else { pieces * FULL_PHASE / full }
    }

    /// Whether two players are opposed.
    pub(super) fn is_duel(&self) -> bool {
        self.variant.seats() == 2
    }

    pub(super) fn piece(&self, kind: Kind) -> &PieceSpec {
        &self.variant.pieces[kind as usize]
    }

    /// What a piece of a kind is worth by its mobility, in hundredths of a pawn. Kings, which
    /// are never exchanged, have no value.
    pub(super) fn derived_value(&self, kind: Kind) -> f64 {
        if self.piece(kind).royal {
            0.0
        } else {
            SCALE * self.mean_mobility[kind as usize].powf(EXPONENT)
        }
    }
}

/// Pieces that differ only by heading are worth the same, wherever they may go.
fn mean_of_symbol(variant: &Variant, mobility: &[Vec<f64>], kind: usize) -> f64 {
    let pieces = &variant.pieces;
    let alike = (0..pieces.len()).filter(|&k| pieces[k].symbol == pieces[kind].symbol);
    mean(&alike.flat_map(|k| mobility[k].iter().copied()).collect::<Vec<f64>>())
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// Values less their mean, divided by a span.
fn centred(values: &[f64], span: f64) -> Vec<f64> {
    let mean = mean(values);
    values.iter().map(|v| (v - mean) / span.max(f64::MIN_POSITIVE)).collect()
}

/// Where a cell's centre lies in space; levels are as far apart as neighbours on a level.
fn place(info: &CellInfo) -> [f64; 3] {
    [info.plane.0.into(), info.plane.1.into(), info.level as f64]
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt()
}

fn middle(places: &[[f64; 3]]) -> [f64; 3] {
    std::array::from_fn(|i| mean(&places.iter().map(|p| p[i]).collect::<Vec<f64>>()))
}

fn places(variant: &Variant) -> Vec<[f64; 3]> {
    variant.board.cells().map(|c| place(variant.board.info(c))).collect()
}

fn centre(variant: &Variant) -> Vec<f64> {
    let places = places(variant);
    let centre = middle(&places);
    let nearness: Vec<f64> = places.iter().map(|&p| -distance(p, centre)).collect();
    let farthest = nearness.iter().copied().fold(0.0, f64::min);
    centred(&nearness, -farthest)
}

fn levels(variant: &Variant) -> Vec<f64> {
    let levels = variant.board.level_names().len();
    if levels < 3 {
        return vec![0.0; variant.board.len()];
    }
    let middle = (levels - 1) as f64 / 2.0;
    let away = |c| (variant.board.info(c).level as f64 - middle).abs();
    centred(&variant.board.cells().map(away).collect::<Vec<f64>>(), middle)
}

/// The middles of the camps, which are where the players' pieces stand at the start.
fn camps<const W: usize>(start: &Position<W>) -> Vec<[f64; 3]> {
    let variant = start.tables().variant;
    let places = places(variant);
    let camp = |seat| {
        let pieces = start.of_seat(seat).into_iter();
        middle(&pieces.map(|c: Cell| places[c.index()]).collect::<Vec<_>>())
    };
    (0..variant.seats() as Seat).map(camp).collect()
}

fn forward(variant: &Variant, camps: &[[f64; 3]]) -> [Vec<f64>; MAX_SEATS] {
    let n = camps.len();
    let places = places(variant);
    std::array::from_fn(|seat| {
        let Some(&own) = camps.get(seat) else { return Vec::new() };
        let advance = |&p: &[f64; 3]| {
            let others = (0..n).filter(|&o| o != seat).map(|o| distance(p, camps[o]));
            distance(p, own) - others.sum::<f64>() / (n - 1) as f64
        };
        let advances: Vec<f64> = places.iter().map(advance).collect();
        let (least, most) = advances
            .iter()
            .fold((f64::MAX, f64::MIN), |(least, most), &a| (least.min(a), most.max(a)));
        centred(&advances, (most - least) / 2.0)
    })
}

/// The classes of cells by seat and cell, and their names; none if some player sees a cell as the first
/// player sees none.
fn classes(variant: &Variant, camps: &[[f64; 3]]) -> Option<([Vec<u16>; MAX_SEATS], Vec<String>)> {
    /// Distances that differ by less are the same.
    const SAME: f64 = 1e-3;
    let n = camps.len();
    let places = places(variant);
    let seen = |seat: usize, cell: Cell| -> Vec<f64> {
        (0..n).map(|turn| distance(places[cell.index()], camps[(seat + turn) % n])).collect()
    };
    let mut known: Vec<Vec<f64>> = Vec::new();
    let mut names = Vec::new();
    let mut class = <[Vec<u16>; MAX_SEATS]>::default();
    for (seat, class) in class.iter_mut().enumerate().take(n) {
        for cell in variant.board.cells() {
            let seen = seen(seat, cell);
            let alike =
                |other: &Vec<f64>| seen.iter().zip(other).all(|(a, b)| (a - b).abs() < SAME);
            let found = known.iter().position(alike).or_else(|| {
                (seat == 0).then(|| {
                    names.push(variant.board.name(cell).to_string());
                    known.push(seen.clone());
                    known.len() - 1
                })
            })?;
            class.push(found as u16);
        }
    }
    Some((class, names))
}

/// For a pawn, the share of its way that is done, counted in single steps.
fn way<const W: usize>(tables: &Tables<W>, kind: Kind) -> Option<Vec<f64>> {
    let left = steps_to_promotion(tables, kind)?;
    let longest = left.iter().flatten().max().copied().unwrap_or(0).max(1);
    let done = |left: &Option<usize>| left.map_or(0.0, |l| 1.0 - l as f64 / longest as f64);
    Some(left.iter().map(done).collect())
}

/// For a pawn, the number of single steps from each cell to the nearest cell where it must or
/// may be promoted, `None` where no way leads there; `None` for other kinds.
fn steps_to_promotion<const W: usize>(
    tables: &Tables<W>,
    kind: Kind,
) -> Option<Vec<Option<usize>>> {
    let pawn = tables.kinds[kind as usize].pawn.as_ref()?;
    let goal = if pawn.fixed.is_empty() { pawn.forced } else { pawn.never_on };
    let cells = tables.variant.board.len();
    let mut before = vec![Vec::new(); cells];
    for (from, steps) in pawn.steps.iter().enumerate() {
        for (to, _) in &steps.steps[..steps.count as usize] {
            before[to.index()].push(from);
        }
    }
    let mut distance = vec![None; cells];
    let mut queue: VecDeque<usize> = goal.into_iter().map(Cell::index).collect();
    for &cell in &queue {
        distance[cell] = Some(0);
    }
    while let Some(cell) = queue.pop_front() {
        for &from in &before[cell] {
            if distance[from].is_none() {
                distance[from] = distance[cell].map(|d| d + 1);
                queue.push_back(from);
            }
        }
    }
    Some(distance)
}

/// Every cell that pawns of a kind come to from a cell by single steps.
fn path<const W: usize>(pawn: &PawnTable<W>, from: Cell) -> CellSet<W> {
    let mut found = CellSet::EMPTY;
    let mut left = vec![from];
    while let Some(cell) = left.pop() {
        let steps = &pawn.steps[cell.index()];
        for &(to, _) in &steps.steps[..steps.count as usize] {
            if !found.contains(to) {
                found.insert(to);
                left.push(to);
            }
        }
    }
    found
}

fn words<const W: usize>(set: CellSet<W>) -> [u64; MAX_WORDS] {
    std::array::from_fn(|i| set.0.get(i).copied().unwrap_or(0))
}

fn paths<const W: usize>(tables: &Tables<W>, kind: Kind) -> Option<Vec<[u64; MAX_WORDS]>> {
    let pawn = tables.kinds[kind as usize].pawn.as_ref()?;
    (tables.variant.seats() == 2)
        .then(|| tables.variant.board.cells().map(|cell| words(path(pawn, cell))).collect())
}

fn stoppers<const W: usize>(tables: &Tables<W>, kind: Kind) -> Option<Vec<[u64; MAX_WORDS]>> {
    let pawn = tables.kinds[kind as usize].pawn.as_ref()?;
    if tables.variant.seats() != 2 {
        return None;
    }
    let heading = tables.variant.pieces[kind as usize].heading;
    let enemies: Vec<usize> = (0..tables.kinds.len())
        .filter(|&k| tables.kinds[k].pawn.is_some())
        .filter(|&k| tables.variant.pieces[k].heading != heading)
        .collect();
    let stoppers_of = |cell: Cell| {
        let path = path(pawn, cell);
        let targets = path.with(cell);
        let mut found = path;
        for &enemy in &enemies {
            let table = &tables.kinds[enemy];
            let Some(enemy_pawn) = &table.pawn else { continue };
            for from in tables.variant.board.cells() {
                let on_its_way = self::path(enemy_pawn, from).with(from);
                if on_its_way.into_iter().any(|c| table.leaps[c.index()].intersects(&targets)) {
                    found.insert(from);
                }
            }
        }
        words(found)
    };
    Some(tables.variant.board.cells().map(stoppers_of).collect())
}

#[cfg(test)]
mod tests {
    use super::super::Sheet;
    use crate::position::{AnyPosition, with_position};
    use crate::variant;

    #[test]
    fn placements_are_even_over_the_board_and_start_is_the_full_phase() {
        for id in variant::ids() {
            let game = variant::find(id).expect("a registered game");
            with_position!(AnyPosition::start(game), start => {
                let survey = Sheet::of_game(start.tables()).survey();
                let tables = [&survey.centre, &survey.level].into_iter();
                for table in tables.chain(&survey.forward[..game.seats()]) {
                    assert!(table.iter().sum::<f64>().abs() < 1e-6, "{id}");
                    assert!(table.iter().all(|v| v.abs() <= 2.0), "{id}: {table:?}");
                }
                assert!(survey.full_phase.is_sorted_by(|a, b| a < b), "{id}");
            });
        }
    }

    #[test]
    fn players_see_the_board_alike_but_in_aof3() {
        let cases = [
            ("chess", 32, "a8"),
            ("honeycomb", 108, "8a8"),
            ("wildhoney-double-pawnless", 108, "8a8"),
            ("guru-teams", 100, "ua10"),
            ("ninja", 60, "a10"),
            ("aof3", 0, ""),
        ];
        for (id, count, cell) in cases {
            let game = variant::find(id).expect("a registered game");
            with_position!(AnyPosition::start(game), start => {
                let survey = Sheet::of_game(start.tables()).survey();
                assert_eq!(survey.classes.len(), count, "{id}");
                // Every player sees every class, and as many cells of each.
                let cells_of = |seat: usize, class| {
                    survey.class[seat].iter().filter(|&&c| usize::from(c) == class).count()
                };
                for class in 0..count {
                    assert!(cells_of(0, class) > 0, "{id}");
                    assert!((0..game.seats()).all(|s| cells_of(s, class) == cells_of(0, class)));
                }
                let found = game.board.find(cell).map(|found| survey.class[0][found.index()]);
                let name = found.map(|class| survey.classes[usize::from(class)].as_str());
                assert_eq!(name.unwrap_or_default(), cell, "{id}");
            });
        }
    }
}
