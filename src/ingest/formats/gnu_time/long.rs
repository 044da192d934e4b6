//! `time -v`: a line a measure, from `Command being timed` to `Exit status`.

use super::RESTORE;
use super::lines::{Line, Reports};

/// First line of a report, before the command in quotes.
pub const HEAD: &str = "\tCommand being timed: \"";
/// The measure that only this report has.
pub const ELAPSED: &str = "Elapsed (wall clock) time (h:mm:ss or m:ss)";
/// Why a count that Linux does not keep has no number.
pub const UNKEPT: &str = "printed as 0, since Linux does not keep it";

/// The measures: label, unit, and whether Linux leaves it 0.
const MEASURES: [(&str, &str, bool); 19] = [
    ("User time (seconds)", "s", false),
    ("System time (seconds)", "s", false),
    ("Percent of CPU this job got", "percent", false),
    (ELAPSED, "s", false),
    ("Average shared text size (kbytes)", "kB", true),
    ("Average unshared data size (kbytes)", "kB", true),
    ("Average stack size (kbytes)", "kB", true),
    ("Average total size (kbytes)", "kB", true),
    ("Maximum resident set size (kbytes)", "kB", false),
    ("Average resident set size (kbytes)", "kB", true),
    ("Major (requiring I/O) page faults", "count", false),
    ("Minor (reclaiming a frame) page faults", "count", false),
    ("Voluntary context switches", "count", false),
    ("Involuntary context switches", "count", false),
    ("Swaps", "count", true),
    ("File system inputs", "count", false),
    ("File system outputs", "count", false),
    ("Socket messages sent", "count", true),
    ("Socket messages received", "count", true),
];

/// Reads a line, if it is one of this report.
pub fn line<'a>(reports: &mut Reports<'a>, line: &Line<'a>) -> bool {
    if let Some(command) = line.text.strip_prefix(HEAD) {
        let command = command.strip_suffix('"').unwrap_or(command);
        reports.begin(line, Some(command.to_owned()));
        return true;
    }
    let parted = line.text.strip_prefix('\t').and_then(|text| text.rsplit_once(": "));
    let Some((label, value)) = parted.filter(|_| reports.is_open()) else { return false };
    if let Some((label, unit, unkept)) = MEASURES.into_iter().find(|measure| measure.0 == label) {
        let name = name_of(label);
        let number = match (label, value.strip_suffix('%')) {
            (ELAPSED, _) => reports.elapsed(value, name),
            // Without a wall-clock time there is no percentage.
            (_, Some("?")) => {
                reports.add(line, name, unit, Some(Err("time prints `?%`: the elapsed time is 0".to_owned())));
                return true;
            }
            (_, percent) if (unit == "percent") != percent.is_some() => {
                reports.wrong(value, name, "its unit is another")
            }
            (_, percent) => reports.number(percent.unwrap_or(value), name),
        };
        let value =
            number.map(|number| if unkept && number.value == 0.0 { Err(UNKEPT.to_owned()) } else { Ok(number) });
        reports.add(line, name, unit, value);
        return true;
    }
    match label {
        "Signals delivered" => {
            let value = reports.number(value, label);
            let value = value.map(|number| if number.value == 0.0 { Err(UNKEPT.to_owned()) } else { Ok(number) });
            reports.add(line, label, "count", value);
        }
        "Page size (bytes)" => reports.setting(line, format!("page size: {value} B")),
        "Exit status" => match value.trim_end().parse::<u64>() {
            Ok(status) => reports.close(Some((line, status))),
            Err(_) => {
                reports.wrong(value, label, "it is not a whole number");
                reports.close(None);
            }
        },
        _ => {
            let cause = format!("{} is no measure that is known", crate::source::quote(label));
            reports.refuse("time::unknown", line.span, cause, RESTORE);
        }
    }
    true
}

/// A label without its unit or format.
fn name_of(label: &str) -> &str {
    let bare = ["(seconds)", "(kbytes)", "(h:mm:ss or m:ss)"].iter().find_map(|unit| label.strip_suffix(unit));
    bare.unwrap_or(label).trim_end()
}
