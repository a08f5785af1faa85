//! Plain arithmetic on K-233: affine sums over polynomials in bits.

use num_bigint::BigUint;

fn number(hex: &str) -> BigUint {
    BigUint::parse_bytes(hex.as_bytes(), 16).expect("hexadecimal digits")
}

fn bit(i: u64) -> BigUint {
    BigUint::from(1u8) << i
}

/// `x^233 + x^74 + 1`.
fn modulus() -> BigUint {
    bit(233) ^ bit(74) ^ bit(0)
}

fn product(a: &BigUint, b: &BigUint) -> BigUint {
    let m = modulus();
    (0..a.bits()).rev().fold(BigUint::ZERO, |r, i| {
        let r: BigUint = if a.bit(i) { (r << 1u8) ^ b } else { r << 1u8 };
        if r.bit(233) { r ^ &m } else { r }
    })
}

/// By Euclid's algorithm.
fn inverse(a: &BigUint) -> BigUint {
    let (mut u, mut v, mut g, mut h) = (a.clone(), modulus(), bit(0), BigUint::ZERO);
    while u.bits() > 1 {
        if u.bits() < v.bits() {
            (u, v, g, h) = (v, u, h, g);
        }
        let shift = u.bits() - v.bits();
        u ^= &v << shift;
        g ^= &h << shift;
    }
    g
}

/// A number from 1 to the order of the generator less 1.
pub fn scalar(bytes: &[u8]) -> BigUint {
    let order = number("8000000000000000000000000000069d5bb915bcd46efb1ad5f173abdf");
    BigUint::from_bytes_be(bytes) % (order - 1u8) + 1u8
}

/// The generator.
pub fn generator() -> [BigUint; 2] {
    [
        "17232ba853a7e731af129f22ff4149563a419c26bf50a4c9d6eefad6126",
        "1db537dece819b7f70f555a67c427a8cd9bf18aeb9b56e0c11056fae6a3",
    ]
    .map(number)
}

/// `k` times a point on `y² + x y = x³ + 1`, for a `k` below the point's order and not 0.
pub fn multiple(k: &BigUint, point: &[BigUint; 2]) -> [BigUint; 2] {
    let sum = |a: &[BigUint; 2], b: &[BigUint; 2]| {
        let slope = if a == b {
            &a[0] ^ product(&a[1], &inverse(&a[0]))
        } else {
            product(&(&a[1] ^ &b[1]), &inverse(&(&a[0] ^ &b[0])))
        };
        let x = product(&slope, &slope) ^ &slope ^ &a[0] ^ &b[0];
        let y = product(&slope, &(&a[0] ^ &x)) ^ &x ^ &a[1];
        [x, y]
    };
    let mut r = point.clone();
    for i in (0..k.bits() - 1).rev() {
        r = sum(&r, &r);
        if k.bit(i) {
            r = sum(&r, point);
        }
    }
    r
}
