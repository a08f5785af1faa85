//! Multiples of points of BLS12-381 by an endomorphism, in constant time.
//!
//! **Source.** `[Gallant2001]` in `G₁`, `[Galbraith2009]` in `G₂`. **Idea.** `φ` multiplies the
//! points of `G₁` by `-u²`, `ψ` points of `G₂` by `u`. So `k`, in base `u²` or `|u|`, is a sum of
//! two numbers of 128 bits times endomorphic images, or of four of 64 bits: the images share the
//! doublings. The sums of some of four points are in a table, `P`, `2P` and their images in `G₁`,
//! four images in `G₂`; a step takes one of them. **Cost.** 127 doublings and 74 additions in `G₁`,
//! 63 and 74 in `G₂`; a few more for scalars of 256 bits.

use super::GroupPoint;
use super::over_curve::same_curve;
use super::source_group::{SourceField, SourceGroup};
use crate::cpu::DataIndependentTiming;
use crate::curve::OutOfLine;
use crate::error::Result;
use crate::field::lanes::LANES;
use crate::limb::{Bits, Kernel, Natural, WORD_BITS, Word};
use crate::modmul::long_division::Divisor;
use crate::multiply::eights::in_eights;
use crate::multiply::fixed_window;
use crate::team::Alone;
use alloc::vec;
use alloc::vec::Vec;
use zeroize::{Zeroize, Zeroizing};

/// Multiples in the table of a multiplication without endomorphism: windows of five bits.
const MULTIPLES: usize = 16;
/// The longest scalar that is cut.
const MOST_BITS: usize = 256;

/// With fewer points, one after another across all lanes is faster than one in each lane.
pub(super) const LEAST: usize = 4;

/// A group of BLS12-381 with its endomorphism: with a point in each number of an element, or one
/// across lanes. Its law is complete, and it takes constant time.
pub(super) trait Endomorphic {
    type Point: Copy + Zeroize;

    fn neutral(&self) -> Self::Point;

    fn double(&self, p: &Self::Point) -> Self::Point;

    fn add(&self, p: &Self::Point, q: &Self::Point) -> Self::Point;

    fn neg(&self, p: &Self::Point) -> Self::Point;

    /// `φ(p)` or `ψ(p)`.
    fn image(&self, p: &Self::Point) -> Self::Point;

    /// The entries with these bits of their indices, the lowest first; each has a bit for each
    /// point. All are read.
    fn look_up(&self, table: &[Self::Point], bits: [u8; 4]) -> Self::Point;

    /// The degree of the field of coordinates.
    fn degree(&self) -> usize;

    /// `|u|`, and whether `u` is negative.
    fn u(&self) -> (u64, bool);

    /// `u p`, bit by bit.
    fn times_u(&self, p: &Self::Point) -> Self::Point {
        let (u, negative) = self.u();
        let mut r = *p;
        for i in (0..u.ilog2()).rev() {
            r = self.double(&r);
            if u >> i & 1 == 1 {
                r = self.add(&r, p);
            }
        }
        if negative { self.neg(&r) } else { r }
    }

    /// Clears the cofactor of any point `p` of the curve, as RFC 9380 does: on the curve multiplies
    /// by `1 - u` `[Wahby2019]`, on the twist computes `(u² - u - 1) P + (u - 1) ψ(P) + 2 ψ²(P)`
    /// `[Budroni2017]`. The law is complete because the orders of both curves are odd.
    fn clear_cofactor(&self, p: &Self::Point) -> Self::Point {
        let up = self.times_u(p);
        if self.degree() == 1 {
            return self.add(p, &self.neg(&up));
        }
        let image = self.image(p);
        let sum = self.add(&up, &image);
        let minus = self.neg(&self.add(&sum, p));
        let r = self.add(&self.times_u(&sum), &minus);
        self.add(&r, &self.double(&self.image(&image)))
    }

    /// `k p` for the scalar of each point, of at most 256 bits; neutral for missing ones.
    fn multiple(&self, scalars: &[Bits<'_>], p: &Self::Point) -> Self::Point {
        let (u, negative) = self.u();
        let image = |p: &Self::Point, negate: bool| {
            let image = self.image(p);
            if negate { self.neg(&image) } else { image }
        };
        let (mut points, base, parts) = if self.degree() == 1 {
            let twice = self.double(p);
            let square = u128::from(u) * u128::from(u);
            ([*p, twice, image(p, true), image(&twice, true)], square, 2)
        } else {
            let mut points = [*p; 4];
            for i in 1..4 {
                points[i] = image(&points[i - 1], negative);
            }
            (points, u.into(), 4)
        };
        let digits: Vec<_> = scalars.iter().map(|k| digits(*k, base, parts)).collect();
        let (mut table, width) = ([self.neutral(); 16], 4 / parts);
        for i in 1..table.len() {
            let (last, rest) = (i.trailing_zeros() as usize, i & (i - 1));
            table[i] = if rest == 0 { points[last] } else { self.add(&points[last], &table[rest]) };
        }
        // The last digit is longer than the others if k has 256 bits: the base to the power of
        // `parts` has 255.
        let fits = scalars.iter().all(|k| k.len() < MOST_BITS);
        let steps = (MOST_BITS / parts + if fits { 0 } else { 2 }) / width;
        let mut r = self.neutral();
        for i in (0..steps).rev() {
            if i + 1 < steps {
                for _ in 0..width {
                    r = self.double(&r);
                }
            }
            let mut bits = [0; 4];
            for (point, digits) in digits.iter().enumerate() {
                for (j, bits) in bits.iter_mut().enumerate() {
                    let digit = Bits::new(&digits[j / width]);
                    *bits |= (digit.bit(width * i + j % width) as u8) << point;
                }
            }
            let entry = self.look_up(&table, bits);
            r = if i + 1 < steps { self.add(&r, &entry) } else { entry };
        }
        points.zeroize();
        table.zeroize();
        r
    }
}

impl<F: SourceField> SourceGroup<F> {
    /// `k p`. Constant time.
    pub(super) fn multiple<const D: usize>(
        &self,
        k: Bits<'_>,
        p: &GroupPoint<D>,
    ) -> Result<GroupPoint<D>> {
        let _timing = DataIndependentTiming::begin();
        if let Some(of) = self.bls12_381().filter(|_| k.len() <= MOST_BITS) {
            same_curve(self.name(), p)?;
            return Ok(self.leave_plain(match &of.across {
                Some(across) => across.multiple(k, p.coordinates()),
                None => of.one.multiples(&[(k, p.coordinates())]).remove(0),
            }));
        }
        let multiple =
            fixed_window::<MULTIPLES, _>(&OutOfLine(self.complete()), k, &self.enter(p)?);
        Ok(self.leave_complete(multiple))
    }

    /// `k p` for each job, over lanes where there are. Constant time.
    pub(super) fn multiples<const D: usize>(
        &self,
        jobs: &[(Bits<'_>, &GroupPoint<D>)],
    ) -> Result<Vec<GroupPoint<D>>> {
        let _timing = DataIndependentTiming::begin();
        let one = |(k, p): &(Bits<'_>, &GroupPoint<D>)| self.multiple(*k, p);
        let eights = self.bls12_381().and_then(|of| of.eights.as_deref());
        let fits = jobs.iter().all(|(k, p)| k.len() <= MOST_BITS && p.curve == self.name());
        let Some(eights) = eights.filter(|_| fits) else { return jobs.iter().map(one).collect() };
        let many = |jobs: &[(Bits<'_>, &GroupPoint<D>)]| {
            let jobs: Vec<_> = jobs.iter().map(|(k, p)| (*k, p.coordinates())).collect();
            let plain = jobs.chunks(LANES).flat_map(|jobs| eights.multiples(jobs));
            plain.map(|plain| Ok(self.leave_plain(plain))).collect()
        };
        in_eights(&Alone, jobs, LEAST, &one, &many).into_iter().collect()
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
