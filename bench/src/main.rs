//! bench

fn main() {}
