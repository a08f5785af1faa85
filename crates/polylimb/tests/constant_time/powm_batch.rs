//! Batches of powers: secret moduli, bases and exponents of public lengths, on the portable twin of
//! the vectors where memcheck judges.

use super::common::{big, modulus, operand, rng, words};
use super::modmul::secret_modulus;
use super::{public, quiet, secret};
use num_bigint::BigUint;
use polylimb::authors::limb::Word;
use polylimb::powm::{BatchJob, BatchOptions, Exponent};

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn batches() {
    crate::memcheck::tell_features();
    let mut checked = 0;
    // From 3072 bits on squares are computed by halves.
    for bits in [128, 521, 1024, 3072] {
        let mut rng = rng(bits as u64);
        let plain: Vec<[Vec<Word>; 3]> = (0..3)
            .map(|lane| {
                let m = modulus(&mut rng, bits - 7 * lane, true);
                // One base is longer than the modulus.
                let base = operand(&mut rng, m.len() * (1 + lane % 2));
                [m, base, operand(&mut rng, if bits > 1024 { 1 } else { 2 })]
            })
            .collect();
        let hidden: Vec<[Vec<Word>; 3]> = plain
            .iter()
            .enumerate()
            .map(|(lane, [m, base, exponent])| {
                let m = secret_modulus(m, bits - 7 * lane);
                [m, secret(base.clone()), secret(exponent.clone())]
            })
            .collect();
        let jobs: Vec<_> = hidden
            .iter()
            .map(|[modulus, base, exponent]| BatchJob {
                modulus,
                base,
                exponent: Exponent::new(exponent),
            })
            .collect();
        let mut options = BatchOptions::default();
        options.features = super::memcheck::features();
        let mut powers = Vec::new();
        quiet(&format!("pow_batch, {bits} bits"), || {
            powers = BatchJob::pow_all(&jobs, &options).expect("odd moduli");
        });
        for (power, [m, base, exponent]) in powers.iter().zip(&plain) {
            let expected: BigUint = big(base).modpow(&big(exponent), &big(m));
            assert_eq!(public(power), words(&expected, m.len()));
            checked += 1;
        }
    }
    assert_eq!(checked, 12);
}
