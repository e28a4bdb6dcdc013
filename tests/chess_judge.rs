//! `chess` against another library: legal moves, positions and states in random games, and the
//! well-known counts of the positions that every move generator is tried on.

mod common;

use common::{choose, game_from, generator};
use cozy_chess::{Board, GameStatus};
use simurgh::position::{AnyPosition, Game, Move, with_position};

/// The start, positions with well-known counts, and endings that end in every way there is.
const BEGINNINGS: [&str; 9] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/8/4k3/8/2q5/8/8/K7 b - - 90 80",
    "8/pppppppp/4k3/8/8/4K3/PPPPPPPP/8 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 60 1",
];

/// The other library writes castling as the King's move onto the Rook.
fn as_the_kings_move(board: &Board, mv: cozy_chess::Move) -> String {
    let own = board.colors(board.side_to_move());
    let text = mv.to_string();
    if !own.has(mv.to) {
        return text;
    }
    let (king, rook) = text.split_at(2);
    let file = if rook < king { 'c' } else { 'g' };
    format!("{king}{file}{}", &rook[1..])
}

fn moves_of_the_judge(board: &Board) -> Vec<(String, cozy_chess::Move)> {
    let mut moves = Vec::new();
    board.generate_moves(|list| {
        moves.extend(list.into_iter().map(|mv| (as_the_kings_move(board, mv), mv)));
        false
    });
    moves.sort_by(|a, b| a.0.cmp(&b.0));
    moves
}

/// Compares states. The other library knows nothing of repetition and of dead positions, where
/// there are fewer ways to lose than it thinks.
fn compare_states(game: &Game, board: &Board) {
    let line = game.state_line();
    let status = match line.rsplit(' ').next().expect("a state is not empty") {
        "repetition" | "dead-position" => return,
        "ongoing" => GameStatus::Ongoing,
        "checkmate" => GameStatus::Won,
        _ => GameStatus::Drawn,
    };
    assert_eq!(board.status(), status, "{line}: {board}");
}

#[test]
fn random_games_are_judged_alike() {
    let mut rng = generator("chess");
    let mut positions = 0;
    let mut ends = std::collections::BTreeMap::<String, usize>::new();
    for i in 0..15 * BEGINNINGS.len() {
        let fen = BEGINNINGS[i % BEGINNINGS.len()];
        let mut game = game_from("chess", fen);
        let mut board: Board = fen.parse().expect("a position");
        for _ in 0..200 {
            let position = game.position();
            let fen = position.fen();
            // The other library names the skipped square after every double step, of use or not;
            // whether it is of use shows in the moves, also after reading our string.
            let judged = board.to_string();
            let but_en_passant = |fen: &str| -> Vec<String> {
                let fields = fen.split(' ').enumerate().filter(|(i, _)| *i != 3);
                fields.map(|(_, field)| field.to_string()).collect()
            };
            assert_eq!(but_en_passant(&fen), but_en_passant(&judged));
            let read: Board = fen.parse().unwrap_or_else(|e| panic!("{fen}: {e}"));
            assert_eq!(
                moves_of_the_judge(&read),
                moves_of_the_judge(&board),
                "{fen} is not {judged}"
            );
            compare_states(&game, &board);
            positions += 1;
            let state = game.state_line();
            if state != "ongoing" {
                *ends.entry(state).or_default() += 1;
                break;
            }
            let mut moves: Vec<(String, Move)> =
                position.legal_moves().into_iter().map(|mv| (position.move_text(mv), mv)).collect();
            moves.sort_by(|a, b| a.0.cmp(&b.0));
            let judged = moves_of_the_judge(&board);
            let texts = moves.iter().map(|(text, _)| text);
            assert!(texts.eq(judged.iter().map(|(text, _)| text)), "{fen}\n{moves:?}\n{judged:?}");
            let list: Vec<Move> = moves.iter().map(|&(_, mv)| mv).collect();
            let mv = choose(&mut rng, position, &list);
            let chosen = list.iter().position(|&other| other == mv).expect("one of the moves");
            board.play(judged[chosen].1);
            game.play(mv);
        }
    }
    println!("{positions} positions, {ends:?}");
    assert!(positions > 5000, "only {positions} positions");
    for end in ["checkmate", "stalemate", "move-count", "dead-position"] {
        assert!(ends.keys().any(|line| line.ends_with(end)), "no {end}: {ends:?}");
    }
}

#[test]
fn counts_that_are_well_known() {
    let counts = [
        (1, 3, 97_862),
        (2, 4, 43_238),
        (3, 3, 9_467),
        (4, 3, 62_379),
        (5, 3, 89_890),
        (0, 4, 197_281),
    ];
    for (i, depth, nodes) in counts {
        let position = game_from("chess", BEGINNINGS[i]);
        let found = with_position!(position.position(), p => p.perft(depth));
        assert_eq!(found, nodes, "{} at depth {depth}", BEGINNINGS[i]);
    }
}

#[test]
fn both_ids_of_chess_are_one_game() {
    for fen in BEGINNINGS {
        let texts = |id| {
            let game = game_from(id, fen);
            let position: &AnyPosition = game.position();
            let list = position.legal_moves();
            (position.fen(), list.into_iter().map(|mv| position.move_text(mv)).collect::<Vec<_>>())
        };
        assert_eq!(texts("chess"), texts("cwda-ff"), "{fen}");
    }
}
