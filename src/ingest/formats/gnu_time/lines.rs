//! The reports of a file so far.

use smol_str::SmolStr;

use super::RESTORE;
use crate::ingest::Number;
use crate::ingest::number::number;
use crate::ingest::reading::{Observation, Reading, Said, SaidKind, Whose};
use crate::problem::{Outcome, Problems};
use crate::source::{Source, Span, quote};

/// A line of the file.
pub struct Line<'a> {
    /// Its number, from 1.
    pub number: u32,
    /// Where it stands.
    pub span: Span,
    /// Its text.
    pub text: &'a str,
}

/// What stands in a file so far.
pub struct Reports<'a> {
    source: &'a Source,
    reading: Reading,
    problems: Problems,
    /// Words of GNU time's about how the command ended, before its report.
    ended: Option<String>,
    any_status: bool,
    open: Option<Open>,
    count: u32,
    unkept: Option<u32>,
}

/// A report whose last line has not come yet.
struct Open {
    span: Span,
    first: usize,
    case: Option<String>,
    ended: Option<String>,
    names: Vec<String>,
}

impl<'a> Reports<'a> {
    /// Nothing yet.
    pub fn new(source: &'a Source) -> Self {
        Reports {
            source,
            reading: Reading::default(),
            problems: Vec::new(),
            ended: None,
            any_status: false,
            open: None,
            count: 0,
            unkept: None,
        }
    }

    /// What is declared of the status.
    pub fn any_status(&mut self, declared: Option<&str>) {
        match declared {
            None => {}
            Some("any") => self.any_status = true,
            Some(other) => {
                let cause = format!("`status` is declared as {}, which is not known", quote(other));
                self.refuse("time::declared", Span::default(), cause, "known is `any`");
            }
        }
    }

    /// What is wrong at a place.
    pub fn refuse(&mut self, code: &'static str, span: Span, cause: impl Into<String>, next: &str) {
        self.problems.push(self.source.problem(code, span, cause, next));
    }

    /// A fact.
    pub fn setting(&mut self, line: &Line<'_>, text: String) {
        self.reading.said.push(Said::new(line.number, SaidKind::Setting, text));
    }

    /// Whether a report has begun and not ended.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// A report begins.
    pub fn begin(&mut self, line: &Line<'_>, case: Option<String>) {
        self.cut();
        let ended = self.ended.take();
        let first = self.reading.observations.len();
        self.open = Some(Open { span: line.span, first, case, ended, names: Vec::new() });
    }

    /// How a command ended, if a line tells: GNU time writes it before the report.
    pub fn ended(&mut self, line: &Line<'_>) -> bool {
        let text = line.text.trim_end();
        let status = text.strip_prefix("Command exited with non-zero status ");
        let tells = status.is_some()
            || ["Command terminated by signal ", "Command stopped by signal "]
                .iter()
                .any(|start| text.starts_with(start));
        if tells {
            self.cut();
            let failed = status.is_none() || !self.any_status;
            let kind = if failed { SaidKind::Failed } else { SaidKind::Remark };
            self.reading.said.push(Said::new(line.number, kind, format!("{text}.")));
            self.ended = failed.then(|| text.to_owned());
        }
        tells
    }

    /// A number of the report. `None` for `value` says that it was refused.
    pub fn add(&mut self, line: &Line<'_>, metric: &str, unit: &str, value: Option<Result<Number, String>>) {
        let Some(open) = &mut self.open else { return };
        if open.names.iter().any(|name| name == metric) {
            let cause = format!("{} stands twice in the same report", quote(metric));
            self.refuse("time::twice", line.span, cause, RESTORE);
            return;
        }
        open.names.push(metric.to_owned());
        let Some(value) = value else { return };
        if let Err(reason) = &value
            && reason == super::long::UNKEPT
        {
            self.unkept.get_or_insert(line.number);
        }
        let whose = Whose { case: open.case.as_deref().map(SmolStr::new), ..Whose::default() };
        self.reading.observations.push(Observation::new(line.number, metric, unit, value).of(whose));
    }

    /// Reads a number and refuses what is none.
    pub fn number(&mut self, text: &'a str, what: &str) -> Option<Number> {
        match number(text) {
            Ok(number) if number.value >= 0.0 => Some(number),
            Ok(_) => self.wrong(text, what, "it is negative"),
            Err(why) => self.wrong(text, what, why),
        }
    }

    /// Reads `1:01.00` or `1:02:03` as seconds, and keeps it as printed.
    pub fn elapsed(&mut self, text: &'a str, what: &str) -> Option<Number> {
        let parts: Vec<&str> = text.split(':').collect();
        let (units, last) = match parts.as_slice() {
            [minutes, seconds] => (vec![(*minutes, 60.0)], *seconds),
            [hours, minutes, seconds] => (vec![(*hours, 3600.0), (*minutes, 60.0)], *seconds),
            _ => return self.wrong(text, what, "it is not h:mm:ss or m:ss"),
        };
        let mut value = match number(last) {
            Ok(number) if (0.0..60.0).contains(&number.value) && !last.starts_with(['-', '+']) => number.value,
            Ok(_) => return self.wrong(text, what, "its seconds are not below 60"),
            Err(why) => return self.wrong(text, what, why),
        };
        for (part, seconds) in units {
            match part.parse::<u32>() {
                Ok(count) if !part.starts_with('+') => value += f64::from(count) * seconds,
                _ => return self.wrong(text, what, "it is not h:mm:ss or m:ss"),
            }
        }
        Some(Number { text: text.into(), value })
    }

    /// Refuses a number.
    pub fn wrong(&mut self, text: &str, what: &str, why: &str) -> Option<Number> {
        let next = if text.contains(',') { "record again with LC_ALL=C, which writes decimal points" } else { RESTORE };
        let cause = format!("{} is {}: {why}", quote(what), quote(text));
        self.refuse("time::not-a-number", self.source.span_of(text), cause, next);
        None
    }

    /// The report's last line has come, with the status if the report has one.
    pub fn close(&mut self, status: Option<(&Line<'_>, u64)>) {
        let Some(open) = self.open.take() else { return };
        let mut failed = open.ended;
        if let Some((line, status)) = status.filter(|(_, status)| *status != 0 && !self.any_status)
            && failed.is_none()
        {
            let text = format!("Command exited with non-zero status {status}");
            self.reading.said.push(Said::new(line.number, SaidKind::Failed, format!("{text}.")));
            failed = Some(text);
        }
        let run = self.count;
        self.count += 1;
        for observation in self.reading.observations.iter_mut().skip(open.first) {
            observation.in_run(Some(run));
            if let Some(why) = &failed {
                observation.value = Err(why.clone());
            }
        }
    }

    /// A report that was begun and did not end.
    fn cut(&mut self) {
        if let Some(open) = self.open.take() {
            self.refuse("time::cut", open.span, "the report that begins here has no end", RESTORE);
        }
    }

    /// A line that is of no report: the command's own.
    pub fn other(&mut self, line: &Line<'_>) {
        if line.text.trim().is_empty() || self.ended(line) {
            return;
        }
        if self.is_open() {
            let cause = "this line within a report is none of time's";
            self.refuse(
                "time::line",
                line.span,
                cause,
                "record again with `-o`, so that the command's output goes elsewhere",
            );
        } else {
            let text = format!("It says {}.", quote(line.text.trim()));
            self.reading.said.push(Said::new(line.number, SaidKind::Remark, text));
        }
    }

    /// What the file came to.
    ///
    /// # Errors
    /// The problems of all lines, and a file without a report.
    pub fn end(mut self) -> Outcome<Reading> {
        self.cut();
        if self.problems.is_empty() && self.reading.observations.is_empty() {
            let cause = "nothing was measured: the file has no report of time";
            self.refuse(
                "time::nothing",
                Span::default(),
                cause,
                "declare the format that the file has, or record again",
            );
        }
        if self.count == 1 {
            for observation in &mut self.reading.observations {
                observation.in_run(None);
            }
        }
        if let Some(line) = self.unkept {
            let text =
                "Counts that Linux does not keep (getrusage(2)) are printed as 0; they are taken as not measured.";
            self.reading.said.push(Said::new(line, SaidKind::Missing, text));
        }
        self.reading.said.sort_by_key(|said| said.line);
        self.problems.sort_by_key(|problem| (problem.place.line, problem.place.column));
        if self.problems.is_empty() { Ok(self.reading) } else { Err(self.problems) }
    }
}
