//! What the lines of runs of Go benchmarks say, in the words that all formats share. Both formats pass their lines
//! through here: the text line by line, a `go test -json` stream after its pieces were put together.

use std::collections::BTreeMap;
use std::sync::Arc;

use smol_str::{SmolStr, format_smolstr};

use super::stream::{Row, Stream, belongs, outcome};
use crate::ingest::Number;
use crate::ingest::go_bench::scan::{Line, Pairs, classify, is_benchmark, is_crash, is_tail, is_value};
use crate::ingest::reading::{Observation, Reading, Said, SaidKind, Statistic, Whose};
use crate::problem::{Outcome, Problems};
use crate::source::{Source, Span, quote, quote_up_to};

/// What was told so far.
pub(super) struct Account<'a> {
    source: &'a Source,
    /// The configuration key that names the arm, if one is declared.
    arm: Option<&'a str>,
    pub(super) problems: Problems,
    reading: Reading,
    /// The case of the last result.
    whose: Arc<Whose>,
    /// Names of the packages, by the numbers that the fields below hold.
    packages: Vec<String>,
    numbers: BTreeMap<String, usize>,
    /// Package of every observation.
    measured_in: Vec<usize>,
    /// Package of everything said.
    said_in: Vec<usize>,
    /// What metadata lines say, by unit and key, with the line.
    units: BTreeMap<(String, String), (u32, String)>,
}

impl<'a> Account<'a> {
    pub(super) fn new(source: &'a Source, declared: &'a BTreeMap<String, String>) -> Self {
        Account {
            source,
            arm: declared.get("arm").map(String::as_str),
            problems: Problems::new(),
            reading: Reading::default(),
            whose: Arc::default(),
            packages: Vec::new(),
            numbers: BTreeMap::new(),
            measured_in: Vec::new(),
            said_in: Vec::new(),
            units: BTreeMap::new(),
        }
    }

    /// The number of a package.
    pub(super) fn package(&mut self, name: &str) -> usize {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.packages.len();
        self.packages.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }

    pub(super) fn say(&mut self, stream: &Stream, line: u32, kind: SaidKind, case: Option<&str>, text: String) {
        self.reading.said.push(Said { line, kind, case: case.map(SmolStr::new), text });
        self.said_in.push(stream.package);
    }

    /// Takes one line of a stream; `pairs` is a buffer.
    pub(super) fn line<'t>(&mut self, stream: &mut Stream, row: &Row<'t>, pairs: &mut Pairs<'t>) {
        let printed = match classify(row.text, row.ended, pairs) {
            Line::Blank => return,
            Line::Result(name, _) => self.result(stream, row, name, pairs),
            Line::Config(key, value) => self.config(stream, row, key, value),
            Line::Damaged => self.damaged(stream, row),
            Line::Verdict(passed, _) => self.verdict(stream, row, passed),
            Line::Other => self.other(stream, row),
        };
        match printed {
            true => self.print(stream, row),
            false => self.flush(stream),
        }
    }

    // Each of the following returns whether the line is no more than a print.

    fn result(&mut self, stream: &mut Stream, row: &Row<'_>, name: &str, pairs: &mut Pairs<'_>) -> bool {
        if let Some(test) = row.test.filter(|test| !belongs(name, test)) {
            let text = format!("{} printed what looks like a result: {}.", quote(test), raw(row.text));
            self.say(stream, row.line, SaidKind::Damaged, Some(name), text);
            return false;
        }
        if stream.open.take_if(|open| belongs(name, open)).is_none()
            && let Some(open) = &stream.open
        {
            let text = format!("This result stands where that of {} is due, and may be a print.", quote(open));
            self.say(stream, row.line, SaidKind::Remark, Some(name), text);
        }
        stream.crashed = None;
        stream.unjudged = true;
        if self.arm.is_some() && stream.arm.is_none() {
            self.without_arm(row);
        }
        // Runs of one benchmark follow one another and share its name.
        if self.whose.case.as_deref() != Some(name) || self.whose.arm != stream.arm {
            let whose = Whose { case: Some(name.into()), arm: stream.arm.clone(), ..Whose::default() };
            self.whose = Arc::new(whose);
        }
        self.reading.observations.extend(pairs.iter().map(|(unit, number)| {
            let unit = SmolStr::new(unit);
            Observation {
                line: row.line,
                whose: Arc::clone(&self.whose),
                metric: unit.clone(),
                unit,
                statistic: Statistic::Sample,
                value: Ok(Number::from(*number)),
                about: None,
            }
        }));
        self.measured_in.resize(self.reading.observations.len(), stream.package);
        false
    }

    fn without_arm(&mut self, row: &Row<'_>) {
        let key = self.arm.unwrap_or_default();
        self.problems.push(self.source.problem(
            "go-bench::no-arm",
            row.span,
            format!("the configuration key {} is to name the arm, but is not set at this result", quote(key)),
            format!("write `{key}: <arm>` before the result, or declare the arm of the whole file instead"),
        ));
    }

    fn config(&mut self, stream: &mut Stream, row: &Row<'_>, key: &str, value: &str) -> bool {
        if key == "testing" && value.starts_with("warning: no tests to run") {
            self.say(stream, row.line, SaidKind::Skipped, None, format!("Nothing was run: {}.", raw(row.text)));
            return false;
        }
        // The testing package writes its own before the first benchmark and none within one.
        if row.test.is_some() || stream.open.is_some() || stream.crashed.is_some() {
            return true;
        }
        if value.is_empty() && !stream.settings.contains_key(key) {
            return true;
        }
        if stream.settings.get(key).map(String::as_str) != Some(value) {
            let told = if value.is_empty() { "no longer set" } else { value };
            self.say(stream, row.line, SaidKind::Setting, None, format!("{key}: {told}"));
        }
        let now = (!value.is_empty()).then(|| value.to_owned());
        if key == "pkg" {
            stream.package = self.package(value);
        }
        if Some(key) == self.arm {
            stream.arm = now.as_deref().map(SmolStr::new);
        }
        match now {
            Some(value) => stream.settings.insert(key.to_owned(), value),
            None => stream.settings.remove(key),
        };
        false
    }

    fn damaged(&mut self, stream: &mut Stream, row: &Row<'_>) -> bool {
        let own = is_benchmark(row.text).then(|| row.text.split([' ', '\t']).next().unwrap_or(""));
        let rest = own.and_then(|_| row.text.split_once('\t')).map_or(row.text, |(_, rest)| rest.trim_start());
        if is_crash(rest) {
            return self.crash(stream, row, own, rest);
        }
        if let Some((kind, name)) = outcome(rest) {
            return self.ended(stream, row, kind, name);
        }
        let open = stream.open.take();
        let case = own.or(row.test).map(str::to_owned).or(open);
        let what = match own {
            _ if !row.ended => "The file ends within this line",
            None if is_tail(row.text) => "The end of a result line without its beginning",
            _ => "A result line that can't be read whole",
        };
        let text = format!("{what}: {}.", raw(row.text));
        self.say(stream, row.line, SaidKind::Damaged, case.as_deref(), text);
        // What follows the name was printed by the benchmark, whose own end of the line is still due.
        let closed = !is_benchmark(rest) && rest.split('\t').skip(1).any(is_value);
        stream.open = own.filter(|_| row.text.contains('\t') && !closed).map(str::to_owned);
        false
    }

    fn crash(&mut self, stream: &mut Stream, row: &Row<'_>, own: Option<&str>, words: &str) -> bool {
        if stream.crashed.is_some() {
            return true;
        }
        let case = own.or(row.test).map(str::to_owned).or(stream.open.take());
        let text = match &case {
            Some(_) => format!("It was running when the process broke: {}.", raw(words)),
            None => format!("The process broke: {}.", raw(words)),
        };
        self.say(stream, row.line, SaidKind::Failed, case.as_deref(), text);
        stream.told.extend(case);
        stream.open = None;
        stream.crashed = Some(row.line);
        false
    }

    /// A case that says of itself how it ended.
    pub(super) fn ended(&mut self, stream: &mut Stream, row: &Row<'_>, kind: SaidKind, name: &str) -> bool {
        let word = if kind == SaidKind::Failed { "It failed" } else { "It was skipped" };
        self.say(stream, row.line, kind, Some(name), format!("{word}: {}.", raw(row.text.trim())));
        stream.told.insert(name.to_owned());
        stream.open = None;
        false
    }

    fn verdict(&mut self, stream: &mut Stream, row: &Row<'_>, passed: bool) -> bool {
        if !passed {
            if let Some(open) = stream.open.take() {
                let text = "It had begun and not ended when the run failed.".to_owned();
                self.say(stream, row.line, SaidKind::Failed, Some(&open), text);
            }
            let text = format!("The run failed: {}.", raw(row.text));
            self.say(stream, row.line, SaidKind::Failed, None, text);
            stream.failed = true;
        }
        self.broken_off(stream);
        stream.open = None;
        stream.unjudged = false;
        false
    }

    fn other(&mut self, stream: &mut Stream, row: &Row<'_>) -> bool {
        let text = row.text;
        if let Some((kind, name)) = outcome(text.trim_start()) {
            return self.ended(stream, row, kind, name);
        }
        if is_benchmark(text) && !text.trim_end().contains(char::is_whitespace) {
            stream.open = Some(text.trim_end().to_owned());
            return false;
        }
        if text.starts_with("ok  \t") {
            stream.open = None;
            stream.unjudged = false;
        }
        if ["ok  \t", "?   \t"].iter().any(|start| text.starts_with(start)) && text.contains("[no test") {
            self.say(stream, row.line, SaidKind::Skipped, None, format!("Nothing was run: {}.", quote(text)));
            return false;
        }
        let frames = ["=== RUN ", "=== PAUSE ", "=== CONT ", "=== NAME ", "--- PASS: ", "ok  \t"];
        if frames.iter().any(|frame| text.trim_start().starts_with(frame)) {
            return false;
        }
        match text.strip_prefix("Unit ") {
            Some(metadata) => self.unit(stream, row, metadata),
            None => true,
        }
    }

    /// A metadata line: a unit, and keys with what they are for it.
    fn unit(&mut self, stream: &Stream, row: &Row<'_>, metadata: &str) -> bool {
        let mut fields = metadata.split_whitespace();
        let unit = fields.next().unwrap_or("");
        let Some(pairs) = fields.map(|field| field.split_once('=')).collect::<Option<Vec<_>>>() else { return true };
        if pairs.is_empty() {
            return true;
        }
        for (key, value) in pairs {
            let told = (row.line, value.to_owned());
            let (first, before) = self.units.entry((unit.to_owned(), key.to_owned())).or_insert_with(|| told.clone());
            if before != value {
                let cause = format!("{} of the unit {} is {}", quote(key), quote(unit), quote(value));
                self.problems.push(self.source.problem(
                    "go-bench::unit-contradiction",
                    row.span,
                    format!("{cause} here, but {} in line {first}", quote(before)),
                    "keep the one that holds; what a unit is can't change within a file",
                ));
            } else if *first == row.line {
                let text = format!("unit {unit}: {key}={value}");
                self.say(stream, row.line, SaidKind::Setting, None, text);
            }
        }
        false
    }

    fn print(&mut self, stream: &mut Stream, row: &Row<'_>) {
        let case = row.test.map(str::to_owned).or_else(|| stream.open.clone());
        if stream.printed.as_ref().is_some_and(|printed| printed.case != case) {
            self.flush(stream);
        }
        stream.print(row, case);
    }

    /// Says what was printed up to here.
    fn flush(&mut self, stream: &mut Stream) {
        if let Some(printed) = stream.printed.take() {
            let text = printed.told();
            self.say(stream, printed.line, SaidKind::Remark, printed.case.as_deref(), text);
        }
    }

    fn broken_off(&mut self, stream: &mut Stream) {
        if let Some(line) = stream.crashed.take() {
            let text = "The process ended here; what it would have measured after this is not there.".to_owned();
            self.say(stream, line, SaidKind::Aborted, None, text);
        }
    }

    /// Ends a stream.
    pub(super) fn end(&mut self, stream: &mut Stream) {
        self.flush(stream);
        self.broken_off(stream);
    }

    /// What was read.
    ///
    /// # Errors
    /// What was found, or that nothing was measured.
    pub(super) fn finish(mut self) -> Outcome<Reading> {
        if !self.problems.is_empty() {
            return Err(self.problems);
        }
        let told = |said: &Said| match said.kind {
            SaidKind::Failed | SaidKind::Damaged | SaidKind::Aborted => true,
            SaidKind::Skipped => said.case.is_some(),
            _ => false,
        };
        if self.reading.observations.is_empty() && !self.reading.said.iter().any(told) {
            return Err(vec![self.source.problem(
                "go-bench::nothing",
                Span { start: 0, length: 0 },
                match self.source.text.trim().is_empty() {
                    true => "the file is empty: nothing was measured",
                    false => "no line of the file is a result of a Go benchmark: nothing was measured",
                },
                "run `go test -bench` with a pattern that a benchmark's name matches, or declare the file's own format",
            )]);
        }
        self.name_packages();
        // Prints are told when they end, and streams may be woven into each other.
        self.reading.said.sort_by_key(|said| said.line);
        Ok(self.reading)
    }

    /// Puts the package before the names of cases where several have some.
    fn name_packages(&mut self) {
        let said = self.reading.said.iter().zip(&self.said_in).filter(|(said, _)| said.case.is_some());
        let mut packages = self.measured_in.iter().chain(said.map(|(_, package)| package));
        if packages.next().is_none_or(|first| packages.all(|package| package == first)) {
            return;
        }
        let named = |case: &SmolStr, package: &usize| {
            let package = self.packages.get(*package).filter(|package| !package.is_empty())?;
            Some(format_smolstr!("{package}.{case}"))
        };
        // Numbers of one owner follow one another, and go on to share it.
        let mut last: Option<(Arc<Whose>, usize, Arc<Whose>)> = None;
        for (observation, package) in self.reading.observations.iter_mut().zip(&self.measured_in) {
            let (of, in_package, whose) = match last.take() {
                Some((of, at, whose)) if at == *package && Arc::ptr_eq(&of, &observation.whose) => (of, at, whose),
                _ => {
                    let mut whose = Whose::clone(&observation.whose);
                    if let Some(case) = whose.case.as_ref().and_then(|case| named(case, package)) {
                        whose.case = Some(case);
                    }
                    (Arc::clone(&observation.whose), *package, Arc::new(whose))
                }
            };
            observation.whose = Arc::clone(&whose);
            last = Some((of, in_package, whose));
        }
        for (said, package) in self.reading.said.iter_mut().zip(&self.said_in) {
            if let Some(case) = said.case.as_ref().and_then(|case| named(case, package)) {
                said.case = Some(case);
            }
        }
    }
}

/// A line as it is; what is longer than any that Go prints is cut.
fn raw(text: &str) -> String {
    quote_up_to(400, text)
}
