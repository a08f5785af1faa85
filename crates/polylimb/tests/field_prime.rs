//! `Prime` over several modular multiplications: the laws, and num-bigint.

mod common;
mod field_common;

use common::{big, residue, rng, words};
use field_common::{Plain, Sos};
use num_bigint::BigUint;
use polylimb::error::Error;
use polylimb::field::laws::{encoding_laws, field_laws};
use polylimb::field::prime::Prime;
use polylimb::field::{Encoding, Field};
use polylimb::limb::{Mask, WORD_BITS, Word};
use polylimb::modmul::ModMul;

fn holds(mask: Mask) -> bool {
    mask.to_bool_vartime()
}

/// The laws and the judge for one multiplication; `N` may be more than its residues need.
fn check<const N: usize>(modmul: Box<dyn ModMul>, seed: u64) -> usize {
    let f = Prime::<N>::new(modmul).expect("a residue fits");
    let m = f.modulus().to_vec();
    let mut rng = rng(seed);
    let plain: Vec<_> = (0..7).map(|_| residue(&mut rng, &m)).collect();
    let samples: Vec<_> = plain.iter().map(|a| f.enter(a).expect("reduced")).collect();
    let mut compared = 0;
    for (x, a) in plain.iter().zip(&samples) {
        for (y, b) in plain.iter().zip(&samples) {
            let product = big(x) * big(y) % big(&m);
            assert_eq!(big(&f.leave(&f.mul(a, b))), product);
            assert_eq!(big(&f.leave(&f.add(a, b))), (big(x) + big(y)) % big(&m));
            compared += 2;
        }
        let mut bytes = vec![0; f.encoded_bytes()];
        f.encode(&mut bytes, a).expect("the length is right");
        assert_eq!(BigUint::from_bytes_le(&bytes), big(x));
    }
    compared + field_laws(&f, &samples, holds) + encoding_laws(&f, &samples, holds)
}

#[test]
fn the_laws_hold_over_every_multiplication() {
    let one = BigUint::from(1u32);
    let mut compared = 0;
    for (bits, c) in [(255usize, 19u32), (256, 189), (192, 237), (61, 1)] {
        let p = (&one << bits) - c;
        let m = words(&p, bits.div_ceil(WORD_BITS));
        compared += check::<{ 256 / WORD_BITS }>(Box::new(Sos::new(&m)), 31);
        compared += check::<{ 320 / WORD_BITS }>(Box::new(Plain::new(&m)), 32);
    }
    assert!(compared >= 40_000, "only {compared} comparisons ran");
}

#[test]
fn what_does_not_fit_is_an_error() {
    let m = vec![Word::MAX; 3];
    assert!(matches!(
        Prime::<2>::new(Box::new(Sos::new(&m)) as Box<dyn ModMul>),
        Err(Error::TooLarge { .. })
    ));
    let even = Box::new(Plain::new(&[4])) as Box<dyn ModMul>;
    assert!(matches!(Prime::<1>::new(even), Err(Error::OddModulusRequired { .. })));
    let f = Prime::<1>::new(Box::new(Sos::new(&[7])) as Box<dyn ModMul>).expect("fits");
    assert_eq!(f.enter(&[7]), Err(Error::NotReduced { operand: "number" }));
    assert!(matches!(f.enter(&[1, 0]), Err(Error::Length { .. })));
    assert_eq!(f.decode(&[7]), Err(Error::NotReduced { operand: "number" }));
}

/// A pointer to a multiplication that lives elsewhere serves as well as a box.
#[test]
fn borrows_a_multiplication() {
    let modmul = Sos::new(&[101]);
    let f = Prime::<1, _>::new(&modmul).expect("fits");
    assert_eq!(f.leave(&f.inv0(&f.small(2))), [51]);
}
