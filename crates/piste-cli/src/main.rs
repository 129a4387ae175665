//! The command line of piste.

fn main() {}
