//! Tables, plots and limits that the author does not write, one file a kind.
//!
//! In: a phase with its ledger. Out: [`Offer`]: blocks by name, each with the section it belongs to. An author may place
//! them by `show(name=…)`; what is not placed stands at the end of its section, in the order of the offer.

mod absolute;
mod accounting;
mod agreement;
mod apart;
mod arms;
mod design;
mod findings;
mod inputs;
pub mod labels;
mod limits;
mod matrix;
pub mod observed;
mod order;
mod ratios;
mod spread;
mod supplement;
mod unpaired;

use super::content::Front;
use super::sections::Section;
use crate::document::{Block, Figure, Inline, Inlines, Standing, Statement, StatementKind, Target};
use crate::evidence::Ledger;
use crate::evidence::collect::Phase;
use crate::figure::Lettering;
use crate::ingest::Campaign;
use crate::number::{Direction, Metric, text};
use crate::problem::Outcome;

pub use agreement::{published_table, whole};
pub use ratios::glance;
pub(super) use ratios::printed;

/// Generated content by name.
#[derive(Clone, Debug, Default)]
pub struct Offer {
    offered: Vec<Offered>,
}

/// One piece of generated content.
#[derive(Clone, Debug)]
pub struct Offered {
    /// Its name.
    pub name: String,
    /// Where it stands if the author does not place it.
    pub section: Section,
    /// The blocks.
    pub blocks: Vec<Block>,
}

impl Offer {
    /// The blocks of that name.
    pub fn get(&self, name: &str) -> Option<&Vec<Block>> {
        self.offered.iter().find(|offered| offered.name == name).map(|offered| &offered.blocks)
    }

    /// All names in order.
    pub fn names(&self) -> Vec<&str> {
        self.offered.iter().map(|offered| offered.name.as_str()).collect()
    }

    /// What belongs to a section, in order.
    pub fn of(&self, section: Section) -> impl Iterator<Item = &Offered> {
        self.offered.iter().filter(move |offered| offered.section == section)
    }

    fn push(&mut self, name: &str, section: Section, blocks: Vec<Block>) {
        if !blocks.is_empty() {
            self.offered.push(Offered { name: name.to_string(), section, blocks });
        }
    }
}

/// What the generators of a phase look at.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The phase.
    pub phase: Phase<'a>,
    /// The ledger.
    pub ledger: &'a Ledger,
    /// The author's front matter.
    pub front: &'a Front,
}

/// Everything that can be generated for a phase; plots have pictures only where there are `letters` to draw them with.
///
/// # Errors
/// A plot that can't be drawn.
pub fn offer(view: View<'_>, mut letters: Option<&mut Lettering>) -> Outcome<Offer> {
    let mut offer = Offer::default();
    offer.push("arms", Section::Arms, arms::blocks(view));
    offer.push("accounting", Section::Design, accounting::blocks(view));
    offer.push("design", Section::Design, design::blocks(view));
    offer.push("workloads", Section::Design, design::workloads(view));
    offer.push("matrix", Section::Results, matrix::blocks(view));
    for (at, comparison) in view.phase.records.spec.comparisons.iter().enumerate() {
        offer.push(&format!("ratios {}", comparison.name), Section::Results, ratios::blocks(view, at));
    }
    offer.push("forest", Section::Results, ratios::forest(view, letters.as_deref_mut())?);
    offer.push("order", Section::Results, order::blocks(view, letters.as_deref_mut())?);
    offer.push("absolute", Section::Results, absolute::blocks(view, letters)?);
    offer.push("limits", Section::Limits, limits::blocks(view));
    offer.push("findings", Section::Evidence, findings::blocks(view));
    offer.push("labels", Section::Evidence, labels::blocks(view));
    offer.push("agreement", Section::Evidence, agreement::blocks(view));
    offer.push("spread", Section::Evidence, spread::blocks(view));
    offer.push("apart", Section::Evidence, apart::blocks(view));
    offer.push("supplement", Section::Evidence, supplement::blocks(view));
    offer.push("unpaired", Section::Evidence, unpaired::blocks(view));
    offer.push("inputs", Section::Evidence, inputs::blocks(view));
    Ok(offer)
}

impl View<'_> {
    /// Id of a figure of this phase.
    fn id(&self, parts: &[&str]) -> String {
        let parts: Vec<&str> = std::iter::once(self.phase.name()).chain(parts.iter().copied()).collect();
        crate::evidence::ledger::id(&parts)
    }

    /// A figure of the ledger, printed as `text`.
    fn figure(&self, id: &str, text: impl Into<String>) -> Inline {
        let text = text.into();
        match self.ledger.get(id) {
            Some(evidence) => Inline::Figure(Figure {
                text,
                evidence: id.to_string(),
                target: evidence.shown.clone(),
                standing: evidence.standing,
            }),
            None => Inline::Text(text),
        }
    }

    /// A count of the ledger.
    fn count(&self, parts: &[&str]) -> Inline {
        let id = self.id(parts);
        let printed = self.ledger.get(&id).map(|evidence| match evidence.amount {
            crate::evidence::Amount::Count(count) => text::count(count),
            ref other => other.full(),
        });
        self.figure(&id, printed.unwrap_or_default())
    }

    /// A metric by its name.
    fn metric(&self, name: &str) -> Metric {
        Metric::named(name)
    }
}

/// Plain text and other pieces as one run.
macro_rules! run {
    ($($piece:expr),* $(,)?) => {{
        let mut out: $crate::document::Inlines = Vec::new();
        $($crate::writeup::generated::Append::append_to($piece, &mut out);)*
        out
    }};
}
pub(crate) use run;

/// What [`run!`] takes.
pub(crate) trait Append {
    fn append_to(self, out: &mut Inlines);
}

impl Append for &str {
    fn append_to(self, out: &mut Inlines) {
        out.push(Inline::text(self));
    }
}

impl Append for String {
    fn append_to(self, out: &mut Inlines) {
        out.push(Inline::Text(self));
    }
}

impl Append for Inline {
    fn append_to(self, out: &mut Inlines) {
        out.push(self);
    }
}

impl Append for Inlines {
    fn append_to(self, out: &mut Inlines) {
        out.extend(self);
    }
}

/// A file of the report's inputs as code, linked.
pub fn file(path: &str) -> Inline {
    Inline::Link { target: Target::File(format!("inputs/{path}")), content: vec![Inline::Code(path.to_string())] }
}

/// A message with what stands between its backquotes as code.
fn coded(message: &str) -> Inlines {
    let piece = |(at, piece): (usize, &str)| match at % 2 {
        0 => Inline::text(piece),
        _ => Inline::Code(piece.to_string()),
    };
    message.split('`').enumerate().filter(|(_, piece)| !piece.is_empty()).map(piece).collect()
}

/// Limits that the data set themselves, each a statement that the sections number.
fn as_limits(limits: Vec<Inlines>) -> impl Iterator<Item = Block> {
    limits.into_iter().map(|words| {
        Block::Statement(Statement {
            kind: StatementKind::Limit,
            label: String::new(),
            id: String::new(),
            body: vec![Block::Paragraph(words)],
            checks: Vec::new(),
            test: None,
            state: String::new(),
        })
    })
}

/// A hash's first digits as code, linked to where it stands whole.
fn hash(campaign: &Campaign, path: &str, digits: usize) -> Inline {
    let sha256 = campaign.hashes.get(path).cloned().unwrap_or_default();
    let code = Inline::Code(sha256.chars().take(digits).collect());
    match crate::evidence::collect::campaign::hashes_shown() {
        Some(target) => Inline::Link { target, content: vec![code] },
        None => code,
    }
}

/// The same without a link, where it would lead to the place at which it stands.
fn unlinked(inline: Inline) -> Inline {
    match inline {
        Inline::Figure(figure) => Inline::Figure(Figure { target: None, ..figure }),
        other => other,
    }
}

/// A declared figure without derivation, for settings that stand in a sentence.
fn declared(view: View<'_>, parts: &[&str]) -> Inline {
    let id = view.id(parts);
    let text = view.ledger.get(&id).map(|evidence| match &evidence.amount {
        crate::evidence::Amount::Count(count) => text::count(*count),
        other => other.full(),
    });
    Inline::Figure(Figure {
        text: text.unwrap_or_default(),
        target: view.ledger.get(&id).and_then(|evidence| evidence.shown.clone()),
        evidence: id,
        standing: Standing::Declared,
    })
}

/// Direction in words, for a table's foot.
fn better(metrics: &[Metric]) -> &'static str {
    let lower = metrics.iter().all(|metric| metric.direction == Direction::Lower);
    if lower {
        "Below 1 is better for every metric here."
    } else {
        "Below 1 is better for time, bytes and allocations; the other metrics have no better side."
    }
}
