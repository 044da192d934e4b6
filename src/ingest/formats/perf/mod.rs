//! `perf stat`: with separators (`-x`), as JSON (`-j`), and for people.
//!
//! `csv`, `json` and `text` make a `Counter` of each line; `recording::Recording` makes the same records of them for
//! all three:
//!
//! - a counter is an observation whose metric is the event's name, in perf's unit (`msec` is `ms`; none is `count`);
//!   with `-r` it is the tool's `mean` with its spread, with `-I` one sample an interval (the run is the interval's
//!   number, from 0), with `-a -A` and its like the case names the processor;
//! - where the file itself shows that its means are none, they are `unclear mean`, and it is said (`repeats`);
//! - what perf computed from counters is an observation `event: name`, given as `derived`, against which a later stage
//!   can hold its own formula. Rates (`K/sec`) are passed over with a remark: they are scaled and rounded from a count
//!   and a time that stand in the same file.
//!
//! Layout of the outputs: `tools/perf/Documentation/perf-stat.txt` and `tools/perf/util/stat-display.c` of Linux, 4.x
//! to 6.x.

mod csv;
mod json;
mod locale;
mod recording;
mod repeats;
mod text;

pub use csv::FORMAT as CSV;
pub use json::FORMAT as JSON;
pub use text::FORMAT as TEXT;

use recording::{Counter, Derived, Recording};

use crate::source::Source;

/// The keys that a locale is declared by.
const DECIMAL: (&str, &str) = ("decimal", "what stands before the decimals: `point` (if not declared) or `comma`");
const THOUSANDS: (&str, &str) = (
    "thousands",
    "what stands between thousands: `comma`, `point`, `space`, `apostrophe` or `none`; if not declared, a comma does where \
     a text for people shows points before decimals",
);

/// Metric of the text's wall-clock time.
const ELAPSED: &str = "time elapsed";

const RESTORE: &str = "restore the file as perf wrote it";

/// The lines that are neither blank nor comments.
fn data(source: &Source) -> impl Iterator<Item = (u32, usize, &str)> {
    source.lines().filter(|(_, _, text)| !text.trim().is_empty() && !text.trim_start().starts_with('#'))
}

/// A time stamp of `-I`: seconds with nine decimals, which perf writes with a point in every locale.
fn is_stamp(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.split_once('.').is_some_and(|(whole, nano)| digits(whole) && digits(nano) && nano.len() == 9)
}

/// Whether a text has the characters of a number in some locale, and no others.
fn is_numeric(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit() || first == '-')
        && text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '\'' | '’' | '\u{a0}' | '\u{202f}'))
}

/// The unit as this tool spells it.
fn unit_of(printed: &str) -> &str {
    match printed {
        "" => "count",
        "msec" => "ms",
        "usec" => "µs",
        "nsec" => "ns",
        "sec" => "s",
        "Bytes" => "B",
        other => other,
    }
}
