//! The operations of Table 4 of `[Aranha2009]` in plain Rust, to be measured: `portable.rs`'s by
//! themselves, and slower ones that it does without.

use crate::portable::{El, Table, Wide, reduce, row, rows, shift_left_4, spread, tabulate};
use core::array::from_fn;
use core::hint::black_box;

static mut TABLE: Table = [0; 16 * 21];

/// r = a b by two passes, with a shift between them.
#[inline(always)]
fn passes<const N: usize>(
    r: &mut [u8],
    halves: &mut [u8],
    b: &[u8; N],
    pass: impl Fn(&Table, &mut [u8], &mut [u8]),
) {
    // SAFETY: as in `portable::mul`.
    let table = unsafe { &mut *(&raw mut TABLE) };
    tabulate(table, b);
    r.fill(0);
    pass(black_box(table), halves, r);
    shift_left_4(r);
    pass(black_box(table), halves, r);
}

/// r = a b of 88 bits, the sum in registers; `b` has a zero above.
#[inline(never)]
fn half_product(r: &mut [u8; 23], a: &[u8; 11], b: &[u8; 12]) {
    passes(r, &mut { *a }, b, rows::<12>);
}

/// The functions have the names of the kernels.
pub struct Plain;

impl Plain {
    /// r = a², unreduced (Algorithm 1).
    pub fn square_wide(r: &mut Wide, a: &El) {
        for (i, r) in r.chunks_exact_mut(2).enumerate() {
            (r[0], r[1]) = (spread(a, 2 * i), spread(a, 2 * i + 1));
        }
    }

    /// r = a b, the sum in registers (Algorithm 4).
    pub fn product(r: &mut Wide, a: &El, b: &El) {
        passes(r, &mut { *a }, b, rows::<21>);
    }

    /// r = a b, the sum in memory (Algorithm 3).
    pub fn product_in_memory(r: &mut Wide, a: &El, b: &El) {
        passes(r, &mut { *a }, b, |table, halves, r| {
            for (k, half) in halves.iter_mut().enumerate() {
                for (r, t) in r[k..k + 21].iter_mut().zip(row::<21>(table, half)) {
                    *r ^= t;
                }
            }
        });
    }

    /// r = a b by `[Karatsuba1962]` from three products of 88 bits.
    pub fn product_karatsuba(r: &mut Wide, a: &El, b: &El) {
        let low = |x: &El, i: usize| if i < 11 { x[i] } else { 0 };
        let high = |x: &El, i: usize| if i < 10 { x[11 + i] } else { 0 };
        let sum = |x: &El, i: usize| low(x, i) ^ high(x, i);
        let (mut l, mut m, mut h) = ([0; 23], [0; 23], [0; 23]);
        half_product(&mut l, &from_fn(|i| low(a, i)), &from_fn(|i| low(b, i)));
        half_product(&mut h, &from_fn(|i| high(a, i)), &from_fn(|i| high(b, i)));
        half_product(&mut m, &from_fn(|i| sum(a, i)), &from_fn(|i| sum(b, i)));
        r[..22].copy_from_slice(&l[..22]);
        r[22..].copy_from_slice(&h[..20]);
        for i in 0..22 {
            r[11 + i] ^= l[i] ^ m[i] ^ h[i];
        }
    }

    /// r = c, reduced (Algorithm 6).
    pub fn reduce_to(r: &mut El, c: &Wide) {
        reduce(r, |i| c[i]);
    }

    /// r = 1 / a, 0 for 0 (Algorithm 7).
    pub fn invert_vartime(r: &mut El, a: &El) {
        const F: El = {
            let mut f = [0; 21];
            (f[0], f[20]) = (0xc9, 8);
            f
        };
        let add = |r: &mut El, a: &El| r.iter_mut().zip(a).for_each(|(r, a)| *r ^= a);
        let halve = |r: &mut El| {
            let mut carry = 0;
            for r in r.iter_mut().rev() {
                (*r, carry) = (*r >> 1 | carry, *r << 7);
            }
        };
        let mut one = [0; 21];
        one[0] = 1;
        let (mut u, mut b, mut v, mut c) = (*a, one, F, [0; 21]);
        *r = c;
        if u == c {
            return;
        }
        loop {
            while u[0] & 1 == 0 {
                halve(&mut u);
                if b[0] & 1 == 1 {
                    add(&mut b, &F);
                }
                halve(&mut b);
            }
            if u == one {
                *r = b;
                return;
            }
            // As numbers, which serves as well as by degrees.
            if u.iter().rev().lt(v.iter().rev()) {
                core::mem::swap(&mut u, &mut v);
                core::mem::swap(&mut b, &mut c);
            }
            add(&mut u, &v);
            add(&mut b, &c);
        }
    }
}
