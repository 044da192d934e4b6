//! Walks the tag tree and the content streams of a finished file. The writer's own validation lets a file pass whose
//! content belongs to no element; this does not.

use std::collections::{BTreeMap, BTreeSet};

use lopdf::content::Content;
use lopdf::{Dictionary, Document, Object, ObjectId};

/// What a file's structure is made of.
#[derive(Debug, Default)]
pub struct Structure {
    /// How often each kind of element occurs.
    pub kinds: BTreeMap<String, usize>,
    /// Levels of headings in reading order.
    pub headings: Vec<u8>,
    /// What is wrong, in words.
    pub faults: Vec<String>,
}

struct Walk<'a> {
    file: &'a Document,
    pages: BTreeMap<ObjectId, usize>,
    owned: BTreeMap<(usize, i64), usize>,
    found: Structure,
}

/// Reads the structure of a file.
pub fn structure(bytes: &[u8]) -> Structure {
    let file = Document::load_mem(bytes).expect("a readable file");
    let pages = file.get_pages().into_iter().map(|(number, id)| (id, number as usize)).collect();
    let mut walk = Walk { file: &file, pages, owned: BTreeMap::new(), found: Structure::default() };
    let root = file.catalog().and_then(|catalog| catalog.get(b"StructTreeRoot")).expect("a tag tree");
    let root = walk.dictionary(root).expect("a dictionary").clone();
    for kid in walk.kids(&root) {
        walk.element(&kid, None);
    }
    walk.content();
    let levels = walk.found.headings.clone();
    if levels.first() != Some(&1) {
        walk.found.faults.push(format!("the first heading is of level {:?}", levels.first()));
    }
    for pair in levels.windows(2) {
        if pair[1] > pair[0] + 1 {
            walk.found.faults.push(format!("heading level {} follows {}", pair[1], pair[0]));
        }
    }
    walk.found
}

impl<'a> Walk<'a> {
    fn dictionary(&self, object: &'a Object) -> Option<&'a Dictionary> {
        self.file.dereference(object).ok().and_then(|(_, object)| object.as_dict().ok())
    }

    fn kids(&self, element: &Dictionary) -> Vec<Object> {
        match element.get(b"K").and_then(|kids| self.file.dereference(kids)) {
            Ok((_, Object::Array(kids))) => kids.clone(),
            Ok((_, other)) => vec![element.get(b"K").cloned().unwrap_or_else(|_| other.clone())],
            Err(_) => Vec::new(),
        }
    }

    fn element(&mut self, object: &Object, page: Option<ObjectId>) {
        let Ok((_, Object::Dictionary(element))) = self.file.dereference(object) else {
            self.found.faults.push(format!("no element: {object:?}"));
            return;
        };
        let kind = element.get(b"S").and_then(Object::as_name).map(|name| String::from_utf8_lossy(name).into_owned());
        let kind = kind.unwrap_or_default();
        *self.found.kinds.entry(kind.clone()).or_default() += 1;
        if let Some(level) = kind.strip_prefix('H').and_then(|level| level.parse().ok()) {
            self.found.headings.push(level);
        }
        let page = element.get(b"Pg").and_then(Object::as_reference).ok().or(page);
        match kind.as_str() {
            "TH" if !self.has_scope(element) => self.fault("a head of a table without scope", &kind),
            "Figure" if !element.has(b"Alt") => self.fault("no alternative text", &kind),
            "Note" if !element.has(b"ID") => self.fault("no identity", &kind),
            _ => {}
        }
        let kids = self.kids(element);
        if kids.is_empty() {
            self.fault("empty", &kind);
        }
        let mut annotated = false;
        for kid in &kids {
            match kid {
                Object::Integer(number) => self.own(page, *number),
                other => {
                    let inner = self.file.dereference(other).ok().and_then(|(_, inner)| inner.as_dict().ok().cloned());
                    let kind = inner.as_ref().and_then(|inner| inner.get(b"Type").and_then(Object::as_name).ok());
                    match (kind, &inner) {
                        (Some(b"MCR"), Some(inner)) => {
                            let page = inner.get(b"Pg").and_then(Object::as_reference).ok().or(page);
                            let number = inner.get(b"MCID").and_then(Object::as_i64).unwrap_or(-1);
                            self.own(page, number);
                        }
                        (Some(b"OBJR"), _) => annotated = true,
                        _ => self.element(other, page),
                    }
                }
            }
        }
        if kind == "Link" && !annotated {
            self.fault("no annotation", &kind);
        }
    }

    fn has_scope(&self, element: &Dictionary) -> bool {
        let Ok((_, attributes)) = element.get(b"A").and_then(|attributes| self.file.dereference(attributes)) else {
            return false;
        };
        match attributes {
            Object::Array(all) => all.iter().any(|one| self.dictionary_has(one, b"Scope")),
            one => self.dictionary_has(one, b"Scope"),
        }
    }

    fn dictionary_has(&self, object: &Object, key: &[u8]) -> bool {
        self.file
            .dereference(object)
            .ok()
            .and_then(|(_, object)| object.as_dict().ok())
            .is_some_and(|found| found.has(key))
    }

    fn own(&mut self, page: Option<ObjectId>, number: i64) {
        match page.and_then(|page| self.pages.get(&page)) {
            Some(page) => *self.owned.entry((*page, number)).or_default() += 1,
            None => self.found.faults.push(format!("content {number} is on no page")),
        }
    }

    fn fault(&mut self, what: &str, kind: &str) {
        self.found.faults.push(format!("{kind}: {what}"));
    }

    /// Every operation that paints stands in exactly one marked content, every marked content in exactly one element.
    fn content(&mut self) {
        const PAINTS: [&str; 18] =
            ["f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "Tj", "TJ", "'", "\"", "Do", "sh", "BI", "EI", "INLINE"];
        let mut marked = BTreeSet::new();
        for (id, page) in self.pages.clone() {
            let content = Content::decode(&self.file.get_page_content(id)).expect("a readable content stream");
            let mut depth = 0;
            for operation in content.operations {
                match operation.operator.as_str() {
                    "BDC" | "BMC" => {
                        depth += 1;
                        let properties = operation.operands.get(1).and_then(|properties| properties.as_dict().ok());
                        let number = properties.and_then(|found| found.get(b"MCID").and_then(Object::as_i64).ok());
                        // The writer itself states the text of a glyph that stands for several, inside.
                        let states = properties.is_some_and(|found| found.has(b"ActualText"));
                        if depth > 1 && (number.is_some() || !states) {
                            self.found.faults.push(format!("page {page}: marked contents nest"));
                        }
                        marked.extend(number.map(|number| (page, number)));
                    }
                    "EMC" => depth -= 1,
                    paint if PAINTS.contains(&paint) && depth == 0 => {
                        self.found.faults.push(format!("page {page}: {paint} stands in no marked content"));
                    }
                    _ => {}
                }
            }
        }
        for (place, times) in &self.owned {
            if *times > 1 {
                self.found.faults.push(format!("content {place:?} belongs to {times} elements"));
            }
            if !marked.contains(place) {
                self.found.faults.push(format!("content {place:?} is not there"));
            }
        }
        for place in marked {
            if !self.owned.contains_key(&place) {
                self.found.faults.push(format!("content {place:?} belongs to no element"));
            }
        }
    }
}
