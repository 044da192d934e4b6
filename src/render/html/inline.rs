//! Inline content.

use super::body::Body;
use crate::document::{Figure, Inline, Standing, Target};

impl<'a> Body<'a> {
    pub(super) fn inlines(&mut self, inlines: &'a [Inline]) {
        let mut rest = inlines;
        while let Some((inline, after)) = rest.split_first() {
            rest = after;
            match inline {
                Inline::Text(text) => {
                    self.out.text(text);
                }
                Inline::Strong(content) => self.wrapped("<strong>", content, "</strong>"),
                Inline::Emphasis(content) => self.wrapped("<em>", content, "</em>"),
                Inline::Strikethrough(content) => self.wrapped("<del>", content, "</del>"),
                Inline::Code(text) => {
                    self.out.raw("<code>").path(text).raw("</code>");
                }
                Inline::Link { target, content } => self.link(target, content),
                Inline::Figure(figure) => {
                    let mut text = figure.text.clone();
                    // The ends of an interval have one derivation: one link, and one stop on the way by keyboard.
                    while let [Inline::Text(comma), Inline::Figure(other), after @ ..] = rest
                        && comma == ", "
                        && (&other.target, other.standing) == (&figure.target, figure.standing)
                    {
                        text.push_str(", ");
                        text.push_str(&other.text);
                        rest = after;
                    }
                    self.figure(figure, &text);
                }
                Inline::Missing { reason } => {
                    self.out.raw("<span class=\"na\"><abbr title=\"not available\">N/A</abbr> (");
                    self.out.text(reason).raw(")</span>");
                }
                Inline::NoteMark(index) => self.note_mark(*index),
                Inline::SoftBreak => {
                    self.out.raw("\n");
                }
                Inline::HardBreak => {
                    self.out.raw("<br>");
                }
            }
        }
    }

    pub(super) fn wrapped(&mut self, open: &'static str, content: &'a [Inline], close: &'static str) {
        self.out.raw(open);
        self.inlines(content);
        self.out.raw(close);
    }

    /// A link, or its words alone where it would lead nowhere.
    fn link(&mut self, target: &'a Target, content: &'a [Inline]) {
        match self.addresses.of_target(target) {
            Some(address) => {
                self.out.raw("<a").attribute("href", &address).raw(">");
                self.inlines(content);
                self.out.raw("</a>");
            }
            None => self.inlines(content),
        }
    }

    /// A number of the ledger: a link to its derivation, which is all that print and a page without scripts need.
    fn figure(&mut self, figure: &'a Figure, text: &str) {
        let class = match figure.standing {
            Standing::Measured => "fig",
            Standing::Cited => "fig cited",
            Standing::Declared => "fig declared",
        };
        match figure.target.as_ref().and_then(|target| self.addresses.of_target(target)) {
            Some(address) => {
                self.out.raw("<a").attribute("class", class).attribute("href", &address).raw(">");
                self.out.text(text).raw("</a>");
            }
            None => {
                self.out.raw("<span class=\"num\">").text(text).raw("</span>");
            }
        }
    }

    fn note_mark(&mut self, index: usize) {
        let number = index as u64 + 1;
        match self.marks.get_mut(index) {
            Some(count) => {
                *count += 1;
                let mark = *count;
                self.out.raw("<sup class=\"mark\" id=\"_mark-").number(number).raw("-").number(mark);
                self.out.raw("\"><a href=\"#_note-").number(number).raw("\" aria-label=\"Note ").number(number);
                self.out.raw("\">").number(number).raw("</a></sup>");
            }
            // A note that is not there: its number stays visible.
            None => {
                self.out.raw("<sup class=\"mark\">").number(number).raw("</sup>");
            }
        }
    }
}
