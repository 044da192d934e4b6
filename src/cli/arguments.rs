//! What can be said on the command line.

#![allow(rustdoc::invalid_html_tags, reason = "these texts are the command line's help, where <…> stands for a name")]

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Reports of benchmark campaigns that a reader can trust without trusting the author.
#[derive(Debug, Parser)]
#[command(
    name = "rebench-report",
    version,
    max_term_width = 100,
    after_help = "Exit codes: 0 done, 1 a claim or an \
agreement does not hold, 2 wrong call, 3 bytes are not the pinned ones, 4 input unreadable or inconsistent, 5 output \
could not be written."
)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// Root of the project, the folder of book.toml; found by walking up from here if not given
    #[arg(long, global = true, value_name = "DIR")]
    pub root: Option<PathBuf>,
    /// Say nothing but problems
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto)]
    pub color: Color,
    /// How results and problems are told: for people, as one JSON object a line on standard output, or (by `check`) as
    /// SARIF
    #[arg(long, global = true, value_enum, default_value_t = MessageFormat::Human)]
    pub message_format: MessageFormat,
}

/// Commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Verify a campaign, rerun its analysis and write its report
    ///
    /// Verifies every pinned input, reconciles the CSV with the raw logs, reruns the frozen analysis, and writes the
    /// report as Markdown, HTML and PDF. Without a name, every campaign below content/ is built.
    #[command(after_help = "Example:\n  rebench-report build hcloud-rebench-20261014 --format html,pdf")]
    Build(Build),
    /// Check the write-ups of a campaign without rendering them
    ///
    /// Goes every way of a build up to the documents: hashes, reconciliation, analysis, bindings, claims and the lint of
    /// the words. Draws, renders and writes nothing. Without a name, every campaign below content/ is checked.
    #[command(
        after_help = "Examples:\n  rebench-report check\n  rebench-report check hcloud-rebench-20261014 --message-format sarif > check.sarif"
    )]
    Check(Check),
    /// List the campaigns with their status and phases
    #[command(after_help = "Example:\n  rebench-report list")]
    List,
    /// Check written reports and their inputs against their hashes
    ///
    /// Hashes every file of the report against its SHA256SUMS, and every pinned input of the campaign against its own.
    /// Without a name, every campaign that has a report is verified.
    #[command(after_help = "Example:\n  rebench-report verify hcloud-rebench-20261014")]
    Verify(Verify),
    /// Show how a figure was formed, down to the log lines
    ///
    /// Takes the id of a figure, as evidence pages and evidence.json give it, or a figure as it is printed; then every
    /// figure that is printed so is found.
    #[command(
        after_help = "Examples:\n  rebench-report explain 0.337\n  rebench-report explain D1:cases:PlanCacheHit:final/before:ns/op --json"
    )]
    Explain(Explain),
    /// Make a campaign of a folder of other tools' outputs
    ///
    /// Finds out which tool wrote each file, copies and pins all of them, declares them as datasets, and writes a first
    /// write-up whose every sentence has its figures and its claim. What was guessed stands in datasets.yaml, to be
    /// corrected there. A campaign that is there is never written over.
    #[command(
        after_help = "Examples:\n  rebench-report import ../results\n  rebench-report import target/criterion --name sorting --phase laptop"
    )]
    Import(Import),
    /// Begin something new
    New(New),
    /// Make a new project with a first campaign that builds
    ///
    /// Writes book.toml and content/ with a campaign of made-up run times, which say so on every page, into a folder that
    /// is empty or not there yet.
    #[command(after_help = "Example:\n  rebench-report init reports-of-ours --name sorting")]
    Init(Init),
    /// Pin a campaign's folder: write SHA256SUMS over everything that a build verifies
    ///
    /// Pins campaign.yaml, datasets.yaml and every file below frozen/ and analyzer/. A folder that is pinned already and
    /// has changed is refused, unless it is to be pinned again.
    #[command(after_help = "Example:\n  rebench-report freeze sorting --dry-run")]
    Freeze(Freeze),
    /// Print a completion script for a shell
    #[command(
        after_help = "Example:\n  rebench-report completions bash > ~/.local/share/bash-completion/completions/rebench-report"
    )]
    Completions(Completions),
}

/// Arguments of `build`.
#[derive(Debug, Args)]
pub struct Build {
    /// Campaigns, folders below content/; all if none is named
    #[arg(value_name = "CAMPAIGN")]
    pub campaigns: Vec<String>,
    /// Every campaign below content/, which is what is built if none is named
    #[arg(long, conflicts_with = "campaigns")]
    pub all: bool,
    /// Where the report goes in place of reports/<campaign>; with several campaigns, one folder each below it
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Formats to write
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = [FormatArgument::Markdown, FormatArgument::Html, FormatArgument::Pdf])]
    pub format: Vec<FormatArgument>,
    /// Phases to write; all if none is named
    #[arg(long, value_name = "PHASE", value_delimiter = ',')]
    pub phase: Vec<String>,
    /// Paper of the PDFs
    #[arg(long, value_enum, default_value_t = PaperArgument::A4)]
    pub paper: PaperArgument,
    /// Mark the PDFs as a draft: in the title block, the file name, and under the text of every page
    #[arg(long)]
    pub draft: bool,
    /// Threads; as many as there are processors if not given. The bytes are the same for any number
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
}

/// Arguments of `init`.
#[derive(Debug, Args)]
pub struct Init {
    /// The new project's folder
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// Name of the first campaign
    #[arg(long, value_name = "NAME", default_value = crate::init::NAME)]
    pub name: String,
}

/// Arguments of `freeze`.
#[derive(Debug, Args)]
pub struct Freeze {
    /// Campaign, a folder below content/
    #[arg(value_name = "CAMPAIGN")]
    pub campaign: String,
    /// Replace the pins of a campaign that has changed
    #[arg(long)]
    pub again: bool,
    /// Say what would be pinned and write nothing
    #[arg(long)]
    pub dry_run: bool,
}

/// Arguments of `check`.
#[derive(Debug, Args)]
pub struct Check {
    /// Campaigns, folders below content/; all if none is named
    #[arg(value_name = "CAMPAIGN")]
    pub campaigns: Vec<String>,
}

/// Arguments of `verify`.
#[derive(Debug, Args)]
pub struct Verify {
    /// Campaigns; all that have a report if none is named
    #[arg(value_name = "CAMPAIGN")]
    pub campaigns: Vec<String>,
    /// Where the report is in place of reports/<campaign>; with several campaigns, one folder each below it
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Run the campaign's own pinned analyzer on a copy of its inputs, and compare its output with the built-in
    /// analysis, value by value. This runs code of the campaign; it needs Python 3 and what the analyzer imports
    #[arg(long)]
    pub replay: bool,
}

/// Arguments of `explain`.
#[derive(Debug, Args)]
pub struct Explain {
    /// Id of a figure, or a figure as it is printed
    #[arg(value_name = "ID|PRINTED", allow_hyphen_values = true)]
    pub figure: String,
    /// The campaign; all are searched if none is named
    #[arg(long, value_name = "CAMPAIGN")]
    pub campaign: Option<String>,
    /// Explain every figure that is found, however many there are
    #[arg(long)]
    pub all: bool,
    /// As one JSON object a figure
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `import`.
#[derive(Debug, Args)]
pub struct Import {
    /// The folder of outputs
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// Name of the campaign, its folder below content/; made from the folder's name if not given
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Name of the phase; `imported` if not given
    #[arg(long, value_name = "PHASE")]
    pub phase: Option<String>,
}

/// Arguments of `new`.
#[derive(Debug, Args)]
pub struct New {
    /// What to begin.
    #[command(subcommand)]
    pub kind: NewKind,
}

/// What can be begun.
#[derive(Debug, Subcommand)]
pub enum NewKind {
    /// A first write-up of a phase: all sections, and a sentence a finding that the data support
    ///
    /// Every sentence is bound to its figures and carries its claim. A file that is there is never written over.
    #[command(after_help = "Example:\n  rebench-report new phase D1 --campaign hcloud-rebench-20261014")]
    Phase(NewPhase),
}

/// Arguments of `new phase`.
#[derive(Debug, Args)]
pub struct NewPhase {
    /// The phase, as campaign.yaml calls it
    #[arg(value_name = "PHASE")]
    pub phase: String,
    /// The campaign; not needed where there is but one
    #[arg(long, value_name = "CAMPAIGN")]
    pub campaign: Option<String>,
}

/// Arguments of `completions`.
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell
    pub shell: clap_complete::Shell,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// How results and problems are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MessageFormat {
    /// For people
    Human,
    /// One JSON object a line
    Json,
    /// SARIF 2.1.0, for `check` alone
    Sarif,
}

/// Formats of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum FormatArgument {
    /// Markdown, a book for mdBook
    Markdown,
    /// A static site
    Html,
    /// One PDF a phase and one for the campaign
    Pdf,
}

/// Papers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PaperArgument {
    /// ISO A4
    A4,
    /// US Letter
    Letter,
}
