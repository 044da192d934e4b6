//! Where characters stand that no face has: for the warning that names them.

use super::Substitution;
use crate::document::table::CellContent;
use crate::document::visit::plain;
use crate::document::{Block, Document, Inlines, Row, Table};

/// Most letters of a place that are quoted.
const QUOTED: usize = 40;

/// For each of `characters`, the first place in `part` that holds it.
pub fn find(part: &Document, characters: &[char]) -> Vec<Substitution> {
    let mut search = Search { wanted: characters.to_vec(), found: Vec::new() };
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
    let Search { wanted, mut found } = search;
    // Running heads, states and remarks of the setter.
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
                    self.look(&plot.alt, || format!("the plot {}", quoted(&plain(&plot.caption))));
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
            self.look(&column.head, || format!("{name}, the head {}", quoted(&column.head)));
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
                        // The twin has every cell in words, drawn ones too.
                        let text = match &cell.content {
                            CellContent::Text(content) => plain(content),
                            _ => cell.csv.join(" "),
                        };
                        self.look(&text, || format!("{name}, the cell {}", quoted(&text)));
                    }
                }
            }
        }
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
