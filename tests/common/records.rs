//! Records for tests of what is learnt from them.

use super::{choose, generator};
use rand_xoshiro::Xoshiro256PlusPlus;
use simurgh::arena::record::{EngineNote, FORMAT, GameRecord, Opening};
use simurgh::position::{Game, Move, MoveFlag, with_position};
use simurgh::variant;

/// A record of one move from a position.
pub fn record(
    id: &str,
    number: usize,
    fen: &str,
    moves: Vec<String>,
    places: &[f64],
) -> GameRecord {
    GameRecord {
        format: FORMAT,
        id: format!("0/{number}/0"),
        game: id.to_string(),
        block: number as u64,
        block_games: 1,
        opening: Opening { fen: Some(fen.to_string()), moves: Vec::new() },
        engines: vec![EngineNote {
            name: "any".to_string(),
            command: None,
            player: None,
            options: Default::default(),
            limit: "nodes=1".to_string(),
        }],
        seats: vec![0; places.len()],
        moves,
        scores: Vec::new(),
        depths: Vec::new(),
        nodes: Vec::new(),
        times: Vec::new(),
        clocks: Vec::new(),
        places: places.to_vec(),
        reason: "resignation".to_string(),
        faults: Vec::new(),
        started: 0,
    }
}

/// A move that changes nothing but where a piece stands, if nobody is in check.
pub fn quiet_move(game: &Game) -> Option<Move> {
    with_position!(game.position(), p => {
        if (0..4).any(|seat| p.is_alive(seat) && p.in_check(seat)) {
            return None;
        }
        p.legal_moves().into_iter().find(|&mv| {
            mv.flag() == MoveFlag::Plain
                && mv.promotion().is_none()
                && p.piece_on(mv.to()).is_none()
                && p.after(mv).survivors() == p.survivors()
        })
    })
}

/// One-move records from positions of random games; `places` gives the result of each.
pub fn records(
    id: &str,
    count: usize,
    mut places: impl FnMut(&Game, &mut Xoshiro256PlusPlus) -> Vec<f64>,
) -> Vec<GameRecord> {
    let mut random = generator(id);
    let mut records = Vec::new();
    while records.len() < count {
        let mut game = Game::start(variant::find(id).expect("a registered game"));
        for ply in 0..120 {
            let moves = game.position().legal_moves();
            if moves.is_empty() || game.outcome().is_some() {
                break;
            }
            if ply > 12
                && ply % 3 == 0
                && let Some(mv) = quiet_move(&game)
            {
                let text = game.position().move_text(mv);
                let places = places(&game, &mut random);
                let fen = game.position().fen();
                records.push(record(id, records.len(), &fen, vec![text], &places));
            }
            let mv = choose(&mut random, game.position(), &moves);
            game.play(mv);
        }
    }
    records.truncate(count);
    records
}
