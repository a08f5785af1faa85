//! Montgomery's multiplication of eight pairs of numbers, in one pass over blocks of columns.
//!
//! **Source.** `[Montgomery1985]`, by columns (the finely integrated product scanning of
//! `[Koc1996]`), in blocks of `K` digits. **Idea.** Multiples of `M' = κ M` are added instead of
//! multiples of `M`, with `κ = -1/M mod B^K` and `B = 2^52`. As `M' = B^K H - 1`, the quotient's
//! next `K` digits *are* the `K` digits of the columns just finished, and adding `q M'` means
//! dropping them and adding `q H` one block up. `H <= M` is no longer than `M`, so only the last
//! block, where the result would grow, takes `M` itself and a product with `κ`. The carries are the
//! only chain from digit to digit. **Bounds.** `R = B^n > 8M`, residues are below `4M`:
//! `(16M² + 2RM) / R < 4M`. **Cost.** `4n²` half products of vectors of eight digits for a product,
//! `3n² + n` for a square, and `K²` for the last block.

use super::karatsuba;
use super::operations::LookUp;
use super::tile::{Block, Row};
use super::tile::{K, Sums};
use crate::limb::simd::Vector;

/// The constants of eight moduli: numbers of `n` digits, and `κ` of `K` digits.
pub(super) struct Modulus<'a> {
    /// `M`.
    pub(super) m: &'a [Block],
    /// `(κ M + 1) / B^K`.
    pub(super) h: &'a [Block],
    /// `κ = -1/M mod B^K`.
    pub(super) kappa: &'a Block,
}

/// Blocks `j - 1` and `j` of `b`.
#[inline(always)]
fn two(b: &[Block], j: usize) -> &[Row; 2 * K] {
    b[j - 1..=j].as_flattened().first_chunk().expect("two blocks")
}

/// Adds the part of the products `a[i] b[j]`, `i < a.len()`, in block `c` of the columns of `a b`.
#[inline(always)]
pub(super) fn convolve<V: Vector>(sums: &mut Sums<V>, a: &[Block], b: &[Block], c: usize) {
    let mut i = 0;
    if c >= b.len() {
        i = c - b.len();
        if i < a.len() {
            sums.add_upper(&a[i], &b[b.len() - 1]);
        }
        i += 1;
    }
    while i < a.len().min(c) {
        sums.add_full(&a[i], two(b, c - i));
        i += 1;
    }
    if c < a.len() {
        sums.add_lower(&a[c], &b[0]);
    }
}

/// Adds block `c` of the columns of `a²`.
#[inline(always)]
pub(super) fn convolve_square<V: Vector>(sums: &mut Sums<V>, a: &[Block], c: usize) {
    let n = a.len();
    let mut i = 0;
    if c >= n {
        i = c - n;
        if i < n - 1 {
            sums.add_upper(&a[i], &a[n - 1]);
        }
        i += 1;
    }
    // Pairs `i < j`, `i + j = c`, with their neighbours `i + j = c - 1`, as long as both exist.
    while 2 * i + 1 < c && i < n {
        sums.add_full(&a[i], two(a, c - i));
        i += 1;
    }
    let middle = &a[c / 2];
    if c.is_multiple_of(2) {
        sums.add_square::<false, true>(middle);
        sums.double();
        sums.add_square::<false, false>(middle);
    } else {
        if let Some(next) = a.get(c / 2 + 1) {
            sums.add_lower(middle, next);
        }
        sums.add_square::<true, true>(middle);
        sums.double();
        sums.add_square::<true, false>(middle);
    }
}

/// `r = a b / R mod M`. All have one length, except the scratch `q`, which is at least as long.
#[inline(always)]
pub(super) fn multiply<V: Vector>(
    modulus: &Modulus<'_>,
    r: &mut [Block],
    a: &[Block],
    b: &[Block],
    q: &mut [Block],
) {
    assert!(a.len() == r.len() && b.len() == r.len());
    by_blocks::<V>(modulus, r, &mut q[..a.len()], Product { a, b });
}

/// `r = a² / R mod M`. All have one length, except the scratch of [`square_scratch`] blocks.
/// Meanwhile `look_up` makes two steps for each block of `a`.
#[inline(always)]
pub(super) fn square<V: Vector>(
    modulus: &Modulus<'_>,
    r: &mut [Block],
    a: &[Block],
    scratch: &mut [Block],
    look_up: &mut LookUp<'_>,
) {
    let n = r.len();
    assert!(a.len() == n);
    let (q, scratch) = scratch.split_at_mut(n);
    if karatsuba::applies(n) {
        let columns =
            karatsuba::Columns::of::<V>(a, &mut scratch[..karatsuba::scratch(n)], look_up);
        by_blocks::<V>(modulus, r, q, LongSquare { columns });
    } else {
        by_blocks::<V>(modulus, r, q, Square { a, look_up });
    }
}

/// Blocks of scratch for the square of a number of `blocks` blocks; a product needs `blocks`.
pub(super) const fn square_scratch(blocks: usize) -> usize {
    blocks + karatsuba::scratch(blocks)
}

/// A number given by its columns. (A closure would not be compiled for the root's CPU features.)
trait Columns {
    /// Adds block `c` of the columns.
    fn add_block<V: Vector>(&mut self, sums: &mut Sums<V>, c: usize);
}

/// `a b`.
struct Product<'a> {
    a: &'a [Block],
    b: &'a [Block],
}

impl Columns for Product<'_> {
    #[inline(always)]
    fn add_block<V: Vector>(&mut self, sums: &mut Sums<V>, c: usize) {
        convolve(sums, self.a, self.b, c);
    }
}

/// `a²`, with a step of the look-up for every block.
struct Square<'a, 'l> {
    a: &'a [Block],
    look_up: &'a mut LookUp<'l>,
}

impl Columns for Square<'_, '_> {
    #[inline(always)]
    fn add_block<V: Vector>(&mut self, sums: &mut Sums<V>, c: usize) {
        convolve_square(sums, self.a, c);
        self.look_up.step::<V>();
    }
}

/// `a²` by halves, with the same steps.
struct LongSquare<'a> {
    columns: karatsuba::Columns<'a>,
}

impl Columns for LongSquare<'_> {
    #[inline(always)]
    fn add_block<V: Vector>(&mut self, sums: &mut Sums<V>, c: usize) {
        self.columns.add_block(sums, c);
    }
}

/// `r = T / R mod M` for the number `T`.
#[inline(always)]
fn by_blocks<V: Vector>(
    modulus: &Modulus<'_>,
    r: &mut [Block],
    q: &mut [Block],
    mut number: impl Columns,
) {
    let Modulus { m, h, kappa } = *modulus;
    let n = r.len();
    assert!(n > 0 && q.len() == n && m.len() == n && h.len() == n);
    let mut carry = V::zero();
    for c in 0..2 * n {
        let mut sums = Sums::zero();
        number.add_block(&mut sums, c);
        if c > 0 {
            convolve(&mut sums, &q[..c.min(n - 1)], h, c - 1);
        }
        if c >= n {
            match c + 1 - n {
                j if j < n => sums.add_full(&q[n - 1], two(m, j)),
                _ => sums.add_upper(&q[n - 1], &m[n - 1]),
            }
        }
        let digits;
        (digits, carry) = sums.digits(carry);
        store(if c < n { &mut q[c] } else { &mut r[c - n] }, digits);
        if c == n - 1 {
            let low = q[c];
            let mut product = Sums::<V>::zero();
            product.add_lower(&low, kappa);
            store(&mut q[c], product.digits(V::zero()).0);
            carry = carry.add(Sums::carry_of_multiple(&low, &q[c], &m[0]));
        }
    }
}

/// Writes a block.
#[inline(always)]
pub(super) fn store<V: Vector>(block: &mut Block, digits: [V; K]) {
    for (row, digit) in block.iter_mut().zip(digits) {
        row.store(digit);
    }
}

#[cfg(test)]
#[path = "../../../tests/proofs/powers.rs"]
mod theorems;
