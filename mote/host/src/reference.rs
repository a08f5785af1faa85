//! The right answers of the firmware, from the library compiled for this machine (words of 64 bits)
//! and from the chord and tangent in affine coordinates: no ladder, no τ, no projective coordinate.

use num_bigint::BigUint;
use polylimb::authors::curve::Montgomery;
use polylimb::authors::field::binary::{Binary, F163, F233, Polynomial, words_for};
use polylimb::authors::field::prime::{self, Fixed, Portable, PrimeParameters};
use polylimb::authors::field::{Encoding, Field};
use polylimb::authors::limb::{Bits, Word};

/// A field as compiled for this machine.
pub struct Reference<const W: usize, P>(pub Binary<W, P>);

pub type Field163 = Reference<{ words_for(163) }, F163>;
pub type Field233 = Reference<{ words_for(233) }, F233>;
/// `None` is the point at infinity.
pub type Point<const W: usize> = Option<[[Word; W]; 2]>;

impl<const W: usize, P: Polynomial> Reference<W, P> {
    pub const BYTES: usize = P::DEGREE.div_ceil(8);

    pub fn new() -> Self {
        Self(Binary::new())
    }

    pub fn decode(&self, bytes: &[u8]) -> [Word; W] {
        self.0.decode(bytes).expect("a reduced element")
    }

    pub fn encode(&self, a: &[Word; W]) -> Vec<u8> {
        let mut bytes = vec![0; Self::BYTES];
        self.0.encode(&mut bytes, a).expect("as many bytes as an element has");
        bytes
    }

    /// The number in the bytes of an element, least significant first.
    pub fn to_bytes(&self, number: &BigUint) -> Vec<u8> {
        let mut bytes = number.to_bytes_le();
        assert!(bytes.len() <= Self::BYTES, "too large a number");
        bytes.resize(Self::BYTES, 0);
        bytes
    }

    /// The same, most significant first.
    pub fn to_bytes_be(&self, number: &BigUint) -> Vec<u8> {
        self.to_bytes(number).into_iter().rev().collect()
    }

    /// x and y, least significant bytes first.
    pub fn encode_point(&self, [x, y]: &[[Word; W]; 2]) -> Vec<u8> {
        [self.encode(x), self.encode(y)].concat()
    }

    /// 0x04, x, y, most significant bytes first.
    pub fn encode_sec1(&self, point: &[[Word; W]; 2]) -> Vec<u8> {
        let mut bytes = vec![4];
        for coordinate in point {
            bytes.extend(self.encode(coordinate).iter().rev());
        }
        bytes
    }
}

/// y² + x y = x³ + a x² + b with a generator of order n.
pub struct Curve<const W: usize, P> {
    pub field: Reference<W, P>,
    /// Whether a is 1, and else 0.
    a: bool,
    pub generator: [[Word; W]; 2],
    pub order: BigUint,
}

pub type Curve163 = Curve<{ words_for(163) }, F163>;
pub type Curve233 = Curve<{ words_for(233) }, F233>;

fn number(hex: &str) -> BigUint {
    BigUint::parse_bytes(hex.as_bytes(), 16).expect("hexadecimal digits")
}

// SEC 2, version 1 (2000), sections 3.2.1, 3.2.3 and 3.3.1.
pub fn sect163k1() -> Curve163 {
    Curve::new(
        true,
        "04000000000000000000020108a2e0cc0d99f8a5ef",
        "02fe13c0537bbc11acaa07d793de4e6d5e5c94eee8",
        "0289070fb05d38ff58321f2e800536d538ccdaa3d9",
    )
}

pub fn sect163r2() -> Curve163 {
    Curve::new(
        true,
        "040000000000000000000292fe77e70c12a4234c33",
        "03f0eba16286a2d57ea0991168d4994637e8343e36",
        "00d51fbc6c71a0094fa2cdd545b11c5c0c797324f1",
    )
}

pub fn sect233k1() -> Curve233 {
    Curve::new(
        false,
        "008000000000000000000000000000069d5bb915bcd46efb1ad5f173abdf",
        "017232ba853a7e731af129f22ff4149563a419c26bf50a4c9d6eefad6126",
        "01db537dece819b7f70f555a67c427a8cd9bf18aeb9b56e0c11056fae6a3",
    )
}

impl<const W: usize, P: Polynomial> Curve<W, P> {
    fn new(a: bool, order: &str, x: &str, y: &str) -> Self {
        let field = Reference::new();
        let generator = [x, y].map(|hex| field.decode(&field.to_bytes(&number(hex))));
        Self { field, a, generator, order: number(order) }
    }

    /// p + q.
    pub fn add(&self, p: &Point<W>, q: &Point<W>) -> Point<W> {
        let f = &self.field.0;
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
        let x3 = f.add(&f.add(&f.sqr(&slope), &slope), &dx);
        let x3 = if self.a { f.add(&x3, &f.one()) } else { x3 };
        let y3 = f.add(&f.add(&f.mul(&slope, &f.add(x1, &x3)), &x3), y1);
        Some([x3, y3])
    }

    /// k p.
    pub fn multiply(&self, k: &BigUint, p: &[[Word; W]; 2]) -> Point<W> {
        let mut r = None;
        for i in (0..k.bits()).rev() {
            r = self.add(&r, &r);
            if k.bit(i) {
                r = self.add(&r, &Some(*p));
            }
        }
        r
    }

    /// Whether r, s (most significant bytes first) is a signature of the digest under the public
    /// key (FIPS 186-5, 6.4.2).
    pub fn verify(&self, key: &[[Word; W]; 2], digest: &[u8], signature: &[u8]) -> bool {
        let n = &self.order;
        let (r, s) = signature.split_at(Reference::<W, P>::BYTES);
        let (r, s) = (BigUint::from_bytes_be(r), BigUint::from_bytes_be(s));
        let zero = BigUint::ZERO;
        if r == zero || s == zero || r >= *n || s >= *n {
            return false;
        }
        let z =
            BigUint::from_bytes_be(digest) >> (8 * digest.len()).saturating_sub(n.bits() as usize);
        let w = s.modpow(&(n - 2u8), n);
        let sum = self.add(
            &self.multiply(&(z * &w % n), &self.generator),
            &self.multiply(&(&r * w % n), key),
        );
        sum.is_some_and(|[x, _]| BigUint::from_bytes_le(&self.field.encode(&x)) % n == r)
    }
}

/// 2^255 - 19.
struct Prime25519;

impl PrimeParameters<{ prime::words_for(255) }> for Prime25519 {
    const NAME: &'static str = "2^255-19";
    const MODULUS: [Word; prime::words_for(255)] =
        prime::from_hex("7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed");
}

/// The prime 2^255 - 19.
pub fn prime_25519() -> BigUint {
    (BigUint::from(1u8) << 255) - 19u8
}

/// X25519 [RFC7748] by the library's field and ladder in words of this machine.
pub fn x25519(k: &[u8], u: &[u8]) -> Vec<u8> {
    let f = Fixed::<{ prime::words_for(255) }, Prime25519, _>::new(Portable);
    let (mut k, mut u) = (k.to_vec(), u.to_vec());
    k[0] &= 0xf8;
    k[31] = k[31] & 0x7f | 0x40;
    u[31] &= 0x7f;
    let word = |bytes: &[u8]| Word::from_le_bytes(bytes.try_into().expect("the bytes of a word"));
    let k: Vec<Word> = k.chunks_exact(size_of::<Word>()).map(word).collect();
    let u = BigUint::from_bytes_le(&u) % prime_25519();
    let mut u = u.to_bytes_le();
    u.resize(32, 0);
    let u = f.decode(&u).expect("a number below the prime");
    let r = Montgomery::new(f, 121_665).multiply(&u, Bits::with_len(&k, 255));
    let mut bytes = vec![0; 32];
    f.encode(&mut bytes, &r).expect("as many bytes as an element has");
    bytes
}
