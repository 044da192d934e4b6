//! Integrity: a campaign's folder in, a handle to verified bytes out.
//!
//! 1. `SHA256SUMS` is read and every file hashed against it, in parallel, streaming.
//! 2. [`verify`] returns [`Verified`], the only way to the bytes: unverified bytes can't reach [`crate::ingest`].
