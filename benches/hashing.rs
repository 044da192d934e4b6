//! How fast bytes are hashed: the floor under everything that reads a campaign.
//!
//! `cargo bench --bench hashing`. Aim: 1.2 GB/s a core where the CPU has SHA instructions.

use std::fs;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rebench_report::integrity::{hash_reader, verify};

fn hashing(criterion: &mut Criterion) {
    let bytes = vec![0xA5_u8; 64 << 20];
    let mut group = criterion.benchmark_group("hash");
    group.sample_size(20);
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("64 MiB in memory, one core", |bencher| bencher.iter(|| hash_reader(bytes.as_slice())));

    let folder = tempfile::tempdir().expect("a folder for the benchmark's files");
    let file = folder.path().join("bytes");
    fs::write(&file, &bytes).expect("the benchmark's file");
    group.bench_function("64 MiB of a cached file, one core", |bencher| {
        bencher.iter(|| hash_reader(fs::File::open(&file).expect("the benchmark's file")));
    });
    group.finish();

    let campaign = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("content/hcloud-rebench-20261014");
    criterion.bench_function("verify the pinned campaign", |bencher| bencher.iter(|| verify(&campaign)));
}

criterion_group!(benches, hashing);
criterion_main!(benches);
