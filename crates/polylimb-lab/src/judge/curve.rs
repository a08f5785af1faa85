//! Points of `y² = x³ + a x + b`, and of `y² + x y = x³ + a x² + b` over binary fields, by chord
//! and tangent over num-bigint: the reference for multiples of points. Over primes a multiple takes
//! one inversion, which takes longest in num-bigint; its tests compare it with the chord.

use super::binary_field::{inverse, product};
use num_bigint::BigUint;
use polylimb::authors::curve::Parameters;
use polylimb::authors::limb::Word;

/// A curve.
#[derive(Debug, Clone)]
pub struct Curve {
    /// The prime, or the bits of the polynomial.
    p: BigUint,
    a: BigUint,
    binary: bool,
}

/// A point's coordinates; `None` for the neutral element.
pub type Point = Option<[BigUint; 2]>;

impl Curve {
    /// The curve of these parameters.
    #[must_use]
    pub fn new(parameters: &Parameters) -> Self {
        let a = number(parameters.coefficients()[0]);
        if parameters.is_binary() {
            let top = BigUint::from(1u8) << parameters.bits();
            let lower = parameters.lower_exponents();
            let p = lower.iter().fold(top, |p, &e| p | BigUint::from(1u8) << e);
            return Self { p, a, binary: true };
        }
        Self { p: number(parameters.prime()), a, binary: false }
    }

    /// Curve25519 in this form, and the shift of its abscissas: `x = u + shift`, where
    /// `v² = u³ + A u² + u`, `A = 486662`, `shift = A / 3`, `a = 1 - A² / 3`.
    #[must_use]
    pub fn curve25519() -> (Self, BigUint) {
        let p = (BigUint::from(1u8) << 255u32) - 19u8;
        let third = BigUint::from(3u8).modinv(&p).unwrap_or_default();
        let shift = 486_662u32 * &third % &p;
        let a = (&p + 1u8 - 486_662u32 * &shift % &p) % &p;
        (Self { p, a, binary: false }, shift)
    }

    /// The prime; for a binary field the polynomial, x^i as bit i.
    #[must_use]
    pub const fn prime(&self) -> &BigUint {
        &self.p
    }

    /// `p + q`.
    #[must_use]
    pub fn add(&self, p: &Point, q: &Point) -> Point {
        let (Some([x, y]), Some([u, v])) = (p, q) else {
            return p.clone().or_else(|| q.clone());
        };
        if self.binary {
            return self.add_binary([x, y], [u, v]);
        }
        let (rise, run) = if x != u {
            (self.minus(v, y), self.minus(u, x))
        } else if y == v {
            (x * x * 3u32 + &self.a, y * 2u32)
        } else {
            return None;
        };
        // Over 0 the tangent of a point of order 2 is vertical.
        let slope = rise * run.modinv(&self.p)? % &self.p;
        let sum_x = self.minus(&self.minus(&(&slope * &slope), x), u);
        let sum_y = self.minus(&(slope * self.minus(x, &sum_x)), y);
        Some([sum_x, sum_y])
    }

    /// Slope `λ = (y + v)/(x + u)`, or `x + y/x` for equal points; `λ² + λ + x + u + a`.
    fn add_binary(&self, [x, y]: [&BigUint; 2], [u, v]: [&BigUint; 2]) -> Point {
        let f = &self.p;
        let slope = if x != u {
            product(&(y ^ v), &inverse(&(x ^ u), f)?, f)
        } else if y == v {
            // The point of order 2 has the abscissa 0.
            product(y, &inverse(x, f)?, f) ^ x
        } else {
            return None;
        };
        let sum_x = product(&slope, &slope, f) ^ &slope ^ x ^ u ^ &self.a;
        let sum_y = product(&slope, &(x ^ &sum_x), f) ^ &sum_x ^ y;
        Some([sum_x, sum_y])
    }

    /// `-p`.
    #[must_use]
    pub fn negate(&self, p: &Point) -> Point {
        p.as_ref().map(|[x, y]| {
            let negated = if self.binary { x ^ y } else { self.minus(&BigUint::ZERO, y) };
            [x.clone(), negated]
        })
    }

    /// `k p`, with one doubling per bit.
    #[must_use]
    pub fn multiply(&self, k: &BigUint, p: &Point) -> Point {
        if let (Some(p), false) = (p, self.binary) {
            let sum = (0..k.bits()).rev().fold(None, |sum, bit| {
                let twice = self.double_scaled(sum.as_ref());
                if k.bit(bit) { self.add_scaled(twice.as_ref(), p) } else { twice }
            });
            let [x, y, z] = sum?;
            let inverse = z.modinv(&self.p)?;
            let square = &inverse * &inverse % &self.p;
            return Some([x * &square % &self.p, y * square % &self.p * inverse % &self.p]);
        }
        (0..k.bits()).rev().fold(None, |sum, bit| {
            let twice = self.add(&sum, &sum);
            if k.bit(bit) { self.add(&twice, p) } else { twice }
        })
    }

    /// `2 p` for the point `(x/z², y/z³)`.
    fn double_scaled(&self, p: Option<&[BigUint; 3]>) -> Option<[BigUint; 3]> {
        let [x, y, z] = p.filter(|[_, y, _]| *y != BigUint::ZERO)?;
        let (y2, z2) = (y * y % &self.p, z * z % &self.p);
        let middle = x * &y2 * 4u32 % &self.p;
        let slope = (x * x * 3u32 + &self.a * (&z2 * &z2 % &self.p)) % &self.p;
        let twice_x = self.minus(&(&slope * &slope), &(&middle * 2u32));
        let twice_y = self.minus(&(slope * self.minus(&middle, &twice_x)), &(&y2 * &y2 * 8u32));
        Some([twice_x, twice_y, y * z * 2u32 % &self.p])
    }

    /// `p + q` for such a point `p`.
    fn add_scaled(&self, p: Option<&[BigUint; 3]>, q: &[BigUint; 2]) -> Option<[BigUint; 3]> {
        let [u, v] = q;
        let Some([x, y, z]) = p else { return Some([u.clone(), v.clone(), BigUint::from(1u8)]) };
        let z2 = z * z % &self.p;
        let run = self.minus(&(u * &z2), x);
        let rise = self.minus(&(v * z2 % &self.p * z), y);
        if run == BigUint::ZERO {
            return if rise == BigUint::ZERO { self.double_scaled(p) } else { None };
        }
        let square = &run * &run % &self.p;
        let (cube, middle) = (&square * &run % &self.p, x * square % &self.p);
        let sum_x = self.minus(&(&rise * &rise), &(&cube + &middle * 2u32));
        let sum_y = self.minus(&(rise * self.minus(&middle, &sum_x)), &(y * cube));
        Some([sum_x, sum_y, z * run % &self.p])
    }

    fn minus(&self, a: &BigUint, b: &BigUint) -> BigUint {
        (a % &self.p + &self.p - b % &self.p) % &self.p
    }
}

/// The number of these words, least significant first.
#[must_use]
pub fn number(words: &[Word]) -> BigUint {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    BigUint::from_bytes_le(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The curve y² = x³ + 4x + 20 over GF(29) of `[Arruda2014]`; (1, 5) generates its group of
    /// prime order 37.
    #[test]
    fn the_multiples_of_the_thesis_by_hand_and_the_whole_cycle() {
        let small = |n: u32| BigUint::from(n);
        let curve = Curve { p: small(29), a: small(4), binary: false };
        let p = Some([small(1), small(5)]);
        let by_hand = [(2, Some([4, 19])), (3, Some([20, 3])), (36, Some([1, 24])), (37, None)];
        for (k, point) in by_hand {
            let expected = point.map(|coordinates: [u32; 2]| coordinates.map(small));
            assert_eq!(curve.multiply(&small(k), &p), expected, "{k}");
        }
        let mut sum = None;
        for k in 0..75u32 {
            assert_eq!(curve.multiply(&small(k), &p), sum, "{k}");
            sum = curve.add(&sum, &p);
        }
    }

    /// The generators have the order that `[FIPS186-4]` gives, and the multiple by one less is the
    /// negative.
    #[test]
    fn the_orders_of_the_binary_generators() {
        for name in ["K-163", "B-163", "K-233"] {
            let parameters = Parameters::named(name).expect("known");
            let curve = Curve::new(&parameters);
            let generator = Some(parameters.generator().map(number));
            let order = number(parameters.order());
            assert_eq!(curve.multiply(&order, &generator), None, "{name}");
            let last = curve.multiply(&(&order - 1u8), &generator);
            assert_eq!(last, curve.negate(&generator), "{name}");
        }
    }
}
