//! A first write-up of a phase without a plan, and of a campaign that was imported.

use super::HYPOTHESES;
use super::words::{can_stand, code, quoted, yaml};
use crate::analysis::observed::results::{Compared, Inference, Measure};
use crate::campaign::datasets::Kind;
use crate::evidence::collect::ObservedPhase;
use crate::evidence::collect::observed::DatasetView;
use crate::evidence::collect::observed::comparisons::{comparison, measure};
use crate::ingest::reading::SaidKind;
use crate::number::Direction;
use crate::pipeline::observe;

/// Most findings that are written out; the tables hold the others.
const MOST: usize = 40;

/// The text of `phases/<phase>.md`. `refused` are files that no dataset reads though one should, each with why.
pub fn observed(phase: ObservedPhase<'_>, refused: &[(String, String)]) -> String {
    let documents = &phase.campaign.manifest.documents;
    let title = documents.iter().find(|document| document.phase == phase.name());
    let title = title.map_or_else(|| format!("Phase {}", phase.name()), |document| document.title.clone());
    let mut out = String::from("---\n");
    out.push_str(&format!("phase: {}\ntitle: {}\n", yaml(phase.name()), yaml(&title)));
    out.push_str(
        "lede: >-\n  {{ accounting.values | count }} values were read from {{ accounting.files | count }} files.\n",
    );
    out.push_str("# arms:\n");
    for arm in &phase.records.data.arms {
        out.push_str(&format!("#   {}: what it stands for\n", yaml(arm)));
    }
    out.push_str("---\n\n## Arms\n\n## Environment and design\n\n## Results\n\n## Interpretation\n\n### Measured\n\n");
    for dataset in phase.datasets() {
        out.push_str(&read(dataset));
    }
    let findings: Vec<String> = phase.datasets().flat_map(findings).collect();
    findings.iter().take(MOST).for_each(|finding| out.push_str(finding));
    if findings.len() > MOST {
        out.push_str("\n{# There are more comparisons; the tables hold them all. #}\n");
    }
    out.push_str(HYPOTHESES);
    out.push_str("\n## Limits\n");
    let mut limits = Vec::new();
    if phase.datasets().any(|dataset| !dataset.results.comparisons.is_empty()) {
        limits.push(
            "- Which runs were made when, and what else ran meanwhile, is not part of the data. The comparisons are \
             unpaired, and nothing was done to keep such influences out of them.\n"
                .to_owned(),
        );
    }
    for (path, why) in refused.iter().filter(|(path, _)| can_stand(path)) {
        limits.push(format!("- {}: {}.\n", code(path), code(why)));
    }
    if !limits.is_empty() {
        out.push('\n');
    }
    out.push_str(&limits.concat());
    out
}

/// The text of `campaign.md` of an imported campaign.
pub fn campaign(name: &str, phase: &str) -> String {
    let of = |key: &str| format!("phases[{}].accounting.{key}", quoted(phase));
    format!(
        "---\ntitle: {}\nlede: >-\n  Outputs of other tools, {{{{ {} | count }}}} files with {{{{ {} | count }}}} values in \
         phase {phase}, as they\n  were written.\n---\n\nWhy the runs were made, and of what, is for their author to say here.\n",
        yaml(name),
        of("files"),
        of("values"),
    )
}

/// What a dataset's files hold, and whether they tell of failures.
fn read(dataset: DatasetView<'_>) -> String {
    let name = quoted(&dataset.declared.name);
    let count = |key: &str| format!("accounting[{name}].{key}");
    let told = |kinds: &[SaidKind]| dataset.found.said.iter().filter(|one| kinds.contains(&one.said.kind)).count();
    let failed = told(&[SaidKind::Failed, SaidKind::Aborted]);
    let about = if dataset.declared.about.is_empty() { &dataset.declared.name } else { &dataset.declared.about };
    let (says, condition) = match failed {
        0 => ("none of them tells of a failure", "is(value=0)"),
        _ => ("they tell of failures", "at_least(value=1)"),
    };
    format!(
        "- **{}: {says}.** {{{{ {} | count }}}} values from {{{{ {} | count }}}} files; failures or broken-off runs:\n  \
         {{{{ {} | count }}}}. {{{{ claim(that={} | {condition}) }}}}\n",
        code(about),
        count("values"),
        count("files"),
        count("failed"),
        count("failed"),
    )
}

/// One item a case, comparison and metric whose better direction is known.
fn findings(dataset: DatasetView<'_>) -> Vec<String> {
    if !dataset.declared.shown || matches!(dataset.declared.kind, Kind::Probes) {
        return Vec::new();
    }
    dataset.results.comparisons.iter().filter_map(|compared| finding(dataset, compared)).collect()
}

/// Whether an arm has one number that stands for a metric.
fn is_told(dataset: DatasetView<'_>, case: usize, metric: usize, arm: &str) -> bool {
    let arm = dataset.found.arms.iter().position(|known| known == arm);
    let mut all = dataset.found.series.iter().zip(&dataset.results.summaries);
    let of = all.find(|(series, _)| (series.case, series.metric, Some(series.arm)) == (case, metric, arm));
    of.is_some_and(|(series, summary)| observe::headline(dataset.declared, series, summary.as_ref()).is_some())
}

fn finding(dataset: DatasetView<'_>, compared: &Compared) -> Option<String> {
    let named = comparison(dataset, compared)?;
    let metric = measure(dataset, compared.measure)?;
    let better = match compared.measure {
        Measure::Metric(at) => dataset.found.metrics.get(at)?.better,
        Measure::Formula(at) => dataset.declared.derived.get(at)?.better.unwrap_or(Direction::None),
    };
    let case = dataset.case(compared.case);
    let names = [case, named.name.as_str(), named.numerator.as_str(), named.denominator.as_str(), metric];
    if better == Direction::None || !names.into_iter().all(can_stand) {
        return None;
    }
    if let Measure::Metric(at) = compared.measure
        && ![&named.numerator, &named.denominator].into_iter().all(|arm| is_told(dataset, compared.case, at, arm))
    {
        return None;
    }
    let figure = |of: &str| format!("{}[{}][{}][{}]", dataset.declared.name, quoted(case), quoted(of), quoted(metric));
    let ratio = figure(&named.name);
    let (statistic, change) = compared.changes.first()?;
    let about = format!("{} of {}, {}", code(metric), code(case), code(&named.name));
    let arms = |joined: &str| {
        let [numerator, denominator] = [&named.numerator, &named.denominator].map(|arm| figure(arm));
        format!("({{{{ {numerator} | value }}}} {joined}\n  {{{{ {denominator} | value }}}})")
    };
    let Ok(change) = change else { return difference(compared, &about, &ratio, &arms("less")) };
    let arms = arms("over");
    let interval = match &compared.inference {
        Inference::Paired { estimate, .. } => Some((estimate.low, estimate.high)),
        Inference::Unpaired { ratio: Ok(ratio), .. } => Some((ratio.low, ratio.high)),
        Inference::Unpaired { .. } | Inference::None(_) => None,
    };
    let what = match (&compared.inference, statistic.as_str()) {
        (Inference::Paired { .. }, _) => "The geometric mean of the ratios of pairs".to_owned(),
        (_, observe::VALUE) => "The ratio".to_owned(),
        (_, statistic) => format!("The ratio of the {}", plural(statistic)),
    };
    let Some((low, high)) = interval else {
        let (says, condition) = match change.ratio {
            ratio if ratio < 1.0 => ("the ratio lies below 1", "below(value=1)"),
            ratio if ratio > 1.0 => ("the ratio lies above 1", "above(value=1)"),
            _ => ("the two are equal", "is(value=1)"),
        };
        return Some(format!(
            "- **{about}: {says}, without an interval.** {what} is {{{{ {ratio} | ratio }}}}\n  {arms}. \
             {{{{ claim(that={ratio} | {condition}) }}}}\n"
        ));
    };
    let (says, condition) = if high < 1.0 {
        ("lies below 1", "below(value=1)")
    } else if low > 1.0 {
        ("lies above 1", "above(value=1)")
    } else {
        ("includes 1", "includes(value=1)")
    };
    let arms = match compared.inference {
        Inference::Paired { .. } => format!(
            "{}; {{{{ why_apart(text=\"medians of their own, which a paired ratio need not match\") }}}})",
            arms.trim_end_matches(')')
        ),
        _ => arms,
    };
    Some(format!(
        "- **{about}: the interval {says}.** {what} is {{{{ {ratio} | interval }}}}\n  {arms}. \
         {{{{ claim(that={ratio} | {condition}) }}}}\n"
    ))
}

/// The item of a comparison in which one arm is zero, so that the difference is told.
fn difference(compared: &Compared, about: &str, ratio: &str, arms: &str) -> Option<String> {
    let found = compared.difference.as_ref()?;
    let (says, condition) = match found.value {
        value if value > 0.0 => ("the difference is positive", "above(value=0)"),
        _ => ("the difference is negative", "below(value=0)"),
    };
    let runs = match found.told_apart {
        Some(true) => "and the runs tell the arms apart",
        Some(false) => "and the runs do not tell the arms apart",
        None => "without an interval",
    };
    let what = match found.statistic.as_str() {
        observe::VALUE => "The difference".to_owned(),
        statistic => format!("The difference of the {}", plural(statistic)),
    };
    Some(format!(
        "- **{about}: {says}, {runs}.** With zero no ratio can be formed. {what} is\n  {{{{ {ratio}.difference | value }}}} {arms}. \
         {{{{ claim(that={ratio}.difference | {condition}) }}}}\n"
    ))
}

/// A statistic of several arms.
fn plural(statistic: &str) -> String {
    match statistic {
        "median" | "mean" | "unclear_mean" => format!("{}s", statistic.replace('_', " ")),
        "min" => "minima".to_owned(),
        "max" => "maxima".to_owned(),
        statistic => statistic.replace('_', " "),
    }
}
