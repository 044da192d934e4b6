//! Characters that a face lacks: lent by another face, or stated by their number.
//!
//! Every character of a span is either in one of the spans that come out, or among [`Covered::stated`], or a hint for
//! line ends in prose. In bytes hints are stated too: what a name holds is seen.

use super::super::fonts::{Face, Fonts};
use super::super::style::Figures;
use super::{Breaks, Span};
use crate::document::characters::{is_hint, is_hostile, number};

/// A line end or its prohibition that no glyph shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// A line may end here, without a mark.
    Allow,
    /// A line may end here, with a hyphen.
    Hyphen,
    /// No line ends here.
    Forbid,
}

/// Spans without characters that no face has, and the hints that stood between them as characters: byte positions in
/// the joined text of all spans.
#[derive(Debug, Default)]
pub struct Covered {
    /// The spans.
    pub spans: Vec<Span>,
    /// The hints, by position.
    pub hints: Vec<(usize, Hint)>,
    /// Characters that were stated by their number.
    pub stated: Vec<char>,
}

/// Splits `spans` so that every one of them can be set in its own face.
pub fn cover(fonts: &Fonts, spans: Vec<Span>) -> Covered {
    let mut covered = Covered::default();
    let mut length = 0;
    for span in spans {
        if span.text.bytes().all(|byte| (0x20..0x7f).contains(&byte)) {
            length += span.text.len();
            covered.spans.push(span);
            continue;
        }
        // True right after a stated character: a space tells neighbours apart.
        let mut follows = false;
        // The face of the character before, which a mark above or below it needs too: both are shaped as one.
        let mut base = if covered.spans.is_empty() { Some(span.paint.style.face) } else { None };
        let mut rest = Open { span: span.clone(), face: span.paint.style.face };
        rest.span.text.clear();
        for character in span.text.chars() {
            let treatment = match base {
                _ if !is_mark(character) || is_hostile(character) => treat(fonts, &span, character),
                Some(face) if fonts.covers(face, character) => Treatment::Set(face, character),
                _ => Treatment::State,
            };
            match treatment {
                Treatment::Set(face, as_character) => {
                    base = Some(face);
                    if face != rest.face {
                        length += close(&mut covered, &mut rest);
                        rest.face = face;
                    }
                    rest.span.text.push(as_character);
                    follows = false;
                }
                Treatment::Hint(hint) => {
                    covered.hints.push((length + rest.span.text.len(), hint));
                }
                Treatment::State => {
                    length += close(&mut covered, &mut rest);
                    let mut stated = state(&span, character);
                    if follows {
                        stated.text.insert(0, ' ');
                    }
                    follows = true;
                    base = None;
                    covered.hints.push((length, Hint::Allow));
                    length += stated.text.len();
                    covered.hints.push((length, Hint::Allow));
                    covered.spans.push(stated);
                    covered.stated.push(character);
                }
            }
        }
        length += close(&mut covered, &mut rest);
    }
    covered
}

struct Open {
    span: Span,
    face: Face,
}

fn close(covered: &mut Covered, open: &mut Open) -> usize {
    let length = open.span.text.len();
    if length > 0 {
        let mut span = open.span.clone();
        span.paint.style.face = open.face;
        covered.spans.push(span);
        open.span.text.clear();
    }
    length
}

/// Marks that combine with the character before them, as far as a face may have them.
fn is_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

enum Treatment {
    Set(Face, char),
    Hint(Hint),
    State,
}

fn treat(fonts: &Fonts, span: &Span, character: char) -> Treatment {
    let face = span.paint.style.face;
    match character {
        // A forced line end is a `\n` that the setter put there; see `shape`.
        '\n' => return Treatment::Set(face, character),
        '\t' | '\r' => return Treatment::Set(face, ' '),
        _ if is_hint(character) && span.breaks == Breaks::Bytes => return Treatment::State,
        '\u{200b}' => return Treatment::Hint(Hint::Allow),
        '\u{ad}' => return Treatment::Hint(Hint::Hyphen),
        '\u{2060}' => return Treatment::Hint(Hint::Forbid),
        _ if is_hostile(character) => return Treatment::State,
        _ => {}
    }
    if fonts.covers(face, character) {
        return Treatment::Set(face, character);
    }
    match face.lenders().into_iter().find(|lender| fonts.covers(*lender, character)) {
        Some(lender) => Treatment::Set(lender, character),
        None => Treatment::State,
    }
}

/// `U+6F22` in the code face. The character itself stays what a reader copies, unless it is one that a file for
/// archives may not hold.
fn state(span: &Span, character: char) -> Span {
    let mut stated = span.clone();
    stated.text = number(character);
    let style = &mut stated.paint.style;
    style.face = if style.face.is_bold() { Face::CodeBold } else { Face::Code };
    style.size *= 0.78;
    style.figures = Figures::Bytes;
    if !is_hostile(character) {
        stated.paint.actual = Some(character.to_string().into());
    }
    stated
}
