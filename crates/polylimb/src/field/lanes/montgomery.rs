//! Montgomery multiplication in radix 2^52 with pending carries (Montgomery 1985; the digit form for
//! 52-bit multiply-add instructions: Gueron, Krasnov 2016).
//!
//! All `D²` digit products of a product are independent and go into `2 D` columns of 64 bits, low and high
//! halves apart; nothing is carried. The reduction then adds `q_i M` column by column. A column holds at
//! most `2 D` halves per term and `2 D` from the reduction: 11 spare bits suffice for four terms up to D = 128. They are signed, because a
//! wide difference may borrow.
//! Cost: `2 D²` multiply-adds for the product (`D² + D` for a square), `2 D² + D` for the reduction, whose chain
//! from one `q_i` to the next is what limits a single product.

use super::carry::{self, carry};
use super::vector::{Products, Vector};

/// Bits of a digit.
pub(super) const DIGIT_BITS: u32 = 52;
/// All ones in a digit.
pub(super) const DIGIT_MASK: u64 = (1 << DIGIT_BITS) - 1;
/// Products that may be summed before the reduction. The reduction of T gives less than `T / R + M`; with loose
/// factors a term is below `4 M²`, and `M <= R / 16` keeps four terms below `2 M`.
pub(super) const WIDE_TERMS: usize = 4;

/// An odd modulus M of at most `52 D - 4` bits, in digits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Modulus<const D: usize> {
    /// M.
    pub(super) digits: [u64; D],
    /// 2 M.
    pub(super) twice: [u64; D],
    /// 4 M², added to a wide difference to keep it positive.
    pub(super) square_of_twice: [[u64; D]; 2],
    /// -1 / M modulo 2^52.
    inverse: u64,
}

impl<const D: usize> Modulus<D> {
    /// Everything the arithmetic needs to know of the modulus with these digits.
    pub(super) fn new(digits: [u64; D]) -> Self {
        let mut twice = [0; D];
        let mut carry = 0;
        for (t, &d) in twice.iter_mut().zip(&digits) {
            *t = ((d << 1) | carry) & DIGIT_MASK;
            carry = d >> (DIGIT_BITS - 1);
        }
        let inverse = negative_inverse(digits[0]);
        Self { digits, twice, square_of_twice: square(&twice), inverse }
    }
}

/// `-1 / m` modulo 2^52 for an odd `m`.
pub(super) const fn negative_inverse(m: u64) -> u64 {
    // Newton's iteration: three right bits to begin with, twice as many with each step.
    let (mut x, mut step) = (m, 0);
    while step < 5 {
        x = x.wrapping_mul(2u64.wrapping_sub(m.wrapping_mul(x)));
        step += 1;
    }
    x.wrapping_neg() & DIGIT_MASK
}

/// `a²` in digits.
fn square<const D: usize>(a: &[u64; D]) -> [[u64; D]; 2] {
    let mut square = [[0; D]; 2];
    let r = square.as_flattened_mut();
    for (i, &x) in a.iter().enumerate() {
        let mut carry = 0;
        for (j, &y) in a.iter().enumerate() {
            let t = u128::from(x) * u128::from(y) + u128::from(r[i + j]) + carry;
            r[i + j] = t as u64 & DIGIT_MASK;
            carry = t >> DIGIT_BITS;
        }
        r[i + D] = carry as u64;
    }
    square
}

/// The columns of `a b`.
#[inline(always)]
pub(super) fn product<V: Vector, const D: usize>(a: &[V; D], b: &[V; D]) -> [[V; D]; 2] {
    let mut columns = [[V::splat(0); D]; 2];
    let r = columns.as_flattened_mut();
    for i in 0..D {
        for j in 0..D {
            r[i + j] = r[i + j].madd_lo(a[i], b[j]);
            r[i + j + 1] = r[i + j + 1].madd_hi(a[i], b[j]);
        }
    }
    columns
}

/// The columns of `a²`: the products of different digits once, doubled, then the squares.
#[inline(always)]
pub(super) fn square_product<V: Vector, const D: usize>(a: &[V; D]) -> [[V; D]; 2] {
    let mut columns = [[V::splat(0); D]; 2];
    let r = columns.as_flattened_mut();
    for i in 0..D {
        for j in i + 1..D {
            r[i + j] = r[i + j].madd_lo(a[i], a[j]);
            r[i + j + 1] = r[i + j + 1].madd_hi(a[i], a[j]);
        }
    }
    for i in 0..D {
        r[2 * i] = r[2 * i].add(r[2 * i]).madd_lo(a[i], a[i]);
        r[2 * i + 1] = r[2 * i + 1].add(r[2 * i + 1]).madd_hi(a[i], a[i]);
    }
    columns
}

/// The loose number below `2 M` that is `columns / R` modulo M; at most [`WIDE_TERMS`] terms.
#[inline(always)]
pub(super) fn reduce<V: Vector, const D: usize>(
    m: &Modulus<D>,
    mut columns: [[V; D]; 2],
) -> [V; D] {
    let t = columns.as_flattened_mut();
    for i in 0..D {
        let q = V::splat(0).madd_lo(t[i], V::splat(m.inverse));
        for j in 0..D {
            t[i + j] = t[i + j].madd_lo(q, V::splat(m.digits[j]));
            t[i + j + 1] = t[i + j + 1].madd_hi(q, V::splat(m.digits[j]));
        }
        // The digit is 0 now; what it carries is not.
        t[i + 1] = t[i + 1].add(t[i].sar(DIGIT_BITS));
    }
    carry(columns[1])
}

impl<const D: usize> Products<D> for Modulus<D> {
    #[inline(always)]
    fn mul<V: Vector>(&self, a: &[V; D], b: &[V; D]) -> [V; D] {
        reduce(self, product(a, b))
    }

    #[inline(always)]
    fn sqr<V: Vector>(&self, a: &[V; D]) -> [V; D] {
        reduce(self, square_product(a))
    }

    #[inline(always)]
    fn add<V: Vector>(&self, a: &[V; D], b: &[V; D]) -> [V; D] {
        carry::add(self, a, b)
    }

    #[inline(always)]
    fn sub<V: Vector>(&self, a: &[V; D], b: &[V; D]) -> [V; D] {
        carry::sub(self, a, b)
    }
}
