//! Learning from another judge: positions go out as rows, its expectations come back as labels.

mod common;

use common::{game_from, generator};
use rand::RngExt;
use simurgh::arena::record::GameRecord;
use simurgh::eval::{EvalFile, Library, Strength, evaluate};
use simurgh::position::{Game, with_position};
use simurgh::tune::network::{Labels, Settings, read, train, write_rows};
use simurgh::tune::{DatasetError, Sampling};
use std::fs;
use std::path::{Path, PathBuf};

/// What White holds itself to be ahead by in all games, in hundredths of a pawn.
const AHEAD: i32 = 100;

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// A drawn game of so many random moves; the first player sees itself a pawn ahead all along.
fn record(game: &str, fen: Option<&str>, number: usize, plies: usize) -> GameRecord {
    let mut random = generator(&format!("{game} {number}"));
    let mut played = Game::new(
        simurgh::variant::find(game).expect("a registered game"),
        fen,
        std::iter::empty::<&str>(),
    )
    .expect("a position");
    let mut moves = Vec::new();
    while moves.len() < plies && played.outcome().is_none() {
        let legal = played.position().legal_moves();
        let mv = legal[random.random_range(0..legal.len())];
        moves.push(played.position().move_text(mv));
        played.play(mv);
    }
    let scores: Vec<i32> =
        (0..moves.len()).map(|ply| if ply % 2 == 0 { AHEAD } else { -AHEAD }).collect();
    let opening = fen.map_or(serde_json::json!({}), |fen| serde_json::json!({"fen": fen}));
    serde_json::from_value(serde_json::json!({
        "format": 1, "id": format!("0/{number}/0"), "game": game, "block": number,
        "block_games": 1, "opening": opening, "moves": moves, "scores": scores,
        "engines": [{"name": "any", "limit": "nodes=1"}], "seats": [0, 0],
        "places": [1.5, 1.5], "reason": "repetition", "started": 0,
    }))
    .expect("a record")
}

fn write(path: &Path, records: &[GameRecord]) {
    let lines: Vec<String> = records.iter().map(GameRecord::line).collect();
    fs::write(path, lines.join("\n") + "\n").expect("a file in the test's directory");
}

const SAMPLING: Sampling = Sampling {
    positions_per_game: 400,
    skip_plies: 0,
    hold_out: 0.2,
    score_share: 1.0,
    ahead: 0.0,
    variations: 0,
    seed: 1,
};

/// A row taken apart.
struct Row<'r> {
    cells: &'r [u8],
    attacked: Vec<u64>,
    target: f32,
    value: f32,
    held_out: u8,
}

/// The header of a file of rows on 64 cells, and the rows.
fn parse(bytes: &[u8]) -> (serde_json::Value, Vec<Row<'_>>) {
    let end = bytes.iter().position(|&b| b == b'\n').expect("a first line");
    let header: serde_json::Value = serde_json::from_slice(&bytes[..end]).expect("JSON");
    let length = header["row"].as_u64().expect("a length") as usize;
    let kinds = 2 * header["symbols"].as_array().expect("symbols").len();
    assert_eq!(length, 64 + 8 * kinds + 9);
    let row = |row: &'_ [u8]| {
        let number =
            |at: usize| f32::from_le_bytes(row[at..at + 4].try_into().expect("four bytes"));
        let set = |kind: usize| {
            u64::from_le_bytes(row[64 + 8 * kind..][..8].try_into().expect("eight bytes"))
        };
        let (attacked, target) = ((0..kinds).map(set).collect(), number(length - 9));
        (attacked, target, number(length - 5), row[length - 1])
    };
    let rows = bytes[end + 1..].chunks(length);
    let rows = rows.map(|bytes| {
        let (attacked, target, value, held_out) = row(bytes);
        Row { cells: &bytes[..64], attacked, target, value, held_out }
    });
    (header, rows.collect())
}

fn rows_of(path: &Path, sampling: &Sampling, family: Option<&str>) -> (usize, Vec<u8>) {
    let mut bytes = Vec::new();
    let files = [path.to_path_buf()];
    let count = write_rows(&files, sampling, family, &mut bytes, |_| ()).expect("records of games");
    (count, bytes)
}

#[test]
fn rows_show_the_board_as_the_player_to_move_sees_it() {
    let fen = "4k3/8/8/8/8/7r/1N6/K7 w - - 0 1";
    let path = file("row.jsonl");
    let mut record = record("chess", Some(fen), 0, 2);
    record.moves = vec!["b2c4".to_string(), "h3g3".to_string()];
    write(&path, &[record]);
    let (count, bytes) = rows_of(&path, &SAMPLING, Some("chess"));
    let (header, rows) = parse(&bytes);
    assert_eq!((count, rows.len()), (2, 2));
    assert_eq!(header["family"], "chess");
    assert_eq!(header["size"], serde_json::json!([8, 8, 1]));
    let symbols: Vec<&str> =
        header["symbols"].as_array().expect("symbols").iter().filter_map(|s| s.as_str()).collect();
    let code = |symbol: &str, own: bool| {
        let number = symbols.iter().position(|s| *s == symbol).expect("a symbol");
        1 + number as u8 + if own { 0 } else { symbols.len() as u8 }
    };
    let at = |name: &str| {
        let bytes = name.as_bytes();
        usize::from(bytes[0] - b'a') + 8 * usize::from(bytes[1] - b'1')
    };
    // By row: what stands where, from the side of the player to move.
    let boards = [
        [("a1", "K", true), ("b2", "N", true), ("h3", "R", false), ("e8", "K", false)],
        [("a8", "K", false), ("c5", "N", false), ("h6", "R", true), ("e1", "K", true)],
    ];
    // Records are drawn from in any order: White's row is that in which the Knight is their own.
    let (white, black) = if rows[0].cells.contains(&code("N", true)) { (0, 1) } else { (1, 0) };
    for (row, board) in [white, black].map(|i| &rows[i]).into_iter().zip(boards) {
        let mut cells = [0; 64];
        board.iter().for_each(|(cell, symbol, own)| cells[at(cell)] = code(symbol, *own));
        assert_eq!(row.cells, cells);
        assert_eq!(row.held_out, 0);
    }
    let attacked = |row: usize, symbol: &str, own: bool, cells: &str| {
        let expected = cells.split(' ').fold(0, |set, cell| set | 1u64 << at(cell));
        assert_eq!(rows[row].attacked[usize::from(code(symbol, own)) - 1], expected, "{symbol}");
    };
    attacked(white, "N", true, "d1 d3 a4 c4");
    attacked(white, "R", false, "a3 b3 c3 d3 e3 f3 g3 h1 h2 h4 h5 h6 h7 h8");
    // The same Knight on c4, ranks counted from the other side.
    attacked(black, "N", false, "a4 a6 b3 b7 d3 d7 e4 e6");
    let bishops = usize::from(code("B", true)) - 1;
    assert_eq!(rows[white].attacked[bishops], 0);
    let odds = |row: usize| {
        let target = f64::from(rows[row].target);
        400.0 * (target / (1.0 - target)).log10()
    };
    let ahead = f64::from(AHEAD);
    assert!((odds(white) - ahead).abs() < 0.1 && (odds(black) + ahead).abs() < 0.1);
    let position = game_from("chess", fen);
    let value = with_position!(position.position(), p => {
        let weights = Library::embedded().weights(p.tables());
        evaluate(p, &Strength::of(p, &weights), 1)
    });
    assert_eq!(rows[white].value, value as f32);
}

#[test]
fn rows_are_the_positions_that_networks_learn_from() {
    for (game, family) in [("cwda-ff", Some("chess")), ("cwda-nr", None)] {
        let path = file(&format!("rows-{game}.jsonl"));
        let records: Vec<GameRecord> = (0..30).map(|i| record(game, None, i, 24)).collect();
        write(&path, &records);
        let files = [path.clone()];
        let plain = read(&files, &SAMPLING, family, None, |_| ()).expect("records of games");
        assert!(plain.training.len() > 100 && plain.held_out.len() > 10, "{game}");
        let varied = Sampling { variations: 2, ..SAMPLING };
        let (count, bytes) = rows_of(&path, &varied, family);
        let (_, rows) = parse(&bytes);
        assert_eq!(count, rows.len());
        let known = |held: u8| {
            rows.iter().filter(|row| row.held_out == held && !row.target.is_nan()).count()
        };
        assert_eq!([known(0), known(1)], [plain.training.len(), plain.held_out.len()]);
        let unknown = rows.iter().filter(|row| row.target.is_nan()).count();
        assert!(unknown > rows.len() / 2, "{game}: {unknown} of {}", rows.len());
        assert_eq!(bytes, rows_of(&path, &varied, family).1, "the same rows every time");
        // Labels are for these rows: all of those to train on count, and their own of the others.
        let labels = file(&format!("labels-{game}"));
        let write_labels = |count: usize| {
            let quarter = 16_384u16.to_le_bytes();
            fs::write(&labels, quarter.repeat(count)).expect("a file in the test's directory");
            Labels::read(&labels).expect("labels")
        };
        let labelled = write_labels(count);
        assert_eq!(labelled.len(), count);
        let data = read(&files, &varied, family, Some(&labelled), |_| ()).expect("as many labels");
        let training = rows.iter().filter(|row| row.held_out == 0).count();
        assert_eq!(data.training.len(), training);
        assert_eq!(data.held_out.len(), plain.held_out.len());
        for wrong in [count - 1, count + 1] {
            let error = read(&files, &varied, family, Some(&write_labels(wrong)), |_| ());
            let error = error.expect_err("labels of other positions");
            let found = matches!(error, DatasetError::Labels { labels, positions }
                if labels == wrong && positions == count);
            assert!(found, "{error}");
        }
    }
}

#[test]
fn labels_are_what_is_learnt() {
    let path = file("learnt.jsonl");
    let records: Vec<GameRecord> = (0..60).map(|i| record("cwda-ff", None, i, 24)).collect();
    write(&path, &records);
    let files = [path.clone()];
    let (_, bytes) = rows_of(&path, &SAMPLING, Some("chess"));
    // Another judge, who holds that little is left for whoever has moved their King.
    let (header, rows) = parse(&bytes);
    let symbols = header["symbols"].as_array().expect("symbols");
    let king = 1 + symbols.iter().position(|s| s == "K").expect("a King") as u8;
    let labels: Vec<u8> = rows
        .iter()
        .map(|row| if row.cells[4] == king { 52_428u16 } else { 13_107 })
        .flat_map(u16::to_le_bytes)
        .collect();
    let place = file("learnt.labels");
    fs::write(&place, labels).expect("a file in the test's directory");
    let labels = Labels::read(&place).expect("labels");
    let data = read(&files, &SAMPLING, Some("chess"), Some(&labels), |_| ()).expect("records");
    let settings = Settings { epochs: 30, batch: 128, rate: 0.003, ..Settings::default() };
    let trained = train(&data, &settings, None, |_, _| ()).expect("positions");
    assert!(trained.training < 0.01, "{}", trained.training);
    let library = Library::with(EvalFile::Network(trained.file));
    let value = |fen: &str| {
        with_position!(game_from("cwda-ff", fen).position(), p => {
            let weights = library.weights(p.tables());
            evaluate(p, &Strength::of(p, &weights), 1)
        })
    };
    let home = value("rnbqkbnr/pppp1ppp/4p3/8/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    let gone = value("rnbqkbnr/pppp1ppp/4p3/8/8/4P3/PPPPKPPP/RNBQ1BNR w kq - 0 2");
    assert!(home > 100 && gone < -100, "{home} {gone}");
}

#[test]
fn half_a_label_is_refused() {
    let path = file("half.labels");
    fs::write(&path, [1, 2, 3]).expect("a file in the test's directory");
    assert!(Labels::read(&path).expect_err("three bytes").to_string().contains("odd"));
    assert!(Labels::read(&file("no-such-file")).is_err());
}
