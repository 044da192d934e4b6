//! The fixed sections of a phase, its numbered statements, and generated content in its place.
//!
//! A write-up has the sections Arms, Environment and design, Results, Interpretation (Measured, Hypotheses) and Limits, in
//! this order. Each item of the lists under Measured, Hypotheses and Limits is a statement of that standing.

use super::desk::{Desk, Item};
use super::generated::{Offer, Offered};
use super::markdown::Parsed;
use super::statements::{Statements, left_over};
use super::template::Text;
use crate::document::{Block, Heading, Inline, StatementKind, visit};
use crate::problem::{Kind, Outcome, Problem, Problems};

/// A section that every phase has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// What was compared.
    Arms,
    /// Where and how.
    Design,
    /// What came out.
    Results,
    /// What it means.
    Interpretation,
    /// What it can't say.
    Limits,
    /// Where it comes from: generated alone.
    Evidence,
}

impl Section {
    /// The sections that an author writes, in order.
    pub const AUTHORED: [Section; 5] =
        [Section::Arms, Section::Design, Section::Results, Section::Interpretation, Section::Limits];

    /// Its heading.
    pub fn title(self) -> &'static str {
        match self {
            Section::Arms => "Arms",
            Section::Design => "Environment and design",
            Section::Results => "Results",
            Section::Interpretation => "Interpretation",
            Section::Limits => "Limits",
            Section::Evidence => "Evidence",
        }
    }

    /// Its anchor.
    pub fn anchor(self) -> &'static str {
        match self {
            Section::Arms => "arms",
            Section::Design => "design",
            Section::Results => "results",
            Section::Interpretation => "interpretation",
            Section::Limits => "limits",
            Section::Evidence => "evidence",
        }
    }
}

/// Puts a phase together.
///
/// # Errors
/// Sections that are missing, doubled, unknown or out of order; statements in the wrong form; claims that do not hold.
pub fn assemble(text: Text<'_>, parsed: Parsed, desk: &Desk, offer: &Offer) -> Outcome<Vec<Block>> {
    let mut problems = Vec::new();
    let placed = placed_names(&parsed, desk);
    let lines = parsed.heading_lines.clone();
    let (preface, mut found) = split(parsed.blocks.clone(), 2);
    let order = check_order(text, &found, &lines, &mut problems);
    let mut out = preface;
    let mut statements = Statements { text, desk, parsed: &parsed, problems: &mut problems, taken: Vec::new() };
    for section in Section::AUTHORED {
        let Some(at) = order.iter().position(|known| *known == Some(section)) else { continue };
        let Some((_, blocks)) = found.get_mut(at) else { continue };
        let blocks = std::mem::take(blocks);
        out.push(heading(2, section.anchor(), section.title()));
        match section {
            Section::Interpretation => out.extend(interpretation(blocks, &mut statements)),
            Section::Limits => {
                let mut number = 0;
                let generated = generated(offer, section, &placed);
                out.extend(numbered(generated, &mut number));
                if !blocks.is_empty() {
                    out.push(heading(3, "limits-author", "From the author"));
                }
                out.extend(statements.take_up(blocks, StatementKind::Limit, &mut number));
                continue;
            }
            _ => out.extend(blocks),
        }
        out.extend(generated(offer, section, &placed));
    }
    let taken = std::mem::take(&mut statements.taken);
    let evidence = generated(offer, Section::Evidence, &placed);
    if !evidence.is_empty() {
        out.push(heading(2, Section::Evidence.anchor(), Section::Evidence.title()));
        out.extend(evidence);
    }
    problems.extend(left_over(text, &parsed, desk, &taken));
    if problems.is_empty() { Ok(out) } else { Err(problems) }
}

/// A generated heading.
pub fn heading(level: u8, id: &str, title: &str) -> Block {
    Block::Heading(Heading { level, id: id.to_string(), content: vec![Inline::text(title)] })
}

fn placed_names(parsed: &Parsed, desk: &Desk) -> Vec<String> {
    let items = parsed.token_lines.keys().filter_map(|number| desk.item(*number));
    items.filter_map(|item| if let Item::Blocks { name, .. } = item { Some(name) } else { None }).collect()
}

/// Generated content of a section that the author did not place.
fn generated(offer: &Offer, section: Section, placed: &[String]) -> Vec<Block> {
    offer
        .of(section)
        .filter(|offered| !placed.contains(&offered.name))
        .flat_map(|Offered { blocks, .. }| blocks.iter().cloned())
        .collect()
}

/// Numbers the generated limits.
fn numbered(blocks: Vec<Block>, number: &mut u32) -> Vec<Block> {
    blocks
        .into_iter()
        .map(|block| match block {
            Block::Statement(mut statement) => {
                *number += 1;
                statement.label = format!("L{number}");
                statement.id = format!("l{number}");
                Block::Statement(statement)
            }
            other => other,
        })
        .collect()
}

type Sections = Vec<(Heading, Vec<Block>)>;

/// Blocks before the first heading of `level`, and each such heading with what follows it.
fn split(blocks: Vec<Block>, level: u8) -> (Vec<Block>, Sections) {
    let mut before = Vec::new();
    let mut sections: Sections = Vec::new();
    for block in blocks {
        match block {
            Block::Heading(heading) if heading.level == level => sections.push((heading, Vec::new())),
            other => match sections.last_mut() {
                Some((_, blocks)) => blocks.push(other),
                None => before.push(other),
            },
        }
    }
    (before, sections)
}

/// Which section each heading opens; problems where that is not the fixed order.
fn check_order(
    text: Text<'_>,
    found: &Sections,
    lines: &std::collections::BTreeMap<String, u32>,
    problems: &mut Problems,
) -> Vec<Option<Section>> {
    let titles = Section::AUTHORED.map(Section::title).join(", ");
    let next = format!("the sections are, in this order: {titles}");
    let line = |heading: &Heading| text.place(lines.get(&heading.id).copied().unwrap_or(1));
    let mut last = None;
    let mut out: Vec<Option<Section>> = Vec::new();
    for (heading, _) in found {
        let title = visit::plain(&heading.content);
        let section = Section::AUTHORED.into_iter().find(|section| section.title().eq_ignore_ascii_case(title.trim()));
        let at = section.and_then(|section| Section::AUTHORED.iter().position(|known| *known == section));
        let mut wrong = |cause: String| {
            problems.push(Problem::new(Kind::Input, "writeup::sections", line(heading), cause, next.clone()));
        };
        match at {
            None => wrong(format!("there is no section called `{title}`")),
            Some(_) if out.contains(&section) => wrong(format!("the section {title} stands twice")),
            Some(at) => {
                if last.is_some_and(|last| at < last) {
                    wrong(format!("the section {title} stands too late"));
                }
                last = Some(at);
            }
        }
        out.push(section);
    }
    for section in Section::AUTHORED {
        if !out.contains(&Some(section)) {
            let cause = format!("the section {} is missing", section.title());
            problems.push(Problem::new(Kind::Input, "writeup::sections", text.place(1), cause, next.clone()));
        }
    }
    out
}

/// Measured and Hypotheses, told apart.
fn interpretation(blocks: Vec<Block>, statements: &mut Statements<'_>) -> Vec<Block> {
    let (mut out, parts) = split(blocks, 3);
    let mut seen = Vec::new();
    for (part, blocks) in parts {
        let title = visit::plain(&part.content);
        let (kind, id) = match title.trim().to_ascii_lowercase().as_str() {
            "measured" => (StatementKind::Measured, "measured"),
            "hypotheses" => (StatementKind::Hypothesis, "hypotheses"),
            _ => {
                statements.problem(
                    statements.parsed.heading_lines.get(&part.id).copied().unwrap_or(1),
                    format!("Interpretation has no part called `{title}`"),
                    "its parts are Measured and Hypotheses",
                );
                continue;
            }
        };
        seen.push(kind);
        out.push(heading(3, id, if id == "measured" { "Measured" } else { "Hypotheses" }));
        out.extend(statements.take_up(blocks, kind, &mut 0));
    }
    for (kind, title) in [(StatementKind::Measured, "Measured"), (StatementKind::Hypothesis, "Hypotheses")] {
        if !seen.contains(&kind) {
            statements.problem(1, format!("Interpretation lacks its part {title}"), "add it as a heading of level 3");
        }
    }
    out
}
