//! The curves by name.

use super::{Family, PairingCurve, Twist};
use crate::field::extension::Quadratic;
use crate::field::prime::fixed::{PrimeParameters, primes};
use crate::limb::{WORD_BITS, Word};

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

/// The curve `bn254` of `[Nogami2008]`, `u = -(2^62 + 2^55 + 1)`: `y² = x³ + 2`. `q` is its field
/// of `p²` elements with `ξ = 1 + u`.
pub fn bn254_nogami<Q: Quadratic>(q: Q) -> PairingCurve<Q> {
    let u = (1 << 62) + (1 << 55) + 1;
    PairingCurve::new(
        q,
        &sixth(primes::Bn254Nogami::MODULUS),
        (Family::Bn, Twist::D),
        2,
        (u, true),
        false,
        BN254_NOGAMI,
    )
}

/// The curve `alt_bn128` of EIP-196, `u = 4965661367192848881`: `y² = x³ + 3`. `q` is its field of
/// `p²` elements with `ξ = 9 + u`.
pub fn bn254_snark<Q: Quadratic>(q: Q) -> PairingCurve<Q> {
    let u = 0x44e9_92b4_4a69_09f1;
    PairingCurve::new(
        q,
        &sixth(primes::Bn254Snark::MODULUS),
        (Family::Bn, Twist::D),
        3,
        (u, false),
        true,
        BN254_SNARK,
    )
}

/// The curve BLS12-381, `u = -0xd201000000010000`: `y² = x³ + 4`. `q` is its field of `p²` elements
/// with `ξ = 1 + u`.
pub fn bls12_381<Q: Quadratic>(q: Q) -> PairingCurve<Q> {
    let u = 0xd201_0000_0001_0000;
    PairingCurve::new(
        q,
        &sixth(primes::Bls12381::MODULUS),
        (Family::Bls12, Twist::M),
        4,
        (u, true),
        false,
        BLS12_381,
    )
}
