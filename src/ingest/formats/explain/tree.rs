//! JSON, YAML and XML plans: the tree that their parsers give to a [`Query`].

use super::plan::{Field, LEVELS, PlanNode, Query, label};
use super::psql::{Block, Kind};
use crate::problem::{Outcome, Problem, Problems};
use crate::source::{Node, Source, Span, Tree, json, quote, yaml};

const RESTORE: &str = "restore the plan as psql wrote it";

/// A value and its place in the file.
#[derive(Debug)]
struct Item {
    span: Span,
    value: Value,
}

#[derive(Debug)]
enum Value {
    /// As printed; texts without their quotes.
    Scalar(String),
    List(Vec<Item>),
    Map(Vec<(String, Item)>),
}

/// The queries of a block, in its order.
///
/// # Errors
/// Syntax, a key that stands twice, and a list that does not hold plans.
pub fn queries(source: &Source, block: &Block<'_>) -> Outcome<Vec<Query>> {
    let root = root(source, block)?;
    let Value::List(items) = &root.value else {
        return Err(vec![not_plans(source, root.span)]);
    };
    let mut problems = Problems::new();
    let queries: Vec<Query> = items.iter().filter_map(|item| query(source, item, &mut problems)).collect();
    if queries.is_empty() && problems.is_empty() {
        problems.push(not_plans(source, root.span));
    }
    if problems.is_empty() { Ok(queries) } else { Err(problems) }
}

fn not_plans(source: &Source, span: Span) -> Problem {
    source.problem("explain::no-plan", span, "this is no list of plans as EXPLAIN prints it", RESTORE)
}

/// Parses a block. Psql's frame is taken off in a copy whose lines are those of the file, so that every place of the copy
/// has its place there.
fn root(source: &Source, block: &Block<'_>) -> Outcome<Item> {
    let mut text = String::new();
    let mut starts = Vec::with_capacity(block.lines.len());
    for (_, start, line) in &block.lines {
        starts.push((text.len(), *start));
        text.push_str(line);
        text.push('\n');
    }
    let first = block.lines.first().map_or(1, |(line, _, _)| *line);
    let part = Source::new(&source.file, text);
    let place = Places { starts };
    let parsed = match block.kind {
        Kind::Json => json::parse(&part).map(|node| place.of_node(&part, &node)),
        Kind::Yaml => yaml::parse(&part).map(|node| place.of_node(&part, &node)),
        Kind::Xml => place.of_xml(&part),
        Kind::Text => Err(vec![not_plans(source, Span::default())]),
    };
    parsed.map_err(|problems| problems.into_iter().map(|problem| moved(problem, first)).collect())
}

/// A problem of the copy at its place in the file. Columns are off by the blank that psql puts before a line.
fn moved(mut problem: Problem, first: u32) -> Problem {
    problem.place.line = problem.place.line.map(|line| line.saturating_add(first - 1));
    problem
}

/// Where the lines of a copy begin: there and in the file.
struct Places {
    starts: Vec<(usize, usize)>,
}

impl Places {
    fn span(&self, span: Span) -> Span {
        let index = self.starts.partition_point(|(start, _)| *start <= span.start).saturating_sub(1);
        let (copy, file) = self.starts.get(index).copied().unwrap_or_default();
        Span { start: file + span.start.saturating_sub(copy), length: span.length }
    }

    fn of_node(&self, part: &Source, node: &Node) -> Item {
        let value = match &node.tree {
            Tree::Null => Value::Scalar(String::new()),
            Tree::Bool(true) => Value::Scalar("true".to_owned()),
            Tree::Bool(false) => Value::Scalar("false".to_owned()),
            Tree::Number(number) => {
                let text = part.slice(node.span).trim();
                Value::Scalar(if text.is_empty() { number.to_string() } else { text.to_owned() })
            }
            Tree::Text(text) => Value::Scalar(text.clone()),
            Tree::List(nodes) => Value::List(nodes.iter().map(|node| self.of_node(part, node)).collect()),
            Tree::Map(entries) => {
                let entries = entries.iter();
                Value::Map(entries.map(|entry| (entry.key.clone(), self.of_node(part, &entry.node))).collect())
            }
        };
        Item { span: self.span(node.span), value }
    }

    fn of_xml(&self, part: &Source) -> Outcome<Item> {
        let document = roxmltree::Document::parse(&part.text).map_err(|error| {
            let at = error.pos();
            let start = part.byte_at(at.row.into(), at.col.into());
            let message = error.to_string();
            let message = message.rsplit_once(" at ").map_or(message.as_str(), |(message, _)| message);
            let cause = format!("this is not XML that can be read: {message}");
            vec![part.problem("source::syntax", Span { start, length: 1 }, cause, RESTORE)]
        })?;
        let root = document.root_element();
        if root.tag_name().name() != "explain" {
            return Err(vec![not_plans(part, Span::default())]);
        }
        let mut problems = Problems::new();
        let queries = root.children().filter(roxmltree::Node::is_element);
        let items: Vec<Item> = queries.map(|query| self.element(part, query, 2 * LEVELS, &mut problems)).collect();
        let span = self.span(Span { start: root.range().start, length: 1 });
        if problems.is_empty() { Ok(Item { span, value: Value::List(items) }) } else { Err(problems) }
    }

    fn element(&self, part: &Source, element: roxmltree::Node<'_, '_>, levels: usize, problems: &mut Problems) -> Item {
        let range = element.range();
        let own = Span { start: range.start, length: 1 };
        let span = self.span(own);
        if levels == 0 {
            problems.push(too_deep(part, own));
            return Item { span, value: Value::Scalar(String::new()) };
        }
        let children: Vec<roxmltree::Node<'_, '_>> = element.children().filter(roxmltree::Node::is_element).collect();
        let name = element.tag_name().name();
        let value = if matches!(name, "Plans" | "Workers" | "Triggers") {
            Value::List(children.into_iter().map(|child| self.element(part, child, levels - 1, problems)).collect())
        } else if children.is_empty() {
            Value::Scalar(element.text().unwrap_or("").to_owned())
        } else if children.iter().all(|child| child.tag_name().name() == "Item") {
            Value::List(children.into_iter().map(|child| self.element(part, child, levels - 1, problems)).collect())
        } else {
            let mut entries: Vec<(String, Item)> = Vec::with_capacity(children.len());
            let mut seen = std::collections::HashSet::new();
            for child in children {
                let tag = child.tag_name().name();
                if seen.insert(tag) {
                    entries.push((key_of(tag), self.element(part, child, levels - 1, problems)));
                } else if tag != "Target-Table" && tag != "Group" {
                    let at = Span { start: child.range().start, length: tag.len() + 1 };
                    let cause = format!("the element {} stands twice in the same one", quote(tag));
                    problems.push(part.problem("source::duplicate-key", at, cause, RESTORE));
                }
            }
            Value::Map(entries)
        };
        Item { span, value }
    }
}

fn too_deep(part: &Source, span: Span) -> Problem {
    let cause = format!("the plan is nested more than {LEVELS} levels deep");
    part.problem("explain::too-deep", span, cause, RESTORE)
}

/// The key of JSON that an XML tag stands for.
fn key_of(tag: &str) -> String {
    tag.replace('-', " ").replace("I O ", "I/O ")
}

impl Item {
    fn get(&self, key: &str) -> Option<&Item> {
        let Value::Map(entries) = &self.value else { return None };
        entries.iter().find(|(found, _)| found == key).map(|(_, item)| item)
    }

    fn scalar(&self, key: &str) -> Option<&str> {
        match &self.get(key)?.value {
            Value::Scalar(text) => Some(text),
            _ => None,
        }
    }

    fn items(&self, key: &str) -> &[Item] {
        match self.get(key).map(|item| &item.value) {
            Some(Value::List(items)) => items,
            _ => &[],
        }
    }

    fn fields(&self, source: &Source) -> Vec<Field> {
        let Value::Map(entries) = &self.value else { return Vec::new() };
        let scalars = entries.iter().filter_map(|(key, item)| Some((key, item.field(source, key)?)));
        scalars.map(|(_, field)| field).collect()
    }

    fn field(&self, source: &Source, key: &str) -> Option<Field> {
        let Value::Scalar(text) = &self.value else { return None };
        let (line, at) = (source.line_at(self.span.start), self.span.start);
        Some(Field { key: key.to_owned(), text: text.clone(), line, at })
    }
}

fn query(source: &Source, item: &Item, problems: &mut Problems) -> Option<Query> {
    let Some(plan) = item.get("Plan") else {
        problems.push(not_plans(source, item.span));
        return None;
    };
    let mut query = Query { root: node(source, plan, LEVELS, problems)?, ..Query::default() };
    let Value::Map(entries) = &item.value else { return None };
    for (key, item) in entries {
        let line = source.line_at(item.span.start);
        match key.as_str() {
            "Plan" => {}
            "Planning" => query.planning = item.fields(source),
            "Planning Time" | "Execution Time" => query.times.extend(item.field(source, key)),
            "Triggers" => triggers(source, item, &mut query),
            "JIT" => jit(source, item, "JIT", &mut query),
            "Serialization" => serialization(source, item, &mut query),
            "Settings" => {
                let settings = item.fields(source).into_iter();
                query.settings.extend(settings.map(|set| (set.line, format!("{}: {}", set.key, set.text))));
            }
            "Query Identifier" | "Query Text" => {
                query.settings.extend(item.field(source, key).map(|set| (line, format!("{key}: {}", set.text))));
            }
            _ => query.remarks.push((line, format!("The plan has {}, which is not read.", quote(key)))),
        }
    }
    Some(query)
}

fn node(source: &Source, item: &Item, levels: usize, problems: &mut Problems) -> Option<PlanNode> {
    if levels == 0 {
        problems.push(too_deep(source, item.span));
        return None;
    }
    if item.scalar("Node Type").is_none_or(str::is_empty) {
        let cause = "a node of the plan has no `Node Type`";
        problems.push(source.problem("explain::no-plan", Span { length: 1, ..item.span }, cause, RESTORE));
        return None;
    }
    let workers = item.items("Workers").iter();
    let workers =
        workers.map(|worker| (worker.scalar("Worker Number").unwrap_or("").to_owned(), worker.fields(source)));
    let children = item.items("Plans").iter().filter_map(|child| node(source, child, levels - 1, problems));
    Some(PlanNode {
        line: source.line_at(item.span.start),
        at: item.span.start,
        label: label(|key| item.scalar(key)),
        subplan: item.scalar("Subplan Name").map(str::to_owned),
        children: children.collect(),
        workers: workers.collect(),
        fields: item.fields(source),
    })
}

fn triggers(source: &Source, item: &Item, query: &mut Query) {
    let Value::List(items) = &item.value else { return };
    for trigger in items {
        let name = trigger.scalar("Constraint Name").or(trigger.scalar("Trigger Name")).unwrap_or("");
        for (key, unit) in [("Time", "ms"), ("Calls", "count")] {
            let metric = format!("Trigger {name} {key}");
            let field = trigger.get(key).and_then(|item| item.field(source, &metric));
            query.more.extend(field.map(|field| (field, unit)));
        }
    }
}

/// `JIT` with its inner maps; each number under the path to it.
fn jit(source: &Source, item: &Item, path: &str, query: &mut Query) {
    let Value::Map(entries) = &item.value else { return };
    for (key, item) in entries {
        // Since PostgreSQL 17 the generation is a map whose total is what it was before.
        let path =
            if key == "Total" && path.ends_with("Generation") { path.to_owned() } else { format!("{path} {key}") };
        match item.field(source, &path) {
            None => jit(source, item, &path, query),
            Some(field) if path.starts_with("JIT Options") => {
                query.settings.push((field.line, format!("{path}: {}", field.text)));
            }
            Some(field) => query.more.push((field, if path == "JIT Functions" { "count" } else { "ms" })),
        }
    }
}

fn serialization(source: &Source, item: &Item, query: &mut Query) {
    for (key, unit) in [("Time", "ms"), ("Output Volume", "kB")] {
        let field = item.get(key).and_then(|item| item.field(source, &format!("Serialization {key}")));
        query.more.extend(field.map(|field| (field, unit)));
    }
    let format = item.get("Format").and_then(|item| item.field(source, "Serialization Format"));
    query.settings.extend(format.map(|field| (field.line, format!("{}: {}", field.key, field.text))));
}
