//! Listening, and where requests go.

use super::gate::Gate;
use super::guard::{Hosts, Token};
use super::socket::{self, Grant, LONGEST_MESSAGE};
use super::{BoardError, Settings, page};
use axum::Router;
use axum::extract::{Request, State, WebSocketUpgrade};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::serve::ListenerExt;
use std::future::{Future, IntoFuture};
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tokio::time;

/// How long requests and engines may take to end when the server ends.
const ENDING: Duration = Duration::from_secs(2);

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    shared: Arc<Shared>,
    engines: Engines,
    ending: watch::Sender<bool>,
}

/// What all requests need.
struct Shared {
    token: Token,
    hosts: Hosts,
    grant: Grant,
}

/// Counts the engines of a server.
#[derive(Clone)]
pub struct Engines {
    places: Arc<Semaphore>,
    all: usize,
}

impl Engines {
    /// How many engines there are now, those included that have not ended yet.
    #[must_use]
    pub fn count(&self) -> usize {
        self.all - self.places.available_permits()
    }

    /// Waits until there is none.
    async fn none(&self) {
        let _ = self.places.acquire_many(u32::try_from(self.all).unwrap_or(u32::MAX)).await;
    }
}

impl Server {
    /// Listens, and answers nobody yet.
    ///
    /// # Errors
    /// If the address cannot be listened on or there are no random numbers.
    pub async fn bind(settings: &Settings) -> Result<Server, BoardError> {
        let address = SocketAddr::new(settings.bind, settings.port);
        let listener = TcpListener::bind(address).await.map_err(|reason| match reason.kind() {
            io::ErrorKind::AddrInUse => BoardError::InUse(address),
            _ => BoardError::Listen { address, reason },
        })?;
        let engines = Arc::new(Semaphore::new(settings.engines));
        let (ending, told) = watch::channel(false);
        Ok(Server {
            listener,
            shared: Arc::new(Shared {
                token: Token::new()?,
                hosts: Hosts::new(settings.bind, &settings.hosts),
                grant: Grant {
                    engines: Arc::clone(&engines),
                    gate: Gate { hash: settings.hash, threads: settings.threads },
                    rate: settings.rate,
                    ending: told,
                },
            }),
            engines: Engines { places: engines, all: settings.engines },
            ending,
        })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// If the system does not tell.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// The address of the page for a browser on this machine.
    ///
    /// # Errors
    /// If the system does not tell where it listens.
    pub fn url(&self) -> io::Result<String> {
        let mut address = self.address()?;
        match address.ip() {
            IpAddr::V4(Ipv4Addr::UNSPECIFIED) => address.set_ip(Ipv4Addr::LOCALHOST.into()),
            IpAddr::V6(Ipv6Addr::UNSPECIFIED) => address.set_ip(Ipv6Addr::LOCALHOST.into()),
            _ => {}
        }
        Ok(format!("http://{address}/"))
    }

    /// The word that pages need to get an engine.
    #[must_use]
    pub fn token(&self) -> &Token {
        &self.shared.token
    }

    /// A count of the engines.
    #[must_use]
    pub fn engines(&self) -> Engines {
        self.engines.clone()
    }

    /// Serves pages until a future is done; then all engines end.
    ///
    /// # Errors
    /// If listening fails.
    pub async fn run(self, until: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let router = Router::new()
            .route("/engine", get(engine))
            .fallback(get(file))
            .layer(middleware::from_fn_with_state(Arc::clone(&self.shared), admit))
            .with_state(self.shared);
        // Moves are small and wanted at once.
        let listener = self.listener.tap_io(|stream| {
            let _ = stream.set_nodelay(true);
        });
        let mut ended = self.ending.subscribe();
        let ending = Arc::new(self.ending);
        let told = Arc::clone(&ending);
        let serving = axum::serve(listener, router).with_graceful_shutdown(async move {
            until.await;
            let _ = told.send(true);
        });
        tokio::select! {
            outcome = serving.into_future() => outcome?,
            // A browser may hold a connection as long as it likes.
            () = async {
                let _ = ended.wait_for(|&ended| ended).await;
                time::sleep(ENDING).await;
            } => {}
        }
        let _ = time::timeout(ENDING, self.engines.none()).await;
        drop(ending);
        Ok(())
    }
}

/// Turns away requests that name a foreign host, and says in every answer what browsers must not
/// do with it.
async fn admit(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let mut response = if shared.hosts.host(request.headers()).is_some() {
        next.run(request).await
    } else {
        (StatusCode::FORBIDDEN, "not a host of the board; see simurgh board --help\n")
            .into_response()
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The page and its files.
async fn file(State(shared): State<Arc<Shared>>, uri: Uri, headers: HeaderMap) -> Response {
    let host = shared.hosts.host(&headers).unwrap_or_default();
    page::answer(uri.path().trim_start_matches('/'), host, &shared.token, &headers)
}

/// An engine for a page of ours.
async fn engine(
    State(shared): State<Arc<Shared>>,
    uri: Uri,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    let token = uri.query().unwrap_or("").split('&').find_map(|part| part.strip_prefix("token="));
    if !shared.hosts.same_origin(&headers) {
        return (StatusCode::FORBIDDEN, "only the board's own page may do this\n").into_response();
    }
    if !token.is_some_and(|token| shared.token.is(token)) {
        return (StatusCode::FORBIDDEN, "the token is not right: reload the page\n")
            .into_response();
    }
    let grant = shared.grant.clone();
    upgrade
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE)
        .on_upgrade(move |socket| socket::serve(socket, grant))
}
