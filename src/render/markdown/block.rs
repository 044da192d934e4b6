//! Blocks as lines of Markdown, without indentation of their own.

use crate::document::{Block, Fact, FlowStep, Inline, List, Plot, Statement, StatementKind};

use super::anchors::Links;
use super::escape::{self, Where};
use super::{inline, plot_path, table};

/// Blocks with an empty line between them. `document` is the id of the page, which names the files of its plots.
pub fn all(blocks: &[Block], document: &str, links: &mut Links<'_>) -> String {
    sequence(blocks, document, false, links)
}

fn sequence(blocks: &[Block], document: &str, tight: bool, links: &mut Links<'_>) -> String {
    let mut out = String::new();
    // Two lists of one kind side by side would be one; the second takes the other marker.
    let mut last: Option<(bool, bool)> = None;
    for block in blocks {
        let (text, kind) = match block {
            Block::List(list) => {
                let numbered = list.start.is_some();
                let other = last.is_some_and(|(last_numbered, last_other)| last_numbered == numbered && !last_other);
                (self::list(list, other, document, links), Some((numbered, other)))
            }
            Block::Statement(statement) => {
                // Statements in a row are one list.
                (self::statement(statement, document, links), Some((false, false)))
            }
            block => (one(block, document, links), None),
        };
        if text.is_empty() {
            continue;
        }
        if !out.is_empty() {
            // In a tight list a paragraph and the list below it belong together.
            out.push_str(if tight && matches!(kind, Some((_, false))) { "\n" } else { "\n\n" });
        }
        out.push_str(&text);
        last = kind;
    }
    out
}

fn one(block: &Block, document: &str, links: &mut Links<'_>) -> String {
    match block {
        Block::Heading(heading) => {
            let level = usize::from(heading.level.clamp(2, 6));
            let words = inline::write(&heading.content, Where::Heading, links);
            format!("{} {words}", "#".repeat(level)).trim_end().to_owned()
        }
        Block::Paragraph(content) => inline::write(content, Where::Paragraph, links),
        Block::Quote(inner) | Block::Aside(inner) => quoted(&all(inner, document, links)),
        Block::Code(code) => self::code(&code.text, code.language.as_deref()),
        Block::Rule => "---".to_owned(),
        Block::Table(table) => table::write(table, links),
        Block::Plot(plot) => self::plot(plot, document, links),
        Block::Facts(facts) => self::facts(facts, links),
        Block::Flow(steps) => flow(steps, links),
        Block::Details(details) => {
            let summary = inline::write(&[Inline::Strong(details.summary.clone())], Where::Paragraph, links);
            let inner = all(&details.blocks, document, links);
            [summary, inner].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
        }
        Block::List(list) => self::list(list, false, document, links),
        Block::Statement(statement) => self::statement(statement, document, links),
    }
}

/// Lines behind `> `.
pub fn quoted(text: &str) -> String {
    text.lines()
        .map(|line| if line.is_empty() { ">".to_owned() } else { format!("> {line}") })
        .collect::<Vec<_>>()
        .join("\n")
}

/// `text` as an item of a list: `marker` before its first line, as much room before the others.
fn item(marker: &str, text: &str) -> String {
    let room = " ".repeat(marker.len());
    let lines = text.lines().enumerate().map(|(at, line)| match (at, line.is_empty()) {
        (0, true) => marker.trim_end().to_owned(),
        (0, false) => format!("{marker}{line}"),
        (_, true) => String::new(),
        (_, false) => format!("{room}{line}"),
    });
    let lines: Vec<String> = lines.collect();
    if lines.is_empty() { marker.trim_end().to_owned() } else { lines.join("\n") }
}

fn list(list: &List, other: bool, document: &str, links: &mut Links<'_>) -> String {
    let mut items = Vec::new();
    for (at, blocks) in list.items.iter().enumerate() {
        let marker = match list.start {
            None => if other { "* " } else { "- " }.to_owned(),
            Some(start) => {
                // CommonMark reads at most nine digits.
                let number = start.saturating_add(at as u64).min(999_999_999);
                format!("{number}{} ", if other { ')' } else { '.' })
            }
        };
        items.push(item(&marker, &sequence(blocks, document, list.tight, links)));
    }
    items.join(if list.tight { "\n" } else { "\n\n" })
}

/// Bodies of notes, numbered from 1.
pub fn numbered(notes: &[Vec<Block>], document: &str, links: &mut Links<'_>) -> String {
    let list = List { start: Some(1), tight: false, items: notes.to_vec() };
    self::list(&list, false, document, links)
}

/// A fenced block; where mdBook would act on the text, the same lines without the fence.
fn code(text: &str, language: Option<&str>) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let text = text.strip_suffix('\n').unwrap_or(&text);
    let plain = |c: char| if c.is_control() && !matches!(c, '\n' | '\t') { '\u{fffd}' } else { c };
    let text: String = text.chars().map(plain).collect();
    if escape::refuses_code(&text, Where::Paragraph) {
        return unfenced(&text);
    }
    let fence = "`".repeat((escape::longest_run(&text, '`') + 1).max(3));
    let sound = |language: &&str| {
        !language.is_empty()
            && language.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '_' | '.'))
    };
    let language = language.filter(sound).unwrap_or_default();
    format!("{fence}{language}\n{text}{}{fence}", if text.is_empty() { "" } else { "\n" })
}

fn unfenced(text: &str) -> String {
    let line = |line: &str| {
        let indented = line.len() - line.trim_start().len();
        let mut out = "\u{a0}".repeat(indented);
        out.push_str(&inline::text(line, Where::Paragraph));
        out
    };
    text.lines().map(line).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\\\n")
}

/// Terms as a list, each with its content.
pub fn facts(facts: &[Fact], links: &mut Links<'_>) -> String {
    let mut lines = Vec::new();
    for fact in facts {
        let mut term = fact.term.clone();
        term.push(Inline::text(":"));
        let mut content = vec![Inline::Strong(term), Inline::text(" ")];
        content.extend(fact.content.iter().cloned());
        lines.push(item("- ", &inline::write(&content, Where::Paragraph, links)));
    }
    lines.join("\n")
}

fn flow(steps: &[FlowStep], links: &mut Links<'_>) -> String {
    let mut parts = Vec::new();
    for step in steps {
        let count = inline::write(&step.count, Where::Paragraph, links);
        let what = inline::text(&step.what, Where::Paragraph);
        let lost: Vec<String> = step.lost.iter().map(|lost| inline::text(lost, Where::Paragraph)).collect();
        let lost = if lost.is_empty() { String::new() } else { format!(" (less {})", lost.join(", ")) };
        parts.push(format!("{count} {what}{lost}"));
    }
    parts.join(" → ")
}

fn plot(plot: &Plot, document: &str, links: &mut Links<'_>) -> String {
    let image = format!("![{}]({})", inline::alternative(&plot.alt), plot_path(document, &plot.id));
    let caption = table::caption("Figure", plot.number, &plot.caption, links);
    let data = plot.data.as_ref().map_or_else(String::new, |data| table::write(data, links));
    [image, caption, data].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
}

/// A statement as an item of a list, what backs it or would test it as a list within.
fn statement(statement: &Statement, document: &str, links: &mut Links<'_>) -> String {
    let label = format!("**{}.**", inline::text(&statement.label, Where::Paragraph));
    let state = match statement.kind {
        StatementKind::Hypothesis if !statement.state.is_empty() => {
            let mut letters = statement.state.chars();
            let first: String = letters.next().map(char::to_uppercase).into_iter().flatten().collect();
            format!(" _{}._", inline::text(&format!("{first}{}", letters.as_str()), Where::Paragraph))
        }
        _ => String::new(),
    };
    let body = match statement.body.split_first() {
        Some((Block::Paragraph(first), rest)) => {
            let first = inline::write(first, Where::Paragraph, links);
            let rest = all(rest, document, links);
            let gap = if rest.is_empty() { "" } else { "\n\n" };
            format!("{label}{state} {first}{gap}{rest}")
        }
        _ => format!("{label}{state}\n\n{}", all(&statement.body, document, links)),
    };
    let mut below = Vec::new();
    for check in &statement.checks {
        below.push(item("- ", &format!("checked: {}", inline::code(&check.text, Where::Paragraph))));
    }
    if let Some(test) = &statement.test {
        below.push(item("- ", &format!("Would test it: {}", inline::write(test, Where::Paragraph, links))));
    }
    let below = below.join("\n");
    let gap = if below.is_empty() { "" } else { "\n\n" };
    item("- ", format!("{}{gap}{below}", body.trim_end()).trim_end())
}
