//! Move generation: perft from the start positions, in chess beside cozy-chess in the same run.
//!
//! Both sides count the last ply without playing it. Throughput is in nodes: multiply nothing.

use cozy_chess::Board;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use simurgh::position::{Game, with_position};
use simurgh::variant;
use std::hint::black_box;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn game(id: &str, fen: Option<&str>) -> Game {
    let variant = variant::find(id).expect("a registered game");
    Game::new(variant, fen, &[] as &[&str]).expect("a valid position")
}

fn ours(game: &Game, depth: u32) -> u64 {
    with_position!(game.position(), p => p.perft(depth))
}

fn cozy(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
            return false;
        }
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            nodes += cozy(&next, depth - 1);
        }
        false
    });
    nodes
}

fn against_cozy_chess(c: &mut Criterion) {
    for (name, fen, depth) in [("start", None, 5), ("kiwipete", Some(KIWIPETE), 4)] {
        let mut group = c.benchmark_group(format!("chess {name} perft {depth}"));
        group.sample_size(10);
        let position = game("chess", fen);
        let board: Board = fen.map_or_else(Board::default, |f| f.parse().expect("a valid FEN"));
        let nodes = cozy(&board, depth);
        assert_eq!(ours(&position, depth), nodes, "the two must count alike");
        group.throughput(Throughput::Elements(nodes));
        group.bench_function("simurgh", |b| b.iter(|| ours(black_box(&position), depth)));
        group.bench_function("cozy-chess", |b| b.iter(|| cozy(black_box(&board), depth)));
        group.finish();
    }
}

fn every_family(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    group.sample_size(10);
    let starts = [
        ("cwda-cc", 4),
        ("cwda-nr", 4),
        ("cwda-rf", 4),
        ("honeycomb", 3),
        ("honeycomb-double", 3),
        ("wildhoney", 3),
        ("aof3", 3),
        ("guru", 3),
        ("ninja", 3),
    ];
    for (id, depth) in starts {
        let position = game(id, None);
        group.throughput(Throughput::Elements(ours(&position, depth)));
        group.bench_function(BenchmarkId::new(id, depth), |b| {
            b.iter(|| ours(black_box(&position), depth));
        });
    }
    group.finish();
}

criterion_group!(benches, against_cozy_chess, every_family);
criterion_main!(benches);
