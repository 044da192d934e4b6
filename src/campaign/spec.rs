//! `analysis.yaml`.

use super::plan::Plan;
use crate::analysis::Bootstrap;
use crate::analysis::quantile::Quantile;
use crate::analysis::rng::Generator;
use crate::problem::{Kind, Outcome, Place, Problem, Problems};
use crate::source::fields::document;
use crate::source::{Fields, Node, Source, list, quote, yaml};

/// The pinned analysis, schema `rebench/analysis/1`.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// Repeats to process; `median` is the one known.
    pub summary: String,
    /// `geometric-mean-of-block-ratios` is the one known.
    pub estimand: String,
    /// `median-of-process-medians` is the one known.
    pub absolute: String,
    /// How the interval is made.
    pub bootstrap: Bootstrap,
    /// Whether a case with a missing process has no result.
    pub complete_cases_only: bool,
    /// Comparisons by arm name.
    pub comparisons: Vec<NamedComparison>,
    /// Metrics in order.
    pub metrics: Vec<String>,
    /// Confounds.
    pub confounds: Vec<Confound>,
    /// Diagnostics asked for.
    pub diagnostics: Vec<String>,
    /// Line of each top-level key, for messages.
    pub lines: std::collections::BTreeMap<String, u32>,
}

/// Numerator over denominator, by arm name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedComparison {
    /// Its name.
    pub name: String,
    /// Arm.
    pub numerator: String,
    /// Arm.
    pub denominator: String,
}

/// A metric that must not differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confound {
    /// Its name.
    pub name: String,
    /// The metric.
    pub metric: String,
    /// `equal-within-comparison` is the one known.
    pub rule: String,
}

/// Schema that is read.
pub const SCHEMA: &str = "rebench/analysis/1";

/// Summaries of repeats that are known.
pub const SUMMARIES: [&str; 1] = ["median"];
/// Estimands that are known.
pub const ESTIMANDS: [&str; 1] = ["geometric-mean-of-block-ratios"];
/// Absolute values that are known.
pub const ABSOLUTES: [&str; 1] = ["median-of-process-medians"];
/// Units of resampling that are known.
pub const UNITS: [&str; 1] = ["block"];
/// Intervals that are known.
pub const INTERVALS: [&str; 1] = ["percentile"];
/// Rules of confounds that are known.
pub const RULES: [&str; 1] = ["equal-within-comparison"];
/// Diagnostics that are known.
pub const DIAGNOSTICS: [&str; 3] = ["block-ratios", "leave-one-block-out", "order"];

/// Reads `analysis.yaml`; `path` names it in messages. A key that the format does not know is refused: it would ask for
/// an analysis that is not made.
///
/// # Errors
/// Everything in it that is missing, of the wrong type, not known by its name, out of range, or there twice.
pub fn parse(bytes: &[u8], path: &str) -> Outcome<Spec> {
    read(&Source::decode(path, bytes)?)
}

/// The same of a decoded text.
///
/// # Errors
/// As [`parse`].
pub fn read(source: &Source) -> Outcome<Spec> {
    let root = yaml::parse(source)?;
    let fields = document(source, &root, "the analysis", SCHEMA)?;
    let mut problems = Vec::new();
    let found = &mut problems;
    fields.refuse_others(
        &[
            "schema",
            "summary",
            "estimand",
            "absolute",
            "bootstrap",
            "complete_cases_only",
            "comparisons",
            "metrics",
            "confounds",
            "diagnostics",
        ],
        found,
    );
    let spec = Spec {
        summary: fields.name("summary", &SUMMARIES, found).unwrap_or_default(),
        estimand: fields.name("estimand", &ESTIMANDS, found).unwrap_or_default(),
        absolute: fields.name("absolute", &ABSOLUTES, found).unwrap_or_default(),
        bootstrap: bootstrap(source, &fields, found).unwrap_or(Bootstrap {
            resamples: 1,
            seed: 0,
            generator: Generator::PythonRandom,
            level: 0.5,
            quantile: Quantile::Linear,
        }),
        complete_cases_only: fields.truth("complete_cases_only", found).unwrap_or_default(),
        comparisons: comparisons(source, &fields, found),
        metrics: {
            let nodes = fields.list("metrics", found).unwrap_or_default();
            unique(source, &fields, "metrics", nodes, found)
        },
        confounds: confounds(source, &fields, found),
        diagnostics: {
            let nodes = fields.optional_list("diagnostics", found).unwrap_or_default();
            let names = fields.texts(nodes, "diagnostics", found);
            let unknown = names.iter().filter(|(name, _)| !DIAGNOSTICS.contains(&name.as_str()));
            found.extend(unknown.map(|(name, span)| fields.unknown_name("diagnostics", name, *span, &DIAGNOSTICS)));
            names.into_iter().map(|(name, _)| name).collect()
        },
        lines: fields.entries().iter().map(|entry| (entry.key.clone(), source.line_at(entry.key_span.start))).collect(),
    };
    for (key, empty) in [("metrics", spec.metrics.is_empty()), ("comparisons", spec.comparisons.is_empty())] {
        if empty && found.is_empty() {
            let next = "name what is to be analysed";
            found.push(fields.problem(key, "spec::empty", format!("{} of the analysis is empty", quote(key)), next));
        }
    }
    if problems.is_empty() { Ok(spec) } else { Err(problems) }
}

/// Most resamples: a hundred times what analysts draw, and seconds of work at the most.
const MOST_RESAMPLES: u32 = 2_000_000;

fn bootstrap(source: &Source, fields: &Fields<'_>, problems: &mut Problems) -> Option<Bootstrap> {
    let node = fields.required("bootstrap", problems)?;
    let entry = Fields::of(source, node, "`bootstrap`", problems)?;
    entry.refuse_others(&["unit", "interval", "resamples", "seed", "rng", "level", "quantile"], problems);
    let _ = entry.name("unit", &UNITS, problems);
    let _ = entry.name("interval", &INTERVALS, problems);
    draws(&entry, problems)
}

/// How many resamples are drawn by what, and how the interval's ends are read off them: the part of a bootstrap that does
/// not depend on what is resampled.
pub(super) fn draws(entry: &Fields<'_>, problems: &mut Problems) -> Option<Bootstrap> {
    let resamples = entry.small("resamples", 1, problems);
    if let Some(asked) = resamples.filter(|asked| *asked > MOST_RESAMPLES) {
        problems.push(entry.problem(
            "resamples",
            "spec::resamples",
            format!("{asked} resamples are more than this tool draws"),
            format!("freeze an analysis with at most {MOST_RESAMPLES}"),
        ));
    }
    let seed = entry.whole("seed", 0, problems);
    let generator = entry.name("rng", &Generator::names(), problems).and_then(|name| Generator::from_name(&name));
    let quantile = entry.name("quantile", &Quantile::names(), problems).and_then(|name| Quantile::from_name(&name));
    if let (Some(seed), Some(generator)) = (seed, generator)
        && seed > generator.largest_seed()
    {
        problems.push(entry.problem(
            "seed",
            "spec::seed",
            format!("the generator {} takes no seed beyond {}", quote(generator.name()), generator.largest_seed()),
            "restore the seed that the analyst used",
        ));
    }
    let level = entry.number("level", problems).filter(|level| {
        let inside = *level > 0.0 && *level < 1.0;
        if !inside {
            problems.push(entry.problem(
                "level",
                "spec::level",
                format!("the level {level} does not lie between 0 and 1"),
                "write it as a fraction, for instance 0.95",
            ));
        }
        inside
    });
    Some(Bootstrap {
        resamples: usize::try_from(resamples?).ok()?,
        seed: seed?,
        generator: generator?,
        level: level?,
        quantile: quantile?,
    })
}

/// Which arms are compared.
pub(super) fn comparisons(source: &Source, fields: &Fields<'_>, problems: &mut Problems) -> Vec<NamedComparison> {
    let nodes = fields.list("comparisons", problems).unwrap_or_default();
    let mut made: Vec<NamedComparison> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let Some(entry) = Fields::of(source, node, "an entry of `comparisons`", problems) else { continue };
        entry.refuse_others(&["name", "numerator", "denominator"], problems);
        let comparison = NamedComparison {
            name: entry.text("name", problems).unwrap_or_default(),
            numerator: entry.text("numerator", problems).unwrap_or_default(),
            denominator: entry.text("denominator", problems).unwrap_or_default(),
        };
        if made.iter().any(|other| other.name == comparison.name && !comparison.name.is_empty()) {
            problems.push(twice(&entry, "name", "comparison", &comparison.name));
        }
        if comparison.numerator == comparison.denominator && !comparison.numerator.is_empty() {
            problems.push(entry.problem(
                "denominator",
                "spec::same-arm",
                format!(
                    "the comparison {} sets {} against itself",
                    quote(&comparison.name),
                    quote(&comparison.numerator)
                ),
                "name two arms",
            ));
        }
        made.push(comparison);
    }
    made
}

fn confounds(source: &Source, fields: &Fields<'_>, problems: &mut Problems) -> Vec<Confound> {
    let nodes = fields.optional_list("confounds", problems).unwrap_or_default();
    let mut made: Vec<Confound> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let Some(entry) = Fields::of(source, node, "an entry of `confounds`", problems) else { continue };
        entry.refuse_others(&["name", "metric", "rule"], problems);
        let confound = Confound {
            name: entry.text("name", problems).unwrap_or_default(),
            metric: entry.text("metric", problems).unwrap_or_default(),
            rule: entry.name("rule", &RULES, problems).unwrap_or_default(),
        };
        if made.iter().any(|other| other.name == confound.name && !confound.name.is_empty()) {
            problems.push(twice(&entry, "name", "confound", &confound.name));
        }
        made.push(confound);
    }
    made
}

/// Texts that stand there once.
fn unique(source: &Source, fields: &Fields<'_>, key: &str, nodes: &[Node], problems: &mut Problems) -> Vec<String> {
    let mut made: Vec<String> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let Some((text, span)) = fields.texts(std::slice::from_ref(node), key, problems).pop() else { continue };
        if made.contains(&text) {
            problems.push(source.problem(
                "spec::twice",
                span,
                format!("{} stands twice in {}", quote(&text), quote(key)),
                "name it once",
            ));
        }
        made.push(text);
    }
    made
}

fn twice(entry: &Fields<'_>, key: &str, what: &str, name: &str) -> Problem {
    entry.problem(
        key,
        "spec::twice",
        format!("the {what} {} stands there twice", quote(name)),
        format!("give each {what} a name of its own"),
    )
}

impl Spec {
    /// What the analysis asks of a plan that the plan does not have: comparisons of arms that do not exist. `file` is the
    /// path of `analysis.yaml` below the campaign's folder.
    pub fn check(&self, plan: &Plan, file: &str) -> Problems {
        let known: Vec<&str> = plan.arms.iter().map(|arm| arm.name.as_str()).collect();
        let mut problems = Vec::new();
        for comparison in &self.comparisons {
            for (key, arm) in [("numerator", &comparison.numerator), ("denominator", &comparison.denominator)] {
                if !known.contains(&arm.as_str()) {
                    let place = match self.lines.get("comparisons") {
                        Some(line) => Place::line(file, *line),
                        None => Place::file(file),
                    };
                    problems.push(Problem::new(
                        Kind::Input,
                        "spec::unknown-arm",
                        place,
                        format!(
                            "the {key} of the comparison {} is the arm {}, which the plan does not have",
                            quote(&comparison.name),
                            quote(arm)
                        ),
                        format!("known are {}", list(&known)),
                    ));
                }
            }
        }
        problems
    }
}
