//! Hashing to the groups of BLS12-381.
//!
//! **Source.** `[RFC9380]`: `expand_message_xmd` (section 5.3.1), and the suites
//! `BLS12381G1_XMD:SHA-256_SSWU_RO_`, `BLS12381G2_XMD:SHA-256_SSWU_RO_` and the same with `NU`; the
//! maps are [`PairingGroup::map`](crate::pairing::engine::PairingGroup::map). **Constant time** in
//! the message, not in its length.
//!
//! ```
//! use polylimb::cpu::Features;
//! use polylimb::pairing::{G1, PairingName};
//! use polylimb::protocol::hash_to_curve::hash_to_group;
//!
//! let engine = PairingName::engine(PairingName::Bls12381, Features::detect());
//! let tag = b"EXAMPLE-V01-CS01-with-BLS12381G1_XMD:SHA-256_SSWU_RO_";
//! let p: G1 = hash_to_group(&*engine, b"a message", tag)?;
//! assert!(!p.is_neutral());
//! # Ok::<(), polylimb::Error>(())
//! ```

use super::Hash;
use crate::error::{Error, Result};
use crate::pairing::engine::{PairingEngine, SourcePoint};
use alloc::vec;
use alloc::vec::Vec;
use sha2::Sha256;
use zeroize::{Zeroize, Zeroizing};

/// The longest tag that is taken as it is.
const LONGEST_TAG: usize = 255;
/// Most blocks of output.
const MOST_BLOCKS: usize = 255;

/// `length` uniform bytes from `message`, for the use named by `tag`.
///
/// # Errors
/// [`Error::Parameter`] for an empty tag, or for more than 255 blocks or 65535 bytes of output.
pub fn expand_message_xmd<H: Hash>(message: &[u8], tag: &[u8], length: usize) -> Result<Vec<u8>> {
    let blocks = length.div_ceil(<H as digest::Digest>::output_size());
    let (Ok(length_bytes), true) = (u16::try_from(length), blocks <= MOST_BLOCKS) else {
        return Err(Error::Parameter { expected: "length: at most 255 blocks and 65535 bytes" });
    };
    if tag.is_empty() {
        return Err(Error::Parameter { expected: "tag: at least one byte" });
    }
    let mut tag = if tag.len() > LONGEST_TAG {
        H::new_with_prefix(b"H2C-OVERSIZE-DST-").chain_update(tag).finalize().to_vec()
    } else {
        tag.to_vec()
    };
    tag.push(tag.len() as u8);

    let mut first = H::new_with_prefix(vec![0; H::block_size()])
        .chain_update(message)
        .chain_update(length_bytes.to_be_bytes())
        .chain_update([0])
        .chain_update(&tag)
        .finalize();
    let mut output = Vec::with_capacity(blocks * first.len());
    // The message may be secret, and then the blocks are.
    let mut mixed = Zeroizing::new(first.to_vec());
    for i in 1..=blocks {
        let mut next =
            H::new_with_prefix(&*mixed).chain_update([i as u8]).chain_update(&tag).finalize();
        for (m, (a, b)) in mixed.iter_mut().zip(first.iter().zip(&next)) {
            *m = a ^ b;
        }
        output.extend_from_slice(&next);
        next.as_mut_slice().zeroize();
    }
    first.as_mut_slice().zeroize();
    output.truncate(length);
    Ok(output)
}

/// A point indistinguishable from a random one: `hash_to_curve`.
///
/// # Errors
/// As [`expand_message_xmd`]; [`Error::Curve`] on curves other than BLS12-381.
pub fn hash_to_group<P: SourcePoint>(
    engine: &dyn PairingEngine,
    message: &[u8],
    tag: &[u8],
) -> Result<P> {
    mapped(engine, message, tag, 2)
}

/// [`hash_to_group`] of each message; with AVX-512 IFMA eight at a time.
///
/// # Errors
/// As [`hash_to_group`].
pub fn hash_to_group_batch<P: SourcePoint>(
    engine: &dyn PairingEngine,
    messages: &[&[u8]],
    tag: &[u8],
) -> Result<Vec<P>> {
    let group = P::group(engine);
    let mut uniform = Vec::with_capacity(messages.len());
    for message in messages {
        let length = 2 * group.uniform_bytes();
        uniform.push(Zeroizing::new(expand_message_xmd::<Sha256>(message, tag, length)?));
    }
    group.map_batch(&uniform.iter().map(|bytes| &bytes[..]).collect::<Vec<_>>())
}

/// A point from about half of the group, in half the time: `encode_to_curve`.
///
/// # Errors
/// As [`hash_to_group`].
pub fn encode_to_group<P: SourcePoint>(
    engine: &dyn PairingEngine,
    message: &[u8],
    tag: &[u8],
) -> Result<P> {
    mapped(engine, message, tag, 1)
}

fn mapped<P: SourcePoint>(
    engine: &dyn PairingEngine,
    message: &[u8],
    tag: &[u8],
    elements: usize,
) -> Result<P> {
    let group = P::group(engine);
    let length = elements * group.uniform_bytes();
    group.map(&Zeroizing::new(expand_message_xmd::<Sha256>(message, tag, length)?))
}
