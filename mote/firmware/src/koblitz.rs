//! Scalar multiplication on Koblitz curves by the digits of `tau.rs`. Variable time: for public
//! scalars.
//!
//! **Source.** `[Solinas2000]`; mixed addition in López-Dahab coordinates (x = X/Z, y = Y/Z²):
//! `[AlDaoud2002]`. **Cost.** An inversion and 9 products for the multiples, 3 squares for each
//! power of τ, 8 products and 5 squares for each nonzero digit, an inversion at the end. Two
//! products of an addition share an operand and its table, twice.
//!
//! Digits are of powers of σ, which is τ where a = 1 and -τ where a = 0: so σ² + 2 = σ on each
//! curve.

use crate::curve::Curve;
use crate::field::{Arithmetic, is_zero_vartime, sqr_times};
use crate::tau::{Digits, HasRing, recode_vartime};

/// x and y.
type Affine<const N: usize> = [[u8; N]; 2];

/// P and its multiples by σ - 3 = τ² - 1, σ - 1 = τ² + 1 and σ + 1 = -σ³ - 1; P of order n.
#[inline(never)]
fn multiples<const N: usize, F: Arithmetic<N>>(r: &mut [Affine<N>; 4], a: bool, p: &Affine<N>) {
    let x = &p[0];
    *r = [*p; 4];
    let [_, r3, r5, r7] = r;
    // τ² P and τ³ P, and their differences from P: of x, the slope's denominator, and of y.
    for (r, times) in [(&mut *r5, 2), (&mut *r7, 3)] {
        for (r, p) in r.iter_mut().zip(p) {
            sqr_times::<N, F>(r, times);
            F::add(r, p);
        }
    }
    // One inversion for both denominators.
    let (mut t, mut u) = ([0; N], [0; N]);
    F::mul(&mut t, &r5[0], &r7[0]);
    let both = F::inv(&t);
    F::mul(&mut u, &r5[0], &both);
    t = r7[1];
    if !a {
        F::add(&mut t, x);
    }
    F::mul(&mut r7[1], &t, &u);
    F::mul(&mut u, &r7[0], &both);
    // Slopes of τ² P - P and τ² P + P: their numerators differ by x.
    r3[0] = r5[0];
    t = r5[1];
    F::add(&mut t, x);
    F::mul(&mut r3[1], &t, &u);
    F::mul_again(&mut t, &r5[1], &u);
    r5[1] = t;
    for r in [&mut *r3, &mut *r5, &mut *r7] {
        sum::<N, F>(r, a, p);
    }
    // The first sum was with -P = (x, y + x). So was the third for σ = -τ: τ³ P - P; else it is
    // negated: -(τ³ P + P).
    F::add(&mut r3[1], x);
    let [x7, y7] = r7;
    F::add(y7, if a { x7 } else { x });
}

/// The sum of P and another point, from the difference of their x and the slope.
#[inline(never)]
fn sum<const N: usize, F: Arithmetic<N>>(r: &mut Affine<N>, a: bool, [x, y]: &Affine<N>) {
    let [rx, ry] = r;
    let (mut t, mut u) = ([0; N], [0; N]);
    F::sqr(&mut t, ry);
    F::add(&mut t, ry);
    t[0] ^= u8::from(a);
    F::add(rx, &t);
    t = *rx;
    F::add(&mut t, x);
    F::mul(&mut u, &t, ry);
    F::add(&mut u, rx);
    F::add(&mut u, y);
    *ry = u;
}

/// [X, Y, Z].
type Projective<const N: usize> = [[u8; N]; 3];

/// q += (x2, y2). Returns false if the sum is infinite or a doubling; the caller handles these.
#[inline(never)]
fn add_mixed<const N: usize, F: Arithmetic<N>>(
    [x1, y1, z1]: &mut Projective<N>,
    a: bool,
    [x2, y2]: [&[u8; N]; 2],
) -> bool {
    let (mut b, mut c, mut t, mut u) = ([0; N], [0; N], [0; N], [0; N]);
    F::mul(&mut b, x2, z1);
    F::add(&mut b, x1);
    F::mul_again(&mut c, &b, z1);
    if is_zero_vartime(&c) {
        return false;
    }
    F::sqr(&mut t, z1);
    F::mul(&mut u, y2, &t);
    // A = Y1 + y2 Z1², B = X1 + x2 Z1, C = B Z1; Z3 = C².
    F::add(y1, &u);
    F::sqr(z1, &c);
    // E = A C; X3 = A² + (A + B²) C + a Z3.
    F::sqr(&mut u, &b);
    F::add(&mut u, y1);
    F::sqr(x1, y1);
    F::mul(&mut t, y1, &c);
    F::mul_again(&mut b, &u, &c);
    F::add(x1, &b);
    if a {
        F::add(x1, z1);
    }
    // Y3 = (E + Z3) (X3 + x2 Z3) + (x2 + y2) Z3².
    F::add(&mut t, z1);
    F::mul(&mut u, x2, z1);
    F::add(&mut u, x1);
    F::mul(y1, &t, &u);
    F::sqr(&mut t, z1);
    u = *x2;
    F::add(&mut u, y2);
    F::mul(&mut b, &u, &t);
    F::add(y1, &b);
    true
}

/// q = 2 (x, y) if q, which has the same x, is (x, y); returns false if q is its negative.
#[inline(never)]
fn double_if_equal<const N: usize, F: Arithmetic<N>>(
    q: &mut Projective<N>,
    a: bool,
    [x, y]: [&[u8; N]; 2],
) -> bool {
    let [x3, y3, z3] = q;
    let (mut t, mut u) = ([0; N], [0; N]);
    F::sqr(&mut t, z3);
    F::mul(&mut u, y, &t);
    if u != *y3 {
        return false;
    }
    // From Z = 1: Z3 = x², X3 = x^4 + 1, Y3 = Z3 + X3 (a Z3 + y² + 1).
    F::sqr(z3, x);
    F::sqr(x3, z3);
    x3[0] ^= 1;
    F::sqr(&mut t, y);
    if a {
        F::add(&mut t, z3);
    }
    t[0] ^= 1;
    F::mul(y3, &t, x3);
    F::add(y3, z3);
    true
}

/// r = k P for a P of order n, k below n; returns false if the result is infinite.
pub fn multiply_vartime<const N: usize, const H: usize, F: HasRing<N, H>>(
    r: &mut Affine<N>,
    curve: &Curve<N, F>,
    k: &[u8; N],
    p: &Affine<N>,
) -> bool {
    let a = curve.a;
    let mut digits = Digits::ZERO;
    let used = recode_vartime::<N, H, F>(&mut digits, k);
    let mut table = [[[0; N]; 2]; 4];
    multiples::<N, F>(&mut table, a, p);
    let mut q: Projective<N> = [[0; N]; 3];
    let mut infinite = true;
    // Powers of τ that are due.
    let mut due = 0;
    for i in (0..used).rev() {
        let digit = digits.get(i);
        due += 1;
        if digit == 0 {
            continue;
        }
        let [x, y] = &table[usize::from(digit.unsigned_abs() / 2 & 3)];
        // r is free: it holds ±y.
        r[1] = *y;
        // σ^i = -τ^i for an odd i where a = 0.
        if (digit < 0) ^ (!a && i % 2 == 1) {
            F::add(&mut r[1], x);
        }
        if infinite {
            q = [*x, r[1], [0; N]];
            q[2][0] = 1;
            infinite = false;
        } else {
            for coordinate in &mut q {
                sqr_times::<N, F>(coordinate, due);
            }
            if !add_mixed::<N, F>(&mut q, a, [x, &r[1]]) {
                infinite = !double_if_equal::<N, F>(&mut q, a, [x, &r[1]]);
            }
        }
        due = 0;
    }
    if infinite {
        return false;
    }
    for coordinate in &mut q {
        sqr_times::<N, F>(coordinate, due);
    }
    let inverse = F::inv(&q[2]);
    F::mul(&mut r[0], &q[0], &inverse);
    F::sqr(&mut q[2], &inverse);
    F::mul(&mut r[1], &q[1], &q[2]);
    true
}
