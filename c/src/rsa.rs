//! RSA: keys from numbers, encryption.

use crate::border::{Output, Result, Status, System, array, bytes, call, clear, get, put};
use crate::keys::{PublicKey, SecretKey};
use crate::rows::Bytes;
use polylimb_rs::protocol::keys::{AnyPublicKey, AnySecretKey};
use polylimb_rs::rsa::{self, Oaep};
use sha2::{Sha256, Sha384, Sha512};

/// A hash function, in both places of OAEP.
#[repr(C)]
#[expect(dead_code, reason = "for the header: C passes any number")]
pub enum Hash {
    /// SHA-256.
    Sha256 = 1,
    /// SHA-384.
    Sha384 = 2,
    /// SHA-512.
    Sha512 = 3,
}

fn oaep(hash: u32, label: &[u8]) -> Result<Oaep<'_>> {
    Ok(match hash {
        1 => Oaep::new::<Sha256>(),
        2 => Oaep::new::<Sha384>(),
        3 => Oaep::new::<Sha512>(),
        _ => return Err(Status::Parameter),
    }
    .labelled(label))
}

/// A new key of `bits` bits, 2048 to 16384, with `primes` primes, 2 to 5, and the public exponent
/// 65537.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_rsa_generate(
    bits: usize,
    primes: usize,
    out: *mut *mut SecretKey,
) -> Status {
    call(|| {
        clear(out)?;
        let key = rsa::SecretKey::generate(bits, primes, &mut System)?;
        put(out, AnySecretKey::Rsa(key).into())
    })
}

/// The key of these primes, two to five, which are secret, and of the public exponent.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_rsa_from_primes(
    primes: *const Bytes,
    count: usize,
    exponent: *const u8,
    exponent_length: usize,
    out: *mut *mut SecretKey,
) -> Status {
    call(|| {
        clear(out)?;
        if count > 5 {
            return Err(Status::Key);
        }
        let primes = array(primes, count)?.iter().map(|b| bytes(b.data, b.length));
        let primes = primes.collect::<Result<Vec<_>>>()?;
        let key = rsa::SecretKey::from_primes(&primes, bytes(exponent, exponent_length)?)?;
        put(out, AnySecretKey::Rsa(key).into())
    })
}

/// The public key of a modulus of 1024 to 16384 bits and a public exponent.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_rsa_public(
    modulus: *const u8,
    length: usize,
    exponent: *const u8,
    exponent_length: usize,
    out: *mut *mut PublicKey,
) -> Status {
    call(|| {
        clear(out)?;
        let exponent = bytes(exponent, exponent_length)?;
        let key = rsa::PublicKey::new(bytes(modulus, length)?, exponent)?;
        put(out, PublicKey(AnyPublicKey::Rsa(key)))
    })
}

/// The message encrypted by OAEP, as long as the modulus. The message is secret, its length is
/// not. `POLYLIMB_STATUS_LENGTH` if it is longer than the modulus less two digests and 2 bytes.
///
/// `hash` is a value of `polylimb_hash`; `label` is bytes that both sides have in common, or none.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_rsa_encrypt(
    key: *const PublicKey,
    hash: u32,
    label: *const u8,
    label_length: usize,
    message: *const u8,
    length: usize,
    out: *mut u8,
    out_length: *mut usize,
) -> Status {
    call(|| {
        let AnyPublicKey::Rsa(key) = &get(key)?.0 else { return Err(Status::Key) };
        let (out, oaep) = (Output::new(out, out_length)?, oaep(hash, bytes(label, label_length)?)?);
        out.put(key.encrypt(&oaep, bytes(message, length)?, &mut System)?)
    })
}

/// The message of a ciphertext; `POLYLIMB_STATUS_CIPHERTEXT` if it was changed or is for another
/// key, label or hash. The message is secret; whether there is one, and its length, are public.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_rsa_decrypt(
    key: *const SecretKey,
    hash: u32,
    label: *const u8,
    label_length: usize,
    ciphertext: *const u8,
    length: usize,
    out: *mut u8,
    out_length: *mut usize,
) -> Status {
    call(|| {
        let AnySecretKey::Rsa(key) = &get(key)?.key else { return Err(Status::Key) };
        let (out, oaep) = (Output::new(out, out_length)?, oaep(hash, bytes(label, label_length)?)?);
        out.put(key.decrypt(&oaep, bytes(ciphertext, length)?, &mut System)?)
    })
}
