//! The lines of the table: a function, its operands and right answers, what it may cost, what was published.

use crate::reference::{
    BYTES, Curve, El, decode, encode, encode_point, encode_sec1, field, to_bytes,
};
use num_bigint::BigUint;
use polylimb::field::Field;
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
    /// This status, and nothing written.
    Refused(u8),
    /// A signature of the digest under the key.
    Signature { key: [El; 2], digest: Vec<u8> },
}

pub struct Line {
    pub title: &'static str,
    /// A program of the firmware, and its function.
    pub program: &'static str,
    pub function: &'static str,
    /// Cycles at most, with kernels and without; the mean for functions of variable time.
    pub bound: [Option<u64>; 2],
    /// Aranha et al. 2009, Tables 4 and 5: assembly and C.
    pub published: [Option<u64>; 2],
    pub constant_time: bool,
    /// Whether the portable build has it.
    pub portable: bool,
    /// How many calls, of so many asked for.
    pub share: usize,
    pub case: fn(&mut ChaCha8Rng, usize) -> Case,
}

const NONE: [Option<u64>; 2] = [None, None];

/// An element: 0, 1, all ones, a single bit, or random.
fn element(rng: &mut ChaCha8Rng, i: usize) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    match i % 64 {
        0 => {}
        1 => bytes[0] = 1,
        2 => bytes = [0xff; BYTES],
        3..8 => {
            let bit = rng.next_u32() as usize % 163;
            bytes[bit / 8] = 1 << (bit % 8);
        }
        _ => rng.fill_bytes(&mut bytes),
    }
    bytes[BYTES - 1] &= 7;
    bytes
}

fn two(rng: &mut ChaCha8Rng, i: usize) -> ([u8; BYTES], [u8; BYTES]) {
    let first = element(rng, i);
    let second = element(rng, i / 3 + 1);
    (first, second)
}

/// A function of one or two elements with an element for answer.
fn case(a: &[u8; BYTES], b: &[u8; BYTES], right: &El) -> Case {
    Case { a: a.to_vec(), b: b.to_vec(), bytes: BYTES, right: Right::Bytes(encode(right).to_vec()) }
}

/// An unreduced product in 42 bytes.
fn wide(a: &[u8; BYTES], b: &[u8; BYTES]) -> Vec<u8> {
    let mut r = vec![0u8; 2 * BYTES];
    // Bit by bit: the library's unreduced products are in words of this machine.
    for i in (0..8 * BYTES).filter(|i| a[i / 8] >> (i % 8) & 1 == 1) {
        for (j, &b) in b.iter().enumerate() {
            let shifted = u16::from(b) << (i % 8);
            r[i / 8 + j] ^= shifted as u8;
            r[(i / 8 + j + 1).min(2 * BYTES - 1)] ^= (shifted >> 8) as u8;
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
            let mut bytes = [0; 24];
            rng.fill_bytes(&mut bytes);
            BigUint::from_bytes_le(&bytes) % (order - 1u8) + 1u8
        }
    }
}

/// A multiple of a random point by a scalar.
fn multiple(rng: &mut ChaCha8Rng, i: usize, curve: &Curve) -> Case {
    let point = random_point(rng, curve);
    let k = scalar(rng, i, &curve.order);
    let right = curve.multiply(&k, &point).expect("k is below the order");
    Case {
        a: to_bytes(&k).to_vec(),
        b: encode_point(&point),
        bytes: 2 * BYTES,
        right: Right::Bytes(encode_point(&right)),
    }
}

fn random_point(rng: &mut ChaCha8Rng, curve: &Curve) -> [El; 2] {
    let k = scalar(rng, 9, &curve.order);
    curve.multiply(&k, &curve.generator).expect("k is below the order")
}

fn be(number: &BigUint) -> Vec<u8> {
    to_bytes(number).into_iter().rev().collect()
}

fn agreement(rng: &mut ChaCha8Rng, i: usize) -> Case {
    let curve = Curve::sect163k1();
    let peer = random_point(rng, &curve);
    let d = scalar(rng, i, &curve.order);
    let [x, _] = curve.multiply(&d, &peer).expect("d is below the order");
    let right = encode(&x).into_iter().rev().collect();
    Case { a: be(&d), b: encode_sec1(&peer), bytes: BYTES, right: Right::Bytes(right) }
}

fn key(rng: &mut ChaCha8Rng, i: usize) -> Case {
    let curve = Curve::sect163k1();
    let d = scalar(rng, i, &curve.order);
    let key = curve.multiply(&d, &curve.generator).expect("d is below the order");
    Case { a: be(&d), b: vec![], bytes: 43, right: Right::Bytes(encode_sec1(&key)) }
}

fn signature(rng: &mut ChaCha8Rng, i: usize) -> Case {
    let curve = Curve::sect163k1();
    let d = scalar(rng, i, &curve.order);
    let nonce = scalar(rng, 9, &curve.order);
    let key = curve.multiply(&d, &curve.generator).expect("d is below the order");
    // Digests of 160 to 512 bits, and a few bytes.
    let mut digest = vec![0; [32, 20, 28, 48, 64, 3, 21, 1][i % 8]];
    rng.fill_bytes(&mut digest);
    let b = [be(&nonce), digest.clone()].concat();
    Case { a: be(&d), b, bytes: 2 * BYTES, right: Right::Signature { key, digest } }
}

/// The lines of Tables 4 and 5, and ours.
pub const LINES: &[Line] = &[
    Line {
        title: "sum",
        program: "field",
        function: "f163_add",
        bound: NONE,
        published: NONE,
        constant_time: true,
        portable: true,
        share: 1,
        case: |rng, i| {
            let (a, b) = two(rng, i);
            case(&a, &b, &field().add(&decode(&a), &decode(&b)))
        },
    },
    Line {
        title: "squaring without reduction",
        program: "field",
        function: "f163_square",
        bound: [Some(400), None],
        published: [Some(456), Some(725)],
        constant_time: true,
        portable: false,
        share: 1,
        case: |rng, i| {
            let a = element(rng, i);
            Case { a: a.to_vec(), b: vec![], bytes: 2 * BYTES, right: Right::Bytes(wide(&a, &a)) }
        },
    },
    Line {
        title: "multiplication without reduction",
        program: "field",
        function: "f163_product",
        bound: [Some(4_300), None],
        published: [Some(5_433), Some(9_752)],
        constant_time: true,
        portable: false,
        share: 1,
        case: |rng, i| {
            let (a, b) = two(rng, i);
            Case {
                a: a.to_vec(),
                b: b.to_vec(),
                bytes: 2 * BYTES,
                right: Right::Bytes(wide(&a, &b)),
            }
        },
    },
    Line {
        title: "reduction",
        program: "field",
        function: "f163_reduce",
        bound: [Some(450), None],
        published: [Some(609), Some(621)],
        constant_time: true,
        portable: false,
        share: 1,
        case: |rng, i| {
            let (a, b) = two(rng, i);
            let (c, d) = (element(rng, 63), element(rng, 63));
            let sum = wide(&a, &b).iter().zip(wide(&c, &d)).map(|(x, y)| x ^ y).collect();
            let f = field();
            let right = f.add(&f.mul(&decode(&a), &decode(&b)), &f.mul(&decode(&c), &decode(&d)));
            Case { a: sum, ..case(&a, &b, &right) }
        },
    },
    Line {
        title: "squaring",
        program: "field",
        function: "f163_sqr",
        bound: NONE,
        published: [Some(456 + 609), Some(725 + 621)],
        constant_time: true,
        portable: true,
        share: 1,
        case: |rng, i| {
            let a = element(rng, i);
            case(&a, &[0; BYTES], &field().mul(&decode(&a), &decode(&a)))
        },
    },
    Line {
        title: "multiplication",
        program: "field",
        function: "f163_mul",
        bound: [Some(4_500), None],
        published: [Some(5_433 + 609), Some(9_752 + 621)],
        constant_time: true,
        portable: true,
        share: 1,
        case: |rng, i| {
            let (a, b) = two(rng, i);
            case(&a, &b, &field().mul(&decode(&a), &decode(&b)))
        },
    },
    Line {
        title: "inversion, Itoh-Tsujii",
        program: "field",
        function: "f163_inv_itoh_tsujii",
        bound: [Some(190_000), None],
        published: NONE,
        constant_time: true,
        portable: true,
        share: 10,
        case: |rng, i| {
            let a = element(rng, i);
            case(&a, &[0; BYTES], &field().inv0(&decode(&a)))
        },
    },
    Line {
        title: "inversion, Algorithm 7",
        program: "field",
        function: "f163_inv_euclid",
        bound: [Some(160_000), None],
        published: [Some(231_258), Some(365_658)],
        constant_time: false,
        portable: false,
        share: 1,
        case: |rng, i| {
            let a = element(rng, i);
            case(&a, &[0; BYTES], &field().inv0(&decode(&a)))
        },
    },
    Line {
        title: "4-TNAF, sect163k1",
        program: "tnaf",
        function: "tnaf",
        bound: [Some(2_700_000), Some(7_022_289)],
        published: [Some(5_100_400), Some(7_022_289)],
        constant_time: false,
        portable: true,
        share: 10,
        case: |rng, i| multiple(rng, i + 9, &Curve::sect163k1()),
    },
    Line {
        title: "ladder, sect163k1",
        program: "ladder",
        function: "ladder_k163",
        bound: [Some(4_700_000), Some(9_979_042)],
        published: [Some(6_135_263), Some(9_979_042)],
        constant_time: true,
        portable: true,
        share: 10,
        case: |rng, i| multiple(rng, i + 9, &Curve::sect163k1()),
    },
    Line {
        title: "ladder, sect163r2",
        program: "ladder",
        function: "ladder_b163",
        bound: [Some(5_450_000), Some(11_872_320)],
        published: [Some(7_244_045), Some(11_872_320)],
        constant_time: true,
        portable: true,
        share: 10,
        case: |rng, i| multiple(rng, i + 9, &Curve::sect163r2()),
    },
    Line {
        title: "public key, sect163k1",
        program: "protocol",
        function: "mote_public_key",
        bound: NONE,
        published: NONE,
        constant_time: true,
        portable: true,
        share: 20,
        case: |rng, i| key(rng, i + 9),
    },
    Line {
        title: "ECDH, sect163k1",
        program: "protocol",
        function: "mote_agree",
        bound: NONE,
        published: NONE,
        constant_time: true,
        portable: true,
        share: 10,
        case: |rng, i| agreement(rng, i + 9),
    },
    Line {
        title: "ECDSA signature, sect163k1",
        program: "protocol",
        function: "mote_sign",
        bound: NONE,
        published: NONE,
        constant_time: false,
        portable: true,
        share: 20,
        case: |rng, i| signature(rng, i + 9),
    },
];

/// The scalars at the ends of the range: right, but not counted, because infinite points on the way leave early.
pub const EXTREMES: &[(&str, &str, usize, fn(&mut ChaCha8Rng, usize) -> Case)] = &[
    ("tnaf", "tnaf", 9, |rng, i| multiple(rng, i, &Curve::sect163k1())),
    ("ladder", "ladder_k163", 9, |rng, i| multiple(rng, i, &Curve::sect163k1())),
    ("ladder", "ladder_b163", 9, |rng, i| multiple(rng, i, &Curve::sect163r2())),
    ("protocol", "mote_agree", 9, agreement),
    ("protocol", "mote_public_key", 9, key),
    ("protocol", "mote_sign", 9, signature),
];

/// What must be refused, with its status, and never hang.
pub fn refused() -> Vec<(&'static str, Case)> {
    let curve = Curve::sect163k1();
    let f = field();
    let point = encode_sec1(&curve.generator);
    let (one, zero) = (be(&BigUint::from(1u8)), vec![0; BYTES]);
    let (order, above) = (be(&curve.order), vec![0xff; BYTES]);
    let changed = |at: usize, to: u8| {
        let mut p = point.clone();
        p[at] ^= to;
        p
    };
    // (0, 1) has order 2; the generator and it add up to a point of order 2 n.
    let order_2 = [f.zero(), f.one()];
    let order_2n = curve.add(&Some(curve.generator), &Some(order_2)).expect("not infinite");
    let case = |a: &[u8], b: &[u8], bytes, status| Case {
        a: a.to_vec(),
        b: b.to_vec(),
        bytes,
        right: Right::Refused(status),
    };
    let mut cases = vec![
        ("mote_agree", case(&one, &point, 20, 1)),
        ("mote_agree", case(&one, &point, 22, 1)),
        ("mote_agree", case(&one, &point, 0, 1)),
        ("mote_agree", case(&one[1..], &point, BYTES, 1)),
        ("mote_agree", case(&[], &point, BYTES, 1)),
        ("mote_agree", case(&one, &point[..42], BYTES, 1)),
        ("mote_agree", case(&one, &[], BYTES, 1)),
        ("mote_agree", case(&one, &changed(0, 1), BYTES, 2)),
        ("mote_agree", case(&one, &changed(1, 8), BYTES, 2)),
        ("mote_agree", case(&one, &changed(22, 0x80), BYTES, 2)),
        ("mote_agree", case(&one, &changed(42, 1), BYTES, 3)),
        ("mote_agree", case(&one, &changed(21, 1), BYTES, 3)),
        ("mote_agree", case(&one, &[&[4], &[0; 42][..]].concat(), BYTES, 3)),
        ("mote_agree", case(&one, &encode_sec1(&order_2), BYTES, 4)),
        ("mote_agree", case(&one, &encode_sec1(&order_2n), BYTES, 4)),
        ("mote_agree", case(&zero, &point, BYTES, 5)),
        ("mote_agree", case(&order, &point, BYTES, 5)),
        ("mote_agree", case(&above, &point, BYTES, 5)),
        ("mote_public_key", case(&one, &[], 42, 1)),
        ("mote_public_key", case(&one[..20], &[], 43, 1)),
        ("mote_public_key", case(&zero, &[], 43, 5)),
        ("mote_public_key", case(&order, &[], 43, 5)),
        ("mote_sign", case(&one, &[&one[..], &[7]].concat(), 41, 1)),
        ("mote_sign", case(&one, &one[..20], 42, 1)),
        ("mote_sign", case(&zero, &[&one[..], &[7]].concat(), 42, 5)),
        ("mote_sign", case(&order, &[&one[..], &[7]].concat(), 42, 5)),
        // A source that gives the same useless nonce for ever.
        ("mote_sign", case(&one, &[&zero[..], &[7]].concat(), 42, 6)),
        ("mote_sign", case(&one, &[&order[..], &[7]].concat(), 42, 6)),
        ("mote_sign", case(&one, &[&above[..], &[7]].concat(), 42, 6)),
    ];
    // No point at all: every coordinate too large.
    cases.push(("mote_agree", case(&one, &[0xff; 43], BYTES, 2)));
    cases
}
