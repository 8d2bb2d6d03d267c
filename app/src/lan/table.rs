//! The table that somebody sits at, as far as windows have to remember it from one page to the next.

use std::net::SocketAddr;
use std::sync::Arc;

use doubloons_net::identity::PublicKey;
use doubloons_net::lan::session::{RematchNews, TableView, View};
use doubloons_net::table::chat::Remark;
use doubloons_net::table::genesis::{Charter, GameId, Holder, PeerIndex};
use doubloons_net::table::lobby::LobbyView;
use doubloons_net::table::statement::Epoch;
use doubloons_net::table::words::TableWords;
use doubloons_words::say;

use super::chat::{Chat, ChatLine, Speaker};
use super::last_table::LastTable;
use super::lobby::LobbyScene;
use super::news::{GameOver, SessionId, Sitting};
use super::rematch::RematchScene;
use crate::evening::{self, Company, Played, Player, Who};
use crate::game::Results;

/// The table that somebody sits at.
#[derive(Debug)]
pub(crate) struct LanTable {
    /// What news of it are told with.
    pub(crate) id: SessionId,
    /// What it is called, and whose it is.
    pub(crate) sitting: Sitting,
    /// Where others can reach it.
    pub(crate) addresses: Option<Vec<SocketAddr>>,
    /// What was said there.
    pub(crate) chat: Chat,
    /// Whether its game is over.
    pub(crate) over: bool,
    /// What its transcript says, until the results are shown.
    pub(crate) verified: Option<Box<GameOver>>,
    /// Another game after it.
    pub(crate) rematch: RematchScene,
    me: Option<PublicKey>,
    people: Vec<(PublicKey, String)>,
    charter: Option<Arc<Charter>>,
    members: Vec<(PublicKey, String)>,
    /// Whose each seat is; `None` for a bot's.
    owners: Vec<Option<PublicKey>>,
    host: Option<PeerIndex>,
    /// How many choose the host.
    voters: usize,
    connected: Vec<PeerIndex>,
    /// What the person here said while nobody could hear it.
    unheard: Vec<Remark>,
}

/// So much is kept of what somebody says while nobody can hear it.
const MOST_UNHEARD: usize = 20;

impl LanTable {
    /// A table of which nothing was heard yet.
    pub(crate) fn new(id: SessionId, sitting: Sitting) -> LanTable {
        LanTable {
            id,
            sitting,
            addresses: None,
            chat: Chat::default(),
            over: false,
            verified: None,
            rematch: RematchScene::default(),
            me: None,
            people: Vec::new(),
            charter: None,
            members: Vec::new(),
            owners: Vec::new(),
            host: None,
            voters: 0,
            connected: Vec::new(),
            unheard: Vec::new(),
        }
    }

    /// The game that is played, or was.
    pub(crate) fn game(&self) -> Option<GameId> {
        self.charter.as_ref().map(|charter| charter.id())
    }

    /// Whether its game has begun and can be resumed later.
    pub(crate) fn is_playing(&self) -> bool {
        self.charter.is_some() && !self.over
    }

    /// Whether the person here is a member of its game, not only somebody who watches.
    pub(crate) fn is_member(&self) -> bool {
        self.members.iter().any(|(key, _)| Some(*key) == self.me)
    }

    /// The game has begun; `me` is the place among its members.
    pub(crate) fn begin(&mut self, charter: &Arc<Charter>, me: PeerIndex) {
        let members = &charter.draft().members;
        self.members = members.iter().map(|member| (member.key, member.name.to_string())).collect();
        self.me = members.get(me.index()).map(|member| member.key).or(self.me);
        self.people = self.members.iter().filter(|(key, _)| Some(*key) != self.me).cloned().collect();
        self.host = Some(PeerIndex::FIRST_HOST);
        self.voters = members.len();
        self.charter = Some(Arc::clone(charter));
    }

    /// The table is open for another game after one that is over. Whether that is new.
    pub(crate) fn open_again(&mut self, lobby: &LobbyView) -> bool {
        let Some(roster) = lobby.roster.as_ref().filter(|_| self.over) else { return false };
        let host = roster.host();
        self.sitting.host = (host.key != lobby.me).then(|| host.name.to_string());
        self.rematch = RematchScene::default();
        self.over = false;
        self.verified = None;
        self.charter = None;
        true
    }

    /// Somebody said something about another game.
    pub(crate) fn hear_of_rematch(&mut self, news: RematchNews) {
        match news {
            RematchNews::Wanted(peer) => self.rematch.want(self.member(peer)),
            RematchNews::Offered(peer) => self.rematch.offer(self.member(peer)),
            RematchNews::Gone(peer) => self.rematch.gone(&self.member(peer)),
        }
    }

    /// The game that is over, for the standings; `None` for somebody who only watched it.
    pub(crate) fn played(&self, results: &Results) -> Option<Played> {
        let own = self.me?;
        if !self.owners.contains(&Some(own)) {
            return None;
        }
        let mut ranks: Vec<_> = results.ranking.iter().collect();
        ranks.sort_by_key(|rank| rank.seat);
        let player = |rank: &crate::game::Rank| {
            let who = match self.owners.get(rank.seat.index()).copied().flatten() {
                Some(key) => Who::Person(key.to_string()),
                None => Who::Bot(rank.name.clone()),
            };
            Player { who, name: rank.name.clone(), money: rank.money, won: rank.won }
        };
        let game = self.charter.as_ref()?.id().0.to_string();
        Some(Played { game, at: evening::now(), players: ranks.into_iter().map(player).collect() })
    }

    /// What has to be known to find it again after its game.
    pub(crate) fn last_table(&self) -> LastTable {
        LastTable { name: self.sitting.table.clone(), others: self.people.iter().map(|(key, _)| *key).collect() }
    }

    /// The words to compare, once the game has begun.
    pub(crate) fn words(&self) -> String {
        self.charter.as_ref().map(|charter| TableWords::of(charter.id()).to_string()).unwrap_or_default()
    }

    /// Looks at the table. Returns whether other people are there than before.
    pub(crate) fn look(&mut self, view: &View) -> bool {
        let people = match view {
            View::Nothing => return false,
            View::Lobby(lobby) => {
                self.me = Some(lobby.me);
                match LobbyScene::new(lobby) {
                    Some(scene) => scene.others,
                    None => return false,
                }
            }
            View::Table(table) => {
                self.members = members(table);
                self.owners = owners(table);
                self.voters = table.state.electorate().voters().count();
                self.connected.clone_from(&table.connected);
                self.members.iter().filter(|(key, _)| Some(*key) != self.me).cloned().collect()
            }
        };
        let changed = people != self.people;
        self.people = people;
        changed
    }

    /// The other people; with each, whether they are muted.
    pub(crate) fn people(&self) -> Vec<(PublicKey, String, bool)> {
        self.people.iter().map(|(key, name)| (*key, name.clone(), self.chat.is_muted(key))).collect()
    }

    /// What a member of the game is called.
    pub(crate) fn member(&self, peer: PeerIndex) -> String {
        self.members.get(peer.index()).map_or_else(|| say!("somebody"), |(_, name)| name.clone())
    }

    /// Somebody in the lobby said something.
    pub(crate) fn hear(&mut self, from: PublicKey, remark: &Remark) -> Option<ChatLine> {
        let own = Some(from) == self.me;
        let name = self.people.iter().find(|(key, _)| *key == from).map(|(_, name)| name.clone());
        let name = if own { say!("You") } else { name.unwrap_or_else(|| say!("Somebody")) };
        self.chat.hear(Speaker { key: from, name, own }, remark)
    }

    /// A member of the game said something.
    pub(crate) fn hear_member(&mut self, from: PeerIndex, remark: &Remark) -> Option<ChatLine> {
        let (key, _) = *self.members.get(from.index())?;
        self.hear(key, remark)
    }

    /// The person here said something.
    pub(crate) fn say(&mut self, remark: &Remark) -> Option<ChatLine> {
        self.hear(self.me?, remark)
    }

    /// What can be sent of what the person says in a game: this as well as what nobody could hear before, or nothing, as
    /// long as nobody else is there.
    pub(crate) fn speak(&mut self, remark: Option<Remark>) -> Vec<Remark> {
        self.unheard.extend(remark);
        // Those who only watch hear whoever plays alone.
        if self.connected.is_empty() && self.voters > 1 {
            let surplus = self.unheard.len().saturating_sub(MOST_UNHEARD);
            self.unheard.drain(..surplus);
            return Vec::new();
        }
        std::mem::take(&mut self.unheard)
    }

    /// Somebody hosts. Returns what to tell people, if it is somebody else than before.
    pub(crate) fn host_changed(&mut self, epoch: Epoch) -> Option<String> {
        let before = self.host.replace(epoch.host).filter(|before| *before != epoch.host)?;
        let own = |peer: PeerIndex| self.members.get(peer.index()).is_some_and(|(key, _)| Some(*key) == self.me);
        let hosts = match own(epoch.host) {
            true => say!("You host now; no move was lost."),
            false => say!("{name} hosts now; no move was lost.", name = self.member(epoch.host)),
        };
        let why = match before {
            // Between two, nobody is chosen without the other.
            _ if self.voters <= 2 => String::new(),
            before if own(before) => say!("The table went on without you."),
            // Somebody whose computer was only slow is still there.
            before if self.connected.contains(&before) => String::new(),
            before => say!("{name}’s computer left.", name = self.member(before)),
        };
        Some(format!("{why} {hosts}").trim_start().to_owned())
    }
}

fn members(table: &TableView) -> Vec<(PublicKey, String)> {
    table.state.members().iter().map(|known| (known.member().key, known.member().name.to_string())).collect()
}

fn owners(table: &TableView) -> Vec<Option<PublicKey>> {
    let key = |peer: PeerIndex| table.state.member(peer).map(|member| member.member().key);
    let owner = |holder: &Holder| match holder {
        Holder::Person(peer) => key(*peer),
        Holder::Bot { .. } => None,
    };
    table.state.seats().map(|(_, seat)| owner(seat.owner())).collect()
}

/// The people who sit in this lobby, as the company of an evening.
pub(crate) fn company(lobby: &LobbyView) -> Option<Company> {
    let roster = lobby.roster.as_ref()?;
    let people: Vec<Who> =
        roster.seats().filter_map(|(_, seat)| Some(Who::Person(seat.person()?.to_string()))).collect();
    Some(Company::new(&people))
}

#[cfg(test)]
mod tests {
    use doubloons_net::table::chat::Emote;

    use super::*;

    fn table() -> LanTable {
        let sitting = Sitting { table: "Parrot".to_owned(), host: None, pin: None };
        let key = |number: u8| PublicKey([number; 32]);
        let mut table = LanTable::new(1, sitting);
        table.me = Some(key(1));
        table.members = vec![(key(1), "Mira".to_owned()), (key(2), "Sofia".to_owned()), (key(3), "Jonas".to_owned())];
        table.people = table.members[1..].to_vec();
        table.voters = 3;
        table.host = Some(PeerIndex(1));
        table
    }

    #[test]
    fn another_host_is_told_once() {
        let mut table = table();
        let epoch = |host: u8, number: u32| Epoch { number, host: PeerIndex(host) };
        assert_eq!(table.host_changed(epoch(1, 1)), None);
        let told = table.host_changed(epoch(2, 2));
        assert_eq!(told.as_deref(), Some("Sofia’s computer left. Jonas hosts now; no move was lost."));
        assert_eq!(table.host_changed(epoch(2, 3)), None);
        let told = table.host_changed(epoch(0, 4));
        assert_eq!(told.as_deref(), Some("Jonas’s computer left. You host now; no move was lost."));
        table.connected = vec![PeerIndex(1), PeerIndex(2)];
        assert_eq!(
            table.host_changed(epoch(1, 5)).as_deref(),
            Some("The table went on without you. Sofia hosts now; no move was lost.")
        );
        assert_eq!(table.host_changed(epoch(2, 6)).as_deref(), Some("Jonas hosts now; no move was lost."));
    }

    #[test]
    fn between_two_nobody_went_on_without_the_other() {
        let mut table = table();
        table.voters = 2;
        let epoch = |host: u8, number: u32| Epoch { number, host: PeerIndex(host) };
        assert_eq!(table.host_changed(epoch(0, 2)).as_deref(), Some("You host now; no move was lost."));
        assert_eq!(table.host_changed(epoch(1, 3)).as_deref(), Some("Sofia hosts now; no move was lost."));
    }

    #[test]
    fn what_nobody_could_hear_is_said_when_somebody_is_there() {
        let mut table = table();
        let [salute, cheers] = [Emote::Salute, Emote::Cheers].map(Remark::Emote);
        assert_eq!(table.speak(Some(salute.clone())), []);
        assert_eq!(table.speak(None), []);
        table.connected = vec![PeerIndex(2)];
        assert_eq!(table.speak(Some(cheers.clone())), [salute.clone(), cheers]);
        assert_eq!(table.speak(None), []);
        table.connected.clear();
        (0..100).for_each(|_| assert_eq!(table.speak(Some(salute.clone())), []));
        table.connected = vec![PeerIndex(2)];
        assert_eq!(table.speak(None).len(), MOST_UNHEARD);
    }

    #[test]
    fn a_rematch_is_heard_of_by_names() {
        let mut table = table();
        table.hear_of_rematch(RematchNews::Wanted(PeerIndex(2)));
        assert_eq!(table.rematch.text(), "Jonas would like a rematch.");
        table.hear_of_rematch(RematchNews::Offered(PeerIndex(1)));
        assert_eq!(table.rematch.text(), "Sofia proposes a rematch: same table, same terms.");
        table.hear_of_rematch(RematchNews::Gone(PeerIndex(1)));
        assert_eq!(table.rematch.button().0, "Rematch");
    }

    #[test]
    fn what_members_say_is_theirs_and_the_muted_are_silent() {
        let mut table = table();
        let cheers = Remark::Emote(Emote::Cheers);
        let line = table.hear_member(PeerIndex(2), &cheers).expect("heard");
        assert_eq!(line.from.map(|from| (from.name, from.own)), Some(("Jonas".to_owned(), false)));
        let line = table.say(&cheers).expect("heard");
        assert_eq!(line.from.map(|from| (from.name, from.own)), Some(("You".to_owned(), true)));
        table.chat.mute(PublicKey([3; 32]), "Jonas");
        assert_eq!(table.hear_member(PeerIndex(2), &cheers), None);
        assert_eq!(table.people()[1], (PublicKey([3; 32]), "Jonas".to_owned(), true));
        assert_eq!(table.hear_member(PeerIndex(9), &cheers), None, "nobody has that number");
    }
}
