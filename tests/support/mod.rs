//! Small whole projects for end-to-end tests, made in a temporary folder with hashes that are right.
//!
//! [`Fixture`] says what a campaign is like, [`Fixture::write`] makes the project of it, [`Project`] changes its files,
//! pins them again and builds it, by the library or by the binary.
#![allow(dead_code, reason = "each test binary uses a part of it")]

pub mod fixture;
pub mod project;

pub use fixture::{Case, Fixture};
pub use project::{Project, freeze_results};
