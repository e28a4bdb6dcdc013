//! `simurgh match` from outside, with engines that misbehave (`tests/engines/bad.rs`) and runners
//! that are killed.

mod faults;
mod openings;
mod resume;
mod sprt;

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Longer than anything takes that is bound to happen, even on a machine with other work to do.
const PATIENCE: Duration = Duration::from_secs(120);

/// The engine that misbehaves.
fn bad_engine() -> PathBuf {
    let folder = Path::new(env!("CARGO_BIN_EXE_simurgh")).parent().expect("a folder");
    let path = folder.join("examples").join(format!("bad-engine{}", std::env::consts::EXE_SUFFIX));
    assert!(path.exists(), "{} is missing: cargo build --example bad-engine", path.display());
    path
}

/// The text of an engine that misbehaves; its processes have the tag among their arguments.
fn bad_spec(fault: &str, tag: &str, more: &str) -> String {
    let program = bad_engine();
    format!("name=bad cmd='{}' args='{fault} tag {tag}' {more}", program.display())
}

/// A record file that is not there yet, by a name of its own.
fn record_file(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("runner-{name}.jsonl"));
    if path.exists() {
        std::fs::remove_file(&path).expect("old files can be removed");
    }
    path
}

/// A word that no other run of this test has.
fn tag(name: &str) -> String {
    format!("{name}-{}", std::process::id())
}

/// A runner with arguments; it says on standard output and error only what the test reads.
fn runner(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_simurgh"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs to the end: exit status, output, errors.
fn finish(mut command: Command) -> (Option<i32>, String, String) {
    let output = command.output().expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// The records of a file by id, without what depends on the clock; panics if one comes twice.
fn records(path: &Path) -> BTreeMap<String, Value> {
    let text = std::fs::read_to_string(path).expect("records are readable");
    let mut found = BTreeMap::new();
    for line in text.lines() {
        let mut record: Value = serde_json::from_str(line).expect("every line is a record");
        let fields = record.as_object_mut().expect("a record is an object");
        fields.remove("started");
        fields.remove("times");
        let id = record["id"].as_str().expect("an id").to_string();
        assert!(found.insert(id, record).is_none(), "a game comes twice");
    }
    found
}

/// The processes that have a word among their arguments; none where they cannot be listed.
fn processes(tag: &str) -> Vec<u32> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let has_tag = |id: &u32| {
        let arguments = std::fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        arguments.split(|&b| b == 0).any(|word| word == tag.as_bytes())
    };
    let ids = entries.flatten().filter_map(|e| e.file_name().to_str()?.parse().ok());
    ids.filter(has_tag).collect()
}

/// Waits until something is so.
fn wait_until(what: &str, mut so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !so() {
        assert!(start.elapsed() < PATIENCE, "in vain: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}
