//! The document: what a write-up says, ready to be set.
//!
//! In: made by [`crate::writeup`] from the author's Markdown and the ledger. Out: read by [`crate::render`], which turns
//! the same document into Markdown, HTML and PDF. Nothing here knows what a benchmark is, and nothing here knows how a
//! page is drawn.
//!
//! 1. [`Document`]: title block, status, stamp, blocks, notes, attachments.
//! 2. [`Block`] and [`Inline`]: the text.
//! 3. [`table`]: tables with their CSV twin, interval marks and state cells.
//! 4. [`plot`]: pictures with their alternative text and data.
//!
//! Every text is plain Unicode. A renderer escapes it for its own format; no text here is markup.

pub mod characters;
pub mod plot;
pub mod table;
pub mod timestamp;
pub mod visit;

pub use plot::{Picture, Plot};
pub use table::{Align, Axis, Cell, CellContent, Column, Mark, Reading, Row, Shape, State, Table, Tone};
pub use timestamp::{Civil, Timestamp};

use std::sync::Arc;

/// A run of inline content.
pub type Inlines = Vec<Inline>;

/// One page of the site, one file of the book, one PDF (or a part of one).
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// File stem and the name other documents link by, for instance `d1`, `d1-evidence`, `index`, `hashes`.
    /// Lower-case ASCII letters, digits and hyphens.
    pub id: String,
    /// Id of the document above it (`index` above `d1`, `d1` above `d1-evidence`); `None` for the topmost.
    pub parent: Option<String>,
    /// Short name for navigation, for instance `D1 SQL plan-cache select`.
    pub short_title: String,
    /// A word or two above the title, for instance `Phase D1`.
    pub kicker: String,
    /// The title, without campaign and status.
    pub title: String,
    /// One paragraph that says what was found.
    pub lede: Inlines,
    /// What has to be said of the data on every page, if anything.
    pub status: Option<Status>,
    /// Term and content of the title block: data, outcome, run, host.
    pub facts: Vec<Fact>,
    /// Identity and provenance, for running heads, footers and metadata.
    pub stamp: Stamp,
    /// The text.
    pub blocks: Vec<Block>,
    /// Bodies of the notes that [`Inline::NoteMark`] refers to, in order.
    pub notes: Vec<Vec<Block>>,
    /// Files that travel with the document (embedded in a PDF, offered for download on a page).
    pub attachments: Vec<Attachment>,
}

/// Identity and provenance of a document.
#[derive(Clone, Debug, PartialEq)]
pub struct Stamp {
    /// Name of the campaign.
    pub campaign: String,
    /// Name of the phase, if the document is about one.
    pub phase: Option<String>,
    /// BCP 47 language tag.
    pub language: String,
    /// Date of the data (or of SOURCE_DATE_EPOCH), never of the clock; `None` where the data do not tell it.
    pub date: Option<Timestamp>,
    /// SHA-256 over all inputs, 64 hexadecimal digits. Running text shows the first twelve.
    pub input_hash: String,
    /// Name and version of the tool, for instance `rebench-report 0.1.0`.
    pub tool: String,
    /// Who answers for the campaign, for the metadata; may be empty.
    pub authors: Vec<String>,
    /// File of the project that the author wrote, by its path below the root, for instance
    /// `content/hcloud-rebench-20261014/campaign.md`; `None` for a page without one.
    pub source: Option<String>,
}

/// What has to be said of the data wherever they are shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Status {
    /// One word for running heads and tags, for instance `reconstructed`.
    pub word: String,
    /// Bold beginning of the banner, for instance `Reconstructed data.`
    pub label: String,
    /// One or two sentences after it.
    pub sentence: String,
    /// Where it is explained at length.
    pub more: Option<Target>,
}

/// A term and what it means here.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// The term.
    pub term: Inlines,
    /// Its content.
    pub content: Inlines,
}

/// A file that travels with a document.
#[derive(Clone, Debug, PartialEq)]
pub struct Attachment {
    /// File name without folders, unique in the document.
    pub name: String,
    /// Media type, for instance `text/csv`.
    pub media_type: String,
    /// One sentence for the reader.
    pub description: String,
    /// The bytes.
    pub bytes: Arc<[u8]>,
    /// True for data the document is made from, false for a supplement.
    pub is_data: bool,
}

/// A block of text.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A section heading. Levels run from 2 (section) to 4; 1 is the title.
    Heading(Heading),
    /// A paragraph.
    Paragraph(Inlines),
    /// A bulleted (`start: None`) or numbered list.
    List(List),
    /// A quotation.
    Quote(Vec<Block>),
    /// Preformatted text.
    Code(Code),
    /// A thematic break.
    Rule,
    /// A table.
    Table(Box<Table>),
    /// A plot.
    Plot(Box<Plot>),
    /// A list of terms.
    Facts(Vec<Fact>),
    /// A count and what was lost on the way to the next: 54 planned, less 33 never started, 21 executed.
    Flow(Vec<FlowStep>),
    /// A numbered statement with its standing: measured (M1), hypothesis (H1), limit (L1).
    Statement(Statement),
    /// A short remark that may stand in the margin.
    Aside(Vec<Block>),
    /// Content that a screen may fold away under its summary; print shows it.
    Details(Details),
}

/// A section heading.
#[derive(Clone, Debug, PartialEq)]
pub struct Heading {
    /// 2, 3 or 4.
    pub level: u8,
    /// Anchor, unique in the document: lower-case ASCII letters, digits and hyphens.
    pub id: String,
    /// The words.
    pub content: Inlines,
}

/// A list.
#[derive(Clone, Debug, PartialEq)]
pub struct List {
    /// First number, or `None` for bullets.
    pub start: Option<u64>,
    /// True where items are set without space between them.
    pub tight: bool,
    /// The items.
    pub items: Vec<Vec<Block>>,
}

/// Preformatted text.
#[derive(Clone, Debug, PartialEq)]
pub struct Code {
    /// Language name, if the author gave one.
    pub language: Option<String>,
    /// The text, lines ended by `\n`.
    pub text: String,
}

/// A count on the way from planned to analysed.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowStep {
    /// The count.
    pub count: Inlines,
    /// What is counted, for instance `planned`.
    pub what: String,
    /// What was lost before the next step, for instance `33 never started`; empty at the end or where nothing was lost.
    pub lost: Vec<String>,
}

/// What kind of statement one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatementKind {
    /// Backed by the data of this campaign.
    Measured,
    /// A possible explanation.
    Hypothesis,
    /// What the data cannot say.
    Limit,
}

/// A numbered statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// Its standing.
    pub kind: StatementKind,
    /// Number with its letter, for instance `M1`.
    pub label: String,
    /// Anchor, unique in the document.
    pub id: String,
    /// What it says.
    pub body: Vec<Block>,
    /// Conditions that the build evaluated, all of which hold.
    pub checks: Vec<Check>,
    /// For a hypothesis: what would test it.
    pub test: Option<Inlines>,
    /// For a hypothesis: `not tested`, `tested by phase E`, `refuted by phase E`; for others empty.
    pub state: String,
}

/// A condition that the build evaluated and found true.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// The condition with its values, for instance `final/before ns/op [0.984, 1.021] includes 1`.
    pub text: String,
}

/// Content under a summary.
#[derive(Clone, Debug, PartialEq)]
pub struct Details {
    /// Anchor, unique in the document.
    pub id: String,
    /// The line that stays.
    pub summary: Inlines,
    /// What it opens.
    pub blocks: Vec<Block>,
}

/// Where a figure in the text comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Computed from the data of this campaign.
    Measured,
    /// Quoted from a document whose data are not here.
    Cited,
    /// Written down by somebody: a plan, a setting, a stand-in.
    Declared,
}

/// A number in the text that the ledger holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// As printed, with real minus signs and no-break spaces.
    pub text: String,
    /// Id of the ledger entry.
    pub evidence: String,
    /// Where its derivation is shown, if it is shown.
    pub target: Option<Target>,
    /// Its standing.
    pub standing: Standing,
}

/// Inline content.
#[derive(Clone, Debug, PartialEq)]
pub enum Inline {
    /// Plain text.
    Text(String),
    /// Strong emphasis.
    Strong(Inlines),
    /// Emphasis.
    Emphasis(Inlines),
    /// Text that no longer holds.
    Strikethrough(Inlines),
    /// Bytes: names, hashes, paths, statements of a programming language.
    Code(String),
    /// A link.
    Link {
        /// Where to.
        target: Target,
        /// The words.
        content: Inlines,
    },
    /// A number from the ledger.
    Figure(Figure),
    /// A value that is not there, and why. Printed `N/A (reason)`; `N/A` alone where the reason stands beside it.
    Missing {
        /// The reason; never empty.
        reason: String,
    },
    /// Mark of a note; an index into [`Document::notes`].
    NoteMark(usize),
    /// A line end of the source, set as a space.
    SoftBreak,
    /// A forced line end.
    HardBreak,
}

/// Where a link leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// An absolute address.
    Url(String),
    /// An anchor in the same document.
    Anchor(String),
    /// Another document of the report, by [`Document::id`], and an anchor in it.
    Document {
        /// Its id.
        id: String,
        /// An anchor in it.
        anchor: Option<String>,
    },
    /// A file of the report, by its path below the report's folder, for instance `inputs/frozen/D1/logs/019.log`.
    File(String),
    /// A page of another report, by its path below the folder of reports, and an anchor in it.
    Page {
        /// Its path, for instance `hcloud-rebench-20261014/html/d1.html`.
        path: String,
        /// An anchor in it.
        anchor: Option<String>,
    },
}

impl Inline {
    /// Plain text.
    pub fn text(text: impl Into<String>) -> Self {
        Inline::Text(text.into())
    }
}

impl Document {
    /// First twelve digits of the input hash, as running text shows it.
    pub fn short_hash(&self) -> &str {
        self.stamp.input_hash.get(..12).unwrap_or(&self.stamp.input_hash)
    }
}
