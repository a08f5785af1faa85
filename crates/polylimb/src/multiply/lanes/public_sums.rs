//! Sums of a multiple of the generator and one of another point, eight at a time, all public.
//!
//! **Idea.** One pass of doublings serves both multiples, on secp256k1 their halves too. Regular
//! digits are never 0, so all lanes add in the same places, and the lanes read their entries at
//! their addresses. The generator's windows are twice as wide. **Cost** for windows of 5 bits: 256
//! doublings and 77 additions, on secp256k1 125 and 77; a table of 16 entries. **Gaps.** The
//! formulas are not checked for equal, opposite and neutral points; such a sum has a denominator of
//! 0, as has the neutral point, and the caller computes it by other formulas. **Variable time.**
//! Loops go by index, as in `field/lanes/digits.rs`.
#![allow(clippy::needless_range_loop, reason = "see above")]

use super::curve::{Eight, LaneCurve, MULTIPLES, bits_of, odd};
use super::digits::{Digits, LaneDigit};
use super::operations::Sum;
use crate::curve::weierstrass::CommonDenominator;
use crate::curve::weierstrass::jacobian_eights::{JacobianEight, add, double_times};
use crate::curve::{AffinePoint, Coefficient};
use crate::field::apart::Apart;
use crate::field::lanes::waiting::Waiting;
use crate::field::lanes::{Compiled, FixedLanes, LANES, LanePrime};
use crate::field::{Field, Op};
use crate::limb::simd::Row;
use crate::limb::{Bits, WORD_BITS, Word};
use crate::multiply::regular_window::{homogeneous, width};
use alloc::vec;
use alloc::vec::Vec;

/// A point in a table: `x`, `y`, and the abscissa of its image by the endomorphism.
pub(super) type Entry = [Row; 3];

/// Bits of a window.
const WIDTH: usize = width::<MULTIPLES>();
/// Windows of the point in one of the generator.
const WINDOWS: usize = if WORD_BITS > 2 * WIDTH { 2 } else { 1 };
/// Odd multiples of the generator.
const GENERATOR_MULTIPLES: usize = 1 << (WINDOWS * WIDTH - 1);

impl<V: Compiled, P: LanePrime<D>, const D: usize> LaneCurve<V, P, D> {
    /// `a` times the generator plus `b` times the point of each lane, whose denominator may be 0 by
    /// mistake. `None` without a table of the generator.
    pub(super) fn public_sums_vartime(
        &self,
        a: &[Bits<'_>],
        b: &[Bits<'_>],
        p: AffinePoint<FixedLanes<V, P, D>>,
    ) -> Option<Eight<V, D>> {
        let table = self.public_table.get_or_init(|| self.generator_multiples()).as_deref()?;
        let [a, b] = [a, b].map(|k| odd(k, self.order()));
        let by_halves = self.beta.is_some();
        let of_generator = Digits::public(&a, by_halves, WINDOWS * WIDTH);
        let of_point = Digits::public(&b, by_halves, WIDTH);
        let mut rows = vec![[[Row::default(); LANES]; 3]; MULTIPLES];
        Some(self.field().run(PublicSums {
            curve: self,
            rows: &mut rows,
            table,
            of_generator: &of_generator,
            of_point: &of_point,
            p,
        }))
    }

    /// The odd multiples of the generator; `None` if one of them is neutral.
    fn generator_multiples(&self) -> Option<Vec<Entry>> {
        // The first eight, then sixteen more each time.
        let mut scalars = [[0 as Word]; LANES];
        for (i, k) in scalars.iter_mut().enumerate() {
            k[0] = 2 * i as Word + 1;
        }
        let mut eights = Vec::with_capacity(GENERATOR_MULTIPLES / LANES);
        eights.push(self.of_generator_by_windows(&bits_of(&scalars)));
        let step = self.of_generator_by_windows(&bits_of(&[[16 as Word]; LANES]));
        for i in 1..GENERATOR_MULTIPLES / LANES {
            eights.push(self.field().run(Sum { curve: self, p: eights[i - 1], q: step }));
        }
        let points = self.finish(eights, GENERATOR_MULTIPLES);
        let entry = |p: Option<_>| {
            let [x, y] = self.element_pair(&p?)?;
            let (mut entry, mut image) = ([Row::default(); 3], [0; D]);
            if let Some(beta) = &self.beta {
                let f = self.field();
                let product = f.mul(beta, &FixedLanes::<V, P, D>::splat(&x));
                image = FixedLanes::<V, P, D>::first_lane(&product);
            }
            for (row, digits) in entry.iter_mut().zip([x, y, image]) {
                row.0[..D].copy_from_slice(&digits);
            }
            Some(entry)
        };
        points.into_iter().map(entry).collect()
    }
}

struct PublicSums<'a, V: Compiled, P: LanePrime<D>, const D: usize> {
    curve: &'a LaneCurve<V, P, D>,
    /// Room for the points' multiples.
    rows: &'a mut [[[Row; LANES]; 3]],
    table: &'a [Entry],
    of_generator: &'a [Vec<LaneDigit>; 2],
    of_point: &'a [Vec<LaneDigit>; 2],
    p: AffinePoint<FixedLanes<V, P, D>>,
}

impl<V: Compiled, P: LanePrime<D>, const D: usize> Op for PublicSums<'_, V, P, D> {
    type Out = Eight<V, D>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> Eight<V, D> {
        let (c, f, w) = (self.curve.group.curve(), self.curve.field(), Waiting::<P>::NEW);
        let table = CommonDenominator::<_, MULTIPLES>::new(c, &self.p);
        let a = (c.shape != Coefficient::Zero).then(|| c.mul_a(&f.sqr(&f.sqr(&table.z))));
        // Known to the compiler where there is none.
        let beta = if const { P::ENDOMORPHISM } { self.curve.beta.as_ref() } else { None };
        let rows = self.rows;
        for i in 0..MULTIPLES {
            let [x, y] = &table.entries[i];
            f.scatter(x, &mut rows[i][0]);
            f.scatter(y, &mut rows[i][1]);
            if let Some(beta) = beta {
                f.scatter(&f.mul(x, beta), &mut rows[i][2]);
            }
        }
        let halves = if beta.is_some() { 2 } else { 1 };
        let top = self.of_point[0].len() - 1;
        let first = &self.of_point[0][top];
        let [x, y] = entry(f, rows, first, 0);
        let y2 = f.double(&f.select(first.negative, &f.neg(&y), &y));
        let mut r = JacobianEight { x, y2, z: f.one() };
        for i in (0..=top).rev() {
            if i < top {
                r = double_times::<V, P, D>(a.as_ref(), &r, WIDTH);
            }
            for half in usize::from(i == top)..halves {
                let digit = &self.of_point[half][i];
                r = add::<V, P, D>(&r, &r.z, &entry(f, rows, digit, half), digit.negative.bits());
            }
            for half in 0..if i % WINDOWS == 0 { halves } else { 0 } {
                let digit = &self.of_generator[half][i / WINDOWS];
                let mut found = [[V::zero(); D]; 2];
                for e in 0..2 {
                    let at = coordinate(e, half);
                    let mut from = [&self.table[0][at]; LANES];
                    for lane in 0..LANES {
                        from[lane] = &self.table[digit.index[lane] as usize][at];
                    }
                    found[e] = f.gather(from);
                }
                let z = w.carry(&w.mul(&r.z, &table.z));
                r = add::<V, P, D>(&r, &z, &found, digit.negative.bits());
            }
        }
        let mut sum = r.point(*f);
        f.mul_assign(&mut sum.z, &table.z);
        homogeneous(f, &sum)
    }
}

/// The place of an entry's abscissa or ordinate for a half.
#[inline(always)]
const fn coordinate(e: usize, half: usize) -> usize {
    if e == 0 && half == 1 { 2 } else { e }
}

/// The entry of each lane's digit.
#[inline(always)]
fn entry<V: Compiled, P: LanePrime<D>, const D: usize>(
    f: &FixedLanes<V, P, D>,
    rows: &[[[Row; LANES]; 3]],
    digit: &LaneDigit,
    half: usize,
) -> [[V; D]; 2] {
    let mut found = [[V::zero(); D]; 2];
    for e in 0..2 {
        let at = coordinate(e, half);
        let mut from = [&rows[0][at][0]; LANES];
        for lane in 0..LANES {
            from[lane] = &rows[digit.index[lane] as usize][at][lane];
        }
        found[e] = f.gather(from);
    }
    found
}
