//! The example conversations of `protocol.md`, held with the program.
//!
//! A conversation is an indented block whose first line begins with `> `. Lines with `> ` are
//! sent, lines with `< ` must be answered: exactly, or up to ` ..` at the end of the line, while
//! a line `..` stands for any number of answers.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Longer than any answer takes, even on a machine with other work to do.
const PATIENCE: Duration = Duration::from_secs(60);

struct Program {
    child: Child,
    input: Option<ChildStdin>,
    answers: Receiver<String>,
}

impl Program {
    fn start() -> Program {
        let mut child = Command::new(env!("CARGO_BIN_EXE_simurgh"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (sender, answers) = channel();
        let output = BufReader::new(child.stdout.take().expect("output is piped"));
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Program { input: child.stdin.take(), child, answers }
    }

    fn send(&mut self, line: &str) {
        let input = self.input.as_mut().expect("input is open");
        writeln!(input, "{line}").expect("the program reads");
    }

    fn receive(&self, wanted: &str) -> String {
        self.answers.recv_timeout(PATIENCE).unwrap_or_else(|e| panic!("no `{wanted}`: {e}"))
    }

    /// Closes the input, which must end the program without fault.
    fn finish(mut self) {
        drop(self.input.take());
        assert!(self.child.wait().expect("the program ends").success());
    }
}

fn matches(pattern: &str, line: &str) -> bool {
    match pattern.strip_suffix(" ..") {
        Some(start) => line.starts_with(start),
        None => line == pattern,
    }
}

/// The conversations of a text, each as its lines with the number of the first.
fn conversations(text: &str) -> Vec<(usize, Vec<&str>)> {
    let mut found: Vec<(usize, Vec<&str>)> = Vec::new();
    let mut open = false;
    for (i, line) in text.lines().enumerate() {
        let Some(line) = line.strip_prefix("    ") else {
            open = false;
            continue;
        };
        if !open && line.starts_with("> ") {
            found.push((i + 1, Vec::new()));
            open = true;
        }
        if open && let Some(last) = found.last_mut() {
            last.1.push(line);
        }
    }
    found
}

fn hold(number: usize, lines: &[&str]) {
    let mut program = Program::start();
    let mut skipping = false;
    for line in lines {
        if let Some(command) = line.strip_prefix("> ") {
            program.send(command);
        } else if *line == ".." {
            skipping = true;
        } else if let Some(wanted) = line.strip_prefix("< ") {
            loop {
                let answer = program.receive(wanted);
                if matches(wanted, &answer) {
                    break;
                }
                assert!(skipping, "line {number}: wanted `{wanted}`, got `{answer}`");
            }
            skipping = false;
        } else {
            panic!("line {number}: `{line}` is no part of a conversation");
        }
    }
    program.finish();
}

#[test]
fn every_conversation_of_the_description() {
    let found = conversations(include_str!("../protocol.md"));
    assert!(found.len() >= 8, "only {} conversations", found.len());
    for (number, lines) in found {
        hold(number, &lines);
    }
}

#[test]
fn answers_while_searching() {
    let mut program = Program::start();
    program.send("go infinite");
    for _ in 0..20 {
        program.send("isready");
        while program.receive("readyok") != "readyok" {}
    }
    program.send("stop");
    while !program.receive("bestmove").starts_with("bestmove ") {}
    program.finish();
}

#[test]
fn quits_in_the_middle_of_a_search() {
    for end in ["quit", ""] {
        let mut program = Program::start();
        program.send("go infinite");
        program.send(end);
        program.finish();
    }
}

#[test]
fn pondering_goes_on_after_the_hit_and_ends_by_itself() {
    let mut program = Program::start();
    program.send("position startpos moves e2e4 e7e5");
    program.send("go ponder movetime 50");
    program.send("isready");
    while program.receive("readyok") != "readyok" {}
    program.send("ponderhit");
    while !program.receive("bestmove").starts_with("bestmove ") {}
    program.finish();
}

/// The nodes that a search to a depth takes.
fn nodes(program: &mut Program, depth: usize) -> String {
    program.send(&format!("go depth {depth}"));
    let mut last = String::new();
    loop {
        let answer = program.receive("bestmove");
        if answer.starts_with("bestmove ") {
            return last;
        }
        if let Some((_, rest)) = answer.split_once(" nodes ") {
            last = rest.split(' ').next().unwrap_or("").to_string();
        }
    }
}

/// After a parameter of the search is set nothing found before counts.
#[test]
fn a_search_with_another_parameter_begins_afresh() {
    const OTHER: &str = "setoption name replies_narrow value 0";
    let search = |before: bool| {
        let mut program = Program::start();
        program.send("setoption name UCI_Variant value honeycomb");
        program.send("setoption name Search value brs+");
        let first = before.then(|| nodes(&mut program, 6));
        program.send(OTHER);
        let second = nodes(&mut program, 6);
        program.finish();
        (first, second)
    };
    let (first, second) = search(true);
    assert_ne!(first.as_ref(), Some(&second));
    assert_eq!(second, search(false).1);
}

/// In a best-reply search the reply that a line expects may be a pass that the rules do not know.
#[test]
fn nobody_is_told_to_expect_a_pass() {
    let mut program = Program::start();
    program.send("setoption name UCI_Variant value honeycomb");
    program.send("setoption name Search value brs+");
    program.send("setoption name replies_narrow value 0");
    program.send("go depth 8");
    let (mut line, mut best) = (String::new(), String::new());
    while !best.starts_with("bestmove ") {
        line = std::mem::replace(&mut best, program.receive("bestmove"));
    }
    assert!(line.contains(" pv ") && line.contains(" 0000"), "no pass: {line}");
    assert!(!best.contains("0000"), "{best}");
    program.finish();
}
