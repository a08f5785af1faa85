//! The López-Dahab product with windows of four bits (`[LopezDahab2000]`; `[Aranha2009]`, Algorithm
//! 3).
//!
//! The sixteen multiples `u b`, deg u < 4, are tabulated. At each height the window of every word
//! of `a` selects a multiple, which is added at that word; between heights the whole result is
//! shifted by four bits. Cost: 14 multiples of `N + 1` words, `N W / 4` additions of `N + 1` words
//! and `W / 4 - 1` shifts of `2 N` words. The look-ups follow the bits of `a`: constant time only
//! without a data cache (`cacheless`).

use super::{Double, Everywhere, Product};
use crate::limb::{WORD_BITS, Word};

/// Multiplies through a table of sixteen multiples; constant time only without a data cache.
#[derive(Debug, Clone, Copy)]
pub struct LopezDahab;

/// One multiple: `N` words and the few bits above them.
#[derive(Clone, Copy)]
struct Row<const N: usize> {
    low: [Word; N],
    high: Word,
}

impl<const N: usize> Row<N> {
    /// `x` times this.
    fn double(&self) -> Self {
        let mut carry = 0;
        let low = core::array::from_fn(|i| {
            let w = (self.low[i] << 1) | carry;
            carry = self.low[i] >> (WORD_BITS - 1);
            w
        });
        Self { low, high: (self.high << 1) | carry }
    }

    fn add(&self, b: &[Word; N]) -> Self {
        Self { low: core::array::from_fn(|i| self.low[i] ^ b[i]), high: self.high }
    }
}

/// `r <<= 4`. Out of line: on AVR, words in the caller's large frame take four times as long to
/// reach as words behind a pointer.
#[cfg_attr(target_arch = "avr", inline(never))]
fn shl_4(r: &mut [Word]) {
    let mut carry = 0;
    for r in r {
        let w = *r;
        *r = (w << 4) | carry;
        carry = w >> (WORD_BITS - 4);
    }
}

impl Everywhere for LopezDahab {
    const HERE: Self = Self;
}

impl Product for LopezDahab {
    const NAME: &'static str = "lopez-dahab";

    fn product<const N: usize>(self, a: &[Word; N], b: &[Word; N]) -> Double<N> {
        let mut table = [Row { low: [0; N], high: 0 }; 16];
        for u in 1..16 {
            table[u] = if u % 2 == 0 { table[u / 2].double() } else { table[u - 1].add(b) };
        }
        let mut product = Double::<N>::ZERO;
        let r = product.words_mut();
        for height in (0..WORD_BITS).step_by(4).rev() {
            for (i, &a) in a.iter().enumerate() {
                let row = &table[(a >> height) as usize & 15];
                // Arrays of known length: the loop over them unrolls, without bounds checks.
                let (place, above) = r[i..].split_first_chunk_mut::<N>().expect("i < N");
                for (r, &t) in place.iter_mut().zip(&row.low) {
                    *r ^= t;
                }
                above[0] ^= row.high;
            }
            if height > 0 {
                shl_4(r);
            }
        }
        product
    }
}
