//! The map of field elements to points of BLS12-381.
//!
//! **Source.** RFC 9380, sections 5.2, 6.6.3 and appendix E: the [simplified map](SimplifiedSwu) to
//! a curve `E': y² = x³ + A' x + B'`, and an isogeny from there. Abscissas are fractions, so
//! nothing is inverted. **Cost.** A square root, and about 130 products in `G₁`, 50 in `G₂`.
//! **Constant time.**

mod constants;

use super::each::{entered, left};
use crate::curve::weierstrass::{Complete, Constant, ProjectivePoint, SimplifiedSwu};
use crate::curve::{Coefficient, Curve, Group};
use crate::field::apart::Apart;
use crate::field::{Op, SquareRoot};
use crate::limb::{Mask, Word};
use alloc::vec;
use alloc::vec::Vec;
use zeroize::{Zeroize, Zeroizing};

/// Bytes of a coefficient.
pub(super) const BYTES: usize = 48;
/// Uniform bytes for a coefficient.
const UNIFORM_BYTES: usize = 64;
/// Coefficients of the isogenies' longest polynomial.
const MOST_COEFFICIENTS: usize = 16;

/// The map to one of the groups.
pub(super) struct Map<F: Apart> {
    /// To `E'`.
    swu: SimplifiedSwu<F>,
    /// Numerator and denominator of the new `x`, then of the factor of `y`; the coefficient of 1
    /// first.
    isogeny: [Vec<F::El>; 4],
    /// `2^256`.
    shift: F::El,
    /// Coefficients of an element.
    degree: usize,
}

/// The element with these coefficients, in hexadecimal, in all its numbers.
fn element<F: Apart>(f: &F, coefficients: &[&str]) -> F::El {
    let mut bytes = vec![0; BYTES * coefficients.len()];
    for (bytes, text) in bytes.rchunks_exact_mut(BYTES).zip(coefficients) {
        for (i, digit) in text.chars().rev().enumerate() {
            bytes[BYTES - 1 - i / 2] |= (digit.to_digit(16).unwrap_or(0) as u8) << (4 * (i % 2));
        }
    }
    entered(f, core::iter::repeat_n(&bytes[..], F::COUNT))
}

impl<F: Apart + SquareRoot> Map<F> {
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
        let swu = SimplifiedSwu::new(Curve::new(*f, ab[0], ab[1], Coefficient::Any), z);
        // 2^16, squared four times.
        let shift = (0..4).fold(f.small(1 << 16), |s, _| f.sqr(&s));
        Self { swu, isogeny: isogeny.map(elements), shift, degree }
    }

    /// Uniform bytes for an element.
    pub(super) const fn uniform_bytes(&self) -> usize {
        UNIFORM_BYTES * self.degree
    }

    /// The element for the first uniform bytes of each row: each coefficient is an equal share of
    /// them, most significant first, modulo the prime.
    pub(super) fn element(&self, uniform: &[&[u8]]) -> F::El {
        let f = self.swu.field();
        // Two halves of 32 bytes, each below the prime.
        let half = |from: usize| {
            let row = |uniform: &&[u8]| {
                let mut bytes = Zeroizing::new(vec![0; BYTES * self.degree]);
                let shares = uniform.chunks_exact(UNIFORM_BYTES);
                for (bytes, share) in bytes.chunks_exact_mut(BYTES).rev().zip(shares) {
                    bytes[BYTES - UNIFORM_BYTES / 2..]
                        .copy_from_slice(&share[from..][..UNIFORM_BYTES / 2]);
                }
                bytes
            };
            let rows: Vec<_> = uniform.iter().map(row).collect();
            entered(f, rows.iter().map(|bytes| &bytes[..]))
        };
        let (mut high, mut low) = (half(0), half(UNIFORM_BYTES / 2));
        let element = f.add(&f.mul(&high, &self.shift), &low);
        high.zeroize();
        low.zeroize();
        element
    }

    /// Whether the first coefficient that is not 0 is odd (RFC 9380, section 4.1).
    fn sign(&self, a: &F::El) -> F::Mask {
        let f = self.swu.field();
        let (rows, mut signs) = (left(f, a), 0);
        let mut bytes = Zeroizing::new(vec![0; BYTES * self.degree]);
        for (i, row) in rows[..F::COUNT].iter().enumerate() {
            f.write(row, &mut bytes);
            let (mut sign, mut zero) = (0, 1);
            for part in bytes.rchunks_exact(BYTES) {
                sign |= zero & part[BYTES - 1] & 1;
                let any = part.iter().fold(0, |or, byte| or | byte);
                zero &= Mask::is_zero(Word::from(any)).bit() as u8;
            }
            signs |= sign << i;
        }
        F::mask(signs)
    }

    /// The point of the curve of `group` for `u`; the neutral element for a point in the isogeny's
    /// kernel.
    pub(super) fn point<B: Constant<F>>(
        &self,
        group: &Complete<F, B>,
        u: &F::El,
    ) -> ProjectivePoint<F::El> {
        self.swu.field().run(PointOf { map: self, group, u })
    }
}

struct PointOf<'a, F: Apart, B> {
    map: &'a Map<F>,
    group: &'a Complete<F, B>,
    u: &'a F::El,
}

impl<F: Apart + SquareRoot, B: Constant<F>> Op for PointOf<'_, F, B> {
    type Out = ProjectivePoint<F::El>;

    #[allow(clippy::needless_range_loop, reason = "inside a root, see `field/lanes/digits.rs`")]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> Self::Out {
        let Self { map, group, u } = self;
        let (f, [n, d, y]) = (map.swu.field(), map.swu.point(u));
        let y = f.select(map.sign(u) ^ map.sign(&y), &f.neg(&y), &y);
        let mut powers = [f.one(); MOST_COEFFICIENTS];
        for i in 1..powers.len().min(map.isogeny[3].len()) {
            powers[i] = f.mul(&powers[i - 1], &d);
        }
        // Homogeneous in n and d.
        let mut values = [f.zero(); 4];
        for k in 0..4 {
            let (coefficients, last) = (&map.isogeny[k], map.isogeny[k].len() - 1);
            values[k] = coefficients[last];
            for i in 1..=last {
                let term = f.mul(&coefficients[last - i], &powers[i]);
                values[k] = f.add(&f.mul(&values[k], &n), &term);
            }
        }
        let [xn, xd, yn, yd] = values;
        // The degree in x of this one is less by 1.
        let xd = f.mul(&xd, &d);
        let y = f.mul(&f.mul(&y, &yn), &xd);
        let point = ProjectivePoint { x: f.mul(&xn, &yd), y, z: f.mul(&xd, &yd) };
        powers.zeroize();
        group.select(f.is_zero(&point.z), &group.neutral(), &point)
    }
}
