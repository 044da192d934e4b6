//! Numbered statements: the items of the lists under Measured, Hypotheses and Limits, with their claims and tests.

use super::desk::{Condition, Desk, Item, Piece, pieces};
use super::markdown::{Parsed, inlines};
use super::template::Text;
use crate::document::{Block, Check, Inline, Inlines, Statement, StatementKind, visit};
use crate::problem::{Kind, Problem, Problems};

/// Turns list items into statements, and says what is wrong with them.
pub(super) struct Statements<'a> {
    pub text: Text<'a>,
    pub desk: &'a Desk,
    pub parsed: &'a Parsed,
    pub problems: &'a mut Problems,
    /// Tokens that a statement took up.
    pub taken: Vec<usize>,
}

impl Statements<'_> {
    /// A problem with a statement or its part.
    pub fn problem(&mut self, line: u32, cause: String, next: &str) {
        self.problems.push(Problem::new(Kind::Input, "writeup::statement", self.text.place(line), cause, next));
    }

    /// Turns the items of lists into statements; other blocks stay.
    pub fn take_up(&mut self, blocks: Vec<Block>, kind: StatementKind, number: &mut u32) -> Vec<Block> {
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
                Block::Heading(_) | Block::Paragraph(_) | Block::Quote(_) | Block::Code(_)
                    if kind == StatementKind::Measured =>
                {
                    self.only_statements(&block);
                }
                Block::Table(ref table) if kind == StatementKind::Measured && table.caption.is_empty() => {
                    self.only_statements(&block);
                }
                other => out.push(other),
            }
        }
        out
    }

    /// Under Measured nothing may be said that carries no claim.
    fn only_statements(&mut self, block: &Block) {
        let words = sentence_of(std::slice::from_ref(block));
        let words = if words.is_empty() { "a heading, a table or code".to_string() } else { words };
        let line = self.parsed.heading_lines.get("measured").copied().unwrap_or(1);
        self.problem(
            line,
            format!("something stands under Measured that is no item of a list: {words}"),
            "make it an item with a claim, or say it in Results",
        );
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
            self.taken.push(*token);
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

/// Claims and tests that no statement took up: they would be said and not checked.
pub(super) fn left_over(text: Text<'_>, parsed: &Parsed, desk: &Desk, taken: &[usize]) -> Problems {
    desk.structural()
        .into_iter()
        .filter(|number| !taken.contains(number))
        .map(|number| {
            let line = parsed.token_lines.get(&number).copied().unwrap_or(1);
            Problem::new(
                Kind::Input,
                "writeup::statement",
                text.place(line),
                "a claim or a test stands outside of a statement",
                "put it into the words of an item of the list under Measured or Hypotheses, not into a table, code or a note",
            )
        })
        .collect()
}
