//! Multiples of points of BLS12-381 by an endomorphism, in constant time.
//!
//! **Source.** `[Gallant2001]` in `G₁`, `[Galbraith2009]` in `G₂`. **Idea.** `φ` multiplies the
//! points of `G₁` by `-u²`, `ψ` those of `G₂` by `u`. So `k`, in base `u²` or `|u|`, is a sum of
//! two numbers of 128 bits times endomorphic images, or of four of 64 bits: the images share the
//! doublings. The sums of some of four points are in a table, `P`, `2P` and their images in `G₁`,
//! four images in `G₂`; a step takes one of them. **Cost.** 130 doublings and 76 additions in `G₁`,
//! 65 and 76 in `G₂`.

use super::source_group::{Endomorphism, SourceField, SourceGroup};
use crate::curve::weierstrass::ProjectivePoint;
use crate::curve::{AffinePoint, Group, OutOfLine};
use crate::limb::{Bits, Kernel, Mask, Natural, WORD_BITS, Word};
use crate::modmul::long_division::Divisor;
use crate::multiply::{fixed_window, signed_point};
use alloc::vec;
use alloc::vec::Vec;
use zeroize::{Zeroize, Zeroizing};

/// Multiples in the table of a multiplication without endomorphism: windows of five bits.
const MULTIPLES: usize = 16;
/// The longest scalar that is cut.
const MOST_BITS: usize = 256;

impl<F: SourceField> SourceGroup<F> {
    /// `k p`. Constant time.
    pub(super) fn multiple(&self, k: Bits<'_>, p: &AffinePoint<F>) -> ProjectivePoint<F::El> {
        match self.cut() {
            Some((endomorphism, multiple)) if k.len() <= MOST_BITS => {
                multiple(self, endomorphism, k, p)
            }
            _ => fixed_window::<MULTIPLES, _>(&OutOfLine(self.complete()), k, p),
        }
    }

    /// `k p` on BLS12-381, for `k` of at most 256 bits.
    pub(super) fn multiple_by_endomorphism(
        &self,
        cut: &Endomorphism<F>,
        k: Bits<'_>,
        p: &AffinePoint<F>,
    ) -> ProjectivePoint<F::El> {
        let (group, f) = (&OutOfLine(self.complete()), self.field());
        let (u, negative) = self.u();
        let image = |p: &ProjectivePoint<F::El>, negate: bool| {
            let image = cut.of_point(f, p);
            if negate { group.neg(&image) } else { image }
        };
        let p = group.lift(p);
        let (mut points, base, parts) = if self.degree() == 1 {
            let (twice, other) = (group.double(&p), image(&p, true));
            let square = u128::from(u) * u128::from(u);
            ([p, twice, other, group.double(&other)], square, 2)
        } else {
            let mut points = [p; 4];
            for i in 1..4 {
                points[i] = image(&points[i - 1], negative);
            }
            (points, u.into(), 4)
        };
        let digits = digits(k, base, parts);
        let (mut table, width) = ([group.neutral(); 16], 4 / parts);
        for i in 1..table.len() {
            let last = i.trailing_zeros() as usize;
            table[i] = group.add(&points[last], &table[i & (i - 1)]);
        }
        // The last digit is longer than the others if k exceeds the order.
        let steps = (MOST_BITS / parts + 2) / width;
        let mut r = group.neutral();
        for i in (0..steps).rev() {
            for _ in 0..width {
                r = group.double(&r);
            }
            let index = digits
                .iter()
                .rev()
                .fold(0, |index, digit| index << width | Bits::new(digit).window(width * i, width));
            let entry = signed_point(group, table[0], &table[1..], index, Mask::FALSE);
            r = group.add(&r, &entry);
        }
        points.zeroize();
        table.zeroize();
        r
    }
}

/// The digits of `k` in this base, the lowest first. Constant time.
fn digits(k: Bits<'_>, base: u128, parts: usize) -> Vec<Zeroizing<Vec<Word>>> {
    let bytes = base.to_be_bytes();
    let base = Natural::from_be_bytes(&bytes[base.leading_zeros() as usize / 8..]);
    let divisor = Divisor::new(Kernel::PORTABLE, base.words());
    let mut rest = Zeroizing::new(vec![0; k.len().div_ceil(WORD_BITS).max(1)]);
    for (i, word) in rest.iter_mut().enumerate() {
        let half = WORD_BITS / 2;
        *word = k.window(WORD_BITS * i, half) | k.window(WORD_BITS * i + half, half) << half;
    }
    let mut digits = Vec::with_capacity(parts);
    for _ in 1..parts {
        let (quotient, digit) = divisor.divide(&rest);
        digits.push(digit);
        rest = quotient;
    }
    digits.push(rest);
    digits
}
