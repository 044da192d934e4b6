//! A first write-up of a phase: all sections, and a sentence a finding that the data support, bound and claimed already.
//!
//! It states what the rule of the analysis says of each interval and nothing else. Hypotheses are the author's to think
//! of. [`phase`] writes up a planned phase, [`observed()`] one without a plan.

mod observed;
mod words;

pub use observed::{campaign, observed};
use words::{code, quoted, yaml};

use crate::analysis::{CaseOutcome, MetricResult};
use crate::evidence::collect::Phase;
use crate::number::{Direction, Metric};

/// The text of `phases/<phase>.md`.
pub fn phase(phase: Phase<'_>) -> String {
    let plan = &phase.records.plan;
    let title = phase
        .campaign
        .manifest
        .documents
        .iter()
        .find(|document| document.phase == phase.name())
        .map_or_else(|| format!("Phase {}", phase.name()), |document| document.title.clone());
    let title = title.strip_prefix(&format!("Phase {}: ", phase.name())).unwrap_or(&title).to_string();
    let mut out = String::from("---\n");
    out.push_str(&format!("phase: {}\ntitle: {}\n", yaml(phase.name()), yaml(&title)));
    out.push_str("lede: >-\n  Of {{ accounting.planned | count }} planned processes {{ accounting.analysed | count }} are analysed.\n");
    out.push_str("# arms:\n");
    for arm in &plan.arms {
        out.push_str(&format!("#   {}: what it stands for\n", yaml(&arm.name)));
    }
    out.push_str("# cases:\n");
    for case in &plan.cases {
        out.push_str(&format!("#   {}: what it does\n", yaml(&case.name)));
    }
    out.push_str("---\n\n## Arms\n\n## Environment and design\n\n## Results\n\n## Interpretation\n\n### Measured\n\n");
    let sentences = findings(phase);
    if sentences.is_empty() {
        out.push_str("No case has a result.\n");
    }
    out.push_str(&sentences.join(""));
    out.push_str(HYPOTHESES);
    out.push_str("\n## Limits\n");
    out
}

/// The section of hypotheses, with what one looks like.
const HYPOTHESES: &str = "\n### Hypotheses\n\nNone has been written down.\n\n{#\nEach hypothesis is an item of a list and says what would \
     test it:\n- The difference may come from … {{ would_test(how=\"A profile of …\") }}\n#}\n";

/// One item a case, comparison and metric that has an estimate and a direction.
fn findings(phase: Phase<'_>) -> Vec<String> {
    let records = phase.records;
    let mut out = Vec::new();
    for case in &phase.analysed.results.cases {
        let CaseOutcome::Analysed(results) = &case.outcome else { continue };
        for (at, comparison) in records.spec.comparisons.iter().enumerate() {
            for (name, result) in records.spec.metrics.iter().zip(results) {
                let metric = Metric::named(name);
                let MetricResult::Analysed(estimates) = result else { continue };
                let Some(estimate) = estimates.comparisons.get(at) else { continue };
                if metric.direction == Direction::None {
                    continue;
                }
                let figure = format!("cases[{}][{}][{}]", quoted(&case.name), quoted(&comparison.name), quoted(name));
                let arm = |arm: &str| format!("cases[{}][{}][{}]", quoted(&case.name), quoted(arm), quoted(name));
                let about = format!("{} of {}, {}", code(name), code(&case.name), code(&comparison.name));
                let (says, condition) = if estimate.high < 1.0 {
                    ("lies below 1", "below(value=1)")
                } else if estimate.low > 1.0 {
                    ("lies above 1", "above(value=1)")
                } else {
                    ("includes 1", "includes(value=1)")
                };
                out.push(format!(
                    "- **{about}: the interval {says}.** The ratio is {{{{ {figure} | interval }}}}\n  ({{{{ {} | value }}}} over \
                     {{{{ {} | value }}}}; {{{{ why_apart(text=\"medians of their own, which a paired ratio need not match\") }}}}).\n  {{{{ claim(that={figure} | {condition}) }}}}\n",
                    arm(&comparison.numerator),
                    arm(&comparison.denominator),
                ));
            }
        }
    }
    out
}
