//! The server of the board from outside: who may come in, what a page may ask, and what is left when
//! it goes.
#![cfg(feature = "board")]

mod client;
mod doors;
mod engines;
mod lines;
mod program;
