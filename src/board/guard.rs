//! Who may come in. Other pages in the same browser may send requests here, too, so a request must
//! name a host that is ours (a foreign name that leads here is DNS rebinding), and who wants an
//! engine must come from a page of ours (the origin) and hold the token that only such pages get.

use axum::http::{HeaderMap, header};
use std::fmt::{self, Debug, Formatter};
use std::net::IpAddr;

/// A random word of 128 bits that a page must know to get an engine.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// A new token.
    ///
    /// # Errors
    /// If the system gives no random numbers.
    pub fn new() -> Result<Token, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Token(bytes.iter().map(|b| format!("{b:02x}")).collect()))
    }

    /// The token as text: 32 hexadecimal digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether a text is the token, in a time that does not tell how much of it is right.
    #[must_use]
    pub fn is(&self, text: &str) -> bool {
        let differences = self.0.bytes().zip(text.bytes()).fold(0, |found, (a, b)| found | (a ^ b));
        self.0.len() == text.len() && differences == 0
    }
}

/// Tokens do not belong into logs.
impl Debug for Token {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

/// The hosts that are ours.
#[derive(Clone, Debug)]
pub struct Hosts {
    bind: IpAddr,
    names: Vec<String>,
}

impl Hosts {
    /// The hosts of a server that listens on an address and is known by some names.
    #[must_use]
    pub fn new(bind: IpAddr, names: &[String]) -> Hosts {
        Hosts { bind, names: names.to_vec() }
    }

    /// Whether the name in `NAME` or `NAME:PORT` is ours. The port may be any, since a tunnel may
    /// have another; a number needs no name server, so nobody can make it lead elsewhere.
    #[must_use]
    pub fn own(&self, authority: &str) -> bool {
        let (name, port) = match authority.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port),
            _ => (authority, ""),
        };
        if !port.bytes().all(|b| b.is_ascii_digit()) {
            return false;
        }
        let bare = name.strip_prefix('[').and_then(|n| n.strip_suffix(']')).unwrap_or(name);
        match bare.parse::<IpAddr>() {
            Ok(ip) => ip.is_loopback() || ip == self.bind || self.bind.is_unspecified(),
            Err(_) => {
                let known = |own: &String| own.eq_ignore_ascii_case(name);
                name.eq_ignore_ascii_case("localhost") || self.names.iter().any(known)
            }
        }
    }

    /// The host that a request names, if it names one and it is ours.
    #[must_use]
    pub fn host<'h>(&self, headers: &'h HeaderMap) -> Option<&'h str> {
        only(headers, &header::HOST).filter(|host| self.own(host))
    }

    /// Whether a request comes from a page of ours: its origin is the host that it names.
    #[must_use]
    pub fn same_origin(&self, headers: &HeaderMap) -> bool {
        let Some(host) = self.host(headers) else { return false };
        let origin = only(headers, &header::ORIGIN).unwrap_or("");
        ["http://", "https://"]
            .iter()
            .filter_map(|scheme| origin.strip_prefix(scheme))
            .any(|authority| authority.eq_ignore_ascii_case(host))
    }
}

/// The value of a header that stands there exactly once, as text.
fn only<'h>(headers: &'h HeaderMap, name: &header::HeaderName) -> Option<&'h str> {
    let mut values = headers.get_all(name).iter();
    let first = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;
    use std::net::Ipv4Addr;

    fn headers(host: &'static str, origin: &'static str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_static(host));
        headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
        headers
    }

    #[test]
    fn only_loopback_is_ours_unless_more_is_listened_on() {
        let local = Hosts::new(Ipv4Addr::LOCALHOST.into(), &["board.example".to_string()]);
        for own in
            ["localhost", "LocalHost:80", "127.0.0.1:7428", "[::1]:1", "[::1]", "board.example:9"]
        {
            assert!(local.own(own), "{own}");
        }
        for foreign in [
            "",
            ":80",
            "evil.localhost",
            "localhost.evil.com:7428",
            "10.0.0.1",
            "localhost:8a",
            "x",
        ] {
            assert!(!local.own(foreign), "{foreign}");
        }
        let everywhere = Hosts::new(Ipv4Addr::UNSPECIFIED.into(), &[]);
        assert!(everywhere.own("10.0.0.1:7428"));
        assert!(!everywhere.own("evil.com:7428"));
    }

    #[test]
    fn an_origin_must_be_the_host_itself() {
        let hosts = Hosts::new(Ipv4Addr::LOCALHOST.into(), &[]);
        assert!(hosts.same_origin(&headers("localhost:1", "http://localhost:1")));
        assert!(!hosts.same_origin(&headers("localhost:1", "http://localhost:2")));
        assert!(!hosts.same_origin(&headers("localhost:1", "http://127.0.0.1:1")));
        assert!(!hosts.same_origin(&headers("localhost:1", "null")));
        assert!(!hosts.same_origin(&headers("evil.com", "http://evil.com")));
        let mut twice = headers("localhost:1", "http://localhost:1");
        twice.append(header::ORIGIN, HeaderValue::from_static("http://evil.com"));
        assert!(!hosts.same_origin(&twice));
    }

    #[test]
    fn tokens_differ_and_know_themselves() {
        let [a, b] = [(), ()].map(|()| Token::new().expect("random numbers"));
        assert_eq!(a.as_str().len(), 32);
        assert!(a.is(a.as_str()));
        assert!(!a.is(b.as_str()) && !a.is("") && !a.is(&a.as_str()[1..]));
    }
}
