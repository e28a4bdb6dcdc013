//! The position form of the vchess rules page, accepted for the 8x8 games.

use super::{FenError, Field};
use crate::variant::Variant;
use serde::Deserialize;

/// The last part of such a string.
#[derive(Deserialize)]
struct Extra {
    /// The two armies, White's first, such as `CC`.
    armies: Option<String>,
    /// The files 0 to 7 (8 = none) of the castling pieces: White queen side, White king side,
    /// Black queen side, Black king side.
    flags: Option<String>,
    /// The square that a pawn skipped, or `-`.
    enpassant: Option<String>,
}

/// Rewrites `PLACEMENT TURN PLIES {"armies":..,"flags":..,"enpassant":..}` as FEN.
pub(super) fn to_fen(variant: &Variant, front: &str, json: &str) -> Result<String, FenError> {
    let fail = |field, token: &str, reason: &str| Err(FenError::new(field, token, reason));
    let Ok(extra) = serde_json::from_str::<Extra>(json) else {
        return fail(Field::Fen, json, "not a JSON object with armies, flags and enpassant");
    };
    let pairing = variant.id.strip_prefix("cwda-").unwrap_or("ff");
    if let Some(armies) = &extra.armies
        && !armies.eq_ignore_ascii_case(pairing)
    {
        return fail(Field::Fen, armies, &format!("{} has other armies", variant.id));
    }
    let words: Vec<&str> = front.split_ascii_whitespace().collect();
    let &[placement, turn, plies] = words.as_slice() else {
        return fail(Field::Fen, front.trim(), "placement, turn and number of plies are expected");
    };
    let Ok(plies) = plies.parse::<u32>() else {
        return fail(Field::Round, plies, "not a number of plies");
    };
    let flags = extra.flags.unwrap_or_else(|| "8888".to_string());
    // Queen side before king side, White before Black.
    let mut castling = String::new();
    let homes = [('Q', '0'), ('K', '7'), ('q', '0'), ('k', '7')];
    if flags.chars().count() != homes.len() {
        return fail(Field::Castling, &flags, "four files are expected");
    }
    for ((letter, home), flag) in homes.into_iter().zip(flags.chars()) {
        if flag == home {
            castling.push(letter);
        } else if flag != '8' {
            return fail(Field::Castling, &flags, "castling pieces start in the corners");
        }
    }
    if castling.is_empty() {
        castling.push('-');
    }
    let en_passant = extra.enpassant.unwrap_or_else(|| "-".to_string());
    let round = plies / 2 + 1;
    Ok(format!("{placement} {turn} {castling} {en_passant} 0 {round}"))
}
