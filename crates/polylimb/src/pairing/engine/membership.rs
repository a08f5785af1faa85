//! Tests by an endomorphism whether a point of a curve belongs to the group of prime order.
//!
//! **Source.** `[Scott2021]`; `[Housni2022]`. **Idea.** An endomorphism multiplies the points of
//! the group by its eigenvalue. The test checks that instead of `r P = 0`.
//! - `G₁` of BLS12: `φ(x, y) = (β x, y)` with `φ² + φ + 1 = 0` has the eigenvalue `-u²`, so
//!   `φ(P) = -u² P` implies `(u⁴ - u² + 1) P = r P = 0`.
//! - `G₂` of BLS12: the Frobenius map `ψ` of the twist has `ψ² - t ψ + p = 0`, `t = u + 1`, and the
//!   eigenvalue `u`; `ψ(P) = u P` implies `(p - u) P = h₁ r P = 0`; as `h₁` is prime to the
//!   cofactor `h₂` of the twist, `r P = 0`.
//! - `G₂` of BN: `t - 1 = 6u²` is the eigenvalue, and `ψ(P) = 6u² P` implies
//!   `(p + 1 - t) P = r P = 0`.
//!
//! **Cost.** Two multiplications by `u`, one in `G₂` of BLS12. The scalar is public: constant time
//! up to points of small order.

use crate::curve::weierstrass::ProjectivePoint;
use crate::curve::{AffinePoint, Group};
use crate::field::Field;

/// `(x, y) -> (x_factor image(x), y_factor image(y))`.
pub(super) struct Endomorphism<F: Field> {
    pub(super) x_factor: F::El,
    pub(super) y_factor: F::El,
    /// An automorphism of the field.
    pub(super) image: fn(&F, &F::El) -> F::El,
}

impl<F: Field> Endomorphism<F> {
    pub(super) fn of_entry(&self, f: &F, p: &AffinePoint<F>) -> AffinePoint<F> {
        AffinePoint {
            x: f.mul(&self.x_factor, &(self.image)(f, &p.x)),
            y: f.mul(&self.y_factor, &(self.image)(f, &p.y)),
            neutral: p.neutral,
        }
    }

    pub(super) fn of_point(&self, f: &F, p: &ProjectivePoint<F::El>) -> ProjectivePoint<F::El> {
        ProjectivePoint {
            x: f.mul(&self.x_factor, &(self.image)(f, &p.x)),
            y: f.mul(&self.y_factor, &(self.image)(f, &p.y)),
            z: (self.image)(f, &p.z),
        }
    }
}

/// `k p` for a public `k`, bit by bit. Callers pass a `k` with few ones.
pub(super) fn times<G: Group>(group: &G, p: &G::Point, k: u64) -> G::Point {
    let mut r = group.neutral();
    for i in (0..u64::BITS - k.leading_zeros()).rev() {
        r = group.double(&r);
        if k >> i & 1 == 1 {
            r = group.add(&r, p);
        }
    }
    r
}
