//! Single lines of the text format to values by the keys of JSON.

use super::plan::Field;

/// The kinds of blocks and what can happen to them, in the words of text and JSON.
const BLOCKS: [(&str, &str); 4] =
    [("hit", "Hit Blocks"), ("read", "Read Blocks"), ("dirtied", "Dirtied Blocks"), ("written", "Written Blocks")];

/// A value.
pub(super) fn field(key: &str, text: &str, line: u32, at: usize) -> Field {
    Field { key: key.to_owned(), text: text.to_owned(), line, at }
}

/// `time=447.049..449.645 rows=1 loops=1`, or without the time.
pub(super) fn run(line: u32, at: usize, text: &str) -> Option<Vec<Field>> {
    let mut fields = Vec::with_capacity(4);
    for pair in text.split(' ') {
        match pair.split_once('=')? {
            ("time", times) => {
                let (startup, total) = times.split_once("..")?;
                fields.push(field("Actual Startup Time", startup, line, at));
                fields.push(field("Actual Total Time", total, line, at));
            }
            ("rows", rows) => fields.push(field("Actual Rows", rows, line, at)),
            ("loops", loops) => fields.push(field("Actual Loops", loops, line, at)),
            _ => return None,
        }
    }
    Some(fields)
}

/// The values of a node's line that are read; none for any other line.
pub(super) fn detail(line: u32, at: usize, body: &str) -> Vec<Field> {
    let Some((name, value)) = body.split_once(": ") else { return Vec::new() };
    match name {
        "Buffers" => groups(value, |group, key| {
            let group = match group {
                "shared" => "Shared",
                "local" => "Local",
                "temp" => "Temp",
                _ => return None,
            };
            BLOCKS.iter().find(|(word, _)| *word == key).map(|(_, json)| format!("{group} {json}"))
        }),
        "I/O Timings" => groups(value, |group, key| {
            let group = match group {
                // Without a word before PostgreSQL 15; together in 16.
                "" | "shared" | "shared/local" => "",
                "local" => "Local ",
                "temp" => "Temp ",
                _ => return None,
            };
            let word = match key {
                "read" => "Read",
                "write" => "Write",
                _ => return None,
            };
            Some(format!("{group}I/O {word} Time"))
        }),
        "WAL" => groups(value, |_, key| {
            Some(match key {
                "records" => "WAL Records".to_owned(),
                "fpi" => "WAL FPI".to_owned(),
                "bytes" => "WAL Bytes".to_owned(),
                "full" => "WAL Buffers Full".to_owned(),
                _ => return None,
            })
        }),
        "Sort Method" => sort(value),
        _ => None,
    }
    .unwrap_or_default()
    .into_iter()
    .map(|(key, text)| Field { key, text, line, at })
    .collect()
}

/// `shared hit=128 read=34483, temp read=97412`: keys by `name`, which gets group and key. `None` if a part is unknown.
fn groups(value: &str, name: impl Fn(&str, &str) -> Option<String>) -> Option<Vec<(String, String)>> {
    let mut fields = Vec::new();
    for group in value.trim_end().split(", ") {
        let mut current = "";
        for word in group.split(' ') {
            match word.split_once('=') {
                Some((key, text)) => fields.push((name(current, key)?, text.to_owned())),
                None => current = word,
            }
        }
    }
    Some(fields)
}

/// `external merge  Disk: 111016kB`.
fn sort(value: &str) -> Option<Vec<(String, String)>> {
    let (method, space) = value.trim_end().split_once("  ").unwrap_or((value, ""));
    let mut fields = vec![("Sort Method".to_owned(), method.to_owned())];
    if let Some((kind, used)) = space.trim().split_once(": ") {
        fields.push(("Sort Space Used".to_owned(), used.strip_suffix("kB")?.to_owned()));
        fields.push(("Sort Space Type".to_owned(), kind.to_owned()));
    }
    Some(fields)
}

/// A label with its quoted identifiers as they are without quotes, which the other formats print.
pub(super) fn unquoted(label: &str) -> String {
    label.trim_end().replace("\"\"", "\u{0}").replace('"', "").replace('\u{0}', "\"")
}
