//! Conversion between words and bytes, for every [`Encoding`](super::Encoding) in this folder.

use crate::error::{Error, Result};
use crate::limb::{WORD_BYTES, Word};

fn check(expected: usize, got: usize) -> Result<()> {
    if expected == got {
        Ok(())
    } else {
        Err(Error::Length { what: "encoded element", expected, got })
    }
}

/// The number in `bytes`, least significant first; at most `N` words.
fn words<'a, const N: usize>(bytes: impl Iterator<Item = &'a u8>) -> [Word; N] {
    let mut words = [0; N];
    for (i, &byte) in bytes.enumerate() {
        words[i / WORD_BYTES] |= Word::from(byte) << (8 * (i % WORD_BYTES));
    }
    words
}

/// The number in `bytes`, least significant first; at most `N` words. `bytes` must have length
/// `expected`.
pub(super) fn read<const N: usize>(bytes: &[u8], expected: usize) -> Result<[Word; N]> {
    check(expected, bytes.len())?;
    Ok(words(bytes.iter()))
}

/// As [`read`], most significant byte first.
pub(super) fn read_be<const N: usize>(bytes: &[u8], expected: usize) -> Result<[Word; N]> {
    check(expected, bytes.len())?;
    Ok(words(bytes.iter().rev()))
}

/// Writes the number in `words` to `bytes`, which must have length `expected`.
pub(super) fn write(bytes: &mut [u8], expected: usize, words: &[Word]) -> Result<()> {
    check(expected, bytes.len())?;
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = (words[i / WORD_BYTES] >> (8 * (i % WORD_BYTES))) as u8;
    }
    Ok(())
}
