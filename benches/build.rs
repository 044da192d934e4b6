//! The whole build of the shipped campaign: every hash, every interval, three formats, written to disk.
//!
//! `cargo bench --bench build`. Aim: under 0.5 s on two cores. The process itself (its start and its peak of memory,
//! under 200 MB) is measured from outside: `/usr/bin/time -v target/release/rebench-report build hcloud-rebench-20261014`.

use std::path::{Path, PathBuf};

use criterion::{Criterion, SamplingMode, criterion_group, criterion_main};
use rebench_report::pipeline::{self, Format, Options};
use rebench_report::render::pdf::Paper;

const CAMPAIGN: &str = "hcloud-rebench-20261014";

fn options(out: PathBuf, formats: &[Format]) -> Options {
    Options {
        root: Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf(),
        campaign: CAMPAIGN.to_string(),
        out,
        formats: formats.to_vec(),
        phases: Vec::new(),
        paper: Paper::A4,
        draft: false,
        date: None,
        front: false,
    }
}

fn builds(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder for the benchmark's reports");
    let mut group = criterion.benchmark_group("build");
    group.sample_size(10);
    group.sampling_mode(SamplingMode::Flat);
    let [markdown, html, pdf] = Format::ALL;
    for (name, formats) in
        [("three formats", &Format::ALL[..]), ("markdown", &[markdown]), ("html", &[html]), ("pdf", &[pdf])]
    {
        for threads in [1, 2] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            let options = options(folder.path().join("report"), formats);
            // Every run after the first takes the place of a report, as a user's second build does.
            group.bench_function(format!("{name}, threads: {threads}"), |bencher| {
                bencher.iter(|| pool.install(|| pipeline::build(&options, &|_| ())).expect("the campaign builds"));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, builds);
criterion_main!(benches);
