//! Keys from shared secrets: the derivation functions of the key agreement standards.
//!
//! **Source.** `[SP800-56C]`, 4.1 (one step, a hash; in SP 800-56A of 2007 "concatenation");
//! `[ANSI-X9.63]` (`[SEC1]`, 3.6.1). They differ in the position of the counter. **Constant time**;
//! lengths are public.

use super::Hash;
use crate::error::{Error, Result};
use alloc::vec::Vec;
use zeroize::{Zeroize, Zeroizing};

/// `H(counter || secret || info)` for the counters from 1, cut to `length` bytes.
///
/// ```
/// use polylimb::protocol::kdf::{one_step, x963};
/// use sha2::{Digest, Sha256};
/// let key = one_step::<Sha256>(b"secret", b"info", 32)?;
/// assert_eq!(key[..], Sha256::digest(b"\0\0\0\x01secretinfo")[..]);
/// assert_ne!(key, x963::<Sha256>(b"secret", b"info", 32)?);
/// # Ok::<(), polylimb::Error>(())
/// ```
///
/// # Errors
/// [`Error::Parameter`] for more than `2^32 - 1` blocks.
pub fn one_step<D: Hash>(secret: &[u8], info: &[u8], length: usize) -> Result<Zeroizing<Vec<u8>>> {
    derived::<D>(length, |counter, hash| {
        hash.update(counter);
        hash.update(secret);
        hash.update(info);
    })
}

/// `H(secret || counter || info)` for the counters from 1, cut to `length` bytes.
///
/// # Errors
/// As [`one_step`].
pub fn x963<D: Hash>(secret: &[u8], info: &[u8], length: usize) -> Result<Zeroizing<Vec<u8>>> {
    derived::<D>(length, |counter, hash| {
        hash.update(secret);
        hash.update(counter);
        hash.update(info);
    })
}

fn derived<D: Hash>(length: usize, block: impl Fn([u8; 4], &mut D)) -> Result<Zeroizing<Vec<u8>>> {
    let size = <D as digest::Digest>::output_size();
    let blocks = u32::try_from(length.div_ceil(size))
        .map_err(|_| Error::Parameter { expected: "at most 2^32 - 1 blocks of derived key" })?;
    // Room for the last block: a reallocation would leave an unwiped copy.
    let mut key = Zeroizing::new(Vec::with_capacity(length + size));
    for counter in 1..=blocks {
        let mut hash = D::new();
        block(counter.to_be_bytes(), &mut hash);
        let mut output = hash.finalize();
        key.extend_from_slice(&output);
        output.as_mut_slice().zeroize();
    }
    key.truncate(length);
    Ok(key)
}
