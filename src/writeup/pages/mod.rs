//! The documents of a report: campaign, phases, evidence, hashes.
//!
//! In: content, basis, ledger. Out: [`Composed`], in reading order: the campaign's page, then each phase followed by its
//! evidence, then the hashes.

mod evidence;
mod hashes;
mod overview;
mod phase;

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;
use serde_json::{Map, Value};

use super::content::{Authored, Content};
use super::context;
use super::desk::Desk;
use super::generated::{Offer, View, offer};
use super::markdown::{self, Parsed};
use super::template::{self, Text};
use crate::campaign::manifest;
use crate::document::{Block, Document, Fact, Inline, Inlines, Stamp, Status, Target, Timestamp};
use crate::evidence::collect::Phase;
use crate::evidence::{Basis, Evidence, Ledger};
use crate::figure::Lettering;
use crate::problem::{Kind, Outcome, Place, Problem, gather};
use crate::templates::Templates;

/// What the report says of itself.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Title of the whole, from book.toml.
    pub title: String,
    /// BCP 47 language tag.
    pub language: String,
    /// Name and version of the tool.
    pub tool: String,
    /// SHA-256 over all inputs.
    pub input_hash: String,
    /// Date of the documents; the campaign's own where it is `None`.
    pub date: Option<Timestamp>,
    /// Phases to write; all where empty.
    pub phases: Vec<String>,
}

/// The documents and what writing them added to the ledger.
#[derive(Clone, Debug)]
pub struct Composed {
    /// The documents in reading order; the first is the campaign's page.
    pub documents: Vec<Document>,
    /// The ledger with the figures that the text formed.
    pub ledger: Ledger,
}

/// Writes the documents.
///
/// # Errors
/// Phases without a write-up and write-ups without a phase; everything that is wrong in the texts; claims that do not hold.
pub fn compose(
    content: &Content,
    basis: &Basis,
    ledger: Ledger,
    settings: &Settings,
    templates: &Templates,
) -> Outcome<Composed> {
    let paired = pair(content, basis, settings)?;
    let tree = context::tree(&ledger);
    let studio = Studio { basis, ledger: &ledger, settings, tree: &tree };
    let drawn = paired.par_iter().map(|(phase, authored)| {
        let view = View { phase: *phase, ledger: &ledger, front: &authored.front };
        offer(view, &mut Lettering::new(templates))
    });
    let offers = gather(drawn.collect::<Vec<_>>())?;
    let phases = paired.par_iter().zip(&offers);
    let (overview, written) = rayon::join(
        || overview::write(&studio, &content.overview, &paired),
        || phases.map(|((phase, authored), offer)| phase::write(&studio, *phase, authored, offer)).collect::<Vec<_>>(),
    );
    let pages = gather(std::iter::once(overview).chain(written))?;
    let mut documents = Vec::new();
    let mut formed = Vec::new();
    for (at, (document, figures)) in pages.into_iter().enumerate() {
        formed.extend(figures.iter().cloned());
        documents.push(document);
        if let Some((phase, _)) = at.checked_sub(1).and_then(|before| paired.get(before)) {
            documents.push(evidence::write(&studio, *phase, &figures));
        }
    }
    documents.push(hashes::write(&studio, content));
    let mut ledger = ledger;
    formed.into_iter().for_each(|figure| ledger.enter(figure));
    Ok(Composed { documents, ledger })
}

/// Each phase with its write-up, in the manifest's order.
fn pair<'a>(content: &'a Content, basis: &'a Basis, settings: &Settings) -> Outcome<Vec<(Phase<'a>, &'a Authored)>> {
    let mut problems = Vec::new();
    let mut by_phase: BTreeMap<&str, &Authored> = BTreeMap::new();
    for authored in &content.phases {
        let name = authored.front.phase.as_str();
        let place = || Place::line(&authored.file, authored.front.phase_line);
        if !basis.phases().any(|phase| phase.name() == name) {
            let known: Vec<&str> = basis.phases().map(|phase| phase.records.declared.phase.as_str()).collect();
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
        if !basis.phases().any(|phase| phase.name().eq_ignore_ascii_case(wanted)) {
            let known: Vec<&str> = basis.phases().map(|phase| phase.records.declared.phase.as_str()).collect();
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
    for phase in basis.phases() {
        let wanted = settings.phases.is_empty()
            || settings.phases.iter().any(|wanted| wanted.eq_ignore_ascii_case(phase.name()));
        match by_phase.get(phase.name()) {
            _ if !wanted => {}
            Some(authored) => paired.push((phase, *authored)),
            None => problems.push(Problem::new(
                Kind::Input,
                "writeup::phase-unwritten",
                Place::line("campaign.yaml", phase.records.declared.line),
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

/// What every page is written from.
pub(super) struct Studio<'a> {
    pub basis: &'a Basis,
    pub ledger: &'a Ledger,
    pub settings: &'a Settings,
    pub tree: &'a Map<String, Value>,
}

/// A text set in one go: blocks, notes and the figures that it formed.
pub(super) struct Set {
    pub desk: Arc<Desk>,
    pub parsed: Parsed,
    pub lede: Inlines,
}

impl Studio<'_> {
    /// Renders and parses an authored file over the names of a phase, or of the whole campaign.
    pub fn set(&self, authored: &Authored, phase: Option<&str>, offer: &Offer) -> Outcome<Set> {
        let desk = Arc::new(Desk::new(self.ledger.clone()));
        let names = match phase {
            Some(phase) => context::of_phase(self.tree, phase),
            None => self.tree.clone(),
        };
        let body = Text { file: &authored.file, lines_before: authored.lines_before, text: &authored.body };
        let lede = Text {
            file: &authored.file,
            lines_before: authored.front.lede_line.saturating_sub(1),
            text: &authored.front.lede,
        };
        let parsed = |text: Text<'_>| -> Outcome<Parsed> {
            let rendered = template::render(text, &names, &desk, offer)?;
            markdown::parse(text, &rendered, &desk)
        };
        let mut both = gather([parsed(body), parsed(lede)])?;
        let lede = both.pop().map(|parsed| parsed.blocks).unwrap_or_default();
        let parsed = both.pop().unwrap_or_default();
        let lede = match lede.as_slice() {
            [] => Vec::new(),
            [Block::Paragraph(inlines)] => inlines.clone(),
            _ => {
                return Err(vec![Problem::new(
                    Kind::Input,
                    "writeup::lede",
                    Place::line(&authored.file, authored.front.lede_line),
                    "the lede is more than one paragraph",
                    "say what was found in one paragraph; the rest belongs into the sections",
                )]);
            }
        };
        Ok(Set { desk, parsed, lede })
    }

    /// Identity and provenance of a document.
    pub fn stamp(&self, phase: Option<&str>, authors: &[String]) -> Stamp {
        Stamp {
            campaign: self.basis.reconciled.campaign.manifest.campaign.clone(),
            phase: phase.map(str::to_string),
            language: self.settings.language.clone(),
            date: self.settings.date.unwrap_or_else(|| self.campaign_date()),
            input_hash: self.settings.input_hash.clone(),
            tool: self.settings.tool.clone(),
            authors: authors.to_vec(),
        }
    }

    /// The last event of the campaign, in seconds: the data's own date.
    fn campaign_date(&self) -> Timestamp {
        let events = self.basis.reconciled.campaign.phases.iter().flat_map(|phase| &phase.events);
        Timestamp(events.map(|event| event.millis.div_euclid(1000)).max().unwrap_or(0))
    }

    /// What has to be said of the data on every page.
    pub fn status(&self) -> Option<Status> {
        let manifest = &self.basis.reconciled.campaign.manifest;
        let (word, label, sentence) = match &manifest.status {
            manifest::Status::Measured => return None,
            manifest::Status::Reconstructed => (
                "reconstructed".to_string(),
                "Reconstructed data.".to_string(),
                "The samples were made to reproduce the figures that the original write-ups printed. They are not the \
                 original measurements, and nothing here is evidence about the systems named."
                    .to_string(),
            ),
            manifest::Status::PublishedSummary => (
                "published summary".to_string(),
                "Published summary.".to_string(),
                "Only figures that were printed elsewhere exist; there are no samples behind them here.".to_string(),
            ),
            manifest::Status::Other(word) => (word.clone(), format!("Status: {word}."), manifest.status_note.clone()),
        };
        let more = Some(Target::Document { id: "index".to_string(), anchor: Some("status".to_string()) });
        Some(Status { word, label, sentence, more })
    }

    /// The row of the title block that says what the data are.
    pub fn data_fact(&self) -> Fact {
        let words = match self.status() {
            Some(status) => {
                vec![Inline::Strong(vec![Inline::text(status.word)]), Inline::text(", not the original measurements")]
            }
            None => vec![Inline::text("measured; the samples are here")],
        };
        fact("Data", words)
    }

    /// The row of the title block that names the host, if one is declared.
    pub fn host_fact(&self) -> Option<Fact> {
        let machine = self.ledger.get("campaign:host:machine")?;
        Some(fact("Host", vec![Inline::text(machine.amount.full())]))
    }
}

/// A row of a title block.
pub(super) fn fact(term: &str, content: Inlines) -> Fact {
    Fact { term: vec![Inline::text(term)], content }
}

/// Numbers tables and plots through a document, nested ones included.
pub(super) fn number(blocks: &mut [Block]) {
    let mut counters = (0, 0);
    number_in(blocks, &mut counters);
}

fn number_in(blocks: &mut [Block], counters: &mut (u32, u32)) {
    for block in blocks {
        match block {
            // A table without a caption is the author's own and has no number.
            Block::Table(table) if !table.caption.is_empty() => {
                counters.0 += 1;
                table.number = counters.0;
            }
            Block::Plot(plot) => {
                counters.1 += 1;
                plot.number = counters.1;
            }
            Block::List(list) => list.items.iter_mut().for_each(|item| number_in(item, counters)),
            Block::Quote(inner) | Block::Aside(inner) => number_in(inner, counters),
            Block::Statement(statement) => number_in(&mut statement.body, counters),
            Block::Details(details) => number_in(&mut details.blocks, counters),
            _ => {}
        }
    }
}

/// A page and the figures that its text formed.
pub(super) type Page = (Document, Vec<Evidence>);
