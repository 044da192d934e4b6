//! `perf stat -j`: one object a line, with the counter's value as text.

use std::collections::HashSet;

use super::super::{Format, Input};
use super::csv::is_undefined;
use super::locale::Locale;
use super::{Counter, DECIMAL, Derived, RESTORE, Recording, THOUSANDS, data};
use crate::ingest::Number;
use crate::ingest::reading::{Reading, Said, SaidKind};
use crate::problem::{Outcome, Problems};
use crate::source::{Fields, Node, Source, Span, Tree, json, quote};

/// `perf-json`.
pub const FORMAT: Format = Format { name: "perf-json", tool: "perf stat -j", keys: &[DECIMAL, THOUSANDS], read, looks };

/// Whose a counter is, in the order in which a case names them.
const OWNERS: [&str; 9] = ["thread", "socket", "die", "cluster", "cache", "node", "core", "cpu", "cgroup"];

/// The other keys that are known. How many processors were summed is told by the owner.
const KNOWN: [&str; 12] = [
    "interval",
    "counter-value",
    "unit",
    "event",
    "variance",
    "event-runtime",
    "pcnt-running",
    "metric-value",
    "metric-unit",
    "aggregate-number",
    "counters",
    // What colour newer versions would show a derived number in.
    "metric-threshold",
];

fn is_known(key: &str) -> bool {
    KNOWN.contains(&key) || OWNERS.contains(&key)
}

fn looks(_: &str, source: &Source) -> bool {
    data(source).next().is_some_and(|(_, _, line)| {
        let line = line.trim_start();
        line.starts_with('{') && line.contains("\"counter-value\"") && line.contains("\"pcnt-running\"")
    })
}

fn read(input: &Input<'_>) -> Outcome<Reading> {
    let source = input.source;
    let locale = Locale::declared(input)?;
    let mut recording = Recording::new(source);
    let mut problems = Vec::new();
    let mut unknown = HashSet::new();
    for (line, start, text) in source.lines().filter(|line| !line.2.trim().is_empty()) {
        let span = Span { start, length: text.len() };
        if text.trim_start().starts_with('#') {
            recording.comment(line, text);
        } else if !text.trim_start().starts_with('{') {
            let cause = "this is no object, and `perf stat -j` writes one a line";
            recording.refuse("perf::not-json", span, cause, "declare the format that the file has, or restore it");
            // Of a file in another format one line is enough.
            if recording.is_empty() {
                return recording.end();
            }
        } else {
            match json::parse_part(source, start..start + text.len()) {
                Ok(node) => {
                    if let Some(fields) = Fields::of(source, &node, "the counter", &mut problems) {
                        for entry in fields.entries().iter().filter(|entry| !is_known(&entry.key)) {
                            if unknown.insert(entry.key.clone()) {
                                let text = format!("The key {} is not known; it is passed over.", quote(&entry.key));
                                recording.say(Said::new(line, SaidKind::Remark, text));
                            }
                        }
                        counter(&mut recording, &At { source, locale: &locale, fields }, line, &mut problems);
                    }
                }
                Err(more) => problems.extend(more),
            }
        }
    }
    recording.refuse_all(problems);
    recording.end()
}

/// The place of a line and its object.
struct At<'a, 'n> {
    source: &'a Source,
    locale: &'a Locale,
    fields: Fields<'n>,
}

impl At<'_, '_> {
    /// A number, or perf's word for why there is none. A wrong one is refused and gives `None`.
    fn number(&self, recording: &mut Recording<'_>, key: &str, what: &str) -> Option<Result<Number, String>> {
        let node = self.fields.optional(key)?;
        let text = self.text(node);
        let undefined = match key {
            "counter-value" => text.starts_with('<'),
            "metric-value" => is_undefined(text) || text == "none",
            _ => false,
        };
        if undefined {
            return Some(Err(text.to_owned()));
        }
        match self.locale.number(text) {
            Ok(number) => Some(Ok(number)),
            Err(why) => {
                recording.not_a_number(node.span, what, text, why);
                None
            }
        }
    }

    fn plain(&self, recording: &mut Recording<'_>, key: &str) -> Option<f64> {
        self.number(recording, key, &quote(key))?.ok().map(|number| number.value)
    }

    /// What a text says, or how a number is printed.
    fn text<'s>(&'s self, node: &'s Node) -> &'s str {
        match &node.tree {
            Tree::Text(text) => text,
            _ => self.source.slice(node.span),
        }
    }

    fn case(&self) -> Option<String> {
        let owner = |key: &str| {
            let name = self.text(self.fields.optional(key)?);
            // A number alone would not say of what it is.
            let bare = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
            let prefix = if bare { key.to_uppercase() } else { String::new() };
            (!name.is_empty()).then(|| format!("{prefix}{name}"))
        };
        let owners: Vec<String> = OWNERS.iter().filter_map(|key| owner(key)).collect();
        (!owners.is_empty()).then(|| owners.join(" "))
    }
}

fn counter(recording: &mut Recording<'_>, at: &At<'_, '_>, line: u32, problems: &mut Problems) {
    let fields = &at.fields;
    let before = problems.len() + recording.refusals();
    // Further numbers that perf derived from a counter follow it without a counter of their own.
    let derives = fields.entry("event").is_none()
        && fields.entry("counter-value").is_none()
        && fields.entry("metric-value").is_some();
    let event = if derives { None } else { fields.text("event", problems) };
    let what = quote(event.as_deref().unwrap_or("counter-value"));
    let value = if derives {
        None
    } else {
        fields.required("counter-value", problems).and_then(|_| at.number(recording, "counter-value", &what))
    };
    let share = at.plain(recording, "pcnt-running").map(|percent| percent / 100.0);
    if share.is_some_and(|share| !(0.0..=1.0).contains(&share)) {
        let span = fields.span("pcnt-running");
        let cause = format!("`pcnt-running` is {}, not a percentage", at.source.slice(span));
        recording.refuse("perf::share", span, cause, RESTORE);
    }
    let spread = at.plain(recording, "variance");
    let what = fields.optional_text("metric-unit", problems).filter(|what| !what.is_empty() && what != "(null)");
    let derived = what.and_then(|what| {
        let value = at.number(recording, "metric-value", &quote(&what))?;
        Some(Derived { value, what })
    });
    let interval = fields.optional_number("interval", problems).and(fields.optional("interval"));
    let unit = fields.optional_text("unit", problems).unwrap_or_default();
    if problems.len() + recording.refusals() > before {
        return;
    }
    recording.counter(Counter {
        line,
        span: fields.span("event"),
        case: at.case(),
        interval: interval.map(|node| at.text(node).to_owned()),
        summary: false,
        event: event.unwrap_or_default(),
        unit,
        value,
        mean: spread.is_some(),
        spread,
        share,
        derived,
    });
}

#[cfg(test)]
mod tests {
    use super::super::super::fixtures::{claimed, read, refused, said, sample, short};
    use super::FORMAT;
    use crate::ingest::reading::SaidKind;

    const RESTORE: &str = "(restore the file as perf wrote it)";

    #[test]
    fn only_its_own_samples_look_like_it() {
        assert_eq!(claimed(&FORMAT), ["perf/bitmap16.eic1.json", "perf/interval.json", "perf/sort.r5.json"]);
    }

    #[test]
    fn an_object_is_the_record_that_its_line_with_separators_is() {
        let reading = sample(&FORMAT, "perf/sort.r5.json");
        assert_eq!(
            short(&reading.observations),
            [
                "3: task-clock = 88.815668 ms (unclear mean)",
                "3: task-clock: CPUs utilized = 1.025603 ratio (derived)",
                "4: context-switches = 33.000000 count (unclear mean)",
                "5: page-faults = 2799.000000 count (unclear mean)",
                "6: cycles = !<not supported> count (unclear mean)",
            ]
        );
        assert_eq!((reading.observations[0].spread(), reading.observations[0].share()), (Some(1.74), Some(1.0)));
        assert_eq!(said(&reading, SaidKind::Missing), [(6, "`cycles` has no number: `<not supported>`.")]);
        assert_eq!(said(&reading, SaidKind::Setting), [(1, "started on: Mon Nov 30 19:03:18 2026")]);
        let single = sample(&FORMAT, "perf/bitmap16.eic1.json");
        assert_eq!(short(&single.observations)[2], "4: context-switches = 4030.000000 count");
        let interval = sample(&FORMAT, "perf/interval.json");
        let clock: Vec<_> = interval.observations.iter().filter(|o| o.metric == "task-clock").collect();
        assert_eq!((clock[1].line, clock[1].whose.run), (6, Some(1)));
    }

    #[test]
    fn owners_and_derived_numbers_of_newer_versions_are_read() {
        let text = r#"{"cpu" : "0", "cgroup" : "a.scope", "counter-value" : "7.0", "unit" : "", "event" : "cycles", "event-runtime" : 9, "pcnt-running" : 25.00, "metric-value" : "237.5", "metric-unit" : "MB/s  read", "new" : 1}
{"metric-value" : "none", "metric-unit" : "%  tma_retiring", "metric-threshold" : "good"}
{"core" : "S0-D0-C1", "aggregate-number" : 2, "counter-value" : "<not counted>", "unit" : "", "event" : "cycles", "event-runtime" : 0, "pcnt-running" : 0.00, "metric-value" : 0.0, "metric-unit" : "(null)"}
"#;
        let reading = read(&FORMAT, text, &[]).unwrap();
        assert_eq!(
            short(&reading.observations),
            [
                "1: CPU0 a.scope cycles = 7.0 count",
                "1: CPU0 a.scope cycles: read = 237.5 MB/s (derived)",
                "2: cycles: tma_retiring = !none percent (derived)",
                "3: S0-D0-C1 cycles = !<not counted> count",
            ]
        );
        assert_eq!(reading.observations[0].share(), Some(0.25));
        assert_eq!(said(&reading, SaidKind::Remark), [(1, "The key `new` is not known; it is passed over.")]);
    }

    fn object(value: &str) -> String {
        format!(
            "{{\"counter-value\" : {value}, \"unit\" : \"\", \"event\" : \"cycles\", \"event-runtime\" : 9, \"pcnt-running\" : 100.00}}\n"
        )
    }

    #[test]
    fn broken_files_are_refused_at_their_place() {
        assert_eq!(
            refused(&FORMAT, "", &[]),
            ["f:1:1: nothing was measured: the file has no counter (record again; perf prints its counters only when \
              the command has ended)"]
        );
        assert_eq!(
            refused(&FORMAT, "7,,cycles,9,100.00,,\n8,,faults,9,100.00,,\n", &[]),
            [
                "f:1:1: this is no object, and `perf stat -j` writes one a line (declare the format that the file has, or \
              restore it)"
            ]
        );
        let whole = object("\"7\"");
        assert_eq!(
            refused(&FORMAT, &whole[..60], &[]),
            [
                "f:1:60: this is not JSON: EOF while parsing a string (the file ends too early: restore it whole from where \
              the campaign was frozen)"
            ]
        );
        for (value, why) in [
            ("\"nan\"", "`nan`: it is not a number (NaN)"),
            ("\"-inf\"", "`-inf`: it is infinite"),
            ("\"1e400\"", "`1e400`: it is too large for a double"),
            ("\"abc\"", "`abc`: it has characters that no decimal has"),
        ] {
            assert_eq!(refused(&FORMAT, &object(value), &[]), [format!("f:1:20: `cycles` is {why} {RESTORE}")]);
        }
        assert_eq!(
            refused(&FORMAT, &object("\"92,69\""), &[]),
            [
                "f:1:20: `cycles` is `92,69`: it has a comma, and whether that separates decimals or thousands is not known \
              (declare `decimal: comma` or `thousands: comma` for the dataset, or record again with LC_ALL=C)"
            ]
        );
        assert_eq!(
            refused(&FORMAT, &whole.repeat(2), &[]),
            [
                "f:2:48: `cycles` stands twice in the same recording (count each event once, and give each recording a file \
              of its own)"
            ]
        );
        assert_eq!(
            refused(&FORMAT, "{\"event\" : \"x\", \"pcnt-running\" : 101.00}\n", &[]),
            [
                "f:1:1: the counter has no `counter-value` (add `counter-value` as the campaign's format has it)"
                    .to_owned(),
                format!("f:1:34: `pcnt-running` is 101.00, not a percentage {RESTORE}"),
            ]
        );
    }

    #[test]
    fn a_decimal_comma_is_read_if_declared() {
        let text = object("\"1092,690000\"").replace("100.00", "\"50,00\"");
        let reading = read(&FORMAT, &text, &[("decimal", "comma")]).unwrap();
        assert_eq!(reading.observations[0].value.as_ref().unwrap().value, 1092.69);
        assert_eq!(reading.observations[0].share(), Some(0.5));
    }

    proptest::proptest! {
        #[test]
        fn arbitrary_and_spoilt_text_never_panics(at in 0usize..700, put in "[\\PC\n\"{}:,0-9]{0,4}", only in "(\\PC|\n){0,80}") {
            let mut text = include_str!("../../../../tests/fixtures/formats/perf/sort.r5.json").to_owned();
            if text.is_char_boundary(at) {
                text.insert_str(at, &put);
            }
            let _ = read(&FORMAT, &text, &[]);
            let _ = read(&FORMAT, &only, &[]);
        }
    }
}
