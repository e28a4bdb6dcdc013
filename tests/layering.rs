//! Nothing imports upwards: the `use crate::` lines of every file are read and checked.

use std::fs;
use std::path::{Path, PathBuf};

/// Modules from the bottom up. A module may use those before it and itself.
const LAYERS: [&str; 16] = [
    "stats",
    "plot",
    "geometry",
    "variant",
    "position",
    "eval",
    "search",
    "handicap",
    "engine",
    "signature",
    "draw",
    "protocol",
    "arena",
    "tune",
    "board",
    "cli",
];

/// What a module must not use although it lies below: drawing needs no search, the board speaks to
/// its engines through the protocol alone, and the match runner draws nothing.
const FORBIDDEN: [(&str, &str); 7] = [
    ("draw", "search"),
    ("draw", "engine"),
    ("board", "position"),
    ("board", "search"),
    ("board", "arena"),
    ("board", "tune"),
    ("arena", "draw"),
];

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("src is readable") {
        let path = entry.expect("src is readable").path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// The layer that a path below `src` belongs to; `lib.rs` and `main.rs` belong to none.
fn layer_of(path: &Path) -> Option<usize> {
    let first = path.components().next()?.as_os_str().to_str()?.trim_end_matches(".rs").to_owned();
    LAYERS.iter().position(|l| *l == first)
}

/// Modules named after `crate::` anywhere in a text, in groups too.
fn used(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for rest in text.split("crate::").skip(1) {
        let name: String =
            rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        if name.is_empty() {
            let group = rest.trim_start_matches('{').split('}').next().unwrap_or("");
            names.extend(group.split(',').filter_map(|part| {
                part.trim().split("::").next().filter(|n| !n.is_empty()).map(String::from)
            }));
        } else {
            names.push(name);
        }
    }
    names
}

#[test]
fn nothing_imports_upwards() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&root, &mut files);
    let mut faults = Vec::new();
    let mut seen = 0;
    for file in &files {
        let path = file.strip_prefix(&root).expect("files lie below src");
        let Some(own) = layer_of(path) else { continue };
        let text = fs::read_to_string(file).expect("sources are text");
        for name in used(&text) {
            let Some(other) = LAYERS.iter().position(|l| *l == name) else { continue };
            seen += 1;
            if other > own || FORBIDDEN.contains(&(LAYERS[own], LAYERS[other])) {
                faults.push(format!("{} uses {name}", path.display()));
            }
        }
    }
    assert!(seen > 50, "only {seen} imports found: the test reads nothing");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_module_is_in_a_layer() {
    let library = include_str!("../src/lib.rs");
    for line in library.lines().filter_map(|l| l.strip_prefix("pub mod ")) {
        let name = line.trim_end_matches(';');
        assert!(LAYERS.contains(&name), "{name} has no place among the layers");
    }
}
