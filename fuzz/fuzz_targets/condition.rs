//! Drives the promise of the same name with whatever the fuzzer thinks of.
#![no_main]

#[path = "../promises/condition.rs"]
mod promise;

libfuzzer_sys::fuzz_target!(|input: &str| promise::holds(input));
