//! The fixed sections of a phase, its numbered statements, and generated content in its place.
//!
//! A write-up has the sections Arms, Environment and design, Results, Interpretation (Measured, Hypotheses) and Limits, in
//! this order. Each item of the lists under Measured, Hypotheses and Limits is a statement of that standing.

use super::desk::{Condition, Desk, Item, Piece, pieces};
use super::generated::{Offer, Offered};
use super::markdown::{Parsed, inlines};
use super::template::Text;
use crate::document::{Block, Check, Heading, Inline, Inlines, Statement, StatementKind, visit};
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
    let mut statements = Statements { text, desk, parsed: &parsed, problems: &mut problems };
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
    let evidence = generated(offer, Section::Evidence, &placed);
    if !evidence.is_empty() {
        out.push(heading(2, Section::Evidence.anchor(), Section::Evidence.title()));
        out.extend(evidence);
    }
    problems.extend(stray_tokens(text, &out, &parsed));
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

struct Statements<'a> {
    text: Text<'a>,
    desk: &'a Desk,
    parsed: &'a Parsed,
    problems: &'a mut Problems,
}

impl Statements<'_> {
    fn problem(&mut self, line: u32, cause: String, next: &str) {
        self.problems.push(Problem::new(Kind::Input, "writeup::statement", self.text.place(line), cause, next));
    }

    /// Turns the items of lists into statements; other blocks stay.
    fn take_up(&mut self, blocks: Vec<Block>, kind: StatementKind, number: &mut u32) -> Vec<Block> {
        let mut out = Vec::new();
        for block in blocks {
            match block {
                Block::List(list) => {
                    for item in list.items {
                        *number += 1;
                        let statement = self.statement(item, kind, *number);
                        out.push(Block::Statement(statement));
                    }
                }
                other => out.push(other),
            }
        }
        out
    }

    fn statement(&mut self, mut body: Vec<Block>, kind: StatementKind, number: u32) -> Statement {
        let line = self.parsed.item_lines.iter().find(|(item, _)| *item == body).map_or(1, |(_, line)| *line);
        let mut tokens = Vec::new();
        for block in &mut body {
            take_tokens(block, &mut tokens);
        }
        body.retain(|block| !matches!(block, Block::Paragraph(inlines) if inlines.is_empty()));
        let letter = match kind {
            StatementKind::Measured => 'M',
            StatementKind::Hypothesis => 'H',
            StatementKind::Limit => 'L',
        };
        let label = format!("{letter}{number}");
        let sentence = sentence_of(&body);
        let line_of = |token: usize| self.parsed.token_lines.get(&token).copied().unwrap_or(1);
        let mut conditions = Vec::new();
        let mut tests = Vec::new();
        let mut broken = Vec::new();
        for token in &tokens {
            match self.desk.item(*token) {
                Some(Item::Claim(claimed)) => {
                    broken.extend(claimed.iter().filter(|one| !one.holds).map(|one| (line_of(*token), one.clone())));
                    conditions.extend(claimed);
                }
                Some(Item::Test { how, state }) => tests.push((how, state)),
                _ => {}
            }
        }
        for (line, condition) in broken {
            self.problems.push(claim_problem(self.text, line, &label, &sentence, &condition, self.desk));
        }
        match kind {
            StatementKind::Measured if conditions.is_empty() => self.problem(
                line,
                format!("{label} makes no claim that the build could check: {sentence}"),
                "add `{{ claim(that=…) }}` to it, or move it to Hypotheses or Limits",
            ),
            StatementKind::Hypothesis if tests.len() != 1 => self.problem(
                line,
                format!("{label} says {} times what would test it: {sentence}", tests.len()),
                "add one `{{ would_test(how=\"…\") }}` to it",
            ),
            _ => {}
        }
        let (test, state) = match tests.into_iter().next() {
            Some((how, state)) => (Some(inlines(&how, self.desk)), state),
            None => (None, String::new()),
        };
        Statement {
            kind,
            id: label.to_ascii_lowercase(),
            label,
            body,
            checks: conditions.into_iter().map(|condition| Check { text: condition.text }).collect(),
            test,
            state,
        }
    }
}

/// A claim that does not hold: the sentence, the condition with its values, and where they come from.
fn claim_problem(
    text: Text<'_>,
    line: u32,
    label: &str,
    sentence: &str,
    condition: &Condition,
    desk: &Desk,
) -> Problem {
    let sources: Vec<String> =
        condition.figures.iter().filter_map(|id| desk.figure(id)).map(|figure| figure.id).collect();
    Problem::new(
        Kind::Claim,
        "writeup::claim",
        text.place(line),
        format!("{label} does not hold: {} is false; it says: {sentence}", condition.text),
        format!("change the sentence to what the data say; the figures are {}", sources.join(", ")),
    )
}

fn sentence_of(body: &[Block]) -> String {
    let first = body.iter().find_map(|block| match block {
        Block::Paragraph(inlines) => Some(visit::plain(inlines)),
        _ => None,
    });
    let words = first.unwrap_or_default();
    let cut: String = words.chars().take(160).collect();
    if cut.len() < words.len() { format!("{}…", cut.trim_end()) } else { cut }
}

/// Takes the tokens of claims and tests out of a block.
fn take_tokens(block: &mut Block, tokens: &mut Vec<usize>) {
    match block {
        Block::Paragraph(inlines) => take_inline_tokens(inlines, tokens),
        Block::List(list) => list.items.iter_mut().flatten().for_each(|block| take_tokens(block, tokens)),
        Block::Quote(blocks) => blocks.iter_mut().for_each(|block| take_tokens(block, tokens)),
        _ => {}
    }
}

fn take_inline_tokens(inlines: &mut Inlines, tokens: &mut Vec<usize>) {
    for inline in inlines.iter_mut() {
        match inline {
            Inline::Text(text) => {
                let mut kept = String::new();
                for piece in pieces(text) {
                    match piece {
                        Piece::Text(text) => kept.push_str(text),
                        Piece::Token(number) => tokens.push(number),
                    }
                }
                *text = kept;
            }
            Inline::Strong(inner) | Inline::Emphasis(inner) | Inline::Strikethrough(inner) => {
                take_inline_tokens(inner, tokens);
            }
            Inline::Link { content, .. } => take_inline_tokens(content, tokens),
            _ => {}
        }
    }
    inlines.retain(|inline| !matches!(inline, Inline::Text(text) if text.is_empty()));
    while matches!(inlines.last(), Some(Inline::SoftBreak | Inline::HardBreak)) {
        inlines.pop();
    }
    if let Some(Inline::Text(text)) = inlines.last_mut() {
        text.truncate(text.trim_end_matches([' ', '\n']).len());
    }
}

/// Claims and tests that stand outside of a statement.
fn stray_tokens(text: Text<'_>, blocks: &[Block], parsed: &Parsed) -> Problems {
    let mut problems = Vec::new();
    let mut look = |inlines: &Inlines| {
        for inline in inlines {
            let Inline::Text(words) = inline else { continue };
            for piece in pieces(words) {
                let Piece::Token(number) = piece else { continue };
                let line = parsed.token_lines.get(&number).copied().unwrap_or(1);
                problems.push(Problem::new(
                    Kind::Input,
                    "writeup::statement",
                    text.place(line),
                    "a claim or a test stands outside of a statement",
                    "put it into an item of the list under Measured or Hypotheses",
                ));
            }
        }
    };
    for block in blocks {
        if let Block::Paragraph(inlines) | Block::Heading(Heading { content: inlines, .. }) = block {
            look(inlines);
        }
        if let Block::List(list) = block {
            for block in list.items.iter().flatten() {
                if let Block::Paragraph(inlines) = block {
                    look(inlines);
                }
            }
        }
    }
    problems
}
