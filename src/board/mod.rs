//! The board for people: one page in a browser, and the server that stands between it and engines.
//!
//! Owns: a small web server with the page embedded in the program, and one engine of the line
//! protocol for every page that asks for one. Invariants: only pages that this server gave out may
//! drive an engine ([`guard`]); a page can reach neither files nor more memory, threads or engines
//! than the [`Settings`] allow ([`gate`]); an engine whose page has gone ends. Must not know: rules,
//! games, and what the lines between page and engine mean, but for those that must not pass.

mod engine;
pub mod gate;
pub mod guard;
mod outbox;
mod page;
pub mod rate;
mod server;
mod socket;

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

pub use server::{Engines, Server};

/// The port unless another is chosen.
pub const DEFAULT_PORT: u16 = 7428;
/// The number of engines at a time unless it is set.
pub const DEFAULT_ENGINES: u16 = 8;
/// The largest table of an engine unless it is set, in MiB.
pub const DEFAULT_HASH: u32 = 256;
/// The most threads of an engine unless they are set.
pub const DEFAULT_THREADS: u16 = 2;

/// What a server listens on and what it grants.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address to listen on.
    pub bind: IpAddr,
    /// The port; 0 takes any that is free.
    pub port: u16,
    /// Names by which browsers may know this server, besides `localhost` and its addresses.
    pub hosts: Vec<String>,
    /// Engines at a time, one for each page.
    pub engines: usize,
    /// The largest table of an engine, in MiB.
    pub hash: usize,
    /// The most threads of an engine.
    pub threads: usize,
    /// How fast lines from a page are taken.
    pub rate: rate::Rate,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: DEFAULT_PORT,
            hosts: Vec::new(),
            engines: DEFAULT_ENGINES.into(),
            hash: DEFAULT_HASH as usize,
            threads: DEFAULT_THREADS.into(),
            rate: rate::Rate { burst: 2000, per_second: 1000.0 },
        }
    }
}

/// Why a server did not start.
#[derive(Debug, thiserror::Error)]
pub enum BoardError {
    /// Somebody else listens there.
    #[error("{0} is in use; choose another port with --port, or any free one with --port 0")]
    InUse(SocketAddr),
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {reason}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        reason: io::Error,
    },
    /// The system gave no random numbers, so there is no token.
    #[error("no random numbers for a token: {0}")]
    Token(#[from] getrandom::Error),
    /// Anything else that the system refused.
    #[error(transparent)]
    Io(#[from] io::Error),
}
