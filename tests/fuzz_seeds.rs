//! The seeds of the fuzz targets, through the bodies of the targets.

#[path = "../fuzz/src/lib.rs"]
mod bodies;

use std::fs;
use std::path::Path;

/// Runs a body on every seed of a folder.
fn run(folder: &str, body: fn(&[u8])) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds").join(folder);
    let entries = fs::read_dir(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut seeds = 0;
    for entry in entries {
        let path = entry.expect("seeds are readable").path();
        eprintln!("{}", path.display());
        body(&fs::read(&path).expect("seeds are readable"));
        seeds += 1;
    }
    assert!(seeds > 0, "no seeds in {}", path.display());
}

#[test]
fn command() {
    run("command", bodies::command);
}

#[test]
fn position() {
    run("position", bodies::position);
}

#[test]
fn search() {
    run("position", bodies::search);
}

#[test]
fn moves() {
    run("moves", bodies::moves);
}

#[test]
fn session() {
    run("session", bodies::session);
}
