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
fn algorithms() -> impl Iterator<Item = &'static polylimb::authors::modmul::Entry> {
    polylimb_catalogue::modmul::ALGORITHMS.iter()
}

/// The exponentiations to check.
fn methods() -> impl Iterator<Item = &'static polylimb::authors::powm::Entry> {
    polylimb_catalogue::powm::METHODS.iter()
}

/// The products of the Arm study.
#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn products_by_scanning() {
    use polylimb::authors::limb::Kernel;
    use polylimb::cpu::Features;
    use polylimb_catalogue::limb::{comba, hybrid, operand_caching};
    let n = 9;
    let [a, b] = [93, 94].map(|seed| secret(common::operand(&mut common::rng(seed), n)));
    let mut r = vec![0; 2 * n];
    for (name, multiply) in [
        ("hybrid", hybrid::<4> as fn(&mut [_], &[_], &[_])),
        ("operand_caching", operand_caching::<10>),
        ("comba", |r, a, b| comba::mul(Kernel::best(Features::detect()), r, a, b)),
        ("comba square", |r, a, _| comba::sqr(Kernel::best(Features::detect()), r, a)),
    ] {
        quiet(name, || multiply(&mut r, &a, &b));
        assert!(memcheck::is_secret(&r), "{name}: the product was taken for public");
    }
}

/// Squares by `pdep` and the products of the same kernel.
#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
fn squares_by_pdep() {
    use polylimb::authors::field::Field;
    use polylimb::authors::field::binary::{Binary, F233};
    let Some(kernel) = polylimb_catalogue::binary_field::Pdep::available(memcheck::features())
    else {
        println!("SKIPPED clmul-pdep: needs bmi2, avx2 and pclmulqdq");
        return;
    };
    let f = Binary::<4, F233, _>::with(kernel);
    let [mut a, b]: [[_; 4]; 2] = [95, 96].map(|seed| {
        let mut words = common::operand(&mut common::rng(seed), 4);
        words[3] &= (1 << (233 % 64)) - 1;
        secret(words).try_into().expect("four words")
    });
    quiet("2^233, clmul-pdep", || a = f.add(&f.sqr(&a), &f.mul(&a, &b)));
    assert!(memcheck::is_secret(&a), "the result was taken for public");
}
