//! Text of one page on another: what was found, and the hypotheses of all phases.
//!
//! In: the written pages. Out: blocks that say the same words; links within the page that they come from lead back to it.

use crate::document::{
    Block, Document, Fact, Figure, Heading, Inline, Inlines, List, Statement, StatementKind, Target,
};
use crate::number::text::count;
use crate::writeup::generated::run;
use crate::writeup::sections::heading;

/// Id of the page of all hypotheses.
pub const REGISTER: &str = "hypotheses";

/// Statements of a phase that the campaign's page repeats; the phase has the others.
const MOST_REPEATED: usize = 6;

/// The section "What was found" of the campaign's page: the statements that carry claims, each with a link to its place.
/// Nothing where no phase has one.
pub(super) fn found(phases: &[&Document]) -> Vec<Block> {
    let mut blocks = Vec::new();
    for phase in phases {
        let measured = statements(phase, StatementKind::Measured);
        if measured.is_empty() {
            continue;
        }
        blocks.push(Block::Heading(Heading {
            level: 3,
            id: format!("found-{}", phase.id),
            content: vec![link(phase, None, &phase.short_title)],
        }));
        let mut items: Vec<Vec<Block>> = Vec::new();
        for statement in measured.iter().take(MOST_REPEATED) {
            let words = statement.body.iter().find_map(|block| match block {
                Block::Paragraph(words) => Some(words),
                _ => None,
            });
            let mut item = words.map(|words| moved(words, &phase.id)).unwrap_or_default();
            item.extend([Inline::text(" "), link(phase, Some(&statement.id), &statement.label)]);
            items.push(vec![Block::Paragraph(item)]);
        }
        blocks.push(Block::List(List { start: None, tight: false, items }));
        if let Some(more @ 1..) = measured.len().checked_sub(MOST_REPEATED) {
            let words = format!("{} more of {}", count(more as u64), phase.stamp.phase.as_deref().unwrap_or_default());
            blocks.push(Block::Paragraph(vec![link(phase, Some("measured"), &words)]));
        }
    }
    if !blocks.is_empty() {
        blocks.insert(0, heading(2, "found", "What was found"));
    }
    blocks
}

/// The page of the hypotheses of all phases; `page` has the title block of the campaign's other pages. `None` where no
/// phase has any.
pub(super) fn register(phases: &[&Document], page: Document) -> Option<Document> {
    let mut states: Vec<(&str, usize)> = Vec::new();
    let mut blocks = Vec::new();
    for phase in phases {
        let hypotheses = statements(phase, StatementKind::Hypothesis);
        if hypotheses.is_empty() {
            continue;
        }
        blocks.push(heading(2, &phase.id, &phase.short_title));
        blocks.push(Block::Paragraph(run![
            "What was measured, and what these would explain, is said in ",
            link(phase, Some("interpretation"), &format!("the interpretation of {}", phase.short_title)),
            "."
        ]));
        for statement in hypotheses {
            match states.iter_mut().find(|(state, _)| *state == statement.state) {
                Some((_, times)) => *times += 1,
                None => states.push((&statement.state, 1)),
            }
            blocks.push(Block::Statement(Statement {
                id: format!("{}-{}", phase.id, statement.id),
                body: statement.body.iter().map(|block| moved_block(block, &phase.id)).collect(),
                test: statement.test.as_ref().map(|test| moved(test, &phase.id)),
                ..statement.clone()
            }));
        }
    }
    let all: usize = states.iter().map(|(_, times)| times).sum();
    let told: Vec<String> = states.iter().map(|(state, times)| format!("{} {state}", count(*times as u64))).collect();
    let explanations = if all == 1 { "possible explanation" } else { "possible explanations" };
    (all > 0).then(|| Document {
        id: REGISTER.to_string(),
        short_title: "Hypotheses".to_string(),
        title: "Hypotheses".to_string(),
        lede: run![format!("{} {explanations} of what was measured: {}.", count(all as u64), told.join(", "))],
        blocks,
        ..page
    })
}

/// The statements of a kind, in order.
fn statements(document: &Document, kind: StatementKind) -> Vec<&Statement> {
    let all = document.blocks.iter().filter_map(|block| match block {
        Block::Statement(statement) => Some(statement),
        _ => None,
    });
    all.filter(|statement| statement.kind == kind).collect()
}

fn link(to: &Document, anchor: Option<&str>, words: &str) -> Inline {
    let target = Target::Document { id: to.id.clone(), anchor: anchor.map(str::to_string) };
    Inline::Link { target, content: vec![Inline::text(words)] }
}

/// Words of the page `of` as another page says them: without the marks of its notes, which stay behind.
fn moved(words: &[Inline], of: &str) -> Inlines {
    let moved_target = |target: &Target| match target {
        Target::Anchor(anchor) => Target::Document { id: of.to_string(), anchor: Some(anchor.clone()) },
        other => other.clone(),
    };
    let one = |inline: &Inline| match inline {
        Inline::NoteMark(_) => None,
        Inline::Strong(inner) => Some(Inline::Strong(moved(inner, of))),
        Inline::Emphasis(inner) => Some(Inline::Emphasis(moved(inner, of))),
        Inline::Strikethrough(inner) => Some(Inline::Strikethrough(moved(inner, of))),
        Inline::Link { target, content } => {
            Some(Inline::Link { target: moved_target(target), content: moved(content, of) })
        }
        Inline::Figure(figure) => {
            let target = figure.target.as_ref().map(moved_target);
            Some(Inline::Figure(Figure { target, ..figure.clone() }))
        }
        other => Some(other.clone()),
    };
    words.iter().filter_map(one).collect()
}

fn moved_block(block: &Block, of: &str) -> Block {
    let all = |blocks: &[Block]| blocks.iter().map(|block| moved_block(block, of)).collect();
    match block {
        Block::Paragraph(words) => Block::Paragraph(moved(words, of)),
        Block::Quote(inner) => Block::Quote(all(inner)),
        Block::Aside(inner) => Block::Aside(all(inner)),
        Block::List(list) => {
            Block::List(List { items: list.items.iter().map(|item| all(item)).collect(), ..list.clone() })
        }
        Block::Facts(facts) => Block::Facts(
            facts.iter().map(|fact| Fact { term: moved(&fact.term, of), content: moved(&fact.content, of) }).collect(),
        ),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_within_a_page_lead_back_to_it_and_marks_of_its_notes_stay_behind() {
        let words = vec![
            Inline::Emphasis(vec![Inline::Link { target: Target::Anchor("m1".into()), content: run!["M1"] }]),
            Inline::NoteMark(0),
            Inline::Link { target: Target::Url("https://example.org".into()), content: run!["there"] },
        ];
        let back = Target::Document { id: "d1".into(), anchor: Some("m1".into()) };
        assert_eq!(
            moved(&words, "d1"),
            [
                Inline::Emphasis(vec![Inline::Link { target: back, content: run!["M1"] }]),
                Inline::Link { target: Target::Url("https://example.org".into()), content: run!["there"] },
            ]
        );
    }
}
