//! The table that somebody got up from when its game was over, and whether it stands again for another game.

use doubloons_net::identity::PublicKey;

use super::listing::{Offer, TableRow};

/// A table that somebody got up from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LastTable {
    /// What it is called.
    pub(crate) name: String,
    /// Who else sat there.
    pub(crate) others: Vec<PublicKey>,
}

impl LastTable {
    /// The table among these at which one of the others waits for another game.
    pub(crate) fn stands_again<'a>(&self, tables: &'a [TableRow]) -> Option<&'a TableRow> {
        tables.iter().find(|row| {
            row.offer == Offer::Join && row.card.name.as_ref() == self.name && self.others.contains(&row.card.key)
        })
    }
}

#[cfg(test)]
mod tests {
    use doubloons_net::identity::Identity;

    use super::*;
    use crate::lan::listing::tests::gathering;

    #[test]
    fn only_a_table_of_the_same_people_with_the_same_name_is_the_same_again() {
        let [bea, carl] = [1, 2].map(|number| Identity::from_secret(&[number; 32]).public());
        let last = LastTable { name: "Parrot".to_owned(), others: vec![bea, carl] };
        let [of_bea, of_carl, of_a_stranger] = [1, 2, 3].map(gathering);
        let plays_already = TableRow { offer: Offer::Watch, ..of_bea };
        let mut renamed = last.clone();
        "Heron".clone_into(&mut renamed.name);
        let tables = [of_a_stranger, plays_already, of_carl];
        assert_eq!(last.stands_again(&tables), Some(&tables[2]));
        assert_eq!(last.stands_again(&tables[..2]), None);
        assert_eq!(renamed.stands_again(&tables), None);
    }
}
