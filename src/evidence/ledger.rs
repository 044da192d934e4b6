//! The figures by id.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::entry::Evidence;

/// Every figure of a campaign, by id, in the order in which they were entered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ledger {
    entries: Vec<Evidence>,
    /// The last entry whose id has that hash. The ids themselves are too long to be held twice.
    by_hash: HashMap<u64, usize>,
    /// For each entry the one before it whose id has the same hash: hardly ever one.
    before: Vec<Option<usize>>,
}

impl Ledger {
    /// Enters a figure. An id that is there already keeps its first figure: ids are made from names that are unique, and
    /// the same derived figure may be asked for twice.
    pub fn enter(&mut self, evidence: Evidence) {
        let hash = hash(&evidence.id);
        if self.find(hash, &evidence.id).is_none() {
            self.before.push(self.by_hash.insert(hash, self.entries.len()));
            self.entries.push(evidence);
        }
    }

    /// The figure of that id.
    pub fn get(&self, id: &str) -> Option<&Evidence> {
        self.find(hash(id), id)
    }

    fn find(&self, hash: u64, id: &str) -> Option<&Evidence> {
        let mut at = self.by_hash.get(&hash).copied();
        while let Some(entry) = at.and_then(|at| self.entries.get(at)) {
            if entry.id == id {
                return Some(entry);
            }
            at = at.and_then(|at| self.before.get(at).copied().flatten());
        }
        None
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

fn hash(id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    hasher.finish()
}

/// An id from its parts. A `:` inside a part is written `%3A`, so that parts can't run into one another.
pub fn id(parts: &[&str]) -> String {
    parts.iter().map(|part| part.replace('%', "%25").replace(':', "%3A")).collect::<Vec<_>>().join(":")
}

/// Most letters of an anchor before its hash.
pub const LONGEST: usize = 120;

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
    // Longer names than this no file system takes, and no reader reads.
    let short = out.char_indices().nth(LONGEST).map(|(end, _)| end);
    out.truncate(short.unwrap_or(out.len()));
    let mut out = out.trim_end_matches('-').to_string();
    // Of names in other scripts, or of many signs, hardly anything is left: thousands may differ in the hash alone.
    let signs = |pair: &[u8]| pair.iter().all(|byte| !byte.is_ascii_alphanumeric());
    if short.is_some() || !id.is_ascii() || id.as_bytes().windows(2).any(signs) {
        let prime = 0x0000_0100_0000_01b3;
        let hash =
            id.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(prime));
        out.push_str(&format!("-{hash:016x}"));
        return out;
    }
    // FNV-1a: short, stable, and only there to keep names apart.
    let hash = id.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
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
        let many: &[&str] = &["\u{5d0}", "\u{5d1}", "\u{5d2}", "!", "?"];
        let mut names = vec![String::new()];
        for _ in 0..6 {
            names = names.iter().flat_map(|name| many.iter().map(move |one| format!("{name}{one}"))).collect();
        }
        let all: std::collections::BTreeSet<String> =
            names.iter().map(|name| anchor(&format!("runs:{name}:time"))).collect();
        assert_eq!(all.len(), 15_625);
        let long = [anchor(&format!("D1:{}a", "x".repeat(500))), anchor(&format!("D1:{}b", "x".repeat(500)))];
        assert!(long[0] != long[1] && long[0].len() < 160, "{long:?}");
        assert!(anchor("D1:größe:ns/op").bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'));
    }
}
