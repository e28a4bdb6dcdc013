//! A short search of any position that a string describes.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| simurgh_fuzz::search(data));
