//! The runner's own pins.
