//! The list of campaigns and the hypotheses of all of them.

use std::collections::BTreeSet;

use super::card::{Card, Phase, Said};
use crate::document::{
    Align, Block, Cell, Civil, Column, Document, Fact, Heading, Inline, Inlines, List, Row, Stamp, Statement,
    StatementKind, Table, Target, Timestamp,
};
use crate::number::text::count;
use crate::site::Book;

/// Statements of a campaign that the front page repeats.
const MOST_REPEATED: usize = 5;

/// The front page.
pub fn index(cards: &[Card], book: &Book, stamp: &Stamp) -> Document {
    let mut blocks = vec![];
    if cards.is_empty() {
        blocks.push(Block::Paragraph(vec![Inline::text("No campaign has been built yet.")]));
    } else {
        blocks.push(Block::Table(Box::new(table(cards))));
    }
    let mut ids = Ids::default();
    for card in cards {
        blocks.push(Block::Heading(Heading {
            level: 2,
            id: ids.unique(&card.campaign),
            content: vec![link(top(card), vec![Inline::text(card.title.as_str())])],
        }));
        blocks.extend(status(card));
        blocks.push(Block::Paragraph(vec![Inline::text(card.lede.as_str())]));
        let measured: Vec<(&Phase, &Said)> =
            card.phases.iter().flat_map(|phase| phase.measured.iter().map(move |said| (phase, said))).collect();
        let item = |(phase, said): &(&Phase, &Said)| {
            let to = place(card, phase, said);
            let words = format!("{}, {}", phase.title, said.label);
            let words = vec![Inline::text(format!("{} ", said.text)), link(to, vec![Inline::text(words)])];
            vec![Block::Paragraph(words)]
        };
        let items: Vec<Vec<Block>> = measured.iter().take(MOST_REPEATED).map(item).collect();
        if !items.is_empty() {
            blocks.push(Block::List(List { start: None, tight: true, items }));
        }
        blocks.push(Block::Facts(facts(card, measured.len())));
    }
    Document {
        id: "index".to_string(),
        parent: None,
        short_title: "Campaigns".to_string(),
        kicker: String::new(),
        title: book.title.clone(),
        lede: if book.description.is_empty() { Vec::new() } else { vec![Inline::text(closed(&book.description))] },
        status: None,
        facts: Vec::new(),
        stamp: stamp.clone(),
        blocks,
        notes: Vec::new(),
        attachments: Vec::new(),
    }
}

/// The hypotheses of all campaigns; `None` where there are none.
pub fn register(cards: &[Card], stamp: &Stamp) -> Option<Document> {
    let mut blocks = Vec::new();
    let mut states: Vec<(&str, usize)> = Vec::new();
    let mut ids = Ids::default();
    for card in cards.iter().filter(|card| card.phases.iter().any(|phase| !phase.hypotheses.is_empty())) {
        let campaign = ids.unique(&card.campaign);
        blocks.push(Block::Heading(Heading {
            level: 2,
            id: campaign.clone(),
            content: vec![link(top(card), vec![Inline::text(card.title.as_str())])],
        }));
        blocks.extend(status(card));
        for phase in card.phases.iter().filter(|phase| !phase.hypotheses.is_empty()) {
            blocks.push(Block::Heading(Heading {
                level: 3,
                id: ids.unique(&format!("{campaign}-{}", phase.id)),
                content: vec![Inline::text(phase.title.as_str())],
            }));
            for said in &phase.hypotheses {
                match states.iter_mut().find(|(state, _)| *state == said.state) {
                    Some((_, times)) => *times += 1,
                    None => states.push((&said.state, 1)),
                }
                let there = link(place(card, phase, said), vec![Inline::text("in its place")]);
                let words = vec![Inline::text(format!("{} (", said.text)), there, Inline::text(")")];
                blocks.push(Block::Statement(Statement {
                    kind: StatementKind::Hypothesis,
                    label: said.label.clone(),
                    id: ids.unique(&format!("{campaign}-{}-{}", phase.id, said.id)),
                    body: vec![Block::Paragraph(words)],
                    checks: Vec::new(),
                    test: Some(vec![Inline::text(said.test.as_str())]),
                    state: said.state.clone(),
                }));
            }
        }
    }
    let all: usize = states.iter().map(|(_, times)| times).sum();
    let told: Vec<String> = states.iter().map(|(state, times)| format!("{} {state}", count(*times as u64))).collect();
    let explanations = if all == 1 { "possible explanation" } else { "possible explanations" };
    (all > 0).then(|| Document {
        id: "hypotheses".to_string(),
        parent: Some("index".to_string()),
        short_title: "Hypotheses".to_string(),
        kicker: "All campaigns".to_string(),
        title: "Hypotheses".to_string(),
        lede: vec![Inline::text(format!(
            "{} {explanations} of what was measured: {}.",
            count(all as u64),
            told.join(", ")
        ))],
        status: None,
        facts: Vec::new(),
        stamp: stamp.clone(),
        blocks,
        notes: Vec::new(),
        attachments: Vec::new(),
    })
}

fn table(cards: &[Card]) -> Table {
    let row = |card: &Card| {
        let hypotheses: usize = card.phases.iter().map(|phase| phase.hypotheses.len()).sum();
        let number = |value: usize| Cell::text(count(value as u64));
        Row::Data(vec![
            Cell::new(vec![link(top(card), vec![Inline::text(card.title.as_str())])], vec![card.campaign.clone()]),
            Cell::text(data(card)),
            Cell::text(card.date.map(day).unwrap_or_default()),
            number(card.phases.len()),
            number(hypotheses),
        ])
    };
    Table {
        id: "campaigns".to_string(),
        number: 1,
        caption: vec![Inline::text("Campaigns, the latest data first.")],
        columns: vec![
            Column::text("Campaign").as_row_head(),
            Column::text("Data"),
            Column { align: Align::Right, ..Column::text("Date") },
            Column::number("Phases", ""),
            Column::number("Hypotheses", ""),
        ],
        rows: cards.iter().map(row).collect(),
        wide: true,
        ..Table::default()
    }
}

fn facts(card: &Card, measured: usize) -> Vec<Fact> {
    let fact = |term: &str, content: Inlines| Fact { term: vec![Inline::text(term)], content };
    let mut phases = Vec::new();
    for phase in &card.phases {
        if !phases.is_empty() {
            phases.push(Inline::text(", "));
        }
        phases.push(link(page(card, &phase.id, None), vec![Inline::text(phase.title.as_str())]));
    }
    let mut facts = vec![fact("Phases", phases)];
    if measured > MOST_REPEATED {
        let words = format!("{} more, in their phases", count((measured - MOST_REPEATED) as u64));
        facts.push(fact("Findings", vec![Inline::text(words)]));
    }
    if let Some(date) = card.date {
        facts.push(fact("Date", vec![Inline::text(day(date))]));
    }
    if let Some(pdf) = &card.pdf {
        let name = pdf.rsplit('/').next().unwrap_or(pdf);
        facts.push(fact("For print", vec![link(file(card, pdf), vec![Inline::text(name)])]));
    }
    facts
}

/// What has to be said of a campaign's data wherever its numbers are.
fn status(card: &Card) -> Option<Block> {
    let status = card.status.as_ref()?;
    let label = Inline::Strong(vec![Inline::text(status.label.as_str())]);
    Some(Block::Paragraph(vec![label, Inline::text(format!(" {}", status.sentence))]))
}

fn data(card: &Card) -> String {
    card.status.as_ref().map_or("measured", |status| &status.word).to_string()
}

fn link(to: Target, content: Inlines) -> Inline {
    Inline::Link { target: to, content }
}

/// A file of a report.
fn file(card: &Card, path: &str) -> Target {
    Target::File(format!("{}/{path}", card.campaign))
}

fn page(card: &Card, id: &str, anchor: Option<&str>) -> Target {
    match card.pages.iter().any(|page| page.id == id) {
        true => Target::Page { path: format!("{}/html/{id}.html", card.campaign), anchor: anchor.map(str::to_string) },
        // A report without pages: its list of files is what there is to see.
        false => file(card, crate::site::manifest::MANIFEST),
    }
}

fn top(card: &Card) -> Target {
    page(card, "index", None)
}

fn place(card: &Card, phase: &Phase, said: &Said) -> Target {
    page(card, &phase.id, Some(&said.id))
}

/// The day in UTC, `2026-10-14`.
pub(super) fn day(seconds: i64) -> String {
    let Civil { year, month, day, .. } = Timestamp(seconds).civil();
    format!("{year:04}-{month:02}-{day:02}")
}

fn closed(sentence: &str) -> String {
    if sentence.ends_with(['.', '!', '?']) { sentence.to_string() } else { format!("{sentence}.") }
}

/// Anchors, each once.
#[derive(Default)]
struct Ids {
    taken: BTreeSet<String>,
}

impl Ids {
    fn unique(&mut self, name: &str) -> String {
        let one = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
        let plain: String = name.chars().map(one).collect();
        let plain = plain.trim_matches('-');
        let plain = if plain.is_empty() { "campaign" } else { plain };
        let id = (1..).map(|at| if at == 1 { plain.to_string() } else { format!("{plain}-{at}") });
        let id = id.into_iter().find(|id| !self.taken.contains(id)).unwrap_or_default();
        self.taken.insert(id.clone());
        id
    }
}
