//! Ed25519 by `[RFC8032]` over num-bigint, with affine points: the reference for public keys and
//! signatures.

use num_bigint::BigUint;
use sha2::{Digest, Sha512};

/// The curve `-x² + y² = 1 + d x² y²` over `2^255 - 19`, and the order of its base.
struct Edwards {
    p: BigUint,
    d: BigUint,
    order: BigUint,
    base: [BigUint; 2],
}

impl Edwards {
    fn new() -> Self {
        let one = BigUint::from(1u8);
        let p = (&one << 255u32) - 19u8;
        let over = |a: u32, b: u32| a * BigUint::from(b).modinv(&p).unwrap_or_default() % &p;
        let d = &p - over(121_665, 121_666);
        let order = (&one << 252u32)
            + "27742317777372353535851937790883648493".parse::<BigUint>().unwrap_or_default();
        // The base has y = 4/5 and the even abscissa of the two: x² = (y² - 1) / (d y² + 1).
        let y = over(4, 5);
        let square = &y * &y % &p;
        let ratio =
            (&square + &p - &one) * (&d * &square + &one).modinv(&p).unwrap_or_default() % &p;
        // A root of a square modulo p = 5 mod 8.
        let mut x = ratio.modpow(&((&p + 3u8) >> 3u32), &p);
        if &x * &x % &p != ratio {
            x = x * BigUint::from(2u8).modpow(&((&p - &one) >> 2u32), &p) % &p;
        }
        if x.bit(0) {
            x = &p - x;
        }
        Self { base: [x, y], p, d, order }
    }

    /// The sum of two points; the law has no exceptions.
    fn add(&self, [x, y]: &[BigUint; 2], [u, v]: &[BigUint; 2]) -> [BigUint; 2] {
        let p = &self.p;
        let product = &self.d * (x * u % p) * (y * v % p) % p;
        let inverse = |n: BigUint| n.modinv(p).unwrap_or_default();
        let sum_x = (x * v + y * u) * inverse(&product + 1u8) % p;
        let sum_y = (y * v + x * u) * inverse(p + 1u8 - &product) % p;
        [sum_x, sum_y]
    }

    /// The encoding of a multiple of the base.
    fn multiple(&self, k: &BigUint) -> [u8; 32] {
        let neutral = [BigUint::ZERO, BigUint::from(1u8)];
        let [x, y] = (0..k.bits()).rev().fold(neutral, |sum, bit| {
            let twice = self.add(&sum, &sum);
            if k.bit(bit) { self.add(&twice, &self.base) } else { twice }
        });
        let mut bytes = bytes(&y);
        bytes[31] |= u8::from(x.bit(0)) << 7;
        bytes
    }
}

fn bytes(n: &BigUint) -> [u8; 32] {
    let mut bytes = [0; 32];
    let digits = n.to_bytes_le();
    bytes[..digits.len()].copy_from_slice(&digits);
    bytes
}

fn hash(parts: &[&[u8]]) -> [u8; 64] {
    Sha512::digest(parts.concat()).into()
}

/// The secret scalar, and the prefix from which nonces are made.
fn expand(seed: &[u8; 32]) -> (BigUint, [u8; 32]) {
    let digest = hash(&[seed]);
    let [mut scalar, high]: [[u8; 32]; 2] =
        [0, 32].map(|at| std::array::from_fn(|i| digest[at + i]));
    scalar[0] &= 0xf8;
    scalar[31] = scalar[31] & 0x7f | 0x40;
    (BigUint::from_bytes_le(&scalar), high)
}

/// The public key of a seed.
#[must_use]
pub fn public_key(seed: &[u8; 32]) -> [u8; 32] {
    Edwards::new().multiple(&expand(seed).0)
}

/// The signature of a message.
#[must_use]
pub fn sign(seed: &[u8; 32], message: &[u8]) -> [u8; 64] {
    let curve = Edwards::new();
    let (secret, prefix) = expand(seed);
    let public = curve.multiple(&secret);
    let nonce = BigUint::from_bytes_le(&hash(&[&prefix, message])) % &curve.order;
    let point = curve.multiple(&nonce);
    let challenge = BigUint::from_bytes_le(&hash(&[&point, &public, message]));
    let answer = (nonce + challenge * secret) % &curve.order;
    let mut signature = [0; 64];
    signature[..32].copy_from_slice(&point);
    signature[32..].copy_from_slice(&bytes(&answer));
    signature
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex<const N: usize>(text: &str) -> [u8; N] {
        let digit = |i: usize| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap();
        std::array::from_fn(digit)
    }

    /// `[RFC8032]`, 7.1, tests 1 and 2.
    #[test]
    fn the_first_answers_of_the_standard() {
        let seed = hex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60");
        let public = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
        assert_eq!(public_key(&seed), hex(public));
        let signature = "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b";
        assert_eq!(sign(&seed, &[]), hex(signature));
        let seed = hex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb");
        let signature = "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00";
        assert_eq!(sign(&seed, &[0x72]), hex(signature));
    }
}
