//! What a dataset reports: metrics, formulas, quantiles, and what it is held against.

use super::values::{better, each, nameless, pairs};
use super::{Agrees, DeclaredMetric, DeclaredQuantile, Derived};
use crate::analysis::quantile::Quantile;
use crate::problem::Problems;
use crate::source::{Fields, Source, quote};

pub(super) fn metrics(source: &Source, entry: &Fields<'_>, problems: &mut Problems) -> Vec<DeclaredMetric> {
    let mut out: Vec<DeclaredMetric> = Vec::new();
    for (node, fields) in each(source, entry, "metrics", problems) {
        let metric = match (&node.tree, fields) {
            (crate::source::Tree::Text(name), _) => DeclaredMetric {
                name: name.clone(),
                from: name.clone(),
                statistic: None,
                unit: None,
                meaning: String::new(),
                better: None,
            },
            (_, Some(fields)) => {
                fields.refuse_others(&["name", "from", "statistic", "unit", "meaning", "better"], problems);
                let name = fields.text("name", problems).unwrap_or_default();
                DeclaredMetric {
                    from: fields.optional_text("from", problems).unwrap_or_else(|| name.clone()),
                    statistic: fields.optional_text("statistic", problems),
                    unit: fields.optional_text("unit", problems),
                    meaning: fields.optional_text("meaning", problems).unwrap_or_default(),
                    better: better(&fields, problems),
                    name,
                }
            }
            _ => continue,
        };
        if metric.name.trim().is_empty() {
            problems.push(nameless(entry, "metrics"));
        }
        if out.iter().any(|other| other.from == metric.from) {
            problems.push(source.problem(
                "datasets::twice",
                node.span,
                format!("the metric {} of the files stands there twice", quote(&metric.from)),
                "name it once",
            ));
        }
        out.push(metric);
    }
    out
}

pub(super) fn derived(source: &Source, entry: &Fields<'_>, problems: &mut Problems) -> Vec<Derived> {
    let mut out: Vec<Derived> = Vec::new();
    for (_, fields) in each(source, entry, "derived", problems) {
        let Some(fields) = fields else { continue };
        fields.refuse_others(&["name", "formula", "unit", "better"], problems);
        let (Some(name), Some(formula)) = (fields.text("name", problems), fields.text("formula", problems)) else {
            continue;
        };
        if name.trim().is_empty() {
            problems.push(nameless(&fields, "name"));
        } else if out.iter().any(|other| other.name == name) {
            problems.push(fields.problem(
                "name",
                "datasets::twice",
                format!("two formulas are called {}", quote(&name)),
                "give each a name of its own, under which a text finds its values",
            ));
        }
        out.push(Derived {
            name,
            formula,
            line: fields.line(),
            unit: fields.optional_text("unit", problems).unwrap_or_default(),
            better: better(&fields, problems),
        });
    }
    out
}

/// Figures of a series or of a ratio, beside which a quantile stands by its name.
const PARTS: [&str; 26] = [
    "count",
    "denominator_first",
    "high",
    "largest_block",
    "largest_left_out",
    "low",
    "mad",
    "max",
    "mean",
    "median",
    "min",
    "n",
    "numerator_first",
    "p",
    "p_floor",
    "sd",
    "seconds",
    "share",
    "smallest_block",
    "smallest_left_out",
    "spread",
    "sum",
    "sum_over_count",
    "u_p",
    "value",
    "values",
];

/// Whether a figure of a series has that name already: one of [`PARTS`], a run, or what a tool printed.
fn is_part(name: &str) -> bool {
    PARTS.contains(&name) || name.starts_with("run_") || name.starts_with("tool_")
}

pub(super) fn quantiles(source: &Source, entry: &Fields<'_>, problems: &mut Problems) -> Vec<DeclaredQuantile> {
    let mut out: Vec<DeclaredQuantile> = Vec::new();
    for (_, fields) in each(source, entry, "quantiles", problems) {
        let Some(fields) = fields else { continue };
        fields.refuse_others(&["name", "at", "rule"], problems);
        let name = fields.text("name", problems);
        let at = fields.number("at", problems).filter(|at| {
            let inside = *at > 0.0 && *at < 1.0;
            if !inside {
                problems.push(fields.problem(
                    "at",
                    "datasets::quantile",
                    format!("{at} does not lie between 0 and 1"),
                    "write the quantile as a fraction, for instance 0.95",
                ));
            }
            inside
        });
        let rule = fields.name("rule", &Quantile::names(), problems).and_then(|name| Quantile::from_name(&name));
        let (Some(name), Some(at), Some(rule)) = (name, at, rule) else { continue };
        let plain = name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !plain || out.iter().any(|other| other.name == name) {
            problems.push(fields.problem(
                "name",
                "datasets::quantile",
                format!("{} can't be the name of a quantile, or stands there twice", quote(&name)),
                "name each its own way, for instance `p95`",
            ));
        }
        if is_part(&name) {
            problems.push(fields.problem(
                "name",
                "datasets::quantile",
                format!("{} is the name of another figure of a series", quote(&name)),
                "call it by what it is, for instance `p95`",
            ));
        }
        out.push(DeclaredQuantile { name, at, rule });
    }
    out
}

pub(super) fn agrees(source: &Source, entry: &Fields<'_>, problems: &mut Problems) -> Option<Agrees> {
    let node = entry.optional("agrees_with")?;
    let fields = Fields::of(source, node, "`agrees_with`", problems)?;
    fields.refuse_others(&["dataset", "metrics"], problems);
    Some(Agrees {
        dataset: fields.text("dataset", problems)?,
        line: fields.line(),
        metrics: pairs(source, &fields, "metrics", problems).into_iter().collect(),
    })
}
