//! When the runner began and ended: what a write-up quotes in place of a typed date.

use super::Phase;
use crate::document::{Standing, Target};
use crate::evidence::ledger::id;
use crate::evidence::{Amount, Derivation, Evidence, Ledger};

pub(super) fn collect(phase: Phase<'_>, ledger: &mut Ledger) {
    let file = phase.records.path("runner.jsonl");
    let events = &phase.records.events;
    for (key, event, word) in [("started", events.first(), "first"), ("ended", events.last(), "last")] {
        let Some(event) = event else { continue };
        ledger.enter(Evidence {
            id: id(&[phase.name(), "run", key]),
            phase: Some(phase.name().to_string()),
            what: format!("time stamp of the {word} event of the runner"),
            amount: Amount::Text(event.time.clone()),
            interval: None,
            unit: String::new(),
            standing: Standing::Measured,
            derivation: Derivation::Declared { file: file.clone(), at: format!("{word} event") },
            shown: Some(Target::File(format!("inputs/{file}"))),
        });
    }
}
