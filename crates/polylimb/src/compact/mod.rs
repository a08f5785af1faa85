//! P-256 and K-233 for small devices: no heap, no tables that are kept, bytes in arrays. X25519 and
//! Ed25519 of [`x25519`](crate::x25519) and [`ed25519`](crate::ed25519) need no heap either.
//!
//! | module | what it is |
//! |---|---|
//! | [`p256`] | ECDH, and ECDSA with SHA-256 |
//! | [`k233`] | ECDH |
//!
//! Numbers are most significant byte first, points are both coordinates. `protocol` gives the same
//! results, and has all curves and hashes. **Constant time** in secret keys and nonces;
//! verification is not. Secrets are wiped.
//!
//! Imports: `multiply`, `nonce` and what is below them. Read `p256.rs` first.

pub mod k233;
pub mod p256;

use crate::limb::{Mask, WORD_BYTES, Word, is_zero, less_than};
use crate::{Error, Result};
use zeroize::Zeroizing;

/// The number in at most `N` words of bytes.
fn read<const N: usize>(bytes: &[u8]) -> [Word; N] {
    let mut number = [0; N];
    for (i, &byte) in bytes.iter().rev().enumerate() {
        number[i / WORD_BYTES] |= Word::from(byte) << (8 * (i % WORD_BYTES));
    }
    number
}

/// Its bytes.
fn write(bytes: &mut [u8], number: &[Word]) {
    for (i, byte) in bytes.iter_mut().rev().enumerate() {
        *byte = (number[i / WORD_BYTES] >> (8 * (i % WORD_BYTES))) as u8;
    }
}

/// Whether `0 < a < n`.
fn in_range(a: &[Word], n: &[Word]) -> Mask {
    !is_zero(a) & less_than(a, n)
}

/// The scalar of a secret key.
// The list of what may jump on a secret names this function.
#[inline(never)]
fn secret_scalar<const N: usize>(bytes: &[u8], order: &[Word; N]) -> Result<Zeroizing<[Word; N]>> {
    let scalar = Zeroizing::new(read(bytes));
    if in_range(&*scalar, order).to_bool_vartime() {
        return Ok(scalar);
    }
    Err(Error::Key { wrong: "a secret key is from 1 to the curve's order less 1" })
}

const NOT_ON_CURVE: Error = Error::Curve { wrong: "the point is not on the curve" };
