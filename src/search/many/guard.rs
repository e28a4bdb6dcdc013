//! The guard of `auto`: what BRS+ does not see is not walked into.
//!
//! Mates that take two opponents hardly ever happen, since who helps another to one gains nothing;
//! taken for certain they leave nothing to choose by. So they are not searched for, but a move that
//! allows one at once is played only if nothing else is left, or nothing else that is not lost for
//! certain (`tuning/log/search-many.md`).

use super::super::kernel::{RootMove, Worker};
use super::super::picker::is_noisy;
use super::super::score::Score;
use super::danger::Dangers;
use super::node::Spot;
use super::{Model, Plan};
use crate::geometry::{Cell, CellSet};
use crate::position::{Move, MoveFlag, Position, Threats};
use crate::variant::Seat;

/// The least depth, in plies, at which the guard is asked. It looks to the end of the round, which for
/// four players is a ply further.
const GUARDED_FROM: i32 = 3;

/// What is known of moves at the root after which opponents who work together could put its player
/// out at once.
#[derive(Default)]
pub(in crate::search) struct Perils {
    /// Moves after which they cannot.
    safe: Vec<Move>,
    /// Moves after which they could.
    deadly: Vec<Move>,
    /// The deadly ones that would have been played, no longer among the moves of the root.
    aside: Vec<RootMove>,
    /// Whether they could after every move but such as lose for certain: then none is set aside.
    unavoidable: bool,
}

impl Perils {
    /// Whether every move of the root is still among those to be searched.
    pub(in crate::search) fn none_aside(&self) -> bool {
        self.aside.is_empty()
    }
}

impl<const W: usize> Worker<'_, W> {
    /// Whether `auto` must not play a move, since opponents could work together and put the player at
    /// the root out at once. Asked only of moves that turn out best; each is searched once.
    pub(in crate::search) fn is_deadly(&mut self, depth: i32, mv: Move) -> bool {
        let lone = self.shared.model == Model::Auto && !self.duel && !self.exact;
        if !lone
            || depth < GUARDED_FROM
            || self.perils.unavoidable
            || self.perils.safe.contains(&mv)
        {
            return false;
        }
        if self.perils.deadly.contains(&mv) {
            return true;
        }
        let survives = self.survives(mv);
        if self.aborted {
            return false;
        }
        let kind = if survives { &mut self.perils.safe } else { &mut self.perils.deadly };
        kind.push(mv);
        !survives
    }

    /// Takes a deadly move from those of the root. Where no other is left, all are back for good.
    pub(in crate::search) fn set_aside(&mut self, index: usize) {
        let deadly = self.root_moves.remove(index);
        self.perils.aside.push(deadly);
        if self.root_moves.is_empty() {
            self.perils.unavoidable = true;
            std::mem::swap(&mut self.root_moves, &mut self.perils.aside);
        }
    }

    /// Where all that is left is lost for certain, nothing is set aside any longer: what takes two to bring
    /// about may not happen. Says whether there is now more to search.
    pub(in crate::search) fn relents(&mut self) -> bool {
        let found = self.root_moves[0].score;
        let lost = found.is_decided() && found < Score::ZERO;
        if !lost || self.aborted || self.perils.aside.is_empty() {
            return false;
        }
        self.perils.unavoidable = true;
        self.root_moves.append(&mut self.perils.aside);
        self.root_moves.sort_by_key(|m| -m.score.raw());
        true
    }

    /// A search that is cut off before it has another line falls back on the best move that it set
    /// aside.
    pub(in crate::search) fn fall_back(&mut self) {
        if self.root_moves[0].score == Score::MIN
            && let Some(best) = self.perils.aside.iter().max_by_key(|m| m.score.raw())
        {
            self.root_moves.insert(0, best.clone());
        }
    }

    /// Whether the opponents cannot together put the player at the root out at once after a move.
    fn survives(&mut self, mv: Move) -> bool {
        let plan = self.plan;
        self.adopt(Plan::TwoSided);
        let falls = self.may_fall(&self.root.after(mv), 1);
        self.adopt(plan);
        !falls
    }

    /// Whether opponents who work together can put the player at the root out before that player has
    /// another move. Only ends count and only what may bring them about is tried, so this takes a
    /// small part of the nodes of a search. Cut off, it says yes.
    fn may_fall(&mut self, position: &Position<W>, ply: usize) -> bool {
        self.count_node(ply);
        let seat = self.root.turn();
        if self.aborted || !position.is_alive(seat) {
            return true;
        }
        if position.ended().is_some() {
            return false;
        }
        if position.turn() == seat {
            return is_mated(position);
        }
        let checked = position.in_check(position.turn());
        // Whatever else somebody does, another may not need them.
        if !checked && self.may_fall(&position.after(Move::PASS), ply + 1) {
            return true;
        }
        let last = self.is_last(position);
        // Who falls to the player at the root may leave lines to that King.
        let all = checked || last && self.root_attacks(position, ply);
        let siege = last.then(|| Siege::new(position, seat));
        let mut dangers = Dangers::default();
        position.legal_moves().into_iter().any(|mv| {
            let matters = all
                || match &siege {
                    Some(siege) => siege.may_mate(position, mv),
                    None => self.may_prepare(position, mv, ply, &mut dangers),
                };
            matters && self.may_fall(&position.after(mv), ply + 1)
        })
    }

    /// Whether a move could leave the player at the root to a mate by somebody else.
    fn may_prepare(
        &self,
        position: &Position<W>,
        mv: Move,
        ply: usize,
        dangers: &mut Dangers<W>,
    ) -> bool {
        let node = Spot {
            depth: self.root.survivors() as i32 - ply as i32,
            alpha: Score::MIN,
            beta: Score::MAX,
            ply,
            checked: false,
            cut: false,
            replies: u8::MAX,
        };
        is_noisy(position, mv) || self.is_dangerous(position, mv, &node, dangers)
    }
}

/// A King as the last player sees it who moves before its owner.
struct Siege<const W: usize> {
    king: Cell,
    attacked: bool,
    flights: CellSet<W>,
    /// Pieces whose departure would deny it a flight.
    screens: CellSet<W>,
    threats: Threats<W>,
}

impl<const W: usize> Siege<W> {
    fn new(position: &Position<W>, seat: Seat) -> Self {
        let (king, flights) = (position.king(seat), position.flights(seat));
        Siege {
            king,
            attacked: position.any_attacks(king, position.living_enemies(seat)),
            flights,
            screens: position.screens_of(flights, seat),
            threats: position.threats(1 << seat),
        }
    }

    /// Whether the King may be without a flight and in check after a move.
    fn may_mate(&self, position: &Position<W>, mv: Move) -> bool {
        // What moves or takes more than one piece is not worth telling apart.
        if mv == Move::PASS || !matches!(mv.flag(), MoveFlag::Plain | MoveFlag::Double) {
            return true;
        }
        if !(self.attacked || position.threatens_a_king(mv, &self.threats)) {
            return false;
        }
        let flights = self.flights.without(mv.to());
        if flights.is_empty() || self.screens.contains(mv.from()) {
            return true;
        }
        let Some(kind) = position.kind_after(mv) else { return true };
        let occupied = position.occupied().without(mv.from()).with(mv.to()).without(self.king);
        let denied = position.tables().kinds[kind as usize].attacks(mv.to(), &occupied);
        (flights & !denied).is_empty()
    }
}

/// Whether the player to move is in check without a move and may be out before the next turn but
/// one.
fn is_mated<const W: usize>(position: &Position<W>) -> bool {
    let seat = position.turn();
    if !position.in_check(seat) || position.legal_moves() != [Move::PASS] {
        return false;
    }
    let passed = position.after(Move::PASS);
    !passed.is_alive(seat)
        || passed.legal_moves().into_iter().any(|mv| !passed.after(mv).is_alive(seat))
}

#[cfg(test)]
mod tests {
    use super::super::super::pool::{Settings, run};
    use super::super::super::table::TranspositionTable;
    use super::super::super::{Control, Limits, Memory};
    use super::{Model, Move, Position, Score, Siege};
    use crate::eval::Library;
    use crate::position::{Game, with_position};
    use crate::variant;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    const WILD: &str = "wildhoney-double-pawnless";

    /// A search of a position, of one move if that is asked for: its score and its move.
    fn searched(
        game: &str,
        fen: &str,
        model: Model,
        depth: u32,
        only: Option<Move>,
    ) -> (Score, Move) {
        let variant = variant::find(game).expect("a registered game");
        let game = Game::new(variant, Some(fen), &[] as &[&str]).expect("a position");
        let table = TranspositionTable::new(4).expect("a small table");
        let settings = Settings { model, ..Settings::default() };
        let searchmoves = only.into_iter().collect();
        let limits = Limits { depth: Some(depth), searchmoves, ..Limits::default() };
        let (memory, control) = (Memory::default(), Control::new(false));
        with_position!(game.position(), p => {
            let weights = Library::embedded().weights(p.tables());
            let found = run(p, &[], &table, &memory, &control, &limits, settings, &weights, |_| ());
            (found.score, found.best.expect("a move"))
        })
    }

    /// Whatever red plays, yellow and blue can mate together at once. `auto` sees that and plays for what
    /// happens if they do not.
    #[test]
    fn auto_plays_on_against_a_mate_that_takes_two() {
        let fen = "bR,bB,4,yB,yR/7/6/5/4/3/rB,rB/rR|1,bC,4,yC,rC/bC,6/6/2,bQ,2/4/3/1,rC/rK|\
                   bK,bN,5,yK/7/6/2,yB,2/4/3/rN,rN/1|rC,bC,2,yN,1,yC,yG/bC,5,yC/6/5/4/3/rC,1/rG|\
                   bR,bB,4,yB,yR/bB,5,yB/6/5/4/3/rB,rB/rR r ryb - - 0 6";
        let (score, _) = searched(WILD, fen, Model::Paranoid, 3, None);
        assert_eq!(score.plies_to_end().map(|plies| plies < 0), Some(true));
        assert!(!searched(WILD, fen, Model::Auto, 4, None).0.is_decided());
    }

    /// Blue is lost if red and yellow play together for three rounds. `auto` plays on, but makes no move
    /// after which they could mate at once.
    #[test]
    fn auto_makes_no_move_that_loses_at_once() {
        let fen = "8/7/6/5/4/3/2/1|4,rR,3/7/6/3,rK,1/4/3/2/1|8/1,bK,3,yK,1/1,rN,1,rB,2/5/4/1,bB,1/2/1|\
                   8/2,rB,4/2,rN,3/5/4/3/rC,1/1|8/6,yC/1,rB,4/5/4/3/2/1 b ryb - - 6 51";
        // By two moves of others, a turn without a move, and two moves more.
        let loses_at_once = |depth, only| {
            let (score, _) = searched(WILD, fen, Model::Paranoid, depth, only);
            score.plies_to_end().is_some_and(|plies| (-6..0).contains(&plies))
        };
        let (score, _) = searched(WILD, fen, Model::Paranoid, 10, None);
        assert!(score.is_decided() && !loses_at_once(4, None), "this is no such position");
        let (_, mv) = searched(WILD, fen, Model::Auto, 8, None);
        assert!(!loses_at_once(4, Some(mv)), "{mv:?}");
        let variant = variant::find(WILD).expect("a registered game");
        let game = Game::new(variant, Some(fen), &[] as &[&str]).expect("a position");
        let moves = game.position().legal_moves();
        assert!(moves.into_iter().any(|mv| loses_at_once(4, Some(mv))), "none loses at once");
    }

    /// After what the guard leaves blue, BRS+ finds that red mates in the end. `auto` takes its chance
    /// with those who would have to work together.
    #[test]
    fn auto_is_not_lost_for_certain_for_fear_of_what_takes_two() {
        let fen = "10/9,rG/gR,3,gF,5/10/1,rP,gN,1,rE,gR,4/10/10/1,rF,rF,1,rR,5/3,rP,5,oK/10|\
                   bK,9/2,gK,4,gF,2/5,gE,2,gE,1/1,rE,rE,1,gN,2,rE,2/9,rR/rK,3,rN,5/10/3,rN,6/\
                   2,bE,1,rG,5/10 b rogb - - 2 171";
        let (score, mv) = searched("guru", fen, Model::Auto, 12, None);
        assert!(!score.is_decided(), "{score:?}");
        let (score, _) = searched("guru", fen, Model::BrsPlus, 12, Some(mv));
        assert!(!score.is_decided(), "{score:?}");
    }

    /// After many of blue's moves red could leave a piece to be taken so that yellow mates blue and has the
    /// army. `auto` allows no such mate, though that costs some pawns.
    #[test]
    fn auto_allows_no_mate_for_which_somebody_gives_a_piece() {
        const DOUBLE: &str = "honeycomb-double-pawnless";
        let fen = "1,bR,6/7/6/3,rQ,1/4/3/2/1|bK,bN,2,yB,yN,2/bQ,1,bB,4/2,yN,1,yN,1/1,rN,3/1,rB,2/1,rB,1/\
                   1,rN/1|bO,4,yO,yO,1/bQ,6/4,yQ,1/1,rO,3/1,rO,2/rB,1,rB/1,rK/1|bN,bN,2,yQ,yN,2/bN,5,yK/\
                   4,yB,1/5/4/3/rN,rN/1|8/7/6/5/4/3/2/bR b ryb - - 32 30";
        let allows = |mv| {
            let (score, _) = searched(DOUBLE, fen, Model::Paranoid, 4, Some(mv));
            score.plies_to_end().is_some_and(|plies| plies < 0)
        };
        let variant = variant::find(DOUBLE).expect("a registered game");
        let game = Game::new(variant, Some(fen), &[] as &[&str]).expect("a position");
        let allowing = game.position().legal_moves().into_iter().filter(|&mv| allows(mv)).count();
        assert!(allowing > 10, "only {allowing} moves allow a mate");
        let (score, mv) = searched(DOUBLE, fen, Model::Auto, 5, None);
        assert!(!score.is_decided() && !allows(mv), "{mv:?}: {score:?}");
    }

    /// How many moves leave the King of the next player in check without a flight, and how many of
    /// all moves are taken for such.
    fn sieges<const W: usize>(position: &Position<W>) -> [usize; 3] {
        let moves = position.legal_moves();
        let seat = position.after(Move::PASS).turn();
        let siege = Siege::new(position, seat);
        let mut counts = [0, 0, moves.len()];
        for mv in moves {
            let next = position.after(mv);
            if next.turn() != seat || next.survivors() != position.survivors() {
                continue;
            }
            let may_mate = siege.may_mate(position, mv);
            counts[1] += usize::from(may_mate);
            if next.in_check(seat) && next.flights(seat).is_empty() {
                assert!(may_mate, "{} {}", position.fen(), position.move_text(mv));
                counts[0] += 1;
            }
        }
        counts
    }

    /// A mate by the last opponent leaves the King in check without a flight: no such move is left
    /// out, and few others are looked at.
    #[test]
    fn no_move_that_may_mate_is_left_out() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut total = [0; 3];
        for id in ["honeycomb", "wildhoney-double", "wildhoney-double-pawnless", "aof3", "guru"] {
            let variant = variant::find(id).expect("a registered game");
            for _ in 0..4 {
                let mut game = Game::start(variant);
                for _ in 0..100 {
                    let moves = game.position().legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    let counts = with_position!(game.position(), p => sieges(p));
                    total = std::array::from_fn(|i| total[i] + counts[i]);
                    game.play(moves[random.random_range(0..moves.len())]);
                }
            }
        }
        let [mating, looked_at, all] = total;
        assert!(mating > 200 && looked_at * 10 < all, "{mating} of {looked_at} of {all}");
    }
}
