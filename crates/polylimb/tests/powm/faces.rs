//! Powers on the checked face: edge cases, errors, and agreement of its forms.

use crate::common::{big, modulus, operand, residue, rng, words};
use polylimb::Error;
use polylimb::authors::limb::{WORD_BITS, Word};
use polylimb::modmul::{Modulus, OddModulus, Options};

fn new(m: &[Word]) -> Modulus {
    Modulus::new(m, &Options::default()).expect("not 0")
}

#[test]
fn borders() {
    for m in [1, 2, 3, 4, 100, 101] {
        let modulus = new(&[m]);
        let one = [1 % m];
        for base in (0..m).take(5) {
            // 0^0 is 1 here, by the usual convention; long exponents of zeros are 0 too.
            assert_eq!(modulus.pow(&[base], &[0]).unwrap(), one);
            assert_eq!(modulus.pow(&[base], &[0; 9]).unwrap(), one);
            assert_eq!(modulus.pow_vartime(&[base], &[0]).unwrap(), one);
            assert_eq!(modulus.pow(&[base], &[1]).unwrap(), [base]);
            assert_eq!(modulus.pow_vartime(&[base, 0, 0], &[1, 0]).unwrap(), [base]);
        }
        assert_eq!(modulus.pow(&[0], &[Word::MAX, 1]).unwrap(), [0]);
    }
}

#[test]
fn errors() {
    let m = new(&[100]);
    for base in [vec![100], vec![101], vec![0, 1]] {
        let error = Error::NotReduced { operand: "a" };
        assert_eq!(m.pow(&base, &[2]), Err(error));
        assert_eq!(m.pow_vartime(&base, &[2]), Err(error));
    }
    assert_eq!(m.pow_be_bytes(&[100], &[2]), Err(Error::NotReduced { operand: "a" }));
    assert!(matches!(m.pow(&[], &[2]), Err(Error::Length { .. })));
    assert!(matches!(m.pow(&[2], &[]), Err(Error::Length { .. })));
    assert!(matches!(m.pow_vartime(&[2], &[]), Err(Error::Length { .. })));
    assert!(matches!(m.pow_be_bytes(&[2], &[]), Err(Error::Length { .. })));
    assert!(matches!(m.pow_be_bytes_vartime(&[], &[2]), Err(Error::Length { .. })));
    assert!(matches!(Modulus::new(&[0], &Options::default()), Err(Error::ZeroModulus)));
}

#[test]
fn all_forms_agree_with_num_bigint() {
    let mut rng = rng(50);
    let mut compared = 0;
    for i in 0..120 {
        let bits = 2 + 7 * i;
        let m = modulus(&mut rng, bits, i % 2 == 0);
        let (a, e) = (residue(&mut rng, &m), operand(&mut rng, 1 + i % (2 * m.len())));
        let expected = big(&a).modpow(&big(&e), &big(&m));
        let face = new(&m);
        let (a_bytes, e_bytes) = (big(&a).to_bytes_be(), big(&e).to_bytes_be());
        let mut padded = vec![0; e.len() * (WORD_BITS / 8) + 3];
        let from = padded.len() - e_bytes.len();
        padded[from..].copy_from_slice(&e_bytes);
        for words_form in [face.pow(&a, &e), face.pow_vartime(&a, &e)] {
            assert_eq!(big(&words_form.unwrap()), expected);
        }
        for e in [e_bytes, padded] {
            for bytes in [face.pow_be_bytes(&a_bytes, &e), face.pow_be_bytes_vartime(&a_bytes, &e)]
            {
                let bytes = bytes.unwrap();
                assert_eq!(bytes.len(), face.byte_length());
                assert_eq!(num_bigint::BigUint::from_bytes_be(&bytes), expected);
            }
        }
        if let Ok(odd) = OddModulus::try_from(face) {
            let x = odd.residue(&a).unwrap();
            assert_eq!(x.pow(&e).unwrap().to_words(), words(&expected, m.len()));
            assert_eq!(x.pow_vartime(&e).unwrap().to_words(), words(&expected, m.len()));
            assert_eq!(odd.pow(&a, &e).unwrap(), words(&expected, m.len()));
            compared += 3;
        }
        compared += 6;
    }
    assert!(compared >= 800, "only {compared} powers compared");
}
