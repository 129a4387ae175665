//! Drives the promise of the same name with whatever the fuzzer thinks of.
#![no_main]

#[path = "../promises/reader.rs"]
mod promise;

libfuzzer_sys::fuzz_target!(|input: &[u8]| promise::holds(input));
