//! Addresses as people type them: a name or an IP address, with or without a port.

use std::net::{IpAddr, SocketAddr};

use doubloons_engine::tongue::Worded;
use thiserror::Error;

use super::transport::STANDARD_PORT;

/// A text that is no address.
#[derive(Clone, PartialEq, Eq, Debug, Error, Worded)]
pub enum NoAddress {
    /// What stands behind the colon is no port.
    #[error("“{text}” is no address that can be used: “{port}” is no port")]
    Port {
        /// What was typed.
        text: String,
        /// What is no port.
        port: String,
    },
    /// Nobody is known under this name. Why the system does not know it, it says in its own words, which help nobody.
    #[error(
        "no computer called “{name}” is known here: type the address with numbers that the host’s table shows, such as \
         192.168.1.23"
    )]
    Unknown {
        /// The name.
        name: String,
    },
}

/// The addresses that a text means. Names are looked up.
pub async fn resolve(text: &str) -> Result<Vec<SocketAddr>, NoAddress> {
    let bare = text.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')).unwrap_or(text);
    if let Ok(ip) = bare.parse::<IpAddr>() {
        return Ok(vec![SocketAddr::new(ip, STANDARD_PORT)]);
    }
    let (name, port) = split(text)?;
    let found: Vec<SocketAddr> = tokio::net::lookup_host((name, port)).await.map(Iterator::collect).unwrap_or_default();
    if found.is_empty() { Err(NoAddress::Unknown { name: name.to_owned() }) } else { Ok(found) }
}

/// The host and the port of an address that is not a bare IP address.
fn split(text: &str) -> Result<(&str, u16), NoAddress> {
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
        Some(port) => {
            let no_port = |_| NoAddress::Port { text: text.to_owned(), port: port.to_owned() };
            port.parse().map_err(no_port)?
        }
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
    async fn an_unknown_name_is_told_in_our_own_words() {
        // Names with this ending belong to nobody, for ever.
        let fault = resolve("parrot.invalid:5").await.expect_err("nobody is called like this");
        assert_eq!(fault, NoAddress::Unknown { name: "parrot.invalid".to_owned() });
        let text = fault.to_string();
        assert!(text.starts_with("no computer called “parrot.invalid” is known here: type the address"), "{text}");
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
