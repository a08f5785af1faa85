//! Sums and doublings of points across the lanes.
//!
//! **Source.** The complete projective law for `a = 0`: `[Renes2016]`, algorithms 7 and 9.
//! **Idea.** A sum and a doubling are two rounds of independent products. A round is one product of
//! vectors. Small multiples of operands take the place of multiples of results, so that no sum
//! exceeds the room of a lane. **Constant time.**
//!
//! | | products of vectors | reductions |
//! |---|--:|--:|
//! | sum or doubling in `G₁` | 2 | 2 |
//! | doubling in `G₂` | 4 | 2 |
//! | sum in `G₂` | 8 | 3 |

use super::ZERO;
use super::group::slots;
use crate::field::lanes::{LANES, Spread};
use crate::field::{Field, Op};

/// `a` in the places `from`; lanes from 8 on are 0.
#[inline(always)]
fn some<F: Spread>(f: &F, a: &F::El, from: [u8; LANES]) -> F::El {
    f.mix(a, &f.zero(), from)
}

/// `X`, `Y`, `Z`, `X + Y`, `Y + Z`, `X + Z`, `Z`.
#[inline(always)]
fn operand<F: Spread>(f: &F, p: &F::El) -> F::El {
    let first = f.mix(p, p, [0, 1, 2, 0, 1, 0, 2, 2]);
    f.add(&first, &some(f, p, [ZERO, ZERO, ZERO, 1, 2, 2, ZERO, ZERO]))
}

/// `p + r` on `y² = x³ + 4`.
pub(super) struct Add<'a, F: Field>(pub &'a F, pub &'a F::El, pub &'a F::El);

impl<F: Spread> Op for Add<'_, F> {
    type Out = F::El;

    /// With `t₀ = X X'`, `t₁ = Y Y'`, `t₂ = Z Z'`, `e = 3b t₂` and the sums `t₃ = X Y' + Y X'`,
    /// `t₄ = Y Z' + Z Y'`, `t₅ = X Z' + Z X'`: `t₃ (t₁ - e) - 3b t₄ t₅`,
    /// `(t₁ + e)(t₁ - e) + 9b t₀ t₅`, `t₄ (t₁ + e) + 3 t₀ t₃`.
    #[inline(always)]
    fn call(self) -> F::El {
        let Self(f, p, r) = self;
        // In lane 6 12 Z'.
        let right = f.multiples(&operand(f, r), [1, 1, 1, 1, 1, 1, 12, 1]);
        let t = f.mul(&operand(f, p), &right);
        let t = f.sub(&t, &some(f, &t, [ZERO, ZERO, ZERO, 0, 1, 0, ZERO, ZERO]));
        let t = f.sub(&t, &some(f, &t, [ZERO, ZERO, ZERO, 1, 2, 2, ZERO, ZERO]));
        let (minus, e) = (f.neg(&t), some(f, &t, [6, 6, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO]));
        let left = f.multiples(&f.mix(&t, &t, [3, 1, 4, 4, 0, 0, 7, 7]), [1, 1, 1, 3, 9, 3, 1, 1]);
        let left = f.add(&left, &some(f, &e, [ZERO, 0, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO]));
        let right = f.mix(&t, &minus, [1, 1, 1, 13, 5, 3, 7, 7]);
        let right = f.sub(&f.multiples(&right, [1, 1, 1, 4, 4, 1, 1, 1]), &e);
        let right = f.add(&right, &some(f, &e, [ZERO, ZERO, 0, ZERO, ZERO, ZERO, ZERO, ZERO]));
        let t = f.mul(&left, &right);
        f.add(&t, &some(f, &t, [3, 4, 5, ZERO, ZERO, ZERO, ZERO, ZERO]))
    }
}

/// `2 p` on `y² = x³ + 4`.
pub(super) struct Double<'a, F: Field>(pub &'a F, pub &'a F::El);

impl<F: Spread> Op for Double<'_, F> {
    type Out = F::El;

    /// With `e = 3b Z²` and `m = Y² - 3e`: `2XY m`, `m (Y² + e) + 8Y² e`, `8Y² YZ`.
    #[inline(always)]
    fn call(self) -> F::El {
        let Self(f, p) = self;
        // 2XY, Y², 8Y², 8Y², YZ, -3e, Z², e.
        let minus = f.neg(&f.double(&f.double(p)));
        let left = f.mix(p, &minus, [0, 1, 1, 1, 1, 10, 2, 2]);
        let right = f.multiples(&f.mix(p, p, [1, 1, 1, 1, 2, 2, 2, 2]), [2, 1, 8, 8, 1, 9, 1, 12]);
        let t = f.mul(&left, &right);
        let left = f.add(&t, &some(f, &t, [ZERO, 5, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO]));
        let right = f.mix(&t, &t, [1, 1, 4, 7, 6, 6, 6, 6]);
        let right = f.add(&right, &some(f, &t, [5, 7, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO]));
        let t = f.mul(&left, &right);
        f.add(&t, &some(f, &t, [ZERO, 3, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO]))
    }
}

/// A product of `F_p²` in each slot, as two products of lanes: the factors' real parts, and their
/// imaginary parts with the second operand times `u`.
macro_rules! product {
    ($f:ident, $($a:ident $b:ident),*) => {
        $f.sum_of_real_products(&[$(
            [&real($f, &$a), &$f.factor(&$b)],
            [&imaginary($f, &$a), &$f.factor(&times_u($f, &$b))],
        )*])
    };
}

#[inline(always)]
fn real<F: Spread>(f: &F, a: &F::El) -> F::El {
    f.factor(&f.mix(a, a, [0, 0, 2, 2, 4, 4, 6, 6]))
}

#[inline(always)]
fn imaginary<F: Spread>(f: &F, a: &F::El) -> F::El {
    f.factor(&f.mix(a, a, [1, 1, 3, 3, 5, 5, 7, 7]))
}

#[inline(always)]
fn times_u<F: Spread>(f: &F, a: &F::El) -> F::El {
    f.mix(&f.neg(a), a, [1, 8, 3, 10, 5, 12, 7, 14])
}

/// `(4 + 4u) a`.
#[inline(always)]
fn times_b<F: Spread>(f: &F, a: &F::El) -> F::El {
    f.double(&f.double(&f.add(a, &times_u(f, a))))
}

/// `a` in the slots `from`; slots from 4 on are 0.
#[inline(always)]
fn in_slots<F: Spread>(f: &F, a: &F::El, from: [u8; 4]) -> F::El {
    some(f, a, slots::<2>(from))
}

/// `p + r` on `y² = x³ + 4 + 4u`.
pub(super) struct AddOnTwist<'a, F: Field>(pub &'a F, pub &'a F::El, pub &'a F::El);

impl<F: Spread> Op for AddOnTwist<'_, F> {
    type Out = F::El;

    /// As [`Add`], with `3b t₅ = 3b ((X + Z)(X' + Z') - X X' - Z Z')` in place of `t₅`.
    #[inline(always)]
    fn call(self) -> F::El {
        let Self(f, p, r) = self;
        let (of_p, of_r) = (split(f, p), split(f, r));
        // t₀, t₁, t₂, (X + Y)(X' + Y').
        let ([a, s], [b, t]) = (of_p, of_r);
        let products = product!(f, a b);
        // (Y + Z)(Y' + Z'), 3b (X + Z)(X' + Z'), e, 3b t₀.
        let s = f.multiples(&s, [1, 1, 3, 3, 3, 3, 3, 3]);
        let t = f.mix(&t, &times_b(f, &t), slots::<2>([0, 5, 6, 7]));
        let scaled = product!(f, s t);
        let both = f.mix(&products, &scaled, slots::<2>([3, 4, 5, 0]));
        let both = f.sub(&both, &f.mix(&products, &scaled, slots::<2>([0, 1, 6, 3])));
        // t₃, t₄, 3b t₅.
        let sums = f.sub(&both, &f.mix(&products, &scaled, slots::<2>([1, 2, 7, 3])));
        let e = in_slots(f, &scaled, [2, 2, 4, 4]);
        let a = f.add(
            &f.mix(&sums, &products, slots::<2>([0, 5, 1, 3])),
            &in_slots(f, &e, [4, 0, 4, 4]),
        );
        let t1 = f.sub(&f.mix(&products, &products, slots::<2>([1, 1, 1, 1])), &e);
        let b = f.add(&t1, &in_slots(f, &e, [4, 4, 0, 4]));
        let c = f.mix(&sums, &products, slots::<2>([1, 4, 4, 3]));
        let c = f.multiples(&c, [1, 1, 3, 3, 3, 3, 1, 1]);
        let d = f.mix(&sums, &f.neg(&sums), slots::<2>([6, 2, 0, 3]));
        product!(f, a b, c d)
    }
}

/// `X`, `Y`, `Z`, `X + Y` and `Y + Z`, `X + Z`, `Z`, `X`.
#[inline(always)]
fn split<F: Spread>(f: &F, p: &F::El) -> [F::El; 2] {
    let first = f.mix(p, p, slots::<2>([0, 1, 2, 0]));
    let second = f.mix(p, p, slots::<2>([1, 0, 2, 0]));
    [f.add(&first, &in_slots(f, p, [4, 4, 4, 1])), f.add(&second, &in_slots(f, p, [2, 2, 4, 4]))]
}

/// `2 p` on `y² = x³ + 4 + 4u`.
pub(super) struct DoubleOnTwist<'a, F: Field>(pub &'a F, pub &'a F::El);

impl<F: Spread> Op for DoubleOnTwist<'_, F> {
    type Out = F::El;

    /// As [`Double`].
    #[inline(always)]
    fn call(self) -> F::El {
        let Self(f, p) = self;
        // Y², e, 2XY, 8YZ.
        let a = f.mix(p, &times_b(f, p), slots::<2>([1, 6, 0, 1]));
        let b = f.mix(p, p, slots::<2>([1, 2, 1, 2]));
        let b = f.multiples(&b, [1, 1, 3, 3, 2, 2, 8, 8]);
        let t = product!(f, a b);
        let e = in_slots(f, &t, [1, 1, 4, 4]);
        let triple = f.add(&f.double(&e), &e);
        let a = f.mix(&t, &t, slots::<2>([2, 0, 0, 0]));
        let a = f.sub(&a, &in_slots(f, &triple, [4, 0, 4, 4]));
        let b = f.multiples(&f.mix(&t, &t, slots::<2>([0, 0, 3, 1])), [1, 1, 1, 1, 1, 1, 8, 8]);
        let b = f.add(&b, &in_slots(f, &e, [4, 0, 4, 4]));
        let b = f.sub(&b, &in_slots(f, &triple, [0, 4, 4, 4]));
        let t = product!(f, a b);
        f.add(&t, &in_slots(f, &t, [4, 3, 4, 4]))
    }
}

/// The products slot by slot.
#[inline(always)]
fn product<F: Spread, const DEGREE: usize>(f: &F, a: &F::El, b: &F::El) -> F::El {
    let (a, b) = (*a, *b);
    if DEGREE == 1 { f.mul(&a, &b) } else { product!(f, a b) }
}

#[inline(always)]
fn conjugate<F: Spread, const DEGREE: usize>(f: &F, a: &F::El) -> F::El {
    if DEGREE == 1 { *a } else { f.mix(a, &f.neg(a), [0, 9, 2, 11, 4, 13, 6, 15]) }
}

/// The image under the endomorphism with the first operand's factors.
pub(super) struct Image<'a, F: Field, const DEGREE: usize>(pub &'a F, pub &'a F::El, pub &'a F::El);

impl<F: Spread, const DEGREE: usize> Op for Image<'_, F, DEGREE> {
    type Out = F::El;

    #[inline(always)]
    fn call(self) -> F::El {
        let Self(f, factors, p) = self;
        product::<F, DEGREE>(f, &conjugate::<F, DEGREE>(f, p), factors)
    }
}

/// In all lanes `Z` in `G₁`, and its norm in `G₂`.
pub(super) struct Denominator<'a, F: Field, const DEGREE: usize>(pub &'a F, pub &'a F::El);

impl<F: Spread, const DEGREE: usize> Op for Denominator<'_, F, DEGREE> {
    type Out = F::El;

    #[inline(always)]
    fn call(self) -> F::El {
        let Self(f, p) = self;
        if DEGREE == 1 {
            return f.mix(p, p, [2; LANES]);
        }
        let (re, im) = (f.factor(&f.mix(p, p, [4; LANES])), f.factor(&f.mix(p, p, [5; LANES])));
        f.sum_of_real_products(&[[&re, &re], [&im, &im]])
    }
}

/// `X / Z`, `Y / Z`, `Z / Z`, from the inverse of [`Denominator`].
pub(super) struct Normalise<'a, F: Field, const DEGREE: usize>(
    pub &'a F,
    pub &'a F::El,
    pub &'a F::El,
);

impl<F: Spread, const DEGREE: usize> Op for Normalise<'_, F, DEGREE> {
    type Out = F::El;

    #[inline(always)]
    fn call(self) -> F::El {
        let Self(f, p, inverse) = self;
        if DEGREE == 1 {
            return f.mul(p, inverse);
        }
        let z = conjugate::<F, 2>(f, &f.mix(p, p, slots::<2>([2, 2, 2, 2])));
        product::<F, 2>(f, p, &f.mul(&z, inverse))
    }
}

/// `X Z' - X' Z` and `Y Z' - Y' Z` in the slots 0 and 1.
pub(super) struct Difference<'a, F: Field, const DEGREE: usize>(
    pub &'a F,
    pub &'a F::El,
    pub &'a F::El,
);

impl<F: Spread, const DEGREE: usize> Op for Difference<'_, F, DEGREE> {
    type Out = F::El;

    #[inline(always)]
    fn call(self) -> F::El {
        let Self(f, p, r) = self;
        let left = f.mix(p, r, slots::<DEGREE>([0, 1, 4, 5]));
        let right = f.mix(p, r, slots::<DEGREE>([6, 6, 2, 2]));
        let t = product::<F, DEGREE>(f, &left, &right);
        f.sub(&t, &f.mix(&t, &t, slots::<DEGREE>([2, 3, 0, 1])))
    }
}
