//! `simurgh positions`: positions of recorded games as lines for other trainers.

use super::{CliError, Result};
use crate::arena::record::GameRecord;
use crate::tune::{DatasetError, Sampled, Sampling, for_each_game, sample};
use clap::Args;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

/// Which positions.
#[derive(Args)]
pub(super) struct PositionsArgs {
    /// Files of records, one game a line, as `simurgh match` writes them.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The most positions to take from a game.
    #[arg(long, value_name = "N", default_value_t = Sampling::default().positions_per_game)]
    positions_per_game: usize,
    /// Moves after the opening to skip.
    #[arg(long, value_name = "N", default_value_t = Sampling::default().skip_plies)]
    skip_plies: usize,
    /// Seed of the choice of positions.
    #[arg(long, value_name = "N", default_value_t = Sampling::default().seed)]
    seed: u64,
}

impl From<DatasetError> for CliError {
    fn from(error: DatasetError) -> CliError {
        CliError::Text(error.to_string())
    }
}

/// What a seat's place is worth, from 0 to 1: 1 for winning alone, 0 for the last place, shared
/// places their mean; where there are two sides, 1 for a win and one half for a draw.
pub(super) fn utility(record: &GameRecord, seat: usize) -> f64 {
    let n = record.places.len() as f64;
    if !record.is_two_sided() {
        return (n - record.places[seat]) / (n - 1.0);
    }
    let even = record.places.iter().sum::<f64>() / 2.0;
    match record.side_place(seat).total_cmp(&even) {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 0.0,
    }
}

/// Lists the positions.
pub(super) fn run(args: &PositionsArgs, out: &mut impl Write) -> Result<()> {
    let sampling = Sampling {
        positions_per_game: args.positions_per_game,
        skip_plies: args.skip_plies,
        seed: args.seed,
        ..Sampling::default()
    };
    let mut out = BufWriter::new(out);
    writeln!(out, "# STRING\tSCORE\tRESULT")?;
    let mut game = String::new();
    for_each_game(
        &args.files,
        |record| {
            let sampled = sample(record, &sampling)?;
            let line = |s: &Sampled| {
                let score = s.score.map_or("-".to_string(), |score| score.centipawns().to_string());
                format!("{}\t{score}", s.position.fen())
            };
            Ok(sampled.iter().map(line).collect::<Vec<_>>())
        },
        |_, _, record, lines| -> Result<()> {
            if lines.is_empty() {
                return Ok(());
            }
            if game != record.game {
                writeln!(out, "# game {}", record.game)?;
                game.clone_from(&record.game);
            }
            let rounded = |seat| (1e4 * utility(&record, seat)).round() / 1e4;
            let results: Vec<String> =
                (0..record.places.len()).map(|seat| rounded(seat).to_string()).collect();
            for line in lines {
                writeln!(out, "{line}\t{}", results.join(","))?;
            }
            Ok(())
        },
    )?;
    Ok(out.flush()?)
}
