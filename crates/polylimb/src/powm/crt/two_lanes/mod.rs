//! Powers modulo both primes of a key in the two lanes of NEON, for cores whose 64-bit multiplier
//! is slow: one instruction adds a product of 32-bit digits for each prime, and one begins each
//! cycle.
//!
//! **Residues** have `n` signed digits of 29 bits, a multiple of [`K`], and lie in `(-M, M)`;
//! `R = 2^(29 n) > 8M`. A buffer has a residue, and behind it room for a quotient and for an entry
//! of a table. Read `montgomery.rs` first.

mod montgomery;
mod vector;

use super::pair::SideBySide;
use crate::limb::{Bits, Kernel, Mask, WORD_BITS, Word, bit_length_vartime};
use crate::modmul::long_division::Divisor;
use crate::modmul::montgomery_form::negated_inverse;
use alloc::vec;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::RangeInclusive;
use montgomery::{Moduli, multiply};
use vector::{Block, HALF, K, MASK, RADIX};
use zeroize::Zeroizing;

#[cfg(target_arch = "aarch64")]
pub(crate) use vector::Neon;
#[cfg(any(test, target_arch = "x86_64"))]
pub(crate) use vector::Plain;
pub(crate) use vector::WithTable;

/// Bits of moduli that are worth it.
const BITS: RangeInclusive<usize> = 1024..=2048;

type Number = Zeroizing<Vec<Block<i32>>>;

/// Two odd moduli of one length and what their multiplications need.
pub(crate) struct TwoModuli<V> {
    kernel: Kernel,
    moduli: [Zeroizing<Vec<Word>>; 2],
    m: Number,
    h: Number,
    kappa: Number,
    one: Number,
    r_squared: Number,
    lanes: PhantomData<V>,
}

impl<V: WithTable> TwoModuli<V> {
    /// `None` for other moduli than odd ones of one length in [`BITS`].
    #[inline]
    pub(crate) fn new(kernel: Kernel, moduli: [&[Word]; 2]) -> Option<Self> {
        let [bits, other] = moduli.map(bit_length_vartime);
        let served = BITS.contains(&bits) && bits == other && moduli.iter().all(|m| m[0] & 1 == 1);
        served.then(|| Self::with(kernel, moduli, bits))
    }

    #[inline]
    fn with(kernel: Kernel, moduli: [&[Word]; 2], bits: usize) -> Self {
        // R > 8M.
        let n = (bits + 3).div_ceil(RADIX * K);
        let [mut m, mut h, mut one, mut r_squared] = [(); 4].map(|()| zeros(n));
        let mut kappa = zeros(1);
        for (lane, modulus) in moduli.into_iter().enumerate() {
            let divisor = Divisor::new(kernel, modulus);
            let power = |exponent: usize| {
                let mut power = vec![0; exponent / WORD_BITS + 1];
                power[exponent / WORD_BITS] = 1 << (exponent % WORD_BITS);
                divisor.divide(&power).1
            };
            put(&mut m, lane, digits(modulus, 0));
            put(&mut one, lane, digits(&power(RADIX * K * n), 0));
            put(&mut r_squared, lane, digits(&power(2 * RADIX * K * n), 0));
            let [factor, multiple] = friendly(kernel, modulus);
            put(&mut kappa, lane, digits(&factor, 0));
            // κ counts as negative from B^K / 2 on, so that H has at most half of M.
            let negative = -(Bits::new(&factor).window(RADIX * K - 1, 1).cast_signed());
            let difference = digits(&multiple, RADIX * K).zip(digits(modulus, 0));
            put(&mut h, lane, difference.map(|(h, m)| h - (m & negative)));
        }
        let moduli = moduli.map(|m| Zeroizing::new(m.to_vec()));
        Self { kernel, moduli, m, h, kappa, one, r_squared, lanes: PhantomData }
    }

    /// A buffer with this residue.
    fn buffer(&self, residue: &[Block<i32>]) -> Number {
        let mut buffer = zeros(3 * self.rows());
        buffer[..self.rows()].copy_from_slice(residue);
        buffer
    }

    /// The residue squared.
    #[inline(never)]
    fn square(&self, buffer: &mut [Block<i32>]) {
        self.multiply(buffer, None);
    }

    /// The residue times `b`.
    #[inline(never)]
    fn product(&self, buffer: &mut [Block<i32>], b: &[Block<i32>]) {
        self.multiply(buffer, Some(b));
    }

    #[inline(always)]
    fn multiply(&self, buffer: &mut [Block<i32>], b: Option<&[Block<i32>]>) {
        let n = self.rows();
        let moduli = Moduli { m: &self.m, h: &self.h, kappa: &self.kappa[0] };
        let (r, scratch) = buffer.split_at_mut(n);
        multiply::<V>(&moduli, r, b, &mut scratch[..n]);
    }
}

impl<V: WithTable> SideBySide for TwoModuli<V> {
    type Row = Block<i32>;
    type Buffer = Number;

    fn rows(&self) -> usize {
        self.m.len()
    }

    fn enter(&self, plain: [&[Word]; 2]) -> Number {
        let mut buffer = zeros(3 * self.rows());
        for (lane, words) in plain.into_iter().enumerate() {
            put(&mut buffer[..self.rows()], lane, digits(words, 0));
        }
        self.mul(&mut buffer, &self.r_squared);
        buffer
    }

    fn one(&self) -> Number {
        self.buffer(&self.one)
    }

    fn mul(&self, buffer: &mut Number, b: &Number) {
        self.product(buffer, &b[..self.rows()]);
    }

    fn sqr(&self, buffer: &mut Number) {
        self.square(buffer);
    }

    fn window(&self, buffer: &mut Number, times: usize, table: &[Block<i32>], entries: [Word; 2]) {
        for _ in 0..times {
            self.square(buffer);
        }
        let (buffer, found) = buffer.split_at_mut(2 * self.rows());
        look_up::<V>(found, table, entries);
        self.product(buffer, found);
    }

    fn leave(&self, buffer: &Number) -> [Zeroizing<Vec<Word>>; 2] {
        let n = self.rows();
        let mut plain = self.buffer(&buffer[..n]);
        let mut one = zeros(n);
        one[0][0] = [1; 2];
        self.mul(&mut plain, &one);
        core::array::from_fn(|lane| {
            let m = &self.moduli[lane];
            let digits = plain[..n].as_flattened().iter().map(|digit| digit[lane]);
            let (mut words, negative) = number(digits, m.len());
            let _ = self.kernel.add_assign_if(&mut words, m, negative);
            words
        })
    }
}

fn zeros(blocks: usize) -> Number {
    Zeroizing::new(vec![[[0; 2]; K]; blocks])
}

/// `κ = -1/M mod B^K`, and `κ M + 1`.
fn friendly(kernel: Kernel, modulus: &[Word]) -> [Zeroizing<Vec<Word>>; 2] {
    let words = (RADIX * K).div_ceil(WORD_BITS);
    let mut kappa = negated_inverse(kernel, modulus, words);
    kappa[words - 1] &= Word::MAX >> (WORD_BITS * words - RADIX * K);
    let mut multiple = Zeroizing::new(vec![0; words + modulus.len()]);
    let mut scratch = Zeroizing::new(vec![0; kernel.mul_scratch(words, modulus.len())]);
    kernel.mul(&mut multiple, &kappa, modulus, &mut scratch);
    // No carry out: κ M < B^K M.
    let _ = kernel.add_assign(&mut multiple, &[1]);
    [kappa, multiple]
}

/// The digits of these words from a bit on, below 2^29.
fn digits(words: &[Word], from: usize) -> impl Iterator<Item = i64> {
    (0..).map(move |k| Bits::new(words).window(from + RADIX * k, RADIX).cast_signed())
}

/// Writes the number of small digits as signed ones.
fn put(to: &mut [Block<i32>], lane: usize, digits: impl Iterator<Item = i64>) {
    let mut carry = 0;
    for (to, digit) in to.as_flattened_mut().iter_mut().zip(digits) {
        let sum = digit + carry + HALF;
        to[lane] = ((sum & MASK) - HALF) as i32;
        carry = sum >> RADIX;
    }
}

/// The low `words` words of the number, and whether it is negative.
fn number(digits: impl Iterator<Item = i32>, words: usize) -> (Zeroizing<Vec<Word>>, Mask) {
    let mut number = Zeroizing::new(Vec::with_capacity(words));
    let (mut above, mut bits) = (0_i128, 0);
    for digit in digits {
        above += i128::from(digit) << bits;
        bits += RADIX;
        if bits >= WORD_BITS {
            if number.len() < words {
                number.push(above.cast_unsigned() as Word);
            }
            (above, bits) = (above >> WORD_BITS, bits - WORD_BITS);
        }
    }
    if number.len() < words {
        number.push(above.cast_unsigned() as Word);
    }
    (number, Mask::from_bit((above.cast_unsigned() >> 127) as Word))
}

/// Writes entry `entries[0]` of the table in the first lane, entry `entries[1]` in the second. All
/// entries are read.
#[inline(never)]
fn look_up<V: WithTable>(found: &mut [Block<i32>], table: &[Block<i32>], entries: [Word; 2]) {
    let n = found.len();
    // As many as registers hold.
    let (threes, rest) = found.as_chunks_mut::<3>();
    for (k, found) in threes.iter_mut().enumerate() {
        look_up_blocks::<V, 3>(found, table, [3 * k, n], entries);
    }
    let first = n - rest.len();
    for (k, found) in rest.as_chunks_mut::<1>().0.iter_mut().enumerate() {
        look_up_blocks::<V, 1>(found, table, [first + k, n], entries);
    }
}

/// The `N` blocks behind the first ones of entries of `n`.
#[inline(always)]
fn look_up_blocks<V: WithTable, const N: usize>(
    found: &mut [Block<i32>; N],
    table: &[Block<i32>],
    [first, n]: [usize; 2],
    entries: [Word; 2],
) {
    let mut chosen = [table[0]; N];
    for (i, entry) in table.chunks_exact(n).enumerate() {
        let lanes = V::equal(entries, i);
        for (chosen, entry) in chosen.iter_mut().zip(&entry[first..first + N]) {
            V::choose(chosen, entry, lanes);
        }
    }
    *found = chosen;
}
