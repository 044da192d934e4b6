//! `check` of the shipped campaign, hashes to lint: the aim is 100 ms, so that an editor can run it at every save.
//!
//! `cargo bench --bench check`.

use std::path::Path;

use criterion::{Criterion, criterion_group, criterion_main};
use rebench_report::pipeline::{Options, check};

fn shipped(criterion: &mut Criterion) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf();
    let options = Options::reading(root, "hcloud-rebench-20261014".to_string());
    let checked = check(&options, &|_| {});
    assert!(checked.problems.is_empty(), "the shipped campaign is in order");
    criterion.bench_function("check of the shipped campaign", |bencher| bencher.iter(|| check(&options, &|_| {})));
}

criterion_group!(benches, shipped);
criterion_main!(benches);
