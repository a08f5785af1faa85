//! The ladder of `[Montgomery1987]` and the function X25519.
//!
//! A step costs 5 products, 4 squares and a product by 121665. The two points are not exchanged:
//! the bit chooses what is doubled, as in the library's generic ladder.

use super::element::{
    choose, difference, multiply, multiply_add_small, square, sum_and_difference, wipe,
};
use crate::x25519::{El, canonical};

/// X and Z of a point.
type Point = [El; 2];

/// Overwrites a secret.
fn forget<const N: usize>(secret: &mut [El; N]) {
    // SAFETY: a valid reference.
    unsafe { (&raw mut *secret).write_volatile([[0; 32]; N]) };
}

/// r = k times the point of coordinate u; 0 where that is neutral. Any `k` and `u`.
#[inline(never)]
pub fn x25519(r: &mut El, k: &El, u: &El) {
    let mut p = [[0; 32]; 2];
    climb(&mut p, k, u);
    let mut inverse = [[0; 32]];
    invert(&mut inverse[0], &p[1]);
    multiply(r, &p[0], &inverse[0]);
    *r = canonical(r);
    forget(&mut p);
    forget(&mut inverse);
    wipe();
}

/// p = the multiple, as a fraction.
#[inline(never)]
fn climb(p: &mut Point, k: &El, u: &El) {
    let (mut base, mut scalar) = (*u, [*k]);
    base[31] &= 0x7f;
    scalar[0][0] &= 0xf8;
    scalar[0][31] = scalar[0][31] & 0x7f | 0x40;
    p[0][0] = 1;
    // The point above the multiple.
    let mut q = [base, [0; 32]];
    q[1][0] = 1;
    let (mut s, mut t) = ([[0; 32]; 2], [[0; 32]; 2]);
    let (mut last, mut skip) = (0, 1);
    for &byte in scalar[0].iter().rev() {
        let mut byte = byte << skip;
        for _ in skip..8 {
            let bit = byte >> 7;
            byte <<= 1;
            let exchange = 0_u8.wrapping_sub(bit ^ last);
            last = bit;
            sum_and_difference(&mut s, p);
            sum_and_difference(&mut t, &q);
            // What is doubled.
            choose(p, &s, &t, exchange);
            // The sum of the points.
            multiply(&mut q[0], &t[1], &s[0]);
            multiply(&mut q[1], &t[0], &s[1]);
            sum_and_difference(&mut s, &q);
            square(&mut q[0], &s[0]);
            square(&mut t[0], &s[1]);
            multiply(&mut q[1], &t[0], &base);
            // The double: AA BB and E (AA + 121665 E) for E = AA - BB.
            square(&mut s[0], &p[0]);
            square(&mut s[1], &p[1]);
            multiply(&mut p[0], &s[0], &s[1]);
            difference(&mut t[0], &s[0], &s[1]);
            let [e, sum] = &mut t;
            multiply_add_small(sum, e, &s[0]);
            multiply(&mut p[1], e, sum);
        }
        skip = 0;
    }
    // The last bits of the scalar are 0: nothing is exchanged.
    forget(&mut q);
    forget(&mut s);
    forget(&mut t);
    forget(&mut scalar);
}

/// r = a^(2^n).
#[inline(never)]
fn square_times(r: &mut El, a: &El, n: u8) {
    square(r, a);
    for _ in 1..n {
        let a: *const El = r;
        // SAFETY: the kernel reads all of `a` before it writes `r`.
        square(r, unsafe { &*a });
    }
}

/// r = a^(p - 2), 1 / a, and 0 for 0: 254 squares and 11 products.
#[inline(never)]
fn invert(r: &mut El, a: &El) {
    let mut work = [[0; 32]; 4];
    let [t, e, f, g] = &mut work;
    square(t, a); // 2
    square_times(e, t, 2); // 8
    multiply(f, e, a); // 9
    multiply(g, f, t); // 11
    square(e, g); // 22
    multiply(t, e, f); // 2^5 - 1
    square_times(e, t, 5);
    multiply(f, e, t); // 2^10 - 1
    square_times(e, f, 10);
    multiply(t, e, f); // 2^20 - 1
    square_times(e, t, 20);
    multiply(r, e, t); // 2^40 - 1
    square_times(e, r, 10);
    multiply(t, e, f); // 2^50 - 1
    square_times(e, t, 50);
    multiply(f, e, t); // 2^100 - 1
    square_times(e, f, 100);
    multiply(r, e, f); // 2^200 - 1
    square_times(e, r, 50);
    multiply(f, e, t); // 2^250 - 1
    square_times(e, f, 5);
    multiply(r, e, g); // 2^255 - 21
    forget(&mut work);
}
