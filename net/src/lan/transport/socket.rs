//! The UDP socket: which port, which network device, and one socket for IPv4 and IPv6 wherever the system has both.

/// The port that is written down in firewall rules.
pub const STANDARD_PORT: u16 = 17_180;

/// Which UDP port to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PortChoice {
    /// [`STANDARD_PORT`], or one of the next ones if it is taken, or any.
    #[default]
    Standard,
    /// This one or none.
    Exactly(u16),
    /// Any that is free.
    Any,
}
