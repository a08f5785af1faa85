//! `regular-tau`: on a Koblitz curve, `w - 1` Frobenius maps and one addition for every `w - 1`
//! places, without exception. The constant-time default on Koblitz curves.
//!
//! **Source.** `[Oliveira2014]`. **Idea.** A map costs three squarings, no digit is 0, and the
//! points `± α_u P` lie in a table that is read as a whole. **Cost** for `w = 5`: `(m + 2)/4` mixed
//! additions 8M + 5S, `3 (m + 2)` squarings, 8 points, two inversions.
//!
//! **No gap is met** except in the last addition. There are no zero digits, so before each addition
//! the sum stands for an element `τ^(w-1) s` with `s ≠ 0`, and the addend for an `α` that `τ` does
//! not divide: as elements they are never equal, opposite or 0. Modulo `δ` they could be only if
//! the sum and twice `α` reached its size: the scalar's element has at most twice that (norm
//! `4 n`), and one addition less brings it down by `2^((w-1)/2) ≥ 2.8` for `w >= 4`. The uniform
//! law makes the last addition. **Constant time.**

use crate::curve::binary::{LopezDahab, LopezDahabPoint, Uniform};
use crate::curve::{AffinePoint, Coordinates, Curve, Group};
use crate::field::{Field, invert_all};
use crate::limb::{Bits, Kernel, Mask, WORD_BITS, Word};
use crate::recoding::{Digit, Koblitz, Representatives, Step, regular_tau as recode};
use alloc::vec;
use alloc::vec::Vec;
use zeroize::Zeroize;

/// Least digit width for which no gap is met.
const LEAST_WIDTH: usize = 4;

/// `k p` for a point of the ring's order, which must be above 2^64, with digits of width 4 to 7.
/// Constant time in scalar and point. Out of line, because it compiles to kilobytes for each field.
#[inline(never)]
pub fn regular_tau<const N: usize, F: Field<El = [Word; N], Mask = Mask>>(
    kernel: Kernel,
    group: &Uniform<F>,
    ring: &Koblitz,
    representatives: &Representatives,
    k: Bits<'_>,
    p: [&F::El; 2],
) -> LopezDahabPoint<F::El> {
    let (c, f) = (group.curve(), &group.curve().field);
    let w = representatives.width();
    debug_assert!(w >= LEAST_WIDTH);
    let mut digits = vec![0; ring.digits_needed()];
    let used = recode(ring, &mut digits, k, representatives);
    let mut table = tau_multiples(c, representatives, p);
    let entry = |digit: Digit| {
        let digit = isize::from(digit).cast_unsigned() as Word;
        let negative = Mask::from_bit(digit >> (WORD_BITS - 1));
        let size = (digit ^ negative.word()).wrapping_sub(negative.word());
        let mut entry = [[0; N]; 2];
        let rows = table.as_flattened().as_flattened();
        kernel.look_up(entry.as_flattened_mut(), rows, size >> 1);
        let [x, y] = entry;
        [x, f.select(negative, &f.add(&x, &y), &y)]
    };
    let [x, y] = entry(digits[used - 1]);
    let mut r = LopezDahab::lift(c, &x, &y);
    for i in (0..used - 1).rev() {
        for _ in 1..w {
            r = LopezDahab::frobenius(f, &r);
        }
        let [x, y] = entry(digits[i]);
        r = if i > 0 {
            LopezDahab::add_affine(c, &r, &x, &y)
        } else {
            group.add_entry(&r, &AffinePoint::new(x, y))
        };
    }
    digits.zeroize();
    table.zeroize();
    r
}

/// `v^(2^times)`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn square_times<F: Field>(f: &F, v: &F::El, times: usize) -> F::El {
    let mut r = *v;
    for _ in 0..times {
        r = f.sqr(&r);
    }
    r
}

/// `α_1 P, α_3 P, …` as pairs `(x, y)`: the points that digits in the radix `τ` stand for. The
/// order of `P` must be above 2^64, so that no sum meets a gap. Constant time.
pub fn tau_multiples<F: Field>(
    c: &Curve<F>,
    representatives: &Representatives,
    p: [&F::El; 2],
) -> Vec<[F::El; 2]> {
    divided::<F, Affine>(c, projective_multiples(c, representatives, p))
}

/// The same points as `(x, λ)`, `λ = x + y/x`, for a point of odd order: one more product each.
#[inline(never)]
pub(super) fn tau_multiples_lambda<F: Field>(
    c: &Curve<F>,
    representatives: &Representatives,
    p: [&F::El; 2],
) -> Vec<[F::El; 2]> {
    divided::<F, Lambda>(c, projective_multiples(c, representatives, p))
}

/// [`tau_multiples_lambda`], inlined: for fields of lanes, inside [`Field::run`].
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn tau_multiples_lambda_here<F: Field>(
    c: &Curve<F>,
    representatives: &Representatives,
    p: [&F::El; 2],
) -> Vec<[F::El; 2]> {
    divided::<F, Lambda>(c, projective_multiples_here(c, representatives, p))
}

/// A form of a point with two elements.
trait Form<F: Field> {
    /// The element to invert.
    fn denominator(c: &Curve<F>, p: &LopezDahabPoint<F::El>) -> F::El;

    /// The two elements, from the denominator's inverse.
    fn divide(c: &Curve<F>, p: &LopezDahabPoint<F::El>, inverse: &F::El) -> [F::El; 2];
}

/// `(x, y)`.
struct Affine;

impl<F: Field> Form<F> for Affine {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn denominator(_: &Curve<F>, p: &LopezDahabPoint<F::El>) -> F::El {
        p.z
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn divide(c: &Curve<F>, p: &LopezDahabPoint<F::El>, inverse: &F::El) -> [F::El; 2] {
        let AffinePoint { x, y, .. } = LopezDahab::to_affine(c, p, inverse);
        [x, y]
    }
}

/// `(x, λ)`: `x = X²/(X Z)` and `λ = (X² + Y)/(X Z)`.
struct Lambda;

impl<F: Field> Form<F> for Lambda {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn denominator(c: &Curve<F>, p: &LopezDahabPoint<F::El>) -> F::El {
        c.field.mul(&p.x, &p.z)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn divide(c: &Curve<F>, p: &LopezDahabPoint<F::El>, inverse: &F::El) -> [F::El; 2] {
        let f = &c.field;
        let square = f.sqr(&p.x);
        let lambda = f.add(&square, &p.y);
        let (pair, []) = f.products([(&square, inverse), (&lambda, inverse)], []);
        pair
    }
}

/// The points' forms, by one inversion. `vec!` compares its element with 0, so that is public.
#[cfg_attr(not(debug_assertions), inline(always))]
fn divided<F: Field, T: Form<F>>(
    c: &Curve<F>,
    mut points: Vec<LopezDahabPoint<F::El>>,
) -> Vec<[F::El; 2]> {
    let f = &c.field;
    let mut inverses = vec![f.one(); points.len()];
    let mut scratch = inverses.clone();
    for (inverse, p) in inverses.iter_mut().zip(&points) {
        *inverse = T::denominator(c, p);
    }
    invert_all(f, &mut inverses, &mut scratch);
    let mut multiples = vec![[f.zero(); 2]; points.len()];
    for (i, p) in points.iter().enumerate() {
        multiples[i] = T::divide(c, p, &inverses[i]);
    }
    points.zeroize();
    inverses.zeroize();
    scratch.zeroize();
    multiples
}

/// All multiples, with denominators. Out of line, because all its products are inlined into it.
#[inline(never)]
fn projective_multiples<F: Field>(
    c: &Curve<F>,
    representatives: &Representatives,
    p: [&F::El; 2],
) -> Vec<LopezDahabPoint<F::El>> {
    projective_multiples_here(c, representatives, p)
}

/// [`projective_multiples`], inlined.
#[cfg_attr(not(debug_assertions), inline(always))]
fn projective_multiples_here<F: Field>(
    c: &Curve<F>,
    representatives: &Representatives,
    p: [&F::El; 2],
) -> Vec<LopezDahabPoint<F::El>> {
    let f = &c.field;
    let neutral = LopezDahabPoint { x: f.one(), y: f.zero(), z: f.zero() };
    let mut points = vec![neutral; representatives.alphas().len()];
    points[0] = LopezDahab::lift(c, p[0], p[1]);
    for step in representatives.steps() {
        points[step.result] = sum_of_step(c, step, p, &points);
    }
    points
}

/// The next multiple from the previous ones. No closures: they are not always inlined into a root.
#[cfg_attr(not(debug_assertions), inline(always))]
fn sum_of_step<F: Field>(
    c: &Curve<F>,
    step: &Step,
    p: [&F::El; 2],
    points: &[LopezDahabPoint<F::El>],
) -> LopezDahabPoint<F::El> {
    let f = &c.field;
    let (x, y) = (square_times(f, p[0], step.base_shift), square_times(f, p[1], step.base_shift));
    let sum = if step.index == 0 {
        let (x2, y2) = (square_times(f, p[0], step.shift), square_times(f, p[1], step.shift));
        let y2 = if step.subtracted { f.add(&x2, &y2) } else { y2 };
        LopezDahab::add_affines(c, [&x, &y], [&x2, &y2])
    } else {
        let other = &points[step.index];
        let mut other = LopezDahabPoint {
            x: square_times(f, &other.x, step.shift),
            y: square_times(f, &other.y, step.shift),
            z: square_times(f, &other.z, step.shift),
        };
        if step.subtracted {
            other = LopezDahab::neg(c, &other);
        }
        LopezDahab::add_affine(c, &other, &x, &y)
    };
    if step.negated { LopezDahab::neg(c, &sum) } else { sum }
}
