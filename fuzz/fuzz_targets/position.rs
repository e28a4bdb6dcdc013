//! Any text as a position string of any game.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| simurgh_fuzz::position(data));
