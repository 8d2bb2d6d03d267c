//! What everybody who thinks ahead begins with: the tree of the round, and what each ship is worth by herself.

use super::appraisal::Appraisal;
use super::foresight::Foresight;
use super::outlook::Judgement;
use super::thinking::Meter;
use crate::caribbean::Caribbean;

/// A look at the ships that are still to come.
#[derive(Debug)]
pub(super) struct Lookout<'a> {
    pub(super) foresight: Foresight<'a>,
    pub(super) appraisal: Appraisal,
}

impl<'a> Lookout<'a> {
    /// Looks at the ships from number `next` on.
    pub(super) fn new(
        table: &'a Caribbean,
        judgement: &'static Judgement,
        next: usize,
        meter: &mut Meter,
    ) -> Lookout<'a> {
        Foresight::new(table, judgement).look_around(next, meter)
    }
}

impl<'a> Foresight<'a> {
    /// Looks at the ships from number `next` on, from where they are now.
    pub(super) fn look_around(mut self, next: usize, meter: &mut Meter) -> Lookout<'a> {
        let waters = *self.outlook().table().waters();
        let appraisal = Appraisal::new(&mut self, &waters, next, meter);
        Lookout { foresight: self, appraisal }
    }
}
