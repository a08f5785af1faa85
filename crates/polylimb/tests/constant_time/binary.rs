//! The binary fields on every constant-time product, alone and in lanes, with secret elements.

use super::common::{operand, rng};
use super::{quiet, secret};
use crate::memcheck::{hide, is_secret};
use polylimb::authors::field::binary::{
    AnyBinary, Binary, BinaryQuads, F163, F233, F283, F409, F571, Polynomial, Product, Quadratic,
    Sparse, WithProduct, with_best, words_for,
};
use polylimb::authors::field::lanes::{LaneMask, Portable};
use polylimb::authors::field::{Encoding, Field, SquareRoot};
use polylimb::authors::limb::{Mask, WORD_BITS, Word};
use polylimb::cpu::Features;

/// A secret element of degree below `degree`.
fn element<const N: usize>(degree: usize, seed: u64) -> [Word; N] {
    let mut a: [Word; N] = operand(&mut rng(seed), N).try_into().expect("N words");
    a[0] |= 1;
    a[degree / WORD_BITS] &= (1 << (degree % WORD_BITS)) - 1;
    a[degree / WORD_BITS + 1..].fill(0);
    hide(&mut a);
    a
}

/// Every method on secret elements.
fn check<const N: usize, F>(what: &str, f: &F, degree: usize)
where
    F: Encoding<El = [Word; N], Mask = Mask> + SquareRoot + Quadratic,
{
    let (a, b) = (element::<N>(degree, 81), element::<N>(degree, 82));
    let condition = Mask::from_bit(secret(vec![1])[0]);
    let mut r = f.zero();
    quiet(&format!("{what}: products"), || {
        let (ab, aa) = (f.mul(&a, &b), f.sqr(&a));
        r = f.reduce(&f.add_wide(&f.mul_wide(&ab, &b), &f.sqr_wide(&aa)));
    });
    assert!(is_secret(&r), "{what}: the result was taken for public");
    let mut verdict = Mask::FALSE;
    quiet(&format!("{what}: sums, comparisons, selection, trace"), || {
        let (mut c, mut d) = (f.add(&a, &b), a);
        f.swap_if(condition, &mut c, &mut d);
        verdict = f.equal(&c, &d) ^ f.is_zero(&f.select(condition, &c, &d)) ^ f.trace(&a);
    });
    assert!(is_secret(&[verdict.word()]));
    quiet(&format!("{what}: inverse"), || r = f.inv0(&a));
    quiet(&format!("{what}: square root"), || (r, _) = f.sqrt(&a));
    quiet(&format!("{what}: quadratic equation"), || (r, verdict) = f.solve_quadratic(&a));
    assert!(is_secret(&r) && is_secret(&[verdict.word()]));
    let mut bytes = vec![0; f.encoded_bytes()];
    quiet(&format!("{what}: encode"), || f.encode_be(&mut bytes, &a).expect("the length is right"));
}

struct Fields;

impl WithProduct for Fields {
    type Out = &'static str;

    fn call<K: Product>(self, kernel: K) -> &'static str {
        fn one<const N: usize, P: Polynomial, K: Product>(kernel: K) {
            let f = Binary::<N, P, K>::with(kernel);
            check(&format!("2^{}, {}", P::DEGREE, K::NAME), &f, P::DEGREE);
        }
        one::<{ words_for(163) }, F163, K>(kernel);
        one::<{ words_for(233) }, F233, K>(kernel);
        one::<{ words_for(283) }, F283, K>(kernel);
        one::<{ words_for(409) }, F409, K>(kernel);
        one::<{ words_for(571) }, F571, K>(kernel);
        let polynomial = Sparse::new(239, &[158, 0]).expect("irreducible");
        let f = AnyBinary::<{ words_for(239) }, K>::with(kernel, polynomial).expect("fits");
        check(&format!("2^239 at run time, {}", K::NAME), &f, 239);
        K::NAME
    }
}

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn binary_fields() {
    let names =
        [Features::NONE, crate::memcheck::features()].map(|features| with_best(features, Fields));
    println!("binary products: {}", names.join(" "));
}

/// The vectors of the CPU compute from the same source; Valgrind cannot run them.
#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn binary_quads() {
    const N: usize = words_for(233);
    let f = BinaryQuads::<Portable, N, { N.div_ceil(2) }, F233>::new(crate::memcheck::features())
        .expect("needs nothing");
    let numbers: [[Word; N]; 4] = core::array::from_fn(|i| element(233, 90 + i as u64));
    let mut shown = [[0; N]; 4];
    quiet("four lanes of 2^233", || {
        let a = f.enter(&numbers);
        let b = f.permute::<0b00_01_10_11>(&f.sqr(&f.mul(&a, &f.add(&a, &f.one()))));
        let chosen = f.select(f.is_zero(&b) ^ LaneMask::from_bits(0b0011_1100), &b, &f.inv0(&a));
        shown = f.leave(&f.mul(&chosen, &a));
    });
    assert!(is_secret(&shown[0]) && is_secret(&shown[3]));
}
