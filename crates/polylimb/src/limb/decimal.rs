//! Conversion between decimal digits and words, in time that depends on lengths only.
//!
//! Both directions go 19 digits at a time through base 2^64, for every word size: 10^19 is the
//! largest power of ten below 2^64, and its top bit is set, so that a division by it needs no
//! shift. Quadratic: 2^20 bits take 0.06 s to read and 0.7 s to write (Zen 5).

use super::{WORD_BYTES, Word};
use alloc::string::String;
use alloc::vec::Vec;
use zeroize::Zeroizing;

/// Decimal digits of one step.
const DIGITS: usize = 19;
const POWER: u64 = 10u64.pow(DIGITS as u32);
/// `⌊(2^128 - 1) / POWER⌋ - 2^64`.
const RECIPROCAL: u64 = (u128::MAX / POWER as u128 - (1 << 64)) as u64;

/// The number with these ASCII digits, most significant first, in enough words for any number with
/// that many digits, rounded up to 64 bits.
pub(super) fn from_digits(digits: &[u8]) -> Vec<Word> {
    let mut limbs = Zeroizing::new(Vec::with_capacity(digits.len().div_ceil(DIGITS)));
    let mut rest = digits;
    while !rest.is_empty() {
        // Only the first step may have fewer digits.
        let (step, after) = rest.split_at((rest.len() - 1) % DIGITS + 1);
        rest = after;
        let mut carry = step.iter().fold(0, |acc, digit| acc * 10 + u64::from(digit - b'0'));
        for limb in limbs.iter_mut() {
            let sum = u128::from(*limb) * u128::from(POWER) + u128::from(carry);
            *limb = sum as u64;
            carry = (sum >> 64) as u64;
        }
        limbs.push(carry);
    }
    let bytes =
        Zeroizing::new(limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect::<Vec<_>>());
    let word =
        |chunk: &[u8]| chunk.iter().rfold(0, |w: u64, &byte| (w << 8) | u64::from(byte)) as Word;
    bytes.chunks(WORD_BYTES).map(word).collect()
}

/// The decimal digits of the number with these words, without leading zeros.
#[allow(clippy::unnecessary_cast, reason = "only 64-bit words need none")]
pub(super) fn to_digits(words: &[Word]) -> String {
    let limb = |chunk: &[Word]| {
        chunk
            .iter()
            .zip(0..)
            .fold(0, |limb: u64, (&w, i)| limb | ((w as u64) << (8 * WORD_BYTES * i)))
    };
    let mut limbs = Zeroizing::new(words.chunks(8 / WORD_BYTES).map(limb).collect::<Vec<_>>());
    let mut digits = Zeroizing::new(Vec::with_capacity((64 * limbs.len()).div_ceil(63) * DIGITS));
    // The rest is below 2^left, because 10^19 > 2^63.
    let mut left = 64 * limbs.len();
    while left > 0 {
        let mut remainder = 0;
        for limb in limbs[..left.div_ceil(64)].iter_mut().rev() {
            (*limb, remainder) = divide_by_power(remainder, *limb);
        }
        for _ in 0..DIGITS {
            digits.push((remainder % 10) as u8);
            remainder /= 10;
        }
        left = left.saturating_sub(63);
    }
    let len = digits.iter().rposition(|&digit| digit != 0).map_or(0, |top| top + 1);
    if len == 0 {
        String::from("0")
    } else {
        digits[..len].iter().rev().map(|d| char::from(b'0' + d)).collect()
    }
}

/// Quotient and remainder of `high * 2^64 + low` by [`POWER`], for `high < POWER`: by the
/// reciprocal (`[MollerGranlund2011]`, Algorithm 4), with masks for its two corrections, since the
/// divide instruction's time depends on the value.
fn divide_by_power(high: u64, low: u64) -> (u64, u64) {
    let estimate =
        u128::from(RECIPROCAL) * u128::from(high) + ((u128::from(high) << 64) | u128::from(low));
    let (q_low, q) = (estimate as u64, ((estimate >> 64) as u64).wrapping_add(1));
    let r = low.wrapping_sub(q.wrapping_mul(POWER));
    let over = all_ones_if(r > q_low);
    let (q, r) = (q.wrapping_add(over), r.wrapping_add(over & POWER));
    let under = all_ones_if(r >= POWER);
    (q.wrapping_sub(under), r.wrapping_sub(under & POWER))
}

fn all_ones_if(condition: bool) -> u64 {
    core::hint::black_box(u64::from(condition)).wrapping_neg()
}
