//! Moduli and operands, and the independent results.
//!
//! num-bigint shares no code with the measured algorithms; it checks even the GMP baseline.

use super::Op;
use crate::study::draw::{below, generator, modulus};
use num_bigint::BigUint;

/// A modulus and two operands; the same for all algorithms of a size and a seed.
#[derive(Debug, Clone)]
pub(super) struct Numbers {
    pub(super) modulus: BigUint,
    pub(super) a: BigUint,
    pub(super) b: BigUint,
}

impl Numbers {
    /// A random odd modulus of exactly `bits` bits, at least 2, and two random numbers below it.
    pub(super) fn draw(seed: u64, bits: usize) -> Self {
        let rng = &mut generator(seed, bits);
        let modulus = modulus(rng, bits);
        let a = below(rng, &modulus);
        let b = below(rng, &modulus);
        Self { modulus, a, b }
    }

    /// The correct result of a batch of `count` operations. Each product multiplies the last result
    /// by `b`, each square squares it, starting from `a`; entering and leaving return `a`.
    pub(super) fn expected(&self, op: Op, count: usize) -> BigUint {
        match op {
            Op::Mul => {
                &self.a * self.b.modpow(&BigUint::from(count), &self.modulus) % &self.modulus
            }
            Op::Sqr => (0..count).fold(self.a.clone(), |x, _| &x * &x % &self.modulus),
            Op::Enter | Op::Leave => self.a.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expected_results_by_hand() {
        let n = Numbers { modulus: 23u32.into(), a: 5u32.into(), b: 7u32.into() };
        assert_eq!(n.expected(Op::Mul, 3), BigUint::from(5 * 343 % 23u32));
        assert_eq!(n.expected(Op::Sqr, 2), BigUint::from(625 % 23u32));
        assert_eq!(n.expected(Op::Enter, 9), BigUint::from(5u32));
    }
}
