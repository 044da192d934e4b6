//! Closing a page: grounds below, notes at the foot.

use std::rc::Rc;

use super::super::flow::Head;
use super::{NOTE_GAP, NOTE_LEAD, NOTE_SHARE, Page, Placed, Press, Source};

impl Press<'_> {
    /// Closes the page: grounds below, notes at the foot.
    pub fn finish(&mut self) {
        self.close_table();
        let grounds = self.grounds();
        let sheet = self.page.sheet;
        let most = sheet.bottom - self.y - NOTE_GAP;
        let mut taken = 0.0;
        let mut last = None;
        let mut lines = Vec::new();
        for (note, line) in std::mem::take(&mut self.foot) {
            let lead = if last.is_some_and(|last| last != note) { NOTE_LEAD } else { 0.0 };
            let height = self.notes[note].lines[line].0;
            let room = taken + lead + height <= most.max(sheet.depth() * NOTE_SHARE) + 0.01;
            if self.carried.is_empty() && (room || lines.is_empty()) {
                lines.push((note, line, taken + lead));
                taken += lead + height;
                last = Some(note);
            } else {
                self.carried.push_back((note, line));
            }
        }
        let top = sheet.bottom - taken;
        let page = self.out.pages.len();
        if !lines.is_empty() {
            self.page.placed.push(Placed { x: sheet.left, y: top - NOTE_GAP / 2.0, source: Source::NoteRule });
        }
        for (note, line, y) in lines {
            if line == 0 {
                self.stand(self.notes[note].anchor, page, top + y);
            }
            self.page.placed.push(Placed { x: sheet.left, y: top + y, source: Source::Note(note, line) });
        }
        let mut placed = grounds;
        placed.append(&mut self.page.placed);
        self.out.pages.push(Page { sheet, placed });
        self.foot_height = 0.0;
    }

    /// The rule below the last row of a page whose table goes on.
    fn close_table(&mut self) {
        let Some(Placed { y, source: Source::Item(index), .. }) = self.page.placed.last() else { return };
        let (item, next) = (&self.items[*index], self.items.get(index + 1));
        let Some(head) = item.head.as_ref().filter(|_| next.is_some_and(|next| next.head.is_some())) else { return };
        let foot = Head { height: 0.0, ops: head.foot.clone(), foot: Vec::new() };
        let (x, y) = (self.page.sheet.left, y + item.height);
        self.page.placed.push(Placed { x, y, source: Source::Head(Rc::new(foot)) });
    }

    fn grounds(&self) -> Vec<Placed> {
        let mut grounds: Vec<(usize, f32, f32)> = Vec::new();
        for placed in &self.page.placed {
            let Source::Item(index) = placed.source else { continue };
            let Some(ground) = self.items[index].ground else { continue };
            let bottom = placed.y + self.items[index].height;
            match grounds.last_mut() {
                Some((first, _, end)) if self.items[*first].ground == Some(ground) => *end = bottom,
                _ => grounds.push((index, placed.y, bottom)),
            }
        }
        grounds
            .into_iter()
            .map(|(index, top, bottom)| Placed {
                x: self.page.sheet.left,
                y: top,
                source: Source::Ground(index, bottom - top),
            })
            .collect()
    }
}
