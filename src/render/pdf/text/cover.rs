//! Characters that a face lacks: lent by another face, or stated by their number.
//!
//! Source: Unicode 16, chapter 23, for what is a control or a bidirectional format character. Those are stated even
//! where a face has a glyph, since a name must not be able to reorder or to hide the text around it.

use super::super::fonts::{Face, Fonts};
use super::super::style::Figures;
use super::Span;

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
        let mut rest = Open { span: span.clone(), face: span.paint.style.face };
        rest.span.text.clear();
        for character in span.text.chars() {
            match treat(fonts, span.paint.style.face, character) {
                Treatment::Set(face, as_character) => {
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

enum Treatment {
    Set(Face, char),
    Hint(Hint),
    State,
}

fn treat(fonts: &Fonts, face: Face, character: char) -> Treatment {
    match character {
        // A forced line end is a `\n` that the setter put there; see `shape`.
        '\n' => return Treatment::Set(face, character),
        '\t' | '\r' => return Treatment::Set(face, ' '),
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

/// Controls, separators that force a line, characters that reorder or hide text, and code points without a meaning.
fn is_hostile(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{61c}' | '\u{200c}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2061}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{e000}'..='\u{f8ff}' | '\u{e0000}'..='\u{10ffff}')
        || (character as u32) & 0xfffe == 0xfffe
}

/// `U+6F22` in the code face. The character itself stays what a reader copies, unless it is one that a file for
/// archives may not hold.
fn state(span: &Span, character: char) -> Span {
    let mut stated = span.clone();
    stated.text = format!("U+{:04X}", character as u32);
    let style = &mut stated.paint.style;
    style.face = if style.face.is_bold() { Face::CodeBold } else { Face::Code };
    style.size *= 0.78;
    style.figures = Figures::Bytes;
    if !is_hostile(character) {
        stated.paint.actual = Some(character.to_string().into());
    }
    stated
}
