//! Inversion, greatest common divisor and Jacobi symbol by divsteps; Fermat's and simultaneous
//! inversion.

use super::common::{big, modulus, operand, residue, rng, words};
use super::modmul::secret_modulus;
use super::{BITS, public, quiet, secret};
use polylimb::authors::limb::{Mask, Word};
use polylimb::authors::modmul::{Entry, Request, inverse};

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn inversion_of_numbers() {
    crate::memcheck::tell_features();
    for (bits, odd) in BITS.into_iter().flat_map(|bits| [(bits, true), (bits, false)]) {
        let mut rng = rng(bits as u64);
        let mut plain_m = modulus(&mut rng, bits, odd);
        plain_m[0] = (plain_m[0] & !1) | Word::from(odd);
        let plain_a = residue(&mut rng, &plain_m);
        let n = plain_m.len();
        let (m, a) = (secret_modulus(&plain_m, bits), secret(plain_a.clone()));
        let b = secret(operand(&mut rng, n));
        let mut r = vec![0; n];

        let mut scratch = vec![0; inverse::invert_scratch(n)];
        let mut exists = Mask::FALSE;
        quiet(&format!("invert, {bits} bits"), || {
            exists = inverse::invert(&mut r, &a, &m, &mut scratch);
        });
        let exists = public(&[exists.word()])[0] != 0;
        let expected = big(&plain_a).modinv(&big(&plain_m));
        assert_eq!(exists, expected.is_some());
        assert_eq!(public(&r), words(&expected.unwrap_or_default(), n));
        if !odd {
            continue;
        }

        let mut scratch = vec![0; inverse::gcd_scratch(n)];
        quiet(&format!("gcd, {bits} bits"), || inverse::gcd(&mut r, &a, &b, &mut scratch));
        let mut scratch = vec![0; inverse::jacobi_scratch(n)];
        let mut symbol = 0;
        quiet(&format!("jacobi, {bits} bits"), || {
            symbol = inverse::jacobi(&a, &m, &mut scratch);
        });
        let symbol = public(&[Word::from(symbol.cast_unsigned())])[0];
        assert_eq!(symbol == 0, !exists, "the Jacobi symbol is 0 where there is no inverse");
    }
}

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn inversion_of_residues() {
    crate::memcheck::tell_features();
    for bits in BITS {
        let mut rng = rng(bits as u64);
        // A composite modulus does not change the time.
        let m = modulus(&mut rng, bits, true);
        let modmul = Entry::find("montgomery-sos")
            .expect("registered")
            .build(&Request::new(&m))
            .expect("odd");
        let modmul = &*modmul;
        let size = modmul.residue_words();
        let mut scratch = vec![0; modmul.scratch_words()];
        let plain = secret(residue(&mut rng, &m));
        let (mut a, mut r) = (vec![0; size], vec![0; size]);
        modmul.enter(&mut a, &plain, &mut scratch);

        let mut scratch = vec![0; inverse::invert_residue_scratch(modmul)];
        quiet(&format!("invert_residue, {bits} bits"), || {
            let _ = inverse::invert_residue(modmul, &mut r, &a, &mut scratch);
        });
    }
}
