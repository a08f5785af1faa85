//! `itoh-tsujii`: the power 2^m - 2 by an addition chain.
//!
//! **Source.** `[ItohTsujii1988]`. **Idea.** With `b(k) = a^(2^k - 1)`,
//! `b(j + k) = b(j)^(2^k) b(k)`; k doubles along the bits of m - 1. **Cost.** m - 1 squarings,
//! `⌊log2(m - 1)⌋` products, and one more for each 1 bit of m - 1 below the top. **Time.** Constant
//! if products and squares are.

use super::MOST_WORDS;
use super::registry::Rows;
use super::{lopez_dahab, square_table};
use polylimb::authors::field::binary::Sparse;
use polylimb::authors::field::binary::words::{self, Machine};
use polylimb::authors::limb::Word;

type Buffer = [Word; MOST_WORDS];

struct Field<'a, M: ?Sized> {
    m: &'a mut M,
    f: &'a Sparse,
}

impl<M: Machine + ?Sized> Field<'_, M> {
    fn reduced(&mut self, wide: &mut [Word]) -> Buffer {
        let n = self.f.words();
        words::reduce(self.m, wide, self.f);
        let mut r = [0; _];
        r[..n].copy_from_slice(&wide[..n]);
        r
    }

    fn mul(&mut self, a: &Buffer, b: &Buffer) -> Buffer {
        let (n, mut wide) = (self.f.words(), [0; 2 * MOST_WORDS]);
        lopez_dahab::mul(self.m, &mut wide[..2 * n], &a[..n], &b[..n], Rows::Full);
        self.reduced(&mut wide[..2 * n])
    }

    /// `a^(2^times)`.
    fn sqr(&mut self, a: &Buffer, times: usize) -> Buffer {
        let (n, mut r) = (self.f.words(), *a);
        for _ in 0..times {
            let mut wide = [0; 2 * MOST_WORDS];
            square_table::square(self.m, &mut wide[..2 * n], &r[..n]);
            r = self.reduced(&mut wide[..2 * n]);
        }
        r
    }
}

/// `r = 1 / a` modulo `f`, and 0 for 0.
pub(super) fn invert<M: Machine + ?Sized>(m: &mut M, r: &mut [Word], a: &[Word], f: &Sparse) {
    let (n, target) = (f.words(), f.degree() - 1);
    let mut field = Field { m, f };
    let mut element = [0; _];
    element[..n].copy_from_slice(a);
    let (mut k, mut b) = (1, element);
    for i in (0..target.ilog2()).rev() {
        let power = field.sqr(&b, k);
        b = field.mul(&power, &b);
        k *= 2;
        if (target >> i) & 1 == 1 {
            let square = field.sqr(&b, 1);
            b = field.mul(&square, &element);
            k += 1;
        }
    }
    b = field.sqr(&b, 1);
    r.copy_from_slice(&b[..n]);
}
