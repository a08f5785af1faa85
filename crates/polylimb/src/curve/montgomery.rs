//! Curves `v² = u³ + A u² + u`, and multiples of a point from its `u` alone.
//!
//! **Source.** `[Montgomery1987]`, section 10.3.1; the steps are as in `[RFC7748]`. **Idea.**
//! `u(P + Q)` follows from `u(P)`, `u(Q)` and `u(P - Q)` without any `v`. The ladder keeps two
//! points that differ by the base, so each bit, 0 or 1, costs one doubling and one such addition.
//! **Cost.** 5M + 4S and one product by `(A - 2)/4` a bit; a doubling alone 2M + 2S and that
//! product. **Domain.** `A² - 4` is not a square. Then every `u` belongs to a point of the curve or
//! of its twist, and the result is correct for all of them, including `u = 0`, whose multiples are
//! 0 or neutral. **Constant time** in base and scalar.

use super::coordinates;
use crate::field::Field;
use crate::limb::{Bits, Mask};
use zeroize::Zeroize;

/// `(X : Z)` stands for `u = X/Z`; `Z = 0` is the neutral element.
#[derive(Clone, Copy)]
pub struct LinePoint<E> {
    /// `X`.
    pub x: E,
    /// `Z`.
    pub z: E,
}

coordinates!(LinePoint: x, z);

/// A Montgomery curve for computations with `u`. Of the coefficient they need only `(A - 2)/4`,
/// which is small on curves in use.
///
/// ```
/// use polylimb::authors::curve::Montgomery;
/// use polylimb::authors::field::Field;
/// use polylimb::authors::field::prime::Toy;
/// use polylimb::authors::limb::Bits;
/// // v² = u³ + 6 u² + u modulo 29, u = 3: the double has (u² - 1)² / (4 u (u² + 6 u + 1)) = 14.
/// let curve = Montgomery::new(Toy::new(29)?, 1);
/// assert_eq!(curve.multiply(&3, Bits::with_len(&[2], 2)), 14);
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Montgomery<F> {
    field: F,
    /// `(A - 2) / 4`.
    a24: u32,
}

impl<F: Field> Montgomery<F> {
    /// The curve with `A = 4 a24 + 2`.
    pub const fn new(field: F, a24: u32) -> Self {
        Self { field, a24 }
    }

    /// The field.
    pub const fn field(&self) -> &F {
        &self.field
    }

    /// `2 p`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn double(&self, p: &LinePoint<F::El>) -> LinePoint<F::El> {
        let f = &self.field;
        let (sum, difference) = (f.add(&p.x, &p.z), f.sub(&p.x, &p.z));
        let ([], [plus, minus]) = f.products([], [&sum, &difference]);
        let (product, scaled) = self.product(&plus, &minus);
        let ([x, z], []) = f.products([(&plus, &minus), (&product, &scaled)], []);
        LinePoint { x, z }
    }

    /// `4 X Z` and `(X + Z)² + (A - 2) X Z`, from the squares of `X + Z` and `X - Z`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn product(&self, plus: &F::El, minus: &F::El) -> (F::El, F::El) {
        let f = &self.field;
        let product = f.sub_products(plus, minus);
        let scaled = f.add_products(plus, &f.mul_small(&product, self.a24));
        (product, scaled)
    }

    /// `(2 p, p + q)`, or `(2 q, p + q)` if `second` is true, for two points whose difference has
    /// the coordinate `u`. Coordinates must be products of the field or freshly entered numbers.
    ///
    /// **Idea.** `p + q` is the same in both cases, so only the operands of the squares are
    /// selected: half the work of an exchange.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn step(
        &self,
        second: F::Mask,
        p: &LinePoint<F::El>,
        q: &LinePoint<F::El>,
        u: &F::El,
    ) -> (LinePoint<F::El>, LinePoint<F::El>) {
        let f = &self.field;
        let (a, b) = (f.add_products(&p.x, &p.z), f.sub_products(&p.x, &p.z));
        let (c, d) = (f.add_products(&q.x, &q.z), f.sub_products(&q.x, &q.z));
        let (s, t) = (f.select(second, &c, &a), f.select(second, &d, &b));
        let ([da, cb], [aa, bb]) = f.products([(&d, &a), (&c, &b)], [&s, &t]);
        let (sum, difference) = (f.add_products(&da, &cb), f.sub_products(&da, &cb));
        // Independent products stand next to each other, so a core can compute them side by side.
        let (product, scaled) = self.product(&aa, &bb);
        let ([px], [square, qx]) = f.products([(&aa, &bb)], [&difference, &sum]);
        let ([pz, qz], []) = f.products([(&product, &scaled), (u, &square)], []);
        (LinePoint { x: px, z: pz }, LinePoint { x: qx, z: qz })
    }
}

impl<F: Field<Mask = Mask>> Montgomery<F> {
    /// `k` times the point of coordinate `u`, as a fraction.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn ladder(&self, u: &F::El, k: Bits<'_>) -> LinePoint<F::El> {
        let f = &self.field;
        if let Some([x, z]) = f.montgomery_ladder(u, k, self.a24) {
            return LinePoint { x, z };
        }
        let mut p = LinePoint { x: f.one(), z: f.zero() };
        let mut q = LinePoint { x: *u, z: f.one() };
        let mut swapped = Mask::FALSE;
        for i in (0..k.len()).rev() {
            let bit = Mask::from_bit(k.bit(i));
            (p, q) = self.step(bit ^ swapped, &p, &q, u);
            swapped = bit;
        }
        self.swap_if(swapped, &mut p, &mut q);
        q.zeroize();
        p
    }

    /// The `u` of `k` times the point of coordinate `u`; 0 for the neutral element.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn multiply(&self, u: &F::El, k: Bits<'_>) -> F::El {
        self.coordinate(&self.ladder(u, k))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn swap_if(&self, condition: Mask, p: &mut LinePoint<F::El>, q: &mut LinePoint<F::El>) {
        self.field.swap_if(condition, &mut p.x, &mut q.x);
        self.field.swap_if(condition, &mut p.z, &mut q.z);
    }

    /// `X/Z`; 0 for the neutral element.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn coordinate(&self, p: &LinePoint<F::El>) -> F::El {
        self.field.mul(&p.x, &self.field.inv0(&p.z))
    }
}
