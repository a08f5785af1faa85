//! Hashing to the groups: RFC 9380 with SHA-256. Constant time but for lengths.

use crate::border::{c, slice};
use crate::field::{Coordinate, be_of_words, certain};
use crate::layout::{Affine, blst_fp, blst_fp2, blst_p1, blst_p2, blst_scalar, byte};
use crate::scalar::{is_key, scalar_of_be};
use sha2::{Digest, Sha256};
use zeroize::{Zeroize, Zeroizing};

/// Most bytes of output: 255 blocks.
const MOST_BYTES: usize = 255 * 32;

/// `expand_message_xmd` of the message `aug || message`. An empty tag is allowed, as in blst.
pub(crate) fn expand(out: &mut [u8], aug: &[u8], message: &[u8], tag: &[u8]) {
    let mut tag = match tag.len() {
        0..=255 => tag.to_vec(),
        _ => Sha256::new_with_prefix(b"H2C-OVERSIZE-DST-").chain_update(tag).finalize().to_vec(),
    };
    tag.push(tag.len() as u8);
    let length = [(out.len() >> 8) as u8, out.len() as u8, 0];
    let mut first: [u8; 32] = Sha256::new_with_prefix([0; 64])
        .chain_update(aug)
        .chain_update(message)
        .chain_update(length)
        .chain_update(&tag)
        .finalize()
        .into();
    let mut mixed = first;
    for (i, out) in out.chunks_mut(32).enumerate() {
        let number = [i as u8 + 1];
        let mut block: [u8; 32] = Sha256::new_with_prefix(mixed)
            .chain_update(number)
            .chain_update(&tag)
            .finalize()
            .into();
        out.copy_from_slice(&block[..out.len()]);
        for (mixed, (a, b)) in mixed.iter_mut().zip(first.iter().zip(&block)) {
            *mixed = a ^ b;
        }
        block.zeroize();
    }
    first.zeroize();
    mixed.zeroize();
}

/// The point for a message: `hash_to_curve`, or `encode_to_curve`.
pub(crate) fn hash<C: Coordinate>(hash: bool, aug: &[u8], message: &[u8], tag: &[u8]) -> Affine<C> {
    let elements = if hash { 2 } else { 1 };
    let mut uniform = Zeroizing::new(vec![0; elements * C::group().uniform_bytes()]);
    expand(&mut uniform, aug, message, tag);
    Affine::of_source(&certain(C::group().map(&uniform)))
}

/// The point for one element or two.
fn map<C: Coordinate>(u: &C, v: Option<&C>) -> Affine<C> {
    let mut uniform = Zeroizing::new(vec![]);
    for element in [Some(u), v].into_iter().flatten() {
        for number in &element.numbers()[..C::BYTES / 48] {
            let mut bytes = [0; 64];
            be_of_words(&mut bytes[16..], number);
            uniform.extend_from_slice(&bytes);
        }
    }
    Affine::of_source(&certain(C::group().map(&uniform)))
}

macro_rules! hashes {
    ($c:ident $point:ident: $map:ident $encode:ident $hash:ident) => {
        c! {
            fn $map(out: *mut $point, u: *const $c, v: *const $c) {
                *out = map(&*u, v.as_ref()).jacobian();
            }
            fn $encode(
                out: *mut $point,
                msg: *const byte, msg_len: usize,
                DST: *const byte, DST_len: usize,
                aug: *const byte, aug_len: usize,
            ) {
                let (msg, tag, aug) = (slice(msg, msg_len), slice(DST, DST_len), slice(aug, aug_len));
                *out = hash(false, aug, msg, tag).jacobian();
            }
            fn $hash(
                out: *mut $point,
                msg: *const byte, msg_len: usize,
                DST: *const byte, DST_len: usize,
                aug: *const byte, aug_len: usize,
            ) {
                let (msg, tag, aug) = (slice(msg, msg_len), slice(DST, DST_len), slice(aug, aug_len));
                *out = hash(true, aug, msg, tag).jacobian();
            }
        }
    };
}
hashes! { blst_fp blst_p1: blst_map_to_g1 blst_encode_to_g1 blst_hash_to_g1 }
hashes! { blst_fp2 blst_p2: blst_map_to_g2 blst_encode_to_g2 blst_hash_to_g2 }

c! {
    fn blst_expand_message_xmd(
        out: *mut byte, out_len: usize,
        msg: *const byte, msg_len: usize,
        DST: *const byte, DST_len: usize,
    ) {
        if (1..=MOST_BYTES).contains(&out_len) {
            let mut bytes = vec![0; out_len];
            expand(&mut bytes, &[], slice(msg, msg_len), slice(DST, DST_len));
            core::ptr::copy(bytes.as_ptr(), out, out_len);
            bytes.zeroize();
        }
    }
    fn blst_sha256(out: *mut byte, msg: *const byte, msg_len: usize) {
        let digest: [u8; 32] = Sha256::digest(slice(msg, msg_len)).into();
        core::ptr::copy(digest.as_ptr(), out, 32);
    }
}

impl blst_scalar {
    /// A number below the order from a message, for the use named by `dst`; `None` if it is 0.
    pub fn hash_to(msg: &[u8], dst: &[u8]) -> Option<Self> {
        let mut uniform = Zeroizing::new([0; 48]);
        expand(&mut *uniform, &[], msg, dst);
        Some(scalar_of_be(&*uniform)).filter(is_key)
    }
}
