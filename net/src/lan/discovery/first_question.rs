//! The first question for services on an interface, asked at once and answered at once.
//!
//! The mDNS library waits for some tens of milliseconds before it asks, and a host waits for some more before it answers
//! everybody, or for a whole second if it has done so just before. Here a person has just opened a program. A question
//! from a port of one's own is answered at once, and only to whoever asked (RFC 6762, section 6.7). The library asks
//! everybody all the same: where a firewall keeps such an answer out, nothing is lost but a moment.

use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV6};
use std::time::Duration;

use simple_dns::rdata::RData;
use simple_dns::{CLASS, Name, Packet, QCLASS, QTYPE, Question, ResourceRecord, TYPE};
use socket2::{Domain, Protocol, Socket, Type};
use tokio::net::UdpSocket;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout_at};

use crate::lan::interfaces::Interface;

const MDNS_PORT: u16 = 5353;
const GROUP_V4: Ipv4Addr = Ipv4Addr::new(224, 0, 0, 251);
const GROUP_V6: Ipv6Addr = Ipv6Addr::new(0xff02, 0, 0, 0, 0, 0, 0, 0xfb);

/// A packet from farther away than this network has another number: nobody can ask from there.
const HOPS: u32 = 255;

/// How long answers are waited for.
const ANSWERS_TAKE: Duration = Duration::from_secs(2);

/// How many answers are looked at: more than there are tables on a list.
const MOST_ANSWERS: usize = 256;

/// The longest packet of mDNS.
const LONGEST_ANSWER: usize = 9000;

/// Somebody who offers the service.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Offer {
    /// The name of the record, with its last dot.
    pub(super) instance: String,
    /// Where they are.
    pub(super) addresses: Vec<IpAddr>,
    /// And at which port.
    pub(super) port: u16,
    /// What else they say.
    pub(super) properties: BTreeMap<String, String>,
}

/// A question that is out. Answers wait until somebody listens.
#[derive(Debug)]
pub(super) struct FirstQuestion {
    service: String,
    interface: Interface,
    sockets: Vec<UdpSocket>,
}

impl FirstQuestion {
    /// Asks who offers this service, over IPv4 and IPv6 as the interface has them.
    pub(super) fn ask(service: &str, interface: &Interface) -> FirstQuestion {
        let v4 = interface.networks.iter().find_map(|network| match network.address {
            IpAddr::V4(address) => Some(address),
            IpAddr::V6(_) => None,
        });
        let v6 = interface.networks.iter().any(|network| network.address.is_ipv6());
        // The library asks the same a little later: where this fails, nothing is lost but a moment.
        let sockets = [
            v4.and_then(|address| ask_v4(service, address).ok()),
            v6.then(|| ask_v6(service, interface.index).ok()).flatten(),
        ];
        let sockets = sockets.into_iter().flatten().collect();
        FirstQuestion { service: service.to_owned(), interface: interface.clone(), sockets }
    }

    /// Where it was asked.
    pub(super) fn interface(&self) -> &Interface {
        &self.interface
    }

    /// Tells what is answered.
    pub(super) async fn listen(self, offers: mpsc::Sender<Offer>) {
        let (sender, mut answers) = mpsc::channel(MOST_ANSWERS);
        for socket in self.sockets {
            tokio::spawn(listen(socket, self.service.clone(), self.interface.clone(), sender.clone()));
        }
        drop(sender);
        let mut known: BTreeMap<String, Offer> = BTreeMap::new();
        while let Some(mut offer) = answers.recv().await {
            // Over IPv4 and over IPv6 the same host names other addresses.
            offer.addresses.extend(known.get(&offer.instance).into_iter().flat_map(|known| &known.addresses));
            offer.addresses.sort_unstable();
            offer.addresses.dedup();
            known.insert(offer.instance.clone(), offer.clone());
            if offers.send(offer).await.is_err() {
                return;
            }
        }
    }
}

/// Hears answers until their time is over.
async fn listen(socket: UdpSocket, service: String, interface: Interface, offers: mpsc::Sender<Offer>) {
    let until = Instant::now() + ANSWERS_TAKE;
    let mut packet = vec![0; LONGEST_ANSWER];
    for _ in 0..MOST_ANSWERS {
        let Ok(Ok((length, from))) = timeout_at(until, socket.recv_from(&mut packet)).await else { return };
        if from.port() != MDNS_PORT || !interface.reaches(from.ip()) {
            continue;
        }
        for offer in offers_in(&packet[..length], &service) {
            if offers.send(offer).await.is_err() {
                return;
            }
        }
    }
}

fn ask_v4(service: &str, address: Ipv4Addr) -> io::Result<UdpSocket> {
    let socket = socket(SocketAddr::from((Ipv4Addr::UNSPECIFIED, 0)))?;
    socket.set_multicast_if_v4(&address)?;
    socket.set_multicast_ttl_v4(HOPS)?;
    ask(socket, service, SocketAddr::from((GROUP_V4, MDNS_PORT)))
}

fn ask_v6(service: &str, interface: u32) -> io::Result<UdpSocket> {
    let socket = socket(SocketAddr::from((Ipv6Addr::UNSPECIFIED, 0)))?;
    socket.set_multicast_if_v6(interface)?;
    socket.set_multicast_hops_v6(HOPS)?;
    ask(socket, service, SocketAddrV6::new(GROUP_V6, MDNS_PORT, 0, interface).into())
}

fn socket(own: SocketAddr) -> io::Result<Socket> {
    let socket = Socket::new(Domain::for_address(own), Type::DGRAM, Some(Protocol::UDP))?;
    if own.is_ipv6() {
        socket.set_only_v6(true)?;
    }
    socket.set_nonblocking(true)?;
    socket.bind(&own.into())?;
    Ok(socket)
}

fn ask(socket: Socket, service: &str, everybody: SocketAddr) -> io::Result<UdpSocket> {
    socket.send_to(&question(service)?, &everybody.into())?;
    UdpSocket::from_std(socket.into())
}

/// A packet with one question: the pointers to all that offer this service.
fn question(service: &str) -> io::Result<Vec<u8>> {
    let name = Name::new(service.trim_end_matches('.')).map_err(io::Error::other)?;
    let mut packet = Packet::new_query(0);
    packet.questions.push(Question::new(name, QTYPE::TYPE(TYPE::PTR), QCLASS::CLASS(CLASS::IN), false));
    packet.build_bytes_vec().map_err(io::Error::other)
}

/// Those whom an answer names completely. A stranger's nonsense is passed over.
fn offers_in(packet: &[u8], service: &str) -> Vec<Offer> {
    let Ok(packet) = Packet::parse(packet) else { return Vec::new() };
    let records: Vec<&ResourceRecord<'_>> = packet.answers.iter().chain(&packet.additional_records).collect();
    let instances = records.iter().filter_map(|record| match &record.rdata {
        RData::PTR(instance) if dotted(&record.name) == service => Some(&instance.0),
        _ => None,
    });
    instances.filter_map(|instance| offer(&records, instance)).collect()
}

fn offer(records: &[&ResourceRecord<'_>], instance: &Name<'_>) -> Option<Offer> {
    let of_instance = || records.iter().filter(|record| record.name == *instance).map(|record| &record.rdata);
    let place = of_instance().find_map(|data| match data {
        RData::SRV(place) => Some(place),
        _ => None,
    })?;
    let text = of_instance().find_map(|data| match data {
        RData::TXT(text) => Some(text),
        _ => None,
    })?;
    let readable = |bytes: &[u8]| str::from_utf8(bytes).ok().map(str::to_owned);
    let properties = text.iter_raw().filter_map(|(key, value)| Some((readable(key)?, readable(value?)?))).collect();
    let of_host = records.iter().filter(|record| record.name == place.target);
    let addresses = of_host.filter_map(|record| match &record.rdata {
        RData::A(address) => Some(Ipv4Addr::from(address.address).into()),
        RData::AAAA(address) => Some(Ipv6Addr::from(address.address).into()),
        _ => None,
    });
    Some(Offer { instance: dotted(instance), addresses: addresses.collect(), port: place.port, properties })
}

fn dotted(name: &Name<'_>) -> String {
    format!("{name}.")
}

#[cfg(test)]
mod tests {
    use simple_dns::rdata::{A, AAAA, PTR, SRV, TXT};

    use super::*;

    const SERVICE: &str = "_doubloons._udp.local.";

    fn name(text: &'static str) -> Name<'static> {
        Name::new(text).expect("a name")
    }

    fn record(of: &'static str, data: RData<'static>) -> ResourceRecord<'static> {
        ResourceRecord::new(name(of), CLASS::IN, 10, data)
    }

    fn answer(records: impl IntoIterator<Item = ResourceRecord<'static>>) -> Vec<u8> {
        let mut packet = Packet::new_reply(0);
        packet.answers.push(record("_doubloons._udp.local", RData::PTR(PTR(name("a-2._doubloons._udp.local")))));
        packet.additional_records.extend(records);
        packet.build_bytes_vec_compressed().expect("a packet")
    }

    fn complete() -> [ResourceRecord<'static>; 4] {
        let place = SRV { priority: 0, weight: 0, port: 17180, target: name("host.local") };
        let text = TXT::new().with_string("name=Tortuga").and_then(|text| text.with_string("flag")).expect("a text");
        [
            record("a-2._doubloons._udp.local", RData::SRV(place)),
            record("a-2._doubloons._udp.local", RData::TXT(text)),
            record("host.local", RData::A(A { address: Ipv4Addr::new(10, 0, 0, 1).into() })),
            record("host.local", RData::AAAA(AAAA { address: Ipv6Addr::LOCALHOST.into() })),
        ]
    }

    #[test]
    fn a_question_is_what_it_is_on_the_wire() {
        let expected = b"\0\0\0\0\0\x01\0\0\0\0\0\0\x0a_doubloons\x04_udp\x05local\0\0\x0c\0\x01";
        assert_eq!(question(SERVICE).expect("a question"), expected);
    }

    #[test]
    fn an_answer_names_place_and_properties() {
        let expected = Offer {
            instance: "a-2._doubloons._udp.local.".to_owned(),
            addresses: vec![Ipv4Addr::new(10, 0, 0, 1).into(), Ipv6Addr::LOCALHOST.into()],
            port: 17180,
            properties: BTreeMap::from([("name".to_owned(), "Tortuga".to_owned())]),
        };
        assert_eq!(offers_in(&answer(complete()), SERVICE), [expected]);
    }

    #[test]
    fn half_an_answer_and_nonsense_are_passed_over() {
        let [_, text, v4, _] = complete();
        assert_eq!(offers_in(&answer([text, v4]), SERVICE), []);
        assert_eq!(offers_in(&answer(complete()), "_other._udp.local."), []);
        let whole = answer(complete());
        for length in 0..whole.len() {
            assert_eq!(offers_in(&whole[..length], SERVICE), [], "{length} bytes");
        }
        assert_eq!(offers_in(&[0xff; 600], SERVICE), []);
    }
}
