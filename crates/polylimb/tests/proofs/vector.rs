//! Eight abstract lanes as the vector of the kernels.

use super::polynomial::Polynomial;
use super::theorem::Number;
use super::word::{Run, Word, of_half, to_half, with};
use crate::cpu::Features;
use crate::field::Op;
use crate::field::lanes::LaneMask;
use crate::field::lanes::vector::{Compiled, Products};
use crate::limb::simd::{DIGIT_BITS, LANES, Lanewise, PACKED, Vector};
use core::mem::MaybeUninit;
use num_bigint::BigInt;
use std::vec::Vec;
use zeroize::Zeroize;

/// Eight handles of values.
#[derive(Clone, Copy)]
pub(crate) struct Abstract([Word; LANES]);

impl Zeroize for Abstract {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl Abstract {
    /// The same variable in `[low, high]` in all lanes.
    pub(crate) fn variable(low: impl Into<BigInt>, high: impl Into<BigInt>) -> Self {
        let word = with(|run| run.variable(low.into(), high.into()));
        Self([word; LANES])
    }

    /// The same value in all lanes.
    pub(super) fn of(word: Word) -> Self {
        Self([word; LANES])
    }

    /// # Panics
    /// If the value of a lane may lie outside of `[low, high]`.
    pub(crate) fn verify(self, low: u64, high: u64) {
        for lane in self.0 {
            let (least, most) = with(|run| run.interval(lane));
            let holds = least >= BigInt::from(low) && most <= BigInt::from(high);
            assert!(holds, "[{least}, {most}], and should be in [{low}, {high}]");
        }
    }

    /// The product of signed numbers of 32 bits.
    pub(crate) fn signed_product(self, other: Self) -> Self {
        self.zip(other, Run::signed_product)
    }

    /// The value of all lanes.
    ///
    /// # Panics
    /// If lanes differ.
    pub(crate) fn word(&self) -> Word {
        assert!(self.0.iter().all(|&lane| lane == self.0[0]), "lanes differ");
        self.0[0]
    }

    /// Lane by lane; equal lanes are computed once.
    fn zip(self, other: Self, f: impl Fn(&mut Run, Word, Word) -> Word) -> Self {
        let mut lanes = [0; LANES];
        for i in 0..LANES {
            let same = i > 0 && self.0[i] == self.0[i - 1] && other.0[i] == other.0[i - 1];
            lanes[i] = if same { lanes[i - 1] } else { with(|run| f(run, self.0[i], other.0[i])) };
        }
        Self(lanes)
    }

    fn map(self, f: impl Fn(&mut Run, Word) -> Word) -> Self {
        self.zip(self, |run, a, _| f(run, a))
    }

    /// Whether this lane is the same value as in `other`.
    pub(crate) fn has_lane(&self, other: &Self, lane: usize) -> bool {
        let [a, b] = [self, other].map(|x| with(|run| run.as_handle(x.0[lane])));
        a == b
    }

    /// The lanes whose interval satisfies `holds`.
    fn lanes_where(self, holds: impl Fn(&BigInt, &BigInt) -> bool) -> u8 {
        let holds = |lane| {
            let (low, high) = with(|run| run.interval(lane));
            u8::from(holds(&low, &high))
        };
        self.0.iter().rev().fold(0, |lanes, &lane| lanes << 1 | holds(lane))
    }

    /// Lane `i` becomes lane `from(i)` of these two.
    fn pick(self, other: Self, from: impl Fn(usize) -> usize) -> Self {
        let both = [self.0, other.0];
        Self(core::array::from_fn(|i| both.as_flattened()[from(i)]))
    }
}

/// A word of memory that holds any number in `[low, high]`, as a kernel loads it.
pub(crate) fn word_in(low: u64, high: u64) -> Word {
    with(|run| run.variable(low.into(), high.into()))
}

/// A word of memory that holds any number, as a kernel unpacks it: each half is a variable.
pub(crate) fn packed_word() -> u64 {
    let half = || u64::from(to_half(word_in(0, u32::MAX.into())));
    half() | half() << 32
}

/// The number of words that a kernel packs.
///
/// # Panics
/// If a half may be negative or exceed its 32 bits.
pub(crate) fn packed_number(words: &[u64]) -> Polynomial {
    let halves = words.iter().flat_map(|word| [*word as u32, (word >> 32) as u32]);
    let halves: Vec<Abstract> = halves.map(|half| Abstract::of(of_half(half))).collect();
    let number = Number::new(&halves, u32::BITS);
    number.verify(u32::MAX.into(), u32::MAX.into());
    number.value()
}

/// What no theorem needs so far.
fn no_rule() -> ! {
    panic!("no rule for this instruction")
}

impl Lanewise for Abstract {
    fn zero() -> Self {
        Self::splat(0)
    }
    fn splat(w: u64) -> Self {
        // A constant, or a digit of a number in memory.
        Self([w; LANES])
    }
    fn madd_low(self, a: Self, b: Self) -> Self {
        self.add(a.zip(b, |run, a, b| run.product(a, b).0))
    }
    fn madd_high(self, a: Self, b: Self) -> Self {
        self.add(a.zip(b, |run, a, b| run.product(a, b).1))
    }
    fn add(self, other: Self) -> Self {
        self.zip(other, Run::add)
    }
    fn sub(self, other: Self) -> Self {
        self.zip(other, Run::sub)
    }
    fn and(self, other: Self) -> Self {
        self.zip(other, Run::and)
    }
    fn shl(self, n: u32) -> Self {
        self.map(|run, a| run.shl(a, n))
    }
    fn shr(self, n: u32) -> Self {
        self.map(|run, a| run.shr(a, n))
    }
    fn sar(self, n: u32) -> Self {
        self.map(|run, a| run.sar(a, n))
    }
    fn carries(self) -> Self {
        self.shr(52)
    }
    fn keep(self, lanes: u8) -> Self {
        Self::zero().blend(self, lanes)
    }
    fn blend(self, other: Self, lanes: u8) -> Self {
        self.pick(other, |i| i + LANES * usize::from((lanes >> i) & 1))
    }
}

impl Vector for Abstract {
    const NAME: &'static str = "abstract lanes";
    const NEEDS: Features = Features::NONE;
    const NEEDS_NAMES: &'static str = "nothing";
    fn load(from: &[u64; LANES]) -> Self {
        Self(*from)
    }
    fn store(self, to: &mut [u64; LANES]) {
        *to = self.0;
    }
    /// The ends of the interval in turn: the range checks of debug builds then hold for all values.
    fn to_lanes(self) -> [u64; LANES] {
        core::array::from_fn(|i| {
            let (low, high) = with(|run| run.interval(self.0[i]));
            let end = i64::try_from(if i % 2 == 0 { low } else { high });
            end.expect("a signed word").cast_unsigned()
        })
    }
    fn or(self, other: Self) -> Self {
        self.zip(other, Run::or)
    }
    /// Of constants.
    fn xor(self, other: Self) -> Self {
        self.zip(other, Run::xor)
    }
    fn shl_each(self, n: [u8; LANES]) -> Self {
        Self(core::array::from_fn(|i| with(|run| run.shl(self.0[i], n[i].into()))))
    }
    fn signed_carries(self) -> Self {
        self.sar(52)
    }
    fn move_up<const PLACES: usize>(self, below: Self) -> Self {
        below.pick(self, |i| LANES + i - PLACES)
    }
    /// The index is known.
    fn permute(table: &[[u64; LANES]; 2], index: Self) -> Self {
        index.map(|run, index| {
            let (low, high) = run.interval(index);
            assert!(low == high, "an entry in [{low}, {high}]");
            let entry = u64::try_from((low % 16 + 16) % BigInt::from(16)).expect("below 16");
            let word = table.as_flattened()[entry as usize];
            run.constant(&BigInt::from(word.cast_signed()))
        })
    }
    fn turn(self, places: u64) -> Self {
        self.pick(self, |i| (i + places as usize) % LANES)
    }
    fn mix(self, other: Self, from: [u8; LANES]) -> Self {
        self.pick(other, |i| from[i].into())
    }
    fn transpose(rows: [Self; LANES]) -> [Self; LANES] {
        core::array::from_fn(|i| Self(core::array::from_fn(|j| rows[j].0[i])))
    }
    fn spread(from: &[u64; LANES / 2]) -> Self {
        Self(core::array::from_fn(|i| if i % 2 == 0 { from[i / 2] } else { 0 }))
    }
    /// Decides on an increment only; see there.
    fn above_digit(self) -> u8 {
        with(|run| run.last_lanes())
    }
    /// As [`Abstract::above_digit`]: no lane.
    fn equals_mask(self) -> u8 {
        0
    }
    /// The same answer for all lanes: no lane depends on another one's.
    fn equals(self, other: Self) -> u8 {
        if with(|run| run.is_equal(self.word(), other.word())) { u8::MAX } else { 0 }
    }
    /// Of constants.
    fn zeros(self) -> u8 {
        self.lanes_where(|low, high| {
            assert!(low == high, "no rule for this comparison");
            *low == BigInt::ZERO
        })
    }
    fn negatives(self) -> u8 {
        no_rule()
    }
    /// Adds the carry of the lane below to each, or 1 or nothing where values are not followed.
    fn increment(self, lanes: u8) -> Self {
        Self(with(|run| run.increment(self.0, lanes)))
    }
    fn unpack(from: &[u8; 64]) -> Self {
        let (halves, _) = from[..PACKED].as_chunks();
        let halves: Vec<Word> =
            halves.iter().map(|half| of_half(u32::from_le_bytes(*half))).collect();
        let digits = with(|run| run.regrouped(&halves, u32::BITS, DIGIT_BITS as u32));
        Self(digits.try_into().expect("eight digits"))
    }
    fn pack(self, to: &mut [u8; 64]) {
        let halves = with(|run| run.regrouped(&self.0, DIGIT_BITS as u32, u32::BITS));
        to.fill(0);
        for (to, half) in to.as_chunks_mut().0.iter_mut().zip(halves) {
            *to = to_half(half).to_le_bytes();
        }
    }
}

impl Compiled for Abstract {
    fn mul<'r, M: Products<D>, const D: usize>(
        m: &M,
        r: &'r mut MaybeUninit<[Self; D]>,
        a: &[Self; D],
        b: &[Self; D],
    ) -> &'r mut [Self; D] {
        r.write(m.mul(a, b))
    }
    fn sqr<'r, M: Products<D>, const D: usize>(
        m: &M,
        r: &'r mut MaybeUninit<[Self; D]>,
        a: &[Self; D],
    ) -> &'r mut [Self; D] {
        r.write(m.sqr(a))
    }
    fn sum<M: Products<D>, const D: usize>(m: &M, a: &[Self; D], b: &[Self; D]) -> [Self; D] {
        m.add(a, b)
    }
    fn difference<M: Products<D>, const D: usize>(
        m: &M,
        a: &[Self; D],
        b: &[Self; D],
    ) -> [Self; D] {
        m.sub(a, b)
    }
    fn choose<const D: usize>(
        condition: LaneMask,
        if_true: &[Self; D],
        if_false: &[Self; D],
    ) -> [Self; D] {
        core::array::from_fn(|j| if_false[j].blend(if_true[j], condition.bits()))
    }
    fn part<O: Op>(op: O) -> O::Out {
        op.call()
    }
    fn apart<O: Op>(op: O) -> O::Out {
        op.call()
    }
    fn run<O: Op>(op: O) -> O::Out {
        op.call()
    }
}

/// What theorems about values assume: lanes receive a carry as in a chain, here in a vector and its
/// neighbour. In other vectors the bits lie higher.
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
#[test]
fn carries_are_those_of_a_chain() {
    use crate::limb::radix52::{normalise, normalise_short};
    use crate::limb::simd::{DIGIT_BITS, DIGIT_MASK, Portable};
    let columns = [0, DIGIT_MASK, DIGIT_MASK + 1, 2 * DIGIT_MASK + 1];
    for case in 0..1 << (2 * LANES) {
        let mut digits = [DIGIT_MASK; 2 * LANES];
        for (i, digit) in digits[..LANES].iter_mut().enumerate() {
            *digit = columns[case >> (2 * i) & 3];
        }
        let (mut expected, mut carry) = (digits, 0);
        for digit in &mut expected {
            let sum = *digit + carry;
            (*digit, carry) = (sum & DIGIT_MASK, sum >> DIGIT_BITS);
        }
        let short = digits.as_chunks().0;
        let short = normalise_short([Portable::load(&short[0]), Portable::load(&short[1])], 0);
        let mut stored = [[0; LANES]; 2];
        short.iter().zip(&mut stored).for_each(|(v, to)| v.store(to));
        assert_eq!(stored.as_flattened(), expected);
        normalise::<Portable>(&mut digits, 0, 2);
        assert_eq!(digits, expected);
    }
}
