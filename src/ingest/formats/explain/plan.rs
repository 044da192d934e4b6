//! A plan as the readers of all formats hand it over, and its shape.

use std::fmt::Write as _;

/// Most levels of nodes that a plan may have.
pub const LEVELS: usize = 200;

/// A value by its key, as printed.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The key in the spelling of JSON: `Shared Hit Blocks`.
    pub key: String,
    /// The value as printed.
    pub text: String,
    /// Line, from 1.
    pub line: u32,
    /// First byte in the source.
    pub at: usize,
}

/// A node with those below it.
#[derive(Clone, Debug, Default)]
pub struct PlanNode {
    /// Line on which it begins.
    pub line: u32,
    /// First byte in the source.
    pub at: usize,
    /// What it is, in the words of the text format with identifiers unquoted: `Index Scan using big_k on big b`.
    pub label: String,
    /// The name of the subplan that it is the top of: `SubPlan 1`, `InitPlan 1 (returns $0)`, `CTE x`.
    pub subplan: Option<String>,
    /// Its values.
    pub fields: Vec<Field>,
    /// What its workers did, by number.
    pub workers: Vec<(String, Vec<Field>)>,
    /// The nodes below.
    pub children: Vec<PlanNode>,
}

/// A query's plan with what stands beside it.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// The top node.
    pub root: PlanNode,
    /// `Planning`: buffers and more.
    pub planning: Vec<Field>,
    /// `Planning Time` and `Execution Time`.
    pub times: Vec<Field>,
    /// Further numbers, under the names of their metrics, each with its unit.
    pub more: Vec<(Field, &'static str)>,
    /// Settings, `name: value`, with their lines.
    pub settings: Vec<(u32, String)>,
    /// Other things worth telling, with their lines.
    pub remarks: Vec<(u32, String)>,
    /// Whether zeros were left out, as the text format does.
    pub sparse: bool,
    /// The last line, where the file ends within it and it was not read.
    pub lost: Option<(u32, String)>,
    /// Whether it ends before its end.
    pub cut: bool,
}

/// The value of a key.
pub fn find<'a>(fields: &'a [Field], key: &str) -> Option<&'a Field> {
    fields.iter().find(|field| field.key == key)
}

impl PlanNode {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Field> {
        find(&self.fields, key)
    }

    /// Whether the plan was run and never came to this node.
    pub fn never_executed(&self) -> bool {
        self.get("Actual Loops").is_some_and(|loops| loops.text.parse() == Ok(0.0))
    }

    /// All nodes, this one first, in the order of the plan.
    pub fn all(&self) -> Vec<&PlanNode> {
        let mut nodes = vec![self];
        for child in &self.children {
            nodes.extend(child.all());
        }
        nodes
    }

    /// The plan's shape: a line a node with two blanks a level, without costs, times, rows and buffers.
    pub fn shape(&self) -> String {
        let mut shape = String::new();
        self.write_shape(0, &mut shape);
        shape.truncate(shape.trim_end().len());
        shape
    }

    fn write_shape(&self, level: usize, shape: &mut String) {
        let subplan = self.subplan.as_ref().map(|name| format!("[{name}] ")).unwrap_or_default();
        // Writing to a string can't fail.
        let _ = writeln!(shape, "{:1$}{subplan}{2}", "", level * 2, self.label);
        self.children.iter().for_each(|child| child.write_shape(level + 1, shape));
    }
}

/// What the text format calls a node whose values are `get` (PostgreSQL's `explain.c`, `ExplainNode`).
pub fn label<'a>(get: impl Fn(&str) -> Option<&'a str>) -> String {
    let node = get("Node Type").unwrap_or("");
    let mut label = String::new();
    for (key, word) in [("Parallel Aware", "Parallel "), ("Async Capable", "Async ")] {
        label.push_str(if get(key) == Some("true") { word } else { "" });
    }
    if let Some(mode @ ("Partial" | "Finalize")) = get("Partial Mode") {
        let _ = write!(label, "{mode} ");
    }
    let (strategy, operation) = (get("Strategy").unwrap_or(""), get("Operation").unwrap_or(""));
    match node {
        "Aggregate" => label.push_str(match strategy {
            "Sorted" => "GroupAggregate",
            "Hashed" => "HashAggregate",
            "Mixed" => "MixedAggregate",
            _ => "Aggregate",
        }),
        "SetOp" => label.push_str(if strategy == "Hashed" { "HashSetOp" } else { "SetOp" }),
        "ModifyTable" => label.push_str(operation),
        "Foreign Scan" if !matches!(operation, "" | "Select") => {
            let _ = write!(label, "Foreign {operation}");
        }
        "Hash Join" | "Merge Join" | "Nested Loop" => {
            let base = node.strip_suffix(" Join").unwrap_or(node);
            match get("Join Type") {
                None | Some("Inner") => label.push_str(node),
                Some(join) => drop(write!(label, "{base} {join} Join")),
            }
        }
        "Custom Scan" => match get("Custom Plan Provider") {
            Some(provider) => drop(write!(label, "Custom Scan ({provider})")),
            None => label.push_str(node),
        },
        _ => label.push_str(node),
    }
    if node == "SetOp"
        && let Some(command) = get("Command")
    {
        let _ = write!(label, " {command}");
    }
    if get("Scan Direction") == Some("Backward") {
        label.push_str(" Backward");
    }
    if let Some(index) = get("Index Name") {
        let word = if node == "Bitmap Index Scan" { "on" } else { "using" };
        let _ = write!(label, " {word} {index}");
    }
    let names = ["Relation Name", "Function Name", "Table Function Name", "CTE Name", "Tuplestore Name"];
    let (name, alias) = (names.iter().find_map(|key| get(key)), get("Alias"));
    if name.is_some() || alias.is_some() {
        label.push_str(" on");
    }
    if let Some(name) = name {
        let schema = get("Schema").map(|schema| format!("{schema}.")).unwrap_or_default();
        let _ = write!(label, " {schema}{name}");
    }
    if let Some(alias) = alias.filter(|alias| name != Some(alias)) {
        let _ = write!(label, " {alias}");
    }
    label
}
