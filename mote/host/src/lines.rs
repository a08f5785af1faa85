//! The lines of the table: a function, its operands and right answers, its bound, the published
//! figure.

use crate::reference::{
    Curve, Field163, Field233, Reference, prime_25519, sect163k1, sect163r2, sect233k1, x25519,
};
use crate::simulator::unhex;
use num_bigint::BigUint;
use polylimb::authors::field::Field;
use polylimb::authors::field::binary::{Polynomial, words_for};
use polylimb::authors::limb::Word;
use rand_chacha::ChaCha8Rng;
use rand_core::RngCore;

/// One call: operands, and the answer.
pub struct Case {
    pub a: Vec<u8>,
    pub b: Vec<u8>,
    pub bytes: usize,
    pub right: Right,
}

pub enum Right {
    /// These bytes, and this status where the function has one.
    Bytes(Vec<u8>),
    /// Numbers of 32 bytes that are these modulo 2^255 - 19.
    Congruent(Vec<BigUint>),
    /// This status, and nothing written.
    Refused(u8),
    /// A signature of the digest under the key, on sect163k1.
    Signature { key: [[Word; words_for(163)]; 2], digest: Vec<u8> },
}

/// Makes the call of that number.
type Make = fn(&mut ChaCha8Rng, usize) -> Case;

pub struct Line {
    pub title: &'static str,
    /// The field's degree.
    pub bits: usize,
    /// A program of the firmware, and its function.
    pub program: &'static str,
    pub function: &'static str,
    /// The bound in cycles, with kernels and without; for the mean in functions of variable time.
    pub bound: [Option<u64>; 2],
    /// Aranha et al. 2009, Tables 4 and 5: assembly and C; Düll et al. 2015.
    pub published: [Option<u64>; 2],
    pub constant_time: bool,
    /// The divisor of the requested number of calls.
    pub share: usize,
    pub case: Make,
}

const NONE: [Option<u64>; 2] = [None, None];

/// The number of trivial elements, which are the first of [`element`].
const TRIVIAL: usize = 8;

/// An element: 0, 1, all ones, a single bit, or random.
fn element<const W: usize, P: Polynomial>(rng: &mut ChaCha8Rng, i: usize) -> Vec<u8> {
    let mut bytes = vec![0; Reference::<W, P>::BYTES];
    match i % 64 {
        0 => {}
        1 => bytes[0] = 1,
        2 => bytes.fill(0xff),
        3..TRIVIAL => {
            let bit = rng.next_u32() as usize % P::DEGREE;
            bytes[bit / 8] = 1 << (bit % 8);
        }
        _ => rng.fill_bytes(&mut bytes),
    }
    if let Some(top) = bytes.last_mut() {
        *top &= 0xff >> (8 * Reference::<W, P>::BYTES - P::DEGREE);
    }
    bytes
}

/// An element of `F_2^163`.
fn element_163(rng: &mut ChaCha8Rng, i: usize) -> Vec<u8> {
    element::<{ words_for(163) }, polylimb::authors::field::binary::F163>(rng, i)
}

fn two_163(rng: &mut ChaCha8Rng, i: usize) -> (Vec<u8>, Vec<u8>) {
    (element_163(rng, i), element_163(rng, i / 3 + 1))
}

/// A function of two elements with an element for answer.
fn of_two<const W: usize, P: Polynomial>(
    field: &Reference<W, P>,
    rng: &mut ChaCha8Rng,
    i: usize,
    right: impl Fn(&[Word; W], &[Word; W]) -> [Word; W],
) -> Case {
    let (a, b) = (element::<W, P>(rng, i), element::<W, P>(rng, i / 3 + 1));
    let right = field.encode(&right(&field.decode(&a), &field.decode(&b)));
    Case { a, b, bytes: right.len(), right: Right::Bytes(right) }
}

/// `1 / a` in `F_2^163`.
fn inverse(rng: &mut ChaCha8Rng, i: usize) -> Case {
    let f = Field163::new();
    of_one(&f, rng, i, |a| f.0.inv0(a))
}

/// A function of one.
fn of_one<const W: usize, P: Polynomial>(
    field: &Reference<W, P>,
    rng: &mut ChaCha8Rng,
    i: usize,
    right: impl Fn(&[Word; W]) -> [Word; W],
) -> Case {
    let a = element::<W, P>(rng, i);
    let right = field.encode(&right(&field.decode(&a)));
    Case { a, b: vec![], bytes: right.len(), right: Right::Bytes(right) }
}

/// An unreduced product.
fn wide(a: &[u8], b: &[u8]) -> Vec<u8> {
    let mut r = vec![0u8; 2 * a.len()];
    let last = r.len() - 1;
    // Bit by bit: the library's unreduced products are in words of this machine.
    for i in (0..8 * a.len()).filter(|i| a[i / 8] >> (i % 8) & 1 == 1) {
        for (j, &b) in b.iter().enumerate() {
            let shifted = u16::from(b) << (i % 8);
            r[i / 8 + j] ^= shifted as u8;
            r[(i / 8 + j + 1).min(last)] ^= (shifted >> 8) as u8;
        }
    }
    r
}

/// A scalar below the order: the extremes, then random ones.
fn scalar(rng: &mut ChaCha8Rng, i: usize, order: &BigUint) -> BigUint {
    match i {
        0..6 => BigUint::from(i as u32 + 1),
        6..9 => order - (i as u32 - 5),
        _ => {
            let mut bytes = [0; 32];
            rng.fill_bytes(&mut bytes);
            BigUint::from_bytes_le(&bytes) % (order - 1u8) + 1u8
        }
    }
}

/// A multiple of a random point by a scalar.
fn multiple<const W: usize, P: Polynomial>(
    rng: &mut ChaCha8Rng,
    i: usize,
    curve: &Curve<W, P>,
) -> Case {
    let point = random_point(rng, curve);
    let k = scalar(rng, i, &curve.order);
    let right = curve.multiply(&k, &point).expect("k is below the order");
    let right = curve.field.encode_point(&right);
    Case {
        a: curve.field.to_bytes(&k),
        b: curve.field.encode_point(&point),
        bytes: right.len(),
        right: Right::Bytes(right),
    }
}

fn random_point<const W: usize, P: Polynomial>(
    rng: &mut ChaCha8Rng,
    curve: &Curve<W, P>,
) -> [[Word; W]; 2] {
    let k = scalar(rng, 9, &curve.order);
    curve.multiply(&k, &curve.generator).expect("k is below the order")
}

fn agreement<const W: usize, P: Polynomial>(
    rng: &mut ChaCha8Rng,
    i: usize,
    curve: &Curve<W, P>,
) -> Case {
    let field = &curve.field;
    let peer = random_point(rng, curve);
    let d = scalar(rng, i, &curve.order);
    let [x, _] = curve.multiply(&d, &peer).expect("d is below the order");
    let right: Vec<u8> = field.encode(&x).into_iter().rev().collect();
    Case {
        a: field.to_bytes_be(&d),
        b: field.encode_sec1(&peer),
        bytes: right.len(),
        right: Right::Bytes(right),
    }
}

fn key<const W: usize, P: Polynomial>(rng: &mut ChaCha8Rng, i: usize, curve: &Curve<W, P>) -> Case {
    let d = scalar(rng, i, &curve.order);
    let key = curve.multiply(&d, &curve.generator).expect("d is below the order");
    let right = curve.field.encode_sec1(&key);
    Case {
        a: curve.field.to_bytes_be(&d),
        b: vec![],
        bytes: right.len(),
        right: Right::Bytes(right),
    }
}

/// Of a digest of 160 to 512 bits, or of a few bytes.
fn any_signature(rng: &mut ChaCha8Rng, i: usize) -> Case {
    signature(rng, i, [32, 20, 28, 48, 64, 3, 21, 1][i % 8])
}

fn signature(rng: &mut ChaCha8Rng, i: usize, digest_bytes: usize) -> Case {
    let curve = sect163k1();
    let d = scalar(rng, i, &curve.order);
    let nonce = scalar(rng, 9, &curve.order);
    let key = curve.multiply(&d, &curve.generator).expect("d is below the order");
    let mut digest = vec![0; digest_bytes];
    rng.fill_bytes(&mut digest);
    let b = [curve.field.to_bytes_be(&nonce), digest.clone()].concat();
    Case {
        a: curve.field.to_bytes_be(&d),
        b,
        bytes: 2 * Field163::BYTES,
        right: Right::Signature { key, digest },
    }
}

/// The common part of the lines for 233 bits: no bound, and nothing published.
const LEVEL_233: Line = Line {
    title: "",
    bits: 233,
    program: "",
    function: "",
    bound: NONE,
    published: NONE,
    constant_time: true,
    share: 1,
    case: |_, _| Case { a: vec![], b: vec![], bytes: 0, right: Right::Bytes(vec![]) },
};

/// The common part of the lines for 2^255 - 19.
const LEVEL_255: Line = Line { bits: 255, program: "field25519", ..LEVEL_233 };

/// A function of two elements of the field of 2^255 - 19, which are any numbers below 2^256.
fn of_two_25519(
    rng: &mut ChaCha8Rng,
    i: usize,
    right: impl Fn(BigUint, BigUint) -> BigUint,
) -> Case {
    let (a, b) = (element_25519(rng, i), element_25519(rng, i / 24));
    let number = BigUint::from_bytes_le;
    let right = right(number(&a), number(&b)) % prime_25519();
    Case { a, b, bytes: 32, right: Right::Congruent(vec![right]) }
}

/// The sum and the difference of numbers whose highest bytes are at most 128, also of such where a
/// carry or borrow goes through all bytes.
fn sum_and_difference_25519(rng: &mut ChaCha8Rng, i: usize) -> Case {
    let mut number = |i: usize| {
        let mut bytes = element_25519(rng, i);
        bytes[31] = match i % 24 {
            12 => 127,
            13 => 128,
            14 => 0,
            _ => bytes[31] & 0x7f,
        };
        // Near 2^255.
        if matches!(i % 24, 8 | 13) {
            bytes[31] = 128;
            bytes[17..31].fill(0);
        }
        bytes
    };
    let (x, z) = (number(i), number(i / 24));
    let p = prime_25519();
    let [a, b] = [&x, &z].map(|bytes| BigUint::from_bytes_le(bytes));
    let right = vec![(&a + &b) % &p, (a + &p * 3u8 - b) % p];
    Case { a: [x, z].concat(), b: vec![], bytes: 64, right: Right::Congruent(right) }
}

/// The numbers where carries go furthest, in turn with random ones; the first twelve of each 24.
fn element_25519(rng: &mut ChaCha8Rng, i: usize) -> Vec<u8> {
    let power = |n: u32| BigUint::from(1u8) << n;
    let number = match i % 24 {
        0 => BigUint::ZERO,
        1 => power(0),
        2 => power(256) - 1u8,
        3..6 => prime_25519() + i % 24 - 4u8,
        6 => power(256) - 38u8,
        7 => power(256) - 39u8,
        8 => power(255),
        9 => power(256) - power(128),
        10 => power(128) - 1u8,
        11 => power(256) - power(64) + power(32),
        _ => {
            let mut bytes = vec![0; 32];
            rng.fill_bytes(&mut bytes);
            return bytes;
        }
    };
    let mut bytes = number.to_bytes_le();
    bytes.resize(32, 0);
    bytes
}

/// Scalar, coordinate and result of RFC 7748, section 5.2: the two vectors, and the first of the
/// iterations.
const RFC7748: [[&str; 3]; 3] = [
    [
        "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
        "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
        "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552",
    ],
    [
        "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
        "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
        "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957",
    ],
    [
        "0900000000000000000000000000000000000000000000000000000000000000",
        "0900000000000000000000000000000000000000000000000000000000000000",
        "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079",
    ],
];

/// X25519 of the vectors, of the extremes of scalars and coordinates, and of random ones.
fn x25519_case(rng: &mut ChaCha8Rng, i: usize) -> Case {
    if let Some(vector) = RFC7748.get(i) {
        let [a, b, right] = vector.map(unhex);
        return Case { a, b, bytes: right.len(), right: Right::Bytes(right) };
    }
    let (mut a, mut b) = (vec![0; 32], element_25519(rng, i - RFC7748.len()));
    match i - RFC7748.len() {
        0 => {}
        1 => a.fill(0xff),
        _ => rng.fill_bytes(&mut a),
    }
    if i >= 16 {
        rng.fill_bytes(&mut b);
    }
    let right = x25519(&a, &b);
    Case { a, b, bytes: right.len(), right: Right::Bytes(right) }
}

/// The lines of Tables 4 and 5, and ours.
pub const LINES: &[Line] = &[
    Line {
        title: "sum",
        bits: 163,
        program: "field",
        function: "f163_add",
        bound: NONE,
        published: NONE,
        constant_time: true,
        share: 1,
        case: |rng, i| {
            let f = Field163::new();
            of_two(&f, rng, i, |a, b| f.0.add(a, b))
        },
    },
    Line {
        title: "squaring without reduction",
        bits: 163,
        program: "methods",
        function: "f163_square",
        bound: [Some(400), None],
        published: [Some(456), Some(725)],
        constant_time: true,
        share: 1,
        case: |rng, i| {
            let a = element_163(rng, i);
            let right = wide(&a, &a);
            Case { a, b: vec![], bytes: right.len(), right: Right::Bytes(right) }
        },
    },
    Line {
        title: "multiplication without reduction",
        bits: 163,
        program: "methods",
        function: "f163_product",
        bound: [Some(4_300), None],
        published: [Some(5_433), Some(13_838)],
        constant_time: true,
        share: 1,
        case: |rng, i| {
            let (a, b) = two_163(rng, i);
            let right = wide(&a, &b);
            Case { a, b, bytes: right.len(), right: Right::Bytes(right) }
        },
    },
    Line {
        title: "multiplication, sum in memory",
        bits: 163,
        program: "methods",
        function: "f163_product_in_memory",
        bound: NONE,
        published: [Some(9_120), Some(9_752)],
        constant_time: true,
        share: 1,
        case: |rng, i| {
            let (a, b) = two_163(rng, i);
            let right = wide(&a, &b);
            Case { a, b, bytes: right.len(), right: Right::Bytes(right) }
        },
    },
    Line {
        title: "multiplication, Karatsuba",
        bits: 163,
        program: "methods",
        function: "f163_product_karatsuba",
        bound: NONE,
        published: [Some(6_968), Some(12_246)],
        constant_time: true,
        share: 1,
        case: |rng, i| {
            let (a, b) = two_163(rng, i);
            let right = wide(&a, &b);
            Case { a, b, bytes: right.len(), right: Right::Bytes(right) }
        },
    },
    Line {
        title: "reduction",
        bits: 163,
        program: "methods",
        function: "f163_reduce",
        bound: [Some(450), None],
        published: [Some(609), Some(621)],
        constant_time: true,
        share: 1,
        case: |rng, i| {
            let (a, b) = two_163(rng, i);
            let (c, d) = (element_163(rng, 63), element_163(rng, 63));
            let sum = wide(&a, &b).iter().zip(wide(&c, &d)).map(|(x, y)| x ^ y).collect();
            let f = Field163::new();
            let product = |a: &[u8], b: &[u8]| f.0.mul(&f.decode(a), &f.decode(b));
            let right = f.encode(&f.0.add(&product(&a, &b), &product(&c, &d)));
            Case { a: sum, b: vec![], bytes: right.len(), right: Right::Bytes(right) }
        },
    },
    Line {
        title: "squaring",
        bits: 163,
        program: "field",
        function: "f163_sqr",
        bound: NONE,
        published: [Some(456 + 609), Some(725 + 621)],
        constant_time: true,
        share: 1,
        case: |rng, i| {
            let f = Field163::new();
            of_one(&f, rng, i, |a| f.0.mul(a, a))
        },
    },
    Line {
        title: "multiplication",
        bits: 163,
        program: "field",
        function: "f163_mul",
        bound: [Some(4_500), None],
        published: [Some(5_433 + 609), Some(9_752 + 621)],
        constant_time: true,
        share: 1,
        case: |rng, i| {
            let f = Field163::new();
            of_two(&f, rng, i, |a, b| f.0.mul(a, b))
        },
    },
    Line {
        title: "inversion, Itoh-Tsujii",
        bits: 163,
        program: "field",
        function: "f163_inv_itoh_tsujii",
        bound: [Some(190_000), None],
        published: NONE,
        constant_time: true,
        share: 10,
        case: |rng, i| {
            let f = Field163::new();
            of_one(&f, rng, i, |a| f.0.inv0(a))
        },
    },
    Line {
        title: "inversion, Algorithm 7",
        bits: 163,
        program: "methods",
        function: "f163_inv_euclid",
        bound: [Some(160_000), None],
        published: [Some(231_258), Some(365_658)],
        constant_time: false,
        share: 1,
        // Random elements only: 0 and 1 take a few hundred cycles.
        case: |rng, i| inverse(rng, TRIVIAL + i % TRIVIAL),
    },
    Line {
        title: "4-TNAF, sect163k1",
        bits: 163,
        program: "tnaf",
        function: "tnaf",
        bound: [Some(2_700_000), Some(7_022_289)],
        published: [Some(5_100_400), Some(7_022_289)],
        constant_time: false,
        share: 10,
        case: |rng, i| multiple(rng, i + 9, &sect163k1()),
    },
    Line {
        title: "ladder, sect163k1",
        bits: 163,
        program: "ladder",
        function: "ladder_k163",
        bound: [Some(4_700_000), Some(9_979_042)],
        published: [Some(6_135_263), Some(9_979_042)],
        constant_time: true,
        share: 10,
        case: |rng, i| multiple(rng, i + 9, &sect163k1()),
    },
    Line {
        title: "ladder, sect163r2",
        bits: 163,
        program: "ladder",
        function: "ladder_b163",
        bound: [Some(5_450_000), Some(11_872_320)],
        published: [Some(7_244_045), Some(11_872_320)],
        constant_time: true,
        share: 10,
        case: |rng, i| multiple(rng, i + 9, &sect163r2()),
    },
    Line {
        title: "public key, sect163k1",
        bits: 163,
        program: "protocol",
        function: "mote_public_key",
        bound: NONE,
        published: NONE,
        constant_time: true,
        share: 20,
        case: |rng, i| key(rng, i + 9, &sect163k1()),
    },
    Line {
        title: "ECDH, sect163k1",
        bits: 163,
        program: "protocol",
        function: "mote_agree",
        bound: NONE,
        published: NONE,
        constant_time: true,
        share: 10,
        case: |rng, i| agreement(rng, i + 9, &sect163k1()),
    },
    Line {
        title: "ECDSA signature, sect163k1",
        bits: 163,
        program: "protocol",
        function: "mote_sign",
        bound: NONE,
        published: NONE,
        constant_time: true,
        // 200 of the usual 2000: keys, nonces and digests differ, their lengths do not.
        share: 10,
        case: |rng, i| signature(rng, i + 9, 32),
    },
    Line {
        title: "sum, F_2^233",
        program: "field",
        function: "f233_add",
        case: |rng, i| {
            let f = Field233::new();
            of_two(&f, rng, i, |a, b| f.0.add(a, b))
        },
        ..LEVEL_233
    },
    Line {
        title: "squaring, F_2^233",
        program: "field",
        function: "f233_sqr",
        case: |rng, i| {
            let f = Field233::new();
            of_one(&f, rng, i, |a| f.0.mul(a, a))
        },
        ..LEVEL_233
    },
    Line {
        title: "multiplication, F_2^233",
        program: "field",
        function: "f233_mul",
        case: |rng, i| {
            let f = Field233::new();
            of_two(&f, rng, i, |a, b| f.0.mul(a, b))
        },
        ..LEVEL_233
    },
    Line {
        title: "inversion, Itoh-Tsujii, F_2^233",
        program: "field",
        function: "f233_inv_itoh_tsujii",
        share: 40,
        case: |rng, i| {
            let f = Field233::new();
            of_one(&f, rng, i, |a| f.0.inv0(a))
        },
        ..LEVEL_233
    },
    Line {
        title: "4-TNAF, sect233k1",
        program: "tnaf233",
        function: "tnaf_k233",
        constant_time: false,
        share: 40,
        case: |rng, i| multiple(rng, i + 9, &sect233k1()),
        ..LEVEL_233
    },
    Line {
        title: "ladder, sect233k1",
        program: "ladder233",
        function: "ladder_k233",
        share: 40,
        case: |rng, i| multiple(rng, i + 9, &sect233k1()),
        ..LEVEL_233
    },
    Line {
        title: "public key, sect233k1",
        program: "protocol233",
        function: "mote_public_key_k233",
        share: 200,
        case: |rng, i| key(rng, i + 9, &sect233k1()),
        ..LEVEL_233
    },
    Line {
        title: "ECDH, sect233k1",
        program: "protocol233",
        function: "mote_agree_k233",
        share: 100,
        case: |rng, i| agreement(rng, i + 9, &sect233k1()),
        ..LEVEL_233
    },
    Line {
        title: "sum and difference, 2^255-19",
        function: "f25519_add_sub",
        case: sum_and_difference_25519,
        ..LEVEL_255
    },
    Line {
        title: "difference, 2^255-19",
        function: "f25519_sub",
        case: |rng, i| of_two_25519(rng, i, |a, b| a + prime_25519() * 3u8 - b),
        ..LEVEL_255
    },
    Line {
        title: "multiplication, 2^255-19",
        function: "f25519_mul",
        case: |rng, i| of_two_25519(rng, i, |a, b| a * b),
        ..LEVEL_255
    },
    Line {
        title: "squaring, 2^255-19",
        function: "f25519_sqr",
        case: |rng, i| of_two_25519(rng, i, |a, _| &a * &a),
        ..LEVEL_255
    },
    Line {
        title: "multiplication by 121665 and sum, 2^255-19",
        function: "f25519_mul_add_small",
        case: |rng, i| of_two_25519(rng, i, |a, b| a * 121_665u32 + b),
        ..LEVEL_255
    },
    Line {
        title: "X25519",
        program: "x25519",
        function: "mote_x25519",
        bound: [Some(12_800_000), None],
        published: [Some(13_900_397), None],
        // 200 secrets of the usual 2000 inputs.
        share: 10,
        case: x25519_case,
        ..LEVEL_255
    },
];

/// Scalars at the ends of the range, digests of any length and trivial elements: their results must
/// be right, but their cycles are not counted, because points at infinity on the way end early.
pub const EXTREMES: &[(&str, &str, usize, Make)] = &[
    ("tnaf", "tnaf", 9, |rng, i| multiple(rng, i, &sect163k1())),
    ("ladder", "ladder_k163", 9, |rng, i| multiple(rng, i, &sect163k1())),
    ("ladder", "ladder_b163", 9, |rng, i| multiple(rng, i, &sect163r2())),
    ("protocol", "mote_agree", 9, |rng, i| agreement(rng, i, &sect163k1())),
    ("protocol", "mote_public_key", 9, |rng, i| key(rng, i, &sect163k1())),
    ("protocol", "mote_sign", 17, any_signature),
    ("methods", "f163_inv_euclid", TRIVIAL, inverse),
    ("tnaf233", "tnaf_k233", 9, |rng, i| multiple(rng, i, &sect233k1())),
    ("ladder233", "ladder_k233", 9, |rng, i| multiple(rng, i, &sect233k1())),
];

/// Calls that must be refused with a status and must not hang: program, function, case.
pub fn refused() -> Vec<(&'static str, &'static str, Case)> {
    let mut cases = Vec::new();
    // (0, 1) has order 2; its sum with the generator is a point of order 2 n.
    let curve = sect163k1();
    let f = &curve.field.0;
    let even = [[f.zero(), f.one()]];
    let names = ["protocol", "mote_agree", "mote_public_key"];
    refused_by_agreement(&mut cases, names, &curve, &even);
    // On sect233k1 (1, 0) and (1, 1) have order 4.
    let curve = sect233k1();
    let f = &curve.field.0;
    let even = [[f.zero(), f.one()], [f.one(), f.zero()], [f.one(), f.one()]];
    let names = ["protocol233", "mote_agree_k233", "mote_public_key_k233"];
    refused_by_agreement(&mut cases, names, &curve, &even);
    refused_by_signing(&mut cases);
    cases
}

fn refuse(a: &[u8], b: &[u8], bytes: usize, status: u8) -> Case {
    Case { a: a.to_vec(), b: b.to_vec(), bytes, right: Right::Refused(status) }
}

/// Input that ECDH and public keys refuse; `even` are points of small order.
fn refused_by_agreement<const W: usize, P: Polynomial>(
    cases: &mut Vec<(&'static str, &'static str, Case)>,
    [program, agree, public_key]: [&'static str; 3],
    curve: &Curve<W, P>,
    even: &[[[Word; W]; 2]],
) {
    let (field, bytes) = (&curve.field, Reference::<W, P>::BYTES);
    let point = field.encode_sec1(&curve.generator);
    let (one, zero) = (field.to_bytes_be(&BigUint::from(1u8)), vec![0; bytes]);
    let (order, above) = (field.to_bytes_be(&curve.order), vec![0xff; bytes]);
    let changed = |at: usize, to: u8| {
        let mut p = point.clone();
        p[at] ^= to;
        p
    };
    // The lowest bit that an encoded coordinate must not have.
    let too_high = 1 << (P::DEGREE % 8);
    let mut refused = vec![
        (agree, refuse(&one, &point, bytes - 1, 1)),
        (agree, refuse(&one, &point, bytes + 1, 1)),
        (agree, refuse(&one, &point, 0, 1)),
        (agree, refuse(&one[1..], &point, bytes, 1)),
        (agree, refuse(&[], &point, bytes, 1)),
        (agree, refuse(&one, &point[..2 * bytes], bytes, 1)),
        (agree, refuse(&one, &[], bytes, 1)),
        (agree, refuse(&one, &changed(0, 1), bytes, 2)),
        (agree, refuse(&one, &changed(1, too_high), bytes, 2)),
        (agree, refuse(&one, &changed(1 + bytes, 0x80), bytes, 2)),
        // No point: each coordinate is too large.
        (agree, refuse(&one, &vec![0xff; 2 * bytes + 1], bytes, 2)),
        (agree, refuse(&one, &changed(2 * bytes, 1), bytes, 3)),
        (agree, refuse(&one, &changed(bytes, 1), bytes, 3)),
        (agree, refuse(&one, &[vec![4], vec![0; 2 * bytes]].concat(), bytes, 3)),
        (agree, refuse(&zero, &point, bytes, 5)),
        (agree, refuse(&order, &point, bytes, 5)),
        (agree, refuse(&above, &point, bytes, 5)),
        (public_key, refuse(&one, &[], 2 * bytes, 1)),
        (public_key, refuse(&one[1..], &[], 2 * bytes + 1, 1)),
        (public_key, refuse(&zero, &[], 2 * bytes + 1, 5)),
        (public_key, refuse(&order, &[], 2 * bytes + 1, 5)),
    ];
    for even in even {
        let sum = curve.add(&Some(curve.generator), &Some(*even)).expect("not infinite");
        refused.push((agree, refuse(&one, &field.encode_sec1(even), bytes, 4)));
        refused.push((agree, refuse(&one, &field.encode_sec1(&sum), bytes, 4)));
    }
    cases.extend(refused.into_iter().map(|(function, case)| (program, function, case)));
}

fn refused_by_signing(cases: &mut Vec<(&'static str, &'static str, Case)>) {
    let curve = sect163k1();
    let (one, zero) = (curve.field.to_bytes_be(&BigUint::from(1u8)), vec![0; Field163::BYTES]);
    let (order, above) = (curve.field.to_bytes_be(&curve.order), vec![0xff; Field163::BYTES]);
    let with_digest = |nonce: &[u8]| [nonce, &[7]].concat();
    let refused = [
        refuse(&one, &with_digest(&one), 41, 1),
        refuse(&one, &one[..20], 42, 1),
        refuse(&zero, &with_digest(&one), 42, 5),
        refuse(&order, &with_digest(&one), 42, 5),
        // A source that gives the same useless nonce for ever.
        refuse(&one, &with_digest(&zero), 42, 6),
        refuse(&one, &with_digest(&order), 42, 6),
        refuse(&one, &with_digest(&above), 42, 6),
    ];
    cases.extend(refused.map(|case| ("protocol", "mote_sign", case)));
}
