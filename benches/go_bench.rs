//! How fast the text of Go benchmarks is read, on one thread.
//!
//! `cargo bench --bench go_bench`. Aim: 2 million result lines a second, from the bytes of a file on.

use std::collections::BTreeMap;
use std::fmt::Write;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use rebench_report::ingest::formats::{Input, go};
use rebench_report::ingest::go_bench;
use rebench_report::source::Source;

const LINES: usize = 200_000;

/// What was read is freed outside of the measured time.
const FREED_APART: BatchSize = BatchSize::PerIteration;

/// Lines as `go test -bench` prints them, with as many value and unit pairs each as `pairs` says.
fn text(pairs: usize) -> String {
    let mut text =
        String::from("goos: linux\ngoarch: amd64\npkg: example.com/sample\ncpu: Intel(R) Xeon(R) Processor\n");
    for at in 0..LINES {
        let (rows, order) = ([8, 1000, 100_000][at % 3], ["asc", "desc_order"][at % 2]);
        let nanoseconds = 17.18 + (at * 7919 % 100_003) as f64 / 7.0;
        let _ = write!(text, "BenchmarkSub/rows={rows}/order={order}-2  \t{:8}\t{nanoseconds:10.4} ns/op", 1000 + at);
        let more = [format!("{:8} B/op", at % 4096), format!("{:8} allocs/op", at % 13)];
        for pair in more.iter().take(pairs - 1) {
            let _ = write!(text, "\t{pair}");
        }
        text.push('\n');
    }
    text.push_str("PASS\nok  \texample.com/sample\t12.506s\n");
    text
}

fn reading(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("go_bench");
    group.sample_size(20);
    group.throughput(Throughput::Elements(LINES as u64));
    for pairs in [1, 3] {
        let text = text(pairs);
        let source = Source::decode("a.log", text.as_bytes()).expect("the benchmark's text");
        group.bench_function(format!("lines of {pairs}, text to log"), |bencher| {
            bencher.iter_batched(|| (), |()| go_bench::read(&source), FREED_APART);
        });
        group.bench_function(format!("lines of {pairs}, bytes to log"), |bencher| {
            let read = |()| Source::decode("a.log", text.as_bytes()).map(|source| go_bench::read(&source));
            bencher.iter_batched(|| (), read, FREED_APART);
        });
        let declared = BTreeMap::new();
        group.bench_function(format!("lines of {pairs}, text to reading"), |bencher| {
            let input = Input { source: &source, declared: &declared, beside: &|_| Ok(None) };
            bencher.iter_batched(|| (), |()| (go::BENCH.read)(&input), FREED_APART);
        });
    }
    group.finish();
}

criterion_group!(benches, reading);
criterion_main!(benches);
