//! The checked faces: `Modulus` and `Residue`, odd and even moduli.
//!
//! The validity of an operand is public, so each check that one is below the modulus may show once.

use super::common::{big, modulus, operand, residue, rng, words};
use super::modmul::secret_modulus;
use super::{BITS, public, quiet, secret};
use crate::memcheck::{is_secret, leaks};
use polylimb::authors::limb::Word;
use polylimb::modmul::{Modulus, Options};

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn checked_moduli() {
    crate::memcheck::tell_features();
    let mut checked = 0;
    for (bits, odd) in BITS.into_iter().flat_map(|bits| [(bits, true), (bits, false)]) {
        let mut rng = rng(bits as u64);
        let mut plain_m = modulus(&mut rng, bits, odd);
        plain_m[0] = (plain_m[0] & !1) | Word::from(odd);
        let (plain_a, plain_b) = (residue(&mut rng, &plain_m), residue(&mut rng, &plain_m));
        let (a, b) = (secret(plain_a.clone()), secret(plain_b.clone()));
        let m = secret_modulus(&plain_m, bits);
        let what = format!("{bits} bits, odd: {odd}");

        let mut made = None;
        quiet(&format!("Modulus::new, {what}"), || {
            made = Modulus::new(&m, &Options::default()).ok();
        });
        let m = made.expect("the modulus is not 0");
        let mut entered = None;
        let shown = leaks(|| entered = m.residue(&a).ok().zip(m.residue(&b).ok()));
        assert!(
            shown <= 2,
            "{what}: entering two residues showed {shown} things, not just validity"
        );
        let (a, b) = entered.expect("the operands are below the modulus");

        let mut result = vec![];
        quiet(&format!("Residue, {what}"), || {
            let sum = a.mul(&b).and_then(|ab| ab.sqr().add(&a)).and_then(|s| s.sub(&b.neg()));
            result = sum.map(|s| s.to_words()).unwrap_or_default();
        });
        assert!(is_secret(&result), "{what}: the result was taken for public");
        let (x, y) = (big(&plain_a), big(&plain_b));
        let expected = ((&x * &y) * (&x * &y) + x + y) % big(&plain_m);
        assert_eq!(public(&result), words(&expected, plain_m.len()), "{what}");

        let wide = secret(operand(&mut rng, 2 * plain_m.len() + 1));
        quiet(&format!("reduce, {what}"), || {
            let _ = m.reduce(&wide);
        });
        checked += 1;
    }
    assert_eq!(checked, 2 * BITS.len());
}
