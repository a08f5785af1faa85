//! The protocols on a curve `y² = x³ + a x + b`, over num-bigint.

use crate::judge::curve::{self as judge, number};
use num_bigint::BigUint;
use polylimb::authors::curve::Parameters;
use polylimb::protocol::keys::SecretKey;
use sha2::{Digest, Sha256};

/// The curve over num-bigint.
pub(in crate::study) struct Judge {
    pub(in crate::study) curve: judge::Curve,
    generator: judge::Point,
    pub(in crate::study) order: BigUint,
    pub(in crate::study) cofactor: BigUint,
    /// Bytes of a coordinate.
    bytes: usize,
}

impl Judge {
    pub(in crate::study) fn new(parameters: &Parameters) -> Self {
        Self {
            curve: judge::Curve::new(parameters),
            generator: Some(parameters.generator().map(number)),
            order: number(parameters.order()),
            cofactor: number(parameters.cofactor()),
            bytes: parameters.bits().div_ceil(8),
        }
    }

    pub(in crate::study) fn times(&self, k: &BigUint) -> judge::Point {
        self.curve.multiply(k, &self.generator)
    }

    pub(in crate::study) fn public(&self, key: &SecretKey) -> judge::Point {
        self.times(&BigUint::from_bytes_be(&key.to_bytes()))
    }

    pub(in crate::study) fn coordinate(&self, n: &BigUint) -> Vec<u8> {
        let digits = n.to_bytes_be();
        let mut bytes = vec![0; self.bytes.saturating_sub(digits.len())];
        bytes.extend(digits);
        bytes
    }

    /// `[SEC1]`, 2.3.3, uncompressed.
    pub(in crate::study) fn sec1(&self, point: &judge::Point) -> Vec<u8> {
        let Some([x, y]) = point else { return vec![0] };
        [vec![4], self.coordinate(x), self.coordinate(y)].concat()
    }

    /// Whether `[FIPS186-5]`, 6.4.2 accepts: `r` is the abscissa of `z/s G + r/s Q`.
    pub(in crate::study) fn ecdsa(&self, key: &SecretKey, digest: &[u8], signature: &[u8]) -> bool {
        let n = &self.order;
        let (r, s) = signature.split_at(signature.len() / 2);
        let [r, s, z] = [r, s, digest].map(BigUint::from_bytes_be);
        // The leftmost bits of the digest.
        let excess = (digest.len() as u64 * 8).saturating_sub(n.bits());
        let Some(inverse) = s.modinv(n) else { return false };
        let multiples = [
            self.times(&((z >> excess) * &inverse % n)),
            self.curve.multiply(&(&r * inverse % n), &self.public(key)),
        ];
        self.curve.add(&multiples[0], &multiples[1]).is_some_and(|[x, _]| x % n == r)
    }

    /// Whether `[BIP340]` accepts: `s G = R + e P` for the points `R` and `P` with even ordinates.
    pub(in crate::study) fn bip340(
        &self,
        key: &SecretKey,
        message: &[u8],
        signature: &[u8],
    ) -> bool {
        let Some([x, y]) = self.public(key) else { return false };
        let tag = Sha256::digest("BIP0340/challenge");
        let public = self.coordinate(&x);
        let parts = [&tag[..], &tag, &signature[..32], &public, message].concat();
        let e = BigUint::from_bytes_be(&Sha256::digest(parts)) % &self.order;
        let even = |y: &BigUint| if y.bit(0) { self.curve.prime() - y } else { y.clone() };
        let negative = self.curve.multiply(&(&self.order - e), &Some([x, even(&y)]));
        let point =
            self.curve.add(&self.times(&BigUint::from_bytes_be(&signature[32..])), &negative);
        point.is_some_and(|[x, y]| !y.bit(0) && x == BigUint::from_bytes_be(&signature[..32]))
    }
}
