//! What a client needs to draw and drive a game it has never heard of, and the answers of the
//! engine as judge.

use super::judge;
use super::motions::{has_heading, motions};
use crate::draw;
use crate::eval::Weights;
use crate::geometry::{Board, Cell, Tiling};
use crate::handicap::{HIGHEST_RATING, strongest_rating};
use crate::position::{Game, piece_token, reach_on_empty_board};
use crate::variant::{self, Kind, PieceSpec, Promotion, Variant};
use crate::with_position;

/// The corners of a cell around its centre, in units of the distance between neighbours, from
/// the upper left (square) or the top (hexagon) on, clockwise.
fn outline(tiling: Tiling) -> &'static [(f32, f32)] {
    /// The circumradius of a hexagon whose neighbours are one apart.
    const R: f32 = 0.577_350_3;
    match tiling {
        Tiling::Square => &[(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)],
        Tiling::Hex => &[
            (0.0, -R),
            (0.5, -R / 2.0),
            (0.5, R / 2.0),
            (0.0, R),
            (-0.5, R / 2.0),
            (-0.5, -R / 2.0),
        ],
    }
}

/// The words after `info string` or `response` that describe a game, sent when another game is
/// chosen: first what Fairy-Stockfish says, then what it does not know, and the start position last,
/// since it has blanks.
pub(super) fn variant_line(variant: &Variant) -> String {
    let board = &variant.board;
    let rows = board.layout().iter().map(Vec::len).max().unwrap_or(0);
    let files = board.layout().iter().flatten().map(Vec::len).max().unwrap_or(0);
    let teams = variant.rules.teams.map_or("-".to_string(), |teams| {
        let seats = teams.iter().take(variant.seats());
        seats.map(|t| (t + 1).to_string()).collect::<Vec<_>>().join(",")
    });
    format!(
        "variant {} files {files} ranks {rows} pocket 0 template fairy levels {} \
         cells {} players {} turn {} names {} teams {teams} startpos {}",
        variant.id,
        board.level_names().len(),
        board.len(),
        variant.seats(),
        variant.players,
        names(variant),
        variant.start
    )
}

fn names(variant: &Variant) -> String {
    let names: Vec<&str> = (0..variant.seats() as u8).map(|s| variant.player_name(s)).collect();
    names.join(",")
}

fn board_lines(board: &Board) -> Vec<String> {
    let (tiling, shades) = match board.tiling() {
        Tiling::Square => ("square", 2),
        Tiling::Hex => ("hex", 3),
    };
    let names: Vec<&str> = board
        .level_names()
        .iter()
        .map(|name| if name.is_empty() { "-" } else { name.as_str() })
        .collect();
    let mut lines = vec![format!(
        "board tiling {tiling} shades {shades} levels {} cells {}",
        names.join(","),
        board.len()
    )];
    for cell in board.cells() {
        let info = board.info(cell);
        let (x, y) = info.plane;
        let corners: Vec<String> = outline(board.tiling())
            .iter()
            .map(|(dx, dy)| format!("{:.3},{:.3}", x + dx, y + dy))
            .collect();
        lines.push(format!(
            "cell {} level {} row {} x {x:.3} y {y:.3} shade {} outline {}",
            info.name,
            info.level + 1,
            info.row + 1,
            info.shade,
            corners.join(" ")
        ));
    }
    for (level, _) in board.level_names().iter().enumerate() {
        for label in draw::edge_labels(board, level) {
            let (x, y) = label.plane;
            lines.push(format!("label {} level {} x {x:.3} y {y:.3}", label.text, level + 1));
        }
    }
    lines.push("board end".to_string());
    lines
}

/// What a piece may be promoted to, in one word.
fn promotions(piece: &PieceSpec) -> String {
    match piece.pawn.as_ref().map(|p| &p.promotion) {
        None => "-".to_string(),
        Some(Promotion::Choice { to, .. }) => to.join(","),
        Some(Promotion::Reserve { .. }) => "reserve".to_string(),
        Some(Promotion::Fixed(cells)) => {
            let mut symbols: Vec<&str> = cells.iter().map(|(_, symbol)| *symbol).collect();
            symbols.sort_unstable();
            symbols.dedup();
            format!("fixed:{}", symbols.join(","))
        }
    }
}

/// Whether a piece stays on cells of one shade wherever it stands, as Bishops of Chess do. No pawn
/// does: where steps keep to a shade, captures do not.
fn is_bound(variant: &'static Variant, kind: Kind) -> bool {
    if variant.pieces[kind as usize].pawn.is_some() {
        return false;
    }
    let board = &variant.board;
    let shade = |cell: Cell| board.info(cell).shade;
    board.cells().all(|from| {
        let reached = reach_on_empty_board(variant, from, 0, kind);
        reached.into_iter().all(|to| shade(to) == shade(from))
    })
}

fn piece_lines(variant: &'static Variant) -> Vec<String> {
    let mut lines = vec!["pieces".to_string()];
    let mut last = "";
    for (kind, piece) in variant.pieces.iter().enumerate() {
        // Kinds of one symbol that differ by heading stand together and are one piece here.
        if piece.symbol == last {
            continue;
        }
        last = piece.symbol;
        lines.push(format!(
            "piece {} royal {} pawn {} promotions {} mating {} heading {} bound {} motions {} \
             name {}",
            piece.symbol,
            piece.royal,
            piece.pawn.is_some(),
            promotions(piece),
            piece.promoted.unwrap_or("-"),
            has_heading(variant, kind as u8),
            is_bound(variant, kind as u8),
            motions(piece, &variant.board),
            piece.name
        ));
    }
    lines.push("pieces end".to_string());
    lines
}

/// The games that there are.
fn game_lines() -> Vec<String> {
    let games = variant::ids().filter_map(variant::find).map(|game| {
        format!(
            "game {} turn {} names {} levels {} cells {} strongest {} title {}",
            game.id,
            game.players,
            names(game),
            game.board.level_names().len(),
            game.board.len(),
            strongest_rating(game.id).unwrap_or(HIGHEST_RATING),
            game.title
        )
    });
    let first = std::iter::once("games".to_string());
    first.chain(games).chain(["games end".to_string()]).collect()
}

/// The answers to `query QUESTION`, each without the word `response`.
///
/// # Errors
/// If the question is unknown or names something the game does not have.
pub(super) fn answer(
    game: &Game,
    weights: &Weights,
    question: &str,
) -> Result<Vec<String>, String> {
    let variant = game.variant();
    let position = game.position();
    let mut words = question.split_whitespace();
    let asked = words.next().unwrap_or("");
    let line = match asked {
        "turn" => format!("turn {}", variant.letter(position.turn())),
        "alive" => {
            let alive = with_position!(position, p => p.alive());
            let letters = (0..variant.seats() as u8).filter(|s| alive >> s & 1 != 0);
            format!("alive {}", letters.map(|s| variant.letter(s)).collect::<String>())
        }
        "legal" => {
            let mut words = vec!["legal".to_string()];
            words.extend(position.legal_texts());
            words.join(" ")
        }
        "islegal" => {
            let text = words.next().ok_or("query islegal: a move is missing")?;
            format!("islegal {}", position.find_move(text).is_some())
        }
        "result" => match game.outcome() {
            None => "result ongoing".to_string(),
            Some(outcome) => position.result_line(&outcome),
        },
        "fen" => format!("fen {}", position.fen()),
        "board" => return Ok(board_lines(&variant.board)),
        "pieces" => return Ok(piece_lines(variant)),
        "games" => return Ok(game_lines()),
        "variant" => variant_line(variant),
        "state" => judge::state(game, weights),
        "moves" => return Ok(judge::moves(game)),
        "line" => return judge::line(game, weights, words),
        "sight" => judge::sight(game, words.next().ok_or("query sight: a cell is missing")?)?,
        "reach" => {
            let piece = words.next().ok_or("query reach: a piece is missing")?;
            let cell = words.next().ok_or("query reach: a cell is missing")?;
            let (seat, kind) = piece_token(variant, piece)
                .map_err(|e| format!("query reach PIECE `{}`: {}", e.token, e.reason))?;
            let at = variant
                .board
                .find(cell)
                .ok_or_else(|| format!("query reach CELL `{cell}`: the board has no such cell"))?;
            let mut names = vec!["reach"];
            names.extend(
                reach_on_empty_board(variant, at, seat, kind)
                    .into_iter()
                    .map(|c| variant.board.name(c)),
            );
            names.join(" ")
        }
        _ => return Err(format!("query `{asked}`: unknown question")),
    };
    Ok(vec![line])
}
