//! Keys, ECDH and ECDSA on sect163k1. Buffers come with their lengths, as a C program would pass
//! them.
#![no_std]
#![no_main]

use core::slice::{from_raw_parts, from_raw_parts_mut};
use polylimb_mote::curve::SECT163K1;
use polylimb_mote::protocol;

polylimb_mote::program! {
    /// A public key.
    fn mote_public_key(r: *mut u8, a: *const u8, _b: *const u8, a_bytes: usize, _b_bytes: usize, r_bytes: usize) -> u8 {
        // SAFETY: the caller passes buffers of these lengths.
        unsafe { protocol::public_key(&SECT163K1, from_raw_parts_mut(r, r_bytes), from_raw_parts(a, a_bytes)) as u8 }
    }
    /// ECDH.
    fn mote_agree(r: *mut u8, a: *const u8, b: *const u8, a_bytes: usize, b_bytes: usize, r_bytes: usize) -> u8 {
        // SAFETY: the caller passes buffers of these lengths.
        unsafe {
            protocol::agree(&SECT163K1, from_raw_parts_mut(r, r_bytes), from_raw_parts(a, a_bytes), from_raw_parts(b, b_bytes)) as u8
        }
    }
    /// ECDSA; `b` is the nonce, 21 bytes, and the digest.
    fn mote_sign(r: *mut u8, a: *const u8, b: *const u8, a_bytes: usize, b_bytes: usize, r_bytes: usize) -> u8 {
        // SAFETY: the caller passes buffers of these lengths, the nonce among them.
        let (signature, secret, b) =
            unsafe { (from_raw_parts_mut(r, r_bytes), from_raw_parts(a, a_bytes), from_raw_parts(b, b_bytes)) };
        let Some((nonce, digest)) = b.split_first_chunk::<21>() else { return 1 };
        protocol::sign(signature, secret, digest, |k| *k = *nonce) as u8
    }
}
