//! Rule `mixed-sources`: the figures of one statement come from one phase, or the others are named in it. What was printed
//! of the page's own phase elsewhere stands apart from what was computed if the statement says that it is printed.

use super::statement::{Printed, Statement};
use super::words::names_phase;
use super::{Draft, Rule, problem};
use crate::document::Standing;
use crate::evidence::Derivation;
use crate::problem::Problem;

/// Figures are formed from figures that were formed no deeper than this.
const DEEPEST: usize = 8;

pub fn find(draft: Draft<'_>, statement: &Statement<'_>) -> Vec<Problem> {
    // What each figure stands on, and whether its phase has to be named in any case.
    let mut sources: Vec<(String, bool, &Printed)> = Vec::new();
    for printed in &statement.printed {
        let mut phases = Vec::new();
        phases_of(draft, &printed.figure.evidence, 0, &mut phases);
        for phase in phases {
            if !sources
                .iter()
                .any(|(known, cited, _)| *known == phase && *cited == (printed.figure.standing == Standing::Cited))
            {
                sources.push((phase, printed.figure.standing == Standing::Cited, printed));
            }
        }
    }
    let mut phases: Vec<&str> = sources.iter().map(|(phase, ..)| phase.as_str()).collect();
    phases.sort_unstable();
    phases.dedup();
    let mut out = Vec::new();
    for (phase, cited, printed) in &sources {
        let own = match draft.phase {
            Some(own) => own == phase,
            None => phases.len() == 1,
        };
        let apart = !cited || (draft.phase.is_some() && statement.words.contains("print"));
        if (own && apart) || names_phase(&statement.words, phase) {
            continue;
        }
        let what = if *cited { "quoted from" } else { "from the data of" };
        let text = crate::evidence::printed::typed(&printed.figure.text);
        out.push(problem(
            Rule::MixedSources,
            statement.place_of(printed),
            format!("`{text}` is {what} phase {phase}, which {} does not name", statement.called()),
            format!("name phase {phase} in it, or part what comes from it into a statement of its own"),
        ));
    }
    out
}

/// Phases whose data a figure was made from.
fn phases_of(draft: Draft<'_>, id: &str, depth: usize, out: &mut Vec<String>) {
    let Some(evidence) = draft.desk.figure(id) else { return };
    let formed = id.split(':').nth(1) == Some("formed");
    if let (true, Derivation::Computed { from, .. }, true) = (formed, &evidence.derivation, depth < DEEPEST) {
        from.iter().for_each(|id| phases_of(draft, id, depth + 1, out));
    } else if let Some(phase) = evidence.phase
        && !out.contains(&phase)
    {
        out.push(phase);
    }
}
