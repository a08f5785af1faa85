//! The groups of BLS12-381 across lanes, from bytes to bytes.
//!
//! Constant time but for whether a result is neutral, which is public.

use super::multiples::Endomorphic;
use crate::field::apart::Apart;
use crate::field::lanes::{LANES, LaneMask, Spread};
use crate::field::{Field, Op};
use crate::limb::{Bits, Mask, Word};
use crate::pairing::packed::AcrossLanes;
use alloc::vec;
use alloc::vec::Vec;
use zeroize::{Zeroize, Zeroizing};

/// `x` and `y` of a point; `None` is the neutral element. No padding, which would keep what the
/// stack held.
pub(super) type Plain = Option<Vec<u8>>;

/// A group across lanes. Coordinates are as in [`GroupPoint`](super::GroupPoint).
pub(super) trait LaneGroup: Send + Sync {
    /// `k p` for `k` of at most 256 bits; `None` is the neutral element.
    fn multiple(&self, k: Bits<'_>, p: Option<[&[u8]; 2]>) -> Plain;

    /// The point of the group for the sum of points of the curve in projective coordinates.
    fn cleared(&self, points: &[[Zeroizing<Vec<u8>>; 3]]) -> Plain;

    /// Whether the point of the curve with these coordinates belongs to the group.
    fn contains(&self, p: [&[u8]; 2]) -> bool;
}

/// A field of lanes for groups across them.
pub(super) trait Lanes: Spread<Mask = LaneMask, El: Send + Sync> + Apart {}

impl<F: Spread<Mask = LaneMask, El: Send + Sync> + Apart> Lanes for F {}

/// `G₁` or `G₂` of BLS12-381, by the degree of the field of coordinates.
pub(super) struct OverLanes<F: Lanes, const DEGREE: usize> {
    group: AcrossLanes<F, DEGREE>,
    u: (u64, bool),
    /// Bytes of a coefficient.
    bytes: usize,
}

pub(super) struct Enter<'a, F: Apart>(pub(super) &'a F, pub(super) [&'a F::One; LANES]);

impl<F: Apart> Op for Enter<'_, F> {
    type Out = F::El;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> F::El {
        self.0.enter(&self.0.gather(self.1))
    }
}

pub(super) struct Leave<'a, F: Apart>(
    pub(super) &'a F,
    pub(super) &'a F::El,
    pub(super) &'a mut [F::One; LANES],
);

impl<F: Apart> Op for Leave<'_, F> {
    type Out = ();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) {
        self.0.scatter(&self.0.leave(self.1), self.2);
    }
}

struct LookUp<'a, F: Field>(&'a F, &'a [F::El], Word);

impl<F: Field<Mask = LaneMask>> Op for LookUp<'_, F> {
    type Out = F::El;

    #[allow(clippy::needless_range_loop, reason = "inside a root, see `field/lanes/digits.rs`")]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> F::El {
        let Self(f, table, index) = self;
        let mut r = table[0];
        for i in 1..table.len() {
            let equal = (Mask::equal(index, i as Word).bit() as u8).wrapping_neg();
            r = f.select(LaneMask::from_bits(equal), &table[i], &r);
        }
        r
    }
}

/// The element with these coordinates of `bytes DEGREE` bytes in its slots; higher coefficients
/// come first in bytes.
fn enter<F: Lanes, const DEGREE: usize>(f: &F, bytes: usize, coordinates: [&[u8]; 3]) -> F::El {
    let mut rows = [f.read(&[]); LANES];
    for (i, row) in rows.iter_mut().enumerate().take(3 * DEGREE) {
        let part = DEGREE - 1 - i % DEGREE;
        *row = f.read(&coordinates[i / DEGREE][part * bytes..][..bytes]);
    }
    let p = f.run(Enter(f, rows.each_ref()));
    rows.zeroize();
    p
}

impl<F: Lanes, const DEGREE: usize> OverLanes<F, DEGREE> {
    /// The group over the field `f`; `factors` are the factors of its endomorphism.
    pub(super) fn new(f: F, u: (u64, bool), [x, y]: [&[u8]; 2]) -> Self {
        let (bytes, mut one) = (x.len() / DEGREE, vec![0; x.len()]);
        one[x.len() - 1] = 1;
        let factors = enter::<F, DEGREE>(&f, bytes, [x, y, &one]);
        Self { group: AcrossLanes::new(f, factors), u, bytes }
    }

    fn enter(&self, coordinates: [&[u8]; 3]) -> F::El {
        enter::<F, DEGREE>(self.group.field(), self.bytes, coordinates)
    }

    fn enter_affine(&self, [x, y]: [&[u8]; 2]) -> F::El {
        let mut one = vec![0; x.len()];
        one[x.len() - 1] = 1;
        self.enter([x, y, &one])
    }

    fn leave(&self, mut p: F::El) -> Plain {
        let (f, bytes) = (self.group.field(), self.bytes);
        let mut affine = self.group.normalise(&p);
        let mut rows = [f.read(&[]); LANES];
        f.run(Leave(f, &affine, &mut rows));
        let (mut coordinates, mut z) = (vec![0; 2 * DEGREE * bytes], vec![0; bytes]);
        // Z is 1, or 0 for the neutral element.
        f.write(&rows[2 * DEGREE], &mut z);
        let neutral = z.iter().fold(0, |or, byte| or | byte) == 0;
        if !neutral {
            for (i, row) in rows.iter().enumerate().take(2 * DEGREE) {
                let part = i / DEGREE * DEGREE + DEGREE - 1 - i % DEGREE;
                f.write(row, &mut coordinates[part * bytes..][..bytes]);
            }
        }
        rows.zeroize();
        p.zeroize();
        affine.zeroize();
        (!neutral).then_some(coordinates)
    }
}

impl<F: Lanes, const DEGREE: usize> Endomorphic for OverLanes<F, DEGREE> {
    type Point = F::El;

    fn neutral(&self) -> F::El {
        let f = self.group.field();
        // X fills the lanes before this 1.
        let mut from = [0; LANES];
        from[DEGREE] = 8;
        f.mix(&f.zero(), &f.one(), from)
    }

    fn double(&self, p: &F::El) -> F::El {
        self.group.double(p)
    }

    fn add(&self, p: &F::El, q: &F::El) -> F::El {
        self.group.add(p, q)
    }

    fn neg(&self, p: &F::El) -> F::El {
        self.group.neg(p)
    }

    fn image(&self, p: &F::El) -> F::El {
        self.group.image(p)
    }

    fn look_up(&self, table: &[F::El], bits: [u8; 4]) -> F::El {
        let f = self.group.field();
        let index = bits.iter().rev().fold(0, |index, bit| index << 1 | Word::from(*bit));
        f.run(LookUp(f, table, index))
    }

    fn degree(&self) -> usize {
        DEGREE
    }

    fn u(&self) -> (u64, bool) {
        self.u
    }
}

impl<F: Lanes, const DEGREE: usize> LaneGroup for OverLanes<F, DEGREE> {
    fn multiple(&self, k: Bits<'_>, p: Option<[&[u8]; 2]>) -> Plain {
        let point = p.map_or_else(|| self.neutral(), |p| self.enter_affine(p));
        let point = Zeroizing::new(point);
        self.leave(Endomorphic::multiple(self, &[k], &point))
    }

    fn cleared(&self, points: &[[Zeroizing<Vec<u8>>; 3]]) -> Plain {
        let mut sum = Zeroizing::new(self.neutral());
        for p in points {
            let point = Zeroizing::new(self.enter(p.each_ref().map(|bytes| &bytes[..])));
            *sum = self.add(&sum, &point);
        }
        self.leave(self.clear_cofactor(&sum))
    }

    /// The source group's header has the test.
    fn contains(&self, p: [&[u8]; 2]) -> bool {
        let (f, p) = (self.group.field(), self.enter_affine(p));
        let mut multiple = self.times_u(&p);
        if DEGREE == 1 {
            multiple = self.neg(&self.times_u(&multiple));
        }
        let difference = self.group.difference(&self.image(&p), &multiple);
        // The answer is public.
        let all = (1 << (2 * DEGREE)) - 1;
        f.is_zero(&difference).bits() & all == all
    }
}
