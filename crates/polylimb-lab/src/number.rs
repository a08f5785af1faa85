//! Numbers as text, as words and as the judge's integers.

use crate::failure::{Failure, Result};
use num_bigint::BigUint;
use polylimb::limb::{WORD_BYTES, Word};

/// The most bits of a modulus or operand; beyond, a size is a slip of the pen.
pub const MAX_BITS: usize = 65536;

/// Reads `0x…` as hexadecimal and bare digits as decimal.
///
/// # Errors
/// [`Failure::Usage`] naming `what`, if the text is no such number or has more than [`MAX_BITS`] bits.
pub fn parse(text: &str, what: &str) -> Result<BigUint> {
    let (digits, radix) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(hex) => (hex, 16),
        None => (text, 10),
    };
    // `parse_bytes` also takes signs and underscores; a number here has neither.
    let plain = !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix));
    if digits.len() > MAX_BITS {
        return Err(Failure::usage(format!("{what} is too large; at most {MAX_BITS} bits")));
    }
    let value = plain.then(|| BigUint::parse_bytes(digits.as_bytes(), radix)).flatten();
    let value = value.ok_or_else(|| {
        Failure::usage(format!(
            "{what} is not a number: '{}'; write 0x… for hexadecimal, bare digits for decimal",
            shorten(text)
        ))
    })?;
    if value.bits() > MAX_BITS as u64 {
        return Err(Failure::usage(format!("{what} is too large; at most {MAX_BITS} bits")));
    }
    Ok(value)
}

/// `0x…`, lower case, no leading zeros.
#[must_use]
pub fn to_hex(value: &BigUint) -> String {
    format!("{value:#x}")
}

/// The words of `value`, least significant first, without leading zeros.
#[must_use]
pub fn to_words(value: &BigUint) -> Vec<Word> {
    let bytes = value.to_bytes_le();
    let mut words: Vec<Word> = bytes
        .chunks(WORD_BYTES)
        .map(|chunk| {
            chunk.iter().rev().fold(0, |w: Word, &b| w.checked_shl(8).unwrap_or(0) | b as Word)
        })
        .collect();
    while words.last() == Some(&0) {
        words.pop();
    }
    words
}

/// The words of `value`, padded with zeros to `len`.
///
/// # Panics
/// If `value` needs more.
#[must_use]
pub fn to_padded_words(value: &BigUint, len: usize) -> Vec<Word> {
    let mut words = to_words(value);
    assert!(words.len() <= len, "the value needs {} words, not {len}", words.len());
    words.resize(len, 0);
    words
}

/// The number that `words` stand for.
#[must_use]
pub fn from_words(words: &[Word]) -> BigUint {
    BigUint::from_bytes_le(&words.iter().flat_map(|w| w.to_le_bytes()).collect::<Vec<_>>())
}

fn shorten(text: &str) -> String {
    const SHOWN: usize = 24;
    if text.chars().count() <= SHOWN {
        text.to_owned()
    } else {
        text.chars().take(SHOWN).chain(['…']).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexadecimal_and_decimal_are_read_and_nothing_else() {
        assert_eq!(parse("0xfF", "a").unwrap(), BigUint::from(255u8));
        assert_eq!(parse("0255", "a").unwrap(), BigUint::from(255u8));
        for bad in ["", "0x", "ff", "-1", "+1", "1_000", "0x1_0", " 1", "1.5", "0b1"] {
            let failure = parse(bad, "a").unwrap_err();
            assert_eq!(failure.status(), 2, "{bad}");
        }
        assert_eq!(parse(&"9".repeat(30_000), "a").unwrap_err().status(), 2);
    }

    #[test]
    fn words_there_and_back() {
        for bits in [0usize, 1, 7, 8, 9, 63, 64, 65, 128, 521] {
            let value = (BigUint::from(1u8) << bits) - 1u8;
            let words = to_words(&value);
            assert_eq!(words.len(), bits.div_ceil(polylimb::limb::WORD_BITS));
            assert_eq!(from_words(&words), value);
        }
        assert_eq!(to_hex(&BigUint::from(0x00ab_u32)), "0xab");
        assert_eq!(to_hex(&BigUint::ZERO), "0x0");
    }
}
