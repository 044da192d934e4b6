//! One bootstrap interval, generator included: the aim is 20,000 resamples of 6 blocks in half a millisecond a core.

use criterion::{Criterion, criterion_group, criterion_main};
use rebench_report::analysis::bootstrap::Resampling;
use rebench_report::analysis::quantile::Quantile;
use rebench_report::analysis::rng::Generator;
use std::hint::black_box;
use std::num::NonZeroU32;

const RESAMPLES: usize = 20_000;

fn interval(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("interval of 20,000 resamples");
    for (blocks, generators) in
        [(6, &Generator::ALL[..]), (8, &Generator::ALL[..2]), (12, &Generator::ALL[..2]), (30, &Generator::ALL[..2])]
    {
        let n = NonZeroU32::new(blocks).unwrap_or(NonZeroU32::MIN);
        let logs: Vec<f64> = (0..blocks).map(|block| libm::sin(f64::from(block) * 1.7) * 0.02).collect();
        for &generator in generators {
            group.bench_function(format!("{} × {blocks}", generator.name()), |bencher| {
                bencher.iter(|| {
                    let resampling = Resampling::new(generator, black_box(391_706), n, RESAMPLES);
                    resampling.interval(black_box(&logs), 0.95, Quantile::Linear)
                });
            });
        }
    }
    group.finish();
}

fn further_metric(criterion: &mut Criterion) {
    let n = NonZeroU32::new(6).unwrap_or(NonZeroU32::MIN);
    let resampling = Resampling::new(Generator::PythonRandom, 391_706, n, RESAMPLES);
    let logs = [0.013, -0.02, 0.004, 0.03, -0.011, 0.001];
    criterion.bench_function("interval of a further metric with the same draws × 6", |bencher| {
        bencher.iter(|| resampling.interval(black_box(&logs), 0.95, Quantile::Linear));
    });
}

fn indices(criterion: &mut Criterion) {
    let mut out = vec![0; 6 * RESAMPLES];
    for generator in Generator::ALL {
        criterion.bench_function(&format!("120,000 indices below 6, {}", generator.name()), |bencher| {
            bencher.iter(|| {
                generator.indices(black_box(391_706), NonZeroU32::new(6).unwrap_or(NonZeroU32::MIN)).fill(&mut out)
            });
        });
    }
}

criterion_group!(benches, interval, further_metric, indices);
criterion_main!(benches);
