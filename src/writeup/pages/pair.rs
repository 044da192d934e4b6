//! What is written about what: each phase with its write-up.

use std::collections::BTreeMap;

use super::Settings;
use crate::evidence::collect::AnyPhase;
use crate::evidence::{Basis, Ledger};
use crate::problem::{Kind, Outcome, Place, Problem};
use crate::writeup::content::{Authored, Content};
use crate::writeup::lines;

/// Names from the data that hold a character which write-ups keep for themselves: printed, they could pass for a token.
pub(super) fn refuse_reserved(ledger: &Ledger) -> Outcome<()> {
    let mut problems = Vec::new();
    for evidence in ledger.entries() {
        let Some((_, c)) = lines::reserved(&evidence.id) else { continue };
        problems.push(Problem::new(
            Kind::Input,
            "writeup::reserved",
            Place::file("campaign.yaml"),
            format!("a name in {} holds the reserved character U+{:04X}", evidence.id.escape_unicode(), u32::from(c)),
            "rename it where it is declared and pin the campaign again",
        ));
        if problems.len() == 3 {
            break;
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

/// Each phase with its write-up, in the manifest's order.
pub(super) fn pair<'a>(
    content: &'a Content,
    basis: &'a Basis,
    settings: &Settings,
) -> Outcome<Vec<(AnyPhase<'a>, &'a Authored)>> {
    let mut problems = Vec::new();
    let mut by_phase: BTreeMap<&str, &Authored> = BTreeMap::new();
    for authored in &content.phases {
        let name = authored.front.phase.as_str();
        let place = || Place::line(&authored.file, authored.front.phase_line);
        if !basis.every().any(|phase| phase.name() == name) {
            let known: Vec<&str> = basis.every().map(|phase| phase.name()).collect();
            problems.push(Problem::new(
                Kind::Input,
                "writeup::no-such-phase",
                place(),
                format!("writes up phase `{name}`, which campaign.yaml does not declare"),
                format!("use one of {}", known.join(", ")),
            ));
        }
        if let Some(other) = by_phase.insert(name, authored) {
            problems.push(Problem::new(
                Kind::Input,
                "writeup::phase-twice",
                place(),
                format!("writes up phase `{name}`, which {} writes up already", other.file),
                "keep one of the two",
            ));
        }
    }
    for wanted in &settings.phases {
        if !basis.every().any(|phase| phase.name().eq_ignore_ascii_case(wanted)) {
            let known: Vec<&str> = basis.every().map(|phase| phase.name()).collect();
            problems.push(Problem::new(
                Kind::Usage,
                "writeup::no-such-phase",
                Place::default(),
                format!("there is no phase `{wanted}` in this campaign"),
                format!("use one of {}", known.join(", ")),
            ));
        }
    }
    let mut paired = Vec::new();
    for phase in basis.every() {
        let wanted = settings.phases.is_empty()
            || settings.phases.iter().any(|wanted| wanted.eq_ignore_ascii_case(phase.name()));
        match by_phase.get(phase.name()) {
            _ if !wanted => {}
            Some(authored) => paired.push((phase, *authored)),
            None => problems.push(Problem::new(
                Kind::Input,
                "writeup::phase-unwritten",
                Place::line("campaign.yaml", phase.declared().line),
                format!("phase {} has no write-up", phase.name()),
                format!(
                    "write phases/{}.md with `phase: {}` in its front matter",
                    phase.name().to_lowercase(),
                    phase.name()
                ),
            )),
        }
    }
    if problems.is_empty() { Ok(paired) } else { Err(problems) }
}
