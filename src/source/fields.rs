//! A map's values by key and type.

use super::{Entry, Node, Source, Span, Tree, list, quote};
use crate::problem::{Outcome, Problem, Problems};

/// The keys and values of a map that is being read. Each reading that fails adds one problem and gives `None`, so that
/// one pass over a file finds everything that is wrong with it.
pub struct Fields<'a> {
    source: &'a Source,
    /// What the map is, for messages, for instance `the plan`.
    what: String,
    span: Span,
    entries: &'a [Entry],
}

impl<'a> Fields<'a> {
    /// The map `node`; `what` names it in messages.
    pub fn of(source: &'a Source, node: &'a Node, what: impl Into<String>, problems: &mut Problems) -> Option<Self> {
        let what = what.into();
        match &node.tree {
            Tree::Map(entries) => Some(Fields { source, what, span: Span { length: 1, ..node.span }, entries }),
            _ => {
                problems.push(source.problem(
                    "source::wrong-type",
                    node.span,
                    format!("{what} is {}, but a map of keys and values is expected", node.word()),
                    "write it as the campaign's format has it",
                ));
                None
            }
        }
    }

    /// The entries in written order.
    pub fn entries(&self) -> &'a [Entry] {
        self.entries
    }

    /// The entry of a key, if it stands there.
    pub fn entry(&self, key: &str) -> Option<&'a Entry> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    /// The value of a key, if it stands there and is not empty.
    pub fn optional(&self, key: &str) -> Option<&'a Node> {
        self.entry(key).map(|entry| &entry.node).filter(|node| node.tree != Tree::Null)
    }

    /// First line of the map, from 1.
    pub fn line(&self) -> u32 {
        self.source.line_at(self.span.start)
    }

    /// The place of a key's value, or of the map where the key is missing.
    pub fn span(&self, key: &str) -> Span {
        self.entry(key).map_or(self.span, |entry| entry.node.span)
    }

    /// A problem at a key's value.
    pub fn problem(&self, key: &str, code: &'static str, cause: impl Into<String>, next: impl Into<String>) -> Problem {
        self.source.problem(code, self.span(key), cause, next)
    }

    /// The value of a key that must stand there.
    pub fn required(&self, key: &str, problems: &mut Problems) -> Option<&'a Node> {
        let node = self.entry(key).map(|entry| &entry.node);
        if node.is_none() {
            problems.push(self.source.problem(
                "source::missing-key",
                self.span,
                format!("{} has no {}", self.what, quote(key)),
                format!("add {} as the campaign's format has it", quote(key)),
            ));
        }
        node
    }

    fn wrong(&self, key: &str, node: &Node, expected: &str, problems: &mut Problems) {
        problems.push(self.source.problem(
            "source::wrong-type",
            node.span,
            format!("{} of {} is {}, but {expected} is expected", quote(key), self.what, node.word()),
            format!("write {expected} there"),
        ));
    }

    /// A text. Its value stays as written, an empty text included.
    pub fn text(&self, key: &str, problems: &mut Problems) -> Option<String> {
        let node = self.required(key, problems)?;
        self.text_of(key, node, problems)
    }

    /// A text, if the key stands there.
    pub fn optional_text(&self, key: &str, problems: &mut Problems) -> Option<String> {
        self.text_of(key, self.optional(key)?, problems)
    }

    fn text_of(&self, key: &str, node: &Node, problems: &mut Problems) -> Option<String> {
        if let Tree::Text(text) = &node.tree {
            return Some(text.clone());
        }
        self.wrong(key, node, "a text", problems);
        None
    }

    /// A whole number of at least `least` that a `u64` holds.
    pub fn whole(&self, key: &str, least: u64, problems: &mut Problems) -> Option<u64> {
        let node = self.required(key, problems)?;
        self.whole_of(key, node, least, u64::MAX, problems)
    }

    /// A whole number of at least `least` that a `u32` holds.
    pub fn small(&self, key: &str, least: u32, problems: &mut Problems) -> Option<u32> {
        let node = self.required(key, problems)?;
        let value = self.whole_of(key, node, least.into(), u32::MAX.into(), problems)?;
        u32::try_from(value).ok()
    }

    /// A whole number from 0, if the key stands there.
    pub fn optional_whole(&self, key: &str, problems: &mut Problems) -> Option<u64> {
        self.whole_of(key, self.optional(key)?, 0, u64::MAX, problems)
    }

    fn whole_of(&self, key: &str, node: &Node, least: u64, most: u64, problems: &mut Problems) -> Option<u64> {
        let Tree::Number(number) = &node.tree else {
            self.wrong(key, node, "a whole number", problems);
            return None;
        };
        let value = number.as_u64().filter(|value| (least..=most).contains(value));
        if value.is_none() {
            problems.push(self.source.problem(
                "source::out-of-range",
                node.span,
                format!(
                    "{} of {} is {}, but a whole number from {least} to {most} is expected",
                    quote(key),
                    self.what,
                    quote(self.source.slice(node.span))
                ),
                "write a number of that range",
            ));
        }
        value
    }

    /// A whole number of either sign that an `i64` holds, if the key stands there.
    pub fn optional_integer(&self, key: &str, problems: &mut Problems) -> Option<i64> {
        let node = self.optional(key)?;
        let value = match &node.tree {
            Tree::Number(number) => number.as_i64(),
            _ => None,
        };
        if value.is_none() {
            self.wrong(key, node, "a whole number", problems);
        }
        value
    }

    /// A finite number.
    pub fn number(&self, key: &str, problems: &mut Problems) -> Option<f64> {
        let node = self.required(key, problems)?;
        self.number_of(key, node, problems)
    }

    /// A finite number, if the key stands there.
    pub fn optional_number(&self, key: &str, problems: &mut Problems) -> Option<f64> {
        self.number_of(key, self.optional(key)?, problems)
    }

    fn number_of(&self, key: &str, node: &Node, problems: &mut Problems) -> Option<f64> {
        let value = match &node.tree {
            Tree::Number(number) => number.as_f64().filter(|value| value.is_finite()),
            _ => None,
        };
        if value.is_none() {
            self.wrong(key, node, "a number", problems);
        }
        value
    }

    /// True or false.
    pub fn truth(&self, key: &str, problems: &mut Problems) -> Option<bool> {
        let node = self.required(key, problems)?;
        self.truth_of(key, node, problems)
    }

    /// True or false, if the key stands there.
    pub fn optional_truth(&self, key: &str, problems: &mut Problems) -> Option<bool> {
        self.truth_of(key, self.optional(key)?, problems)
    }

    fn truth_of(&self, key: &str, node: &Node, problems: &mut Problems) -> Option<bool> {
        if let Tree::Bool(value) = node.tree {
            return Some(value);
        }
        self.wrong(key, node, "true or false", problems);
        None
    }

    /// A list.
    pub fn list(&self, key: &str, problems: &mut Problems) -> Option<&'a [Node]> {
        let node = self.required(key, problems)?;
        self.list_of(key, node, problems)
    }

    /// A list, if the key stands there.
    pub fn optional_list(&self, key: &str, problems: &mut Problems) -> Option<&'a [Node]> {
        self.list_of(key, self.optional(key)?, problems)
    }

    fn list_of(&self, key: &str, node: &'a Node, problems: &mut Problems) -> Option<&'a [Node]> {
        if let Tree::List(nodes) = &node.tree {
            return Some(nodes);
        }
        self.wrong(key, node, "a list", problems);
        None
    }

    /// A list of texts with the place of each.
    pub fn texts(&self, nodes: &'a [Node], key: &str, problems: &mut Problems) -> Vec<(String, Span)> {
        nodes.iter().filter_map(|node| Some((self.text_of(key, node, problems)?, node.span))).collect()
    }

    /// A hash of `digits` hexadecimal digits, in lower case.
    pub fn hash(&self, key: &str, digits: usize, problems: &mut Problems) -> Option<String> {
        let text = self.text(key, problems)?;
        if is_hash(&text, digits) {
            return Some(text.to_ascii_lowercase());
        }
        problems.push(self.problem(
            key,
            "source::not-a-hash",
            format!("{} of {} is {}, not {digits} hexadecimal digits", quote(key), self.what, quote(&text)),
            "write the hash out in full",
        ));
        None
    }

    /// One of the names of `known`.
    pub fn name(&self, key: &str, known: &[&str], problems: &mut Problems) -> Option<String> {
        let text = self.text(key, problems)?;
        if known.contains(&text.as_str()) {
            return Some(text);
        }
        problems.push(self.unknown_name(key, &text, self.span(key), known));
        None
    }

    /// The problem that a name is not known.
    pub fn unknown_name(&self, key: &str, name: &str, span: Span, known: &[&str]) -> Problem {
        self.source.problem(
            "source::unknown-name",
            span,
            format!("{} of {} is {}, which is not known", quote(key), self.what, quote(name)),
            format!("known are {}", list(known)),
        )
    }

    /// A problem for every key that is not among `known`.
    pub fn refuse_others(&self, known: &[&str], problems: &mut Problems) {
        for entry in self.entries.iter().filter(|entry| !known.contains(&entry.key.as_str())) {
            problems.push(self.source.problem(
                "source::unknown-key",
                entry.key_span,
                format!("{} has the key {}, which is not known", self.what, quote(&entry.key)),
                format!("take it out or correct it; known are {}", list(known)),
            ));
        }
    }
}

/// The top map of a file whose `schema` is `schema`.
///
/// # Errors
/// It is no map, or its schema is missing or another one; nothing else of the file can be trusted then.
pub fn document<'a>(source: &'a Source, root: &'a Node, what: &str, schema: &str) -> Outcome<Fields<'a>> {
    let mut problems = Vec::new();
    let fields = Fields::of(source, root, what, &mut problems);
    if let Some(fields) = &fields
        && let Some(found) = fields.text("schema", &mut problems)
        && found != schema
    {
        problems.push(fields.problem(
            "schema",
            "source::schema",
            format!("the schema of {what} is {}, but {} is the one that is read", quote(&found), quote(schema)),
            "use the version of this tool that reads it, or freeze the campaign in the schema named here",
        ));
    }
    match fields {
        Some(fields) if problems.is_empty() => Ok(fields),
        _ => Err(problems),
    }
}

/// Whether `text` is `digits` hexadecimal digits.
pub fn is_hash(text: &str, digits: usize) -> bool {
    text.len() == digits && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Why a path that a file names does not stay below its folder; `None` if it does.
pub fn leaves(path: &str) -> Option<&'static str> {
    if path.is_empty() {
        return Some("is empty");
    }
    // A drive letter or a backslash begins an absolute path on another system; none is needed in a campaign.
    if path.starts_with(['/', '\\']) || path.as_bytes().get(1) == Some(&b':') {
        return Some("is absolute");
    }
    if path.split(['/', '\\']).any(|part| part == "..") {
        return Some("has `..` in it");
    }
    if path.split('/').any(|part| part.is_empty() || part == ".") {
        return Some("has an empty part or `.` in it");
    }
    None
}
