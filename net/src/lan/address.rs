//! Addresses as people type them: a name or an IP address, with or without a port.

use std::net::{IpAddr, SocketAddr};

use doubloons_engine::tongue::Worded;
use doubloons_words::say;
use thiserror::Error;

use super::transport::STANDARD_PORT;

/// A text that is no address.
#[derive(Clone, PartialEq, Eq, Debug, Error, Worded)]
#[error("“{text}” is no address that can be used: {why}")]
pub struct NoAddress {
    /// What was typed.
    pub text: String,
    /// What is wrong with it.
    pub why: String,
}

/// The addresses that a text means. Names are looked up.
pub async fn resolve(text: &str) -> Result<Vec<SocketAddr>, NoAddress> {
    let bare = text.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')).unwrap_or(text);
    if let Ok(ip) = bare.parse::<IpAddr>() {
        return Ok(vec![SocketAddr::new(ip, STANDARD_PORT)]);
    }
    let no_address = |why: String| NoAddress { text: text.to_owned(), why };
    let (name, port) = split(text).map_err(no_address)?;
    let found = tokio::net::lookup_host((name, port)).await.map_err(|error| no_address(error.to_string()))?;
    let found: Vec<SocketAddr> = found.collect();
    if found.is_empty() { Err(no_address(say!("nothing is known under that name"))) } else { Ok(found) }
}

/// The host and the port of an address that is not a bare IP address.
fn split(text: &str) -> Result<(&str, u16), String> {
    let (host, port) = match text.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((host, "")) => (host, None),
        Some((host, rest)) => (host, rest.strip_prefix(':')),
        // More than one colon without brackets: an IPv6 address, perhaps with its interface.
        None if text.matches(':').count() > 1 => (text, None),
        None => match text.split_once(':') {
            Some((host, port)) => (host, Some(port)),
            None => (text, None),
        },
    };
    let port = match port {
        None => STANDARD_PORT,
        Some(port) => port.parse().map_err(|_| say!("“{port}” is no port"))?,
    };
    Ok((host, port))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_and_ports_are_told_apart() {
        for (text, host, port) in [
            ("laptop", "laptop", STANDARD_PORT),
            ("laptop:5", "laptop", 5),
            ("192.168.0.7:17181", "192.168.0.7", 17181),
            ("[fe80::1%eth0]:17181", "fe80::1%eth0", 17181),
            ("fe80::1%eth0", "fe80::1%eth0", STANDARD_PORT),
            ("[fe80::1%eth0]", "fe80::1%eth0", STANDARD_PORT),
        ] {
            assert_eq!(split(text), Ok((host, port)), "{text}");
        }
        assert!(split("laptop:door").is_err());
    }

    #[tokio::test]
    async fn ip_addresses_need_no_look_up() {
        let one = |text: &'static str| async move { resolve(text).await.expect("an address") };
        assert_eq!(one("10.0.0.7").await, ["10.0.0.7:17180".parse().expect("an address")]);
        assert_eq!(one("10.0.0.7:9").await, ["10.0.0.7:9".parse().expect("an address")]);
        assert_eq!(one("::1").await, ["[::1]:17180".parse().expect("an address")]);
        assert_eq!(one("[::1]:9").await, ["[::1]:9".parse().expect("an address")]);
    }
}
