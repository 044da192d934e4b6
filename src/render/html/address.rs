//! Addresses: where a link of a page leads.
//!
//! All addresses within the report are relative, so that the site works under any path and from a file share.

use std::collections::BTreeSet;

use crate::document::{Document, Target};

/// Ids of the documents of a site.
#[derive(Clone, Debug)]
pub(super) struct Addresses<'a> {
    known: BTreeSet<&'a str>,
    /// From a page to the folder that files count from.
    files: &'a str,
}

impl<'a> Addresses<'a> {
    pub(super) fn of(documents: &'a [Document], files: &'a str) -> Self {
        Addresses { known: documents.iter().map(|document| document.id.as_str()).collect(), files }
    }

    /// The address of `target`, or `None` where a link would lead nowhere: a document that is not part of this site
    /// (a report of some of the phases), or a scheme that a page must not follow.
    pub(super) fn of_target(&self, target: &Target) -> Option<String> {
        match target {
            Target::Url(url) => is_safe(url).then(|| url.clone()),
            Target::Anchor(anchor) => Some(format!("#{}", encode(anchor, false))),
            Target::Document { id, anchor } => self.known.contains(id.as_str()).then(|| match anchor {
                Some(anchor) => format!("{}#{}", page(id), encode(anchor, false)),
                None => page(id),
            }),
            Target::File(path) => Some(format!("{}{}", self.files, encode(path, true))),
            Target::Page { path, anchor } => Some(match anchor {
                Some(anchor) => format!("{}{}#{}", self.files, encode(path, true), encode(anchor, false)),
                None => format!("{}{}", self.files, encode(path, true)),
            }),
        }
    }

    pub(super) fn contains(&self, id: &str) -> bool {
        self.known.contains(id)
    }

    /// Address of the CSV twin of a table.
    pub(super) fn twin(&self, document: &str, table: &str) -> String {
        format!("{}tables/{}/{}.csv", self.files, encode(document, false), encode(table, false))
    }
}

/// File name of the page of a document, which is also its address on every other page.
pub(super) fn page(id: &str) -> String {
    format!("{}.html", encode(id, false))
}

/// Schemes that only lead somewhere. Others (`javascript:`, `data:`) can do something, and print as words.
fn is_safe(url: &str) -> bool {
    let scheme = url.split(':').next().unwrap_or_default();
    scheme.len() < url.len() && ["http", "https", "mailto"].iter().any(|safe| scheme.eq_ignore_ascii_case(safe))
}

/// Percent-encodes everything that has a meaning in an address or isn't ASCII; `/` too, unless it is kept.
pub(super) fn encode(text: &str, keep_slash: bool) -> String {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) || (keep_slash && byte == b'/') {
            out.push(char::from(byte));
        } else {
            out.push('%');
            for digit in [byte >> 4, byte & 15] {
                // A nibble is below 16, the length of the array.
                out.push(char::from(HEX[usize::from(digit)]));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_with_a_hostile_name_stays_one_path() {
        let addresses = Addresses { known: BTreeSet::new(), files: "../" };
        assert_eq!(
            addresses.of_target(&Target::File("inputs/a b#c?d\"é.log".into())).as_deref(),
            Some("../inputs/a%20b%23c%3Fd%22%C3%A9.log")
        );
    }

    #[test]
    fn only_addresses_that_lead_somewhere_are_links() {
        let addresses = Addresses { known: BTreeSet::from(["d1"]), files: "../" };
        let of = |target| addresses.of_target(&target);
        assert_eq!(of(Target::Url("https://example.org/?a=1&b".into())).as_deref(), Some("https://example.org/?a=1&b"));
        assert_eq!(of(Target::Url("JavaScript:alert(1)".into())), None);
        assert_eq!(of(Target::Url("data:text/html,x".into())), None);
        assert_eq!(of(Target::Url("https".into())), None);
        assert_eq!(of(Target::Document { id: "c2".into(), anchor: None }), None);
        assert_eq!(of(Target::Document { id: "d1".into(), anchor: Some("m1".into()) }).as_deref(), Some("d1.html#m1"));
    }
}
