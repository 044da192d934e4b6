//! Google Benchmark.
//!
//! 1. [`json`]: what `--benchmark_format=json` writes.
//! 2. [`csv`]: what `--benchmark_format=csv` writes.
//!
//! Both give one row a repetition, which is a sample of `real_time`, of `cpu_time` and of each counter, and rows of
//! aggregates, which are the tool's own summaries. The rows of a fitted complexity are summaries too: `coefficient of
//! NlgN` and `rms`.

pub mod csv;
pub mod json;
#[cfg(test)]
mod tests;

use crate::ingest::Number;
use crate::ingest::reading::{Observation, Said, SaidKind, Whose};

/// The unit as it is spelled here.
fn unit(time_unit: &str) -> &str {
    if time_unit == "us" { "µs" } else { time_unit }
}

/// The unit of a counter; a user's own has none.
fn unit_of_counter(name: &str) -> &'static str {
    match name {
        "bytes_per_second" => "B/s",
        "items_per_second" => "items/s",
        "max_bytes_used" | "total_allocated_bytes" | "net_heap_growth" => "B",
        _ => "",
    }
}

/// The word for a statistic of the tool.
fn statistic(aggregate: &str) -> &str {
    if aggregate == "stddev" { "sd" } else { aggregate }
}

fn observe(line: u32, case: &str, metric: &str, unit: &str, value: Result<Number, String>) -> Observation {
    Observation::new(line, metric, unit, value).of(Whose::case(case))
}

/// That a library built for debugging measured, which its own warning is about.
fn debug_build(line: u32) -> Said {
    let text = "The benchmark library was built for debugging, which its own warning says may affect the timings.";
    Said::new(line, SaidKind::Remark, text)
}

/// That the frequency of the processors may have changed meanwhile, which the tool warns of.
fn scaling(line: u32) -> Said {
    let text = "CPU scaling was enabled, of which the tool warns: real time may be noisy.";
    Said::new(line, SaidKind::Remark, text)
}
