//! Passages to statements: plain words that know where in the author's file they stand.
//!
//! A list item is one statement with everything in it; any other passage is one of its own.

use std::ops::Range;

use super::Draft;
use crate::document::{Figure, Inline};
use crate::problem::{Excerpt, Place};
use crate::source::{Source, Span};
use crate::writeup::desk::{Item, Piece, pieces};
use crate::writeup::lines::{Unmarked, without_tags};
use crate::writeup::markdown::prose::{Part, Passage};
use crate::writeup::sections::Section;

/// Stands in a statement's words for a printed figure.
pub const FIGURE: char = '\u{e010}';
/// Stands in a statement's words for code and for what was printed as such.
pub const CODE: char = '\u{e011}';

/// Where a statement stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    /// The lede, the campaign's own page, Results, notes, and words outside of every section: all that tells results.
    Telling,
    /// Interpretation, Measured.
    Measured,
    /// Interpretation, Hypotheses.
    Hypotheses,
    /// Arms, Environment and design, Limits.
    Describing,
}

impl Area {
    /// Whether every number in it has to be bound.
    pub fn is_bound(self) -> bool {
        matches!(self, Area::Telling | Area::Measured)
    }
}

/// A figure as it was printed.
#[derive(Clone, Debug, PartialEq)]
pub struct Printed {
    /// Its byte in the statement's words.
    pub at: usize,
    /// What was printed, and from what.
    pub figure: Figure,
}

/// A statement in plain words.
pub struct Statement<'a> {
    /// Where it stands.
    pub area: Area,
    /// `M1` or `H1` for an item under Measured or Hypotheses; else empty.
    pub label: String,
    /// Its words, with [`FIGURE`] and [`CODE`] in them; passages end with a line end.
    pub words: String,
    /// Its figures in order.
    pub printed: Vec<Printed>,
    /// Whether it says why its figures do not follow from one another.
    pub apart: bool,
    /// Bytes at which words stand that are an argument of a test, not part of the statement.
    pub tests: Vec<Range<usize>>,
    origins: Vec<Origin>,
    text: Rendered<'a>,
}

/// Where a run of words came from.
#[derive(Clone, Copy)]
struct Origin {
    /// First byte in the statement's words.
    at: usize,
    /// Byte in the rendered text.
    rendered: usize,
    /// Whether the bytes after the first are one by one those of the rendered text.
    whole: bool,
}

/// A rendered text and the lines of the file that it was made from.
#[derive(Clone, Copy)]
struct Rendered<'a> {
    draft: Draft<'a>,
    unmarked: &'a Unmarked,
    lede: bool,
}

/// The statements of a file in reading order.
pub fn statements(draft: Draft<'_>) -> Vec<Statement<'_>> {
    let mut out: Vec<Statement<'_>> = Vec::new();
    for (lede, (unmarked, passages)) in [(true, draft.lede), (false, draft.body)] {
        let mut last = None;
        let mut counts = (0, 0);
        for passage in passages {
            let area = area(draft, passage, lede);
            let key = passage.item.map(|item| (item, passage.note));
            if key.is_none() || key != last {
                let mut label = String::new();
                if let (Some(_), false) = (passage.item, passage.note) {
                    label = match area {
                        Area::Measured => numbered('M', &mut counts.0),
                        Area::Hypotheses => numbered('H', &mut counts.1),
                        Area::Telling | Area::Describing => label,
                    };
                }
                out.push(Statement {
                    area,
                    label,
                    words: String::new(),
                    printed: Vec::new(),
                    apart: false,
                    tests: Vec::new(),
                    origins: Vec::new(),
                    text: Rendered { draft, unmarked, lede },
                });
            }
            last = key;
            if let Some(statement) = out.last_mut() {
                statement.take(passage);
            }
        }
    }
    out
}

fn numbered(letter: char, count: &mut u32) -> String {
    *count += 1;
    format!("{letter}{count}")
}

fn area(draft: Draft<'_>, passage: &Passage, lede: bool) -> Area {
    if lede || draft.phase.is_none() || passage.note {
        return Area::Telling;
    }
    let is = |section: Section| passage.section.eq_ignore_ascii_case(section.title());
    if is(Section::Interpretation) && passage.part.eq_ignore_ascii_case("Measured") {
        Area::Measured
    } else if is(Section::Interpretation) && passage.part.eq_ignore_ascii_case("Hypotheses") {
        Area::Hypotheses
    } else if is(Section::Arms) || is(Section::Design) || is(Section::Limits) {
        Area::Describing
    } else {
        Area::Telling
    }
}

impl Statement<'_> {
    fn take(&mut self, passage: &Passage) {
        if !self.words.is_empty() {
            self.words.push('\n');
        }
        for part in &passage.parts {
            match part {
                Part::Words(words, at) => self.push(words, *at, true),
                Part::Token(number, at) => self.token(*number, *at, usize::MAX),
                Part::Code => self.words.push(CODE),
                Part::Break => self.words.push(' '),
            }
        }
    }

    fn push(&mut self, words: &str, rendered: usize, whole: bool) {
        self.origins.push(Origin { at: self.words.len(), rendered, whole });
        // An author may have written these two as entities; as letters they would pass for what they stand for here.
        self.words.extend(words.chars().map(|c| if c == FIGURE || c == CODE { ' ' } else { c }));
    }

    fn token(&mut self, number: usize, rendered: usize, below: usize) {
        if number >= below {
            return;
        }
        match self.text.draft.desk.item(number) {
            Some(Item::Inline(Inline::Figure(figure))) => {
                self.origins.push(Origin { at: self.words.len(), rendered, whole: false });
                self.printed.push(Printed { at: self.words.len(), figure });
                self.words.push(FIGURE);
            }
            Some(Item::Inline(_)) => self.words.push(CODE),
            Some(Item::Apart(text)) => {
                self.apart = true;
                self.argument(&text, rendered, number);
            }
            Some(Item::Test { how, .. }) => {
                self.words.push('\n');
                let start = self.words.len();
                self.argument(&how, rendered, number);
                self.tests.push(start..self.words.len());
                self.words.push('\n');
            }
            Some(Item::Blocks { .. } | Item::Claim(_)) | None => {}
        }
    }

    /// Words of an argument, which all stand where its token stands.
    fn argument(&mut self, text: &str, rendered: usize, number: usize) {
        for piece in pieces(text) {
            match piece {
                Piece::Text(words) => self.push(words, rendered, false),
                Piece::Token(inner) => self.token(inner, rendered, number),
            }
        }
    }

    /// Whether a byte belongs to the argument of a test.
    pub fn is_test(&self, at: usize) -> bool {
        self.tests.iter().any(|range| range.contains(&at))
    }

    /// `M1`, or what else to call it.
    pub fn called(&self) -> &str {
        if self.label.is_empty() { "this statement" } else { &self.label }
    }

    /// Its first words, for messages.
    pub fn beginning(&self) -> String {
        let words: String = self.words.chars().map(|c| if c == FIGURE || c == CODE { '…' } else { c }).collect();
        super::words::cut(words.trim(), 100)
    }

    /// Place and line of words of the statement.
    pub fn place(&self, words: Range<usize>) -> (Place, Option<Excerpt>) {
        let wanted = self.words.get(words.clone()).unwrap_or_default();
        let needle =
            wanted.split(|c: char| c.is_whitespace() || c == FIGURE || c == CODE).find(|word| !word.is_empty());
        let needle = needle.unwrap_or_default();
        let after = self.origins.partition_point(|origin| origin.at <= words.start);
        let origin = after.checked_sub(1).and_then(|at| self.origins.get(at)).copied();
        let rendered = origin
            .map_or(0, |origin| origin.rendered + if origin.whole { words.start.saturating_sub(origin.at) } else { 0 });
        self.text.place(rendered, needle, wanted)
    }

    /// Place and line of the tag that printed a figure.
    pub fn place_of(&self, printed: &Printed) -> (Place, Option<Excerpt>) {
        let origin = self.origins.iter().find(|origin| origin.at == printed.at && !origin.whole);
        self.text.place_of_tag(origin.map_or(0, |origin| origin.rendered))
    }
}

/// A part of the author's file that a line of rendered text was made from.
struct Region {
    source: Source,
    /// The same with tags blanked out.
    prose: String,
    /// Lines of the file before it.
    before: u32,
    /// First byte of the rendered text that was made from it.
    rendered: usize,
}

impl Rendered<'_> {
    fn region(&self, at: usize) -> Region {
        let authored = self.draft.authored;
        if self.lede {
            // A folded value of the front matter: it ends before the next key.
            let before = authored.front.lede_line.saturating_sub(1);
            let mut lines = authored.source.lines().skip(before as usize);
            let first = lines.next().unwrap_or_default();
            let rest = lines.take_while(|line| line.is_empty() || line.starts_with([' ', '\t']));
            let text: Vec<&str> = std::iter::once(first).chain(rest).collect();
            return Region::new(&authored.file, text.join("\n"), before, 0);
        }
        let (rendered, line) = self.unmarked.marked(at);
        let next = self.unmarked.next_line(at).filter(|next| *next > line).unwrap_or(line + 1);
        let lines = authored.body.lines().skip(line as usize - 1).take((next - line) as usize);
        let text = lines.collect::<Vec<_>>().join("\n");
        Region::new(&authored.file, text, authored.lines_before + line - 1, rendered)
    }

    /// The occurrence of `needle` in the author's file that became the one at `at`; all of `wanted` is marked where it
    /// stands there in one piece.
    fn place(&self, at: usize, needle: &str, wanted: &str) -> (Place, Option<Excerpt>) {
        let region = self.region(at);
        if needle.is_empty() {
            return region.place(0, 0);
        }
        let before = self.unmarked.text.get(region.rendered..at).unwrap_or_default();
        let rank: usize = pieces(before)
            .into_iter()
            .map(|piece| if let Piece::Text(text) = piece { text.matches(needle).count() } else { 0 })
            .sum();
        let found = region.prose.match_indices(needle).nth(rank).map(|(at, _)| at);
        match found.or_else(|| region.source.text.find(needle)) {
            Some(at) => {
                let whole = region.source.text.get(at..).is_some_and(|rest| rest.starts_with(wanted));
                region.place(at, if whole { wanted.len() } else { needle.len() })
            }
            None => region.place(0, 0),
        }
    }

    /// The tag whose token stands at `at`: tags that print lay down one token each.
    fn place_of_tag(&self, at: usize) -> (Place, Option<Excerpt>) {
        let region = self.region(at);
        let before = self.unmarked.text.get(region.rendered..at).unwrap_or_default();
        let rank = pieces(before).into_iter().filter(|piece| matches!(piece, Piece::Token(_))).count();
        match region.source.text.match_indices("{{").nth(rank) {
            Some((at, _)) => {
                let rest = region.source.text.get(at..).unwrap_or_default();
                region.place(at, rest.find("}}").map_or(2, |end| end + 2))
            }
            None => region.place(0, 0),
        }
    }
}

impl Region {
    fn new(file: &str, text: String, before: u32, rendered: usize) -> Self {
        let prose = without_tags(&text);
        Region { source: Source::new(file, text), prose, before, rendered }
    }

    fn place(&self, at: usize, length: usize) -> (Place, Option<Excerpt>) {
        let mut place = self.source.place(at);
        place.line = place.line.map(|line| line + self.before);
        if length == 0 {
            place.column = None;
        }
        (place, Some(self.source.excerpt(Span { start: at, length })))
    }
}
