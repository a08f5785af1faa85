//! The functions compiled for vectors, disassembled: everything below them is inlined, and no
//! secret reaches a jump or an address. Not ignored: they run without Valgrind, which knows no
//! AVX-512.

mod disassembly;
mod lanes;
mod powers;
