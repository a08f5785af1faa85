//! Plain arithmetic, which judges the programs for Cortex-M.

use crate::Result;
use num_bigint::BigUint;
use sha2::{Digest as _, Sha256, Sha512};

fn number(hex: &str) -> BigUint {
    BigUint::parse_bytes(hex.as_bytes(), 16).expect("hexadecimal digits")
}

/// `n` bytes, the lowest first.
pub fn bytes(a: &BigUint, n: usize) -> Vec<u8> {
    let mut bytes = a.to_bytes_le();
    bytes.resize(n, 0);
    bytes
}

fn p25519() -> BigUint {
    (BigUint::from(1u8) << 255u32) - 19u8
}

/// Replaces most random numbers by one with long runs of bits, or near a prime or a power of 2.
pub fn make_extreme(number: &mut [u8]) {
    let (kind, near) = (number[0], number[1] % 8);
    let base = match kind % 8 {
        0 => BigUint::ZERO,
        1 => self::number(P) - near,
        2 => p25519() - near,
        3 => (BigUint::from(1u8) << (8 * u32::from(number[2] % 32) + 8)) - 1u8,
        4 => (BigUint::from(1u8) << 256u32) - 1u8 - near,
        5 => (BigUint::from(1u8) << 256u32) - (BigUint::from(1u8) << u32::from(number[2])),
        _ => return,
    };
    number.copy_from_slice(&bytes(&(base + near / 2), 32)[..32]);
}

/// `a b`, `a²`, `a + b` and `a - b` modulo 2^255 - 19 and P-256's prime.
pub fn field_operations(a: &[u8], b: &[u8]) -> Vec<u8> {
    let (a, b) = (BigUint::from_bytes_le(a), BigUint::from_bytes_le(b));
    let modulo = |p: BigUint| {
        let results = [&a * &b, &a * &a, &a + &b, &a + &p * 4u8 - &b];
        results.map(|r| bytes(&(r % &p), 32)).concat()
    };
    [modulo(p25519()), modulo(number(P))].concat()
}

/// The ladder of `[RFC7748]`.
pub fn x25519(k: &[u8], u: &[u8]) -> Vec<u8> {
    let p = p25519();
    let (mut k, mut u) = (k.to_vec(), u.to_vec());
    k[0] &= 248;
    k[31] = k[31] & 127 | 64;
    u[31] &= 127;
    let (k, u) = (BigUint::from_bytes_le(&k), BigUint::from_bytes_le(&u) % &p);
    let minus = |a: &BigUint, b: &BigUint| (a + &p - b) % &p;
    let (mut low, mut high) =
        ((BigUint::from(1u8), BigUint::ZERO), (u.clone(), BigUint::from(1u8)));
    for i in (0..255).rev() {
        if k.bit(i) {
            std::mem::swap(&mut low, &mut high);
        }
        let (a, b) = ((&low.0 + &low.1) % &p, minus(&low.0, &low.1));
        let (aa, bb) = (&a * &a % &p, &b * &b % &p);
        let e = minus(&aa, &bb);
        let (da, cb) = (minus(&high.0, &high.1) * &a % &p, (&high.0 + &high.1) * &b % &p);
        let (sum, difference) = (&da + &cb, minus(&da, &cb));
        high = (&sum * &sum % &p, &u * &difference * &difference % &p);
        low = (&aa * &bb % &p, &e * (&aa + 121_665u32 * &e) % &p);
        if k.bit(i) {
            std::mem::swap(&mut low, &mut high);
        }
    }
    bytes(&(low.0 * low.1.modpow(&(&p - 2u8), &p) % &p), 32)
}

const P: &str = "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff";
const ORDER: &str = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";
const GENERATOR: [&str; 2] = [
    "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
    "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
];

/// A number from 1 to the order of P-256 less 1.
pub fn scalar(bytes: &[u8]) -> BigUint {
    BigUint::from_bytes_be(bytes) % (number(ORDER) - 1u8) + 1u8
}

/// The generator of P-256.
pub fn generator() -> [BigUint; 2] {
    GENERATOR.map(number)
}

/// `n` bytes, the highest first.
pub fn big_endian(a: &BigUint, n: usize) -> Vec<u8> {
    bytes(a, n).into_iter().rev().collect()
}

/// `k` times a point of P-256 by affine sums; `None` for the neutral element.
pub fn p256_multiple(k: &BigUint, point: &[BigUint; 2]) -> Option<[BigUint; 2]> {
    let p = number(P);
    let minus = |a: &BigUint, b: &BigUint| (a + &p - b) % &p;
    let sum = |a: &[BigUint; 2], b: &[BigUint; 2]| {
        let (rise, run) = if a == b {
            (3u8 * (&a[0] * &a[0] - 1u8), 2u8 * &a[1])
        } else {
            (minus(&a[1], &b[1]), minus(&a[0], &b[0]))
        };
        let slope = rise * run.modinv(&p)? % &p;
        let x = minus(&minus(&(&slope * &slope % &p), &a[0]), &b[0]);
        Some([x.clone(), minus(&(slope * minus(&a[0], &x) % &p), &a[1])])
    };
    let mut r = None;
    for i in (0..k.bits()).rev() {
        r = r.and_then(|r| sum(&r, &r));
        if k.bit(i) {
            r = r.map_or(Some(point.clone()), |r| sum(&r, point));
        }
    }
    r
}

fn hmac(key: &[u8], parts: &[&[u8]]) -> Vec<u8> {
    let padded = |pad: u8| (0..64).map(|i| key.get(i).unwrap_or(&0) ^ pad).collect::<Vec<_>>();
    let inner = Sha256::digest([&padded(0x36)[..], &parts.concat()].concat());
    Sha256::digest([&padded(0x5c)[..], &inner].concat()).to_vec()
}

/// The ECDSA signature with SHA-256 and the nonce of `[RFC6979]`.
pub fn ecdsa(secret: &BigUint, message: &[u8]) -> Vec<u8> {
    let order = number(ORDER);
    let z = BigUint::from_bytes_be(&Sha256::digest(message)) % &order;
    let seed = [big_endian(secret, 32), big_endian(&z, 32)].concat();
    let (mut key, mut value) = (vec![0; 32], vec![1; 32]);
    for separator in [0, 1] {
        key = hmac(&key, &[&value, &[separator], &seed]);
        value = hmac(&key, &[&value]);
    }
    loop {
        value = hmac(&key, &[&value]);
        let nonce = BigUint::from_bytes_be(&value);
        if nonce < order && nonce != BigUint::ZERO {
            let [x, _] = p256_multiple(&nonce, &generator()).expect("below the order");
            let r = x % &order;
            let s = (&r * secret + &z) * nonce.modinv(&order).expect("a prime") % &order;
            return [big_endian(&r, 32), big_endian(&s, 32)].concat();
        }
        key = hmac(&key, &[&value, &[0]]);
        value = hmac(&key, &[&value]);
    }
}

/// Curve25519 in Edwards form, `[RFC8032]`: its order and its base.
const ORDER_25519: &str = "1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed";
const BASE_25519: [&str; 2] = [
    "216936d3cd6e53fec0a4e231fdd6dc5c692cc7609525a7b2c9562d608f25d51a",
    "6666666666666666666666666666666666666666666666666666666666666658",
];

/// `k` times a point in Edwards form, by affine sums.
fn edwards_multiple(k: &BigUint, point: &[BigUint; 2]) -> [BigUint; 2] {
    let p = p25519();
    let d = (&p - 121_665u32) * BigUint::from(121_666u32).modinv(&p).expect("a prime") % &p;
    let sum = |a: &[BigUint; 2], b: &[BigUint; 2]| {
        let product = &d * &a[0] % &p * &b[0] % &p * &a[1] % &p * &b[1] % &p;
        let (above, below) = (&product + 1u8, &p + 1u8 - &product);
        let inverse = (&above * &below).modinv(&p).expect("d is not a square");
        [
            (&a[0] * &b[1] + &b[0] * &a[1]) * &below % &p * &inverse % &p,
            (&a[1] * &b[1] + &a[0] * &b[0]) * &above % &p * &inverse % &p,
        ]
    };
    let mut r = [BigUint::ZERO, BigUint::from(1u8)];
    for i in (0..k.bits()).rev() {
        r = sum(&r, &r);
        if k.bit(i) {
            r = sum(&r, point);
        }
    }
    r
}

/// The public key of a seed and its signature of a message, `[RFC8032]`, 5.1.
pub fn ed25519(seed: &[u8], message: &[u8]) -> ([u8; 32], [u8; 64]) {
    let order = number(ORDER_25519);
    let encoded = |k: &BigUint| -> [u8; 32] {
        let [x, y] = edwards_multiple(k, &BASE_25519.map(number));
        let mut r = bytes(&y, 32);
        r[31] |= u8::from(x.bit(0)) << 7;
        r.try_into().expect("32 bytes")
    };
    let hash = |parts: &[&[u8]]| BigUint::from_bytes_le(&Sha512::digest(parts.concat())) % &order;
    let mut halves = Sha512::digest(seed);
    halves[0] &= 248;
    halves[31] = halves[31] & 127 | 64;
    let (secret, prefix) = halves.split_at(32);
    let secret = BigUint::from_bytes_le(secret);
    let (key, nonce) = (encoded(&secret), hash(&[prefix, message]));
    let r = encoded(&nonce);
    let s = (nonce + hash(&[&r, &key, message]) * secret) % &order;
    let mut signature = [0; 64];
    signature[..32].copy_from_slice(&r);
    signature[32..].copy_from_slice(&bytes(&s, 32));
    (key, signature)
}

/// `[RFC7748]`, 5.2, the first vector; `[RFC8032]`, 7.1, the message of one byte; `[RFC6979]`,
/// A.2.5, "sample".
const X25519: [&str; 3] = [
    "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
    "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
    "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552",
];
const ED25519: [&str; 4] = [
    "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
    "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da",
    "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
];

const ECDSA: [&str; 3] = [
    "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721",
    "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716",
    "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8",
];

/// Whether these functions reproduce published vectors.
pub fn check() -> Result<()> {
    let unhex = |hex: &str| bytes(&BigUint::from_bytes_le(&number(hex).to_bytes_be()), 32);
    let [scalar, u, product] = X25519.map(unhex);
    let [seed, key, r, s] = ED25519.map(unhex);
    let signed = ed25519(&seed, &[0x72]);
    if x25519(&scalar, &u) != product || signed.0[..] != key || signed.1[..] != [r, s].concat() {
        return Err("the judge does not reproduce RFC 7748 and RFC 8032".into());
    }
    let [secret, r, s] = ECDSA.map(number);
    if ecdsa(&secret, b"sample") != [big_endian(&r, 32), big_endian(&s, 32)].concat() {
        return Err("the judge does not reproduce RFC 6979".into());
    }
    Ok(())
}
