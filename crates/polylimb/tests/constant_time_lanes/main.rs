//! No secret decides a jump or an address in the code over lanes, as far as its source says: the plain twins of the vectors, which compute the same
//! source, under Valgrind, which knows no AVX-512. What the compiler makes of the vectors is looked at where they are disassembled (`field_roots`).
//!
//! A program of its own, because the twins are compiled with it and not with the library, which takes longer than all else that is checked.

mod lanes;
#[allow(dead_code, reason = "the other program needs more of it")]
#[path = "../constant_time/memcheck.rs"]
mod memcheck;
#[path = "../constant_time/multiples.rs"]
mod multiples;
#[path = "../splits/mod.rs"]
mod splits;

use memcheck::{quiet, secret};
use polylimb::cpu::Features;
use polylimb::curve::named::Parameters;
use polylimb::multiply::engine::portable_quads;

/// Binary curves over four lanes.
#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn engines_over_four_lanes() {
    let mut checked = 0;
    for name in ["K-163", "B-163", "K-283"] {
        let parameters = Parameters::named(name).expect("known");
        let engine = portable_quads(&parameters, Features::detect()).expect("it has lanes");
        checked += multiples::check(name, &*engine.expect("not too large"));
    }
    assert_eq!(checked, 18);
}
