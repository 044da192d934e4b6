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
use crate::pipeline::observe::{self};

/// Most findings that are written out; the tables hold the others.
const MOST: usize = 40;

/// The text of `phases/<phase>.md`. `refused` are files that no dataset reads though one should, each with why.
pub fn observed(phase: ObservedPhase<'_>, refused: &[(String, String)]) -> String {
    let documents = &phase.campaign.manifest.documents;
    let title = documents.iter().find(|document| document.phase == phase.name());
    let title = title.map_or_else(|| format!("Phase {}", phase.name()), |document| document.title.clone());
    let mut out = String::from("---\n");
    out.push_str(&format!("phase: {}\ntitle: {}\n", yaml(phase.name()), yaml(&title)));
    let (findings, unsaid) = all_findings(phase);
    out.push_str("lede: >-\n");
    if let Some(first) = findings.iter().rev().max_by(|a, b| a.strength.total_cmp(&b.strength)) {
        out.push_str(&format!("  {}\n", first.lede));
    }
    out.push_str("  {{ accounting.values | count }} values were read from {{ accounting.files | count }} files.\n");
    out.push_str("# arms:\n");
    for arm in &phase.records.data.arms {
        out.push_str(&format!("#   {}: what it stands for\n", yaml(arm)));
    }
    out.push_str("---\n\n## Arms\n\n## Environment and design\n\n## Results\n\n## Interpretation\n\n### Measured\n\n");
    for dataset in phase.datasets() {
        out.push_str(&read(dataset));
    }
    findings.iter().take(MOST).for_each(|finding| out.push_str(&finding.item));
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
    if unsaid {
        limits.push(
            "- Comparisons of single runs stand in the tables alone: nothing is known of how such runs vary.\n"
                .to_owned(),
        );
    }
    for (path, why) in refused.iter().filter(|(path, _)| can_stand(path)) {
        // Both are foreign words. Quoted words in a span of code would ask for longer fences.
        let why = why.replace('`', "'");
        limits.push(match why.strip_prefix("was not read: ") {
            Some(why) => format!("- {} was not read: {}.\n", code(path), code(why)),
            None => format!("- {}: {}.\n", code(path), code(&why)),
        });
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
        0 => ("no failure is recorded", "is(value=0)"),
        _ => ("failures are recorded", "at_least(value=1)"),
    };
    format!(
        "- **Outputs of {}: {says}.** {{{{ {} | count }}}} values from {{{{ {} | count }}}} files. Failed or broken-off\n  \
         runs: {{{{ {} | count }}}}. {{{{ claim(that={} | {condition}) }}}}\n",
        code(about),
        count("values"),
        count("files"),
        count("failed"),
        count("failed"),
    )
}

/// What a comparison is stated as.
struct Finding {
    /// The item of the list.
    item: String,
    /// One sentence for the lede.
    lede: String,
    /// Distance of the interval from 1 on a logarithmic scale; negative where it includes 1, least where there is none.
    strength: f64,
}

/// One a case, comparison and metric whose better direction is known, and whether comparisons of single runs were left
/// out. What two datasets tell alike, as two exports of one run do, is stated once.
fn all_findings(phase: ObservedPhase<'_>) -> (Vec<Finding>, bool) {
    let (mut out, mut unsaid) = (Vec::new(), false);
    let mut stated: Vec<(&str, &str, &str, f64)> = Vec::new();
    let shown = |dataset: &DatasetView<'_>| dataset.declared.shown && !matches!(dataset.declared.kind, Kind::Probes);
    for dataset in phase.datasets().filter(shown) {
        for compared in &dataset.results.comparisons {
            let (Some(named), Some(metric)) = (comparison(dataset, compared), measure(dataset, compared.measure))
            else {
                continue;
            };
            let Some(finding) = finding(dataset, compared) else { continue };
            if matches!(compared.inference, Inference::None(_))
                && is_single(dataset, compared, &named.numerator, &named.denominator)
            {
                unsaid = true;
                continue;
            }
            let ratio =
                compared.changes.first().and_then(|(_, change)| change.as_ref().ok()).map_or(f64::NAN, |one| one.ratio);
            let key = (dataset.case(compared.case), named.name.as_str(), metric);
            let alike = |one: &(&str, &str, &str, f64)| {
                (one.0, one.1, one.2) == key && (one.3 - ratio).abs() <= SAME * ratio.abs()
            };
            if !stated.iter().any(alike) {
                stated.push((key.0, key.1, key.2, ratio));
                out.push(finding);
            }
        }
    }
    (out, unsaid)
}

/// Relative difference up to which two exports of one run tell the same: they print different numbers of digits.
const SAME: f64 = 1e-6;

/// Whether what is compared is one run of an arm, or both.
fn is_single(dataset: DatasetView<'_>, compared: &Compared, numerator: &str, denominator: &str) -> bool {
    let of = |arm: &str| {
        let at = dataset.found.arms.iter().position(|known| known == arm);
        let all = dataset.found.series.iter();
        all.filter(move |series| (series.case, Some(series.arm)) == (compared.case, at))
    };
    let most = |arm: &str| {
        let own = of(arm).filter(|series| match compared.measure {
            Measure::Metric(metric) => series.metric == metric,
            Measure::Formula(_) => true,
        });
        let own = own.map(|series| series.samples.len()).max().filter(|count| *count > 0);
        // Of what a tool tells the summary alone, its other samples tell the number of runs.
        own.or_else(|| of(arm).map(|series| series.samples.len()).max())
    };
    // An arm without any sample has a tool's summaries alone, of as many runs as the tool made.
    [numerator, denominator].into_iter().any(|arm| most(arm) == Some(1))
}

/// Whether an arm has one number that stands for a metric.
fn is_told(dataset: DatasetView<'_>, case: usize, metric: usize, arm: &str) -> bool {
    let arm = dataset.found.arms.iter().position(|known| known == arm);
    let mut all = dataset.found.series.iter().zip(&dataset.results.summaries);
    let of = all.find(|(series, _)| (series.case, series.metric, Some(series.arm)) == (case, metric, arm));
    of.is_some_and(|(series, summary)| observe::headline(dataset.declared, series, summary.as_ref()).is_some())
}

fn finding(dataset: DatasetView<'_>, compared: &Compared) -> Option<Finding> {
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
        return Some(Finding {
            item: format!(
                "- **{about}: {says}, without an interval.** {what} is {{{{ {ratio} | ratio }}}}\n  {arms}. \
                 {{{{ claim(that={ratio} | {condition}) }}}}\n"
            ),
            lede: format!("{about}: {} is {{{{ {ratio} | ratio }}}}, without an interval.", lower(&what)),
            strength: f64::NEG_INFINITY,
        });
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
    Some(Finding {
        item: format!(
            "- **{about}: the interval {says}.** {what} is {{{{ {ratio} | interval }}}}\n  {arms}. \
             {{{{ claim(that={ratio} | {condition}) }}}}\n"
        ),
        lede: format!("{about}: {} is {{{{ {ratio} | interval }}}}.", lower(&what)),
        strength: if low > 0.0 { low.ln().max(-high.ln()) } else { f64::NEG_INFINITY },
    })
}

/// The item of a comparison in which one arm is zero, so that the difference is told.
fn difference(compared: &Compared, about: &str, ratio: &str, arms: &str) -> Option<Finding> {
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
    Some(Finding {
        item: format!(
            "- **{about}: {says}, {runs}.** With zero no ratio can be formed. {what} is\n  {{{{ {ratio}.difference | value }}}} {arms}. \
             {{{{ claim(that={ratio}.difference | {condition}) }}}}\n"
        ),
        lede: format!("{about}: {} is {{{{ {ratio}.difference | value }}}}.", lower(&what)),
        // From nothing to something, or back, is more than any ratio.
        strength: if found.told_apart == Some(true) { f64::INFINITY } else { f64::NEG_INFINITY },
    })
}

/// A phrase within a sentence that it begins.
fn lower(phrase: &str) -> String {
    phrase.strip_prefix('T').map_or_else(|| phrase.to_owned(), |rest| format!("t{rest}"))
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
