//! `pgbench -l`: one line a transaction.
//!
//! Shape of a line (PostgreSQL's documentation of pgbench, "Per-Transaction Logging"), single blanks between its columns:
//! `client_id transaction_no time script_no time_epoch time_us [schedule_lag] [retries]`. Times are in microseconds.
//! `time` is a word where there is no latency: `skipped`, `failed`, and with `--failures-detailed` `serialization` or
//! `deadlock`.
//!
//! Which columns follow the sixth is constant in a file. None: neither. Two: lag, then retries. One: the lag where a
//! transaction was skipped, which only a run with `--rate` does; otherwise the log itself can't tell, and the
//! dataset declares it by the key `columns`.
//!
//! A log of a run with `--sampling-rate` looks like any other; only the clients' own numbers of their transactions, which
//! then have gaps, tell that entries are not there. That is said, with how many ([`Transactions::unlogged`]).
//!
//! Files are large, so the bytes are read once, by hand; a line that is not of the common kind is looked at again to say
//! what is wrong with it.

use std::collections::BTreeMap;

use super::entry::{Cursor, Entry, LARGEST, Tail, WORDS, entry};
use super::{head, is_epoch};
use crate::ingest::formats::{Format, Input};
use crate::ingest::number::number;
use crate::ingest::reading::{Reading, Said, SaidKind, Transactions};
use crate::problem::{Outcome, Problem};
use crate::source::{Source, Span, list, number_of, quote};

/// `pgbench -l`.
pub const FORMAT: Format = Format {
    name: "pgbench-log",
    tool: "pgbench -l",
    keys: &[(
        "columns",
        "what the seventh column is, where there are seven: `lag` (--rate) or `retries` (--max-tries)",
    )],
    read,
    looks,
};

/// Names of the columns, for messages.
const COLUMNS: [&str; 6] = ["client_id", "transaction_no", "time", "script_no", "time_epoch", "time_us"];

/// Most problems that are told one by one.
const MOST: usize = 20;

const RESTORE: &str = "restore the log as pgbench wrote it";

/// Reads a log into columns. A last line without its end is [`SaidKind::Damaged`] and no entry, whatever it holds.
///
/// # Errors
/// A line that is not of the format, or has another number of columns than the first; a transaction that stands twice;
/// a seventh column that neither log nor declaration explains; no line at all. The first twenty are told.
pub fn read(input: &Input<'_>) -> Outcome<Reading> {
    let source = input.source;
    let first = source.text.lines().next().unwrap_or("");
    let columns = first.split(' ').count();
    let tail = tail(input, columns)?;
    let mut log = Log::new(source, tail, first.len());
    let end = log.whole_lines();
    if let Some(rest) = source.text.get(end..).filter(|rest| !rest.is_empty()) {
        let text = format!("The last line has no end and may be cut: {}.", quote(rest));
        log.reading.said.push(Said::new(source.line_at(end), SaidKind::Damaged, text));
    }
    if log.transactions.lines.is_empty() && log.problems.is_empty() {
        let span = Span::default();
        log.problems.push(source.problem("pgbench-log::empty", span, "the log holds no transaction", RESTORE));
    }
    log.finish()
}

fn tail(input: &Input<'_>, columns: usize) -> Outcome<Tail> {
    let source = input.source;
    let refused =
        |cause: String, next: &str| Err(vec![source.problem("pgbench-log::columns", Span::default(), cause, next)]);
    let declared = input.declared.get("columns").map(String::as_str);
    let tail = match declared {
        None => None,
        Some("lag") => Some(Tail::Lag),
        Some("retries") => Some(Tail::Retries),
        Some(other) => {
            let cause = format!("`columns` is declared as {}, which is not known", quote(other));
            return refused(cause, "declare `columns: lag` or `columns: retries`");
        }
    };
    match (columns, tail) {
        (7, Some(tail)) => Ok(tail),
        (7, None) if source.text.lines().any(|line| line.split(' ').nth(2) == Some("skipped")) => Ok(Tail::Lag),
        (7, None) => refused(
            "the log has seven columns, and the seventh may be the lag behind the schedule or the number of retries"
                .into(),
            "declare `columns: lag` (the run had --rate) or `columns: retries` (it had --max-tries)",
        ),
        (_, Some(_)) => refused(
            format!("`columns` is declared, but the log has {columns} columns and leaves nothing open"),
            "take the declaration out",
        ),
        (8, None) => Ok(Tail::Both),
        // Any other number is told for every line.
        _ => Ok(Tail::None),
    }
}

struct Log<'a> {
    source: &'a Source,
    tail: Tail,
    transactions: Transactions,
    reading: Reading,
    problems: Vec<Problem>,
    /// Least number that the next transaction of each client may have: one past that of its last.
    last: Vec<u64>,
    /// The same for clients whose numbers are too large for a list.
    far: BTreeMap<u64, u64>,
    /// Whether a client's transactions are numbered from 0.
    from_zero: bool,
}

impl<'a> Log<'a> {
    fn new(source: &'a Source, tail: Tail, width: usize) -> Self {
        // A guess from the first line, which is as short as any; never more than a line of the least width would ask.
        let rows = source.text.len() / (width + 1).max(12) + 1;
        let mut transactions = Transactions {
            lines: Vec::with_capacity(rows),
            ends: Vec::with_capacity(rows),
            latencies: Vec::with_capacity(rows),
            scripts: Vec::with_capacity(rows),
            ..Transactions::default()
        };
        if matches!(tail, Tail::Lag | Tail::Both) {
            transactions.lags.reserve(rows);
        }
        if matches!(tail, Tail::Retries | Tail::Both) {
            transactions.retries.reserve(rows);
        }
        let (reading, problems) = (Reading::default(), Vec::new());
        Log { source, tail, transactions, reading, problems, last: Vec::new(), far: BTreeMap::new(), from_zero: false }
    }

    /// Reads every line that has an end; gives the first byte after them.
    fn whole_lines(&mut self) -> usize {
        let bytes = self.source.text.as_bytes();
        let (mut at, mut index) = (0, 0);
        while at < bytes.len() && self.problems.len() < MOST {
            let mut cursor = Cursor { bytes, at };
            match entry(&mut cursor, self.tail) {
                Some(entry) => {
                    self.enter(number_of(index), at, &entry);
                    at = cursor.at;
                }
                None => {
                    let rest = bytes.get(at..).unwrap_or_default();
                    let Some(length) = rest.iter().position(|byte| *byte == b'\n') else { return at };
                    self.odd(number_of(index), at, length);
                    at += length + 1;
                }
            }
            index += 1;
        }
        at
    }

    fn enter(&mut self, line: u32, at: usize, entry: &Entry<'_>) {
        let transactions = &mut self.transactions;
        if let Some(word) = entry.word {
            transactions.states.push((transactions.lines.len(), word.to_owned()));
        }
        transactions.lines.push(line);
        transactions.ends.push(entry.end);
        transactions.latencies.push(entry.latency);
        transactions.scripts.push(entry.script);
        match self.tail {
            Tail::None => {}
            Tail::Lag => transactions.lags.push(entry.seventh),
            // Below 2^32, as the reader of the line saw to.
            Tail::Retries => transactions.retries.push(entry.seventh as u32),
            Tail::Both => {
                transactions.lags.push(entry.seventh);
                transactions.retries.push(entry.eighth);
            }
        }
        let last = match usize::try_from(entry.client) {
            Ok(client) if client < 65_536 => {
                if client >= self.last.len() {
                    self.last.resize(client + 1, 0);
                }
                self.last.get_mut(client)
            }
            _ => Some(self.far.entry(entry.client).or_insert(0)),
        };
        let Some(last) = last else { return };
        // Old releases number a client's transactions from 0, newer ones from 1.
        self.from_zero |= entry.number == 0;
        if entry.number >= *last {
            *last = entry.number.saturating_add(1);
            return;
        }
        let cause = format!(
            "transaction {} of client {} stands after its transaction {}, so it stands twice or lines were moved",
            entry.number,
            entry.client,
            // A number below it is there only after a first one.
            last.saturating_sub(1)
        );
        let span = Span { start: at, length: 1 };
        let next = "give each run a log of its own, as pgbench wrote it";
        self.problems.push(self.source.problem("pgbench-log::duplicate", span, cause, next));
    }

    /// A line that has an end and is not of the common kind: blank, or a problem that says what is wrong.
    fn odd(&mut self, line: u32, at: usize, length: usize) {
        let text = self.source.slice(Span { start: at, length }).trim_end_matches('\r');
        if text.is_empty() {
            self.reading.said.push(Said::new(line, SaidKind::Remark, "The line is empty."));
            return;
        }
        let fields: Vec<&str> = text.split(' ').collect();
        let expected = match self.tail {
            Tail::None => 6,
            Tail::Lag | Tail::Retries => 7,
            Tail::Both => 8,
        };
        let whole = Span { start: at, length: text.len() };
        if fields.len() != expected {
            let cause = format!("the line has {} columns where {expected} are expected", fields.len());
            self.problems.push(self.source.problem("pgbench-log::columns", whole, cause, RESTORE));
            return;
        }
        let before = self.problems.len();
        for (column, field) in fields.iter().enumerate() {
            let name = match (COLUMNS.get(column), self.tail) {
                (Some(name), _) => name,
                (None, Tail::Lag) => "schedule_lag",
                (None, Tail::Both) if column == 6 => "schedule_lag",
                (None, _) => "retries",
            };
            if let Some(why) = fault(column, name, field) {
                let (cause, span) = (format!("{name} is {}: {why}", quote(field)), self.source.span_of(field));
                self.problems.push(self.source.problem("pgbench-log::not-a-number", span, cause, RESTORE));
            }
        }
        if self.problems.len() == before {
            let cause = "the line is not one that pgbench writes";
            self.problems.push(self.source.problem("pgbench-log::line", whole, cause, RESTORE));
        }
    }

    fn finish(mut self) -> Outcome<Reading> {
        if !self.problems.is_empty() {
            return Err(self.problems);
        }
        let held = self.transactions.lines.len() as u64;
        // Of numbers from 1, a client's last is how many it made; of numbers from 0, one more.
        let begins = u64::from(!self.from_zero);
        let made = self.last.iter().chain(self.far.values()).map(|next| next.saturating_sub(begins));
        let numbered = made.fold(0, u64::saturating_add);
        self.transactions.unlogged = numbered.saturating_sub(held);
        if held != numbered {
            let text = format!(
                "The log holds {held} of at least {numbered} transactions by the clients' own numbers; the others were not \
                 logged, as with `--sampling-rate`, or their lines are not there. So the log tells no rate of transactions."
            );
            self.reading.said.push(Said::new(1, SaidKind::Remark, text));
        }
        self.transactions.lines.shrink_to_fit();
        self.reading.transactions = Some(self.transactions);
        Ok(self.reading)
    }
}

/// Why a field is not what its column holds.
fn fault(column: usize, name: &str, field: &str) -> Option<String> {
    let digits = !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit());
    if digits || (column == 2 && WORDS.contains(&field)) {
        let value = field.parse::<u64>().ok().filter(|value| *value <= limit(name));
        return if value.is_none() && digits { Some(format!("at most {} is expected", limit(name))) } else { None };
    }
    Some(match number(field) {
        _ if column == 2 && field.bytes().all(|byte| byte.is_ascii_alphabetic()) && number(field).is_err_and(plain) => {
            format!("in the place of a latency only {} are known", list(&WORDS))
        }
        Err(reason) => reason.to_owned(),
        Ok(_) => "a whole number from 0 is expected".to_owned(),
    })
}

/// Whether a reason says no more than that there are letters.
fn plain(reason: &str) -> bool {
    reason == "it has characters that no decimal has"
}

/// Largest value of a column.
fn limit(name: &str) -> u64 {
    match name {
        "script_no" => u16::MAX.into(),
        "time_us" => 999_999,
        "retries" => u32::MAX.into(),
        _ => LARGEST,
    }
}

fn looks(_: &str, source: &Source) -> bool {
    let Some(fields) = head(&source.text) else { return false };
    let latency = fields.get(2).is_some_and(|field| WORDS.contains(field) || field.bytes().all(|b| b.is_ascii_digit()));
    let epoch = fields.get(4).is_some_and(|field| is_epoch(field));
    fields.len() <= 8 && latency && epoch && fields.first().is_some_and(|field| !is_epoch(field))
}
