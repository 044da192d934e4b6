//! The way through the house, from a campaign's folder to a written report.
//!
//! campaign → integrity → ingest → reconcile → analysis → evidence → writeup → render → site: each arrow is one call, and
//! each stage's output is the next one's input.

mod analyse;
mod declared;
pub mod observe;
mod pdfs;
mod render;
mod results;
mod results_observed;
mod summary;

use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::analysis::companion;
use crate::analysis::companion::coverage::Simulations;
use crate::document::Timestamp;
use crate::evidence::{self, Analysed, Basis, Ledger, Measured};
use crate::ingest;
use crate::integrity::{self, Verified};
use crate::problem::{Kind, Outcome, Place, Problem, Problems, gather};
use crate::reconcile;
use crate::render::pdf::Paper;
use crate::site::book::{self, Book};
use crate::site::commit;
use crate::site::manifest::{Choices, Hashed, Inputs};
use crate::templates::Templates;
use crate::writeup::lint::{Finding, Level};
use crate::writeup::{self, Composed, Content, Settings};

pub use analyse::analyse;
pub use summary::Summary;

/// Name and version of this tool, as every output gives it.
pub const TOOL: &str = concat!("rebench-report ", env!("CARGO_PKG_VERSION"));

/// Agreement with the pinned analyzer's own output: largest relative difference of two numbers.
pub const TOLERANCE: f64 = 1e-12;

/// A format that a report can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// Markdown, a book for mdBook.
    Markdown,
    /// A static site.
    Html,
    /// One PDF a phase and one for the campaign.
    Pdf,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 3] = [Format::Markdown, Format::Html, Format::Pdf];

    /// Its name and its folder's.
    pub fn name(self) -> &'static str {
        match self {
            Format::Markdown => "markdown",
            Format::Html => "html",
            Format::Pdf => "pdf",
        }
    }
}

/// What to build.
#[derive(Clone, Debug)]
pub struct Options {
    /// Root of the project: the folder of book.toml.
    pub root: PathBuf,
    /// Campaign, a folder below `content/`.
    pub campaign: String,
    /// The report's folder.
    pub out: PathBuf,
    /// Formats; sorted, without doubles.
    pub formats: Vec<Format>,
    /// Phases to write; all where empty.
    pub phases: Vec<String>,
    /// Paper of the PDFs.
    pub paper: Paper,
    /// True for PDFs that say on every page that they are a draft.
    pub draft: bool,
    /// Date of the documents in place of the campaign's own.
    pub date: Option<Timestamp>,
    /// True for a report that lies in a folder of reports with a front page above them ([`crate::front`]), false for one
    /// that stands alone.
    pub front: bool,
}

impl Options {
    /// Options of a command that reads a campaign and writes nothing.
    pub fn reading(root: PathBuf, campaign: String) -> Self {
        Options {
            out: root.join("reports").join(&campaign),
            root,
            campaign,
            formats: Vec::new(),
            phases: Vec::new(),
            paper: Paper::A4,
            draft: false,
            date: None,
            front: false,
        }
    }
}

/// A stage of the build, told to whoever watches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Hashing every input.
    Verify,
    /// Reading the inputs.
    Ingest,
    /// Holding them against one another.
    Reconcile,
    /// Rerunning the frozen analysis.
    Analyse,
    /// Writing the documents.
    Write,
    /// Rendering them.
    Render,
    /// Putting the report in its place.
    Commit,
}

impl Stage {
    /// All of them in order.
    pub const ALL: [Stage; 7] =
        [Stage::Verify, Stage::Ingest, Stage::Reconcile, Stage::Analyse, Stage::Write, Stage::Render, Stage::Commit];

    /// What is being done, for people.
    pub fn words(self) -> &'static str {
        match self {
            Stage::Verify => "verifying hashes",
            Stage::Ingest => "reading",
            Stage::Reconcile => "reconciling",
            Stage::Analyse => "analysing",
            Stage::Write => "writing up",
            Stage::Render => "rendering",
            Stage::Commit => "putting in place",
        }
    }
}

/// Builds a campaign's report. Runs in the current rayon pool; the bytes are the same for any number of its threads.
///
/// # Errors
/// Everything that is wrong at the first stage that fails, by places below the root; the report that was there stands as
/// it was.
pub fn build(options: &Options, watch: &dyn Fn(Stage)) -> Outcome<Summary> {
    let folder = campaign_folder(&options.root, &options.campaign)?;
    let reserved = commit::reserve(&options.out, &options.root.join("content"))?;
    let mut collected = collect(options, &folder, watch)?;
    watch(Stage::Write);
    let ledger = std::mem::take(&mut collected.ledger);
    let mut composed = compose(options, &collected, ledger)?;
    let findings = std::mem::take(&mut composed.findings);
    let Collected { verified, basis, settings, project, inputs, .. } = collected;
    watch(Stage::Render);
    let choices = choices(options);
    let given = render::Given { basis: &basis, verified: &verified, inputs: &inputs, choices: &choices };
    let report = render::report(options, given, composed, &settings, &project)?;
    watch(Stage::Commit);
    let files = reserved.commit(&report.files, &verified, &inputs).map_err(|problems| {
        let (inputs, mut output): (Problems, Problems) =
            problems.into_iter().partition(|problem| problem.kind == Kind::Integrity);
        output.extend(below(&options.campaign, inputs));
        output
    })?;
    Ok(summary::summary(options, &basis, &verified, &report, files, findings))
}

/// Everything up to the ledger.
struct Collected {
    verified: Verified,
    basis: Basis,
    content: Content,
    settings: Settings,
    project: Project,
    inputs: Inputs,
    ledger: Ledger,
    /// What the data do not bear out of what others printed.
    disagreements: Problems,
}

/// The stages from the records to the results, with what the data do not bear out of what others printed.
fn analysed(records: ingest::Campaign, watch: &dyn Fn(Stage)) -> Outcome<(Basis, Problems)> {
    watch(Stage::Reconcile);
    let reconciled = reconcile::reconcile(records)?;
    watch(Stage::Analyse);
    let phases = reconciled.campaign.phases.par_iter().zip(&reconciled.phases);
    let analysed = gather(phases.map(|(phase, found)| analyse(phase, found)).collect::<Vec<_>>())?;
    let (mut analysed, disagreements): (Vec<Analysed>, Vec<_>) = analysed.into_iter().unzip();
    let mut simulations = Simulations::default();
    for (phase, found) in analysed.iter_mut().zip(&reconciled.phases) {
        phase.supplement = companion::supplement(&found.experiment, &phase.results, &mut simulations);
    }
    let mut disagreements = disagreements.concat();
    let observed = reconciled.campaign.observed.par_iter().zip(&reconciled.observed);
    let observed = observed.map(|(records, found)| {
        let datasets = observe::observe(records, found)?;
        let published = records.published.as_ref();
        let published = published.map(|one| evidence::printed_summary::recompute(one, records, found, &datasets));
        Ok(Measured { datasets, published })
    });
    let observed = gather(observed.collect::<Vec<_>>())?;
    disagreements.extend(observed.iter().filter_map(|one| one.published.as_ref()).flat_map(|one| one.problems()));
    Ok((Basis { reconciled, analysed, observed }, disagreements))
}

/// Reads what a campaign's figures are made from, without the author's texts.
///
/// # Errors
/// As [`build`], but for what is wrong with the texts.
pub fn read_basis(options: &Options) -> Outcome<Basis> {
    let folder = campaign_folder(&options.root, &options.campaign)?;
    read_folder(&folder).map_err(|problems| below(&options.campaign, problems))
}

/// The same of a campaign's folder wherever it lies, by places below it.
///
/// # Errors
/// As [`read_basis`].
pub fn read_folder(folder: &Path) -> Outcome<Basis> {
    let verified = integrity::verify(folder)?;
    let (datasets, _) = declared::datasets(folder, &verified)?;
    analysed(ingest::read(&verified, &datasets)?, &|_| {}).map(|(basis, _)| basis)
}

/// The stages from hashing to the ledger.
fn collect(options: &Options, folder: &Path, watch: &dyn Fn(Stage)) -> Outcome<Collected> {
    let of_campaign = |problems| below(&options.campaign, problems);
    watch(Stage::Verify);
    let verified = integrity::verify(folder).map_err(of_campaign)?;
    watch(Stage::Ingest);
    let (records, content, project) = read(options, folder, &verified)?;
    let (basis, disagreements) = analysed(records, watch).map_err(of_campaign)?;
    let inputs = inputs(&verified, &content, &project);
    let settings = Settings {
        title: project.book.title.clone(),
        language: project.book.language.clone(),
        tool: TOOL.to_string(),
        input_hash: inputs.hash(),
        date: options.date,
        phases: options.phases.clone(),
        lints: project.book.lints.clone(),
    };
    let ledger = evidence::collect::ledger(&basis);
    Ok(Collected { verified, basis, content, settings, project, inputs, ledger, disagreements })
}

/// The stage from the ledger to the documents.
fn compose(options: &Options, collected: &Collected, ledger: Ledger) -> Outcome<Composed> {
    let Collected { basis, content, settings, project, disagreements, .. } = collected;
    let composed = writeup::compose(content, basis, ledger, settings, &project.templates);
    // What others printed and what the write-up says can be wrong each on its own.
    let mut problems = disagreements.clone();
    match composed {
        Ok(mut composed) if problems.is_empty() => {
            composed.findings.iter_mut().for_each(|one| place_below(&options.campaign, &mut one.problem));
            Ok(composed)
        }
        composed => {
            problems.extend(composed.err().into_iter().flatten());
            Err(below(&options.campaign, problems))
        }
    }
}

/// What a check found.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// What is wrong, and what the lint denies.
    pub problems: Problems,
    /// What the lint warns of.
    pub warnings: Vec<Finding>,
    /// Files of the author that were checked.
    pub files: usize,
    /// Figures that they could quote.
    pub figures: usize,
}

/// Checks a campaign: every stage of a build up to the documents, with nothing drawn, rendered or written. Places are below
/// the root.
pub fn check(options: &Options, watch: &dyn Fn(Stage)) -> Checked {
    let collected =
        campaign_folder(&options.root, &options.campaign).and_then(|folder| collect(options, &folder, watch));
    let Collected { basis, content, settings, ledger, disagreements, .. } = match collected {
        Ok(collected) => collected,
        Err(problems) => return Checked { problems, ..Checked::default() },
    };
    watch(Stage::Write);
    let (files, figures) = (1 + content.phases.len(), ledger.len());
    let writeup::Checked { problems, findings } = writeup::check(&content, &basis, ledger, &settings);
    let (denied, mut warnings): (Vec<Finding>, Vec<Finding>) =
        findings.into_iter().partition(|finding| finding.level == Level::Deny);
    let denied = denied.into_iter().map(|finding| finding.problem);
    let problems = below(&options.campaign, disagreements.into_iter().chain(problems).chain(denied).collect());
    warnings.iter_mut().for_each(|one| place_below(&options.campaign, &mut one.problem));
    Checked { problems, warnings, files, figures }
}

/// A campaign's figures.
pub struct Figures {
    /// What the ledger is made from.
    pub basis: Basis,
    /// The ledger with the figures that the text formed.
    pub ledger: Ledger,
}

/// Reads a campaign's figures: every stage of a build up to the ledger. Figures that the text forms are among them where
/// the text is in order; where it is not, the figures are wanted all the more.
///
/// # Errors
/// As [`build`], but for what is wrong with the text.
pub fn read_evidence(options: &Options) -> Outcome<Figures> {
    let folder = campaign_folder(&options.root, &options.campaign)?;
    let collected = collect(options, &folder, &|_| {})?;
    let composed = compose(options, &collected, collected.ledger.clone());
    let Collected { basis, ledger, .. } = collected;
    Ok(Figures { basis, ledger: composed.map_or(ledger, |composed| composed.ledger) })
}

/// Problems of a campaign's files, by places below the root.
fn below(campaign: &str, problems: Problems) -> Problems {
    let mut problems = problems;
    problems.iter_mut().for_each(|problem| place_below(campaign, problem));
    problems
}

fn place_below(campaign: &str, problem: &mut Problem) {
    let folder = format!("content/{campaign}");
    problem.place = std::mem::take(&mut problem.place).below(&folder);
    if let Some(excerpt) = &mut problem.excerpt {
        excerpt.place = excerpt.place.take().map(|place| place.below(&folder));
    }
}

/// Folder of a campaign.
///
/// # Errors
/// A name that is no folder below `content/`.
pub fn campaign_folder(root: &Path, campaign: &str) -> Outcome<PathBuf> {
    let plain = !campaign.is_empty() && !campaign.starts_with('.') && !campaign.contains(['/', '\\', '\0']);
    let folder = root.join("content").join(campaign);
    if plain && folder.is_dir() {
        return Ok(folder);
    }
    let known = campaigns(root);
    let known = if known.is_empty() { "none".to_string() } else { known.join(", ") };
    Err(vec![Problem::new(
        Kind::Usage,
        "build::no-such-campaign",
        Place::file("content"),
        format!("there is no campaign `{}`", campaign.escape_debug()),
        format!("use the name of a folder below content/; there are: {known}"),
    )])
}

/// Names of the campaigns below `content/`: its folders that hold a campaign.yaml, sorted.
pub fn campaigns(root: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(root.join("content")) else { return Vec::new() };
    let mut names: Vec<String> = entries
        .flatten()
        .filter(|entry| entry.path().join(integrity::MANIFEST).is_file())
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| !name.starts_with('.'))
        .collect();
    names.sort();
    names
}

/// What the project adds to a campaign.
struct Project {
    book: Book,
    templates: Templates,
    /// `datasets.yaml`, where it is not pinned.
    datasets: Option<Hashed>,
}

fn read(options: &Options, folder: &Path, verified: &Verified) -> Outcome<(ingest::Campaign, Content, Project)> {
    let mut problems = Problems::new();
    let of_campaign = |problems| below(&options.campaign, problems);
    let mut keep = |found: Problems| problems.extend(found);
    let declared = declared::datasets(folder, verified).and_then(|(datasets, authored)| {
        let records = ingest::read(verified, &datasets)?;
        Ok((records, authored))
    });
    let records = declared.map_err(of_campaign).map_err(&mut keep).ok();
    let content = writeup::content::read(folder).map_err(of_campaign).map_err(&mut keep).ok();
    let book = book::read(&options.root).map_err(&mut keep).ok();
    let templates = Templates::carried().with_overrides(&options.root.join("templates")).map_err(&mut keep).ok();
    match (records, content, book, templates) {
        (Some((records, datasets)), Some(content), Some(book), Some(templates)) => {
            let declared = &records.manifest.campaign;
            if *declared != options.campaign {
                return Err(of_campaign(vec![Problem::new(
                    Kind::Input,
                    "build::other-campaign",
                    Place::file(integrity::MANIFEST),
                    format!("declares the campaign `{declared}`, but its folder is called `{}`", options.campaign),
                    "rename the folder to the campaign's name",
                )]));
            }
            Ok((records, content, Project { book, templates, datasets }))
        }
        _ => Err(problems),
    }
}

fn inputs(verified: &Verified, content: &Content, project: &Project) -> Inputs {
    let authored = std::iter::once(&content.overview).chain(&content.phases);
    let book = Hashed { path: book::FILE.to_string(), sha256: project.book.sha256.clone(), size: project.book.size };
    let templates = project.templates.overrides().map(|(path, bytes)| Hashed {
        path: format!("templates/{path}"),
        sha256: integrity::sha256(bytes),
        size: bytes.len() as u64,
    });
    Inputs {
        authored: authored
            .map(|file| Hashed { path: file.file.clone(), sha256: file.sha256.clone(), size: file.size })
            .chain(project.datasets.clone())
            .collect(),
        project: std::iter::once(book).chain(templates).collect(),
        ..Inputs::pinned(verified)
    }
}

fn choices(options: &Options) -> Choices {
    Choices {
        formats: options.formats.iter().map(|format| format.name().to_string()).collect(),
        phases: options.phases.clone(),
        paper: match options.paper {
            Paper::A4 => "a4".to_string(),
            Paper::Letter => "letter".to_string(),
        },
        draft: options.draft,
        source_date_epoch: options.date.map(|date| date.0),
        front: options.front,
    }
}
