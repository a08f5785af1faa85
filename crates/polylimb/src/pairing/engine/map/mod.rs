//! The map of field elements to points of BLS12-381.
//!
//! **Source.** RFC 9380, sections 5.2, 6.6.2, 6.6.3 and appendix E: the simplified map of Shallue,
//! van de Woestijne, Ulas (`[Brier2010]`; `[Wahby2019]`) to a curve `E': y² = x³ + A' x + B'`, and
//! an isogeny from there. **Cost.** A square root, an inversion, and about 60 products in `G₁`,
//! 20 in `G₂`. **Constant time.**

mod constants;

use crate::curve::weierstrass::{Complete, ProjectivePoint};
use crate::curve::{Coefficient, Curve, Group};
use crate::error::Result;
use crate::field::{Encoding, Field, SquareRoot};
use crate::limb::{Mask, Word};
use alloc::vec;
use alloc::vec::Vec;

/// The map to one of the groups.
pub(super) struct Map<F: Field> {
    /// `E'`.
    curve: Curve<F>,
    z: F::El,
    /// `z³`, and what roots of multiples by it need.
    cube: [F::El; 2],
    /// Numerator and denominator of the new `x`, then of the factor of `y`; the coefficient of 1
    /// first.
    isogeny: [Vec<F::El>; 4],
    /// Coefficients of an element.
    degree: usize,
}

/// An element with these coefficients, in hexadecimal.
fn element<F: Encoding>(f: &F, coefficients: &[&str]) -> F::El {
    let length = f.encoded_bytes() / coefficients.len();
    let mut bytes = vec![0; f.encoded_bytes()];
    for (bytes, text) in bytes.chunks_exact_mut(length).zip(coefficients) {
        for (i, digit) in text.chars().rev().enumerate() {
            bytes[i / 2] |= (digit.to_digit(16).unwrap_or(0) as u8) << (4 * (i % 2));
        }
    }
    f.decode(&bytes).expect("constants are below the prime")
}

impl<F: Encoding + SquareRoot + Field<Mask = Mask> + Copy> Map<F> {
    /// The map to the group over the field of degree 1 or 2.
    pub(super) fn of_bls12_381(f: &F, degree: usize) -> Self {
        let (curve, z, isogeny) = match degree {
            1 => (constants::G1_CURVE, constants::G1_Z, constants::G1_ISOGENY),
            _ => (constants::G2_CURVE, constants::G2_Z, constants::G2_ISOGENY),
        };
        let elements = |text: &[&str]| -> Vec<_> {
            text.chunks_exact(degree).map(|c| element(f, c)).collect()
        };
        let (ab, z) = (elements(curve), f.neg(&elements(z)[0]));
        let curve = Curve::new(*f, ab[0], ab[1], Coefficient::Any);
        let cube = f.mul(&f.sqr(&z), &z);
        let cube = [cube, f.root_for(&cube)];
        Self { curve, z, cube, isogeny: isogeny.map(elements), degree }
    }

    /// The element for uniform bytes: each coefficient is an equal share of them, most significant
    /// first, modulo the prime.
    pub(super) fn element(&self, uniform: &[u8]) -> Result<F::El> {
        let f = &self.curve.field;
        let (whole, length) = (uniform.len() / self.degree, f.encoded_bytes() / self.degree);
        // Two halves of 32 bytes, each below the prime.
        let half = whole / 2;
        let halves = [0, half].map(|from| {
            let mut bytes = vec![0; f.encoded_bytes()];
            for (bytes, part) in
                bytes.chunks_exact_mut(length).rev().zip(uniform.chunks_exact(whole))
            {
                bytes[length - half..].copy_from_slice(&part[from..from + half]);
            }
            f.decode_be(&bytes)
        });
        let [high, low] = halves;
        // 2^16, squared four times.
        let shift = (0..4).fold(f.small(1 << 16), |s, _| f.sqr(&s));
        Ok(f.add(&f.mul(&high?, &shift), &low?))
    }

    /// Whether the first coefficient that is not 0 is odd (RFC 9380, section 4.1).
    fn sign(&self, a: &F::El) -> Mask {
        let f = &self.curve.field;
        let mut bytes = vec![0; f.encoded_bytes()];
        f.encode(&mut bytes, a).expect("the length of an element");
        let (mut sign, mut zero) = (Mask::FALSE, Mask::TRUE);
        for part in bytes.chunks_exact(bytes.len() / self.degree) {
            sign = sign | (zero & Mask::from_bit(Word::from(part[0] & 1)));
            zero = zero & Mask::is_zero(Word::from(part.iter().fold(0, |or, byte| or | byte)));
        }
        sign
    }

    /// The point of `E'` for `u`.
    fn swu(&self, u: &F::El) -> [F::El; 2] {
        let f = &self.curve.field;
        let Curve { a, b, .. } = &self.curve;
        let zu2 = f.mul(&self.z, &f.sqr(u));
        let sum = f.add(&f.sqr(&zu2), &zu2);
        let denominator = f.select(f.is_zero(&sum), &self.z, &f.neg(&sum));
        let numerator = f.mul(b, &f.add(&sum, &f.one()));
        let x1 = f.mul(&numerator, &f.inv0(&f.mul(a, &denominator)));
        let x2 = f.mul(&zu2, &x1);
        // The right side for x2 is z³ u⁶ times that for x1.
        let [cube, root] = &self.cube;
        let (y, exists) = f.sqrt_either(&self.curve.right_side(&x1), cube, root);
        let y2 = f.mul(&y, &f.mul(&f.sqr(u), u));
        let (x, y) = (f.select(exists, &x1, &x2), f.select(exists, &y, &y2));
        let y = f.select(self.sign(u) ^ self.sign(&y), &f.neg(&y), &y);
        [x, y]
    }

    /// The point of the curve of `group` for `u`; the neutral element for a point in the isogeny's
    /// kernel.
    pub(super) fn point(&self, group: &Complete<F>, u: &F::El) -> ProjectivePoint<F::El> {
        let f = &self.curve.field;
        let [x, y] = self.swu(u);
        let [xn, xd, yn, yd] = self.isogeny.each_ref().map(|coefficients| {
            coefficients.iter().rev().fold(f.zero(), |r, c| f.add(&f.mul(&r, &x), c))
        });
        let y = f.mul(&f.mul(&y, &yn), &xd);
        let point = ProjectivePoint { x: f.mul(&xn, &yd), y, z: f.mul(&xd, &yd) };
        group.select(f.is_zero(&point.z), &group.neutral(), &point)
    }
}
