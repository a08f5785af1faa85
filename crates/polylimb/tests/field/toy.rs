//! All primes below 256: every element, and for the small ones every pair and triple.

use crate::laws::{encoding_laws, field_laws};
use polylimb::authors::field::Field;
use polylimb::authors::field::prime::Toy;
use polylimb::authors::limb::Mask;

fn holds(mask: Mask) -> bool {
    mask.to_bool_vartime()
}

#[test]
fn all_triples_obey_the_laws() {
    let mut compared = 0;
    for p in [2, 3, 5, 7, 11, 29] {
        let f = Toy::new(p).expect("prime");
        let all: Vec<_> = f.elements().collect();
        compared += field_laws(&f, &all, holds) + encoding_laws(&f, &all, holds);
    }
    assert!(compared >= 350_000, "only {compared} comparisons ran");
}

#[test]
fn all_pairs_agree_with_integers() {
    let mut primes = 0;
    for p in 0..=u8::MAX {
        let Ok(f) = Toy::new(p) else { continue };
        primes += 1;
        let n = u32::from(p);
        for a in f.elements() {
            for b in f.elements() {
                let (x, y) = (u32::from(a), u32::from(b));
                assert_eq!(u32::from(f.mul(&a, &b)), x * y % n);
                assert_eq!(u32::from(f.add(&a, &b)), (x + y) % n);
                assert_eq!(u32::from(f.sub(&a, &b)), (x + n - y) % n);
            }
            assert_eq!(f.mul(&a, &f.inv0(&a)), u8::from(a != 0));
            assert_eq!(f.halve(&a), f.mul(&a, &f.inv0(&f.small(2))));
        }
    }
    assert_eq!(primes, 54, "there are 54 primes below 256");
}
