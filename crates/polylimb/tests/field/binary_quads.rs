//! Four elements of a binary field side by side: each lane agrees with polynomials in num-bigint.

use crate::binary_common::{number, polynomial, product, remainder};
use crate::common::{operand, rng};
use crate::laws::field_laws;
use polylimb::authors::field::Field;
use polylimb::authors::field::binary::{
    BinaryQuads, F163, F233, F283, F409, F571, Polynomial, Quad, words_for,
};
use polylimb::authors::field::lanes::{LaneMask, Portable};
use polylimb::authors::limb::{WORD_BITS, Word};
use polylimb::cpu::Features;

/// Compares products, squares, inverses, selections and permutations; returns the number of
/// comparisons.
fn check<V: Quad, const N: usize, const D: usize, P: Polynomial>(seed: u64) -> usize {
    let f = BinaryQuads::<V, N, D, P>::new(Features::detect()).expect("checked before");
    let modulus = polynomial(P::DEGREE, P::LOWER);
    let mut rng = rng(seed);
    let mut sample = || -> [[Word; N]; 4] {
        core::array::from_fn(|_| {
            let mut a: [Word; N] = operand(&mut rng, N).try_into().expect("N words");
            a[N - 1] &= (1 << (P::DEGREE % WORD_BITS)) - 1;
            a
        })
    };
    let mut compared = 0;
    let one: [Word; N] = core::array::from_fn(|i| Word::from(i == 0));
    for round in 0..12 {
        let (a, mut b) = (sample(), sample());
        if round == 0 {
            b[2] = [0; N];
        }
        let (x, y) = (f.enter(&a), f.enter(&b));
        assert_eq!(f.leave(&x), a, "leave(enter)");
        let results = [f.mul(&x, &y), f.sqr(&x), f.add(&x, &y), f.mul(&y, &f.inv0(&y))];
        let results = results.map(|r| f.leave(&r));
        for lane in 0..4 {
            let (m, n) = (number(&a[lane]), number(&b[lane]));
            let inverted = if b[lane] == [0; N] { [0; N] } else { one };
            let expected = [product(&m, &n), product(&m, &m), &m ^ &n, number(&inverted)];
            for (result, expected) in results.iter().zip(expected) {
                let expected = remainder(&expected, &modulus);
                assert_eq!(number(&result[lane]), expected, "2^{}, lane {lane}", P::DEGREE);
                compared += 1;
            }
        }
        let chosen = f.leave(&f.select(LaneMask::from_bits(0b1100_0011), &x, &y));
        assert_eq!(chosen, [a[0], b[1], b[2], a[3]]);
        let permuted = f.leave(&f.permute::<0b01_11_00_10>(&x));
        assert_eq!(permuted, [a[2], a[0], a[3], a[1]]);
        // Equal in two lanes; a difference in either word of a pair is detected.
        let mut other = a;
        other[1][0] ^= 1;
        other[3][N - 1] ^= 1;
        assert_eq!(f.equal(&x, &f.enter(&other)).bits(), 0b0011_0011);
        compared += 9;
    }
    let laws = [sample(), sample(), sample()].map(|a| f.enter(&a));
    field_laws(&f, &laws, |mask| mask.bits() == 0xff);
    compared
}

fn every_field<V: Quad>() -> usize {
    check::<V, { words_for(163) }, 2, F163>(1)
        + check::<V, { words_for(233) }, 2, F233>(2)
        + check::<V, { words_for(283) }, 3, F283>(3)
        + check::<V, { words_for(409) }, 4, F409>(4)
        + check::<V, { words_for(571) }, 5, F571>(5)
}

#[test]
fn portable_quads_compute_what_polynomials_do() {
    let compared = every_field::<Portable>();
    assert_eq!(compared, 5 * 12 * 25);
    println!("{compared} results");
}

#[cfg(target_arch = "x86_64")]
#[test]
fn vector_quads_compute_what_polynomials_do() {
    use polylimb::Error;
    use polylimb::authors::field::lanes::Ifma;
    let refused = BinaryQuads::<Ifma, 4, 2, F233>::new(Features::NONE).err();
    assert!(matches!(refused, Some(Error::MissingFeature { .. })));
    if BinaryQuads::<Ifma, 4, 2, F233>::new(Features::detect()).is_err() {
        println!("this CPU has no VPCLMULQDQ");
        return;
    }
    assert_eq!(every_field::<Ifma>(), 5 * 12 * 25);
}
