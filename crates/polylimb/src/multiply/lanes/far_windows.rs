//! One multiple of the generator over all lanes: each lane sums its own windows, without doublings.
//!
//! **Source.** Tables of multiples of far doublings: `[Brickell1992]`; digits: `[Joye2009]`.
//! **Idea.** An odd scalar is `Σ d_i 2^(w i)` with odd digits, none of them 0. Lane `i mod 8` adds
//! entry `d_i` of the multiples of `2^(w i) P`, the lowest `i` first. Then the lanes' sums are
//! added, with rotations by four, two and one lanes.
//!
//! **No gap is met.** Before window `i` a lane's sum is neither 0 nor as large as `2^(w (i - 7))`,
//! and the addend is an odd multiple of `2^(w i)`. So sum and addend are neither equal nor opposite
//! as integers, and their sum is below `2^(w (i + 1))`. That is below the order except in the last
//! round of windows. The complete law adds the last round and the lanes' sums. **Cost** for `m`
//! windows: `m / 8 - 2` additions of 8M + 3S, one complete mixed addition, three complete
//! additions; tables of `2^(w-1) m` points. **Constant time.**

use super::curve::{Eight, LaneCurve, MULTIPLES, bits_of};
use super::digits::{Digits, LaneDigit};
use super::operations::{Leave, Sum, signed};
use crate::curve::weierstrass::{Jacobian, JacobianPoint, ProjectivePoint};
use crate::curve::{AffinePoint, Coordinates, Group};
use crate::field::lanes::{Compiled, FixedLanes, LANES, LaneMask, LanePrime};
use crate::field::{Field, Op, Truth};
use crate::limb::{Bits, WORD_BITS, WORD_BYTES, Word, bit_length_vartime};
use crate::modmul::inverse::{invert, invert_scratch};
use crate::multiply::plain_point::PlainPoint;
use crate::multiply::regular_window::OddScalar;
use crate::multiply::regular_window::{homogeneous, width};
use alloc::vec;
use alloc::vec::Vec;
use zeroize::{Zeroize, Zeroizing};

/// Bits of a window.
const WIDTH: usize = width::<MULTIPLES>();

/// The odd multiples of each lane's window, round after round.
pub(super) type Tables<V, const D: usize> = [[[V; D]; 2]];

/// The multiple, in all lanes.
struct FarWindows<'a, V: Compiled, P: LanePrime<D>, const D: usize> {
    curve: &'a LaneCurve<V, P, D>,
    tables: &'a Tables<V, D>,
    /// The digits of each round.
    rounds: &'a [LaneDigit],
    /// The lanes that have no window in the last round.
    absent: LaneMask,
    /// Whether the multiple has to be negated.
    negative: LaneMask,
}

impl<V: Compiled, P: LanePrime<D>, const D: usize> FarWindows<'_, V, P, D> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read(&self, round: usize) -> [[V; D]; 2] {
        let digit = &self.rounds[round];
        let table = &self.tables[round * MULTIPLES..][..MULTIPLES];
        let entry = FixedLanes::<V, P, D>::look_up(table, &digit.index);
        signed(self.curve.field(), entry, digit)
    }
}

impl<V: Compiled, P: LanePrime<D>, const D: usize> Op for FarWindows<'_, V, P, D> {
    type Out = Eight<V, D>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> Eight<V, D> {
        let (group, f) = (&self.curve.group, self.curve.field());
        let last = self.rounds.len() - 1;
        let [x, y] = self.read(0);
        let mut partial = JacobianPoint { x, y, z: f.one() };
        for round in 1..last {
            let [x, y] = self.read(round);
            partial = Jacobian::add_affine(group.curve(), &partial, &x, &y);
        }
        let [x, y] = self.read(last);
        let entry = AffinePoint { x, y, neutral: self.absent };
        let mut sum = group.add_entry(&homogeneous(f, &partial), &entry);
        for places in [4, 2, 1] {
            sum = group.add(&sum, &turn(&sum, places));
        }
        group.select(self.negative, &group.neg(&sum), &sum)
    }
}

/// Rotates the points by `places` lanes.
#[cfg_attr(not(debug_assertions), inline(always))]
fn turn<V: Compiled, const D: usize>(p: &Eight<V, D>, places: u64) -> Eight<V, D> {
    let mut r = *p;
    for j in 0..D {
        r.x[j] = r.x[j].turn(places);
        r.y[j] = r.y[j].turn(places);
        r.z[j] = r.z[j].turn(places);
    }
    r
}

/// `x / z` and `y / z` of lane 0, from `1 / z` in digits.
struct Divide<'a, V: Compiled, P: LanePrime<D>, const D: usize> {
    curve: &'a LaneCurve<V, P, D>,
    p: &'a Eight<V, D>,
    inverse: [u64; D],
}

impl<V: Compiled, P: LanePrime<D>, const D: usize> Op for Divide<'_, V, P, D> {
    type Out = [[u64; D]; 2];

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> [[u64; D]; 2] {
        let f = self.curve.field();
        let inverse = f.of_digits(&[self.inverse; LANES]);
        let ProjectivePoint { x, y, .. } = self.p;
        [f.to_digits(&f.mul(x, &inverse))[0], f.to_digits(&f.mul(y, &inverse))[0]]
    }
}

/// `z` of lane 0, in digits.
struct Denominator<'a, V: Compiled, P: LanePrime<D>, const D: usize> {
    curve: &'a LaneCurve<V, P, D>,
    p: &'a Eight<V, D>,
}

impl<V: Compiled, P: LanePrime<D>, const D: usize> Op for Denominator<'_, V, P, D> {
    type Out = [u64; D];

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> [u64; D] {
        self.curve.field().to_digits(&self.p.z)[0]
    }
}

/// The lanes from `count` on.
fn lanes_from(count: usize) -> LaneMask {
    let all = LaneMask::TRUE.bits();
    LaneMask::from_bits(if count < LANES { all << count } else { 0 })
}

impl<V: Compiled, P: LanePrime<D>, const D: usize> LaneCurve<V, P, D> {
    /// `k` times the generator, split over the lanes.
    pub(super) fn of_generator_once(&self, k: Bits<'_>) -> Option<PlainPoint> {
        let Some(tables) = self.tables() else {
            let product = self.of_generator_by_windows(&[k]);
            return self.finish(vec![product], 1).pop().flatten();
        };
        let bits = bit_length_vartime(self.order());
        let digits = Digits::across(&OddScalar::new(k, self.order()), bits, WIDTH);
        let last = self.far_windows() - LANES * (digits.digits.len() - 1);
        self.finish_one(self.field().run(FarWindows {
            curve: self,
            tables,
            rounds: &digits.digits,
            absent: lanes_from(last),
            negative: digits.negative,
        }))
    }

    /// Number of windows of a scalar as long as the order.
    fn far_windows(&self) -> usize {
        bit_length_vartime(self.order()).div_ceil(WIDTH)
    }

    /// The generator's tables for one multiple; `None` if a base is neutral, which happens only
    /// with a short order.
    fn tables(&self) -> Option<&Tables<V, D>> {
        let make = || {
            let powers: [_; LANES] = core::array::from_fn(|lane| {
                let mut power = [0; (LANES * WIDTH).div_ceil(WORD_BITS)];
                power[lane * WIDTH / WORD_BITS] = 1 << (lane * WIDTH % WORD_BITS);
                power
            });
            let bases = self.of_generator_by_windows(&bits_of(&powers));
            let bases = self.finish(vec![bases], LANES).into_iter();
            let bases: Vec<_> = bases.collect::<Option<_>>()?;
            let (bases, _) = self.points(&bases.iter().collect::<Vec<_>>());
            Some(self.odd_multiples(&bases))
        };
        self.tables.get_or_init(make).as_deref()
    }

    /// The tables, from the bases of the first eight windows. Made once: doublings are sums, too,
    /// which needs no further code.
    fn odd_multiples(&self, bases: &AffinePoint<FixedLanes<V, P, D>>) -> Vec<[[V; D]; 2]> {
        let add = |p: Eight<V, D>, q| self.field().run(Sum { curve: self, p, q });
        let mut base = ProjectivePoint { x: bases.x, y: bases.y, z: self.field().one() };
        let mut points = Vec::new();
        for _ in 0..self.far_windows().div_ceil(LANES) {
            let (twice, first) = (add(base, base), points.len());
            points.push(base);
            for i in 1..MULTIPLES {
                points.push(add(points[first + i - 1], twice));
            }
            base = (1..LANES * WIDTH).fold(twice, |base, _| add(base, base));
        }
        let mut entries = vec![AffinePoint::neutral(self.field()); points.len()];
        let into = &mut entries;
        self.field().run(Leave { curve: self, points: &points, entries: into, digits: &mut [] });
        entries.iter().map(|e| [e.x, e.y]).collect()
    }

    /// The point in lane 0, by a single inversion outside the lanes.
    pub(super) fn finish_one(&self, mut p: Eight<V, D>) -> Option<PlainPoint> {
        let bytes = |digits: &[u64; D]| {
            let mut bytes = vec![0; FixedLanes::<V, P, D>::BYTES];
            FixedLanes::<V, P, D>::write_bytes(digits, bytes.iter_mut());
            bytes
        };
        let prime = self.prime();
        let z = Zeroizing::new(self.field().run(Denominator { curve: self, p: &p }));
        let z_bytes = Zeroizing::new(bytes(&z));
        let mut words = Zeroizing::new(vec![0; 2 * prime.len()]);
        let (z_words, inverse) = words.split_at_mut(prime.len());
        for (i, &byte) in z_bytes.iter().enumerate() {
            z_words[i / WORD_BYTES] |= Word::from(byte) << (8 * (i % WORD_BYTES));
        }
        let mut scratch = Zeroizing::new(vec![0; invert_scratch(prime.len())]);
        // Whether a result is neutral shows.
        let exists = invert(inverse, z_words, prime, &mut scratch).to_bool_vartime();
        let inverse = Zeroizing::new(FixedLanes::<V, P, D>::digits_of_words(inverse));
        let [x, y] = self.field().run(Divide { curve: self, p: &p, inverse: *inverse });
        p.zeroize();
        let big_endian = |digits: &[u64; D]| {
            let mut bytes = bytes(digits);
            bytes.reverse();
            bytes
        };
        exists.then(|| PlainPoint::new(big_endian(&x), big_endian(&y)))
    }
}
