//! Games for three and four: taking a checkmate that is on offer, and not walking into one, by the
//! search without pruning and by the one that plays, with the models of opponents that must.

use super::solver::{is_reduced, is_safe, winning_moves};
use super::{
    Found, HUNT, engine, full_width, game, random, search, search_afresh, string, to_depth,
    to_nodes,
};
use simurgh::position::{Game, Move, Position, with_position};
use simurgh::search::{Limits, Model, moves_to_end};

/// The models that must not miss an elimination within reach.
const SEEING: [Model; 3] = [Model::Auto, Model::Paranoid, Model::BrsPlus];

/// The models that must not walk into one. BRS+ by itself does not take the others to work together.
const WARY: [Model; 2] = [Model::Auto, Model::Paranoid];

/// Searches by some models, and the one without pruning.
fn searches(game: &Game, depth: u32, models: &[Model]) -> Vec<(&'static str, Found)> {
    let mut all = vec![("full width", search(&full_width(1), game, &to_depth(depth)))];
    for (name, model) in Model::NAMES.into_iter().filter(|(_, model)| models.contains(model)) {
        let mut engine = engine(1);
        engine.settings_mut().model = model;
        all.push((name, search(&engine, game, &to_depth(depth))));
    }
    all
}

/// A game, its pieces, the players left, and the only move of the first of them after which an
/// enemy is certain to be out when their turn comes again.
type Puzzle = (&'static str, &'static str, &'static str, &'static str);

const ON_OFFER: [Puzzle; 13] = [
    (
        "honeycomb",
        "rK 1a8, rC 3a7, yK 1a5, rQ 3b7, bB 1b2, rF 5c8, yF 2c8, rB 1c4, bK 1d4",
        "ryb",
        "3b71b5",
    ),
    ("honeycomb", "yK 8a8, rB 1a3, rK 2b5, rN 6c7, rQ 4d8, rR 3d6, rF 1d5, yN 1e1", "ry", "4d87a8"),
    ("honeycomb", "rB 3a8, yK 1a8, rN 4a4, rQ 2b7, rK 2c3, yN 3e8, rC 6e6, rR 1e4", "ry", "2b72b8"),
    ("honeycomb", "rK 4a8, yK 6a6, rR 8b8, rF 3b7, rQ 4b6, yR 8c8, rQ 1d8, rB 1d3", "ry", "4b66b6"),
    (
        "aof3",
        "bA ne2, rMd me2, oK nh2, rS mh2, rQ oi2, oCr pj2, rCr qb3, rK oc5, bK qi5",
        "rob",
        "oi2qi4",
    ),
    (
        "aof3",
        "rPo pd2, bR rd3, rC ne3, rQ lh3, rK ki3, oLv ok3, oK me5, rPr ng5, bK kh5",
        "rob",
        "lh3kh4",
    ),
    ("aof3", "rQ qh1, rR nh1, bQ jh1, rGv nf2, rEm oc4, bK dc4, rCr re5", "rb", "qh1eb4"),
    ("guru", "gK ug1, bK la10, rEm lc8, rE lh5, gWf lg2, rG lh2, rG lb1, bE ld1", "rgb", "lc8ub9"),
    (
        "guru",
        "rIg ub10, oAd uj6, oK uf2, gK uc1, bBa la9, gR la8, rVr lh7, bK la6, rAd lf6, rK lj6",
        "rogb",
        "lj6uj6",
    ),
    (
        "guru",
        "oCv ue10, rIg uc7, rK uc4, rIg ui3, gK uh1, bF ld8, gR le8, oK la5, rAd lh4, bK lb3",
        "rogb",
        "lh4lh2",
    ),
    ("guru", "gVr ui8, rBa ub6, rEm ub3, rF uf3, bF ld7, rCv le3, bK lf3, gK la1", "rgb", "ub3ub2"),
    ("guru", "gK ua10, rAd ua7, rE uf5, rCv lj10, gE le9, rVr lf9, rG la8, rK lf1", "rg", "ua7lb9"),
    ("guru", "rK uh10, rN ua5, rIg uj1, gCv lc7, rVr le4, rAd lh4, rG le3, gK lj3", "rg", "lh4ui3"),
];

/// The moves after which an enemy is certain to be out when the mover's turn comes again.
fn taking_moves<const W: usize>(position: &Position<W>) -> Vec<Move> {
    let (seat, now) = (position.turn(), position.survivors());
    let takes = |mv: &Move| is_reduced(&position.after(*mv), seat, now);
    position.legal_moves().into_iter().filter(takes).collect()
}

#[test]
fn takes_a_checkmate_on_offer() {
    for (id, pieces, players, wanted) in ON_OFFER {
        let fen = string(id, pieces, 'r', players);
        let game = super::game(id, &fen);
        let wanted = game.position().find_move(wanted).expect(wanted);
        let taking = with_position!(game.position(), p => taking_moves(p));
        assert_eq!(taking, [wanted], "the puzzle is unsound: {id}: {fen}");
        for (name, found) in searches(&game, (players.len() as u32).max(3), &SEEING) {
            assert_eq!(found.report.best, Some(wanted), "{id} {name}: {fen}");
            if players.len() == 2 {
                // The last enemy falls when the reply has been made.
                assert_eq!(found.plies_to_end(), Some(2), "{id} {name}: {fen}");
            }
        }
    }
}

/// With one enemy of the team left, whoever of the two allies mates wins for both.
#[test]
fn a_team_takes_the_last_enemy() {
    let mut random = random::seeded(5);
    let mut wins = 0;
    for _ in 0..50 {
        let game = random::scattered("guru-teams", "rog", &[7, 0, 7], &mut random);
        let brute = with_position!(game.position(), p => (1..=3).find(|&n| !winning_moves(p, n).is_empty()));
        let found = search_afresh(&game, 3);
        let fen = game.position().fen();
        if let Some(plies) = brute {
            assert_eq!(found.plies_to_end(), Some(plies as i32), "{fen}");
            let winning = with_position!(game.position(), p => winning_moves(p, plies));
            assert!(winning.contains(&found.report.best.expect("a move")), "{fen}");
            wins += 1;
        } else {
            // Longer wins may be seen behind checks.
            let claim = found.plies_to_end();
            assert!(claim.is_none_or(|plies| !(0..=3).contains(&plies)), "{claim:?}: {fen}");
        }
    }
    assert!(wins >= 5, "only {wins} wins");
}

/// The moves after which the mover may be out before their turn comes again, and the others.
fn sorted_by_safety<const W: usize>(position: &Position<W>) -> (Vec<Move>, Vec<Move>) {
    let seat = position.turn();
    position.legal_moves().into_iter().partition(|mv| !is_safe(&position.after(*mv), seat))
}

/// Compares random positions in which the mover has little and others much; how many had both
/// a safe and an unsafe move.
fn walk_into_nothing(
    id: &str,
    players: &str,
    pieces: &[usize],
    positions: usize,
    depth: u32,
    models: &[Model],
) -> usize {
    let mut random = random::seeded(positions as u64);
    let mut choices = 0;
    for _ in 0..positions {
        let game: Game = random::scattered(id, players, pieces, &mut random);
        let (unsafe_moves, safe) = with_position!(game.position(), p => sorted_by_safety(p));
        if safe.is_empty() || unsafe_moves.is_empty() {
            continue;
        }
        choices += 1;
        for (name, found) in searches(&game, depth, models) {
            let best = found.report.best.expect("a move");
            let fen = game.position().fen();
            let text = game.position().move_text(best);
            assert!(safe.contains(&best), "{id} {name}: {text} may be the last move: {fen}");
        }
    }
    choices
}

#[test]
fn walks_into_no_checkmate_of_three() {
    let choices = walk_into_nothing("honeycomb", "ryb", &[1, 4, 4], 40, 3, &WARY)
        + walk_into_nothing("honeycomb-double", "ryb", &[0, 3, 3], 15, 3, &WARY)
        + walk_into_nothing("guru", "rob", &[1, 6, 6], 20, 3, &WARY)
        + walk_into_nothing("aof3", "rob", &[1, 4, 4], 15, 3, &WARY);
    println!("{choices} choices");
    assert!(choices >= 10, "only {choices} choices");
}

#[test]
fn walks_into_no_checkmate_of_four() {
    let choices = walk_into_nothing("aof3", "rogb", &[0, 2, 2, 2], 4, 4, &WARY)
        + walk_into_nothing("guru", "rogb", &[0, 2, 2, 2], 10, 4, &WARY)
        + walk_into_nothing("guru-teams", "rogb", &[0, 3, 0, 3], 10, 4, &WARY);
    println!("{choices} choices");
    assert!(choices >= 2, "only {choices} choices");
}

/// The guard looks to the end of the round, also where a search of three plies does not.
#[test]
fn auto_walks_into_no_checkmate_of_four_at_depth_three() {
    let choices = walk_into_nothing("aof3", "rogb", &[0, 2, 2, 2], 6, 3, &[Model::Auto])
        + walk_into_nothing("guru", "rogb", &[0, 2, 2, 2], 25, 3, &[Model::Auto]);
    println!("{choices} choices");
    assert!(choices >= 2, "only {choices} choices");
}

/// Yellow can leave Blue's King no flight by a quiet move of its own, and only Red's Bishop could take
/// the piece that does so: if the Bishop goes, Yellow has Blue's army, too.
#[test]
fn sees_what_one_opponent_can_do_to_another() {
    let fen = "bK,5,yB,1/2,bN,4/6/5/4/3/rN,1/1|2,yQ,5/2,yR,4/6/5/4/3/rN,rQ/1|3,bN,3,yK/bO,bB,2,yN,1,yO/\
        1,bN,4/5/1,rN,rO,1/rB,2/1,rO/rK|6,yN,yB/1,bB,4,yN/2,yQ,3/5/4/3/2/rQ|7,bR/7/6/5/4/3/1,rB/rR \
        r ryb - - 7 28";
    let game = super::game("honeycomb-double-pawnless", fen);
    let [goes, stays] =
        ["1b22c3", "1d12c3"].map(|text| game.position().find_move(text).expect(text));
    for model in SEEING {
        // Deeper, paranoid search sees both opponents after Red's King wherever the Bishop stands.
        let deepest = if model == Model::Paranoid { 4 } else { 5 };
        for depth in 3..=deepest {
            let score = |mv: Move| {
                let mut engine = engine(1);
                engine.settings_mut().model = model;
                let limits = Limits { searchmoves: vec![mv], ..to_depth(depth) };
                search(&engine, &game, &limits).report.score.raw()
            };
            let (gone, stayed) = (score(goes), score(stays));
            assert!(gone + 500 < stayed, "{model:?} depth {depth}: {gone} {stayed}");
        }
    }
}

/// In team games a partner plays on when the player at the root has fallen, and so does the search.
#[test]
fn searches_on_where_the_player_at_the_root_has_fallen() {
    let mut games = vec![super::game(
        "guru-teams",
        "rK,9/10/2,rE,7/1,gF,8/1,gF,4,bK,3/7,gE,2/7,gE,2/10/4,rF,5/10|10/10/oK,1,gK,7/4,rE,oF,4/\
         gR,9/10/10/10/10/10 o rogb - - 1 169",
    )];
    let mut random = random::seeded(22);
    games.extend(
        (0..30).map(|_| random::scattered("guru-teams", "rogb", &[1, 4, 1, 4], &mut random)),
    );
    for game in &games {
        for model in SEEING {
            let mut engine = engine(1);
            engine.settings_mut().model = model;
            let found = search(&engine, game, &to_depth(5));
            // A search that breaks off knows of no end and has not come to its depth.
            let deepest = found.infos.last().map_or(0, |info| info.depth);
            let whole = deepest == 5 || found.plies_to_end().is_some();
            assert!(whole, "{model:?}: depth {deepest} of {}", game.position().fen());
        }
    }
}

/// Who falls on the way has no more turns, so that a win takes more of one's own moves than its plies
/// over all players would make.
#[test]
fn own_moves_to_a_win_are_those_of_the_line() {
    let mut engine = engine(4);
    engine.settings_mut().model = Model::Paranoid;
    let game = game("honeycomb", HUNT);
    let limits = Limits { mate: Some(6), ..to_nodes(400_000) };
    let report = search(&engine, &game, &limits).report;
    let (score, line) = (report.score, &report.line);
    let plies = score.plies_to_end().expect("a win");
    assert_eq!(line.len() as i32, plies, "{line:?}");
    let mut at = game.position().clone();
    let mut own = 0;
    for &mv in line {
        own += i32::from(at.turn() == 0);
        at.make(mv);
    }
    assert!(with_position!(&at, p => p.ended().is_some()), "{line:?}");
    assert_eq!(with_position!(game.position(), p => moves_to_end(p, score, line)), Some(own));
    assert!(own > (plies + 2) / 3, "{own} moves, {plies} plies");
}
