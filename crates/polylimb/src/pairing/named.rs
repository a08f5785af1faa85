//! The curves by name.

use super::{Family, PairingCurve, Twist};
use crate::field::extension::Quadratic;
use crate::field::prime::fixed::{PrimeParameters, primes};
use crate::limb::{WORD_BITS, Word};

/// `(a - 1) / 6` for a prime `a = 1 mod 6`.
fn sixth<const N: usize>(mut a: [Word; N]) -> [Word; N] {
    a[0] -= 1;
    let mut remainder = 0;
    for word in a.iter_mut().rev() {
        // A digit at a time, so that the dividend fits a u128 for every word.
        let dividend = u128::from(remainder) << WORD_BITS | u128::from(*word);
        *word = (dividend / 6) as Word;
        remainder = (dividend % 6) as Word;
    }
    a
}

/// The curve `bn254` of Nogami and others 2008, `u = -(2^62 + 2^55 + 1)`: `y² = x³ + 2`. `q` is its field of `p²` elements with
/// `ξ = 1 + u`.
pub fn bn254_nogami<Q: Quadratic>(q: Q) -> PairingCurve<Q> {
    let u = (1 << 62) + (1 << 55) + 1;
    PairingCurve::new(q, &sixth(primes::Bn254Nogami::MODULUS), (Family::Bn, Twist::D), 2, (u, true), false)
}

/// The curve `alt_bn128` of EIP-196, `u = 4965661367192848881`: `y² = x³ + 3`. `q` is its field of `p²` elements with `ξ = 9 + u`.
pub fn bn254_snark<Q: Quadratic>(q: Q) -> PairingCurve<Q> {
    let u = 0x44e9_92b4_4a69_09f1;
    PairingCurve::new(q, &sixth(primes::Bn254Snark::MODULUS), (Family::Bn, Twist::D), 3, (u, false), true)
}

/// The curve BLS12-381, `u = -0xd201000000010000`: `y² = x³ + 4`. `q` is its field of `p²` elements with `ξ = 1 + u`.
pub fn bls12_381<Q: Quadratic>(q: Q) -> PairingCurve<Q> {
    let u = 0xd201_0000_0001_0000;
    PairingCurve::new(q, &sixth(primes::Bls12381::MODULUS), (Family::Bls12, Twist::M), 4, (u, true), false)
}
