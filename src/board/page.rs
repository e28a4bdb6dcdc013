//! The page and its files, which are part of the program.
//!
//! In a build without optimisation they are read from `web/dist` as they are there, so that the page
//! can be worked on without building the program again.

use super::guard::Token;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

/// What `npm run build` in `web/` leaves.
#[derive(RustEmbed)]
#[folder = "web/dist"]
struct Files;

/// The page itself.
const PAGE: &str = "index.html";
/// Files with a hash of their content in their names, which never change.
const UNCHANGING: &str = "assets/";
/// Where the page expects the token.
const TOKEN_PLACE: &str = r#"name="simurgh-token" content="""#;

/// The answer to a request for a path (without its slash) by a browser that knows us by `host`.
pub(super) fn answer(path: &str, host: &str, token: &Token, request: &HeaderMap) -> Response {
    let path = if path.is_empty() { PAGE } else { path };
    let Some(file) = Files::get(path) else {
        return (StatusCode::NOT_FOUND, "there is no such file\n").into_response();
    };
    let kind = file.metadata.mimetype().to_string();
    let kind = if kind.starts_with("text/") { format!("{kind}; charset=utf-8") } else { kind };
    let tag = tag(path, &file, token);
    let unchanged = request
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|known| known.to_str().ok())
        .any(|known| known.split(',').any(|t| t.trim().trim_start_matches("W/") == tag));
    let caching = if path.starts_with(UNCHANGING) {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, caching.to_string()),
        (header::ETAG, tag),
        (header::CONTENT_SECURITY_POLICY, policy(host)),
    ];
    if unchanged {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, body(path, file, token)).into_response()
}

fn body(path: &str, file: EmbeddedFile, token: &Token) -> Body {
    if path == PAGE {
        let with_token = TOKEN_PLACE.replace("\"\"", &format!("\"{}\"", token.as_str()));
        return String::from_utf8_lossy(&file.data).replace(TOKEN_PLACE, &with_token).into();
    }
    Bytes::from_owner(file.data).into()
}

/// Changes with what is sent: the page holds the token, which lives as long as the server.
fn tag(path: &str, file: &EmbeddedFile, token: &Token) -> String {
    let hash: String =
        file.metadata.sha256_hash().iter().take(8).map(|b| format!("{b:02x}")).collect();
    if path == PAGE {
        format!("\"{hash}-{}\"", &token.as_str()[..8])
    } else {
        format!("\"{hash}\"")
    }
}

/// What the page may load: its own files, and the engine. Not all browsers count a WebSocket to
/// the page's own host as the page's own, so it is named.
fn policy(host: &str) -> String {
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
         font-src 'self'; media-src 'self' data: blob:; manifest-src 'self'; \
         connect-src 'self' ws://{host} wss://{host}; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}
