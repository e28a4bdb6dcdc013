//! A server within the test, and a page without a browser.

use simurgh::board::{Engines, Server, Settings};
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tungstenite::handshake::client::generate_key;
use tungstenite::http::{self, Request};
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::{Error, Message, WebSocket};

/// Longer than anything takes, even on a machine with other work to do.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// Waits for something that must become true.
pub fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !holds() {
        assert!(begin.elapsed() < PATIENCE, "waited in vain: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Settings for a test: any port.
pub fn settings() -> Settings {
    Settings { port: 0, hash: 16, ..Settings::default() }
}

/// A server that runs until it is stopped or dropped.
pub struct Running {
    pub address: SocketAddr,
    pub token: String,
    pub engines: Engines,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    pub fn start(settings: Settings) -> Running {
        let (tell, told) = mpsc::channel();
        let (stop, stopped) = tokio::sync::oneshot::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .expect("a runtime");
            runtime.block_on(async {
                let server = Server::bind(&settings).await.expect("a free port");
                let address = server.address().expect("an address");
                let token = server.token().as_str().to_string();
                tell.send((address, token, server.engines())).expect("the test waits");
                let until = async {
                    let _ = stopped.await;
                };
                server.run(until).await.expect("serves");
            });
        });
        let (address, token, engines) = told.recv().expect("the server starts");
        Running { address, token, engines, stop: Some(stop), thread: Some(thread) }
    }

    /// Tells the server to end, and does not wait.
    pub fn tell_to_end(&mut self) {
        drop(self.stop.take());
    }

    /// Waits until the server has ended; that it did, not that it was cut off.
    pub fn end(mut self) {
        self.tell_to_end();
        self.thread.take().expect("runs").join().expect("ends in order");
    }

    /// Our own host, as a browser names it.
    pub fn host(&self) -> String {
        self.address.to_string()
    }

    /// A page of ours with an engine.
    pub fn page(&self) -> Page {
        let origin = format!("http://{}", self.address);
        self.try_page(&self.host(), Some(&origin), &self.token).expect("a page of ours may")
    }

    /// What becomes of a page's attempt to get an engine: a connection, or the status it got.
    pub fn try_page(&self, host: &str, origin: Option<&str>, token: &str) -> Result<Page, u16> {
        let mut request = Request::builder()
            .uri(format!("ws://{}/engine?token={token}", self.address))
            .header("Host", host)
            .header("Connection", "Upgrade")
            .header("Upgrade", "websocket")
            .header("Sec-WebSocket-Version", "13")
            .header("Sec-WebSocket-Key", generate_key());
        if let Some(origin) = origin {
            request = request.header("Origin", origin);
        }
        let stream = connect(self.address);
        match tungstenite::client(request.body(()).expect("a request"), stream) {
            Ok((socket, _)) => Ok(Page { socket, waiting: Vec::new() }),
            Err(tungstenite::HandshakeError::Failure(Error::Http(response))) => {
                Err(response.status().as_u16())
            }
            Err(error) => panic!("neither connection nor answer: {error}"),
        }
    }

    /// The answer to a request for a path, with headers besides those that must be.
    pub fn get(&self, path: &str, headers: &[(&str, &str)]) -> http::Response<String> {
        let mut stream = connect(self.address);
        let mut request = format!("GET {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            request += &format!("Host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        stream.write_all(format!("{request}\r\n").as_bytes()).expect("the server reads");
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("the server answers");
        let (head, body) = text.split_once("\r\n\r\n").expect("head and body");
        let mut lines = head.split("\r\n");
        let status = lines.next().and_then(|l| l.split(' ').nth(1)).expect("a status");
        let mut response = http::Response::builder().status(status);
        for line in lines {
            let (name, value) = line.split_once(": ").expect("a header");
            response = response.header(name, value);
        }
        response.body(body.to_string()).expect("a response")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.tell_to_end();
    }
}

fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).expect("the server listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    stream
}

/// The page's end of a connection to an engine.
pub struct Page {
    socket: WebSocket<TcpStream>,
    /// Lines that came and were not taken yet, the last first.
    waiting: Vec<String>,
}

impl Page {
    pub fn send(&mut self, line: &str) {
        self.send_message(Message::text(line));
    }

    /// Sends a line that the server may break the connection over before it has read all of it;
    /// whether all was sent.
    pub fn attempt(&mut self, line: &str) -> bool {
        self.socket.send(Message::text(line)).is_ok()
    }

    pub fn send_message(&mut self, message: Message) {
        self.socket.send(message).expect("the server reads");
    }

    /// The next line, or the code and reason of the end; `None` for an end without a word.
    pub fn hear(&mut self) -> Result<String, Option<(CloseCode, String)>> {
        loop {
            if let Some(line) = self.waiting.pop() {
                return Ok(line);
            }
            match self.socket.read() {
                Ok(Message::Text(frame)) => {
                    self.waiting = frame.split('\n').rev().map(String::from).collect();
                }
                Ok(Message::Close(frame)) => {
                    return Err(frame.map(|f| (f.code, f.reason.as_str().to_string())));
                }
                Ok(_) => {}
                Err(Error::ConnectionClosed) => return Err(None),
                Err(Error::Io(e)) if e.kind() == ErrorKind::ConnectionReset => return Err(None),
                Err(error) => panic!("no line: {error}"),
            }
        }
    }

    pub fn line(&mut self) -> String {
        self.hear().unwrap_or_else(|end| panic!("an end instead of a line: {end:?}"))
    }

    /// Lines up to one that begins with some words; that line is the last.
    pub fn lines_to(&mut self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if lines[lines.len() - 1].starts_with(beginning) {
                return lines;
            }
        }
    }

    /// Sends a line and gives the rest of the first answer that begins with some words.
    pub fn ask(&mut self, line: &str, beginning: &str) -> String {
        self.send(line);
        let lines = self.lines_to(beginning);
        lines[lines.len() - 1][beginning.len()..].trim().to_string()
    }

    /// Hears until the end, and gives its code and reason, after the lines before it.
    pub fn end(&mut self) -> (Vec<String>, Option<(CloseCode, String)>) {
        let mut lines = Vec::new();
        loop {
            match self.hear() {
                Ok(line) => lines.push(line),
                Err(end) => return (lines, end),
            }
        }
    }
}
