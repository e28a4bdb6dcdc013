//! `simurgh rate` and `simurgh replay`: what records of games say, and whether they are right.

use super::contest::{SprtArgs, create, show, write_pgn};
use super::{CliError, Result};
use crate::arena::journal::read_records;
use crate::arena::standings::Standings;
use clap::Args;
use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;

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

/// Plays records again by the rules; says whether all are right.
pub(super) fn replay(args: &ReplayArgs, out: &mut impl Write) -> Result<bool> {
    let mut pgn_file = args.pgn.as_deref().map(|path| create(path, true)).transpose()?;
    let (mut games, mut moves, mut wrong) = (0u64, 0usize, 0u64);
    let mut seen = HashSet::new();
    for path in &args.files {
        let mut found = Vec::new();
        read_records(path, |line, record| {
            games += 1;
            moves += record.moves.len();
            let problem = match record.replay() {
                Err(error) => Some(error.to_string()),
                Ok(_) if !seen.insert(record.id.clone()) => Some("comes twice".to_string()),
                Ok(_) => None,
            };
            found.push((line, record, problem));
        })
        .map_err(|e| CliError::Text(e.to_string()))?;
        for (line, record, problem) in found {
            match problem {
                None => write_pgn(pgn_file.as_mut(), &record)?,
                Some(problem) => {
                    wrong += 1;
                    let path = path.display();
                    writeln!(out, "{path} line {line}: game {}: {problem}", record.id)?;
                }
            }
        }
    }
    writeln!(out, "{games} games, {moves} moves, {wrong} wrong")?;
    Ok(wrong == 0)
}
