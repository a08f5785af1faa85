//! The functions compiled for vectors, disassembled: everything below them is inlined, and no
//! secret reaches a jump or an address.
#![cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]

#[path = "../common/mod.rs"]
#[cfg(feature = "engine")]
mod common;
#[path = "../disassembly/mod.rs"]
mod disassembly;
#[path = "../field_common/mod.rs"]
#[cfg(feature = "engine")]
mod field_common;

#[cfg(feature = "engine")]
mod lanes;
mod powers;
