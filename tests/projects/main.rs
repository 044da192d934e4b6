//! Small whole projects, from their files to a report or a refusal.
//!
//! [`valid`]: campaigns that are unusual and right must build. [`invalid`]: each fault gives its own message and exit code,
//! as `tests/fixtures/invalid/` has them. [`places`]: where a report goes, and what happens to what was there.
//! [`mutation`]: any byte changed anywhere.

mod invalid;
mod mutation;
mod places;
#[path = "../support/mod.rs"]
mod support;
mod valid;
