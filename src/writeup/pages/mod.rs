//! The documents of a report: campaign, phases, evidence, hypotheses, hashes.
//!
//! In: content, basis, ledger. Out: [`Composed`], in reading order: the campaign's page, then each phase followed by its
//! evidence, then the hypotheses of all phases and the hashes. [`check`] goes the same way as far as the author's files reach and draws nothing.

mod alone;
mod elsewhere;
mod evidence;
mod hashes;
mod observed;
mod overview;
mod pair;
mod phase;

use std::sync::Arc;

pub use alone::{Prose, prose};
pub use elsewhere::REGISTER;

use rayon::prelude::*;

use pair::{pair, refuse_reserved};

use super::content::{Authored, Content};
use super::context::Names;
use super::desk::Desk;
use super::generated::observed::ObservedView;
use super::generated::{self, Offer, View, offer};
use super::lines::Unmarked;
use super::lint::{self, Draft, Finding, Level, Levels};
use super::markdown::{self, Parsed};
use super::sections;
use super::statements::left_over;
use super::template::{self, Text};
use crate::campaign::manifest;
use crate::document::{Attachment, Block, Document, Fact, Inline, Inlines, Stamp, Status, Target, Timestamp};
use crate::evidence::collect::{AnyPhase, evidence_document, phase_document};
use crate::evidence::{Basis, Evidence, Ledger};
use crate::figure::Lettering;
use crate::problem::{Kind, Outcome, Place, Problem, Problems, gather};
use crate::source::{list, quote};
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
    /// How grave each rule of the lint is.
    pub lints: Levels,
}

/// The documents and what writing them added to the ledger.
#[derive(Clone, Debug)]
pub struct Composed {
    /// The documents in reading order; the first is the campaign's page.
    pub documents: Vec<Document>,
    /// The ledger with the figures that the text formed.
    pub ledger: Ledger,
    /// What the lint found and does not stop the build.
    pub findings: Vec<Finding>,
    /// The hashes of each phase's own inputs, for a file that holds one phase; under the id of the page of all hashes.
    pub hashes: Vec<Document>,
}

/// What is wrong with the author's files.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// What can't be read or does not hold.
    pub problems: Problems,
    /// What the lint found, denied or not.
    pub findings: Vec<Finding>,
}

/// Writes the documents.
///
/// # Errors
/// Phases without a write-up and write-ups without a phase; everything that is wrong in the texts; claims that do not hold;
/// what the lint denies.
pub fn compose(
    content: &Content,
    basis: &Basis,
    ledger: Ledger,
    settings: &Settings,
    templates: &Templates,
) -> Outcome<Composed> {
    refuse_reserved(&ledger)?;
    let paired = pair(content, basis, settings)?;
    let ledger = Arc::new(ledger);
    let studio = Studio { basis, ledger: &ledger, settings };
    let Written { pages, mut problems, findings } = written(&studio, content, &paired, Some(templates));
    let (denied, findings): (Vec<Finding>, Vec<Finding>) =
        findings.into_iter().partition(|finding| finding.level == Level::Deny);
    problems.extend(denied.into_iter().map(|finding| finding.problem));
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut documents = Vec::new();
    let mut formed = Vec::new();
    let of_phases: Vec<&Document> = pages.iter().skip(1).map(|(document, _)| document).collect();
    let found = elsewhere::found(&of_phases);
    let register = elsewhere::register(&of_phases, studio.campaign_page());
    for (at, (document, figures)) in pages.into_iter().enumerate() {
        formed.extend(figures.iter().cloned());
        documents.push(if at == 0 { overview::with(document, found.clone()) } else { document });
        if let Some((phase, _)) = at.checked_sub(1).and_then(|before| paired.get(before)) {
            documents.push(match phase {
                AnyPhase::Planned(phase) => evidence::write(&studio, *phase, &figures),
                AnyPhase::Observed(phase) => observed::evidence(&studio, *phase, &figures),
            });
        }
    }
    documents.extend(register);
    documents.push(hashes::write(&studio, content));
    let hashes = paired.iter().map(|(phase, authored)| hashes::of_phase(&studio, *phase, authored)).collect();
    let mut ledger = Arc::unwrap_or_clone(ledger);
    formed.into_iter().for_each(|figure| ledger.enter(figure));
    Ok(Composed { documents, ledger, findings, hashes })
}

/// Checks the author's files as [`compose`] does, and draws nothing.
pub fn check(content: &Content, basis: &Basis, ledger: Ledger, settings: &Settings) -> Checked {
    let paired = match pair(content, basis, settings) {
        Ok(paired) => paired,
        Err(problems) => return Checked { problems, findings: Vec::new() },
    };
    let ledger = Arc::new(ledger);
    let studio = Studio { basis, ledger: &ledger, settings };
    let Written { problems, findings, .. } = written(&studio, content, &paired, None);
    Checked { problems, findings }
}

/// The pages that an author has a part in, and what is wrong with them.
struct Written {
    /// All of them if there are no problems.
    pages: Vec<Page>,
    problems: Problems,
    findings: Vec<Finding>,
}

/// One part: a page, and what the lint says of its text whether the page could be written or not.
type Part = (Outcome<Page>, Vec<Finding>);

fn part(set: Outcome<Set>, page: impl FnOnce(Set) -> Outcome<Page>) -> Part {
    match set {
        Ok(mut set) => {
            let findings = std::mem::take(&mut set.findings);
            (page(set), findings)
        }
        Err(problems) => (Err(problems), Vec::new()),
    }
}

/// Writes the pages; plots have pictures only where there are `templates` with the fonts to letter them.
fn written(
    studio: &Studio<'_>,
    content: &Content,
    paired: &[(AnyPhase<'_>, &Authored)],
    templates: Option<&Templates>,
) -> Written {
    // As large as the ledger, and no longer needed when its pages are written.
    let names = Names::of(studio.ledger);
    let overview = || {
        let set = studio.set(&names, &content.overview, None, &Offer::default());
        part(set, |set| {
            let authored = &content.overview;
            let text = Text { file: &authored.file, lines_before: authored.lines_before, text: &authored.body };
            let left = left_over(text, &set.parsed, &set.desk, &[]);
            if left.is_empty() { Ok(overview::write(studio, authored, set, paired)) } else { Err(left) }
        })
    };
    let phase = |(phase, authored): &(AnyPhase<'_>, &Authored)| {
        let mut letters = templates.map(Lettering::new);
        let (ledger, front) = (studio.ledger.as_ref(), &authored.front);
        let offered = match phase {
            AnyPhase::Planned(phase) => offer(View { phase: *phase, ledger, front }, letters.as_mut()),
            AnyPhase::Observed(phase) => {
                generated::observed::offer(ObservedView { phase: *phase, ledger, front }, letters.as_mut())
            }
        };
        match offered {
            Ok(offer) => part(studio.set(&names, authored, Some(phase.name()), &offer), |set| match phase {
                AnyPhase::Planned(phase) => phase::write(studio, *phase, authored, set, &offer),
                AnyPhase::Observed(phase) => observed::write(studio, *phase, authored, set, &offer),
            }),
            Err(problems) => (Err(problems), Vec::new()),
        }
    };
    let (first, rest) = rayon::join(overview, || paired.par_iter().map(phase).collect::<Vec<Part>>());
    let mut written = Written { pages: Vec::new(), problems: Vec::new(), findings: Vec::new() };
    for (page, findings) in std::iter::once(first).chain(rest) {
        written.findings.extend(findings);
        match page {
            Ok(page) => written.pages.push(page),
            Err(problems) => written.problems.extend(problems),
        }
    }
    written
}

/// What every page is written from.
pub(super) struct Studio<'a> {
    pub basis: &'a Basis,
    pub ledger: &'a Arc<Ledger>,
    pub settings: &'a Settings,
}

/// A text set in one go: blocks, notes, the figures that it formed, and what the lint says of it.
pub(super) struct Set {
    pub desk: Arc<Desk>,
    pub parsed: Parsed,
    pub lede: Inlines,
    pub findings: Vec<Finding>,
}

impl Studio<'_> {
    /// Renders and parses an authored file over the names of a phase, or of the whole campaign.
    pub fn set(&self, names: &Names, authored: &Authored, phase: Option<&str>, offer: &Offer) -> Outcome<Set> {
        let desk = Arc::new(Desk::new(Arc::clone(self.ledger)));
        let names = match phase {
            Some(phase) => names.of_phase(phase),
            None => names.of_campaign(),
        };
        let body = Text { file: &authored.file, lines_before: authored.lines_before, text: &authored.body };
        let lede = Text {
            file: &authored.file,
            lines_before: authored.front.lede_line.saturating_sub(1),
            text: &authored.front.lede,
        };
        let parsed = |text: Text<'_>| -> Outcome<(Unmarked, Parsed)> {
            let rendered = template::render(text, &names, &desk, offer)?;
            let parsed = markdown::parse(text, &rendered, &desk)?;
            Ok((rendered, parsed))
        };
        let mut both = gather([parsed(body), parsed(lede)])?;
        let (rendered_lede, lede) = both.pop().unwrap_or_default();
        let (rendered, parsed) = both.pop().unwrap_or_default();
        let draft = Draft {
            authored,
            phase,
            lede: (&rendered_lede, &lede.prose),
            body: (&rendered, &parsed.prose),
            desk: &desk,
            names: &self.known_names(),
        };
        let findings = lint::lint(draft, &self.settings.lints);
        let lede = lede.blocks;
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
        Ok(Set { desk, parsed, lede, findings })
    }

    /// Names that the campaign gives: its own, its phases', cases', arms' and metrics'.
    fn known_names(&self) -> Vec<String> {
        let campaign = &self.basis.reconciled.campaign;
        let mut names = vec![campaign.manifest.campaign.clone()];
        names.extend(campaign.manifest.cited.iter().map(|cited| cited.phase.clone()));
        for phase in &campaign.phases {
            names.push(phase.declared.phase.clone());
            names.extend(phase.plan.cases.iter().flat_map(|case| [case.name.clone(), case.benchmark.clone()]));
            names.extend(phase.plan.arms.iter().map(|arm| arm.name.clone()));
            names.extend(phase.spec.comparisons.iter().map(|comparison| comparison.name.clone()));
            names.extend(phase.spec.metrics.iter().chain(&phase.metrics.metrics).cloned());
        }
        for (records, found) in campaign.observed.iter().zip(&self.basis.reconciled.observed) {
            names.push(records.declared.phase.clone());
            names.extend(records.data.arms.iter().cloned());
            names.extend(records.data.comparisons.iter().map(|comparison| comparison.name.clone()));
            for (dataset, found) in records.datasets.iter().zip(&found.datasets) {
                names.push(dataset.declared.name.clone());
                names.extend(found.cases.iter().chain(&found.arms).cloned());
                names.extend(found.metrics.iter().map(|metric| metric.name.clone()));
                names.extend(dataset.declared.derived.iter().map(|formula| formula.name.clone()));
                names.extend(dataset.declared.quantiles.iter().map(|quantile| quantile.name.clone()));
            }
        }
        names.sort();
        names.dedup();
        names
    }

    /// The page of a phase from its author's text, without the facts and attachments that its kind of data has.
    fn phase_page(&self, phase: &str, authored: &Authored, set: Set, offer: &Offer) -> Outcome<Page> {
        let text = Text { file: &authored.file, lines_before: authored.lines_before, text: &authored.body };
        let notes = set.parsed.notes.clone();
        let mut blocks = sections::assemble(text, set.parsed, &set.desk, offer)?;
        number(&mut blocks);
        let document = Document {
            id: phase_document(phase),
            parent: Some("index".to_string()),
            short_title: format!("{phase} {}", authored.front.short),
            kicker: format!("Phase {phase}"),
            title: authored.front.title.clone(),
            lede: set.lede,
            status: self.status(),
            facts: Vec::new(),
            stamp: self.authored_stamp(Some(phase), authored),
            blocks,
            notes,
            attachments: Vec::new(),
        };
        Ok((document, set.desk.formed()))
    }

    /// A page of the campaign without title and text.
    fn campaign_page(&self) -> Document {
        Document {
            id: String::new(),
            parent: Some("index".to_string()),
            short_title: String::new(),
            kicker: "Campaign".to_string(),
            title: String::new(),
            lede: Vec::new(),
            status: self.status(),
            facts: vec![self.data_fact()],
            stamp: self.stamp(None, &[]),
            blocks: Vec::new(),
            notes: Vec::new(),
            attachments: Vec::new(),
        }
    }

    /// The page of a phase's evidence.
    fn evidence_page(&self, phase: &str, lede: Inlines, mut blocks: Vec<Block>) -> Document {
        number(&mut blocks);
        let mut facts = vec![self.data_fact()];
        facts.extend(self.host_fact());
        Document {
            id: evidence_document(phase),
            parent: Some(phase_document(phase)),
            short_title: format!("{phase} evidence"),
            kicker: format!("Phase {phase}"),
            title: format!("Evidence of phase {phase}"),
            lede,
            status: self.status(),
            facts,
            stamp: self.stamp(Some(phase), &[]),
            blocks,
            notes: Vec::new(),
            attachments: Vec::new(),
        }
    }

    /// Identity and provenance of a document.
    pub fn stamp(&self, phase: Option<&str>, authors: &[String]) -> Stamp {
        Stamp {
            campaign: self.basis.reconciled.campaign.manifest.campaign.clone(),
            phase: phase.map(str::to_string),
            language: self.settings.language.clone(),
            date: self.settings.date.or_else(|| self.campaign_date()),
            input_hash: self.settings.input_hash.clone(),
            tool: self.settings.tool.clone(),
            authors: authors.to_vec(),
            source: None,
        }
    }

    /// The same of a page that an author wrote.
    fn authored_stamp(&self, phase: Option<&str>, authored: &Authored) -> Stamp {
        let stamp = self.stamp(phase, &authored.front.authors);
        Stamp { source: Some(format!("content/{}/{}", stamp.campaign, authored.file)), ..stamp }
    }

    /// The last event of the campaign, in seconds, else the day that campaign.yaml declares: the data's own date.
    fn campaign_date(&self) -> Option<Timestamp> {
        let campaign = &self.basis.reconciled.campaign;
        let events = campaign.phases.iter().flat_map(|phase| &phase.events);
        let last = events.map(|event| event.millis.div_euclid(1000)).max();
        let day = || {
            let day = campaign.manifest.extra.get("date")?.as_str()?;
            let millis = crate::ingest::time::millis(&format!("{day}T00:00:00Z"))?;
            Some(millis.div_euclid(1000))
        };
        last.or_else(day).map(Timestamp)
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
                let what = match self.basis.reconciled.campaign.manifest.status {
                    manifest::Status::PublishedSummary => ", no samples but those that were printed",
                    manifest::Status::Reconstructed => ", not the original measurements",
                    // Of another word nothing is known but the word.
                    manifest::Status::Measured | manifest::Status::Other(_) => "",
                };
                vec![Inline::Strong(vec![Inline::text(status.word)]), Inline::text(what)]
            }
            None => vec![Inline::text("measured; the samples are here")],
        };
        fact("Data", words)
    }

    /// The row of the title block that names the campaign.
    pub fn campaign_fact(&self) -> Fact {
        fact("Campaign", vec![Inline::text(self.basis.reconciled.campaign.manifest.campaign.as_str())])
    }

    /// The row of the title block that says which inputs the page was made from: the beginning of their hash.
    pub fn inputs_fact(&self) -> Fact {
        let hash = &self.settings.input_hash;
        fact("Input hash", vec![Inline::Code(hash.get(..12).unwrap_or(hash).to_string())])
    }

    /// The row of the title block that names the host, if one is declared.
    pub fn host_fact(&self) -> Option<Fact> {
        let machine = self.ledger.get("campaign:host:machine")?.amount.full();
        // Where the machine is an architecture alone, its processor says more.
        let words = match self.ledger.get("campaign:host:cpu") {
            Some(cpu) => format!("{machine}, {}", cpu.amount.full()),
            None => machine,
        };
        Some(fact("Host", vec![Inline::Text(words)]))
    }
}

/// A row of a title block.
pub(super) fn fact(term: &str, content: Inlines) -> Fact {
    Fact { term: vec![Inline::text(term)], content }
}

/// Refuses arms and cases that the front matter describes and the data do not have; `lacking` ends the sentence "which …".
fn names_are_known(authored: &Authored, arms: &[&str], cases: &[&str], lacking: &str) -> Outcome<()> {
    let mut problems = Problems::new();
    for (what, described, known) in [("arm", &authored.front.arms, arms), ("case", &authored.front.cases, cases)] {
        for name in described.keys().filter(|name| !known.contains(&name.as_str())) {
            problems.push(Problem::new(
                Kind::Input,
                "writeup::no-such-name",
                Place::line(&authored.file, 1),
                format!("the front matter describes the {what} {}, which {lacking}", quote(name)),
                format!("use one of {}", list(known)),
            ));
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

/// A phase's page with what its kind of data adds.
fn with((document, formed): Page, facts: Vec<Fact>, attachments: Vec<Attachment>) -> Page {
    (Document { facts, attachments, ..document }, formed)
}

/// Numbers tables and plots through a document, nested ones included.
pub(super) fn number(blocks: &mut [Block]) {
    let mut counters = (0, 0);
    number_in(blocks, &mut counters);
}

/// Numbers tables and plots through documents that are read as one: no number occurs twice.
pub fn number_through(documents: &mut [Document]) {
    let mut counters = (0, 0);
    for document in documents {
        number_in(&mut document.blocks, &mut counters);
        document.notes.iter_mut().for_each(|note| number_in(note, &mut counters));
    }
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
