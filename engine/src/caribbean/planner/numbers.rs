//! Numbers for the keys of a search, in the order in which they turn up. Open addressing, and emptied in no time.

/// Gives every key a number, counting from 0.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    slots: Vec<Slot>,
    keys: Vec<u128>,
    search: u32,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    /// The search that filled the slot; slots of earlier searches count as vacant.
    search: u32,
    number: u32,
}

impl Numbers {
    const SMALLEST: usize = 1 << 10;
    const VACANT: Slot = Slot { search: 0, number: 0 };

    /// Forgets all keys; the memory stays.
    pub(super) fn clear(&mut self) {
        if self.slots.is_empty() {
            self.slots.resize(Numbers::SMALLEST, Numbers::VACANT);
        }
        self.keys.clear();
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.slots.fill(Numbers::VACANT);
            self.search = 1;
        }
    }

    /// The number of this key. A key that is new gets the next one, which is how many there were before.
    pub(super) fn number(&mut self, key: u128) -> usize {
        if self.keys.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let index = self.find(key);
        let slot = &mut self.slots[index];
        if slot.search != self.search {
            *slot = Slot { search: self.search, number: self.keys.len() as u32 };
            self.keys.push(key);
        }
        slot.number as usize
    }

    fn find(&self, key: u128) -> usize {
        let mask = self.slots.len() - 1;
        let mut index = hash(key) as usize & mask;
        loop {
            let slot = self.slots[index];
            if slot.search != self.search || self.keys[slot.number as usize] == key {
                return index;
            }
            index = (index + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let larger = self.slots.len() * 4;
        self.slots.clear();
        self.slots.resize(larger, Numbers::VACANT);
        for number in 0..self.keys.len() {
            let index = self.find(self.keys[number]);
            self.slots[index] = Slot { search: self.search, number: number as u32 };
        }
    }
}

fn hash(key: u128) -> u64 {
    let low = (key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let high = ((key >> 64) as u64 ^ low.rotate_left(32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    high ^ high >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_keep_their_numbers_until_all_are_forgotten() {
        let mut numbers = Numbers::default();
        for search in 1..4u128 {
            numbers.clear();
            let key = |index: usize| (index as u128 * search) << 40 | index as u128;
            for index in 0..5_000 {
                assert_eq!(numbers.number(key(index)), index, "new in search {search}");
            }
            for index in 0..5_000 {
                assert_eq!(numbers.number(key(index)), index, "known in search {search}");
            }
        }
    }
}
