//! Running heads and feet of the paper form.
//!
//! They name campaign, standing of the data, tool and inputs on every sheet. Style sheets can't read them from a page,
//! so they are written out, one named page for each set of words that occurs in the site.

use std::fmt::Write as _;

use crate::document::Document;

/// The sets of words that occur, in order of appearance.
#[derive(Clone, Debug)]
pub(super) struct Sheets {
    words: Vec<Words>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Words {
    campaign: String,
    standing: String,
    origin: String,
}

impl Words {
    fn of(document: &Document) -> Self {
        Words {
            campaign: document.stamp.campaign.clone(),
            standing: document.status.as_ref().map(|status| format!("{} data", status.word)).unwrap_or_default(),
            origin: format!("{} · inputs {}", document.stamp.tool, document.short_hash()),
        }
    }
}

impl Sheets {
    pub(super) fn of(documents: &[Document]) -> Self {
        let mut words: Vec<Words> = Vec::new();
        for document in documents {
            let own = Words::of(document);
            if !words.contains(&own) {
                words.push(own);
            }
        }
        Sheets { words }
    }

    /// The class of a document's page, which names its sheet.
    pub(super) fn class(&self, document: &Document) -> String {
        let own = Words::of(document);
        let at = self.words.iter().position(|words| *words == own).unwrap_or(0);
        format!("sheet-{}", at + 1)
    }

    /// The style sheet.
    pub(super) fn text(&self) -> String {
        let mut out = String::from("/* Running heads and feet of the paper form; generated. */\n");
        for (index, words) in self.words.iter().enumerate() {
            let number = index + 1;
            // Writing into a String can't fail.
            let _ = write!(
                out,
                ".sheet-{number} {{ page: sheet-{number}; }}\n\
                 @page sheet-{number} {{\n  @top-left {{ content: {}; }}\n  @top-right {{ content: {}; }}\n  \
                 @bottom-left {{ content: {}; }}\n}}\n",
                string(&words.campaign),
                string(&words.standing),
                string(&words.origin),
            );
        }
        out
    }
}

/// A string of a style sheet: everything but plain characters as a code point, which ends with a space.
fn string(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        if character.is_ascii_alphanumeric() || " .,:;_-+()".contains(character) {
            out.push(character);
        } else {
            // Writing into a String can't fail.
            let _ = write!(out, "\\{:x} ", u32::from(character));
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_can_not_leave_their_string() {
        assert_eq!(string("a\"}\\ \n*/é"), "\"a\\22 \\7d \\5c  \\a \\2a \\2f \\e9 \"");
    }
}
