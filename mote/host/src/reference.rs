//! What the firmware should answer, from the library as compiled for this machine (words of 64 bits) and from
//! the chord and tangent in affine coordinates: no ladder, no τ, no projective coordinate.

use num_bigint::BigUint;
use polylimb::field::binary::{Binary, F163, words_for};
use polylimb::field::{Encoding, Field};
use polylimb::limb::Word;

pub type F = Binary<{ words_for(163) }, F163>;
pub type El = [Word; words_for(163)];
/// None is the infinite point.
pub type Point = Option<[El; 2]>;

pub const BYTES: usize = 21;

pub fn field() -> F {
    F::new()
}

pub fn decode(bytes: &[u8]) -> El {
    field().decode(bytes).expect("a reduced element")
}

pub fn encode(a: &El) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    field().encode(&mut bytes, a).expect("21 bytes");
    bytes
}

/// x and y, least significant bytes first.
pub fn encode_point([x, y]: &[El; 2]) -> Vec<u8> {
    [encode(x), encode(y)].concat()
}

/// 0x04, x, y, most significant bytes first.
pub fn encode_sec1(point: &[El; 2]) -> Vec<u8> {
    let mut bytes = vec![4];
    for coordinate in point {
        bytes.extend(encode(coordinate).iter().rev());
    }
    bytes
}

/// y² + x y = x³ + x² + b with a generator of order n.
pub struct Curve {
    pub generator: [El; 2],
    pub order: BigUint,
}

fn number(hex: &str) -> BigUint {
    BigUint::parse_bytes(hex.as_bytes(), 16).expect("hexadecimal digits")
}

pub fn to_bytes(number: &BigUint) -> [u8; BYTES] {
    let mut bytes = number.to_bytes_le();
    bytes.resize(BYTES, 0);
    bytes.try_into().expect("at most 168 bits")
}

impl Curve {
    fn new(order: &str, x: &str, y: &str) -> Self {
        let coordinate = |hex| decode(&to_bytes(&number(hex)));
        Self { generator: [coordinate(x), coordinate(y)], order: number(order) }
    }

    // SEC 2, version 1 (2000), sections 3.2.1 and 3.2.3.
    pub fn sect163k1() -> Self {
        Self::new(
            "04000000000000000000020108a2e0cc0d99f8a5ef",
            "02fe13c0537bbc11acaa07d793de4e6d5e5c94eee8",
            "0289070fb05d38ff58321f2e800536d538ccdaa3d9",
        )
    }

    pub fn sect163r2() -> Self {
        Self::new(
            "040000000000000000000292fe77e70c12a4234c33",
            "03f0eba16286a2d57ea0991168d4994637e8343e36",
            "00d51fbc6c71a0094fa2cdd545b11c5c0c797324f1",
        )
    }

    /// p + q.
    pub fn add(&self, p: &Point, q: &Point) -> Point {
        let f = field();
        let (Some([x1, y1]), Some([x2, y2])) = (p, q) else { return p.or(*q) };
        let dx = f.add(x1, x2);
        let slope = if dx != f.zero() {
            f.mul(&f.add(y1, y2), &f.inv0(&dx))
        } else if y1 == y2 && *x1 != f.zero() {
            f.add(x1, &f.mul(y1, &f.inv0(x1)))
        } else {
            return None;
        };
        // x3 = l² + l + x1 + x2 + a, y3 = l (x1 + x3) + x3 + y1.
        let x3 = f.add(&f.add(&f.sqr(&slope), &slope), &f.add(&dx, &f.one()));
        let y3 = f.add(&f.add(&f.mul(&slope, &f.add(x1, &x3)), &x3), y1);
        Some([x3, y3])
    }

    /// k p.
    pub fn multiply(&self, k: &BigUint, p: &[El; 2]) -> Point {
        let mut r = None;
        for i in (0..k.bits()).rev() {
            r = self.add(&r, &r);
            if k.bit(i) {
                r = self.add(&r, &Some(*p));
            }
        }
        r
    }

    /// Whether r, s (most significant bytes first) is a signature of the digest under the public key (FIPS 186-5, 6.4.2).
    pub fn verify(&self, key: &[El; 2], digest: &[u8], signature: &[u8]) -> bool {
        let n = &self.order;
        let (r, s) = (
            BigUint::from_bytes_be(&signature[..BYTES]),
            BigUint::from_bytes_be(&signature[BYTES..]),
        );
        let zero = BigUint::ZERO;
        if r == zero || s == zero || r >= *n || s >= *n {
            return false;
        }
        let z = BigUint::from_bytes_be(digest) >> (8 * digest.len()).saturating_sub(163);
        let w = s.modpow(&(n - 2u8), n);
        let sum = self.add(
            &self.multiply(&(z * &w % n), &self.generator),
            &self.multiply(&(&r * w % n), key),
        );
        sum.is_some_and(|[x, _]| BigUint::from_bytes_le(&encode(&x)) % n == r)
    }
}
