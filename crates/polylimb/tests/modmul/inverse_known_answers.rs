//! Known answers of modular inversion, and the checked functions for `Natural`s.

use crate::common::{big, words};
use num_bigint::BigUint;
use polylimb::Error;
use polylimb::authors::limb::{Natural, WORD_BITS};
use polylimb::authors::modmul::inverse;

#[test]
fn known_answers() {
    let mut compared = 0;
    for line in include_str!("../vectors/inverse.txt").lines().filter(|line| !line.starts_with('#'))
    {
        let mut fields = line.split(' ');
        let mut field = || fields.next().expect("three fields in a line");
        let (m, a, expected) = (number(field()), number(field()), field());
        let n = m.words().len();
        let (m_words, a_words) = (m.to_words(n).unwrap(), a.to_words(n).unwrap());
        let mut r = vec![1; n];
        let mut scratch = vec![1; inverse::invert_scratch(n)];
        let found =
            inverse::invert_vartime(&mut r, &a_words, &m_words, &mut scratch).to_bool_vartime();
        if expected == "-" {
            assert_eq!(a.invert(&m), Err(Error::NotInvertible));
            assert!(!found);
        } else {
            let expected = number(expected);
            assert_eq!(a.invert(&m).as_ref(), Ok(&expected));
            assert_eq!((found, Natural::from_words(r)), (true, expected.clone()));
            let product = big(a.words()) * big(expected.words()) % big(m.words());
            assert_eq!(product, BigUint::from(1u32));
        }
        compared += 2;
    }
    assert!(compared >= 220, "only {compared} comparisons ran");
}

fn number(hex: &str) -> Natural {
    Natural::parse(&format!("0x{hex}")).expect("a hexadecimal number")
}

#[test]
fn naturals_of_different_lengths() {
    let long = |value: u64| Natural::from_words(words(&BigUint::from(value), 5 + 64 / WORD_BITS));
    let short = Natural::from;
    for m in [long(101), short(101)] {
        for a in [long(3), short(3)] {
            assert_eq!(a.invert(&m), Ok(short(34)));
            assert_eq!(a.jacobi(&m), Ok(-1));
            assert_eq!(a.gcd(&m), short(1));
        }
    }
    assert_eq!(long(84).gcd(&short(120)), short(12));
    assert!(Natural::default().gcd(&Natural::default()).is_zero());
}

#[test]
fn what_has_no_answer_is_an_error() {
    let (zero, two, nine) = (Natural::default(), Natural::from(2), Natural::from(9));
    assert_eq!(zero.invert(&zero), Err(Error::ZeroModulus));
    assert_eq!(zero.jacobi(&zero), Err(Error::ZeroModulus));
    assert_eq!(nine.invert(&two), Err(Error::NotReduced { operand: "a" }));
    assert_eq!(nine.invert(&nine), Err(Error::NotReduced { operand: "a" }));
    assert_eq!(Natural::from(6).invert(&nine), Err(Error::NotInvertible));
    assert_eq!(zero.invert(&nine), Err(Error::NotInvertible));
    let error = Natural::from(1).jacobi(&two);
    assert!(matches!(error, Err(Error::OddModulusRequired { .. })));
    assert_eq!(zero.invert(&Natural::from(1)), Ok(Natural::from(0)));
}
