//! A curve with a pairing: its tower, its twist, its parameter; the curves by name.

use super::Pair;
use crate::error::Result;
use crate::field::Encoding;
use crate::field::extension::{Fp12, Frobenius, Quadratic, xi};
use crate::field::prime::fixed::{PrimeParameters, from_hex, primes, words_for};
use crate::limb::{WORD_BITS, WORD_BYTES, Word};

/// Bits of the largest prime.
const MOST_BITS: usize = 384;

/// The family that a curve's polynomials belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// Barreto, Naehrig 2005: `p = 36u⁴ + 36u³ + 24u² + 6u + 1`.
    Bn,
    /// `[Barreto2002]`, embedding degree 12: `p = (u - 1)²(u⁴ - u² + 1)/3 + u`.
    Bls12,
}

/// How points of the twist become points over `F_p¹²`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Twist {
    /// `y² = x³ + b/ξ`; a point `(x, y)` stands for `(x w², y w³)`.
    D,
    /// `y² = x³ + b ξ`; a point `(x, y)` stands for `(x / w², y / w³)`.
    M,
}

/// A curve `y² = x³ + b` over `F_p` with a twist over the field `Q` of `p²` elements.
pub struct PairingCurve<Q: Quadratic> {
    pub(super) tower: Fp12<Q>,
    pub(super) frobenius: Frobenius<Q::El>,
    pub(super) family: Family,
    pub(super) twist: Twist,
    /// `|u|`.
    pub(super) u: u64,
    pub(super) u_is_negative: bool,
    /// The coefficient `b` of the twist.
    pub(super) twist_b: Q::El,
    /// Whether the Miller loop follows the non-adjacent form of its length, not its bits.
    pub(super) signed_loop: bool,
    /// The generators' coordinates in hexadecimal: `x`, `y` on the curve; `x₀`, `x₁`, `y₀`, `y₁` on
    /// the twist.
    generators: [&'static str; 6],
}

impl<Q: Quadratic> PairingCurve<Q> {
    /// The curve `y² = x³ + b` of this family and parameter over `q`; `sixth` is `(p - 1)/6`.
    // Not inlined: over lanes it is outside of a root, and long.
    #[inline(never)]
    pub(super) fn new(
        q: Q,
        sixth: &[Word],
        (family, twist): (Family, Twist),
        b: u32,
        (u, u_is_negative): (u64, bool),
        signed_loop: bool,
        generators: [&'static str; 6],
    ) -> Self {
        let b = q.small(b);
        let twist_b = match twist {
            Twist::D => q.mul(&b, &q.inv0(&xi(&q))),
            Twist::M => q.mul(&b, &xi(&q)),
        };
        let frobenius = Frobenius::new(&q, sixth);
        let tower = Fp12::new(q);
        Self { tower, frobenius, family, twist, u, u_is_negative, twist_b, signed_loop, generators }
    }

    /// The field of the pairing's values.
    pub const fn tower(&self) -> &Fp12<Q> {
        &self.tower
    }

    /// The constants of the Frobenius map.
    pub const fn frobenius(&self) -> &Frobenius<Q::El> {
        &self.frobenius
    }

    /// The coefficient `b` of the twist `y² = x³ + b`.
    pub const fn twist_coefficient(&self) -> &Q::El {
        &self.twist_b
    }

    /// The number of steps of the Miller loop: `|6u + 2|` or `|u|`.
    pub(super) const fn loop_length(&self) -> u128 {
        match (self.family, self.u_is_negative) {
            (Family::Bn, false) => 6 * self.u as u128 + 2,
            (Family::Bn, true) => 6 * self.u as u128 - 2,
            (Family::Bls12, _) => self.u as u128,
        }
    }

    /// The Frobenius map of the curve over `F_p¹²`, `n` times, as a map of the twist.
    pub(super) fn twist_frobenius(&self, [x, y]: &[Q::El; 2], n: usize) -> [Q::El; 2] {
        let q = self.tower.fp2();
        let (cx, cy) = (*self.frobenius.constant(n, 2), *self.frobenius.constant(n, 3));
        // A twist of type M divides by powers of w where one of type D multiplies.
        let (cx, cy) = match self.twist {
            Twist::D => (cx, cy),
            Twist::M => (q.inv0(&cx), q.inv0(&cy)),
        };
        let power = |a: &Q::El| if n % 2 == 1 { q.conjugate(a) } else { *a };
        [q.mul_constant(&cx, &power(x)), q.mul_constant(&cy, &power(y))]
    }
}

impl<Q: Quadratic> PairingCurve<Q>
where
    Q::Base: Encoding,
{
    /// The generators of both groups.
    ///
    /// # Errors
    /// None for the fields that the curve is meant for; for another,
    /// [`Error::NotReduced`](crate::Error::NotReduced).
    pub fn generators(&self) -> Result<Pair<Q>> {
        let f = self.tower.fp2().base();
        let number = |i: usize| -> Result<_> {
            let words: [Word; words_for(MOST_BITS)] = from_hex(self.generators[i]);
            let mut bytes = [0; MOST_BITS / 8];
            let used = bytes.len().min(f.encoded_bytes());
            for (i, byte) in bytes.iter_mut().enumerate() {
                *byte = (words[i / WORD_BYTES] >> (8 * (i % WORD_BYTES))) as u8;
            }
            f.decode(&bytes[..used])
        };
        let two = |i| Ok(self.tower.fp2().element([number(i)?, number(i + 1)?]));
        Ok(Pair { p: [number(0)?, number(1)?], q: [two(2)?, two(4)?] })
    }
}

/// Digits of a public exponent, the parameter or the length of the Miller loop: the bits of `n`, or
/// if `signed` the digits 0 and ±1 of its non-adjacent form: digit `i` is bit `i + 1` of `3n` less
/// bit `i + 1` of `n`. The lowest digit comes first; the highest is 1. `n` is not 0 and below
/// `2^126`.
pub(super) fn digits(n: u128, signed: bool) -> impl DoubleEndedIterator<Item = i8> + Clone {
    let (a, b) = if signed { (3 * n, n) } else { (2 * n, 0) };
    (1..=a.ilog2()).map(move |i| (a >> i & 1) as i8 - (b >> i & 1) as i8)
}

/// The generators that libraries with this curve share.
const BN254_NOGAMI: [&str; 6] = [
    "2523648240000001ba344d80000000086121000000000013a700000000000012",
    "1",
    "61a10bb519eb62feb8d8c7e8c61edb6a4648bbb4898bf0d91ee4224c803fb2b",
    "516aaf9ba737833310aa78c5982aa5b1f4d746bae3784b70d8c34c1e7d54cf3",
    "21897a06baf93439a90e096698c822329bd0ae6bdbe09bd19f0e07891cd2b9a",
    "ebb2b0e7c8b15268f6d4456f5f38d37b09006ffd739c9578a2d1aec6b3ace9b",
];

/// EIP-197.
const BN254_SNARK: [&str; 6] = [
    "1",
    "2",
    "1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed",
    "198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2",
    "12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa",
    "90689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b",
];

/// The draft on pairing-friendly curves of the CFRG, section 4.2.1.
const BLS12_381: [&str; 6] = [
    "17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb",
    "8b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1",
    "24aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8",
    "13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e",
    "ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801",
    "606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be",
];

/// `(a - 1) / 6` for a prime `a = 1 mod 6`.
fn sixth<const N: usize>(mut a: [Word; N]) -> [Word; N] {
    a[0] -= 1;
    let mut remainder = 0;
    for word in a.iter_mut().rev() {
        // One digit at a time, so that the dividend fits a u128 for each word size.
        let dividend = u128::from(remainder) << WORD_BITS | u128::from(*word);
        *word = (dividend / 6) as Word;
        remainder = (dividend % 6) as Word;
    }
    a
}

impl<Q: Quadratic> PairingCurve<Q> {
    /// The curve `bn254` of `[Nogami2008]`, `u = -(2^62 + 2^55 + 1)`: `y² = x³ + 2`. `q` is its
    /// field of `p²` elements with `ξ = 1 + u`.
    pub fn bn254_nogami(q: Q) -> Self {
        let u = (1 << 62) + (1 << 55) + 1;
        Self::new(
            q,
            &sixth(primes::Bn254Nogami::MODULUS),
            (Family::Bn, Twist::D),
            2,
            (u, true),
            false,
            BN254_NOGAMI,
        )
    }

    /// The curve `alt_bn128` of EIP-196, `u = 4965661367192848881`: `y² = x³ + 3`. `q` is its field
    /// of `p²` elements with `ξ = 9 + u`.
    pub fn bn254_snark(q: Q) -> Self {
        let u = 0x44e9_92b4_4a69_09f1;
        Self::new(
            q,
            &sixth(primes::Bn254Snark::MODULUS),
            (Family::Bn, Twist::D),
            3,
            (u, false),
            true,
            BN254_SNARK,
        )
    }

    /// The curve BLS12-381, `u = -0xd201000000010000`: `y² = x³ + 4`. `q` is its field of `p²`
    /// elements with `ξ = 1 + u`.
    pub fn bls12_381(q: Q) -> Self {
        let u = 0xd201_0000_0001_0000;
        Self::new(
            q,
            &sixth(primes::Bls12381::MODULUS),
            (Family::Bls12, Twist::M),
            4,
            (u, true),
            false,
            BLS12_381,
        )
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn digits_stand_for_their_number() {
        let any = (1..300).chain([0xd201_0000_0001_0000, 6 * 4_965_661_367_192_848_881 + 2]);
        for n in any.chain([(1 << 126) - 1]) {
            let value = |i: usize, digit: i8| i128::from(digit) << i;
            let binary: Vec<_> = digits(n, false).collect();
            let signed: Vec<_> = digits(n, true).collect();
            for digits in [&binary, &signed] {
                let sum: i128 = digits.iter().enumerate().map(|(i, d)| value(i, *d)).sum();
                assert_eq!(sum.cast_unsigned(), n);
                assert_eq!(digits.last(), Some(&1));
            }
            assert!(binary.iter().all(|d| *d >= 0));
            assert!(signed.windows(2).all(|pair| pair[0] == 0 || pair[1] == 0));
        }
    }
}
