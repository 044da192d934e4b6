//! What a campaign of one phase is like, and its files.

use std::fmt::Write as _;

use rebench_report::integrity::sha256;
use serde_json::{Value, json};

use super::project::Project;

/// A case of the plan.
#[derive(Clone, Debug)]
pub struct Case {
    pub name: &'static str,
    pub benchmark: &'static str,
}

/// A sample, by the places of its arm and case, its block and its repeat.
#[derive(Clone, Copy, Debug)]
pub struct At {
    pub arm: usize,
    pub case: usize,
    pub block: usize,
    pub repeat: usize,
}

/// A campaign of one phase. The default is the smallest that has everything: two arms, one case, two blocks.
#[derive(Clone, Debug)]
pub struct Fixture {
    pub campaign: &'static str,
    pub status: &'static str,
    pub phase: &'static str,
    pub arms: Vec<&'static str>,
    pub cases: Vec<Case>,
    pub blocks: usize,
    pub repeats: usize,
    pub gomaxprocs: usize,
    pub generator: &'static str,
    pub quantile: &'static str,
    pub complete_cases_only: bool,
    /// Metrics beside ns/op, B/op and allocs/op, sorted.
    pub custom: Vec<&'static str>,
    /// Metrics of the analysis.
    pub analysed: Vec<&'static str>,
    /// Whether the column `case` holds the case's name, not the benchmark's.
    pub labelled: bool,
    /// Jobs from this one on never started; the runner gave up.
    pub gave_up_at: Option<usize>,
    /// The printed value of a metric.
    pub value: fn(At, &str) -> String,
}

impl Default for Fixture {
    fn default() -> Self {
        Fixture {
            campaign: "small",
            status: "measured",
            phase: "A",
            arms: vec!["before", "after"],
            cases: vec![Case { name: "Get", benchmark: "BenchmarkGet" }],
            blocks: 2,
            repeats: 3,
            gomaxprocs: 8,
            generator: "python-random",
            quantile: "linear",
            complete_cases_only: true,
            custom: Vec::new(),
            analysed: vec!["ns/op", "B/op", "allocs/op"],
            labelled: true,
            gave_up_at: None,
            value: usual,
        }
    }
}

/// Values of which every later arm takes half the time of the first, with some scatter.
pub fn usual(at: At, metric: &str) -> String {
    let scatter = (at.block * 7 + at.repeat * 3 + at.case * 5) % 11;
    match metric {
        "ns/op" if at.arm == 0 => format!("{}", 1000 + scatter),
        "ns/op" => format!("{}", 500 + scatter),
        "B/op" => format!("{}", 64 + scatter),
        "allocs/op" => format!("{}", 2 + at.arm),
        _ => format!("{}.000", 6 + scatter),
    }
}

pub struct Job {
    pub case: usize,
    pub block: usize,
    pub position: usize,
    pub arm: usize,
}

impl Fixture {
    /// The project, in a temporary folder of its own.
    pub fn write(&self) -> Project {
        let project = Project::empty(self.campaign, self.phase);
        project.write_at_root("book.toml", "[book]\ntitle = \"Fixtures\"\n");
        project.write("campaign.yaml", self.manifest());
        project.write("analyzer/analyze.py", "print('the pinned analyzer of a fixture')\n");
        project.write("campaign.md", self.overview());
        project.write("phases/a.md", self.write_up());
        for at in 0..self.arms.len() {
            project.write_frozen(&format!("bin/arm-{at}"), format!("binary {at}\n"));
        }
        project.write_frozen("plan.json", pretty(&self.plan()));
        project.write_frozen("analysis.yaml", self.analysis());
        project.write_frozen("metrics.csv", self.csv());
        project.write_frozen("runner.jsonl", self.events());
        for (number, job) in self.executed() {
            project.write_frozen(&format!("logs/{number:03}.log"), self.log(&job));
            project.write_frozen(&format!("logs/{number:03}.receipts.jsonl"), self.receipts(&job));
        }
        project.pin();
        project
    }

    pub fn jobs(&self) -> Vec<Job> {
        let orders = permutations(self.arms.len());
        let mut jobs = Vec::new();
        for case in 0..self.cases.len() {
            for block in 0..self.blocks {
                let order = &orders[block % orders.len()];
                jobs.extend(order.iter().enumerate().map(|(position, arm)| Job { case, block, position, arm: *arm }));
            }
        }
        jobs
    }

    fn executed(&self) -> impl Iterator<Item = (usize, Job)> {
        self.jobs().into_iter().enumerate().take(self.gave_up_at.unwrap_or(usize::MAX))
    }

    fn metrics(&self) -> Vec<&'static str> {
        ["ns/op", "B/op", "allocs/op"].into_iter().chain(self.custom.iter().copied()).collect()
    }

    fn result_name(&self, case: usize) -> String {
        let benchmark = self.cases[case].benchmark;
        if self.gomaxprocs == 1 { benchmark.to_string() } else { format!("{benchmark}-{}", self.gomaxprocs) }
    }

    fn iterations(job: &Job, repeat: usize) -> usize {
        1000 + job.block * 10 + repeat
    }

    pub fn plan(&self) -> Value {
        let arms = self.arms.iter().enumerate().map(|(at, name)| {
            let sha256 = sha256(format!("binary {at}\n").as_bytes());
            json!({"name": name, "tree": format!("{at:040x}"), "binary": format!("bin/arm-{at}"), "sha256": sha256})
        });
        let cases =
            self.cases.iter().map(|case| json!({"name": case.name, "benchmark": case.benchmark, "benchtime": "1s"}));
        let jobs = self.jobs();
        let jobs = jobs.iter().enumerate().map(|(number, job)| {
            json!({
                "job": number, "case": self.cases[job.case].name, "block": job.block, "position": job.position,
                "arm": self.arms[job.arm], "log": format!("logs/{number:03}.log"),
            })
        });
        json!({
            "schema": "benchcampaign/plan/1", "campaign": self.campaign, "phase": self.phase,
            "harness": "c".repeat(40), "seed": 1, "blocks": self.blocks, "count": self.repeats,
            "gomaxprocs": self.gomaxprocs, "arms": arms.collect::<Vec<_>>(), "cases": cases.collect::<Vec<_>>(),
            "jobs": jobs.collect::<Vec<_>>(),
        })
    }

    fn manifest(&self) -> String {
        let outcome = if self.gave_up_at.is_some() { "aborted" } else { "complete" };
        format!(
            "schema: benchcampaign/campaign/1\ncampaign: {}\nstatus: {}\nharness: {}\nphases:\n  - {{phase: {}, dir: frozen/{}, outcome: {outcome}}}\n",
            self.campaign,
            self.status,
            "c".repeat(40),
            self.phase,
            self.phase
        )
    }

    fn analysis(&self) -> String {
        let comparisons = (1..self.arms.len()).map(|at| {
            let (of, over) = (self.arms[at], self.arms[0]);
            json!({"name": format!("{of}/{over}"), "numerator": of, "denominator": over})
        });
        let flow = |value: Value| value.to_string();
        format!(
            "schema: rebench/analysis/1\nsummary: median\nestimand: geometric-mean-of-block-ratios\n\
             absolute: median-of-process-medians\n\
             bootstrap: {{unit: block, interval: percentile, resamples: 200, seed: 7, rng: {}, level: 0.95, quantile: {}}}\n\
             complete_cases_only: {}\ncomparisons: {}\nmetrics: {}\ndiagnostics: [block-ratios, leave-one-block-out, order]\n",
            self.generator,
            self.quantile,
            self.complete_cases_only,
            flow(comparisons.collect()),
            flow(json!(self.analysed)),
        )
    }

    fn csv(&self) -> String {
        let mut out = String::from("campaign,phase,job,case,block,position,arm,repeat,benchmark,iterations");
        for metric in self.metrics() {
            let _ = write!(out, ",{}", field(metric));
        }
        out.push('\n');
        for (number, job) in self.executed() {
            let benchmark = self.result_name(job.case);
            let label = if self.labelled { self.cases[job.case].name } else { benchmark.as_str() };
            for repeat in 0..self.repeats {
                let _ = write!(
                    out,
                    "{},{},{number},{},{},{},{},{repeat},{},{}",
                    field(self.campaign),
                    field(self.phase),
                    field(label),
                    job.block,
                    job.position,
                    field(self.arms[job.arm]),
                    field(&benchmark),
                    Self::iterations(&job, repeat)
                );
                for metric in self.metrics() {
                    let _ = write!(out, ",{}", (self.value)(At::of(&job, repeat), metric));
                }
                out.push('\n');
            }
        }
        out
    }

    fn log(&self, job: &Job) -> String {
        let mut out = String::from("goos: linux\ngoarch: amd64\npkg: example.org/fixture\n");
        for repeat in 0..self.repeats {
            let _ = write!(out, "{}   \t{:8}", self.result_name(job.case), Self::iterations(job, repeat));
            // The order in which the testing package prints them.
            let custom = self.custom.iter().copied();
            for metric in std::iter::once("ns/op").chain(custom).chain(["B/op", "allocs/op"]) {
                let _ = write!(out, "\t{:>10} {metric}", (self.value)(At::of(job, repeat), metric));
            }
            out.push('\n');
        }
        out.push_str("PASS\nok  \texample.org/fixture\t1.000s\n");
        out
    }

    fn receipts(&self, job: &Job) -> String {
        let mut out = String::new();
        for repeat in 0..self.repeats {
            for (calibration, n) in [(true, 1), (false, Self::iterations(job, repeat))] {
                let invocation = repeat * 2 + usize::from(!calibration);
                let receipt = json!({"invocation": invocation, "n": n, "calibration": calibration, "ok": true});
                let _ = writeln!(out, "{receipt}");
            }
        }
        out
    }

    fn events(&self) -> String {
        let mut out = String::new();
        let mut second = 0;
        let mut say = |event: Value| {
            let (hours, minutes, seconds) = (second / 3600, second / 60 % 60, second % 60);
            let mut line = json!({"t": format!("2026-01-02T{hours:02}:{minutes:02}:{seconds:02}Z")});
            line.as_object_mut().unwrap().extend(event.as_object().unwrap().clone());
            let _ = writeln!(out, "{line}");
            second += 1;
        };
        say(json!({"event": "phase_start", "pins_ok": true}));
        for (number, _) in self.executed() {
            say(json!({"event": "job_start", "job": number}));
            say(json!({"event": "job_end", "job": number, "status": "ok", "exit_code": 0, "duration_s": 1.0}));
        }
        match self.gave_up_at {
            Some(_) => say(json!({"event": "phase_abort", "error": "out of time", "pins_ok": true})),
            None => say(json!({"event": "phase_end", "pins_ok": true})),
        }
        out
    }

    fn overview(&self) -> String {
        "---\ntitle: A small campaign\n---\n\nA phase and its arms.\n".to_string()
    }

    /// A write-up with one measured claim about the first case and comparison.
    fn write_up(&self) -> String {
        let text = |text: &str| Value::from(text).to_string();
        let comparison = text(&format!("{}/{}", self.arms[1], self.arms[0]));
        let (case, metric) = (text(self.cases[0].name), text(self.analysed[0]));
        format!(
            "---\nphase: {}\ntitle: A small phase\n---\n\n## Arms\n\nTwo trees.\n\n## Environment and design\n\nOne host.\n\n\
             ## Results\n\nThe case is complete.\n\n## Interpretation\n\n### Measured\n\n\
             - The later arm takes {{{{ cases[{case}][{comparison}][{metric}] | interval }}}} of the earlier.\n  \
             {{{{ claim(that=[cases[{case}][{comparison}][{metric}] | at_most(value=100)]) }}}}\n\n\
             ### Hypotheses\n\n- It may be the cache.\n  {{{{ would_test(how=\"A profile.\") }}}}\n\n## Limits\n\n- One host.\n",
            text(self.phase)
        )
    }
}

impl At {
    fn of(job: &Job, repeat: usize) -> Self {
        At { arm: job.arm, case: job.case, block: job.block, repeat }
    }
}

/// A field of RFC 4180.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_string() }
}

/// One line a job, so that a place in it says something.
pub fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap() + "\n"
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let mut out = Vec::new();
    for shorter in permutations(n - 1) {
        for at in (0..n).rev() {
            let mut longer = shorter.clone();
            longer.insert(at, n - 1);
            out.push(longer);
        }
    }
    out
}
