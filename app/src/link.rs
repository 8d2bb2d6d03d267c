//! Links to tables: `doubloons://join/ADDRESS[:PORT][?table=NAME]`. They come from chats, web pages and QR codes, so
//! nothing in one is trusted: it is taken apart strictly, and people are asked before anything is done.

use std::fmt;
use std::net::{IpAddr, SocketAddr};

use doubloons_net::lan::transport::STANDARD_PORT;
use doubloons_net::table::genesis::Name;
use doubloons_words::Worded;
use thiserror::Error;

/// How every link begins.
const BEGINNING: &str = "doubloons://";

/// What follows in a link to a table.
const JOIN: &str = "join/";

/// The longest link that is looked at.
const LONGEST: usize = 1_000;

/// The longest name of a computer.
const LONGEST_HOST: usize = 253;

/// A link to a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct JoinLink {
    /// Where the table is: a name or an IP address, with a port unless it is the usual one.
    pub(crate) address: String,
    /// What the table is called, if the link says so.
    pub(crate) table: Option<Name>,
}

/// Why a text is no link to a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, Worded)]
pub(crate) enum NoLink {
    /// Something else altogether.
    #[error("it is no link to a table: those begin with doubloons://join/")]
    Other,
    /// Nobody writes links like that.
    #[error("it is too long, or has signs in it that no link has")]
    Senseless,
    /// The address can't be one.
    #[error("there is no address in it that a computer could have")]
    Address,
    /// What follows the address is not known.
    #[error("what follows the address is not understood; a newer Doubloons may know it")]
    Rest,
}

/// Whether a text on the command line claims to be a link of ours.
pub(crate) fn is_link(text: &str) -> bool {
    text.get(..10).is_some_and(|start| start.eq_ignore_ascii_case("doubloons:"))
}

impl JoinLink {
    /// A link to the table of this name at this address.
    pub(crate) fn to(address: SocketAddr, table: Option<Name>) -> JoinLink {
        JoinLink { address: read_out(address), table }
    }

    /// Takes a link apart.
    pub(crate) fn parse(text: &str) -> Result<JoinLink, NoLink> {
        if !is_link(text) {
            return Err(NoLink::Other);
        }
        if text.len() > LONGEST || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(NoLink::Senseless);
        }
        let rest = after(text, BEGINNING).and_then(|rest| after(rest, JOIN)).ok_or(NoLink::Other)?;
        let (address, query) = match rest.split_once('?') {
            Some((address, query)) => (address, Some(query)),
            None => (rest, None),
        };
        Ok(JoinLink { address: self::address(address)?, table: query.map(table).transpose()? })
    }
}

impl fmt::Display for JoinLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // An IPv6 address without a port has no brackets when it is read out, but in a link it does.
        let bare = self.address.parse::<IpAddr>().is_ok_and(|ip| ip.is_ipv6());
        let (open, close) = if bare { ("[", "]") } else { ("", "") };
        write!(f, "{BEGINNING}{JOIN}{open}{}{close}", self.address)?;
        let Some(table) = &self.table else { return Ok(()) };
        f.write_str("?table=")?;
        for byte in table.as_ref().bytes() {
            match byte {
                b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => write!(f, "{}", byte as char)?,
                _ => write!(f, "%{byte:02X}")?,
            }
        }
        Ok(())
    }
}

/// What follows this beginning, which may be written in capitals.
fn after<'a>(text: &'a str, beginning: &str) -> Option<&'a str> {
    let (start, rest) = text.split_at_checked(beginning.len())?;
    start.eq_ignore_ascii_case(beginning).then_some(rest)
}

fn address(text: &str) -> Result<String, NoLink> {
    if let Some(inner) = text.strip_prefix('[') {
        let (host, rest) = inner.split_once(']').ok_or(NoLink::Address)?;
        let IpAddr::V6(ip) = host.parse().map_err(|_| NoLink::Address)? else { return Err(NoLink::Address) };
        return match rest.strip_prefix(':') {
            None if rest.is_empty() => Ok(ip.to_string()),
            Some(port) => Ok(read_out(SocketAddr::new(ip.into(), self::port(port)?))),
            None => Err(NoLink::Address),
        };
    }
    let (host, port) = match text.split_once(':') {
        Some((host, port)) => (host, self::port(port)?),
        None => (text, STANDARD_PORT),
    };
    if let Ok(ip) = host.parse::<IpAddr>() {
        return Ok(read_out(SocketAddr::new(ip, port)));
    }
    let letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let label = |label: &str| {
        (1..=63).contains(&label.len()) && label.bytes().all(letter) && !label.starts_with('-') && !label.ends_with('-')
    };
    // Numbers with dots that are no address are a mistake, not a name.
    let numeric = host.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if host.len() > LONGEST_HOST || numeric || !host.split('.').all(label) {
        return Err(NoLink::Address);
    }
    Ok(if port == STANDARD_PORT { host.to_owned() } else { format!("{host}:{port}") })
}

fn port(text: &str) -> Result<u16, NoLink> {
    let digits = (1..=5).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(port) if digits && port != 0 => Ok(port),
        _ => Err(NoLink::Address),
    }
}

/// The table's name in what follows the question mark.
fn table(query: &str) -> Result<Name, NoLink> {
    let encoded = query.strip_prefix("table=").ok_or(NoLink::Rest)?;
    let mut bytes = Vec::new();
    let mut rest = encoded.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let mut digit = || rest.next().and_then(|digit| char::from(digit).to_digit(16));
                let (high, low) = (digit().ok_or(NoLink::Rest)?, digit().ok_or(NoLink::Rest)?);
                (high * 16 + low) as u8
            }
            b'&' | b'#' | b'=' | b'?' => return Err(NoLink::Rest),
            other => other,
        });
    }
    let text = String::from_utf8(bytes).map_err(|_| NoLink::Rest)?;
    Name::try_from(text).map_err(|_| NoLink::Rest)
}

/// An address as it is read out: the usual port goes without saying.
fn read_out(address: SocketAddr) -> String {
    if address.port() == STANDARD_PORT { address.ip().to_string() } else { address.to_string() }
}

/// The addresses that can be read out: those of IPv4, and of IPv6 only where there is no other.
pub(crate) fn readable(addresses: &[SocketAddr]) -> Vec<SocketAddr> {
    let (v4, v6): (Vec<SocketAddr>, Vec<SocketAddr>) = addresses.iter().partition(|address| address.is_ipv4());
    if v4.is_empty() { v6 } else { v4 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Option<Name> {
        Some(Name::try_from(text.to_owned()).expect("a name"))
    }

    #[test]
    fn a_link_says_where_the_table_is_and_what_it_is_called() {
        for (text, address, table) in [
            ("doubloons://join/10.0.0.5", "10.0.0.5", None),
            ("doubloons://join/10.0.0.5:17181", "10.0.0.5:17181", None),
            ("doubloons://join/10.0.0.5:17180", "10.0.0.5", None),
            ("DOUBLOONS://JOIN/laptop.local:5", "laptop.local:5", None),
            ("doubloons://join/[fd00::7]", "fd00::7", None),
            ("doubloons://join/[fd00::7]:9", "[fd00::7]:9", None),
            ("doubloons://join/laptop?table=Mira%E2%80%99s%20table", "laptop", name("Mira’s table")),
        ] {
            assert_eq!(JoinLink::parse(text), Ok(JoinLink { address: address.to_owned(), table }), "{text}");
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        for address in ["192.168.0.7:17180", "192.168.0.7:4", "[fd00::7]:17180", "[fd00::7]:9"] {
            for table in [None, name("Parrot"), name("A & “B” 100 % ?#/ü")] {
                let link = JoinLink::to(address.parse().expect("an address"), table);
                assert_eq!(JoinLink::parse(&link.to_string()), Ok(link));
            }
        }
        let link = JoinLink::to("10.0.0.5:17180".parse().expect("an address"), name("Mira’s table"));
        assert_eq!(link.to_string(), "doubloons://join/10.0.0.5?table=Mira%E2%80%99s%20table");
    }

    #[test]
    fn what_others_make_up_is_refused() {
        for (text, why) in [
            ("", NoLink::Other),
            ("doubloons", NoLink::Other),
            ("https://join/10.0.0.5", NoLink::Other),
            ("doubloons:join/10.0.0.5", NoLink::Other),
            ("doubloons://watch/10.0.0.5", NoLink::Other),
            ("doubloons://join", NoLink::Other),
            ("doubloons://join/10.0.0.5\n--data-dir", NoLink::Senseless),
            ("doubloons://join/10.0.0.5 x", NoLink::Senseless),
            ("doubloons://join/größe", NoLink::Senseless),
            ("doubloons://join/", NoLink::Address),
            ("doubloons://join/:5", NoLink::Address),
            ("doubloons://join/me@10.0.0.5", NoLink::Address),
            ("doubloons://join/10.0.0.5/", NoLink::Address),
            ("doubloons://join/10.0.0.5#x", NoLink::Address),
            ("doubloons://join/10.0.0.5:0", NoLink::Address),
            ("doubloons://join/10.0.0.5:65536", NoLink::Address),
            ("doubloons://join/10.0.0.5:+5", NoLink::Address),
            ("doubloons://join/10.0.0.5:5:6", NoLink::Address),
            ("doubloons://join/10.0.0.256", NoLink::Address),
            ("doubloons://join/fd00::7", NoLink::Address),
            ("doubloons://join/[fd00::7", NoLink::Address),
            ("doubloons://join/[10.0.0.5]", NoLink::Address),
            ("doubloons://join/[fe80::1%25eth0]", NoLink::Address),
            ("doubloons://join/-rf", NoLink::Address),
            ("doubloons://join/a..b", NoLink::Address),
            ("doubloons://join/%6c%6f", NoLink::Address),
            ("doubloons://join/laptop?", NoLink::Rest),
            ("doubloons://join/laptop?table=", NoLink::Rest),
            ("doubloons://join/laptop?pin=1234", NoLink::Rest),
            ("doubloons://join/laptop?table=a&table=b", NoLink::Rest),
            ("doubloons://join/laptop?table=%4", NoLink::Rest),
            ("doubloons://join/laptop?table=%zz", NoLink::Rest),
            ("doubloons://join/laptop?table=%ff%fe", NoLink::Rest),
            ("doubloons://join/laptop?table=a%0Ab", NoLink::Rest),
            ("doubloons://join/laptop?table=a%00b", NoLink::Rest),
        ] {
            assert_eq!(JoinLink::parse(text), Err(why), "{text}");
        }
        let long = format!("doubloons://join/{}", "a".repeat(1_000));
        assert_eq!(JoinLink::parse(&long), Err(NoLink::Senseless));
    }

    #[test]
    fn addresses_are_short_enough_to_be_read_out() {
        let all: Vec<SocketAddr> = ["192.168.0.7:17180", "10.0.0.1:17181", "[fe80::1]:17180"]
            .iter()
            .map(|text| text.parse().expect("an address"))
            .collect();
        let texts = |addresses: &[SocketAddr]| -> Vec<String> {
            readable(addresses).into_iter().map(|address| JoinLink::to(address, None).address).collect()
        };
        assert_eq!(texts(&all), ["192.168.0.7", "10.0.0.1:17181"]);
        assert_eq!(texts(&all[2..]), ["fe80::1"]);
    }
}
