//! The searches behind trials.

use super::{Plan, Trial};
use crate::arena::record::Evaluation;
use crate::engine::Engine;
use crate::eval::share;
use crate::position::{Game, Move};
use crate::protocol::score_value;
use crate::search::{Control, Limits, Parameters, Report, TableError};

/// The table of every search, in MiB.
const HASH: usize = 16;
/// A game is open as long as nobody is ahead by more than this, in hundredths of a pawn.
const OPEN: i32 = 400;
/// A search wavers if its best moves change between this share of its nodes and twice its nodes.
const FIRST_SHARE: u64 = 8;

/// What a move is worth is told to this part of a result.
const FINEST: f64 = 1e6;

/// Why a move could not be chosen or judged.
#[derive(Debug, thiserror::Error)]
pub enum ChoiceError {
    /// No memory for a table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The system gave no thread to search with.
    #[error("no thread to search with could be had")]
    Thread,
}

/// Searches for trials. Every search begins with nothing learnt.
pub struct Chooser {
    engine: Engine,
}

/// A score in hundredths of a pawn.
fn centipawns(game: &Game, report: &Report) -> i32 {
    let (mate, value) = score_value(game.position(), report.score, &report.line);
    let score = if mate { Evaluation::Mate(value) } else { Evaluation::Centipawns(value) };
    score.centipawns()
}

impl Chooser {
    /// One that can begin.
    ///
    /// # Errors
    /// If there is no memory for its table.
    pub fn new() -> Result<Chooser, ChoiceError> {
        Ok(Chooser { engine: Engine::new(HASH)? })
    }

    fn search(
        &mut self,
        game: &Game,
        nodes: u64,
        parameters: Parameters,
        only: Option<Move>,
        mut heard: impl FnMut(u64, Move) + Send,
    ) -> Result<Report, ChoiceError> {
        self.engine.clear();
        self.engine.settings_mut().parameters = parameters;
        let searchmoves = only.into_iter().collect();
        let limits = Limits { nodes: Some(nodes), searchmoves, ..Limits::default() };
        let report = self.engine.search(game, &limits, &Control::new(false), |info| {
            if let Some(&mv) = info.pv.first() {
                heard(info.nodes, mv);
            }
        });
        if report.is_unsearched() { Err(ChoiceError::Thread) } else { Ok(report) }
    }

    /// Whether the program as it is wavers between moves here, in a game that is still open.
    ///
    /// # Errors
    /// If it cannot search.
    pub fn wavers(&mut self, plan: &Plan, game: &Game) -> Result<bool, ChoiceError> {
        if !game.position().is_unfinished() || game.outcome().is_some() {
            return Ok(false);
        }
        let (mut first, mut changed) = (None, false);
        let parameters = Parameters::default();
        let report = self.search(game, 2 * plan.nodes, parameters, None, |nodes, mv| {
            if nodes >= plan.nodes / FIRST_SHARE {
                changed |= *first.get_or_insert(mv) != mv;
            }
        })?;
        Ok(changed && centipawns(game, &report).abs() <= OPEN)
    }

    /// The move that the search of a trial chooses; none where there is none.
    ///
    /// # Errors
    /// If it cannot search.
    pub fn choose(
        &mut self,
        plan: &Plan,
        game: &Game,
        trial: u64,
    ) -> Result<Option<Move>, ChoiceError> {
        let (nodes, parameters) = plan.setting(trial);
        Ok(self.search(game, nodes, parameters, None, |_, _| ())?.best)
    }

    /// What a move is worth by a long search of the program as it is: the expectation of who moves.
    ///
    /// # Errors
    /// If it cannot search.
    pub fn judge(&mut self, plan: &Plan, game: &Game, mv: Move) -> Result<f64, ChoiceError> {
        let report = self.search(game, plan.judge, Parameters::default(), Some(mv), |_, _| ())?;
        let worth = share(f64::from(centipawns(game, &report)));
        // So short a number is the same when it has been written and read.
        Ok((worth * FINEST).round() / FINEST)
    }
}

impl Trial {
    /// A trial carried out; none where there is no move. `known` is what the moves chosen so far in this
    /// position have been found to be worth.
    ///
    /// # Errors
    /// If the chooser cannot search.
    pub fn run(
        number: u64,
        plan: &Plan,
        game: &Game,
        chooser: &mut Chooser,
        known: impl FnOnce(&str) -> Option<f64>,
    ) -> Result<Option<Trial>, ChoiceError> {
        let Some(mv) = chooser.choose(plan, game, number)? else { return Ok(None) };
        let choice = game.position().move_text(mv);
        let worth = match known(&choice) {
            Some(worth) => worth,
            None => chooser.judge(plan, game, mv)?,
        };
        Ok(Some(Trial { number, position: plan.position_of(number), choice, worth }))
    }
}
