//! Paillier's encryption: ciphertexts whose messages can be added.

use crate::border::{
    Output, Status, System, Tagged, bytes, call, clear, free, get, on_threads, put, write,
};
use crate::rows::{Jobs, OutputRows, Rows};
use polylimb_rs::paillier::{PublicKey, SecretKey};

/// A secret key of Paillier's encryption. Wiped when freed.
pub struct PaillierSecret(SecretKey);
/// A public key of Paillier's encryption.
pub struct PaillierPublic(PublicKey);

impl Tagged for PaillierSecret {
    const TAG: u64 = 0x7061_696c_6c73_6563;
}
impl Tagged for PaillierPublic {
    const TAG: u64 = 0x7061_696c_6c70_7562;
}

/// A new key of 2048 to 8192 bits.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_paillier_secret_generate(
    bits: usize,
    out: *mut *mut PaillierSecret,
) -> Status {
    call(|| {
        clear(out)?;
        put(out, PaillierSecret(SecretKey::generate(bits, &mut System)?))
    })
}

/// The key of two secret primes.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_paillier_secret_from_primes(
    p: *const u8,
    p_length: usize,
    q: *const u8,
    q_length: usize,
    out: *mut *mut PaillierSecret,
) -> Status {
    call(|| {
        clear(out)?;
        let (p, q) = (bytes(p, p_length)?, bytes(q, q_length)?);
        put(out, PaillierSecret(SecretKey::from_primes(p, q)?))
    })
}

/// The primes, one after the other, each half of the output. They are secret.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_paillier_secret_primes(
    key: *const PaillierSecret,
    out: *mut u8,
    out_length: *mut usize,
) -> Status {
    call(|| {
        let (key, out) = (get(key)?, Output::new(out, out_length)?);
        let primes = key.0.primes();
        let length = primes[0].len().max(primes[1].len());
        let mut both = zeroize::Zeroizing::new(vec![0; 2 * length]);
        for (prime, end) in primes.iter().zip([length, 2 * length]) {
            both[end - prime.len()..end].copy_from_slice(prime);
        }
        out.put(both)
    })
}

/// The public key of a secret one.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_paillier_secret_public(
    key: *const PaillierSecret,
    out: *mut *mut PaillierPublic,
) -> Status {
    call(|| {
        clear(out)?;
        put(out, PaillierPublic(get(key)?.0.public_key().clone()))
    })
}

/// Frees a key and wipes it.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_paillier_secret_free(key: *mut PaillierSecret) -> Status {
    free(key)
}

/// The public key of a modulus of 1024 to 8192 bits.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_paillier_public_new(
    modulus: *const u8,
    length: usize,
    out: *mut *mut PaillierPublic,
) -> Status {
    call(|| {
        clear(out)?;
        put(out, PaillierPublic(PublicKey::new(bytes(modulus, length)?)?))
    })
}

/// The modulus.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_paillier_public_modulus(
    key: *const PaillierPublic,
    out: *mut u8,
    out_length: *mut usize,
) -> Status {
    call(|| Output::new(out, out_length)?.put(get(key)?.0.modulus()))
}

/// The number of bytes of a ciphertext; a message has half as many.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_paillier_ciphertext_bytes(
    key: *const PaillierPublic,
    out: *mut usize,
) -> Status {
    call(|| write(out, get(key)?.0.ciphertext_bytes()))
}

/// Frees a key.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_paillier_public_free(key: *mut PaillierPublic) -> Status {
    free(key)
}

/// A ciphertext of the message, a number below the modulus, which is secret.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_paillier_encrypt(
    key: *const PaillierPublic,
    message: *const u8,
    length: usize,
    out: *mut u8,
    out_length: *mut usize,
) -> Status {
    call(|| {
        let (key, out) = (get(key)?, Output::new(out, out_length)?);
        out.put(key.0.encrypt(bytes(message, length)?, &mut System)?)
    })
}

/// `polylimb_paillier_encrypt` of each message, eight at a time where the CPU has lanes.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_paillier_encrypt_all(
    key: *const PaillierPublic,
    count: usize,
    messages: Rows,
    threads: usize,
    ciphertexts: OutputRows,
    statuses: *mut Status,
) -> Status {
    call(|| {
        let key = &get(key)?.0;
        let output = Jobs::new(count, statuses, Some(ciphertexts))?;
        let messages = messages.read(count)?;
        let results = on_threads(threads, |split| key.encrypt_all(&messages, split, &mut System))?;
        output.put(results, Into::into)
    })
}

/// A ciphertext of the sum of both messages, modulo the key's modulus.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_paillier_add(
    key: *const PaillierPublic,
    a: *const u8,
    a_length: usize,
    b: *const u8,
    b_length: usize,
    out: *mut u8,
    out_length: *mut usize,
) -> Status {
    call(|| {
        let (key, out) = (get(key)?, Output::new(out, out_length)?);
        out.put(key.0.add(bytes(a, a_length)?, bytes(b, b_length)?)?)
    })
}

/// A ciphertext of the sum of the messages of all ciphertexts; of 0 for none.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_paillier_sum(
    key: *const PaillierPublic,
    count: usize,
    ciphertexts: Rows,
    out: *mut u8,
    out_length: *mut usize,
) -> Status {
    call(|| {
        let (key, out) = (get(key)?, Output::new(out, out_length)?);
        out.put(key.0.sum(&ciphertexts.read(count)?)?)
    })
}

/// A ciphertext of the product of its message and the factor, which may be secret; the time depends
/// on the factor's length.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_paillier_multiply(
    key: *const PaillierPublic,
    ciphertext: *const u8,
    length: usize,
    factor: *const u8,
    factor_length: usize,
    out: *mut u8,
    out_length: *mut usize,
) -> Status {
    call(|| {
        let (key, out) = (get(key)?, Output::new(out, out_length)?);
        out.put(key.0.multiply(bytes(ciphertext, length)?, bytes(factor, factor_length)?)?)
    })
}

/// The message of a ciphertext, as many bytes as the modulus. It is secret.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_paillier_decrypt(
    key: *const PaillierSecret,
    ciphertext: *const u8,
    length: usize,
    out: *mut u8,
    out_length: *mut usize,
) -> Status {
    call(|| {
        let (key, out) = (get(key)?, Output::new(out, out_length)?);
        out.put(key.0.decrypt(bytes(ciphertext, length)?)?)
    })
}

/// `polylimb_paillier_decrypt` of each ciphertext, eight powers at a time where the CPU has lanes.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_paillier_decrypt_all(
    key: *const PaillierSecret,
    count: usize,
    ciphertexts: Rows,
    threads: usize,
    messages: OutputRows,
    statuses: *mut Status,
) -> Status {
    call(|| {
        let key = &get(key)?.0;
        let output = Jobs::new(count, statuses, Some(messages))?;
        let ciphertexts = ciphertexts.read(count)?;
        let results = on_threads(threads, |split| key.decrypt_all(&ciphertexts, split))?;
        output.put(results, |message| message)
    })
}
