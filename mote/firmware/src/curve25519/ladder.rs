//! The ladder of `[Montgomery1987]` and the function X25519.
//!
//! A step costs 5 products, 4 squares and a product by 121665. The two points are not exchanged: the
//! bit chooses what is doubled, as in the library's generic ladder.

use super::El;
use super::element::{choose, difference, multiply, multiply_add_small, square, sum, wipe};
use crate::x25519::canonical;

/// Overwrites a secret.
fn forget<const N: usize>(secret: &mut [El; N]) {
    // SAFETY: a valid reference.
    unsafe { (&raw mut *secret).write_volatile([[0; 32]; N]) };
}

/// r = k times the point of coordinate u; 0 where that is neutral. Any `k` and `u`.
#[inline(never)]
pub fn x25519(r: &mut El, k: &El, u: &El) {
    let mut base = *u;
    base[31] &= 0x7f;
    let mut points = [[0; 32]; 4];
    points[0][0] = 1;
    points[2] = base;
    points[3][0] = 1;
    climb(&mut points, k, &base);
    let [x, z, t, _] = &mut points;
    invert(t, z);
    multiply(r, x, t);
    *r = canonical(r);
    forget(&mut points);
    wipe();
}

/// X and Z of both points, which differ by the base.
#[inline(never)]
fn climb([x2, z2, x3, z3]: &mut [El; 4], k: &El, u: &El) {
    let mut work = [[0; 32]; 4];
    let [a, b, c, d] = &mut work;
    let mut last = 0;
    for i in (0..255).rev() {
        // The bits that RFC 7748 fixes.
        let bit = match i {
            0..3 => 0,
            254 => 1,
            _ => (k[i / 8] >> (i % 8)) & 1,
        };
        let exchange = 0_u8.wrapping_sub(bit ^ last);
        last = bit;
        sum(a, x2, z2);
        difference(b, x2, z2);
        sum(c, x3, z3);
        difference(d, x3, z3);
        // What is doubled.
        choose(x2, a, c, exchange);
        choose(z2, b, d, exchange);
        // The sum of the points.
        multiply(x3, d, a);
        multiply(z3, c, b);
        sum(a, x3, z3);
        difference(b, x3, z3);
        square(x3, a);
        square(c, b);
        multiply(z3, c, u);
        // The double: AA BB and E (AA + 121665 E).
        square(a, x2);
        square(b, z2);
        multiply(x2, a, b);
        difference(c, a, b);
        multiply_add_small(d, c, a);
        multiply(z2, c, d);
    }
    forget(&mut work);
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
