//! Small whole projects for end-to-end tests, made in a temporary folder with hashes that are right.
//!
//! [`fixture::Fixture`] says what a campaign is like and writes the project of it; [`project::Project`] changes its files,
//! pins them again and builds it, by the library or by the binary. [`report`] builds what is shipped.
#![allow(dead_code, reason = "each test binary uses a part of it")]

pub mod fixture;
pub mod project;
pub mod report;
