//! Inline content: spans with their tags and links.

use krilla::tagging::Tag;

use super::super::fonts::Face;
use super::super::ink::LinkId;
use super::super::style::{Figures, INK_2, MEASURED, MISSING, Style};
use super::super::tags::{Element, Slot};
use super::super::text::{Along, Breaks, Paint, Span};
use super::{Galley, Goto, anchor_name};
use crate::document::visit::plain;
use crate::document::{Figure, Inline, Standing, Target};

/// What surrounds an inline.
#[derive(Clone)]
struct Around {
    parent: Element,
    style: Style,
    breaks: Breaks,
    link: Option<LinkId>,
    along: Vec<Along>,
}

impl Around {
    fn span(&self, text: impl Into<String>, style: Style, slot: Slot) -> Span {
        let paint = Paint { link: self.link, along: self.along.clone(), ..Paint::new(style, Some(slot)) };
        Span { text: text.into(), breaks: self.breaks, paint }
    }
}

impl Galley<'_> {
    /// Spans of inline content that belongs to `parent`.
    pub fn inlines(&mut self, content: &[Inline], style: Style, parent: Element) -> Vec<Span> {
        let mut spans = Vec::new();
        let around = Around { parent, style, breaks: Breaks::Prose, link: None, along: Vec::new() };
        self.run_on(content, &around, &mut spans);
        spans
    }

    fn run_on(&mut self, content: &[Inline], around: &Around, spans: &mut Vec<Span>) {
        // Neighbouring plain texts share one place.
        let mut open = None;
        for inline in content {
            if let Inline::Text(_) | Inline::SoftBreak | Inline::HardBreak = inline {
                let slot = *open.get_or_insert_with(|| self.tags.slot(around.parent));
                let text = match inline {
                    Inline::Text(text) => text.replace(['\n', '\r'], " "),
                    Inline::HardBreak => " \n".to_string(),
                    _ => " ".to_string(),
                };
                spans.push(around.span(text, around.style, slot));
                continue;
            }
            open = None;
            self.marked(inline, around, spans);
        }
    }

    fn marked(&mut self, inline: &Inline, around: &Around, spans: &mut Vec<Span>) {
        let style = around.style;
        match inline {
            Inline::Text(_) | Inline::SoftBreak | Inline::HardBreak => {}
            Inline::Strong(inner) => {
                let parent = self.tags.element(around.parent, Tag::Strong);
                let style = style.in_face(style.face.strong());
                self.run_on(inner, &Around { parent, style, ..around.clone() }, spans);
            }
            Inline::Emphasis(inner) => {
                let parent = self.tags.element(around.parent, Tag::Em);
                let style = style.in_face(style.face.emphasis());
                self.run_on(inner, &Around { parent, style, ..around.clone() }, spans);
            }
            Inline::Strikethrough(inner) => {
                let parent = self.tags.element(around.parent, Tag::Span);
                let mut inside = Around { parent, ..around.clone() };
                inside.along.push(Along::Through(style.ink));
                self.run_on(inner, &inside, spans);
            }
            Inline::Code(text) => {
                let slot = self.tags.leaf(around.parent, Tag::Code);
                let around = Around { breaks: Breaks::Bytes, ..around.clone() };
                spans.push(around.span(text.replace(['\n', '\r'], " "), style.bytes(), slot));
            }
            Inline::Link { target, content } => match self.resolve(target).filter(|_| around.link.is_none()) {
                Some(goto) => {
                    let words = plain(content);
                    let hidden = match &goto {
                        Goto::Url(url) if !shows(&words, url) => Some(url.clone()),
                        _ => None,
                    };
                    let (parent, link) = self.link(around.parent, goto.clone(), alt_of(&words, &goto));
                    let mut inside =
                        Around { parent, link: Some(link), style: style.in_ink(MEASURED), ..around.clone() };
                    inside.along.push(Along::Under(MEASURED));
                    self.run_on(content, &inside, spans);
                    if let Some(url) = hidden {
                        self.address_mark(&url, around, spans);
                    }
                }
                None => self.run_on(content, around, spans),
            },
            Inline::Figure(figure) => self.figure(figure, around, spans),
            Inline::Missing { reason } => {
                let face = if style.face.is_bold() { Face::SansBold } else { Face::Sans };
                let slot = self.tags.slot(around.parent);
                let text = if reason.is_empty() { "N/A".to_string() } else { format!("N/A ({reason})") };
                spans.push(around.span(text, style.in_face(face).in_ink(MISSING), slot));
            }
            Inline::NoteMark(index) => self.note_mark(*index, around, spans),
        }
    }

    /// A figure stands upright in italic text, as figures in statements do; the line under it says that it leads
    /// somewhere, or that it is quoted.
    fn figure(&mut self, figure: &Figure, around: &Around, spans: &mut Vec<Span>) {
        let style = around.style.in_face(around.style.face.upright());
        let goto = figure.target.as_ref().and_then(|target| self.resolve(target)).filter(|_| around.link.is_none());
        let mut inside = Around { style, ..around.clone() };
        match goto {
            Some(goto) => {
                let alt = alt_of(&figure.text, &goto);
                let (element, link) = self.link(around.parent, goto, alt);
                inside.parent = element;
                inside.link = Some(link);
                inside.along.push(match figure.standing {
                    Standing::Cited => Along::Double(INK_2),
                    Standing::Measured | Standing::Declared => Along::Dotted(MEASURED),
                });
            }
            None if figure.standing == Standing::Cited => inside.along.push(Along::Double(INK_2)),
            None => {}
        }
        let slot = self.tags.slot(inside.parent);
        spans.push(inside.span(&figure.text, style, slot));
    }

    fn note_mark(&mut self, index: usize, around: &Around, spans: &mut Vec<Span>) {
        let number = (index + 1).to_string();
        let style = Style { figures: Figures::Superior, ..around.style.in_face(around.style.face.upright()) };
        let note = self.first_note + index;
        let Some(anchor) = self.notes.get(note).filter(|_| index < self.part.notes.len()).map(|note| note.anchor)
        else {
            let slot = self.tags.slot(around.parent);
            spans.push(around.span(number, style, slot));
            return;
        };
        self.mark(number, note, anchor, around, spans);
        self.note_body(index, around.parent);
    }

    /// On paper a link shows where it leads: its address in a note of its own, under a letter.
    fn address_mark(&mut self, url: &str, around: &Around, spans: &mut Vec<Span>) {
        if self.in_heading {
            return;
        }
        let key = (self.part.id.clone(), url.to_string());
        let known = self.addresses.get(&key).cloned();
        let (letter, note) = match &known {
            Some((letter, note)) => (letter.clone(), *note),
            None => {
                let letter = letters(self.addresses.keys().filter(|(part, _)| *part == key.0).count());
                (letter, self.new_note())
            }
        };
        let anchor = self.notes[note].anchor;
        self.mark(letter.clone(), note, anchor, around, spans);
        if known.is_none() {
            self.addresses.insert(key, (letter.clone(), note));
            self.address_body(note, &letter, url, around.parent);
        }
    }

    fn mark(&mut self, mark: String, note: usize, anchor: usize, around: &Around, spans: &mut Vec<Span>) {
        let style = Style { figures: Figures::Superior, ..around.style.in_face(around.style.face.upright()) };
        let reference = self.tags.element(around.parent, Tag::Reference);
        let (element, link) = self.link(reference, Goto::Anchor(anchor), format!("Note {mark}"));
        let slot = self.tags.slot(element);
        let inside = Around { link: Some(link), breaks: Breaks::Prose, along: Vec::new(), ..around.clone() };
        let mut span = inside.span(mark, style.in_ink(MEASURED), slot);
        span.paint.note = Some(note);
        spans.push(span);
    }

    /// Where a target leads, if it is in this PDF or on the net.
    pub fn resolve(&self, target: &Target) -> Option<Goto> {
        match target {
            Target::Url(url) => address(url).map(Goto::Url),
            Target::Anchor(anchor) => self.anchor(anchor).map(Goto::Anchor),
            Target::Document { id, anchor } => {
                let exact = self.known.get(&anchor_name(id, anchor.as_deref()));
                exact.or_else(|| self.known.get(id)).copied().map(Goto::Anchor)
            }
            Target::File(_) | Target::Page { .. } => None,
        }
    }
}

fn alt_of(words: &str, goto: &Goto) -> String {
    match goto {
        Goto::Url(url) if words != url => format!("{words} ({url})"),
        Goto::Url(url) => url.clone(),
        Goto::Anchor(_) => format!("Go to: {words}"),
    }
}

/// True where the words of a link are its address, near enough to type it.
fn shows(words: &str, url: &str) -> bool {
    let bare = url.split_once("://").map_or(url, |(_, bare)| bare);
    let bare = bare.strip_prefix("mailto:").unwrap_or(bare);
    words.contains(bare.trim_end_matches('/'))
}

/// `a` to `z`, then `aa`.
fn letters(index: usize) -> String {
    let last = char::from(b'a' + (index % 26) as u8);
    if index < 26 { last.to_string() } else { format!("{}{last}", letters(index / 26 - 1)) }
}

/// The address as a PDF may hold it: of a kind that opens a page or a letter, in ASCII.
fn address(url: &str) -> Option<String> {
    let scheme = url.split(':').next()?.to_ascii_lowercase();
    if !matches!(scheme.as_str(), "http" | "https" | "mailto") {
        return None;
    }
    let mut out = String::with_capacity(url.len());
    for byte in url.bytes() {
        if (0x21..0x7f).contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    Some(out)
}
