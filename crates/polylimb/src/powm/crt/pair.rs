//! The powers modulo both primes of a key side by side, where the CPU has lanes for it
//! (`modmul/montgomery_ifma/fours.rs`): the operations of one power wait for each other, and the
//! other power fills the gaps.

use super::Secret;
use crate::limb::{Kernel, Word};
use crate::powm::Exponent;
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
use {crate::modmul::two_moduli::TwoModuli, alloc::vec::Vec, core::mem::swap, zeroize::Zeroizing};

/// Two odd moduli of one length.
pub(crate) struct Pair(
    #[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
    TwoModuli,
);

/// Bits of a window: the best number for exponents of about 1024 bits.
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
const WIDTH: usize = 5;

#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
impl Pair {
    /// `None` if the lanes do not serve these moduli, or the kernel has none.
    pub(super) fn new(kernel: Kernel, moduli: [&[Word]; 2]) -> Option<Self> {
        TwoModuli::new(kernel, moduli).map(Self)
    }

    /// For `twins`.
    #[cfg(feature = "std")]
    #[inline]
    pub(crate) fn twin(kernel: Kernel, moduli: [&[Word]; 2]) -> Self {
        Self(TwoModuli::twin(kernel, moduli))
    }

    /// `bases[i]^exponents[i]` modulo number `i`, for bases below the moduli and exponents of one
    /// length, in constant time: as `fixed_window`, the windows of both exponents together.
    pub(crate) fn powers(&self, bases: [&[Word]; 2], exponents: [Exponent<'_>; 2]) -> [Secret; 2] {
        let Self(moduli) = self;
        let bits = exponents[0].len();
        assert!(exponents[1].len() == bits);
        let base = moduli.enter(bases);
        let n = base.len();
        let mut table = Vec::with_capacity(n << WIDTH);
        table.extend(moduli.one().iter().chain(&*base));
        let (mut power, mut next) = (TwoModuli::zeros(), TwoModuli::zeros());
        for i in 2..1 << WIDTH {
            if i % 2 == 0 {
                power.copy_from_slice(&table[n * i / 2..][..n]);
                moduli.sqr(&mut power);
            } else {
                moduli.mul(&mut next, &power, &base);
                swap(&mut power, &mut next);
            }
            table.extend_from_slice(&power[..]);
        }
        let table = Zeroizing::new(table);
        let windows = bits.div_ceil(WIDTH);
        power = moduli.one();
        for window in (0..windows).rev() {
            // Squares of 1 are left out.
            let times = if window + 1 == windows { 0 } else { WIDTH };
            let entries = exponents.map(|e| e.window(window * WIDTH, WIDTH));
            moduli.window(&mut power, times, &table, entries);
        }
        moduli.leave(&power)
    }
}

#[cfg(not(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32")))))]
impl Pair {
    /// No lanes here.
    pub(super) fn new(_: Kernel, _: [&[Word]; 2]) -> Option<Self> {
        None
    }

    pub(super) fn powers(&self, _: [&[Word]; 2], _: [Exponent<'_>; 2]) -> [Secret; 2] {
        unreachable!("there is no pair")
    }
}

#[cfg(all(test, target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod tests {
    use super::*;
    use crate::cpu::Features;
    use num_bigint::BigUint;
    use std::vec;

    #[test]
    fn both_powers_as_num_bigint_computes_them() {
        let (kernel, mut compared) = (Kernel::best(Features::detect()), 0);
        for bits in [831_usize, 1023, 1024, 1037] {
            let words = bits.div_ceil(64);
            let number = |seed: u64| -> Vec<Word> {
                let mut number: Vec<_> = (1..=words as u64)
                    .map(|i| (seed + i).wrapping_mul(0x9e37_79b9_7f4a_7c15))
                    .collect();
                number[words - 1] &= u64::MAX >> (64 * words - bits);
                number
            };
            let moduli = [3, 90].map(|seed| {
                let mut m = number(seed);
                m[0] |= 1;
                m[words - 1] |= 1 << ((bits - 1) % 64);
                m
            });
            let below = |m: &[Word], less: Word| {
                let mut number = m.to_vec();
                number[0] -= less;
                number
            };
            let mut one = vec![0; words];
            one[0] = 1;
            let mut half = number(7);
            half[words - 1] = 0;
            let bases = [below(&moduli[0], 1), one, vec![0; words], half];
            let exponents = [number(11), vec![u64::MAX; words], vec![0; words], number(13)];
            let both = [&moduli[0][..], &moduli[1][..]];
            let mut all = vec![Pair::twin(kernel, both)];
            all.extend(Pair::new(kernel, both));
            for (i, pair) in (0..bases.len()).flat_map(|i| all.iter().map(move |pair| (i, pair))) {
                let other = (i + 1) % bases.len();
                let mut second = bases[other].clone();
                if other == 0 {
                    second = below(&moduli[1], 1);
                }
                let bases = [&bases[i][..], &second];
                let exponents = [&exponents[i], &exponents[other]];
                let powers = pair.powers(bases, exponents.map(|e| Exponent::with_len(e, bits)));
                for (k, power) in powers.iter().enumerate() {
                    let big = |words: &[Word]| {
                        let halves = words.iter().flat_map(|w| [*w as u32, (w >> 32) as u32]);
                        BigUint::new(halves.collect())
                    };
                    let exponent = big(exponents[k]) % (BigUint::from(1_u8) << bits);
                    let expected = big(bases[k]).modpow(&exponent, &big(both[k]));
                    assert_eq!(big(power), expected, "{bits} bits, {i}, number {k}");
                    compared += 1;
                }
            }
        }
        assert!(compared >= 32, "only {compared} powers were compared");
    }
}
