//! A campaign of many cases: 1,000 and 4,000 of them, two arms, two runs each, as one table.
//!
//! `cargo bench --bench scale`. Work should grow with the number of cases and no faster: both sizes are told by the case, so
//! the two numbers should be alike. The peak of memory is measured from outside, as `benches/build.rs` says.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use criterion::{Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use rebench_report::integrity::freeze::{How, freeze};
use rebench_report::pipeline::{self, Format, Options};
use rebench_report::render::pdf::Paper;

const SIZES: [u64; 2] = [1_000, 4_000];

const MANIFEST: &str = "schema: benchcampaign/campaign/1
campaign: large
status: measured
phases: [{phase: runs, dir: frozen/runs, what: runs}]
";

const DATASETS: &str = "schema: rebench/datasets/1
phases:
  - phase: runs
    arms: [base, patched]
    comparisons: [{name: patched/base, numerator: patched, denominator: base}]
    datasets:
      - name: runs
        kind: runs
        format: csv
        files: [runs.csv]
        options: {case: case, arm: arm, run: run, values: 'ms:ms'}
        metrics: [{name: time, from: ms, unit: ms, better: lower}]
        statistic: median
        design: unpaired
        bootstrap: {resamples: 1000, seed: 1, rng: numpy-pcg64, level: 0.95, quantile: linear}
";

const TEXT: &str = r#"---
phase: runs
title: Runs
---
## Arms

Two.

## Environment and design

None.

## Results

Below.

## Interpretation

### Measured

- **Each case was run more than once.** There are {{ runs["case 0"]["base"]["time"].n | count }} of the first.
  {{ claim(that=[runs["case 0"]["base"]["time"].n | above(value=1)]) }}

### Hypotheses

None.

## Limits

None.
"#;

/// A project with one campaign of so many cases.
fn write(root: &Path, cases: u64) -> std::io::Result<()> {
    let folder = root.join("content/large");
    fs::create_dir_all(folder.join("frozen/runs"))?;
    fs::create_dir_all(folder.join("phases"))?;
    fs::write(root.join("book.toml"), "[book]\ntitle = \"Large\"\nlanguage = \"en\"\n")?;
    fs::write(folder.join("campaign.yaml"), MANIFEST)?;
    fs::write(folder.join("datasets.yaml"), DATASETS)?;
    fs::write(folder.join("campaign.md"), "---\ntitle: Large\n---\n")?;
    fs::write(folder.join("phases/runs.md"), TEXT)?;
    let mut table = String::from("case,arm,run,ms\n");
    for case in 0..cases {
        for (arm, base) in [("base", 1_000), ("patched", 980)] {
            for run in 1..=2 {
                let ms = base + case % 97 + run;
                let _ = writeln!(table, "case {case},{arm},{run},{ms}");
            }
        }
    }
    fs::write(folder.join("frozen/runs/runs.csv"), table)
}

fn builds(criterion: &mut Criterion) {
    let [markdown, html, _] = Format::ALL;
    for format in [markdown, html] {
        let mut group = criterion.benchmark_group(format!("scale, {}", format.name()));
        group.sample_size(10);
        group.sampling_mode(SamplingMode::Flat);
        for cases in SIZES {
            let folder = tempfile::tempdir().expect("a folder for the benchmark's project");
            write(folder.path(), cases).expect("the project is written");
            freeze(&folder.path().join("content/large"), How::default()).expect("the campaign is pinned");
            let options = Options {
                root: folder.path().to_path_buf(),
                campaign: "large".to_string(),
                out: folder.path().join("report"),
                formats: vec![format],
                phases: Vec::new(),
                paper: Paper::A4,
                date: None,
                draft: false,
                front: false,
            };
            group.throughput(Throughput::Elements(cases));
            group.bench_function(format!("{cases} cases"), |bencher| {
                bencher.iter(|| pipeline::build(&options, &|_| ()).expect("the campaign builds"));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, builds);
criterion_main!(benches);
