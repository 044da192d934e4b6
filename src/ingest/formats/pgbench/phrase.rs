//! What report and progress have in common: numbers in sentences, and what pgbench says when something fails.

use crate::ingest::Number;
use crate::ingest::formats::decimal::Decimal;
use crate::ingest::reading::{Said, SaidKind};
use crate::problem::{Problem, Problems};
use crate::source::{Source, quote};

/// What to do about a line that is not as pgbench prints it.
pub(super) const RESTORE: &str = "restore the output as pgbench wrote it";

/// The number that `text`, a slice of the source, is; a problem of code `code` if it is none.
pub(super) fn numeral(
    source: &Source,
    decimal: Decimal,
    code: &'static str,
    text: &str,
    problems: &mut Problems,
) -> Option<Number> {
    match decimal.number(text) {
        Ok(number) => Some(number),
        Err(why) => {
            problems.push(not_a_number(source, code, text, why));
            None
        }
    }
}

fn not_a_number(source: &Source, code: &'static str, text: &str, why: &str) -> Problem {
    let cause = format!("{} is not a number that can be used: {why}", quote(text));
    source.problem(code, source.span_of(text), cause, RESTORE)
}

/// What pgbench says when something fails, or a line that belongs to that; `None` for any other line.
pub(super) fn failure(line: u32, text: &str) -> Option<Said> {
    let bare = text.trim_end();
    let said = |kind, text: String| Some(Said::new(line, kind, text));
    if bare.ends_with("Run was aborted; the above results are incomplete.") {
        return said(SaidKind::Aborted, "pgbench says: `Run was aborted; the above results are incomplete.`".into());
    }
    let (kind, words) = match bare.strip_prefix("pgbench: ").and_then(|rest| rest.split_once(": ")) {
        Some(("error" | "fatal", words)) => (SaidKind::Failed, words),
        Some(("warning" | "hint" | "detail", words)) => (SaidKind::Remark, words),
        // Before PostgreSQL 13 the messages of clients had no head.
        _ if bare.starts_with("client ") && bare.contains(" aborted in ") => (SaidKind::Failed, bare),
        _ if bare.starts_with("Client ") && bare.contains(" aborted in ") => (SaidKind::Failed, bare),
        _ if bare.starts_with("connection to ") && bare.contains(" failed: ") => (SaidKind::Failed, bare),
        _ => return None,
    };
    said(kind, format!("pgbench says: {}.", quote(words)))
}
