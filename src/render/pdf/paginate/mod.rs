//! Pagination: a flow of items becomes pages.
//!
//! Items that keep together are a chunk; a chunk that fits on no page is set item by item. Space for notes is kept at
//! the foot of the page where they are marked; a note that finds no room goes on at the foot of the next page. One walk
//! over the flow, no item looked at twice for one page. [`close`] finishes a page.

mod close;

use std::collections::VecDeque;
use std::rc::Rc;

use super::flow::{AnchorId, Head, Item, Note};
use super::style::{GUTTER, Sheet};

/// What stands on a page, and where its origin is.
#[derive(Clone, Debug)]
pub enum Source {
    /// An item's operations.
    Item(usize),
    /// The remark beside an item.
    Marginal(usize),
    /// A repeated head.
    Head(Rc<Head>),
    /// A line of a note.
    Note(usize, usize),
    /// The rule above notes.
    NoteRule,
    /// The ground under the items from one to another, with its height.
    Ground(usize, f32),
}

/// Something placed, in points from the upper left corner of the sheet.
#[derive(Clone, Debug)]
pub struct Placed {
    /// Left origin.
    pub x: f32,
    /// Top.
    pub y: f32,
    /// What.
    pub source: Source,
}

/// A page.
#[derive(Clone, Debug)]
pub struct Page {
    /// Its sheet.
    pub sheet: Sheet,
    /// What stands on it, in painting order.
    pub placed: Vec<Placed>,
}

/// Pages, and where each anchor came to stand (page from 0, distance from the top).
#[derive(Clone, Debug, Default)]
pub struct Pages {
    /// The pages.
    pub pages: Vec<Page>,
    /// Place of each anchor.
    pub anchors: Vec<Option<(usize, f32)>>,
}

/// Space above the notes of a page, their rule in it.
const NOTE_GAP: f32 = 12.0;
/// Space between notes.
const NOTE_LEAD: f32 = 2.0;
/// Share of a page that notes may take before they go on overleaf.
const NOTE_SHARE: f32 = 0.4;
/// White at the foot of a page above which a figure rather moves on than leaves it.
const HOLE: f32 = 60.0;

/// Below a figure at the top of a page.
const FIGURE_GAP: f32 = 14.0;

struct Press<'a> {
    items: &'a [Item],
    notes: &'a [Note],
    upright: Sheet,
    out: Pages,
    page: Page,
    /// Top of the next item.
    y: f32,
    /// Lower end of the remarks in the margin.
    margin: f32,
    /// Lines of notes for this page, with their heights.
    foot: Vec<(usize, usize)>,
    foot_height: f32,
    /// Lines that found no room.
    carried: VecDeque<(usize, usize)>,
    seen: Vec<bool>,
    /// True while nothing stands on the page but figures that waited.
    begins: bool,
    /// White asked for below what was placed last.
    after: f32,
    /// Figures that wait for the next page.
    waiting: Vec<std::ops::Range<usize>>,
    /// Sheets on their side that wait until the upright page is full.
    turned: Vec<std::ops::Range<usize>>,
}

/// Sets `items` on pages.
pub fn paginate(items: &[Item], notes: &[Note], anchors: usize, upright: Sheet) -> Pages {
    let mut press = Press {
        items,
        notes,
        upright,
        out: Pages { pages: Vec::new(), anchors: vec![None; anchors] },
        page: Page { sheet: upright, placed: Vec::new() },
        y: upright.top,
        margin: 0.0,
        foot: Vec::new(),
        foot_height: 0.0,
        carried: VecDeque::new(),
        seen: vec![false; notes.len()],
        begins: true,
        after: 0.0,
        waiting: Vec::new(),
        turned: Vec::new(),
    };
    let mut start = 0;
    while start < items.len() {
        let mut end = start + 1;
        while end < items.len() && items[end - 1].keep {
            end += 1;
        }
        if items[start].sideways && !items[start].is_space() {
            let run = items[start..].iter().position(|item| !item.sideways).map_or(items.len(), |after| start + after);
            press.turn(start..run);
            start = run;
            continue;
        }
        press.chunk(start..end);
        start = end;
    }
    press.flush();
    if !press.turned.is_empty() {
        press.next(upright);
    }
    if !press.page.placed.is_empty() || !press.foot.is_empty() || press.out.pages.is_empty() {
        press.finish();
    }
    // Every page takes at least one line of the notes that wait.
    while !press.carried.is_empty() {
        press.open(upright);
        press.finish();
    }
    press.out
}

impl Press<'_> {
    /// A table on sheets of its own: at once, or when the upright page is full.
    fn turn(&mut self, run: std::ops::Range<usize>) {
        let hole = self.limit() - self.y;
        self.turned.push(run);
        if self.is_empty() || hole <= HOLE {
            self.next(self.upright);
        }
    }

    /// Sets the sheets on their side that wait.
    fn lay_turned(&mut self) {
        for run in std::mem::take(&mut self.turned) {
            let sheet = self.upright.sideways();
            self.open(sheet);
            let mut start = run.start;
            while start < run.end {
                let mut end = start + 1;
                while end < run.end && self.items[end - 1].keep {
                    end += 1;
                }
                self.chunk(start..end);
                start = end;
            }
            self.finish();
        }
    }

    fn is_empty(&self) -> bool {
        !self.page.placed.iter().any(|placed| matches!(placed.source, Source::Item(_)))
    }

    fn chunk(&mut self, range: std::ops::Range<usize>) {
        let first = &self.items[range.start];
        if first.is_space() {
            self.after = self.after.max(first.before);
            return;
        }
        let sheet = self.page.sheet;
        if first.fresh {
            self.flush();
            if !self.is_empty() || !self.turned.is_empty() {
                self.next(sheet);
            }
        }
        // A section leaves no hole for the figures of the one before: they come at the top of the next page.
        if first.section && self.limit() - self.y <= HOLE {
            self.flush();
        }
        if first.floats && !self.waiting.is_empty() {
            // Figures keep their order.
            self.waiting.push(range);
            return;
        }
        if self.fits(&range) {
            self.place(range);
            return;
        }
        let hole = self.limit() - self.y;
        if first.floats && hole > HOLE && self.height(&range, true) <= sheet.depth() {
            self.waiting.push(range);
            return;
        }
        // Every turn sets a figure that waited, or leaves the page empty.
        while !self.is_empty() && !self.fits(&range) {
            self.next(sheet);
            self.settle();
        }
        if self.fits(&range) || range.len() == 1 {
            self.repeat_head(range.start);
            self.place(range);
            return;
        }
        // Higher than a page: the keeping gives way.
        for index in range {
            if !self.fits(&(index..index + 1)) && !self.is_empty() {
                self.next(sheet);
                self.repeat_head(index);
            }
            self.place(index..index + 1);
        }
    }

    /// Above a row that begins a page, or that follows the figures which head one.
    fn repeat_head(&mut self, index: usize) {
        if let Some(head) = self.items[index].head.clone()
            && self.begins
        {
            if !self.is_empty() {
                self.y += std::mem::take(&mut self.after);
            }
            self.page.placed.push(Placed { x: self.page.sheet.left, y: self.y, source: Source::Head(head.clone()) });
            self.y += head.height;
            self.after = 0.0;
        }
    }

    /// Lowest line that text may reach, the notes of the page being kept free.
    fn limit(&self) -> f32 {
        self.limit_with(0.0)
    }

    fn limit_with(&self, more: f32) -> f32 {
        let notes = self.foot_height + more;
        let most = self.page.sheet.depth() * NOTE_SHARE;
        self.page.sheet.bottom - if notes > 0.0 { notes.min(most) + NOTE_GAP } else { 0.0 }
    }

    fn height(&self, range: &std::ops::Range<usize>, at_top: bool) -> f32 {
        let items = &self.items[range.clone()];
        let sum: f32 = items.iter().map(|item| item.before + item.height).sum();
        sum - if at_top { items.first().map_or(0.0, |item| item.before) } else { 0.0 }
    }

    fn fits(&self, range: &std::ops::Range<usize>) -> bool {
        let items = &self.items[range.clone()];
        let at_top = self.is_empty();
        let mut y = self.y;
        let mut margin = self.margin;
        let mut notes = 0.0;
        for (index, item) in items.iter().enumerate() {
            if item.wide && margin > y {
                y = y.max(margin);
            }
            y += match index {
                0 if at_top => 0.0,
                0 => item.before.max(self.after),
                _ => item.before,
            };
            if let Some(marginal) = &item.marginal {
                margin = y.max(margin) + marginal.height;
            }
            y += item.height;
            notes +=
                item.notes.iter().filter(|note| !self.seen[**note]).map(|note| self.note_height(*note)).sum::<f32>();
        }
        let head =
            items.first().and_then(|item| item.head.as_ref()).filter(|_| self.begins).map_or(0.0, |head| head.height);
        y.max(margin) + head <= self.limit_with(notes) + 0.01
    }

    fn note_height(&self, note: usize) -> f32 {
        self.notes[note].lines.iter().map(|line| line.0).sum::<f32>() + NOTE_LEAD
    }

    fn place(&mut self, range: std::ops::Range<usize>) {
        for index in range {
            let item = &self.items[index];
            if item.wide && self.margin > self.y {
                self.y = self.margin;
            }
            if !self.is_empty() {
                self.y += item.before.max(std::mem::take(&mut self.after));
            }
            self.after = 0.0;
            let left = self.page.sheet.left;
            if let Some(marginal) = &item.marginal {
                let y = self.y.max(self.margin);
                let x = left + self.page.sheet.text + GUTTER;
                self.page.placed.push(Placed { x, y, source: Source::Marginal(index) });
                self.margin = y + marginal.height;
            }
            self.page.placed.push(Placed { x: left, y: self.y, source: Source::Item(index) });
            self.begins = false;
            let page = self.out.pages.len();
            for anchor in &item.anchors {
                self.stand(*anchor, page, self.y);
            }
            self.y += item.height;
            for note in &item.notes {
                if !std::mem::replace(&mut self.seen[*note], true) {
                    for line in 0..self.notes[*note].lines.len() {
                        self.foot.push((*note, line));
                    }
                    self.foot_height += self.note_height(*note);
                }
            }
        }
    }

    fn stand(&mut self, anchor: AnchorId, page: usize, y: f32) {
        if let Some(place) = self.out.anchors.get_mut(anchor)
            && place.is_none()
        {
            *place = Some((page, y));
        }
    }

    /// Figures that waited come first on a page.
    fn settle(&mut self) {
        while let Some(range) = self.waiting.first().cloned() {
            if !self.is_empty() && !self.fits(&range) {
                break;
            }
            self.waiting.remove(0);
            self.place(range);
            self.after = FIGURE_GAP;
            self.begins = true;
        }
    }

    /// Figures that waited may wait no longer.
    fn flush(&mut self) {
        while !self.waiting.is_empty() {
            if !self.is_empty() {
                self.next(self.upright);
            }
            self.settle();
        }
    }

    fn next(&mut self, sheet: Sheet) {
        // A page that is only begun is no page.
        if !self.page.placed.is_empty() || !self.foot.is_empty() {
            self.finish();
        }
        if sheet == self.upright {
            self.lay_turned();
        }
        self.open(sheet);
    }

    fn open(&mut self, sheet: Sheet) {
        self.page = Page { sheet, placed: Vec::new() };
        self.y = sheet.top;
        self.margin = 0.0;
        self.begins = true;
        let carried: Vec<_> = self.carried.drain(..).collect();
        self.foot_height = carried.iter().map(|(note, line)| self.notes[*note].lines[*line].0).sum();
        self.foot = carried;
    }
}
