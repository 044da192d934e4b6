//! The card of a report: what the front page says of it, written when the report is.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::document::{Block, Document, Inline, Statement, StatementKind, visit};
use crate::problem::{Kind, Outcome, Place, Problem, Problems};

/// Name of the file in a report.
pub const FILE: &str = "card.json";
/// Schema of the file.
pub const SCHEMA: &str = "rebench-report/card/1";

/// What a report says of itself. Texts are plain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// [`SCHEMA`].
    pub schema: String,
    /// Name of the campaign, and of the report's folder.
    pub campaign: String,
    /// Its title.
    pub title: String,
    /// One paragraph on what was found.
    pub lede: String,
    /// What has to be said of the data wherever they are shown.
    pub status: Option<Status>,
    /// Date of the data, seconds since 1970-01-01T00:00:00Z.
    pub date: Option<i64>,
    /// SHA-256 over the inputs.
    pub input_hash: String,
    /// Pages below `html/`; empty where the report has none.
    pub pages: Vec<Page>,
    /// The file that holds the whole campaign for print, by its path below the report.
    pub pdf: Option<String>,
    /// Its phases in order.
    pub phases: Vec<Phase>,
}

/// See [`crate::document::Status`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Status {
    /// One word.
    pub word: String,
    /// Bold beginning of the banner.
    pub label: String,
    /// One or two sentences after it.
    pub sentence: String,
}

/// A page of the report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Page {
    /// Its file is `html/<id>.html`.
    pub id: String,
    /// Its name in the navigation.
    pub title: String,
}

/// A phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Phase {
    /// Id of its page.
    pub id: String,
    /// Its name in the navigation.
    pub title: String,
    /// Statements that carry claims.
    pub measured: Vec<Said>,
    /// Possible explanations.
    pub hypotheses: Vec<Said>,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// Anchor on the phase's page.
    pub id: String,
    /// Number with its letter.
    pub label: String,
    /// What it says: of a measured one its first sentence.
    pub text: String,
    /// What would test a hypothesis; otherwise empty.
    pub test: String,
    /// State of a hypothesis; otherwise empty.
    pub state: String,
}

impl Card {
    /// The card of a report of these documents, the campaign's page first. `has_pages` where the report has HTML; `pdf` is
    /// the file of the whole campaign.
    pub fn of(documents: &[Document], has_pages: bool, pdf: Option<String>) -> Option<Card> {
        let top = documents.first()?;
        let page = |document: &Document| Page { id: document.id.clone(), title: document.short_title.clone() };
        let is_phase = |document: &&Document| {
            document.parent.as_deref() == Some(top.id.as_str()) && document.stamp.phase.is_some()
        };
        Some(Card {
            schema: SCHEMA.to_string(),
            campaign: top.stamp.campaign.clone(),
            title: top.title.clone(),
            lede: visit::plain(&top.lede),
            status: top.status.as_ref().map(|status| Status {
                word: status.word.clone(),
                label: status.label.clone(),
                sentence: status.sentence.clone(),
            }),
            date: top.stamp.date.map(|date| date.0),
            input_hash: top.stamp.input_hash.clone(),
            pages: if has_pages { documents.iter().map(page).collect() } else { Vec::new() },
            pdf,
            phases: documents.iter().filter(is_phase).map(phase).collect(),
        })
    }

    /// `card.json`.
    pub fn bytes(&self) -> Vec<u8> {
        // Texts and numbers always serialise.
        let mut bytes = serde_json::to_vec_pretty(self).unwrap_or_default();
        bytes.push(b'\n');
        bytes
    }
}

fn phase(document: &Document) -> Phase {
    let of = |kind: StatementKind, text: fn(&Statement) -> String| -> Vec<Said> {
        let said = |block: &Block| match block {
            Block::Statement(statement) if statement.kind == kind => Some(Said {
                id: statement.id.clone(),
                label: statement.label.clone(),
                text: text(statement),
                test: statement.test.as_deref().map(visit::plain).unwrap_or_default(),
                state: statement.state.clone(),
            }),
            _ => None,
        };
        document.blocks.iter().filter_map(said).collect()
    };
    Phase {
        id: document.id.clone(),
        title: document.short_title.clone(),
        measured: of(StatementKind::Measured, headline),
        hypotheses: of(StatementKind::Hypothesis, whole),
    }
}

fn paragraphs(statement: &Statement) -> impl Iterator<Item = &Vec<Inline>> {
    statement.body.iter().filter_map(|block| match block {
        Block::Paragraph(words) => Some(words),
        _ => None,
    })
}

fn whole(statement: &Statement) -> String {
    paragraphs(statement).map(|words| visit::plain(words)).collect::<Vec<_>>().join(" ")
}

/// The words in bold that a statement begins with, else its first sentence.
fn headline(statement: &Statement) -> String {
    let Some(words) = paragraphs(statement).next() else { return String::new() };
    if let Some(Inline::Strong(strong)) = words.first() {
        // Bold figures break a bold sentence into parts.
        let bold = |inline: &&Inline| matches!(inline, Inline::Strong(_) | Inline::Text(_));
        let parts: Vec<&Inline> = words.iter().take_while(bold).collect();
        let end = parts.iter().rposition(|inline| matches!(inline, Inline::Strong(_))).map_or(0, |at| at + 1);
        let text = visit::plain(words.get(..end).unwrap_or(strong));
        if text.trim_end().ends_with(['.', '!', '?']) {
            return text;
        }
    }
    let text = visit::plain(words);
    // A figure has no blank after its point.
    match text.find(". ") {
        Some(end) => text.get(..=end).unwrap_or(&text).to_string(),
        None => text,
    }
}

/// The cards of all reports in a folder, the latest data first. Folders without one are no reports of a site.
///
/// # Errors
/// Every card that can't be read.
pub fn read_all(reports: &Path) -> Outcome<Vec<Card>> {
    let mut cards: Vec<Card> = Vec::new();
    let mut problems = Problems::new();
    let mut folders: Vec<_> = match std::fs::read_dir(reports) {
        Ok(entries) => entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect(),
        Err(error) => {
            let cause = format!("can't be read: {error}");
            let place = Place::file(reports.display().to_string());
            return Err(vec![Problem::new(Kind::Output, "front::reports", place, cause, "build a campaign first")]);
        }
    };
    folders.sort();
    for folder in folders.into_iter().filter(|name| !name.starts_with('.')) {
        let path = reports.join(&folder).join(FILE);
        if !path.is_file() {
            continue;
        }
        let card = crate::integrity::read_regular(&path)
            .map_err(|error| error.to_string())
            .and_then(|bytes| serde_json::from_slice::<Card>(&bytes).map_err(|error| error.to_string()));
        match card {
            Ok(card) if card.schema == SCHEMA && card.campaign == folder => cards.push(card),
            Ok(_) => problems.push(unreadable(&path, "is that of another report".to_string())),
            Err(error) => problems.push(unreadable(&path, format!("can't be read: {error}"))),
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    cards.sort_by(|a, b| b.date.cmp(&a.date).then_with(|| a.campaign.cmp(&b.campaign)));
    Ok(cards)
}

fn unreadable(path: &Path, cause: String) -> Problem {
    let place = Place::file(path.display().to_string());
    Problem::new(Kind::Output, "front::card", place, cause, "build that report again, or move its folder away")
}
