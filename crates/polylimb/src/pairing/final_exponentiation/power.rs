//! Powers by public exponents in the cyclotomic subgroup.

use super::Value;
use crate::field::Field;
use crate::field::extension::{Compressed, Quadratic};
use crate::pairing::PairingCurve;

/// Ones in an exponent up to which compressed squares and one inversion pay.
pub(in crate::pairing) const MOST_ONES: usize = 8;

impl<Q: Quadratic> PairingCurve<Q> {
    /// `m^u`.
    pub fn power_u(&self, m: &Value<Q>) -> Value<Q> {
        let power = self.power(m, self.u);
        if self.u_is_negative { self.tower.conjugate(&power) } else { power }
    }

    /// `m^exponent`, the exponent public and not 0: with few ones by compressed squares (Aranha, Karabina, Longa, Gebotys, López 2011), else
    /// by its non-adjacent form and the squares of Granger and Scott.
    pub(super) fn power(&self, m: &Value<Q>, exponent: u64) -> Value<Q> {
        if exponent.count_ones() as usize <= MOST_ONES {
            self.power_compressed(m, exponent)
        } else {
            self.power_signed(m, exponent)
        }
    }

    /// The squares compressed; those that stand for ones of the exponent are decompressed together.
    fn power_compressed(&self, m: &Value<Q>, exponent: u64) -> Value<Q> {
        let tower = &self.tower;
        let mut square = tower.compress(m);
        let mut kept: [Compressed<Q::El>; MOST_ONES] = [square; MOST_ONES];
        let mut count = 0;
        let mut last = 0;
        for i in 1..u64::BITS as usize {
            if exponent >> i & 1 == 0 {
                continue;
            }
            for _ in last..i {
                square = tower.compressed_sqr(&square);
            }
            last = i;
            kept[count] = square;
            count += 1;
        }
        let mut powers = [tower.one(); MOST_ONES];
        tower.decompress(&kept[..count], &mut powers[..count]);
        let (mut r, rest) =
            if exponent & 1 == 1 { (*m, &powers[..count]) } else { (powers[0], &powers[1..count]) };
        for power in rest {
            tower.mul_assign(&mut r, power);
        }
        r
    }

    /// Digits 0 and ±1; an inverse is a conjugate.
    fn power_signed(&self, m: &Value<Q>, exponent: u64) -> Value<Q> {
        let tower = &self.tower;
        let inverse = tower.conjugate(m);
        let (once, thrice) = (u128::from(exponent), 3 * u128::from(exponent));
        let mut r = *m;
        // Digit i is the difference of the bits i + 1 of three times and of once the exponent; the first is 1.
        for i in (1..u128::BITS - 1 - thrice.leading_zeros()).rev() {
            r = tower.cyclotomic_sqr(&r);
            match (thrice >> i & 1, once >> i & 1) {
                (1, 0) => tower.mul_assign(&mut r, m),
                (0, 1) => tower.mul_assign(&mut r, &inverse),
                _ => {}
            }
        }
        r
    }
}
