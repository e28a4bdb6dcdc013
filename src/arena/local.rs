//! This program's own engine as a player, without a process.

use super::player::{Answer, Fault, FaultKind, Player, Turn};
use super::record::Evaluation;
use super::spec::{EngineSpec, SpecError, TimeControl};
use crate::position::Game;
use crate::protocol::{Profile, score_value};
use crate::search::{Bound, Control, Limits};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::time::Instant;

/// A player that searches in the thread that asks it.
pub struct LocalPlayer {
    profile: Profile,
    random: Xoshiro256PlusPlus,
}

impl LocalPlayer {
    /// A player with the options of an engine.
    ///
    /// # Errors
    /// If an option is refused, or there is no memory for the table.
    pub fn new(spec: &EngineSpec) -> Result<LocalPlayer, SpecError> {
        let random = Xoshiro256PlusPlus::seed_from_u64(0);
        Ok(LocalPlayer { profile: profile(spec)?, random })
    }
}

/// The engine and options that a text asks for.
pub(super) fn profile(spec: &EngineSpec) -> Result<Profile, SpecError> {
    let refuse = |token: &str, reason: String| SpecError { token: token.to_string(), reason };
    let mut profile = Profile::new().map_err(|e| refuse(&spec.name, e.to_string()))?;
    for (name, value) in &spec.options {
        profile
            .set(name, value)
            .map_err(|reason| refuse(&format!("option.{name}={value}"), reason))?;
    }
    Ok(profile)
}

impl Player for LocalPlayer {
    fn prepare(&mut self, game: &Game, seed: u64) -> Result<(), Fault> {
        self.profile.engine.clear();
        self.profile.engine.prepare(game.position());
        self.random = Xoshiro256PlusPlus::seed_from_u64(seed);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        let start = Instant::now();
        let mut limits = Limits::default();
        match turn.limit {
            TimeControl::Clock { .. } => {
                limits.clock = turn.clocks[turn.game.position().turn() as usize];
            }
            TimeControl::MoveTime(time) => limits.movetime = Some(time),
            TimeControl::Nodes(nodes) => limits.nodes = Some(nodes),
            TimeControl::Depth(depth) => limits.depth = Some(depth),
        }
        let (mut slip, mut handicapped) = (None, None);
        if let Some(level) = self.profile.level(turn.game.variant().id) {
            limits.nodes = Some(limits.nodes.map_or(level.nodes, |n| n.min(level.nodes)));
            slip = level.slip(turn.game, &mut self.random);
            handicapped = Some(self.profile.engine.handicapped());
        }
        let mut depth = 0;
        let control = Control::new(false);
        let engine = handicapped.as_ref().unwrap_or(&self.profile.engine);
        let report = engine.search(turn.game, &limits, &control, |info| {
            if info.bound == Bound::Exact {
                depth = info.depth;
            }
        });
        let Some(best) = slip.or(report.best) else {
            return Err(Fault::new(FaultKind::Garbage, "no move"));
        };
        let (mate, value) = score_value(turn.game.position(), report.score, &report.line);
        Ok(Answer {
            text: turn.game.position().move_text(best),
            score: Some(if mate { Evaluation::Mate(value) } else { Evaluation::Centipawns(value) }),
            depth,
            nodes: report.nodes,
            time: start.elapsed(),
        })
    }

    fn quit(self: Box<Self>) -> Option<Fault> {
        None
    }
}
