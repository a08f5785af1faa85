//! RSA signatures by PKCS #1 v1.5 of SHA-256, one at a time and in batches, compared with OpenSSL's
//! `RSA_sign` and `RSA_verify`: the private operation by CRT, blinded by both.

use crate::batch::{BATCH, HEADER, row};
use crate::targets::Targets;
use core::ffi::{c_int, c_long, c_uchar, c_uint};
use openssl_sys::RSA;
use polylimb::Split;
use polylimb::rsa::{PublicKey, Scheme, SecretKey};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use sha2::Sha256;
use std::hint::black_box;
use std::ptr::null_mut;

// openssl-sys does not have all of them.
unsafe extern "C" {
    fn d2i_RSAPrivateKey(key: *mut *mut RSA, from: *mut *const c_uchar, len: c_long) -> *mut RSA;
    fn RSA_free(key: *mut RSA);
    fn RSA_sign(
        hash: c_int,
        digest: *const c_uchar,
        digest_len: c_uint,
        signature: *mut c_uchar,
        signature_len: *mut c_uint,
        key: *mut RSA,
    ) -> c_int;
    fn RSA_verify(
        hash: c_int,
        digest: *const c_uchar,
        digest_len: c_uint,
        signature: *const c_uchar,
        signature_len: c_uint,
        key: *mut RSA,
    ) -> c_int;
}

/// OpenSSL's number of SHA-256.
const SHA256: c_int = 672;
const BITS: [usize; 3] = [2048, 3072, 4096];

/// A key of OpenSSL.
struct Key(*mut RSA);

impl Key {
    fn new(pkcs1: &[u8]) -> Self {
        let mut from = pkcs1.as_ptr();
        // SAFETY: reads the slice.
        let key = unsafe { d2i_RSAPrivateKey(null_mut(), &raw mut from, pkcs1.len() as c_long) };
        assert!(!key.is_null());
        Self(key)
    }

    fn sign(&self, digest: &[u8; 32], signature: &mut [u8]) {
        let mut len = 0;
        let to = signature.as_mut_ptr();
        // SAFETY: the slice is as long as the modulus; the key is a valid object.
        let signed = unsafe { RSA_sign(SHA256, digest.as_ptr(), 32, to, &raw mut len, self.0) };
        assert!(signed == 1 && len as usize == signature.len());
    }

    fn verify(&self, digest: &[u8; 32], signature: &[u8]) -> bool {
        let (from, len) = (signature.as_ptr(), signature.len() as c_uint);
        // SAFETY: reads the slices; the key is a valid object.
        unsafe { RSA_verify(SHA256, digest.as_ptr(), 32, from, len, self.0) == 1 }
    }
}

impl Drop for Key {
    fn drop(&mut self) {
        // SAFETY: made by `d2i_RSAPrivateKey`, freed once.
        unsafe { RSA_free(self.0) }
    }
}

/// Prints the table.
///
/// # Errors
/// If a key cannot be made.
///
/// # Panics
/// If the two libraries disagree.
pub fn print(
    rounds: usize,
    team: &dyn Split,
    targets: &mut Targets,
) -> Result<(), Box<dyn std::error::Error>> {
    println!("\nRSA, one and batches of {BATCH}, µs for one, minimum / median of all\n{HEADER}");
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    let scheme = Scheme::pkcs1v15::<Sha256>();
    let digest = [0x5a; 32];
    for bits in BITS {
        let key = SecretKey::generate(bits, 2, &mut rng)?;
        let theirs = Key::new(&key.to_pkcs1_der()?);
        let mut signature = vec![0; bits / 8];
        theirs.sign(&digest, &mut signature);
        assert_eq!(key.sign_digest(&scheme, &digest, &mut rng)?, signature);
        let jobs: Vec<_> = (0..BATCH).map(|_| (&key, &digest[..])).collect();
        let mut own = (ChaCha20Rng::seed_from_u64(2), ChaCha20Rng::seed_from_u64(3));
        let mut room = signature.clone();
        row(
            rounds,
            &format!("RSA-{bits} sign"),
            &mut || theirs.sign(black_box(&digest), &mut room),
            &mut || drop(black_box(key.sign_digest(&scheme, black_box(&digest), &mut own.0))),
            &mut |split: &dyn Split| {
                drop(black_box(SecretKey::sign_digests(&jobs, &scheme, split, &mut own.1)));
            },
            (team, targets),
        );
        let public = key.public_key();
        let jobs: Vec<_> = (0..BATCH).map(|_| (public, &digest[..], &signature[..])).collect();
        row(
            rounds,
            &format!("RSA-{bits} verify"),
            &mut || assert!(theirs.verify(black_box(&digest), &signature)),
            &mut || assert!(public.verify_digest(&scheme, black_box(&digest), &signature).is_ok()),
            &mut |split: &dyn Split| {
                let verdicts = PublicKey::verify_digests(&jobs, &scheme, split);
                assert!(verdicts.iter().all(Result::is_ok));
            },
            (team, targets),
        );
    }
    Ok(())
}
