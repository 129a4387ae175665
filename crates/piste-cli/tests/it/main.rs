//! Drives the real binary, as a shell would: every verb, every message, every exit code,
//! and what happens when the other side of a pipe, the disk or the person at the keyboard
//! does not play along.

mod canon;
mod check;
mod convert;
mod explain;
mod habits;
mod hint;
mod make;
mod rate;
mod se;
mod serve;
mod serve_client;
mod serve_limits;
mod sizes;
mod solve;
mod streams;
mod support;
mod transform;
