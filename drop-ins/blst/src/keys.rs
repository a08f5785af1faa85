//! Secret keys: generation, EIP-2333, public keys, signatures. Constant time; what is secret is
//! wiped.

use crate::border::{c, slice};
use crate::field::Coordinate;
use crate::layout::{Affine, Jacobian, blst_fp, blst_fp2, blst_scalar, byte};
use crate::points::words_of_le;
use crate::scalar::{is_key, scalar_of_be};
use hkdf::HkdfExtract;
use polylimb::authors::limb::Bits;
use sha2::{Digest, Sha256};
use zeroize::{Zeroize, Zeroizing};

/// Fewest bytes of key material.
const LEAST_BYTES: usize = 32;
/// Bytes that are reduced modulo the order.
const EXPANDED_BYTES: usize = 48;
/// Hash-based keys of EIP-2333: chunks of 32 bytes.
const CHUNKS: usize = 255;

/// HKDF `[RFC5869]` of the concatenated material.
fn hkdf(out: &mut [u8], salt: &[u8], material: &[&[u8]], info: &[&[u8]]) {
    let mut extract = HkdfExtract::<Sha256>::new(Some(salt));
    for part in material {
        extract.input_ikm(part);
    }
    let (mut key, expand) = extract.finalize();
    key.zeroize();
    expand.expand_multi_info(info, out).expect("at most 255 blocks");
}

/// `KeyGen` of the drafts on BLS signatures. The salt of drafts up to 3 is taken as it is; the salt
/// of draft 4 is hashed first.
fn generate(material: &[u8], salt: &[u8], info: &[u8], draft: u32) -> blst_scalar {
    if material.len() < LEAST_BYTES {
        return blst_scalar::default();
    }
    let mut salt = if draft == 4 { Sha256::digest(salt).to_vec() } else { salt.to_vec() };
    loop {
        let mut expanded = Zeroizing::new([0; EXPANDED_BYTES]);
        hkdf(&mut *expanded, &salt, &[material, &[0]], &[info, &[0, EXPANDED_BYTES as u8]]);
        let key = scalar_of_be(&*expanded);
        // Rejected draws reveal nothing about the accepted one.
        if draft < 4 || is_key(&key) {
            return key;
        }
        salt = Sha256::digest(&salt).to_vec();
    }
}

const SALT: &[u8] = b"BLS-SIG-KEYGEN-SALT-";

/// A child's key material: `parent_SK_to_lamport_PK` of EIP-2333.
fn lamport(parent: &blst_scalar, index: u32) -> Zeroizing<[u8; 32]> {
    let mut material = Zeroizing::new(parent.b);
    material.reverse();
    let mut digest = Sha256::new();
    for _ in 0..2 {
        let mut chunks = Zeroizing::new([0; 32 * CHUNKS]);
        hkdf(&mut *chunks, &index.to_be_bytes(), &[&*material], &[]);
        for chunk in chunks.chunks_exact(32) {
            digest.update(Sha256::digest(chunk));
        }
        // The second half comes from the complement.
        for byte in material.iter_mut() {
            *byte = !*byte;
        }
    }
    Zeroizing::new(digest.finalize().into())
}

pub(crate) fn child(parent: &blst_scalar, index: u32) -> blst_scalar {
    generate(&*lamport(parent, index), SALT, &[], 4)
}

/// The public key.
pub(crate) fn public_key<C: Coordinate>(key: &blst_scalar) -> Affine<C> {
    let words = words_of_le(&key.b, 256);
    Affine::of_source(&C::group().multiply_generator(Bits::with_len(&words, 256)))
}

/// The uncompressed form, with the flags of the larger ordinate and of the neutral point.
///
/// # Safety
/// `out` is null or has room for it.
unsafe fn put<C: Coordinate>(out: *mut byte, out_point: *mut Affine<C>, p: &Affine<C>) {
    // SAFETY: as above.
    unsafe {
        if !out_point.is_null() {
            *out_point = *p;
        }
        if !out.is_null() {
            let out = core::slice::from_raw_parts_mut(out, 2 * C::BYTES);
            p.compress(&mut out[..C::BYTES]);
            let larger = out[0] & 0x20;
            p.serialize(out);
            out[0] |= larger;
        }
    }
}

macro_rules! keys {
    ($c:ident: $public:ident $public_bytes:ident $sign:ident $sign_bytes:ident) => {
        c! {
            fn $public(out_pk: *mut Jacobian<$c>, SK: *const blst_scalar) {
                *out_pk = public_key::<$c>(&*SK).jacobian();
            }
            fn $public_bytes(out: *mut byte, out_pk: *mut Affine<$c>, SK: *const blst_scalar) {
                put(out, out_pk, &public_key(&*SK));
            }
            fn $sign(out_sig: *mut Jacobian<$c>, hash: *const Jacobian<$c>, SK: *const blst_scalar) {
                *out_sig = (*hash).affine().times_key(&*SK).jacobian();
            }
            fn $sign_bytes(
                out: *mut byte,
                out_sig: *mut Affine<$c>,
                hash: *const Jacobian<$c>,
                SK: *const blst_scalar,
            ) {
                put(out, out_sig, &(*hash).affine().times_key(&*SK));
            }
        }
    };
}
// Signatures lie in the other group than keys.
keys! { blst_fp: blst_sk_to_pk_in_g1 blst_sk_to_pk2_in_g1 blst_sign_pk_in_g2 blst_sign_pk2_in_g2 }
keys! { blst_fp2: blst_sk_to_pk_in_g2 blst_sk_to_pk2_in_g2 blst_sign_pk_in_g1 blst_sign_pk2_in_g1 }

c! {
    fn blst_keygen(
        out: *mut blst_scalar,
        IKM: *const byte, IKM_len: usize,
        info: *const byte, info_len: usize,
    ) {
        *out = generate(slice(IKM, IKM_len), SALT, slice(info, info_len), 4);
    }
    fn blst_keygen_v3(
        out: *mut blst_scalar,
        IKM: *const byte, IKM_len: usize,
        info: *const byte, info_len: usize,
    ) {
        *out = generate(slice(IKM, IKM_len), SALT, slice(info, info_len), 3);
    }
    fn blst_keygen_v4_5(
        out: *mut blst_scalar,
        IKM: *const byte, IKM_len: usize,
        salt: *const byte, salt_len: usize,
        info: *const byte, info_len: usize,
    ) {
        let salt = if salt.is_null() { SALT } else { slice(salt, salt_len) };
        *out = generate(slice(IKM, IKM_len), salt, slice(info, info_len), 4);
    }
    fn blst_keygen_v5(
        out: *mut blst_scalar,
        IKM: *const byte, IKM_len: usize,
        salt: *const byte, salt_len: usize,
        info: *const byte, info_len: usize,
    ) {
        // Without a salt there is no key.
        *out = if salt.is_null() {
            blst_scalar::default()
        } else {
            generate(slice(IKM, IKM_len), slice(salt, salt_len), slice(info, info_len), 5)
        };
    }
    fn blst_derive_master_eip2333(out: *mut blst_scalar, IKM: *const byte, IKM_len: usize) {
        *out = generate(slice(IKM, IKM_len), SALT, &[], 4);
    }
    fn blst_derive_child_eip2333(out: *mut blst_scalar, SK: *const blst_scalar, child_index: u32) {
        *out = child(&*SK, child_index);
    }
}
