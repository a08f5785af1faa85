//! Residues of two odd moduli of one length, multiplied side by side by `fours.rs`.

use super::super::digit_form::DigitForm;
use super::blocks::factors;
use super::fours::{self, BITS, DIGITS, Operations, TWO, VECTORS, by_turns};
use crate::limb::radix52::digits_from_words;
use crate::limb::simd::{LANES, Row};
use crate::limb::{Kernel, Word, bit_length_vartime};
use alloc::vec;
use alloc::vec::Vec;
use core::array;
use zeroize::Zeroizing;

/// Vectors of a residue, of both moduli.
type Residue = [Row; VECTORS];
/// One that is wiped.
pub(crate) type Residues = Zeroizing<Residue>;

/// Two odd moduli and what their multiplications need.
pub(crate) struct TwoModuli {
    forms: [DigitForm; 2],
    constants: Zeroizing<Vec<Row>>,
    operations: Operations,
}

impl TwoModuli {
    /// `None` for other moduli than odd ones of one length in [`BITS`], and for kernels without
    /// IFMA.
    pub(crate) fn new(kernel: Kernel, moduli: [&[Word]; 2]) -> Option<Self> {
        let [bits, other] = moduli.map(bit_length_vartime);
        let served = BITS.contains(&bits) && bits == other && moduli.iter().all(|m| m[0] & 1 == 1);
        (served && kernel.has_ifma()).then(|| Self::with(kernel, moduli, TWO))
    }

    /// By the twin in plain Rust, for checks; the moduli are not checked.
    #[cfg(feature = "std")]
    #[inline]
    pub(crate) fn twin(kernel: Kernel, moduli: [&[Word]; 2]) -> Self {
        Self::with(kernel, moduli, fours::twin_of_two())
    }

    fn with(kernel: Kernel, moduli: [&[Word]; 2], operations: Operations) -> Self {
        // A vector of the form has digits of one number.
        let vectors = DIGITS.div_ceil(LANES);
        let forms = moduli.map(|m| DigitForm::new(kernel, m, vectors, DIGITS, 2));
        let factors = moduli.map(|m| factors(kernel, m, LANES / 2, DIGITS));
        Self { forms, constants: fours::constants(&factors), operations }
    }

    /// The residues of 0.
    pub(crate) fn zeros() -> Residues {
        Zeroizing::new([Row::default(); VECTORS])
    }

    /// The residues of 1.
    pub(crate) fn one(&self) -> Residues {
        let [a, b] = &self.forms;
        residues([&a.one, &b.one])
    }

    /// The residues of numbers, each below its modulus and as long.
    pub(crate) fn enter(&self, plain: [&[Word]; 2]) -> Residues {
        let [a, b] = plain.map(|words| {
            let mut digits = Zeroizing::new([0; DIGITS]);
            digits_from_words(&mut *digits, words);
            digits
        });
        let [first, second] = &self.forms;
        let mut r = Self::zeros();
        let factors = residues([&first.r_squared, &second.r_squared]);
        self.mul(&mut r, &residues([&*a, &*b]), &factors);
        r
    }

    /// The numbers that residues stand for.
    pub(crate) fn leave(&self, r: &Residue) -> [Zeroizing<Vec<Word>>; 2] {
        let mut one = Self::zeros();
        (one[0].0[0], one[0].0[1]) = (1, 1);
        let mut plain = Self::zeros();
        // Below 2M, as in `blocks.rs`.
        self.mul(&mut plain, r, &one);
        array::from_fn(|i| {
            let form = &self.forms[i];
            let digits = plain.iter().flat_map(|row| row.0).skip(i).step_by(2);
            let digits: Zeroizing<Vec<u64>> = Zeroizing::new(digits.collect());
            let mut words = Zeroizing::new(vec![0; form.modulus.len()]);
            let mut scratch = Zeroizing::new(vec![0; words.len() + 1]);
            form.leave(&mut words, &digits, &mut scratch);
            words
        })
    }

    /// `r = a b`.
    pub(crate) fn mul(&self, r: &mut Residue, a: &Residue, b: &Residue) {
        (self.operations.product)(&self.constants, r, a, b);
    }

    /// `r = r²`.
    pub(crate) fn sqr(&self, r: &mut Residue) {
        (self.operations.square)(&self.constants, r);
    }

    /// `r` squared `times` times, and multiplied by the first modulus' residue of entry
    /// `entries[0]` and the second one's of entry `entries[1]`. Constant time.
    pub(crate) fn window(&self, r: &mut Residue, times: usize, table: &[Row], entries: [Word; 2]) {
        (self.operations.window)(&self.constants, r, times, table, entries);
    }
}

/// Residues with these digits.
fn residues(numbers: [&[u64]; 2]) -> Residues {
    let mut residues = TwoModuli::zeros();
    for (row, digits) in residues.iter_mut().zip(by_turns(&numbers, VECTORS)) {
        *row = digits;
    }
    residues
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::Features;
    use crate::limb::simd::{DIGIT_BITS, DIGIT_MASK};
    use num_bigint::BigUint;

    /// Residues that are these numbers.
    fn of(numbers: &[BigUint; 2]) -> Residues {
        let [a, b] = numbers.each_ref().map(|number| {
            let mut digits = vec![0; DIGITS];
            digits_from_words(&mut digits, &number.to_u64_digits());
            digits
        });
        residues([&a, &b])
    }

    fn numbers(residues: &[Row]) -> [BigUint; 2] {
        array::from_fn(|i| {
            let digits = residues.iter().flat_map(|row| row.0).skip(i).step_by(2);
            digits.enumerate().fold(BigUint::ZERO, |sum, (k, digit)| {
                assert!(digit <= DIGIT_MASK, "digit {k} is {digit:x}");
                sum + (BigUint::from(digit) << (DIGIT_BITS * k))
            })
        })
    }

    /// Of these bits: the largest and least odd moduli, and one of mixed digits.
    fn moduli(bits: usize) -> [Vec<Word>; 3] {
        let top = BigUint::from(1_u8) << (bits - 1);
        let mixed = (1..20_u64).fold(BigUint::ZERO, |sum, i| {
            (sum << 64) + BigUint::from(i.wrapping_mul(0x9e37_79b9_7f4a_7c15))
        });
        let mixed = ((mixed % &top) >> 1_u8 << 1_u8) + &top + 1_u8;
        [(&top << 1_u8) - 1_u8, &top + 1_u8, mixed].map(|m| m.to_u64_digits())
    }

    #[test]
    fn products_and_squares_at_the_ends_of_the_range() {
        let r = BigUint::from(1_u8) << (DIGIT_BITS * DIGITS);
        let (kernel, mut compared) = (Kernel::best(Features::detect()), 0);
        for bits in [*BITS.start(), 896, 1023, 1024, 1025, *BITS.end()] {
            let moduli = moduli(bits);
            for i in 0..moduli.len() {
                let both = [&moduli[i][..], &moduli[(i + 1) % moduli.len()][..]];
                let m = both.map(|m| BigUint::from_slice(&to_u32(m)));
                let check = |found: &[Row], a: &[BigUint; 2], b: &[BigUint; 2]| {
                    for (k, found) in numbers(found).iter().enumerate() {
                        assert!(*found < &m[k] << 2_u8, "{bits} bits: beyond 4M");
                        assert_eq!((found * &r) % &m[k], (&a[k] * &b[k]) % &m[k], "{bits} bits");
                    }
                };
                let ends = |m: &BigUint| {
                    let least = [BigUint::ZERO, BigUint::from(1_u8), &r % m, m.clone()];
                    least.into_iter().chain([(m << 1_u8) - 1_u8, (m << 2_u8) - 1_u8])
                };
                let ends: Vec<_> = ends(&m[0]).zip(ends(&m[1])).map(<[_; 2]>::from).collect();
                let mut all = vec![TwoModuli::twin(kernel, both)];
                all.extend(TwoModuli::new(kernel, both));
                for own in &all {
                    let mut found = TwoModuli::zeros();
                    for a in &ends {
                        for b in &ends {
                            own.mul(&mut found, &of(a), &of(b));
                            check(&found[..], a, b);
                            compared += 2;
                        }
                        found = of(a);
                        own.sqr(&mut found);
                        check(&found[..], a, a);
                    }
                    // Results go back in, and both ways to square are compared.
                    let mut chain = of(&ends[5]);
                    for _ in 0..50 {
                        let before = numbers(&chain[..]);
                        own.mul(&mut found, &chain, &chain);
                        own.sqr(&mut chain);
                        check(&chain[..], &before, &before);
                        check(&found[..], &before, &before);
                        compared += 4;
                    }
                }
            }
        }
        assert!(compared >= 4000, "only {compared} numbers were compared");
    }

    fn to_u32(words: &[Word]) -> Vec<u32> {
        words.iter().flat_map(|w| [*w as u32, (w >> 32) as u32]).collect()
    }
}
