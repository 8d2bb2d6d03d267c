//! What every member does to begin a game, the host included: look at the draft, seal a pledge, show it once all seals
//! are known, and sign the game that follows from all pledges. Whatever is not as it was promised is refused.

use serde::{Deserialize, Serialize};

use super::super::chain::Chain;
use super::super::genesis::{
    Charter, Draft, GameId, Genesis, GenesisFault, PeerIndex, Pledge, SignedGenesis, check_draft, pledges_fit,
};
use super::super::seal::{GameSecret, bot_seed_commitment};
use super::Boards;
use super::reason::Objection;
use crate::hash::{Hash, Label};
use crate::identity::{Identity, Signature, Verifier};

/// What the host asks all members to look at, in this order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Call {
    /// Everybody's seals, in the order of the members. They are answered with one's pledge.
    Seals(Vec<Hash>),
    /// Everybody's pledges. They are answered with one's consent.
    Pledges(Vec<Pledge>),
    /// Everybody's consents. The game has begun.
    Consents(Vec<Signature>),
}

/// What a member answers, in this order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Answer {
    /// To a draft: the seal of one's pledge.
    Seal(Hash),
    /// To the seals: the pledge.
    Pledge(Pledge),
    /// To the pledges: a signature over the game id.
    Consent(Signature),
}

/// A game that has begun, as one of its peers holds it.
#[derive(Debug)]
pub struct Beginning {
    /// What everybody agreed on.
    pub charter: Charter,
    /// Which of the peers this one is.
    pub me: PeerIndex,
    /// What this peer keeps to itself.
    pub secret: GameSecret,
}

/// What a member does next.
#[derive(Debug)]
pub enum Reply {
    /// Answers the host.
    Answer(Answer),
    /// Plays.
    Begun(Box<Beginning>),
}

/// One member on the way from a draft to a game. Its secret is forgotten if nothing comes of it.
#[derive(Debug)]
pub struct Participant {
    identity: Identity,
    boards: Boards,
    draft: Draft,
    draft_id: Hash,
    me: PeerIndex,
    secret: GameSecret,
    pledge: Pledge,
    step: Step,
}

#[derive(Debug)]
enum Step {
    /// Own seal is given.
    Sealed,
    /// Everybody's seals are known, own pledge is shown.
    Shown { seals: Vec<Hash> },
    /// Everybody's pledges are known, own consent is given.
    Agreed { genesis: Genesis, game: GameId },
}

impl Participant {
    /// Looks at a draft and, if a game can begin like that, takes part in it. Whether it is the game that the person
    /// wants is the caller's business. The secret must be fresh. The answer is a seal.
    pub fn join(
        identity: Identity,
        boards: Boards,
        draft: Draft,
        secret: GameSecret,
    ) -> Result<(Participant, Answer), Objection> {
        check_draft(&draft, |id| boards.find(id)).map_err(|fault| match fault {
            GenesisFault::CannotBegin(doubloons_engine::any::CannotBegin::UnknownBoard(_)) => Objection::NoBoard,
            _ => Objection::Unsound,
        })?;
        let key = identity.public();
        let place = draft.members.iter().position(|member| member.key == key).ok_or(Objection::NotAtTable)?;
        let (me, draft_id) = (PeerIndex(place as u8), draft.id());
        let pledge = make_pledge(&draft, draft_id, me, &secret);
        let answer = Answer::Seal(pledge.seal(draft_id, me));
        Ok((Participant { identity, boards, draft, draft_id, me, secret, pledge, step: Step::Sealed }, answer))
    }

    /// The draft that it is about.
    pub fn draft(&self) -> &Draft {
        &self.draft
    }

    /// The id of that draft.
    pub fn draft_id(&self) -> Hash {
        self.draft_id
    }

    /// The game, once it follows from everybody's pledges.
    pub fn game(&self) -> Option<GameId> {
        match self.step {
            Step::Agreed { game, .. } => Some(game),
            Step::Sealed | Step::Shown { .. } => None,
        }
    }

    /// Whether this is that member's consent to the game, as far as the game is known.
    pub fn has_consent_of(&self, member: PeerIndex, consent: &Signature) -> bool {
        let key = self.draft.members.get(member.index()).and_then(|member| Verifier::new(&member.key).ok());
        matches!((key, self.game()), (Some(key), Some(game)) if key.accepts(Label::Consent, &game, consent))
    }

    /// Looks at what the host shows. [`Objection::OutOfTurn`] leaves everything as it was; after any other objection
    /// the participant has to be dropped.
    pub fn answer(&mut self, call: Call) -> Result<Reply, Objection> {
        match (&self.step, call) {
            (Step::Sealed, Call::Seals(seals)) => self.show(seals),
            (Step::Shown { seals }, Call::Pledges(pledges)) => {
                self.check_pledges(seals, &pledges)?;
                self.agree(pledges)
            }
            (Step::Agreed { genesis, .. }, Call::Consents(consents)) => {
                let signed = SignedGenesis { genesis: genesis.clone(), consents };
                let charter = Charter::new(signed, |id| self.boards.find(id)).map_err(|_| Objection::FalseConsents)?;
                Ok(Reply::Begun(Box::new(Beginning { charter, me: self.me, secret: self.secret.clone() })))
            }
            _ => Err(Objection::OutOfTurn),
        }
    }

    fn show(&mut self, seals: Vec<Hash>) -> Result<Reply, Objection> {
        let own = self.pledge.seal(self.draft_id, self.me);
        if seals.len() != self.draft.members.len() || seals.get(self.me.index()) != Some(&own) {
            return Err(Objection::FalseSeals);
        }
        self.step = Step::Shown { seals };
        Ok(Reply::Answer(Answer::Pledge(self.pledge.clone())))
    }

    fn check_pledges(&self, seals: &[Hash], pledges: &[Pledge]) -> Result<(), Objection> {
        if pledges.len() != seals.len() {
            return Err(Objection::Unsound);
        }
        for (index, (pledge, seal)) in (0..).zip(pledges.iter().zip(seals)) {
            if pledge.seal(self.draft_id, PeerIndex(index)) != *seal {
                return Err(Objection::FalsePledge(self.draft.members[usize::from(index)].name.clone()));
            }
        }
        Ok(())
    }

    fn agree(&mut self, pledges: Vec<Pledge>) -> Result<Reply, Objection> {
        let genesis = Genesis { draft: self.draft.clone(), pledges };
        if !pledges_fit(&genesis) {
            return Err(Objection::Unsound);
        }
        let game = genesis.id();
        let consent = self.identity.sign(Label::Consent, &game);
        self.step = Step::Agreed { genesis, game };
        Ok(Reply::Answer(Answer::Consent(consent)))
    }
}

fn make_pledge(draft: &Draft, draft_id: Hash, me: PeerIndex, secret: &GameSecret) -> Pledge {
    let commitment = |seat| bot_seed_commitment(draft_id, seat, &secret.bot_seed(draft_id, me, seat, 0));
    Pledge {
        chain_end: Chain::new(secret.bytes(), draft_id, me, 0).end(),
        bot_seeds: draft.bots_of(me).map(commitment).collect(),
    }
}
