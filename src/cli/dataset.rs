//! What the trainers of networks have in common: games, and which of their positions count.

use super::fit::{set_style, share_of_one};
use super::{CliError, Result};
use crate::eval::network::NetworkShape;
use crate::tune::Sampling;
use clap::Args;
use indicatif::ProgressBar;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Games to take positions from, which of them, and what they are taken to be worth.
#[derive(Args)]
pub(super) struct GamesArgs {
    /// Files of records of games for two, one game a line, as `simurgh data` writes them.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The games that the network is for, by the name of a family: that of the first game, or `chess`
    /// for orthodox chess without the armies.
    #[arg(long, value_name = "NAME")]
    family: Option<String>,
    /// How much recorded scores count against results.
    #[arg(long, value_name = "SHARE", default_value_t = 0.7, value_parser = share_of_one)]
    lambda: f64,
    /// How much the score of every later move of the game counts against the one before it.
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = share_of_one)]
    ahead: f64,
    /// The most positions to take from a game.
    #[arg(long, value_name = "N", default_value_t = 400)]
    positions_per_game: usize,
    /// Moves after the opening to skip.
    #[arg(long, value_name = "N", default_value_t = 0)]
    skip_plies: usize,
    /// The share of games to hold out.
    #[arg(long, value_name = "SHARE", default_value_t = 0.02, value_parser = share_of_one)]
    hold_out: f64,
    /// Positions that a random quiet move leads to, taken beside every position where somebody else
    /// labels them.
    #[arg(long, value_name = "N", default_value_t = 0)]
    variations: usize,
    /// Seed of everything random but variations, which depend on the position alone.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// Threads to use; all cores unless given. The result is the same with any number.
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

impl GamesArgs {
    /// Which positions to take.
    pub(super) fn sampling(&self) -> Sampling {
        Sampling {
            positions_per_game: self.positions_per_game,
            skip_plies: self.skip_plies,
            hold_out: self.hold_out,
            score_share: self.lambda,
            ahead: self.ahead,
            variations: self.variations,
            seed: self.seed,
        }
    }

    /// The files, and the family if one is asked for.
    ///
    /// # Errors
    /// If there is no such family of games for two.
    pub(super) fn files_and_family(&self) -> Result<(&[PathBuf], Option<&str>)> {
        match self.family.as_deref() {
            Some(name) if NetworkShape::of_family(name).is_none() => {
                let reason = "there is no such family of games for two";
                Err(CliError::argument("--family", name, reason))
            }
            family => Ok((&self.files, family)),
        }
    }

    /// The threads to work with.
    ///
    /// # Errors
    /// If they cannot be started.
    pub(super) fn pool(&self) -> Result<rayon::ThreadPool> {
        rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.map_or(0, NonZeroUsize::get))
            .build()
            .map_err(|e| CliError::Text(e.to_string()))
    }

    /// Shows how many games have been read.
    pub(super) fn bar() -> ProgressBar {
        let bar = ProgressBar::new_spinner();
        set_style(&bar, "{spinner} {pos} games read {elapsed}");
        bar
    }
}
