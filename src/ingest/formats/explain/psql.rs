//! A psql output to its pieces: plans, times, errors, and the rest.
//!
//! Plans stand raw (`-At`, or as a file of their own) or in psql's aligned table: a head `QUERY PLAN`, dashes, one blank
//! before each line, `+` at the right edge where a cell goes on, and `(N rows)`.

use crate::source::{Source, quote};

/// Which format a plan is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Text,
    Json,
    Yaml,
    Xml,
}

impl Kind {
    /// Its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Text => "text",
            Kind::Json => "JSON",
            Kind::Yaml => "YAML",
            Kind::Xml => "XML",
        }
    }
}

/// A line of a plan without psql's frame: its number from 1, the first byte of its text, the text.
pub type PlanLine<'a> = (u32, usize, &'a str);

/// A piece of an output.
#[derive(Debug)]
pub enum Piece<'a> {
    /// The lines of a plan, or of several in one list.
    Plan(Block<'a>),
    /// `Time: 1.156 ms`: the number as printed.
    Time(u32, &'a str),
    /// What failed.
    Error(u32, &'a str),
    /// Any other line.
    Other(u32, &'a str),
}

/// The lines of a plan.
#[derive(Debug)]
pub struct Block<'a> {
    /// What they are.
    pub kind: Kind,
    /// The lines.
    pub lines: Vec<PlanLine<'a>>,
    /// The number of rows that psql counted, with its line.
    pub rows: Option<(u32, u64)>,
    /// Rows of the table, where psql printed one: lines that none before goes on to.
    pub counted: u64,
    /// Whether the last line is one without its end, so that part of it may be lost.
    pub unended: bool,
    /// Whether the file ends before psql's own end of the plan.
    pub cut: bool,
}

/// Splits an output.
pub fn pieces(source: &Source) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut lines = source.lines().peekable();
    while let Some((line, start, text)) = lines.next() {
        let bare = text.trim();
        if bare.is_empty() || bare == "^" {
            continue;
        }
        if bare == "QUERY PLAN" {
            let Some((_, _, dashes)) = lines.next_if(|(_, _, next)| is_rule(next)) else {
                pieces.push(Piece::Other(line, text));
                continue;
            };
            let width = dashes.chars().count();
            let mut rows = Vec::new();
            while let Some(row) = lines.next_if(|(_, _, next)| next.starts_with(' ')) {
                rows.push(row);
            }
            let footer = lines.peek().and_then(|(line, _, next)| Some((*line, footer(next)?)));
            if footer.is_some() {
                lines.next();
            }
            let cut = footer.is_none() && lines.peek().is_none();
            pieces.push(Piece::Plan(aligned(source, &rows, width, footer, cut)));
        } else if let Some(kind) = begins(text) {
            let mut block = vec![(line, start, text)];
            let mut open = match kind {
                Kind::Json => text == "[",
                Kind::Xml => !text.contains("</explain>"),
                Kind::Yaml | Kind::Text => true,
            };
            while open {
                let Some(next) = lines.next_if(|(_, _, next)| goes_on(kind, next)) else { break };
                open = !matches!((kind, next.2), (Kind::Json, "]") | (Kind::Xml, "</explain>"));
                block.push(next);
            }
            let rows = lines.peek().and_then(|(line, _, next)| Some((*line, footer(next)?)));
            if rows.is_some() {
                lines.next();
            }
            let unended = is_unended(source, block.last());
            let counted = block.len() as u64;
            // Raw output has no rows to hold a number against, unless the head alone was taken off.
            let rows = rows.filter(|_| kind == Kind::Text);
            pieces.push(Piece::Plan(Block { kind, lines: block, rows, counted, unended, cut: unended }));
        } else if let Some(time) = time(text) {
            pieces.push(Piece::Time(line, time));
        } else {
            pieces.push(if is_error(text) { Piece::Error(line, text) } else { Piece::Other(line, text) });
        }
    }
    pieces
}

fn aligned<'a>(
    source: &Source,
    rows: &[PlanLine<'a>],
    width: usize,
    footer: Option<(u32, u64)>,
    cut: bool,
) -> Block<'a> {
    let first = rows.first().map_or("", |(_, _, text)| text.trim_end_matches('+').trim());
    let kind = begins(first).unwrap_or(Kind::Text);
    let unended = is_unended(source, rows.last());
    let mut counted = 0;
    let mut lines = Vec::with_capacity(rows.len());
    for (line, start, text) in rows {
        let goes_on = text.ends_with('+') && (kind != Kind::Text || text.chars().count() == width);
        let text = text.get(1..).unwrap_or("");
        let text = if goes_on { text.strip_suffix('+').unwrap_or(text) } else { text };
        counted += u64::from(!goes_on);
        lines.push((*line, start + 1, text.trim_end()));
    }
    Block { kind, lines, rows: footer, counted, unended, cut }
}

fn is_unended(source: &Source, last: Option<&PlanLine<'_>>) -> bool {
    last.is_some_and(|(_, start, text)| source.text.as_bytes().get(start + text.len()).is_none())
}

/// The format whose plan begins with a line, outside of a table.
fn begins(text: &str) -> Option<Kind> {
    if text == "[" || text.starts_with("[{\"Plan\"") || text.starts_with("[{\"Query Text\"") {
        Some(Kind::Json)
    } else if text.starts_with("- Plan:") || text.starts_with("- Query Text:") {
        Some(Kind::Yaml)
    } else if text == "<explain>" || text.starts_with("<explain xmlns=\"http://www.postgresql.org/2009/explain\"") {
        Some(Kind::Xml)
    } else {
        is_root(text).then_some(Kind::Text)
    }
}

/// Whether a line of a text plan is that of its top node.
fn is_root(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_uppercase())
        && ["  (cost=", "  (actual ", " (actual "].iter().any(|part| text.contains(part))
        && text.ends_with(')')
}

/// Whether a raw plan goes on with a line.
fn goes_on(kind: Kind, text: &str) -> bool {
    let ours = ["Planning", "Execution ", "Trigger ", "JIT:", "Settings:", "Query Identifier:", "Serialization:"];
    match kind {
        Kind::Json | Kind::Xml => true,
        Kind::Yaml => text.starts_with("  ") || text.starts_with("- "),
        Kind::Text => text.starts_with("  ") || ours.iter().any(|start| text.starts_with(start)),
    }
}

fn is_rule(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte == b'-')
}

/// The number of `(N rows)`.
fn footer(text: &str) -> Option<u64> {
    let (count, word) = text.strip_prefix('(')?.strip_suffix(')')?.split_once(' ')?;
    matches!(word, "row" | "rows").then(|| count.parse().ok())?
}

/// The number of `Time: 1203.002 ms (00:01.203)`.
pub fn time(text: &str) -> Option<&str> {
    let (number, rest) = text.trim_end().strip_prefix("Time: ")?.split_once(" ms")?;
    let whole = rest.is_empty() || rest.strip_prefix(" (").is_some_and(|rest| rest.ends_with(')'));
    whole.then_some(number)
}

/// Whether a line tells of something that failed: by the server, or by psql.
fn is_error(text: &str) -> bool {
    // `psql:script.sql:3: ERROR:  …` where a script was run.
    let bare = text.strip_prefix("psql:").and_then(|rest| rest.split_once(": ")).map_or(text, |(_, rest)| rest);
    let starts =
        ["ERROR:  ", "FATAL:  ", "PANIC:  ", "error: ", "server closed the connection", "connection to server"];
    starts.iter().any(|start| bare.starts_with(start)) && (bare != text || !text.starts_with("error: "))
}

/// What a line that is none of a plan says.
pub fn remark(text: &str) -> String {
    format!("psql printed {}.", quote(text.trim_end()))
}

/// The format of the first plan of an output, by its head.
pub fn kind(source: &Source) -> Option<Kind> {
    let mut lines = source.text.lines().take(200).map(str::trim_end);
    let mut before_rule = false;
    while let Some(text) = lines.next() {
        if text.trim() == "QUERY PLAN" {
            before_rule = true;
        } else if before_rule && is_rule(text) {
            let first = lines.next()?.trim_end_matches('+').trim();
            let kind = begins(first).unwrap_or(Kind::Text);
            return Some(kind);
        } else if text == "[" {
            // Other tools write lists too: the plan's own key has to follow.
            let next: Vec<&str> = lines.by_ref().take(2).map(str::trim).collect();
            let ours = |line: &&str| line.starts_with("\"Plan\":") || line.starts_with("\"Query Text\":");
            return (next.first() == Some(&"{") && next.get(1).is_some_and(ours)).then_some(Kind::Json);
        } else if let Some(kind) = begins(text) {
            return Some(kind);
        }
    }
    None
}
