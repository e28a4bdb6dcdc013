//! What the fuzz targets do with their input. Each body takes any bytes and panics if something
//! that must hold does not; `tests/fuzz_seeds.rs` of the main package runs them on the seeds.

use simurgh::engine::Engine;
use simurgh::eval::{Library, Strength, expectation, listing};
use simurgh::position::{AnyPosition, Game, Move, Reason, with_position};
use simurgh::protocol::{Command, serve};
use simurgh::search::{Control, Limits};
use simurgh::variant::{self, Variant};
use std::collections::HashSet;
use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// The longest game that is played.
const MOST_PLIES: usize = 400;

/// Legal moves of a position that are played or looked for.
const MOVES_TRIED: usize = 8;

/// The nodes of a search.
const NODES: u64 = 200;

/// The game that a byte chooses: `A` is the first that `simurgh games` lists, `B` the second, and
/// so on around.
fn game(byte: u8) -> &'static Variant {
    let n = variant::ids().count();
    let i = usize::from(byte.wrapping_sub(b'A')) % n;
    let id = variant::ids().nth(i).expect("less than their number");
    variant::find(id).expect("a listed game")
}

/// The position that input describes: a byte for the game and a position string.
fn described(data: &[u8]) -> Option<AnyPosition> {
    let (&first, text) = data.split_first()?;
    AnyPosition::read(game(first), &String::from_utf8_lossy(text)).ok()
}

/// What holds for every position.
fn check(position: &AnyPosition) {
    let (id, fen) = (position.variant().id, position.fen());
    with_position!(position, p => {
        assert_eq!(p.hash(), p.computed_hash(), "hash: {id} {fen}");
        assert_eq!(p.count_legal_moves(), p.legal_moves().len(), "number of moves: {id} {fen}");
    });
}

/// The string of a position describes that position.
fn check_round_trip(position: &AnyPosition) {
    let (variant, fen) = (position.variant(), position.fen());
    match AnyPosition::read(variant, &fen) {
        Err(e) => panic!("{} {fen} is refused: {e}", variant.id),
        Ok(again) => {
            assert_eq!(again.fen(), fen, "round trip: {}", variant.id);
            assert_eq!(again.hash(), position.hash(), "hash read: {} {fen}", variant.id);
        }
    }
}

/// What holds after a legal move; a finished game of many need not be one that a string describes.
fn check_move(before: &AnyPosition, mv: Move, after: &AnyPosition) {
    check(after);
    if after.is_unfinished() {
        check_round_trip(after);
    }
    if before.variant().seats() == 2 {
        let (id, fen, text) = (before.variant().id, before.fen(), before.move_text(mv));
        with_position!(after, p => {
            assert!(!p.in_check(before.turn()), "{text} leaves the King in check: {id} {fen}");
        });
    }
}

/// Any text as a line of the protocol.
pub fn command(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let command = Command::parse(&text);
    assert_eq!(command, Command::parse(text.trim()), "blanks around a line: {text:?}");
    let commented = format!("{text} # go");
    assert_eq!(command, Command::parse(&commented), "a comment after a line: {text:?}");
}

/// Any text as a position string: it is refused or describes a position that can be played on.
pub fn position(data: &[u8]) {
    let Some(position) = described(data) else { return };
    check(&position);
    check_round_trip(&position);
    let (id, fen) = (position.variant().id, position.fen());
    let moves = position.legal_moves();
    let texts: HashSet<String> = moves.iter().map(|&mv| position.move_text(mv)).collect();
    assert_eq!(texts.len(), moves.len(), "two moves have one text: {id} {fen}");
    for &mv in moves.iter().take(MOVES_TRIED) {
        let text = position.move_text(mv);
        assert_eq!(position.find_move(&text), Some(mv), "{text} is not found: {id} {fen}");
        let mut after = position.clone();
        after.make(mv);
        check_move(&position, mv, &after);
    }
}

/// Any position that a string describes is evaluated and searched.
pub fn search(data: &[u8]) {
    let Some(position) = described(data) else { return };
    let (variant, fen) = (position.variant(), position.fen());
    with_position!(&position, p => {
        let weights = Library::embedded().weights(p.tables());
        let strength = Strength::of(p, &weights);
        let side = p.tables().allies[p.turn() as usize];
        let _ = listing(p, &strength, side);
        let shares = expectation(p, &strength);
        assert!(shares.iter().all(|s| (0.0..=1.0).contains(s)), "{shares:?}: {} {fen}", variant.id);
    });
    let game = Game::new(variant, Some(&fen), [""; 0]).expect("the string of a position");
    let engine = Engine::new(1).expect("a small table");
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let report = engine.search(&game, &limits, &Control::new(false), |info| {
        let mut at = game.position().clone();
        for &mv in &info.pv {
            assert!(at.legal_moves().contains(&mv), "illegal line: {} {fen}", variant.id);
            at.make(mv);
        }
    });
    let moves = game.position().legal_moves();
    match report.best {
        None => assert!(moves.is_empty(), "no best move: {} {fen}", variant.id),
        Some(best) => assert!(moves.contains(&best), "illegal best move: {} {fen}", variant.id),
    }
}

/// A game of the first byte's choice, whose moves the others choose: one each while there are at
/// most 256 legal moves, two each beyond that. The byte 255 in place of a move resigns.
pub fn moves(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else { return };
    let mut played = Game::start(game(first));
    let mut bytes = rest.iter().copied();
    for _ in 0..MOST_PLIES {
        let Some(byte) = bytes.next() else { return };
        let before = played.position().clone();
        let moves = before.legal_moves();
        if moves.is_empty() {
            break;
        }
        if byte == u8::MAX {
            played.retire(Reason::Resignation);
            check(played.position());
            if played.position().is_unfinished() {
                check_round_trip(played.position());
            }
            continue;
        }
        let high = if moves.len() > 256 { bytes.next().unwrap_or(0) } else { 0 };
        let mv = moves[(usize::from(high) << 8 | usize::from(byte)) % moves.len()];
        let text = before.move_text(mv);
        assert_eq!(before.find_move(&text), Some(mv), "{text} is not found: {}", before.fen());
        played.play(mv);
        check_move(&before, mv, played.position());
    }
    let _ = played.state_line();
}

/// What bytes from 128 on stand for in a session, before the choices of games: lines, and
/// beginnings of lines.
const FRAGMENTS: [&str; 80] = [
    "\n",
    "uci\n",
    "isready\n",
    "ucinewgame\n",
    "stop\n",
    "ponderhit\n",
    "quit\n",
    "d\n",
    "moves\n",
    "eval\n",
    "help\n",
    "debug on\n",
    "go depth 1\n",
    "go depth 3\n",
    "go nodes 50\n",
    "go nodes 500\n",
    "go infinite\n",
    "go ponder\n",
    "go ponder wtime 20 btime 20\n",
    "go mate 1\n",
    "go wtime 10 btime 10 winc 1 binc 1\n",
    "go p1time 5 p2time 5 p3time 5 p4time 5 p3inc x\n",
    "go movetime 3\n",
    "go movetime -1\n",
    "go perft 0\n",
    "go perft 1\n",
    "go depth\n",
    "go depth 0\n",
    "go ",
    "depth 1 ",
    "nodes 100 ",
    "mate 2 ",
    "infinite ",
    "ponder ",
    "movestogo 0 ",
    "wtime 30 ",
    "p3time 30 ",
    "searchmoves ",
    "position startpos\n",
    "position startpos moves ",
    "position fen ",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1\n",
    "position fen 4k3/P7/8/8/8/8/8/4K2R w K - 0 1\n",
    "position startpos moves f2f3 e7e5 g2g4 d8h4\n",
    "moves ",
    "resign ",
    "timeout ",
    "0000 ",
    "e2e4 ",
    "e7e5 ",
    "2b33b4 ",
    "uc5ud5 ",
    "m10m9 ",
    "a7a8q ",
    "query turn\n",
    "query alive\n",
    "query legal\n",
    "query result\n",
    "query fen\n",
    "query board\n",
    "query pieces\n",
    "query reach wQ e4\n",
    "query reach rP ",
    "query islegal e2e4\n",
    "query ",
    "setoption name MultiPV value 1\n",
    "setoption name MultiPV value 3\n",
    "setoption name MultiPV value 256\n",
    "setoption name Threads value 1\n",
    "setoption name Threads value 2\n",
    "setoption name Hash value 1\n",
    "setoption name Hash value 2\n",
    "setoption name Hash value 0\n",
    "setoption name Clear Hash\n",
    "setoption name Move Overhead value 0\n",
    "setoption name UCI_ShowWDL value true\n",
    "setoption name UCI_Chess960 value true\n",
    "setoption name UCI_Variant value ",
    "setoption name ",
    "# ",
];

/// A session as a client sends it: bytes below 128 stand for themselves, those from 128 on for a
/// fragment or the choice of a game, and 255 makes the next byte one that is no ASCII.
fn spelled(data: &[u8]) -> Vec<u8> {
    let ids: Vec<&str> = variant::ids().collect();
    let mut text = Vec::new();
    let mut bytes = data.iter().copied();
    while let Some(byte) = bytes.next() {
        match byte {
            0..128 => text.push(byte),
            255 => text.extend(bytes.next().map(|b| b | 128)),
            _ => {
                let i = usize::from(byte - 128) % (FRAGMENTS.len() + ids.len());
                match FRAGMENTS.get(i) {
                    Some(fragment) => text.extend(fragment.bytes()),
                    None => {
                        let id = ids[i - FRAGMENTS.len()];
                        text.extend(format!("setoption name UCI_Variant value {id}\n").bytes());
                    }
                }
            }
        }
    }
    text
}

/// Whether a command takes too much time or memory to be tried again and again.
fn is_costly(command: &Command) -> bool {
    match command {
        Command::Bench => true,
        Command::Go(go) => go.perft.is_some_and(|depth| depth > 2),
        Command::SetOption { name, value } => {
            let most = match name.to_ascii_lowercase().as_str() {
                "hash" => 4,
                "threads" => 3,
                _ => return false,
            };
            value.parse::<usize>().is_ok_and(|n| n > most)
        }
        _ => false,
    }
}

/// Output kept for inspection.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Whole sessions of the protocol: every search is answered by one best move, and every question
/// whether the engine is ready by a yes.
pub fn session(data: &[u8]) {
    // A small table is quick to make.
    let mut input = b"setoption name Hash value 1\n".to_vec();
    let (mut searches, mut pings) = (0, 0);
    for line in spelled(data).split(|&b| b == b'\n') {
        let command = Command::parse(&String::from_utf8_lossy(line)).bare();
        if is_costly(&command) {
            continue;
        }
        input.extend(line);
        input.push(b'\n');
        match command {
            Command::Quit => break,
            Command::IsReady => pings += 1,
            Command::Go(go) if go.perft.is_none() => searches += 1,
            _ => {}
        }
    }
    let kept = Kept::default();
    serve(Cursor::new(&input), kept.clone()).expect("there is input and memory");
    let bytes = kept.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let answers = String::from_utf8(bytes).expect("answers are text");
    let count = |word: &str| answers.lines().filter(|l| l.split(' ').next() == Some(word)).count();
    let shown = || format!("{}----\n{answers}", String::from_utf8_lossy(&input));
    assert_eq!(count("bestmove"), searches, "best moves:\n{}", shown());
    assert_eq!(count("readyok"), pings, "ready:\n{}", shown());
}
