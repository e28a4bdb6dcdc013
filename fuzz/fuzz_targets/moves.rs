//! Games of any length, the moves chosen by the input.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| simurgh_fuzz::moves(data));
