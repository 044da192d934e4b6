//! Characters that are stated by their number instead of being set: a face lacks them, or a name could hide behind them.
//!
//! Source: Unicode 16, chapter 23, for what is a control, a bidirectional format character or a default ignorable one.

use std::borrow::Cow;

/// Controls, separators that force a line, characters that reorder or hide text, and code points without a meaning:
/// they are stated even where a face has a glyph, since a name must not be able to reorder or to hide the text around it.
pub fn is_hostile(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180f}' | '\u{200c}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2061}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}'
            | '\u{e000}'..='\u{f8ff}' | '\u{e0000}'..='\u{10ffff}')
        || (character as u32) & 0xfffe == 0xfffe
}

/// Places for line ends that no glyph shows: hints in prose, nothing that a name should hold.
pub fn is_hint(character: char) -> bool {
    matches!(character, '\u{200b}' | '\u{ad}' | '\u{2060}')
}

/// The number of a character as Unicode writes it, for instance `U+6F22`.
pub fn number(character: char) -> String {
    format!("U+{:04X}", u32::from(character))
}

/// `text` on one line for a drawing: what `lacks` says is missing stands there by its number, a space between two of
/// them; each such character is given to `told`.
pub fn stated(text: &str, lacks: impl Fn(char) -> bool, mut told: impl FnMut(char)) -> Cow<'_, str> {
    if !text.contains(&lacks) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut follows = false;
    for character in text.chars() {
        if lacks(character) {
            if follows {
                out.push(' ');
            }
            out.push_str(&number(character));
            told(character);
            follows = true;
        } else {
            out.push(character);
            follows = false;
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_stands_by_its_number() {
        let mut told = Vec::new();
        let found = stated("a漢字b\u{301}", |character| character > '\u{400}', |character| told.push(character));
        assert_eq!((found.as_ref(), told.as_slice()), ("aU+6F22 U+5B57b\u{301}", ['漢', '字'].as_slice()));
        assert!(matches!(stated("plain", is_hostile, |_| {}), Cow::Borrowed("plain")));
    }

    #[test]
    fn what_hides_or_reorders_text_is_hostile_and_letters_are_not() {
        for character in [
            '\0',
            '\u{7}',
            '\u{202e}',
            '\u{2066}',
            '\u{200d}',
            '\u{fe0f}',
            '\u{feff}',
            '\u{e000}',
            '\u{fffe}',
            '\u{10ffff}',
        ] {
            assert!(is_hostile(character), "{}", number(character));
        }
        for character in ['a', 'é', '漢', 'ש', '\u{301}', ' ', '\u{a0}', '−', '🦀'] {
            assert!(!is_hostile(character), "{}", number(character));
        }
    }
}
