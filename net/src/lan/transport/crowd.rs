//! How many of one kind there are at the same time, in all and from one address. Addresses are dear on a local network,
//! keys and ports are not.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// Those who are there.
#[derive(Debug)]
pub(super) struct Crowd {
    most: usize,
    most_from_one: usize,
    present: Mutex<HashMap<IpAddr, usize>>,
}

impl Crowd {
    /// Nobody yet.
    pub(super) fn new(most: usize, most_from_one: usize) -> Arc<Crowd> {
        Arc::new(Crowd { most, most_from_one, present: Mutex::default() })
    }

    /// A place for somebody from an address, if there is one; it is free again when it is dropped.
    pub(super) fn enter(self: &Arc<Crowd>, address: IpAddr) -> Option<Place> {
        let mut present = self.present.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = present.values().sum();
        let from_here = present.get(&address).copied().unwrap_or(0);
        if all >= self.most || from_here >= self.most_from_one {
            return None;
        }
        present.insert(address, from_here + 1);
        Some(Place { crowd: Arc::clone(self), address })
    }

    /// How many there are.
    pub(super) fn size(&self) -> usize {
        self.present.lock().unwrap_or_else(PoisonError::into_inner).values().sum()
    }
}

/// A place in a [`Crowd`].
#[derive(Debug)]
pub(super) struct Place {
    crowd: Arc<Crowd>,
    address: IpAddr,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut present = self.crowd.present.lock().unwrap_or_else(PoisonError::into_inner);
        match present.get_mut(&self.address) {
            Some(count) if *count > 1 => *count -= 1,
            _ => {
                present.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_can_not_take_all_places() {
        let crowd = Crowd::new(3, 2);
        let here = |last| IpAddr::from([10, 0, 0, last]);
        let first = crowd.enter(here(1)).expect("a place");
        let second = crowd.enter(here(1)).expect("a place");
        assert!(crowd.enter(here(1)).is_none());
        let third = crowd.enter(here(2)).expect("a place");
        assert!(crowd.enter(here(3)).is_none(), "full");
        drop((first, third));
        assert_eq!(crowd.size(), 1);
        drop(second);
        assert!(crowd.present.lock().expect("a map").is_empty());
    }
}
