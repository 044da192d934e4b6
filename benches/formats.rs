//! How fast pgbench's log of transactions is read into columns: the format whose files are large.
//!
//! `cargo bench --bench formats`. Aim: 200 MB/s a thread. `lines, split, parse` is the obvious way to the same columns without
//! the checks, for comparison.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rebench_report::ingest::formats::{Input, pgbench};
use rebench_report::source::Source;

/// A log of about 20 MB of 4 clients, with the lag where `lag` is set and a transaction skipped now and then.
fn log(lag: bool) -> String {
    let mut text = String::new();
    let mut state = 550_155_u64;
    for index in 0_u64.. {
        if text.len() > 20_000_000 {
            break;
        }
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let (latency, micros) = (500 + (state >> 33) % 30_000, index * 400);
        let (second, micros) = (1_796_064_863 + micros / 1_000_000, micros % 1_000_000);
        let time = if lag && index % 400 == 7 { "skipped".to_owned() } else { latency.to_string() };
        let _ = write!(text, "{} {} {time} 0 {second} {micros}", index % 4, index / 4 + 1);
        text.push_str(if lag { " 72\n" } else { "\n" });
    }
    text
}

/// The columns by the obvious way: time of the end and latency of each line.
fn obvious(text: &str) -> (Vec<i64>, Vec<f64>) {
    let (mut ends, mut latencies) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let fields: Vec<&str> = line.split(' ').collect();
        latencies.push(fields[2].parse().unwrap_or(-1.0));
        let (seconds, micros): (i64, i64) = (fields[4].parse().unwrap_or(0), fields[5].parse().unwrap_or(0));
        ends.push(seconds * 1_000_000 + micros);
    }
    (ends, latencies)
}

fn formats(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("pgbench-log");
    group.sample_size(20);
    for (name, lag) in [("six columns", false), ("seven columns and skipped", true)] {
        let source = Source::new("pgbench_log.1", log(lag));
        group.throughput(Throughput::Bytes(source.text.len() as u64));
        let declared = BTreeMap::new();
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let input = Input { source: &source, declared: &declared, beside: &|_| Ok(None) };
                (pgbench::LOG.read)(&input).expect("a log that can be read")
            });
        });
        if lag {
            continue;
        }
        group.bench_function("six columns with decoding", |bencher| {
            bencher.iter(|| {
                let source = Source::decode("pgbench_log.1", source.text.as_bytes()).expect("UTF-8");
                let input = Input { source: &source, declared: &declared, beside: &|_| Ok(None) };
                (pgbench::LOG.read)(&input).expect("a log that can be read")
            });
        });
        group.bench_function("lines, split, parse", |bencher| bencher.iter(|| obvious(&source.text)));
    }
    group.finish();
}

criterion_group!(benches, formats);
criterion_main!(benches);
