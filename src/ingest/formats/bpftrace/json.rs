//! `bpftrace -f json`: one object a line, `{"type": "map", "data": {"@calls": {"sort,3": 6}}}`.

use super::super::{Format, Input};
use super::{Printed, Printings, REPEATED, Stats, What};
use crate::ingest::Number;
use crate::ingest::number::number;
use crate::ingest::reading::{Bucket, Reading, SaidKind};
use crate::problem::{Outcome, Problems};
use crate::source::{Entry, Fields, Node, Source, Span, Tree, json, quote};

/// `bpftrace-json`.
pub const FORMAT: Format = Format { name: "bpftrace-json", tool: "bpftrace -f json", keys: &[REPEATED], read, looks };

const RESTORE: &str = "restore the file as bpftrace wrote it";

/// Types whose data is the script's own words.
const WORDS: [&str; 7] = ["printf", "time", "cat", "join", "syscall", "strftime", "value"];

fn looks(_: &str, source: &Source) -> bool {
    let first = source.lines().map(|(_, _, text)| text).find(|text| !text.trim().is_empty());
    first.and_then(|text| text.strip_prefix("{\"type\": \"")).is_some_and(|rest| {
        let kind = rest.split('"').next().unwrap_or("");
        let known = ["attached_probes", "map", "hist", "stats", "lost_events", "helper_error"].contains(&kind);
        (known || WORDS.contains(&kind)) && rest.get(kind.len()..).is_some_and(|rest| rest.starts_with("\", \"data\":"))
    })
}

fn read(input: &Input<'_>) -> Outcome<Reading> {
    let source = input.source;
    let mut printings = Printings::new(source);
    for (line, start, text) in source.lines().filter(|line| !line.2.trim().is_empty()) {
        let span = Span { start, length: text.len() };
        if !text.trim_start().starts_with('{') {
            if text.contains("ERROR: ") || text.contains("WARNING: ") {
                printings.complaint(line, span, text);
                continue;
            }
            let cause = "this is no object, and `bpftrace -f json` writes one a line";
            let next = "declare the format that the file has, or restore it";
            printings.refuse("bpftrace::not-json", span, cause, next);
            break;
        }
        let mut problems = Vec::new();
        match json::parse_part(source, start..start + text.len()) {
            Ok(node) => {
                if let Some(fields) = Fields::of(source, &node, "the message", &mut problems) {
                    message(&mut printings, line, span, &fields, &mut problems);
                }
            }
            Err(more) => problems.extend(more),
        }
        printings.problems.extend(problems);
    }
    printings.end(input)
}

fn message(printings: &mut Printings<'_>, line: u32, span: Span, fields: &Fields<'_>, problems: &mut Problems) {
    let (Some(kind), Some(data)) = (fields.text("type", problems), fields.required("data", problems)) else { return };
    let source = printings.source;
    let inner = |key: &str| match &data.tree {
        Tree::Map(entries) => {
            entries.iter().find(|entry| entry.key == key).map_or("", |entry| source.slice(entry.node.span))
        }
        _ => "",
    };
    printings.apart();
    match kind.as_str() {
        "map" | "stats" | "hist" => {
            let Tree::Map(maps) = &data.tree else {
                let cause =
                    format!("`data` of a {} is {}, but the map by its name is expected", quote(&kind), data.word());
                printings.refuse("bpftrace::data", data.span, cause, RESTORE);
                return;
            };
            for map in maps {
                entries(printings, line, &kind, map);
            }
        }
        "attached_probes" => printings.attached(line, inner("probes")),
        "lost_events" => printings.lost(line, inner("events")),
        "helper_error" => printings.complaint(line, span, &format!("WARNING: {}", source.slice(data.span))),
        kind if WORDS.contains(&kind) => match &data.tree {
            Tree::Text(text) => printings.words(line, text),
            _ => printings.words(line, source.slice(data.span)),
        },
        other => {
            let text = format!("A message of the type {} is not known; it is passed over.", quote(other));
            printings.say(line, SaidKind::Remark, text);
        }
    }
}

/// The entries of a map: itself, or one a key.
fn entries(printings: &mut Printings<'_>, line: u32, kind: &str, map: &Entry) {
    let mut add = |key: &str, at: &Entry, node: &Node| {
        let named = if key.is_empty() { map.key.clone() } else { format!("{}[{key}]", map.key) };
        if let Some(what) = what(printings, line, kind, &named, node) {
            printings.entry(Printed { line, span: at.key_span, map: map.key.clone(), key: key.to_owned(), what });
        }
    };
    match &map.node.tree {
        Tree::Map(keys) if stats_of(keys).is_none() || kind != "stats" => {
            for entry in keys {
                add(&entry.key.replace(", ", ","), entry, &entry.node);
            }
        }
        _ => add("", map, &map.node),
    }
}

fn stats_of(entries: &[Entry]) -> Option<[&Node; 3]> {
    let node = |key: &str| entries.iter().find(|entry| entry.key == key).map(|entry| &entry.node);
    let nodes = [node("count")?, node("average")?, node("total")?];
    let numbers = nodes.iter().all(|node| matches!(node.tree, Tree::Number(_)));
    (numbers && entries.len() == 3).then_some(nodes)
}

fn what(printings: &mut Printings<'_>, line: u32, kind: &str, named: &str, node: &Node) -> Option<What> {
    let source = printings.source;
    match &node.tree {
        Tree::List(nodes) if kind == "hist" => {
            let mut buckets: Vec<Bucket> = Vec::with_capacity(nodes.len());
            for node in nodes {
                let bucket = bucket(source, line, node).filter(|bucket| {
                    bucket.low < bucket.high && buckets.last().is_none_or(|before| before.high <= bucket.low)
                });
                let Some(bucket) = bucket else {
                    let cause = format!(
                        "a range of {} is not `min`, `max` and `count` in whole numbers behind the range before it",
                        quote(named)
                    );
                    printings.refuse("bpftrace::bucket", node.span, cause, RESTORE);
                    return None;
                };
                buckets.push(bucket);
            }
            Some(What::Ranges(buckets))
        }
        Tree::Number(_) if kind != "hist" => {
            let number = printed(printings, named, node)?;
            Some(if kind == "stats" { What::Mean(number) } else { What::Number(number) })
        }
        Tree::Map(entries) if kind == "stats" => match stats_of(entries) {
            Some([count, average, total]) => {
                let (count, average) = (printed(printings, named, count), printed(printings, named, average));
                let total = printed(printings, named, total);
                Some(What::Stats(Stats { count: count?, average: average?, total: total? }))
            }
            None => {
                let cause = format!("{} is not `count`, `average` and `total` in numbers", quote(named));
                printings.refuse("bpftrace::data", node.span, cause, RESTORE);
                None
            }
        },
        _ if kind == "map" => Some(What::Words(match &node.tree {
            Tree::Text(text) => text.clone(),
            _ => source.slice(node.span).to_owned(),
        })),
        _ => {
            let cause = format!("{} is {}, which no {} is", quote(named), node.word(), quote(kind));
            printings.refuse("bpftrace::data", node.span, cause, RESTORE);
            None
        }
    }
}

/// A range. JSON tells the largest value in it; `min` is missing below all ranges, `max` above.
fn bucket(source: &Source, line: u32, node: &Node) -> Option<Bucket> {
    let Tree::Map(entries) = &node.tree else { return None };
    let node = |key: &str| entries.iter().find(|entry| entry.key == key).map(|entry| &entry.node);
    let whole = |node: &Node| source.slice(node.span).parse::<i128>().ok();
    let low = match node("min") {
        Some(node) => whole(node)? as f64,
        None => f64::NEG_INFINITY,
    };
    let high = match node("max") {
        Some(node) => whole(node)?.checked_add(1)? as f64,
        None => f64::INFINITY,
    };
    let count = source.slice(node("count")?.span).parse().ok()?;
    Some(Bucket { line, low, high, count })
}

/// A number as printed.
fn printed(printings: &mut Printings<'_>, named: &str, node: &Node) -> Option<Number> {
    let text = printings.source.slice(node.span);
    match number(text) {
        Ok(number) => Some(number),
        Err(why) => {
            let cause = format!("{} is {}: {why}", quote(named), quote(text));
            printings.refuse("bpftrace::not-a-number", node.span, cause, RESTORE);
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::fixtures::{claimed, read, refused, said, sample, short};
    use super::FORMAT;
    use crate::ingest::reading::SaidKind;

    const RESTORE: &str = "(restore the file as bpftrace wrote it)";

    #[test]
    fn only_its_own_samples_look_like_it() {
        assert_eq!(claimed(&FORMAT), ["bpftrace/bitmap16.eic1.json", "bpftrace/reads.json"]);
    }

    #[test]
    fn maps_become_numbers_summaries_and_histograms() {
        let reading = sample(&FORMAT, "bpftrace/bitmap16.eic1.json");
        assert_eq!(
            short(&reading.observations),
            [
                "2: avg_ns[postgres] = 25765 ns (mean)",
                "3: max_ns = 2691110 ns",
                "5: prefetches = 3890 ",
                "6: reads = 5753 ",
                "7: stats_ns = 5753 count (count)",
                "7: stats_ns = 25765 ns (mean)",
                "7: stats_ns = 148230074 ns (sum)",
                "8: sum_ns = 148230074 ns",
            ]
        );
        let histogram = &reading.histograms[0];
        assert_eq!((histogram.line, histogram.metric.as_str(), histogram.unit.as_str()), (4, "ns", "ns"));
        let first = &histogram.buckets[0];
        assert_eq!((first.low, first.high, first.count), (512.0, 1024.0, 1674));
        assert_eq!(histogram.buckets.iter().map(|bucket| bucket.count).sum::<u64>(), 5753);
        assert_eq!(said(&reading, SaidKind::Setting), [(1, "attached probes: 4")]);
    }

    #[test]
    fn the_same_map_again_counts_once_and_the_script_s_words_are_told() {
        let reading = sample(&FORMAT, "bpftrace/reads.json");
        let calls: Vec<_> = short(&reading.observations).into_iter().filter(|line| line.contains("calls")).collect();
        assert_eq!(calls, ["24: calls[python3,4] = 2 ", "24: calls[sort,3] = 6 ", "24: calls[python3,3] = 24 "]);
        let last = reading.histograms[0].buckets.last().unwrap();
        assert_eq!((last.low, last.high, last.count), (100.0, f64::INFINITY, 2));
        let remarks = said(&reading, SaidKind::Remark);
        assert!(remarks.contains(&(24, "`@calls` is printed 3 times; this last one counts.")));
        assert!(remarks.contains(&(3, "The script printed `reads so far: see below`.")));
        assert_eq!(remarks.len(), 1 + 19);
    }

    #[test]
    fn ranges_without_an_end_and_words_are_read_and_losses_are_told() {
        let text = "{\"type\": \"hist\", \"data\": {\"@x\": {\"a, b\": [{\"max\": -1, \"count\": 2}, {\"min\": 0, \"max\": 0, \
                    \"count\": 1}]}}}\n{\"type\": \"map\", \"data\": {\"@n\": \"word\", \"@m\": -3}}\n\
                    {\"type\": \"lost_events\", \"data\": {\"events\": 5}}\n{\"type\": \"new\", \"data\": 1}\n";
        let reading = read(&FORMAT, text, &[]).unwrap();
        let buckets = &reading.histograms[0].buckets;
        assert_eq!(reading.histograms[0].metric, "x[a,b]");
        assert_eq!((buckets[0].low, buckets[0].high, buckets[1].high), (f64::NEG_INFINITY, 0.0, 1.0));
        assert_eq!(short(&reading.observations), ["2: m = -3 "]);
        assert_eq!(said(&reading, SaidKind::Damaged), [(3, "bpftrace lost 5 events; what they printed is not there.")]);
        assert_eq!(
            said(&reading, SaidKind::Remark),
            [
                (2, "`n` is `word`, which is no number."),
                (4, "A message of the type `new` is not known; it is passed over.")
            ]
        );
    }

    #[test]
    fn printings_that_differ_are_refused_until_it_is_declared_what_they_are() {
        let text = "{\"type\": \"map\", \"data\": {\"@c\": {\"a\": 1}}}\n{\"type\": \"map\", \"data\": {\"@c\": {\"a\": 2}}}\n";
        assert_eq!(
            refused(&FORMAT, text, &[]),
            [
                "f:2:33: `@c` is printed 2 times with other numbers, and whether it grows or is cleared is not said (declare \
              `repeated: last` if it is never cleared, `repeated: each` if it is after each printing)"
            ]
        );
        let of = |word| short(&read(&FORMAT, text, &[("repeated", word)]).unwrap().observations);
        assert_eq!(of("last"), ["2: c[a] = 2 "]);
        assert_eq!(of("each"), ["1: #0 c[a] = 1 ", "2: #1 c[a] = 2 "]);
        assert_eq!(
            refused(&FORMAT, text, &[("repeated", "sum")])[0],
            "f:1:1: `repeated` is declared as `sum`, which is not known (known are `last`, `each`)"
        );
    }

    #[test]
    fn broken_files_are_refused_at_their_place() {
        let nothing =
            "nothing was measured: no map is printed (record again, and look that the script's probes can be attached)";
        assert_eq!(refused(&FORMAT, "", &[]), [format!("f:1:1: {nothing}")]);
        assert_eq!(
            refused(&FORMAT, "{\"type\": \"attached_probes\", \"data\": {\"probes\": 4}}\n", &[]),
            [format!("f:1:1: {nothing}")]
        );
        assert_eq!(
            refused(&FORMAT, "Attaching 1 probe...\n@: 1\n", &[]),
            [
                "f:1:1: this is no object, and `bpftrace -f json` writes one a line (declare the format that the file has, or \
              restore it)"
            ]
        );
        let data = |data: &str| refused(&FORMAT, &format!("{{\"type\": {data}}}\n"), &[]);
        assert_eq!(
            refused(&FORMAT, "{\"type\": \"map\", \"data\": {\"@x\": 1", &[]),
            [
                "f:1:32: this is not JSON: EOF while parsing an object (the file ends too early: restore it whole from where \
              the campaign was frozen)"
            ]
        );
        assert_eq!(
            data("\"map\", \"data\": {\"@x\": 1e400}"),
            ["f:1:36: this is not JSON: number out of range (correct the JSON there, or restore the file from where \
                      the campaign was frozen)"]
        );
        assert_eq!(
            data("\"map\", \"data\": {\"@x\": 1, \"@x\": 2}"),
            [
                "f:1:35: the key `@x` stands twice in the same object (keep the one that is meant; readers differ in which of \
              the two they take)"
            ]
        );
        assert_eq!(
            data(
                "\"hist\", \"data\": {\"@x\": [{\"min\": 0, \"max\": 3, \"count\": 1}, {\"min\": 2, \"max\": 4, \"count\": 1}]}"
            ),
            [format!(
                "f:1:68: a range of `@x` is not `min`, `max` and `count` in whole numbers behind the range before it {RESTORE}"
            )]
        );
        assert_eq!(
            data("\"hist\", \"data\": {\"@x\": 3}"),
            [format!("f:1:33: `@x` is a number, which no `hist` is {RESTORE}")]
        );
        assert_eq!(
            data("\"map\", \"data\": 3"),
            [format!("f:1:25: `data` of a `map` is a number, but the map by its name is expected {RESTORE}")]
        );
        assert_eq!(
            data("\"stats\", \"data\": {\"@x\": {\"k\": {\"count\": 1, \"average\": 2}}}"),
            [format!("f:1:40: `@x[k]` is not `count`, `average` and `total` in numbers {RESTORE}")]
        );
        assert_eq!(data("\"map\"").len(), 1);
    }

    proptest::proptest! {
        #[test]
        fn arbitrary_and_spoilt_text_never_panics(at in 0usize..3000, put in "[\\PC\n\"{}:,0-9]{0,4}", only in "(\\PC|\n){0,80}") {
            let mut text = include_str!("../../../../tests/fixtures/formats/bpftrace/bitmap16.eic1.json").to_owned();
            if text.is_char_boundary(at) {
                text.insert_str(at, &put);
            }
            let _ = read(&FORMAT, &text, &[]);
            let _ = read(&FORMAT, &only, &[("repeated", "each")]);
        }
    }
}
