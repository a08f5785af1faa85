//! Inversion, greatest common divisors and Jacobi symbols by divsteps.

use super::common::{big, modulus, residue, rng, words};
use super::memcheck::is_secret;
use super::modmul::secret_modulus;
use super::{BITS, public, quiet, secret};
use polylimb::limb::{Mask, WORD_BITS, Word};
use polylimb::modmul::{Request, find, inverse};

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn inversions() {
    for bits in BITS {
        for odd in [true, false] {
            let mut rng = rng(bits as u64);
            let mut plain_m = modulus(&mut rng, bits, odd);
            plain_m[0] = (plain_m[0] & !1) | Word::from(odd);
            let n = plain_m.len();
            let mut plain_a = residue(&mut rng, &plain_m);
            plain_a[0] |= 1;
            let m = secret_modulus(&plain_m, bits);
            let a = secret(plain_a.clone());
            let (mut r, mut scratch) = (vec![0; n], vec![0; inverse::invert_scratch(n)]);
            let mut found = Mask::FALSE;
            quiet(&format!("inversion, {bits} bits, odd: {odd}"), || {
                found = inverse::invert(&mut r, &a, &m, &mut scratch);
            });
            assert!(is_secret(&r) && is_secret(&[found.word()]), "{bits} bits: taken for public");
            let expected = big(&plain_a).modinv(&big(&plain_m)).unwrap_or_default();
            assert_eq!(public(&r), words(&expected, n), "{bits} bits, odd: {odd}");
        }
    }
}

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn gcds_and_jacobi_symbols() {
    for bits in BITS {
        let mut rng = rng(bits as u64);
        let plain_m = modulus(&mut rng, bits, true);
        let n = plain_m.len();
        let a = secret(residue(&mut rng, &plain_m));
        let m = secret_modulus(&plain_m, bits);
        let (mut r, mut scratch) = (vec![0; n], vec![0; inverse::gcd_scratch(n)]);
        quiet(&format!("gcd, {bits} bits"), || inverse::gcd(&mut r, &a, &m, &mut scratch));
        assert!(is_secret(&r), "a gcd of secrets was taken for public");
        let mut symbol = 0;
        quiet(&format!("Jacobi symbol, {bits} bits"), || {
            symbol = inverse::jacobi(&a, &m, &mut scratch);
        });
        assert!(is_secret(&[symbol as Word]), "the symbol of a secret was taken for public");
    }
}

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn residues_alone_and_together() {
    // 2^bits - 1 is not prime; what Fermat's exponentiation gives is not looked at.
    for bits in [128, 521] {
        let n = usize::div_ceil(bits, WORD_BITS);
        let m = super::common::low_ones(n, bits);
        let entry = find("montgomery-sos").expect("a registered name");
        let modmul = entry.build(&Request::new(&m)).expect("an odd modulus");
        let mut scratch = vec![
            0;
            inverse::invert_all_scratch(&*modmul)
                .max(inverse::invert_fermat_scratch(&*modmul))
        ];
        let a = secret(residue(&mut rng(1), &m).repeat(3));
        let mut r = vec![0; 3 * n];
        quiet(&format!("three residues, {bits} bits"), || {
            inverse::invert_all(&*modmul, &mut r, &a, &mut scratch);
        });
        assert!(is_secret(&r));
        quiet(&format!("Fermat, {bits} bits"), || {
            inverse::invert_fermat(&*modmul, &mut r[..n], &a[..n], &mut scratch);
        });
    }
}
