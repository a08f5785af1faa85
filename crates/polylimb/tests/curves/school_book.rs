//! The school-book law of chord and tangent on `y² = x³ + a x + b`, with num-bigint.

use num_bigint::BigInt;
use polylimb::authors::curve::Parameters;
use polylimb::authors::limb::Word;

/// Coordinates; `None` for the neutral element.
pub type Point = Option<[BigInt; 2]>;

pub fn big(words: &[Word]) -> BigInt {
    let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
    BigInt::from_bytes_le(num_bigint::Sign::Plus, &bytes)
}

pub fn add(p: &BigInt, a: &BigInt, left: &Point, right: &Point) -> Point {
    let (Some([x1, y1]), Some([x2, y2])) = (left, right) else {
        return left.clone().or_else(|| right.clone());
    };
    let modulo = |v: BigInt| ((v % p) + p) % p;
    let (rise, run) = if x1 == x2 {
        if modulo(y1 + y2) == BigInt::ZERO {
            return None;
        }
        (x1 * x1 * 3 + a, y1 * 2)
    } else {
        (y2 - y1, x2 - x1)
    };
    let slope = rise * modulo(run).modinv(p).expect("p is prime");
    let x = modulo(&slope * &slope - x1 - x2);
    let y = modulo(slope * (x1 - &x) - y1);
    Some([x, y])
}

pub fn multiply(c: &Parameters, k: &BigInt, point: &Point) -> Point {
    let (p, a) = (big(c.prime()), big(c.coefficients()[0]));
    let (mut r, mut power) = (None, point.clone());
    for i in 0..k.bits() {
        if k.bit(i) {
            r = add(&p, &a, &r, &power);
        }
        power = add(&p, &a, &power, &power);
    }
    r
}
