//! Words from and to bytes, as every [`Encoding`](super::Encoding) here has them.

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

/// The number in `bytes`, least significant first, of which there must be `expected`; at most `N` words.
pub(super) fn read<const N: usize>(bytes: &[u8], expected: usize) -> Result<[Word; N]> {
    check(expected, bytes.len())?;
    Ok(words(bytes.iter()))
}

/// The same, most significant first.
pub(super) fn read_be<const N: usize>(bytes: &[u8], expected: usize) -> Result<[Word; N]> {
    check(expected, bytes.len())?;
    Ok(words(bytes.iter().rev()))
}

/// `bytes`, of which there must be `expected`, = the number in `words`.
pub(super) fn write(bytes: &mut [u8], expected: usize, words: &[Word]) -> Result<()> {
    check(expected, bytes.len())?;
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = (words[i / WORD_BYTES] >> (8 * (i % WORD_BYTES))) as u8;
    }
    Ok(())
}
