//! Words from and to little-endian bytes, as every [`Encoding`](super::Encoding) here has them.

use crate::error::{Error, Result};
use crate::limb::{WORD_BYTES, Word};

fn check(expected: usize, got: usize) -> Result<()> {
    if expected == got {
        Ok(())
    } else {
        Err(Error::Length { what: "encoded element", expected, got })
    }
}

/// The number in `bytes`, of which there must be `expected`; at most `N` words.
pub(super) fn read<const N: usize>(bytes: &[u8], expected: usize) -> Result<[Word; N]> {
    check(expected, bytes.len())?;
    let mut words = [0; N];
    for (i, &byte) in bytes.iter().enumerate() {
        words[i / WORD_BYTES] |= Word::from(byte) << (8 * (i % WORD_BYTES));
    }
    Ok(words)
}

/// `bytes`, of which there must be `expected`, = the number in `words`.
pub(super) fn write(bytes: &mut [u8], expected: usize, words: &[Word]) -> Result<()> {
    check(expected, bytes.len())?;
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = (words[i / WORD_BYTES] >> (8 * (i % WORD_BYTES))) as u8;
    }
    Ok(())
}
