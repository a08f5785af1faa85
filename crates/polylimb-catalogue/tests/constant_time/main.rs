//! No secret decides a jump or an address in the catalogue's constant-time algorithms. The
//! library's program of the same name checks its own.
//!
//! `scripts/check constant-time` runs these tests, optimised, under Valgrind; elsewhere they are
//! ignored.

#[path = "../../../polylimb/tests/common/mod.rs"]
mod common;
#[path = "../../../polylimb/tests/constant_time/memcheck.rs"]
mod memcheck;
#[path = "../../../polylimb/tests/constant_time/modmul.rs"]
mod modmul;
#[path = "../../../polylimb/tests/constant_time/powm.rs"]
mod powm;
#[path = "../../../polylimb/tests/splits/mod.rs"]
mod splits;

use memcheck::{public, quiet, secret};

const BITS: [usize; 5] = [128, 521, 1024, 2048, 2304];

/// The multiplications to check.
fn algorithms() -> impl Iterator<Item = &'static polylimb::modmul::Entry> {
    polylimb_catalogue::modmul::ALGORITHMS.iter()
}

/// The exponentiations to check.
fn methods() -> impl Iterator<Item = &'static polylimb::powm::Entry> {
    polylimb_catalogue::powm::METHODS.iter()
}

/// The products of the Arm study.
#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn products_by_scanning() {
    use polylimb_catalogue::limb::{hybrid, operand_caching};
    let n = 9;
    let [a, b] = [93, 94].map(|seed| secret(common::operand(&mut common::rng(seed), n)));
    let mut r = vec![0; 2 * n];
    for (name, multiply) in [
        ("hybrid", hybrid::<4> as fn(&mut [_], &[_], &[_])),
        ("operand_caching", operand_caching::<10>),
    ] {
        quiet(name, || multiply(&mut r, &a, &b));
        assert!(memcheck::is_secret(&r), "{name}: the product was taken for public");
    }
}
