//! `quartermaster verify`: is a transcript true, and did everybody play fair?

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use doubloons_engine::contract::Deaf;
use doubloons_net::table::words::TableWords;
use doubloons_net::transcript::{
    BotCheck, BotFinding, Culprit, Ending, Facts, Flaw, NoFile, Part, ProvenFault, Report, Transcript, Unreadable,
    Verdict, Verification, WhyAway, verify_bots,
};
use doubloons_words::{mark, say, say_count, told, tr};
use serde_json::{Map, Value, json};

use crate::entry::{bot_level, waits_for};
use crate::event::{number, numbers};
use crate::names;
use crate::report::{self, Failure, json_line};

/// Check a transcript: every signature, commitment, draw and move
///
/// The exit code is 0 only if everything holds and nobody was caught cheating. If something does not hold, the first such
/// entry is named, with who answers for it and what is wrong.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The transcript
    file: PathBuf,
    /// Also let every bot whose seed was shown decide again, to see whether somebody tampered with it
    #[arg(long)]
    bots: bool,
    /// Print one JSON object: {"event": "verdict", "verdict": "valid", "faults" or "invalid", …}
    #[arg(long)]
    pub(crate) json: bool,
}

/// What there is to say about a file.
struct Findings {
    report: Report,
    /// Who answers for the first entry that does not hold.
    culprit: Option<Culprit>,
    /// The table after the last entry that holds.
    last: Option<Verification>,
    bots: Option<Vec<BotCheck>>,
}

/// Checks the file and prints what was found.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<report::Verdict, Failure> {
    let transcript = match read(&arguments.file)? {
        Ok(transcript) => transcript,
        Err(why) => {
            if arguments.json {
                let entry = match why {
                    Unreadable::Malformed { part: Part::Entry(index), .. } => Some(index),
                    _ => None,
                };
                let verdict = json!({"event": "verdict", "verdict": "invalid", "entry": entry, "fault": told(&why)});
                json_line(out, &verdict)?;
            } else {
                writeln!(out, "{}", say!("invalid: {why}"))?;
            }
            return Ok(report::Verdict::No);
        }
    };
    let findings = examine(&transcript, arguments.bots);
    if arguments.json {
        json_line(out, &findings.json())?;
    } else {
        findings.print(out)?;
    }
    Ok(if findings.clean() { report::Verdict::Yes } else { report::Verdict::No })
}

/// Reads a transcript. The inner error is about what is in the file; the outer one, that there is none.
pub(crate) fn read(path: &Path) -> Result<Result<Transcript, Unreadable>, Failure> {
    match Transcript::read_file(path) {
        Ok(transcript) => Ok(Ok(transcript)),
        Err(NoFile::Unreadable { why, .. }) => Ok(Err(why)),
        Err(no_file) => Err(no_file.into()),
    }
}

fn examine(transcript: &Transcript, bots: bool) -> Findings {
    let mut verification = match Verification::begin(transcript) {
        Ok(verification) => verification,
        Err(flaw) => {
            let report = Report { verdict: Verdict::Invalid { entry: 0, flaw }, facts: None };
            return Findings { report, culprit: None, last: None, bots: None };
        }
    };
    for (entry, index) in transcript.entries().iter().zip(1..) {
        if let Err(fault) = verification.take(entry, &mut Deaf) {
            let culprit = verification.culprit(entry, &fault);
            let report = verification.clone().stopped(index, fault.into());
            return Findings { report, culprit, last: Some(verification), bots: None };
        }
    }
    let bots = bots.then(|| verify_bots(transcript).ok()).flatten();
    Findings { report: verification.clone().finish(), culprit: None, last: Some(verification), bots }
}

impl Findings {
    fn clean(&self) -> bool {
        let tampered = |check: &BotCheck| matches!(check.finding, BotFinding::Differs { .. });
        self.report.is_clean() && !self.bots.iter().flatten().any(tampered)
    }

    fn print(&self, out: &mut impl Write) -> Result<(), Failure> {
        if let (Some(facts), Some(last)) = (&self.report.facts, &self.last) {
            print_facts(facts, last, out)?;
        }
        for check in self.bots.iter().flatten() {
            writeln!(out, "{}", self.bot_line(check))?;
        }
        match &self.report.verdict {
            Verdict::Valid => writeln!(out, "{}", tr("valid"))?,
            Verdict::ValidWithFaults(faults) => {
                for fault in faults {
                    writeln!(out, "{}", say!("valid, {fault}", fault = fault_line(fault)))?;
                }
            }
            Verdict::Invalid { entry, flaw } => {
                writeln!(out, "{}", invalid_line(*entry, self.culprit.as_ref(), flaw))?;
            }
        }
        Ok(())
    }

    fn bot_line(&self, check: &BotCheck) -> String {
        let runner = self.last.as_ref().map(|last| names::peer(last.state(), check.runner)).unwrap_or_default();
        let bot = say!("the {level} bot of {runner} at {seat}", level = bot_level(&check.level), seat = check.seat);
        match check.finding {
            BotFinding::True { decisions, unopened: 0 } => say!("{bot} played true in {decisions} decisions"),
            BotFinding::True { decisions, unopened } => {
                say!("{bot} played true in {decisions} decisions; {unopened} were never opened")
            }
            BotFinding::Differs { entry, how } => say!("{bot} was tampered with at entry {entry}: {how}"),
            BotFinding::SeedNotShown => say!("{bot} can’t be checked: its seed was not shown"),
            BotFinding::UnknownLevel => say!("{bot} can’t be checked: this program has no such bot"),
        }
    }

    fn json(&self) -> Value {
        let mut object = Map::new();
        let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
        let verdict = match &self.report.verdict {
            Verdict::Valid => "valid",
            Verdict::ValidWithFaults(_) => "faults",
            Verdict::Invalid { .. } => "invalid",
        };
        put("event", "verdict".into());
        put("verdict", verdict.into());
        match &self.report.verdict {
            Verdict::Valid => {}
            Verdict::ValidWithFaults(faults) => {
                put("faults", faults.iter().map(fault_json).collect());
            }
            Verdict::Invalid { entry, flaw } => {
                put("entry", (*entry).into());
                if let Some(Culprit { peer, name, seats }) = &self.culprit {
                    put("peer", names::peer_number(*peer).into());
                    put("name", name.to_string().into());
                    put("seats", numbers(*seats).into());
                }
                put("fault", told(flaw).into());
            }
        }
        if let (Some(facts), Some(last)) = (&self.report.facts, &self.last) {
            facts_json(facts, last).into_iter().for_each(|(key, value)| {
                put(&key, value);
            });
        }
        if let Some(bots) = &self.bots {
            put("bots", bots.iter().map(bot_json).collect());
        }
        Value::Object(object)
    }
}

/// "seat 2 (Mary) at fault at entry 45: …"
pub(crate) fn fault_line(fault: &ProvenFault) -> String {
    let ProvenFault { name, seats, offence, entry, .. } = fault;
    if seats.is_empty() {
        say!("{name}, who has no seat, at fault at entry {entry}: {offence}")
    } else {
        say!("{seats} ({name}) at fault at entry {entry}: {offence}", seats = names::seat_numbers(*seats))
    }
}

/// "invalid at entry 45, for which seat 2 (Mary) answers: …"
pub(crate) fn invalid_line(entry: u64, culprit: Option<&Culprit>, flaw: &Flaw) -> String {
    match (entry, culprit) {
        (0, _) => say!("invalid from the beginning: {flaw}"),
        (entry, None) => say!("invalid at entry {entry}: {flaw}"),
        (entry, Some(Culprit { name, seats, .. })) if seats.is_empty() => {
            say!("invalid at entry {entry}, for which {name} answers, who has no seat: {flaw}")
        }
        (entry, Some(Culprit { name, seats, .. })) => {
            say!(
                "invalid at entry {entry}, for which {seats} ({name}) answers: {flaw}",
                seats = names::seat_numbers(*seats)
            )
        }
    }
}

fn print_facts(facts: &Facts, last: &Verification, out: &mut impl Write) -> Result<(), Failure> {
    let state = last.state();
    writeln!(out, "{}", say!("table words: {words}", words = TableWords::of(facts.game)))?;
    writeln!(out, "{}", say!("game {id}", id = facts.game.0))?;
    let hosts: Vec<String> = facts
        .hosts
        .iter()
        .map(|reign| say!("{host} from entry {entry}", host = names::peer(state, reign.epoch.host), entry = reign.from))
        .collect();
    let hosts = names::list(hosts);
    writeln!(out, "{}", say_count!(facts.entries, "1 entry, hosted by {hosts}", "{count} entries, hosted by {hosts}"))?;
    for draw in &facts.void_draws {
        let (entry, name) = (draw.entry, names::peer(state, draw.peer));
        writeln!(out, "{}", say!("a draw was void at entry {entry}, for want of {name}’s link"))?;
    }
    for withheld in &facts.withheld {
        let (seat, slot, entry) = (withheld.seat, withheld.slot.index() + 1, withheld.entry);
        writeln!(out, "{}", say!("{seat} kept slot {slot} back at entry {entry}"))?;
    }
    for time_out in &facts.time_outs {
        let (seat, entry) = (time_out.seat, time_out.entry);
        writeln!(out, "{}", say!("{seat} ran out of time at entry {entry}"))?;
    }
    for bot in &facts.stand_ins {
        let (seat, runner, entry) = (bot.seat, names::peer(state, bot.runner), bot.entry);
        let level = bot_level(&bot.level);
        writeln!(out, "{}", say!("a {level} bot of {runner} took {seat} at entry {entry}"))?;
    }
    for absence in &facts.absences {
        let (who, why, from) = (names::peer(state, absence.peer), tr(why_away(absence.why)), absence.from);
        let line = match absence.until {
            Some(until) => say!("{who} was away from entry {from} to entry {until}: {why}"),
            None => say!("{who} was away from entry {from} to the end: {why}"),
        };
        writeln!(out, "{line}")?;
    }
    match facts.ending {
        Ending::BrokenOff => {
            writeln!(out, "{}", say!("broken off: the table waits for {what}", what = waits_for(state)))?;
        }
        Ending::Over { entry, outcome } => {
            let scores = outcome.scores.iter().map(|(seat, &score)| {
                let (amount, name) = (doubloons_words::number(score), names::seat(state, seat));
                match outcome.winners.contains(seat) {
                    true => say!("{amount} for {name}, who wins"),
                    false => say!("{amount} for {name}"),
                }
            });
            let scores = names::list(scores.collect());
            writeln!(out, "{}", say!("over at entry {entry}: {scores}"))?;
        }
    }
    Ok(())
}

fn why_away(why: WhyAway) -> &'static str {
    match why {
        WhyAway::Left => mark("left"),
        WhyAway::Lost => mark("nothing was heard of them"),
        WhyAway::WithheldLink => mark("kept a link back"),
        WhyAway::Disqualified => mark("disqualified"),
    }
}

fn fault_json(fault: &ProvenFault) -> Value {
    json!({
        "entry": fault.entry,
        "peer": names::peer_number(fault.peer),
        "name": fault.name.to_string(),
        "seats": numbers(fault.seats),
        "offence": told(&fault.offence),
    })
}

fn bot_json(check: &BotCheck) -> Value {
    let (finding, details) = match check.finding {
        BotFinding::True { decisions, unopened } => ("true", json!({"decisions": decisions, "unopened": unopened})),
        BotFinding::Differs { entry, how } => ("differs", json!({"entry": entry, "how": told(&how)})),
        BotFinding::SeedNotShown => ("seed_not_shown", json!({})),
        BotFinding::UnknownLevel => ("unknown_level", json!({})),
    };
    let mut value = json!({
        "seat": number(check.seat),
        "runner": names::peer_number(check.runner),
        "level": check.level.to_string(),
        "finding": finding,
    });
    if let (Value::Object(all), Value::Object(more)) = (&mut value, details) {
        all.extend(more);
    }
    value
}

fn facts_json(facts: &Facts, last: &Verification) -> Map<String, Value> {
    let (state, peer) = (last.state(), names::peer_number);
    let hosts = facts.hosts.iter().map(|reign| {
        let (host, epoch) = (reign.epoch.host, reign.epoch.number);
        json!({"entry": reign.from, "epoch": epoch, "peer": peer(host), "name": names::peer(state, host)})
    });
    let absences = facts.absences.iter().map(|absence| {
        let (from, until, why) = (absence.from, absence.until, why_away(absence.why));
        json!({"peer": peer(absence.peer), "from": from, "until": until, "why": why})
    });
    let stand_ins = facts.stand_ins.iter().map(|bot| {
        json!({
            "entry": bot.entry,
            "seat": number(bot.seat),
            "runner": peer(bot.runner),
            "level": bot.level.to_string(),
        })
    });
    let withheld = facts.withheld.iter().map(
        |withheld| json!({"entry": withheld.entry, "seat": number(withheld.seat), "slot": withheld.slot.index() + 1}),
    );
    let void = facts.void_draws.iter().map(|draw| json!({"entry": draw.entry, "peer": peer(draw.peer)}));
    let time_outs = facts.time_outs.iter().map(|late| json!({"entry": late.entry, "seat": number(late.seat)}));
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
    put("game", facts.game.0.to_string().into());
    put("words", TableWords::of(facts.game).to_string().into());
    put("entries", facts.entries.into());
    put("hosts", hosts.collect());
    put("void_draws", void.collect());
    put("withheld", withheld.collect());
    put("time_outs", time_outs.collect());
    put("stand_ins", stand_ins.collect());
    put("absences", absences.collect());
    match facts.ending {
        Ending::BrokenOff => {
            put("over", false.into());
        }
        Ending::Over { entry, outcome } => {
            put("over", true.into());
            put("over_at", entry.into());
            put("scores", outcome.scores.iter().map(|(_, &score)| Value::from(score)).collect());
            put("winners", numbers(outcome.winners).into());
        }
    }
    object
}
