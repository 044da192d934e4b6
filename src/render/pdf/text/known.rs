//! Texts that were shaped before: names of cases and arms, words of verdicts, heads of tables.

use std::collections::HashMap;

use super::shape::Shaped;
use super::{Breaks, Span};
use crate::render::pdf::fonts::Face;
use crate::render::pdf::style::Figures;

/// Longest text that is kept, in bytes; longer ones seldom come again.
const LONGEST: usize = 48;
/// Most texts that are kept, so that a long document doesn't pile them up.
const MOST: usize = 4096;

/// Everything of a style that decides glyphs and their places. The size is kept as its bits.
type Key = (Face, Figures, u32, Breaks);

/// Shaped texts by style and words. It is asked and filled, never walked: its order reaches no output.
#[derive(Default)]
pub struct Known {
    texts: HashMap<Key, HashMap<String, Shaped>>,
    count: usize,
}

fn key(span: &Span) -> Key {
    let style = span.paint.style;
    (style.face, style.figures, style.size.to_bits(), span.breaks)
}

impl Known {
    /// True for what is worth keeping: one span of a few words.
    pub fn may_hold(spans: &[Span]) -> bool {
        matches!(spans, [span] if span.text.len() <= LONGEST)
    }

    /// The text of one span as it was shaped before, to be painted as this one.
    pub fn get(&self, span: &Span) -> Option<Shaped> {
        let mut shaped = self.texts.get(&key(span))?.get(&span.text)?.clone();
        for paint in &mut shaped.paints {
            *paint = span.paint.clone();
        }
        Some(shaped)
    }

    /// Keeps a text that was shaped from one span without a substitution.
    pub fn keep(&mut self, span: &Span, shaped: &Shaped) {
        if self.count < MOST && shaped.paints.len() == 1 {
            self.count += 1;
            self.texts.entry(key(span)).or_default().insert(span.text.clone(), shaped.clone());
        }
    }
}
