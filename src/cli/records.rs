//! `simurgh rate` and `simurgh replay`: what records of games say, and whether they are right.

use super::conditions::SprtArgs;
use super::contest::{create, show, write_pgn};
use super::{CliError, Result, refuse_overwriting};
use crate::arena::journal::read_records;
use crate::arena::standings::Standings;
use clap::Args;
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

/// Standings from files of records.
#[derive(Args, Clone)]
pub(super) struct RateArgs {
    /// Files of records; a game that comes twice counts once.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    sprt: SprtArgs,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Rates the engines of records.
pub(super) fn rate(args: &RateArgs, out: &mut impl Write) -> Result<()> {
    let sprt = args.sprt.test()?;
    let mut standings = Standings::default();
    for path in &args.files {
        read_records(path, |_, record| {
            standings.add(&record);
        })
        .map_err(|e| CliError::Text(e.to_string()))?;
    }
    show(&standings, sprt.as_ref(), args.json, out)
}

/// Checking records.
#[derive(Args, Clone)]
pub(super) struct ReplayArgs {
    /// Files of records.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write games on 8x8 boards to this file as PGN.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
}

/// Fails if a file cannot be read, but leaves pipes alone, which can be read only once.
fn check_readable(path: &Path) -> Result<()> {
    let check = || {
        let metadata = path.metadata()?;
        if metadata.is_file() || metadata.is_dir() {
            BufReader::new(File::open(path)?).fill_buf()?;
        }
        Ok(())
    };
    check().map_err(|e: std::io::Error| CliError::Text(format!("{}: {e}", path.display())))
}

/// Plays records again by the rules; says whether all are right.
pub(super) fn replay(args: &ReplayArgs, out: &mut impl Write) -> Result<bool> {
    if let Some(path) = &args.pgn {
        refuse_overwriting("--pgn", path, &args.files)?;
        // The PGN of another day must not be lost to a name that was mistyped.
        args.files.iter().try_for_each(|file| check_readable(file))?;
    }
    let mut pgn_file = args.pgn.as_deref().map(|path| create(path, true)).transpose()?;
    let (mut games, mut moves, mut wrong) = (0u64, 0usize, 0u64);
    let mut seen = HashSet::new();
    for path in &args.files {
        let mut written = Ok(());
        read_records(path, |line, record| {
            games += 1;
            moves += record.moves.len();
            let problem = match record.replay() {
                Err(error) => Some(error.to_string()),
                Ok(_) if !seen.insert(record.id.clone()) => Some("comes twice".to_string()),
                Ok(_) => None,
            };
            wrong += u64::from(problem.is_some());
            if written.is_err() {
                return;
            }
            let (path, id) = (path.display(), &record.id);
            written = match problem {
                None => write_pgn(pgn_file.as_mut(), &record),
                Some(problem) => {
                    writeln!(out, "{path} line {line}: game {id}: {problem}").map_err(CliError::Io)
                }
            };
        })
        .map_err(|e| CliError::Text(e.to_string()))?;
        written?;
    }
    writeln!(out, "{games} games, {moves} moves, {wrong} wrong")?;
    Ok(wrong == 0)
}
