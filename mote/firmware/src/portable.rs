//! `F_2^163` in plain Rust, for a processor of 8 bits: the build without assembly.
//!
//! **Source.** `[LopezDahab2000]`, windows of four bits; `[Aranha2009]`, Algorithms 1, 4 and 6.
//! **Idea.** The sum of a product is an array that the next row makes anew, one place further down,
//! and that only constants index: the compiler keeps its 20 bytes in registers. What else a product
//! needs is static, at addresses that the compiler knows. The table's address is hidden from it, or
//! each column's would be computed anew. **Time.** Constant without a data cache.

use core::array::from_fn;
use core::hint::black_box;

/// 163 coefficients.
pub type El = [u8; 21];
/// A product before reduction.
pub type Wide = [u8; 42];

/// Sixteen multiples. Row 0 stays zero.
pub(crate) type Table = [u8; 16 * 21];

/// What a product needs. It is static, so that no call clears it.
struct Memory {
    table: Table,
    /// Bytes of `a`; each half that was used is shifted out.
    halves: El,
    wide: Wide,
}

static mut MEMORY: Memory = Memory { table: [0; 16 * 21], halves: [0; 21], wide: [0; 42] };

/// Calls of a function of a constant, so that each has its own code.
macro_rules! for_each {
    ([$($k:literal)+] $f:ident $arguments:tt) => { $($f::<$k> $arguments;)+ };
}

/// Column K of the multiples of `b` by the polynomials below x^4; `below` are the bytes of b, 2 b
/// and 4 b in the column below, whose highest bits move up.
#[inline(always)]
fn column<const K: usize>(table: &mut Table, b: &[u8], below: &mut [u8; 3]) {
    let one = b[K];
    let two = one << 1 | below[0] >> 7;
    let four = two << 1 | below[1] >> 7;
    let eight = four << 1 | below[2] >> 7;
    *below = [one, two, four];
    // A Gray code: each multiple is one sum from the one before.
    let mut sum = 0;
    for i in 1..16_usize {
        sum ^= [one, two, four, eight][i.trailing_zeros() as usize];
        table[21 * (i ^ (i >> 1)) + K] = sum;
    }
}

/// The multiples of `b` in N columns, 12 or 21.
#[inline(never)]
pub(crate) fn tabulate<const N: usize>(table: &mut Table, b: &[u8; N]) {
    let mut below = [0; 3];
    for_each!([0 1 2 3 4 5 6 7 8 9 10 11] column(table, b, &mut below));
    if N == 21 {
        for_each!([12 13 14 15 16 17 18 19 20] column(table, b, &mut below));
    }
}

/// The row that the upper half of a byte selects; the lower half comes next.
#[inline(always)]
pub(crate) fn row<'t, const N: usize>(table: &'t Table, halves: &mut u8) -> &'t [u8] {
    let at = *halves & 0xf0;
    *halves <<= 4;
    // Row u is at 21 u = 16 u + 4 u + u.
    &table[usize::from(at) + usize::from(at / 4 + at / 16)..][..N]
}

/// Adds the rows that the upper halves select. At each row the lowest byte of the sum leaves it.
#[inline(never)]
pub(crate) fn rows<const N: usize>(table: &Table, halves: &mut [u8], wide: &mut [u8]) {
    let mut sum = [0; 20];
    for (wide, half) in wide.iter_mut().zip(&mut *halves) {
        let row = row::<N>(table, half);
        *wide ^= sum[0] ^ row[0];
        sum = from_fn(|j| if j + 1 < N { sum.get(j + 1).unwrap_or(&0) ^ row[j + 1] } else { 0 });
    }
    for (r, s) in wide[halves.len()..].iter_mut().zip(sum) {
        *r ^= s;
    }
}

#[inline(never)]
pub(crate) fn shift_left_4(r: &mut [u8]) {
    let mut carry = 0;
    for r in r {
        let w = *r;
        *r = (w << 4) | carry;
        carry = w >> 4;
    }
}

/// What is not complete while byte i is folded: bytes i - 20 and i - 19, and bytes that are folded
/// again, 20 and 21.
struct Folding {
    low: u8,
    high: u8,
    again: [u8; 2],
}

/// Byte 40 - K is added to the three bytes from 19 - K on; the highest of them is then complete.
#[inline(always)]
fn fold<const K: usize>(r: &mut El, c: &impl Fn(usize) -> u8, state: &mut Folding) {
    let i = 40 - K;
    let t = if i == 21 { state.again[1] } else { c(i) };
    let (up3, up4, down3, down4) = (t << 3, t << 4, t >> 3, t >> 4);
    let done = state.high ^ down4 ^ (down4 >> 1);
    if i >= 39 {
        state.again[i - 39] = done;
    } else {
        r[i - 19] = done;
    }
    state.high = state.low ^ t ^ up3 ^ up4 ^ down3;
    state.low = c(i - 21) ^ (up4 << 1);
}

/// r = c, reduced; byte 41 of c is 0.
#[inline(always)]
pub(crate) fn reduce(r: &mut El, c: impl Fn(usize) -> u8) {
    let mut state = Folding { low: c(20), high: c(21), again: [0; 2] };
    for_each!([0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19] fold(r, &c, &mut state));
    // What is above x^163.
    let top = state.again[0] >> 3;
    r[0] = state.low ^ top ^ (top << 3) ^ (top << 6) ^ (top << 7);
    r[1] = state.high ^ (top >> 2) ^ (top >> 1);
    r[20] = state.again[0] & 7;
}

/// r = a b. An interrupt must not call it while it runs.
#[inline(never)]
pub fn mul(r: &mut El, a: &El, b: &El) {
    // SAFETY: one processor, and no interrupt calls this: it is the only reference while it lives.
    let Memory { table, halves, wide } = unsafe { &mut *(&raw mut MEMORY) };
    tabulate(table, b);
    *halves = *a;
    *wide = [0; 42];
    rows::<21>(black_box(table), halves, wide);
    shift_left_4(wide);
    rows::<21>(black_box(table), halves, wide);
    reduce(r, |i| wide[i]);
}

/// Clears the memory of products; no half byte is left in it.
pub fn wipe() {
    // SAFETY: as in `mul`.
    let Memory { table, wide, .. } = unsafe { &mut *(&raw mut MEMORY) };
    for byte in table.iter_mut().chain(wide) {
        // SAFETY: a byte of the memory.
        unsafe { (&raw mut *byte).write_volatile(0) };
    }
}

/// The halves of a byte with a zero between each two bits.
const SPREAD: [u8; 16] = [0, 1, 4, 5, 16, 17, 20, 21, 64, 65, 68, 69, 80, 81, 84, 85];

/// Byte i of a², unreduced.
#[inline(always)]
pub(crate) fn spread(a: &El, i: usize) -> u8 {
    SPREAD[usize::from(if i % 2 == 0 { a[i / 2] & 15 } else { a[i / 2] >> 4 })]
}

/// r = a².
#[inline(never)]
pub fn sqr(r: &mut El, a: &El) {
    reduce(r, |i| spread(a, i));
}
