//! Where characters stand that no face has: for the warning that names them.

use super::Substitution;
use crate::document::table::CellContent;
use crate::document::visit::plain;
use crate::document::{Block, Document, Inlines, Row, Table};

/// Most letters of a place that are quoted.
const QUOTED: usize = 40;

/// For each of `characters` that the heads and feet of `part` hold, the first place that holds it.
pub fn find_in_furniture(part: &Document, characters: &[char]) -> Vec<Substitution> {
    let label = part.status.as_ref().map_or("", |status| &status.label);
    let phase = part.stamp.phase.as_deref().unwrap_or("");
    let texts = [part.short_title.as_str(), label, &part.stamp.campaign, phase];
    let held: Vec<char> =
        characters.iter().copied().filter(|wanted| texts.iter().any(|text| text.contains(*wanted))).collect();
    if held.is_empty() { Vec::new() } else { find(part, &held) }
}

/// For each of `characters`, the first place in `part` that holds it.
pub fn find(part: &Document, characters: &[char]) -> Vec<Substitution> {
    if characters.is_empty() {
        return Vec::new();
    }
    let mut wanted: Vec<char> = characters.to_vec();
    wanted.sort_unstable();
    wanted.dedup();
    let mut search = Search { wanted, found: Vec::new() };
    search.look(&part.kicker, || "the title".to_string());
    search.look(&part.title, || "the title".to_string());
    search.text(&part.lede, "the summary");
    for fact in &part.facts {
        let term = plain(&fact.term);
        search.look(&term, || format!("the title block, {}", quoted(&term)));
        search.look(&plain(&fact.content), || format!("the title block, {}", quoted(&term)));
    }
    search.blocks(&part.blocks);
    part.notes.iter().for_each(|note| search.blocks(note));
    if let Some(status) = &part.status {
        search.look(&format!("{} {}", status.label, status.sentence), || "the status".to_string());
    }
    search.look(&part.short_title, || "the running head".to_string());
    let phase = part.stamp.phase.as_deref().unwrap_or("");
    search.look(&format!("{} {phase}", part.stamp.campaign), || "the foot of each page".to_string());
    let Search { wanted, mut found } = search;
    // Remarks of the setter.
    found.extend(wanted.into_iter().map(|character| (character, "elsewhere".to_string())));
    let page = if part.title.is_empty() { &part.id } else { &part.title };
    let stated = |(character, place)| Substitution { part: part.id.clone(), character, page: page.clone(), place };
    found.into_iter().map(stated).collect()
}

struct Search {
    wanted: Vec<char>,
    found: Vec<(char, String)>,
}

impl Search {
    fn look(&mut self, text: &str, place: impl Fn() -> String) {
        let found = &mut self.found;
        self.wanted.retain(|character| {
            let here = text.contains(*character);
            if here {
                found.push((*character, place()));
            }
            !here
        });
    }

    fn text(&mut self, content: &Inlines, what: &str) {
        if !self.wanted.is_empty() {
            let text = plain(content);
            self.look(&text, || format!("{what} {}", quoted(&text)));
        }
    }

    fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            if self.wanted.is_empty() {
                return;
            }
            match block {
                Block::Heading(heading) => self.text(&heading.content, "the heading"),
                Block::Paragraph(content) => self.text(content, "the paragraph"),
                Block::List(list) => list.items.iter().for_each(|item| self.blocks(item)),
                Block::Quote(inner) | Block::Aside(inner) => self.blocks(inner),
                Block::Code(code) => self.look(&code.text, || format!("the code {}", quoted(&code.text))),
                Block::Rule => {}
                Block::Table(table) => self.table(table),
                Block::Plot(plot) => {
                    self.text(&plot.caption, "the caption");
                    let place = || format!("the plot {}", quoted(&plain(&plot.caption)));
                    self.look(&plot.alt, place);
                    plot.pictures.iter().for_each(|picture| self.look(&picture.svg, place));
                }
                Block::Facts(facts) => {
                    for fact in facts {
                        self.text(&fact.term, "the term");
                        self.text(&fact.content, "the list of terms, at");
                    }
                }
                Block::Flow(steps) => {
                    for step in steps {
                        let words = format!("{} {}", step.what, step.lost.join(" "));
                        self.look(&words, || format!("the counts, {}", quoted(&words)));
                    }
                }
                Block::Statement(statement) => {
                    let words = format!("{} {}", statement.label, statement.state);
                    self.look(&words, || format!("the statement {}", quoted(&words)));
                    self.blocks(&statement.body);
                    for check in &statement.checks {
                        self.look(&check.text, || format!("a condition of {}", statement.label));
                    }
                    if let Some(test) = &statement.test {
                        self.text(test, "the test");
                    }
                }
                Block::Details(details) => {
                    self.text(&details.summary, "the heading");
                    self.blocks(&details.blocks);
                }
            }
        }
    }

    fn table(&mut self, table: &Table) {
        self.text(&table.caption, "the caption");
        let name = if table.number > 0 { format!("table {}", table.number) } else { "a table".to_string() };
        for column in &table.columns {
            let head = format!("{} {}", column.head, column.unit);
            self.look(&head, || format!("{name}, the head {}", quoted(&head)));
        }
        for row in &table.rows {
            if self.wanted.is_empty() {
                return;
            }
            match row {
                Row::Group(content) => self.text(content, &format!("{name}, the group")),
                Row::Missing { what, reason, .. } => {
                    let text = format!("{} {reason}", plain(what));
                    self.look(&text, || format!("{name}, the row {}", quoted(&text)));
                }
                Row::Data(cells) => {
                    for cell in cells {
                        let text = match &cell.content {
                            CellContent::Text(content) => plain(content),
                            CellContent::Reading(reading) => reading.word.clone(),
                            CellContent::Interval(mark) => mark.alt.clone(),
                            CellContent::State(state) => format!("{} {}", state.word, state.about),
                        };
                        self.look(&text, || format!("{name}, the cell {}", quoted(&text)));
                    }
                }
            }
        }
        let ticks = table.axis.iter().flat_map(|axis| axis.ticks.iter().map(|(_, tick)| tick));
        let marks = table.legend.iter().map(|(state, _)| &state.word);
        ticks.chain(marks).for_each(|text| self.look(text, || format!("{name}, its marks")));
        table.foot.iter().for_each(|line| self.text(line, &format!("{name}, the remark")));
    }
}

/// The first words of a text, in quotation marks.
fn quoted(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() <= QUOTED {
        return format!("\u{201c}{text}\u{201d}");
    }
    let cut: String = text.chars().take(QUOTED).collect();
    let whole = cut.rsplit_once(' ').map_or(cut.as_str(), |(words, _)| words);
    format!("\u{201c}{whole} \u{2026}\u{201d}")
}
