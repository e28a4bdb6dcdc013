//! `simurgh board`: the board for people, in a browser.

use super::Result;
#[cfg(feature = "board")]
use crate::board::{DEFAULT_ENGINES, DEFAULT_HASH, DEFAULT_PORT, DEFAULT_THREADS};
#[cfg(feature = "board")]
use crate::engine::{MAX_HASH, MAX_THREADS};
use clap::Args;
use std::io::Write;
#[cfg(feature = "board")]
use std::net::{IpAddr, Ipv4Addr};

/// Where the board is served, and what every page may use.
#[cfg(feature = "board")]
#[derive(Args)]
pub(super) struct BoardArgs {
    /// Port to listen on; 0 takes any that is free.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_PORT)]
    port: u16,
    /// Address to listen on; everybody who reaches it can use the board.
    #[arg(long, value_name = "ADDR", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// Names by which browsers reach this machine, besides `localhost` and its addresses.
    #[arg(long, value_name = "NAME", num_args = 1..)]
    host: Vec<String>,
    /// Engines at a time, one for each page.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_ENGINES,
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    engines: u16,
    /// The most threads that a page may give its engine.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_THREADS,
          value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS as i64))]
    threads: u16,
    /// The largest table that a page may give its engine, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = DEFAULT_HASH,
          value_parser = clap::value_parser!(u32).range(1..=MAX_HASH as i64))]
    hash: u32,
}

/// Arguments of a board that this build does not have.
#[cfg(not(feature = "board"))]
#[derive(Args)]
pub(super) struct BoardArgs {
    /// Whatever a build with the board takes.
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    _arguments: Vec<String>,
}

/// Serves until interrupted.
#[cfg(feature = "board")]
pub(super) fn run(args: &BoardArgs, out: &mut impl Write) -> Result<()> {
    use super::CliError;
    use crate::board::{BoardError, Server, Settings};

    let settings = Settings {
        bind: args.bind,
        port: args.port,
        hosts: args.host.clone(),
        engines: args.engines.into(),
        hash: args.hash as usize,
        threads: args.threads.into(),
        ..Settings::default()
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        // From before anybody knows the address on, an interruption ends the server in order.
        let interrupted = interruption()?;
        let server = Server::bind(&settings).await?;
        // Whoever does not listen may still have the address from elsewhere.
        let _ = writeln!(out, "Simurgh board: {}", server.url()?).and_then(|()| out.flush());
        if !args.bind.is_loopback() {
            eprintln!("simurgh: everybody who reaches {} can use this board", server.address()?);
        }
        Ok(server.run(interrupted).await?)
    });
    // What still runs has had its time to end.
    runtime.shutdown_background();
    served.map_err(|error: BoardError| match error {
        BoardError::Io(error) => CliError::Io(error),
        error => CliError::Text(error.to_string()),
    })
}

/// Ends when the program is interrupted or told to end.
#[cfg(all(feature = "board", unix))]
fn interruption() -> std::io::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};

    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Ends when the program is interrupted.
#[cfg(all(feature = "board", not(unix)))]
fn interruption() -> std::io::Result<impl Future<Output = ()> + Send + 'static> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}

/// Says how to get what this build lacks.
#[cfg(not(feature = "board"))]
pub(super) fn run(_: &BoardArgs, _: &mut impl Write) -> Result<()> {
    Err(super::CliError::Text(
        "this build has no board; build with cargo build --release --features board".to_string(),
    ))
}
