use simurgh::position::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let v = simurgh::variant::find(&a[1]).unwrap();
    let g = Game::start(v);
    println!("{} {}", g.position().fen() == v.start, std::mem::size_of::<Position<1>>());
    let t = std::time::Instant::now();
    let n = with_position!(g.position(), p => p.perft(a[2].parse().unwrap()));
    let e = t.elapsed().as_secs_f64();
    println!("{n} {:.1} M/s", n as f64 / e / 1e6);
}
