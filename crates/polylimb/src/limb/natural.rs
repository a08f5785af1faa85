//! A natural number that owns its words: for callers, keys and the command line, not for inner
//! loops.

use super::word::sbb;
use super::{Mask, WORD_BITS, WORD_BYTES, Word, bit_length_vartime, is_zero};
use crate::error::{Error, Result};
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use core::str::FromStr;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// A natural number of any size.
///
/// The number of words is public and kept as given: leading zeros are neither removed nor added, so
/// that the size of a secret does not show. Numbers compare by value, at any length.
///
/// **Timing.** The time of every method depends only on the length of the words and of the text or
/// bytes read or written. The length of text and of minimal bytes depends on the value; to hide it,
/// use [`Natural::to_words`] or [`Natural::to_be_bytes_padded`]. `bool` and [`Ordering`] results
/// invite a branch. The words are zeroized on drop, and `Debug` does not show them.
///
/// ```
/// use polylimb::authors::limb::Natural;
/// let a: Natural = "65537".parse()?;
/// assert_eq!(a.to_string(), "0x10001");
/// assert_eq!(a, Natural::parse("0x00010001")?);
/// assert_eq!(a.to_be_bytes(), [1, 0, 1]);
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct Natural {
    words: Vec<Word>,
}

impl Natural {
    /// The longest number that is read from text, in bits.
    pub const MAX_TEXT_BITS: usize = 1 << 20;

    /// The number with these words, least significant first; leading zeros are kept.
    #[must_use]
    pub fn from_words(words: impl Into<Vec<Word>>) -> Self {
        Self { words: words.into() }
    }

    /// The number with these bytes, most significant first; leading zeros are kept, rounded up to
    /// words.
    #[must_use]
    pub fn from_be_bytes(bytes: &[u8]) -> Self {
        let word = |chunk: &[u8]| {
            let mut word = [0; WORD_BYTES];
            word[WORD_BYTES - chunk.len()..].copy_from_slice(chunk);
            Word::from_be_bytes(word)
        };
        Self { words: bytes.rchunks(WORD_BYTES).map(word).collect() }
    }

    /// Reads `0x` and hexadecimal digits of either case, or decimal digits; no sign, space or
    /// underscore.
    ///
    /// # Errors
    /// [`Error::InvalidNumber`]; [`Error::TooLarge`] above [`Natural::MAX_TEXT_BITS`], or for text
    /// that is longer, by leading zeros, than the text of the largest such number.
    pub fn parse(text: &str) -> Result<Self> {
        let number = match text.strip_prefix("0x") {
            Some(digits) => Self::parse_hexadecimal(digits.as_bytes())?,
            None => Self::parse_decimal(text.as_bytes())?,
        };
        // Only words beyond the limit, and all of them: whether the text is refused is public.
        let beyond = number.words.get(Self::MAX_TEXT_BITS / WORD_BITS..).unwrap_or(&[]);
        if !is_zero(beyond).to_bool_vartime() {
            return Err(TEXT_TOO_LARGE);
        }
        Ok(number)
    }

    fn parse_hexadecimal(digits: &[u8]) -> Result<Self> {
        check_digits(digits, u8::is_ascii_hexdigit, Self::MAX_TEXT_BITS / 4)?;
        // '0' is 0x30, 'A' is 0x41 and 'a' is 0x61: bit 6 tells letters from digits.
        let value = |digit: u8| (digit & 0xf) + 9 * (digit >> 6);
        let word = |chunk: &[u8]| {
            chunk.iter().fold(0, |word: Word, &digit| (word << 4) | Word::from(value(digit)))
        };
        Ok(Self { words: digits.rchunks(2 * WORD_BYTES).map(word).collect() })
    }

    fn parse_decimal(digits: &[u8]) -> Result<Self> {
        // 10^(3/10) < 2 gives a rough bound on the digits; the exact bound on the value follows.
        check_digits(digits, u8::is_ascii_digit, Self::MAX_TEXT_BITS * 31 / 100)?;
        Ok(Self { words: from_digits(digits) })
    }

    /// The words, least significant first, leading zeros included.
    #[must_use]
    pub fn words(&self) -> &[Word] {
        &self.words
    }

    /// Exactly `n` words, least significant first: leading zeros added or removed as needed.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if the number does not fit.
    pub fn to_words(&self, n: usize) -> Result<Vec<Word>> {
        if !is_zero(self.words.get(n..).unwrap_or(&[])).to_bool_vartime() {
            return Err(Error::TooLarge { what: "the number", max_bits: n * WORD_BITS });
        }
        Ok((0..n).map(|i| self.word(i)).collect())
    }

    /// The bytes, most significant first, without leading zeros; empty for 0.
    #[must_use]
    pub fn to_be_bytes(&self) -> Vec<u8> {
        let len = self.bits_vartime().div_ceil(8);
        (0..len).rev().map(|i| self.byte(i)).collect()
    }

    /// Exactly `len` bytes, most significant first.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if the number does not fit.
    pub fn to_be_bytes_padded(&self, len: usize) -> Result<Vec<u8>> {
        let beyond = (len..self.words.len() * WORD_BYTES).fold(0, |acc, i| acc | self.byte(i));
        if !Mask::is_zero(Word::from(beyond)).to_bool_vartime() {
            return Err(Error::TooLarge { what: "the number", max_bits: len * 8 });
        }
        Ok((0..len).rev().map(|i| self.byte(i)).collect())
    }

    /// The number in decimal digits, without leading zeros.
    #[must_use]
    pub fn to_decimal(&self) -> String {
        to_digits(&self.words)
    }

    /// The number of significant bits, 0 for 0.
    #[must_use]
    pub fn bits_vartime(&self) -> usize {
        bit_length_vartime(&self.words)
    }

    /// Whether the number is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        is_zero(&self.words).to_bool_vartime()
    }

    fn word(&self, i: usize) -> Word {
        self.words.get(i).copied().unwrap_or(0)
    }

    #[allow(clippy::unnecessary_cast, clippy::modulo_one, reason = "only 8-bit words are bytes")]
    fn byte(&self, i: usize) -> u8 {
        (self.word(i / WORD_BYTES) >> (8 * (i % WORD_BYTES))) as u8
    }
}

const TEXT_TOO_LARGE: Error =
    Error::TooLarge { what: "the number", max_bits: Natural::MAX_TEXT_BITS };

fn check_digits(digits: &[u8], is_digit: impl Fn(&u8) -> bool, most: usize) -> Result<()> {
    // All of them: the place of a wrong one does not show.
    if digits.is_empty() || !digits.iter().fold(true, |all, digit| all & is_digit(digit)) {
        let expected = "write 0x and hexadecimal digits, or decimal digits";
        return Err(Error::InvalidNumber { expected });
    }
    if digits.len() > most { Err(TEXT_TOO_LARGE) } else { Ok(()) }
}

impl FromStr for Natural {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Self::parse(text)
    }
}

impl From<u64> for Natural {
    fn from(value: u64) -> Self {
        Self::from_be_bytes(&value.to_be_bytes())
    }
}

/// `0x` and lower-case hexadecimal digits without leading zeros.
impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.bits_vartime().div_ceil(4).max(1);
        let mut text = String::with_capacity(2 + digits);
        text.push_str("0x");
        for i in (0..digits).rev() {
            let nibble = (self.byte(i / 2) >> (4 * (i % 2))) & 0xf;
            // 10 to 15 carry into bit 4, and 'a' is 39 beyond the character after '9'.
            text.push(char::from(b'0' + nibble + 39 * ((nibble + 6) >> 4)));
        }
        let written = f.pad(&text);
        text.zeroize();
        written
    }
}

/// Shows the number of bits of storage, never the value.
impl fmt::Debug for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Natural({} bits of storage)", self.words.len() * WORD_BITS)
    }
}

impl Ord for Natural {
    fn cmp(&self, other: &Self) -> Ordering {
        let (mut borrow, mut difference) = (0, 0);
        for i in 0..self.words.len().max(other.words.len()) {
            let digit;
            (digit, borrow) = sbb(self.word(i), other.word(i), borrow);
            difference |= digit;
        }
        match (borrow, difference) {
            (0, 0) => Ordering::Equal,
            (0, _) => Ordering::Greater,
            _ => Ordering::Less,
        }
    }
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Natural {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Natural {}

impl Zeroize for Natural {
    fn zeroize(&mut self) {
        self.words.zeroize();
    }
}

impl Drop for Natural {
    fn drop(&mut self) {
        self.zeroize();
    }
}

impl ZeroizeOnDrop for Natural {}

// Conversion between decimal digits and words, in time that depends on lengths only.
//
// Both directions go 19 digits at a time through base 2^64, for every word size: 10^19 is the
// largest power of ten below 2^64, and its top bit is set, so that a division by it needs no
// shift. Quadratic: 2^20 bits take 0.06 s to read and 0.7 s to write (Zen 5).

/// Decimal digits of one step.
const DIGITS: usize = 19;
const POWER: u64 = 10u64.pow(DIGITS as u32);
/// `⌊(2^128 - 1) / POWER⌋ - 2^64`.
const RECIPROCAL: u64 = (u128::MAX / POWER as u128 - (1 << 64)) as u64;

/// The number with these ASCII digits, most significant first, in enough words for any number with
/// that many digits, rounded up to 64 bits.
fn from_digits(digits: &[u8]) -> Vec<Word> {
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
fn to_digits(words: &[Word]) -> String {
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
