//! Whole games among several peers over a simulated network: honest ones, in all weathers, and with cheats.

mod attack;
mod forgotten;
mod games;
mod host_attacks;
mod people;
mod proofs;
mod renewal;
mod seat_attacks;
mod secrecy;
mod successors;
mod table;
mod world;
