//! How wide a text is in the font that it will be set in, and how one that is too long is shortened.

use std::borrow::Cow;
use std::sync::Arc;

use parley::fontique::{Blob, CharmapIndex, Collection, CollectionOptions, SourceCache};
use parley::{FontContext, FontFamily, FontFamilyName, FontWeight, Layout, LayoutContext, StyleProperty};

use crate::document::characters::{is_hint, is_hostile, number, stated};
use crate::templates::Templates;

/// Family of all text in plots; the root of each picture names it.
pub const FAMILY: &str = "Source Sans 3";

/// Weight of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// 400.
    Regular,
    /// 600.
    Semibold,
}

/// Measures text in the fonts that the templates carry.
pub struct Lettering {
    fonts: FontContext,
    layouts: LayoutContext<()>,
    found: bool,
    /// The regular face and its character map.
    letters: Option<(Blob<u8>, CharmapIndex)>,
}

/// Characters of a label that are looked at; none that long fits a plot.
const LONGEST: usize = 300;
const ELLIPSIS: char = '…';

impl Lettering {
    /// Reads the fonts of plots. Where they can't be read, text is taken to be wider than it is.
    pub fn new(templates: &Templates) -> Self {
        let mut collection = Collection::new(CollectionOptions { shared: false, system_fonts: false });
        let mut found = true;
        let mut letters = None;
        for path in ["fonts/SourceSans3-Regular.ttf", "fonts/SourceSans3-Semibold.ttf"] {
            let bytes: Arc<Vec<u8>> = Arc::new(templates.bytes(path).to_vec());
            let data = Blob::new(bytes);
            let registered = collection.register_fonts(data.clone(), None);
            found &= !registered.is_empty();
            let face = registered.first().and_then(|(_, faces)| faces.first());
            letters = letters.or_else(|| face.map(|face| (data, face.charmap_index())));
        }
        Lettering {
            fonts: FontContext { collection, source_cache: SourceCache::default() },
            layouts: LayoutContext::new(),
            found,
            letters,
        }
    }

    /// What is set for `text`: a PDF states characters that the face lacks by their number, and a browser's glyph for them
    /// is narrower than that. So no script is shaped of which the shaper's line breaker has no dictionary either.
    fn printed<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if text.is_ascii() {
            return Cow::Borrowed(text);
        }
        let charmap = self.letters.as_ref().and_then(|(data, index)| index.charmap(data.data()));
        let has = |character| charmap.as_ref().and_then(|map| map.map(character)).is_some_and(|glyph| glyph != 0);
        let lacks =
            |character: char| !character.is_ascii() && (is_hostile(character) || is_hint(character) || !has(character));
        stated(text, lacks, |_| {})
    }

    /// Width of `text` on one line at `size` pixels.
    pub fn width(&mut self, text: &str, weight: Weight, size: f64) -> f64 {
        if !self.found {
            return text.chars().map(|c| if c.is_ascii() { 0.62 } else { 1.1 }).sum::<f64>() * size;
        }
        let text = &*self.printed(text);
        let mut builder = self.layouts.ranged_builder(&mut self.fonts, text, 1.0, false);
        builder
            .push_default(StyleProperty::FontFamily(FontFamily::Single(FontFamilyName::Named(Cow::Borrowed(FAMILY)))));
        builder.push_default(StyleProperty::FontSize(size as f32));
        let weight = if weight == Weight::Semibold { FontWeight::SEMI_BOLD } else { FontWeight::NORMAL };
        builder.push_default(StyleProperty::FontWeight(weight));
        let mut layout: Layout<()> = builder.build(text);
        layout.break_all_lines(None);
        f64::from(layout.full_width())
    }

    /// `text` if it is at most `room` wide, else as much of its beginning and its end as goes around an ellipsis: names
    /// of benchmarks differ at their ends as often as at their beginnings.
    pub fn fitted(&mut self, text: &str, room: f64, weight: Weight, size: f64) -> String {
        let characters: Vec<char> = one_line(text).chars().collect();
        let whole = characters.len();
        if whole <= LONGEST {
            let text: String = characters.iter().collect();
            if self.width(&text, weight, size) <= room {
                return text;
            }
        }
        let (mut fits, mut fails) = (0, whole.min(LONGEST));
        while fails - fits > 1 {
            let kept = (fits + fails) / 2;
            if self.width(&shortened(&characters, kept), weight, size) <= room {
                fits = kept;
            } else {
                fails = kept;
            }
        }
        shortened(&characters, fits)
    }
}

/// `kept` characters of the whole, three fifths of them from its beginning.
fn shortened(characters: &[char], kept: usize) -> String {
    let head = (kept * 3).div_ceil(5);
    let tail = characters.len() - (kept - head);
    let head = characters.iter().take(head);
    // A mark that has lost its letter would sit on the ellipsis.
    let tail = characters.iter().skip(tail).skip_while(|c| ('\u{300}'..='\u{36f}').contains(*c));
    head.chain(std::iter::once(&ELLIPSIS)).chain(tail).collect()
}

/// The text without line ends; characters that XML can't hold, and overrides of direction, which would turn what follows
/// them in the drawing, stand there by their number.
pub fn one_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\r' | '\t' => out.push(' '),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}' => {
                out.push_str(&number(character));
            }
            _ if character.is_control() => out.push_str(&number(character)),
            _ => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_follow_the_font() {
        let mut letters = Lettering::new(&Templates::carried());
        let narrow = letters.width("iiii", Weight::Regular, 13.0);
        let broad = letters.width("WWWW", Weight::Regular, 13.0);
        assert!(narrow * 2.0 < broad, "{narrow} {broad}");
        assert!(letters.width("WWWW", Weight::Regular, 26.0) > broad * 1.9);
        assert!(
            letters.width("final/before", Weight::Semibold, 13.0)
                > letters.width("final/before", Weight::Regular, 13.0)
        );
        // Digits share one width, so that printed values line up.
        assert_eq!(letters.width("1.111", Weight::Regular, 13.0), letters.width("0.888", Weight::Regular, 13.0));
    }

    #[test]
    fn what_is_too_long_keeps_both_ends() {
        let mut letters = Lettering::new(&Templates::carried());
        let name = "executor-with-a-very-long-name-skip3-small-1000";
        let short = letters.fitted(name, 120.0, Weight::Regular, 13.0);
        assert!(short.starts_with("exec") && short.ends_with("1000") && short.contains('…'), "{short}");
        assert!(letters.width(&short, Weight::Regular, 13.0) <= 120.0);
        assert_eq!(letters.fitted("short", 120.0, Weight::Regular, 13.0), "short");
        assert_eq!(letters.fitted("anything", 0.0, Weight::Regular, 13.0), "…");
        assert!(letters.fitted(&"長".repeat(100_000), 120.0, Weight::Regular, 13.0).contains('…'));
        assert_eq!(letters.fitted("", 10.0, Weight::Regular, 13.0), "");
    }

    #[test]
    fn a_character_that_the_face_lacks_is_as_wide_as_its_number() {
        let mut letters = Lettering::new(&Templates::carried());
        let mut width = |text: &str| letters.width(text, Weight::Regular, 13.0);
        assert_eq!(width("a漢"), width("aU+6F22"));
        assert_eq!(width("漢字"), width("U+6F22 U+5B57"));
        assert_eq!(width("a\u{200d}b"), width("aU+200Db"));
        assert!(width("é") < width("U+00E9") / 2.0);
    }

    #[test]
    fn what_xml_cannot_hold_is_replaced() {
        assert_eq!(one_line("a\nb\0c\u{202e}d"), "a bU+0000cU+202Ed");
    }
}
