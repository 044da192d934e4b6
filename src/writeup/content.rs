//! What the author wrote: `campaign.md` and `phases/*.md`, Markdown with YAML front matter.
//!
//! These files lie beside the pinned inputs and are not pinned; the report's manifest names their hashes.

use std::collections::BTreeMap;
use std::path::Path;

use crate::problem::{Excerpt, Kind, Outcome, Place, Problem, Problems};
use crate::source::{Fields, Source, Span, quote, yaml};

/// The write-up of the campaign as a whole.
pub const OVERVIEW: &str = "campaign.md";

/// Everything the author wrote about a campaign.
#[derive(Clone, Debug)]
pub struct Content {
    /// `campaign.md`.
    pub overview: Authored,
    /// `phases/*.md`, sorted by file name.
    pub phases: Vec<Authored>,
}

/// One authored file.
#[derive(Clone, Debug)]
pub struct Authored {
    /// Path below the campaign's folder.
    pub file: String,
    /// SHA-256 of its bytes, 64 hexadecimal digits.
    pub sha256: String,
    /// Size in bytes.
    pub size: u64,
    /// Its front matter.
    pub front: Front,
    /// Everything after the front matter.
    pub body: String,
    /// Lines before the body, so that a place in it can be told.
    pub lines_before: u32,
    /// The whole text of the file, so that a place in a folded value of the front matter can be told.
    pub source: String,
}

/// A name that holds digits and is no number, as the author declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// The name.
    pub name: String,
    /// Where it is declared.
    pub place: Place,
    /// The line that declares it.
    pub excerpt: Excerpt,
}

/// Front matter.
#[derive(Clone, Debug, Default)]
pub struct Front {
    /// Phase that the file writes up; empty in `campaign.md`.
    pub phase: String,
    /// Line on which the phase is named.
    pub phase_line: u32,
    /// Title.
    pub title: String,
    /// Title for navigation; the title if not given.
    pub short: String,
    /// One paragraph on what was found: a template over the ledger.
    pub lede: String,
    /// Line on which the lede begins.
    pub lede_line: u32,
    /// Who answers for it.
    pub authors: Vec<String>,
    /// What an arm stands for, by arm.
    pub arms: BTreeMap<String, String>,
    /// What a case does, by case.
    pub cases: BTreeMap<String, String>,
    /// Names in the text that hold digits or number words and are no numbers.
    pub names: Vec<Declared>,
}

/// Reads the authored files of a campaign's folder.
///
/// # Errors
/// Every file that is missing or can't be read, and every fault in their front matter.
pub fn read(folder: &Path) -> Outcome<Content> {
    let mut problems = Vec::new();
    let overview = read_file(folder, OVERVIEW, &mut problems);
    let files = write_ups(folder).unwrap_or_else(|error| {
        problems.push(Problem::new(
            Kind::Input,
            "writeup::no-phases",
            Place::file("phases"),
            format!("the write-ups of the phases can't be read: {error}"),
            "put one Markdown file a phase there, with `phase:` in its front matter",
        ));
        Vec::new()
    });
    let phases: Vec<Authored> = files.iter().filter_map(|file| read_file(folder, file, &mut problems)).collect();
    for authored in &phases {
        if authored.front.phase.is_empty() {
            problems.push(Problem::new(
                Kind::Input,
                "writeup::phase-missing",
                Place::line(&authored.file, 1),
                "the front matter does not say which phase it writes up",
                "add a line such as `phase: D1`",
            ));
        }
    }
    match overview {
        Some(overview) if problems.is_empty() => Ok(Content { overview, phases }),
        _ => Err(problems),
    }
}

/// Reads a page that belongs to no campaign, below `folder`.
///
/// # Errors
/// A file that can't be read, and every fault in its front matter.
pub fn read_page(folder: &Path, file: &str) -> Outcome<Authored> {
    let mut problems = Vec::new();
    let page = read_file(folder, file, &mut problems);
    page.filter(|_| problems.is_empty()).ok_or(problems)
}

/// The write-ups of phases in a campaign's folder, by path below it, sorted.
///
/// # Errors
/// The folder `phases` can't be read.
pub fn write_ups(folder: &Path) -> std::io::Result<Vec<String>> {
    let entries = std::fs::read_dir(folder.join("phases"))?;
    let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let mut files: Vec<String> =
        names.filter(|name| name.ends_with(".md")).map(|name| format!("phases/{name}")).collect();
    files.sort();
    Ok(files)
}

fn read_file(folder: &Path, file: &str, problems: &mut Problems) -> Option<Authored> {
    let bytes = match crate::integrity::read_regular(&folder.join(file)) {
        Ok(bytes) => bytes,
        Err(error) => {
            problems.push(Problem::new(
                Kind::Input,
                "writeup::unreadable",
                Place::file(file),
                format!("can't be read: {error}"),
                "write it: front matter with a title between two lines `---`, then Markdown",
            ));
            return None;
        }
    };
    let (sha256, size) = (crate::integrity::sha256(&bytes), bytes.len() as u64);
    let source = match Source::decode(file, &bytes) {
        Ok(source) => source,
        Err(found) => {
            problems.extend(found);
            return None;
        }
    };
    let (front, body_at) = split(&source, problems)?;
    let front = parse_front(file, &source, front, problems)?;
    let lines_before = source.line_at(body_at) - 1;
    let body = source.text.get(body_at..).unwrap_or_default().replace("\r\n", "\n");
    Some(Authored { file: file.to_string(), sha256, size, front, body, lines_before, source: source.text })
}

/// Front matter and first byte of the body.
fn split<'s>(source: &'s Source, problems: &mut Problems) -> Option<(&'s str, usize)> {
    let mut lines = source.lines();
    let opened = matches!(lines.next(), Some((_, _, "---")));
    let close = opened.then(|| lines.find(|(_, _, line)| *line == "---")).flatten();
    let Some((_, at, _)) = close else {
        problems.push(source.problem(
            "writeup::front-matter",
            Span::default(),
            "has no front matter between two lines `---` at its beginning",
            "begin with `---`, lines such as `title: …`, and `---`",
        ));
        return None;
    };
    let body = source.text.get(at..)?.find('\n').map_or(source.text.len(), |end| at + end + 1);
    Some((source.text.get(..at)?, body))
}

fn parse_front(file: &str, source: &Source, front: &str, problems: &mut Problems) -> Option<Front> {
    // The opening line stays in, as YAML's own document start, so that places are those of the file.
    let yaml_source = Source::new(file, front.to_string());
    let node = match yaml::parse(&yaml_source) {
        Ok(node) => node,
        Err(found) => {
            problems.extend(found);
            return None;
        }
    };
    let before = problems.len();
    let fields = Fields::of(&yaml_source, &node, "the front matter", problems)?;
    const KNOWN: [&str; 8] = ["phase", "title", "short", "lede", "authors", "arms", "cases", "names"];
    for entry in fields.entries() {
        if !KNOWN.contains(&entry.key.as_str()) {
            problems.push(source.problem(
                "writeup::front-matter",
                entry.key_span,
                format!("the front matter has no key {}", quote(&entry.key)),
                format!("use one of {}", crate::source::list(&KNOWN)),
            ));
        }
    }
    let title = fields.text("title", problems).unwrap_or_default();
    let texts = |key: &str, problems: &mut Problems| {
        let mut out = BTreeMap::new();
        if let Some(node) = fields.optional(key)
            && let Some(map) = Fields::of(&yaml_source, node, format!("`{key}` of the front matter"), problems)
        {
            for entry in map.entries() {
                if let Some(text) = map.text(&entry.key, problems) {
                    out.insert(entry.key.clone(), text);
                }
            }
        }
        out
    };
    let front = Front {
        phase: fields.optional_text("phase", problems).unwrap_or_default(),
        phase_line: fields.entry("phase").map_or(1, |entry| source.line_at(entry.key_span.start)),
        short: fields.optional_text("short", problems).unwrap_or_else(|| title.clone()),
        lede: fields.optional_text("lede", problems).unwrap_or_default(),
        lede_line: fields.entry("lede").map_or(1, |entry| source.line_at(entry.key_span.start)),
        authors: fields
            .optional_list("authors", problems)
            .map(|nodes| fields.texts(nodes, "authors", problems).into_iter().map(|(text, _)| text).collect())
            .unwrap_or_default(),
        arms: texts("arms", problems),
        cases: texts("cases", problems),
        names: declared_names(source, &fields, problems),
        title,
    };
    (problems.len() == before).then_some(front)
}

/// `names` of the front matter. A number is no name: to declare it as one would switch off what looks for it.
fn declared_names(source: &Source, fields: &Fields<'_>, problems: &mut Problems) -> Vec<Declared> {
    let mut out = Vec::new();
    let Some(nodes) = fields.optional_list("names", problems) else { return out };
    for (name, span) in fields.texts(nodes, "names", problems) {
        if name.chars().any(char::is_alphabetic) {
            out.push(Declared { name, place: source.place(span.start), excerpt: source.excerpt(span) });
        } else {
            problems.push(source.problem(
                "writeup::front-matter",
                span,
                format!("{} is declared as a name and has no letter", quote(&name)),
                "declare names alone, for instance `names: [ten rows]`; bind numbers to the ledger",
            ));
        }
    }
    out
}
