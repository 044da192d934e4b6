//! The declared campaign: what people wrote down before and after the runs.
//!
//! In: bytes and their path, for messages. Out: typed declarations. Nothing here opens a file.
//!
//! 1. [`manifest`]: `campaign.yaml`, pinned: identity, status, host, phases, cited figures, stand-ins.
//! 2. [`plan`]: `plan.json`, pinned: arms, cases, blocks, jobs in order.
//! 3. [`spec`]: `analysis.yaml`, pinned: estimand, interval, comparisons, metrics, confounds.
//! 4. [`published`]: `published.json`, pinned: the figures that the original write-up printed.

pub mod datasets;
pub mod manifest;
pub mod plan;
pub mod published;
pub mod published_summary;
pub mod spec;
