//! HTML under construction: the one place where text becomes markup.
//!
//! Literals of this program go in as they are, every other text goes in escaped; the types say which is which.

use std::fmt::Write as _;

/// HTML that is well formed as far as it goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Markup(String);

impl Markup {
    pub(super) fn new() -> Self {
        Markup::default()
    }

    /// Markup that this program wrote down.
    pub(super) fn raw(&mut self, literal: &'static str) -> &mut Self {
        self.0.push_str(literal);
        self
    }

    /// Text of a document, as content of an element.
    pub(super) fn text(&mut self, text: &str) -> &mut Self {
        escape(text, &mut self.0);
        self
    }

    /// Names and paths as content of an element: a long one may break after each `/`.
    pub(super) fn path(&mut self, text: &str) -> &mut Self {
        const LONG: usize = 24;
        if text.len() <= LONG {
            return self.text(text);
        }
        for (index, part) in text.split_inclusive('/').enumerate() {
            self.raw(if index > 0 { "<wbr>" } else { "" }).text(part);
        }
        self
    }

    /// ` name="value"`, the value being text of a document.
    pub(super) fn attribute(&mut self, name: &'static str, value: &str) -> &mut Self {
        self.0.push(' ');
        self.0.push_str(name);
        self.0.push_str("=\"");
        escape(value, &mut self.0);
        self.0.push('"');
        self
    }

    /// A whole number.
    pub(super) fn number(&mut self, number: u64) -> &mut Self {
        // Writing into a String can't fail.
        let _ = write!(self.0, "{number}");
        self
    }

    /// A position on an axis between 0 and 1, as a percentage with two decimals.
    pub(super) fn percent(&mut self, fraction: f64) -> &mut Self {
        // Writing into a String can't fail.
        let _ = write!(self.0, "{:.2}%", fraction * 100.0);
        self
    }

    /// A piece of markup that was read as such, as in a picture.
    pub(super) fn copied(&mut self, markup: &str) -> &mut Self {
        self.0.push_str(markup);
        self
    }

    pub(super) fn into_string(self) -> String {
        self.0
    }
}

/// Escapes for content and for quoted attributes. Characters that HTML forbids become U+FFFD: they can't be written,
/// not even as a reference, and leaving them out would join what they part.
pub(super) fn escape(text: &str, out: &mut String) {
    out.reserve(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' => out.push(character),
            '\r' => out.push_str("&#13;"),
            '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fdd0}'..='\u{fdef}' | '\u{fffe}' | '\u{ffff}' => {
                out.push('\u{fffd}');
            }
            _ => out.push(character),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_prints_as_itself_in_content_and_in_attributes() {
        let mut markup = Markup::new();
        markup.raw("<p").attribute("title", "\"><img onerror='x'>").raw(">").text("a|b_*c* <b> & \u{0}").raw("</p>");
        assert_eq!(
            markup.into_string(),
            "<p title=\"&quot;&gt;&lt;img onerror=&#39;x&#39;&gt;\">a|b_*c* &lt;b&gt; &amp; \u{fffd}</p>"
        );
    }

    #[test]
    fn positions_have_two_decimals() {
        let mut markup = Markup::new();
        markup.percent(0.1234).raw(" ").percent(1.0);
        assert_eq!(markup.into_string(), "12.34% 100.00%");
    }
}
