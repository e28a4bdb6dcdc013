//! The search without forward pruning against a reference without bounds, table or ordering: both
//! must give every position the same value, whoever is at the root. One table is never cleared.

use super::super::exchange::gains_at_least;
use super::super::histories::Histories;
use super::super::kernel::{Shared, Worker};
use super::super::picker::{Ranked, is_noisy, material_gain};
use super::super::pool::{Settings, run};
use super::super::score::{MAX_PLY, Score};
use super::super::table::TranspositionTable;
use super::super::{Control, Limits, Memory, Parameters};
use super::maxn::Utilities;
use super::node::Spot;
use super::{Model, Plan, policy};
use crate::eval::{Library, Strength, Weights};
use crate::geometry::Cell;
use crate::position::{Game, Move, Position, Scope, with_position};
use crate::variant;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use smallvec::smallvec;
use std::sync::atomic::{AtomicBool, AtomicU64};

/// The most nodes at the last ply of a reference.
const MOST_LEAVES: usize = 8_000;

const GAMES: [&str; 11] = [
    "honeycomb",
    "honeycomb-double",
    "honeycomb-pawnless",
    "honeycomb-double-pawnless",
    "wildhoney",
    "wildhoney-double",
    "wildhoney-pawnless",
    "wildhoney-double-pawnless",
    "aof3",
    "guru",
    "guru-teams",
];

/// Consecutive positions late in a game of random moves, most of them captures.
fn late_positions(id: &str, random: &mut Xoshiro256PlusPlus, count: usize) -> Vec<Game> {
    let mut game = Game::start(variant::find(id).expect("a registered game"));
    let mut games = Vec::new();
    let plies = random.random_range(40..260);
    for ply in 0..plies + count {
        if game.outcome().is_some() {
            break;
        }
        if ply >= plies {
            let fen = game.position().fen();
            games.push(Game::new(game.variant(), Some(&fen), &[] as &[&str]).expect("a position"));
        }
        let mut moves = game.position().legal_moves();
        if random.random_range(0..3) > 0 {
            let captures: Vec<Move> = with_position!(game.position(), p => {
                let mut found = Vec::new();
                p.generate(Scope::Noisy, &mut found);
                found
            });
            if !captures.is_empty() {
                moves = captures;
            }
        }
        game.play(moves[random.random_range(0..moves.len())]);
    }
    games
}

/// Free replies count in part in games for four as well, where `auto` has them count in full as BRS+ does.
fn parameters() -> Parameters {
    Parameters { replies_share_four: 50, ..Parameters::default() }
}

/// The best-reply search: whoever does not reply freely passes. With the last before the player at the
/// root a reply that is left is spent.
fn passing() -> Parameters {
    Parameters { replies_narrow: 0, ..parameters() }
}

/// Calls `body` with a thread's search of a position that has a table of its own.
fn with_worker<const W: usize, R>(
    position: &Position<W>,
    weights: &Weights,
    model: Model,
    parameters: Parameters,
    depth: usize,
    body: impl FnOnce(&mut Worker<'_, W>, &Strength<'_>) -> R,
) -> R {
    let table = TranspositionTable::new(1).expect("a small table");
    let limits = Limits { depth: Some(depth as u32), ..Limits::default() };
    let control = Control::new(false);
    let shared = Shared {
        table: &table,
        control: &control,
        limits: &limits,
        budget: None,
        done: AtomicBool::new(false),
        nodes: vec![AtomicU64::new(0)],
        multipv: 1,
        past: &[],
        parameters: &parameters,
        selective: false,
        model,
    };
    let strength = Strength::of(position, weights);
    let mut worker = Worker::new(&shared, position, strength.clone(), 0, Histories::default());
    worker.extended_before = 2 * depth + 8;
    body(&mut worker, &strength)
}

/// The value of a node as the player to move sees it: all moves that the model allows, no bounds.
fn reference<const W: usize>(
    worker: &mut Worker<'_, W>,
    position: &Position<W>,
    strength: &Strength<'_>,
    mut node: Spot,
) -> Score {
    let ply = node.ply;
    if let Some(score) = worker.decided(position, ply) {
        return score;
    }
    if node.checked && ply < worker.extended_before && worker.is_pressed(position) {
        node.depth += 1;
    }
    if node.depth <= 0 {
        let open = Spot { alpha: Score::MIN, beta: Score::MAX, ..node };
        return worker.quiescence_many(position, strength, open, 0, Cell::NONE);
    }
    let mut list: Vec<Ranked> = Vec::new();
    position.generate(Scope::All, &mut list);
    let passing = worker.shared.parameters.replies_narrow == 0;
    // Where the others have passed, the last one moves.
    let left = passing && node.replies > 0 && worker.is_last(position);
    let free = node.replies == u8::MAX || node.checked || worker.is_ours(position) || left;
    let narrow = (!free).then(|| match passing {
        true => smallvec![Move::PASS],
        false => policy::best(position, strength, 1),
    });
    // A player without moves has a pass in the list.
    if passing && !free && list.iter().all(|ranked| ranked.mv != Move::PASS) {
        list.push(Ranked { mv: Move::PASS, priority: 0 });
    }
    let mut best = Score::MIN;
    let mut stand = None;
    worker.line.push(position.hash());
    for mv in list.iter().map(|ranked| ranked.mv) {
        let mut replies = node.replies;
        let is_narrow = narrow.as_ref().is_some_and(|narrow| narrow.contains(&mv));
        if narrow.is_some() && !is_narrow {
            if replies == 0 {
                continue;
            }
            replies -= 1;
        }
        let value = value_after(worker, position, strength, mv, Spot { replies, ..node });
        if is_narrow {
            stand = Some(value);
        }
        best = best.max(value);
    }
    worker.line.pop();
    let share = match worker.plan {
        Plan::Replies { share, .. } => i32::from(share),
        _ => 100,
    };
    match stand {
        Some(stand) if !stand.is_decided() && !best.is_decided() => {
            stand + (best.raw() - stand.raw()) * share / 100
        }
        _ => best,
    }
}

/// The value of a move as its player sees it.
fn value_after<const W: usize>(
    worker: &mut Worker<'_, W>,
    position: &Position<W>,
    strength: &Strength<'_>,
    mv: Move,
    node: Spot,
) -> Score {
    let (mut next, mut next_strength) = (position.clone(), strength.clone());
    next.make(mv, &mut next_strength);
    let checked = next.in_check(next.turn());
    let depth = if mv == Move::PASS { node.depth } else { node.depth - 1 };
    let ours = worker.is_ours(&next);
    let replies = if ours { worker.plan.replies() } else { node.replies };
    let below = Spot { depth, ply: node.ply + 1, checked, replies, ..node };
    let score = reference(worker, &next, &next_strength, below);
    if worker.is_ours(position) == ours { score } else { -score }
}

/// The value of the root to a depth; moves that a guard sets aside count where there are no others.
fn reference_at_root<const W: usize>(
    position: &Position<W>,
    weights: &Weights,
    model: Model,
    parameters: Parameters,
    depth: usize,
) -> Score {
    with_worker(position, weights, model, parameters, depth, |worker, strength| {
        let root = Spot {
            depth: depth as i32,
            alpha: Score::MIN,
            beta: Score::MAX,
            ply: 0,
            checked: false,
            cut: false,
            replies: worker.plan.replies(),
        };
        worker.line.push(position.hash());
        let value = |mv| {
            (worker.is_deadly(depth as i32, mv), value_after(worker, position, strength, mv, root))
        };
        let values: Vec<(bool, Score)> = position.legal_moves().into_iter().map(value).collect();
        let safe = values.iter().filter(|(deadly, _)| !deadly).map(|&(_, score)| score).max();
        safe.or(values.iter().map(|&(_, score)| score).max()).expect("a move")
    })
}

/// Compares a model over many positions; how many there were of each depth.
fn compare(model: Model, parameters: Parameters, seed: u64, playouts: usize) -> [usize; 4] {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut compared = [0; 4];
    let table = TranspositionTable::new(4).expect("a small table");
    let settings = Settings { selective: false, model, parameters, ..Settings::default() };
    for id in GAMES {
        let memory = Memory::default();
        for _ in 0..playouts {
            for game in late_positions(id, &mut random, 4) {
                with_position!(game.position(), p => {
                    let weights = Library::embedded().weights(p.tables());
                    let moves = p.count_legal_moves();
                    for (depth, compared) in compared.iter_mut().enumerate().skip(1) {
                        if depth > 1 && moves.pow(depth as u32) > MOST_LEAVES {
                            break;
                        }
                        let limits = Limits { depth: Some(depth as u32), ..Limits::default() };
                        let control = Control::new(false);
                        let pruned =
                            run(p, &[], &table, &memory, &control, &limits, settings, &weights, |_| ());
                        let wanted = reference_at_root(p, &weights, model, parameters, depth);
                        let fen = game.position().fen();
                        assert_eq!(pruned.score, wanted, "{id} {model:?} depth {depth}: {fen}");
                        *compared += 1;
                    }
                });
            }
        }
    }
    println!("{model:?}: {compared:?} comparisons by depth");
    compared
}

#[test]
fn paranoid_and_team_searches_equal_the_reference() {
    let compared = compare(Model::Paranoid, parameters(), 1, 6);
    assert!(compared[1] >= 200 && compared[2] >= 120 && compared[3] >= 30, "{compared:?}");
}

#[test]
fn searches_with_few_replies_equal_the_reference() {
    for (model, parameters, seed) in [
        (Model::BrsPlus, parameters(), 2),
        (Model::Auto, parameters(), 4),
        (Model::BrsPlus, passing(), 5),
    ] {
        let compared = compare(model, parameters, seed, 4);
        assert!(compared[1] >= 120 && compared[2] >= 35 && compared[3] >= 6, "{compared:?}");
    }
}

/// As the first two tests, over thousands of positions.
#[test]
#[ignore = "a quarter of an hour for paranoid search alone, in a release build"]
fn thousands_of_positions_equal_the_reference() {
    for (model, parameters, seed, least) in [
        (Model::Paranoid, parameters(), 11, [0, 2000, 1000, 250]),
        (Model::BrsPlus, parameters(), 12, [0, 1500, 400, 60]),
        (Model::Auto, parameters(), 13, [0, 1500, 400, 60]),
        (Model::BrsPlus, passing(), 14, [0, 1500, 400, 60]),
    ] {
        let compared = compare(model, parameters, seed, 60);
        assert!(compared.iter().zip(least).all(|(&c, l)| c >= l), "{compared:?}");
    }
}

/// The utilities of a node by max^n without bounds; ties are settled as the search does in all but
/// the order of moves, so only the mover's own component is certain.
fn vectors<const W: usize>(
    worker: &mut Worker<'_, W>,
    position: &Position<W>,
    strength: &Strength<'_>,
    depth: i32,
    ply: usize,
) -> Utilities {
    if depth <= 0 || position.ended().is_some() || ply >= MAX_PLY {
        return worker.vectors(position, strength, 0, ply, None);
    }
    let mover = position.turn() as usize;
    let mut best: Option<Utilities> = None;
    for mv in position.legal_moves() {
        let (mut next, mut next_strength) = (position.clone(), strength.clone());
        next.make(mv, &mut next_strength);
        let deeper = if mv == Move::PASS { depth } else { depth - 1 };
        let found = vectors(worker, &next, &next_strength, deeper, ply + 1);
        if best.is_none_or(|best| found[mover] > best[mover]) {
            best = Some(found);
        }
    }
    best.expect("a move")
}

/// The first player's utility by minimax, the other one minimising it.
fn minimax<const W: usize>(
    worker: &mut Worker<'_, W>,
    position: &Position<W>,
    strength: &Strength<'_>,
    depth: i32,
    ply: usize,
    seat: usize,
) -> i32 {
    if depth <= 0 || position.ended().is_some() {
        return worker.vectors(position, strength, 0, ply, None)[seat];
    }
    let ours = position.turn() as usize == seat;
    let moves = position.legal_moves();
    let values = moves.into_iter().map(|mv| {
        let (mut next, mut next_strength) = (position.clone(), strength.clone());
        next.make(mv, &mut next_strength);
        let deeper = if mv == Move::PASS { depth } else { depth - 1 };
        minimax(worker, &next, &next_strength, deeper, ply + 1, seat)
    });
    if ours { values.max().expect("a move") } else { values.min().expect("a move") }
}

#[test]
fn max_n_of_two_is_minimax_and_one_ply_of_many_is_exact() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let (mut duels, mut others) = (0, 0);
    for id in GAMES.into_iter().filter(|id| *id != "guru-teams") {
        for _ in 0..40 {
            for game in late_positions(id, &mut random, 2) {
                with_position!(game.position(), p => {
                    let weights = Library::embedded().weights(p.tables());
                    let moves = p.count_legal_moves();
                    let depth = if moves * moves <= MOST_LEAVES / 3 { 2 } else { 1 };
                    let fen = game.position().fen();
                    with_worker(p, &weights, Model::MaxN, parameters(), 1, |worker, strength| {
                        let mover = p.turn() as usize;
                        let pruned = worker.vectors(p, strength, depth, 0, None)[mover];
                        if p.survivors() == 2 {
                            let wanted = minimax(worker, p, strength, depth, 0, mover);
                            assert_eq!(pruned, wanted, "{id} depth {depth}: {fen}");
                            duels += 1;
                        } else if depth == 1 {
                            let wanted = vectors(worker, p, strength, depth, 0)[mover];
                            assert_eq!(pruned, wanted, "{id} depth {depth}: {fen}");
                            others += 1;
                        }
                    });
                });
            }
        }
    }
    println!("{duels} positions of two, {others} of more");
    assert!(duels >= 50 && others >= 50, "only {duels} and {others}");
}

/// The best ordered moves by their definition: every move valued on its own.
#[test]
fn the_best_ordered_moves_are_those_worth_most() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(6);
    let (mut captures, mut others) = (0, 0);
    for id in GAMES {
        for game in (0..6).flat_map(|_| late_positions(id, &mut random, 4)) {
            with_position!(game.position(), p => {
                let weights = &Library::embedded().weights(p.tables());
                let strength = &Strength::of(p, weights);
                let mut list: Vec<Ranked> = Vec::new();
                p.generate(Scope::All, &mut list);
                let own = 1 << p.turn();
                let mut worth: Vec<(i32, i32, u32)> = list
                    .iter()
                    .map(|&Ranked { mv, .. }| {
                        let placed = strength.placement(p).improvement(mv);
                        let gain = material_gain(p, weights, mv);
                        let (class, worth) = match is_noisy(p, mv) {
                            true if gains_at_least(p, weights, mv, 1, own) => (2, gain * 8 + placed),
                            noisy => (i32::from(!noisy), placed),
                        };
                        (-class, -worth, mv.compact())
                    })
                    .collect();
                // Stable: equal ones stay in the order of generation.
                worth.sort_by_key(|&(class, worth, _)| (class, worth));
                let wanted: Vec<u32> = worth.iter().map(|w| w.2).collect();
                for count in [1, 3] {
                    let found = policy::best(p, strength, count);
                    let found: Vec<u32> = found.iter().map(|mv| mv.compact()).collect();
                    let fen = game.position().fen();
                    assert_eq!(found[..], wanted[..count.min(wanted.len())], "{id}: {fen}");
                }
                *if worth[0].0 == -2 { &mut captures } else { &mut others } += 1;
            });
        }
    }
    println!("{captures} positions with a good capture, {others} without");
    assert!(captures >= 50 && others >= 50, "only {captures} and {others}");
}

#[test]
fn plans_follow_the_standing() {
    let parameters = Parameters::default();
    for (id, model, wanted) in [
        ("guru-teams", Model::MaxN, Plan::TwoSided),
        ("guru", Model::MaxN, Plan::Vectors),
        ("aof3", Model::BrsPlus, Plan::Replies { free: 1, share: 100 }),
        ("aof3", Model::Auto, Plan::Replies { free: 1, share: 100 }),
        ("wildhoney", Model::Auto, Plan::Replies { free: 1, share: 50 }),
        ("honeycomb", Model::Paranoid, Plan::TwoSided),
    ] {
        let game = Game::start(variant::find(id).expect("a registered game"));
        with_position!(game.position(), p => assert_eq!(Plan::of(p, model, &parameters), wanted));
    }
    // Where the others pass, nothing counts in part.
    let game = Game::start(variant::find("wildhoney").expect("a registered game"));
    let wanted = Plan::Replies { free: 1, share: 100 };
    with_position!(game.position(), p => {
        assert_eq!(Plan::of(p, Model::Auto, &passing()), wanted);
    });
}

/// Searched against all others at once, an even game looks lost. A draw must look as dark, or it
/// would be sought by whoever stands well, and a little darker, so that somebody tries to win; where
/// two sides are all there is, it is worth what it is.
#[test]
fn a_draw_looks_as_dark_as_the_game() {
    for (id, dark) in [("honeycomb", true), ("aof3", true), ("guru-teams", false)] {
        let variant = variant::find(id).expect("a registered game");
        let game = Game::start(variant);
        with_position!(game.position(), p => {
            let weights = Library::embedded().weights(p.tables());
            with_worker(p, &weights, Model::Auto, parameters(), 1, |worker, strength| {
                let draw = worker.draw(p);
                let standing = worker.evaluate(p, strength);
                let less = if dark { worker.shared.parameters.many_contempt } else { 0 };
                for (below, wanted) in [(700, if dark { 700 } else { 0 }), (-300, 0)] {
                    worker.selective = true;
                    worker.root_moves[0].score = standing - below;
                    worker.note_contempt();
                    let wanted = draw - wanted - less;
                    assert_eq!(worker.draw(p), wanted, "{id}: {below} below the standing");
                    // Where nothing but a draw is found it gets no darker.
                    worker.root_moves[0].score = wanted;
                    worker.note_contempt();
                    assert_eq!(worker.draw(p), wanted, "{id}: drawn");
                    worker.contempt = 0;
                }
            });
        });
    }
}
