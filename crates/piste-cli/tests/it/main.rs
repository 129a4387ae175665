//! Drives the real binary.
fn main() {}
