//! The powers modulo both primes of a key side by side, where the CPU has lanes for it: with
//! AVX-512 (`modmul/montgomery_ifma/fours.rs`), where the operations of one power wait for each
//! other and the other power fills the gaps, and on narrow cores with NEON (`two_lanes`).

use super::Secret;
use crate::cpu::Features;
use crate::limb::{Kernel, Word};
use crate::powm::Exponent;
use alloc::vec::Vec;
use core::ops::DerefMut;
use zeroize::{Zeroize, Zeroizing};

#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
type Here = super::two_lanes::TwoModuli<super::two_lanes::Neon>;
#[cfg(target_arch = "x86_64")]
use crate::{
    limb::simd::Row,
    modmul::two_moduli::{Residues, TwoModuli as Here},
};

/// Two odd moduli of one length.
pub(crate) struct Pair(Here);

impl Pair {
    /// `None` if the lanes do not serve these moduli, or the kernel or the CPU have none.
    pub(super) fn new(kernel: Kernel, features: Features, moduli: [&[Word]; 2]) -> Option<Self> {
        let narrow = features.allows(Features::UMULH.with(Features::NARROW));
        let best = kernel.name() == Kernel::best(features).name();
        if cfg!(target_arch = "aarch64") && !(narrow && best) {
            return None;
        }
        Here::new(kernel, moduli).map(Self)
    }

    /// For `twins`.
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    #[inline]
    pub(crate) fn twin(kernel: Kernel, moduli: [&[Word]; 2]) -> Self {
        Self(Here::twin(kernel, moduli))
    }

    pub(crate) fn powers(&self, bases: [&[Word]; 2], exponents: [Exponent<'_>; 2]) -> [Secret; 2] {
        powers(&self.0, bases, exponents)
    }
}

/// Residues of two moduli, multiplied side by side. A residue is the first rows of a buffer.
pub(crate) trait SideBySide {
    type Row: Copy + Zeroize;
    type Buffer: DerefMut<Target: AsRef<[Self::Row]> + AsMut<[Self::Row]>>;

    /// Rows of a residue.
    fn rows(&self) -> usize;
    /// The residues of 1.
    fn one(&self) -> Self::Buffer;
    /// The residues of numbers, each below its modulus and as long.
    fn enter(&self, plain: [&[Word]; 2]) -> Self::Buffer;
    /// The numbers that residues stand for.
    fn leave(&self, r: &Self::Buffer) -> [Secret; 2];
    /// `r = r b`.
    fn mul(&self, r: &mut Self::Buffer, b: &Self::Buffer);
    /// `r = r²`.
    fn sqr(&self, r: &mut Self::Buffer);
    /// `r` squared `times` times, and multiplied by the first modulus' residue of entry
    /// `entries[0]` and the second one's of entry `entries[1]`. Constant time.
    fn window(&self, r: &mut Self::Buffer, times: usize, table: &[Self::Row], entries: [Word; 2]);
}

#[cfg(target_arch = "x86_64")]
impl SideBySide for Here {
    type Row = Row;
    type Buffer = Residues;

    #[inline]
    fn rows(&self) -> usize {
        Self::zeros().len()
    }
    #[inline]
    fn one(&self) -> Residues {
        self.one()
    }
    #[inline]
    fn enter(&self, plain: [&[Word]; 2]) -> Residues {
        self.enter(plain)
    }
    #[inline]
    fn leave(&self, r: &Residues) -> [Secret; 2] {
        self.leave(r)
    }
    #[inline]
    fn mul(&self, r: &mut Residues, b: &Residues) {
        let a = r.clone();
        self.mul(r, &a, b);
    }
    #[inline]
    fn sqr(&self, r: &mut Residues) {
        self.sqr(r);
    }
    #[inline]
    fn window(&self, r: &mut Residues, times: usize, table: &[Row], entries: [Word; 2]) {
        self.window(r, times, table, entries);
    }
}

/// Bits of a window: the best number for exponents of about 1024 bits.
const WIDTH: usize = 5;

/// `bases[i]^exponents[i]` modulo number `i`, for bases below the moduli and exponents of one
/// length, in constant time: as `fixed_window`, the windows of both exponents together.
#[inline]
pub(crate) fn powers<M: SideBySide>(
    moduli: &M,
    bases: [&[Word]; 2],
    exponents: [Exponent<'_>; 2],
) -> [Secret; 2] {
    let bits = exponents[0].len();
    assert!(exponents[1].len() == bits);
    let (base, n) = (moduli.enter(bases), moduli.rows());
    let mut table = Zeroizing::new(Vec::with_capacity(n << WIDTH));
    let mut power = moduli.one();
    for i in 0..1 << WIDTH {
        if i % 2 == 1 {
            moduli.mul(&mut power, &base);
        } else if i > 0 {
            (*power).as_mut()[..n].copy_from_slice(&table[n * i / 2..][..n]);
            moduli.sqr(&mut power);
        }
        table.extend_from_slice(&(*power).as_ref()[..n]);
    }
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

#[cfg(test)]
mod tests {
    use super::super::two_lanes::{TwoModuli, WithTable};
    use super::*;
    use num_bigint::BigUint;
    use std::boxed::Box;
    use std::vec;

    type Powers<'a> = Box<dyn Fn([&[Word]; 2], [Exponent<'_>; 2]) -> [Secret; 2] + 'a>;

    fn of<'a, M: SideBySide + 'a>(moduli: M) -> Powers<'a> {
        Box::new(move |bases, exponents| powers(&moduli, bases, exponents))
    }

    fn in_two_lanes<'a, V: WithTable + 'a>(moduli: [&'a [Word]; 2]) -> Powers<'a> {
        of(TwoModuli::<V>::new(Kernel::PORTABLE, moduli).expect("of these lengths"))
    }

    #[cfg(target_arch = "x86_64")]
    fn all(moduli: [&[Word]; 2], bits: usize) -> Vec<Powers<'_>> {
        let (kernel, mut all) = (Kernel::best(Features::detect()), Vec::new());
        if bits <= 1037 {
            all.push(of(Here::twin(kernel, moduli)));
            all.extend(Here::new(kernel, moduli).map(of));
        }
        if bits >= 1024 {
            all.push(in_two_lanes::<super::super::two_lanes::Plain>(moduli));
        }
        all
    }

    #[cfg(target_arch = "aarch64")]
    fn all(moduli: [&[Word]; 2], _: usize) -> Vec<Powers<'_>> {
        use super::super::two_lanes::{Neon, Plain};
        vec![in_two_lanes::<Neon>(moduli), in_two_lanes::<Plain>(moduli)]
    }

    #[test]
    fn both_powers_as_num_bigint_computes_them() {
        let (mut compared, lengths) = (0, [831_usize, 1023, 1024, 1037, 1041, 1042, 1217, 1536]);
        for bits in lengths.into_iter().chain([1700, 2048]) {
            if cfg!(target_arch = "aarch64") && bits < 1024 {
                continue;
            }
            let words = bits.div_ceil(64);
            let number = |seed: u64| -> Vec<Word> {
                let mut number: Vec<_> = (1..=words as u64)
                    .map(|i| (seed + i).wrapping_mul(0x9e37_79b9_7f4a_7c15))
                    .collect();
                number[words - 1] &= u64::MAX >> (64 * words - bits);
                number
            };
            let mut moduli = [3, 90].map(|seed| {
                let mut m = number(seed);
                m[0] |= 1;
                m[words - 1] |= 1 << ((bits - 1) % 64);
                m
            });
            if bits % 2 == 1 {
                moduli[1] = vec![u64::MAX; words];
                moduli[1][words - 1] >>= 64 * words - bits;
            }
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
            let all = all(both, bits);
            for (i, powers) in (0..bases.len()).flat_map(|i| all.iter().map(move |all| (i, all))) {
                let other = (i + 1) % bases.len();
                let mut second = bases[other].clone();
                if other == 0 {
                    second = below(&moduli[1], 1);
                }
                let bases = [&bases[i][..], &second];
                let exponents = [&exponents[i], &exponents[other]];
                let powers = powers(bases, exponents.map(|e| Exponent::with_len(e, bits)));
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
        assert!(compared >= 80, "only {compared} powers were compared");
    }
}
