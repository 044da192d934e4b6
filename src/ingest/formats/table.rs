//! Comma-separated tables whose columns the dataset declares.

use std::collections::BTreeMap;

use super::{Format, Input};
use crate::ingest::number::number;
use crate::ingest::reading::{Observation, Reading, Said, SaidKind, Statistic, Whose};
use crate::problem::{Outcome, Problem, Problems};
use crate::source::{Source, Span, list, quote};

/// A table with a header; the dataset says what its columns are.
pub const FORMAT: Format = Format {
    name: "csv",
    tool: "a table with a header line",
    keys: &[
        ("case", "column of what was measured"),
        ("arm", "column of the arm"),
        ("run", "column of the run's number"),
        ("order", "column of the arm's place within its run"),
        ("metric", "column of the metric's name"),
        ("unit", "column of the metric's unit"),
        ("values", "columns of numbers, each `column[=statistic][:unit]`, separated by commas"),
        ("arms", "columns of numbers that are arms, separated by commas"),
        ("others", "columns that are read by nobody, separated by commas"),
    ],
    read,
    // A table is known by its declaration alone.
    looks: |_, _| false,
};

/// A column of numbers.
struct Values {
    column: String,
    at: usize,
    statistic: Statistic,
    unit: String,
    /// Whether the column's name is an arm's.
    is_arm: bool,
}

/// What the columns are.
struct Layout {
    whose: BTreeMap<&'static str, usize>,
    values: Vec<Values>,
}

fn read(input: &Input<'_>) -> Outcome<Reading> {
    let source = input.source;
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(source.text.as_bytes());
    let mut problems = Problems::new();
    let mut layout = None;
    let mut width = 0;
    let mut reading = Reading::default();
    let mut record = csv::StringRecord::new();
    loop {
        let start = usize::try_from(reader.position().byte()).unwrap_or(usize::MAX);
        match reader.read_record(&mut record) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                let start = Span { start, length: 1 };
                problems.push(source.problem("csv::syntax", start, error.to_string(), "restore the file"));
                break;
            }
        }
        // The reader stands before the blank lines that it passes over.
        let blank = |rest: &str| rest.len() - rest.trim_start_matches(['\r', '\n']).len();
        let start = start + source.text.get(start..).map_or(0, blank);
        let line = source.line_at(start);
        let Some(layout) = &layout else {
            width = record.len();
            let names: Vec<&str> = record.iter().collect();
            match columns(input, &names, Span { start, length: 1 }) {
                Ok(found) => layout = Some(found),
                Err(found) => return Err(found),
            }
            continue;
        };
        if record.len() != width {
            problems.push(source.problem(
                "csv::fields",
                Span { start, length: 1 },
                format!("the line has {} fields, but the header has {width}", record.len()),
                "restore the file; a line that is cut off or has a stray comma can't be read",
            ));
            continue;
        }
        row(source, layout, &record, Span { start, length: 1 }, line, &mut reading, &mut problems);
    }
    if reading.observations.is_empty() && problems.is_empty() {
        problems.push(source.problem(
            "csv::empty",
            Span::default(),
            "the table has no rows, so nothing was measured",
            "restore the file from where the campaign was frozen",
        ));
    }
    if problems.is_empty() { Ok(reading) } else { Err(problems) }
}

fn columns(input: &Input<'_>, names: &[&str], header: Span) -> Outcome<Layout> {
    let mut problems = Problems::new();
    let mut used = vec![false; names.len()];
    let mut twice: Vec<&str> =
        names.iter().copied().filter(|one| names.iter().filter(|other| *other == one).count() > 1).collect();
    twice.sort_unstable();
    twice.dedup();
    for name in twice {
        problems.push(input.source.problem(
            "csv::twice",
            header,
            format!("the column {} stands there twice", quote(name)),
            "give each column a name of its own and pin the file again",
        ));
    }
    let mut find = |key: &str, column: &str, problems: &mut Problems| match names
        .iter()
        .position(|name| *name == column)
    {
        Some(at) => {
            if let Some(used) = used.get_mut(at) {
                *used = true;
            }
            Some(at)
        }
        None => {
            problems.push(input.source.problem(
                "csv::no-such-column",
                header,
                format!("the option {} names the column {}, which the table does not have", quote(key), quote(column)),
                format!("its columns are {}", list(names)),
            ));
            None
        }
    };
    let mut whose = BTreeMap::new();
    for key in ["case", "arm", "run", "order", "metric", "unit"] {
        if let Some(column) = input.declared.get(key)
            && let Some(at) = find(key, column, &mut problems)
        {
            whose.insert(key, at);
        }
    }
    let mut values = Vec::new();
    for piece in pieces(input, "values") {
        let (rest, unit) = piece.split_once(':').unwrap_or((piece, ""));
        let (column, statistic) = match rest.split_once('=') {
            Some((column, statistic)) => (column, Statistic::Given(statistic.trim().to_owned())),
            None => (rest, Statistic::Sample),
        };
        if let Some(at) = find("values", column.trim(), &mut problems) {
            let column = column.trim().to_owned();
            values.push(Values { column, at, statistic, unit: unit.trim().to_owned(), is_arm: false });
        }
    }
    for column in pieces(input, "arms") {
        if let Some(at) = find("arms", column, &mut problems) {
            let (statistic, unit) = (Statistic::Sample, String::new());
            values.push(Values { column: column.to_owned(), at, statistic, unit, is_arm: true });
        }
    }
    for column in pieces(input, "others") {
        let _ = find("others", column, &mut problems);
    }
    for (name, _) in names.iter().zip(&used).filter(|(_, used)| !**used) {
        problems.push(input.source.problem(
            "csv::unknown-column",
            header,
            format!("no option says what the column {} is", quote(name)),
            "declare it in the dataset's `options`, under `others` if nobody is to read it",
        ));
    }
    if values.is_empty() && problems.is_empty() {
        problems.push(input.source.problem(
            "csv::no-values",
            header,
            "no option says which columns are numbers",
            "declare `values: ms:ms` or `arms: base, patched` in the dataset's `options`",
        ));
    }
    if problems.is_empty() { Ok(Layout { whose, values }) } else { Err(problems) }
}

fn pieces<'a>(input: &'a Input<'_>, key: &str) -> impl Iterator<Item = &'a str> {
    input
        .declared
        .get(key)
        .into_iter()
        .flat_map(|text| text.split(','))
        .map(str::trim)
        .filter(|piece| !piece.is_empty())
}

fn row(
    source: &Source,
    layout: &Layout,
    record: &csv::StringRecord,
    span: Span,
    line: u32,
    reading: &mut Reading,
    problems: &mut Problems,
) {
    let text = |key: &str| layout.whose.get(key).and_then(|at| record.get(*at)).map(str::to_owned);
    let whole = |key: &str, problems: &mut Problems| -> Option<u32> {
        let text = text(key)?;
        let parsed = text.parse::<u32>().ok();
        if parsed.is_none() {
            problems.push(source.problem(
                "csv::not-a-whole-number",
                span,
                format!("{} in the column of {} is no whole number", quote(&text), quote(key)),
                "restore the file from where the campaign was frozen",
            ));
        }
        parsed
    };
    let (run, order) = (whole("run", problems), whole("order", problems));
    for values in &layout.values {
        let printed = record.get(values.at).unwrap_or("").trim();
        let metric =
            text("metric").unwrap_or_else(|| if values.is_arm { String::new() } else { values.column.clone() });
        let unit = text("unit").unwrap_or_else(|| values.unit.clone());
        let unit =
            if layout.whose.contains_key("metric") && !values.unit.is_empty() { values.unit.clone() } else { unit };
        let value = match printed {
            "" => Err("the field is empty".to_owned()),
            text if text.starts_with('<') && text.ends_with('>') => Err(text.trim_matches(['<', '>']).to_owned()),
            text => match number(text) {
                Ok(number) => Ok(number),
                Err(why) => {
                    problems.push(not_a_number(source, span, text, &values.column, why));
                    continue;
                }
            },
        };
        let whose = Whose {
            case: text("case").map(Into::into),
            arm: if values.is_arm { Some(values.column.as_str().into()) } else { text("arm").map(Into::into) },
            run,
            order,
        };
        if let Err(why) = &value {
            let said =
                format!("{} of {} has no number: {why}.", quote(&metric), quote(whose.case.as_deref().unwrap_or("")));
            reading.said.push(Said::new(line, SaidKind::Missing, said));
        }
        reading.observations.push(Observation {
            line,
            whose: whose.into(),
            metric: metric.into(),
            unit: unit.into(),
            statistic: values.statistic.clone(),
            value,
            about: None,
        });
    }
}

fn not_a_number(source: &Source, span: Span, text: &str, column: &str, why: &str) -> Problem {
    source.problem(
        "csv::not-a-number",
        span,
        format!("{} in the column {} is not a number that can be used: {why}", quote(text), quote(column)),
        "restore the file from where the campaign was frozen",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str, options: &[(&str, &str)]) -> Outcome<Reading> {
        let source = Source::new("frozen/a/runs.csv", text.to_owned());
        let declared = options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        read(&Input { source: &source, declared: &declared, beside: &|_| Ok(None) })
    }

    fn message(text: &str, options: &[(&str, &str)]) -> Vec<String> {
        read_text(text, options).unwrap_err().iter().map(ToString::to_string).collect()
    }

    const RUNS: &[(&str, &str)] = &[("case", "query"), ("arm", "arm"), ("run", "run"), ("values", "ms:ms")];

    #[test]
    fn a_row_a_run() {
        let reading = read_text("query,arm,run,ms\r\nseq,base,1,2719\r\n\r\nseq,base,2,2692.50\r\n", RUNS).unwrap();
        let second = &reading.observations[1];
        assert_eq!((second.line, second.whose.run, second.unit.as_str()), (4, Some(2), "ms"));
        assert_eq!(second.value.as_ref().unwrap().text, "2692.50");
    }

    #[test]
    fn a_column_an_arm() {
        let text = "workload,counter,unit,base,patched\nseq,cycles,count,16.27e9,<not counted>\n";
        let options = [("case", "workload"), ("metric", "counter"), ("unit", "unit"), ("arms", "base, patched")];
        let reading = read_text(text, &options).unwrap();
        assert_eq!(reading.observations[0].value.as_ref().unwrap().value, 16.27e9);
        assert_eq!(reading.observations[0].whose.arm.as_deref(), Some("base"));
        assert_eq!(reading.observations[1].value, Err("not counted".to_owned()));
        assert_eq!(reading.said[0].text, "`cycles` of `seq` has no number: not counted.");
    }

    #[test]
    fn statistics_of_a_tool() {
        let text = "workload,function,arm,avg_us,calls\nseq,f,base,8,712927\n";
        let options = [
            ("case", "workload"),
            ("metric", "function"),
            ("arm", "arm"),
            ("values", "avg_us=mean:µs, calls=count:count"),
        ];
        let reading = read_text(text, &options).unwrap();
        assert_eq!(reading.observations[0].statistic, Statistic::Given("mean".to_owned()));
        assert_eq!((reading.observations[1].metric.as_str(), reading.observations[1].unit.as_str()), ("f", "count"));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        assert_eq!(
            message("query,arm,run,ms\nseq,base,1,\"2,719\"\nseq,base,x,NaN\nseq,base,3\n", RUNS),
            [
                "frozen/a/runs.csv:2:1: `2,719` in the column `ms` is not a number that can be used: it has a comma, and whether that separates decimals or thousands is not known (restore the file from where the campaign was frozen)",
                "frozen/a/runs.csv:3:1: `x` in the column of `run` is no whole number (restore the file from where the campaign was frozen)",
                "frozen/a/runs.csv:3:1: `NaN` in the column `ms` is not a number that can be used: it is not a number (NaN) (restore the file from where the campaign was frozen)",
                "frozen/a/runs.csv:4:1: the line has 3 fields, but the header has 4 (restore the file; a line that is cut off or has a stray comma can't be read)",
            ]
        );
        assert_eq!(
            message("query,arm,run,ms,ms,note\n", RUNS),
            [
                "frozen/a/runs.csv:1:1: the column `ms` stands there twice (give each column a name of its own and pin the file again)",
                "frozen/a/runs.csv:1:1: no option says what the column `ms` is (declare it in the dataset's `options`, under `others` if nobody is to read it)",
                "frozen/a/runs.csv:1:1: no option says what the column `note` is (declare it in the dataset's `options`, under `others` if nobody is to read it)",
            ]
        );
        assert_eq!(
            message("query,arm,run,ms\n", RUNS),
            [
                "frozen/a/runs.csv:1:1: the table has no rows, so nothing was measured (restore the file from where the campaign was frozen)"
            ]
        );
        assert_eq!(
            message("query,arm,run\nseq,base,1\n", RUNS),
            [
                "frozen/a/runs.csv:1:1: the option `values` names the column `ms`, which the table does not have (its columns are `query`, `arm`, `run`)"
            ]
        );
    }

    proptest::proptest! {
        #[test]
        fn arbitrary_text_never_panics(text in "(query|arm|run|ms|[0-9,.\"\r\nµ<>-]){0,60}") {
            let _ = read_text(&text, RUNS);
        }
    }
}
