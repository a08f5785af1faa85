//! Scalar multiplication on sect163k1 by the digits of `tau.rs`. Variable time: for public scalars.
//!
//! **Source.** Solinas 2000; mixed addition in López-Dahab coordinates (x = X/Z, y = Y/Z²) by Al-Daoud, Mahmod, Rushdan, Kilicman 2002.
//! **Cost.** An inversion and 9 products for the multiples, 3 squares for each power of τ, 8 products and 5 squares for each digit that is
//! not 0, an inversion at the end. Two pairs of products of an addition share an operand, and so its table.

use crate::field::{El, add, inv, is_zero_vartime, mul, mul_again, sqr, sqr_times};
use crate::tau::{Digits, recode_vartime};

/// P and its multiples by τ - 3 = τ² - 1, τ - 1 = τ² + 1 and τ + 1 = -τ³ - 1; P of order n.
#[inline(never)]
fn multiples(r: &mut [[El; 2]; 4], p: &[El; 2]) {
    let x = &p[0];
    *r = [*p; 4];
    let [_, r3, r5, r7] = r;
    // τ² P and τ³ P, and their differences from P: of x, the slope's denominator, and of y.
    for (r, times) in [(&mut *r5, 2), (&mut *r7, 3)] {
        for (r, p) in r.iter_mut().zip(p) {
            sqr_times(r, times);
            add(r, p);
        }
    }
    // One inversion for both denominators.
    let (mut t, mut u) = ([0; 21], [0; 21]);
    mul(&mut t, &r5[0], &r7[0]);
    let both = inv(&t);
    mul(&mut u, &r5[0], &both);
    mul(&mut t, &r7[1], &u);
    r7[1] = t;
    mul(&mut u, &r7[0], &both);
    // Slopes of τ² P - P and τ² P + P: their numerators differ by x.
    r3[0] = r5[0];
    t = r5[1];
    add(&mut t, x);
    mul(&mut r3[1], &t, &u);
    mul_again(&mut t, &r5[1], &u);
    r5[1] = t;
    for r in [&mut *r3, &mut *r5, &mut *r7] {
        sum(r, p);
    }
    // The first sum was with -P = (x, y + x), the third is negated.
    add(&mut r3[1], x);
    let [x7, y7] = r7;
    add(y7, x7);
}

/// The sum of P and another point, in place of the difference of their x and the slope.
#[inline(never)]
fn sum(r: &mut [El; 2], [x, y]: &[El; 2]) {
    let [rx, ry] = r;
    let (mut t, mut u) = ([0; 21], [0; 21]);
    sqr(&mut t, ry);
    add(&mut t, ry);
    t[0] ^= 1;
    add(rx, &t);
    t = *rx;
    add(&mut t, x);
    mul(&mut u, &t, ry);
    add(&mut u, rx);
    add(&mut u, y);
    *ry = u;
}

/// [X, Y, Z].
type Projective = [El; 3];

/// q += (x2, y2). False if that is infinite or a doubling, which the caller sees to.
#[inline(never)]
fn add_mixed([x1, y1, z1]: &mut Projective, x2: &El, y2: &El) -> bool {
    let (mut b, mut c, mut t, mut u) = ([0; 21], [0; 21], [0; 21], [0; 21]);
    mul(&mut b, x2, z1);
    add(&mut b, x1);
    mul_again(&mut c, &b, z1);
    if is_zero_vartime(&c) {
        return false;
    }
    sqr(&mut t, z1);
    mul(&mut u, y2, &t);
    // A = Y1 + y2 Z1², B = X1 + x2 Z1, C = B Z1; Z3 = C².
    add(y1, &u);
    sqr(z1, &c);
    // E = A C; X3 = A² + (A + B²) C + Z3.
    sqr(&mut u, &b);
    add(&mut u, y1);
    sqr(x1, y1);
    mul(&mut t, y1, &c);
    mul_again(&mut b, &u, &c);
    add(x1, &b);
    add(x1, z1);
    // Y3 = (E + Z3) (X3 + x2 Z3) + (x2 + y2) Z3².
    add(&mut t, z1);
    mul(&mut u, x2, z1);
    add(&mut u, x1);
    mul(y1, &t, &u);
    sqr(&mut t, z1);
    u = *x2;
    add(&mut u, y2);
    mul(&mut b, &u, &t);
    add(y1, &b);
    true
}

/// q = 2 (x, y) if q is (x, y), which has the same x; false if it is the negative.
#[inline(never)]
fn double_if_equal(q: &mut Projective, x: &El, y: &El) -> bool {
    let [x3, y3, z3] = q;
    let (mut t, mut u) = ([0; 21], [0; 21]);
    sqr(&mut t, z3);
    mul(&mut u, y, &t);
    if u != *y3 {
        return false;
    }
    // From Z = 1: Z3 = x², X3 = x^4 + 1, Y3 = Z3 + X3 (Z3 + y² + 1).
    sqr(z3, x);
    sqr(x3, z3);
    x3[0] ^= 1;
    sqr(&mut t, y);
    add(&mut t, z3);
    t[0] ^= 1;
    mul(y3, &t, x3);
    add(y3, z3);
    true
}

/// r = k P for a P of order n, k below 2^163; false if that is infinite.
pub fn multiply_vartime(r: &mut [El; 2], k: &El, p: &[El; 2]) -> bool {
    let mut digits = Digits::ZERO;
    let used = recode_vartime(&mut digits, k);
    let mut table = [[[0; 21]; 2]; 4];
    multiples(&mut table, p);
    let mut q: Projective = [[0; 21]; 3];
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
        if digit < 0 {
            add(&mut r[1], x);
        }
        if infinite {
            q = [*x, r[1], [0; 21]];
            q[2][0] = 1;
            infinite = false;
        } else {
            for coordinate in &mut q {
                sqr_times(coordinate, due);
            }
            if !add_mixed(&mut q, x, &r[1]) {
                infinite = !double_if_equal(&mut q, x, &r[1]);
            }
        }
        due = 0;
    }
    if infinite {
        return false;
    }
    for coordinate in &mut q {
        sqr_times(coordinate, due);
    }
    let inverse = inv(&q[2]);
    mul(&mut r[0], &q[0], &inverse);
    sqr(&mut q[2], &inverse);
    mul(&mut r[1], &q[1], &q[2]);
    true
}
