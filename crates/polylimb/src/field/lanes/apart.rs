//! Lanes as [`Apart`]: a number is a row of digits, and gathering eight rows transposes them. Loops
//! go by index, as in `digits.rs`.
#![allow(clippy::needless_range_loop, clippy::manual_memcpy, reason = "see `digits.rs`")]

use super::fixed::bytes_of_digits;
use super::vector::Compiled;
use super::{FixedLanes, LANES, LaneMask, LanePrime, LooseLanes, LoosePrime};
use crate::field::Field;
use crate::field::apart::Apart;
use crate::limb::simd::Row;
use crate::modmul::inverse::invert_vartime;

// A row has the digits of a number, each as wide as a lane; fields of more than eight digits have
// none.
impl Row {
    #[inline(always)]
    fn gather<V: Compiled, const D: usize>(from: [&Self; LANES]) -> [V; D] {
        let mut rows = [V::splat(0); LANES];
        for i in 0..LANES {
            rows[i] = V::load(&from[i].0);
        }
        let (columns, mut a) = (V::transpose(rows), [V::splat(0); D]);
        for j in 0..D {
            a[j] = columns[j];
        }
        a
    }

    #[inline(always)]
    fn scatter<V: Compiled, const D: usize>(a: &[V; D], to: &mut [Self]) {
        let mut columns = [V::splat(0); LANES];
        for j in 0..D {
            columns[j] = a[j];
        }
        let rows = V::transpose(columns);
        for i in 0..LANES {
            rows[i].store(&mut to[i].0);
        }
    }

    /// The digits of `radix` bits of a number of at most 64 bytes, most significant first.
    pub(crate) fn read(radix: u32, bytes: &[u8]) -> Self {
        // A digit and the bits below it in its first byte fit into a word.
        let (mut all, mut digits) = ([0; 8 * LANES + 8], [0; LANES]);
        for (to, byte) in all.iter_mut().zip(bytes.iter().rev()) {
            *to = *byte;
        }
        for j in 0..LANES {
            let bit = j * radix as usize;
            let mut word = [0; 8];
            word.copy_from_slice(&all[bit / 8..][..8]);
            digits[j] = u64::from_le_bytes(word) >> (bit % 8) & ((1 << radix) - 1);
        }
        Self(digits)
    }
}

macro_rules! apart {
    ($field:ident, $prime:ident, $radix:expr, enter: $enter:expr, leave: $leave:expr, invert: $invert:expr) => {
        impl<V: Compiled, P: $prime<D>, const D: usize> Apart for $field<V, P, D> {
            type One = Row;
            const COUNT: usize = LANES;

            #[inline(always)]
            fn gather(&self, from: [&Row; LANES]) -> [V; D] {
                Row::gather(from)
            }

            #[inline(always)]
            fn scatter(&self, a: &[V; D], to: &mut [Row]) {
                Row::scatter(a, to);
            }

            #[inline(always)]
            fn mask(bits: u8) -> LaneMask {
                LaneMask::from_bits(bits)
            }

            #[inline(always)]
            fn bits(mask: LaneMask) -> u8 {
                mask.bits()
            }

            #[inline(always)]
            fn invert_vartime(&self, a: &[V; D]) -> [V; D] {
                $invert(self, a)
            }

            fn read(&self, bytes: &[u8]) -> Row {
                Row::read($radix, bytes)
            }

            fn write(&self, number: &Row, bytes: &mut [u8]) {
                bytes_of_digits($radix, &number.0, bytes.iter_mut().rev());
            }

            #[inline(always)]
            fn enter(&self, a: &[V; D]) -> [V; D] {
                $enter(self, a)
            }

            #[inline(always)]
            fn leave(&self, a: &[V; D]) -> [V; D] {
                $leave(self, a)
            }
        }
    };
}

apart!(
    LooseLanes, LoosePrime, super::digits::DIGIT_BITS,
    enter: |f: &Self, a| f.mul(a, &Self::splat(&Self::R_SQUARED)),
    leave: |_: &Self, a| Self::canonical(a),
    invert: |f: &Self, a| LooseLanes::invert(*f, a, invert_vartime)
);
apart!(
    FixedLanes, LanePrime, P::RADIX,
    enter: |f: &Self, a: &[V; D]| if P::R_BITS == 0 { *a } else { f.mul(a, &Self::splat(&Self::R_SQUARED)) },
    leave: |f: &Self, a| f.leave_numbers(a),
    invert: |f: &Self, a| f.inv0(a)
);
