//! `simurgh board` as a program: its address, its end, and what its process holds.
#![cfg(target_os = "linux")]

use super::client::{PATIENCE, wait_until};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

struct Program {
    child: Child,
    /// `HOST:PORT` as the program prints it.
    host: String,
}

impl Program {
    fn start(arguments: &[&str]) -> Program {
        let mut child = Command::new(env!("CARGO_BIN_EXE_simurgh"))
            .args(["board", "--port", "0"])
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().expect("output is piped"));
        output.read_line(&mut line).expect("the program says where it is");
        let url = line.trim().strip_prefix("Simurgh board: http://").expect("an address");
        Program { host: url.trim_end_matches('/').to_string(), child }
    }

    fn page(&self) -> WebSocket<TcpStream> {
        let mut stream = TcpStream::connect(&self.host).expect("the program listens");
        let request = format!("GET / HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.host);
        stream.write_all(request.as_bytes()).expect("the program reads");
        let mut page = String::new();
        stream.read_to_string(&mut page).expect("the program answers");
        let place = r#"<meta name="simurgh-token" content=""#;
        let token: String = page.split(place).nth(1).expect("a token").chars().take(32).collect();
        let stream = TcpStream::connect(&self.host).expect("the program listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        let mut request = format!("ws://{}/engine?token={token}", self.host)
            .into_client_request()
            .expect("a request");
        let origin = format!("http://{}", self.host).parse().expect("an origin");
        request.headers_mut().insert("Origin", origin);
        tungstenite::client(request, stream).expect("an engine").0
    }

    /// The virtual memory of the process, in MiB.
    fn memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))
            .expect("the process runs");
        let line = status.lines().find_map(|l| l.strip_prefix("VmSize:")).expect("a size");
        let kib: u64 = line.trim().trim_end_matches(" kB").parse().expect("a number");
        kib >> 10
    }

    fn threads(&self) -> usize {
        fs::read_dir(format!("/proc/{}/task", self.child.id())).expect("the process runs").count()
    }

    fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args([name, &id]).status().expect("kill runs");
        assert!(sent.success());
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn hear(page: &mut WebSocket<TcpStream>, beginning: &str) {
    loop {
        if let Message::Text(frame) = page.read().expect("an answer")
            && frame.split('\n').any(|line| line.starts_with(beginning))
        {
            return;
        }
    }
}

#[test]
fn threads_and_table_of_an_engine_are_gone_with_its_page() {
    let program = Program::start(&["--hash", "4096"]);
    let (memory, threads) = (program.memory(), program.threads());
    let mut page = program.page();
    for line in ["setoption name Hash value 4096", "setoption name Threads value 2", "go infinite"]
    {
        page.send(Message::text(line)).expect("the program reads");
    }
    hear(&mut page, "info depth 2 ");
    assert!(program.memory() > memory + 4000, "{} MiB", program.memory());
    assert!(program.threads() >= threads + 3, "{} threads", program.threads());
    drop(page);
    wait_until("the threads are gone", || program.threads() == threads);
    // What the system keeps for threads to come is far less than the table.
    wait_until("the table is gone", || program.memory() < memory + 1000);
}

#[test]
fn an_interruption_ends_everything_in_order() {
    for name in ["-INT", "-TERM"] {
        let mut program = Program::start(&[]);
        let mut page = program.page();
        page.send(Message::text("go infinite")).expect("the program reads");
        hear(&mut page, "info depth 2 ");
        program.signal(name);
        let status = program.child.wait().expect("the program ends");
        assert_eq!(status.code(), Some(0), "{name}");
    }
}

#[test]
fn a_port_in_use_is_one_clear_line() {
    let program = Program::start(&[]);
    let port = program.host.rsplit(':').next().expect("a port");
    let second = Command::new(env!("CARGO_BIN_EXE_simurgh"))
        .args(["board", "--port", port])
        .output()
        .expect("the program runs");
    assert_eq!(second.status.code(), Some(2));
    let text = String::from_utf8(second.stderr).expect("text");
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.contains(&format!("127.0.0.1:{port} is in use")), "{text}");
    assert!(second.stdout.is_empty());
}

#[test]
fn an_address_that_is_not_ours_is_one_clear_line() {
    // An address for documentation, which no machine has.
    let outcome = Command::new(env!("CARGO_BIN_EXE_simurgh"))
        .args(["board", "--port", "0", "--bind", "192.0.2.1"])
        .output()
        .expect("the program runs");
    assert_eq!(outcome.status.code(), Some(2));
    let text = String::from_utf8(outcome.stderr).expect("text");
    assert!(text.starts_with("simurgh: cannot listen on 192.0.2.1:0: "), "{text}");
}
