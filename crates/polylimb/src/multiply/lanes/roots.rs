//! Points from their abscissas, eight at a time.
//!
//! **Idea.** The primes of five digits are 3 modulo 4, so a square root is a power. Each square
//! waits for the one before; four eights side by side fill the time. **Cost** for eight: 254
//! squares and up to 78 products. **Variable time** in which abscissas are coordinates.
//! Loops go by index, as in `field/lanes/digits.rs`.
#![allow(clippy::needless_range_loop, reason = "see above")]

use super::curve::LaneCurve;
use crate::field::lanes::waiting::Waiting;
use crate::field::lanes::{Compiled, FixedLanes, LANES, LanePrime};
use crate::field::{Field, Op};
use crate::multiply::plain_point::PlainPoint;
use alloc::vec;
use alloc::vec::Vec;

/// Eights side by side.
const EIGHTS: usize = 4;
/// Bits of a window of the exponent.
const WINDOW: usize = 4;

impl<V: Compiled, P: LanePrime<D>, const D: usize> LaneCurve<V, P, D> {
    /// The points with these abscissas and parities of the ordinates.
    pub(super) fn points_of_vartime(&self, abscissas: &[(&[u8], bool)]) -> Vec<Option<PlainPoint>> {
        let mut points = Vec::with_capacity(abscissas.len());
        for part in abscissas.chunks(EIGHTS * LANES) {
            let mut x = [[[0; D]; LANES]; EIGHTS];
            let mut present = [false; EIGHTS * LANES];
            for ((x, present), (bytes, _)) in
                x.as_flattened_mut().iter_mut().zip(&mut present).zip(part)
            {
                let digits = Self::coordinate(bytes);
                *present = digits.is_some();
                *x = digits.unwrap_or([0; D]);
            }
            let found = self.field().run(Roots { curve: self, x: &x });
            for (i, &(bytes, odd)) in part.iter().enumerate() {
                let ([y, negated], valid) = &found[i / LANES];
                let (y, negated) = (&y[i % LANES], &negated[i % LANES]);
                let y = if y[0] & 1 == u64::from(odd) { y } else { negated };
                let exists = present[i] && valid >> (i % LANES) & 1 == 1;
                points.push((exists && y[0] & 1 == u64::from(odd)).then(|| {
                    let mut ordinate = vec![0; bytes.len()];
                    FixedLanes::<V, P, D>::write_bytes(y, ordinate.iter_mut().rev());
                    PlainPoint::new(bytes, ordinate)
                }));
            }
        }
        points
    }
}

/// The roots of the curve's right sides, and which of them are roots.
struct Roots<'a, V: Compiled, P: LanePrime<D>, const D: usize> {
    curve: &'a LaneCurve<V, P, D>,
    x: &'a [[[u64; D]; LANES]; EIGHTS],
}

impl<V: Compiled, P: LanePrime<D>, const D: usize> Op for Roots<'_, V, P, D> {
    /// The root and its negative for each eight, and bits of the existing ones.
    type Out = [([[[u64; D]; LANES]; 2], u8); EIGHTS];

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> Self::Out {
        let (c, f) = (self.curve.group.curve(), self.curve.field());
        let (mut x, mut right) = ([f.zero(); EIGHTS], [f.zero(); EIGHTS]);
        for i in 0..EIGHTS {
            x[i] = f.of_digits(&self.x[i]);
            right[i] = c.right_side(&x[i]);
        }
        let roots = root::<V, P, D>(f, &right);
        let mut found = [([[[0; D]; LANES]; 2], 0); EIGHTS];
        for i in 0..EIGHTS {
            let y = &roots[i];
            let exists = f.equal(&f.sqr(y), &right[i]);
            found[i] = ([f.to_digits(y), f.to_digits(&f.neg(y))], exists.bits());
        }
        found
    }
}

/// `a^((p+1)/4)` of each.
#[inline(always)]
fn root<V: Compiled, P: LanePrime<D>, const D: usize>(
    f: &FixedLanes<V, P, D>,
    a: &[[V; D]; EIGHTS],
) -> [[V; D]; EIGHTS] {
    let w = Waiting::<P>::NEW;
    let mut powers = [[f.one(); EIGHTS]; 1 << WINDOW];
    for i in 1..powers.len() {
        for j in 0..EIGHTS {
            powers[i][j] = w.carry(&w.mul(&powers[i - 1][j], &a[j]));
        }
    }
    // (p + 1) / 4 is p / 4, rounded down, and 1.
    let bit =
        |i: usize| P::DIGITS[(i + 2) / P::RADIX as usize] >> ((i + 2) % P::RADIX as usize) & 1;
    let mut r = powers[0];
    for i in (0..(P::BITS - 2).div_ceil(WINDOW)).rev() {
        let mut window = 0;
        for k in (WINDOW * i..WINDOW * (i + 1)).rev() {
            for j in 0..EIGHTS {
                r[j] = w.carry(&w.sqr(&r[j]));
            }
            window = window << 1 | if k + 2 < P::BITS { bit(k) as usize } else { 0 };
        }
        if window > 0 {
            for j in 0..EIGHTS {
                r[j] = w.carry(&w.mul(&r[j], &powers[window][j]));
            }
        }
    }
    for j in 0..EIGHTS {
        r[j] = w.element(&w.mul(&r[j], &a[j]));
    }
    r
}
