//! A short way for bytes and figures: text in which every character is its own glyph.
//!
//! Most cells of a long table are names of files and figures. In the code face without ligatures, and among tabular
//! figures, shaping changes nothing, so glyphs are looked up. Figures must not be kerned anyway, or decimals would not
//! stand below each other.

use super::super::fonts::Face;
use super::super::ink::Glyph;
use super::super::style::{Figures, Style};
use super::Span;
use super::shape::{Cluster, Gap, Shaper};

/// Glyph and advance of each printable ASCII character, for type of one point.
pub type Letters = Vec<(u32, f32)>;

/// First and one past the last printable ASCII character.
const FIRST: u8 = 0x20;
const END: u8 = 0x7f;

/// True where every character of `spans` is its own glyph.
pub fn is_plain(spans: &[Span]) -> bool {
    spans.iter().all(|span| match span.paint.style.figures {
        Figures::Bytes => span.text.bytes().all(|byte| (FIRST..END).contains(&byte)),
        Figures::Tabular => span.text.bytes().all(|byte| byte.is_ascii_digit() || b" .,[]()%+".contains(&byte)),
        Figures::Prose | Figures::Superior => false,
    })
}

impl Shaper<'_> {
    /// Glyphs and clusters of a plain text, one of each a byte; `None` if a face lacks a character.
    pub fn look_up(&mut self, spans: &[Span]) -> Option<(Vec<Glyph>, Vec<Cluster>)> {
        let length = spans.iter().map(|span| span.text.len()).sum();
        let (mut glyphs, mut clusters) = (Vec::with_capacity(length), Vec::with_capacity(length));
        for (index, span) in spans.iter().enumerate() {
            let style = span.paint.style;
            let letters = self.letters(style)?;
            for byte in span.text.bytes() {
                let (id, advance) = *letters.get(usize::from(byte - FIRST))?;
                let (at, advance) = (glyphs.len(), advance * style.size);
                glyphs.push(Glyph { id, size: style.size, advance, dx: 0.0, dy: 0.0, range: at as u32..at as u32 + 1 });
                clusters.push(Cluster { glyphs: at..at + 1, advance, span: index, face: style.face, gap: Gap::None });
            }
        }
        Some((glyphs, clusters))
    }

    /// The letters of a face: shaped once, each on a line of its own so that none touches another.
    fn letters(&mut self, style: Style) -> Option<&Letters> {
        let key = (style.face, style.figures);
        if !self.letters.iter().any(|(known, _)| *known == key) {
            let text: String = (FIRST..END).flat_map(|byte| [char::from(byte), '\n']).collect();
            let style = Style { size: 1.0, ..style };
            let shaped = self.shape_fully(vec![Span::new(text, style, None)], style);
            let found: Letters = shaped.glyphs.iter().map(|glyph| (glyph.id, glyph.advance)).collect();
            self.letters.push((key, found));
        }
        let found = self.letters.iter().find(|(known, _)| *known == key).map(|(_, letters)| letters)?;
        (found.len() == usize::from(END - FIRST)).then_some(found)
    }
}

/// What letters are kept for.
pub type Key = (Face, Figures);
