//! One multiple of the generator: its tables, its digits, and the way from the lanes to a point.

use super::curve::{Eight, LaneCurve, MULTIPLES};
use super::digits::Digits;
use super::far_windows::{Denominator, Divide, FarWindows, MakeTables, Tables, WIDTH, lanes_from};
use crate::curve::{AffinePoint, Group};
use crate::field::Field;
use crate::field::lanes::{Compiled, FixedLanes, LANES, LanePrime};
use crate::limb::{Bits, WORD_BITS, WORD_BYTES, Word, bit_length_vartime};
use crate::modmul::inverse::{invert, invert_scratch};
use crate::multiply::odd_scalar::OddScalar;
use crate::multiply::plain_point::PlainPoint;
use alloc::vec;
use alloc::vec::Vec;
use zeroize::{Zeroize, Zeroizing};

impl<V: Compiled, P: LanePrime<D>, const D: usize> LaneCurve<V, P, D> {
    /// `k` times the generator, split over the lanes.
    pub(super) fn of_generator_once(&self, k: Bits<'_>) -> Option<PlainPoint> {
        let Some(tables) = self.tables() else {
            let product = self.of_generator_by_windows(core::iter::once(k));
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
            let bases = self.of_generator_by_windows(powers.iter().map(|power| Bits::new(power)));
            let bases = self.finish(vec![bases], LANES).into_iter();
            let bases: Vec<_> = bases.collect::<Option<_>>()?;
            let (bases, _) = self.points(bases.iter());
            let count = self.far_windows().div_ceil(LANES) * MULTIPLES;
            let mut points = vec![self.group.neutral(); count];
            let mut entries = vec![AffinePoint::neutral(self.field()); count];
            let (points, into) = (&mut points, &mut entries);
            self.field().run(MakeTables { curve: self, bases, points, entries: into });
            Some(entries.iter().map(|e| [e.x, e.y]).collect())
        };
        self.tables.get_or_init(make).as_deref()
    }

    /// The point in lane 0, by a single inversion outside the lanes.
    fn finish_one(&self, mut p: Eight<V, D>) -> Option<PlainPoint> {
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
        let inverse = inverse.iter().flat_map(|word| word.to_le_bytes());
        let inverse = Zeroizing::new(FixedLanes::<V, P, D>::digits(inverse));
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
