//! `Prime` over every registered modular multiplication: the laws, and num-bigint.

use crate::common::{big, residue, rng, words};
use crate::field_common::{Plain, prime_field};
use crate::laws::{encoding_laws, field_laws};
use crate::splits::Shuffled;
use num_bigint::BigUint;
use polylimb::Error;
use polylimb::authors::field::prime::Prime;
use polylimb::authors::field::{Encoding, Field};
use polylimb::authors::limb::{Mask, WORD_BITS, Word};
use polylimb::authors::modmul::{ALGORITHMS, Entry, ModMul, Request};
use std::sync::Arc;

fn holds(mask: Mask) -> bool {
    mask.to_bool_vartime()
}

/// The laws and the judge for one multiplication; `N` may be larger than its residues need.
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
    let (mut compared, mut algorithms) = (0, 0);
    for (bits, c) in [(255usize, 19u32), (256, 189), (192, 237), (61, 1)] {
        let p = words(&((&one << bits) - c), bits.div_ceil(WORD_BITS));
        for entry in ALGORITHMS.iter().filter(|e| e.domain.accepts(&p)) {
            let mut request = Request::new(&p);
            request.split = Arc::new(Shuffled::new(entry.threads.min()));
            let modmul = entry.build(&request).expect("an odd modulus");
            // Residues of whole vectors (radix 2^52) are longer than the modulus.
            compared += if modmul.residue_words() <= 256 / WORD_BITS {
                check::<{ 256 / WORD_BITS }>(modmul, 31)
            } else {
                check::<{ 512 / WORD_BITS }>(modmul, 31)
            };
            algorithms += 1;
        }
        compared += check::<{ 320 / WORD_BITS }>(Box::new(Plain::new(&p)), 32);
    }
    assert!(algorithms >= 4 * 7, "only {algorithms} multiplications");
    assert!(compared >= 5_000 * algorithms, "only {compared} comparisons ran");
}

#[test]
fn what_does_not_fit_is_an_error() {
    let build = |m: &[Word]| {
        let entry = Entry::find("montgomery-sos").expect("registered");
        entry.build(&Request::new(m)).expect("an odd modulus")
    };
    let long = Prime::<2>::new(build(&[Word::MAX; 3]));
    assert!(matches!(long, Err(Error::TooLarge { .. })));
    let even: Box<dyn ModMul> = Box::new(Plain::new(&[4]));
    assert!(matches!(Prime::<2>::new(even), Err(Error::OddModulusRequired { .. })));
    let f = Prime::<1>::new(build(&[7])).expect("fits");
    assert_eq!(f.enter(&[7]), Err(Error::NotReduced { operand: "number" }));
    assert!(matches!(f.enter(&[1, 0]), Err(Error::Length { .. })));
    assert_eq!(f.decode(&[7]), Err(Error::NotReduced { operand: "number" }));
}

/// A pointer to a multiplication that lives elsewhere serves as well as a box.
#[test]
fn borrows_a_multiplication() {
    let boxed = prime_field::<1>("montgomery-cios", &[101]);
    let f = Prime::<1, _>::new(boxed.modmul()).expect("fits");
    assert_eq!(f.leave(&f.inv0(&f.small(2))), [51]);
}
