//! The figures by id.

use std::collections::BTreeMap;

use super::entry::Evidence;

/// Every figure of a campaign, by id, in the order in which they were entered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ledger {
    entries: Vec<Evidence>,
    by_id: BTreeMap<String, usize>,
}

impl Ledger {
    /// Enters a figure. An id that is there already keeps its first figure: ids are made from names that are unique, and
    /// the same derived figure may be asked for twice.
    pub fn enter(&mut self, evidence: Evidence) {
        if !self.by_id.contains_key(&evidence.id) {
            self.by_id.insert(evidence.id.clone(), self.entries.len());
            self.entries.push(evidence);
        }
    }

    /// The figure of that id.
    pub fn get(&self, id: &str) -> Option<&Evidence> {
        self.by_id.get(id).and_then(|at| self.entries.get(*at))
    }

    /// All figures in the order in which they were entered.
    pub fn entries(&self) -> impl Iterator<Item = &Evidence> {
        self.entries.iter()
    }

    /// Number of figures.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

/// An id from its parts. A `:` inside a part is written `%3A`, so that parts can't run into one another.
pub fn id(parts: &[&str]) -> String {
    parts.iter().map(|part| part.replace('%', "%25").replace(':', "%3A")).collect::<Vec<_>>().join(":")
}

/// Longest anchor without its hash, in bytes.
const LONGEST: usize = 160;

/// An anchor from an id: lower-case letters, digits and single hyphens, with a hash of the id at its end, so that two
/// ids never share one.
pub fn anchor(id: &str) -> String {
    let mut out = String::from("e-");
    for c in id.chars() {
        if c.is_ascii_alphanumeric() {
            out.push(c.to_ascii_lowercase());
        } else if !out.ends_with('-') {
            out.push('-');
        }
    }
    let mut out = out.trim_end_matches('-').to_string();
    // FNV-1a: short, stable, and only there to keep names apart.
    let hash = id.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    if out.len() > LONGEST {
        // Anchors name files too, which may not be longer than 255 bytes. What is cut off is told apart by more digits.
        out.truncate(LONGEST);
        let out = out.trim_end_matches('-');
        return format!("{out}-{hash:08x}");
    }
    out.push_str(&format!("-{:04x}", (hash >> 16) ^ (hash & 0xffff)));
    out
}

#[cfg(test)]
mod tests {
    use super::{anchor, id};

    #[test]
    fn parts_cannot_run_into_one_another() {
        assert_ne!(id(&["a:b", "c"]), id(&["a", "b:c"]));
    }

    #[test]
    fn ids_that_look_alike_have_anchors_of_their_own() {
        assert_ne!(anchor("D1:a/b:ns/op"), anchor("D1:a-b:ns/op"));
        let long = "x".repeat(500);
        assert_ne!(anchor(&long), anchor(&format!("{long}y")));
        assert!(anchor(&long).len() < 180);
        assert!(anchor("D1:größe:ns/op").bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'));
    }
}
