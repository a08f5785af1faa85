//! Powers in the cyclotomic subgroup, for public exponents with few ones `[Aranha2011]`.

use super::{Cyclotomic, Value};
use crate::field::Field;
use crate::field::extension::{Compressed, Quadratic};
use crate::pairing::PairingCurve;

/// Compressed squares and one inversion pay for exponents with up to this many ones.
pub(in crate::pairing) const MOST_ONES: usize = 8;

impl<Q: Quadratic> PairingCurve<Q> {
    /// `m^u` for `m` in the cyclotomic subgroup.
    pub fn power_u(&self, m: &Value<Q>) -> Value<Q> {
        Cyclotomic::power_u(self, m)
    }

    /// The squares are compressed. Those for ones of the exponent are decompressed together.
    pub(super) fn power_compressed(&self, m: &Value<Q>, exponent: u64) -> Value<Q> {
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
}
