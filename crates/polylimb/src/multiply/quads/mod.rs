//! Binary curves over four lanes: the parts of one multiplication, or four multiplications.
//!
//! On a Koblitz curve the regular digits of one scalar are cut into four stretches,
//! `k = Σ τ^(s j) k_j`. The four sums `k_j P` are independent and share one table. They are
//! computed side by side and combined by three Frobenius maps and three additions. A batch has
//! another scalar and point in each lane. On other curves a step of the López-Dahab ladder is two
//! products of four lanes, or, in a batch, six that compute four steps.
//!
//! The generator has a base in each lane, `τ^(s j) G` or `2^(s j) G`, so that the four sums need no
//! maps at the end (`bases.rs`).
//!
//! **Source.** The stretches: as `tau-split` of the catalogue has them over threads
//! (`[Ahmadi2010]`); the digits: `../regular_tau.rs`. No publication known to us puts them into the
//! lanes of a vector. **Constant time.** Read `sum.rs`, `ladder.rs`, then `curve.rs`.

mod bases;
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod curve;
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod ladder;
mod regular_tau;
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod sum;

use crate::curve::binary::LopezDahabPoint;
use crate::field::Truth;
use crate::field::lanes::LaneMask;
use crate::limb::{Bits, Mask, WORD_BITS, Word};
use crate::recoding::{Digit, Representatives};
pub(super) use bases::{doubled_bases, ladder_generator, ladders, moved_bases, tau_generator};
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
pub(super) use curve::over;
pub(super) use regular_tau::{four_regular_tau, regular_tau};
use zeroize::Zeroize;

/// The four lanes of one curve, for any field and vector type.
pub(super) trait FourLanes<E>: Send + Sync {
    /// Keeps a base for each lane, and its multiples for `digits` if there are any.
    fn set_bases(&mut self, bases: [[E; 2]; 4], digits: Option<&Representatives>);

    /// The sum of each lane's digits, highest first, in the radix `τ^(w-1)`; lane 3 begins after
    /// `late` digits. All lanes read the same table of entries `α_u P` as `(x, λ)`.
    fn sums_of_one(
        &self,
        digits: &[QuadDigit],
        late: usize,
        width: usize,
        table: &[[E; 2]],
    ) -> [LopezDahabPoint<E>; 4];

    /// The same for the lanes' bases.
    fn sums_of_bases(
        &self,
        digits: &[QuadDigit],
        late: usize,
        width: usize,
    ) -> [LopezDahabPoint<E>; 4];

    /// The same with a point for each lane; the uniform law makes the last additions.
    fn sums_of_four(
        &self,
        digits: &[QuadDigit],
        representatives: &Representatives,
        points: &[[E; 2]; 4],
    ) -> [LopezDahabPoint<E>; 4];

    /// `[X, Z]` of `k P` and of `(k + 1) P` for the abscissa of `P`.
    fn ladder(&self, k: Bits<'_>, x: &E) -> [[E; 2]; 2];

    /// The multiple of each lane's point, of its base if no points are given.
    fn ladders(&self, scalars: [Bits<'_>; 4], points: Option<&[[E; 2]; 4]>) -> FourPoints<E>;
}

/// `(x, y)` in each lane, and which are neutral.
type FourPoints<E> = ([[E; 2]; 4], LaneMask);

/// An odd digit of each lane: the table index of its size, and its sign as two bits of the mask per
/// lane.
#[derive(Clone, Copy)]
pub(super) struct QuadDigit {
    index: [u8; 4],
    negative: LaneMask,
}

impl QuadDigit {
    /// From the digits of four lanes.
    fn new(digits: [Digit; 4]) -> Self {
        let (mut index, mut negative) = ([0; 4], 0);
        for (lane, digit) in digits.into_iter().enumerate() {
            let digit = isize::from(digit).cast_unsigned() as Word;
            let sign = Mask::from_bit(digit >> (WORD_BITS - 1)).word();
            index[lane] = ((digit ^ sign).wrapping_sub(sign) >> 1) as u8;
            negative |= (sign as u8 & 0b11) << (2 * lane);
        }
        Self { index, negative: LaneMask::from_bits(negative) }
    }
}

impl Zeroize for QuadDigit {
    fn zeroize(&mut self) {
        self.index.zeroize();
        self.negative = LaneMask::FALSE;
    }
}
