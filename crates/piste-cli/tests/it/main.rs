//! Drives the real binary, as a shell would: every verb, every message, every exit code,
//! and what happens when the other side of a pipe, the disk or the person at the keyboard
//! does not play along.

mod bands;
#[cfg(feature = "book")]
mod book;
mod canon;
mod check;
mod convert;
mod dataset;
mod door;
mod doors;
mod explain;
mod fit;
mod habits;
mod hint;
mod library;
mod library_crash;
mod library_hardened;
mod library_race;
#[cfg(unix)]
mod library_read_only;
mod library_shapes;
mod make;
mod me;
mod promises;
mod rate;
mod reliable;
mod se;
mod serve;
mod serve_attack;
mod serve_client;
mod serve_limits;
mod shapes;
mod shard;
#[cfg(unix)]
mod shard_killed;
mod sizes;
mod solve;
mod stones;
mod streams;
mod study;
mod support;
mod transform;
mod what_works;
