//! `simurgh tune rows`: positions of recorded games as rows of numbers for larger networks.

use super::dataset::GamesArgs;
use super::fit::{check_out, not_written, write_with};
use super::{CliError, Result};
use crate::tune::network::{RowsError, write_rows};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Which positions, and where to.
#[derive(Args)]
pub(super) struct RowsArgs {
    #[command(flatten)]
    games: GamesArgs,
    /// Where the rows go.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Writes the rows and says how many there are.
pub(super) fn run(args: &RowsArgs, out: &mut impl Write) -> Result<()> {
    let pool = args.games.pool()?;
    let (files, family) = args.games.files_and_family()?;
    check_out(&args.out, files)?;
    let bar = GamesArgs::bar();
    let sampling = args.games.sampling();
    let written = write_with(&args.out, |file| {
        let heard = |games: usize| bar.set_position(games as u64);
        pool.install(|| write_rows(files, &sampling, family, file, heard))
    });
    bar.finish_and_clear();
    let count = written.map_err(|e| match e {
        RowsError::Io(e) => not_written(&args.out, &e),
        RowsError::Dataset(_) | RowsError::NoPositions => CliError::Text(e.to_string()),
    })?;
    Ok(writeln!(out, "{count} positions")?)
}
