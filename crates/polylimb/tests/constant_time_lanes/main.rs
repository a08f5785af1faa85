//! No secret decides a jump or an address in the code over lanes, as far as its source shows:
//! checks the portable twins of the vectors, which are compiled from the same source, under
//! Valgrind, which does not support AVX-512. The test `roots` disassembles the code that the
//! compiler makes of the vectors.
//!
//! A separate program: the twins are compiled with it and not with the library, which takes longer
//! than all other checked code.

#[path = "../common/mod.rs"]
mod common;
mod lanes;
#[allow(dead_code, reason = "the other program needs more of it")]
#[path = "../constant_time/memcheck.rs"]
mod memcheck;
#[path = "../constant_time/modmul.rs"]
mod modmul;
#[path = "../constant_time/multiples.rs"]
mod multiples;
#[path = "../splits/mod.rs"]
mod splits;

use memcheck::{public, quiet, secret};
use polylimb::cpu::Features;
use polylimb::curve::named::Parameters;
use polylimb::modmul::{Entry, find};
use polylimb::twins;

/// A size for each form of `montgomery-ifma`: one to five vectors, both blocks, any length.
const BITS: [usize; 8] = [128, 521, 815, 1024, 1200, 1300, 2048, 2304];

/// `montgomery-ifma` in the forms of AVX-512.
fn algorithms() -> impl Iterator<Item = &'static Entry> {
    let entry = find("montgomery-ifma").expect("registered");
    let twin = Entry { make: |request| Ok(twins::montgomery_ifma(request)), ..*entry };
    std::iter::once(&*Box::leak(Box::new(twin)))
}

/// Binary curves over four lanes.
#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn engines_over_four_lanes() {
    let mut checked = 0;
    for name in ["K-163", "B-163", "K-283"] {
        let parameters = Parameters::named(name).expect("known");
        let engine = twins::binary_engine(&parameters, Features::detect()).expect("it has lanes");
        checked += multiples::check(name, &*engine.expect("not too large"));
    }
    assert_eq!(checked, 18);
}
