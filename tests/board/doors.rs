//! Who may come in, and the page.

use super::client::{Running, settings};

#[test]
fn the_page_is_served_with_the_token_and_may_load_nothing_foreign() {
    let server = Running::start(settings());
    let page = server.get("/", &[]);
    assert_eq!(page.status(), 200);
    let place = format!(r#"<meta name="simurgh-token" content="{}""#, server.token);
    assert!(page.body().contains(&place), "{}", page.body());
    let header = |name: &str| page.headers()[name].to_str().expect("text").to_string();
    assert_eq!(header("content-type"), "text/html; charset=utf-8");
    assert_eq!(header("cache-control"), "no-cache");
    assert_eq!(header("x-content-type-options"), "nosniff");
    assert_eq!(header("referrer-policy"), "no-referrer");
    let policy = header("content-security-policy");
    for wanted in ["default-src 'none'", "script-src 'self';", "frame-ancestors 'none'"] {
        assert!(policy.contains(wanted), "{policy}");
    }
    assert!(!policy.contains("unsafe"), "{policy}");
}

#[test]
fn a_known_page_is_not_sent_again_until_the_server_is_another() {
    let server = Running::start(settings());
    let tag = server.get("/", &[]).headers()["etag"].to_str().expect("text").to_string();
    let again = server.get("/", &[("If-None-Match", &tag)]);
    assert_eq!((again.status().as_u16(), again.body().as_str()), (304, ""));
    // Another server has another token, which the browser must get.
    let other = Running::start(settings());
    let page = other.get("/", &[("If-None-Match", &tag)]);
    assert_eq!(page.status(), 200);
    assert!(page.body().contains(&other.token));
}

#[test]
fn the_files_of_the_page_are_kept_by_the_browser() {
    let server = Running::start(settings());
    let page = server.get("/", &[]);
    let files: Vec<&str> = page
        .body()
        .split('"')
        .filter(|part| part.starts_with("/assets/") || part.starts_with("./assets/"))
        .collect();
    for path in &files {
        let file = server.get(path.trim_start_matches('.'), &[]);
        assert_eq!(file.status(), 200, "{path}");
        let caching = file.headers()["cache-control"].to_str().expect("text");
        assert!(caching.contains("immutable"), "{path}: {caching}");
        assert!(!file.body().contains(&server.token), "{path}");
    }
}

#[test]
fn there_is_nothing_but_the_page() {
    let server = Running::start(settings());
    for path in ["/nothing", "/../Cargo.toml", "/..%2f..%2fCargo.toml", "//etc/passwd", "/assets/"]
    {
        assert_eq!(server.get(path, &[]).status(), 404, "{path}");
    }
}

#[test]
fn a_foreign_host_gets_neither_page_nor_engine() {
    let server = Running::start(settings());
    let port = server.address.port();
    for host in ["evil.com".to_string(), format!("evil.com:{port}"), format!("localhost.x:{port}")]
    {
        let page = server.get("/", &[("Host", &host)]);
        assert_eq!(page.status(), 403, "{host}");
        assert!(!page.body().contains(&server.token));
        let origin = format!("http://{host}");
        assert_eq!(server.try_page(&host, Some(&origin), &server.token).err(), Some(403));
    }
    assert_eq!(server.engines.count(), 0);
}

#[test]
fn a_name_can_be_made_ours() {
    let names = vec!["board.example".to_string()];
    let server = Running::start(simurgh::board::Settings { hosts: names, ..settings() });
    assert_eq!(server.get("/", &[("Host", "board.example")]).status(), 200);
    assert_eq!(server.get("/", &[("Host", "other.example")]).status(), 403);
    let origin = Some("https://board.example");
    assert!(server.try_page("board.example", origin, &server.token).is_ok());
}

#[test]
fn an_engine_needs_the_token_and_our_origin() {
    let server = Running::start(settings());
    let own = format!("http://{}", server.address);
    let refused = |origin: Option<&str>, token: &str| {
        server.try_page(&server.host(), origin, token).err() == Some(403)
    };
    assert!(refused(Some(&own), ""), "no token");
    assert!(refused(Some(&own), &"0".repeat(32)), "a guess");
    assert!(refused(Some(&own), &server.token[1..]), "a part of the token");
    assert!(refused(None, &server.token), "no origin");
    for foreign in ["null", "http://evil.com", "http://127.0.0.1:1", "file://", "http://127.0.0.1"]
    {
        assert!(refused(Some(foreign), &server.token), "{foreign}");
    }
    // The port is right, the name is ours, and yet it is another origin.
    let other = format!("http://localhost:{}", server.address.port());
    assert!(refused(Some(&other), &server.token), "{other}");
    assert_eq!(server.engines.count(), 0, "nobody who is refused gets an engine");
    assert!(!refused(Some(&own), &server.token));
}
