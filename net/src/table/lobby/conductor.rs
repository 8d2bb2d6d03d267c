//! How the host leads the members from a draft to a game: it collects one answer of each, shows all of them to all, and
//! goes on. Each answer is checked when it comes, so that it is known who spoils a start, and nobody waits for ever.

use std::time::Duration;

use super::super::genesis::{Draft, GameId, Member, Name, PeerIndex, Pledge};
use super::ceremony::{Answer, Beginning, Call, Participant, Reply};
use super::reason::{Failure, Objection};
use crate::hash::Hash;
use crate::identity::{PublicKey, Signature};

/// How long the host waits for each answer.
pub const ANSWER_TIME: Duration = Duration::from_secs(10);

/// A start under way, at the host, who is a member like the others.
#[derive(Debug)]
pub struct Conductor {
    host: Participant,
    stage: Stage,
    deadline: Duration,
}

/// Which answers are being collected.
#[derive(Debug)]
enum Stage {
    Seals(Answers<Hash>),
    Pledges { seals: Vec<Hash>, pledges: Answers<Pledge> },
    Consents(Answers<Signature>),
    Done,
}

/// One answer of each member, as far as they have come.
#[derive(Debug)]
struct Answers<T>(Vec<Option<T>>);

impl<T: Clone> Answers<T> {
    fn none(members: usize) -> Answers<T> {
        Answers(vec![None; members])
    }

    fn all(&self) -> Option<Vec<T>> {
        self.0.iter().cloned().collect()
    }

    /// Takes the first answer of a member and no other.
    fn put(&mut self, from: PeerIndex, answer: T) -> Result<(), Spoilt> {
        match self.0.get_mut(from.index()) {
            Some(free @ None) => *free = Some(answer),
            _ => return Err(Spoilt::OutOfTurn),
        }
        Ok(())
    }

    fn missing(&self) -> Vec<usize> {
        (0..self.0.len()).filter(|index| self.0[*index].is_none()).collect()
    }
}

/// What follows from an answer.
#[derive(Debug, Default)]
pub struct Progress {
    /// What all other members are to be shown, in this order.
    pub calls: Vec<Call>,
    /// The game, if it has begun.
    pub beginning: Option<Box<Beginning>>,
}

/// What is wrong with an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spoilt {
    /// It is not due, or came already. Nothing has changed.
    OutOfTurn,
    /// No game can come of it.
    Failed(Failure),
}

impl Conductor {
    /// Begins with the host's own seal.
    pub fn begin(now: Duration, host: Participant, seal: Answer) -> Result<(Conductor, Progress), Spoilt> {
        let stage = Stage::Seals(Answers::none(host.draft().members.len()));
        let mut conductor = Conductor { host, stage, deadline: now.saturating_add(ANSWER_TIME) };
        let progress = conductor.take(now, PeerIndex::FIRST_HOST, seal)?;
        Ok((conductor, progress))
    }

    /// The draft that it is about.
    pub fn draft(&self) -> &Draft {
        self.host.draft()
    }

    /// The id of that draft.
    pub fn draft_id(&self) -> Hash {
        self.host.draft_id()
    }

    /// The game, once it follows from everybody's pledges.
    pub fn game(&self) -> Option<GameId> {
        self.host.game()
    }

    /// When the host will have waited long enough.
    pub fn deadline(&self) -> Duration {
        self.deadline
    }

    /// The member with this key.
    pub fn member(&self, key: &PublicKey) -> Option<PeerIndex> {
        let place = self.draft().members.iter().position(|member| member.key == *key)?;
        Some(PeerIndex(place as u8))
    }

    /// Whose answer is still missing.
    pub fn waiting_for(&self) -> impl Iterator<Item = &Member> {
        let missing = match &self.stage {
            Stage::Seals(seals) => seals.missing(),
            Stage::Pledges { pledges, .. } => pledges.missing(),
            Stage::Consents(consents) => consents.missing(),
            Stage::Done => Vec::new(),
        };
        missing.into_iter().filter_map(|index| self.draft().members.get(index))
    }

    /// Takes a member's answer.
    pub fn take(&mut self, now: Duration, from: PeerIndex, answer: Answer) -> Result<Progress, Spoilt> {
        self.put(from, answer)?;
        let mut progress = Progress::default();
        while let Some(call) = self.next_call(now) {
            progress.calls.push(call.clone());
            match self.host.answer(call) {
                Ok(Reply::Answer(own)) => self.put(PeerIndex::FIRST_HOST, own)?,
                Ok(Reply::Begun(beginning)) => progress.beginning = Some(beginning),
                Err(objection) => return Err(self.own_objection(objection)),
            }
        }
        Ok(progress)
    }

    fn put(&mut self, from: PeerIndex, answer: Answer) -> Result<(), Spoilt> {
        let draft_id = self.draft_id();
        match (&mut self.stage, answer) {
            (Stage::Seals(seals), Answer::Seal(seal)) => seals.put(from, seal),
            (Stage::Pledges { seals, pledges }, Answer::Pledge(pledge)) => {
                let holds = seals.get(from.index()) == Some(&pledge.seal(draft_id, from));
                let fits = self.host.draft().bots_of(from).count() == pledge.bot_seeds.len();
                pledges.put(from, pledge)?;
                if holds && fits { Ok(()) } else { Err(Spoilt::Failed(Failure::FalsePledge(self.name(from.index())))) }
            }
            (Stage::Consents(consents), Answer::Consent(consent)) => {
                let holds = self.host.has_consent_of(from, &consent);
                consents.put(from, consent)?;
                if holds { Ok(()) } else { Err(Spoilt::Failed(Failure::FalseConsent(self.name(from.index())))) }
            }
            _ => Err(Spoilt::OutOfTurn),
        }
    }

    /// Goes on to the next stage, if this one is complete.
    fn next_call(&mut self, now: Duration) -> Option<Call> {
        let members = self.draft().members.len();
        let (call, stage) = match &self.stage {
            Stage::Seals(seals) => {
                let seals = seals.all()?;
                (Call::Seals(seals.clone()), Stage::Pledges { seals, pledges: Answers::none(members) })
            }
            Stage::Pledges { pledges, .. } => (Call::Pledges(pledges.all()?), Stage::Consents(Answers::none(members))),
            Stage::Consents(consents) => (Call::Consents(consents.all()?), Stage::Done),
            Stage::Done => return None,
        };
        self.stage = stage;
        self.deadline = now.saturating_add(ANSWER_TIME);
        Some(call)
    }

    fn name(&self, index: usize) -> Name {
        self.draft().members[index].name.clone()
    }

    fn own_objection(&self, objection: Objection) -> Spoilt {
        Spoilt::Failed(Failure::Objected { name: self.name(0), objection })
    }
}
