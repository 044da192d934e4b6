//! Printed figures of a report of which only the summary is known.

use crate::problem::{Outcome, Problems};
use crate::source::fields::document;
use crate::source::{Fields, Source, json, quote};

/// Schema that is read.
pub const SCHEMA: &str = "benchcampaign/published-summary/1";

/// Figures that somebody printed, with what a recount of them gave, schema `benchcampaign/published-summary/1`.
#[derive(Clone, Debug, PartialEq)]
pub struct PublishedSummary {
    /// Path of the file below the campaign's folder.
    pub file: String,
    /// Where they were printed.
    pub source: String,
    /// The figures in order.
    pub figures: Vec<SummaryFigure>,
}

/// A printed figure and what its author's inputs give.
#[derive(Clone, Debug, PartialEq)]
pub struct SummaryFigure {
    /// Name: the workload, then an arm or `change`, then what.
    pub id: String,
    /// Phase.
    pub phase: String,
    /// Workload.
    pub workload: String,
    /// Arm; `None` for a comparison.
    pub arm: Option<String>,
    /// What it is.
    pub what: String,
    /// As printed.
    pub printed: String,
    /// Its value.
    pub value: f64,
    /// Decimals of the printed form.
    pub decimals: u32,
    /// Unit.
    pub unit: String,
    /// How it is formed, in words; `None` where its inputs are not printed.
    pub formula: Option<String>,
    /// What the file says comes of the inputs.
    pub recomputed: Option<f64>,
    /// Whether the file says that both agree at the printed rounding; `None` where it can't be recomputed.
    pub agrees: Option<bool>,
    /// The file's own remark.
    pub note: String,
    /// Line of its `id`.
    pub line: u32,
}

impl PublishedSummary {
    /// The same with the figures of one phase alone.
    pub fn of_phase(mut self, phase: &str) -> Self {
        self.figures.retain(|figure| figure.phase == phase);
        self
    }
}

/// Reads the file. Keys that the format does not know are passed over.
///
/// # Errors
/// Everything in it that is missing, of the wrong type or there twice, and counts that its own figures do not have.
pub fn read(source: &Source) -> Outcome<PublishedSummary> {
    let root = json::parse(source)?;
    let fields = document(source, &root, "the published figures", SCHEMA)?;
    let mut problems = Problems::new();
    let mut figures: Vec<SummaryFigure> = Vec::new();
    for node in fields.list("figures", &mut problems).unwrap_or_default() {
        let Some(entry) = Fields::of(source, node, "an entry of `figures`", &mut problems) else { continue };
        let Some(figure) = figure(&entry, &mut problems) else { continue };
        if figures.iter().any(|other| other.id == figure.id) {
            problems.push(entry.problem(
                "id",
                "published::twice",
                format!("the figure {} stands there twice", quote(&figure.id)),
                "give each printed figure an id of its own",
            ));
        }
        figures.push(figure);
    }
    if let Some(counts) = fields.optional("counts").and_then(|node| Fields::of(source, node, "`counts`", &mut problems))
    {
        let tally = |wanted: Option<bool>| figures.iter().filter(|figure| figure.agrees == wanted).count() as u64;
        let expected = [
            ("figures", figures.len() as u64),
            ("agree", tally(Some(true))),
            ("disagree", tally(Some(false))),
            ("not_recomputable", tally(None)),
        ];
        for (key, found) in expected {
            if let Some(said) = counts.optional_whole(key, &mut problems)
                && said != found
            {
                problems.push(counts.problem(
                    key,
                    "published::counts",
                    format!("{} is {said}, but the figures make {found}", quote(key)),
                    "restore the file from where it was frozen",
                ));
            }
        }
    }
    let said = fields.optional_text("source", &mut problems).unwrap_or_default();
    if problems.is_empty() {
        Ok(PublishedSummary { file: source.file.clone(), source: said, figures })
    } else {
        Err(problems)
    }
}

fn figure(entry: &Fields<'_>, problems: &mut Problems) -> Option<SummaryFigure> {
    let text = |key: &str, problems: &mut Problems| entry.text(key, problems).unwrap_or_default();
    Some(SummaryFigure {
        id: entry.text("id", problems)?,
        phase: text("phase", problems),
        workload: text("workload", problems),
        arm: entry.optional_text("arm", problems),
        what: text("what", problems),
        printed: text("printed", problems),
        value: entry.number("value", problems)?,
        decimals: entry.small("decimals", 0, problems)?.min(17),
        unit: entry.optional_text("unit", problems).unwrap_or_default(),
        formula: entry.optional_text("formula", problems),
        recomputed: entry.optional_number("recomputed", problems),
        agrees: entry.optional_truth("agrees", problems),
        note: entry.optional_text("note", problems).unwrap_or_default(),
        line: entry.line(),
    })
}
