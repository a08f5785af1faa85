//! `F_2^163` in plain Rust, arranged for a processor of 8 bits with few pointers: the build without assembly.
//!
//! **Source.** López, Dahab 2000, by windows of four bits; Aranha et al. 2009, Algorithms 1, 4 and 6. **Idea.** Their product keeps the
//! whole sum in registers, which a compiler does not manage; a strip of [`STRIP`] columns it does. The sum of a strip moves up
//! one byte for each byte of `a`, and what it leaves is added to the product. **Time.** Constant without a data cache.

use crate::field::El;

/// Columns of a strip, and strips.
const STRIP: usize = 11;
const STRIPS: usize = 2;

type Row = [[u8; STRIP]; STRIPS];

/// A product before reduction, in 42 bytes and room for the last strip.
type Wide = [u8; 44];

/// The multiples of `b` by the polynomials below x^4.
#[inline(never)]
fn tabulate(table: &mut [Row; 16], b: &El) {
    table[0] = [[0; STRIP]; STRIPS];
    table[1].as_flattened_mut()[..21].copy_from_slice(b);
    table[1].as_flattened_mut()[21] = 0;
    for u in 1..8 {
        let (low, high) = table.split_at_mut(2 * u);
        let [even, odd, ..] = high else { return };
        let (source, even, odd) =
            (low[u].as_flattened(), even.as_flattened_mut(), odd.as_flattened_mut());
        let mut carry = 0;
        for ((even, odd), (s, b)) in
            even.iter_mut().zip(odd).zip(source.iter().zip(low[1].as_flattened()))
        {
            let w = (s << 1) | carry;
            carry = s >> 7;
            *even = w;
            *odd = w ^ b;
        }
    }
}

/// One strip of the rows that the upper or lower halves of `a` select.
#[inline(never)]
fn strip(r: &mut [u8; 32], table: &[Row; 16], which: usize, a: &El, upper: bool) {
    let mut sum = [0u8; STRIP];
    for (r, &a) in r.iter_mut().zip(a) {
        let u = if upper { a >> 4 } else { a & 15 };
        let row = &table[usize::from(u)][which];
        for (s, t) in sum.iter_mut().zip(row) {
            *s ^= t;
        }
        *r ^= sum[0];
        for j in 1..STRIP {
            sum[j - 1] = sum[j];
        }
        sum[STRIP - 1] = 0;
    }
    for (r, s) in r[21..].iter_mut().zip(sum) {
        *r ^= s;
    }
}

fn strips(r: &mut Wide, table: &[Row; 16], a: &El, upper: bool) {
    for which in 0..STRIPS {
        if let Some(place) = r[which * STRIP..].first_chunk_mut::<32>() {
            strip(place, table, which, a, upper);
        }
    }
}

#[inline(never)]
fn shift_left_4(r: &mut Wide) {
    let mut carry = 0;
    for r in r {
        let w = *r;
        *r = (w << 4) | carry;
        carry = w >> 4;
    }
}

/// r = c, reduced.
#[inline(never)]
fn reduce(r: &mut El, c: &mut Wide) {
    for i in (21..42).rev() {
        let t = c[i];
        c[i - 19] ^= (t >> 4) ^ (t >> 5);
        c[i - 20] ^= (t >> 3) ^ t ^ (t << 3) ^ (t << 4);
        c[i - 21] ^= t << 5;
    }
    // What is above x^163.
    let high = c[20] >> 3;
    c[0] ^= high ^ (high << 3) ^ (high << 6) ^ (high << 7);
    c[1] ^= (high >> 2) ^ (high >> 1);
    c[20] &= 7;
    r.copy_from_slice(&c[..21]);
}

/// r = a b.
#[inline(never)]
pub fn mul(r: &mut El, a: &El, b: &El) {
    let mut table = [[[0; STRIP]; STRIPS]; 16];
    tabulate(&mut table, b);
    let mut c = [0; 44];
    strips(&mut c, &table, a, true);
    shift_left_4(&mut c);
    strips(&mut c, &table, a, false);
    reduce(r, &mut c);
}

/// The halves of a byte with a zero between every two bits.
const SPREAD: [u8; 16] = [0, 1, 4, 5, 16, 17, 20, 21, 64, 65, 68, 69, 80, 81, 84, 85];

/// r = a².
#[inline(never)]
pub fn sqr(r: &mut El, a: &El) {
    let mut c = [0; 44];
    for (c, a) in c.chunks_exact_mut(2).zip(a) {
        c[0] = SPREAD[usize::from(a & 15)];
        c[1] = SPREAD[usize::from(a >> 4)];
    }
    reduce(r, &mut c);
}

/// 1 / a by Itoh, Tsujii 1988 along the bits of 162, 0 for 0.
pub fn inv(a: &El) -> El {
    let (mut r, mut b, mut t, mut k) = (*a, *a, [0; 21], 1);
    for add_one in [false, true, false, false, false, true, false] {
        crate::field::sqr_times(&mut r, k);
        mul(&mut t, &r, &b);
        k *= 2;
        if add_one {
            sqr(&mut b, &t);
            mul(&mut r, &b, a);
            k += 1;
        } else {
            r = t;
        }
        b = r;
    }
    sqr(&mut b, &r);
    b
}
