//! `metrics.csv`: the runner's aggregate, one row a result line.

use super::number::number;
use super::{MetricsRow, MetricsTable};
use crate::problem::{Outcome, Problem, Problems};
use crate::source::{Source, Span, list, quote};

/// Columns that every table begins with; the metrics follow.
pub const COLUMNS: [&str; 10] =
    ["campaign", "phase", "job", "case", "block", "position", "arm", "repeat", "benchmark", "iterations"];

const RESTORE: &str = "restore the file as the runner wrote it";

/// Reads the table. Fields may be quoted, lines may end in CRLF, none is too long.
///
/// # Errors
/// A header that does not begin with [`COLUMNS`] or names a metric twice; then every row with another number of fields
/// than the header, and every field that is not the number its column holds.
pub fn read(source: &Source) -> Outcome<MetricsTable> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(source.text.as_bytes());
    let mut records = reader.records();
    let header = match records.next() {
        Some(Ok(record)) => record,
        Some(Err(error)) => return Err(vec![broken(source, &error)]),
        None => return Err(vec![whole(source, "metrics-csv::empty", "the table is empty")]),
    };
    let header: Vec<String> = header.iter().map(str::to_owned).collect();
    let metrics = metrics_of(source, &header)?;
    let mut rows = Vec::new();
    let mut problems = Vec::new();
    for record in records {
        match record {
            Ok(record) => {
                let fields = Record::new(source, &record);
                if let Some(row) = row(&fields, &header, &mut problems) {
                    rows.push(row);
                }
            }
            Err(error) => problems.push(broken(source, &error)),
        }
    }
    if problems.is_empty() { Ok(MetricsTable { header, metrics, rows }) } else { Err(problems) }
}

fn metrics_of(source: &Source, header: &[String]) -> Outcome<Vec<String>> {
    let span = Span { start: 0, length: source.text.find(['\r', '\n']).unwrap_or(source.text.len()) };
    let mut problems = Vec::new();
    if !header.iter().take(COLUMNS.len()).eq(COLUMNS.iter()) {
        problems.push(source.problem(
            "metrics-csv::header",
            span,
            format!("the header does not begin with the columns {}", list(&COLUMNS)),
            RESTORE,
        ));
        return Err(problems);
    }
    let metrics = header.get(COLUMNS.len()..).unwrap_or_default();
    if metrics.is_empty() {
        problems.push(source.problem("metrics-csv::header", span, "the header names no metric", RESTORE));
    }
    for (index, metric) in metrics.iter().enumerate() {
        let earlier = metrics.get(..index).unwrap_or_default();
        if earlier.contains(metric) || COLUMNS.contains(&metric.as_str()) {
            let cause = format!("the header names the column {} twice", quote(metric));
            problems.push(source.problem("metrics-csv::header", span, cause, RESTORE));
        }
        if metric.trim().is_empty() {
            let cause = format!("column {} has no name", COLUMNS.len() + index + 1);
            problems.push(source.problem("metrics-csv::header", span, cause, RESTORE));
        }
    }
    if problems.is_empty() { Ok(metrics.to_vec()) } else { Err(problems) }
}

/// A row's fields and their places.
struct Record<'a> {
    source: &'a Source,
    line: u32,
    fields: Vec<&'a str>,
    spans: Vec<Span>,
}

impl<'a> Record<'a> {
    fn new(source: &'a Source, record: &'a csv::StringRecord) -> Self {
        let byte = record.position().map_or(0, csv::Position::byte);
        let mut start = usize::try_from(byte).unwrap_or(0);
        // The reader skips empty lines after it notes where it stands.
        let rest = source.text.get(start..).unwrap_or("");
        start += rest.len() - rest.trim_start_matches(['\r', '\n']).len();
        let fields: Vec<&str> = record.iter().collect();
        let line = source.line_at(start);
        let plain = fields.iter().map(|field| field.len() + 1).sum::<usize>().saturating_sub(1);
        let as_written = source.text.get(start..start.saturating_add(plain)) == Some(fields.join(",").as_str());
        let mut spans = Vec::with_capacity(fields.len());
        let mut at = start;
        for field in &fields {
            // Of a row with quotes only the line is certain.
            spans.push(if as_written { Span { start: at, length: field.len() } } else { Span { start, length: 0 } });
            at += field.len() + 1;
        }
        Record { source, line, fields, spans }
    }

    fn span(&self, column: usize) -> Span {
        self.spans.get(column).copied().unwrap_or_default()
    }

    fn text(&self, column: usize) -> &'a str {
        self.fields.get(column).copied().unwrap_or("")
    }

    fn problem(&self, column: usize, code: &'static str, cause: String) -> Problem {
        self.source.problem(code, self.span(column), cause, RESTORE)
    }

    /// A whole number of at least `least`.
    fn whole(&self, column: usize, least: u64, most: u64, problems: &mut Problems) -> Option<u64> {
        let text = self.text(column);
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let value = text.parse().ok().filter(|value| digits && (least..=most).contains(value));
        if value.is_none() {
            let name = COLUMNS.get(column).copied().unwrap_or("");
            let cause = format!(
                "{} is {}, but a whole number from {least} to {most} is expected",
                quote(name),
                if text.is_empty() { "empty".to_owned() } else { quote(text) }
            );
            problems.push(self.problem(column, "metrics-csv::not-whole", cause));
        }
        value
    }

    fn small(&self, column: usize, problems: &mut Problems) -> Option<u32> {
        self.whole(column, 0, u32::MAX.into(), problems).and_then(|value| u32::try_from(value).ok())
    }
}

fn row(record: &Record<'_>, header: &[String], problems: &mut Problems) -> Option<MetricsRow> {
    if record.fields.len() != header.len() {
        let comma = if record.fields.len() > header.len() { "; is a comma meant as a decimal point?" } else { "" };
        let cause = format!("the row has {} fields, but the header has {}{comma}", record.fields.len(), header.len());
        problems.push(record.problem(0, "metrics-csv::fields", cause));
        return None;
    }
    let (job, block, position) = (record.small(2, problems), record.small(4, problems), record.small(5, problems));
    let (repeat, iterations) = (record.small(7, problems), record.whole(9, 1, u64::MAX, problems));
    let mut values = Vec::with_capacity(header.len().saturating_sub(COLUMNS.len()));
    for (column, metric) in header.iter().enumerate().skip(COLUMNS.len()) {
        let text = record.text(column);
        values.push(match number(text) {
            _ if text.is_empty() => None,
            Ok(number) => Some(number),
            Err(why) => {
                let cause = format!("{} is {}: {why}", quote(metric), quote(text));
                problems.push(record.problem(column, "metrics-csv::not-a-number", cause));
                None
            }
        });
    }
    let text = |column: usize| record.text(column).to_owned();
    Some(MetricsRow {
        line: record.line,
        campaign: text(0),
        phase: text(1),
        job: job?,
        case: text(3),
        block: block?,
        position: position?,
        arm: text(6),
        repeat: repeat?,
        benchmark: text(8),
        iterations: iterations?,
        values,
        fields: record.fields.iter().map(|&field| field.to_owned()).collect(),
    })
}

fn broken(source: &Source, error: &csv::Error) -> Problem {
    let byte = error.position().map_or(0, csv::Position::byte);
    let span = Span { start: usize::try_from(byte).unwrap_or(0), length: 0 };
    source.problem("metrics-csv::broken", span, format!("the row can't be read: {error}"), RESTORE)
}

fn whole(source: &Source, code: &'static str, cause: &str) -> Problem {
    source.problem(code, Span::default(), cause, RESTORE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::Number;

    const HEADER: &str = "campaign,phase,job,case,block,position,arm,repeat,benchmark,iterations,ns/op,prefix-B";

    fn table(rows: &str) -> Outcome<MetricsTable> {
        read(&Source::decode("m.csv", format!("{HEADER}\n{rows}").as_bytes()).unwrap())
    }

    fn messages(text: &str) -> Vec<String> {
        let problems = read(&Source::new("m.csv", text.to_owned())).unwrap_err();
        problems.iter().map(ToString::to_string).collect()
    }

    fn of_row(row: &str) -> Vec<String> {
        messages(&format!("{HEADER}\n{row}\n"))
    }

    #[test]
    fn rows_keep_line_fields_and_printed_values() {
        let text = table(
            "x,A,0,\"c,\"\"1\"\"\",0,1,left,2,BenchmarkX/µ=1-8,100,12.50,\r\n\r\nx,A,1,c,0,0,right,0,B,1,3,6.000",
        )
        .unwrap();
        assert_eq!(text.metrics, ["ns/op", "prefix-B"]);
        assert_eq!((text.rows[0].line, text.rows[1].line), (2, 4));
        assert_eq!(text.rows[0].case, "c,\"1\"");
        assert_eq!(text.rows[0].values, [Some(Number { text: "12.50".into(), value: 12.5 }), None]);
        assert_eq!(text.rows[1].fields.join(","), "x,A,1,c,0,0,right,0,B,1,3,6.000");
    }

    #[test]
    fn every_bad_field_is_placed() {
        let next = "(restore the file as the runner wrote it)";
        let whole = "but a whole number from";
        assert_eq!(
            of_row("x,A,-1,c,0,1.0,a,,B,0,NaN,1e400\nx,A,0,c,0,0,a,0,B,+5,-Inf,abc"),
            [
                format!("m.csv:2:5: `job` is `-1`, {whole} 0 to 4294967295 is expected {next}"),
                format!("m.csv:2:12: `position` is `1.0`, {whole} 0 to 4294967295 is expected {next}"),
                format!("m.csv:2:18: `repeat` is empty, {whole} 0 to 4294967295 is expected {next}"),
                format!("m.csv:2:21: `iterations` is `0`, {whole} 1 to 18446744073709551615 is expected {next}"),
                format!("m.csv:2:23: `ns/op` is `NaN`: it is not a number (NaN) {next}"),
                format!("m.csv:2:27: `prefix-B` is `1e400`: it is too large for a double {next}"),
                format!("m.csv:3:19: `iterations` is `+5`, {whole} 1 to 18446744073709551615 is expected {next}"),
                format!("m.csv:3:22: `ns/op` is `-Inf`: it is infinite {next}"),
                format!("m.csv:3:27: `prefix-B` is `abc`: it has characters that no decimal has {next}"),
            ]
        );
    }

    #[test]
    fn a_decimal_comma_is_named() {
        let next = "(restore the file as the runner wrote it)";
        assert_eq!(
            of_row("x,A,0,c,0,0,a,0,B,5,1,5,6"),
            [format!(
                "m.csv:2:1: the row has 13 fields, but the header has 12; is a comma meant as a decimal point? {next}"
            )]
        );
        assert_eq!(
            of_row("x,A,0,c,0,0,a,0,B,5,\"1,5\",6"),
            [format!(
                "m.csv:2:1: `ns/op` is `1,5`: it has a comma, and whether that separates decimals or thousands is not known {next}"
            )]
        );
        assert_eq!(of_row("x,A,0"), [format!("m.csv:2:1: the row has 3 fields, but the header has 12 {next}")]);
    }

    #[test]
    fn the_header_is_checked() {
        let next = "(restore the file as the runner wrote it)";
        let begin = "the header does not begin with the columns `campaign`, `phase`, `job`, `case`, `block`, `position`, \
                     `arm`, `repeat`, `benchmark`, `iterations`";
        assert_eq!(messages(""), [format!("m.csv:1:1: the table is empty {next}")]);
        assert_eq!(messages("a,b\n"), [format!("m.csv:1:1: {begin} {next}")]);
        assert_eq!(messages(&COLUMNS.join(",")), [format!("m.csv:1:1: the header names no metric {next}")]);
        assert_eq!(
            messages(&format!("{HEADER},ns/op,job,\n")),
            [
                format!("m.csv:1:1: the header names the column `ns/op` twice {next}"),
                format!("m.csv:1:1: the header names the column `job` twice {next}"),
                format!("m.csv:1:1: column 15 has no name {next}"),
            ]
        );
    }

    #[test]
    fn a_line_of_a_mebibyte_is_read() {
        let long = "y".repeat(1 << 20);
        let table = table(&format!("x,A,0,{long},0,0,a,0,B,5,1,6\nx,A,0,c,0,0,a,0,B,5,1,6\n")).unwrap();
        assert_eq!((table.rows.len(), table.rows[0].case.len()), (2, 1 << 20));
    }

    proptest::proptest! {
        #[test]
        fn arbitrary_rows_never_panic(rows in "([xAµ0-9,.\"\r\n+e-]|NaN){0,300}", header in proptest::bool::ANY) {
            let text = if header { format!("{HEADER}\n{rows}") } else { rows };
            let _ = read(&Source::new("m.csv", text));
        }
    }
}
